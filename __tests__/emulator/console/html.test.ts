// HTML from text: whatever is put into a template stays text.
import { expect, test } from '@jest/globals';
import { Html, html } from '../../../emulator/console/html.ts';

test('text in a template is escaped, in content and in attributes', () => {
  const text = `<b title="x">'&amp;'</b>`;
  expect(html`<a href="${text}">${text}</a>`.text).toBe(
    '<a href="&lt;b title=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/b&gt;">' +
      '&lt;b title=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/b&gt;</a>',
  );
});

test('a template in a template is put in once, unescaped', () => {
  expect(html`<p>${html`<b>${'a & b'}</b>`}</p>`.text).toBe('<p><b>a &amp; b</b></p>');
});

test('lists are joined without commas, at any depth', () => {
  expect(html`${['a', [html`<i>b</i>`, ['<']], 3]}`.text).toBe('a<i>b</i>&lt;3');
  expect(html`[${[]}]`.text).toBe('[]');
});

test('numbers are shown, zero too, and nothing for undefined', () => {
  expect(html`${0} ${-1.5} ${undefined}.`.text).toBe('0 -1.5 .');
});

test('text that looks like an object of HTML is no HTML', () => {
  expect(html`${JSON.stringify(new Html('<b>'))}`.text).toBe('{&quot;text&quot;:&quot;&lt;b&gt;&quot;}');
});
