// The inputs of the connection to the service: base-url, api-key and concurrent-jobs.
import { addressProblem } from '../../url.ts';
import type { StepInputs } from './inputs.ts';
import { isSecret, SECRET_RULE } from './secrets.ts';

/** How the step connects to the service. */
export interface Connection {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly concurrentJobs: number;
}

/** Reads the connection; errors are collected by `inputs`. */
export function readConnection(inputs: StepInputs): Connection {
  return {
    baseUrl: readBaseUrl(inputs),
    apiKey: readKey(inputs),
    concurrentJobs: inputs.count('concurrent-jobs') ?? 1,
  };
}

function readKey(inputs: StepInputs): string {
  const value = inputs.text('api-key') ?? '';
  const problem = keyProblem(value);
  if (problem !== undefined) inputs.refuse('api-key', problem);
  return value;
}

/** Why a key cannot be used, without quoting it; undefined when it can. */
function keyProblem(value: string): string | undefined {
  if (value === '') return KEY_MISSING;
  if (/^bearer(?:\s|$)/i.test(value)) return 'must be the key alone, without `Bearer` before it';
  return isSecret(value) ? undefined : `${SECRET_RULE}: is it cut off, or two lines?`;
}

const KEY_MISSING =
  'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. Runs from forks and from Dependabot get no secrets';

const ADDRESS_RULES = {
  malformed: 'must be an address such as https://host/api/v1',
  insecure: 'must begin with https: (http: is accepted for loopback hosts)',
  credentials: 'must not hold a user name or password',
} as const;

function readBaseUrl(inputs: StepInputs): string {
  const value = inputs.text('base-url') ?? '';
  const reason = baseUrlProblem(value);
  if (reason !== undefined) {
    inputs.refuse('base-url', reason);
    return '';
  }
  const { origin, pathname } = new URL(value);
  const path = pathname.replace(/\/+$/, '');
  if (path === '') {
    inputs.note(`base-url has no path; the API root usually ends with its version, such as ${origin}/api/v1`);
  }
  return origin + path;
}

/** Why a base URL cannot be used; undefined when it can. */
function baseUrlProblem(value: string): string | undefined {
  if (value === '') return 'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL: such as https://host/api/v1';
  const problem = addressProblem(value);
  if (problem !== undefined) return ADDRESS_RULES[problem];
  if (/[?#]/.test(value)) return 'must not hold a query or a fragment';
  return /\/resources\/*$/.test(value) ? 'must be the API root, which ends before /resources' : undefined;
}
