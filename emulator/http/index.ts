// From a socket to an answer: the server, the routes, the API.
export type { ApiParts } from './answer.ts';
export type { Page, PageRequest, Pages } from './pages.ts';
export { RequestLog } from './request-log.ts';
export type { RequestLogLimits, RequestRecord } from './request-log.ts';
export { createRouter } from './router.ts';
export { listen } from './server.ts';
