// status, list, logs and env report the current state. A bad state, such as a failed deployment,
// does not make them fail.
import { loadResource, readResource } from '../app/resource.ts';
import { reportCommit } from '../deploy/commit.ts';
import { notShownFailure } from '../deploy/end.ts';
import { createPoll } from '../deploy/poll.ts';
import { readList } from '../deploy/list.ts';
import { printUnread } from '../deploy/log-view.ts';
import { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { reads } from '../service/endpoints.ts';
import type { Deployment, Resource } from '../service/replies.ts';
import { endingOf, isTroubled } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { pluralize } from '../text.ts';

/** Reads the resource and one of its deployments: the given one, or the latest. */
export async function status(step: Step): Promise<void> {
  const { inputs, outcome } = step;
  const { deploymentId = 'latest' } = inputs;
  await readResource(step);
  if (isTroubled(outcome.resourceStatus)) outcome.needsAttention = true;
  const state = `${nameOf(outcome)} is ${outcome.resourceStatus ?? 'in an unknown state'}`;
  const found =
    deploymentId === 'latest' ? await readLatest(step) : await readNamed(step, deploymentId);
  const { deployment, none } = found;
  if (deployment === undefined) {
    outcome.headline = `${state}; ${none}`;
    return;
  }
  const { id, status: shown = 'in an unknown state', commit } = deployment;
  outcome.deploymentId = id;
  if (deployment.status !== undefined) outcome.status = shown;
  await reportCommit(step, commit);
  if (['failed', 'cancelled'].includes(endingOf(shown) ?? '')) outcome.needsAttention = true;
  outcome.headline = `${state}; deployment ${id} is ${shown}`;
}

/** A deployment, or why there is none. */
interface Found {
  readonly deployment: Deployment | undefined;
  readonly none?: string;
}

async function readLatest(step: Step): Promise<Found> {
  const { items, kind } = await readList(step);
  const isUnknown = kind === 'unknown';
  const none = isUnknown ? 'no list of its deployments is recognised' : 'it has no deployments';
  return { deployment: items[0], none };
}

/** One deployment by its id; its status comes from the list where the detail shows none. */
async function readNamed(step: Step, id: string): Promise<Found> {
  step.outcome.deploymentId = id;
  const { failure, absence, ...found } = await createPoll(step)();
  delete step.outcome.deploymentId;
  if (found.status !== undefined) return { deployment: { ...found, id } };
  if (absence !== undefined && absence !== 'failing') throw notShownFailure(step.outcome, id);
  throw failure ?? notRecognisedFailure(`The status of deployment ${id}`);
}

/** Prints the last lines of the runtime log. */
export async function logs(step: Step): Promise<void> {
  const { inputs, log, outcome, service } = step;
  // Only the name is needed. If something is wrong, the read of the log fails, too.
  await loadResource(step);
  const read = await service.read(reads.logs(outcome.resourceId, inputs.lines));
  const which = `runtime log of ${nameOf(outcome)}`;
  if (read.log === undefined) {
    await printUnread(step, `The ${which}`, read.json);
    outcome.headline = `The ${which} is not recognised`;
    return;
  }
  const { text } = read.log;
  if (text !== '') await log.lines('runtime', text);
  const lines = pluralize(outcome.logs[0]?.lineCount ?? 0, 'line');
  outcome.headline = text === '' ? `The ${which} is empty` : `Read ${lines} of the ${which}`;
}

/** Lists the names of the environment variables; the service never sends values. */
export async function env({ outcome, service }: Step): Promise<void> {
  const names = await service.read(reads.envNames(outcome.resourceId));
  if (names === undefined) throw notRecognisedFailure('The list of variables');
  outcome.envNames = names;
  const rows = names.map((name) => [name]);
  outcome.tables.push({ title: 'Environment variables', columns: ['Name'], rows });
  outcome.headline = `${nameOf(outcome)} has ${pluralize(names.length, 'environment variable')}`;
}

/** The failure for a reply of the API whose form is not recognised. */
export function notRecognisedFailure(what: string): Failure {
  const title = `${what} is not recognised`;
  const next =
    'Report it to the operator of the service; debug logging shows the shape of each reply.';
  return new Failure('unreadable_reply', `${title}.`, { title, next });
}

/** The columns of the table of resources: title and field of the API page. */
const COLUMNS = [
  ['Name', 'name'],
  ['Id', 'id'],
  ['Type', 'type'],
  ['Status', 'status'],
  ['Catalogue key', 'catalogKey'],
] as const;

/** Lists the resources. */
export async function list({ outcome, service }: Step): Promise<void> {
  const resources = await service.read(reads.resources);
  if (resources === undefined) throw notRecognisedFailure('The list of resources');
  outcome.resources = resources.map(({ fields }) => fields);
  const cell = ({ fields }: Resource, field: string): string => String(fields[field] ?? '');
  const rows = resources.map((resource) => COLUMNS.map(([, field]) => cell(resource, field)));
  outcome.tables.push({ title: 'Resources', columns: COLUMNS.map(([title]) => title), rows });
  outcome.headline = `Found ${pluralize(resources.length, 'resource')}`;
}
