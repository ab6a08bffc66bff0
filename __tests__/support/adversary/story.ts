// What a drawn service does, as plain data, in the order of events. Times are seconds.
import type { AcceptanceForm, EndWord, HealthAnswer, IdStyle, LogForm, UnreadableValue } from './service/forms.ts';

/** How the answer to a deploy request goes wrong, or not. */
export const postAnswers = [
  'accepted',
  'joined',
  'busy',
  'busy, retry after 7 s',
  'rate limited',
  'rate limited, retry after 5 s',
  'quota',
  'quota, in capitals',
  'quota, retry after 5 s',
  'code of ours',
  'accepted with an error',
  'redirect',
  'billing',
  'reset',
  'cut',
  'hang',
  'stall',
  '500',
  '503, retry after 7 s',
  '502 page',
  '504 JSON of a gateway',
  '504 page after 50 s',
  '200 page',
  '202 page',
  '403 page',
  '404 text',
  '405 page',
] as const;
export type PostAnswer = (typeof postAnswers)[number];

/** What can happen to a read instead of, or on the way to, its good answer. */
export const readFaults = [
  'slow 8 s',
  'slow 12 s',
  'reset',
  'cut',
  'hang',
  'stall',
  '500',
  '503, retry after 7 s',
  '502 page',
  '504 page',
  '200 page',
  '403 page',
  '404 text',
  '405 page',
  'redirect',
  'gzip',
  'empty',
  'broken JSON',
  'null',
  'wrong types',
  'ok false',
  'rate limited',
  'rate limited, retry after 5 s',
  'rate limited, retry at a date',
  'rate limited page',
  'quota',
  'quota, retry after 5 s',
  'not found',
  'code of ours',
  'key quoted',
  'long message',
  'stale',
] as const;
export type ReadFault = (typeof readFaults)[number];

const endpoints = [
  'resources',
  'resource',
  'deployments',
  'deployment',
  'logs',
  'env',
  'openapi',
  'health',
  'deploy',
  'start',
  'stop',
  'restart',
  'other',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** One deploy request and what becomes of it. */
export interface PostPlan {
  readonly answer: PostAnswer;
  readonly body: AcceptanceForm;
  /** For an answer that does not decide it: whether the service takes the request all the same. */
  readonly takes: boolean;
  /** From the request to the deployment. */
  readonly createdAfterS: number;
  /** From the request to the answer. */
  readonly answeredAfterS: number;
}

/** Some requests of one endpoint that go wrong. */
export interface Fault {
  readonly on: Endpoint;
  readonly kind: ReadFault;
  /** Requests of this endpoint that pass before, and that are hit then. */
  readonly after: number;
  readonly times: number;
}

/** A deployment by somebody else. */
export interface Rival {
  /** From the start of the step, negative for before; counted from the first deploy request when `afterPost`. */
  readonly atS: number;
  readonly afterPost: boolean;
  readonly buildS: number;
  readonly outcome: 'finished' | 'failed';
}

/** Words for a build in progress that are none of the five. */
export const unknownStatuses = [
  '',
  'publishing',
  'provisioning',
  'FINISHED?',
  'done',
  'success',
  'failing',
  'cancelling',
  'cancel-requested',
  'timeout pending',
  'error (retry 1)',
  'skip_in_progress',
] as const;
type UnknownStatus = (typeof unknownStatuses)[number];

/** A build: what it does, and in which words and form it is shown. */
export interface Build {
  readonly queuedS: number;
  readonly buildS: number;
  readonly outcome: 'finished' | 'failed' | 'cancelled';
  /** How the status words are written. */
  readonly letters: 'lower' | 'upper' | 'capital';
  /** A status that is none of the five, shown at the beginning of the build. */
  readonly unknownStatus: UnknownStatus;
  /** The word for its end, where it does not finish; '' for one of the five. */
  readonly endWord: EndWord;
  readonly lines: number;
  readonly log: LogForm;
  /** The last lines of the log come this long after the end. */
  readonly lateLogS: number;
  /** The response also holds another deployment, which has finished. */
  readonly previousInside: boolean;
  readonly hasStatus: boolean;
}

/** How the list of deployments is sent. */
export interface List {
  readonly order: 'latest first' | 'older ones in disorder' | 'oldest first';
  /** At most so many items; 0 for all. */
  readonly cap: number;
  /** How long a new deployment is missing. */
  readonly lagS: number;
  /** An old item is deleted at this time, so that in a capped list an older one slides in; 0 for never. */
  readonly slideAtS: number;
  /** An entry without an id, and where it stands. */
  readonly anonymous: 'none' | 'first' | 'last' | 'second' | 'ours';
  readonly more: More;
  readonly none: 'empty' | '404';
  readonly logsInside: boolean;
}

/** The word that a resource shows, and what it stands for. */
export interface ResourceStatus {
  readonly word: string;
  readonly kind: 'up' | 'down' | 'broken' | 'moving' | 'unknown';
}

/** What the resource does after the work that the step asked for. */
export interface App {
  readonly before: ResourceStatus;
  /** The old status is still shown for so long. */
  readonly staleS: number;
  readonly moving: ResourceStatus;
  readonly movingS: number;
  /** Shown for a moment before the last status. */
  readonly passing: ResourceStatus;
  readonly passingS: number;
  readonly after: ResourceStatus;
  /** Its status also shows an age, which is counted in units of so many seconds; 0 for none. */
  readonly ageUnitS: number;
  /** The resource itself is shown without its status. */
  readonly isStatusOnlyListed: boolean;
  /** The service shows no status of a resource at all. */
  readonly hasNoStatus: boolean;
}

/** What is beside a list; after `a cursor` each shows that the list holds only a part of all. */
export type More = 'nothing' | 'a cursor' | 'total' | 'hasMore' | 'nextCursor' | 'nextPage';

/** True for a list that shows that it is not all. A bare cursor shows nothing. */
export const isPartial = (more: More): boolean => more !== 'nothing' && more !== 'a cursor';

/** The resources as they are listed and shown. */
export interface Resources {
  readonly more: More;
  /** `own`: where this server listens. */
  readonly domains: 'one' | 'own' | 'none';
}

/** The variables of the resource, and what the step requires of them. */
export interface Env {
  readonly names: readonly string[];
  readonly more: More;
  readonly required: 'none' | 'present' | 'missing';
}

/** The health check of the step, and what answers it. */
export interface Health {
  readonly target: 'none' | 'path' | 'address';
  /** The step asks for a text in the answer. */
  readonly contains: boolean;
  readonly before: HealthAnswer;
  /** From the change of the app, or from the start where nothing changes, until the new release answers. */
  readonly switchAfterS: number;
  readonly after: HealthAnswer;
}

export const operationNames = [
  'deploy',
  'wait',
  'status',
  'start',
  'stop',
  'restart',
  'list',
  'logs',
  'env',
  'check',
] as const;
export type OperationName = (typeof operationNames)[number];

/** What happens at one resource. */
export interface Part {
  readonly resourceId: string;
  readonly past: readonly ('finished' | 'failed')[];
  readonly posts: readonly PostPlan[];
  readonly build: Build;
  readonly isBusyWhileBuilding: boolean;
  readonly rivals: readonly Rival[];
  readonly list: List;
  readonly app: App;
  readonly faults: readonly Fault[];
}

/** The whole of a drawn service and of the step that meets it. */
export interface Story extends Part {
  readonly operation: OperationName;
  readonly timeoutS: number;
  readonly waits: boolean;
  readonly onBusy: 'wait' | 'fail' | 'skip';
  readonly target: 'none' | 'latest' | 'named';
  readonly ids: IdStyle;
  readonly resources: Resources;
  readonly env: Env;
  /** Lines in the log of the running app. */
  readonly runtimeLines: number;
  readonly health: Health;
  readonly unreadable: readonly UnreadableValue[];
  /** The step writes debug lines. */
  readonly isDebug: boolean;
  /** `build-log` of the step. */
  readonly showsLogs: boolean;
  /** Further resources of the step; all of one account, and served alike. */
  readonly others: readonly Part[];
  readonly isOneByOne: boolean;
  readonly failFast: boolean;
  /** The run is cancelled at this time; 0 for never. */
  readonly cancelAtS: number;
  /** Seed of the step's own chance. */
  readonly seed: number;
}

/** The story of one resource of a step. */
export function storyOf(story: Story, resourceId: string): Story {
  const part = story.others.find((other) => other.resourceId === resourceId);
  return part === undefined ? story : { ...story, ...part };
}

/** All resources of a step, in the order given. */
export function resourceIdsOf({ resourceId, others }: Story): string[] {
  return [resourceId, ...others.map((other) => other.resourceId)];
}
