// The resources of an organisation and the work on them.
export type { BuildScript, LifecycleScript } from './scripted-workload.ts';
export { scriptedWorkload } from './scripted-workload.ts';
export type { LifecycleAction, ManagedResource } from './service.ts';
export { Service } from './service.ts';
export type { BuildOutcome, BuildRequest, Workload, WorkloadEvents, WorkloadFactory } from './workload.ts';
