// Long work lets other work run in between.
import { expect, test } from '@jest/globals';
import { yieldToEventLoop } from '../src/event-loop.ts';

test('lets waiting callbacks run before the work continues', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('timer'));
  await yieldToEventLoop();
  order.push('work');
  expect(order).toEqual(['timer', 'work']);
});
