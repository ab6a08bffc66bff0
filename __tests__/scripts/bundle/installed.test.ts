// A build refuses to bundle packages that package-lock.json does not pin.
import { expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outdatedPackages } from '../../../scripts/bundle/installed.ts';

function outdatedIn(locked: object, installed: object | undefined): string[] {
  const root = mkdtempSync(join(tmpdir(), 'installed-'));
  try {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
    if (installed !== undefined)
      writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
    return outdatedPackages(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const locked = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/tool': { version: '2.0.0', dev: true },
  'node_modules/for-windows': { version: '3.0.0', optional: true },
};

test('accepts packages in the locked version, with missing tools and optional ones', () => {
  expect(outdatedIn(locked, { 'node_modules/a': { version: '1.0.0' } })).toEqual([]);
});

test.each([
  ['in another version', { 'node_modules/a': { version: '1.0.1' } }],
  ['missing', {}],
  ['of an install that never ended', undefined],
])('reports a package %s', (_, installed) => {
  expect(outdatedIn(locked, installed)).toEqual(['node_modules/a']);
});
