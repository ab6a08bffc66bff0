// What a response shows about the parts that the API page leaves open, as the readers see it. Reports shapes, never
// values.
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Deployment,
  type Evidence,
  isKnownStatus,
  type List,
  type NeededEndpoint,
  type OpenPart,
  type Resource,
  resourceStateOf,
} from '../model.ts';
import { assertAccepted, readDeployment, readDeployments } from './deployment.ts';
import { candidates, type Note, findList } from './envelope.ts';
import { readEnvNames } from './env.ts';
import { readError } from './error.ts';
import { type Content, isRecord, type JsonRecord, WireError } from './json.ts';
import { readRuntimeLog } from './log.ts';
import { isWhole } from './paging.ts';
import { readResource, readResources } from './resource.ts';
import { SAMPLE_TEXT } from './sample.ts';
import { shapeOf, shapeOfBody } from './shape.ts';

/** The parts of a response that are checked. */
export interface Observed extends Content {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The ids in the path that was requested. */
  readonly ids: readonly string[];
}

/** What one response shows about an open part. */
export type Finding = Omit<Evidence, 'source'>;

/** Checks the body of a successful response. */
type ConformanceCheck = (observed: Observed) => Promise<readonly Finding[]>;

/** How one open part of a body is checked against what its reader returned. */
interface PartRule<T> {
  readonly part: OpenPart;
  /** The part of the body whose shape is reported; the whole body by default. */
  readonly show?: (body: unknown) => unknown;
  /** The note of the reader that belongs to this part. */
  readonly note?: RegExp;
  /** Whether it is as expected; undefined when it was not seen. Always true by default. */
  readonly check?: (value: T, observed: Observed) => boolean | undefined;
}

/** Notes that match no rule, and unreadable bodies, count against the first rule. */
function checkWith<T>(
  read: (body: unknown, note: Note, observed: Observed) => T | Promise<T>,
  rules: readonly [PartRule<T>, ...PartRule<T>[]],
): ConformanceCheck {
  const [first] = rules;
  return async (observed) => {
    const noted = new Set<PartRule<T>>();
    const { json } = observed;
    const whole = shapeOfBody(observed);
    const note: Note = (what) => void noted.add(rules.find((rule) => rule.note?.test(what)) ?? first);
    try {
      const value = await read(json, note, observed);
      return rules.flatMap((rule) => {
        const isExpected = noted.has(rule) ? false : rule.check === undefined || rule.check(value, observed);
        const shown = rule.show?.(json);
        const shape = shown === undefined ? whole : shapeOf(shown);
        return isExpected === undefined ? [] : [{ part: rule.part, shape, isExpected }];
      });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return [{ part: first.part, shape: whole, isExpected: false }];
    }
  };
}

const WRAPPERS = ['resource', 'app', 'worker', 'database', 'service', 'deployment'];

/** The field of this name in the innermost record that has it, else in the first item of the list. */
const field =
  (name: RegExp) =>
  (body: unknown): JsonRecord | undefined => {
    const records = [firstItem(body), ...candidates(body, WRAPPERS).map(({ record }) => record)].filter(isRecord);
    const found = records
      .toReversed()
      .flatMap((record) => Object.entries(record))
      .find(([key, value]) => name.test(key) && value !== null);
    return found && Object.fromEntries([found]);
  };

const firstItem = (body: unknown): unknown => findList(body, ['resources', 'deployments'])?.items[0];

const pages: PartRule<List<unknown>> = {
  part: 'pages of a list',
  check: (list, { headers }) => isWhole(list, headers),
};

/** The rule for statuses. A sample body says nothing about possible ones, so its text is always accepted. */
function statusRule<T>(
  of: 'resource' | 'deployment',
  statusesOf: (value: T) => readonly (string | undefined)[],
): PartRule<T> {
  const isKnown = of === 'resource' ? (status: string) => resourceStateOf(status) !== 'unknown' : isKnownStatus;
  return {
    part: `status of a ${of}`,
    show: field(/^status$/i),
    note: /^the status of a /,
    check(value) {
      const seen = statusesOf(value).filter((status) => status !== undefined);
      return seen.length === 0 ? undefined : seen.every((status) => status === SAMPLE_TEXT || isKnown(status));
    },
  };
}

function acceptance(part: OpenPart): ConformanceCheck {
  return checkWith((_body, _note, observed) => assertAccepted(observed), [{ part }]);
}

const lifecycle = acceptance('response to start, stop, restart');

/** A check for every endpoint that this action needs. */
const conformanceChecks: Readonly<Record<string, ConformanceCheck>> = {
  'GET /resources': checkWith(readResources, [
    pages,
    statusRule('resource', ({ items }) => items.map(({ status }) => status)),
  ]),
  'GET /resources/{}': checkWith(
    (body, note, { ids: [id = ''] }) => readResource(body, id, note),
    [
      { part: 'response for one resource' },
      {
        part: 'domains of a resource',
        show: field(/^(?:primary|default)?_?(?:domain|host|url|fqdn)/i),
        note: /^(?:the domains|a domain) of a resource$/,
        check: ({ domains }) => domains.length > 0 || undefined,
      },
      statusRule('resource', ({ status }: Resource) => [status]),
    ],
  ),
  'POST /resources/{}/start': lifecycle,
  'POST /resources/{}/stop': lifecycle,
  'POST /resources/{}/restart': lifecycle,
  'GET /resources/{}/deployments': checkWith(readDeployments, [
    { part: 'other fields of a deployment', show: firstItem, check: ({ items }) => items.length > 0 || undefined },
    statusRule('deployment', ({ items }) => items.map(({ status }) => status)),
    pages,
  ]),
  'POST /resources/{}/deployments': acceptance('response to a deploy'),
  'GET /resources/{}/deployments/{}': checkWith(
    (body, note, { ids: [, id = ''] }) => readDeployment(body, id, note),
    [
      { part: 'response for one deployment' },
      {
        part: 'build log',
        show: field(/log|output/i),
        note: /the build log$/,
        check: ({ log }) => log.kind === 'read' || undefined,
      },
      statusRule('deployment', ({ status }: Deployment) => [status]),
    ],
  ),
  'GET /resources/{}/logs': checkWith(
    (_json, note, observed) => readRuntimeLog(observed, observed.headers['content-type'], note),
    [{ part: 'runtime log', check: ({ kind }) => kind === 'read' || undefined }],
  ),
  'GET /resources/{}/env': checkWith(readEnvNames, [{ part: 'names of environment variables' }]),
} satisfies Record<NeededEndpoint, ConformanceCheck>;

/** Error statuses whose codes the API page shows; those of all others are open. */
const SHOWN_ERRORS = /^40[1239]$|^429$/;

/** What a response shows about the open parts of its endpoint. */
export async function findingsOf(endpoint: string, observed: Observed): Promise<readonly Finding[]> {
  const { status, json } = observed;
  if (status < 400) return status >= 200 && status < 300 ? ((await conformanceChecks[endpoint]?.(observed)) ?? []) : [];
  if (SHOWN_ERRORS.test(String(status)) || !isRecord(json)) return [];
  return [{ part: 'codes of other errors', shape: shapeOf(json), isExpected: readError(json) !== undefined }];
}
