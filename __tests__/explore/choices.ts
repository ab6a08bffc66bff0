// The choices of one story: those that its number prescribes, then the first option everywhere. A choice is recorded when
// it is first needed; one that is never needed gets no variants, which would be equal stories.

/** One choice as it was made. */
export interface Choice {
  readonly name: string;
  readonly option: number;
  readonly options: number;
  readonly label: string;
  /** Requests that had been served before. */
  readonly afterRequests: number;
}

/** Makes and records the choices of one story. */
export interface Choices {
  /** Chooses once for each name; later calls return the same value. */
  readonly choose: <T>(name: string, options: readonly (readonly [label: string, value: T])[]) => T;
  readonly made: readonly Choice[];
}

/** `prefix` holds the options of the first choices; the others take option 0. */
export function createChoices(prefix: readonly number[], served: () => number): Choices {
  const made: Choice[] = [];
  const known = new Map<string, number>();
  return {
    made,
    choose(name, options) {
      const before = known.get(name);
      const option = before ?? Math.min(prefix[made.length] ?? 0, options.length - 1);
      const chosen = options[option];
      if (chosen === undefined) throw new RangeError(`nothing to choose for ${name}`);
      if (before === undefined) {
        known.set(name, option);
        made.push({ name, option, options: options.length, label: chosen[0], afterRequests: served() });
      }
      return chosen[1];
    },
  };
}

/** The number of a story, such as `0.3.1`; its end is left out where it is all zeros. */
export function numberOf(prefix: readonly number[]): string {
  const last = prefix.findLastIndex((option) => option !== 0);
  return last === -1 ? '0' : prefix.slice(0, last + 1).join('.');
}

/** The options in a story's number. */
export function prefixOf(number: string): number[] {
  return number === '0' ? [] : number.split('.').map(Number);
}
