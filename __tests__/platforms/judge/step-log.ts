// Splits a step log into lines of the step itself, and lines of builds and apps, which are printed behind a gutter.

/** One line of a build or an app. */
interface PrintedLine {
  readonly text: string;
  readonly source: 'build' | 'runtime';
  /** The name of the resource, where the step has several. */
  readonly label: string;
}

/** The parts of a step log. */
export interface StepLog {
  readonly printed: readonly PrintedLine[];
  /** Lines of the step itself, annotations included, without commands such as `::group::`. */
  readonly own: readonly string[];
}

const GUTTER = /^ {2}(?:([^\s|]+) )?\|(?: (.*))?$/;
const LAYOUT_COMMAND = /^::(?:group|endgroup|debug|stop-commands|add-mask|[\w-]{16,})\b[^:]*::/;
const RUNTIME_GROUP = /^::group::Runtime log/;

export function parseStepLog(log: string): StepLog {
  const printed: PrintedLine[] = [];
  const own: string[] = [];
  let source: PrintedLine['source'] = 'build';
  for (const line of log.split('\n').slice(0, -1)) {
    const [isPrinted, label = '', text = ''] = GUTTER.exec(line) ?? [];
    if (isPrinted !== undefined) {
      printed.push({ text, source, label });
      continue;
    }
    if (line.startsWith('::group::')) source = RUNTIME_GROUP.test(line) ? 'runtime' : 'build';
    if (!LAYOUT_COMMAND.test(line)) own.push(line);
  }
  return { printed, own };
}
