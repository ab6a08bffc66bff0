// Errors of the service as the client throws them.
import { type Endpoint, readServiceCode, RefusedError, ServiceFailedError } from '../../../src/api/errors.ts';

/** The request that they are about. */
export const endpoint: Endpoint = { method: 'GET', path: '/resources' };

/** The service refused the request. */
export function refused(code: string, options: { status?: number; retryAfterMs?: number } = {}): RefusedError {
  const { status = 400, retryAfterMs } = options;
  const sent = readServiceCode(code);
  return new RefusedError(endpoint, {
    status,
    code: sent ?? 'service_error',
    sent,
    serviceMessage: '',
    retryAfterMs,
  });
}

/** The service, or a proxy before it, failed. */
export function failed(status: number, retryAfterMs?: number): ServiceFailedError {
  return new ServiceFailedError(endpoint, { status, serviceMessage: '', retryAfterMs, fromService: true });
}
