// The folder for what is built: a temporary one that is removed, or one beside the state file that stays.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openWorkRoot } from '../../../emulator/cli/work-root.ts';

/** Larger than any process id that a system gives out. */
const GONE_PID = 999_999_999;

let dir = '';
let tmp = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'work-root-'));
  tmp = path.join(dir, 'tmp');
  mkdirSync(tmp);
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

describe('without a state file', () => {
  test('the folder is a temporary one with the process in its name, and removed with what is in it', () => {
    const root = openWorkRoot(undefined, tmp);
    expect(readdirSync(tmp)).toEqual([path.basename(root.dir)]);
    expect(path.basename(root.dir)).toMatch(new RegExp(`^deployment-emulator-${process.pid}-`));
    mkdirSync(path.join(root.dir, 'app/1'), { recursive: true });
    root.remove();
    expect(readdirSync(tmp)).toEqual([]);
    root.remove();
  });

  test('two emulators of one process have a folder each', () => {
    expect(openWorkRoot(undefined, tmp).dir).not.toBe(openWorkRoot(undefined, tmp).dir);
  });

  test('a folder for temporary files that cannot be used is named', () => {
    const nowhere = path.join(dir, 'nowhere');
    expect(() => openWorkRoot(undefined, nowhere)).toThrow(
      `The folder for temporary files, ${nowhere}, cannot be used: ENOENT`,
    );
  });
});

describe('with a state file', () => {
  test('the folder lies beside it and stays', () => {
    const state = path.join(dir, 'state.db');
    const root = openWorkRoot(state, tmp);
    expect(root.dir).toBe(`${state}.work`);
    mkdirSync(root.dir);
    root.remove();
    expect(existsSync(root.dir)).toBe(true);
    expect(readdirSync(tmp)).toEqual([]);
    expect(openWorkRoot(state, tmp).dir).toBe(root.dir);
  });

  test('a file in its place is named, with what to do', () => {
    const state = path.join(dir, 'state.db');
    writeFileSync(`${state}.work`, '');
    expect(() => openWorkRoot(state, tmp)).toThrow(
      `${state}.work, which holds what is built, is no folder. Remove it or name another state file.`,
    );
  });

  test('no folder for temporary files is needed', () => {
    const state = path.join(dir, 'state.db');
    expect(openWorkRoot(state, path.join(dir, 'nowhere')).dir).toBe(`${state}.work`);
  });
});

test.each([
  ['a temporary folder', undefined],
  ['a state file', 'state.db'],
])('a start with %s removes the folders of emulators that were killed, and no others', (_what, state) => {
  const gone = [`deployment-emulator-${GONE_PID}-abc`, `deployment-emulator-${GONE_PID}-def`];
  const kept = [
    `deployment-emulator-${process.pid}-abc`,
    `deployment-emulator-${GONE_PID}`,
    'deployment-emulator-x-abc',
    `other-deployment-emulator-${GONE_PID}-abc`,
  ];
  for (const name of [...gone, ...kept]) mkdirSync(path.join(tmp, name, 'app'), { recursive: true });
  const root = openWorkRoot(state === undefined ? undefined : path.join(dir, state), tmp);
  root.remove();
  expect(readdirSync(tmp).toSorted()).toEqual(kept.toSorted());
});
