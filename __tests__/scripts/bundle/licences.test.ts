// The licences of the packages that the bundle may hold.
import { expect, test } from '@jest/globals';
import { licencesOf } from '../../../scripts/bundle/licences.ts';
import { withFiles } from '../../support/temp-project.ts';

const packages = {
  '': { name: 'the action' },
  'node_modules/@scope/one': { version: '1.0.0', license: 'MIT' },
  'node_modules/@scope/one/node_modules/two': { version: '2.0.0' },
  'node_modules/three': { version: '3.0.0', license: 'ISC' },
  'node_modules/four': { version: '4.0.0', license: 'MIT', dev: true },
};

test('lists name, version and licence text of every package that is not for development', () => {
  const files = {
    'package-lock.json': JSON.stringify({ packages }),
    'node_modules/@scope/one/LICENSE.md': 'Text of one\n',
    'node_modules/@scope/one/node_modules/two/package.json': '{}',
    'node_modules/four/LICENSE': 'Text of four\n',
  };
  withFiles(files, (root) => {
    expect(licencesOf(root).split(`\n\n${'-'.repeat(80)}\n\n`)).toEqual([
      '@scope/one 1.0.0\nMIT\n\nText of one',
      'two 2.0.0\nsee below\n\n(the package carries no licence file)\n',
      'three 3.0.0\nISC\n\n(not installed on this platform)\n',
    ]);
  });
});
