// What really happens at the drawn service: which deployments there are, who asked for them, and how far each one is.
import type { IdStyle } from './forms.ts';
import type { App, ResourceStatus, Story } from '../story.ts';

/** One line of a build log and when it was printed. */
export interface Line {
  readonly atMs: number;
  readonly text: string;
}

/** One deployment as it really is. */
export interface Deployed {
  readonly id: string | number;
  readonly by: 'past' | 'us' | 'rival';
  readonly createdAtMs: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly outcome: 'finished' | 'failed' | 'cancelled';
  readonly lines: readonly Line[];
}

/** Work on the app that start, stop or restart began, or a deployment that finished. */
interface Work {
  readonly atMs: number;
}

/** The truth, at any time of the trial. */
export interface Hosting {
  /** Latest first; those that do not exist yet are not in it. */
  deployments(nowMs: number): Deployed[];
  all(): readonly Deployed[];
  find(id: string, nowMs: number): Deployed | undefined;
  /** Creates a deployment; it exists from `createdAtMs` on. */
  create(by: Deployed['by'], options: CreateOptions): Deployed;
  inProgress(nowMs: number): Deployed | undefined;
  statusOf(deployed: Deployed, nowMs: number): 'queued' | 'building' | Deployed['outcome'];
  /** start, stop or restart was accepted. */
  beginWork(nowMs: number): void;
  resourceStatus(nowMs: number): ResourceStatus;
  /** When the work began after which the app is another; undefined while there is none. */
  changedAtMs(nowMs: number): number | undefined;
  /** True once the work has come to its end. */
  isSettled(nowMs: number): boolean;
}

interface CreateOptions {
  readonly createdAtMs: number;
  readonly queuedMs: number;
  readonly buildMs: number;
  readonly outcome: Deployed['outcome'];
  readonly lines: number;
  readonly lateLogMs?: number;
}

/** A word by which the cause of a failed build is recognised. */
export const CAUSE = 'cause-of-the-failure';

/** The truth about one resource; `index` sets its ids and log lines apart from those of the others. */
export function createHosting(story: Story, index = 0): Hosting {
  const all: Deployed[] = [];
  const works: Work[] = [];

  function create(by: Deployed['by'], options: CreateOptions): Deployed {
    const number = all.length + 1 + 100 * index;
    const startsAtMs = options.createdAtMs + options.queuedMs;
    const endsAtMs = startsAtMs + options.buildMs;
    const lateMs = options.lateLogMs ?? 0;
    const count = options.lines;
    const lines = Array.from({ length: count }, (_, line) => {
      const isLast = line >= count - 2;
      const atMs = startsAtMs + (options.buildMs * line) / count + (isLast ? lateMs : 0);
      const cause = options.outcome === 'failed' && line === count - 1 ? ` ${CAUSE}-${number}` : '';
      return {
        atMs: isLast && lateMs > 0 ? endsAtMs + lateMs - count + line : atMs,
        text: `<${number}.${line}> step ${line} of the build${cause}`,
      };
    });
    const { outcome, createdAtMs } = options;
    const deployed = { id: idOf(number, story.ids), by, createdAtMs, startsAtMs, endsAtMs, outcome, lines };
    all.push(deployed);
    return deployed;
  }

  function statusOf(deployed: Deployed, nowMs: number): 'queued' | 'building' | Deployed['outcome'] {
    if (nowMs < deployed.startsAtMs) return 'queued';
    return nowMs < deployed.endsAtMs ? 'building' : deployed.outcome;
  }

  const deployments = (nowMs: number): Deployed[] =>
    all.filter(({ createdAtMs }) => createdAtMs <= nowMs).toSorted((one, other) => other.createdAtMs - one.createdAtMs);

  /** When the work began after which the resource changes; undefined while there is none. */
  function changedAtMs(nowMs: number): number | undefined {
    const ends = all.filter(
      ({ by, outcome, endsAtMs }) => by !== 'past' && outcome === 'finished' && endsAtMs <= nowMs,
    );
    const begun = works.filter(({ atMs }) => atMs <= nowMs);
    return [...ends.map(({ endsAtMs }) => endsAtMs), ...begun.map(({ atMs }) => atMs)].toSorted((a, b) => b - a)[0];
  }

  story.past.forEach((outcome, age) => {
    const createdAtMs = -3_600_000 * (story.past.length - age);
    create('past', { createdAtMs, queuedMs: 1_000, buildMs: 60_000, outcome, lines: 2 });
  });

  return {
    deployments,
    all: () => all,
    find: (id, nowMs) => deployments(nowMs).find((deployed) => String(deployed.id) === id),
    create,
    statusOf,
    inProgress: (nowMs) => deployments(nowMs).find(({ endsAtMs }) => endsAtMs > nowMs),
    beginWork: (nowMs) => void works.push({ atMs: nowMs }),
    changedAtMs,
    resourceStatus(nowMs) {
      const atMs = changedAtMs(nowMs);
      const status = atMs === undefined ? story.app.before : phaseOf(story.app, nowMs - atMs);
      return withAge(status, story.app, nowMs);
    },
    isSettled(nowMs) {
      const atMs = changedAtMs(nowMs);
      return atMs !== undefined && nowMs - atMs >= settledAfterS(story.app) * 1_000;
    },
  };
}

/** From the change to the last status. */
const settledAfterS = ({ staleS, movingS, passingS }: App): number => staleS + movingS + passingS;

function phaseOf(app: App, elapsedMs: number): ResourceStatus {
  const elapsedS = elapsedMs / 1_000;
  if (elapsedS < app.staleS) return app.before;
  if (elapsedS < app.staleS + app.movingS) return app.moving;
  return elapsedS < settledAfterS(app) ? app.passing : app.after;
}

/** An unknown status with an age is another one each time. */
function withAge(status: ResourceStatus, { ageUnitS }: App, nowMs: number): ResourceStatus {
  if (ageUnitS === 0 || status.kind === 'unknown') return status;
  return { ...status, word: `${status.word} ${Math.floor(nowMs / 1_000 / ageUnitS)}m` };
}

const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

const idMakers: Readonly<Record<IdStyle, (number: number) => string | number>> = {
  plain: (number) => `dep_${number}`,
  'begins with _': (number) => `_V1St${number}`,
  'begins with -': (number) => `-x9${number}`,
  base64: (number) => `aG/8+${number}Zw==`,
  braces: (number) => `{6F9619FF-8B86-${1000 + number}}`,
  spaces: (number) => `build no ${number}`,
  'not ASCII': (number) => `déploiement-${number}-ü`,
  number: (number) => 1_000 + number,
  percent: (number) => `100%25/${number}?x#y`,
  prototype: (number) => prototypeNames[number - 1] ?? `toString${number}`,
  long: (number) => `${'x'.repeat(300)}${number}`,
};

function idOf(number: number, style: IdStyle): string | number {
  return idMakers[style](number);
}
