// Lint rules, and the borders of the code: which folder may import what (see
// docs/maintainers/architecture.md).
import { defineConfig } from 'oxlint';

/** The folder of the action. */
const SRC = 'src';

/** Imports that are refused, and why: `regex` is tried on what stands between the quotes. */
interface Border {
  readonly regex: string;
  readonly message: string;
}

const httpClient: Border = {
  regex: '^@actions/http-client(/|$)',
  message: 'Only service imports the HTTP client.',
};
const toolkit: Border = {
  regex: '^@actions/(core|github)(/|$)',
  message: 'Only runner imports @actions/core and @actions/github.',
};
const emulator: Border = {
  regex: '/emulator/',
  message: 'The emulator shares nothing with the action, so that each proves the other.',
};
const effects: Border = {
  regex: '^node:',
  message: 'Work on a deployment has effects only through its step.',
};

/** Refuses the folders, and the modules beside them, with these names. */
function names(modules: readonly string[], message: string): Border {
  return { regex: `/(?:${modules.join('|')})(?:/|\\.ts$)`, message };
}

/** What each layer may not import: the layers above it. */
const ABOVE_LEAVES = ['inputs', 'service', 'deploy', 'app', 'operations', 'report', 'runner'];
const ENTRIES = ['index', 'main', 'step', 'outcome'];

function borders(files: readonly string[], refused: readonly Border[]) {
  return {
    files: [...files],
    rules: { 'no-restricted-imports': ['error', { patterns: [...refused] }] as const },
  };
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
    'import/no-unassigned-import': ['error', { allow: ['../node-version.ts'] }],
    'no-console': 'error',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
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
    borders([`${SRC}/*.ts`], [httpClient, toolkit, emulator]),
    borders(
      [`${SRC}/{clock,failure,text,url,waits}.ts`],
      [
        httpClient,
        toolkit,
        emulator,
        names([...ABOVE_LEAVES, ...ENTRIES], 'What every layer imports imports no layer.'),
      ],
    ),
    borders(
      [`${SRC}/service/**`],
      [
        toolkit,
        emulator,
        names(
          [...ABOVE_LEAVES.filter((layer) => layer !== 'service'), ...ENTRIES],
          'The client knows nothing but the service.',
        ),
      ],
    ),
    borders(
      [`${SRC}/{deploy,app,operations}/**`],
      [
        httpClient,
        toolkit,
        emulator,
        effects,
        names(['runner', 'index', 'main'], 'The work knows the runner by its step alone.'),
      ],
    ),
    borders(
      [`${SRC}/{inputs,report,runner}/**`],
      [
        httpClient,
        emulator,
        names(
          ['deploy', 'app', 'operations', 'step', 'index', 'main'],
          'What faces GitHub knows the work by its outcome alone.',
        ),
      ],
    ),
    borders([`${SRC}/{inputs,report}/**`], [httpClient, toolkit, emulator]),
    borders(
      ['emulator/**'],
      [httpClient, toolkit, { regex: `/${SRC}/`, message: emulator.message }],
    ),
    borders(
      ['__tests__/{adversary,support/adversary}/**'],
      [
        {
          regex: '/emulator/',
          message: 'The adversary knows more of services than the authors of the emulator.',
        },
      ],
    ),
  ],
});
