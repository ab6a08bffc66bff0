// Checking data from outside against a JSON Schema, with messages for people.
export { createChecker } from './check.ts';
export { didYouMean } from './nearest.ts';
