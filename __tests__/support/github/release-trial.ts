// One release of `v1.2.3` at a stand-in for GitHub: the repository before it, and the run of all steps.
import { makeRelease } from '../../../scripts/release/release-steps.ts';
import { callFakeGh, type FakeRepository } from './fake-gh.ts';

/** The commit that the tag `v1.2.3` is on. */
export const COMMIT = 'c0ffee';
/** The file that the release carries. */
export const FILE = 'deployment-service-emulator-1.2.3.tgz';

/** A repository in which only the tag was pushed, changed by `parts`. */
export function repositoryWith(parts: Partial<FakeRepository> = {}): FakeRepository {
  return { tags: { 'v1.2.3': COMMIT }, releases: {}, calls: [], ...parts };
}

/** Releases v1.2.3 in `repository`, which it changes; returns the lines that were printed. */
export function release(repository: FakeRepository): string[] {
  const printed: string[] = [];
  makeRelease(
    { tag: 'v1.2.3', repository: 'someone/action', commit: COMMIT, notes: '- New', file: `packed/${FILE}` },
    (args, input = '') => callFakeGh(repository, args, input),
    (line) => void printed.push(line),
  );
  return printed;
}
