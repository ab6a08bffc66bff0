// One request to the API from its arrival to its end: the headers that change what it meets, and its record.
import { describe, expect, test } from '@jest/globals';
import { refusalOf, stage } from '../client.ts';

describe('the fault header', () => {
  test('works only with a key, so that nobody without one can use it', async () => {
    const { call } = await stage();
    const headers = { 'x-emulator-fault': '{"on":"*","kind":"status","status":503}' };
    expect(refusalOf(await call('GET', '/resources', { key: undefined, headers }))).toBe('401 unauthorized');
    expect(refusalOf(await call('GET', '/openapi.json', { key: 'key_unknown', headers }))).toBe('401 unauthorized');
    expect((await call('GET', '/resources', { headers })).status).toBe(503);
  });
});
