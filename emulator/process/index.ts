// Real work: builds and apps as child processes.
export { basicEnv } from './children.ts';
export { processWorkload } from './workload.ts';
