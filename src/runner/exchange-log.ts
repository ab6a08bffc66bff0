// Debug lines, for bug reports: one per request, and one for each part of a response that is not recognised.
import type { ExchangeTrace, ReadPart } from '../api/model.ts';
import { formatDuration } from '../duration.ts';
import { unrecognisedMessage } from './messages/index.ts';
import type { Host } from './host.ts';
import type { Sanitizers } from './sanitize/index.ts';

export interface ExchangeLog {
  exchange(trace: ExchangeTrace): void;
  unrecognised(part: ReadPart): void;
}

export function createExchangeLog({ core }: Host, sanitizers: Sanitizers): ExchangeLog {
  function write(text: string): void {
    core.debug(sanitizers.line(text));
  }

  return {
    exchange({ endpoint, status, tookMs, bytes, shape }) {
      if (!core.isDebug()) return;
      const response = status === 0 ? 'no response' : String(status);
      write(`${endpoint.method} ${endpoint.path}: ${response}, ${formatDuration(tookMs)}, ${bytes} bytes; ${shape()}`);
    },
    unrecognised(part) {
      if (core.isDebug()) write(unrecognisedMessage(part));
    },
  };
}
