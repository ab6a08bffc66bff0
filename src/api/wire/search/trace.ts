// What a reader reports beside its result: where it read each part, and what it did not recognise.

import { MAX_NAME_CHARS } from './json.ts';

/** A part of a response that a reader looks for. */
type Part =
  | 'resources'
  | 'resource'
  | 'name'
  | 'resource status'
  | 'domains'
  | 'deployments'
  | 'deployment'
  | 'deployment status'
  | 'commit'
  | 'cause'
  | 'build log'
  | 'runtime log'
  | 'names of variables';

/** Receives the reports of a reader. */
export interface Trace {
  /** `part` was read from the field at `path`, such as `data.state`. */
  read(part: Part, path: string): void;
  /** `value` should be `part` and is not recognised. Only its shape is passed on. */
  unrecognised(part: Part, value: unknown): void;
}

/** The path of the whole body. */
const ROOT = '';

/** The path of a field below `path`. */
export function pathTo(path: string, name: string): string {
  const shown = name.length <= MAX_NAME_CHARS ? name : '…';
  return path === ROOT ? shown : `${path}.${shown}`;
}

/** A path in words. */
export function shownPath(path: string): string {
  return path === ROOT ? 'the whole body' : path;
}
