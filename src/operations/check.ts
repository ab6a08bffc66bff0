// check: a dry run that changes nothing. It fails if the list of resources, the resource or
// required-env cannot be read or is wrong; anything else that cannot be read becomes a row.
import { countOf } from '../api/parts.ts';
import { isFailure, catchFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { inProgressIn } from './ownership.ts';
import { assertRequiredEnv } from './required-env.ts';
import { loadResource } from './resource.ts';

/** One attempt, after a rate limit if there is one. */
const ONCE = { giveUpMs: 0, waitsForLimit: true } as const;

export async function check(step: Step): Promise<void> {
  const { api, outcome, signal } = step;
  const hasResource = outcome.resourceId !== '';
  try {
    addRow(step, 'API key', `accepted; it sees ${countOf(await api.listResources(), 'resource')}`);
    const why = 'not tested: only a deployment can show whether the key has it';
    addRow(step, 'Scope "deploy"', why);
    if (hasResource) await checkResource(step);
    const what = hasResource ? `, and ${nameOf(outcome)} can be read` : '';
    outcome.headline = `The key is accepted${what}; nothing was changed`;
  } finally {
    if (!signal.aborted) {
      const label = 'Service description';
      const reply = await tryRead(step, label, api.readDescription(ONCE));
      if (reply !== undefined) addRow(step, label, 'openapi.json is readable without the key');
    }
  }
}

async function checkResource(step: Step): Promise<void> {
  const { api, inputs, outcome } = step;
  const { resourceId } = outcome;
  await loadResource(step);
  await assertRequiredEnv(step);
  if (inputs.requiredEnv.length > 0) addRow(step, 'Required environment', 'all names are set');
  else await tryRead(step, 'Environment', api.listEnvNames(resourceId, ONCE));
  const list = await tryRead(step, 'Deployments', api.listDeployments(resourceId, ONCE));
  if (list !== undefined) {
    const [inProgress] = inProgressIn(list.items);
    const none = list.isRecognised ? 'no deployment' : 'not known: no list is recognised';
    const found = inProgress && `${inProgress.id} is ${inProgress.status}`;
    addRow(step, 'In progress', found ?? none);
  }
  const latest = list?.items[0];
  if (latest !== undefined)
    await tryRead(step, 'Latest deployment', api.readDeployment(resourceId, latest.id, ONCE));
  await tryRead(step, 'Runtime log', api.readLogs(resourceId, 100, ONCE));
}

/** Reads what need not succeed: a failure becomes a row, unless the step was aborted. */
async function tryRead<T>(step: Step, label: string, read: Promise<T>): Promise<T | undefined> {
  const value = await catchFailure(read);
  if (!isFailure(value)) return value;
  if (step.signal.aborted) throw value;
  addRow(step, label, `cannot be read: ${value.message}`);
  return undefined;
}

function addRow({ outcome }: Step, label: string, value: string): void {
  outcome.facts.push({ label, value });
}
