// The error annotation: what people see first of a step that failed.
import { expect, test } from '@jest/globals';
import { Failure } from '../../src/failure.ts';
import { annotationOf } from '../../src/report/annotation.ts';
import { finished, logOf, outcomeWith, pageOf } from '../support/summary-pages.ts';

const runtime = (text: string) => logOf(text, { source: 'runtime' });

test('says what happened, with lines of the build log, what it means, what to do, and the ids', () => {
  const failure = new Failure('deployment_failed', 'error: broken', {
    meaning: 'web is still running.',
    next: 'Fix it.',
  });
  const outcomes = [
    finished({
      failure,
      logs: [runtime('error: of the app'), logOf('error: broken\nin main.ts\nthe end')],
    }),
  ];
  expect(annotationOf(failure, pageOf(outcomes)).split('\n')).toEqual([
    'error: broken',
    '  in main.ts',
    '  the end',
    'web is still running.',
    'What to do: Fix it.',
    'error-code: deployment_failed · resource-id: app_web · deployment-id: dep_7',
  ]);
});

test('has lines of the runtime log where the app is at fault', () => {
  const failure = new Failure('not_running', 'web has exited.', { next: 'Fix it.' });
  const logs = [logOf('error: of the build'), runtime('starting\nerror: no port')];
  const lines = annotationOf(failure, pageOf([outcomeWith({ failure, logs })])).split('\n');
  expect(lines.slice(0, 3)).toEqual(['web has exited.', '  error: no port', 'What to do: Fix it.']);
});

test('leaves out lines of the log that do not fit, and nothing else', () => {
  const failure = new Failure('deployment_failed', 'x'.repeat(3_000), { next: 'Fix it.' });
  const logs = [
    logOf(
      Array.from({ length: 30 }, (_, index) => `error: ${index} ${'y'.repeat(400)}`).join('\n'),
    ),
  ];
  const text = annotationOf(failure, pageOf([outcomeWith({ failure, logs })]));
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(text).toMatch(/^x{2499}…\n {2}error: 0 y{400}\n {2}error: 1 y{400}\n/);
  expect(text).toMatch(
    /\nWhat to do: Fix it\.\nerror-code: deployment_failed · resource-id: app_web$/,
  );
});
