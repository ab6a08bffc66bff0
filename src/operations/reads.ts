// status, list, logs and env report the current state. A bad state, such as a failed deployment,
// does not make them fail.
import { countOf } from '../api/parts.ts';
import type { Resource } from '../api/resources.ts';
import { endingOf, isTroubled } from '../api/status-words.ts';
import { catchFailure, Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { pluralize } from '../text.ts';
import { notShownFailure } from './deployment-end.ts';
import { reportCommit } from './notes.ts';
import { createPoll } from './poll-deployment.ts';
import { loadResource, readRuntimeLog } from './resource.ts';

/** Reads the resource and one of its deployments: the given one, or the latest. */
export async function status(step: Step): Promise<void> {
  const { outcome } = step;
  const { deploymentId } = step.inputs;
  await loadResource(step);
  if (isTroubled(outcome.resourceStatus)) outcome.needsAttention = true;
  const isNamed = deploymentId !== undefined && deploymentId !== 'latest';
  const recent = isNamed ? undefined : await step.api.listDeployments(outcome.resourceId);
  const found = isNamed ? await readNamed(step, deploymentId) : recent?.items[0];
  const state = `${nameOf(outcome)} is ${outcome.resourceStatus ?? 'in an unknown state'}`;
  if (found === undefined) {
    const isUnknown = recent?.isRecognised === false;
    const none = isUnknown ? 'no list of its deployments is recognised' : 'it has no deployments';
    outcome.headline = `${state}; ${none}`;
    return;
  }
  outcome.deploymentId = found.id;
  outcome.status = found.status;
  reportCommit(step, found.commit);
  const ending = endingOf(found.status);
  if (ending === 'failed' || ending === 'cancelled') outcome.needsAttention = true;
  outcome.headline = `${state}; deployment ${found.id} is ${found.status}`;
}

/** One deployment by its id; its status comes from the list where the detail shows none. */
async function readNamed(step: Step, id: string) {
  const { status: shown, commit, failure, wasRead } = await createPoll(step, id)();
  if (shown !== undefined) return { id, status: shown, commit };
  if (wasRead) throw notRecognisedFailure(`The status of deployment ${id}`);
  throw failure ?? notShownFailure(step, id);
}

/** Prints the last lines of the runtime log. */
export async function logs(step: Step): Promise<void> {
  const { outcome } = step;
  // Only the name is needed. If something is wrong, the read of the log fails, too.
  await catchFailure(loadResource(step, { giveUpMs: 0 }));
  const text = await readRuntimeLog(step);
  const which = `runtime log of ${nameOf(outcome)}`;
  const lines = pluralize(outcome.logs[0]?.lineCount ?? 0, 'line');
  outcome.headline = text === '' ? `The ${which} is empty` : `Read ${lines} of the ${which}`;
}

/** Lists the names of the environment variables; the service never sends values. */
export async function env(step: Step): Promise<void> {
  const { outcome } = step;
  const names = await step.api.listEnvNames(outcome.resourceId);
  const { items, isRecognised, isCut } = names;
  if (!isRecognised) throw notRecognisedFailure('The list of variables');
  if (isCut) step.log.warn('The list of variables is incomplete: not all names could be read.');
  outcome.envNames = JSON.stringify(items);
  const rows = items.map((name) => [name]);
  outcome.tables.push({ title: 'Environment variables', columns: ['Name'], rows });
  outcome.headline = `${nameOf(outcome)} has ${countOf(names, 'environment variable')}`;
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

/** Lists all resources. */
export async function list(step: Step): Promise<void> {
  const { outcome } = step;
  const resources = await step.api.listResources();
  const { items: all, isRecognised, isCut } = resources;
  if (!isRecognised) throw notRecognisedFailure('The list of resources');
  if (isCut) step.log.warn('The list is incomplete: the service has more resources than it sent.');
  outcome.resources = JSON.stringify(all.map(({ fields }) => fields));
  const cell = (resource: Resource, field: string): string => String(resource.fields[field] ?? '');
  const rows = all.map((resource) => COLUMNS.map(([, field]) => cell(resource, field)));
  outcome.tables.push({ title: 'Resources', columns: COLUMNS.map(([title]) => title), rows });
  outcome.headline = `Found ${countOf(resources, 'resource')}`;
}
