// Every row of the page of messages is provoked by a step, and what it says is true there.
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { messagesPage } from '../scripts/docs/messages.ts';
import { step } from './support/messages/service.ts';
import { failing, logging } from './support/messages/steps.ts';
import { ID, refusal, type ScriptedRun } from './support/service/scripted-service.ts';

const page = messagesPage(join(import.meta.dirname, '..'));
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));
const errorRows = rows.filter(({ length }) => length === 4);
const logRows = rows.filter(({ length }) => length === 2);

/** What the page shows as an example, and what may stand in its place. */
const examples: readonly (readonly [example: string, pattern: string])[] = [
  ['GET https://host/api/v1/resources/app_shop: the connection was lost', '(?:GET|POST) http\\S+: .+'],
  ['https://shop.example.com/health', 'http\\S+'],
  ['busy: The resource is busy.', '[a-z_]+: .+'],
  ['outdated (main has moved on)', '(?:outdated|busy) \\(.+\\)'],
  ['try 2', 'try \\d+'],
  ['is running', 'is \\S+'],
  ['is stopped', 'is \\S+'],
  ['building', '[a-z]+'],
  ['dep_6', '\\S+'],
  ['dep_7', '\\S+'],
  ['app_shop', ID],
  ['shop', `(?:web|${ID})`],
];
const DURATION = /^\d+m \d+s$|^\d+s$/;
const splitter = new RegExp(`(${examples.map(([example]) => RegExp.escape(example)).join('|')}|\\d+m \\d+s|\\d+s)`);

/** Matches a line that is the example of the page with other values. */
function patternOf(example: string): RegExp {
  const values = new Map(examples);
  const parts = example.split(splitter).map((part) => {
    if (DURATION.test(part)) return '(?:[\\d.]+(?:h|m|s|ms) ?)+';
    return values.get(part) ?? RegExp.escape(part);
  });
  return new RegExp(`^(?:\\S+: )?${parts.join('')}$`, 'm');
}

function errorOf({ annotations }: ScriptedRun) {
  return annotations.find(({ kind }) => kind === 'error') ?? { title: '', message: '' };
}

const posts = ({ served }: ScriptedRun) => served.filter(({ request }) => request.startsWith('POST '));

const runs = new Map<string, ScriptedRun>();
let log = '';

beforeAll(async () => {
  for (const [code, run] of Object.entries(failing)) runs.set(code, await run());
  for (const run of logging) log += (await run()).log;
  for (const run of runs.values()) log += run.log;
});

function runOf(code: string): ScriptedRun {
  const run = runs.get(code);
  if (run === undefined) throw new Error(`no step fails with ${code}`);
  return run;
}

describe.each(errorRows)('a step that fails with %s', (cell = '', title = '', headline = '', nextStep = '') => {
  const code = cell.replaceAll('`', '');

  test('shows the title, the headline and the next step of its row', () => {
    const run = runOf(code);
    const { title: seen, message } = errorOf(run);
    expect(run.exitCode).toBe(1);
    expect(run.outputs['error-code']).toBe(code);
    expect(seen).toBe(title);
    expect(message.split('\n')[0]).toMatch(patternOf(headline));
    expect(message.split('\n')).toContain(`What to do: ${nextStep}`);
  });

  if (nextStep.includes('Nothing was sent')) {
    test('sends no request', () => expect(runOf(code).served).toEqual([]));
  }
  if (nextStep.includes('Nothing was changed')) {
    test('changes nothing at the service', () => expect(posts(runOf(code))).toEqual([]));
  }
});

test('gives a service code that the page does not name the general advice', async () => {
  const run = await step({ post: () => refusal(403, 'quota_exceeded') })();
  const [, advice = ''] = /^Any other code of the service: (.*)$/m.exec(page) ?? [];
  expect(run.outputs['error-code']).toBe('quota_exceeded');
  expect(errorOf(run).message).toContain(`What to do: ${advice}`);
});

test('may report a refusal without a readable code as a refusal, with its HTTP status and message', () => {
  const { title, message } = errorOf(runOf('service_error'));
  expect(title).toBe('The service failed or refused the request');
  expect(message).toContain('answered 400: No.');
});

test('names work that continues with the inputs that wait for it', () => {
  expect(runOf('timeout').summary).toContain(
    `Deployment \`ours\` continues at the service. To follow it, run a step with \`operation: wait\`, \`resource-id: ${ID}\`, \`deployment-id: ours\`.`,
  );
  expect(runOf('unknown_outcome').summary).toContain(`Work on \`${ID}\` may continue at the service`);
});

test.each(logRows)('logs a line for %s: %s', (_, line = '') => {
  expect(log).toMatch(patternOf(line));
});
