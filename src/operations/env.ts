// env: the names of the environment variables of a resource. The service never tells their values.
import { counted } from '../plural.ts';
import type { Operation } from './operation.ts';
import { reportFor } from './outcome.ts';

export const env: Operation = {
  read: (inputs) => ({ waits: false, resourceIds: inputs.resourceIds({ several: false, required: true }) }),

  run: ({ resourceIds: [resourceId = ''] }, context) =>
    reportFor(`read the environment of ${resourceId}`, context, async () => {
      const names = (await context.client.listEnvNames(resourceId)).toSorted();
      return {
        headline: `${resourceId} has ${counted(names.length, 'environment variable')}`,
        outcomes: [{ resourceId }],
        facts: [],
        sections:
          names.length === 0
            ? []
            : [{ title: 'Environment variables', columns: ['Name'], rows: names.map((name) => [name]) }],
        outputs: { 'env-names': JSON.stringify(names) },
      };
    }),
};
