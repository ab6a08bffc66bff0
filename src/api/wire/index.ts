// The face of the wire: responses of the service, read into the model. All tolerance for shapes that the API does not
// promise lives behind it. No network, no endpoint names, no knowledge of the runner.

export { WireError, parseJson } from './json.ts';
export { readDeclaredError, readError } from './error.ts';
export { readResource, readResources } from './resource.ts';
export { readAcceptance, readDeployment, readDeployments } from './deployment.ts';
export { readRuntimeLog } from './log.ts';
export { readEnvNames } from './env.ts';
export { readDescription } from './description.ts';
