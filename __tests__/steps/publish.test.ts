// A step whose outputs and summary cannot be written, or that meets an error that nothing has
// foreseen.
import { describe, expect, test } from '@jest/globals';
import { main } from '../../src/main.ts';
import { recordHost } from '../support/recording-host.ts';

test('warns once of each and still reports its failure (outputs/unwritable)', async () => {
  const recording = recordHost({ inputs: { operation: 'deploi' }, broken: ['outputs', 'summary'] });
  await main(recording.host);
  expect(
    recording.annotations.map(({ kind, message }) => `${kind}: ${message.split('\n')[0]}`),
  ).toEqual([
    'warning: The outputs cannot be written, so later steps cannot read them.',
    'warning: The summary could not be written.',
    expect.stringMatching(/^error: .*operation/),
  ]);
  expect(recording.exitCodes.at(-1)).toBe(1);
});

describe('an error that nothing has foreseen (text/last-resort)', () => {
  const throwing = (): never => {
    throw new Error('x, key_0123456789');
  };
  const inputs = {
    'base-url': 'http://127.0.0.1:9/api/v1',
    'api-key': 'key_0123456789',
    'resource-id': 'app_web',
  };

  test.each(['getInput', 'setSecret', 'isDebug', 'clock'])(
    'prints a constant sentence where %s throws',
    async (name) => {
      const recording = recordHost({ inputs });
      const { host } = recording;
      const broken = name === 'clock' ? { clock: { now: throwing, sleep: throwing } } : {};
      await main({ ...host, ...broken, core: { ...host.core, [name]: throwing } });
      const errors = recording.annotations.filter(({ kind }) => kind === 'error');
      expect(errors.map(({ message }) => message.split('\n')[0])).toEqual([
        'The action met an error that it does not foresee.',
      ]);
      expect(new Map(recording.outputs).get('error-code')).toBe('internal');
      expect(JSON.stringify([recording.log, recording.annotations])).not.toContain('key_0');
      expect(recording.exitCodes.at(-1)).toBe(1);
    },
  );
});
