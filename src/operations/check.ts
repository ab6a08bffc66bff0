// check: a dry run that changes nothing. Checks the key, the resource, its environment, deployments in progress and the
// service's OpenAPI document, and reports how the service behaves where the API page leaves it open.
import type { Client } from '../api/client.ts';
import { ApiError, orApiError, RefusedError, UnreadableResponseError } from '../api/errors.ts';
import { type Evidence, isFinal, neededEndpoints, type ServiceDescription } from '../api/model.ts';
import { pluralize } from '../plural.ts';
import type { Args, Context, Fact, Operation, Section } from './operation.ts';
import { reportFor, reportOn } from './report.ts';
import { runTask, type Task } from './task.ts';
import {
  contractLines,
  contractRows,
  contractSection,
  hasRequiredEnv,
  listDeployments,
  bestEffort,
  refreshResource,
  readRequiredEnv,
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
    const evidence: Evidence[] = [];
    context.client.observe((seen) => evidence.push(...seen));
    if (resourceId === undefined) {
      const report = await reportFor('check the service', context, async () => {
        await checkKey(facts, context);
        await checkDescription({ facts, evidence }, context);
        const headline = 'The key is accepted; nothing was changed';
        return { headline, outcomes: [], facts };
      });
      return { ...report, sections: contractReport(evidence, context) };
    }
    const outcome = await runTask(resourceId, context, async (task) => {
      await checkKey(facts, context);
      // The OpenAPI document may explain the failure, so it is read before.
      const failure = await orApiError(checkResource(task, { requiredEnv, facts }, context));
      await checkDescription({ facts, evidence }, context);
      if (failure instanceof ApiError) throw failure;
    });
    const report = reportOn([outcome], {
      action: 'check',
      facts,
      passed: ({ name }) => `${name ?? resourceId} passed all checks; nothing was changed`,
    });
    return { ...report, sections: contractReport(evidence, context) };
  },
};

async function checkKey(facts: Fact[], { client }: Context): Promise<void> {
  const { items, isComplete } = await client.listResources();
  facts.push(
    {
      label: 'API key',
      value: `accepted; it sees ${isComplete ? '' : 'at least '}${pluralize(items.length, 'resource')}`,
    },
    { label: 'Scope "deploy"', value: 'not tested: only a deploy request can show whether the key has it' },
  );
}

async function checkResource(
  task: Task,
  { requiredEnv, facts }: { requiredEnv: readonly string[]; facts: Fact[] },
  context: Context,
): Promise<void> {
  const { resourceId } = task;
  await refreshResource(task, context);
  const deployments = await bestEffort('the deployments', context, ({ client }) => listDeployments(resourceId, client));
  const moving = deployments?.items.find(({ status }) => !isFinal(status));
  if (deployments !== undefined) {
    facts.push({
      label: 'In progress',
      value: moving === undefined ? 'no deployment' : `${moving.id ?? 'a deployment'} is ${moving.status}`,
    });
  }
  if (requiredEnv.length > 0 && (await hasRequiredEnv(task, requiredEnv, context))) {
    facts.push({ label: 'Required environment', value: 'all names are set' });
  }
  // The following is read for the contract report only.
  const latestId = deployments?.items[0]?.id;
  if (latestId !== undefined)
    await observe('the latest deployment', context, (client) => client.readDeployment(resourceId, latestId));
  await observe('the runtime log', context, (client) => client.readLogs(resourceId, 100));
  if (requiredEnv.length === 0)
    await observe('the names of environment variables', context, (client) => client.listEnvNames(resourceId));
}

/**
 * Reads once. A refusal is expected, such as for the log of a database; an unreadable response appears in the contract
 * report. Any other error is a warning.
 */
async function observe(what: string, context: Context, read: (client: Client) => Promise<unknown>): Promise<void> {
  if (context.signal.aborted) return;
  await bestEffort(what, context, async ({ client }) => {
    const seen = await orApiError(read(client.within(0)));
    const isExpected = seen instanceof RefusedError || seen instanceof UnreadableResponseError;
    if (seen instanceof ApiError && !isExpected) throw seen;
  });
}

/** Checks that the OpenAPI document exists and lists the endpoints that we need; problems only warn. */
async function checkDescription(
  { facts, evidence }: { facts: Fact[]; evidence: Evidence[] },
  context: Context,
): Promise<void> {
  const description = await bestEffort("the service's OpenAPI document", context, ({ client }) =>
    client.within(0).readDescription(),
  );
  const missing = neededEndpoints.filter((endpoint) => !description?.endpoints.has(endpoint));
  facts.push({ label: 'Service description', value: describeDescription(description, missing) });
  if (description === undefined) return;
  const isExpected = missing.length === 0;
  const shape = isExpected ? 'all that is needed' : `lacks ${missing.join(', ')}`;
  evidence.push({ part: 'paths in the OpenAPI document', source: 'description', shape, isExpected });
  if (isExpected) return;
  context.emit({ kind: 'warning', text: `The service's OpenAPI document does not list: ${missing.join(', ')}.` });
}

function describeDescription(description: ServiceDescription | undefined, missing: readonly string[]): string {
  if (description === undefined) return 'cannot be read';
  const verdict = missing.length === 0 ? 'names all that is needed' : `lacks ${missing.join(', ')}`;
  return `OpenAPI ${description.openapi}, ${verdict}`;
}

/** The contract report if anything was read; its summary goes to the step log. */
function contractReport(evidence: readonly Evidence[], { emit }: Context): readonly Section[] {
  if (evidence.length === 0) return [];
  const rows = contractRows(evidence);
  const [counts, ...differences] = contractLines(rows);
  // Missing paths already have a warning of their own.
  const isNews = evidence.some(({ part, isExpected }) => !isExpected && part !== 'paths in the OpenAPI document');
  emit({ kind: isNews ? 'warning' : 'note', text: counts });
  for (const text of differences) emit({ kind: 'note', text });
  return [contractSection(rows)];
}
