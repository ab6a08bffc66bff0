// Which of the texts beside a log explains a failure.
import { describe, expect, test } from '@jest/globals';
import type { Deployment, Remark } from '../../../src/api/model.ts';
import { causeOf, type TextsRead } from '../../../src/operations/decisions/index.ts';
import { remark, sequences } from '../../support/decisions.ts';

function predecessor(status: string, ...remarks: Remark[]): Deployment {
  return { id: 'old', status, remarks };
}

interface Case {
  readonly what: string;
  readonly remarks: readonly Remark[];
  readonly earlier?: readonly (readonly Remark[])[];
  readonly predecessors?: readonly Deployment[];
  readonly cause: string | undefined;
}

const commit = remark('message', 'Fix the header');
const reason = remark('statusReason', 'no builder is free');

const inProgress = (...remarks: Remark[]): TextsRead => ({ remarks, fromList: false, hasEnded: false });
const ended = (...remarks: Remark[]): TextsRead => ({ remarks, fromList: false, hasEnded: true });
const listed = (read: TextsRead): TextsRead => ({ ...read, fromList: true });

function check({ remarks, earlier = [], predecessors = [], cause }: Case): void {
  const reads = [...earlier.map((texts) => inProgress(...texts)), ended(...remarks)];
  expect(causeOf({ reads, predecessors })).toBe(cause);
}

describe('of a deployment that was seen in progress, the cause', () => {
  test.each<Case>([
    { what: 'is none without a text', remarks: [], earlier: [[]], cause: undefined },
    { what: 'is a text that came with the end', remarks: [reason], earlier: [[]], cause: reason.text },
    { what: 'is not a text that was there before the end', remarks: [commit], earlier: [[commit]], cause: undefined },
    {
      what: 'is not a text of any read before the end',
      remarks: [commit],
      earlier: [[commit], []],
      cause: undefined,
    },
    {
      what: 'is the text that has changed under the same name',
      remarks: [remark('message', 'exit code 1')],
      earlier: [[remark('message', 'Cloning')]],
      cause: 'exit code 1',
    },
    {
      what: 'is the one that is new beside one that is not',
      remarks: [commit, reason],
      earlier: [[commit]],
      cause: reason.text,
    },
    {
      what: 'is no message of a commit, even if it came late',
      remarks: [remark('commitMessage', 'Fix it')],
      earlier: [[]],
      cause: undefined,
    },
    {
      what: 'is not a text that one before it has that finished',
      remarks: [remark('title', 'Deployed from main')],
      earlier: [[]],
      predecessors: [predecessor('finished', remark('title', 'Deployed from main'))],
      cause: undefined,
    },
    {
      what: 'may have the name of a text of one that finished',
      remarks: [remark('message', 'exit code 1')],
      earlier: [[]],
      predecessors: [predecessor('finished', commit)],
      cause: 'exit code 1',
    },
  ])('$what', check);
});

describe('of a deployment that had ended before it was read, the cause', () => {
  test.each<Case>([
    { what: 'is its text, without any before it', remarks: [reason], cause: reason.text },
    {
      what: 'has not the name of a text of one that finished',
      remarks: [remark('message', 'Add a page')],
      predecessors: [predecessor('finished', commit)],
      cause: undefined,
    },
    {
      what: 'has not the name of a text of one whose status is unknown, and did not fail',
      remarks: [remark('message', 'Add a page')],
      predecessors: [predecessor('success', commit)],
      cause: undefined,
    },
    {
      what: 'may have the name of a text of one that failed',
      remarks: [reason],
      predecessors: [predecessor('failed', remark('statusReason', 'no builder was free'))],
      cause: reason.text,
    },
    {
      what: 'may be the text of one that failed, too',
      remarks: [reason],
      predecessors: [predecessor('timed_out', reason)],
      cause: reason.text,
    },
    {
      what: 'may have the name of the reason of one that was cancelled',
      remarks: [reason],
      predecessors: [predecessor('cancelled', remark('statusReason', 'superseded by dep_9'))],
      cause: reason.text,
    },
    {
      what: 'is the text whose name those that finished do not have',
      remarks: [remark('message', 'Add a page'), reason],
      predecessors: [predecessor('failed', reason), predecessor('finished', commit)],
      cause: reason.text,
    },
    { what: 'is no message of a commit', remarks: [remark('gitCommitTitle', 'Fix it')], cause: undefined },
  ])('$what', check);
});

describe('a text named as an error or a failure', () => {
  const error = remark('errorMessage', 'the image is too large');
  test.each<Case>([
    { what: 'is the cause', remarks: [error], cause: error.text },
    { what: 'is the cause although it was there before', remarks: [error], earlier: [[error]], cause: error.text },
    {
      what: 'is the cause although one that finished has it',
      remarks: [error],
      predecessors: [predecessor('finished', error)],
      cause: error.text,
    },
    { what: 'goes before any other', remarks: [reason, error], earlier: [[]], cause: error.text },
    {
      what: 'is the cause although its name holds commit',
      remarks: [remark('commitError', 'the branch is gone')],
      earlier: [[]],
      cause: 'the branch is gone',
    },
  ])('$what', check);
});

describe('where both the deployment and the list were read, the cause', () => {
  const finished = [predecessor('finished', commit)];
  test.each<
    [what: string, reads: readonly TextsRead[], predecessors: readonly Deployment[], cause: string | undefined]
  >([
    ['is a text of the list that came with the end', [listed(inProgress()), listed(ended(reason))], [], reason.text],
    ['is no text that either showed before', [listed(inProgress(commit)), ended(commit)], [], undefined],
    [
      'has not the name of a text of one that finished, if it was never read before the end',
      [listed(inProgress()), ended(remark('message', 'Add a page'))],
      finished,
      undefined,
    ],
    [
      'has not the name of a text of one that finished, if the list was never read before the end',
      [inProgress(), listed(ended(remark('message', 'Add a page')))],
      finished,
      undefined,
    ],
    [
      'is that of the last read',
      [inProgress(), ended(reason), ended(remark('reason', 'exit code 1'))],
      [],
      'exit code 1',
    ],
    ['is that of the list, if the last read shows none', [listed(ended(reason)), ended()], [], reason.text],
    [
      'is an error in the list rather than any other text',
      [inProgress(), listed(ended(remark('errorMessage', 'no builder is free'))), ended(reason)],
      [],
      'no builder is free',
    ],
  ])('%s', (_, reads, predecessors, cause) => {
    expect(causeOf({ reads, predecessors })).toBe(cause);
  });
});

test('is never a text that was known before the end, unless its name says that it is an error', () => {
  const seen = [remark('message', 'a'), remark('message', 'b'), remark('reason', 'a'), remark('error', 'e')];
  const problems: unknown[] = [];
  for (const remarks of sequences(seen, 3)) {
    for (const earlier of sequences(seen, 2)) {
      const cause = causeOf({ reads: [inProgress(...earlier), ended(...remarks)], predecessors: [] });
      const news = remarks.filter((one) => one.isError || !earlier.includes(one)).map(({ text }) => text);
      const isRight = cause === undefined ? news.length === 0 : news.includes(cause);
      if (!isRight) problems.push({ remarks, earlier, cause });
    }
  }
  expect(problems).toEqual([]);
});
