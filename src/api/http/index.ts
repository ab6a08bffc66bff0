// The public entry of this folder: nothing else in it is imported from outside.

export { probe, type ProbeAnswer } from './probe.ts';
export {
  createTransport,
  type RequestLimits,
  type ServiceRequest,
  type ServiceResponse,
  type TransportOptions,
} from './transport.ts';
