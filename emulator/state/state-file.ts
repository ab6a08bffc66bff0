// The state in a file, so that keys, deployments and activity outlive a restart. Reading, writing, and nothing in between.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isObject } from '../json.ts';
import type { State } from './state.ts';

const VERSION = 1;

/** Reads a state; undefined when there is no such file yet. A file that is something else is an exception. */
export function loadState(file: string): State | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const saved: unknown = JSON.parse(text);
  if (!isSaved(saved)) throw new TypeError(`${file} is not a state of this emulator (version ${VERSION}).`);
  return saved.state;
}

/**
 * Writes a state so that a reader finds either the old one or the new one, whole, whenever the process ends.
 * Only the owner may read the file: names and addresses are in it, though no value of a key is.
 */
export function saveState(file: string, state: State): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify({ version: VERSION, state }, undefined, 1)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Writes soon after a change, many changes at once. */
export interface StateSaver {
  /** Asks for a write in one of the next turns of the event loop. */
  readonly changed: () => void;
  /** Writes now if anything has changed since the last write. */
  readonly flush: () => void;
}

/** A saver for a file; without a file it does nothing. */
export function stateSaver(file: string | undefined, state: State): StateSaver {
  if (file === undefined) return { changed: () => undefined, flush: () => undefined };
  let pending: NodeJS.Immediate | undefined;
  const flush = (): void => {
    if (pending === undefined) return;
    clearImmediate(pending);
    pending = undefined;
    saveState(file, state);
  };
  return {
    changed: () => {
      pending ??= setImmediate(flush);
    },
    flush,
  };
}

/** Deployments that were under way when the process ended: nobody works on them any more, so they have failed. */
export function closeAbandoned(state: State, nowMs: number): void {
  for (const deployment of state.deployments) {
    if (deployment.finishedAtMs !== null) continue;
    deployment.status = 'failed';
    deployment.finishedAtMs = nowMs;
    deployment.log += 'The service was restarted while this deployment was under way.\n';
  }
}

function isSaved(value: unknown): value is { readonly version: number; readonly state: State } {
  if (!isObject(value) || value['version'] !== VERSION || !isObject(value['state'])) return false;
  const { keys, deployments, activity, wallet, deploymentCount } = value['state'];
  const areLists = Array.isArray(keys) && Array.isArray(deployments) && Array.isArray(activity);
  return areLists && (wallet === 'funded' || wallet === 'empty') && typeof deploymentCount === 'number';
}
