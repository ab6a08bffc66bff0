// The good answers of the drawn service, in the shape that the story asks for.
import type { Deployed, Hosting } from './hosting.ts';
import { logAs } from './log-forms.ts';
import { COMMIT, OTHER_COMMIT, UNKNOWN_FIELD } from './constants.ts';
import { type AcceptanceForm, OLDER_WORD, type UnreadableValue } from './forms.ts';
import { moreOf, otherNames } from './resource-bodies.ts';
import type { Story } from './story.ts';

const stamp = (atMs: number): string => new Date(Date.UTC(2026, 4, 4, 9) + atMs).toISOString();

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

/** The commit that a deployment shows. */
export function commitOf({ build: { commit } }: Story, { by }: Deployed): string | undefined {
  if (commit === 'none') return undefined;
  if (by !== 'us' || commit === 'another') return OTHER_COMMIT;
  return commit === 'of this run' ? COMMIT : COMMIT.slice(0, 8);
}

function commitFields(story: Story, deployed: Deployed): Readonly<Record<string, unknown>> {
  const sha = commitOf(story, deployed);
  return sha === undefined ? {} : { source: { branch: 'main', commit_sha: sha, message: 'Fix the login' } };
}

/** The list of deployments. */
export function listBody(story: Story, hosting: Hosting, options: { nowMs: number; isStale: boolean }): unknown {
  const { nowMs, isStale } = options;
  const { order, cap, lagS, slideAtS, anonymous, more, logsInside, wrapper } = story.list;
  const { idField, statusField } = story;
  const isShown = (deployed: Deployed): boolean =>
    deployed.by === 'past' || (!isStale && nowMs >= deployed.createdAtMs + (deployed.by === 'us' ? lagS * 1_000 : 0));
  const shown = hosting.deployments(nowMs).filter(isShown);
  const total = shown.length;
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
  const items: unknown[] = ordered.map((deployed) => ({
    ...(anonymous === 'ours' && deployed.by === 'us'
      ? { id: null, [UNKNOWN_FIELD]: 'draft' }
      : { [idField]: deployed.id }),
    [statusField]: statusValue('status of a listed deployment', story, statusWord(story, hosting, deployed, nowMs)),
    ...commitFields(story, deployed),
    ...(logsInside ? { log: `${deployed.lines.map(({ text }) => `in the list ${text}`).join('\n')}\n` } : {}),
  }));
  if (anonymous !== 'none' && anonymous !== 'ours') {
    const position = anonymous === 'first' ? 0 : anonymous === 'second' ? 1 : items.length;
    items.splice(position, 0, { id: null, [UNKNOWN_FIELD]: 'draft', status: 'finished' });
  }
  if (wrapper === 'bare') return items;
  const name = wrapper === 'other names' ? 'builds' : wrapper;
  const list = { [name]: items, ...moreOf(more, Math.max(total, items.length)) };
  return wrapper === 'other names' ? otherNames(list) : { ok: true, ...list };
}

/** The detail of one deployment. */
export function detailBody(story: Story, hosting: Hosting, options: { deployed: Deployed; nowMs: number }): unknown {
  const { deployed, nowMs } = options;
  const { field, wrapper, previousInside, hasStatus, log } = story.build;
  const { idField, statusField } = story;
  const previous = hosting.deployments(nowMs).find((other) => other.createdAtMs < deployed.createdAtMs);
  const sent = logAs(deployed.by === 'past' ? 'text' : log, { ...deployed, nowMs });
  const isMixed = story.unreadable.includes('entry of the build log') && (log === 'lines' || log === 'entries');
  const entries: readonly unknown[] = isMixed && Array.isArray(sent) ? sent : [];
  const text = entries.length > 0 ? [{ [UNKNOWN_FIELD]: 1 }, ...entries] : sent;
  const detail = {
    [idField]: deployed.id,
    ...(hasStatus
      ? { [statusField]: statusValue('status of a deployment', story, statusWord(story, hosting, deployed, nowMs)) }
      : {}),
    createdAt: stamp(deployed.createdAtMs),
    ...commitFields(story, deployed),
    ...(text === undefined ? {} : field === 'build.log' ? { build: { log: text } } : { [field]: text }),
    ...(previousInside && previous !== undefined
      ? { previous: { [idField]: previous.id, [statusField]: 'finished', log: 'the log of the previous one\n' } }
      : {}),
  };
  if (wrapper === 'bare') return detail;
  if (wrapper === 'other names') return otherNames(detail);
  return wrapper === 'data' ? { ok: true, data: detail } : { ok: true, deployment: detail };
}

/** The body of an acceptance; '' for none. */
export function acceptanceBody(
  form: AcceptanceForm,
  { deployed, earlier }: { deployed: Deployed; earlier: Deployed | undefined },
  { resourceId, idField, statusField }: Story,
): string {
  const { id } = deployed;
  const record = { [idField]: id, [statusField]: 'queued' };
  const bodies: Readonly<Record<AcceptanceForm, unknown>> = {
    id: record,
    deployment: { ok: true, deployment: record },
    deploymentId: { ok: true, deploymentId: id },
    data: { ok: true, data: record },
    'other names': otherNames(record),
    message: { message: 'Deployment request queued.', resource_uuid: resourceId, deployment_uuid: id },
    'id, others nested': { ...record, user: { id: 'user_9' }, commit: { id: 'c0ffee' }, resource: { id: resourceId } },
    'id, another in data': { ...record, data: { id: 'job_7' } },
    'deployment, others before': {
      resource: { id: resourceId, type: 'app' },
      actor: { id: 'u1' },
      deployment: { [idField]: id },
    },
    'an earlier deployment': { deployment: earlier && { [idField]: earlier.id, [statusField]: earlier.outcome } },
    'id without a status': { [idField]: id },
    'id without a status, in data': { ok: true, data: { [idField]: id } },
    'id of a job': { ok: true, id: 'job_7' },
    nothing: undefined,
    'empty object': {},
    'ok only': { ok: true },
    'resource only': { ok: true, resource: { id: resourceId, type: 'app', status: 'running' } },
    // The resource under an id of its own, other than the one in the path.
    'resource in data': { ok: true, data: { id: 'r-7', type: 'app', status: 'running' } },
    text: undefined,
  };
  if (form === 'text') return 'Accepted';
  return form === 'nothing' ? '' : JSON.stringify(bodies[form]);
}
