// The forms of a reply that the contract reads, and odd ones that it does not: the same content.

type Fields = Readonly<Record<string, unknown>>;
type Items = readonly Fields[];

/** The keys of a closed record. */
export const keysOf = <T extends string>(record: Readonly<Record<T, unknown>>): readonly T[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is closed
  Object.keys(record) as T[];

const APP = { id: 'app_web', type: 'app', name: 'web', status: 'deploying' };

/** Answers that accept a deploy request and name the deployment. */
const namingForms = {
  deploymentId: (id: string) => ({ ok: true, deploymentId: id }),
  deployment: (id: string) => ({ resource: APP, deployment: { id, status: 'queued' } }),
  id: (id: string) => ({ id, status: 'queued', resourceId: 'app_web' }),
  'data.deployment': (id: string) => ({ ok: true, data: { deployment: { id } } }),
  'in snake case': (id: string) => ({ message: 'queued', deployment_uuid: id }),
};
/** All answers; the others name nothing, or something else. */
export const answerForms = {
  ...namingForms,
  'only ok': () => ({ ok: true }),
  empty: () => '',
  text: () => 'Accepted',
  'id of the resource': () => ({ ok: true, resource: APP, id: 'app_web' }),
  'id of a job': () => ({ ok: true, id: 'job_9' }),
  'an old id': () => ({ ok: true, deploymentId: '101' }),
  'a list': (id: string) => ({ deployments: [{ message: 'queued', deployment_uuid: id }] }),
};
export type AnswerForm = keyof typeof answerForms;
export const NAMING_FORMS: readonly AnswerForm[] = keysOf(namingForms);

const plainDetails = {
  deployment: (record: Fields) => ({ ok: true, deployment: record }),
  flat: (record: Fields) => record,
  'data.deployment': (record: Fields) => ({ ok: true, data: { deployment: record } }),
  uuid: ({ id, ...record }: Fields) => ({ data: { id: 7, uuid: id, ...record } }),
  number: ({ id, ...record }: Fields) => ({ deployment: { id: Number(id), ...record } }),
  'beside the resource': (record: Fields) => ({
    deployment: { ...record, status: String(record['status']).toUpperCase() },
    resource: { ...APP, status: 'finished' },
  }),
};
const oddDetails = {
  'no status': ({ status: _status, ...record }: Fields) => ({ deployment: record }),
  'another deployment': (record: Fields) => ({
    deployment: { ...record, id: '999', status: 'finished' },
  }),
  'unknown detail': (record: Fields) => ({ result: [record] }),
};
export const detailForms = { ...plainDetails, ...oddDetails };
export type DetailForm = keyof typeof detailForms;
export const PLAIN_DETAILS: readonly DetailForm[] = keysOf(plainDetails);
export const ODD_DETAILS: readonly DetailForm[] = keysOf(oddDetails);

const plainLists = {
  deployments: (items: Items) => ({ ok: true, deployments: items }),
  items: (items: Items) => ({ items, count: items.length }),
  'data.deployments': (items: Items) => ({ ok: true, data: { deployments: items } }),
  bare: (items: Items) => items,
  numbers: (items: Items) => ({
    data: items.map(({ id, ...item }) => ({ id: Number(id), ...item })),
  }),
};
const oddLists = {
  'no id in one': (items: Items) => ({ deployments: [...items, { status: 'finished' }] }),
  'unknown list': (items: Items) => ({ ok: true, count: items.length }),
};
export const listForms = { ...plainLists, ...oddLists };
export type ListForm = keyof typeof listForms;
export const PLAIN_LISTS: readonly ListForm[] = keysOf(plainLists);
export const ODD_LISTS: readonly ListForm[] = keysOf(oddLists);

/** The member of a record that holds its log. The last one is not recognised. */
export const logForms = {
  text: (lines: readonly string[]) => ({ log: lines.map((line) => `${line}\n`).join('') }),
  texts: (lines: readonly string[]) => ({ logs: lines }),
  objects: (lines: readonly string[]) => ({ buildLogs: lines.map((message) => ({ message })) }),
  'JSON in a text': (lines: readonly string[]) => ({
    logs: JSON.stringify(lines.map((output) => ({ output, hidden: false }))),
  }),
  steps: (lines: readonly string[]) => ({ steps: [{ name: 'build', run: lines.join('\n') }] }),
};
export type LogForm = keyof typeof logForms;
