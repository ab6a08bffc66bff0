// Logs as HTML: what an app printed is shown with its colours and stays text.

import { describe, expect, test } from '@jest/globals';
import { logHtml } from '../../../emulator/console/log-html.ts';

describe('a log in the console', () => {
  test('keeps its colours over lines and loses every other control sequence', () => {
    const log =
      '\u001B[1;33mwarn\u001B[22m still\u001B[39m plain\u001B[2K\u001B]8;;http://x\u0007link\u001B]8;;\u0007\r\n\u0007end';
    expect(logHtml(log).text).toBe(
      '<span class="ansi-yellow bold">warn</span><span class="ansi-yellow"> still</span> plainlink\nend',
    );
  });

  test('shows marks that hide or reorder text', () => {
    expect(logHtml('safe\u202Eevil\u200B').text).toBe('safe\uFFFDevil\uFFFD');
  });

  test('leaves out the beginning of one that is very long, with a note', () => {
    const { text } = logHtml(`first ${'x'.repeat(400_000)} last`);
    expect(text).toMatch(/^… the beginning is left out …\nx+ last$/);
    expect(text.length).toBeLessThan(310_000);
  });

  test('begins with a whole line where the beginning is left out, never in the middle of a control sequence', () => {
    const lines = Array.from({ length: 40_000 }, (_, line) => `\u001B[1;31m${line}\u001B[0m\n`);
    for (const padding of ['', 'x', 'xx', 'xxx', 'xxxx']) {
      const [, first = ''] = logHtml(lines.join('') + padding).text.split('\n');
      expect(first).toMatch(/^<span class="ansi-red bold">\d+<\/span>$/);
    }
  });

  test('is empty where nothing was printed', () => {
    expect(logHtml('').text).toBe('');
  });
});
