// The forms of a reply that the contract reads, and some that it does not: the same content.

type Fields = Readonly<Record<string, unknown>>;
type Id = string | number;

const RESOURCE_RECORD = { id: 'app_web', type: 'app', name: 'web', status: 'deploying' };

/** The body of the answer that accepts a deploy request, by the id of the deployment. */
export const answerForms = {
  deploymentId: (id: Id) => ({ ok: true, deploymentId: id }),
  deployment: (id: Id) => ({ ok: true, deployment: { id, status: 'queued' } }),
  'deployment and resource': (id: Id) => ({ resource: RESOURCE_RECORD, deployment: { id } }),
  id: (id: Id) => ({ id, status: 'queued', resourceId: 'app_web' }),
  'data.id': (id: Id) => ({ ok: true, data: { id } }),
  'data.deployment': (id: Id) => ({ ok: true, data: { deployment: { id } } }),
  'in snake case': (id: Id) => ({ deployment_id: id }),
  uuid: (id: Id) => ({ message: 'queued', deployment_uuid: id }),
  'only ok': () => ({ ok: true }),
  empty: () => '',
  text: () => 'Accepted',
  resource: () => ({ ok: true, resource: RESOURCE_RECORD }),
  'id of the resource': () => ({ ok: true, id: 'app_web' }),
  job: () => ({ ok: true, job: { id: 'job_9' } }),
  'id of a job': () => ({ ok: true, id: 'job_9' }),
  'an old id': () => ({ ok: true, deploymentId: '101' }),
  'a list': (id: Id) => ({ deployments: [{ message: 'queued', deployment_uuid: id }] }),
};
export type AnswerForm = keyof typeof answerForms;

/** Forms from which the contract reads the id of the deployment. */
export const NAMING_FORMS: readonly AnswerForm[] = [
  'deploymentId',
  'deployment',
  'deployment and resource',
  'id',
  'data.id',
  'data.deployment',
  'in snake case',
  'uuid',
];

/** One record. The last ones show no status, or another deployment's. */
export const detailForms = {
  deployment: (record: Fields) => ({ ok: true, deployment: record }),
  flat: (record: Fields) => record,
  data: (record: Fields) => ({ ok: true, data: record }),
  'data.deployment': (record: Fields) => ({ ok: true, data: { deployment: record } }),
  uuid: ({ id, ...record }: Fields) => ({ deployment: { id: 7, uuid: id, ...record } }),
  number: ({ id, ...record }: Fields) => ({ deployment: { id: Number(id), ...record } }),
  'capital letters': (record: Fields) => ({
    deployment: { ...record, status: String(record['status']).toUpperCase() },
  }),
  'beside the resource': (record: Fields) => ({
    deployment: record,
    resource: { ...RESOURCE_RECORD, status: 'finished' },
  }),
  'no status': ({ status: _status, ...record }: Fields) => ({ deployment: record }),
  'another deployment': (record: Fields) => ({
    deployment: { ...record, id: '999', status: 'finished' },
  }),
  unknown: (record: Fields) => ({ result: [record] }),
};
export type DetailForm = keyof typeof detailForms;

/** A list. The last ones are not recognised. */
export const listForms = {
  deployments: (items: readonly Fields[]) => ({ ok: true, deployments: items }),
  items: (items: readonly Fields[]) => ({ items, count: items.length }),
  data: (items: readonly Fields[]) => ({ ok: true, data: items }),
  'data.deployments': (items: readonly Fields[]) => ({ ok: true, data: { deployments: items } }),
  bare: (items: readonly Fields[]) => items,
  numbers: (items: readonly Fields[]) => ({
    deployments: items.map(({ id, ...item }) => ({ id: Number(id), ...item })),
  }),
  'no id in one': (items: readonly Fields[]) => ({
    deployments: [...items, { status: 'finished' }],
  }),
  unknown: (items: readonly Fields[]) => ({ ok: true, count: items.length }),
};
export type ListForm = keyof typeof listForms;

/** True if the contract reads the list. */
export const isReadable = (form: ListForm): boolean =>
  form !== 'no id in one' && form !== 'unknown';

/** The member of a record that holds its log. The last one is not recognised. */
export const logForms = {
  text: (lines: readonly string[]) => ({ log: lines.map((line) => `${line}\n`).join('') }),
  texts: (lines: readonly string[]) => ({ logs: lines }),
  objects: (lines: readonly string[]) => ({
    buildLogs: lines.map((message, n) => ({ n, message })),
  }),
  'lines within': (lines: readonly string[]) => ({ logs: { lines } }),
  'JSON in a text': (lines: readonly string[]) => ({
    logs: JSON.stringify(lines.map((output) => ({ output, hidden: false }))),
  }),
  none: () => ({}),
  steps: (lines: readonly string[]) => ({ steps: [{ name: 'build', run: lines.join('\n') }] }),
};
export type LogForm = keyof typeof logForms;
