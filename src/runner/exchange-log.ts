// One debug line per request, for bug reports.
import type { ExchangeTrace } from '../api/model.ts';
import { formatDuration } from '../duration.ts';
import type { Host } from './host.ts';
import type { Sanitizers } from './sanitize/index.ts';

/** Long enough for a complete shape. */
const MAX_CHARS = 1_000;

/** Makes the writer of these lines. */
export function createExchangeLog({ core, clock }: Host, sanitizers: Sanitizers): (exchange: ExchangeTrace) => void {
  let lastEndMs = clock.now();
  return ({ endpoint, status, tookMs, bytes, shape }) => {
    const waitedMs = Math.max(0, clock.now() - tookMs - lastEndMs);
    lastEndMs = clock.now();
    if (!core.isDebug()) return;
    const answer = status === 0 ? 'no response' : String(status);
    const times = `${formatDuration(tookMs)}, ${bytes} bytes, after a wait of ${formatDuration(waitedMs)}`;
    const text = `${endpoint.method} ${endpoint.path}: ${answer}, ${times}; ${shape()}`;
    core.debug(sanitizers.line(text, { maxChars: MAX_CHARS }));
  };
}
