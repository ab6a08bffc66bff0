// What platforms and tools put before each line of a log: times, steps, levels, the name of a task
// or a container. Pure.

/** A line of a log without its prefix. */
export interface PlainLine {
  readonly text: string;
  /** The step of BuildKit that printed it, such as `#12`. */
  readonly step?: string | undefined;
  readonly level?: 'error' | 'warning' | undefined;
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE = String.raw`(?:\d{1,4}[-/.](?:\d{1,2}|${MONTH})[-/.]\d{1,4}|${MONTH} {1,2}\d{1,2})`;
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
/** The seconds of BuildKit; with a unit behind it, a number is part of the message. */
const SECONDS = String.raw`\d{1,6}\.\d{1,3}(?! ?(?:[kKMG]i?B|m?s|%)(?:[\s/]|$))`;
/** Standard output and standard error are no levels, and nor is the number of a process. */
const LEVEL = String.raw`\[(?:(?<error>error|fatal|critical)|(?<warning>warn(?:ing)?)|info|debug|trace|notice|log|(?:std)?(?:out|err)|\d{1,7})\]:?`;
/** What is a prefix in any line. */
const KNOWN = new RegExp(
  String.raw`^[ \t]*(?:(?<step>#\d{1,5})|\[?(?:${DATE}[T ,]{1,2})?${CLOCK}\]?[:,]?|${SECONDS}|${LEVEL})(?:[ \t]|$)`,
  'i',
);
/** The first word of a line, with the bar that Docker Compose puts behind it. */
const FIRST_WORD = /^[ \t]*([^\s{"'`]\S{0,79})( *\|)?(?=\s|$)[ \t]?/;
/** Words that begin a message or name a place in a file. */
const OF_MESSAGE = /error|exception|fail|fatal|panic|warn|note|help|::|:\d|\(\d|\.\w{1,6}:$|^\[\d/i;
/** Parts of one prefix; hostile lines consist of more. */
const MAX_PARTS = 8;
const MAX_VOTERS = 4_096;

/**
 * Lines without what most of them have in common at their beginning, digits and names aside, and
 * without times, steps and levels.
 */
export function withoutPrefixes(lines: readonly string[]): PlainLine[] {
  const every = Math.ceil(lines.length / MAX_VOTERS);
  let voters = lines.filter((_, index) => index % every === 0).map((line) => plain(line, []).text);
  const shapes: string[] = [];
  while (shapes.length < MAX_PARTS) {
    const shape = mostCommonShape(voters, shapes.length > 0);
    if (shape === undefined) break;
    shapes.push(shape);
    voters = voters.map((text) => plain(text, [shape]).text);
  }
  return lines.map((line) => plain(line, shapes));
}

function plain(line: string, shapes: readonly string[]): PlainLine {
  let result = withoutKnown({ text: line });
  for (const shape of shapes) {
    const first = firstPart(result.text);
    if (first?.shape === shape) result = withoutKnown({ ...result, text: first.rest });
  }
  return result;
}

function withoutKnown(line: PlainLine): PlainLine {
  let { text, step, level } = line;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const found = KNOWN.exec(text);
    if (!found) break;
    text = text.slice(found[0].length);
    step ??= found.groups?.['step'];
    if (found.groups?.['error']) level ??= 'error';
    if (found.groups?.['warning']) level ??= 'warning';
  }
  return { text, step, level };
}

interface Part {
  readonly shape: string;
  readonly rest: string;
  /** So unlike a word of a message that it is a prefix even in a log of one line. */
  readonly isClear: boolean;
  /** Ends as names of tasks and containers do: `web:`, `[web]`, `web |`. */
  readonly isMarked: boolean;
}

function firstPart(text: string): Part | undefined {
  const [all = '', word = '', bar = ''] = FIRST_WORD.exec(text) ?? [];
  if (word === '' || OF_MESSAGE.test(word)) return undefined;
  // A number with a bar is a line of code.
  const hasBar = bar !== '' && !/^\d+$/.test(word);
  const isNamed = hasBar || /^[[(].+[\])]:?$|^[^:]+:[^:]+:$/.test(word);
  return {
    shape: word.replaceAll(/\d+/g, '0').replaceAll(/\p{L}+/gu, isNamed ? 'a' : '$&') + bar.trim(),
    rest: text.slice(all.length),
    isClear: isNamed || (word.endsWith(':') && /^\s{2}/.test(text.slice(word.length))),
    isMarked: hasBar || /[:\])]$/.test(word),
  };
}

/** The shape of the first part of most lines; after other parts also a number or a dash. */
function mostCommonShape(texts: readonly string[], isInside: boolean): string | undefined {
  const voters = texts.filter((text) => text.trim() !== '');
  const counts = new Map<string, number>();
  for (const text of voters) {
    const part = firstPart(text);
    if (!part || !(part.isMarked || (isInside && /^[\d-]+$/.test(part.shape)))) continue;
    const count = (counts.get(part.shape) ?? 0) + 1;
    counts.set(part.shape, count);
    if (count > voters.length / 2 && (count > 1 || part.isClear)) return part.shape;
  }
  return undefined;
}
