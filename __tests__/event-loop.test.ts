// Long work lets other work run in between.
import { expect, test } from '@jest/globals';
import { createWorkMeter, SLICE_CHARS, yieldToEventLoop } from '../src/event-loop.ts';

test('pauses the work after each slice', () => {
  const meter = createWorkMeter();
  const due = [SLICE_CHARS - 1, 1, SLICE_CHARS - 1, 1, 3 * SLICE_CHARS, 1].map((chars) => meter.isDue(chars));
  expect(due).toEqual([false, true, false, true, true, false]);
});

test('lets waiting callbacks run before the work continues', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('timer'));
  await yieldToEventLoop();
  order.push('work');
  expect(order).toEqual(['timer', 'work']);
});
