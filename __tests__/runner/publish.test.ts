// The end of a step: one annotation and the exit code.
import { describe, expect, test } from '@jest/globals';
import type { Outcome, Report } from '../../src/operations/operation.ts';
import { publish } from '../../src/runner/publish.ts';
import { createSanitizers } from '../../src/runner/sanitize/sanitizers.ts';
import { KEY, log, open, resourceId } from '../support/runner/open-reporter.ts';
import { following, outcomeOf } from '../support/runner/outcome-of.ts';
import type { Recording } from '../support/runner/recording-host.ts';
import { commandsIn } from '../support/runner/runner-parsers.ts';

const sanitizers = createSanitizers({ secrets: [KEY] });

const finished: Outcome = {
  resourceId,
  deploymentId: 'dep_7',
  status: 'finished',
  resourceStatus: 'running',
  url: 'https://web.example.test',
  phase: following,
};

function publishReport(report: Partial<Report>, buildLog = ''): Recording {
  const { reporter, recording, emit } = open();
  if (buildLog !== '') emit(log(buildLog));
  const whole = { headline: 'the headline', outcomes: [], ...report };
  publish(whole, { host: recording.host, sanitizers, reporter, service: 'https://host.test/api/v1' });
  return recording;
}

function errorOf(recording: Recording): { title: string; message: string } {
  const [error, ...others] = recording.annotations;
  expect(others).toEqual([]);
  if (error?.kind !== 'error') throw new Error('there is no error');
  return error;
}

describe('a successful step', () => {
  test('ends with one notice with the address of the app, and exit code 0', () => {
    const recording = publishReport({ outcomes: [finished] });
    expect(recording.annotations).toEqual([
      { kind: 'notice', title: 'Deployment Service', message: 'the headline\nhttps://web.example.test' },
    ]);
    expect(recording.exitCodes).toEqual([0]);
  });

  test('names the address of an app that is up under any of the names for it', () => {
    for (const resourceStatus of ['ACTIVE', 'running (healthy)']) {
      const recording = publishReport({ outcomes: [{ ...finished, resourceStatus }] });
      expect(recording.annotations).toMatchObject([{ message: 'the headline\nhttps://web.example.test' }]);
    }
  });

  test('adds what the health check has proven, and where, whatever status is shown', () => {
    const proof = { url: 'https://web.example.test/version', status: 200, contains: 'v2' };
    const recording = publishReport({ outcomes: [{ ...finished, resourceStatus: undefined, proof }] });
    const message = 'the headline\nhttps://web.example.test\n/version answers with v2';
    expect(recording.annotations).toMatchObject([{ kind: 'notice', message }]);
  });

  test.each<[string, Outcome[]]>([
    ['no outcome', []],
    ['several', [finished, finished]],
    ['no address', [outcomeOf({ resourceId, resourceStatus: 'running' })]],
    ['an app that does not run', [{ ...finished, resourceStatus: 'stopped' }]],
    ['an app whose own check fails', [{ ...finished, resourceStatus: 'running (unhealthy)' }]],
  ])('without an app to show (%s) ends with the headline as a plain line', (_, outcomes) => {
    const recording = publishReport({ outcomes });
    expect([recording.annotations, recording.log, recording.exitCodes]).toEqual([[], 'the headline\n', [0]]);
  });

  test('that did not wait shows how to follow the deployment, however long the ids are', () => {
    const [resource, deploymentId] = ['r'.repeat(256), 'd'.repeat(300)];
    const outcome = { resourceId: resource, deploymentId, stillRunning: true, phase: following };
    expect(publishReport({ outcomes: [outcome] }).log).toContain(
      `operation: wait, resource-id: ${resource}, deployment-id: ${deploymentId}.\n`,
    );
  });

  test('has its outputs and its summary written', () => {
    const recording = publishReport({ outcomes: [finished] });
    expect(recording.outputs.length).toBeGreaterThan(0);
    expect(recording.pages.at(-1)).toContain('✅');
  });
});

test.each([
  ['a successful', {}, 0],
  ['a failed', { errorCode: 'timeout' }, 1],
] as const)('the exit code of %s step is set after its outputs and its summary are written', (_, report, code) => {
  const { reporter, recording } = open();
  const written: [number, boolean, number][] = [];
  const setExitCode = (exitCode: number): void => {
    written.push([exitCode, recording.outputs.length > 0, recording.pages.length]);
  };
  publish(
    { headline: 'the headline', outcomes: [finished], ...report },
    { host: { ...recording.host, setExitCode }, sanitizers, reporter },
  );
  expect(written).toEqual([[code, true, recording.pages.length]]);
  expect(recording.pages.length).toBeGreaterThan(0);
});

describe('the result of a reading operation', () => {
  const section = {
    title: 'Resources',
    columns: ['Name', 'Status'],
    rows: [
      ['web', 'running'],
      ['db', ''],
    ],
  };

  test('is in the step log too, before the headline', () => {
    const facts = [{ label: 'API key', value: 'accepted' }];
    expect(publishReport({ facts, sections: [section] }).log.split('\n')).toEqual([
      'API key: accepted',
      'Resources (Name, Status):',
      '- web | running',
      '- db | –',
      'the headline',
      '',
    ]);
  });

  test('has 200 rows at most there, and the number of the others', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => [`NAME_${index}`]);
    const { log: printed } = publishReport({ sections: [{ title: 'Variables', columns: ['Name'], rows }] });
    expect(printed).toMatch(/^Variables:\n- NAME_0\n/);
    expect(printed).toMatch(/\n- NAME_199\n… and 800 more rows in the summary, as far as it has room\nthe headline\n$/);
  });

  test('with text of others gives the runner no command', () => {
    const rows = [['::error::x\n##[error]y', `key ${KEY}`]];
    const { log: printed } = publishReport({ sections: [{ ...section, rows }] });
    expect(commandsIn(printed)).toEqual([]);
    expect(printed).not.toContain(KEY);
  });
});

describe('a step that failed', () => {
  test('ends with exactly one error with title, cause and next step, and exit code 1', () => {
    const recording = publishReport({
      errorCode: 'busy' as const,
      cause: 'the cause',
      outcomes: [outcomeOf({ resourceId })],
    });
    const { title, message } = errorOf(recording);
    expect(title).toBe('The resource is busy with other work');
    expect(message.split('\n')).toEqual([
      'the headline. the cause',
      expect.stringMatching(/^What to do: Run the job again when .*\.$/),
      'error-code: busy · resource-id: app_web · service: https://host.test/api/v1',
    ]);
    expect(recording.exitCodes).toEqual([1]);
  });

  test('names what continues and how to wait for it, or the resource for work without an id', () => {
    const outcomes: Outcome[] = [
      { ...finished, stillRunning: true },
      outcomeOf({ resourceId: 'b', stillRunning: true, phase: { kind: 'posting' } }),
      { ...finished, resourceId: 'c', deploymentId: 'dep_9' },
    ];
    const { message } = errorOf(publishReport({ errorCode: 'timeout' as const, outcomes }));
    expect(message).toMatch(/dep_7 continues .*operation: wait, resource-id: app_web, deployment-id: dep_7/);
    expect(message).toMatch(/Work on b may continue/);
    expect(message).not.toContain('dep_9');
  });

  test('of many resources names some of the deployments that continue, and always the next step and the ids', () => {
    const running = Array.from({ length: 40 }, (_, at): Outcome => ({
      resourceId: `app_${at}`,
      deploymentId: `dep_${at}`,
      status: 'building',
      errorCode: 'timeout',
      stillRunning: true,
      phase: following,
    }));
    const { message } = errorOf(publishReport({ outcomes: running, errorCode: 'timeout' }));
    expect(message.match(/continues at the service/g)).toHaveLength(5);
    expect(message).toContain('The summary names 35 more that may continue.');
    expect(message).toMatch(/\nWhat to do: .*\nerror-code: timeout/);
  });

  test('shows the likely cause of a failed build first, in the order of the log, marked as untrusted and indented', () => {
    const outcomes = [{ ...finished, errorCode: 'deployment_failed' as const }];
    const { message } = errorOf(
      publishReport({ errorCode: 'deployment_failed' as const, outcomes }, 'fine\nerror: broken\nlast\n'),
    );
    expect(message).toMatch(
      /^the headline\nLines from the build log \(untrusted\):\n {2}error: broken\n {2}last\napp_web is running, still on the previous release\.\nWhat to do: /,
    );
  });

  test('shows no build log for another failure, whose cause is not in it', () => {
    const { message } = errorOf(
      publishReport(
        { errorCode: 'unhealthy' as const, outcomes: [{ ...finished, errorCode: 'unhealthy' as const }] },
        'error: old\n',
      ),
    );
    expect(message).not.toContain('old');
  });

  test('shows no log of another resource than the one whose failure it reports', () => {
    const outcomes: Outcome[] = [
      outcomeOf({ resourceId: 'first', deploymentId: 'dep_1', errorCode: 'timeout', phase: following }),
      { ...finished, errorCode: 'deployment_failed' },
    ];
    const { message } = errorOf(publishReport({ errorCode: 'timeout' as const, outcomes }, 'error: of the second\n'));
    expect(message).toContain('resource-id: first · deployment-id: dep_1');
    expect(message).not.toContain('of the second');
  });

  test('shortens the message for an annotation without cutting off the next step or the ids', () => {
    const outcomes = [{ ...finished, errorCode: 'deployment_failed' as const }];
    const wide = Array.from({ length: 40 }, (_, index) => `error ${index}: ${'😀'.repeat(300)}\n`).join('');
    const report = {
      headline: 'h'.repeat(2_000),
      cause: 'c'.repeat(5_000),
      outcomes,
      errorCode: 'deployment_failed' as const,
    };
    const { message } = errorOf(publishReport(report, wide));
    expect(message.length).toBeLessThanOrEqual(4_096);
    expect(message.isWellFormed()).toBe(true);
    expect(message).toMatch(
      /\nWhat to do: .*\.\nerror-code: deployment_failed · resource-id: app_web · deployment-id: dep_7 · .*$/,
    );
  });

  test('contains no command in text of others on any line, and no key', () => {
    const hostile = `::error::x\n##[add-mask]e\r::set-output name=a::b ${KEY}`;
    const { message } = errorOf(
      publishReport({
        errorCode: 'deployment_failed' as const,
        headline: hostile,
        cause: hostile,
        outcomes: [{ ...finished, resourceId: hostile, stillRunning: true, errorCode: 'deployment_failed' as const }],
      }),
    );
    expect(commandsIn(message)).toEqual([]);
    expect(message).not.toContain(KEY);
  });
});
