// The versions of an app on disk: only what is marked counts, and nothing half made is left to be taken for it.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openVersions } from '../../../emulator/process/versions.ts';

const never = new AbortController().signal;

let dir = '';
let source = '';
let work = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'versions-'));
  source = path.join(dir, 'source');
  work = path.join(dir, 'work');
  mkdirSync(path.join(source, 'sub'), { recursive: true });
  writeFileSync(path.join(source, 'app.js'), 'app');
  writeFileSync(path.join(source, 'sub/part.js'), 'part');
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

describe('a version', () => {
  test('is a copy of the source, in a folder of its own', async () => {
    const versions = openVersions(work);
    const first = await versions.create(source, never);
    const second = await versions.create(source, never);
    expect([first, second]).toEqual([
      { number: 1, dir: path.join(work, '1') },
      { number: 2, dir: path.join(work, '2') },
    ]);
    writeFileSync(path.join(source, 'app.js'), 'changed');
    expect(readFileSync(path.join(second.dir, 'app.js'), 'utf8')).toBe('app');
    expect(readFileSync(path.join(second.dir, 'sub/part.js'), 'utf8')).toBe('part');
  });

  test('has neither what git keeps, nor the folder of the versions, nor what is left out', async () => {
    mkdirSync(path.join(source, '.git'));
    mkdirSync(path.join(source, 'sub/.git'));
    writeFileSync(path.join(source, 'state.db'), '');
    writeFileSync(path.join(source, 'sub/state.db'), '');
    const inside = path.join(source, 'work');
    const version = await openVersions(inside, [path.join(source, 'state.db')]).create(source, never);
    expect(readdirSync(version.dir).toSorted()).toEqual(['app.js', 'sub']);
    expect(readdirSync(path.join(version.dir, 'sub')).toSorted()).toEqual(['part.js', 'state.db']);
  });

  test('counts only once it is marked, and the newest marked one is the newest', async () => {
    const versions = openVersions(work);
    expect(versions.newest()).toBeUndefined();
    const first = await versions.create(source, never);
    expect(versions.newest()).toBeUndefined();
    await versions.markReady(first);
    await versions.create(source, never);
    expect(versions.newest()).toEqual(first);
    for (let count = 0; count < 8; count += 1) await versions.create(source, never);
    const eleventh = await versions.create(source, never);
    await versions.markReady(eleventh);
    expect(versions.newest()).toMatchObject({ number: 11 });
  });

  test('that was removed is gone with its mark', async () => {
    const versions = openVersions(work);
    const version = await versions.create(source, never);
    await versions.markReady(version);
    await versions.remove(version);
    expect([readdirSync(work), versions.newest()]).toEqual([[], undefined]);
    await versions.remove(version);
  });

  test('never has the number of one that is there, interrupted ones included', async () => {
    mkdirSync(path.join(work, '7'), { recursive: true });
    writeFileSync(path.join(work, '9.ready'), '');
    writeFileSync(path.join(work, '20.ready.old'), '');
    expect(await openVersions(work).create(source, never)).toMatchObject({ number: 10 });
  });
});

// Whoever may make links on Windows is a matter of the machine.
(process.platform === 'win32' ? describe.skip : describe)('a link in the source', () => {
  test('stays a link, also where it leads nowhere', async () => {
    symlinkSync('app.js', path.join(source, 'link.js'));
    symlinkSync('nowhere', path.join(source, 'broken'));
    symlinkSync('..', path.join(source, 'sub/up'));
    const { dir: copy } = await openVersions(work).create(source, never);
    expect(['link.js', 'broken', 'sub/up'].map((name) => readlinkSync(path.join(copy, name)))).toEqual([
      'app.js',
      'nowhere',
      '..',
    ]);
  });
});

(process.platform === 'win32' ? describe.skip : describe)('a link out of the source', () => {
  test('leads to the same place from the copy, relative or not', async () => {
    mkdirSync(path.join(dir, 'packages/lib'), { recursive: true });
    writeFileSync(path.join(dir, 'packages/lib/index.js'), 'lib');
    mkdirSync(path.join(source, 'node_modules'));
    symlinkSync('../../packages/lib', path.join(source, 'node_modules/lib'));
    symlinkSync(path.join(dir, 'packages'), path.join(source, 'all'));
    symlinkSync('../source-of-another', path.join(source, 'sibling'));
    symlinkSync('../source', path.join(source, 'self'));
    const deep = path.join(dir, 'a/b/c/work');
    // Reached by a link, as a folder for temporary files is on some systems.
    symlinkSync(source, path.join(dir, 'linked'));
    const { dir: copy } = await openVersions(deep).create(path.join(dir, 'linked'), never);
    expect(readFileSync(path.join(copy, 'node_modules/lib/index.js'), 'utf8')).toBe('lib');
    expect(readFileSync(path.join(copy, 'all/lib/index.js'), 'utf8')).toBe('lib');
    expect(readlinkSync(path.join(copy, 'sibling'))).toBe(path.join(realpathSync(dir), 'source-of-another'));
    expect(readlinkSync(path.join(copy, 'self'))).toBe('../source');
  });
});

describe('copying', () => {
  test('ends with the signal, in the middle of many files, and leaves nothing', async () => {
    mkdirSync(path.join(source, 'many'));
    for (let count = 0; count < 3000; count += 1) writeFileSync(path.join(source, `many/${count}`), '');
    const stop = new AbortController();
    const versions = openVersions(work);
    const copying = versions.create(source, stop.signal);
    while (!existsSync(path.join(work, '1/many'))) await setImmediate();
    stop.abort(new Error('stopped'));
    await expect(copying).rejects.toThrow('stopped');
    expect(readdirSync(work)).toEqual([]);
  });

  test('ends with the signal, in the middle of a large file', async () => {
    const file = path.join(source, 'large');
    writeFileSync(file, '');
    truncateSync(file, 4_000_000_000);
    const stop = new AbortController();
    const copying = openVersions(work).create(source, stop.signal);
    while (!existsSync(path.join(work, '1/large'))) await setImmediate();
    stop.abort();
    await expect(copying).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(work)).toEqual([]);
  });

  test('keeps what may be run, however large', async () => {
    const file = path.join(source, 'large');
    writeFileSync(file, Buffer.alloc(17_000_000, 'x'), { mode: 0o755 });
    const { dir: copy } = await openVersions(work).create(source, never);
    const { mode, size } = statSync(path.join(copy, 'large'));
    expect([mode & 0o700, size]).toEqual([0o700, 17_000_000]);
  });
});

describe('pruning', () => {
  test('leaves the newest marked version, the one to keep, and the cache', async () => {
    const versions = openVersions(work);
    for (let count = 0; count < 5; count += 1) {
      const version = await versions.create(source, never);
      if (version.number !== 5) await versions.markReady(version);
    }
    await versions.cacheDir(false);
    await versions.prune({ number: 2, dir: path.join(work, '2') });
    expect(readdirSync(work).toSorted()).toEqual(['2', '2.ready', '4', '4.ready', 'cache']);
    await versions.prune(undefined);
    expect(readdirSync(work).toSorted()).toEqual(['4', '4.ready', 'cache']);
  });

  test('removes what was interrupted, also where nothing is ready', async () => {
    const versions = openVersions(work);
    await versions.create(source, never);
    await versions.prune(undefined);
    expect(readdirSync(work)).toEqual([]);
  });
});

test('the cache is kept until a fresh one is requested', async () => {
  const versions = openVersions(work);
  const cache = await versions.cacheDir(false);
  writeFileSync(path.join(cache, 'kept'), '');
  expect(readdirSync(await versions.cacheDir(false))).toEqual(['kept']);
  expect(readdirSync(await versions.cacheDir(true))).toEqual([]);
});

test('a source that is gone is an error, and its folder does not count as a version', async () => {
  const versions = openVersions(work);
  await expect(versions.create(path.join(dir, 'gone'), never)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(work)).toEqual([]);
});
