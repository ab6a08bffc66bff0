// The borders between folders: lint must refuse a forbidden import across each of them, at any depth.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

/** Files of the copy, each with an import that it must not have. */
const forbidden: Readonly<Record<string, string>> = {
  'src/operations/a.ts': '../api/wire/search/json.ts',
  'src/operations/b.ts': '../api/wire/index.ts',
  'src/operations/steps/c.ts': '../../api/http/index.ts',
  'src/operations/steps/d.ts': '../../api/retry.ts',
  'src/operations/e.ts': '../runner/host.ts',
  'src/operations/f.ts': './steps/submit/busy.ts',
  'src/operations/j.ts': './steps/submit/index.ts',
  'src/operations/steps/k.ts': './log/log-cursor.ts',
  'src/operations/g.ts': 'node:fs',
  'src/operations/h.ts': '@actions/http-client',
  'src/operations/i.ts': '@actions/core',
  'src/runner/a.ts': '../api/wire/search/json.ts',
  'src/runner/summary/b.ts': '../../api/client.ts',
  'src/runner/summary/c.ts': '../../operations/steps/index.ts',
  'src/runner/d.ts': '../operations/deploy.ts',
  'src/runner/e.ts': './sanitize/redaction.ts',
  'src/runner/github/f.ts': '../logs/log-capture.ts',
  'src/runner/g.ts': '@actions/http-client',
  'src/runner/h.ts': '../main.ts',
  'src/api/a.ts': '../operations/operation.ts',
  'src/api/wire/b.ts': '../../runner/host.ts',
  'src/api/c.ts': './wire/search/json.ts',
  'src/api/http/d.ts': '../wire/search/json.ts',
  'src/api/e.ts': '@actions/core',
  'src/api/f.ts': '../../emulator/index.ts',
  'src/clock.ts': './api/client.ts',
  'src/main.ts': './api/wire/search/json.ts',
  'src/index.ts': '@actions/core',
  'emulator/a.ts': '../src/clock.ts',
  'emulator/process/b.ts': '@actions/http-client',
  'emulator/http/c.ts': '../api/spec.ts',
  'emulator/d.ts': './api/spec.ts',
  '__tests__/support/adversary/a.ts': '../../../emulator/index.ts',
  '__tests__/explore/b.ts': '../support/world.ts',
};

/** Files of the copy, each with an import that it may have. */
const allowed: Readonly<Record<string, string>> = {
  'src/operations/allowed-a.ts': '../api/client.ts',
  'src/operations/allowed-b.ts': './steps/index.ts',
  'src/operations/steps/allowed-i.ts': './log/index.ts',
  'src/runner/allowed-c.ts': '../operations/outcome.ts',
  'src/runner/summary/allowed-d.ts': '../sanitize/index.ts',
  'src/runner/allowed-e.ts': '@actions/core',
  'src/api/allowed-f.ts': './wire/index.ts',
  'src/api/http/allowed-g.ts': '@actions/http-client',
  'emulator/http/allowed-h.ts': '../api/index.ts',
};

describe('lint', () => {
  let folder: string;
  let refused: Set<string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'borders-'));
    cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(root, 'emulator'), join(folder, 'emulator'), { recursive: true });
    for (const file of ['oxlint.config.ts', 'tsconfig.json', 'package.json'])
      cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [file, target] of Object.entries({ ...forbidden, ...allowed })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `export * from '${target}';\n`);
    }
    refused = await refusedFiles(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(Object.entries(forbidden))('refuses an import in %s of %s', (file) => {
    expect(refused).toContain(file);
  });

  test.each(Object.entries(allowed))('accepts an import in %s of %s', (file) => {
    expect(refused).not.toContain(file);
  });
});

/** The files in which the linter finds a restricted import. */
async function refusedFiles(folder: string): Promise<Set<string>> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [oxlint, '--format=unix', 'src', 'emulator', '__tests__'],
    {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    },
  ).catch((error: { stdout: string }) => error);
  const lines = stdout.split('\n').filter((line) => line.includes('no-restricted-imports'));
  return new Set(lines.map((line) => line.split(':', 1)[0]?.replaceAll('\\', '/') ?? ''));
}
