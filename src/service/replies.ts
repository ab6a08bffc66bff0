// Reads the replies of the service. The API page leaves many shapes open ("not shown"), so the
// readers know its own style, one wrapper around it, and what platforms of this kind send. Nothing
// is searched for elsewhere in a reply. All texts are untrusted.
import { addressFrom } from '../url.ts';
import type { Reply } from './answer.ts';
import {
  asList,
  asText,
  firstReadable,
  isRecord,
  type JsonRecord,
  type Members,
  membersOf,
  normalizeName,
  parseJson,
  toLine,
} from './json.ts';
import { normalizeStatus } from './statuses.ts';

/** One deployment of a resource. */
export interface Deployment {
  readonly id: string;
  /** See `normalizeStatus`; undefined when none is shown. */
  readonly status?: string;
  /** 7 to 40 hexadecimal digits, in lower case. */
  readonly commit?: string;
  /** Why it failed, as the service says, in one line. */
  readonly reason?: string;
}

/** A deployment as the reply about it shows it; without an id if that is not recognised. */
export interface DeploymentDetail extends Omit<Deployment, 'id'> {
  readonly id?: string;
  /** Absent if the reply shows no log that is recognised: an earlier poll may have read one. */
  readonly log?: LogText;
  /** What the reply shows instead of a log that is recognised. */
  readonly unreadLog?: unknown;
  /** The whole reply. */
  readonly json: unknown;
}

/** A log as a reply holds it. */
export interface LogText {
  /** With `\n` line ends; the last line may be unfinished. */
  readonly text: string;
  /** How many entries were left out because the service marks them as hidden. */
  readonly hiddenCount: number;
}

/** What the answer to an accepted request shows. */
export interface Accepted {
  readonly deploymentId?: string | undefined;
  readonly status?: string | undefined;
  /** The service's own sentence, such as `already up to date`. */
  readonly message?: string | undefined;
}

type Scalar = string | number | boolean | null;

/** One resource. */
export interface Resource {
  readonly id: string;
  readonly name?: string | undefined;
  /** `app`, `worker`, `database` or `service` (API 2). */
  readonly type?: string | undefined;
  /** As the service writes it. */
  readonly status?: string | undefined;
  /** The first domain as an address, see `addressFrom`. */
  readonly url?: string | undefined;
  /** The members with a single value; those of the API page have its names. */
  readonly fields: Readonly<Record<string, Scalar>>;
}

/** An object in a reply, and the members of the object around it. */
interface Candidate {
  readonly record: JsonRecord;
  readonly members: Members;
  readonly around: Members;
}

/** The objects that may be the subject of a reply: itself, its `data`, or the noun in either. */
function candidatesIn(json: unknown, noun: string): readonly Candidate[] {
  const whole = membersOf(json);
  const data = whole.get('data');
  const inData = membersOf(data);
  const places: readonly (readonly [unknown, Members])[] = [
    [whole.get(noun), whole],
    [inData.get(noun), inData],
    [data, whole],
    [json, new Map()],
  ];
  return places.flatMap(([record, around]) =>
    isRecord(record) ? [{ record, members: membersOf(record), around }] : [],
  );
}

/**
 * The object of a reply that has the requested id. If no object shows any id, the first with a
 * status is it: the path of the request names its subject.
 */
function findRecord(json: unknown, noun: string, id: string): Candidate | undefined {
  const candidates = candidatesIn(json, noun);
  const named = candidates.filter(({ members }) => idsOf(members).length > 0);
  if (named.length > 0) return named.find(({ members }) => idsOf(members).includes(id));
  return candidates.find(({ members }) => statusIn(members) !== undefined);
}

/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
function asId(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) ? String(value) : asText(value);
  return text === '.' || text === '..' ? undefined : text;
}

/** The ids of a record: a text goes before a number, which may be of the platform's database. */
function idsOf(members: Members): readonly string[] {
  const values = ['id', 'uuid', 'deploymentid', 'deploymentuuid'].map((name) => members.get(name));
  const numbersLast = values.toSorted(
    (a, b) => Number(typeof a === 'number') - Number(typeof b === 'number'),
  );
  return numbersLast.flatMap((value) => asId(value) ?? []);
}

function statusIn(members: Members): string | undefined {
  return toLine(members.get('status'));
}

/** A text, or the first readable member of an object with these names. */
function textOrMember(names: readonly string[]): (value: unknown) => string | undefined {
  return (value) => toLine(value) ?? firstReadable(membersOf(value), names, toLine);
}

const REASON_NAMES = ['error', 'errormessage', 'failurereason', 'statusreason'];
const readReason = textOrMember(['message']);
const COMMIT_NAMES = ['commit', 'commitsha', 'commithash'];
const readCommitText = textOrMember(['sha', 'id', 'hash']);

function readCommit(value: unknown): string | undefined {
  const commit = readCommitText(value)?.toLowerCase() ?? '';
  return /^[\da-f]{7,40}$/.test(commit) ? commit : undefined;
}

/** Without the members that are not shown: an earlier poll may have read them. */
function stateIn(members: Members): Omit<Deployment, 'id'> {
  const status = statusIn(members);
  const commit = firstReadable(members, COMMIT_NAMES, readCommit);
  const reason = firstReadable(members, REASON_NAMES, readReason);
  return {
    ...(status !== undefined && { status: normalizeStatus(status) }),
    ...(commit !== undefined && { commit }),
    ...(reason !== undefined && { reason }),
  };
}

/** The deployment of a reply about `id`; without a status when the reply is not about it. */
export function readDeployment(json: unknown, id: string): DeploymentDetail {
  const found = findRecord(json, 'deployment', id);
  if (found === undefined) return { json };
  const { members, around } = found;
  const log = logIn(members) ?? logIn(around);
  const unreadLog = log === undefined ? (unreadIn(members) ?? unreadIn(around)) : undefined;
  return {
    id,
    ...stateIn(members),
    ...(log !== undefined && { log }),
    ...(unreadLog !== undefined && { unreadLog }),
    json,
  };
}

/** The deployments of a list reply, latest first; undefined if no list is recognised. */
export function readDeployments(json: unknown): readonly Deployment[] | undefined {
  return readList(json, 'deployments', (id, { members }) => ({ id, ...stateIn(members) }));
}

/** The array of a list reply. It is no list if an entry has no id. */
function readList<T>(
  json: unknown,
  noun: string,
  read: (id: string, entry: { record: JsonRecord; members: Members }) => T,
): readonly T[] | undefined {
  const names = [noun, 'items', 'data'];
  const whole = membersOf(json);
  const list =
    asList(json) ??
    firstReadable(whole, names, asList) ??
    firstReadable(membersOf(whole.get('data')), names, asList);
  const items = list?.flatMap((record) => {
    const members = membersOf(record);
    const [id] = idsOf(members);
    return isRecord(record) && id !== undefined ? [read(id, { record, members })] : [];
  });
  return items?.length === list?.length ? items : undefined;
}

/** What the answer to a POST for this resource shows. The id of the resource is no deployment. */
export function readAccepted(json: unknown, resourceId: string): Accepted {
  const whole = membersOf(json);
  const data = membersOf(whole.get('data'));
  const named = [whole, data].flatMap((members) =>
    ['deploymentid', 'deploymentuuid'].flatMap((name) => asId(members.get(name)) ?? []),
  );
  const objects = [whole.get('deployment'), data.get('deployment')].map(membersOf);
  const own = [...objects, whole, data];
  const ids = [...named, ...own.flatMap((members) => idsOf(members).slice(0, 1))];
  const deploymentId = ids.find((id) => id !== resourceId);
  const holder = own.find((members) => idsOf(members)[0] === deploymentId);
  return {
    deploymentId,
    status: holder && stateIn(holder).status,
    message: firstReadable(whole, ['message', 'reason'], toLine),
  };
}

/** The resource of a reply about `id`; undefined when the reply is not about it. */
export function readResource(json: unknown, id: string): Resource | undefined {
  const found = findRecord(json, 'resource', id);
  if (found === undefined) return undefined;
  const { record, members, around } = found;
  return { ...resourceOf(id, { record, members }), url: urlIn(members) ?? urlIn(around) };
}

/** The resources of a list reply; undefined if no list is recognised. */
export function readResources(json: unknown): readonly Resource[] | undefined {
  return readList(json, 'resources', resourceOf);
}

/** Longer texts are left out: they do not fit into a list. */
const MAX_FIELD_CHARS = 16_384;

function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'string') return value.length <= MAX_FIELD_CHARS;
  return value === null || ['number', 'boolean'].includes(typeof value);
}

function resourceOf(
  id: string,
  { record, members }: { record: JsonRecord; members: Members },
): Resource {
  const known = {
    id,
    name: toLine(members.get('name')),
    type: toLine(members.get('type')),
    status: statusIn(members),
  };
  const catalogKey = asText(members.get('catalogkey'));
  const all = [...Object.entries(record), ...Object.entries({ ...known, catalogKey })];
  const fields = Object.fromEntries(
    all.filter((entry): entry is [string, Scalar] => isScalar(entry[1])),
  );
  return { ...known, fields };
}

const DOMAIN_NAMES = ['domains', 'domain', 'fqdn', 'url', 'urls', 'hosts'];
const DOMAIN_ENTRY_NAMES = ['domain', 'name', 'host', 'hostname', 'url'];
/** How many texts are tried as domains. */
const MAX_DOMAINS = 100;

/** The first domain that is an address. */
function urlIn(members: Members): string | undefined {
  return firstReadable(members, DOMAIN_NAMES, (value) => {
    const entries = (asList(value) ?? [value]).slice(0, MAX_DOMAINS);
    const texts = entries.map(
      (entry) => asText(entry) ?? firstReadable(membersOf(entry), DOMAIN_ENTRY_NAMES, asText),
    );
    const domains = texts.flatMap((text) => text?.split(',', MAX_DOMAINS) ?? []);
    return domains.map(addressFrom).find((address) => address !== undefined);
  });
}

const ENV_NAMES = ['env', 'envs', 'environmentvariables', 'variables', 'vars', 'names', 'keys'];
const VARIABLE = /^[^\p{Cc}\s=]{1,255}$/u;

/** The names of environment variables, never values; undefined if they are not recognised. */
export function readEnvNames(json: unknown): readonly string[] | undefined {
  const whole = membersOf(json);
  const bare = asList(json) ?? asList(whole.get('data'));
  if (bare !== undefined) return variablesIn(bare);
  return (
    firstReadable(whole, ENV_NAMES, variablesIn) ??
    firstReadable(membersOf(whole.get('data')), ENV_NAMES, variablesIn)
  );
}

/** The names in a list of texts or objects, or the keys of a map. */
function variablesIn(value: unknown): readonly string[] | undefined {
  const entries = asList(value) ?? (isRecord(value) ? Object.keys(value) : undefined);
  const names = entries?.flatMap((entry) => {
    const name = asText(entry) ?? firstReadable(membersOf(entry), ['name', 'key'], asText);
    return name !== undefined && VARIABLE.test(name) ? [name] : [];
  });
  return names?.length === entries?.length ? names : undefined;
}

const LOG_NAMES = ['log', 'logs', 'buildlog', 'buildlogs', 'output', 'lines', 'entries'];
const LINE_NAMES = ['message', 'msg', 'line', 'text', 'log', 'output', 'content'];

/** The runtime log of a reply; undefined if it is not recognised. */
export function readRuntimeLog({ json, body }: Reply): LogText | undefined {
  if (json === undefined) return logOf(body);
  const whole = membersOf(json);
  return asList(json) === undefined
    ? (logIn(whole) ?? logIn(membersOf(whole.get('data'))) ?? logOf(whole.get('data')))
    : logOf(json);
}

/** The log of an object: the first with lines, otherwise an empty one. */
function logIn(members: Members): LogText | undefined {
  const logs = LOG_NAMES.flatMap((name) =>
    members.has(name) ? (logOf(members.get(name)) ?? []) : [],
  );
  return logs.find(({ text, hiddenCount }) => text !== '' || hiddenCount > 0) ?? logs[0];
}

/** A value under the name of a log, in a form that is not recognised. */
function unreadIn(members: Members): unknown {
  return firstReadable(members, LOG_NAMES, (value) =>
    typeof value === 'object' && value !== null ? value : undefined,
  );
}

/** The log in a value; undefined if it is not recognised. */
function logOf(value: unknown): LogText | undefined {
  if (value === null) return { text: '', hiddenCount: 0 };
  if (typeof value === 'string') {
    const entries = asList(parseJson(value));
    const parsed = entries?.every(isRecord) === true ? linesOf(entries) : undefined;
    return parsed ?? { text: withLineFeeds(value), hiddenCount: 0 };
  }
  const list = asList(value);
  if (list !== undefined) return linesOf(list);
  const lines = asList(membersOf(value).get('lines'));
  return lines === undefined ? undefined : linesOf(lines);
}

/** The lines of a list of texts or objects; undefined if it holds anything else. */
function linesOf(entries: readonly unknown[]): LogText | undefined {
  const isHidden = (entry: unknown): boolean => membersOf(entry).get('hidden') === true;
  const shown = entries.filter((entry) => entry !== null && !isHidden(entry));
  const lines = shown.flatMap((entry) => {
    const asLine = (text: unknown) => (typeof text === 'string' ? text : undefined);
    const members = typeof entry === 'string' ? undefined : membersOf(entry);
    const text = members === undefined ? entry : firstReadable(members, LINE_NAMES, asLine);
    return typeof text === 'string' ? [text.endsWith('\n') ? text : `${text}\n`] : [];
  });
  if (lines.length < shown.length) return undefined;
  return { text: withLineFeeds(lines.join('')), hiddenCount: entries.filter(isHidden).length };
}

/** Each line end as `\n`. Leaves out a `\r` at the end: its `\n` may follow in the next reply. */
function withLineFeeds(text: string): string {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  // `replaceAll` takes ten times as long, and a gigabyte for millions of lines.
  return whole.split('\r\n').join('\n').split('\r').join('\n');
}

/** The paths of the API that its description lists; undefined if it lists none. */
export function readPaths(json: unknown): readonly string[] | undefined {
  const paths = membersOf(json).get('paths');
  const names = isRecord(paths) ? Object.keys(paths) : [];
  return names.length === 0 ? undefined : names;
}

/** Parts of these names hold settings, which may be secrets. */
const SETTING = new RegExp(
  'env|var|secret|token|pass|key|cred|config|setting|arg|auth|hook|dsn|cert|cookie|header',
);

/** Counts what {@link withoutSettings} has left out. */
export interface LeftOut {
  settings: number;
  hidden: number;
}

/**
 * A value without objects that are marked as hidden and without members that may hold settings.
 * `clean` gets each text, names included. Throws a `RangeError` for a value nested too deep.
 */
export function withoutSettings(
  value: unknown,
  { leftOut, clean }: { leftOut: LeftOut; clean: (text: string) => string },
): unknown {
  const again = (part: unknown): unknown => withoutSettings(part, { leftOut, clean });
  if (typeof value === 'string') return clean(value);
  const list = asList(value);
  if (list !== undefined) return list.map(again).filter((part) => part !== undefined);
  if (!isRecord(value)) return value;
  if (membersOf(value).get('hidden') === true) {
    leftOut.hidden += 1;
    return undefined;
  }
  const entries = Object.entries(value).flatMap(([name, member]) => {
    if (!SETTING.test(normalizeName(name))) return [[clean(name), again(member)] as const];
    leftOut.settings += 1;
    return [];
  });
  return Object.fromEntries(entries);
}
