// The contract report: a row for each part that the API page leaves open, with what is expected and what this service
// shows. Pure.
import { type Evidence, openParts } from '../../api/model.ts';
import type { Section } from '../operation.ts';

/** How a part compares with what is expected. */
type Verdict = 'as expected' | 'differs' | 'not seen';

/** One part in the report. */
export interface ContractRow {
  readonly title: string;
  readonly expected: string;
  /** The source, and field names and types; empty when it was not seen. */
  readonly seen: string;
  readonly verdict: Verdict;
}

/** A row for every open part. A difference outranks a match, and a response outranks the OpenAPI document. */
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

/** The report as a table at the end of the summary. */
export function contractSection(rows: readonly ContractRow[]): Section {
  return {
    title: 'Contract report',
    columns: ['Left open by the API page', 'Expected', 'This service', 'Verdict'],
    rows: rows.map(({ title, expected, seen, verdict }) => [title, expected, seen, verdict]),
  };
}

/** The report for the step log: the number of rows per verdict, then a line for each difference. */
export function contractLines(rows: readonly ContractRow[]): readonly [counts: string, ...differences: string[]] {
  const having = (wanted: Verdict) => rows.filter(({ verdict }) => verdict === wanted);
  const differing = having('differs');
  const names = differing.length === 0 ? '' : ` (${differing.map(({ title }) => title).join(', ')})`;
  return [
    `Contract report: ${having('as expected').length} as expected, ${differing.length} differing${names}, ${having('not seen').length} not seen. The summary has the table.`,
    ...differing.map(({ title, expected, seen }) => `Differs: ${title}. Expected: ${expected}. This service: ${seen}`),
  ];
}
