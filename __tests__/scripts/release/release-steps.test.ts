// The steps of a release with a stand-in for the GitHub CLI: what is changed, what is not, and a second run after a failure.
import { describe, expect, test } from '@jest/globals';
import type { FakeRepository } from '../../support/github/fake-gh.ts';
import { COMMIT, FILE, release, repositoryWith } from '../../support/github/release-trial.ts';

const assets = { [FILE]: 'uploaded' } as const;
const published = { isDraft: false, notes: 'x', isLatest: true, assets };
const made = { ...published, notes: '- New' };

function changes({ calls }: FakeRepository): string[] {
  return calls.filter((call) => !/ list | view | --jq /.test(call));
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
