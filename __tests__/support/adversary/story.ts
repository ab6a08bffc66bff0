// A drawn service and the step that meets it, as plain data; and how it is written as a table of
// the test service. Times are seconds. Whoever adds a field adds its harmless value to `goodStory`,
// from which all stories differ.
import type { TimelineStep } from '../timeline.ts';
import { reshapes, type Shape } from './shapes.ts';

/** One deploy request (or start, stop, restart) before the one that is accepted. */
export interface Attempt {
  readonly answer: string;
  /** The service takes the request all the same, so much later; undefined: it does not. */
  readonly takesAfterS?: number;
}

/** A deployment by somebody else. */
export interface Rival {
  /** Counted from the first deploy request; -1: it is in progress from the start. */
  readonly atS: number;
  readonly buildS: number;
  readonly end: 'finished' | 'failed';
}

/** Answers to reads that go wrong: the next `times` ones (0: all) from this time on. */
export interface Fault {
  readonly on: 'resource' | 'list' | 'detail' | 'env' | 'logs' | 'resources' | 'openapi';
  readonly answer: string;
  readonly fromS: number;
  readonly times: number;
}

/** What kind of status a word is (contract, "The resource after `finished`"). */
export type StatusKind =
  | 'up'
  | 'exited'
  | 'crashed'
  | 'asleep'
  | 'moving'
  | 'restarting'
  | 'unhealthy'
  | 'unknown'
  | 'none';

/** A word that a resource shows, and its kind. */
export interface AppStatus {
  readonly word: string;
  readonly kind: StatusKind;
}

/** Everything that happens, and what the step is asked to do. */
export interface Story {
  readonly operation:
    | 'deploy'
    | 'follow'
    | 'status'
    | 'start'
    | 'stop'
    | 'restart'
    | 'list'
    | 'logs'
    | 'env'
    | 'check';
  readonly timeoutS: number;
  readonly waits: boolean;
  readonly onBusy: 'wait' | 'fail';
  readonly target: '' | 'latest' | 'dep_9';
  readonly showsLogs: boolean;
  readonly requiredEnv: '' | 'PORT' | 'NOT_THERE';
  /** The run is cancelled at this time; 0: never. */
  readonly cancelS: number;
  readonly health: 'none' | 'good' | 'late' | 'bad';
  /** Ended deployments of before. */
  readonly past: readonly ('finished' | 'failed')[];
  readonly attempts: readonly Attempt[];
  /** The answer that accepts, `{id}` is the id of the deployment; it names it if it holds that. */
  readonly accepts: string;
  readonly queuedS: number;
  readonly buildS: number;
  /** The word while it builds, and the word for its end with more fields. */
  readonly meanwhile: string;
  readonly end: string;
  readonly endKind: 'finished' | 'failed' | 'cancelled';
  readonly lines: number;
  /** The last lines come so much after the end. */
  readonly lateS: number;
  /**
   * A new deployment is missing from the list for so long, and from so many answers of the detail.
   */
  readonly listLagS: number;
  readonly detailMisses: number;
  readonly rivals: readonly Rival[];
  /**
   * At most so many entries in the list; at `slideS` an old one is deleted, so that an older one
   * moves up; 0: never.
   */
  readonly cap: number;
  readonly slideS: number;
  readonly before: AppStatus;
  /** What the app shows after the work, each so many seconds after the one before. */
  readonly after: readonly (AppStatus & { readonly afterS: number })[];
  readonly faults: readonly Fault[];
  readonly shape: Shape;
  readonly seed: number;
}

/** A service that does everything well, and a plain deploy. */
export const goodStory: Story = {
  operation: 'deploy',
  timeoutS: 600,
  waits: true,
  onBusy: 'wait',
  target: '',
  showsLogs: true,
  requiredEnv: '',
  cancelS: 0,
  health: 'none',
  past: ['finished'],
  attempts: [],
  accepts: '{"deploymentId":"{id}"}',
  queuedS: 0,
  buildS: 10,
  meanwhile: 'building',
  end: 'finished',
  endKind: 'finished',
  lines: 3,
  lateS: 0,
  listLagS: 0,
  detailMisses: 0,
  rivals: [],
  cap: 0,
  slideS: 0,
  before: { word: 'running', kind: 'up' },
  after: [],
  faults: [],
  shape: 'plain',
  seed: 1,
};

/** A word that the last line of the log of a failed build holds. */
export const CAUSE = 'cause-of-the-failure';

/**
 * The id of the deployment that the attempt of this number makes; the accepted request is the last
 * of them.
 */
export const oursOf = (attempt: number): string => `dep_u${attempt}`;

export const isLifecycle = ({ operation }: Pick<Story, 'operation'>): boolean =>
  operation === 'start' || operation === 'stop' || operation === 'restart';

/** With a health check, the app answers where the service listens. */
const ownOf = ({ health }: Story): string => (health === 'none' ? '' : ' @own');

/** The first lines of the log of a deployment, as a state has them. */
function logOf({ endKind, lines }: Story, shown: number, id: string): string {
  const all = Array.from({ length: lines }, (_, index) => {
    const cause = endKind === 'failed' && index === lines - 1 ? ` error: ${CAUSE}` : '';
    return `<${id}.${index}>${cause}`;
  });
  return all.slice(0, shown).length === 0 ? '' : ` | ${all.slice(0, shown).join(' / ')}`;
}

/**
 * The rows of one deployment of ours, `takesAfterS` after the request above them, or from the start
 * without `sign`.
 */
function oursRows(
  story: Story,
  id: string,
  { takesAfterS, sign = '+' }: { takesAfterS: number; sign?: string },
): string[] {
  const { queuedS, buildS, lines, lateS, listLagS, detailMisses, meanwhile, end, endKind } = story;
  const startS = takesAfterS + queuedS;
  const endS = startS + buildS;
  const late = lateS > 0 ? Math.min(2, lines) : 0;
  const states: readonly (readonly [atS: number, state: string])[] = [
    [takesAfterS, 'queued'],
    [startS, `${meanwhile}${logOf(story, 0, id)}`],
    [startS + buildS / 3, `${meanwhile}${logOf(story, Math.floor(lines / 3), id)}`],
    [startS + (2 * buildS) / 3, `building${logOf(story, Math.floor((2 * lines) / 3), id)}`],
    [endS, `${end}${logOf(story, lines - late, id)}`],
    ...(late > 0 ? [[endS + lateS, `${end}${logOf(story, lines, id)}`] as const] : []),
  ];
  const listedS = takesAfterS + listLagS;
  const rows = states.flatMap(([atS, state], index) => {
    const nextS = states[index + 1]?.[0] ?? Infinity;
    if (atS >= listedS) return [`${sign}${atS}s ${id} ${state}`];
    return [
      `${sign}${atS}s ${id} ${state} (unlisted)`,
      ...(nextS > listedS ? [`${sign}${listedS}s ${id} ${state}`] : []),
    ];
  });
  const lag = detailMisses === 0 ? [] : [`detail ${id} ×${detailMisses} 404 not_found`];
  return [...rows, ...lag, ...(endKind === 'finished' ? appRows(story, endS, sign) : [])];
}

function rivalRows({ atS, buildS, end }: Rival, index: number): string[] {
  const [from, to] = atS < 0 ? [`0s`, `${buildS}s`] : [`+${atS}s`, `+${atS + buildS}s`];
  return [`${from} dep_r${index} building`, `${to} dep_r${index} ${end}`];
}

function faultRow({ on, answer, fromS, times }: Fault, detail: string): string {
  return `${fromS}s ${on === 'detail' ? `detail ${detail}` : on} ${times === 0 ? '' : `×${times} `}${answer}`;
}

/** The requests that change something, each with the rows below it. */
function attemptRows(story: Story): string[] {
  const { attempts, accepts, rivals, operation } = story;
  const later = rivals.flatMap((rival, index) => (rival.atS < 0 ? [] : [{ rival, index }]));
  const request = isLifecycle(story) ? operation : 'POST';
  const plans = [
    ...attempts.map(({ answer, takesAfterS }) => ({ answer, takesAfterS, times: ' ×1' })),
    { answer: accepts, takesAfterS: 0, times: '' },
  ];
  return plans.flatMap(({ answer, takesAfterS, times }, number) => {
    const id = oursOf(number);
    const own = {
      atS: takesAfterS ?? Infinity,
      rows: takesAfterS === undefined ? [] : oursRows(story, id, { takesAfterS }),
    };
    // The list has the latest first: who is made later stands in a later row.
    const others =
      number > 0
        ? []
        : later.map(({ rival, index }) => ({ atS: rival.atS, rows: rivalRows(rival, index) }));
    const lifecycle = takesAfterS === undefined ? [] : appRows(story, takesAfterS);
    const below = isLifecycle(story)
      ? lifecycle
      : [...others, own].toSorted((a, b) => a.atS - b.atS).flatMap(({ rows }) => rows);
    return [`${request}${times} ${answer.replaceAll('{id}', id)}`, ...below];
  });
}

/** What the app shows from this time on. */
function appRows(story: Story, fromS: number, sign = '+'): string[] {
  let atS = fromS;
  return story.after.map(
    ({ word, afterS }) => `${sign}${(atS += afterS)}s resource ${word}${ownOf(story)}`,
  );
}

/** The table of a story. */
export function tableOf(story: Story): string {
  const { past, cap, slideS, rivals, before, health, faults, operation } = story;
  const ids = past.map((_, index) => `dep_${index + 1}`);
  const own = before.kind === 'none' ? '-' : before.word;
  const deploys = operation === 'deploy';
  return [
    `resource ${own}${ownOf(story)}`,
    ...(past.length === 0
      ? ['dep_1 gone']
      : past.map((status, index) => `dep_${index + 1} ${status}`)),
    ...(slideS > 0 && past.length > 1 ? [`${slideS}s ${ids.at(-1)} gone`] : []),
    ...(cap > 0 ? [`cap ${cap}`] : []),
    ...rivals.flatMap((rival, index) =>
      rival.atS < 0 || !deploys ? rivalRows({ ...rival, atS: -1 }, index) : [],
    ),
    ...(operation === 'follow' || operation === 'status'
      ? oursRows(story, 'dep_9', { takesAfterS: 0, sign: '' })
      : []),
    ...(health === 'bad' ? ['health 503 "no"'] : health === 'late' ? ['health ×3 503 "no"'] : []),
    ...(before.kind === 'none' ? ['resources {"ok":true,"resources":[]}'] : []),
    ...faults.map((fault) => faultRow(fault, deploys ? oursOf(story.attempts.length) : 'dep_9')),
    ...(deploys || isLifecycle(story) ? attemptRows(story) : []),
  ].join('\n');
}

/** The step of a story, for the test service. */
export function stepOf(story: Story): TimelineStep {
  const { operation, timeoutS, waits, onBusy, target, showsLogs, requiredEnv, cancelS, health } =
    story;
  const changes = operation === 'deploy' || isLifecycle(story);
  return {
    with: {
      operation,
      timeout: `${timeoutS}s`,
      ...(operation === 'list' ? { 'resource-id': '' } : {}),
      ...(changes ? { wait: String(waits), 'on-busy': onBusy } : {}),
      ...(target === '' ? {} : { 'deployment-id': target }),
      ...(showsLogs ? {} : { 'build-log': 'false' }),
      ...(requiredEnv === '' ? {} : { 'required-env': requiredEnv }),
      ...(health === 'none' ? {} : { 'health-check': '/health', 'health-check-timeout': '60s' }),
    },
    service: tableOf(story),
    reshape: reshapes[story.shape],
    seed: story.seed,
    ...(cancelS > 0 ? { cancel: `${cancelS} SIGTERM` } : {}),
  };
}
