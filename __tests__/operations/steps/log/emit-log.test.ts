// Emitting a log of any length to a runner that reads at its own speed.
import { expect, test } from '@jest/globals';
import type { StepEvent } from '../../../../src/operations/operation.ts';
import { emitLog } from '../../../../src/operations/steps/log/emit-log.ts';

const of = { resourceId: 'app_web', source: 'build' } as const;

/** Shows a log to a reader that gets each piece and reads it at its own time. */
async function shown(text: string): Promise<{ events: StepEvent[]; mostUnread: number }> {
  const events: StepEvent[] = [];
  let unread = 0;
  let mostUnread = 0;
  await emitLog(
    { ...of, text },
    {
      signal: new AbortController().signal,
      emit(event) {
        events.push(event);
        unread += 1;
        mostUnread = Math.max(mostUnread, unread);
      },
      async flushed() {
        await Promise.resolve();
        unread = 0;
      },
    },
  );
  expect(unread).toBe(0);
  return { events, mostUnread };
}

test('emits a short log in one piece', async () => {
  expect(await shown('one\ntwo')).toEqual({ events: [{ kind: 'log', ...of, text: 'one\ntwo' }], mostUnread: 1 });
});

test('emits nothing for an empty log', async () => {
  expect((await shown('')).events).toEqual([]);
});

test('emits a log of megabytes in order and complete, each piece after the one before was read', async () => {
  const text = Array.from({ length: 40_000 }, (_, line) => `line ${line} of a long log 😀`).join('\n');
  const { events, mostUnread } = await shown(text);
  const pieces = events.flatMap((event) => (event.kind === 'log' ? [event.text] : []));
  expect(pieces.join('') === text).toBe(true);
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(65_536);
  expect([pieces.length, mostUnread]).toEqual([Math.ceil(text.length / 65_536), 1]);
});

test('emits no more once the step is stopped', async () => {
  const stop = new AbortController();
  let emitted = 0;
  await emitLog(
    { ...of, text: 'a line\n'.repeat(100_000) },
    {
      signal: stop.signal,
      emit: () => void (emitted += 1),
      flushed: () => (emitted === 3 ? Promise.resolve(stop.abort()) : Promise.resolve()),
    },
  );
  expect(emitted).toBe(3);
});
