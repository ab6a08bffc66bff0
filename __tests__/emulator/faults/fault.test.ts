// Faults that came as data: what is read, and what is refused with the place and what is allowed.
import { describe, expect, test } from '@jest/globals';
import { parseFaults } from '../../../emulator/faults/fault.ts';
import type { Fault } from '../../../emulator/faults/kinds.ts';

describe('faults as data', () => {
  test('come back from JSON as they were', () => {
    const faults: Fault[] = [
      { on: 'getLogs', kind: 'drip', intervalMs: 5, times: 'always' },
      { on: { method: 'POST' }, kind: 'hang', after: true, skip: 2 },
    ];
    expect(parseFaults(JSON.stringify(faults))).toEqual(faults);
    expect(parseFaults(JSON.stringify(faults[0]))).toEqual([faults[0]]);
  });

  test.each([
    ['{', /JSON/],
    ['"hang"', /^fault: a fault is an object, not "hang"\.$/],
    ['{"on":"*","kind":"explode"}', /^fault: unknown fault "explode". Known are refuse, /],
    ['{"on":"*","kind":"reset_before"}', /unknown fault "reset_before"; did you mean "reset-before"\?/],
    ['{"on":"*"}', /^fault: it needs "kind", one of refuse, /],
    ['{"kind":"hang"}', /^fault \(hang\): it needs "on"\.$/],
    ['{"on":5,"kind":"hang"}', /on must be one of \*, listResources, .*, not 5/],
    ['{"on":"listDeployment","kind":"hang"}', /not "listDeployment"; did you mean "listDeployments"\?/],
    ['{"on":{"resource":"app_web"},"kind":"hang"}', /on has no "resource"; did you mean "resourceId"\?/],
    ['{"on":{"endpoint":"deploy"},"kind":"hang"}', /on\.endpoint must be one of/],
    ['{"on":{"method":"post"},"kind":"hang"}', /on\.method must be one of .*, not "post"; did you mean "POST"\?/],
    ['{"on":{},"kind":"hang"}', /^fault \(hang\): on must not be empty\.$/],
    ['{"on":{"keyName":""},"kind":"hang"}', /on\.keyName must not be empty/],
    ['{"on":"*","kind":"drip"}', /^fault \(drip\): it needs "intervalMs"\.$/],
    ['{"on":"*","kind":"drip","intervalMs":"1"}', /intervalMs must be a number, not "1"/],
    ['{"on":"*","kind":"drip","intervalMs":-1}', /intervalMs must be at least 0, not -1/],
    ['{"on":"*","kind":"drip","intervalMs":1,"interval":2}', /it has no "interval"; did you mean "intervalMs"\?$/],
    ['{"on":"*","kind":"hang","after":"yes"}', /after must be true or false, not "yes"/],
    ['{"on":"*","kind":"hang","times":"twice"}', /times must be a whole number above 0 or "always", not "twice"/],
    ['{"on":"*","kind":"hang","times":-1}', /times must be a whole number above 0 or "always", not -1/],
    ['{"on":"*","kind":"hang","times":0}', /times must be a whole number above 0 or "always", not 0/],
    ['{"on":{"endpoint":"*"},"kind":"hang"}', /on\.endpoint must be one of listResources/],
    [
      '{"on":{"endpoint":"getEnv","method":"POST"},"kind":"hang"}',
      /^fault \(hang\): it never hits: there is no endpoint with all that it is aimed at/,
    ],
    ['{"on":{"endpoint":"listResources","resourceId":"a"},"kind":"hang"}', /it never hits/],
    ['{"on":{"method":"PUT"},"kind":"hang"}', /it never hits/],
    ['{"on":"*","kind":"hang","times":1.5}', /times must be a whole number above 0 or "always", not 1\.5/],
    ['{"on":"*","kind":"hang","skip":"1"}', /skip must be a whole number, not "1"/],
    ['{"on":"*","kind":"hang","time":2}', /it has no "time"; did you mean "times"\?/],
    ['{"on":"*","kind":"status"}', /it needs "status"/],
    ['{"on":"*","kind":"status","status":99}', /status must be at least 200, not 99/],
    ['{"on":"*","kind":"status","status":"503"}', /status must be a whole number, not "503"/],
    [
      '{"on":"*","kind":"status","status":503,"headers":{"a b":"c"}}',
      /headers has the name "a b"; a name must be letters/,
    ],
    ['{"on":"*","kind":"status","status":503,"headers":{"a":5}}', /headers\.a must be text, not 5/],
    ['{"on":"*","kind":"status","status":503,"headers":{"a":"x\\n"}}', /headers\.a must be printable ASCII text/],
    ['{"on":"*","kind":"redirect","status":302,"location":"a\\nb"}', /location must be printable ASCII text, not "a/],
    ['{"on":"*","kind":"redirect","status":200,"location":"/"}', /status must be at least 300, not 200/],
    [
      '{"on":"*","kind":"rate-limited","retryAfter":"soon"}',
      /retryAfter must be a number of seconds or "date", not "soon"/,
    ],
    ['{"on":"*","kind":"html","page":"castle"}', /page must be one of sign-in, /],
    ['[{"on":"*","kind":"hang"},{"on":"*","kind":"hang","for":1}]', /^faults\[1\] \(hang\): it has no "for"/],
  ])('%s is refused with the reason', (text, reason) => {
    expect(() => parseFaults(text)).toThrow(reason);
  });

  test('what is aimed at an endpoint that does not exist is refused', () => {
    expect(() => parseFaults('{"on":"deploy","kind":"hang"}')).toThrow(
      /on must be one of \*, listResources, .*, not "deploy"/,
    );
  });
});
