// The emulator as a tarball: it runs with one command in an empty folder, and builds and serves its sample.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { announced, follow } from '../../emulator/cli/emulator-process.ts';

/** The npm that runs the tests, else the one on the PATH. */
const ownNpm = process.env['npm_execpath'];
const [program = 'npm', ...before] = ownNpm === undefined ? ['npm'] : [process.execPath, ownNpm];
let dir = '';
let tarball = '';

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'packed-'));
  const script = join(import.meta.dirname, '../../../scripts/release/pack-emulator.ts');
  tarball = execFileSync(process.execPath, [script, '--out', join(dir, 'out')], { encoding: 'utf8' }).trim();
});

afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

test('has a few hundred kB', () => {
  expect(statSync(tarball).size).toBeGreaterThan(50_000);
  expect(statSync(tarball).size).toBeLessThan(500_000);
});

test('names the Node that it needs in one sentence, and runs without what serves tests alone', () => {
  execFileSync('tar', ['-xzf', tarball, '-C', dir]);
  const start = join(dir, 'package/dist/start.js');
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.12.0'}})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, start, '--help'], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([1, '', 'Node 24 or later is needed, this is 22.12.0.\n']);
  expect(spawnSync(process.execPath, [start, '--help'], { encoding: 'utf8' }).stdout).toContain('--state <file>');
  expect(readFileSync(join(dir, 'package/dist/index.js'), 'utf8')).not.toContain('class VirtualClock');
});

test('starts with one command, and deploys the sample app', async () => {
  const cwd = join(dir, 'elsewhere');
  mkdirSync(cwd);
  const command = [...before, 'exec', '--yes', '--offline', '--cache', join(dir, 'cache'), `--package=file:${tarball}`];
  const args = [...command, '--', 'deployment-service-emulator', '--json', '--port', '0', '--exit-with-parent'];
  const emulator = follow(spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] }));
  try {
    const { baseUrl, keys, resources } = await announced(emulator);
    const headers = { authorization: `Bearer ${keys['deploy']}` };
    const address = `${baseUrl}/resources/res_hello/deployments`;
    expect((await fetch(address, { method: 'POST', headers })).status).toBe(202);
    let list = '';
    while (!/"status":"(?:finished|failed)"/.test(list))
      list = await (await fetch(new URL('/__emulator/state', baseUrl))).text();
    expect(await (await fetch(address, { headers })).json()).toEqual({
      deployments: [{ id: 'dep_000001', status: 'finished' }],
    });
    const page = await (await fetch(`http://${resources[0]?.domains[0]}/`)).text();
    expect(page).toMatch(/sha256:[0-9a-f]{64}/);
    expect((await fetch(new URL('/settings/emulator', baseUrl))).status).toBe(200);
    expect((await fetch(new URL('/console.css', baseUrl))).status).toBe(200);
    expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200);
  } finally {
    emulator.process.stdin?.end();
    await emulator.ended;
  }
});
