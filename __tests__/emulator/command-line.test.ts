// The command line as a value, and the one line that answers each mistake in it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { help, parseCommand, programOf } from '../../emulator/command-line.ts';

const NOTHING = {
  kind: 'serve',
  config: undefined,
  port: undefined,
  faults: [],
  state: undefined,
  isJson: false,
  exitsWithStdin: false,
};

test.each<[args: string, command: object]>([
  ['', NOTHING],
  ['--port 0 --json', { ...NOTHING, port: 0, isJson: true }],
  ['--config a.yaml --state b.json', { ...NOTHING, config: 'a.yaml', state: 'b.json' }],
  [
    '--fault busy --fault lag,ms=5',
    {
      ...NOTHING,
      faults: ['busy', 'lag,ms=5'],
    },
  ],
  ['--exit-with-stdin', { ...NOTHING, exitsWithStdin: true }],
  ['--help', { kind: 'help' }],
  ['init', { kind: 'init' }],
])('reads "%s"', (args, command) => {
  expect(parseCommand(args.split(' ').filter(Boolean))).toEqual(command);
});

test.each<[args: string[], message: string]>([
  [['--prot', '1'], 'There is no option --prot. See --help.'],
  [['--port', '70000'], '--port: must be at most 65535, not 70000'],
  [['--port', 'many'], '--port: must be a whole number'],
  [['--fault', 'busy@get'], '--fault[0].on: must be listResources'],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--state', ''], '--state: must not be empty'],
  [['extra'], "Unexpected argument 'extra'"],
  [['init', '--json'], "Unexpected argument 'init'"],
])('refuses %j in one line', (args, message) => {
  expect(() => parseCommand(args)).toThrow(message);
  expect(() => parseCommand(args)).toThrow(/^[^\n]*$/);
});

test('names options, faults and endpoints in the help', () => {
  for (const text of ['--config', '--state', 'cut-after', 'createDeployment'])
    expect(help('npx it')).toContain(text);
});

test('names itself as it was started, never as a package that nobody was asked for', () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'npx-'));
  const packed = path.join(cache, '_npx/1a/node_modules/.bin/it');
  const asked = 'https://example.test/it.tgz';
  expect(programOf(packed, {})).toBe(`node ${path.relative('', packed)}`);
  mkdirSync(path.join(cache, '_npx/1a'), { recursive: true });
  const install = (name: string): void => {
    const manifest = JSON.stringify({ _npx: { packages: [name] } });
    writeFileSync(path.join(cache, '_npx/1a/package.json'), manifest);
  };
  install(asked);
  expect(programOf(packed, {})).toBe(`npx ${asked}`);
  // npx runs what is only a path, instead of installing it.
  install('/a b/it.tgz');
  expect(programOf(packed, {})).toBe("npx 'file:/a b/it.tgz'");
  expect(programOf('/a/main.ts', { npm_lifecycle_event: 'emulator' })).toBe('npm run emulator --');
  expect(programOf(path.resolve('emulator/main.ts'), {})).toBe('node emulator/main.ts');
  rmSync(cache, { recursive: true });
});
