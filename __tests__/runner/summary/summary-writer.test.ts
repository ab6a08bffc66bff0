// When the summary of a running step is written.
import { expect, test } from '@jest/globals';
import { createSummaryWriter } from '../../../src/runner/summary/summary-writer.ts';
import { recordHost } from '../../support/runner/recording-host.ts';

test('writes at once, then at most every five seconds, and always at the end', () => {
  const recording = recordHost();
  const writer = createSummaryWriter(recording.host, () => undefined);
  for (const nowMs of [0, 1_000, 4_999, 5_000, 9_000]) {
    recording.nowMs = nowMs;
    writer.update(() => `at ${nowMs}`, { mayWait: true });
  }
  writer.finish(() => 'the end');
  expect(recording.pages).toEqual(['at 0', 'at 5000', 'the end']);
});

test('writes at once what may not wait', () => {
  const recording = recordHost();
  const writer = createSummaryWriter(recording.host, () => undefined);
  writer.update(() => 'one', { mayWait: true });
  writer.update(() => 'two', { mayWait: false });
  expect(recording.pages).toEqual(['one', 'two']);
});

test('reports an error once', () => {
  const recording = recordHost({ broken: ['summary'] });
  const errors: string[] = [];
  const writer = createSummaryWriter(recording.host, (message) => errors.push(message));
  writer.update(() => 'one', { mayWait: true });
  writer.finish(() => 'two');
  expect(errors).toEqual(['the summary file is gone']);
});
