// Shapes of responses where the API page shows none: `plain` is what a user meets, all others are for tests of clients.
export type { Dialect, DialectChoice } from './dialects.ts';
export { dialectNames, dialectOf, dialects, nameOfDialect, parseDialect, unusualDialects } from './dialects.ts';
export { refusalResponse, shapes } from './shapes.ts';
export { shownId, shownList, shownLog, shownResourceStatus, shownStatus } from './traits.ts';
