// The public entry of this folder: nothing else in it is imported from outside.

export type { HttpResponse } from './exchange.ts';
export { probe, type ProbeAnswer } from './probe.ts';
export { createTransport, type ServiceRequest, type TransportOptions } from './transport.ts';
