// Which part of a reply was read from which field, and what was not recognised: for `check` and debug lines.
import { shapeOf } from './json.ts';
import type { Trace } from './records.ts';

/** A part of a reply. Names and types of fields, never values. */
export interface Part {
  /** Method and path below the base URL. */
  readonly request: string;
  /** What was looked for, such as `resource status`. */
  readonly part: string;
  /** The field that it was read from, such as `data.state`; undefined when it was not recognised. */
  readonly path?: string;
  /** The shape of what was not recognised. */
  readonly shape?: string;
}

/** Collects the parts of all replies of a step; the first time that one is not recognised is a debug line. */
export function createParts(debug: (text: string) => void) {
  const found = new Map<string, Part>();

  function traceFor(requestPath: string): Trace {
    const request = `GET ${requestPath}`;
    return {
      read: (part, path) => void found.set(`${part} ${request}`, { request, part, path: path || 'the whole reply' }),
      unrecognised(part, value) {
        const key = `${part} ${request}`;
        const shape = shapeOf(value);
        if (found.get(key)?.shape === undefined) debug(`${request}: ${part} not recognised: ${shape}`);
        found.set(key, { request, part, shape });
      },
    };
  }

  return { traceFor, parts: (): readonly Part[] => [...found.values()] };
}
