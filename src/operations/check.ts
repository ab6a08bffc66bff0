// check: a rehearsal that changes nothing. The key, the resource, its environment, what is under way, and whether the
// service offers what this action needs.
import { ApiError } from '../api/errors.ts';
import { isFinal, type ServiceDescription } from '../api/model.ts';
import { Stop } from '../clock.ts';
import { counted } from '../plural.ts';
import type { Args, Context, Fact, Operation } from './operation.ts';
import { conclude, describe, type Draft, reportFor, reportOn } from './outcome.ts';
import { hasRequiredEnv, readRequiredEnv } from './required-env.ts';
import { look, optional } from './resource.ts';

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

const SCOPE_NOTE = 'not tried: only a deployment can show whether the key has the scope "deploy"';

export const check: Operation<CheckArgs> = {
  read(inputs) {
    const resourceIds = inputs.resourceIds({ several: false, required: false });
    const requiredEnv = readRequiredEnv(inputs);
    if (requiredEnv.length > 0 && resourceIds.length === 0)
      inputs.refuse('required-env', 'needs a resource-id to look at');
    return { waits: false, resourceIds, requiredEnv };
  },

  run: (args, context) =>
    reportFor('check the service', context, async () => {
      const count = (await context.client.listResources()).length;
      const facts: Fact[] = [
        { label: 'API key', value: `accepted; it sees ${counted(count, 'resource')}` },
        { label: 'Scope "deploy"', value: SCOPE_NOTE },
        { label: 'Service description', value: await checkDescription(context) },
      ];
      const [resourceId] = args.resourceIds;
      if (resourceId === undefined) {
        return { headline: 'The key is accepted; nothing was changed', outcomes: [], facts, sections: [] };
      }
      const outcome = await conclude(resourceId, context, (draft) => checkResource(draft, { args, facts }, context));
      return reportOn([outcome], {
        verb: 'check',
        facts,
        passed: ({ name }) => `${name ?? resourceId} is ready as far as can be seen; nothing was changed`,
      });
    }),
};

async function checkResource(
  draft: Draft,
  { args, facts }: { args: CheckArgs; facts: Fact[] },
  context: Context,
): Promise<void> {
  await look(draft, context);
  const deployments = await optional('the deployments', context, ({ client }) =>
    client.listDeployments(draft.resourceId),
  );
  const moving = deployments?.find(({ status }) => !isFinal(status));
  if (deployments !== undefined) {
    facts.push({
      label: 'Under way',
      value: moving === undefined ? 'no deployment' : `${moving.id} is ${moving.status}`,
    });
  }
  if (args.requiredEnv.length === 0) return;
  if (await hasRequiredEnv(draft, args.requiredEnv, context)) {
    facts.push({ label: 'Required environment', value: 'all names are set' });
  }
}

/** Whether the description is there and names all that we need. Trouble with it only warns. */
async function checkDescription(context: Context): Promise<string> {
  let description: ServiceDescription;
  try {
    description = await context.client.within(0).readDescription();
  } catch (error) {
    if (error instanceof Stop || !(error instanceof ApiError)) throw error;
    context.emit({ kind: 'warning', text: `The service's OpenAPI description cannot be read. ${describe(error)}` });
    return 'cannot be read';
  }
  const missing = neededEndpoints.filter((endpoint) => !description.endpoints.has(endpoint));
  if (missing.length === 0) return `OpenAPI ${description.openapi}, names all that is needed`;
  context.emit({ kind: 'warning', text: `The service's OpenAPI description does not name: ${missing.join(', ')}.` });
  return `OpenAPI ${description.openapi}, lacks ${missing.join(', ')}`;
}
