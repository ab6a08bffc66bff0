// Checking data from outside against a JSON Schema, with messages for people.
export { createChecker, joinProblems } from './check.ts';
export { didYouMean } from './nearest.ts';
