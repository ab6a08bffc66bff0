// Reports where the parts of responses were read, and what of them was not recognised.
import type { Endpoint } from './errors.ts';
import type { ReadPart } from './model.ts';
import { shapeOf, shownPath, type Trace } from './wire/index.ts';

/** Receives a part of a response. */
export type PartListener = (part: ReadPart) => void;

/** Shapes of one unrecognised part that are reported: a map whose keys are data has another one each time. */
const MAX_SHAPES = 3;

/** `onUnrecognised` is called for the first shapes of each unrecognised part per route, with lists of any length as one. */
export function createPartReports(onUnrecognised: PartListener | undefined) {
  const reported = new Map<string, readonly string[]>();
  let observer: PartListener | undefined;

  /** The trace of one response. */
  function traceFor(route: string, { method, path }: Endpoint): Trace {
    const request = `${method} ${path}`;
    return {
      read: (part, at) => observer?.({ part, request, path: shownPath(at) }),
      unrecognised(part, value) {
        const key = `${part} ${method} ${route}`;
        const earlier = reported.get(key) ?? [];
        const isFull = earlier.length === MAX_SHAPES;
        if (isFull && observer === undefined) return;
        const shape = shapeOf(value);
        observer?.({ part, request, shape });
        const withoutLengths = shape.replaceAll(/\d+ ×/g, '×');
        if (isFull || earlier.includes(withoutLengths)) return;
        reported.set(key, [...earlier, withoutLengths]);
        onUnrecognised?.({ part, request, shape });
      },
    };
  }

  /** Reports every part of further responses to the listener. */
  function observe(listener: PartListener): void {
    observer = listener;
  }

  return { traceFor, observe };
}
