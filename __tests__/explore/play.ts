// Plays one explored story by its number, and lists the stories that follow it.
import { type Choice, createChoices, numberOf, prefixOf } from './choices.ts';
import { apart } from './options.ts';
import { exploredScript } from './script.ts';
import { tryScript, type Trial } from '../support/adversary/trial.ts';

/** How a story is stopped from outside. */
type Stop =
  | { readonly kind: 'none' }
  /** The run is cancelled when the request of this index arrives, or when it has been answered. */
  | { readonly kind: 'cancel'; readonly phase: 'arrived' | 'ended'; readonly request: number }
  | { readonly kind: 'deadline'; readonly timeoutS: number };

/** One story to play. */
export interface Plan {
  readonly prefix: readonly number[];
  readonly stop: Stop;
}

/** A story as it was played. */
export interface Played {
  readonly plan: Plan;
  readonly trial: Trial;
  readonly choices: readonly Choice[];
}

/** The number of a plan, such as `0.3.1`, `0.3.1@arrived5`, `0.3@deadline31`. */
export function planNumber({ prefix, stop }: Plan): string {
  const number = numberOf(prefix);
  if (stop.kind === 'none') return number;
  return stop.kind === 'deadline' ? `${number}@deadline${stop.timeoutS}` : `${number}@${stop.phase}${stop.request}`;
}

/** Parses the number of a plan. Throws a RangeError if it is not one. */
export function planOf(text: string): Plan {
  const [, number, kind, value] = /^([\d.]+)(?:@(arrived|ended|deadline)(\d+))?$/.exec(text) ?? [];
  if (number === undefined) throw new RangeError(`${text} is no number of a story`);
  const prefix = prefixOf(number);
  if (kind === 'deadline') return { prefix, stop: { kind, timeoutS: Number(value) } };
  return kind === 'arrived' || kind === 'ended'
    ? { prefix, stop: { kind: 'cancel', phase: kind, request: Number(value) } }
    : { prefix, stop: { kind: 'none' } };
}

/** How far to go: each choice that is not harmless counts 1, or 2 if it is {@link apart} beside one that is not. */
export interface Bound {
  /** Choices of a story. */
  readonly choices: number;
  /** The same for stories that are cancelled, or whose deadline comes, at one of their requests. */
  readonly choicesWithStop: number;
}

/** Plays a story. */
export async function play(plan: Plan): Promise<Played> {
  const { prefix, stop } = plan;
  let arrived = 0;
  let ended = 0;
  let cancel = (): void => undefined;
  let isCancelled = false;
  const choices = createChoices(prefix, () => arrived);
  const script = exploredScript(choices, stop.kind === 'deadline' ? { timeoutS: stop.timeoutS } : {});
  const trial = await tryScript(
    {
      ...script,
      onRequest(_endpoint, phase) {
        const index = phase === 'arrived' ? arrived : ended;
        if (phase === 'arrived') arrived += 1;
        else ended += 1;
        if (stop.kind !== 'cancel' || stop.phase !== phase || stop.request !== index) return;
        isCancelled = true;
        cancel();
      },
    },
    (cancelRun) => {
      cancel = cancelRun;
    },
  );
  const endsMs = trial.served.flatMap(({ endedAtMs }) => endedAtMs ?? []).toSorted((one, other) => one - other);
  const timesMs = stop.kind === 'cancel' && stop.phase === 'ended' ? endsMs : trial.served.map(({ atMs }) => atMs);
  const cancelledAtMs = stop.kind === 'cancel' && isCancelled ? (timesMs[stop.request] ?? 0) : undefined;
  // A copy: reading the story while it is judged would add choices that were not made while it was played.
  const made = [...choices.made];
  const cancelAtS = cancelledAtMs === undefined ? 0 : Math.max(0.001, cancelledAtMs / 1_000);
  return { plan, trial: { ...trial, story: { ...script.story, cancelAtS } }, choices: made };
}

/** Stops are tried at so many requests of each endpoint after the last choice that the number prescribes. */
const STOPS_PER_ENDPOINT = 2;

/** What the choices of a story count for in the bound, the harmless ones left out. */
function costOf(names: readonly string[]): number {
  const ofApart = names.filter((name) => apart.has(name)).length;
  return ofApart === names.length ? ofApart : names.length + ofApart;
}

/** The stories that differ from this one in one later choice, or by a stop after all its choices. */
export function nextPlans({ plan, trial, choices }: Played, bound: Bound): Plan[] {
  if (plan.stop.kind !== 'none') return [];
  const { prefix } = plan;
  const used = choices.slice(0, prefix.length).flatMap(({ name, option }) => (option === 0 ? [] : name));
  const made = choices.map(({ option }) => option);
  const variants = choices.slice(prefix.length).flatMap(({ name, options }, later): Plan[] => {
    if (costOf([...used, name]) > bound.choices) return [];
    const before = made.slice(0, prefix.length + later);
    return Array.from({ length: options - 1 }, (_, other) => ({
      prefix: [...before, other + 1],
      stop: { kind: 'none' },
    }));
  });
  return costOf(used) > bound.choicesWithStop ? variants : [...variants, ...stopsIn(trial, { plan, choices })];
}

/** The same story, cancelled or at its deadline at one of its requests from its last choice on. */
function stopsIn(trial: Trial, { plan: { prefix }, choices }: Pick<Played, 'plan' | 'choices'>): Plan[] {
  const first = prefix.length === 0 ? 0 : (choices[prefix.length - 1]?.afterRequests ?? 0);
  const counts = new Map<string, number>();
  const seconds = new Set<number>();
  return trial.served.flatMap(({ endpoint, atMs }, request): Plan[] => {
    const count = counts.get(endpoint) ?? 0;
    if (request < first || count >= STOPS_PER_ENDPOINT) return [];
    counts.set(endpoint, count + 1);
    const timeoutS = Math.max(1, Math.ceil(atMs / 1_000));
    const deadline: Plan[] = seconds.has(timeoutS) ? [] : [{ prefix, stop: { kind: 'deadline', timeoutS } }];
    seconds.add(timeoutS);
    const cancels = (['arrived', 'ended'] as const).map((phase): Plan => ({
      prefix,
      stop: { kind: 'cancel', phase, request },
    }));
    return [...cancels, ...deadline];
  });
}
