// A story: a service, everything that happens to it, and the step that meets it, as plain data.
// Times are seconds. Whoever adds a field adds its harmless value to `plainStory`.
import type { AnswerForm, DetailForm, ListForm, LogForm } from './forms.ts';
import type { Trouble } from './troubles.ts';

/** The operation that follows a deployment without a request of its own. */
export const FOLLOW = 'follow';

export type End = 'finished' | 'failed' | 'cancelled';

/** Trouble of one request that changes something. */
interface Fate {
  readonly trouble: Trouble | 'busy';
  /** The service carries the request out all the same, so much later; undefined: it does not. */
  readonly takenAfterS?: number;
}

/** A deployment by somebody else; it begins so long after the first request, or long before it. */
interface Rival {
  readonly atS: number | 'before';
  readonly buildS: number;
  readonly end: End;
}

/** A time in which requests meet trouble; since the start, the first request, or the end of ours. */
export interface Spell {
  readonly on: 'all' | 'reads' | 'list' | 'detail' | 'resource';
  readonly trouble: Trouble;
  readonly since: 'start' | 'request' | 'end';
  readonly afterS: number;
  readonly lastsS: number;
  /** Requests that change something are carried out, although their answer is lost. */
  readonly carriesOut: boolean;
}

/** Everything that happens, and what the step is asked to do. */
export interface Story {
  /** Of the step's own chance. */
  readonly seed: number;
  readonly operation: 'deploy' | typeof FOLLOW | 'start' | 'stop' | 'restart';
  readonly timeoutS: number;
  readonly waits: boolean;
  readonly onBusy: 'wait' | 'fail';
  /** `ours`: the id of the deployment that is followed. */
  readonly target: '' | 'latest' | 'ours';
  readonly healthCheck: boolean;
  readonly debug: boolean;
  /** The run is cancelled at this time; 0: never. */
  readonly cancelS: number;
  readonly key: string;
  /** Stands in logs, messages and names, and would be obeyed if it were not cleaned. */
  readonly hostile: string;
  /** Ends of earlier deployments, the latest last. */
  readonly past: readonly End[];
  /** What becomes of the first requests. */
  readonly fates: readonly Fate[];
  /** What a request meets while another deployment is in progress. */
  readonly whileBusy: 'parallel' | 'busy' | 'supersedes' | 'joins';
  /** When the deployment to follow begins, from the start of the step. */
  readonly createdS: number;
  readonly buildS: number;
  /** The words while it builds and for its end. */
  readonly meanwhile: string;
  readonly end: End;
  readonly endWord: string;
  /** Ours is deleted so long after its creation; 0: never. */
  readonly deletedS: number;
  readonly rivals: readonly Rival[];
  /** The list, and the detail, are those of so long ago. */
  readonly listLagS: number;
  readonly detailLagS: number;
  /** At most so many entries are listed; at `slideS` the latest earlier one is deleted; 0: never. */
  readonly cap: number;
  readonly slideS: number;
  /** What the app shows before the work and after it, each so long after the state before. */
  readonly before: string;
  readonly app: readonly { readonly afterS: number; readonly word: string }[];
  /** The states of `app` come again and again. */
  readonly loops: boolean;
  readonly spells: readonly Spell[];
  readonly answerForm: AnswerForm;
  readonly detailForm: DetailForm;
  readonly listForm: ListForm;
  readonly logForm: LogForm;
}

/** A service that does everything well, and a plain deploy. */
export const plainStory: Story = {
  seed: 1,
  operation: 'deploy',
  timeoutS: 600,
  waits: true,
  onBusy: 'wait',
  target: '',
  healthCheck: false,
  debug: false,
  cancelS: 0,
  key: 'sk/9Q2+x9Zt_4411abc',
  hostile: '',
  past: ['finished'],
  fates: [],
  whileBusy: 'parallel',
  createdS: 0,
  buildS: 20,
  meanwhile: 'building',
  end: 'finished',
  endWord: 'finished',
  deletedS: 0,
  rivals: [],
  listLagS: 0,
  detailLagS: 0,
  cap: 0,
  slideS: 0,
  before: 'running',
  app: [],
  loops: false,
  spells: [],
  answerForm: 'deploymentId',
  detailForm: 'deployment',
  listForm: 'deployments',
  logForm: 'text',
};

export const isLifecycle = ({ operation }: Story): boolean =>
  operation !== 'deploy' && operation !== FOLLOW;

/** Words of apps by what they mean to the contract; `-`: the service shows no status. */
export const APP_WORDS = {
  up: ['running', 'Running (healthy)', 'active', 'online'],
  bad: ['exited', 'down', 'crashed', 'Exited (1)', 'OOMKilled', 'restarting'],
  moving: ['starting', 'deploying', 'pending', 'updating'],
  asleep: ['stopped', 'sleeping', 'paused'],
  other: ['unhealthy', 'running (unhealthy)', 'degraded', 'v2', '-'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a word means: a key of `APP_WORDS`. */
export const kindOf = (word: string): string | undefined =>
  Object.entries(APP_WORDS).find(([, words]) => words.some((one) => one === word))?.[0];
