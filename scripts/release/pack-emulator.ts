// Packs the emulator as a tarball that runs with one command on any machine with Node 24, without a
// clone: `npx file:./deployment-service-emulator-<version>.tgz`, or `npx` and the address of the
// tarball.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageTypes } from './package-types.ts';

const HELP = `npm run pack:emulator -- [--out <folder>] [--try]

Writes deployment-service-emulator-<version>.tgz into the folder (default: reports) and prints its
path. --try installs it in an empty folder, and runs the test of docs/emulator.md there.
`;

const root = join(import.meta.dirname, '../..');

/** Packages that the bundle holds; their licences go with it. */
const BUNDLED = ['yaml', 'zod'];

/**
 * The entry of the package, in words that an older Node understands: there the emulator itself
 * would fail with a stack.
 */
const START = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) >= 24) {
  import('./index.js');
} else {
  process.stderr.write('Node 24 or later is needed, this is ' + process.versions.node + '.\\n');
  process.exitCode = 1;
}
`;

/** Compiles and bundles the emulator into a folder. */
function bundle(folder: string): void {
  const source = mkdtempSync(join(root, 'build-emulator-'));
  const run = (script: string, ...args: string[]): void => {
    execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: source,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  try {
    const emulator = join(root, 'emulator');
    const config = {
      extends: join(root, 'tsconfig.json'),
      files: [join(emulator, 'main.ts'), join(emulator, 'index.ts')],
      include: [],
      compilerOptions: { noEmit: false, rootDir: emulator, outDir: join(source, 'out') },
    };
    writeFileSync(join(source, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(source, 'package.json'), '{"type":"module"}');
    run('typescript/bin/tsc', '-p', 'tsconfig.json');
    // The command, and what programs import.
    for (const [entry, target] of [
      ['main', folder],
      ['index', join(folder, 'lib')],
    ] as const) {
      const options = ['--minify', '-o', target, '-q'];
      run('@vercel/ncc/dist/ncc/cli.js', 'build', `out/${entry}.js`, ...options);
      for (const name of ['console.css', 'console.client.js'])
        cpSync(join(emulator, name), join(target, name));
    }
    writeFileSync(join(folder, 'lib/index.d.ts'), packageTypes());
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
}

function versionOf(manifest: unknown): string {
  const isObject = typeof manifest === 'object' && manifest !== null;
  return isObject && 'version' in manifest ? String(manifest.version) : '0.0.0';
}

/** Writes the tarball into `outDir` and returns its path. */
function pack(outDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pack-emulator-'));
  try {
    const version = versionOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    bundle(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/start.js'), START);
    cpSync(join(root, 'emulator/sample'), join(folder, 'dist/sample'), { recursive: true });
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const licences = BUNDLED.map((name) => {
      return `${name}\n\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')}`;
    });
    writeFileSync(join(folder, 'LICENSES-OF-DEPENDENCIES.txt'), licences.join('\n\n'));
    writeFileSync(
      join(folder, 'README.md'),
      'A local Deployment Service that really builds and runs apps, to rehearse workflows with. ' +
        `\`npx file:./deployment-service-emulator-${version}.tgz\` starts it, ` +
        '`--help` names its options.\n',
    );
    const manifest = {
      name: 'deployment-service-emulator',
      version,
      description: 'A local Deployment Service that really builds and runs apps',
      license: 'MIT',
      type: 'module',
      // Nobody may publish it by accident under a name that is not ours.
      private: true,
      engines: { node: '>=24' },
      exports: { '.': { types: './dist/lib/index.d.ts', default: './dist/lib/index.js' } },
      bin: { 'deployment-service-emulator': 'dist/start.js' },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
    mkdirSync(outDir, { recursive: true });
    npm(folder, 'pack', '--silent', '--pack-destination', outDir);
    return join(outDir, `${manifest.name}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the tarball in an empty folder and uses it there as the documentation does. */
function tryOut(tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'try-emulator-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    npm(folder, 'install', '--offline', '--silent', tarball);
    const page = readFileSync(join(root, 'docs/emulator.md'), 'utf8');
    const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    writeFileSync(
      join(folder, 'snippet.test.ts'),
      blocks.find((text) => text.includes('node:test')) ?? '',
    );
    const node = (...args: string[]): void =>
      void execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 2, 2] });
    node('--test');
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext'];
    node(join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...types, 'snippet.test.ts');
    node('node_modules/.bin/deployment-service-emulator', '--help');
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

try {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      try: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) process.stdout.write(HELP);
  else {
    const tarball = pack(resolve(values.out ?? join(root, 'reports')));
    if (values.try === true) tryOut(tarball);
    process.stdout.write(`${tarball}\n`);
  }
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n\n${HELP}`);
  process.exitCode = 2;
}
