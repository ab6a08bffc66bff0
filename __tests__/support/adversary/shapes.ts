// The same answers in other forms: plain ones that a reader knows, and odd ones that it must only
// not be misled by.

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one value of a body besides `ok`, such as the list or the record. */
function contentOf(body: unknown): unknown {
  if (!isFields(body)) return body;
  const rest = Object.entries(body).filter(([name]) => name !== 'ok');
  return rest.length === 1 ? rest[0]?.[1] : body;
}

/** Changes every object with an id, at any depth. */
function mapRecords(value: unknown, change: (record: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapRecords(item, change));
  if (!isFields(value)) return value;
  const mapped = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapRecords(item, change)]),
  );
  return 'id' in mapped ? change(mapped) : mapped;
}

const mapLog = (body: unknown, change: (log: string) => unknown): unknown =>
  mapRecords(body, (record) =>
    typeof record['log'] === 'string' ? { ...record, log: change(record['log']) } : record,
  );

const linesOf = (log: string): string[] => log.split('\n').filter((line) => line !== '');

/** Forms by name. The first one is the one of the API page. */
export const reshapes = {
  plain: (_name, body) => body,
  'in data': (_name, body) => ({ ok: true, data: body }),
  bare: (_name, body) => contentOf(body),
  'with others beside': (_name, body) =>
    isFields(body)
      ? { user: { id: 'u_1', status: 'active' }, ...body, links: { self: '/x' } }
      : body,
  'capital letters': (_name, body) =>
    mapRecords(body, (record) =>
      typeof record['status'] === 'string'
        ? { ...record, status: record['status'].toUpperCase() }
        : record,
    ),
  'state for status': (_name, body) =>
    mapRecords(body, ({ status, ...record }) => ({ ...record, state: status })),
  'log as lines': (_name, body) => mapLog(body, linesOf),
  'log as entries': (_name, body) =>
    mapLog(body, (log) => linesOf(log).map((message, time) => ({ time, message }))),
  'log without its last line end': (_name, body) => mapLog(body, (log) => log.trimEnd()),
  'log in steps': (_name, body) =>
    mapLog(body, (log) => ({
      steps: [{ name: 'build', commands: linesOf(log).map((one) => ({ run: one })) }],
    })),
  'newest line first': (_name, body) => mapLog(body, (log) => linesOf(log).toReversed().join('\n')),
  'no log': (_name, body) => mapRecords(body, ({ log: _log, ...record }) => record),
  'no status in the detail': (name, body) =>
    name.startsWith('dep_') ? mapRecords(body, ({ status: _status, ...record }) => record) : body,
  'no id in one entry': (name, body) => {
    const list: unknown = isFields(body) ? body['deployments'] : undefined;
    return name === 'list' && Array.isArray(list)
      ? { deployments: [...list.map((item: unknown) => item), { draft: true, status: 'finished' }] }
      : body;
  },
  'status as an object': (name, body) =>
    name === 'list' || name.startsWith('dep_')
      ? mapRecords(body, (record) =>
          record['status'] === 'building' ? { ...record, status: { step: 3 } } : record,
        )
      : body,
} satisfies Readonly<Record<string, (name: string, body: unknown) => unknown>>;

/** The name of a form. */
export type Shape = keyof typeof reshapes;

/** Forms of which a reader understands everything: the step must do as well as with the first. */
export const PLAIN_SHAPES: readonly Shape[] = [
  'plain',
  'in data',
  'bare',
  'with others beside',
  'capital letters',
  'state for status',
  'log as lines',
  'log as entries',
  'log without its last line end',
];

/** All others: the step must only not be wrong. */
export const ODD_SHAPES: readonly Shape[] = [
  'log in steps',
  'newest line first',
  'no log',
  'no status in the detail',
  'no id in one entry',
  'status as an object',
];
