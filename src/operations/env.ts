// env: the names of the environment variables of a resource. The service never sends their values.
import { pluralize } from '../plural.ts';
import type { Operation, Section } from './operation.ts';
import { reportOn } from './report.ts';
import { runTask } from './task.ts';

/** Reads the names of the environment variables of one resource. */
export const env: Operation = {
  effect: 'reads',
  read: (inputs) => ({ resourceIds: inputs.resourceIds({ several: false, required: true }) }),

  async run({ resourceIds: [resourceId = ''] }, context) {
    let names: readonly string[] | undefined;
    let isComplete = true;
    const outcome = await runTask(resourceId, context, async (task) => {
      const list = await context.client.listEnvNames(resourceId);
      names = list.items.toSorted();
      ({ isComplete } = list);
      if (!isComplete) task.emit({ kind: 'warning', text: incompleteNames(resourceId, names.length) });
    });
    const report = reportOn([outcome], {
      action: 'read the environment of',
      passed: () =>
        `${resourceId} has ${isComplete ? '' : 'at least '}${pluralize(names?.length ?? 0, 'environment variable')}`,
    });
    if (names === undefined) return report;
    return { ...report, sections: tableOf(names), outputs: { 'env-names': JSON.stringify(names) } };
  },
};

function incompleteNames(resourceId: string, count: number): string {
  return `The list of environment variables of ${resourceId} is incomplete: the service has more than the ${pluralize(count, 'name')} that could be read, and they are not in the output env-names.`;
}

function tableOf(names: readonly string[]): Section[] {
  if (names.length === 0) return [];
  return [{ title: 'Environment variables', columns: ['Name'], rows: names.map((name) => [name]) }];
}
