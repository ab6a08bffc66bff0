// The face of the wire: replies of the service, read into the model. All tolerance for shapes that the API does not
// promise lives behind it. No network, no endpoint names, no knowledge of the runner.

export { WireError, parseJson } from './wire/json.ts';
export { readDeclaredError, readError } from './wire/error.ts';
export { readResource, readResources } from './wire/resource.ts';
export { readAcceptance, readDeployment, readDeployments } from './wire/deployment.ts';
export { readRuntimeLog } from './wire/log.ts';
export { readEnvNames } from './wire/env.ts';
export { readDescription } from './wire/description.ts';
