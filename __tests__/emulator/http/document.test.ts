// The served document: it describes the selected dialect and nothing else, with examples that fit the resources.
import { describe, expect, test } from '@jest/globals';
import { dialects, unusualDialects } from '../../../emulator/index.ts';
import { Specification } from '../../../emulator/api/spec.ts';
import { stringify } from 'yaml';
import { stage } from '../client.ts';

/** Method, path and name of the operations whose responses are compared. */
const OPERATIONS = [
  ['GET', '/resources', 'listResources'],
  ['GET', '/resources/res_hello', 'getResource'],
  ['GET', '/resources/res_hello/deployments', 'listDeployments'],
  ['POST', '/resources/res_hello/deployments', 'createDeployment'],
  ['GET', '/resources/res_hello/deployments/dep_000001', 'getDeployment'],
  ['GET', '/resources/res_hello/logs', 'getLogs'],
  ['GET', '/resources/res_hello/env', 'getEnv'],
] as const;

const RESOURCES = [
  { id: 'res_db', type: 'database', name: 'db' },
  { id: 'res_hello', name: 'hello', history: 1, env: ['TOKEN'], domains: ['hello.example.test'], runtimeLog: 'a\nb\n' },
] as const;

describe.each(Object.keys(dialects))('the document of the dialect %s', (name) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
  const dialect = name as keyof typeof dialects;

  test('allows every response of that dialect, and has no alternatives left', async () => {
    const { call, emulator } = await stage({ dialect, resources: RESOURCES });
    const { text, json } = await call('GET', '/openapi.json');
    const served = new Specification(stringify(json));
    for (const [method, path, operation] of OPERATIONS) {
      const answer = await call(method, path);
      const body: unknown = answer.json ?? (answer.text === '' ? undefined : answer.text);
      if (body === undefined) continue;
      const response = { status: answer.status, type: answer.headers['content-type'], body };
      expect([operation, served.responseProblem(operation, response)]).toEqual([operation, undefined]);
    }
    expect(emulator.violations).toEqual([]);
    expect(text).not.toContain('app_web');
    expect(text).toContain('"example":"res_hello"');
  });

  test('refuses the responses of another dialect', async () => {
    const { call, emulator } = await stage({ dialect, resources: RESOURCES });
    const served = new Specification(stringify((await call('GET', '/openapi.json')).json));
    const others = Object.keys(dialects).filter((other) => other !== name);
    let refused = 0;
    for (const other of others) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      emulator.useDialect(other as keyof typeof dialects);
      const { status, headers, json, text } = await call('GET', '/resources/res_hello/env');
      const response = { status, type: headers['content-type'], body: json ?? text };
      if (served.responseProblem('getEnv', response) !== undefined) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });
});

test.each(Object.keys(unusualDialects))('the unusual dialect %s is described too', async (name) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
  const { call } = await stage({ dialect: name as keyof typeof unusualDialects, resources: RESOURCES });
  const { status, json } = await call('GET', '/openapi.json', { key: undefined });
  expect([status, json]).toMatchObject([200, { openapi: '3.1.0' }]);
});

test('the document holds nothing of logs and variables, as it is served without a key', async () => {
  const resources = [{ id: 'app_web', env: ['SECRET_NAME'], runtimeLog: 'hush\n' }];
  const { call } = await stage({ resources });
  const { text } = await call('GET', '/openapi.json', { key: undefined });
  expect(text).not.toMatch(/SECRET_NAME|hush/);
});
