// A step whose outputs and summary cannot be written.
import { expect, test } from '@jest/globals';
import { main } from '../../src/main.ts';
import { recordHost } from '../support/recording-host.ts';

test('warns once of each and still reports its failure (outputs/unwritable)', async () => {
  const recording = recordHost({ inputs: { operation: 'deploi' }, broken: ['outputs', 'summary'] });
  await main(recording.host);
  expect(
    recording.annotations.map(({ kind, message }) => `${kind}: ${message.split('\n')[0]}`),
  ).toEqual([
    'warning: The outputs cannot be written, so later steps cannot read them: the output file is gone',
    'warning: The summary could not be written: the summary file is gone',
    expect.stringMatching(/^error: .*operation/),
  ]);
  expect(recording.exitCodes.at(-1)).toBe(1);
});
