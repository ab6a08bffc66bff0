// Evidence about the parts that the API page leaves open, from responses and from the service's OpenAPI document. For
// the document, sample bodies that match its schemas are passed to the same readers.
import { type Evidence, neededEndpoints } from '../model.ts';
import { operationsOf } from './description.ts';
import { asArray, isRecord, type JsonRecord, parseIfJson } from './json.ts';
import { type Finding, findingsOf, type Observed } from './conformance.ts';
import { resolve, SAMPLE_TEXT, sampleOf } from './sample.ts';

/** Samples per schema, each with other alternatives of `anyOf`, `oneOf` and `enum`. */
const VARIANTS = 12;
const MAX_RESPONSES = 20;
/** A document of eleven endpoints is not longer; a longer one is not evaluated. */
const MAX_DESCRIPTION_CHARS = 1024 * 1024;
const MAX_SHAPES = 3;

/** A sample id is text or a number, depending on the schema. */
const SAMPLE_IDS = [SAMPLE_TEXT, '1'];

/**
 * The evidence in a response; `route` is the path below the base URL with `{}` for each of `ids`. Never throws, whatever
 * the service sends.
 */
export async function evidenceOf(
  { method, route, ids }: { readonly method: string; readonly route: string; readonly ids: readonly string[] },
  response: Omit<Observed, 'ids'>,
): Promise<readonly Evidence[]> {
  if (route === '/openapi.json') {
    const { body, json } = response;
    return body.length > MAX_DESCRIPTION_CHARS ? [] : await evidenceOfDescription(json);
  }
  const findings = await findingsOf(`${method} ${route}`, { ...response, ids });
  return findings.map((finding) => ({ ...finding, source: 'response' }));
}

/** The evidence in an OpenAPI document; empty for anything else. */
async function evidenceOfDescription(document: unknown): Promise<readonly Evidence[]> {
  if (!isRecord(document) || typeof document['openapi'] !== 'string') return [];
  const needed = new Set<string>(neededEndpoints);
  const operations = new Map([...operationsOf(document)].filter(([endpoint]) => needed.has(endpoint)));
  const findings: Finding[] = [];
  for (const [endpoint, { responses }] of operations) {
    for (const [status, response] of Object.entries(recordOf(responses, document)).slice(0, MAX_RESPONSES)) {
      findings.push(...(await findingsInResponse(endpoint, status, { response, document })));
    }
  }
  const deprecated = [...operations].filter(([, operation]) => operation['deprecated'] === true);
  const webhooks = Object.keys(recordOf(document['webhooks'], document)).length;
  findings.push(
    ...linesFinding(operations.get('GET /resources/{}/logs'), document),
    { part: 'events', shape: webhooks === 0 ? 'no webhooks' : `${webhooks} webhooks`, isExpected: webhooks === 0 },
    {
      part: 'deprecation',
      shape: deprecated.map(([endpoint]) => endpoint).join(', ') || 'nothing is marked',
      isExpected: deprecated.length === 0,
    },
  );
  return joined(findings);
}

/** What sample bodies for one described status show. */
async function findingsInResponse(
  endpoint: string,
  status: string,
  { response, document }: { response: unknown; document: JsonRecord },
): Promise<Finding[]> {
  const { content, headers } = recordOf(response, document);
  const waits = Object.keys(recordOf(headers, document)).some((name) => /^retry-after$/i.test(name));
  const findings: Finding[] = waits ? [{ part: 'pause before a retry', shape: 'Retry-After', isExpected: true }] : [];
  const media = Object.entries(recordOf(content, document));
  const [type, described] = media.find(([name]) => /[/+]json\b/.test(name)) ?? media[0] ?? [];
  const schema = recordOf(described, document)['schema'];
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const { value, isIncomplete } = sampleOf(schema, document, variant);
    const isText = typeof value === 'string' && !/json/.test(type ?? 'json');
    // A POST is accepted with any body, even an empty one; other responses need a described schema.
    const body = isText ? value : (JSON.stringify(value) ?? (endpoint.startsWith('POST') ? '' : undefined));
    if (body === undefined) continue;
    const observed = { status: statusOf(status), headers: { 'content-type': type }, body, json: parseIfJson(body) };
    const tries = await Promise.all(SAMPLE_IDS.map((id) => findingsOf(endpoint, { ...observed, ids: [id, id] })));
    const best = tries.find((found) => found.every(({ isExpected }) => isExpected)) ?? tries[0] ?? [];
    findings.push(...best.filter(({ isExpected }) => isExpected || !isIncomplete));
  }
  return findings;
}

/** `2XX` and `4XX` describe a class of statuses; `default` usually describes errors. */
function statusOf(status: string): number {
  return status === 'default' ? 500 : Number(status.replaceAll(/x/gi, '0'));
}

/** The parameter `lines` of the runtime log must allow the values that this action sends. */
function linesFinding(operation: JsonRecord | undefined, document: JsonRecord): Finding[] {
  const parameters = (asArray(operation?.['parameters']) ?? []).map((one) => recordOf(one, document));
  const lines = parameters.find(({ name }) => name === 'lines');
  if (lines === undefined) return [];
  const { enum: allowed, default: byDefault } = recordOf(lines['schema'], document);
  const isExpected = allowed === undefined || [100, 500, 2000].every((count) => asArray(allowed)?.includes(count));
  return [{ part: 'default of lines', shape: byDefault === undefined ? 'none' : typeof byDefault, isExpected }];
}

/** One piece of evidence per part and verdict, with its distinct shapes. */
function joined(findings: readonly Finding[]): Evidence[] {
  const groups = Map.groupBy(findings, ({ part, isExpected }) => `${part} ${isExpected}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const shapes = [...new Set([first, ...others].map((finding) => finding.shape))];
    const shape = [...shapes.slice(0, MAX_SHAPES), ...(shapes.length > MAX_SHAPES ? ['…'] : [])].join(' or ');
    return [{ ...first, source: 'description' as const, shape }];
  });
}

function recordOf(value: unknown, document: JsonRecord): JsonRecord {
  const resolved = resolve(value, document);
  return isRecord(resolved) ? resolved : {};
}
