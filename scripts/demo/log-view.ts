// The step log as GitHub shows it: workflow commands are carried out instead of printed.

/** Makes a transformer of pieces of a log, cut anywhere, into what GitHub shows of them; `end` gives what is left. */
export function createLogView(): { push: (piece: string) => string; end: () => string } {
  let rest = '';
  return {
    push(piece) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      return lines.map(viewOf).join('');
    },
    end() {
      const last = rest;
      rest = '';
      return last === '' ? '' : viewOf(last);
    },
  };
}

const LEVELS: Readonly<Record<string, string>> = {
  error: 'Error',
  warning: 'Warning',
  notice: 'Notice',
  debug: 'Debug',
};

function viewOf(line: string): string {
  const [, command = '', properties = '', data = ''] = /^::([\w-]+)((?: [^:]*)?)::(.*)$/.exec(line) ?? [];
  if (command === '') return `${line}\n`;
  if (command === 'group') return `▾ ${unescaped(data)}\n`;
  const level = LEVELS[command];
  if (level === undefined) return '';
  const title = /\btitle=([^,]*)/.exec(properties)?.[1] ?? '';
  const text = title === '' ? data : `${title}%0A${data}`;
  return `${level}: ${unescaped(text).replaceAll('\n', '\n  ')}\n`;
}

function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}
