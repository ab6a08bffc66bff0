// Runs one example under act, in a repository made for it, against an emulator and a stand-in for GitHub.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, systemClock } from '../../emulator/index.ts';
import { GITHUB_TOKEN, NEWER_SHA, startFakeGithub } from '../support/github/fake-github.ts';
import { runAct } from './act.ts';
import { changesAt, type ExampleRun, REPOSITORY } from './example-runs.ts';
import { localized, readExamples } from './example-workflows.ts';

const root = join(import.meta.dirname, '../..');
const ACTION_FOLDER = 'deployment-service-action';

/** Where the examples run. */
export interface Workplace {
  /** A repository with the examples as its workflows and the built action in a folder. */
  readonly folder: string;
  /** The commit of that repository. */
  readonly commit: string;
  readonly home: string;
  /** Programs that stand in for those of the machine. */
  readonly tools: string;
}

/** Makes the repository and the tools in an empty folder. */
export function makeWorkplace(temp: string): Workplace {
  const folder = join(temp, 'repository');
  return { folder, commit: makeRepository(folder), home: join(temp, 'home'), tools: makeTools(join(temp, 'tools')) };
}

function makeRepository(folder: string): string {
  const workflows = join(folder, '.github/workflows');
  mkdirSync(workflows, { recursive: true });
  for (const { file, text } of readExamples(join(root, 'examples'))) {
    // act does not download this action: it copies the repository instead.
    const local = localized(text, { actionPath: `./${ACTION_FOLDER}`, checkout: 'actions/checkout@v5' });
    writeFileSync(join(workflows, file), local);
  }
  cpSync(join(root, 'action.yml'), join(folder, ACTION_FOLDER, 'action.yml'));
  cpSync(join(root, 'dist'), join(folder, ACTION_FOLDER, 'dist'), { recursive: true });
  const git = (...parameters: string[]): string =>
    execFileSync('git', parameters, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('remote', 'add', 'origin', `https://github.com/${REPOSITORY}.git`);
  git('add', '--all');
  git('-c', 'user.name=examples', '-c', 'user.email=examples@localhost', 'commit', '--quiet', '--message', 'examples');
  return git('rev-parse', 'HEAD').trim();
}

/** A stand-in for the GitHub CLI that prints its arguments. */
function makeTools(folder: string): string {
  mkdirSync(folder);
  const gh = join(folder, 'gh');
  writeFileSync(gh, '#!/bin/sh\necho "gh $*"\n');
  chmodSync(gh, 0o755);
  return folder;
}

/** Resolves with what was not as its entry requires, and with the log. */
export async function tryExample(
  run: ExampleRun,
  workplace: Workplace,
): Promise<{ problems: readonly string[]; log: string }> {
  const emulator = await startEmulator({
    keys: [
      { name: 'deploy', scopes: ['deploy'] },
      { name: 'read', scopes: ['read'] },
    ],
    resources: run.resources,
  });
  const github = await startFakeGithub(systemClock);
  github.head = run.isOutdated === true ? NEWER_SHA : workplace.commit;
  try {
    const { deploy = '', read = '' } = emulator.keys;
    const { exitCode, log } = await runAct(
      {
        ...run,
        workflow: `.github/workflows/${run.file}`,
        variables: { DEPLOYMENT_SERVICE_BASE_URL: emulator.baseUrl, ...run.variables },
        secrets: {
          DEPLOYMENT_SERVICE_API_KEY: deploy,
          DEPLOYMENT_SERVICE_READ_KEY: read,
          SLACK_WEBHOOK_URL: 'https://hooks.example.com/secret',
          GITHUB_TOKEN,
        },
        githubApi: github.env['GITHUB_API_URL'] ?? '',
      },
      workplace,
    );
    const changes = changesAt(emulator);
    // Jobs and resources that run at the same time come in any order.
    const inOrder = run.file === 'monorepo.yml' ? changes : changes.toSorted();
    const wanted = run.file === 'monorepo.yml' ? run.changes : run.changes.toSorted();
    const problems = [
      ...((exitCode === 0) === run.passes ? [] : [`it ended with ${exitCode}`]),
      ...run.shows.filter((text) => !log.includes(text)).map((text) => `the log lacks "${text}"`),
      ...(run.lacks ?? []).filter((text) => log.includes(text)).map((text) => `the log has "${text}"`),
      ...(String(inOrder) === String(wanted) ? [] : [`the service received: ${changes.join(', ') || 'nothing'}`]),
      ...(run.isLeftOut === true && emulator.requests.length > 0 ? ['the service received a request'] : []),
      ...[deploy, read, GITHUB_TOKEN].filter((key) => log.includes(key)).map(() => 'a key is in the log'),
    ];
    return { problems, log };
  } finally {
    await github.close();
    await emulator.close();
  }
}
