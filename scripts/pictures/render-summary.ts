// A summary page as a person would see it on GitHub: its Markdown as HTML below GitHub's own
// stylesheet, in one file that needs no network. GitHub's sanitiser is not copied: only for pages
// of our own making.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const STYLESHEET = fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown.css'));

/**
 * A whole HTML document around the page; `title` stands above it, as the name of the job does on
 * GitHub.
 */
export function renderSummaryPage(markdown: string, title: string): string {
  const body = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
${readFileSync(STYLESHEET, 'utf8')}
${FRAME_CSS}
</style>
</head>
<body>
<section class="card">
<h2 class="card-title">${escapeHtml(title)}</h2>
<article class="markdown-body">
${withAlerts(body)}
</article>
</section>
</body>
</html>
`;
}

/**
 * Alerts are an extension of GitHub's that the parser does not know: a quote whose first line names
 * its kind.
 */
function withAlerts(html: string): string {
  return html.replaceAll(
    /<blockquote>\s*<p>\[!(CAUTION|WARNING)\]\n?([^]*?)<\/blockquote>/g,
    (_, kind: string, content: string) => {
      const name = kind.toLowerCase();
      const title = `<p class="markdown-alert-title">${kind.charAt(0)}${name.slice(1)}</p>`;
      return `<div class="markdown-alert markdown-alert-${name}">${title}<p>${content}</div>`;
    },
  );
}

/** The card that GitHub draws around a summary, roughly. */
const FRAME_CSS = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: light-dark(#ffffff, #0d1117); }
.card {
  max-width: 960px; margin: 0 auto; overflow: hidden;
  border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 6px;
}
.card-title {
  margin: 0; padding: 14px 16px;
  font: 600 14px/1.4 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
  color: light-dark(#1f2328, #f0f6fc); border-bottom: 1px solid light-dark(#d1d9e0, #3d444d);
}
.markdown-body { padding: 16px; }
@media (min-width: 640px) { body { padding: 24px; } .markdown-body { padding: 24px; } }
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
