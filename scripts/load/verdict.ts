// What a run of mixed load has to hold, as figures with bounds. No effects.

/** The emulator at one moment, after a full garbage collection. */
export interface Sample {
  /** Number of the emulator process, counted from 1; each restart begins a new one. */
  readonly life: number;
  /** Seconds since this process announced itself. */
  readonly ageS: number;
  /** Live objects on the heap, in MB (10^6 bytes). */
  readonly heapMb: number;
  /** Resident memory of the process, in MB. */
  readonly rssMb: number;
  /** Open file descriptors; undefined where the platform has no `/proc`. */
  readonly descriptors: number | undefined;
}

/** A figure of the first and of the last third of what is compared. */
interface Thirds {
  readonly first: number;
  readonly last: number;
}

/** The memory of a run; undefined where there are too few samples to compare. */
export interface MemoryFigures {
  /** Medians over the run, over all processes. */
  readonly heapMb: Thirds | undefined;
  readonly rssMb: Thirds | undefined;
  /** Median over the processes of the growth of the heap within each, from its first to its last third. */
  readonly growthWithinLifeMb: number | undefined;
  readonly peakRssMb: number;
  readonly peakDescriptors: number | undefined;
}

/**
 * Bounds in MB. What a run acknowledges stays in memory, some 0.5 kB for each deployment, key and change; the record of
 * requests fills during each life up to its own bound, and the young generation of V8 grows for some twenty minutes, up to
 * 100 MB, most of which stays resident.
 */
const BOUNDS = { heapMb: 8, rssMb: 64, peakRssMb: 400, descriptors: 160 } as const;

/** How the memory within one life is judged; a shorter life needs less of both. */
export interface LifeLimits {
  /** Samples of a process that is younger are left out: it still loads and starts its apps. */
  readonly warmUpS: number;
  readonly growthMb: number;
}

/** Fewer samples make no thirds. */
export const LEAST_SAMPLES = 6;

/** The samples that are compared. */
export function warmSamples(samples: readonly Sample[], { warmUpS }: LifeLimits): Sample[] {
  return samples.filter(({ ageS }) => ageS >= warmUpS);
}

/** The figures of a run. */
export function memoryFigures(samples: readonly Sample[], limits: LifeLimits): MemoryFigures {
  const warm = warmSamples(samples, limits);
  const lives = Map.groupBy(warm, ({ life }) => life);
  const growths = [...lives.values()].flatMap((life) => {
    const heap = thirds(life.map(({ heapMb }) => heapMb));
    return heap === undefined ? [] : [heap.last - heap.first];
  });
  const descriptors = samples.flatMap((sample) => sample.descriptors ?? []);
  return {
    heapMb: thirds(warm.map(({ heapMb }) => heapMb)),
    rssMb: thirds(warm.map(({ rssMb }) => rssMb)),
    growthWithinLifeMb: growths.length === 0 ? undefined : median(growths),
    peakRssMb: Math.max(0, ...samples.map(({ rssMb }) => rssMb)),
    peakDescriptors: descriptors.length === 0 ? undefined : Math.max(...descriptors),
  };
}

/** What is beyond its bound, one sentence each; a run that measured nothing fails too. */
export function memoryProblems(figures: MemoryFigures, { growthMb }: LifeLimits): string[] {
  const { heapMb, rssMb, growthWithinLifeMb, peakRssMb, peakDescriptors } = figures;
  if (heapMb === undefined || rssMb === undefined || growthWithinLifeMb === undefined) {
    return ['The memory was not measured often enough to be compared: let the load run longer.'];
  }
  return [
    ...grown('heap after garbage collection', heapMb, BOUNDS.heapMb),
    ...grown('resident memory', rssMb, BOUNDS.rssMb),
    ...above('The growth of the heap within one life', growthWithinLifeMb, `${growthMb} MB`),
    ...above('The peak of the resident memory', peakRssMb, `${BOUNDS.peakRssMb} MB`),
    ...above('The largest number of open descriptors', peakDescriptors ?? 0, `${BOUNDS.descriptors}`),
  ];
}

function grown(name: string, { first, last }: Thirds, boundMb: number): string[] {
  if (last - first <= boundMb) return [];
  return [`The ${name} grew from ${shown(first)} to ${shown(last)} MB; at most ${boundMb} MB are allowed.`];
}

function above(name: string, value: number, bound: string): string[] {
  return value > Number.parseFloat(bound) ? [`${name} is ${shown(value)}; at most ${bound} is allowed.`] : [];
}

function shown(value: number): string {
  return value.toFixed(1);
}

/** Medians of the first and the last third of values in order of time. */
function thirds(values: readonly number[]): Thirds | undefined {
  if (values.length < LEAST_SAMPLES) return undefined;
  const size = Math.floor(values.length / 3);
  return { first: median(values.slice(0, size)), last: median(values.slice(-size)) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (upper + lower) / 2;
}
