// What is left to do for a release, and the text of one.
import { describe, expect, test } from '@jest/globals';
import { majorOf, planRelease, type ReleaseState, releaseNotes } from '../../../scripts/release/release-plan.ts';

const pushed: ReleaseState = {
  tag: 'v1.2.3',
  commit: 'c0ffee',
  release: 'none',
  isFilePublished: false,
  published: [],
  majorCommit: undefined,
};

describe('the plan of a release', () => {
  test.each<[what: string, state: Partial<ReleaseState>, kinds: string[]]>([
    ['a pushed tag', {}, ['create-draft', 'upload-file', 'publish', 'create-major']],
    ['a draft', { release: 'draft' }, ['update-draft', 'upload-file', 'publish', 'create-major']],
    ['a release without its file', { release: 'published', majorCommit: 'c0ffee' }, ['upload-file']],
    ['a complete release', { release: 'published', isFilePublished: true, majorCommit: 'c0ffee' }, []],
    ['an old major tag', { release: 'published', isFilePublished: true, majorCommit: 'bbb' }, ['move-major']],
  ])('contains what is left to do for %s', (_, state, kinds) => {
    expect(planRelease({ ...pushed, ...state }).map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each([
    [['v1.2.2'], true, true],
    [['v2.0.0'], false, true],
    [['v1.10.0'], false, false],
    [['nightly', 'v1.2.3-rc.1'], true, true],
  ])('marks a release beside %j as latest: %s, and moves the major tag: %s', (published, isLatest, movesMajor) => {
    const plan = planRelease({ ...pushed, published });
    expect(plan.find(({ kind }) => kind === 'publish')).toEqual({ kind: 'publish', isLatest });
    expect(plan.some(({ kind }) => kind === 'create-major')).toBe(movesMajor);
  });

  test('names the major tag of a version', () => {
    expect(majorOf('v12.3.4')).toBe('v12');
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
