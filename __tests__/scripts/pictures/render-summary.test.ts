// The page around a summary: what GitHub adds to Markdown is there, and nothing is loaded from a network.
import { expect, test } from '@jest/globals';
import { renderSummaryPage } from '../../../scripts/pictures/render-summary.ts';

test('renders tables, folded parts and the title above them', () => {
  const page = renderSummaryPage(
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n\n<details><summary>Log</summary></details>\n',
    '<job>',
  );
  expect(page).toContain('<td>2</td>');
  expect(page).toContain('<details><summary>Log</summary></details>');
  expect(page).toContain('<h2 class="card-title">&lt;job&gt;</h2>');
});

test.each([
  ['CAUTION', 'Caution'],
  ['WARNING', 'Warning'],
])('renders a quote marked with %s as the alert "%s"', (kind, title) => {
  const page = renderSummaryPage(`> [!${kind}]\n> The build failed.\n\nText.\n`, 'deploy');
  expect(page).toContain(
    `<div class="markdown-alert markdown-alert-${kind.toLowerCase()}"><p class="markdown-alert-title">${title}</p><p>The build failed.</p>`,
  );
  expect(page).not.toContain('[!');
});

test('loads nothing: styles are in the page, and the policy allows nothing else', () => {
  const page = renderSummaryPage('text', 'deploy');
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page).not.toMatch(/<link\b|<script\b|\bsrc=/);
});
