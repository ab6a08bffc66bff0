// What the test service answers, written as a table. One row per line:
//
//     [from] request [×count] answer [(how)]
//
//     resource        exited                        the status of the resource; `@own`, `@none`:
//     its domain is this server, none
//     POST ×1         cut                           the first deploy request
//     POST            {"deploymentId":"dep_2"}      all later ones
//     dep_2           building | Cloning / Compiling   a deployment exists: its status, and the
//     lines of its log
//     20s dep_2       finished                      from 20 seconds on; `gone`: it does not exist;
//     `(unlisted)`: not in the list
//     +20s dep_2      finished                      from 20 seconds after the change above it
//     10s list        ×2 502 page                   two answers to the list; it otherwise shows the
//     deployments that exist
//     detail dep_2    500 internal_error (late 8s)  the detail alone
//
// Rows below a request that changes something hold only once that request has come. Deployments
// that are mentioned later stand above the others in the list; `cap 3` limits it to three. A name
// that no request can have is an error; the id of a deployment is `dep_…`, or stands in the answer to a POST or to the list.
//
// Answers: a status, JSON, `503 internal_error "Sorry"` (an error of the API), `502 page`, `204`,
// `200 "text"`, `cut`, `hang`, `as is` (with a manner: what would be answered without this row).

/** One row of a table. */
interface Row {
  readonly fromMs: number;
  /** The time counts from the first use of the change above. */
  readonly isRelative: boolean;
  readonly untilMs: number;
  readonly name: string;
  readonly count: number | undefined;
  readonly answer: Answer;
}

/** How one request is answered; `text` as the table has it. */
export interface Answer {
  readonly text: string;
  /** Milliseconds before the answer. */
  readonly lateMs: number;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  /** Only the first half of the body is sent. */
  readonly isStalled: boolean;
  readonly isUnlisted: boolean;
}

/** The requests that change something. */
export const CHANGES: ReadonlySet<string> = new Set(['POST', 'start', 'stop', 'restart']);

/** The resource of a step that names no other. */
export const RESOURCE = 'app_web';

/**
 * Rows of a POST and of the deployment that it starts: `deploys('dep_2', 'building', '20s
 * finished')`. The answer is an id, or written as in a table; states hold
 * at once or from a time on.
 */
export function deploys(answer: string, ...states: readonly string[]): string {
  const id = /dep_\w+/.exec(answer)?.[0] ?? 'dep_2';
  const request = `POST ${answer === id ? `{"deploymentId":"${id}"}` : answer}`;
  const rows = states.map((state) => state.replace(/^(?:\+?[\d.]+s )?/, `$&${id} `));
  return [request, ...rows].join('\n');
}

/** Where a table does not say how a POST is accepted: a deployment that takes 20 seconds. */
const DEPLOYS_WELL = deploys(
  'dep_2',
  'building | Cloning / Compiling',
  '+20s finished | Cloning / Compiling / Done',
);

const DEFAULTS: Readonly<Record<string, string>> = {
  resource: 'running',
  resources:
    '{"ok":true,"resources":[{"id":"app_web","type":"app","name":"web","status":"running"}]}',
  env: 'PORT, DATABASE_URL',
  logs: 'listening on 3000',
  health: '200 "ok"',
  openapi: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Deployment Service', version: '1' },
    paths: {
      '/resources': { get: {} },
      '/resources/{id}': { get: {} },
      ...Object.fromEntries(
        ['start', 'stop', 'restart'].map((change) => [`/resources/{id}/${change}`, { post: {} }]),
      ),
      '/resources/{id}/deployments': { get: {}, post: {} },
      '/resources/{id}/deployments/{deploymentId}': { get: {} },
      '/resources/{id}/logs': { get: {} },
      '/resources/{id}/env': { get: {} },
    },
  }),
  start: '202 {"ok":true}',
  stop: '202 {"ok":true}',
  restart: '202 {"ok":true}',
};

const ROW =
  /^(?:(?<from>\+?[\d.]+)s(?:–(?<until>[\d.]+)s)?\s+)?(?<name>detail \S+|\S+)(?:\s+×(?<count>\d+))?(?:\s+(?<answer>.*))?$/;

/** The names of rows that are no deployments. */
const NAMES = new Set<string>([
  ...CHANGES,
  ...'resource list logs env resources openapi health down cap'.split(' '),
]);

/**
 * Throws for a name that no request has, such as `depp_2` or `lst`. `table`: where the ids of
 * deployments stand that are not `dep_…`.
 */
export function assertName(name: string, table: string): void {
  const id = name.replace(/^detail /, '');
  const isId = /^dep_[a-z]*\d*$/.test(id) || namedIn(table).has(id);
  if (NAMES.has(name) || isId) return;
  throw new Error(`no request to the test service is called "${name}"`);
}

/** The ids in the answers to POSTs and lists. */
function namedIn(table: string): ReadonlySet<string> {
  const answers = table.split('\n').filter((line) => /(?:^|\s)(?:POST|list)\s/.test(line));
  return new Set(answers.flatMap((line) => line.match(/\b[a-z]+_\w+/g) ?? []));
}

/** Reads the rows of a table; throws for one that could never answer a request. */
export function parseRows(table: string): Row[] {
  const lines = table.split('\n').map((line) => line.trim());
  let hasChange = false;
  return lines.filter(Boolean).map((line) => {
    const groups = ROW.exec(line)?.groups;
    if (groups === undefined) throw new Error(`this is no row of the test service: ${line}`);
    const { from = '0', until = 'Infinity', name = '', count, answer = '' } = groups;
    assertName(name, table);
    if (from.startsWith('+') && !hasChange) throw new Error(`no change stands above: ${line}`);
    // The row of a deployment is its state, which the list shows, too.
    if (/^dep_\w+$/.test(name) && /^[1-5]\d\d\b/.test(answer))
      throw new Error(`an answer to the read of a deployment is a row "detail ${name}": ${line}`);
    hasChange ||= CHANGES.has(name);
    return {
      fromMs: Number(from) * 1_000,
      isRelative: from.startsWith('+'),
      untilMs: Number(until) * 1_000,
      name,
      count: count === undefined ? undefined : Number(count),
      answer: parseAnswer(answer),
    };
  });
}

function parseAnswer(written: string): Answer {
  const [, text = '', how = ''] = /^(.*?)(?:\s*\(([^()]*)\))?$/s.exec(written) ?? [];
  // Parentheses that say nothing of the manner belong to the answer, as in `running (healthy)`.
  const isManner = /\b(?:late|retry-after|location|stalls|unlisted)\b/.test(how);
  const manner = isManner ? how : '';
  return {
    text: isManner ? text : written,
    lateMs: Number(/late ([\d.]+)s/.exec(manner)?.[1] ?? 0) * 1_000,
    retryAfter: /retry-after ([^,]+)/.exec(manner)?.[1],
    location: /location (\S+)/.exec(manner)?.[1],
    isStalled: manner.includes('stalls'),
    isUnlisted: manner.includes('unlisted'),
  };
}

/** The rows of a table, and which of them have been used. */
export class ResourceTable {
  readonly #rows: readonly Row[];
  readonly #uses = new Map<Row, number>();
  readonly #firstUseMs = new Map<Row, number>();

  constructor(rows: readonly Row[]) {
    const isAccepted = rows.some(
      ({ name, count }) => (name === 'POST' && count === undefined) || /^dep_(?!1$)\w+$/.test(name),
    );
    this.#rows = [
      ...(rows.some(({ name }) => name === 'dep_1') ? [] : parseRows('dep_1 finished')),
      ...rows,
      ...(isAccepted ? [] : parseRows(DEPLOYS_WELL)),
    ];
  }

  /** The answer to a request, such as `list`, `POST` or `dep_2`, at this time. */
  answer(name: string, nowMs: number): Answer {
    const isDetail = name.startsWith('dep_');
    const row =
      (isDetail ? this.#next(`detail ${name}`, nowMs) : undefined) ?? this.#next(name, nowMs);
    if (row !== undefined) this.#uses.set(row, (this.#uses.get(row) ?? 0) + 1);
    if (row !== undefined && !this.#firstUseMs.has(row)) this.#firstUseMs.set(row, nowMs);
    if (row?.answer.text === 'as is') return { ...row.answer, text: this.#state(name, nowMs) };
    if (row === undefined && name === 'list') return parseAnswer(this.#deployments(nowMs));
    if (row !== undefined && row.answer.text !== 'gone') return row.answer;
    return parseAnswer(DEFAULTS[name] ?? '404 not_found "There is no such thing."');
  }

  /** What a read shows without the rows that say `as is` or hold a number of times. */
  #state(name: string, nowMs: number): string {
    const row = this.#rows.findLast(
      (other) =>
        other.name === name &&
        other.count === undefined &&
        other.answer.text !== 'as is' &&
        this.#holds(other, nowMs),
    );
    if (row === undefined && name === 'list') return this.#deployments(nowMs);
    return row?.answer.text ?? DEFAULTS[name] ?? '404 not_found';
  }

  /**
   * First the rows that hold a number of times, then the last of the others; of changes, the next
   * one.
   */
  #next(name: string, nowMs: number): Row | undefined {
    const rows = this.#rows.filter((row) => row.name === name && this.#holds(row, nowMs));
    const counted = rows.find(
      (row) => row.count !== undefined && (this.#uses.get(row) ?? 0) < row.count,
    );
    return counted ?? rows.findLast(({ count }) => count === undefined);
  }

  #holds(row: Row, nowMs: number): boolean {
    const above = this.#rows
      .slice(0, this.#rows.indexOf(row))
      .filter(({ name }) => CHANGES.has(name));
    const change = row.isRelative ? above.at(-1) : undefined;
    const fromMs =
      (change === undefined ? 0 : (this.#firstUseMs.get(change) ?? Infinity)) + row.fromMs;
    if (nowMs < fromMs || nowMs >= row.untilMs) return false;
    return CHANGES.has(row.name) || above.every((other) => this.#uses.has(other));
  }

  /** The deployments that exist, latest first, as an answer has them. */
  #deployments(nowMs: number): string {
    const ids = new Set(this.#rows.flatMap(({ name }) => (/^dep_\w+$/.test(name) ? [name] : [])));
    const shown = [...ids].toReversed().flatMap((id) => {
      const row = this.#rows.findLast((other) => other.name === id && this.#holds(other, nowMs));
      const state = row?.answer.text.split(' | ')[0];
      return state === undefined || state === 'gone' || row?.answer.isUnlisted === true
        ? []
        : [`${id} ${state}`];
    });
    const cap = Number(this.#rows.find(({ name }) => name === 'cap')?.answer.text ?? Infinity);
    return shown.slice(0, cap).join(', ') || 'none';
  }
}

/** What is sent. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * What an answer is made for: `{host}` and `{…}` of `texts` stand for what is too long or too odd
 * for a row.
 */
interface Subject {
  readonly name: string;
  readonly resourceId: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The reply that a table writes so. */
export function replyOf(answer: Answer, subject: Subject): Reply {
  const reply = rawReplyOf(answer, subject);
  const isJson = reply.type === 'application/json';
  const body = Object.entries(subject.texts).reduce(
    (filled, [name, text]) =>
      filled.replaceAll(`{${name}}`, () => (isJson ? JSON.stringify(text).slice(1, -1) : text)),
    reply.body,
  );
  return { ...reply, body };
}

function rawReplyOf({ text }: Answer, request: Subject): Reply {
  const [, status, rest = ''] = /^([1-5]\d\d)(?: (.*))?$/s.exec(text) ?? [];
  const usual = CHANGES.has(request.name) ? 202 : 200;
  if (status === undefined) return json(usual, bodyOf(text, request));
  const page = /^page(?: (.*))?$/.exec(rest);
  if (page !== null) return pageOf(Number(status), page[1] ?? 'Gateway');
  if (/^[{[]|^null$/.test(rest)) return json(Number(status), rest);
  const quoted = /^"(.*)"$/s.exec(rest)?.[1];
  if (quoted !== undefined) return { status: Number(status), type: 'text/plain', body: quoted };
  const error = /^(\S+)(?: "(.*)")?$/.exec(rest);
  if (error === null) return { status: Number(status), type: 'application/json', body: '' };
  return json(Number(status), { ok: false, error: { code: error[1], message: error[2] ?? 'No.' } });
}

const json = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

function pageOf(status: number, title: string): Reply {
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, type: 'text/html', body };
}

/** The body of a good answer that is not written as JSON. */
function bodyOf(text: string, { name, resourceId }: Subject): unknown {
  if (/^[{[]/.test(text)) return text;
  if (name === 'list')
    return {
      ok: true,
      deployments: text === 'none' ? [] : text.split(', ').map((item) => deploymentOf(item)),
    };
  if (name.startsWith('dep_')) {
    const [state = '', log] = text.split(' | ');
    return {
      ok: true,
      deployment: {
        ...deploymentOf(`${name} ${state}`),
        ...(log === undefined ? {} : { log: logOf(log) }),
      },
    };
  }
  if (name === 'env') return { ok: true, env: text === 'none' ? [] : text.split(', ') };
  if (name === 'logs') return { ok: true, logs: logOf(text) };
  if (name !== 'resource') return text;
  const [status = '', domain] = text.split(' @');
  const domains = { own: ['{host}'], none: [] }[domain ?? ''] ?? ['web.example.test'];
  const shown = status === '-' ? {} : { status };
  return {
    ok: true,
    resource: {
      id: resourceId,
      type: 'app',
      name: resourceId.replace('app_', ''),
      ...shown,
      domains,
    },
  };
}

/** `id status {"more":"fields"}`. */
function deploymentOf(text: string): Readonly<Record<string, unknown>> {
  const [, id, status, fields] = /^(\S+) (.*?)(?: (\{.*\}))?$/.exec(text) ?? [];
  const parsed: unknown = fields === undefined ? {} : JSON.parse(fields);
  return { id, status, ...(typeof parsed === 'object' ? parsed : {}) };
}

/** `one line / another`; with `…` at the end, the last line is not finished. */
function logOf(text: string): string {
  const log = `${text.split(' / ').join('\n')}\n`;
  return log.endsWith('…\n') ? log.slice(0, -2) : log;
}
