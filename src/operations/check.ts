// check: a dry run that changes nothing. Only the key, the resource and required-env can make it
// fail; anything else that cannot be read becomes a row.
import type { Reply } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import type { LogText } from '../api/log.ts';
import type { List } from '../api/records.ts';
import type { Resource } from '../api/resources.ts';
import { isFailure, catchFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { nameSome, pluralize } from '../text.ts';
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
    const what = hasResource
      ? `The key is accepted, and ${nameOf(outcome)} can be read`
      : 'The key is accepted';
    outcome.headline = `${what}; nothing was changed`;
  } finally {
    if (!signal.aborted) {
      const label = 'Service description';
      const reply = await tryRead(step, label, api.readDescription(ONCE));
      if (reply !== undefined) addRow(step, label, 'openapi.json is readable without the key');
    }
    const rows = api.replies().map(rowOf);
    const columns = ['Request', 'Read', 'Shape of the reply'];
    if (rows.length > 0) outcome.tables.push({ title: 'What was read', columns, rows });
  }
}

function rowOf({ request, value, unrecognised, shape }: Reply): readonly string[] {
  const read = Object.entries(partsOf(value)).filter(([, text]) => text !== undefined);
  const parts = [...read, ...unrecognised.map((part) => [part, 'not recognised'])];
  return [request, parts.map((part) => part.join(': ')).join('; ') || 'nothing', shape];
}

/** What was read: ids, statuses, hosts and counts; never lines of a log or names of variables. */
function partsOf(value: Reply['value']): Readonly<Record<string, string | undefined>> {
  if ('items' in value) return { list: value.isRecognised ? itemsOf(value) : undefined };
  if ('text' in value) return { log: sizeOf(value) };
  const { id, status } = value;
  if ('log' in value) return { id, status, commit: value.commit, log: sizeOf(value.log) };
  return { id, type: value.type, status, domains: nameSome(value.hosts) || undefined };
}

function itemsOf(list: List<Resource | Deployment | string>): string {
  const names = list.items.flatMap((item) =>
    typeof item === 'string' ? [] : `${item.id} (${item.status ?? 'no status'})`,
  );
  return [countOf(list, 'item'), nameSome(names)].filter(Boolean).join(': ');
}

/** How many items a list has, such as `at least 100 resources`. */
function countOf({ items, isRecognised, isCut }: List<unknown>, noun: string): string {
  if (!isRecognised) return `a list of ${noun}s that is not recognised`;
  return `${isCut ? 'at least ' : ''}${pluralize(items.length, noun)}`;
}

function sizeOf({ text }: LogText): string | undefined {
  return text === '' ? undefined : pluralize(text.length, 'character');
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
    const [running] = inProgressIn(list.items);
    const none = list.isRecognised ? 'no deployment' : 'not known: the list is not recognised';
    const found = running && `${running.id} is ${running.status}`;
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
