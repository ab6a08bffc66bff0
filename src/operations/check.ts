// check: a dry run that changes nothing. Checks the key, the resource, its environment, deployments in progress and the
// service's OpenAPI document, and reports where each part of the responses was read.
import type { Client } from '../api/client.ts';
import { ApiError, orApiError, RefusedError, UnreadableResponseError } from '../api/errors.ts';
import { neededEndpoints, type ReadPart, type ServiceDescription } from '../api/model.ts';
import { pluralize } from '../plural.ts';
import { inProgressIn } from './decisions/index.ts';
import type { Args, Context, Fact, Operation, Outcome, Report } from './operation.ts';
import { reportFor, reportOn } from './report.ts';
import { runTask, type Task } from './task.ts';
import {
  hasRequiredEnv,
  listForType,
  bestEffort,
  readPartsSection,
  refreshResource,
  readRequiredEnv,
  unreadPartsNote,
} from './steps/index.ts';

interface CheckArgs extends Args {
  readonly requiredEnv: readonly string[];
}

/**
 * Checks what can be checked without changing anything. The key, the resource and `required-env` can fail the step; the
 * rest only warns.
 */
export const check: Operation<CheckArgs> = {
  effect: 'reads',

  read(inputs) {
    const resourceIds = inputs.resourceIds({ several: false, required: false });
    const requiredEnv = readRequiredEnv(inputs);
    if (requiredEnv.length > 0 && resourceIds.length === 0) inputs.refuse('required-env', 'needs a resource-id');
    return { resourceIds, requiredEnv };
  },

  async run({ resourceIds: [resourceId], requiredEnv }, context) {
    const facts: Fact[] = [];
    const parts: ReadPart[] = [];
    context.client.observe((part) => parts.push(part));
    const report = await runChecks(resourceId, { requiredEnv, facts }, context);
    const unread = unreadPartsNote(parts);
    if (unread !== undefined) context.emit({ kind: 'note', text: unread });
    return parts.length === 0 ? report : { ...report, sections: [readPartsSection(parts)] };
  },
};

/** What is checked, and what was found out so far. */
interface Checks {
  readonly requiredEnv: readonly string[];
  readonly facts: Fact[];
}

async function runChecks(resourceId: string | undefined, checks: Checks, context: Context): Promise<Report> {
  const { facts } = checks;
  if (resourceId === undefined) {
    return await reportFor('check the service', context, async () => {
      await checkKey(checks, context);
      await checkDescription(checks, context);
      return { headline: 'The key is accepted; nothing was changed', outcomes: [], facts };
    });
  }
  const outcome = await runTask(resourceId, context, async (task) => {
    await checkKey(checks, context);
    // The OpenAPI document may explain the failure, so it is read before.
    const failure = await orApiError(checkResource(task, checks, context));
    await checkDescription(checks, context);
    if (failure instanceof ApiError) throw failure;
  });
  const passed = ({ name }: Outcome) => `${name ?? resourceId} passed all checks; nothing was changed`;
  return reportOn([outcome], { action: 'check', facts, passed });
}

async function checkKey({ facts }: Checks, { client }: Context): Promise<void> {
  const { items, isComplete } = await client.listResources();
  const count = `${isComplete ? '' : 'at least '}${pluralize(items.length, 'resource')}`;
  facts.push(
    { label: 'API key', value: `accepted; it sees ${count}` },
    { label: 'Scope "deploy"', value: 'not tested: only a deploy request can show whether the key has it' },
  );
}

async function checkResource(task: Task, { requiredEnv, facts }: Checks, context: Context): Promise<void> {
  const { resourceId } = task;
  const resource = await refreshResource(task, context);
  const deployments = await bestEffort('the deployments', context, ({ client }) =>
    listForType(resourceId, resource, client),
  );
  if (deployments !== undefined) {
    const moving = inProgressIn(deployments.items)[0];
    const value = moving === undefined ? 'no deployment' : `${moving.id ?? 'a deployment'} is ${moving.status}`;
    facts.push({ label: 'In progress', value });
  }
  if (requiredEnv.length > 0 && (await hasRequiredEnv(task, requiredEnv, context))) {
    facts.push({ label: 'Required environment', value: 'all names are set' });
  }
  // The following is read only to report where it was found.
  const latestId = deployments?.items[0]?.id;
  if (latestId !== undefined)
    await observe('the latest deployment', context, (client) => client.readDeployment(resourceId, latestId));
  await observe('the runtime log', context, (client) => client.readLogs(resourceId, 100));
  if (requiredEnv.length === 0)
    await observe('the names of environment variables', context, (client) => client.listEnvNames(resourceId));
}

/**
 * Reads once. A refusal is expected, such as for the log of a database; an unreadable response is in the table of what was
 * read. Any other error is a warning.
 */
async function observe(what: string, context: Context, read: (client: Client) => Promise<unknown>): Promise<void> {
  if (context.signal.aborted) return;
  await bestEffort(what, context, async ({ client }) => {
    const seen = await orApiError(read(client.withLimits({ retryForMs: 0 })));
    const isExpected = seen instanceof RefusedError || seen instanceof UnreadableResponseError;
    if (seen instanceof ApiError && !isExpected) throw seen;
  });
}

/** Checks that the OpenAPI document exists and lists the endpoints that we need; problems only warn. */
async function checkDescription({ facts }: Checks, context: Context): Promise<void> {
  const description = await bestEffort("the service's OpenAPI document", context, ({ client }) =>
    client.withLimits({ retryForMs: 0 }).readDescription(),
  );
  const missing = neededEndpoints.filter((endpoint) => !description?.endpoints.has(endpoint));
  facts.push({ label: 'Service description', value: describeDescription(description, missing) });
  if (description === undefined || missing.length === 0) return;
  context.emit({ kind: 'warning', text: `The service's OpenAPI document does not list: ${missing.join(', ')}.` });
}

function describeDescription(description: ServiceDescription | undefined, missing: readonly string[]): string {
  if (description === undefined) return 'cannot be read';
  const verdict = missing.length === 0 ? 'names all that is needed' : `lacks ${missing.join(', ')}`;
  return `OpenAPI ${description.openapi}, ${verdict}`;
}
