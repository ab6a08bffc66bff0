// One step against one drawn service: the step as its user sees it, and the truth at the service.
import { play, type Played } from '../timeline.ts';
import { isLoss } from './draw.ts';
import { isLifecycle, oursOf, stepOf, type Story } from './story.ts';

/** A deployment as it really was; times are milliseconds from the start. */
interface Made {
  readonly id: string;
  readonly by: 'past' | 'us' | 'rival';
  readonly createdMs: number;
  readonly endMs: number;
  readonly end: 'finished' | 'failed' | 'cancelled';
}

/** What a story came to. */
export interface Trial extends Played {
  readonly story: Story;
  readonly made: readonly Made[];
  /** When each deploy request (or start, stop, restart) came. */
  readonly requestedMs: readonly number[];
  /** What the outputs name. */
  readonly claimed: Made | undefined;
  readonly code: string;
  readonly passed: boolean;
  /** The answer to a request that changes something was lost. */
  readonly hasLoss: boolean;
  readonly warnings: readonly string[];
  /** Text of the one error. */
  readonly error: string;
}

/** Plays a story to its end. */
export async function tryStory(story: Story): Promise<Trial> {
  const played = await play(stepOf(story));
  const { run, served } = played;
  const change = isLifecycle(story) ? story.operation : 'POST';
  const requestedMs = served.filter(({ name }) => name === change).map(({ atMs }) => atMs);
  const made = madeIn(story, requestedMs);
  return {
    ...played,
    story,
    made,
    requestedMs,
    claimed: made.find(({ id }) => id === run.outputs['deployment-id']),
    code: run.outputs['error-code'] ?? '',
    passed: run.exitCode === 0,
    hasLoss: requestedMs.some((_, number) => isLoss(story.attempts[number]?.answer ?? '')),
    warnings: run.annotations.flatMap(({ kind, message }) => (kind === 'warning' ? [message] : [])),
    error: run.annotations
      .flatMap(({ kind, title, message }) => (kind === 'error' ? [`${title}\n${message}`] : []))
      .join(),
  };
}

function madeIn(story: Story, requestedMs: readonly number[]): Made[] {
  const { past, rivals, attempts, queuedS, buildS, endKind, operation } = story;
  const ended = past.map((end, index): Made => ({
    id: `dep_${index + 1}`,
    by: 'past',
    createdMs: -2,
    endMs: -1,
    end,
  }));
  const isDeploy = operation === 'deploy';
  const others = rivals.map(({ atS, buildS: takesS, end }, index): Made => {
    const atMs = atS < 0 || !isDeploy ? 0 : (requestedMs[0] ?? Infinity) + atS * 1_000;
    return { id: `dep_r${index}`, by: 'rival', createdMs: atMs, endMs: atMs + takesS * 1_000, end };
  });
  if (operation === 'follow' || operation === 'status') {
    return [
      ...ended,
      ...others,
      { id: 'dep_9', by: 'us', createdMs: 0, endMs: (queuedS + buildS) * 1_000, end: endKind },
    ];
  }
  const ours = requestedMs.flatMap((atMs, number): Made[] => {
    // A request beyond the accepted one makes another deployment each time.
    const takesAfterS = number < attempts.length ? attempts[number]?.takesAfterS : 0;
    if (takesAfterS === undefined || !isDeploy) return [];
    const createdMs = atMs + takesAfterS * 1_000;
    return [
      {
        id: oursOf(number),
        by: 'us',
        createdMs,
        endMs: createdMs + (queuedS + buildS) * 1_000,
        end: endKind,
      },
    ];
  });
  return [...ended, ...others, ...ours];
}
