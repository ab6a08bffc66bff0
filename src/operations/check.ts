// check: a rehearsal that changes nothing. The key, the resource, its environment, what is under way, and whether the
// service offers what this action needs.
import { isFinal, type ServiceDescription } from '../api/model.ts';
import { counted } from '../plural.ts';
import type { Args, Context, Fact, Operation } from './operation.ts';
import { reportFor, reportOn } from './report.ts';
import { conclude, type Task } from './task.ts';
import { hasRequiredEnv, readRequiredEnv, readInto, optional } from './steps/index.ts';

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
    if (requiredEnv.length > 0 && resourceIds.length === 0)
      inputs.refuse('required-env', 'needs a resource-id to look at');
    return { resourceIds, requiredEnv };
  },

  async run({ resourceIds: [resourceId], requiredEnv }, context) {
    const facts: Fact[] = [];
    if (resourceId === undefined) {
      return await reportFor('check the service', context, async () => {
        await checkKey(facts, context);
        await checkDescription(facts, context);
        return { headline: 'The key is accepted; nothing was changed', outcomes: [], facts, sections: [] };
      });
    }
    const outcome = await conclude(resourceId, context, async (task) => {
      await checkKey(facts, context);
      await checkResource(task, { requiredEnv, facts }, context);
      await checkDescription(facts, context);
    });
    return reportOn([outcome], {
      action: 'check',
      facts,
      passed: ({ name }) => `${name ?? resourceId} is ready as far as can be seen; nothing was changed`,
    });
  },
};

async function checkKey(facts: Fact[], { client }: Context): Promise<void> {
  const count = (await client.listResources()).items.length;
  facts.push(
    { label: 'API key', value: `accepted; it sees ${counted(count, 'resource')}` },
    { label: 'Scope "deploy"', value: 'not tried: only a deployment can show whether the key has it' },
  );
}

async function checkResource(
  task: Task,
  { requiredEnv, facts }: { requiredEnv: readonly string[]; facts: Fact[] },
  context: Context,
): Promise<void> {
  await readInto(task, context);
  const deployments = await optional('the deployments', context, ({ client }) =>
    client.listDeployments(task.resourceId),
  );
  const moving = deployments?.items.find(({ status }) => !isFinal(status));
  if (deployments !== undefined) {
    facts.push({
      label: 'Under way',
      value: moving === undefined ? 'no deployment' : `${moving.id ?? 'a deployment'} is ${moving.status}`,
    });
  }
  if (requiredEnv.length === 0) return;
  if (await hasRequiredEnv(task, requiredEnv, context)) {
    facts.push({ label: 'Required environment', value: 'all names are set' });
  }
}

/** Whether the description is there and names all that we need. Trouble with it only warns. */
async function checkDescription(facts: Fact[], context: Context): Promise<void> {
  const description = await optional("the service's OpenAPI description", context, ({ client }) =>
    client.within(0).readDescription(),
  );
  const missing = neededEndpoints.filter((endpoint) => !description?.endpoints.has(endpoint));
  facts.push({ label: 'Service description', value: describeDescription(description, missing) });
  if (description === undefined || missing.length === 0) return;
  context.emit({ kind: 'warning', text: `The service's OpenAPI description does not name: ${missing.join(', ')}.` });
}

function describeDescription(description: ServiceDescription | undefined, missing: readonly string[]): string {
  if (description === undefined) return 'cannot be read';
  const verdict = missing.length === 0 ? 'names all that is needed' : `lacks ${missing.join(', ')}`;
  return `OpenAPI ${description.openapi}, ${verdict}`;
}
