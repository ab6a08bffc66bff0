// The key is sent to the service only: it appears in no text and goes to no other host.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { type Emulator, type EmulatorOptions, type Fault, startEmulator, VirtualClock } from '../../emulator/index.ts';
import { operations } from '../../src/operations/index.ts';
import { createRawServers } from '../support/service/raw-server.ts';
import { runStep, type StepOptions, type StepRun } from '../support/runner/step.ts';

/** Contains characters that encoders change: slashes, pluses, quotes, ampersands, percent signs. */
const CANARY = 'cAnArY+/="&<%\\\'k9~Zz-7f3Qw1';
const RESOURCE = 'app_web';

let clock: VirtualClock;
const servers = createRawServers();
const emulators: Emulator[] = [];

beforeEach(() => {
  clock = new VirtualClock();
});

afterEach(async () => {
  await Promise.all(emulators.splice(0).map((emulator) => emulator.close()));
  await servers.close();
  clock.dispose();
});

async function emulate(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({
    clock,
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [
      {
        id: RESOURCE,
        type: 'app',
        name: 'web',
        domains: ['web.example.test'],
        env: ['A_NAME'],
        history: 1,
        runtimeLog: 'listening\n',
        script: { buildMs: 20_000, log: ['Compiling', 'error: broken'], outcome: 'failed' },
      },
    ],
    ...options,
  });
  emulators.push(emulator);
  return emulator;
}

async function step(emulator: Emulator, inputs: Record<string, string>, more: Partial<StepOptions> = {}) {
  const key = emulator.keys['ci'] ?? '';
  return await runStep({
    clock,
    inputs: { 'base-url': emulator.baseUrl, 'api-key': key, 'resource-id': RESOURCE, ...inputs },
    debug: true,
    ...more,
  });
}

/** Everything that a step writes, except the masks that it gives to the runner. */
function sinksOf(run: StepRun): string {
  return JSON.stringify([run.log, run.outputs, run.pages, run.summary, run.annotations]) + run.log + run.summary;
}

/** The forms in which a key may hide in a text. */
function formsOf(key: string): Map<string, string> {
  const inside = (shift: number): string => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(key)]).toString('base64');
    return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + key.length) * 8) / 6));
  };
  const base64 = [0, 1, 2].map((shift) => [`base64 shifted by ${shift}`, inside(shift)] as const);
  return new Map([
    ['as it is', key],
    ['URL-encoded', encodeURIComponent(key)],
    ['as a form', new URLSearchParams({ key }).toString().slice('key='.length)],
    ['as JSON', JSON.stringify(key).slice(1, -1)],
    ['as hexadecimal digits', Buffer.from(key).toString('hex')],
    ['with invisible characters inside', key.split('').join('\u200b')],
    ['with colours inside', key.split('').join('\u001b[1m')],
    ...base64,
    ...base64.map(([name, form]) => [`${name}, for URLs`, form.replaceAll('+', '-').replaceAll('/', '_')] as const),
  ]);
}

function leaksIn(text: string, key: string): string[] {
  const visible = text.replaceAll(/\\*(?:\u200b|u200b|u001b\[1m)/g, '').replaceAll('\u001b[1m', '');
  return [...formsOf(key)].flatMap(([name, form]) => (text.includes(form) || visible.includes(form) ? [name] : []));
}

test('finds each encoded form of the key', () => {
  for (const [name, form] of formsOf(CANARY)) expect(leaksIn(`before ${form} after`, CANARY)).toContain(name);
});

describe('a service that echoes the key', () => {
  describe.each(['every text', 'ids and statuses too'])('in %s', (reach) => {
    test.each(Object.keys(operations))('%s: never makes it appear in any output, in any form', async (operation) => {
      const emulator = await emulate();
      const key = emulator.keys['ci'] ?? '';
      const everywhere = reach !== 'every text';
      for (const canary of formsOf(key).values()) emulator.faults.add({ kind: 'echo', on: '*', canary, everywhere });
      const run = await step(emulator, {
        operation,
        timeout: '2m',
        ...(operation === 'list' ? { 'resource-id': '' } : {}),
      });
      expect(emulator.requests.length).toBeGreaterThan(0);
      expect(run.masked).toEqual([key]);
      expect(leaksIn(sinksOf(run) + run.logFile, key)).toEqual([]);
    });
  });

  test.each<[string, (key: string) => Fault]>([
    [
      'a refusal',
      (key) => ({ kind: 'status', on: 'createDeployment', status: 422, code: 'invalid', message: `no: ${key}` }),
    ],
    ['a busy resource', (key) => ({ kind: 'status', on: 'createDeployment', status: 409, code: 'busy', message: key })],
    ['a failing service', (key) => ({ kind: 'status', on: 'listDeployments', status: 500, message: `500 ${key}` })],
    ['an error with status 200', (key) => ({ kind: 'ok-false', on: 'listDeployments', message: `sorry ${key}` })],
    ['a page of a proxy', (key) => ({ kind: 'status', on: '*', status: 502, body: `<h1>Bad gateway ${key}</h1>` })],
    ['a redirect', (key) => ({ kind: 'redirect', on: '*', status: 302, location: `https://${key}.example.test/` })],
  ])('in the message of %s: never makes it appear in any output, in any form', async (_, fault) => {
    const emulator = await emulate();
    const key = emulator.keys['ci'] ?? '';
    emulator.faults.add({ ...fault(key), times: 'always' });
    const run = await step(emulator, { timeout: '1m' });
    expect([run.exitCode, run.annotations.filter(({ kind }) => kind === 'error').length]).toEqual([1, 1]);
    expect(leaksIn(sinksOf(run) + run.logFile, key)).toEqual([]);
  });

  test('replaces the key by asterisks in the step log, the summary and the log file', async () => {
    const emulator = await emulate();
    const key = emulator.keys['ci'] ?? '';
    emulator.faults.add({ kind: 'echo', on: 'getDeployment', canary: key });
    const run = await step(emulator, {});
    for (const text of [run.log, run.summary, run.logFile]) expect(text).toContain('***');
    expect(leaksIn(sinksOf(run) + run.logFile, key)).toEqual([]);
  });
});

test('shows no key of any printable characters', async () => {
  const emulator = await emulate({ keys: [] });
  for (const canary of formsOf(CANARY).values()) emulator.faults.add({ kind: 'echo', on: '*', canary });
  const run = await step(emulator, { 'api-key': CANARY });
  expect([run.exitCode, run.outputs['error-code']]).toEqual([1, 'unauthorized']);
  expect(leaksIn(sinksOf(run), CANARY)).toEqual([]);
});

/** A server on another port, which records the headers of each request. */
async function startOtherServer(): Promise<{ origin: string; received: IncomingMessage['headers'][] }> {
  const received: IncomingMessage['headers'][] = [];
  const origin = await servers.serve((request, response) => {
    received.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"deployments":[]}');
  });
  return { origin, received };
}

describe('another host', () => {
  test.each([301, 302, 303, 307, 308])('receives no request after a redirect with %d', async (status) => {
    for (const on of ['listDeployments', 'createDeployment'] as const) {
      const { origin, received } = await startOtherServer();
      const location = `${origin}/api/v1/resources`;
      const emulator = await emulate({ faults: [{ kind: 'redirect', on, status, location, times: 'always' }] });
      const run = await step(emulator, { timeout: '1m' });
      expect({ on, received, exitCode: run.exitCode }).toEqual({ on, received: [], exitCode: 1 });
      expect(run.annotations.filter(({ kind }) => kind === 'error')).toHaveLength(1);
    }
  });

  test('receives no key with a health check', async () => {
    const { origin, received } = await startOtherServer();
    const emulator = await emulate({
      resources: [{ id: RESOURCE, type: 'app', domains: ['web.example.test'], script: { buildMs: 1_000 } }],
    });
    const key = emulator.keys['ci'] ?? '';
    const run = await step(emulator, { 'health-check': `${origin}/health` });
    expect(run.exitCode).toBe(0);
    expect(received).toHaveLength(1);
    expect(received[0]).not.toHaveProperty('authorization');
    expect(leaksIn(JSON.stringify(received), key)).toEqual([]);
  });
});
