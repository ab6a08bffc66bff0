// A story about one class of what a service may do, with little else in the way; `focuses.ts` lists the classes.
import * as fc from 'fast-check';
import { goodStory } from '../good-story.ts';
import type { App, Build, Env, Health, List, OperationName, Resources, Story } from '../story.ts';

/** What is fixed of a story. */
interface Change extends Partial<
  Pick<
    Story,
    | 'waits'
    | 'onBusy'
    | 'target'
    | 'past'
    | 'posts'
    | 'isBusyWhileBuilding'
    | 'rivals'
    | 'faults'
    | 'unreadable'
    | 'isDebug'
    | 'runtimeLines'
  >
> {
  readonly build?: Partial<Build>;
  readonly list?: Partial<List>;
  readonly app?: Partial<App>;
  readonly resources?: Partial<Resources>;
  readonly env?: Partial<Env>;
  readonly health?: Health;
}

/** One class, for the operations that it concerns. */
export interface Focus {
  readonly operations: readonly [OperationName, ...OperationName[]];
  readonly change: fc.Arbitrary<Change>;
}

/** The story with what the focus fixes; all that could hide it is gone. */
export function focused(story: Story, change: Change): Story {
  const { build, list, app, resources, env, ...step } = change;
  return {
    ...story,
    timeoutS: 400,
    cancelAtS: 0,
    waits: true,
    onBusy: 'wait',
    posts: [],
    rivals: [],
    faults: [],
    others: [],
    unreadable: [],
    health: goodStory.health,
    isBusyWhileBuilding: false,
    showsLogs: true,
    ...step,
    build: { ...story.build, outcome: 'finished', endWord: '', hasStatus: true, ...build },
    list: {
      ...story.list,
      order: 'latest first',
      lagS: 0,
      slideAtS: 0,
      anonymous: 'none',
      more: 'nothing',
      logsInside: false,
      ...list,
    },
    app: { ...story.app, hasNoStatus: false, ...app },
    resources: { ...story.resources, ...resources },
    env: { ...story.env, required: 'none', ...env },
  };
}
