// The emulator as one program for Node, with the licences of the packages in it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceIn } from '../bundle/licences.ts';

const root = join(import.meta.dirname, '../..');
/** Packages that the bundle holds; their licences go with it. */
const BUNDLED = [
  'ajv',
  'ajv-formats',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'require-from-string',
  'yaml',
];

/** Compiles and bundles the emulator into `folder`; the guard of its child processes stays a file of its own. */
export function bundleEmulator(folder: string): void {
  const source = mkdtempSync(join(root, 'build-emulator-'));
  try {
    const config = {
      extends: join(root, 'tsconfig.json'),
      include: [join(root, 'emulator')],
      exclude: [join(root, 'emulator/sample')],
      compilerOptions: { noEmit: false, rootDir: join(root, 'emulator'), outDir: join(source, 'out') },
    };
    writeFileSync(join(source, 'tsconfig.json'), JSON.stringify(config));
    node(source, 'typescript/bin/tsc', '-p', 'tsconfig.json');
    writeFileSync(join(source, 'package.json'), '{"type":"module"}');
    cpSync(join(root, 'emulator/api/openapi.yaml'), join(source, 'out/api/openapi.yaml'));
    node(source, '@vercel/ncc/dist/ncc/cli.js', 'build', 'out/main.js', '-o', folder, '-q');
    cpSync(join(source, 'out/process/child-guard.js'), join(folder, 'child-guard.js'));
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
  cpSync(join(root, 'emulator/console/console.css'), join(folder, 'console.css'));
}

/** One text with the name and the licence of each package in the bundle. */
export function bundledLicences(): string {
  return BUNDLED.map((name) => `${name}\n\n${licenceIn(join(root, 'node_modules', name))}\n`).join(
    `${'-'.repeat(80)}\n\n`,
  );
}

function node(cwd: string, script: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
