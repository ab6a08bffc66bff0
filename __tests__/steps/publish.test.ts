// A step whose outputs and summary cannot be written, or that meets an error that nothing has
// foreseen.
import { describe, expect, test } from '@jest/globals';
import { main } from '../../src/main.ts';
import type { Host } from '../../src/runner/host.ts';
import type { RunContext } from '../../src/runner/run-facts.ts';
import { recordHost } from '../support/recording-host.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { deploys } from '../support/service-table.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

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

/** Runs a step with the answers of this table. `change` replaces parts of its host. */
async function runWith(
  table: string,
  change: (host: Host, clock: VirtualClock) => Partial<Host>,
  inputs: Readonly<Record<string, string>> = {},
) {
  const clock = new VirtualClock();
  const service = await startScriptedService(table, clock);
  try {
    const { host, annotations, outputs } = recordHost({
      inputs: {
        'base-url': service.baseUrl,
        'api-key': 'key_0123456789',
        'resource-id': 'app_web',
        'health-check': `http://${service.host}/health`,
        ...inputs,
      },
    });
    await main({ ...host, clock, ...change(host, clock) });
    return { annotations, code: new Map(outputs).get('error-code'), sleeping: clock.sleeping };
  } finally {
    await service.close();
    clock.dispose();
  }
}

/** When something throws that nothing has foreseen, and what. */
const MIDDLES: readonly [when: string, thrower: 'random' | 'debug', table: string][] = [
  [
    'during an outage',
    'random',
    `${deploys('dep_2', 'building')}\n1s detail dep_2 502 page\n1s list 502 page`,
  ],
  ['while the app comes up', 'random', `${deploys('dep_2', 'finished')}\n1s resource starting`],
  ['while the app is requested', 'debug', deploys('dep_2', 'finished')],
];

test.each(MIDDLES)(
  'a bug %s is reported as a bug, not as what happens around it (text/last-resort)',
  async (_when, thrower, table) => {
    const throwing = (): never => {
      throw new Error('a bug');
    };
    const { annotations, code } = await runWith(table, ({ core }) =>
      thrower === 'random' ? { random: throwing } : { core: { ...core, debug: throwing } },
    );
    expect(annotations.map(({ kind, message }) => `${kind}: ${message.split('\n')[0]}`)).toEqual([
      'error: The action met an error that it does not foresee.',
    ]);
    expect(code).toBe('internal');
  },
);

test('waits for the facts of the run, which its summary shows (deploy/commit-run)', async () => {
  let summary = '';
  const load = async (clock: VirtualClock): Promise<RunContext> => {
    await clock.sleep(500);
    return {
      payload: {},
      eventName: 'push',
      sha: '',
      ref: 'refs/heads/slow',
      actor: 'octocat',
      serverUrl: '',
      repository: '',
    };
  };
  await runWith(
    '',
    (_, clock) => ({
      loadContext: () => load(clock),
      writeSummary: (markdown) => void (summary = markdown),
    }),
    { operation: 'list' },
  );
  expect(summary).toContain('Run on slow by octocat');
});

const OUTAGE = 'dep_1 building\n5s detail dep_1 502 page\n5s list 502 page';

test('leaves no wait that could print a line after its end (step-log/last-line)', async () => {
  const { code, sleeping } = await runWith(OUTAGE, () => ({}), {
    operation: 'follow',
    timeout: '20s',
  });
  expect([code, sleeping]).toEqual(['timeout', 0]);
});
