// Mutation testing of the room that MUTATION_ROOM names. `npm run mutation` runs the rooms one after another, each with its
// own suites, because Stryker loads every suite again for every mutant.
import jestConfig from './jest.config.js';
import { mutationReport, mutationRoom } from './scripts/mutation/mutation-rooms.ts';
import { jestRunnerIn } from './scripts/mutation/stryker.ts';

const name = process.env.MUTATION_ROOM ?? 'api';
const { mutate, suites } = mutationRoom(name);

export default {
  mutate,
  plugins: [jestRunnerIn(import.meta.dirname)],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    // Coverage shows which test reaches which mutant; the import graph is not needed.
    enableFindRelatedTests: false,
    config: { ...jestConfig, testMatch: suites.map((suite) => `<rootDir>/${suite}`) },
  },
  coverageAnalysis: 'perTest',
  // Types are stripped when a test runs, so a mutant of a wrong type runs like any other.
  disableTypeChecks: false,
  // Stryker would rewrite tsconfig.json through an API that TypeScript 7 does not have.
  ignorePatterns: ['tsconfig*.json', '.stryker', 'dist', 'build', 'bench', 'docs', 'examples'],
  // Modules that a test loaded stay in the memory of its process.
  maxTestRunnerReuse: 50,
  concurrency: 2,
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: `${mutationReport(name)}.html` },
  jsonReporter: { fileName: `${mutationReport(name)}.json` },
  incrementalFile: `${mutationReport(name)}-incremental.json`,
  thresholds: { high: 95, low: 90, break: 85 },
};
