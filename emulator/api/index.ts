// What the API defines: its document, responses, refusals and limits, and the dialects of what the API page leaves open.
export type { Dialect, DialectChoice } from './dialects.ts';
export { dialectNames, dialectOf, dialects, nameOfDialect, parseDialect, unusualDialects } from './dialects.ts';
export { REQUESTS_PER_MINUTE, RateLimiter } from './limits.ts';
export type { Refusal } from '../refusals.ts';
export { RefusedError, busy, isRefusal, orThrow, rateLimited, refuse, statusOfCode } from '../refusals.ts';
export type { ApiResponse } from './response.ts';
export { emptyResponse, encodeResponse, httpDate, jsonResponse, textResponse } from './response.ts';
export { refusalResponse, shapes } from './shapes.ts';
export type { Endpoint, EndpointName, Route } from './spec.ts';
export { endpointNames, specification } from './spec.ts';
export { shownId, shownList, shownLog, shownResourceStatus, shownStatus } from './traits.ts';
