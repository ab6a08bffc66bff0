// What happens to the step and its process on the signals of a cancelled run.
import { describe, expect, test } from '@jest/globals';
import { Stop } from '../../src/clock.ts';
import { listenForCancel } from '../../src/runner/cancellation.ts';
import type { CancelSignal } from '../../src/runner/host.ts';
import { recordHost } from '../support/runner/recording-host.ts';

function listen(hasOpenRecord: () => boolean = () => false) {
  const recording = recordHost();
  const step = new AbortController();
  const stopListening = listenForCancel(recording.host, step, { hasOpenRecord });
  const send = (signal: CancelSignal): void => recording.listeners.forEach((listener) => listener(signal));
  return { recording, step, send, stopListening };
}

test.each<CancelSignal>(['SIGINT', 'SIGTERM', 'SIGBREAK'])('ends the step as interrupted on %s', (signal) => {
  const { step, send, recording } = listen();
  send(signal);
  expect(step.signal.reason).toBeInstanceOf(Stop);
  expect(step.signal.reason).toMatchObject({ reason: 'interrupted' });
  expect(recording.forcedExits).toEqual([]);
});

describe('a step that does not end by itself', () => {
  test('is ended by force within two seconds of the first signal', () => {
    const { send, recording } = listen();
    send('SIGINT');
    const [timer, ...others] = recording.timers;
    expect(others).toEqual([]);
    expect(timer?.ms).toBeLessThan(2_000);
    timer?.callback();
    expect(recording.forcedExits).toEqual([1]);
  });

  test('has five seconds while a record is being closed', () => {
    const { send, recording } = listen(() => true);
    send('SIGTERM');
    expect(recording.timers[0]?.ms).toBeGreaterThan(2_000);
    expect(recording.timers[0]?.ms).toBeLessThan(5_000);
  });

  test('is ended at once by the second signal', () => {
    const { send, recording } = listen();
    send('SIGINT');
    send('SIGTERM');
    expect(recording.forcedExits).toEqual([1]);
    expect(recording.timers).toHaveLength(1);
  });
});

describe('a second signal', () => {
  test('while a record is being closed does not end the process early', () => {
    const { send, recording } = listen(() => true);
    send('SIGINT');
    send('SIGTERM');
    send('SIGTERM');
    expect(recording.forcedExits).toEqual([]);
    expect(recording.timers).toHaveLength(1);
    recording.timers[0]?.callback();
    expect(recording.forcedExits).toEqual([1]);
  });

  test('ends the process once the record has been closed', () => {
    let isOpen = true;
    const { send, recording } = listen(() => isOpen);
    send('SIGINT');
    isOpen = false;
    send('SIGINT');
    expect(recording.forcedExits).toEqual([1]);
  });
});

test('listens for no signal after the step has ended', () => {
  const { send, step, recording, stopListening } = listen();
  stopListening();
  send('SIGINT');
  expect(step.signal.aborted).toBe(false);
  expect(recording.listeners.size).toBe(0);
});
