// HTML from text: everything put into a template is escaped unless it is HTML already. Nothing of the console in here.

/** Text that is HTML, made by `html` alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes; nothing is shown for `undefined`. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text with the five characters escaped that mean something in HTML and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function partText(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(partText).join('');
  return escapeHtml(String(part));
}

/** A piece of HTML: the template as written, its values escaped. Attributes must be written in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, index) => text + partText(parts[index])).join(''));
}
