// Failing builds on the emulator: the built action marks their errors. The builds print logs that
// were recorded with the real tools; commands are parsed by the rules of the runner.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Emulator, startEmulator } from '../../emulator/emulator.ts';
import { type BundleRun, copyBundle } from '../support/bundle.ts';
import { commandsIn } from '../support/runner-parsers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Recorded logs, and where a person would look for their errors in the repository. */
const BUILDS: Readonly<Record<string, readonly string[]>> = {
  tsc: [
    'web/src/api/server.ts:2:25',
    'web/src/api/server.ts:6:9',
    'web/src/api/server.ts:6:32',
    'web/src/api/server.ts:7:19',
    'web/src/cart/total.ts:10:18',
  ],
  'python-traceback': ['web/shop/settings.py:6'],
  'go-build': [
    'web/internal/cart/cart.go:5:2',
    'web/internal/cart/cart.go:14:6',
    'web/internal/cart/cart.go:15:9',
  ],
  cargo: [
    'web/src/main.rs:6:20',
    'web/src/cart.rs:6:11',
    'web/src/cart.rs:6:9',
    'web/src/main.rs:5:25',
  ],
};

const LOGS = join(import.meta.dirname, '../fixtures/build-logs');
const PRINTS = `
  process.stdout.write(require('node:fs').readFileSync('build.txt'), () => process.exit(1));
`;

const folder = temporaryFolder();
const runBundle = copyBundle();
let emulator: Emulator;
let runs: Readonly<Record<string, { run: BundleRun; root: string }>>;

beforeAll(async () => {
  const resources = Object.keys(BUILDS).map((name) => {
    const source = join(folder, name);
    mkdirSync(source);
    cpSync(join(LOGS, `${name}.txt`), join(source, 'build.txt'));
    writeFileSync(join(source, 'build.cjs'), PRINTS);
    return { id: `res_${name}`, source, build: 'node build.cjs', start: 'node build.cjs' };
  });
  emulator = await startEmulator({ keys: [{ name: 'ci', scopes: ['deploy'] }], resources });
  // A build takes seconds: all at once.
  const entries = Object.entries(BUILDS).map(async ([name, places]) => {
    const root = checkout(places);
    return [name, { root, run: await deploy(name, root) }] as const;
  });
  runs = Object.fromEntries(await Promise.all(entries));
});

afterAll(async () => await emulator.stop());

/** A checkout with these files, long enough for every place. */
function checkout(places: readonly string[]): string {
  const root = mkdtempSync(join(folder, 'checkout-'));
  mkdirSync(join(root, '.git'));
  for (const place of places) {
    const path = join(root, place.split(':')[0] ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x\n'.repeat(20));
  }
  return root;
}

/** Deploys the resource of a recorded log from the checkout `root`. */
function deploy(name: string, root: string): Promise<BundleRun> {
  return runBundle({
    inputs: {
      'base-url': emulator.baseUrl,
      'api-key': emulator.keys['ci'] ?? '',
      'resource-id': `res_${name}`,
      timeout: '2m',
    },
    env: { GITHUB_WORKSPACE: root },
  });
}

/** The properties of a command; the runner decodes these four. */
function propertiesOf(line: string): Readonly<Record<string, string>> {
  const [, written = ''] = /^::error (.*?)::/.exec(line) ?? [];
  const decode = (text: string): string =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  const pairs = written.split(',').map((pair) => /^(\w+)=(.*)$/.exec(pair) ?? []);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decode(value)]));
}

test.each(Object.entries(BUILDS))(
  'the built action marks the errors of a failed build: %s',
  (name, places) => {
    const { run, root = '' } = runs[name] ?? {};
    expect([run?.exitCode, run?.outputs['error-code']]).toEqual([1, 'deployment_failed']);
    const [own, ...marked] = commandsIn(run?.log ?? '')
      .filter((command) => command.name === 'error')
      .map(({ line }) => propertiesOf(line));
    expect(own).not.toHaveProperty('file');
    expect(
      marked.map(({ file, line, col }) => [file, line, col].filter(Boolean).join(':')),
    ).toEqual(places);
    for (const { file = '', line, title } of marked) {
      expect(title).toBe(`From the build log of ${name} (untrusted)`);
      expect(existsSync(join(root, file))).toBe(true);
      const { length } = readFileSync(join(root, file), 'utf8').split('\n');
      expect(length).toBeGreaterThanOrEqual(Number(line));
    }
  },
);
