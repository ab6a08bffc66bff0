// What one TypeScript file costs a reader: its lines of code, how long its functions are, and how
// often they branch.
import { parseSync, Visitor } from 'oxc-parser';

/** One function, without the functions within it. */
interface FunctionFigures {
  readonly lines: number;
  /** One, and one more for each branch; a `switch` counts once, as a table would. */
  readonly complexity: number;
}

/** The figures of one file. */
export interface FileFigures {
  /** Lines that hold code: neither blank nor only a comment. */
  readonly codeLines: number;
  readonly allLines: number;
  /** Lines of more than 100 characters, comments included. */
  readonly wideLines: number;
  readonly functions: readonly FunctionFigures[];
  /** Conditional expressions that stand directly in another one. */
  readonly nestedTernaries: number;
}

/** Offsets in the source; the end is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const MAX_WIDTH = 100;
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const BRANCHES = [
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'CatchClause',
];

/** Counts a file; throws when it cannot be parsed. */
export function figuresOf(name: string, source: string): FileFigures {
  const { program, comments, errors } = parseSync(name, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${name}: ${error.message}`);
  const functions: Span[] = [];
  const branches: Span[] = [];
  const texts: Span[] = [];
  let nestedTernaries = 0;
  const collect = (types: readonly string[], into: Span[]) =>
    Object.fromEntries(types.map((type) => [type, (node: Span) => void into.push(node)]));
  new Visitor(collect(FUNCTIONS, functions)).visit(program);
  new Visitor(collect(BRANCHES, branches)).visit(program);
  new Visitor(collect(['TemplateElement'], texts)).visit(program);
  new Visitor({
    ConditionalExpression: ({ test, consequent, alternate }) => {
      const parts = [test, consequent, alternate];
      nestedTernaries += parts.filter(({ type }) => type === 'ConditionalExpression').length;
    },
  }).visit(program);

  const lines = source.trimEnd().split('\n');
  const lineAt = lineFinder(lines);
  const isInText = (line: number) =>
    texts.some(({ start, end }) => lineAt(start) < line && line < lineAt(end));
  const code = withoutComments(source, comments).split('\n');
  return {
    codeLines: code.filter((line, index) => line.trim() !== '' || isInText(index)).length,
    allLines: lines.length,
    wideLines: lines.filter((line) => line.length > MAX_WIDTH).length,
    functions: functions.map((own) => {
      const linesOf = ({ start, end }: Span) => lineAt(end) - lineAt(start) + 1;
      const isOwn = (node: Span) => innermost(functions, node) === own;
      const inner = functions.filter(isOwn).map(linesOf);
      return {
        lines: linesOf(own) - sum(inner.filter((count) => count > 1)),
        complexity: 1 + branches.filter(isOwn).length,
      };
    }),
    nestedTernaries,
  };
}

/** The source with spaces for its comments, so that offsets and lines stay. */
function withoutComments(source: string, comments: readonly Span[]): string {
  return comments.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end),
    source,
  );
}

/** Returns the line, from 0, that holds an offset. */
function lineFinder(lines: readonly string[]): (offset: number) => number {
  const ends: number[] = [];
  for (const { length } of lines) ends.push((ends.at(-1) ?? -1) + length + 1);
  return (offset) => ends.findIndex((end) => offset <= end);
}

/** The function that holds a node most closely; `functions` are in the order of their starts. */
function innermost(functions: readonly Span[], node: Span): Span | undefined {
  return functions.findLast(
    (other) => other !== node && other.start <= node.start && node.end <= other.end,
  );
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
