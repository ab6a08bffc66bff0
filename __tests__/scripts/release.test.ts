// Releases, with a stand-in for the GitHub CLI: what is done, what is not, and what a second run makes of a failed one.
import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { releaseNotes } from '../../scripts/release-plan.ts';
import { makeRelease } from '../../scripts/release-steps.ts';
import { callFakeGh, type FakeRepository, readFakeRepository } from '../support/fake-gh.ts';

const COMMIT = 'c0ffee';
const published = { isDraft: false, notes: 'x', isLatest: true };

/** A repository at which only the tag has been pushed, but for what is given. */
function repositoryWith(parts: Partial<FakeRepository> = {}): FakeRepository {
  return { tags: { 'v1.2.3': COMMIT }, releases: {}, calls: [], ...parts };
}

function changes({ calls }: FakeRepository): string[] {
  return calls.filter((call) => !/ list | --jq /.test(call));
}

/** Releases v1.2.3 in the repository given, which it changes; gives what was printed. */
function release(repository: FakeRepository): string[] {
  const printed: string[] = [];
  makeRelease(
    { tag: 'v1.2.3', repository: 'someone/action', commit: COMMIT, notes: '- New' },
    (args, input = '') => callFakeGh(repository, args, input),
    (line) => void printed.push(line),
  );
  return printed;
}

describe('a release', () => {
  test('is a draft first, then published, then the major tag is created', () => {
    const repository = repositoryWith();
    release(repository);
    expect(changes(repository)).toEqual([
      'release create v1.2.3 --repo someone/action --verify-tag --draft --title v1.2.3 --notes-file -',
      'release edit v1.2.3 --repo someone/action --verify-tag --draft=false --latest=true',
      'api --method POST repos/someone/action/git/refs -f ref=refs/tags/v1 -f sha=c0ffee',
    ]);
    expect(repository.releases).toEqual({ 'v1.2.3': { isDraft: false, notes: '- New', isLatest: true } });
    expect(repository.tags).toEqual({ 'v1.2.3': COMMIT, v1: COMMIT });
  });

  test('moves the major tag of the release before, and no other', () => {
    const tags = { 'v0.9.0': 'aaa', v0: 'aaa', 'v1.2.2': 'bbb', v1: 'bbb', 'v1.2.3': COMMIT };
    const releases = { 'v0.9.0': published, 'v1.2.2': published };
    const repository = repositoryWith({ tags: { ...tags }, releases });
    release(repository);
    expect(repository.tags).toEqual({ ...tags, v1: COMMIT });
    expect(changes(repository).at(-1)).toContain('--method PATCH');
  });

  test('of an older version leaves the major tag and "latest" to the newer one', () => {
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

  test('is not held back by a newer draft, which was never published', () => {
    const repository = repositoryWith({ releases: { 'v1.10.0': { ...published, isDraft: true } } });
    release(repository);
    expect(repository.tags['v1']).toBe(COMMIT);
    expect(repository.releases['v1.2.3']?.isLatest).toBe(true);
  });

  test('that is out already is left as it is', () => {
    const repository = repositoryWith();
    release(repository);
    repository.calls = [];
    expect(release(repository)).toEqual(['v1.2.3 is released; nothing is left to do.']);
    expect(changes(repository)).toEqual([]);
  });

  test('is not made when the tag is on another commit than the one that was checked', () => {
    const repository = repositoryWith({ tags: { 'v1.2.3': 'other' } });
    expect(() => release(repository)).toThrow('v1.2.3 is on other, but c0ffee was checked: the tag was moved.');
    expect(changes(repository)).toEqual([]);
  });
});

describe('run again after a failure', () => {
  // Three reads, then three changes.
  const cases = [0, 1, 2, 3, 4, 5].flatMap((failAt) =>
    [false, true].map((failsAfterEffect) => ({ failAt, failsAfterEffect })),
  );

  test.each(cases)(
    'at call $failAt (after its effect: $failsAfterEffect), it ends as if nothing had failed',
    (fault) => {
      const repository = repositoryWith(fault);
      expect(() => release(repository)).toThrow('HTTP 502');
      const { tags, releases } = repository;
      const again = repositoryWith({ tags, releases });
      release(again);
      expect(again.tags).toEqual({ 'v1.2.3': COMMIT, v1: COMMIT });
      expect(again.releases).toEqual({ 'v1.2.3': { isDraft: false, notes: '- New', isLatest: true } });
    },
  );
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
  ])('do not exist for %s where package.json says %s', (tag, version, problem) => {
    expect(notesOf(tag, version)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

// The stand-in is a shell script.
(process.platform === 'win32' ? describe.skip : describe)('the script that the workflow runs', () => {
  test('releases the tag with the gh on PATH', () => {
    const { status, stdout, repository } = runScript(['v1.2.3']);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'v1.2.3: create-draft\nv1.2.3: publish\nv1.2.3: create-major v1\n',
    });
    expect(repository.releases).toEqual({ 'v1.2.3': { isDraft: false, notes: '- New', isLatest: true } });
  });

  test('prints the notes with --check, and asks GitHub nothing', () => {
    const { status, stdout, repository } = runScript(['--check', 'v1.2.3']);
    expect({ status, stdout, calls: repository.calls }).toEqual({ status: 0, stdout: '- New\n', calls: [] });
  });

  test('stops with the reason for a tag that is not the version', () => {
    const { status, stderr, repository } = runScript(['v1.2.4']);
    expect({ status, calls: repository.calls }).toEqual({ status: 1, calls: [] });
    expect(stderr).toBe('The tag is v1.2.4, but the version in package.json is 1.2.3.\n');
  });

  function runScript(args: readonly string[]) {
    const project = join(import.meta.dirname, '../..');
    const root = mkdtempSync(join(tmpdir(), 'release-'));
    try {
      const file = join(root, 'repository.json');
      const fake = join(project, '__tests__/support/fake-gh.ts');
      cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true });
      writeFileSync(file, JSON.stringify(repositoryWith()));
      writeFileSync(join(root, 'gh'), `#!/bin/sh\nexec "${process.execPath}" "${fake}" "$@"\n`, { mode: 0o755 });
      writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', version: '1.2.3' }));
      writeFileSync(join(root, 'CHANGELOG.md'), '## 1.2.3\n\n- New\n');
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
        cwd: root,
        encoding: 'utf8',
        env: {
          PATH: [root, process.env['PATH']].join(delimiter),
          FAKE_GH_REPOSITORY: file,
          GITHUB_REPOSITORY: 'someone/action',
          GITHUB_SHA: COMMIT,
        },
      });
      const repository = readFakeRepository(file);
      return { status, stdout, stderr, repository };
    } finally {
      rmSync(root, { recursive: true });
    }
  }
});
