// Runs the examples: each under act, in a repository of its own, against an emulator started for it. Exit code 1 when one
// does not do what its entry requires, or when act is missing.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GITHUB_TOKEN, NEWER_SHA, startFakeGithub } from '../../__tests__/support/github/fake-github.ts';
import { startEmulator, systemClock } from '../../emulator/index.ts';
import { actVersion, runAct } from '../../__tests__/examples/act.ts';
import { changesAt, type ExampleRun, exampleRuns, REPOSITORY } from '../../__tests__/examples/example-runs.ts';
import { readCommandLine } from '../command-line.ts';
import { localized, readExamples } from '../../__tests__/examples/example-workflows.ts';

const root = join(import.meta.dirname, '../..');
const ACTION_FOLDER = 'deployment-service-action';

/** A repository with the examples as its workflows and the built action in a folder; gives its commit. */
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

/** A stand-in for the GitHub CLI that prints its arguments; gives the folder for PATH. */
function makeTools(folder: string): string {
  mkdirSync(folder);
  const gh = join(folder, 'gh');
  writeFileSync(gh, '#!/bin/sh\necho "gh $*"\n');
  chmodSync(gh, 0o755);
  return folder;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** Runs one example; resolves with what was not as it should be, and with the log. */
async function tryExample(run: ExampleRun, places: { folder: string; home: string; tools: string; commit: string }) {
  const emulator = await startEmulator({
    keys: [
      { name: 'deploy', scopes: ['deploy'] },
      { name: 'read', scopes: ['read'] },
    ],
    resources: run.resources,
  });
  const github = await startFakeGithub(systemClock);
  github.head = run.isOutdated === true ? NEWER_SHA : places.commit;
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
      places,
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

const { names } = readCommandLine({
  command: 'npm run examples',
  purpose: 'Runs the workflows of examples/ under act, against the emulator.',
  names: {
    meaning: 'examples, all by default',
    known: unique(exampleRuns({ host: '', commit: '' }).map(({ file }) => file)),
  },
});
const version = await actVersion();
if (version === undefined) {
  process.stderr.write(
    'act is needed to run the examples, and there is none on PATH: https://github.com/nektos/act\n' +
      'With Go: go install github.com/nektos/act@latest\n',
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${version}\n`);
  await runAll(names);
}

async function runAll(files: readonly string[]): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'examples-'));
  const folder = join(temp, 'repository');
  let commit = '';
  const app = createServer((request, response) => response.end(request.url === '/version' ? commit : 'Hello'));
  await new Promise<void>((resolve) => {
    app.listen(0, '127.0.0.1', resolve);
  });
  const address = app.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  let failed = 0;
  try {
    commit = makeRepository(folder);
    const tools = makeTools(join(temp, 'tools'));
    const runs = exampleRuns({ host: `127.0.0.1:${port}`, commit }).filter(
      ({ file }) => files.length === 0 || files.includes(file),
    );
    for (const run of runs) {
      const startedMs = performance.now();
      const { problems, log } = await tryExample(run, { folder, home: join(temp, 'home'), tools, commit });
      const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
      process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${run.file}: ${run.what} (${took})\n`);
      if (problems.length === 0) continue;
      failed += 1;
      process.stdout.write(`${log.replaceAll(/^/gm, '    ')}\n  ${problems.join('\n  ')}\n`);
    }
    process.stdout.write(`\n${runs.length - failed} of ${runs.length} runs met their entries\n`);
    process.exitCode = failed === 0 && runs.length > 0 ? 0 : 1;
  } finally {
    app.close();
    rmSync(temp, { recursive: true, force: true });
  }
}
