// What happens in each trial, and the expected results of its steps.
import { commitOf, HEAD_COMMIT } from './truth.ts';
import type { OtherBuild, WorldPlan } from './world.ts';

/** What a step is about; deployments are identified by who started them. */
type Subject =
  | { readonly kind: 'deployment'; readonly by: 'past' | 'somebody else' | 'step' }
  | { readonly kind: 'app'; readonly action: 'start' | 'stop' | 'restart' }
  | { readonly kind: 'list' | 'logs' | 'env' | 'check' };

/** The expected result of a step. */
interface Expectation {
  readonly subject: Subject;
  /** The output `error-code`; empty for a step that passes. */
  readonly errorCode: '' | 'deployment_failed' | 'deployment_cancelled';
  /** Nothing unusual happens, so no warning is expected. */
  readonly isOrdinary: boolean;
  /** The deployment has another commit than the run: one warning is expected. */
  readonly hasOtherCommit?: boolean;
}

/** One step of a trial. */
export interface StepPlan {
  readonly operation: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The input `deployment-id` is the id of somebody else's deployment. */
  readonly namesDeployment?: boolean;
  readonly sha: string;
  readonly expected: Expectation;
}

/** One trial. */
export interface Scenario {
  readonly name: string;
  readonly world: WorldPlan;
  readonly steps: readonly StepPlan[];
}

const ordinaryWorld: WorldPlan = { apps: 1, state: 'up', ending: 'finished', others: [] };

const building: OtherBuild = { atMs: -5_000, queuedMs: 1_000, buildMs: 40_000, ending: 'finished' };

const passes: Omit<Expectation, 'subject'> = { errorCode: '', isOrdinary: true };

function step(
  operation: string,
  subject: Subject,
  more: Partial<Omit<StepPlan, 'expected'> & Expectation> = {},
): StepPlan {
  const { inputs = {}, namesDeployment = false, sha = HEAD_COMMIT, ...expected } = more;
  return { operation, inputs, namesDeployment, sha, expected: { ...passes, subject, ...expected } };
}

const ours: Subject = { kind: 'deployment', by: 'step' };
const others: Subject = { kind: 'deployment', by: 'somebody else' };
const past: Subject = { kind: 'deployment', by: 'past' };

/** The commit of the latest past deployment. */
const PAST_COMMIT = commitOf('past 0.2');

function scenario(name: string, steps: StepPlan | readonly StepPlan[], world: Partial<WorldPlan> = {}): Scenario {
  return { name, world: { ...ordinaryWorld, ...world }, steps: 'operation' in steps ? [steps] : steps };
}

/** A deploy while somebody else builds. */
export function deployBeside(name: string, beside: OtherBuild): Scenario {
  return scenario(name, step('deploy', ours), { others: [beside] });
}

/** The scenarios that are played on each platform. */
export const scenarios: readonly Scenario[] = [
  scenario('deploy', step('deploy', ours)),
  scenario('deploy of another commit', step('deploy', ours, { sha: commitOf('another'), hasOtherCommit: true })),
  scenario('deploy with required-env', step('deploy', ours, { inputs: { 'required-env': 'DATABASE_URL PORT' } })),
  scenario('deploy of three apps', step('deploy', ours), { apps: 3 }),
  scenario('deploy that fails', step('deploy', ours, { errorCode: 'deployment_failed', isOrdinary: false }), {
    ending: 'failed',
  }),
  scenario(
    'deploy cancelled in the console',
    step('deploy', ours, { errorCode: 'deployment_cancelled', isOrdinary: false }),
    { ending: 'cancelled' },
  ),
  deployBeside('deploy while busy', building),
  scenario('deploy request lost after it was accepted', step('deploy', ours, { isOrdinary: false }), {
    firstRequest: 'lost after',
  }),
  scenario('deploy request lost before it was accepted', step('deploy', ours, { isOrdinary: false }), {
    firstRequest: 'lost before',
  }),
  scenario('two deploys at once', [step('deploy', ours), step('deploy', ours)]),
  scenario('wait with id', step('wait', others, { namesDeployment: true }), {
    others: [{ ...building, isHead: true }],
  }),
  scenario('wait for latest', step('wait', past, { inputs: { 'deployment-id': 'latest' }, sha: PAST_COMMIT })),
  scenario('wait without id, one in progress', step('wait', others), { others: [{ ...building, isHead: true }] }),
  scenario('wait without id, one appears', step('wait', others), {
    others: [{ ...building, atMs: 20_000, isHead: true }],
  }),
  scenario('start', step('start', { kind: 'app', action: 'start' }), { state: 'down' }),
  scenario('stop', step('stop', { kind: 'app', action: 'stop' })),
  scenario('restart', step('restart', { kind: 'app', action: 'restart' })),
  scenario('status', step('status', past, { sha: PAST_COMMIT })),
  scenario('list', step('list', { kind: 'list' })),
  scenario('logs', step('logs', { kind: 'logs' })),
  scenario('env', step('env', { kind: 'env' })),
  scenario('check', step('check', { kind: 'check' })),
];
