// What is still to be done for a release, from what there is already. Pure, so that a release that stopped anywhere can be
// run again: what was done is found done.

/** The text of a release, or the reason why there is none. */
export type Notes = { readonly notes: string } | { readonly problem: string };

/**
 * The notes of a tag such as `v1.2.3`: its section of the changelog. A problem where tag, version of package.json and
 * changelog do not agree, so that no release is made by mistake.
 */
export function releaseNotes(tag: string, { version, changelog }: { version: string; changelog: string }): Notes {
  const [, wanted] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (wanted === undefined) return { problem: `"${tag}" is not the tag of a release, such as v1.2.3.` };
  if (version !== wanted) return { problem: `The tag is ${tag}, but the version in package.json is ${version}.` };
  const notes = sectionOf(changelog, wanted);
  return notes === '' ? { problem: `CHANGELOG.md has no section for ${wanted}, or an empty one.` } : { notes };
}

/** What stands below `## 1.2.3` or `## [1.2.3] - 2026-01-31`, up to the next heading of that size. */
function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## +/m).slice(1);
  const found = sections.find((section) => /^\[?([^\]\s]+)/.exec(section)?.[1] === version);
  return found === undefined ? '' : found.slice(found.indexOf('\n') + 1).trim();
}

/** What there is at GitHub. */
export interface ReleaseState {
  readonly tag: string;
  /** The commit that the tag is on. */
  readonly commit: string;
  readonly release: 'none' | 'draft' | 'published';
  /** Whether the release is published with its file, uploaded in full. */
  readonly isFilePublished: boolean;
  /** Tags of all releases that are published. */
  readonly published: readonly string[];
  /** The commit of the major tag; undefined where there is none. */
  readonly majorCommit: string | undefined;
}

/** One thing to do. */
export type ReleaseAction =
  | { readonly kind: 'create-draft' }
  | { readonly kind: 'update-draft' }
  | { readonly kind: 'upload-file' }
  /** `isLatest`: whether GitHub is to show this release as the latest one. */
  | { readonly kind: 'publish'; readonly isLatest: boolean }
  | { readonly kind: 'create-major' | 'move-major'; readonly major: string };

/** The major tag of a release: `v1` of `v1.2.3`. */
export function majorOf(tag: string): string {
  return tag.replace(/\..*$/, '');
}

/**
 * What is left to do, in order. The major tag moves after the publication, and only for the newest published release of its
 * major. A release that was published without its file gets it last: GitHub refuses it where releases are immutable, and
 * nothing else is to fail with it.
 */
export function planRelease(state: ReleaseState): ReleaseAction[] {
  const { tag, commit, release, isFilePublished, published, majorCommit } = state;
  const major = majorOf(tag);
  const isNewest = (tags: readonly string[]) => tags.every((other) => compareVersions(other, tag) <= 0);
  const releases = published.filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
  const actions: ReleaseAction[] = [];
  if (release === 'none') actions.push({ kind: 'create-draft' });
  if (release === 'draft') actions.push({ kind: 'update-draft' });
  if (release !== 'published') actions.push({ kind: 'upload-file' }, { kind: 'publish', isLatest: isNewest(releases) });
  if (majorCommit !== commit && isNewest(releases.filter((other) => majorOf(other) === major)))
    actions.push({ kind: majorCommit === undefined ? 'create-major' : 'move-major', major });
  if (release === 'published' && !isFilePublished) actions.push({ kind: 'upload-file' });
  return actions;
}

/** Below zero where `a` is the older of two tags such as `v1.2.3`. */
function compareVersions(a: string, b: string): number {
  const [numbersA, numbersB] = [a, b].map((tag) => tag.slice(1).split('.').map(Number));
  const differences = (numbersA ?? []).map((number, index) => number - (numbersB?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
