// The public entry of this folder: responses of the service, read into the model. All tolerance for shapes that the API does not
// promise is behind it. No network, no endpoint names, no knowledge of the runner.

export { WireError, parseIfJson, parseJson } from './json.ts';
export { readDeclaredError, readError } from './error.ts';
export { readResource, readResources } from './resource.ts';
export { readAcceptance, readDeployment, readDeployments } from './deployment.ts';
export { readRuntimeLog } from './log.ts';
export { readEnvNames } from './env.ts';
export { headersShowMore } from './paging.ts';
export { kindOfBody, shapeOf, shapeOfBody } from './shape.ts';
export { evidenceOf } from './evidence.ts';
export type { Note } from './envelope.ts';
export { readDescription } from './description.ts';
