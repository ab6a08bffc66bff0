// Mutation testing: breaks files one place at a time and counts what their tests do not notice. It is run by hand, file by file,
// and installs itself:
//
//   npm exec -c "npx -p @stryker-mutator/core@10.0.0 -p @stryker-mutator/jest-runner@10.0.0 stryker run -m src/api/json.ts"
//
// Judges are to reach 95 %, readers and sanitizers 88 %. `npm exec` finds Node 24. Without -m all rooms below are broken.
import jestConfig from './jest.config.js';

export default {
  mutate: ['src/{api,operations}/*.ts', 'src/runner/sanitize/*.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    // Coverage shows which test reaches which mutant; the import graph is not needed.
    enableFindRelatedTests: false,
    config: { ...jestConfig, testMatch: ['<rootDir>/__tests__/**/{api,operations,sanitize}/**/*.test.ts'] },
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
  thresholds: { high: 95, low: 88, break: 88 },
};
