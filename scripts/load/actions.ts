// What the load does, in turn: changes that are noted once acknowledged, reads, faults, bad requests, clients that stall.
import { APPS } from './apps.ts';
import type { StalledClients } from './client.ts';
import { request } from './client.ts';
import type { RunningEmulator } from './emulator-process.ts';
import type { Ledger } from './ledger.ts';

/** What an action works with. */
export interface Turn {
  readonly emulator: RunningEmulator;
  readonly ledger: Ledger;
  readonly stalled: StalledClients;
  /** Counts the rounds through all actions. */
  readonly round: number;
}

const NAMES = ['ci', 'constructor', '__proto__', 'Schlüssel 🗝', 'toString'] as const;

/** Faults that hit reads only, so that what changes is acknowledged as it is. */
const FAULTS: readonly object[] = [
  { kind: 'endless' },
  { kind: 'hang' },
  { kind: 'reset-before' },
  { kind: 'cut-body' },
  { kind: 'gzip' },
  { kind: 'garbage' },
  { kind: 'delay', ms: 500 },
  { kind: 'html', page: 'timeout-504' },
  { kind: 'wrong-types' },
  { kind: 'status', status: 503, times: 3 },
  { kind: 'downtime', ms: 300 },
  { kind: 'drip', intervalMs: 1 },
  { kind: 'echo', canary: 'c'.repeat(1000), everywhere: true },
];
const DIALECTS = ['bare', 'camel', 'listy', 'silent', 'json-in-json'] as const;
const PAGES = [
  '/',
  '/resources/flood',
  '/requests',
  '/settings/api-keys',
  '/settings/activity',
  '/settings/emulator',
  '/nowhere',
] as const;

function pick<T>(list: readonly T[], round: number): T {
  const item = list[round % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

/** The actions in their order: faults are cleared before anything is changed. */
export const ACTIONS: readonly ((turn: Turn) => Promise<unknown>)[] = [
  async ({ emulator }) => await request(`${emulator.origin}/__emulator/faults`, { method: 'DELETE' }),
  async ({ emulator, ledger, round }) => await ledger.deploy(emulator, pick(APPS, round)),
  async ({ emulator, ledger, round }) => await ledger.createKey(emulator, `${pick(NAMES, round)} ${round}`),
  async ({ emulator, ledger, round }) => (round % 3 === 0 ? await ledger.revokeKey(emulator) : undefined),
  async ({ emulator, stalled }) => {
    stalled.add(emulator.port);
  },
  async ({ emulator, ledger, round }) => {
    // Nobody learns of this deployment; if it was acknowledged all the same, it is noted.
    const fault = JSON.stringify({ on: 'createDeployment', kind: pick(['reset-after', 'garbage', 'busy'], round) });
    await ledger.deploy(emulator, pick(APPS, round + 1), { 'x-emulator-fault': fault });
  },
  async ({ emulator, round }) => {
    const action = pick(['restart', 'stop', 'start'], round);
    return await request(`${emulator.baseUrl}/resources/${pick(APPS, round + 2)}/${action}`, { method: 'POST' });
  },
  async ({ emulator, round }) => {
    const body = [
      { on: 'getEnv', ...pick(FAULTS, round) },
      { on: 'listResources', ...pick(FAULTS, round + 5) },
    ];
    return await request(`${emulator.origin}/__emulator/faults`, { method: 'POST', body });
  },
  async ({ emulator }) => await request(`${emulator.baseUrl}/resources/steady/env`),
  async ({ emulator, round }) => {
    const headers = { 'x-emulator-dialect': pick(DIALECTS, round) };
    return await request(`${emulator.baseUrl}/resources`, { headers });
  },
  async ({ emulator, round }) => await request(`${emulator.baseUrl}/resources/${pick(APPS, round)}/logs?lines=2000`),
  async ({ emulator, ledger: { latest } }) =>
    latest === undefined
      ? undefined
      : await request(`${emulator.baseUrl}/resources/${latest.app}/deployments/${latest.id}`),
  async ({ emulator, ledger: { latest }, round }) =>
    latest === undefined || round % 4 !== 0
      ? undefined
      : await request(`${emulator.origin}/__emulator/resources/${latest.app}/deployments/${latest.id}/cancel`, {
          method: 'POST',
        }),
  async ({ emulator, round }) =>
    await request(`${emulator.origin}/__emulator/${pick(['state', 'requests', 'resources/noisy'], round)}`),
  async ({ emulator, round }) => await request(new URL(pick(PAGES, round), emulator.origin).href),
  async ({ emulator, round }) => {
    const body = pick(['{"force":', 'x'.repeat(100_000), '[]', '{"force":"yes"}'], round);
    return await request(`${emulator.baseUrl}/resources/steady/deployments`, { method: 'POST', body });
  },
  async ({ emulator, round }) =>
    await request(`${emulator.baseUrl}/${pick(['nothing', 'resources/constructor', 'openapi.json'], round)}`, {
      key: 'key_that_nobody_made',
    }),
];
