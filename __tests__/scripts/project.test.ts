// The pages, scripts and files that the docs are checked against.
import { expect, test } from '@jest/globals';
import { listFiles, readPages, readScripts } from '../../scripts/project.ts';
import { withFiles } from '../support/temp-project.ts';

const ROOT_PAGES = { 'README.md': 'a\r\nb', 'CONTRIBUTING.md': '', 'SECURITY.md': '', 'CHANGELOG.md': '' };

test('reads the pages at the root and in docs/, with one kind of line end', () => {
  withFiles({ ...ROOT_PAGES, 'docs/errors.md': '# Faults', 'docs/picture.png': '' }, (root) => {
    const pages = readPages(root);
    expect(pages[0]).toEqual({ page: 'README.md', text: 'a\nb' });
    expect(pages.map(({ page }) => page)).toEqual([...Object.keys(ROOT_PAGES), 'docs/errors.md']);
  });
});

test('reads the scripts of package.json', () => {
  withFiles({ 'package.json': '{"scripts":{"test":"jest"}}' }, (root) => {
    expect(readScripts(root)).toEqual({ test: 'jest' });
  });
  withFiles({ 'package.json': '{}' }, (root) => {
    expect(readScripts(root)).toEqual({});
  });
});

test('lists all files except those that .gitignore names, at the root or at any depth', () => {
  const ignored = ['/build', 'node_modules', '*.never', 'temp-*'].join('\n');
  const files = [
    '.git/HEAD',
    'build/x.js',
    'a/build/x.js',
    'node_modules/x.js',
    'a/node_modules/x.js',
    'a/temp-1/x.js',
  ];
  const all = Object.fromEntries([...files, 'src/main.ts'].map((file) => [file, '']));
  withFiles({ ...all, '.gitignore': ignored }, (root) => {
    expect(listFiles(root).toSorted()).toEqual(['.gitignore', 'a/build/x.js', 'src/main.ts']);
  });
});
