// What a console shows, built for tests: one app with one deployment, one key, one change. All of it happened before NOW_MS.
import type { ActivityRecord, DeploymentRecord } from '../../../emulator/state/state.ts';
import { FaultList } from '../../../emulator/faults/fault-list.ts';
import type { ControlContext } from '../../../emulator/control/routes.ts';
import type { ConsoleView, KeyView, ResourceView } from '../../../emulator/control/view.ts';

/** The moment of the view: noon of 31 January 2026, UTC. */
export const NOW_MS = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 86_400_000;

/** A deployment that finished two and a half minutes ago, after 12.5 s. */
export function deployment(more: Partial<DeploymentRecord> = {}): DeploymentRecord {
  return {
    id: 'dep_000007',
    resourceId: 'res_web',
    status: 'finished',
    label: 'api',
    by: 'ci',
    force: false,
    log: 'line one\n\u001B[32mBuilt\u001B[0m\n',
    createdAtMs: NOW_MS - 180_000,
    startedAtMs: NOW_MS - 175_000,
    finishedAtMs: NOW_MS - 162_500,
    ...more,
  };
}

/** An app that runs on loopback. */
export function resource(more: Partial<ResourceView> = {}): ResourceView {
  return {
    id: 'res_web',
    type: 'app',
    name: 'web',
    status: 'running',
    catalogKey: 'app-standard',
    cpuMillicores: 500,
    memoryMb: 512,
    diskGb: 5,
    createdAtMs: NOW_MS - 2 * DAY_MS,
    env: ['DATABASE_URL'],
    runtimeLog: 'listening\n',
    busy: false,
    domains: ['127.0.0.1:24000'],
    deployments: [deployment()],
    deploymentCount: 1,
    ...more,
  };
}

/** A key that may deploy, a day old and used a second ago. */
export function key(more: Partial<KeyView> = {}): KeyView {
  return {
    id: 'apikey_1',
    name: 'ci',
    scopes: ['read', 'deploy'],
    createdAtMs: NOW_MS - DAY_MS,
    expiresAtMs: NOW_MS + 89 * DAY_MS,
    dailyCreationCap: 5,
    legacy: false,
    revokedAtMs: null,
    lastUsedAtMs: NOW_MS - 1000,
    lastUsedAddress: '127.0.0.1',
    ...more,
  };
}

/** A deploy of five seconds ago. */
export function activity(more: Partial<ActivityRecord> = {}): ActivityRecord {
  const change = { atMs: NOW_MS - 5000, by: 'ci', address: '127.0.0.1', action: 'deploy' };
  return { ...change, target: 'res_web', deploymentId: 'dep_000007', ...more };
}

function unexpected(): never {
  throw new Error('a page that only reads called one of the owner’s functions');
}

/** What a page may reach, none of which a page that only reads may call. */
export const nothing: ControlContext = {
  control: {
    createKey: unexpected,
    revokeKey: unexpected,
    setWallet: unexpected,
    setStatus: unexpected,
    appendRuntimeLog: unexpected,
    deploy: unexpected,
    cancel: unexpected,
  },
  faults: new FaultList(),
  requests: unexpected,
  view: unexpected,
  deployment: unexpected,
  useDialect: unexpected,
};

/** Everything at once. */
export function view(more: Partial<ConsoleView> = {}): ConsoleView {
  return {
    wallet: 'funded',
    resources: [resource()],
    keys: [key()],
    activity: [activity()],
    faults: [],
    dialect: 'plain',
    dialectNames: ['plain', 'wrapped'],
    requests: [],
    nowMs: NOW_MS,
    ...more,
  };
}

/** The text of a document as a reader sees it, in one line. */
export function textOf(document: string): string {
  const text = document.replace(/<head>[\s\S]*<\/head>/, '').replaceAll(/<[^>]*>/g, ' ');
  return text.replaceAll(/\s+/g, ' ').trim();
}
