// How each response to a deploy request is read: accepted, refused, or with an unknown fate.
import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '../../src/api/errors.ts';
import type { Client } from '../../src/api/client.ts';
import { type Answer, rawServicesPerTest, failureOf, PROXY_PAGE, refusalBody } from '../support/service/raw-service.ts';

const services = rawServicesPerTest();

const post = async (client: Client): Promise<unknown> =>
  await client.createDeployment('app_web', { force: false, mayPost: () => Promise.resolve(true) });

/** What a POST comes to, since nothing but `rate_limited` and "no connection" is retried there. */
const answers: readonly (Answer & { is: string; name: string; code: ErrorCode; fate: 'refused' | 'unknown' })[] = [
  {
    is: '401',
    status: 401,
    body: refusalBody('unauthorized'),
    name: 'RefusedError',
    code: 'unauthorized',
    fate: 'refused',
  },
  {
    is: '401 page',
    status: 401,
    body: PROXY_PAGE,
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  { is: '402', status: 402, body: refusalBody('billing'), name: 'RefusedError', code: 'billing', fate: 'refused' },
  { is: '403', status: 403, body: refusalBody('forbidden'), name: 'RefusedError', code: 'forbidden', fate: 'refused' },
  { is: '404', status: 404, body: refusalBody('not_found'), name: 'RefusedError', code: 'not_found', fate: 'refused' },
  {
    is: '404 other word',
    status: 404,
    body: refusalBody('nope'),
    name: 'RefusedError',
    code: 'not_found',
    fate: 'refused',
  },
  {
    is: '404 page',
    status: 404,
    body: PROXY_PAGE,
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '404 text',
    status: 404,
    body: 'default backend - 404',
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '403 of another API',
    status: 403,
    body: '{"message":"Forbidden"}',
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '405 page',
    status: 405,
    body: PROXY_PAGE,
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '202 page',
    status: 202,
    body: PROXY_PAGE,
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  { is: '409', status: 409, body: refusalBody('busy'), name: 'RefusedError', code: 'busy', fate: 'refused' },
  {
    is: '409 empty',
    status: 409,
    body: '',
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '409 other',
    status: 409,
    body: refusalBody('conflict'),
    name: 'RefusedError',
    code: { serviceCode: 'conflict' },
    fate: 'refused',
  },
  {
    is: '400',
    status: 400,
    body: refusalBody('invalid_input'),
    name: 'RefusedError',
    code: { serviceCode: 'invalid_input' },
    fate: 'refused',
  },
  {
    is: '400 page',
    status: 400,
    body: PROXY_PAGE,
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '422 bad word',
    status: 422,
    body: refusalBody('Not A Code!'),
    name: 'RefusedError',
    code: 'service_error',
    fate: 'refused',
  },
  {
    is: '429 cap',
    status: 429,
    body: refusalBody('create_limit'),
    name: 'RefusedError',
    code: 'create_limit',
    fate: 'refused',
  },
  {
    is: '200 ok:false',
    status: 200,
    body: refusalBody('internal_error'),
    name: 'RefusedError',
    code: { serviceCode: 'internal_error' },
    fate: 'refused',
  },
  {
    is: '202 ok:false',
    status: 202,
    body: refusalBody('billing'),
    name: 'RefusedError',
    code: 'billing',
    fate: 'refused',
  },
  {
    is: '200 success:false',
    status: 200,
    body: '{"success" : false, "error": "no"}',
    name: 'RefusedError',
    code: 'service_error',
    fate: 'refused',
  },
  { is: '500 known word', status: 500, body: refusalBody('busy'), name: 'RefusedError', code: 'busy', fate: 'refused' },
  {
    is: '500',
    status: 500,
    body: refusalBody('internal_error'),
    name: 'ServiceFailedError',
    code: 'service_error',
    fate: 'unknown',
  },
  { is: '502 page', status: 502, body: PROXY_PAGE, name: 'ServiceFailedError', code: 'unreachable', fate: 'unknown' },
  { is: '503 empty', status: 503, body: '', name: 'ServiceFailedError', code: 'unreachable', fate: 'unknown' },
  { is: '408', status: 408, body: '', name: 'ServiceFailedError', code: 'unreachable', fate: 'unknown' },
  ...(
    [
      [301, 'unknown'],
      [302, 'unknown'],
      [303, 'unknown'],
      [307, 'refused'],
      [308, 'refused'],
    ] as const
  ).map(([status, fate]) => ({
    is: `${status}`,
    status,
    headers: { location: 'https://elsewhere.example/x' },
    name: 'RedirectedError',
    code: 'unreadable_reply' as const,
    fate,
  })),
  {
    is: '200 page',
    status: 200,
    body: PROXY_PAGE,
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '200 empty',
    status: 200,
    body: '',
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  { is: '204', status: 204, name: 'UnreadableResponseError', code: 'unreadable_reply', fate: 'unknown' },
  {
    is: '200 cut JSON',
    status: 200,
    body: '{"ok":true,"depl',
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
  {
    is: '202 compressed',
    status: 202,
    headers: { 'content-encoding': 'zstd' },
    body: 'x',
    name: 'UnreadableResponseError',
    code: 'unreadable_reply',
    fate: 'unknown',
  },
];

describe('a response to a deploy request', () => {
  test.each(answers)(
    'that is $is becomes $name with code $code and fate $fate',
    async ({ name, code, fate, ...answer }) => {
      const { client, requests } = await services.serviceOf(answer);
      const error = await failureOf(post(client));
      expect(error).toMatchObject({ name, code, fate });
      expect(error.endpoint).toEqual({ method: 'POST', path: '/resources/app_web/deployments', resourceId: 'app_web' });
      expect(requests).toHaveLength(1);
    },
  );

  test.each([
    [
      '202 with an id',
      { status: 202, body: '{"ok":true,"deployment":{"id":"dep_7","status":"queued"}}' },
      { deploymentId: 'dep_7', status: 'queued' },
    ],
    ['202 empty', { status: 202, body: '' }, {}],
    ['202 with a word', { status: 202, body: 'Accepted' }, {}],
    ['200 with an id', { status: 200, body: '{"deploymentId":"dep_7"}' }, { deploymentId: 'dep_7' }],
    ['201 without one', { status: 201, body: '{"ok":true}' }, {}],
    [
      '202 with a part that is not well',
      { status: 202, body: '{"deploymentId":"dep_7","message":"queued","checks":{"ok":false}}' },
      { deploymentId: 'dep_7' },
    ],
    ['202 with the id of the resource', { status: 202, body: '{"id":"app_web"}' }, {}],
  ])('that is %s is an acceptance', async (_, answer, acceptance) => {
    const { client } = await services.serviceOf(answer);
    expect(await post(client)).toEqual(acceptance);
  });

  test('does not exist when the commit may no longer be deployed: nothing is sent', async () => {
    const { client, requests } = await services.serviceOf({ status: 202 });
    const mayPost = () => Promise.resolve(false);
    expect(await client.createDeployment('app_web', { force: false, mayPost })).toBeUndefined();
    expect(requests).toHaveLength(0);
  });

  test('that is a refusal keeps the message of the service', async () => {
    const { client } = await services.serviceOf({ status: 402, body: refusalBody('billing') });
    expect(await failureOf(post(client))).toMatchObject({ status: 402, serviceMessage: 'No.' });
  });

  test('that is a refusal keeps its Retry-After, in seconds or as a date', async () => {
    const seconds = await services.serviceOf({
      status: 409,
      body: refusalBody('busy'),
      headers: { 'retry-after': '30' },
    });
    expect(await failureOf(post(seconds.client))).toMatchObject({ retryAfterMs: 30_000 });
    const dateIn = (ms: number) => new Date(services.clock.wallTime() + ms).toUTCString();
    const dated = await services.serviceOf({
      status: 409,
      body: refusalBody('busy'),
      headers: { date: dateIn(0), 'retry-after': dateIn(45_000) },
    });
    expect(await failureOf(post(dated.client))).toMatchObject({ retryAfterMs: 45_000 });
  });
});

describe('a response to a request to start, stop or restart', () => {
  const actions = ['start', 'stop', 'restart'] as const;
  const mayPost = () => Promise.resolve(true);

  test.each(actions)(
    '(%s) is an acceptance when it is a 202 without an HTML page or any other 2xx with JSON',
    async (action) => {
      for (const answer of [
        { status: 202, body: '' },
        { status: 202, body: 'Accepted' },
        { status: 200, body: '{"ok":true}' },
      ]) {
        const { client } = await services.serviceOf(answer);
        expect(await client.changeResource('app_web', { action, mayPost })).toBe('accepted');
      }
    },
  );

  test.each(actions)(
    '(%s) is no acceptance when it is an HTML page with 200: the fate of the request is unknown',
    async (action) => {
      const { client, requests } = await services.serviceOf({ status: 200, body: PROXY_PAGE });
      expect(await failureOf(client.changeResource('app_web', { action, mayPost }))).toMatchObject({
        code: 'unreadable_reply',
        fate: 'unknown',
      });
      expect(requests).toHaveLength(1);
    },
  );

  test.each(actions)(
    '(%s) is a refusal when it is a 200 with ok: false, however long its message is',
    async (action) => {
      const message = 'No. '.repeat(5_000);
      const body = JSON.stringify({ ok: false, error: { code: 'billing', message } });
      const { client } = await services.serviceOf({ status: 200, body });
      expect(await failureOf(client.changeResource('app_web', { action, mayPost }))).toMatchObject({
        code: 'billing',
        fate: 'refused',
      });
    },
  );
});
