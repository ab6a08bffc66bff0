// When outputs are written: as soon as they are known, without letting their file grow with every poll.
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

function open() {
  const recording = recordHost();
  const options = { host: recording.host, sanitizers: createSanitizers({ secrets: [] }), onError: () => undefined };
  return { recording, writer: createOutputWriter(options) };
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

test('names the log file as soon as there is one', () => {
  const { recording, writer } = open();
  writer.update([building], context);
  writer.update([building], { ...context, logFiles: new Map([['app_web', '/tmp/a.log']]) });
  expect(recording.outputs.at(-1)).toEqual(['log-file', '/tmp/a.log']);
});
