// Which examples are run, with what, and what must be true afterwards. Data and questions; nothing is started here.
import type { Emulator, ResourceOptions } from '../../emulator/index.ts';
import type { ActRun } from './act.ts';

/** One run of an example against an emulator of its own. */
export interface ExampleRun extends Pick<ActRun, 'event' | 'payload'> {
  readonly file: string;
  readonly what: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly resources: readonly ResourceOptions[];
  /** Whether the run as a whole is to end green. */
  readonly passes: boolean;
  /** Text that the log must contain, and text that it must not contain. */
  readonly shows: readonly string[];
  readonly lacks?: readonly string[];
  /** What was requested to change at the service, in order: `deploy app_web`. */
  readonly changes: readonly string[];
  /** The branch has moved past the commit of the run. */
  readonly isOutdated?: boolean;
  /** The service must not have received any request. */
  readonly isLeftOut?: boolean;
}

/** Examples that are not run by themselves, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'deploy-to.yml': 'staging-production.yml calls it',
  'gate.yml': 'release.yml calls it',
};

/** The repository that the runs pretend to be in: that of the stand-in for GitHub. */
export const REPOSITORY = 'octo-org/octo-app';

const quick = { queuedMs: 200, buildMs: 1_000, log: ['Building', 'Built'] };
const quickLifecycle = {
  start: [
    { afterMs: 0, status: 'starting' },
    { afterMs: 500, status: 'running' },
  ],
  stop: [
    { afterMs: 0, status: 'stopping' },
    { afterMs: 500, status: 'stopped' },
  ],
  restart: [
    { afterMs: 0, status: 'restarting' },
    { afterMs: 500, status: 'running' },
  ],
};

/** The line by which act shows an output. */
function output(name: string, value: string): string {
  return `::set-output:: ${name}=${value}\n`;
}

/** The runs; `host` is where an app answers on this machine, whose `/version` is `commit`, that of every run. */
export function exampleRuns({ host, commit }: { host: string; commit: string }): ExampleRun[] {
  const app = (name: string, options: Partial<ResourceOptions> = {}): ResourceOptions => ({
    id: `app_${name}`,
    name,
    domains: [host],
    history: 1,
    script: quick,
    lifecycle: quickLifecycle,
    ...options,
  });
  const broken = { script: { ...quick, outcome: 'failed' } } as const;
  const crash = [
    { afterMs: 0, status: 'restarting' },
    { afterMs: 500, status: 'crashed' },
  ];
  const one = { variables: { RESOURCE_ID: 'app_web' }, resources: [app('web')] };
  const oneBroken = { ...one, resources: [app('web', broken)] };
  const push = { event: 'push', payload: { ref: 'refs/heads/main' } };
  const tag = { event: 'push', payload: { ref: 'refs/tags/v1.2.3' } };
  const staging = {
    variables: { STAGING_RESOURCE_IDS: 'app_web app_api' },
    event: 'schedule',
  };
  const monorepo = {
    variables: { API_RESOURCE_ID: 'app_api', WEB_RESOURCE_ID: 'app_web', ADMIN_RESOURCE_ID: 'app_admin' },
    resources: [app('web'), app('api'), app('admin')],
  };
  const pullRequest = (from: string) => ({
    event: 'pull_request',
    payload: { pull_request: { head: { repo: { full_name: from }, sha: commit }, user: { login: 'somebody' } } },
  });
  const preview = { ...one, variables: { PREVIEW_RESOURCE_ID: 'app_web' } };
  const ready = app('web', { env: ['DATABASE_URL', 'SESSION_SECRET'] });

  return [
    {
      file: 'deploy.yml',
      what: 'the app is deployed, is healthy, and is tested',
      ...push,
      ...one,
      passes: true,
      shows: [output('status', 'finished'), 'Ask the home page'],
      changes: ['deploy app_web'],
    },
    {
      file: 'deploy.yml',
      what: 'a failed build fails the run, and nothing comes after it',
      ...push,
      ...oneBroken,
      passes: false,
      shows: [output('error-code', 'deployment_failed')],
      lacks: ['Ask the home page'],
      changes: ['deploy app_web'],
    },
    {
      file: 'release.yml',
      what: 'the gate opens for the deployment that was started',
      ...tag,
      ...one,
      passes: true,
      shows: ['v1.2.3 is live'],
      changes: ['deploy app_web'],
    },
    {
      file: 'release.yml',
      what: 'the gate stays shut',
      ...tag,
      ...oneBroken,
      passes: false,
      shows: [output('error-code', 'deployment_failed')],
      lacks: ['is live'],
      changes: ['deploy app_web'],
    },
    {
      file: 'nightly.yml',
      what: 'staging is stopped in the evening',
      ...staging,
      payload: { schedule: '0 19 * * 1-5' },
      resources: [app('web'), app('api')],
      passes: true,
      shows: ['"resourceStatus":"stopped"'],
      changes: ['stop app_web', 'stop app_api'],
    },
    {
      file: 'nightly.yml',
      what: 'staging is started in the morning',
      ...staging,
      payload: { schedule: '0 7 * * 1-5' },
      resources: [app('web', { status: 'stopped' }), app('api', { status: 'stopped' })],
      passes: true,
      shows: ['"resourceStatus":"running"'],
      changes: ['start app_web', 'start app_api'],
    },
    {
      file: 'matrix.yml',
      what: 'every app that matches is deployed, and no other',
      event: 'workflow_dispatch',
      payload: {},
      variables: {},
      resources: [app('shop-web'), app('blog'), app('shop-api'), { id: 'db_shop', name: 'shop-db', type: 'database' }],
      passes: true,
      shows: [output('status', 'finished')],
      changes: ['deploy app_shop-web', 'deploy app_shop-api'],
    },
    {
      file: 'matrix.yml',
      what: 'without a match nothing is deployed',
      event: 'workflow_dispatch',
      payload: {},
      variables: {},
      resources: [app('blog')],
      passes: true,
      shows: [output('resources', '[]')],
      changes: [],
    },
    {
      file: 'monorepo.yml',
      what: 'all apps in the order given',
      ...push,
      ...monorepo,
      passes: true,
      shows: [output('status', 'finished'), 'All apps are out'],
      changes: ['deploy app_api', 'deploy app_web', 'deploy app_admin'],
    },
    {
      file: 'monorepo.yml',
      what: 'after the first failure no further app is started, and all are reported',
      ...push,
      ...monorepo,
      resources: [app('web', broken), app('api'), app('admin')],
      passes: false,
      shows: ['"skipped":"fail-fast"'],
      lacks: ['All apps are out'],
      changes: ['deploy app_api', 'deploy app_web'],
    },
    {
      file: 'changed-app.yml',
      what: 'the app is deployed, and no other',
      ...push,
      ...monorepo,
      passes: true,
      shows: [output('status', 'finished')],
      changes: ['deploy app_api'],
    },
    {
      file: 'preflight.yml',
      what: 'a pull request of the repository is checked',
      ...pullRequest(REPOSITORY),
      ...one,
      resources: [ready],
      passes: true,
      shows: [output('error-code', '')],
      changes: [],
    },
    {
      file: 'preflight.yml',
      what: 'a variable that is not set fails it',
      ...pullRequest(REPOSITORY),
      ...one,
      passes: false,
      shows: ['DATABASE_URL, SESSION_SECRET'],
      changes: [],
    },
    {
      file: 'preflight.yml',
      what: 'a pull request from a fork is left out',
      ...pullRequest('contributor/shop'),
      ...one,
      passes: true,
      shows: [],
      changes: [],
      isLeftOut: true,
    },
    {
      file: 'restart.yml',
      what: 'the given resource is restarted',
      event: 'workflow_dispatch',
      payload: { inputs: { 'resource-id': 'app_api' } },
      variables: {},
      resources: [app('web'), app('api')],
      passes: true,
      shows: [output('resource-status', 'running')],
      changes: ['restart app_api'],
    },
    {
      file: 'restart.yml',
      what: 'one that does not come back shows its log',
      event: 'workflow_dispatch',
      payload: { inputs: { 'resource-id': 'app_api' } },
      variables: {},
      resources: [app('api', { lifecycle: { restart: crash }, runtimeLog: 'out of memory\n' })],
      passes: false,
      shows: [output('error-code', 'not_running'), 'out of memory'],
      changes: ['restart app_api'],
    },
    {
      file: 'staging-production.yml',
      what: 'production comes after staging, and each answers with this commit',
      ...push,
      ...one,
      passes: true,
      shows: [output('status', 'finished'), '/version'],
      changes: ['deploy app_web', 'deploy app_web'],
    },
    {
      file: 'staging-production.yml',
      what: 'a failed staging keeps production as it is',
      ...push,
      ...oneBroken,
      passes: false,
      shows: [output('error-code', 'deployment_failed')],
      changes: ['deploy app_web'],
    },
    {
      file: 'staging-production.yml',
      what: 'an outdated commit is left to the run of the newer one',
      ...push,
      ...one,
      isOutdated: true,
      passes: true,
      shows: [output('skipped', 'outdated')],
      changes: [],
    },
    {
      file: 'own-record.yml',
      what: 'the deployment is recorded at GitHub',
      ...push,
      ...one,
      passes: true,
      shows: [output('status', 'finished'), output('github-deployment-id', '4200000001')],
      changes: ['deploy app_web'],
    },
    {
      file: 'gate-on-push.yml',
      what: 'the gate opens once this commit answers, and nothing is posted',
      ...push,
      ...one,
      passes: true,
      shows: ['/version'],
      changes: [],
    },
    {
      file: 'every-commit.yml',
      what: 'the commit is deployed',
      ...push,
      ...one,
      passes: true,
      shows: [output('status', 'finished')],
      changes: ['deploy app_web'],
    },
    {
      file: 'parallel-steps.yml',
      what: 'the address arrives (the steps run in turn, as act knows no steps in the background)',
      ...push,
      ...one,
      passes: true,
      shows: ['The build runs on the service', `http://${host}`],
      changes: ['deploy app_web'],
    },
    {
      file: 'preview.yml',
      what: 'the branch is moved to the pull request, and the comment names the commit that answers',
      ...pullRequest(REPOSITORY),
      ...preview,
      passes: true,
      shows: [
        `git/refs/heads/preview --raw-field sha=${commit}`,
        `| http://${host} | ${commit} is shown | finished |  |`,
        'INPUT_HEADER=preview',
      ],
      changes: ['deploy app_web'],
    },
    {
      file: 'preview.yml',
      what: 'a failed preview is commented on, too',
      ...pullRequest(REPOSITORY),
      ...preview,
      resources: [app('web', broken)],
      passes: false,
      shows: [`| ${commit} is not shown | failed | deployment_failed |`],
      changes: ['deploy app_web'],
    },
    {
      file: 'preview.yml',
      what: 'a pull request from a fork is left out',
      ...pullRequest('contributor/shop'),
      ...preview,
      passes: true,
      shows: [],
      changes: [],
      isLeftOut: true,
    },
    {
      file: 'notify.yml',
      what: 'nothing is sent when all is well',
      ...push,
      ...one,
      passes: true,
      shows: [output('status', 'finished')],
      lacks: ['INPUT_PAYLOAD'],
      changes: ['deploy app_web'],
    },
    {
      file: 'notify.yml',
      what: 'a failure is sent with its cause',
      ...push,
      ...oneBroken,
      passes: false,
      shows: ['INPUT_PAYLOAD=text: "Deployment dep_', 'ended with deployment_failed (last status: failed): https://'],
      changes: ['deploy app_web'],
    },
    {
      file: 'notify.yml',
      what: 'a finished deployment whose app does not run is not called a failed one',
      ...push,
      ...one,
      resources: [app('web', { script: { ...quick, statusAfterStart: [{ afterMs: 0, status: 'crashed' }] } })],
      passes: false,
      shows: ['finished, but the app is not running: https://'],
      changes: ['deploy app_web'],
    },
    {
      file: 'keep-log.yml',
      what: 'the log of a failed build is kept',
      ...push,
      ...oneBroken,
      passes: false,
      shows: ['INPUT_PATH=/', 'INPUT_NAME=deployment-log-1'],
      changes: ['deploy app_web'],
    },
    {
      file: 'keep-log.yml',
      what: 'so is that of a good one',
      ...push,
      ...one,
      passes: true,
      shows: ['INPUT_PATH=/'],
      changes: ['deploy app_web'],
    },
  ];
}

/** What was changed at the service, oldest first. */
export function changesAt(emulator: Pick<Emulator, 'view'>): string[] {
  return emulator
    .view()
    .activity.toReversed()
    .flatMap(({ action, target }) => (action.startsWith('key.') ? [] : `${action} ${target}`));
}
