// Where the tests of a source are: every source file with behaviour has a suite of its name, and every suite a source.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..');

/** The folders of sources, and where their suites are. */
const mirrors = { src: '__tests__', emulator: '__tests__/emulator', bench: '__tests__/bench' } as const;

const TYPES = 'types alone';
const CONSTANTS = 'constants, which the suites of their users compare';
const BENCHMARK = 'a benchmark: it runs as a process and measures for minutes';

/** Sources without a suite of their name, and why. An `index.ts` that only exports what others hold needs no entry. */
const exceptions: Readonly<Record<string, string>> = {
  'src/index.ts': 'two lines that start main; the tests of the bundle run them',
  'src/operations/operation.ts': TYPES,
  'src/runner/sanitize/clean-text.ts': TYPES,
  'src/runner/summary/summary-data.ts': TYPES,
  'emulator/http/pages.ts': TYPES,
  'emulator/faults/kinds.ts': TYPES,
  'emulator/faults/pages.ts': CONSTANTS,
  'emulator/service/workload.ts': TYPES,
  'emulator/sample/hello/build.ts': 'an app that is built and run; emulator/process/workload.sample.test.ts does both',
  'emulator/sample/hello/server.ts': 'as the build beside it',
  'emulator/sample/worker/worker.ts': 'as the app beside it',
  'bench/bundled.ts': 'two compilers that run for seconds; the benchmark of the start-up fails without it',
  'bench/deploys.ts': BENCHMARK,
  'bench/fleet.ts': BENCHMARK,
  'bench/growth.ts': BENCHMARK,
  'bench/growth/server.ts': 'the service of the benchmark beside it, a process of its own',
  'bench/lone.ts': BENCHMARK,
  'bench/real-fleet.ts': BENCHMARK,
  'bench/real-fleet/fixed-gap.ts': 'an action of that benchmark, which waits 10 s between its requests',
  'bench/startup.ts': BENCHMARK,
  'bench/startup/empty.ts': 'a program that does nothing',
  'bench/startup/node-http.ts': 'one request, which the benchmark of the start-up waits for',
  'bench/startup/toolkit.ts': 'as the one beside it',
};

/** The TypeScript files below a folder, as paths from the root with `/`. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
}

/** Every source, and what the path of a suite of its name begins with. */
const sources = Object.entries(mirrors).flatMap(([folder, mirror]) =>
  filesBelow(folder)
    .filter((source) => source === 'src/index.ts' || !source.endsWith('/index.ts'))
    .map((source) => ({ source, suite: `${mirror}${source.slice(folder.length, -'.ts'.length)}.` })),
);
const suites = [...new Set(Object.values(mirrors).flatMap(filesBelow))].filter((name) => name.endsWith('.test.ts'));
const untested = sources
  .filter(({ suite }) => !suites.some((name) => name.startsWith(suite)))
  .map(({ source }) => source);

describe('a source', () => {
  test('has a suite of its name, or a reason to have none', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(untested.filter((source) => !Object.hasOwn(exceptions, source))).toEqual([]);
  });

  test('has no reason to have none once there is a suite, or once it is gone', () => {
    expect(Object.keys(exceptions).filter((source) => !untested.includes(source))).toEqual([]);
  });
});

test('a suite beside those of a source is called by a source, or by the folder as a whole, and perhaps a subject', () => {
  const folders = new Set(sources.map(({ suite }) => suite.slice(0, suite.lastIndexOf('/'))));
  folders.delete('__tests__'); // suites at the top judge the action as a whole
  const names = new Set([
    ...sources.map(({ suite }) => suite),
    ...[...folders].map((folder) => `${folder}${folder.slice(folder.lastIndexOf('/'))}.`),
  ]);
  const beside = suites.filter((suite) => folders.has(suite.slice(0, suite.lastIndexOf('/'))));
  expect(beside.length).toBeGreaterThan(150);
  expect(beside.filter((suite) => !names.has(suite.replace(/(?:\.[a-z-]+)?\.test\.ts$/, '.')))).toEqual([]);
});
