// Readers from responses of the service to the model. All tolerance for shapes that the API does not promise is in this
// folder. No network, no knowledge of the runner.

export { type Content, isRecord, WireError, parseIfJson } from './search/json.ts';
export { readError } from './error.ts';
export { readResource, readResources } from './resource.ts';
export { assertAccepted, readAcceptance, readDeployment, readDeployments } from './deployment.ts';
export { readRuntimeLog } from './log.ts';
export { readEnvNames } from './env.ts';
export { kindOfBody, shapeOf, shapeOfBody } from './search/shape.ts';
export { readDescription } from './description.ts';
export { shownPath, type Trace } from './search/trace.ts';
