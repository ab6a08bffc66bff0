// Mutation testing: breaks a file one place at a time and counts what its tests do not notice. It
// installs itself; minutes for one file, judged by the suites of its directory:
//
//   MUTATE=deploy/ours npx --yes -p @stryker-mutator/core@10.0.0 -p
//   @stryker-mutator/jest-runner@10.0.0 stryker run
//
// Judges are to reach 95 %, readers and sanitizers 90 %. Without MUTATE all of them are broken,
// which takes hours.
import { dirname, join } from 'node:path';

import jestConfig from './jest.config.js';

const file = process.env.MUTATE;
const folders =
  file === undefined ? '{service,deploy,app,operations,report/sanitize}' : dirname(file);
/** Those that nothing but whole steps proves are left out. */
const JUDGED = [
  'src/service/!(client|http).ts',
  'src/deploy/ours.ts',
  'src/app/judge.ts',
  'src/operations/settle.ts',
  'src/report/sanitize/*.ts',
];

export default {
  mutate: file === undefined ? JUDGED : [`src/${file}.ts`],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    // Coverage shows which test reaches which mutant; the import graph is not needed.
    enableFindRelatedTests: false,
    config: {
      ...jestConfig,
      testEnvironment: join(import.meta.dirname, '__tests__/support/plain-environment.ts'),
      testMatch: [`<rootDir>/__tests__/${folders}/*.test.ts`],
    },
  },
  coverageAnalysis: 'perTest',
  // Types are stripped when a test runs, so a mutant of a wrong type runs like any other.
  disableTypeChecks: false,
  // Stryker would rewrite tsconfig.json through an API that TypeScript 7 does not have.
  ignorePatterns: ['tsconfig*.json', 'dist', 'build', 'bench', 'docs', 'examples'],
  // Modules that a test loaded stay in the memory of its process.
  maxTestRunnerReuse: 50,
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
