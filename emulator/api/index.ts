// What the API defines: its document, responses, refusals and limits.
export { REQUESTS_PER_MINUTE, RateLimiter } from './limits.ts';
export type { Refusal } from '../refusals.ts';
export { RefusedError, busy, isRefusal, orThrow, rateLimited, refuse, statusOfCode } from '../refusals.ts';
export type { ApiResponse } from './response.ts';
export { emptyResponse, encodeResponse, httpDate, jsonResponse, textResponse } from './response.ts';
export type { Endpoint, EndpointName, Route } from './spec.ts';
export { endpointNames, specification } from './spec.ts';
