// Mutation testing of one room, the one that MUTATION_ROOM names; `npm run mutation` takes them one after another, each
// with its own suites, for Stryker loads every suite anew for every mutant.
import jestConfig from './jest.config.js';
import { mutationReport, mutationRooms } from './scripts/mutation-rooms.ts';

const name = process.env.MUTATION_ROOM ?? 'api/retry';
const { mutate, suites } = mutationRooms[name];

export default {
  mutate,
  plugins: ['@stryker-mutator/jest-runner'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    // Coverage tells which test reaches which mutant; who imports whom is not needed beside it.
    enableFindRelatedTests: false,
    config: { ...jestConfig, testMatch: suites.map((suite) => `<rootDir>/${suite}`) },
  },
  coverageAnalysis: 'perTest',
  // Types are stripped when a test runs: a mutant of a wrong type is one like any other.
  disableTypeChecks: false,
  // Of tsconfig.json Stryker would make a copy, by means that TypeScript 7 does not have.
  ignorePatterns: ['tsconfig*.json', 'dist', 'build', 'bench', 'docs', 'examples'],
  // Modules that a test loaded stay in the memory of the process that ran it.
  maxTestRunnerReuse: 50,
  concurrency: 2,
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: `${mutationReport(name)}.html` },
  jsonReporter: { fileName: `${mutationReport(name)}.json` },
  incrementalFile: `${mutationReport(name)}-incremental.json`,
  thresholds: { high: 95, low: 90, break: 85 },
};
