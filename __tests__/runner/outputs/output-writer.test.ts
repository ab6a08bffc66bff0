// When and how outputs are written: as soon as they are known, but not at every poll, redacted and escaped.
import { expect, test } from '@jest/globals';
import { createOutputWriter } from '../../../src/runner/outputs/output-writer.ts';
import { type OutputContext, outputNames } from '../../../src/runner/outputs/outputs.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import { recordHost } from '../../support/runner/recording-host.ts';

const context: OutputContext = { logFiles: new Map(), githubDeploymentId: '', report: undefined };
const building = outcomeOf({
  resourceId: 'app_web',
  deploymentId: 'dep_7',
  status: 'building',
  durationMs: 1_000,
  phase: following,
});

const KEY = 'canary-key-1';

function open() {
  const recording = recordHost();
  const warnings: string[] = [];
  const sanitizers = createSanitizers({ secrets: [KEY] });
  const writer = createOutputWriter({ host: recording.host, sanitizers, warn: (message) => warnings.push(message) });
  return { recording, warnings, writer };
}

/** The last value of each output. */
function valuesOf({ outputs }: ReturnType<typeof recordHost>): Record<string, string> {
  return Object.fromEntries(outputs);
}

function timesOf(name: string, { outputs }: ReturnType<typeof recordHost>): number {
  return outputs.filter(([written]) => written === name).length;
}

test('writes deployments and duration with a new id or status, and at the end', () => {
  const { recording, writer } = open();
  for (let durationMs = 1_000; durationMs <= 60_000; durationMs += 1_000)
    writer.update([{ ...building, durationMs }], context);
  expect([timesOf('deployments', recording), timesOf('duration', recording)]).toEqual([1, 1]);
  writer.update([{ ...building, status: 'finished', durationMs: 61_000 }], context);
  expect([timesOf('deployments', recording), timesOf('duration', recording)]).toEqual([2, 2]);
  writer.finish([{ ...building, status: 'finished', durationMs: 61_000 }], context);
  expect(new Set(recording.outputs.map(([name]) => name))).toEqual(new Set(outputNames));
});

test('writes log-file as soon as there is one', () => {
  const { recording, writer } = open();
  writer.update([building], context);
  writer.update([building], { ...context, logFiles: new Map([['app_web', '/tmp/a.log']]) });
  expect(recording.outputs.at(-1)).toEqual(['log-file', '/tmp/a.log']);
});

test.each(['dep\n7', 'dep\r7', 'dep_\u202e7', 'dep_7\u200b', 'dep_\u001b[1m7', 'dep_\u00007'])(
  'leaves the output empty for the id %j, with one warning, and escapes it in JSON',
  (deploymentId) => {
    const { recording, warnings, writer } = open();
    for (const status of ['queued', 'building'])
      writer.update([{ ...building, status, deploymentId, resourceId: deploymentId }], context);
    writer.finish([{ ...building, deploymentId, resourceId: deploymentId }], context);
    const { 'deployment-id': id, deployments = '' } = valuesOf(recording);
    expect(id).toBe('');
    expect(deployments).toMatch(/^[ -~]+$/);
    expect(JSON.parse(deployments)).toMatchObject([{ deploymentId, resourceId: deploymentId }]);
    expect(warnings).toEqual([expect.stringContaining('The output deployment-id stays empty')]);
  },
);

test('escapes invisible characters in the resources of a list', () => {
  const { recording, warnings, writer } = open();
  const resources = [{ id: 'app\u202e\u2028\u200b', name: 'größe' }];
  writer.finish([], { ...context, report: { outputs: { resources: JSON.stringify(resources) } } });
  const written = valuesOf(recording)['resources'] ?? '';
  expect(written).toBe(String.raw`[{"id":"app\u202e\u2028\u200b","name":"größe"}]`);
  expect(JSON.parse(written)).toEqual(resources);
  expect(warnings).toEqual([]);
});

test('writes no API key, even with invisible characters inside', () => {
  const { recording, writer } = open();
  for (const gap of ['', '\u200b', '\u0000', '\u001b[0m']) {
    const hidden = KEY.split('').join(gap);
    const resources = JSON.stringify([{ id: hidden, [hidden]: 1 }]);
    writer.finish([{ ...building, deploymentId: hidden, name: hidden }], {
      ...context,
      report: { outputs: { resources } },
    });
    expect(valuesOf(recording)).toMatchObject({ 'deployment-id': '***', resources: '[{"id":"***","***":1}]' });
    expect(JSON.parse(valuesOf(recording)['deployments'] ?? '')).toMatchObject([{ deploymentId: '***', name: '***' }]);
  }
});

test.each([
  [524_288, []],
  [
    524_289,
    [
      'The output resources has 1.1 MB, more than the 1 MB that GitHub passes on from one job to another: only steps of this job can use it. The input filter makes it smaller.',
    ],
  ],
])(
  'warns once when resources exceeds the limit of GitHub for the outputs of a job: %d characters',
  (length, expected) => {
    const { warnings, writer } = open();
    const resources = JSON.stringify(['x'.repeat(length - '[""]'.length)]);
    const finished = { ...context, report: { outputs: { resources } } };
    writer.finish([], finished);
    writer.finish([], finished);
    expect(warnings).toEqual(expected);
  },
);
