// Packs the emulator as a tarball that runs with one command on any machine with Node 24, without a
// clone: `npx file:./deployment-service-emulator-<version>.tgz`, or `npx` and the address of the
// tarball. The packages that it needs are in the tarball, so that nothing else is downloaded.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readFlags } from '../flags.ts';

const HELP = `npm run pack:emulator -- [--out <folder>] [--try]

Writes deployment-service-emulator-<version>.tgz into the folder (default: reports) and prints its
path. --try installs it in an empty folder, and runs the test of docs/emulator.md there.
`;

const root = join(import.meta.dirname, '../..');
const TSC = join(root, 'node_modules/typescript/bin/tsc');
const NPM = process.env['npm_execpath'] ?? '';

/** The packages that the emulator imports. */
const DEPENDENCIES = ['yaml', 'zod'];

/**
 * The entry of the command, in words that an older Node understands: there the emulator itself
 * would fail with a stack.
 */
const START = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) >= 24) {
  import('./main.js');
} else {
  process.stderr.write('Node 24 or later is needed, this is ' + process.versions.node + '.\\n');
  process.exitCode = 1;
}
`;

function node(cwd: string, ...args: string[]): void {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 2, 2] });
}

/** Compiles the emulator with its types, and copies the files that it reads. */
function compile(folder: string): void {
  node(root, TSC, '-p', 'tsconfig.emulator.json', '--outDir', folder);
  for (const name of ['console.css', 'console.client.js', 'sample'])
    cpSync(join(root, 'emulator', name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'start.js'), START);
}

/** Writes the tarball into `outDir` and returns its path. */
function pack(outDir: string): string {
  const { version, devDependencies } = z
    .object({ version: z.string(), devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const manifest = {
    name: 'deployment-service-emulator',
    version,
    description: 'A local Deployment Service that really builds and runs apps',
    license: 'MIT',
    type: 'module',
    // Nobody may publish it by accident under a name that is not ours.
    private: true,
    engines: { node: '>=24' },
    exports: './dist/index.js',
    bin: { 'deployment-service-emulator': 'dist/start.js' },
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, devDependencies[name]])),
    bundledDependencies: DEPENDENCIES,
  };
  const readme =
    `${manifest.description}, to rehearse workflows with. ` +
    `\`npx file:./${manifest.name}-${version}.tgz\` starts it, \`--help\` names its options.\n`;

  const folder = mkdtempSync(join(tmpdir(), 'pack-emulator-'));
  try {
    compile(join(folder, 'dist'));
    for (const name of ['LICENSE', ...DEPENDENCIES.map((each) => `node_modules/${each}`)])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'README.md'), readme);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
    mkdirSync(outDir, { recursive: true });
    node(folder, NPM, 'pack', '--silent', '--pack-destination', outDir);
    return join(outDir, `${manifest.name}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the tarball in an empty folder and uses it there as the documentation does. */
function tryOut(tarball: string): void {
  const page = readFileSync(join(root, 'docs/emulator.md'), 'utf8');
  const snippet = /```js\n([^`]*node:test[^]*?)```/.exec(page)?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'try-emulator-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    node(folder, NPM, 'install', '--offline', '--silent', tarball);
    writeFileSync(join(folder, 'snippet.test.ts'), snippet);
    node(folder, '--test');
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext'];
    node(folder, TSC, ...strict, ...types, 'snippet.test.ts');
    node(folder, 'node_modules/.bin/deployment-service-emulator', '--help');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const flags = readFlags(HELP, {
  out: { type: 'string', default: join(root, 'reports') },
  try: { type: 'boolean', default: false },
});
const tarball = pack(resolve(flags.out));
if (flags.try) tryOut(tarball);
process.stdout.write(`${tarball}\n`);
