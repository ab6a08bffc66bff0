// The workflow of a release: its steps run as in a job, with a stand-in for the GitHub CLI.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { fieldOf } from '../../../scripts/fields.ts';
import { readFakeRepository } from '../../support/github/fake-gh.ts';
import { COMMIT, FILE, repositoryWith } from '../../support/github/release-trial.ts';

const made = { isDraft: false, notes: '- New', isLatest: true, assets: { [FILE]: 'uploaded' } };

// The stand-in is a shell script.
(process.platform === 'win32' ? describe.skip : describe)('the workflow with its script', () => {
  const check = ['node scripts/release/release.ts --check "$GITHUB_REF_NAME"'];

  test('releases the tag, with the emulator that the previous job packed', () => {
    const { status, stdout, repository } = runSteps(stepsOf('publish'));
    expect({ status, stdout: stdout.trim().split('\n') }).toEqual({
      status: 0,
      stdout: ['v1.2.3: create-draft', 'v1.2.3: upload-file', 'v1.2.3: publish', 'v1.2.3: create-major v1'],
    });
    expect(repository.releases).toEqual({ 'v1.2.3': made });
    expect(repository.calls[0]).toMatch(/^run download 4711 --repo someone\/action --name emulator --dir /);
  });

  test('creates nothing where the artifact is missing', () => {
    const { status, stderr, repository } = runSteps(stepsOf('publish'), { artifacts: {} });
    expect({ status, calls: repository.calls.length, releases: repository.releases }).toEqual({
      status: 1,
      calls: 1,
      releases: {},
    });
    expect(stderr).toContain('no artifact matches any of the names');
  });

  test('creates nothing where the artifact holds no tarball', () => {
    const { status, stderr, repository } = runSteps(stepsOf('publish'), { artifacts: { emulator: 'notes.txt' } });
    expect({ status, calls: repository.calls.length }).toEqual({ status: 1, calls: 1 });
    expect(stderr).toMatch(/^There is no file .*, which the release is to carry\.\n$/);
  });

  test('prints the notes in its check, and sends nothing to GitHub', () => {
    expect(stepsOf('check')).toEqual(expect.arrayContaining(check));
    const { status, stdout, repository } = runSteps(check);
    expect({ status, stdout, calls: repository.calls }).toEqual({ status: 0, stdout: '- New\n', calls: [] });
  });

  test('fails in its check with the reason for a tag that is not the version', () => {
    const { status, stderr, repository } = runSteps(check, { version: '1.2.4' });
    expect({ status, calls: repository.calls }).toEqual({ status: 1, calls: [] });
    expect(stderr).toBe('The tag is v1.2.3, but the version in package.json is 1.2.4.\n');
  });

  test('uploads what it packs under the name that is downloaded', () => {
    expect(stepsOf('check')).toContain('npm run pack:emulator -- --out "$RUNNER_TEMP/emulator"');
    expect(fieldsOf('check', 'with')).toContainEqual(
      expect.objectContaining({ name: 'emulator', path: '${{ runner.temp }}/emulator/*.tgz' }),
    );
  });

  test.each([['--check'], ['v1.2.3'], ['v1.2.3 one two'], ['--check v1.2.3 one']])(
    'prints its usage for "%s"',
    (args) => {
      const { status, stderr } = runSteps([`node scripts/release/release.ts ${args}`]);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^Usage: /);
    },
  );

  /** One field of each step of a job that has it. */
  function fieldsOf(job: string, field: string): unknown[] {
    const file = join(import.meta.dirname, '../../../.github/workflows/release.yml');
    const steps = fieldOf(fieldOf(fieldOf(parse(readFileSync(file, 'utf8')), 'jobs'), job), 'steps');
    const all: unknown[] = Array.isArray(steps) ? steps : [];
    return all.map((step) => fieldOf(step, field)).filter((value) => value !== undefined);
  }

  /** The commands of a job. */
  function stepsOf(job: string): string[] {
    return fieldsOf(job, 'run').map(String);
  }

  interface Settings {
    version?: string;
    artifacts?: Record<string, string>;
  }

  /** Runs steps as the runner does, in a project of version 1.2.3, up to the first that fails. */
  function runSteps(steps: readonly string[], { version = '1.2.3', artifacts = { emulator: FILE } }: Settings = {}) {
    const project = join(import.meta.dirname, '../../..');
    const root = mkdtempSync(join(tmpdir(), 'release-'));
    try {
      const file = join(root, 'repository.json');
      const fake = join(project, '__tests__/support/github/fake-gh.ts');
      cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true });
      writeFileSync(file, JSON.stringify(repositoryWith({ artifacts })));
      writeFileSync(join(root, 'gh'), `#!/bin/sh\nexec "${process.execPath}" "${fake}" "$@"\n`, { mode: 0o755 });
      writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', version }));
      writeFileSync(join(root, 'CHANGELOG.md'), `## ${version}\n\n- New\n`);
      const env = {
        PATH: [root, dirname(process.execPath), process.env['PATH']].join(delimiter),
        FAKE_GH_REPOSITORY: file,
        GITHUB_REF_NAME: 'v1.2.3',
        GITHUB_REPOSITORY: 'someone/action',
        GITHUB_RUN_ID: '4711',
        GITHUB_SHA: COMMIT,
        RUNNER_TEMP: join(root, 'temp'),
      };
      const ran = { status: 0 as number | null, stdout: '', stderr: '' };
      for (const step of steps) {
        if (ran.status !== 0) break;
        const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-e', '-c', step], {
          cwd: root,
          encoding: 'utf8',
          env,
        });
        Object.assign(ran, { status, stdout: ran.stdout + stdout, stderr: ran.stderr + stderr });
      }
      return { ...ran, repository: readFakeRepository(file) };
    } finally {
      rmSync(root, { recursive: true });
    }
  }
});
