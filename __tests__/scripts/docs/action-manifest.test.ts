// action.yml as data, and the tables that are made of it.
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { inputTable, outputTable, readManifest, replaceBetween } from '../../../scripts/docs/action-manifest.ts';
import { withFiles } from '../../support/temp-project.ts';

const ACTION = `
inputs:
  force:
    description: |
      Build without cache:
      true | false.
    default: "false"
  resource-id:
    description: The app.
outputs:
  status:
    description: finished | failed
`;

describe('action.yml', () => {
  test('is read with names, descriptions on one line, and defaults', () => {
    withFiles({ 'action.yml': ACTION }, (root) => {
      expect(readManifest(join(root, 'action.yml'))).toEqual({
        inputs: [
          { name: 'force', description: 'Build without cache: true | false.', fallback: 'false' },
          { name: 'resource-id', description: 'The app.', fallback: undefined },
        ],
        outputs: [{ name: 'status', description: 'finished | failed', fallback: undefined }],
      });
    });
  });

  test('becomes tables in which a bar does not end a cell', () => {
    withFiles({ 'action.yml': ACTION }, (root) => {
      const manifest = readManifest(join(root, 'action.yml'));
      expect(inputTable(manifest).split('\n').slice(2)).toEqual([
        '| `force` | `false` | Build without cache: true \\| false. |',
        '| `resource-id` |  | The app. |',
      ]);
      expect(outputTable(manifest).split('\n').at(-1)).toBe('| `status` | finished \\| failed |');
    });
  });

  test('is refused without outputs', () => {
    withFiles({ 'action.yml': 'inputs: {}' }, (root) => {
      expect(() => readManifest(join(root, 'action.yml'))).toThrow('action.yml has no outputs');
    });
  });
});

describe('the text between two markers', () => {
  test('is replaced, and everything else stays', () => {
    const text = 'before\n<!-- inputs -->old<!-- /inputs -->\nafter\n';
    expect(replaceBetween(text, 'inputs', 'new')).toBe('before\n<!-- inputs -->\n\nnew\n\n<!-- /inputs -->\nafter\n');
  });

  test.each(['no markers', '<!-- inputs --> only the first', '<!-- /inputs --><!-- inputs -->'])(
    'is not found in %j, which is an error',
    (text) => {
      expect(() => replaceBetween(text, 'inputs', 'new')).toThrow('<!-- inputs --> and <!-- /inputs --> are missing');
    },
  );
});
