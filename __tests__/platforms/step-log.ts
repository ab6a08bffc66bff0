// Takes a step log apart: what the step says, and the lines of builds and apps that it prints behind a gutter.

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
  /** What the step says itself, annotations included, without commands that only arrange the log. */
  readonly own: readonly string[];
}

const GUTTER = /^ {2}(?:([^\s|]+) )?\|(?: (.*))?$/;
const ARRANGING = /^::(?:group|endgroup|debug|stop-commands|add-mask|[\w-]{16,})\b[^:]*::/;
const RUNTIME_GROUP = /^::group::Runtime log/;

/** Takes a step log apart. */
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
    if (!ARRANGING.test(line)) own.push(line);
  }
  return { printed, own };
}
