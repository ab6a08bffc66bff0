// What a service may do in an explored story: a table of options for each moment of a deploy, the harmless one first.
import { goodStory } from '../support/adversary/describe.ts';
import type { Script } from '../support/adversary/service.ts';
import type { App, Build, List, PostPlan, ReadTrouble, Rival, Story } from '../support/adversary/story.ts';
import type { Choices } from './choices.ts';

type Options<T> = readonly (readonly [label: string, value: T])[];

const accepted: PostPlan = { answer: 'accepted', body: 'id', takes: true, createdAfterS: 0, answeredAfterS: 0 };
const plan = (more: Partial<PostPlan>): PostPlan => ({ ...accepted, takes: false, ...more });

/** Answers after which only the list can show what became of the request. */
const losses: Options<PostPlan> = [
  ['the connection is cut, the request was taken', plan({ answer: 'reset', takes: true })],
  ['the connection is cut, nothing was taken', plan({ answer: 'reset' })],
  ['the connection is cut, the request is taken after 8 s', plan({ answer: 'reset', takes: true, createdAfterS: 8 })],
  ['500 in JSON, the request was taken', plan({ answer: '500', takes: true })],
  ['500 in JSON, nothing was taken', plan({ answer: '500' })],
  [
    'a page of a gateway, the request is taken after 60 s',
    plan({ answer: '502 page', takes: true, createdAfterS: 60 }),
  ],
  ['a page of a gateway, nothing was taken', plan({ answer: '502 page' })],
  ['a page with status 200, nothing was taken', plan({ answer: '200 page' })],
  ['no answer, the request was taken', plan({ answer: 'hang', takes: true })],
  [
    '504 after 50 s, the request is taken after 60 s',
    plan({ answer: '504 page after 50 s', takes: true, createdAfterS: 60 }),
  ],
];

const refusals: Options<PostPlan> = [
  ['busy', plan({ answer: 'busy' })],
  ['busy, retry after 7 s', plan({ answer: 'busy, retry after 7 s' })],
];

const posts: Options<PostPlan> = [
  ['accepted, the answer names it', accepted],
  ['accepted, the answer names nothing', { ...accepted, body: 'ok only' }],
  ['accepted after 20 s', { ...accepted, answeredAfterS: 20 }],
  ['joined to the deployment in progress, if there is one', { ...accepted, answer: 'joined' }],
  ...losses,
  ...refusals,
  ['rate limited', plan({ answer: 'rate limited' })],
  ['rate limited, retry after 5 s', plan({ answer: 'rate limited, retry after 5 s' })],
];

/** A read that goes wrong some times. */
interface Fault {
  readonly kind: ReadTrouble;
  readonly times: number;
}

const firstLists: Options<Fault | undefined> = [
  ['is read', undefined],
  ['is lost once', { kind: 'reset', times: 1 }],
  ['is a page twice', { kind: '200 page', times: 2 }],
  ['is refused once, retry after 5 s', { kind: 'rate limited, retry after 5 s', times: 1 }],
  ['does not answer once', { kind: 'hang', times: 1 }],
];

const laterLists: Options<{ readonly list: Partial<List>; readonly fault?: Fault }> = [
  ['fresh', { list: {} }],
  ['shows a new deployment 4 s late', { list: { lagS: 4 } }],
  ['shows two items', { list: { cap: 2 } }],
  ['shows two items, an older one slides in', { list: { cap: 2, slideAtS: 0.001 } }],
  ['has the older ones in disorder', { list: { order: 'older ones in disorder' } }],
  ['has a first item without id', { list: { anonymous: 'first' } }],
  ['is a page 3 times', { list: {}, fault: { kind: '200 page', times: 3 } }],
  ['is 500 for half a minute', { list: {}, fault: { kind: '500', times: 6 } }],
];

const details: Options<Fault | undefined> = [
  ['is read', undefined],
  ['is not found 3 times', { kind: 'not found', times: 3 }],
  ['is never found', { kind: 'not found', times: 1_000 }],
  ['is 500 3 times', { kind: '500', times: 3 }],
  ['is a page 3 times', { kind: '403 page', times: 3 }],
  ['never is more than a page', { kind: '403 page', times: 1_000 }],
  ['is that of the previous one twice', { kind: 'stale', times: 2 }],
  ['does not answer once', { kind: 'hang', times: 1 }],
  ['is refused once, retry after 5 s', { kind: 'rate limited, retry after 5 s', times: 1 }],
];

const builds: Options<Partial<Build>> = [
  ['finishes', {}],
  ['fails', { outcome: 'failed' }],
  ['fails, the last lines come a second late', { outcome: 'failed', lateLogS: 1 }],
  ['is cancelled', { outcome: 'cancelled' }],
  ['finishes, the middle of its log is removed', { log: 'text, middle removed', lines: 14 }],
  ['finishes, its log has an unknown form', { log: 'unknown form' }],
];

const apps: Options<Partial<App>> = [
  ['runs', {}],
  ['crashes', { after: { word: 'crashed', kind: 'broken' } }],
  ['restarts for 12 s', { moving: { word: 'restarting', kind: 'moving' }, movingS: 12 }],
  ['is stopped', { after: { word: 'stopped', kind: 'down' } }],
];

const rivalsBefore: Options<readonly Rival[]> = [
  ['none', []],
  ['one is building', [{ atS: -5, afterPost: false, buildS: 25, outcome: 'finished' }]],
];

const rivalsMeanwhile: Options<readonly Rival[]> = [
  ['none', []],
  ['one begins with our request', [{ atS: 0, afterPost: true, buildS: 20, outcome: 'finished' }]],
  ['one begins 3 s after our request', [{ atS: 3, afterPost: true, buildS: 20, outcome: 'failed' }]],
];

const waiting: Options<boolean> = [
  ['true', true],
  ['false', false],
];
const onBusy: Options<Story['onBusy']> = [
  ['wait', 'wait'],
  ['fail', 'fail'],
  ['skip', 'skip'],
];

/** After so many deploy requests that were not simply accepted, the service takes the next. */
const MOST_POSTS = 3;
/** More than any explored story needs; a story that ends at its deadline had the deadline moved. */
const TIMEOUT_S = 600;

/** The service of one explored story. Its choices are made when the story comes to them. */
export function exploredScript({ choose }: Choices, { timeoutS = TIMEOUT_S }: { timeoutS?: number } = {}): Script {
  let posted = 0;
  let listsBefore = 0;
  const waits = choose('wait', waiting);
  const whenBusy = waits ? choose('on-busy', onBusy) : 'wait';
  const postOptions = (number: number): Options<PostPlan> => {
    if (number >= MOST_POSTS) return posts.slice(0, 1);
    // With on-busy, the stories without a busy resource are those of on-busy: wait.
    return whenBusy === 'wait' ? posts : [...refusals, ...(number === 0 ? losses : [])];
  };
  const story: Story = {
    ...goodStory,
    timeoutS,
    waits,
    onBusy: whenBusy,
    past: ['finished', 'finished', 'finished'],
    get build() {
      const usual: Build = { ...goodStory.build, queuedS: 2, buildS: 12, lines: 6 };
      return posted === 0 ? usual : { ...usual, ...choose('the build', builds) };
    },
    get list() {
      return posted === 0 ? goodStory.list : { ...goodStory.list, ...choose('the list afterwards', laterLists).list };
    },
    get app() {
      return posted === 0 ? goodStory.app : { ...goodStory.app, ...choose('the app', apps) };
    },
  };

  function faultOf(fault: Fault | undefined, number: number): ReadTrouble | undefined {
    return fault !== undefined && number < fault.times ? fault.kind : undefined;
  }

  return {
    story,
    troubleOf(endpoint, number) {
      if (endpoint === 'deployments' && posted === 0) {
        listsBefore = number + 1;
        return faultOf(choose('the first list', firstLists), number);
      }
      if (endpoint === 'deployments')
        return faultOf(choose('the list afterwards', laterLists).fault, number - listsBefore);
      return endpoint === 'deployment' ? faultOf(choose('the detail', details), number) : undefined;
    },
    postPlan(number) {
      posted += 1;
      return choose(`deploy request ${number + 1}`, postOptions(number));
    },
    rivals: (moment) =>
      moment === 'start'
        ? choose('another deployment before', rivalsBefore)
        : choose('another deployment meanwhile', rivalsMeanwhile),
  };
}
