// The faults that are armed: which of them a request meets, and how often each still hits. No effects.
import type { ExchangeFault, Fault, FaultTarget, StandingFault } from './kinds.ts';
import { isStanding, readFaults } from './fault.ts';
import type { EndpointName } from '../api/index.ts';
import { didYouMean } from '../schema/index.ts';

/** More would only slow down every request. */
const ARMED_LIMIT = 1000;

/** What is known of a request when its fault is chosen. */
export interface FaultableRequest {
  readonly endpoint: EndpointName;
  readonly method: string;
  readonly resourceId: string | undefined;
  readonly keyName: string | undefined;
}

interface Armed<Kind extends Fault> {
  readonly fault: Kind;
  left: number;
  toSkip: number;
}

/** Armed faults in the order in which they were armed. */
export class FaultList {
  #exchange: Armed<ExchangeFault>[] = [];
  #standing: Armed<StandingFault>[] = [];
  /** The ids that faults may be aimed at; undefined: any. */
  readonly resourceIds: readonly string[] | undefined;

  constructor(resourceIds?: readonly string[]) {
    this.resourceIds = resourceIds;
  }

  /**
   * Arms faults; of several exchange faults that match a request, the one armed first is taken. Throws for what is no
   * fault, for one that never hits and for more than a thousand at once, and arms none then.
   */
  add(...faults: readonly Fault[]): void {
    const read = readFaults(faults);
    for (const { kind, on } of read) {
      const [unknown] = unknownTargets(on, { resourceId: this.resourceIds });
      if (unknown !== undefined) throw new TypeError(`fault (${kind}): it never hits: ${unknown}`);
    }
    this.#tidy();
    if (this.list().length + read.length > ARMED_LIMIT) {
      throw new TypeError(`At most ${ARMED_LIMIT} faults can be armed at once. Clear those that are no longer needed.`);
    }
    for (const fault of read) {
      if (isStanding(fault)) this.#standing.push(arm(fault, 'always'));
      else this.#exchange.push(arm(fault, 1));
    }
  }

  /** Disarms all. */
  clear(): void {
    this.#exchange = [];
    this.#standing = [];
  }

  /** Those with hits left. */
  list(): readonly Fault[] {
    return [...this.#exchange, ...this.#standing].filter(({ left }) => left > 0).map(({ fault }) => fault);
  }

  /** Takes what hits this request: at most one exchange fault, and every standing one. */
  take(request: FaultableRequest): {
    readonly exchange: ExchangeFault | undefined;
    readonly standing: readonly StandingFault[];
  } {
    return {
      exchange: this.#exchange.find((armed) => consumeHit(armed, request))?.fault,
      standing: this.#standing.filter((armed) => consumeHit(armed, request)).map(({ fault }) => fault),
    };
  }

  /** Forgets those that have no hits left. */
  #tidy(): void {
    this.#exchange = this.#exchange.filter(({ left }) => left > 0);
    this.#standing = this.#standing.filter(({ left }) => left > 0);
  }
}

/**
 * Names that a fault is aimed at and that do not exist, so that it never hits, one phrase each. Names of a kind that is
 * absent from `known` are not checked: keys come and go.
 */
export function unknownTargets(
  on: FaultTarget,
  known: { readonly resourceId: readonly string[] | undefined; readonly keyName?: readonly string[] },
): string[] {
  if (typeof on === 'string') return [];
  const phraseFor = (what: string, name: string | undefined, names: readonly string[] | undefined): string[] =>
    name === undefined || names === undefined || names.includes(name)
      ? []
      : [`there is no ${what} ${JSON.stringify(name)}${didYouMean(name, names)}`];
  return [...phraseFor('resource', on.resourceId, known.resourceId), ...phraseFor('key', on.keyName, known.keyName)];
}

function arm<Kind extends Fault>(fault: Kind, defaultTimes: number | 'always'): Armed<Kind> {
  const times = fault.times ?? defaultTimes;
  return { fault, left: times === 'always' ? Infinity : times, toSkip: fault.skip ?? 0 };
}

/** Whether an armed fault hits this request, which counts as one of its hits or as one that it lets pass. */
function consumeHit(armed: Armed<Fault>, request: FaultableRequest): boolean {
  if (armed.left <= 0 || !matches(armed.fault.on, request)) return false;
  if (armed.toSkip > 0) {
    armed.toSkip -= 1;
    return false;
  }
  armed.left -= 1;
  return true;
}

function matches(target: FaultTarget, request: FaultableRequest): boolean {
  if (target === '*') return true;
  if (typeof target === 'string') return target === request.endpoint;
  const names = ['endpoint', 'method', 'resourceId', 'keyName'] as const;
  return names.every((name) => target[name] === undefined || target[name] === request[name]);
}
