// Faults on demand: as data, armed in a list, and what each does to an exchange or an answer.
export type { Exchange } from './effects.ts';
export { applyFault, actsBeforeBody } from './effects.ts';
export { FaultList, unknownTargets } from './fault-list.ts';
export type { Fault, StandingFault } from './kinds.ts';
export { parseFaults, readFault, readFaults } from './fault.ts';
export { alterDeployments, alterResponse } from './standing-faults.ts';
