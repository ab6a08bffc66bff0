// Keeps the summary up to date while the step runs, so that a killed step leaves a correct one.
import { errorMessage } from '../../error-message.ts';
import type { Host } from '../host.ts';

/** Minimum time between two writes while the step runs. */
const WRITE_GAP_MS = 5_000;

/** Writes the summary. */
interface SummaryWriter {
  /** Writes the result of `render`, unless it `mayWait` and the last write was less than {@link WRITE_GAP_MS} ago. */
  update(render: () => string, options: { mayWait: boolean }): void;
  finish(render: () => string): void;
}

/** Creates the writer; `onError` is called at most once. */
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
    update(render, { mayWait }) {
      if (!mayWait || clock.now() - writtenAtMs >= WRITE_GAP_MS) write(render);
    },
    finish: write,
  };
}
