// What docs/architecture.md says about a new operation: beside its file it needs an entry in the table, and neither main.ts
// nor the runner changes. (contract.test.ts tests that action.yml and the README name it.)
import { expect, test } from '@jest/globals';
import { operations } from '../../src/operations/index.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { reportOn } from '../../src/operations/report.ts';
import { runTask } from '../../src/operations/task.ts';
import { withWorld } from '../support/world.ts';

/** Reports the type of a resource. */
const describeType: Operation = {
  effect: 'reads',
  read: (inputs) => ({ resourceIds: inputs.resourceIds({ several: false, required: true }) }),
  async run({ resourceIds: [resourceId = ''] }, context) {
    let type = '';
    const outcome = await runTask(resourceId, context, async () => {
      type = (await context.client.readResource(resourceId)).type ?? 'of no type';
      context.emit({ kind: 'note', resourceId, text: `inspected ${resourceId}` });
    });
    const facts = [{ label: 'Type', value: type }];
    return reportOn([outcome], { action: 'inspect', facts, passed: () => `${resourceId} is a ${type}` });
  },
};

test('runs an operation that was added to the table', async () => {
  const table = { ...operations, 'describe-type': describeType };
  await withWorld({ resources: [{ id: 'wrk_mail', type: 'worker' }] }, async ({ run }) => {
    const step = await run({ operation: 'describe-type', 'resource-id': 'wrk_mail' }, { table });
    expect(step.exitCode).toBe(0);
    expect(step.log).toContain('inspected wrk_mail');
    expect(step.summary).toContain('| Type | worker |');
    const unknown = await run({ operation: 'describe-type', 'resource-id': 'wrk_none' }, { table });
    expect(unknown.outputs['error-code']).toBe('not_found');
  });
});

test.each(['describe-type', 'constructor', '__proto__'])(
  'refuses %s, which is not in the table, and names the operations that are',
  async (operation) => {
    await withWorld({}, async ({ emulator, run }) => {
      const step = await run({ operation });
      expect(step.outputs['error-code']).toBe('invalid_input');
      expect(step.log).toContain('operation must be one of deploy, start, stop');
      expect(emulator.requests).toEqual([]);
    });
  },
);
