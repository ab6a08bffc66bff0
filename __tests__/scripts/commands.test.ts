// What `npm run docs:check` finds in the workflows and looks up in the repository.
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { npmScriptsIn, pathsIn, selectionsIn, valuesOf } from '../../scripts/docs/commands.ts';

const WORKFLOW = `
# Not src/old.ts: this is a comment.
jobs:
  all:
    uses: ./.github/workflows/attest.yml
    steps:
      - uses: actions/checkout@3d3c42e
      - with:
          node-version-file: .node-version
          subject-path: dist/*
          path: \${{ runner.temp }}/release
      - run: |
          npm ci && npm run demo -- --fail > "$RUNNER_TEMP/demo.json"
          npm test -- __tests__/bundle --testNamePattern 'on every platform'
          check action.yml examples/*.yml
          go install github.com/nektos/act@v0.2.89
`;

test('finds paths, npm scripts and selected tests in the values of a workflow', () => {
  const text = valuesOf(parse(WORKFLOW));
  expect(pathsIn(text).toSorted()).toEqual([
    '.github/workflows/attest.yml',
    '.node-version',
    '__tests__/bundle',
    'action.yml',
    'dist/*',
    'dist/*',
    'examples/*.yml',
  ]);
  expect(npmScriptsIn(text)).toEqual(['demo', 'test']);
  expect(selectionsIn(text)).toEqual([{ path: '__tests__/bundle', title: 'on every platform' }]);
});

test.each([
  ['npm test -- -t words', { path: '', title: 'words' }],
  [
    'jest __tests__/a.test.ts --testNamePattern="$TESTS"',
    { path: '__tests__/a.test.ts', title: '$TESTS' },
  ],
])('reads the selection of %s', (command, selection) => {
  expect(selectionsIn(command)).toEqual([selection]);
});
