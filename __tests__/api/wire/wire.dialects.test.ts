// Every variant of every open shape that the emulator sends is read as the same value.
import { describe, expect, test } from '@jest/globals';
import type { DeploymentRecord, ApiResponse } from '../../../emulator/index.ts';
import { encodeResponse, shapes } from '../../../emulator/index.ts';
import { parseIfJson, readError } from '../../../src/api/wire/index.ts';
import {
  readAcceptance,
  readDeployment,
  readDeployments,
  readEnvNames,
  readResource,
  readRuntimeLog,
} from '../../support/service/readers.ts';

const atMs = Date.UTC(2026, 2, 1, 10);
const log = 'one\n\n  two  \nthree\n';
const hosts = ['web.example', '127.0.0.1:4100'];

const record: DeploymentRecord = {
  id: 'dep_000007',
  resourceId: 'app_web',
  status: 'queued',
  label: 'api',
  by: 'ci',
  force: false,
  log,
  createdAtMs: atMs,
  startedAtMs: atMs + 1000,
  finishedAtMs: atMs + 62_000,
};
const { id, status } = record;

function wired(json: unknown): unknown {
  return parseIfJson(JSON.stringify(json));
}

function textOf(response: ApiResponse): string {
  return encodeResponse(response).bytes.toString('utf8');
}

describe('the response to a deploy request', () => {
  const withoutId = new Set(['ok', 'okId', 'data', 'resourceId', 'empty']);

  test.each(Object.entries(shapes.accepted))(
    '%s gives the id, if it is certainly that of a deployment',
    (name, make) => {
      const { deploymentId } = readAcceptance(parseIfJson(textOf(make(record))), record.resourceId);
      expect(deploymentId).toBe(withoutId.has(name) ? undefined : id);
    },
  );

  test.each(Object.entries(shapes.lifecycle))('is not found in the response to a start: %s', (_, make) => {
    const resource = { id: 'app_web', type: 'app', name: 'web', status: 'running', catalogKey: 'node' } as const;
    const sizes = { cpuMillicores: 1, memoryMb: 1, diskGb: 1, createdAtMs: atMs, env: [], runtimeLog: '' };
    expect(readAcceptance(parseIfJson(textOf(make({ ...resource, ...sizes }))), 'app_web')).toStrictEqual({});
  });
});

describe.each(Object.entries(shapes.resource))('a resource, %s', (_, wrap) => {
  test.each(Object.entries(shapes.domains))('with its domains as %s', (name, make) => {
    const fields = { id: 'app_web', type: 'app', name: 'web', status: 'running' };
    const resource = readResource(wired(wrap(fields, make(hosts))), 'app_web');
    expect(resource).toMatchObject(fields);
    expect(resource.fields).toMatchObject(fields);
    expect(resource.domains).toStrictEqual(name === 'empty' ? [] : hosts);
  });
});

describe.each(Object.entries(shapes.detail))('a deployment, %s', (_, wrap) => {
  describe.each(Object.values(shapes.logField).map((name) => name()))('with its log under %s', (field) => {
    test.each(Object.entries(shapes.logForm))('as %s', (form, make) => {
      const deployment = readDeployment(wired(wrap({ deployment: { id, status }, field, log: make(log, atMs) })), id);
      // Lists of lines do not show whether the last one has ended.
      expect(deployment).toStrictEqual({
        id,
        status,
        remarks: [],
        log: { path: expect.stringContaining(field), text: form === 'text' ? log : log.slice(0, -1), hiddenCount: 0 },
      });
    });
  });
});

describe.each(Object.entries(shapes.list))('a list of deployments, %s', (_, wrap) => {
  test.each(Object.entries(shapes.deploymentFields))('with the fields %s', (_name, make) => {
    const list = readDeployments(
      wired(
        wrap([
          { id, status, ...make(record) },
          { id: 'dep_000006', status: 'failed' },
        ]),
      ),
    );
    expect(list).toStrictEqual([
      { id, status, remarks: [] },
      { id: 'dep_000006', status: 'failed', remarks: [] },
    ]);
  });
});

test.each(Object.entries(shapes.runtimeLog))('reads the runtime log as %s', (_, make) => {
  const response = make(log, atMs);
  const contentType = encodeResponse(response).headers['content-type'];
  expect(`${readRuntimeLog(textOf(response), contentType).text}\n`.replace(/\n\n$/, '\n')).toBe(log);
});

test.each(Object.entries(shapes.env))('reads names of environment variables as %s', (_, make) => {
  expect(readEnvNames(wired(make(['DATABASE_URL', 'PORT'])))).toStrictEqual(['DATABASE_URL', 'PORT']);
});

test.each(Object.entries(shapes.errorExtras))('reads an error with the extras %s', (_, make) => {
  const body = { ok: false, error: { code: 'busy', message: 'Wait.' } };
  const text = JSON.stringify(make({ body, refusal: { refused: 'busy', message: 'Wait.' } }));
  expect(readError(parseIfJson(text))).toStrictEqual({ code: 'busy', message: 'Wait.', isDeclared: true });
});
