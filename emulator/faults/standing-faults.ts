// Faults that alter what a sound answer shows: lists that lag, lose or repeat, and text that comes back everywhere. Pure.
import type { StandingFault } from './kinds.ts';
import type { ApiResponse } from '../api/index.ts';
import type { DeploymentRecord } from '../state/index.ts';

type Deployments = readonly DeploymentRecord[];

/** Fields that a client steers by; `echo` leaves them alone unless `everywhere` is set. */
const STEERING_FIELDS = new Set([
  'id',
  'deploymentId',
  'deployment_id',
  'status',
  'type',
  'code',
  'createdAt',
  'openapi',
]);

/** The deployments, latest first, as the faults let them be seen at `nowMs` (`Infinity`: nothing is too new). */
export function alterDeployments(
  deployments: Deployments,
  faults: readonly StandingFault[],
  nowMs: number,
): Deployments {
  return faults.reduce((seen, fault) => alter(seen, fault, nowMs), deployments);
}

function alter(seen: Deployments, fault: StandingFault, nowMs: number): Deployments {
  switch (fault.kind) {
    case 'lag':
      return seen.filter(({ createdAtMs }) => createdAtMs + fault.ms <= nowMs);
    case 'vanish': {
      const gone = fault.deploymentId ?? seen[0]?.id;
      return seen.filter(({ id }) => id !== gone);
    }
    case 'duplicate':
      return seen.flatMap((deployment) => [deployment, deployment]);
    case 'reorder':
      return seen.toReversed();
    case 'echo':
      return seen;
    default:
      return fault satisfies never;
  }
}

/** The response with the canary of every `echo` fault in its text fields, in a field and a header of its own. */
export function alterResponse(response: ApiResponse, faults: readonly StandingFault[]): ApiResponse {
  return faults.reduce((altered, fault) => (fault.kind === 'echo' ? echo(altered, fault) : altered), response);
}

function echo(
  response: ApiResponse,
  { canary, everywhere = false }: Extract<StandingFault, { kind: 'echo' }>,
): ApiResponse {
  const headers = {
    ...response.headers,
    'x-echo': /^[\t -~]*$/.test(canary) ? canary : encodeURIComponent(canary.toWellFormed()),
  };
  const { body } = response;
  if (body === undefined) return { ...response, headers };
  if ('text' in body) return { ...response, headers, body: { ...body, text: `${body.text}${canary}\n` } };
  const spread = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return !everywhere && STEERING_FIELDS.has(name) ? value : `${value} ${canary}`;
    if (Array.isArray(value)) return value.map((item) => spread(item, ''));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, spread(item, key)] as const);
    return { ...Object.fromEntries(entries), echo: canary };
  };
  return { ...response, headers, body: { json: spread(body.json, '') } };
}
