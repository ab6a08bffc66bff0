// The API page as a table: every endpoint with its scope and its response in the dialect `plain`, and a service to ask.
import { expect } from '@jest/globals';
import type { EndpointName } from '../../emulator/index.ts';
import { specification } from '../../emulator/api/spec.ts';
import type { Answer, CallOptions, Stage } from './client.ts';
import { stage } from './client.ts';

/** One endpoint as the page has it. */
export interface Row {
  readonly name: EndpointName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly scope: 'read' | 'deploy' | null;
  readonly status: number;
  readonly body: unknown;
}

const ACCEPTED = { ok: true };
const RESOURCE = {
  id: 'app_web',
  type: 'app',
  name: 'web',
  status: 'running',
  catalogKey: 'app-standard',
  cpuMillicores: 500,
  memoryMb: 512,
  diskGb: 5,
  createdAt: '2026-03-01T12:00:00.000Z',
};

/** The endpoints of the page, row by row, with the response of the dialect `plain`. */
export const rows: readonly Row[] = [
  {
    name: 'listResources',
    method: 'GET',
    path: '/resources',
    scope: 'read',
    status: 200,
    body: {
      ok: true,
      resources: [
        RESOURCE,
        { ...RESOURCE, id: 'db_main', type: 'database', name: 'main', catalogKey: 'database-standard' },
      ],
    },
  },
  {
    name: 'getResource',
    method: 'GET',
    path: '/resources/app_web',
    scope: 'read',
    status: 200,
    body: { ok: true, resource: { ...RESOURCE, domains: ['web.example.test'] } },
  },
  {
    name: 'startResource',
    method: 'POST',
    path: '/resources/app_web/start',
    scope: 'deploy',
    status: 202,
    body: ACCEPTED,
  },
  {
    name: 'stopResource',
    method: 'POST',
    path: '/resources/app_web/stop',
    scope: 'deploy',
    status: 202,
    body: ACCEPTED,
  },
  {
    name: 'restartResource',
    method: 'POST',
    path: '/resources/app_web/restart',
    scope: 'deploy',
    status: 202,
    body: ACCEPTED,
  },
  {
    name: 'listDeployments',
    method: 'GET',
    path: '/resources/app_web/deployments',
    scope: 'read',
    status: 200,
    body: {
      deployments: [
        { id: 'dep_000002', status: 'finished' },
        { id: 'dep_000001', status: 'finished' },
      ],
    },
  },
  {
    name: 'createDeployment',
    method: 'POST',
    path: '/resources/app_web/deployments',
    scope: 'deploy',
    status: 202,
    body: { ok: true, deployment: { id: 'dep_000003', status: 'queued' } },
  },
  {
    name: 'getDeployment',
    method: 'GET',
    path: '/resources/app_web/deployments/dep_000001',
    scope: 'read',
    status: 200,
    body: { ok: true, deployment: { id: 'dep_000001', status: 'finished', log: 'Built.\n' } },
  },
  {
    name: 'getLogs',
    method: 'GET',
    path: '/resources/app_web/logs',
    scope: 'read',
    status: 200,
    body: { ok: true, logs: 'listening\n' },
  },
  {
    name: 'getEnv',
    method: 'GET',
    path: '/resources/app_web/env',
    scope: 'read',
    status: 200,
    body: { ok: true, env: ['DATABASE_URL', 'PORT'] },
  },
  {
    name: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    scope: null,
    status: 200,
    body: expect.objectContaining({ openapi: '3.1.0', info: specification.document['info'] }),
  },
];
/** Those that need a key. */
export const keyed = rows.filter(({ scope }) => scope !== null);
/** Those that change something. */
export const changing = rows.filter(({ scope }) => scope === 'deploy');
/** Those that a key may always read. */
export const reading = rows.filter(({ scope }) => scope === 'read');
/** Those of one resource. */
export const ofResource = keyed.filter(({ path }) => path.includes('app_web'));

/** The service that the table is about. */
export async function service(): Promise<Stage> {
  return await stage({
    keys: [
      { name: 'ci', scopes: ['deploy'] },
      { name: 'reader' },
      { name: 'writer', scopes: ['write'] },
      { name: 'admin', scopes: ['admin'] },
      { name: 'old', legacy: true, scopes: ['deploy'] },
    ],
    resources: [
      {
        id: 'app_web',
        domains: ['web.example.test'],
        env: ['DATABASE_URL', 'PORT'],
        history: 2,
        runtimeLog: 'listening\n',
      },
      { id: 'db_main', type: 'database' },
    ],
  });
}

/** A request to the endpoint of a row. */
export async function at({ call }: Stage, { method, path }: Row, options: CallOptions = {}): Promise<Answer> {
  return await call(method, path, options);
}
