// The type of an invariant, and predicates that several of them use.
import type { Served } from '../service/service.ts';
import type { Trial } from '../trial.ts';

/** Returns a description of what is wrong, or undefined when the invariant holds. */
export type Invariant = (trial: Trial) => string | undefined;

export const passed = ({ run }: Trial): boolean => run.exitCode === 0;

/** Whether this fault leaves it open if the service accepted the request. */
export const isLost = (fault: string): boolean =>
  /^(reset|cut|hang|stall|50\d|\d\d\d page|504 page after 50 s|404 text|redirect|gzip|503)/.test(fault);

/** A request that changes something, unlike a read. */
export const isChange = ({ endpoint }: Pick<Served, 'endpoint'>): boolean =>
  ['deploy', 'start', 'stop', 'restart'].includes(endpoint);

export const isSkipped = ({ run }: Trial): boolean => (run.outputs['skipped'] ?? '') !== '';
