// Which suites judge a change: those that mirror the changed files below __tests__/. Pure: paths in, paths out.

/** Suites outside of the mirror that judge a file of another kind. Patterns of paths from the root. */
const OTHER_SUITES: readonly (readonly [changed: RegExp, suite: string])[] = [
  [/^action\.yml$|^README\.md$/, '__tests__/contract.test.ts'],
  [/^examples\//, '__tests__/examples.test.ts'],
  [/^src\/index\.ts$/, '__tests__/main.test.ts'],
];
/** Suites below a room that take minutes by design. `npm test` runs them. */
const SLOW = /[./-](?:cost|load|long|faults|fuzz|random|process)\.test\.ts$/;
/** The folders that `__tests__/` mirrors, and what the mirror of each begins with. */
const MIRRORED: Readonly<Record<string, string>> = {
  'src/': '__tests__/',
  'emulator/': '__tests__/emulator/',
  'scripts/': '__tests__/scripts/',
  'bench/': '__tests__/bench/',
};

/**
 * The suites among `suites` for changed files or folders, all as paths from the root with `/`. A file is judged by the suites of its name,
 * or where there is none by those of its folder.
 */
export function quickSuites(changed: readonly string[], suites: readonly string[]): string[] {
  const found = changed.flatMap((path) => suitesFor(path.replace(/\/$/, ''), suites));
  return [...new Set(found)].toSorted();
}

function suitesFor(path: string, suites: readonly string[]): string[] {
  if (suites.includes(path)) return [path];
  const others = OTHER_SUITES.filter(([pattern]) => pattern.test(path)).map(([, suite]) => suite);
  if (others.length > 0) return others;
  const quick = suites.filter((suite) => !SLOW.test(suite));
  if (path.startsWith('__tests__/')) return quick.filter((suite) => suite.startsWith(`${path}/`));
  const mirror = mirrorOf(path);
  if (mirror === undefined) return [];
  if (!path.endsWith('.ts')) return quick.filter((suite) => suite.startsWith(`${mirror}/`));
  const name = mirror.replace(/\.ts$/, '');
  const named = quick.filter((suite) => suite.startsWith(`${name}.`) && suite.endsWith('.test.ts'));
  if (named.length > 0) return named;
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  // The top of the mirror holds the suites of the whole bundle, which judge no single file.
  return folder === '__tests__/'
    ? []
    : quick.filter((suite) => suite.startsWith(folder) && !suite.slice(folder.length).includes('/'));
}

function mirrorOf(path: string): string | undefined {
  const [from, to] = Object.entries(MIRRORED).find(([prefix]) => `${path}/`.startsWith(prefix)) ?? [];
  return from === undefined || to === undefined ? undefined : `${to}${path.slice(from.length)}`.replace(/\/$/, '');
}
