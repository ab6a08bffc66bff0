// Reports where the parts of responses were read, and what of them was not recognised.
import type { Endpoint } from './errors.ts';
import type { ReadPart } from './model.ts';
import { shapeOf, shownPath, type Trace } from './wire/index.ts';

/** Receives a part of a response. */
export type PartListener = (part: ReadPart) => void;

/** `onUnrecognised` is called once for each unrecognised part per route. */
export function createPartReports(onUnrecognised: PartListener | undefined) {
  const reported = new Set<string>();
  let observer: PartListener | undefined;

  /** The trace of one response. */
  function traceFor(route: string, { method, path }: Endpoint): Trace {
    const request = `${method} ${path}`;
    return {
      read: (part, at) => observer?.({ part, request, path: shownPath(at) }),
      unrecognised(part, value) {
        const key = `${part} ${method} ${route}`;
        const isNew = !reported.has(key);
        if (!isNew && observer === undefined) return;
        reported.add(key);
        const unrecognised = { part, request, shape: shapeOf(value) };
        observer?.(unrecognised);
        if (isNew) onUnrecognised?.(unrecognised);
      },
    };
  }

  /** Reports every part of further responses to the listener. */
  function observe(listener: PartListener): void {
    observer = listener;
  }

  return { traceFor, observe };
}
