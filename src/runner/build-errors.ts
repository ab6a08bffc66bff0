// The places in source files that the errors of a build log name, in the formats of compilers and
// linters. Pure. Lines are clean; file names and messages stay untrusted.
import { basename } from 'node:path/posix';

/** A place that an error of a build log names. */
export interface ErrorPlace {
  /** Relative to the folder of the build, with `/` between its parts. */
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
  readonly message: string;
}

/** More than are shown, since a checkout may lack some. */
const MAX_FOUND = 30;

/** What earlier lines have begun, and a later one completes. */
interface Pending extends Groups {
  readonly kind: keyof typeof COMPLETED_BY;
}

/** The named groups of a match. */
type Groups = Readonly<Record<string, string | undefined>>;

interface Reading {
  readonly place?: ErrorPlace | undefined;
  readonly pending?: Pending | undefined;
}

/** `#12 3.4 ` of BuildKit, and times; the step of BuildKit is captured. */
const PREFIX = new RegExp(
  String.raw`^(?:(?<step>#\d{1,5}) (?:\d{1,6}\.\d{1,3} )?` +
    String.raw`|\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?` +
    String.raw`(?:Z|[+-]\d\d:?\d\d)?\]? )*`,
);

/** Creates a function that adds the places in the next lines of a log to `found`. */
export function createPlaceFinder(found: ErrorPlace[]): (lines: readonly string[]) => void {
  let pending: Pending | undefined;
  let step: string | undefined;
  return (lines) => {
    for (const line of lines) {
      if (found.length >= MAX_FOUND) return;
      const prefix = PREFIX.exec(line);
      // BuildKit mixes the lines of steps that run at the same time.
      if (prefix?.groups?.['step'] !== step) pending = undefined;
      step = prefix?.groups?.['step'];
      const reading = read(line.slice(prefix?.[0].length), pending);
      pending = reading.pending;
      const { place } = reading;
      if (place !== undefined && !found.some((known) => isSamePlace(known, place)))
        found.push(place);
    }
  };
}

function isSamePlace(a: ErrorPlace, b: ErrorPlace): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

const FILE = String.raw`(?<file>[^\s:"'\x60<>|*?]{1,300})`;
const ERROR = String.raw`(?<message>(?:fatal )?error(?: [A-Z]{1,8}\d{1,6})?: .+)`;
/** Formats with place and message on one line: tsc, `path:line:col: error:`, go. */
const ONE_LINE: readonly RegExp[] = [
  new RegExp(String.raw`^${FILE}\((?<line>\d{1,7}),(?<column>\d{1,7})\): ${ERROR}$`, 'i'),
  new RegExp(String.raw`^${FILE}:(?<line>\d{1,7}):(?<column>\d{1,7})(?::| -) ${ERROR}$`, 'i'),
  new RegExp(
    String.raw`^(?:vet: )?${FILE}(?<=\.go):(?<line>\d{1,7}):(?<column>\d{1,7}): ` +
      // Linters for Go name themselves in brackets at the end.
      String.raw`(?!(?:warning|note|info)\b)(?<message>.+(?<! \([\w-]+\)))$`,
    'i',
  ),
];
const PATH_ALONE = new RegExp(`^${FILE}$`);
const LINTER_LINE = new RegExp(
  String.raw`^\s+(?<line>\d{1,7}):(?<column>\d{1,7})\s+(?<severity>\S+)\s+` +
    // A line that begins with the time of day names no rule at its end.
    String.raw`(?<message>Parsing error: .+|\S.*\s\s[\w@/-]+)$`,
);
const RUSTC_ERROR = /^error(?:\[\w+\])?: ./;
const RUSTC_PLACE = new RegExp(String.raw`^ *--> ${FILE}:(?<line>\d{1,7}):(?<column>\d{1,7})$`);
const PYTHON_FRAME = new RegExp(
  String.raw`^(?:\*\*\*)? {2,3}File "${FILE}", line (?<line>\d{1,7})(?:, in .+)?$`,
);
/** A class in a module, or one whose name has two capitals: not `Done` below a stack. */
const PYTHON_ERROR = new RegExp(
  String.raw`^(?!\w*Warning\b)(?<message>` +
    String.raw`(?:(?:[A-Za-z_]\w*\.)+\w+|[A-Z][a-z\d_]*[A-Z]\w*|\w*(?:Error|Exception))(?:: .*)?)$`,
);

const COMPLETED_BY = { linter: LINTER_LINE, rustc: RUSTC_PLACE, python: PYTHON_ERROR } as const;

function read(line: string, pending: Pending | undefined): Reading {
  for (const format of ONE_LINE) {
    const groups = format.exec(line)?.groups;
    if (groups !== undefined) return { place: placeOf(groups) };
  }
  return stackIn(line, pending) ?? completed(line, pending) ?? { pending: begunBy(line) };
}

/** A frame of Python, or a line within its stack. */
function stackIn(line: string, pending: Pending | undefined): Reading | undefined {
  const frame = PYTHON_FRAME.exec(line)?.groups;
  // The innermost frame may be in a library; then the last one of the app counts.
  if (frame !== undefined && relativePath(frame['file']) !== undefined)
    return { pending: { kind: 'python', ...frame } };
  const isInStack = frame !== undefined || /^\s/.test(line);
  return pending?.kind === 'python' && isInStack ? { pending } : undefined;
}

/** The place that a line completes. A linter names a file once for all its lines. */
function completed(line: string, pending: Pending | undefined): Reading | undefined {
  const rest = pending && COMPLETED_BY[pending.kind].exec(line)?.groups;
  if (rest === undefined) return undefined;
  const { severity = 'error' } = rest;
  return {
    place: severity === 'error' ? placeOf({ ...pending, ...rest }) : undefined,
    pending: pending?.kind === 'linter' ? pending : undefined,
  };
}

function begunBy(line: string): Pending | undefined {
  if (RUSTC_ERROR.test(line)) return { kind: 'rustc', message: line };
  return PATH_ALONE.test(line) ? { kind: 'linter', file: line } : undefined;
}

function placeOf({ file, line, column, message = '' }: Groups): ErrorPlace | undefined {
  const path = relativePath(file);
  if (path === undefined || Number(line) === 0) return undefined;
  // Some tools count columns from 0, GitHub from 1.
  const shown = { column: Number(column) || undefined, message: message.replaceAll(/\s+/g, ' ') };
  return { file: path, line: Number(line), ...shown };
}

const BUILD_FOLDER = /^\/(?:app|workspace|src|build|usr\/src\/app)\//;
/** Folders that hold no sources of the app. */
const FOREIGN = /(?:^|\/)(?:\.\.|node_modules|site-packages|\.github|)\/|^~|\bmanage\.py$/;

/** The path within the folder of the build; undefined for a file elsewhere. */
export function relativePath(file = ''): string | undefined {
  const path = file
    .replaceAll('\\', '/')
    .replace(BUILD_FOLDER, '')
    .replace(/^(?:\.\/)+/, '');
  return FOREIGN.test(path) || !/[^/]\.[A-Za-z]\w{0,9}$/.test(path) ? undefined : path;
}

/** The files of a checkout. */
export interface Checkout {
  /** Paths with `/`, relative to its root. */
  readonly files: readonly string[];
  readonly lineCount: (file: string) => number;
}

/** If more files than this end with the same path, no place is shown. */
const MAX_CANDIDATES = 10;

/**
 * The places, each once. In a checkout exactly one file must end with the path and have the line;
 * without one, paths stay as the log has them.
 */
export function locate<T extends ErrorPlace>(
  places: readonly T[],
  checkout: Checkout | undefined,
): readonly T[] {
  const byName = Map.groupBy(checkout?.files ?? [], (file) => basename(file));
  const located = places.flatMap((place) => {
    if (checkout === undefined) return [place];
    const sameName = byName.get(basename(place.file)) ?? [];
    const candidates = sameName.filter((file) => `/${file}`.endsWith(`/${place.file}`));
    if (candidates.length > MAX_CANDIDATES) return [];
    const [file, ...others] = candidates.filter((path) => checkout.lineCount(path) >= place.line);
    return file === undefined || others.length > 0 ? [] : [{ ...place, file }];
  });
  return located.filter(
    (place, index) => located.findIndex((other) => isSamePlace(other, place)) === index,
  );
}
