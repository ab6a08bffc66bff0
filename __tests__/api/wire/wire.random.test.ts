// Random responses: whatever JSON a service sends, a reader returns a value of the model or throws a WireError.
import { describe, expect, test } from '@jest/globals';
import { isIdentified, isServiceId } from '../../../src/api/model.ts';
import { readDescription, readError, WireError } from '../../../src/api/wire/index.ts';
import {
  readAcceptance,
  readDeployment,
  readDeployments,
  readEnvNames,
  readResource,
  readResources,
  readRuntimeLog,
} from '../../support/service/readers.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';

const names =
  'ok success id uuid deploymentId deployment_id deployment deployments resource resources data result items status type name domains domain host url primary port log logs build_log lines message env names variables error errors code detail openapi paths startedAt finished_at __proto__ constructor toString hasOwnProperty'.split(
    ' ',
  );

const scalars: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  42,
  1.5,
  1e308,
  9_007_199_254_740_992,
  1_772_359_200,
  '',
  ' ',
  'dep_1',
  'app_web',
  'app',
  'finished',
  'building',
  'busy',
  'running',
  'a.example',
  'https://u:p@b.example:99/x',
  '\u0000\uD800\r\n',
  '2026-03-01T10:00:00Z',
  '3.1.0',
  '/resources/{id}',
  'x'.repeat(300),
];

const DEPTH = 4;

/** JSON values made of meaningful names and statuses, so that they resemble what a service sends. */
function jsonOf(depth: number): fc.Arbitrary<unknown> {
  const scalar = fc.constantFrom(...scalars);
  if (depth === 0) return scalar;
  const inner = jsonOf(depth - 1);
  const list = fc.array(inner, { maxLength: 5, size: 'max' });
  const record = fc
    .array(fc.tuple(fc.constantFrom(...names), inner), { maxLength: 5, size: 'max' })
    .map((fields) => Object.fromEntries(fields));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 7, arbitrary: scalar },
    { weight: 3, arbitrary: list },
    { weight: 10, arbitrary: record },
  );
}

/** What a reader makes of a body; `undefined` when it throws a WireError. */
async function outcomeOf<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

/** All that the readers make of one text, and what is wrong with it. */
async function readAll(text: string): Promise<{ understood: number; wrong: string[] }> {
  const body = JSON.parse(text) as unknown;
  const list = (await outcomeOf(() => readDeployments(body))) ?? [];
  const deployment = await outcomeOf(() => readDeployment(body, 'dep_1'));
  const resource = await outcomeOf(() => readResource(body, 'app_web'));
  const resources = [
    ...((await outcomeOf(() => readResources(body))) ?? []),
    ...(resource === undefined ? [] : [resource]),
  ];
  const accepted = readAcceptance(body);
  const error = readError(body);
  const code = typeof error?.code === 'object' ? error.code.serviceCode : (error?.code ?? 'none');
  const env = (await outcomeOf(() => readEnvNames(body))) ?? [];
  const endpoints = [...((await outcomeOf(() => readDescription(body)))?.endpoints ?? [])];
  const types = ['application/json', 'text/plain', undefined];
  const logs = await Promise.all(types.map((type) => outcomeOf(() => readRuntimeLog(text, type).text)));
  const buildLog = deployment?.log.text;

  const ids = [...list, ...resources].map(({ id }) => id).filter((id) => id !== undefined);
  const checks: Readonly<Record<string, boolean>> = {
    'every id is one': [...ids, accepted.deploymentId ?? 'none'].every(isServiceId),
    'no deployment is listed twice':
      new Set(list.filter(isIdentified).map(({ id }) => id)).size === list.filter(isIdentified).length,
    'a deployment is the one asked for': (deployment?.id ?? 'dep_1') === 'dep_1',
    'a resource is no deployment': accepted.deploymentId !== 'app_web',
    'every status is a word': [...list, deployment].every((one) => /^[^\p{Cc}]{1,64}$/u.test(one?.status ?? 'none')),
    'lines end with a newline': [buildLog, ...logs].every((log) => !log?.includes('\r\n') && !log?.endsWith('\r')),
    'domains are hosts': resources.every(({ domains }) =>
      domains.every((host) => /^[a-z0-9._-]+(:\d{1,5})?$/.test(host)),
    ),
    'fields are scalar': resources.every(({ fields }) =>
      Object.values(fields).every((value) => Object(value) !== value),
    ),
    'fields are a plain object': resources.every(({ fields }) => Object.getPrototypeOf(fields) === Object.prototype),
    'a code is one': /^[A-Za-z][\w.:-]{0,39}$/.test(code),
    'a message is one short line': /^[^\p{Cc}]{0,16384}$/u.test(error?.message ?? ''),
    'names are names': env.every((name) => /^[^\s=]+$/.test(name)),
    'endpoints are endpoints': endpoints.every((endpoint) => /^[A-Z]+ \//.test(endpoint)),
  };
  const found = [deployment, resource, accepted.deploymentId, error?.code, list[0], env[0], logs[0]];
  return {
    understood: found.filter((one) => one !== undefined).length,
    wrong: Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [`${name}: ${text}`])),
  };
}

describe('a random response', () => {
  test(
    'is either understood or refused, and causes no unexpected error',
    async () => {
      const count = { all: 0, understood: 0 };
      await forDrawn(jsonOf(DEPTH), { rounds: 1_500 }, async (value) => {
        const { wrong, understood } = await readAll(JSON.stringify(value));
        expect(wrong).toStrictEqual([]);
        count.all += 1;
        count.understood += understood > 0 ? 1 : 0;
      });
      // Fewer would mean that the random values no longer resemble what the readers accept.
      expect(count.understood).toBeGreaterThanOrEqual(count.all / 5);
    },
    fuzzTimeoutMs,
  );

  test('may be nested to any depth', async () => {
    const depth = 20_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"data":', '}'],
      ['{"deployment":', '}'],
      ['{"id":"dep_1","status":{"a":', '}}'],
      ['{"id":"dep_1","status":"building","log":', '}'],
      ['{"domains":', '}'],
      ['{"error":', '}'],
    ] as const) {
      const text = `${open.repeat(depth)}1${close.repeat(depth)}`;
      const body = JSON.parse(text) as unknown;
      for (const read of [readDeployments, readResources, readEnvNames, readDescription]) {
        await outcomeOf<unknown>(() => read(body));
      }
      await outcomeOf(() => readDeployment(body, 'dep_1'));
      await outcomeOf(() => readResource(body, 'app_web'));
      await outcomeOf(() => readRuntimeLog(text, 'application/json'));
      expect(readAcceptance(body, 'dep_1')).toStrictEqual({});
      expect(readError(body)?.code).toBeUndefined();
    }
  });
});
