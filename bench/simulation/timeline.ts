// A discrete-event queue in simulated time. Nothing here sleeps.

/** A queue of callbacks at simulated times. */
export interface Timeline {
  nowMs(): number;
  after(waitMs: number, happen: () => void): void;
  /** Runs all callbacks in order of time (in order of insertion where times are equal) until none is left. */
  run(): void;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly happen: () => void;
}

/** Starts at 0 with an empty queue. */
export function createTimeline(): Timeline {
  const heap: Entry[] = [];
  let nowMs = 0;
  let entered = 0;
  return {
    nowMs: () => nowMs,
    after(waitMs, happen) {
      if (!(waitMs >= 0)) throw new RangeError(`a wait of ${waitMs} ms`);
      push(heap, { atMs: nowMs + waitMs, order: entered, happen });
      entered += 1;
    },
    run() {
      for (let next = pop(heap); next !== undefined; next = pop(heap)) {
        nowMs = next.atMs;
        next.happen();
      }
    },
  };
}

// A binary heap: a steady fleet of half an hour is some 100 000 events.

const before = (a: Entry, b: Entry) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

function push(heap: Entry[], entry: Entry): void {
  let at = heap.length;
  while (at > 0) {
    const parent = heap[(at - 1) >> 1];
    if (parent === undefined || !before(entry, parent)) break;
    heap[at] = parent;
    at = (at - 1) >> 1;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return first;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    if (left === undefined) break;
    const rightFirst = right !== undefined && before(right, left);
    const child = rightFirst ? right : left;
    if (!before(child, last)) break;
    heap[at] = child;
    at = 2 * at + (rightFirst ? 2 : 1);
  }
  heap[at] = last;
  return first;
}
