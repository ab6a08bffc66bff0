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

function piecesOf(events: readonly StepEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'log' ? [event.text] : []));
}

test('emits a short log in one piece', async () => {
  expect(await shown('one\ntwo\n')).toEqual({ events: [{ kind: 'log', ...of, text: 'one\ntwo\n' }], mostUnread: 1 });
});

test('emits nothing for an empty log', async () => {
  expect((await shown('')).events).toEqual([]);
});

test('emits a log of megabytes in order and complete, each piece after the one before was read', async () => {
  const text = Array.from({ length: 40_000 }, (_, line) => `line ${line} of a long log 😀\n`).join('');
  const { events, mostUnread } = await shown(text);
  const pieces = piecesOf(events);
  expect(pieces.join('') === text).toBe(true);
  for (const { length } of pieces.slice(0, -1)) {
    expect(length).toBeLessThanOrEqual(65_536);
    expect(length).toBeGreaterThan(65_500);
  }
  expect(mostUnread).toBe(1);
});

const ex = (count: number) => 'x'.repeat(count);

test.each<[name: string, pieces: string[]]>([
  ['after a line of exactly the size of a piece', [`${ex(65_535)}\n`, 'next\n']],
  ['before a line that does not fit', [`${ex(60_000)}\n`, `${ex(5_535)}\n`]],
  ['around a line that is longer than a piece', ['a\n', `${ex(200_000)}\n`, 'b\n']],
  ['after a lone carriage return', ['50%\r'.repeat(16_383), '50%\r'.repeat(10)]],
  ['after a carriage return that ends a longer line', [`${ex(65_536)}\r`, 'next\n']],
  ['after a Windows line end', [`${ex(65_534)}\r\n`, 'next\r\n']],
  ['never between the characters of a line end', ['a\r\n', `${ex(65_532)}\r\n\n`]],
  ['nor behind a longer line', [`${ex(65_535)}\r\n`, '\n']],
  ['nowhere in a log without a line end', [ex(200_000)]],
  ['before a last line without an end', [`${ex(60_000)}\n`, ex(60_000)]],
])('cuts a log %s', async (_name, pieces) => {
  expect(piecesOf((await shown(pieces.join(''))).events).map(abbreviated)).toEqual(pieces.map(abbreviated));
});

/** A text of megabytes as a failure can show it. */
function abbreviated(text: string): string {
  return `${text.slice(-9)} (${text.length})`;
}

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
