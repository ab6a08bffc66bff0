// check: a dry run that changes nothing. Only the key, the resource and required-env can fail it;
// the rest are rows.
import { catchFailure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { pluralize } from '../text.ts';
import { inProgressIn } from './ownership.ts';
import { assertRequiredEnv } from './required-env.ts';
import { readResource } from './resource.ts';

/** Checks what can be checked without changing anything. */
export async function check(step: Step): Promise<void> {
  const { api, outcome } = step;
  const hasResource = outcome.resourceId !== '';
  try {
    await checkKey(step);
    if (hasResource) await checkResource(step);
    outcome.headline = `${hasResource ? `The key and ${nameOf(outcome)} are fine` : 'The key is accepted'}; nothing was changed`;
  } finally {
    if (!step.signal.aborted) await checkDescription(step);
    const rows = api.parts();
    if (rows.length > 0)
      outcome.tables.push({ title: 'What was read', columns: ['Request', 'Part', 'Field'], rows });
  }
}

async function checkKey({ api, outcome: { facts } }: Step): Promise<void> {
  const { items, isRecognised, isCut } = await api.listResources();
  const count = `${isCut ? 'at least ' : ''}${pluralize(items.length, 'resource')}`;
  facts.push({
    label: 'API key',
    value: `accepted; ${isRecognised ? `it sees ${count}` : 'the list of resources is not recognised'}`,
  });
  facts.push({
    label: 'Scope "deploy"',
    value: 'not tested: only a deployment can show whether the key has it',
  });
}

async function checkResource(step: Step): Promise<void> {
  const { api, inputs } = step;
  const { resourceId, facts } = step.outcome;
  await readResource(step);
  await assertRequiredEnv(step);
  if (inputs.requiredEnv.length > 0)
    facts.push({ label: 'Required environment', value: 'all names are set' });
  else await observe(step, { what: 'Environment', read: () => api.listEnvNames(resourceId, ONCE) });
  const list = await observe(step, {
    what: 'Deployments',
    read: () => api.listDeployments(resourceId, ONCE),
  });
  if (list !== undefined) {
    const [running] = inProgressIn(list.items);
    const none = list.isRecognised
      ? 'no deployment'
      : 'not known: the list of deployments is not recognised';
    const value = running === undefined ? none : `${running.id} is ${running.status}`;
    facts.push({ label: 'In progress', value });
  }
  const latest = list?.items[0];
  if (latest !== undefined) {
    const read = (): Promise<unknown> => api.readDeployment(resourceId, latest.id, ONCE);
    await observe(step, { what: 'Latest deployment', read });
  }
  await observe(step, { what: 'Runtime log', read: () => api.readLogs(resourceId, 100, ONCE) });
}

/** Nothing but a rate limit is waited for: what cannot be read is a row. */
const ONCE = { giveUpMs: 0, waitsForLimit: true } as const;

async function observe<T>(
  { signal, outcome: { facts } }: Step,
  { what, read }: { what: string; read: () => Promise<T> },
): Promise<T | undefined> {
  const value = await catchFailure(read());
  if (!isFailure(value)) return value;
  if (signal.aborted) throw value;
  facts.push({ label: what, value: `cannot be read: ${value.message}` });
  return undefined;
}

async function checkDescription(step: Step): Promise<void> {
  const what = 'Service description';
  const isRead = await observe(step, {
    what,
    read: () => step.api.readDescription(ONCE).then(() => true),
  });
  if (isRead)
    step.outcome.facts.push({ label: what, value: 'openapi.json is readable without the key' });
}
