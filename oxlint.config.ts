// Lint rules, and the borders of the code: which folder may import what.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'oxlint';

/** Imports that are refused, and why: `regex` is tried on what stands between the quotes. */
interface Border {
  readonly regex: string;
  readonly message: string;
}

const httpClient: Border = {
  regex: '^@actions/http-client(/|$)',
  message: 'src/api is the only importer of the HTTP client.',
};
const toolkit: Border = {
  regex: '^@actions/(core|github)(/|$)',
  message: 'src/runner is the only importer of @actions/core and @actions/github.',
};
const noEmulator: Border = {
  regex: '/emulator/',
  message: 'The emulator is for development and shares nothing with src.',
};
const noMain: Border = { regex: '/main\\.ts$', message: 'Nothing imports main but the entry.' };

/**
 * Everything in a folder (of `src`, unless `root` names another) but the named modules, as a regex. Built from the files
 * that are there: the linter's regexes know no "anything but", and its negated globs switch off every other pattern of
 * the same import.
 */
function allBut(folder: string, open: readonly string[], root = 'src'): string {
  const entries = readdirSync(join(import.meta.dirname, root, folder), { withFileTypes: true });
  const closed = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const names = closed.filter((name) => !open.includes(name)).map((name) => name.replaceAll('.', '\\.'));
  return `/${folder.split('/').at(-1)}/(${names.join('|')})`;
}

/** Folders below `root`, at any depth, that are entered by their index.ts only; paths from `root`. */
function roomsBelow(root: string, folder = ''): string[] {
  return readdirSync(join(import.meta.dirname, root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
    .flatMap((path) => {
      const inner = roomsBelow(root, path);
      return isEntry(root, path) ? [path, ...inner] : inner;
    });
}

/** The entries of `api` and `operations` are modules; `operations/index.ts` is the table of operations. */
function isEntry(root: string, path: string): boolean {
  return path !== 'operations' && existsSync(join(import.meta.dirname, root, path, 'index.ts'));
}

const insides: Border = {
  regex: roomsBelow('src')
    .map((room) => allBut(room, ['index.ts']))
    .join('|'),
  message: 'Import the index.ts of that folder: its other files are its own business.',
};

function borders(files: string[], refused: readonly Border[]) {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [...refused] }] as const } };
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'jest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['node_modules', 'dist', 'build', 'coverage', 'reports', '.stryker-tmp'],
  rules: {
    eqeqeq: 'error',
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'oxc/no-map-spread': 'off',
    'import/no-unassigned-import': [
      'error',
      {
        allow: ['../node-version.ts'],
      },
    ],
    'no-console': 'error',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/return-await': ['error', 'always'],
    'typescript/switch-exhaustiveness-check': 'error',
  },
  overrides: [
    borders(
      ['src/api/**'],
      [
        toolkit,
        noEmulator,
        {
          regex: '/(operations|runner)/|/main\\.ts$',
          message: 'The service edge knows neither the middle nor the runner.',
        },
        insides,
      ],
    ),
    borders(
      ['src/operations/**'],
      [
        httpClient,
        toolkit,
        noEmulator,
        { regex: '^node:', message: 'The middle has no effects of its own.' },
        { regex: '/runner/|/main\\.ts$', message: 'The middle knows the runner by its events alone.' },
        {
          regex: allBut('api', ['client.ts', 'model.ts', 'errors.ts']),
          message: 'The middle knows the service by client, model and errors.',
        },
        insides,
      ],
    ),
    borders(
      ['src/runner/**'],
      [
        httpClient,
        noEmulator,
        noMain,
        {
          regex: allBut('operations', ['operation.ts', 'outcome.ts']),
          message: 'The runner edge knows operations by their contract and their outcomes.',
        },
        {
          regex: allBut('api', ['errors.ts', 'model.ts']),
          message: 'The runner edge knows the service by its error codes and its model.',
        },
        insides,
      ],
    ),
    borders(['src/main.ts', 'src/index.ts'], [httpClient, toolkit, noEmulator, insides]),
    borders(
      ['src/{backoff,clock,copy-string,duration,event-loop,nearest,plural,url}.ts'],
      [
        httpClient,
        toolkit,
        noEmulator,
        {
          regex: '^\\./(api|operations|runner)/|/main\\.ts$',
          message: 'What everybody imports imports nobody.',
        },
      ],
    ),
    borders(
      ['emulator/**'],
      [
        httpClient,
        toolkit,
        { regex: '/src/', message: 'The emulator shares nothing with src, so that each proves the other.' },
      ],
    ),
    borders(
      ['__tests__/{adversary,explore,support/adversary}/**'],
      [
        {
          regex: '/emulator/|/support/(world|stories)\\.ts$|/(raw|scripted)-service\\.ts$',
          message: 'The adversary shares nothing with the emulator but the clock: it knows only what its authors know.',
        },
      ],
    ),
  ],
});
