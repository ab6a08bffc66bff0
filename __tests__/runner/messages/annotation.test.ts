// The text of the error annotation: sufficient by itself, in the order of the log, never too long.
import { describe, expect, test } from '@jest/globals';
import { annotationText, type AnnotationData } from '../../../src/runner/messages/annotation.ts';
import type { LogSource } from '../../../src/operations/operation.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { cleanLines } from '../../support/runner/clean-lines.ts';
import { following } from '../../support/runner/outcome-of.ts';
import { logOf } from '../../support/runner/summary-data.ts';

const sanitizers = createSanitizers({ secrets: [] });
const failed = {
  resourceId: 'app_shop',
  name: 'shop',
  deploymentId: 'dep_7',
  status: 'failed',
  errorCode: 'deployment_failed',
  cause: 'The service reports that deployment dep_7 failed.',
  phase: following,
} as const;

function textOf(
  cause: string[],
  tail: string[],
  { source = 'build', ...more }: Partial<AnnotationData['report']> & { source?: LogSource } = {},
): string[] {
  const report = { outcomes: [failed], errorCode: failed.errorCode, ...more };
  const excerpt = {
    cause: cause.flatMap((line) => cleanLines(line, sanitizers)),
    tail: tail.flatMap((line) => cleanLines(line, sanitizers)),
  };
  const explanation = { outcome: failed, log: logOf('', { source }), excerpt };
  return annotationText({ report, explanation, service: 'https://host.test/api/v1' }, sanitizers).split('\n');
}

describe('a failed build', () => {
  test('shows the likely cause first, then the last lines, then what to do and the ids', () => {
    expect(textOf(['error: two'], ['one', 'error: two', 'three'])).toEqual([
      'Deployment dep_7 of shop failed',
      'Lines from the build log (untrusted):',
      '  error: two',
      '  three',
      expect.stringMatching(/^What to do: /),
      'error-code: deployment_failed · resource-id: app_shop · deployment-id: dep_7 · service: https://host.test/api/v1',
    ]);
  });

  test('keeps the order of the log where the cause stands long before the last lines', () => {
    expect(textOf(['error: early', 'error: late'], ['nine', 'error: late', 'ten']).slice(2, 6)).toEqual([
      '  error: early',
      '  nine',
      '  error: late',
      '  ten',
    ]);
  });

  test('ends with the last lines of the log where the cause stands long before them', () => {
    const tail = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    expect(textOf(['error: early'], tail).slice(2, -2)).toEqual(
      ['error: early', ...tail.slice(-8)].map((line) => `  ${line}`),
    );
  });

  test('without a likely cause shows the last lines', () => {
    const tail = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    expect(textOf([], tail).slice(2, -2)).toEqual(tail.slice(-8).map((line) => `  ${line}`));
  });

  test('in an app that does not run shows the runtime log after the cause', () => {
    const outcome = { ...failed, errorCode: 'not_running' as const, cause: 'app_shop is crashed.' };
    const report = { outcomes: [outcome], errorCode: outcome.errorCode, cause: outcome.cause };
    expect(textOf(['Error: no port'], ['Error: no port'], { ...report, source: 'runtime' }).slice(0, 3)).toEqual([
      expect.stringMatching(/\. app_shop is crashed\.$/),
      'Lines from the runtime log (untrusted):',
      '  Error: no port',
    ]);
  });

  test('with a log leaves out the cause, unless the service ended with another word than failed or named a reason', () => {
    const firstLine = (more: object) => {
      const report = { outcomes: [{ ...failed, ...more }], cause: 'the cause' };
      return textOf(['error: two'], ['error: two'], report)[0];
    };
    expect(firstLine({})).toBe('Deployment dep_7 of shop failed');
    expect(firstLine({ status: 'error' })).toBe('Deployment dep_7 of shop failed. the cause');
    expect(firstLine({ reason: 'The image is too large.' })).toBe('Deployment dep_7 of shop failed. the cause');
  });

  test('without a log shows the message of the service', () => {
    expect(textOf([], [], { cause: failed.cause })[0]).toBe(`Deployment dep_7 of shop failed. ${failed.cause}`);
  });
});

test('shows how to follow a deployment that continues, however long its ids are', () => {
  const [resourceId, deploymentId] = ['r'.repeat(256), 'd'.repeat(300)];
  const outcome = { ...failed, resourceId, deploymentId, errorCode: 'timeout' as const, stillRunning: true };
  const text = textOf([], [], { outcomes: [outcome], errorCode: outcome.errorCode }).join('\n');
  expect(text).toContain(`operation: wait, resource-id: ${resourceId}, deployment-id: ${deploymentId}.`);
  expect(text).toContain(`resource-id: ${resourceId} · deployment-id: ${deploymentId} · service: https://`);
});
