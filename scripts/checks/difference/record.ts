// Plays one step with the action of one tree, and records all that it does as comparable text.
import { tmpdir } from 'node:os';
import { seededRandom } from '../../../__tests__/support/random.ts';
import type { StepOptions } from '../../../__tests__/support/run-step.ts';
import { play, type Played } from '../../../__tests__/support/timeline.ts';
import type { VirtualClock } from '../../../__tests__/support/virtual-clock.ts';
import { LATE_MS, type NamedStep, type RequestTime, type Variant } from './steps.ts';

type Main = NonNullable<StepOptions['main']>;

/**
 * What is compared, the most telling first. `requests`: those to the service and to GitHub, and
 * when they came; `sent`: their headers and bodies; `writes`: how often each output was written;
 * `order`: requests and saves of the summary as they followed each other.
 */
export const KINDS = [
  'thrown',
  'requests',
  'sent',
  'end',
  'outputs',
  'annotations',
  'log',
  'debug',
  'summaries',
  'files',
  'masked',
  'writes',
  'order',
] as const;
export type Kind = (typeof KINDS)[number];

/** A step that was played. */
export interface StepRecord {
  readonly texts: Readonly<Partial<Record<Kind, string>>>;
  readonly requests: readonly RequestTime[];
}

/** Real time after which a step counts as endless; the longest row takes about a second. */
const ENDLESS_MS = 120_000;

/** What happens in a step: `[virtual time, what]`. */
type Events = [atMs: number, text: string][];

/** Plays `step` with `main` and records it; never rejects. */
export async function recordStep(
  { step }: Pick<NamedStep, 'step'>,
  main: Main,
  variant: Variant,
): Promise<StepRecord> {
  const log: Events = [];
  const summaries: Events = [];
  const order: Events = [];
  const requests: RequestTime[] = [];
  const counts = new Map<string, number>();
  let now = (): number => 0;

  /** Notes a request; returns how much later its answer comes. */
  function note(name: string): number {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const key = `${name} #${count}`;
    requests.push({ key, atMs: now() });
    order.push([now(), key]);
    return key === variant.late ? LATE_MS : 0;
  }

  const recorded: NamedStep['step'] = {
    ...step,
    ...(variant.cancelMs === undefined ? {} : { cancel: `${variant.cancelMs / 1_000} SIGTERM` }),
    with: {
      ...step.with,
      ...(variant.timeoutS === undefined ? {} : { timeout: `${variant.timeoutS}s` }),
    },
    onRequest: ({ name }) => note(name),
    ...(step.github && {
      github: (github) => {
        step.github?.(github);
        const own = github.onCall;
        github.onCall = (call) => {
          const addedMs = note(`GitHub ${call.name}`);
          const answer = own(call);
          return { ...answer, delayMs: (answer?.delayMs ?? 0) + addedMs };
        };
      },
    }),
  };
  const optionsOf = (clock: VirtualClock): Partial<StepOptions> => {
    now = () => clock.now();
    const seed = variant.seed ?? step.seed;
    return {
      ...(seed === undefined ? {} : { random: randomAt(seed, clock) }),
      onWrite: (text) => log.push([now(), text]),
      main: (host) =>
        main({
          ...host,
          writeSummary(markdown) {
            summaries.push([now(), markdown]);
            order.push([now(), 'summary saved']);
            host.writeSummary(markdown);
          },
        }),
    };
  };
  try {
    const played = await unlessEndless(play(recorded, optionsOf));
    return { texts: textsOf(played, { log, summaries, order }), requests };
  } catch (error) {
    return { texts: { thrown: normalized(String(error)) }, requests };
  }
}

/** Chance that depends on the time alone: code that was moved draws the same. */
function randomAt(seed: number, clock: VirtualClock): () => number {
  return () => seededRandom(Math.imul(Math.round(clock.now()) + 1, 0x9e3779b1) ^ seed)();
}

async function unlessEndless<T>(work: Promise<T>): Promise<T> {
  const endless = Promise.withResolvers<never>();
  const timer = setTimeout(() => endless.reject(new Error('it does not end')), ENDLESS_MS);
  try {
    return await Promise.race([work, endless.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function textsOf(
  { run, served, github }: Played,
  { log, summaries, order }: Record<'log' | 'summaries' | 'order', Events>,
): StepRecord['texts'] {
  const { exitCode, tookMs, forcedExit, goneWithinMs, outputs, writes } = run;
  const isDebug = ([, text]: Events[number]): boolean => text.startsWith('::debug::');
  const times = (events: Events): string =>
    events.map(([atMs, text]) => `${seconds(atMs)} ${text.trimEnd()}`).join('\n');
  const lines = (values: readonly unknown[]): string =>
    values.map((value) => JSON.stringify(value)).join('\n');
  // Those of the same time in the order of their names; `order` has how they really came.
  const requests = [...served, ...(github?.calls ?? [])]
    .map(({ atMs, name, path, headers, body }) => ({
      line: `${seconds(atMs)} ${name} ${path}`,
      sent: { path, headers, body },
    }))
    .toSorted((a, b) => (a.line < b.line ? -1 : Number(a.line > b.line)));
  const texts: Readonly<Record<Exclude<Kind, 'thrown'>, string>> = {
    requests: requests.map(({ line }) => line).join('\n'),
    sent: lines(requests.map(({ sent }) => sent)),
    end: lines([{ exitCode, took: seconds(tookMs), forcedExit, goneWithinMs }]),
    outputs: lines(Object.entries(outputs)),
    annotations: lines(run.annotations),
    log: times(log.filter((event) => !isDebug(event))),
    debug: times(log.filter(isDebug)),
    summaries: times(summaries),
    files: Object.entries(run.files)
      .map(([name, text]) => `${name}:\n${text}`)
      .join('\n'),
    masked: lines(run.masked),
    writes: lines(Object.entries(writes)),
    order: times(order),
  };
  return Object.fromEntries(Object.entries(texts).map(([kind, text]) => [kind, normalized(text)]));
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3).padStart(8);

/** Without what differs by chance: ports, UUIDs (numbered as they come) and temporary folders. */
function normalized(text: string): string {
  const uuids = new Map<string, string>();
  return text
    .replaceAll(/(?<=127\.0\.0\.1(?::|%3A|&#58;))\d{2,5}\b/gi, '<port>')
    .replaceAll(/(?<=\/(?:step|deployment-logs)-)\w{6}\b/g, '<temp>')
    .replaceAll(tmpdir(), '<tmp>')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, (uuid) => {
      uuids.set(uuid, uuids.get(uuid) ?? `<uuid ${uuids.size + 1}>`);
      return uuids.get(uuid) ?? '';
    });
}
