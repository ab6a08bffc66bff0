// A stand-in for the GitHub CLI: the calls that a release makes, in this process or as a program of its own. It can fail at
// one call, before or after that call had its effect.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface FakeRelease {
  isDraft: boolean;
  notes: string;
  isLatest: boolean;
  /** State of each file; `starter` is one whose upload was cut short. */
  assets: Record<string, 'uploaded' | 'starter'>;
}

/** The repository, and which call is to fail. */
export interface FakeRepository {
  /** Commit of each tag. */
  tags: Record<string, string>;
  releases: Record<string, FakeRelease>;
  /** The file in each artifact of the run. */
  artifacts?: Record<string, string>;
  /** Every call so far. */
  calls: string[];
  /** Which call fails, from 0. */
  failAt?: number;
  failsAfterEffect?: boolean;
}

/** Reads the repository from a file. */
export function readFakeRepository(path: string): FakeRepository {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isRepository(value)) throw new Error(`${path} holds no repository`);
  return value;
}

function isRepository(value: unknown): value is FakeRepository {
  return typeof value === 'object' && value !== null && 'tags' in value && 'releases' in value && 'calls' in value;
}

/** Carries out one call; returns what it prints. Throws where it is refused or made to fail. */
export function callFakeGh(repository: FakeRepository, args: readonly string[], input: string): string {
  const isFailing = repository.calls.length === repository.failAt;
  repository.calls.push(args.filter((arg) => arg !== '--silent').join(' '));
  const answer = isFailing && repository.failsAfterEffect !== true ? '' : answerTo(repository, args, input);
  if (isFailing) throw new Error('HTTP 502: Bad gateway');
  if (answer.startsWith('HTTP ')) throw new Error(answer);
  return answer;
}

// As a program: the repository is the file that FAKE_GH_REPOSITORY names.
const file = process.env['FAKE_GH_REPOSITORY'];
if (import.meta.main && file !== undefined) {
  const repository = readFakeRepository(file);
  try {
    process.stdout.write(`${callFakeGh(repository, process.argv.slice(2), readFileSync(0, 'utf8'))}\n`);
  } catch (error) {
    process.stderr.write(`gh: ${String(error)}\n`);
    process.exitCode = 1;
  }
  writeFileSync(file, JSON.stringify(repository));
}

/** What a call prints; `HTTP …` where it is refused. */
function answerTo(repository: FakeRepository, args: readonly string[], input: string): string {
  const [command = '', action = '', name = ''] = args;
  if (command === 'release' && action === 'list')
    return JSON.stringify(
      Object.entries(repository.releases).map(([tagName, { isDraft }]) => ({ tagName, isDraft, isPrerelease: false })),
    );
  if (command === 'release' && action === 'view') {
    const assets = Object.entries(repository.releases[name]?.assets ?? {});
    return JSON.stringify({ assets: assets.map(([asset, state]) => ({ name: asset, state })) });
  }
  if (command === 'release' && action === 'upload') return uploadFile(repository, name, args);
  if (command === 'run' && action === 'download') return downloadArtifact(repository, args);
  if (command === 'release') return changeRelease(repository, { action, name, args, input });
  const path = args.find((arg) => arg.startsWith('repos/')) ?? '';
  const tag = path.slice(path.lastIndexOf('/') + 1);
  if (args.includes('POST')) return createTag(repository, valueOf(args, 'ref').replace('refs/tags/', ''), args);
  if (args.includes('PATCH')) return moveTag(repository, tag, args);
  return repository.tags[tag] ?? 'HTTP 404: Not Found';
}

function changeRelease(
  { releases, tags }: FakeRepository,
  { action, name, args, input }: { action: string; name: string; args: readonly string[]; input: string },
): string {
  if (tags[name] === undefined) return 'HTTP 422: tag does not exist';
  const before = releases[name];
  if ((before === undefined) !== (action === 'create')) return 'HTTP 422: already_exists or missing';
  if (before?.isDraft === false) return 'HTTP 422: the release is immutable';
  const isNotes = args.includes('--notes-file');
  releases[name] = {
    isDraft: !args.includes('--draft=false'),
    notes: isNotes ? input : (before?.notes ?? ''),
    isLatest: args.includes('--latest=true'),
    assets: before?.assets ?? {},
  };
  return '';
}

function uploadFile({ releases }: FakeRepository, tag: string, args: readonly string[]): string {
  const release = releases[tag];
  const name = basename(args[3] ?? '');
  if (release === undefined) return 'HTTP 404: release not found';
  if (release.assets[name] !== undefined && !args.includes('--clobber')) return 'HTTP 422: already_exists';
  release.assets[name] = 'uploaded';
  return '';
}

function downloadArtifact({ artifacts }: FakeRepository, args: readonly string[]): string {
  const packed = artifacts?.[optionOf(args, '--name')];
  if (packed === undefined) return 'HTTP 404: no artifact matches any of the names or patterns provided';
  mkdirSync(optionOf(args, '--dir'), { recursive: true });
  writeFileSync(join(optionOf(args, '--dir'), packed), 'tarball');
  return '';
}

function createTag({ tags }: FakeRepository, tag: string, args: readonly string[]): string {
  if (tags[tag] !== undefined) return 'HTTP 422: Reference already exists';
  tags[tag] = valueOf(args, 'sha');
  return '';
}

function moveTag({ tags }: FakeRepository, tag: string, args: readonly string[]): string {
  if (tags[tag] === undefined) return 'HTTP 422: Reference does not exist';
  tags[tag] = valueOf(args, 'sha');
  return '';
}

/** The value after an option such as `--dir`. */
function optionOf(args: readonly string[], option: string): string {
  return args[args.indexOf(option) + 1] ?? '';
}

/** The value of a field given as `name=value`. */
function valueOf(args: readonly string[], name: string): string {
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
