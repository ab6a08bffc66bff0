// Describes what was read from a reply, for debugging and for the operation `check`.
import { nameSome, pluralize } from '../text.ts';
import type { Deployment, DeploymentDetail } from './deployments.ts';
import type { LogText } from './log.ts';
import type { List } from './records.ts';
import type { Resource, ResourceDetail } from './resources.ts';

/** What a read resolves with. */
export type Value =
  List<Resource | Deployment | string> | ResourceDetail | DeploymentDetail | LogText;

/**
 * The parts that were read: ids, statuses, addresses and counts, never lines of a log or names of
 * variables. A part is undefined if it is not shown or not recognised.
 */
export function partsOf(value: Value): Readonly<Record<string, string | undefined>> {
  if ('items' in value) return { list: value.isRecognised ? itemsOf(value) : undefined };
  if ('text' in value) return { log: sizeOf(value) };
  const { status } = value;
  if ('log' in value) return { status, commit: value.commit, log: sizeOf(value.log) };
  const { id, type, addresses } = value;
  return { id, type, status, domains: nameSome(addresses) || undefined };
}

function itemsOf(list: List<Resource | Deployment | string>): string {
  const names = list.items.flatMap((item) =>
    typeof item === 'string' ? [] : `${item.id} (${item.status ?? 'no status'})`,
  );
  return [countOf(list, 'item'), nameSome(names)].filter(Boolean).join(': ');
}

/** How many items a list has, such as `at least 100 resources`. */
export function countOf({ items, isRecognised, isCut }: List<unknown>, noun: string): string {
  if (!isRecognised) return `a list of ${noun}s that is not recognised`;
  return `${isCut ? 'at least ' : ''}${pluralize(items.length, noun)}`;
}

function sizeOf({ text, unrecognised }: LogText): string | undefined {
  return unrecognised === undefined ? pluralize(text.length, 'character') : undefined;
}
