// Where a request goes: the API, the control API or the pages; and which of them leave a record.
import { describe, expect, test } from '@jest/globals';
import type { PageRequest } from '../../../emulator/http/index.ts';
import { refusalOf, send, stage } from '../client.ts';
import type { Answer, CallOptions } from '../client.ts';

/** An emulator whose pages show what they were asked for. */
async function open() {
  const asked: PageRequest[] = [];
  const { emulator } = await stage({
    pages: (request) => {
      asked.push(request);
      if (request.url.pathname === '/none') return undefined;
      return { status: 200, contentType: 'text/plain', body: request.url.pathname, headers: { 'x-page': 'yes' } };
    },
  });
  const at = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    await send({ ...options, method, url: emulator.origin + path });
  return { emulator, asked, at };
}

describe('a request', () => {
  test.each([
    ['/', '200 text/plain'],
    ['/api', '200 text/plain'],
    ['/api/v1', '200 text/plain'],
    ['/api/v10/resources', '200 text/plain'],
    ['/__emulatorx/state', '200 text/plain'],
    ['/API/V1/resources', '200 text/plain'],
    ['/api/v1/resources', '401 application/json; charset=utf-8'],
    ['/api/v1/', '404 application/json; charset=utf-8'],
    ['/__emulator/state', '200 application/json; charset=utf-8'],
    ['/__emulator/none', '404 application/json; charset=utf-8'],
  ])('to %s is answered with %s', async (path, expected) => {
    const { at } = await open();
    const { status, headers } = await at('GET', path);
    expect(`${status} ${headers['content-type']}`).toBe(expected);
  });

  test('to the API alone is in the record', async () => {
    const { at, emulator } = await open();
    for (const path of ['/', '/none', '/__emulator/state', '/api/v1/none']) await at('GET', path);
    expect(emulator.requests.map(({ path, status }) => [path, status])).toEqual([['/none', 404]]);
  });

  test('that no page answers is 404 with its path', async () => {
    const { at } = await open();
    const answer = await at('GET', '/none?q=1');
    expect([refusalOf(answer), answer.text]).toEqual(['404 not_found', expect.stringContaining('nothing at /none.')]);
  });
});

describe('what a page is asked with', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('has method, path, query and the headers of the page in the response', async () => {
    const { at, asked } = await open();
    const { headers, text } = await at('GET', '/a%20b?q=1&q=2');
    expect([headers['x-page'], text]).toEqual(['yes', '/a%20b']);
    expect([asked[0]?.method, asked[0]?.url.searchParams.getAll('q')]).toEqual(['GET', ['1', '2']]);
  });

  test('has the fields of a form, and none of another body', async () => {
    const { at, asked } = await open();
    await at('POST', '/x', { rawBody: 'a=1&b=%C3%A9', headers: form });
    await at('POST', '/x', { rawBody: 'a=1', headers: { 'content-type': 'text/plain' } });
    await at('POST', '/x', { rawBody: `a=${'x'.repeat(70_000)}`, headers: form });
    expect(asked.map(({ form: fields }) => [...fields])).toEqual([
      [
        ['a', '1'],
        ['b', 'é'],
      ],
      [],
      [],
    ]);
  });

  test.each([
    [{}, true],
    [{ host: 'localhost:1', origin: 'http://localhost:1' }, true],
    [{ host: 'localhost:1', origin: 'http://localhost:2' }, false],
    [{ host: 'localhost:1', origin: 'https://localhost:1' }, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
  ])('with the headers %j comes from the same origin: %s', async (headers, isSameOrigin) => {
    const { at, asked } = await open();
    await at('POST', '/x', { rawBody: 'a=1', headers: { ...form, ...headers } });
    expect(asked[0]?.isSameOrigin).toBe(isSameOrigin);
  });
});

test('another host name is refused before anything else, and leaves no record', async () => {
  const { at, emulator, asked } = await open();
  const answer = await at('GET', '/api/v1/resources', { headers: { host: 'a"b.test' } });
  expect(refusalOf(answer)).toBe('403 forbidden');
  expect(answer.json).toMatchObject({ error: { message: expect.stringContaining(String.raw`the host "a\"b.test"`) } });
  expect([emulator.requests.length, asked.length]).toEqual([0, 0]);
});
