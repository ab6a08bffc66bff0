// From a socket to an answer: the server, the routes, the API.
export type { ApiParts } from './answer.ts';
export type { Page, PageRequest, Pages } from './pages.ts';
export { createRouter } from './router.ts';
export { listen } from './server.ts';
export { findDeployment } from './handlers.ts';
