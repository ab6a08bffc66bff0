// Whatever of an answer no reader can know is reported, once per step.
import { UNKNOWN_FIELD } from '../constants.ts';
import { isReadable } from '../seen.ts';
import type { Served } from '../service.ts';
import type { Trial } from '../trial.ts';
import type { Invariant } from './invariant.ts';
import { hidesVariables } from './reads.ts';

/** How a report names each value, and a name that it shows of what was sent. */
const reports: Readonly<Record<Served['unreadable'][number], readonly [what: string, field: string]>> = {
  'status of a listed deployment': ['the status of a deployment', UNKNOWN_FIELD],
  'status of a deployment': ['the status of a deployment', UNKNOWN_FIELD],
  'status of a resource': ['the status of a resource', UNKNOWN_FIELD],
  'domains of a resource': ['the domains of a resource', UNKNOWN_FIELD],
  'entry of the build log': ['an entry of the build log', UNKNOWN_FIELD],
  'entry of the runtime log': ['an entry of the runtime log', UNKNOWN_FIELD],
  'name of a variable': ['the name of an environment variable', UNKNOWN_FIELD],
  'id of a listed resource': ['the id of a resource', UNKNOWN_FIELD],
  'long field of a resource': ['a field of a resource longer than', 'description'],
  'id of a listed deployment': ['the id of a deployment', UNKNOWN_FIELD],
  'build log': ['the build log', 'unknownBlocks'],
  'runtime log': ['the runtime log', 'unknownLogs'],
};

/** Answers that the step has certainly read: it did not end while it was reading them. */
function answersRead({ served, endedAtMs, run, story }: Trial): Served[] {
  const isStopped = run.outputs['error-code'] === 'interrupted' || run.outputs['error-code'] === 'timeout';
  // A list with huge logs inside is longer than what is read, and this is reported.
  const isTooLong = ({ endpoint }: Served) =>
    endpoint === 'deployments' && story.isLogHuge && story.list.logsInside && /longer than the limit/.test(run.log);
  return served.filter(
    (one) =>
      isReadable(one) && !isTooLong(one) && one.endedAtMs !== undefined && (one.endedAtMs < endedAtMs || !isStopped),
  );
}

/** A request without the ids in its path. */
const kindOf = (path: string): string =>
  path
    .replace(/^\/api\/v1/, '')
    .replace(/\?.*/, '')
    .replace(/(?<=\/resources\/)[^/]+/, '*')
    .replace(/(?<=\/deployments\/)[^/]+/, '*');

export const reportsEachUnreadableValueOnce: Invariant = (trial) => {
  const lines = trial.run.log.split('\n').filter((line) => line.includes('so no conclusion is based on it'));
  const expected = new Map(
    answersRead(trial).flatMap(({ path, unreadable }) =>
      unreadable.map((value) => [`${value} of ${kindOf(path)}`, { value, kind: kindOf(path) }] as const),
    ),
  );
  for (const { value, kind } of expected.values()) {
    const [what, field] = reports[value];
    const ofValue = lines.filter((line) => {
      const path = /response to GET (\S+)/.exec(line)?.[1] ?? '';
      return line.includes(`holds ${what}`) && kindOf(path) === kind;
    });
    // A part that comes in several shapes is reported for each of them.
    const shapes = new Set(ofValue.map((line) => /is based on it: (.*)/.exec(line)?.[1] ?? ''));
    if (shapes.size !== ofValue.length) return `the same ${value} of ${kind} was reported more than once`;
    if (![...shapes].some((shape) => shape.includes(field)))
      return `no report of the ${value} of ${kind} names ${field}: ${[...shapes].join(' and ')}`;
  }
  return undefined;
};

/** Whole answers that are not the service's, or not in a shape that a reader knows. */
const UNREADABLE = new Set([
  '200 page',
  '403 page',
  '404 text',
  '405 page',
  'empty',
  'broken JSON',
  'null',
  'wrong types',
]);

export const reportsEachUnreadableAnswer: Invariant = (trial) => {
  const { served, endedAtMs, run, story } = trial;
  const unread = served.find(({ endpoint, fault, delivery, endedAtMs: atMs = Infinity }) => {
    if (delivery?.kind !== 'answered' || !UNREADABLE.has(fault ?? '') || atMs >= endedAtMs) return false;
    if (endpoint === 'health') return false;
    // A log that is sent as text, or line by line, is shorter but not broken.
    if (endpoint === 'logs' && fault === 'broken JSON' && /text|JSON lines/.test(story.runtime.form)) return false;
    // The first read of the resource is given up after 10 s, whatever comes then.
    if (endpoint === 'resource' && /It was not read within 10s/.test(run.log)) return false;
    return !/answered \d{3} with|in a form that is not recognised|\| response: .+ \| differs/.test(run.log);
  });
  return unread === undefined ? undefined : `nothing is reported of the answer to ${unread.path}: ${unread.fault}`;
};

export const reportsAnIncompleteList: Invariant = (trial) => {
  const { story, run } = trial;
  const isIncomplete =
    (story.operation === 'list' && story.resources.more !== 'nothing') ||
    (story.operation === 'env' && hidesVariables(story));
  if (run.exitCode !== 0 || !isIncomplete) return undefined;
  return /incomplete/i.test(`${run.summary}\n${run.log}`) ? undefined : 'a list is not all, and this is not reported';
};

/** A loopback domain of a service elsewhere would be the runner itself. */
export const namesNoAppOnTheRunner: Invariant = ({ story, served, run }) => {
  if (!story.isRemote || story.resources.domains !== 'own') return undefined;
  if (`${run.summary}\n${JSON.stringify(run.outputs)}`.includes('127.0.0.1'))
    return 'the app is said to be on the runner';
  const isShown = run.exitCode === 0 && served.some((one) => one.endpoint === 'resource' && isReadable(one));
  if (!isShown || story.unreadable.includes('domains of a resource')) return undefined;
  return run.log.includes('a domain that is a loopback address, which is the runner itself, so no')
    ? undefined
    : 'no report of a domain on the runner';
};
