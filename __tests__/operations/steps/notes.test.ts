// Notes of a poll: not the same one at every poll.
import { expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { createNotes } from '../../../src/operations/steps/notes.ts';

test('logs the same failure again after 25 seconds, and another one at once', async () => {
  const clock = new VirtualClock();
  const emitted: unknown[] = [];
  const note = createNotes({ emit: (event) => void emitted.push(event) }, clock);
  const isNews = (text: string): boolean => {
    const before = emitted.length;
    note(text);
    return emitted.length > before;
  };
  expect(isNews('503')).toBe(true);
  await clock.sleep(24_999);
  expect(isNews('503')).toBe(false);
  await clock.sleep(1);
  expect(isNews('503')).toBe(true);
  expect(isNews('404')).toBe(true);
  expect(isNews('503')).toBe(false);
  expect(emitted).toEqual(['503', '503', '404'].map((text) => ({ kind: 'note', text })));
  clock.dispose();
});

test('logs a note only once for a key, whatever its text', async () => {
  const clock = new VirtualClock();
  const emitted: unknown[] = [];
  const note = createNotes({ emit: (event) => void emitted.push(event) }, clock);
  note('first', { onceFor: 'key' });
  await clock.sleep(60_000);
  note('second', { onceFor: 'key' });
  expect(emitted).toEqual([{ kind: 'note', text: 'first' }]);
  clock.dispose();
});
