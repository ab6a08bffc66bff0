// check: a rehearsal that changes nothing. The key, the resource, its environment, what is under way, whether the service
// offers what this action needs, and how it fills in what the API page leaves open.
import type { Client } from '../api/client.ts';
import { ApiError, RefusedError, UnreadableResponseError } from '../api/errors.ts';
import { type Evidence, isFinal, type ServiceDescription } from '../api/model.ts';
import { pluralize } from '../plural.ts';
import type { Args, Context, Fact, Operation, Section } from './operation.ts';
import { reportFor, reportOn } from './report.ts';
import { conclude, type Task } from './task.ts';
import {
  contractLines,
  contractRows,
  contractSection,
  hasRequiredEnv,
  listDeployments,
  optional,
  readInto,
  readRequiredEnv,
} from './steps/index.ts';

interface CheckArgs extends Args {
  readonly requiredEnv: readonly string[];
}

/** What the operations of this action ask for, as the service's own description would name it. */
export const neededEndpoints: readonly string[] = [
  'GET /resources',
  'GET /resources/{}',
  'POST /resources/{}/start',
  'POST /resources/{}/stop',
  'POST /resources/{}/restart',
  'GET /resources/{}/deployments',
  'POST /resources/{}/deployments',
  'GET /resources/{}/deployments/{}',
  'GET /resources/{}/logs',
  'GET /resources/{}/env',
];

/** Tries what can be tried without changing anything; the key, the resource and `required-env` decide, the rest only warns. */
export const check: Operation<CheckArgs> = {
  does: 'reads',

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
        return { headline, outcomes: [], facts, sections: [] };
      });
      return { ...report, sections: contractReport(evidence, context) };
    }
    const outcome = await conclude(resourceId, context, async (task) => {
      await checkKey(facts, context);
      const failure = await failureOf(() => checkResource(task, { requiredEnv, facts }, context));
      await checkDescription({ facts, evidence }, context);
      if (failure !== undefined) throw failure;
    });
    const report = reportOn([outcome], {
      action: 'check',
      facts,
      passed: ({ name }) => `${name ?? resourceId} is ready as far as can be seen; nothing was changed`,
    });
    return { ...report, sections: contractReport(evidence, context) };
  },
};

/** A request that failed is no reason to leave the description unread: it may say why. */
async function failureOf(work: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function checkKey(facts: Fact[], { client }: Context): Promise<void> {
  const count = (await client.listResources()).items.length;
  facts.push(
    { label: 'API key', value: `accepted; it sees ${pluralize(count, 'resource')}` },
    { label: 'Scope "deploy"', value: 'not tried: only a deployment can show whether the key has it' },
  );
}

async function checkResource(
  task: Task,
  { requiredEnv, facts }: { requiredEnv: readonly string[]; facts: Fact[] },
  context: Context,
): Promise<void> {
  const { resourceId } = task;
  await readInto(task, context);
  const deployments = await optional('the deployments', context, ({ client }) => listDeployments(resourceId, client));
  const moving = deployments?.items.find(({ status }) => !isFinal(status));
  if (deployments !== undefined) {
    facts.push({
      label: 'Under way',
      value: moving === undefined ? 'no deployment' : `${moving.id ?? 'a deployment'} is ${moving.status}`,
    });
  }
  if (requiredEnv.length > 0 && (await hasRequiredEnv(task, requiredEnv, context))) {
    facts.push({ label: 'Required environment', value: 'all names are set' });
  }
  // Read for the contract report alone.
  const latestId = deployments?.items[0]?.id;
  if (latestId !== undefined)
    await glance('the latest deployment', context, (client) => client.readDeployment(resourceId, latestId));
  await glance('the runtime log', context, (client) => client.readLogs(resourceId, 100));
  if (requiredEnv.length === 0)
    await glance('the names of environment variables', context, (client) => client.listEnvNames(resourceId));
}

/**
 * Reads once. A refusal means that there is none, as of a database without a log; what cannot be read is in the contract
 * report. Any other error is a warning.
 */
async function glance(what: string, context: Context, read: (client: Client) => Promise<unknown>): Promise<void> {
  if (context.signal.aborted) return;
  await optional(what, context, async ({ client }) => {
    try {
      await read(client.within(0));
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof UnreadableResponseError)) throw error;
    }
  });
}

/** Whether the description is there and names all that we need. An error with it only warns. */
async function checkDescription(
  { facts, evidence }: { facts: Fact[]; evidence: Evidence[] },
  context: Context,
): Promise<void> {
  const description = await optional("the service's OpenAPI description", context, ({ client }) =>
    client.within(0).readDescription(),
  );
  const missing = neededEndpoints.filter((endpoint) => !description?.endpoints.has(endpoint));
  facts.push({ label: 'Service description', value: describeDescription(description, missing) });
  if (description === undefined) return;
  const isExpected = missing.length === 0;
  const shape = isExpected ? 'all that is needed' : `lacks ${missing.join(', ')}`;
  evidence.push({ part: 'paths in the OpenAPI document', source: 'description', shape, isExpected });
  if (isExpected) return;
  context.emit({ kind: 'warning', text: `The service's OpenAPI description does not name: ${missing.join(', ')}.` });
}

function describeDescription(description: ServiceDescription | undefined, missing: readonly string[]): string {
  if (description === undefined) return 'cannot be read';
  const verdict = missing.length === 0 ? 'names all that is needed' : `lacks ${missing.join(', ')}`;
  return `OpenAPI ${description.openapi}, ${verdict}`;
}

/** The contract report, where anything was read; its short form goes to the step log. */
function contractReport(evidence: readonly Evidence[], { emit }: Context): readonly Section[] {
  if (evidence.length === 0) return [];
  const rows = contractRows(evidence);
  const [counts, ...differences] = contractLines(rows);
  // Missing paths have had their warning.
  const isNews = evidence.some(({ part, isExpected }) => !isExpected && part !== 'paths in the OpenAPI document');
  emit({ kind: isNews ? 'warning' : 'note', text: counts });
  for (const text of differences) emit({ kind: 'note', text });
  return [contractSection(rows)];
}
