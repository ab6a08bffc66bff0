// The command line as a value, and the one line that answers each mistake in it.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { help, parseCommand, programOf } from '../../emulator/command-line.ts';
import { runKeyCommand } from '../../emulator/key-command.ts';

const NOTHING = {
  kind: 'serve',
  config: undefined,
  overrides: {},
  faults: [],
  state: undefined,
  isJson: false,
  exitsWithStdin: false,
};
const KEY = { kind: 'key', url: 'http://127.0.0.1:4180', key: '', request: {} };

test.each<[args: string, command: object]>([
  ['', NOTHING],
  ['--port 0 --json', { ...NOTHING, overrides: { port: 0 }, isJson: true }],
  [
    '--config a.yaml --state b.json --dialect silent',
    { ...NOTHING, config: 'a.yaml', state: 'b.json', overrides: { dialect: 'silent' } },
  ],
  ['--fault busy --fault lag,ms=5', { ...NOTHING, faults: ['busy', 'lag,ms=5'] }],
  ['--requests-per-minute 5', { ...NOTHING, overrides: { requestsPerMinute: 5 } }],
  ['--exit-with-stdin', { ...NOTHING, exitsWithStdin: true }],
  ['--help', { kind: 'help' }],
  ['--schema', { kind: 'schema' }],
  ['key -h', { kind: 'help' }],
  ['key list --url http://127.0.0.1:1', { ...KEY, action: 'list', url: 'http://127.0.0.1:1' }],
  ['key revoke mine', { ...KEY, action: 'revoke', key: 'mine' }],
  [
    'key create --name a --scopes deploy,write --expires 30 --cap 2 --as admin',
    {
      ...KEY,
      action: 'create',
      request: {
        name: 'a',
        scopes: ['deploy', 'write'],
        expiresInDays: 30,
        dailyCreationCap: 2,
        by: 'admin',
      },
    },
  ],
  [
    'key create --name a --expires none --expired',
    { ...KEY, action: 'create', request: { name: 'a', expiresInDays: 'none', expired: true } },
  ],
])('reads "%s"', (args, command) => {
  expect(parseCommand(args.split(' ').filter(Boolean))).toEqual(command);
});

test.each<[args: string[], message: string]>([
  [['--prot', '1'], 'there is no option --prot; did you mean --port?'],
  [['--port', '70000'], '--port is at most 65535, not 70000'],
  [['--dialect', 'wrapped'], '--dialect is plain or silent, not "wrapped"'],
  [['--requests-per-minute', '0'], '--requests-per-minute is at least 1, not 0'],
  [['--port', 'many'], '--port is a whole number, not "many"'],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--state', ''], '--state needs a value'],
  [['extra'], "Unexpected argument 'extra'"],
  [['key'], 'key is followed by create, list or revoke'],
  [['key', 'create'], 'key create needs --name <name>'],
  [
    ['key', 'create', '--name', 'a', '--expires', 'soon'],
    '--expires is a whole number, not "soon"',
  ],
  [['key', 'revoke'], 'key revoke needs the name or id of a key'],
  [['key', 'revoke', 'a', 'b'], 'key revoke does not take "b"'],
  [['key', 'list', 'more'], 'key list does not take "more"'],
  [
    ['key', 'list', '--url', 'nowhere'],
    '--url is an address such as http://127.0.0.1:4180, not "nowhere"',
  ],
])('refuses %j in one line', (args, message) => {
  expect(() => parseCommand(args)).toThrow(message);
  expect(() => parseCommand(args)).toThrow(/^[^\n]*$/);
});

test('names options, faults and endpoints in the help', () => {
  for (const text of ['--config', '--state', 'key revoke', 'cut-after', 'createDeployment'])
    expect(help('npx it')).toContain(text);
});

test('names itself as it was started, never as a package that nobody was asked for', () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'npx-'));
  const packed = path.join(cache, '_npx/1a/node_modules/.bin/it');
  const asked = 'https://example.test/it.tgz';
  expect(programOf(packed, {})).toBe(`node ${path.relative('', packed)}`);
  mkdirSync(path.join(cache, '_npx/1a'), { recursive: true });
  const manifest = JSON.stringify({ _npx: { packages: [asked] } });
  writeFileSync(path.join(cache, '_npx/1a/package.json'), manifest);
  expect(programOf(packed, {})).toBe(`npx ${asked}`);
  expect(programOf('/a/main.ts', { npm_lifecycle_event: 'emulator' })).toBe('npm run emulator --');
  expect(programOf(path.resolve('emulator/main.ts'), {})).toBe('node emulator/main.ts');
  rmSync(cache, { recursive: true });
});

test('says which address is no emulator', async () => {
  const server = createServer((_, response) => response.end('<h1>Hello</h1>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const list = async (): Promise<string> =>
    await runKeyCommand({ kind: 'key', action: 'list', url, key: '', request: {} });
  await expect(list()).rejects.toThrow(`What answers at ${url} is no emulator.`);
  server.closeAllConnections();
  await once(server.close(), 'close');
  await expect(list()).rejects.toThrow(`No emulator answers at ${url}. Name another with --url.`);
});
