// The error annotation: what people see first of a step that failed.
import { describe, expect, test } from '@jest/globals';
import { Failure, type FailureOptions } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import { annotationOf, annotationTitle } from '../../src/report/annotation.ts';
import { finished, logOf, pageOf } from '../support/summary-pages.ts';

const title = 'Deployment dep_7 of web failed';
const CAUSE = 'src/server.ts(12,7): error TS2322: No.';

function failed(message: string, options: FailureOptions = {}): Failure {
  return new Failure('deployment_failed', message, { title, next: 'Fix it.', ...options });
}

const linesOf = (failure: Failure, facts: Partial<Outcome>): readonly string[] =>
  annotationOf(failure, pageOf(finished(facts), { failure })).split('\n');

const IDS = 'error-code: deployment_failed · resource-id: app_web · deployment-id: dep_7';

describe('an annotation', () => {
  test('says what happened, with lines of the log, what it means, what to do, and the ids', () => {
    const failure = failed(CAUSE, {
      cause: CAUSE,
      explainedBy: 'build',
      meaning: 'web is still running.',
    });
    const logs = [
      logOf('error: of the app', { source: 'runtime' }),
      logOf(`npm ci\n${CAUSE}\nthe end`),
    ];
    const lines = linesOf(failure, { logs, wentDown: 'web was running, and is exited now.' });
    expect(lines[0]).toBe(`${title}.`);
    expect(lines).toContain(`  ${CAUSE}`);
    expect(lines.join()).not.toContain('of the app');
    expect(lines.slice(-4)).toEqual([
      'web was running, and is exited now.',
      'web is still running.',
      'What to do: Fix it.',
      IDS,
    ]);
  });

  test('names a cause that is not of the log, and labels the runtime log', () => {
    const failure = failed('No disk.', { cause: 'No disk.', explainedBy: 'runtime' });
    const logs = [logOf('starting\nError: no port', { source: 'runtime' })];
    expect(linesOf(failure, { logs }).slice(0, 3)).toEqual([
      `${title}.`,
      'No disk.',
      'From its runtime log:',
    ]);
  });

  test('without a cause has the message alone, or one line for each invalid input', () => {
    expect(linesOf(failed('The service names no cause.'), {})).toEqual([
      'The service names no cause.',
      'What to do: Fix it.',
      IDS,
    ]);
    const invalid = new Failure('invalid_input', 'wait must be …\ntimeout must be …');
    expect(linesOf(invalid, {}).slice(0, 2)).toEqual(['wait must be …', 'timeout must be …']);
  });

  test('leaves out lines of the log that do not fit, and nothing else', () => {
    const cause = `error: ${'x'.repeat(3_000)}`;
    const failure = failed(cause, { cause, explainedBy: 'build' });
    const log = Array.from({ length: 30 }, (_, at) => `error: ${at} ${'y'.repeat(400)}`).join('\n');
    const lines = linesOf(failure, { logs: [logOf(log)] });
    expect(lines.join('\n').length).toBeLessThanOrEqual(4_000);
    expect(lines[1]).toMatch(/^error: x+…$/);
    expect(lines[2]).toMatch(/^ {2}error: \d+ y{400}$/);
    expect(lines.slice(-2)).toEqual(['What to do: Fix it.', IDS]);
  });
});

describe('its title (step-log/title)', () => {
  const titleOf = (failure: Failure, facts: Partial<Outcome> = {}): string =>
    annotationTitle(failure, pageOf(finished(facts), { failure }));

  test.each([
    ['the resource and the cause', failed(CAUSE, { cause: CAUSE }), `web: ${CAUSE}`],
    ['no name twice', failed('x'), title],
    [
      'the name beside a title without it',
      failed('x', { title: 'The key is refused' }),
      'web: The key is refused',
    ],
    ['a cause that holds the name by chance', failed('x', { cause: 'no web' }), 'web: no web'],
    ['120 characters', failed('x', { cause: 'y'.repeat(200) }), `web: ${'y'.repeat(114)}…`],
  ])('has %s', (_, failure, expected) => expect(titleOf(failure)).toBe(expected));

  test('has 60 characters of the name, or the id', () => {
    const failure = failed('x', { cause: 'y' });
    expect(titleOf(failure, { name: 'n'.repeat(61) })).toBe(`${'n'.repeat(59)}…: y`);
    expect(annotationTitle(failure, pageOf(finished({ name: '' })))).toBe('app_web: y');
  });
});
