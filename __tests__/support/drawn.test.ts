// What a failing random test reports: the shortest value, in a form that may be printed, and how to draw it again.
import { afterEach, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { forDrawn } from './drawn.ts';
import { fuzzRounds } from './random.ts';

const path = process.env['FUZZ_PATH'];

afterEach(() => {
  if (path === undefined) delete process.env['FUZZ_PATH'];
  else process.env['FUZZ_PATH'] = path;
});

const numbers = fc.array(fc.nat(), { maxLength: 50 });

/** The report of a test that refuses lists with a number from 1000 on, and how many lists it saw. */
async function failing(seed = 3): Promise<{ report: string; seen: number }> {
  let seen = 0;
  try {
    await forDrawn(numbers, { rounds: 100, seed }, (list) => {
      seen += 1;
      if (list.some((one) => one >= 1000)) throw new Error('too large');
    });
  } catch (error) {
    return { report: Error.isError(error) ? error.message : String(error), seen };
  }
  return { report: '', seen };
}

test('a failure reports its reason, the shortest value and how to draw it again', async () => {
  delete process.env['FUZZ_PATH'];
  const { report, seen } = await failing();
  expect(report).toMatch(
    /^too large\n\nThe shortest value that fails: \[1000\]\nTo draw it again: FUZZ_SEED=3 FUZZ_PATH=[\d:]+$/,
  );
  process.env['FUZZ_PATH'] = /FUZZ_PATH=(\S+)/.exec(report)?.[1];
  const again = await failing();
  expect(again.report).toContain('The shortest value that fails: [1000]');
  expect(again.seen).toBeLessThan(seen);
});

test('a report contains no command to the runner of a workflow', async () => {
  const text = fc.constant('::error::a\r\n##[error]b\u2028\u200b');
  const report = forDrawn(text, { rounds: 1 }, () => Promise.reject(new Error('never good')));
  await expect(report).rejects.toThrow(
    'The shortest value that fails: ":\\u003aerror:\\u003aa\\r\\n##\\u005berror]b\\u2028\\u200b"',
  );
});

test('as many values are drawn as there are rounds when all are good', async () => {
  delete process.env['FUZZ_PATH'];
  const seen: number[] = [];
  await forDrawn(fc.nat(), { rounds: 20 }, (one) => void seen.push(one));
  expect(seen).toHaveLength(fuzzRounds(20));
});
