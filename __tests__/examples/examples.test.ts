// The examples: each is valid, names only what exists, has no more permissions than it needs, and is run by the script.
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { readManifest } from '../../scripts/docs/action-manifest.ts';
import { exampleRuns, notRun } from './example-runs.ts';
import {
  ACTION_REFERENCE,
  localized,
  readExamples,
  scriptsOf,
  usesOf,
  WORKFLOW_REFERENCE,
} from './example-workflows.ts';
import { fieldOf } from '../../scripts/fields.ts';
import { operations } from '../../src/operations/index.ts';

const root = join(import.meta.dirname, '../..');
const manifest = readManifest(join(root, 'action.yml'));
const inputNames = new Set(manifest.inputs.map(({ name }) => name));
const outputNames = new Set(manifest.outputs.map(({ name }) => name));
const examples = readExamples(join(root, 'examples'));

/** Permissions that an example grants a job, by file. */
const rights: Readonly<Record<string, readonly string[]>> = {
  'deploy-to.yml': ['contents'],
  'own-record.yml': ['deployments'],
  'preview.yml': ['contents', 'pull-requests'],
  'staging-production.yml': ['contents', 'contents'],
};

/** Operations that change something at the service. */
const changing = new Set(['deploy', 'start', 'stop', 'restart']);

/** The operations that a workflow uses; a step that names none deploys. */
function operationsOf(text: string): string[] {
  const named = [...text.matchAll(/^ +operation: (\S+)$/gm)].map(([, name]) => name ?? '');
  const steps = usesOf(text).filter(({ uses }) => ACTION_REFERENCE.test(uses));
  return steps.some(({ inputs }) => !inputs.includes('operation')) ? [...named, 'deploy'] : named;
}

test('has an example for each use', () => {
  expect(examples.map(({ file }) => file)).toEqual([
    'changed-app.yml',
    'deploy-to.yml',
    'deploy.yml',
    'every-commit.yml',
    'gate-on-push.yml',
    'gate.yml',
    'keep-log.yml',
    'matrix.yml',
    'monorepo.yml',
    'nightly.yml',
    'notify.yml',
    'own-record.yml',
    'parallel-steps.yml',
    'preflight.yml',
    'preview.yml',
    'release.yml',
    'restart.yml',
    'staging-production.yml',
  ]);
});

test('lists every example by its name in the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(examples.map(({ file }) => file).filter((file) => !readme.includes(`(examples/${file})`))).toEqual([]);
});

describe.each(examples)('$file', ({ file, text }) => {
  test('uses this action, with inputs that exist and the two that every step needs', () => {
    const uses = usesOf(text);
    const ours = uses.filter((use) => ACTION_REFERENCE.test(use.uses));
    expect(ours.length > 0 || uses.some((use) => WORKFLOW_REFERENCE.test(use.uses))).toBe(true);
    for (const { inputs } of ours) {
      expect(inputs.filter((name) => !inputNames.has(name))).toEqual([]);
      expect(inputs).toEqual(expect.arrayContaining(['base-url', 'api-key']));
    }
  });

  test('reads no output of a step that does not exist', () => {
    const read = [...text.matchAll(/\bsteps\.[\w-]+\.outputs\.([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(read.filter((name) => !outputNames.has(name))).toEqual([]);
  });

  test('reads no output of a job that the job does not declare', () => {
    const read = [...text.matchAll(/\bneeds\.([\w-]+)\.outputs\.([\w-]+)/g)];
    const lost = read.filter(([, job = '', output = '']) => !outputsOfJob(text, job).includes(output));
    expect(lost.map(([expression]) => expression)).toEqual([]);
  });

  test('uses operations that exist', () => {
    expect(operationsOf(text).filter((name) => !Object.hasOwn(operations, name))).toEqual([]);
  });

  test('calls workflows among the examples with inputs that they have', () => {
    for (const { uses, inputs } of usesOf(text)) {
      const [, called] = WORKFLOW_REFERENCE.exec(uses) ?? [];
      if (called === undefined) continue;
      const example = examples.find((each) => each.file === called);
      const known = Object.keys(at(parse(example?.text ?? ''), 'on', 'workflow_call', 'inputs') ?? {});
      expect(inputs.filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  test('pins the actions of others to a commit, with the version in a comment', () => {
    const others = [...text.matchAll(/uses: (.+)$/gm)].map(([, use]) => use ?? '');
    const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(
      others.filter((use) => !ACTION_REFERENCE.test(use) && !WORKFLOW_REFERENCE.test(use) && !pinned.test(use)),
    ).toEqual([]);
  });

  test('puts no expression into a script', () => {
    expect(scriptsOf(text).filter((script) => script.includes('${{'))).toEqual([]);
  });

  test('has only the GitHub permissions that it needs', () => {
    expect(parse(text)).toHaveProperty('permissions', {});
    const granted = [...text.matchAll(/^ +([a-z-]+): (?:read|write)\b/gm)].map(([, name]) => name);
    expect(granted).toEqual(rights[file] ?? []);
  });

  test('keeps the key in secrets and everything else in variables', () => {
    const keys = [...text.matchAll(/^ +(?:api|read)-key: (.+)$/gm)].map(([, value]) => value ?? '');
    for (const key of keys) expect(key).toMatch(/^\$\{\{ secrets\.[\w-]+ \}\}$/);
    const secrets = [...text.matchAll(/secrets\.([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(secrets.filter((name) => !/key$/i.test(name) && name !== 'SLACK_WEBHOOK_URL')).toEqual([]);
    for (const [, value] of text.matchAll(/^ +base-url: (.+)$/gm)) {
      expect(value).toBe('${{ vars.DEPLOYMENT_SERVICE_BASE_URL }}');
    }
  });

  test('names in its first comment every variable and secret that it reads', () => {
    const [comment = ''] = text.split(/^name:/m);
    const read = [...text.matchAll(/\b(?:vars|secrets)\.([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(read.filter((name) => !comment.includes(name))).toEqual([]);
  });

  test('has no group for the whole workflow, which a run that waits for approval would hold', () => {
    const isChanging = operationsOf(text).some((name) => changing.has(name)) || text.includes('deploy-to.yml');
    expect(isChanging && /^concurrency:/m.test(text)).toBe(false);
  });

  test('has no job that is skipped where an id is missing', () => {
    expect(text).not.toMatch(/^ {4}if: .*deployment-id/m);
  });

  test('gates on the wanted status, never on the absence of another', () => {
    expect(text).not.toMatch(/outputs\.status *!=/);
    for (const [, status] of text.matchAll(/outputs\.status == '(\w+)'/g)) expect(status).toBe('finished');
  });

  test('can be run on this machine', () => {
    const local = usesOf(localized(text, { actionPath: './action', checkout: 'actions/checkout@v5' }));
    const elsewhere = local.filter(({ uses }) => !uses.startsWith('./') && uses !== 'actions/checkout@v5');
    expect(elsewhere).toEqual([]);
  });
});

/** The outputs that a job passes on: its own, or those of the workflow that it calls. */
function outputsOfJob(text: string, job: string): string[] {
  const workflow: unknown = parse(text);
  const called = basename(String(at(workflow, 'jobs', job, 'uses')));
  const example = examples.find(({ file }) => file === called);
  const outputs =
    example === undefined
      ? at(workflow, 'jobs', job, 'outputs')
      : at(parse(example.text), 'on', 'workflow_call', 'outputs');
  return Object.keys(outputs ?? {});
}

/** The value at the end of a path of keys. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce(fieldOf, value);
}

test.each(examples.filter(({ text }) => operationsOf(text).some((name) => changing.has(name))))(
  'never cancels a change that is under way in $file',
  ({ text }) => {
    expect(text).toMatch(/^ *(?:cancel-in-progress: false|queue: max)$/m);
    expect(text).not.toContain('cancel-in-progress: true');
  },
);

test('runs every example, at least once with success, or explains why not', () => {
  const runs = exampleRuns({ host: '127.0.0.1:80', commit: 'c0ffee' });
  const passing = runs.filter(({ passes, isLeftOut }) => passes && isLeftOut !== true).map(({ file }) => file);
  const covered = new Set([...passing, ...Object.keys(notRun)]);
  expect([...covered].toSorted()).toEqual(examples.map(({ file }) => file));
});
