// Reading a workflow, and making one that runs on this machine without a network.
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { localized, readExamples, scriptsOf, usesOf } from '../../../scripts/examples/example-workflows.ts';
import { withFiles } from '../../support/temp-project.ts';

const WORKFLOW = `
on: push
concurrency: { group: deploy, queue: max }
jobs:
  deploy:
    environment: { name: production, deployment: false }
    steps:
      - uses: OWNER/deployment-service-action@v1
        background: true
        with: { resource-id: app_web }
      - wait: all
      - uses: actions/upload-artifact@v4
        with: { path: log.txt, retention-days: 3 }
      - run: echo done
  call:
    uses: ./.github/workflows/gate.yml
    with: { ref: main }
`;

test('reads the examples of a folder in the order of their names', () => {
  withFiles({ 'b.yml': 'b', 'a.yml': 'a', 'README.md': '' }, (root) => {
    expect(readExamples(root)).toEqual([
      { file: 'a.yml', text: 'a' },
      { file: 'b.yml', text: 'b' },
    ]);
  });
});

test('finds every use of an action or workflow with its inputs, and every script', () => {
  expect(usesOf(WORKFLOW)).toEqual([
    { uses: 'OWNER/deployment-service-action@v1', inputs: ['resource-id'] },
    { uses: 'actions/upload-artifact@v4', inputs: ['path', 'retention-days'] },
    { uses: './.github/workflows/gate.yml', inputs: ['ref'] },
  ]);
  expect(scriptsOf(WORKFLOW)).toEqual(['echo done']);
});

test.each([
  ['jobs: [', /flow (sequence|collection)/i],
  ['on: push', 'a workflow has jobs'],
])('refuses %j, which is not a workflow', (text, message) => {
  expect(() => usesOf(text)).toThrow(message);
});

describe('a workflow made local', () => {
  const local: unknown = parse(localized(WORKFLOW, { actionPath: './', checkout: 'actions/checkout@v4' }));

  test('uses this action from the checked-out repository, and replaces other actions by their inputs', () => {
    expect(local).toHaveProperty('jobs.deploy.steps', [
      { uses: 'actions/checkout@v4' },
      { uses: './', with: { 'resource-id': 'app_web' } },
      { env: { INPUT_PATH: 'log.txt', 'INPUT_RETENTION-DAYS': 3 }, run: 'env | grep -A 20 ^INPUT_' },
      { run: 'echo done' },
    ]);
  });

  test('leaves out what act does not know', () => {
    expect(local).toHaveProperty('concurrency', { group: 'deploy' });
    expect(local).toHaveProperty('jobs.deploy.environment', { name: 'production' });
  });

  test('does not change a job that calls a workflow', () => {
    expect(local).toHaveProperty('jobs.call', { uses: './.github/workflows/gate.yml', with: { ref: 'main' } });
  });
});
