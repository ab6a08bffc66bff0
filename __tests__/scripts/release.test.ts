// Releases, with a stand-in for the GitHub CLI: what is done, what is not, and what a second run makes of a failed one.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { fieldOf } from '../../scripts/fields.ts';
import { releaseNotes } from '../../scripts/release-plan.ts';
import { makeRelease } from '../../scripts/release-steps.ts';
import { callFakeGh, type FakeRepository, readFakeRepository } from '../support/fake-gh.ts';

const COMMIT = 'c0ffee';
const FILE = 'deployment-service-emulator-1.2.3.tgz';
const assets = { [FILE]: 'uploaded' } as const;
const published = { isDraft: false, notes: 'x', isLatest: true, assets };
const made = { ...published, notes: '- New' };

/** A repository at which only the tag has been pushed, but for what is given. */
function repositoryWith(parts: Partial<FakeRepository> = {}): FakeRepository {
  return { tags: { 'v1.2.3': COMMIT }, releases: {}, calls: [], ...parts };
}

function changes({ calls }: FakeRepository): string[] {
  return calls.filter((call) => !/ list | view | --jq /.test(call));
}

/** Releases v1.2.3 in the repository given, which it changes; gives what was printed. */
function release(repository: FakeRepository): string[] {
  const printed: string[] = [];
  makeRelease(
    { tag: 'v1.2.3', repository: 'someone/action', commit: COMMIT, notes: '- New', file: `packed/${FILE}` },
    (args, input = '') => callFakeGh(repository, args, input),
    (line) => void printed.push(line),
  );
  return printed;
}

describe('a release', () => {
  test('is first a draft, then gets its file, is published, and creates the major tag', () => {
    const repository = repositoryWith();
    release(repository);
    expect(changes(repository)).toEqual([
      'release create v1.2.3 --repo someone/action --verify-tag --draft --title v1.2.3 --notes-file -',
      `release upload v1.2.3 packed/${FILE} --repo someone/action --clobber`,
      'release edit v1.2.3 --repo someone/action --verify-tag --draft=false --latest=true',
      'api --method POST repos/someone/action/git/refs -f ref=refs/tags/v1 -f sha=c0ffee',
    ]);
    expect(repository.releases).toEqual({ 'v1.2.3': made });
    expect(repository.tags).toEqual({ 'v1.2.3': COMMIT, v1: COMMIT });
  });

  test('moves the major tag of the previous release, and no other', () => {
    const tags = { 'v0.9.0': 'aaa', v0: 'aaa', 'v1.2.2': 'bbb', v1: 'bbb', 'v1.2.3': COMMIT };
    const releases = { 'v0.9.0': published, 'v1.2.2': published };
    const repository = repositoryWith({ tags: { ...tags }, releases });
    release(repository);
    expect(repository.tags).toEqual({ ...tags, v1: COMMIT });
    expect(changes(repository).at(-1)).toContain('--method PATCH');
  });

  test('of an older version does not move the major tag or "latest" of a newer one', () => {
    const repository = repositoryWith({
      tags: { 'v1.2.3': COMMIT, 'v1.10.0': 'ddd', v1: 'ddd' },
      releases: { 'v1.10.0': published },
    });
    release(repository);
    expect(repository.tags['v1']).toBe('ddd');
    expect(repository.releases['v1.2.3']).toMatchObject({ isDraft: false, isLatest: false });
  });

  test('moves its own major tag while a newer major is the latest release', () => {
    const repository = repositoryWith({ releases: { 'v2.0.0': published } });
    release(repository);
    expect(repository.tags['v1']).toBe(COMMIT);
    expect(repository.releases['v1.2.3']).toMatchObject({ isDraft: false, isLatest: false });
  });

  test('is not prevented by a newer draft, which was never published', () => {
    const repository = repositoryWith({ releases: { 'v1.10.0': { ...published, isDraft: true } } });
    release(repository);
    expect(repository.tags['v1']).toBe(COMMIT);
    expect(repository.releases['v1.2.3']?.isLatest).toBe(true);
  });

  test('that is already published is left unchanged', () => {
    const repository = repositoryWith();
    release(repository);
    repository.calls = [];
    expect(release(repository)).toEqual(['v1.2.3 is released; nothing is left to do.']);
    expect(changes(repository)).toEqual([]);
  });

  test.each([
    ['without its file', {}],
    ['with a file that was cut short', { [FILE]: 'starter' }],
    ['with another file', { 'deployment-service-emulator-1.2.2.tgz': 'uploaded' }],
  ] as const)('that was published %s gets its file after the major tag', (_, before) => {
    const repository = repositoryWith({ releases: { 'v1.2.3': { ...made, assets: before } } });
    expect(release(repository)).toEqual(['v1.2.3: create-major v1', 'v1.2.3: upload-file']);
    expect(repository.releases['v1.2.3']).toEqual({ ...made, assets: { ...before, ...assets } });
  });

  test('replaces the file of a draft, which may come from an earlier run', () => {
    const repository = repositoryWith({ releases: { 'v1.2.3': { ...made, isDraft: true } } });
    expect(release(repository)).toEqual(expect.arrayContaining(['v1.2.3: upload-file', 'v1.2.3: publish']));
    expect(repository.releases).toEqual({ 'v1.2.3': made });
  });

  test('is refused when the tag is on another commit than the one that was checked', () => {
    const repository = repositoryWith({ tags: { 'v1.2.3': 'other' } });
    expect(() => release(repository)).toThrow('v1.2.3 is on other, but c0ffee was checked: the tag was moved.');
    expect(changes(repository)).toEqual([]);
  });
});

describe('a release that is run again after a failure', () => {
  // Three reads, then four changes.
  const cases = [0, 1, 2, 3, 4, 5, 6].flatMap((failAt) =>
    [false, true].map((failsAfterEffect) => ({ failAt, failsAfterEffect })),
  );

  test.each(cases)('at call $failAt (after its effect: $failsAfterEffect) ends as if nothing had failed', (fault) => {
    const repository = repositoryWith(fault);
    expect(() => release(repository)).toThrow('HTTP 502');
    const { tags, releases } = repository;
    const again = repositoryWith({ tags, releases });
    release(again);
    expect(again.tags).toEqual({ 'v1.2.3': COMMIT, v1: COMMIT });
    expect(again.releases).toEqual({ 'v1.2.3': made });
  });
});

describe('the notes of a release', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- Later\n\n## [1.2.3] - 2026-01-31\n\n- New\n\n## 1.2.2\n\n';
  const notesOf = (tag: string, version = '1.2.3') => releaseNotes(tag, { version, changelog });

  test('are its section of the changelog', () => {
    expect(notesOf('v1.2.3')).toEqual({ notes: '- New' });
  });

  test.each([
    ['v1', '1.2.3', '"v1" is not the tag of a release'],
    ['v1.2.4', '1.2.3', 'the version in package.json is 1.2.3'],
    ['v1.2.2', '1.2.2', 'CHANGELOG.md has no section for 1.2.2, or an empty one'],
    ['v1.2.1', '1.2.1', 'CHANGELOG.md has no section for 1.2.1, or an empty one'],
  ])('are refused for %s where package.json has %s', (tag, version, problem) => {
    expect(notesOf(tag, version)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

// The stand-in is a shell script.
(process.platform === 'win32' ? describe.skip : describe)('the workflow with its script', () => {
  const check = ['node scripts/release.ts --check "$GITHUB_REF_NAME"'];

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
      const { status, stderr } = runSteps([`node scripts/release.ts ${args}`]);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^Usage: /);
    },
  );

  /** One field of each step of a job that has it. */
  function fieldsOf(job: string, field: string): unknown[] {
    const file = join(import.meta.dirname, '../../.github/workflows/release.yml');
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
    const project = join(import.meta.dirname, '../..');
    const root = mkdtempSync(join(tmpdir(), 'release-'));
    try {
      const file = join(root, 'repository.json');
      const fake = join(project, '__tests__/support/fake-gh.ts');
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
