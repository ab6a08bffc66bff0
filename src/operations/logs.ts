// logs: the last lines of the runtime log, in the step log, in the summary and in a file.
import type { LogLines } from '../api/client.ts';
import { pluralize } from '../plural.ts';
import type { Args, Operation } from './operation.ts';
import { reportOn } from './report.ts';
import { runTask } from './task.ts';
import { emitLog, readLines, reportHidden, wholeText } from './steps/index.ts';

interface LogsArgs extends Args {
  readonly lines: LogLines;
}

/** Reads the last `lines` lines of the runtime log; passes when it is empty. */
export const logs: Operation<LogsArgs> = {
  effect: 'reads',

  read: (inputs) => ({
    resourceIds: inputs.resourceIds({ several: false, required: true }),
    lines: readLines(inputs),
  }),

  async run({ resourceIds: [resourceId = ''], lines }, context) {
    let shown = 0;
    const outcome = await runTask(resourceId, context, async (task) => {
      const read = await context.client.readLogs(resourceId, lines);
      const text = wholeText(read);
      shown = text.split('\n').length - 1;
      await emitLog({ resourceId, source: 'runtime', text }, context);
      // Only a part of the log may have been shown.
      context.signal.throwIfAborted();
      reportHidden(task, read);
    });
    return reportOn([outcome], {
      action: 'read the log of',
      passed: () =>
        shown === 0
          ? `The runtime log of ${resourceId} is empty`
          : `Read the last ${pluralize(shown, 'line')} of the runtime log of ${resourceId}`,
    });
  },
};
