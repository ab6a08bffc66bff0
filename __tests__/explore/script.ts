// A service whose behaviour is chosen while the story is played.
import { goodStory } from '../support/adversary/good-story.ts';
import type { Script } from '../support/adversary/service/service.ts';
import type { Build, PostPlan, ReadFault, Story } from '../support/adversary/story.ts';
import type { Choices } from './choices.ts';
import * as options from './options.ts';

/** After this many deploy requests that were not simply accepted, the service accepts the next. */
const MOST_POSTS = 3;
/** Longer than the ten minutes after which the step gives up on an unchanged queue. */
const TIMEOUT_S = 720;
/** Longer than the gap between a cut request and the next one. */
const LONG_BUILD_S = 20;

/** The service of one explored story. */
export function exploredScript({ choose }: Choices, { timeoutS = TIMEOUT_S }: { timeoutS?: number } = {}): Script {
  let posted = 0;
  let listsBefore = 0;
  let resourcesBefore = 0;
  const waits = choose('wait', options.waiting);
  const whenBusy = choose('on-busy', options.onBusy);
  const theList = () => choose('the list', options.lists);
  const history = () => choose('the deployments before', options.history);
  const hasLongLag = (): boolean => (theList().first.lagS ?? 0) >= options.LONG_LAG_S;
  const story: Story = {
    ...goodStory,
    timeoutS,
    waits,
    onBusy: whenBusy,
    past: ['failed', 'finished', 'finished'],
    get build() {
      const usual: Build = { ...goodStory.build, queuedS: 1, buildS: 5, lines: 6, ...history() };
      if (posted === 0) return usual;
      const lasting = { ...usual, buildS: hasLongLag() ? LONG_BUILD_S : usual.buildS };
      return usual.endWord === '' ? { ...lasting, ...choose('the build', options.builds) } : lasting;
    },
    get isBusyWhileBuilding() {
      return posted > 0 && hasLongLag();
    },
    get list() {
      const { first, later = {} } = theList();
      return { ...goodStory.list, ...first, ...(posted === 0 ? {} : later) };
    },
    get app() {
      const asBefore = choose('the app before', options.appsBefore);
      if (asBefore !== undefined || posted === 0) return { ...goodStory.app, ...asBefore };
      return { ...goodStory.app, ...choose('the app', options.apps) };
    },
  };

  function postOptions(number: number): options.Options<PostPlan> {
    if (number >= MOST_POSTS) return options.posts.slice(0, 1);
    // With on-busy, the stories without a busy resource are those of on-busy: wait.
    if (whenBusy === 'wait') return options.posts;
    return number === 0 ? [...options.refusedAsBusy, ...options.losses] : options.refusedAsBusy;
  }

  function faultOf(fault: options.Fault | undefined, number: number): ReadFault | undefined {
    return fault !== undefined && number < fault.times ? fault.kind : undefined;
  }

  return {
    story,
    faultOf(endpoint, number) {
      const isBefore = posted === 0;
      if (endpoint === 'deployments') {
        if (isBefore) listsBefore = number + 1;
        return isBefore
          ? faultOf(choose('the first list', options.firstListFaults), number)
          : faultOf(choose('the list afterwards', options.laterListFaults), number - listsBefore);
      }
      if (endpoint === 'resource') {
        if (isBefore) resourcesBefore = number + 1;
        return isBefore
          ? faultOf(choose('the resource before', options.resourceFaults), number)
          : faultOf(choose('the resource afterwards', options.resourceFaults), number - resourcesBefore);
      }
      return endpoint === 'deployment' ? faultOf(choose('the detail', options.details), number) : undefined;
    },
    postPlan(number) {
      posted += 1;
      return choose(`deploy request ${number + 1}`, postOptions(number));
    },
    rivals: (moment) =>
      moment === 'start'
        ? choose('another deployment before', options.rivalsBefore)
        : choose('another deployment meanwhile', options.rivalsMeanwhile),
  };
}
