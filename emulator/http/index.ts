// From a socket to an answer: the server, the routes, the API.
export type { ApiParts } from './answer.ts';
export type { Page, Pages } from './pages.ts';
export type { RequestRecord } from './request-record.ts';
export { frontDoor } from './router.ts';
export { listen } from './server.ts';
