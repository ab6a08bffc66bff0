// Packs the emulator as a tarball that runs with one command on any machine with Node 24, without a clone:
// `npx file:./deployment-service-emulator-<version>.tgz`, or `npx` and the address of the tarball.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions } from '../command-line.ts';
import { textOf } from '../fields.ts';
import { bundleEmulator, bundledLicences } from './bundle-emulator.ts';

const HELP = `npm run pack:emulator -- [--out <folder>]

Writes deployment-service-emulator-<version>.tgz into the folder (default: reports) and prints its path.
`;

const root = join(import.meta.dirname, '../..');
/** The entry of the package, in words that an older Node understands: there the emulator itself would fail with a stack. */
const START = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) >= 24) {
  import('./index.js');
} else {
  process.stderr.write('Node 24 or later is needed, this is ' + process.versions.node + '.\\n');
  process.exitCode = 1;
}
`;

/** Writes the tarball into `outDir` and returns its path. */
function pack(outDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pack-emulator-'));
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version = textOf(manifest, 'version') ?? '0.0.0';
    bundleEmulator(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/start.js'), START);
    cpSync(join(root, 'emulator/sample'), join(folder, 'sample'), { recursive: true });
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    writeFileSync(join(folder, 'LICENSES-OF-DEPENDENCIES.txt'), bundledLicences());
    writeFileSync(
      join(folder, 'README.md'),
      'A local Deployment Service that really builds and runs apps, to rehearse workflows with.\n\n' +
        'Start it with `npx file:./deployment-service-emulator-' +
        `${version}.tgz\`, or with \`--help\` for its options. Node 24 is needed.\n`,
    );
    const packageJson = {
      name: 'deployment-service-emulator',
      version,
      description: 'A local Deployment Service that really builds and runs apps',
      license: 'MIT',
      type: 'module',
      engines: { node: '>=24' },
      bin: { 'deployment-service-emulator': 'dist/start.js' },
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageJson, undefined, 2)}\n`);
    mkdirSync(outDir, { recursive: true });
    npm(folder, 'pack', '--silent', '--pack-destination', outDir);
    return join(outDir, `${packageJson.name}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs npm: the one that runs this script where there is one, else the one on the PATH. */
function npm(cwd: string, ...args: string[]): void {
  const own = process.env['npm_execpath'];
  const [program, ...before] = own === undefined ? ['npm'] : [process.execPath, own];
  execFileSync(program, [...before, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

const { out } = readOptions(HELP, { out: 'reports' });
process.stdout.write(`${pack(resolve(out))}\n`);
