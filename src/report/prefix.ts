// What platforms and tools put before each line of a log: times, steps, levels, the name of a task
// or a container. Pure.

export type Level = 'error' | 'warning';

/** A line of a log without its prefix. */
export interface PlainLine {
  readonly text: string;
  /** The step of BuildKit that printed it, such as `#12`. */
  readonly step?: string | undefined;
  readonly level?: Level | undefined;
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE = `(?:\\d{1,4}[-/.](?:\\d{1,2}|${MONTH})[-/.]\\d{1,4}|${MONTH} {1,2}\\d{1,2})`;
const ZONE = String.raw`(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?${ZONE}`;
const TIME = String.raw`\[?(?:${DATE}[T ,]{1,2})?${CLOCK}\]?[:,]?(?: \||\s+(?:INFO|DEBUG|TRACE))?`;
/** The seconds of BuildKit; with a unit behind it, a number is part of the message. */
const SECONDS = String.raw`\d{1,6}\.\d{1,3}(?! ?(?:[kKMG]i?B|m?s|%)(?:[\s/]|$))`;
/** Neither standard output, standard error nor the number of a process is a level. */
const NO_LEVEL = String.raw`info|debug|trace|notice|log|(?:std)?(?:out|err)|\d{1,7}`;
const LEVEL = `(?<error>error|fatal|critical)|(?<warning>warn(?:ing)?)|${NO_LEVEL}`;
/** Always a prefix, in any line. */
const KNOWN = new RegExp(
  String.raw`^[ \t]*(?:(?<step>#\d{1,5})|${TIME}|${SECONDS}|\[(?:${LEVEL})\]:?)(?:[ \t]|$)`,
  'i',
);
/** The beginning of a line up to a word that ends as names of tasks, containers and loggers do. */
const MARKED = /^[ \t]*([^\s{"'`](?:\S| (?! )){0,59}?(?:[:\])](?=\s|$)| *\|(?=\s|$)))[ \t]?/;
/** What may stand between two marks. */
const NUMBER_OR_DASH = /^[ \t]*(\d+|-+)(?= (?!\|))[ \t]?/;
const LEVEL_WORD = /\b(?:(?<error>ERROR|FATAL)|(?<warning>WARN(?:ING)?)|INFO|DEBUG|TRACE)\b(?!:$)/;
const LEVEL_ALONE = /^[ \t]*(ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE)(?=\s)[ \t]?/;
/** Words that begin a message, or name a place in a file or a line of code. */
const OF_MESSAGE =
  /error|exception|fail|fatal|panic|warn|note|help|::|:\d|\(\d|\.\w{1,6}:$|^\[\d|^\d+ *\|/i;
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
    if (first?.shape !== shape) continue;
    result = withoutKnown({ ...result, level: result.level ?? first.level, text: first.rest });
  }
  return result;
}

function withoutKnown(line: PlainLine): PlainLine {
  let { text, step, level } = line;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const found = KNOWN.exec(text);
    if (!found) break;
    text = text.slice(found[0].length);
    step = found.groups?.['step'] ?? step;
    level ??= levelOf(found);
  }
  return { text, step, level };
}

function levelOf(found: RegExpExecArray | null): Level | undefined {
  if (found?.groups?.['error']) return 'error';
  return found?.groups?.['warning'] ? 'warning' : undefined;
}

interface Part {
  readonly shape: string;
  readonly rest: string;
  readonly level: Level | undefined;
  /** So unlike a word of a message that it is a prefix even in a log of one line. */
  readonly isClear: boolean;
}

function firstPart(text: string): Part | undefined {
  const found = LEVEL_ALONE.exec(text) ?? MARKED.exec(text) ?? NUMBER_OR_DASH.exec(text);
  const [all = '', part = ''] = found ?? [];
  const folded = part.replace(LEVEL_WORD, 'level');
  if (folded === '' || OF_MESSAGE.test(folded)) return undefined;
  const isNamed = /^(?:[[(]\S+[\])]:?|[^:\s]+:[^:\s]+:|\S+ *\|)$/.test(part);
  const rest = text.slice(all.length);
  return {
    shape: folded.replaceAll(/\d+/g, '0').replaceAll(/\p{L}+/gu, isNamed ? 'a' : '$&'),
    rest,
    level: levelOf(LEVEL_WORD.exec(part)),
    isClear: isNamed || (/^\S+:$/.test(part) && /^\s/.test(rest)),
  };
}

/** The shape of the first part of most lines; a number or a dash only after other parts. */
function mostCommonShape(texts: readonly string[], isInside: boolean): string | undefined {
  const voters = texts.filter((text) => text.trim() !== '');
  const counts = new Map<string, number>();
  for (const text of voters) {
    const part = firstPart(text);
    // A line that is only a prefix is its own message.
    if (!part?.rest.trim() || (!isInside && /^[\d-]+$/.test(part.shape))) continue;
    const count = (counts.get(part.shape) ?? 0) + 1;
    counts.set(part.shape, count);
    if (count > voters.length / 2 && (count > 1 || part.isClear)) return part.shape;
  }
  return undefined;
}
