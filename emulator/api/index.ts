// What the API defines: its document, responses and limits.
export { REQUESTS_PER_MINUTE, RateLimiter } from './limits.ts';
export type { ApiResponse } from './response.ts';
export { emptyResponse, encodeResponse, httpDate, jsonResponse, textResponse } from './response.ts';
export type { Endpoint, EndpointName, Route } from './spec.ts';
export { endpointNames, specification } from './spec.ts';
