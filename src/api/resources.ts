// Reads one resource, or the list of resources.
import { addressesOf } from './addresses.ts';
import { asText, firstOf, type JsonNode, toLine } from './json.ts';
import { findRecord, type List, parseList, readStatus } from './records.ts';

type Scalar = string | number | boolean | null;

/** What a list and the reply about one resource share. All texts are untrusted. */
export interface Resource {
  /** Undefined when a reply about one resource is not recognised. */
  readonly id?: string;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  /** As the service writes it. */
  readonly status?: string | undefined;
  /** The fields with a single value. Fields of the API have its names (API 2). */
  readonly fields: Readonly<Record<string, Scalar>>;
}

/** A resource as the reply about it shows it. */
export interface ResourceDetail extends Resource {
  /** Validated, in the service's order: `https:`, or `http:` for loopback, without a path. */
  readonly addresses: readonly string[];
}

/** The resources of a list reply. */
export function parseResources(reply: unknown): List<Resource> {
  return parseList(reply, 'resource', (id, { node }) => resourceOf(id, node));
}

/** One resource; without id and fields when the reply is not about `id`. */
export function parseResource(reply: unknown, id: string): ResourceDetail {
  const node = findRecord(reply, id, 'resource');
  if (node === undefined) return { addresses: [], fields: {} };
  return { ...resourceOf(id, node), addresses: addressesOf(node) };
}

function resourceOf(id: string, node: JsonNode): Resource {
  const [name, type] = ['name', 'type'].map((field) => firstOf(node, [field], toLine));
  const known = { id, name, type, status: readStatus(node) };
  const catalogKey = firstOf(node, ['catalogkey'], asText);
  const shown = node.fields.map((field) => [field.name, field.value] as const);
  const all = [...shown, ...Object.entries({ ...known, catalogKey })];
  const fields = Object.fromEntries(
    all.filter((entry): entry is readonly [string, Scalar] => isScalar(entry[1])),
  );
  return { ...known, fields };
}

/** Longer texts are left out: they do not fit into a list, and sanitizing them takes seconds. */
const MAX_TEXT_CHARS = 16_384;

function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'string') return value.length <= MAX_TEXT_CHARS;
  return value === null || ['number', 'boolean'].includes(typeof value);
}
