// The good answers of the drawn service, in the shape that the story asks for.
import type { Deployed, Hosting } from './hosting.ts';
import { isoTime } from '../clock.ts';
import { logAs } from './log-forms.ts';
import { UNKNOWN_FIELD } from '../constants.ts';
import { type AcceptanceForm, OLDER_WORD, type UnreadableValue } from './forms.ts';
import { moreOf } from './resource-bodies.ts';
import type { Story } from '../story.ts';

/** The status of a deployment in the words of the story. */
export function statusWord(story: Story, hosting: Hosting, deployed: Deployed, nowMs: number): string {
  const status = hosting.statusOf(deployed, nowMs);
  const { letters, buildS, endWord, unknownStatus } = story.build;
  const isEarly = nowMs < deployed.startsAtMs + (buildS * 1_000) / 2;
  if (unknownStatus !== '' && status === 'building' && isEarly && deployed.by !== 'past') return unknownStatus;
  const isEnd = status === 'failed' || status === 'cancelled';
  const isOlder = deployed.by === 'past' && status === 'failed' && endWord === OLDER_WORD;
  if (endWord !== '' && isEnd && (deployed.by === 'us' || isOlder)) return endWord;
  if (letters === 'upper') return status.toUpperCase();
  return letters === 'capital' ? `${status.slice(0, 1).toUpperCase()}${status.slice(1)}` : status;
}

/** The status as it is sent: a word, or while it builds a value that is none. */
function statusValue(value: UnreadableValue, { unreadable }: Story, word: string): unknown {
  return unreadable.includes(value) && word.toLowerCase() === 'building' ? { [UNKNOWN_FIELD]: 1 } : word;
}

/** The list of deployments. */
export function listBody(
  story: Story,
  hosting: Hosting,
  options: { nowMs: number; isStale: boolean },
): { ok: true; deployments: Readonly<Record<string, unknown>>[] } {
  const { nowMs, isStale } = options;
  const { order, cap, lagS, slideAtS, anonymous, more, logsInside } = story.list;
  const isShown = (deployed: Deployed): boolean =>
    deployed.by === 'past' || (!isStale && nowMs >= deployed.createdAtMs + (deployed.by === 'us' ? lagS * 1_000 : 0));
  const shown = hosting.deployments(nowMs).filter(isShown);
  // The youngest of the old ones is deleted, so that the others move up and one more comes in below.
  const gone = slideAtS > 0 && nowMs >= slideAtS * 1_000 ? shown.find(({ by }) => by === 'past') : undefined;
  const kept = shown.filter((deployed) => deployed !== gone).slice(0, cap === 0 ? Infinity : cap);
  const [first, ...others] = kept;
  const ordered =
    order === 'latest first' || first === undefined
      ? kept
      : order === 'oldest first'
        ? kept.toReversed()
        : [first, ...others.toReversed()];
  const items: Readonly<Record<string, unknown>>[] = ordered.map((deployed) => ({
    ...(anonymous === 'ours' && deployed.by === 'us' ? { id: null, [UNKNOWN_FIELD]: 'draft' } : { id: deployed.id }),
    status: statusValue('status of a listed deployment', story, statusWord(story, hosting, deployed, nowMs)),
    ...(logsInside ? { log: `${deployed.lines.map(({ text }) => `in the list ${text}`).join('\n')}\n` } : {}),
  }));
  if (anonymous !== 'none' && anonymous !== 'ours') {
    const position = anonymous === 'first' ? 0 : anonymous === 'second' ? 1 : items.length;
    items.splice(position, 0, { id: null, [UNKNOWN_FIELD]: 'draft', status: 'finished' });
  }
  return { ok: true, deployments: items, ...moreOf(more, Math.max(shown.length, items.length)) };
}

/** The detail of one deployment. */
export function detailBody(story: Story, hosting: Hosting, options: { deployed: Deployed; nowMs: number }): unknown {
  const { deployed, nowMs } = options;
  const { previousInside, hasStatus, log } = story.build;
  const previous = hosting.deployments(nowMs).find((other) => other.createdAtMs < deployed.createdAtMs);
  const sent = logAs(deployed.by === 'past' ? 'text' : log, { ...deployed, nowMs });
  const isMixed = story.unreadable.includes('entry of the build log') && (log === 'lines' || log === 'entries');
  const entries: readonly unknown[] = isMixed && Array.isArray(sent) ? sent : [];
  const text = entries.length > 0 ? [{ [UNKNOWN_FIELD]: 1 }, ...entries] : sent;
  const detail = {
    id: deployed.id,
    ...(hasStatus
      ? { status: statusValue('status of a deployment', story, statusWord(story, hosting, deployed, nowMs)) }
      : {}),
    createdAt: isoTime(deployed.createdAtMs),
    ...(text === undefined ? {} : { log: text }),
    ...(previousInside && previous !== undefined
      ? { previous: { id: previous.id, status: 'finished', log: 'the log of the previous one\n' } }
      : {}),
  };
  return { ok: true, deployment: detail };
}

/** The body of an acceptance; '' for none. */
export function acceptanceBody(
  form: AcceptanceForm,
  { deployed, earlier }: { deployed: Deployed; earlier: Deployed | undefined },
  { resourceId }: Story,
): string {
  const { id } = deployed;
  const record = { id, status: 'queued' };
  const bodies: Readonly<Record<AcceptanceForm, unknown>> = {
    id: record,
    deploymentId: { ok: true, deploymentId: id },
    'id, others nested': { ...record, user: { id: 'user_9' }, commit: { id: 'c0ffee' }, resource: { id: resourceId } },
    'id, another in data': { ...record, data: { id: 'job_7' } },
    'deployment, others before': {
      resource: { id: resourceId, type: 'app' },
      actor: { id: 'u1' },
      deployment: { id },
    },
    'an earlier deployment': { deployment: earlier && { id: earlier.id, status: earlier.outcome } },
    'id without a status': { id },
    'id without a status, in data': { ok: true, data: { id } },
    'id of a job': { ok: true, id: 'job_7' },
    nothing: '',
    'empty object': {},
    'ok only': { ok: true },
    'resource only': { ok: true, resource: { id: resourceId, type: 'app', status: 'running' } },
    // The resource under an id of its own, other than the one in the path.
    'resource in data': { ok: true, data: { id: 'r-7', type: 'app', status: 'running' } },
    text: 'Accepted',
  };
  const body = bodies[form];
  return typeof body === 'string' ? body : JSON.stringify(body);
}
