// check: a dry run that changes nothing. It fails if the list of resources, the resource or
// required-env cannot be read or is wrong; anything else that cannot be read becomes a row.
import { assertRequiredEnv } from '../app/required-env.ts';
import { readResource } from '../app/resource.ts';
import { workIn } from '../deploy/list.ts';
import { isNoApp } from '../deploy/request.ts';
import { catchFailure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { type Read, reads } from '../service/endpoints.ts';
import type { Deployment } from '../service/replies.ts';
import type { Step } from '../step.ts';
import { nameSome, pluralize } from '../text.ts';

export async function check(step: Step): Promise<void> {
  const { outcome, service, signal } = step;
  const hasResource = outcome.resourceId !== '';
  try {
    const resources = await service.read(reads.resources);
    const count = resources && pluralize(resources.length, 'resource');
    addRow(step, 'API key', `accepted; it sees ${count ?? 'a list that is not recognised'}`);
    const why = 'not tested: only a deployment can show whether the key has it';
    addRow(step, 'Scope "deploy"', why);
    if (hasResource) await checkResource(step);
  } finally {
    if (!signal.aborted) await checkDescription(step);
  }
  const what = hasResource ? `, and ${nameOf(outcome)} can be read` : '';
  outcome.headline = `The key is accepted${what}; nothing was changed`;
}

async function checkResource(step: Step): Promise<void> {
  const { inputs, log, outcome } = step;
  const { resourceId } = outcome;
  await readResource(step);
  const { type } = outcome;
  if (type !== undefined) addRow(step, 'Type', type);
  if (isNoApp(outcome)) log.warn(`${nameOf(outcome)} is a ${type}: the API deploys apps only.`);
  await assertRequiredEnv(step);
  if (inputs.requiredEnv.length > 0) addRow(step, 'Required environment', 'all names are set');
  const read = await tryRead(step, 'Deployments', reads.deployments(resourceId));
  if (read !== undefined) addRow(step, 'In progress', workText(read.value));
}

function workText(items: readonly Deployment[] | undefined): string {
  if (items === undefined) return 'not known: no list is recognised';
  const work = workIn(items);
  return work === undefined ? 'no deployment' : `${work.id} is ${work.status ?? 'not said'}`;
}

/** The paths of the API that this action uses (API 4). */
const PATHS = [
  '/resources',
  '/resources/{}',
  '/resources/{}/start',
  '/resources/{}/stop',
  '/resources/{}/restart',
  '/resources/{}/deployments',
  '/resources/{}/deployments/{}',
  '/resources/{}/logs',
  '/resources/{}/env',
];

/** Compares the description of the API with what this action uses. */
async function checkDescription(step: Step): Promise<void> {
  const label = 'Service description';
  const read = await tryRead(step, label, reads.description);
  if (read === undefined) return;
  const paths = read.value;
  if (paths === undefined) return addRow(step, label, 'readable without the key; lists no paths');
  // Parameters have other names, and a prefix may stand before the paths.
  const known = paths.map((path) => path.replaceAll(/\{[^}]*\}/g, '{}'));
  const missing = PATHS.filter((path) => !known.some((one) => one.endsWith(path)));
  const shown = missing.map((path) => path.replaceAll('{}', '{id}'));
  const lacks = missing.length === 0 ? 'lists all paths' : `does not list ${nameSome(shown)}`;
  addRow(step, label, `readable without the key; ${lacks} that this action uses`);
}

/**
 * Reads what need not succeed, after the end of a rate limit: a failure becomes a row, unless the
 * step was aborted.
 */
async function tryRead<T>(
  step: Step,
  label: string,
  read: Read<T>,
): Promise<{ readonly value: T } | undefined> {
  const { service, signal } = step;
  for (;;) {
    const answer = await catchFailure(service.attempt(read));
    signal.throwIfAborted();
    if (!isFailure(answer) && answer.kind === 'ok') return answer;
    if (!isFailure(answer) && answer.kind === 'limited') continue;
    const { message } = isFailure(answer) ? answer : answer.failure;
    addRow(step, label, `cannot be read: ${message}`);
    return undefined;
  }
}

function addRow({ outcome }: Step, label: string, value: string): void {
  outcome.facts.push({ label, value });
}
