export { type Connection, readConnection } from './connection.ts';
export { createInputs, type Problem, type StepInputs } from './inputs.ts';
export { isSecret, readApiKey, readGithubToken, SECRET_RULE, secretLines } from './secrets.ts';
