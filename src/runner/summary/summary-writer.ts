// Keeps the summary of a running step current, so that a step that is killed leaves a true one.
import { errorMessage } from '../error-message.ts';
import type { Host } from '../host.ts';

/** The summary is written no more often than this while the step runs. */
const WRITE_GAP_MS = 5_000;

/** Writes the summary. */
export interface SummaryWriter {
  /** Writes what `render` makes, unless that was done a moment ago. */
  update(render: () => string): void;
  finish(render: () => string): void;
}

/** Makes the writer; `onError` is called once. */
export function createSummaryWriter(
  { clock, writeSummary }: Pick<Host, 'clock' | 'writeSummary'>,
  onError: (message: string) => void,
): SummaryWriter {
  let writtenAtMs = -Infinity;
  let failed = false;

  function write(render: () => string): void {
    writtenAtMs = clock.now();
    try {
      writeSummary(render());
    } catch (error) {
      if (!failed) onError(errorMessage(error));
      failed = true;
    }
  }

  return {
    update(render) {
      if (clock.now() - writtenAtMs >= WRITE_GAP_MS) write(render);
    },
    finish: write,
  };
}
