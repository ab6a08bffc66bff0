// Steps whose inputs are refused, that ask something of GitHub, or that run into the machine itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '../../../src/operations/operation.ts';
import { NEWER_SHA } from '../github/fake-github.ts';
import { type GithubTrialOptions, tryWithGithub } from '../github/github-trial.ts';
import { open } from '../runner/open-reporter.ts';
import { recordHost } from '../runner/recording-host.ts';
import { detailOf, ID, requests } from '../service/scripted-service.ts';
import { long, odd, since, step, type Steps } from './service.ts';

const refused = (inputs: Record<string, string>, env: Record<string, string> = {}) => step({}, inputs, { env });

/** Inputs that are refused or noted. */
export const inputSteps: Steps = {
  'an unknown operation': refused({ operation: 'deplyo' }),
  'no flag': refused({ force: 'ja' }),
  'no count': refused({ 'max-parallel': 'all' }),
  'no id': refused({ 'resource-id': '' }),
  'a bad id': refused({ 'resource-id': '..' }),
  'too many ids': refused({ operation: 'logs', 'resource-id': 'a b' }),
  'an id twice': refused({ 'resource-id': `${ID} ${ID}` }),
  'a short time': refused({ timeout: '5', operation: 'status' }),
  'no key': refused({ 'api-key': '' }),
  'a short key': refused({ 'api-key': 'short' }),
  'no address': refused({ 'base-url': '' }),
  'a malformed address': refused({ 'base-url': 'host' }),
  'an insecure address': refused({ 'base-url': 'http://host.example.test/api/v1' }),
  'an address with a password': refused({ 'base-url': 'https://me:secret@host.example.test/api/v1' }),
  'an address with a query': refused({ 'base-url': 'https://host.example.test/api/v1?x=1' }),
  'a text without a health check': refused({ 'health-check-contains': 'x' }),
  'a health check without waiting': refused({ 'health-check': '/', wait: 'false' }),
  'a health check that is no address': refused({ 'health-check': 'health' }),
  'names that are none': refused({ 'required-env': 'a=b' }),
  'required names without a resource': refused({ operation: 'check', 'resource-id': '', 'required-env': 'PORT' }),
  'a filter that is none': refused({ operation: 'list', 'resource-id': '', filter: 'size=big' }),
  'an id for several': refused({ operation: 'wait', 'resource-id': 'a b', 'deployment-id': 'x' }),
  'an environment without waiting': refused({
    'github-environment': 'x',
    wait: 'false',
    'github-token': 'ghs_0123456789',
  }),
  'an environment that is too long': refused({
    'github-environment': 'x'.repeat(300),
    'github-token': 'ghs_0123456789',
  }),
  'an environment without a token': refused({ 'github-environment': 'x' }),
};

const github = (options: GithubTrialOptions) => async () => (await tryWithGithub(options)).run;
const guard = { 'skip-if-outdated': 'true' };
const record = { 'github-environment': 'production' };
const pullRequest = (head: unknown) => ({
  inputs: record,
  env: { GITHUB_EVENT_NAME: 'pull_request' },
  event: JSON.stringify({ pull_request: { head } }),
});

/** What is asked of GitHub. */
export const githubSteps: Steps = {
  'a branch that has moved on': github({
    inputs: guard,
    prepare: (world) => {
      world.github.head = NEWER_SHA;
      world.github.relation = 'ahead';
    },
  }),
  'a branch that was rewritten': github({
    inputs: guard,
    prepare: (world) => {
      world.github.head = NEWER_SHA;
      world.github.relation = 'diverged';
    },
  }),
  'a run that is none for a branch': github({ inputs: guard, env: { GITHUB_EVENT_NAME: '', GITHUB_REF: '' } }),
  'a branch that may not be read': github({
    inputs: guard,
    prepare: (world) => (world.github.onCall = () => ({ status: 403 })),
  }),
  'a token that is used up': github({
    inputs: guard,
    prepare: (world) => (world.github.onCall = () => ({ status: 429 })),
  }),
  'a GitHub that does not answer': github({
    inputs: guard,
    prepare: (world) => (world.github.onCall = () => ({ delayMs: Infinity })),
  }),
  'a GitHub that hangs up': github({
    inputs: guard,
    prepare: (world) => (world.github.onCall = () => ({ breaks: true })),
  }),
  'a GitHub without a commit': github({
    inputs: guard,
    prepare: (world) => (world.github.onCall = () => ({ raw: '{}', headers: { 'content-type': 'application/json' } })),
  }),
  'no repository': github({ inputs: guard, env: { GITHUB_REPOSITORY: '' } }),
  'a record': github({ inputs: { ...record, 'resource-id': 'app_web' } }),
  'a record that cannot be created': github({
    inputs: record,
    prepare: (world) => (world.github.onCall = () => ({ status: 403 })),
  }),
  'a record without progress': github({
    inputs: record,
    prepare: (world) => (world.github.onCall = ({ name }) => (name === 'status' ? { status: 403 } : undefined)),
  }),
  'a record without an end': github({
    inputs: record,
    prepare: (world) =>
      (world.github.onCall = ({ name, body }) =>
        name === 'status' && body['state'] !== 'in_progress' ? { status: 500 } : undefined),
  }),
  'a record whose list is none': github({
    inputs: record,
    prepare: (world) =>
      (world.github.onCall = ({ name }) =>
        name === 'create'
          ? { status: 502 }
          : name === 'list'
            ? { raw: '{}', headers: { 'content-type': 'application/json' } }
            : undefined),
  }),
  'no commit': github({ inputs: record, env: { GITHUB_SHA: '' } }),
  'a pull request without a head': github(pullRequest({})),
  'a pull request of a fork': github(pullRequest({ sha: NEWER_SHA, repo: { full_name: 'someone/fork' } })),
  'a pull request of a fork that is gone': github(pullRequest({ sha: NEWER_SHA, repo: null })),
};

const silent: Operation = {
  effect: 'reads',
  read: () => ({ resourceIds: [] }),
  // oxlint-disable-next-line prefer-promise-reject-errors, no-throw-literal -- what a defect may do
  run: () => Promise.reject({}),
};
const nothing: Operation = {
  effect: 'reads',
  read: () => ({ resourceIds: [] }),
  run: () => Promise.resolve({ outcomes: [] }),
};

/** What the step itself runs into. */
export const runnerSteps: Steps = {
  'an error without a message': step({}, { operation: 'silent' }, { table: { silent } }),
  'a report without a headline': step({}, { operation: 'nothing' }, { table: { nothing } }),
  'no folder for logs': step(
    { detail: () => detailOf('ours', 'finished', 'Built\n') },
    {},
    { env: { RUNNER_TEMP: '/dev/null' } },
  ),
  'a log file that goes away': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-file-'));
    const building = detailOf('ours', 'building', 'one\n');
    const finished = detailOf('ours', 'finished', 'one\ntwo\n');
    return await step(
      { answers: { [requests.detail('ours')]: since(2, finished, building) } },
      {},
      {
        env: { RUNNER_TEMP: folder },
        onWrite: (text) => {
          if (text.includes('one')) rmSync(folder, { recursive: true, force: true });
        },
      },
    )();
  },
  'outputs and a summary that cannot be written': () => {
    const { emit, reporter, recording } = open({}, recordHost({ broken: ['outputs', 'summary'] }));
    emit({ kind: 'accepted', resourceId: ID, deploymentId: 'ours', ownership: 'response' });
    reporter.finish({ headline: 'done', outcomes: [] });
    return Promise.resolve(recording);
  },
  'many warnings': step({ resource: odd({ status: { now: 1 }, domains: 5, [long]: 1 }) }),
  'a long line': step({ detail: () => detailOf('ours', 'finished', `${'y'.repeat(100_000)}\n`) }),
  'logs of several': step(
    { detail: () => detailOf('ours', 'failed', 'Error: no such file\n') },
    { 'resource-id': `${ID} app_second` },
  ),
};
