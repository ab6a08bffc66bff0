// The contract report: a row for each part that the API page leaves open, with what is expected of it and what this service
// shows. Pure; the readers have judged what was read.
import { type Evidence, openParts } from '../../api/model.ts';
import type { Section } from '../operation.ts';

/** How a part compares with what is expected of it. */
export type Verdict = 'as expected' | 'differs' | 'not seen';

/** One part in the report. */
export interface ContractRow {
  readonly title: string;
  readonly expected: string;
  /** Where it was seen, with field names and types; empty when it was not. */
  readonly seen: string;
  readonly verdict: Verdict;
}

/** A row for every open part. What differs counts before what does not, a response before the description. */
export function contractRows(evidence: readonly Evidence[]): readonly ContractRow[] {
  return Object.entries(openParts).map(([title, expected]) => {
    const [first] = evidence.filter(({ part }) => part === title).toSorted((a, b) => rank(a) - rank(b));
    if (first === undefined) return { title, expected, seen: '', verdict: 'not seen' };
    const seen = `${first.source === 'response' ? 'response' : 'openapi.json'}: ${first.shape}`;
    return { title, expected, seen, verdict: first.isExpected ? 'as expected' : 'differs' };
  });
}

function rank({ isExpected, source }: Evidence): number {
  return (isExpected ? 2 : 0) + (source === 'response' ? 0 : 1);
}

/** The report at the end of the summary page. */
export function contractSection(rows: readonly ContractRow[]): Section {
  return {
    title: 'Contract report',
    columns: ['Left open by the API page', 'Expected', 'This service', 'Verdict'],
    rows: rows.map(({ title, expected, seen, verdict }) => [title, expected, seen, verdict]),
  };
}

/** The report for the step log: how many rows have each verdict, then a line for each that differs. */
export function contractLines(rows: readonly ContractRow[]): readonly [counts: string, ...differences: string[]] {
  const having = (wanted: Verdict) => rows.filter(({ verdict }) => verdict === wanted);
  const differing = having('differs');
  const names = differing.length === 0 ? '' : ` (${differing.map(({ title }) => title).join(', ')})`;
  return [
    `Contract report: ${having('as expected').length} as expected, ${differing.length} differing${names}, ${having('not seen').length} not seen. The summary has the table.`,
    ...differing.map(({ title, expected, seen }) => `Differs: ${title}. Expected: ${expected}. This service: ${seen}`),
  ];
}
