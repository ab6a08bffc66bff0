// Makes a release of a tag through the GitHub CLI. What is still to be done is decided in release-plan.ts.
import { basename } from 'node:path';
import { fieldOf, textOf } from '../fields.ts';
import { majorOf, planRelease, type ReleaseAction, type ReleaseState } from './release-plan.ts';

/** What is to be released. */
export interface Release {
  readonly tag: string;
  /** `owner/name` */
  readonly repository: string;
  /** The commit that was checked and attested. */
  readonly commit: string;
  readonly notes: string;
  /** Path of the file that the release carries: the emulator's tarball. */
  readonly file: string;
}

/** The GitHub CLI: arguments and standard input to standard output. Throws with what it printed as error. */
export type GitHubCli = (args: readonly string[], input?: string) => string;

/**
 * Takes the steps that are left: a draft, its file, its publication, then the major tag. Run again after a failure, it
 * continues where it stopped. Throws when a step fails, or when the tag is not on the commit that was checked.
 */
export function makeRelease(release: Release, gh: GitHubCli, print: (line: string) => void): void {
  const actions = planRelease(readState(release, gh));
  if (actions.length === 0) print(`${release.tag} is released; nothing is left to do.`);
  for (const action of actions) {
    print(`${release.tag}: ${action.kind}${'major' in action ? ` ${action.major}` : ''}`);
    take(action, release, gh);
  }
}

function readState({ tag, repository, commit, file }: Release, gh: GitHubCli): ReleaseState {
  const path = `repos/${repository}`;
  const tagged = ask(gh, ['api', `${path}/commits/${tag}`, '--jq', '.sha']);
  if (tagged !== commit)
    throw new Error(`${tag} is on ${tagged ?? 'no commit'}, but ${commit} was checked: the tag was moved.`);
  const named = [tag, '--repo', repository];
  const fields = ['--limit', '1000', '--json', 'tagName,isDraft,isPrerelease'];
  const releases: unknown = JSON.parse(gh(['release', 'list', '--repo', repository, ...fields]));
  const all: unknown[] = Array.isArray(releases) ? releases : [];
  const own = all.find((entry) => textOf(entry, 'tagName') === tag);
  const isDraft = (entry: unknown): boolean => fieldOf(entry, 'isDraft') === true;
  const release = own === undefined ? 'none' : isDraft(own) ? 'draft' : 'published';
  return {
    tag,
    commit,
    release,
    isFilePublished: release === 'published' && hasFile(gh(['release', 'view', ...named, '--json', 'assets']), file),
    published: all
      .filter((entry) => !isDraft(entry) && fieldOf(entry, 'isPrerelease') !== true)
      .map((entry) => textOf(entry, 'tagName') ?? ''),
    majorCommit: ask(gh, ['api', `${path}/git/ref/tags/${majorOf(tag)}`, '--jq', '.object.sha']),
  };
}

/** Whether the assets that `gh release view` prints have the file; one that was cut short is not in the state `uploaded`. */
function hasFile(view: string, file: string): boolean {
  const assets = fieldOf(JSON.parse(view), 'assets');
  const all: unknown[] = Array.isArray(assets) ? assets : [];
  return all.some((asset) => textOf(asset, 'name') === basename(file) && textOf(asset, 'state') === 'uploaded');
}

function take(action: ReleaseAction, { tag, repository, commit, notes, file }: Release, gh: GitHubCli): void {
  const refs = `repos/${repository}/git/refs`;
  const ofTag = [tag, '--repo', repository, '--verify-tag'];
  const described = ['--title', tag, '--notes-file', '-'];
  switch (action.kind) {
    case 'create-draft':
      gh(['release', 'create', ...ofTag, '--draft', ...described], notes);
      return;
    case 'update-draft':
      gh(['release', 'edit', ...ofTag, '--draft', ...described], notes);
      return;
    case 'upload-file':
      gh(['release', 'upload', tag, file, '--repo', repository, '--clobber']);
      return;
    case 'publish':
      gh(['release', 'edit', ...ofTag, '--draft=false', `--latest=${action.isLatest}`]);
      return;
    case 'create-major':
      gh(['api', '--method', 'POST', refs, '-f', `ref=refs/tags/${action.major}`, '-f', `sha=${commit}`, '--silent']);
      return;
    case 'move-major':
      gh([
        'api',
        '--method',
        'PATCH',
        `${refs}/tags/${action.major}`,
        '-f',
        `sha=${commit}`,
        '-F',
        'force=true',
        '--silent',
      ]);
      return;
  }
}

/** What `gh` prints; undefined where there is no such thing. */
function ask(gh: GitHubCli, args: readonly string[]): string | undefined {
  try {
    return gh(args).trim();
  } catch (error) {
    if (/\bHTTP 404\b/.test(String(error))) return undefined;
    throw error;
  }
}
