// The inputs of the connection to the service: base-url, api-key and concurrent-jobs.
import { addressProblem } from '../url.ts';
import type { Host } from './host.ts';
import type { StepInputs } from './inputs.ts';
import { isSecret, readApiKey, SECRET_RULE } from './secrets.ts';

/** How the step connects to the service. */
export interface Connection {
  /** API root without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly concurrentJobs: number;
}

/** Reads the connection; errors are collected by `inputs`. */
export function readConnection(inputs: StepInputs, host: Host): Connection {
  return {
    baseUrl: readBaseUrl(inputs, host),
    apiKey: checkedApiKey(inputs, host),
    concurrentJobs: inputs.count('concurrent-jobs') ?? 1,
  };
}

function checkedApiKey(inputs: StepInputs, host: Host): string {
  // Marks the input as used: the key itself is read before all inputs, to be masked first.
  inputs.text('api-key');
  const value = readApiKey(host);
  if (value === '') inputs.refuse('api-key', KEY_MISSING);
  else if (!isSecret(value)) inputs.refuse('api-key', `${SECRET_RULE}: is it cut off, or two lines?`);
  return value;
}

const KEY_MISSING =
  'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. Runs from forks and from Dependabot get no secrets';

const ADDRESS_RULES = {
  malformed: 'must be an address such as https://host/api/v1',
  insecure: 'must begin with https: (http: is accepted for loopback hosts)',
  credentials: 'must not hold a user name or password',
} as const;

function readBaseUrl(inputs: StepInputs, host: Host): string {
  const value = inputs.text('base-url') ?? host.env['DEPLOYMENT_SERVICE_BASE_URL']?.trim() ?? '';
  const reason = baseUrlProblem(value);
  if (reason !== undefined) {
    inputs.refuse('base-url', reason);
    return '';
  }
  const { origin, pathname } = new URL(value);
  return origin + pathname.replace(/\/+$/, '');
}

/** Why a base URL cannot be used; undefined when it can. */
function baseUrlProblem(value: string): string | undefined {
  if (value === '') return 'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL: such as https://host/api/v1';
  const problem = addressProblem(value);
  if (problem !== undefined) return ADDRESS_RULES[problem];
  return /[?#]/.test(value) ? 'must not hold a query or a fragment' : undefined;
}
