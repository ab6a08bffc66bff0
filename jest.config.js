import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Jest's own modules, and the emulator where it runs as a process, are compiled once for all
// processes of a run, and stripped of their types once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

export default {
  testEnvironment: '<rootDir>/__tests__/support/plain-environment.ts',
  maxWorkers: '100%', // Jest leaves one core idle: on two cores that is half of the machine
  // Modules that a suite loaded stay in the memory of its process, and a large one needs too long
  // to end.
  workerIdleMemoryLimit: '200MB',
  testTimeout: 180_000, // ends what hangs; a busy machine may be ten times slower than an idle one
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  reporters: ['default', '<rootDir>/__tests__/support/stale-bundle-reporter.ts'],
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/(dist|build|reports|\\.stryker-tmp)/'],
  coverageProvider: 'v8',
  coverageThreshold: { global: { lines: 95, branches: 90 } },
  collectCoverageFrom: ['src/**/*.ts', '!src/index.ts'], // the entry runs in the bundle tests
};
