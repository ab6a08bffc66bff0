// list: the resources that match a filter, as a table for people and as JSON for a matrix.
import { type Condition, matches, parseFilter, undecidedBy } from './steps/index.ts';
import { pluralize } from '../plural.ts';
import type { Args, Operation } from './operation.ts';
import { reportFor } from './report.ts';

interface ListArgs extends Args {
  readonly conditions: readonly Condition[];
}

/** Lists the resources that meet every condition of `filter`; passes when there are none. */
export const list: Operation<ListArgs> = {
  effect: 'reads',

  read(inputs) {
    const parsed = parseFilter(inputs.text('filter') ?? '');
    if (typeof parsed === 'string') inputs.refuse('filter', parsed);
    return { resourceIds: [], conditions: typeof parsed === 'string' ? [] : parsed };
  },

  run: ({ conditions }, context) =>
    reportFor('list the resources', context, async () => {
      const { items: all, isComplete } = await context.client.listResources();
      const found = all.filter((resource) => matches(resource, conditions));
      if (!isComplete) {
        const text = `The list of resources is incomplete: the service has more than the ${all.length} that it sent, and they are neither filtered nor in the output resources.`;
        context.emit({ kind: 'warning', text });
      }
      const anonymous = found.filter(({ id }) => id === undefined).length;
      if (anonymous > 0) {
        const text = `${pluralize(anonymous, 'resource')} in the list without an id that can be read: no other operation can be used on it.`;
        context.emit({ kind: 'warning', text });
      }
      const undecided = all.map((resource) => undecidedBy(resource, conditions)).filter(({ length }) => length > 0);
      if (undecided.length > 0) {
        const keys = [...new Set(undecided.flat())].join(' or ');
        const text = `The filter leaves out ${pluralize(undecided.length, 'resource')} without a readable ${keys}: whether it should is not known.`;
        context.emit({ kind: 'warning', text });
      }
      const text = (value: string | number | boolean | null | undefined) => String(value ?? '');
      return {
        headline: `Found ${found.length} of ${pluralize(all.length, 'resource')}${isComplete ? '' : ' in an incomplete list'}`,
        outcomes: [],
        sections: [
          {
            title: 'Resources',
            columns: ['Name', 'Id', 'Type', 'Status', 'Catalogue key'],
            rows: found.map(({ id, fields }) =>
              [fields['name'], id, fields['type'], fields['status'], fields['catalogKey']].map(text),
            ),
          },
        ],
        outputs: { resources: JSON.stringify(found.map(({ fields }) => fields)) },
      };
    }),
};
