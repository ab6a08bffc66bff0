// One promise, and words that several of them share.
import type { Served } from '../service/service.ts';
import type { Trial } from '../trial.ts';

/** Hands back what is wrong, in words; nothing when the promise was kept. */
export type Invariant = (trial: Trial) => string | undefined;

export const passed = ({ run }: Trial): boolean => run.exitCode === 0;

/** What leaves open whether the service takes a request. */
export const isLost = (fault: string): boolean =>
  /^(reset|cut|hang|stall|50\d|\d\d\d page|504 page after 50 s|404 text|redirect|gzip|503)/.test(fault);

/** A request that changes something, unlike a read. */
export const isChange = ({ endpoint }: Pick<Served, 'endpoint'>): boolean =>
  ['deploy', 'start', 'stop', 'restart'].includes(endpoint);

export const isSkipped = ({ run }: Trial): boolean => (run.outputs['skipped'] ?? '') !== '';
