// Reporting a step while it runs: lines, outputs, summaries, annotations.
import { describe, expect, test } from '@jest/globals';
import { ConnectionLostError } from '../../src/api/errors.ts';
import type { StepEvent } from '../../src/operations/operation.ts';
import { outputNames } from '../../src/runner/outputs/outputs.ts';
import {
  accepted,
  deploymentId,
  KEY,
  lastOutputs,
  log,
  open,
  reportOn,
  resourceId,
  status,
} from '../support/runner/open-reporter.ts';
import { following, outcomeOf } from '../support/runner/outcome-of.ts';
import { recordHost } from '../support/runner/recording-host.ts';

describe('the step log', () => {
  test('has one line per event, and prints a repeated status once', () => {
    const { emit, recording } = open();
    emit(accepted, status('building'), status('building'), status('finished'), status('building'));
    expect(recording.log.split('\n')).toEqual([
      'deployment dep_7 accepted',
      'building after 4s',
      'finished after 4s',
      'building after 4s',
      '',
    ]);
  });

  test('repeats an unchanged status after some 20 seconds without a line, with the time left', () => {
    const { emit, recording } = open({ leftMs: () => 90_000 });
    const poll = (nowMs: number) => {
      recording.nowMs = nowMs;
      emit({ kind: 'status', resourceId, deploymentId, status: 'building', elapsedMs: nowMs, hasEnded: false });
    };
    for (let nowMs = 0; nowMs <= 60_000; nowMs += 10_000) poll(nowMs);
    expect(recording.log.split('\n')).toEqual([
      'building after 0s',
      'still building after 20s, 1m 30s left',
      'still building after 40s, 1m 30s left',
      'still building after 1m, 1m 30s left',
      '',
    ]);
  });

  test('repeats nothing while the build prints', () => {
    const { emit, recording } = open();
    emit(status('building'));
    for (let nowMs = 10_000; nowMs <= 60_000; nowMs += 10_000) {
      recording.nowMs = nowMs;
      emit(log('a line\n'), status('building'));
    }
    expect(recording.log).not.toContain('still');
  });

  test('repeats an unchanged status while the build prints lines that are not shown', () => {
    const { emit, recording } = open({ showLogs: false });
    emit(status('building'));
    for (let nowMs = 10_000; nowMs <= 40_000; nowMs += 10_000) {
      recording.nowMs = nowMs;
      emit(log('a line\n'), status('building'));
    }
    expect(recording.log.match(/still building/g)).toHaveLength(2);
  });

  test('leaves the failure of a single resource to the error annotation', () => {
    const { emit, recording } = open();
    emit({ kind: 'failed', resourceId, errorCode: 'busy', cause: 'no' });
    expect(recording.log).toBe('');
  });

  test('shows a log in a group of its own, closed before any other line', () => {
    const { emit, recording } = open();
    emit(log('one\n'), log('two\n'), status('building'), log('three\n'));
    expect(recording.log.split('\n')).toEqual([
      '[group Build log of app_web]',
      '  | one',
      '  | two',
      '[end of group]',
      'building after 4s',
      '[group Build log of app_web]',
      '  | three',
      '',
    ]);
  });

  test('ends the group of a log at the end of the step', () => {
    const { emit, reporter, recording } = open();
    emit(log('one\n'));
    expect(recording.log).toBe('[group Build log of app_web]\n  | one\n');
    reporter.finish(reportOn());
    expect(recording.log).toBe('[group Build log of app_web]\n  | one\n[end of group]\n');
  });

  test('names the app where its name is known', () => {
    const { emit, recording } = open();
    emit({ kind: 'named', resourceId, name: 'web ##[error]' }, log('one\n', { source: 'runtime' }));
    expect(recording.log).toContain('[group Runtime log of web ## [error]]\n');
  });

  test('gives no command in text of others to the runner, and shows no key', () => {
    const { emit, recording } = open();
    emit({ kind: 'note', text: `::error::a\n##[error]b ${KEY}` }, status('::warning::x'));
    expect(recording.log).not.toMatch(/^::|##\[|canary/m);
  });
});

describe('several resources', () => {
  const two = { resourceIds: ['a', 'b'] };

  test('have their label on every line, the name where it is known', () => {
    const { emit, recording } = open(two);
    emit(status('building', 'a'), { kind: 'named', resourceId: 'b', name: 'beta' }, status('building', 'b'));
    emit({ kind: 'failed', resourceId: 'a', errorCode: 'busy', cause: 'no' });
    expect(recording.log).toBe('a: building after 4s\nbeta: building after 4s\na: busy: no\n');
  });

  test('have interleaved logs without groups, with their labels in the gutter', () => {
    const { emit, recording } = open(two);
    emit(log('one\n', { of: 'a' }), log('two\n', { of: 'b' }), log('three\n', { of: 'a' }));
    expect(recording.log).toBe('  a | one\n  b | two\n  a | three\n');
  });

  test('have their label on a retry that concerns them', () => {
    const { emit, recording } = open(two);
    const of = (path: string, more: object) => new ConnectionLostError('lost', { method: 'GET', path, ...more });
    emit({ kind: 'retrying', error: of('/resources/b', { resourceId: 'b' }), afterMs: 1_000, attempt: 1 });
    emit({ kind: 'retrying', error: of('/resources', {}), afterMs: 1_000, attempt: 1 });
    expect(recording.log).toBe(
      [
        'b: GET https://host.test/api/v1/resources/b: lost; try 2 in 1s',
        'GET https://host.test/api/v1/resources: lost; try 2 in 1s',
        '',
      ].join('\n'),
    );
  });
});

describe('outputs', () => {
  test('are written as soon as they are known, and again only when they change', () => {
    const { emit, recording } = open();
    emit(accepted);
    expect(lastOutputs(recording)).toMatchObject({ 'deployment-id': deploymentId });
    emit(status('building'));
    const written = recording.outputs.length;
    emit({ kind: 'note', text: 'nothing new' }, { kind: 'posting', resourceId, action: 'deploy', isRetry: false });
    expect(recording.outputs).toHaveLength(written);
    expect(lastOutputs(recording)).toMatchObject({ status: 'building', duration: '4' });
  });

  test('are not written again for a poll with nothing new but the time', () => {
    const { emit, reporter, recording } = open();
    emit(accepted, status('building'));
    const written = recording.outputs.length;
    emit({ kind: 'status', resourceId, deploymentId, status: 'building', elapsedMs: 9_000, hasEnded: false });
    expect(recording.outputs).toHaveLength(written);
    reporter.finish(reportOn());
    expect(lastOutputs(recording)).toMatchObject({ status: 'building', duration: '9' });
  });

  test('are all written at the end, whatever is known', () => {
    const { reporter, recording } = open();
    reporter.finish({ ...reportOn(), errorCode: 'invalid_input' });
    expect(Object.keys(lastOutputs(recording)).toSorted()).toEqual([...outputNames].toSorted());
    expect(lastOutputs(recording)).toMatchObject({ 'error-code': 'invalid_input', status: '' });
  });

  test('are filled from the events where the report has no outcomes', () => {
    const { emit, reporter, recording } = open();
    emit(accepted, status('building'));
    reporter.finish({ ...reportOn(), errorCode: 'internal' });
    expect(lastOutputs(recording)).toMatchObject({ 'deployment-id': deploymentId, status: 'building' });
  });

  test('contain no key', () => {
    const { emit, recording } = open();
    emit({ kind: 'named', resourceId, name: `web ${KEY}` }, { kind: 'resource', resourceId, status: KEY, url: '' });
    expect(JSON.stringify(recording.outputs)).not.toContain(KEY);
    expect(lastOutputs(recording)['deployments']).toContain('web ***');
  });

  test('that cannot be written cause one warning, and the step continues', () => {
    const { emit, reporter, recording } = open({}, recordHost({ broken: ['outputs'] }));
    emit(accepted, status('building'));
    reporter.finish(reportOn());
    expect(recording.annotations).toEqual([
      { kind: 'warning', title: '', message: expect.stringContaining('the output file is gone') },
    ]);
    expect(recording.pages.at(-1)).toContain('the headline');
  });
});

describe('the summary', () => {
  test('is written from the first event on, at most every five seconds', () => {
    const { emit, recording } = open();
    emit({ kind: 'posting', resourceId, action: 'deploy', isRetry: false });
    expect(recording.pages).toEqual([expect.stringContaining('deploy is in progress')]);
    recording.nowMs = 4_999;
    emit({ kind: 'named', resourceId, name: 'shop' });
    expect(recording.pages).toHaveLength(1);
    recording.nowMs = 5_000;
    emit({ kind: 'note', text: 'a note' });
    expect(recording.pages).toHaveLength(2);
    expect(recording.pages[1]).toContain('shop');
  });

  test.each<[string, StepEvent, RegExp]>([
    ['its deployment', accepted, /Deployment `dep_7` of web had not ended .*`operation: wait`.*`deployment-id: dep_7`/],
    [
      'a deployment that is still unknown',
      { kind: 'accepted', resourceId, deploymentId: undefined, ownership: 'response' },
      /Work on `app_web` had not ended when this was written\. The console shows its state\./,
    ],
    ['a restart', { kind: 'requested', resourceId }, /Work on `app_web` had not ended when this was written\./],
  ])(
    'names what continues at the service as soon as it is accepted, before the line is printed: %s',
    (_, event, page) => {
      const recording = recordHost();
      const logsAtWrite: string[] = [];
      const writeSummary = (markdown: string): void => {
        logsAtWrite.push(recording.log);
        recording.host.writeSummary(markdown);
      };
      const { emit } = open({ host: { ...recording.host, writeSummary } }, recording);
      emit({ kind: 'named', resourceId, name: 'web' });
      emit(event);
      expect(recording.pages).toHaveLength(2);
      expect(recording.pages[1]).toMatch(page);
      expect(logsAtWrite).toEqual(['', '']);
      expect(recording.log).toContain('accepted');
    },
  );

  test('is written for each of several resources that is accepted, and when one has ended', () => {
    const { emit, recording } = open({ resourceIds: ['a', 'b'] });
    const acceptedOf = (of: string): StepEvent => ({
      kind: 'accepted',
      resourceId: of,
      deploymentId: `dep_${of}`,
      ownership: 'response',
    });
    emit(acceptedOf('a'), acceptedOf('b'));
    expect(recording.pages.at(-1)).toMatch(/Deployment `dep_a` of a had [^]*Deployment `dep_b` of b had/);
    emit({ kind: 'status', resourceId: 'a', deploymentId: 'dep_a', status: 'failed', elapsedMs: 1, hasEnded: true });
    expect(recording.pages.at(-1)).not.toContain('Deployment `dep_a` of a had');
    expect(recording.pages.at(-1)).toContain('Deployment `dep_b` of b had');
  });

  test('is small while the step runs, and shows the last 128 KiB of a long log at the end', () => {
    const { emit, reporter, recording } = open();
    emit(log('a line of the log that is long\n'.repeat(10_000)));
    recording.nowMs = 10_000;
    emit(status('building'));
    expect(Buffer.byteLength(recording.pages.at(-1) ?? '')).toBeLessThanOrEqual(64 * 1024);
    reporter.finish(reportOn());
    const page = recording.pages.at(-1) ?? '';
    expect(Buffer.byteLength(page)).toBeGreaterThan(123 * 1024);
    expect(Buffer.byteLength(page)).toBeLessThan(132 * 1024);
    expect(page).toMatch(/^\.{3} \d+ earlier lines left out here/m);
  });

  test('that cannot be written causes one warning, and the step continues', () => {
    const { emit, reporter, recording } = open({}, recordHost({ broken: ['summary'] }));
    emit(accepted);
    recording.nowMs = 60_000;
    emit(status('building'));
    reporter.finish(reportOn());
    expect(recording.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('the summary file is gone'),
    ]);
    expect(lastOutputs(recording)).toMatchObject({ 'deployment-id': deploymentId });
  });

  test('does not change after the end: a late event is only logged', () => {
    const { emit, reporter, recording } = open();
    emit(accepted);
    reporter.finish(reportOn(outcomeOf({ resourceId, deploymentId, status: 'finished', phase: following })));
    const [pages, outputs] = [recording.pages.length, recording.outputs.length];
    recording.nowMs = 60_000;
    emit({ kind: 'note', text: 'late' });
    expect([recording.pages.length, recording.outputs.length]).toEqual([pages, outputs]);
    expect(recording.log).toContain('late\n');
  });
});

describe('warnings', () => {
  test('are two annotations at most, and plain lines after that', () => {
    const { emit, recording } = open();
    for (const text of ['first', 'second', 'third', 'fourth']) emit({ kind: 'warning', resourceId, text });
    expect(recording.annotations.map(({ kind, message }) => [kind, message])).toEqual([
      ['warning', 'first'],
      ['warning', 'second'],
    ]);
    expect(recording.log).toBe('warning: third\nwarning: fourth\n');
  });

  test('are not issued for a busy resource or an unknown status', () => {
    const { emit, recording } = open();
    emit(
      { kind: 'waiting', resourceId, afterMs: 1, leftMs: 1, blocker: undefined, isWatched: false },
      status('unknown'),
    );
    expect(recording.annotations).toEqual([]);
  });
});
