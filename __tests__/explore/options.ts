// What can be chosen in an explored story: for each choice its options, the harmless one first.
import { accepted } from '../support/adversary/good-story.ts';
import { OLDER_WORD } from '../support/adversary/service/forms.ts';
import type {
  App,
  Build,
  List,
  PostPlan,
  ReadFault,
  ResourceStatus,
  Rival,
  Story,
} from '../support/adversary/story.ts';

/** The options of one choice, each with its label in words. */
export type Options<T> = readonly (readonly [label: string, value: T])[];

const plan = (more: Partial<PostPlan>): PostPlan => ({ ...accepted, takes: false, ...more });

/** Choices that do not affect whose deployment it is. The bound counts them double beside choices that do. */
export const apart: ReadonlySet<string> = new Set([
  'the resource before',
  'the app before',
  'the deployments before',
  'the build',
  'the app',
  'the resource afterwards',
]);

/** Responses after which only the list can show whether the request was accepted. */
export const losses: Options<PostPlan> = [
  ['the connection is cut, the request was taken', plan({ answer: 'reset', takes: true })],
  ['the connection is cut, nothing was taken', plan({ answer: 'reset' })],
  ['the connection is cut, the request is taken after 8 s', plan({ answer: 'reset', takes: true, createdAfterS: 8 })],
  ['500 in JSON, the request was taken', plan({ answer: '500', takes: true })],
  ['500 in JSON, nothing was taken', plan({ answer: '500' })],
  ['503 in JSON, retry after 7 s, nothing was taken', plan({ answer: '503, retry after 7 s' })],
  [
    'a page of a gateway, the request is taken after 60 s',
    plan({ answer: '502 page', takes: true, createdAfterS: 60 }),
  ],
  ['a page of a gateway, nothing was taken', plan({ answer: '502 page' })],
  ['a page with status 200, nothing was taken', plan({ answer: '200 page' })],
  ['a page with status 403, the request was taken', plan({ answer: '403 page', takes: true })],
  ['no answer, the request was taken', plan({ answer: 'hang', takes: true })],
  [
    '504 after 50 s, the request is taken after 60 s',
    plan({ answer: '504 page after 50 s', takes: true, createdAfterS: 60 }),
  ],
];

export const refusedAsBusy: Options<PostPlan> = [
  ['busy', plan({ answer: 'busy' })],
  ['busy, retry after 7 s', plan({ answer: 'busy, retry after 7 s' })],
];

export const posts: Options<PostPlan> = [
  ['accepted, the answer names it', accepted],
  ['accepted, the answer names nothing', { ...accepted, body: 'ok only' }],
  ['accepted after 20 s', { ...accepted, answeredAfterS: 20 }],
  ['joined to the deployment in progress, if there is one', { ...accepted, answer: 'joined' }],
  ...losses,
  ...refusedAsBusy,
  ['rate limited', plan({ answer: 'rate limited' })],
  ['rate limited, retry after 5 s', plan({ answer: 'rate limited, retry after 5 s' })],
];

/** A fault of a read, and how many times it occurs. */
export interface Fault {
  readonly kind: ReadFault;
  readonly times: number;
}

const EVERY_TIME = 1_000;

export const resourceFaults: Options<Fault | undefined> = [
  ['is read', undefined],
  ['is lost once', { kind: 'reset', times: 1 }],
  ['is 503 once, retry after 7 s', { kind: '503, retry after 7 s', times: 1 }],
  ['is refused once, retry after 5 s', { kind: 'rate limited, retry after 5 s', times: 1 }],
  ['never is more than a page', { kind: '403 page', times: EVERY_TIME }],
];

export const firstListFaults: Options<Fault | undefined> = [
  ['is read', undefined],
  ['is lost once', { kind: 'reset', times: 1 }],
  ['is a page twice', { kind: '200 page', times: 2 }],
  ['is refused once, retry after 5 s', { kind: 'rate limited, retry after 5 s', times: 1 }],
  ['does not answer once', { kind: 'hang', times: 1 }],
  // Without a list before, a deployment is ours by the list only if it is seen in progress.
  ['is not found', { kind: 'not found', times: EVERY_TIME }],
  ['never has a shape that can be read', { kind: 'wrong types', times: EVERY_TIME }],
];

export const laterListFaults: Options<Fault | undefined> = [
  ['is read', undefined],
  ['is a page 3 times', { kind: '200 page', times: 3 }],
  ['is 500 for half a minute', { kind: '500', times: 6 }],
  ['is refused once, retry after 5 s', { kind: 'rate limited, retry after 5 s', times: 1 }],
];

/** From this lag on, a lost request is retried before the list shows it, so the service has to refuse the retry. */
export const LONG_LAG_S = 20;

/** `first` applies from the start, `later` only after the first deploy request. */
export const lists: Options<{ readonly first: Partial<List>; readonly later?: Partial<List> }> = [
  ['is fresh', { first: {} }],
  ['shows a new deployment 4 s late', { first: { lagS: 4 } }],
  ['shows a new deployment 20 s late, a second request is busy', { first: { lagS: LONG_LAG_S } }],
  ['shows two items', { first: { cap: 2 } }],
  ['shows two items, an older one slides in', { first: { cap: 2 }, later: { slideAtS: 0.001 } }],
  ['has the older ones in disorder', { first: { order: 'older ones in disorder' } }],
  ['begins with the oldest', { first: { order: 'oldest first' } }],
  ['has a new first item without id', { first: {}, later: { anonymous: 'first' } }],
];

export const details: Options<Fault | undefined> = [
  ['is read', undefined],
  ['is not found 3 times', { kind: 'not found', times: 3 }],
  ['is never found', { kind: 'not found', times: EVERY_TIME }],
  ['is 500 3 times', { kind: '500', times: 3 }],
  ['is a page 3 times', { kind: '403 page', times: 3 }],
  ['never is more than a page', { kind: '403 page', times: EVERY_TIME }],
  ['is that of the previous one twice', { kind: 'stale', times: 2 }],
  ['does not answer once', { kind: 'hang', times: 1 }],
  ['is refused once, retry after 5 s', { kind: 'rate limited, retry after 5 s', times: 1 }],
];

export const builds: Options<Partial<Build>> = [
  ['finishes', {}],
  ['fails', { outcome: 'failed' }],
  // Ends shortly before a poll, which therefore does not show the last lines yet.
  ['fails, the last lines come a second late', { outcome: 'failed', buildS: 6.5, lateLogS: 1 }],
  ['fails, the last lines come 5 s late', { outcome: 'failed', lateLogS: 5 }],
  ['finishes, the last lines come while the app starts', { lateLogS: 4 }],
  ['is cancelled', { outcome: 'cancelled' }],
  ['ends as "timed_out"', { outcome: 'failed', endWord: 'timed_out' }],
  ['ends as "superseded"', { outcome: 'cancelled', endWord: 'superseded' }],
  ['shows an unknown status at first', { unknownStatus: 'publishing' }],
  ['finishes, the middle of its log is removed', { log: 'text, middle removed', lines: 14 }],
  ['finishes, its log has an unknown form', { log: 'unknown form' }],
];

export const apps: Options<Partial<App>> = [
  ['runs', {}],
  ['crashes', { after: { word: 'crashed', kind: 'broken' } }],
  ['restarts for 12 s', { moving: { word: 'restarting', kind: 'moving' }, movingS: 12 }],
  ['is stopped', { after: { word: 'stopped', kind: 'down' } }],
  ['has an unknown status', { after: { word: 'purple', kind: 'unknown' } }],
];

const steady = (status: ResourceStatus): Partial<App> => ({ before: status, after: status });

/** The status of the app before and after the deploy; the first option leaves it to {@link apps}. */
export const appsBefore: Options<Partial<App> | undefined> = [
  ['runs', undefined],
  ['is stopped, and stays so', steady({ word: 'stopped', kind: 'down' })],
  ['has an unknown status, and keeps it', steady({ word: 'purple', kind: 'unknown' })],
  ['has crashed, and stays so', steady({ word: 'crashed', kind: 'broken' })],
  ['shows no status', { hasNoStatus: true }],
];

/** Final statuses; the second option's is known to be final from an older deployment only. */
export const history: Options<Partial<Build>> = [
  ['have the documented statuses', {}],
  ['show the final status of ours, which is not known otherwise', { outcome: 'failed', endWord: OLDER_WORD }],
];

export const rivalsBefore: Options<readonly Rival[]> = [
  ['none', []],
  ['one is building', [{ atS: -5, afterPost: false, buildS: 25, outcome: 'finished' }]],
  ['one builds for an hour', [{ atS: -5, afterPost: false, buildS: 3_600, outcome: 'finished' }]],
];

export const rivalsMeanwhile: Options<readonly Rival[]> = [
  ['none', []],
  ['one begins with our request', [{ atS: 0, afterPost: true, buildS: 20, outcome: 'finished' }]],
  ['one begins with our request and ends at once', [{ atS: 0, afterPost: true, buildS: 0, outcome: 'finished' }]],
  ['one begins 3 s after our request', [{ atS: 3, afterPost: true, buildS: 20, outcome: 'failed' }]],
];

export const waiting: Options<boolean> = [
  ['true', true],
  ['false', false],
];

export const onBusy: Options<Story['onBusy']> = [
  ['wait', 'wait'],
  ['fail', 'fail'],
  ['skip', 'skip'],
];
