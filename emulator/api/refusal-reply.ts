// A refusal as a reply: the one error shape, with what a dialect adds to it.
import type { Dialect } from './dialects.ts';
import type { Refusal } from './refusals.ts';
import { statusOfCode } from './refusals.ts';
import type { Reply } from './reply.ts';
import { jsonReply } from './reply.ts';
import { shapes } from './shapes.ts';

/** The reply to a refused request. */
export function refusalReply(dialect: Dialect, refusal: Refusal, nowMs: number): Reply {
  const body = { ok: false, error: { code: refusal.refused, message: refusal.message } };
  const retryAfter =
    refusal.retryAfterMs === undefined ? {} : shapes.retryAfter[dialect.retryAfter](refusal.retryAfterMs, nowMs);
  return jsonReply(statusOfCode[refusal.refused], shapes.errorExtras[dialect.errorExtras]({ body, refusal }), {
    ...refusal.headers,
    ...retryAfter,
  });
}
