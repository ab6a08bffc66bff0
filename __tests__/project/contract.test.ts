// The public names are stated in action.yml, the code and the README, which must agree.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inputTable, outputTable, readManifest } from '../../scripts/docs/action-manifest.ts';
import { errorCodeTable } from '../../scripts/docs/error-codes.ts';
import { operations } from '../../src/operations/index.ts';
import { outputNames } from '../../src/runner/outputs/outputs.ts';

const root = join(import.meta.dirname, '../..');
const manifest = readManifest(join(root, 'action.yml'));
/** The code that reads inputs; `src/api` reads headers with the same kind of call. */
const sources = ['src/operations', 'src/runner']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** `inputs.text('name')` and similar calls. */
const READ = /\binputs\.(?:text|flag|choice|count|words|id|durationMs)\(\s*'([a-z-]+)'/g;

describe('the contract', () => {
  test('lists in action.yml exactly the inputs that the code reads', () => {
    const read = new Set([...sources.matchAll(READ)].map(([, name]) => name));
    // These two are read by methods of their own.
    read.add('resource-id').add('github-token');
    expect(read).toEqual(new Set(manifest.inputs.map(({ name }) => name)));
  });

  test('lists in action.yml exactly the outputs that the code writes', () => {
    expect(manifest.outputs.map(({ name }) => name)).toEqual([...outputNames]);
  });

  test('has no expression in a description of action.yml, which a runner would refuse', () => {
    const entries = [...manifest.inputs, ...manifest.outputs];
    expect(entries.filter(({ description }) => description.includes('${{')).map(({ name }) => name)).toEqual([]);
  });

  test('names every operation in action.yml', () => {
    const description = manifest.inputs.find(({ name }) => name === 'operation')?.description ?? '';
    const named = [...description.matchAll(/`([a-z]+)`/g)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(operations));
  });

  test('has the generated table of error codes in docs/errors.md', () => {
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toContain(errorCodeTable());
  });

  test('shows the two commands for a fresh machine on the first screen of the README', () => {
    const [screen = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('<picture>');
    expect(screen).toMatch(/^npm ci && npm run demo\b/m);
    expect(screen).toMatch(/^npm ci && npm test$/m);
  });

  test('has the generated tables of inputs and outputs in the README', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toContain(inputTable(manifest));
    expect(readme).toContain(outputTable(manifest));
  });

  test('names every operation in the README, and no other', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, section = ''] = readme.split(/^## Operations$/m);
    const items =
      section
        .split(/^## /m)[0]
        ?.split('\n')
        .filter((line) => line.startsWith('- `')) ?? [];
    const named =
      items
        .join(' ')
        .match(/`[a-z]+`(?=[ ,])/g)
        ?.map((name) => name.slice(1, -1)) ?? [];
    expect(new Set(named)).toEqual(new Set(Object.keys(operations)));
  });

  test('reads no output of a missing step in the README', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const used = [...readme.matchAll(/steps\.[\w-]+\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    const declared = new Set(manifest.outputs.map(({ name }) => name));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !declared.has(name ?? ''))).toEqual([]);
  });
});
