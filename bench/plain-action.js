// What the action is measured against: a deploy action as most are written, with @actions/core and
// @actions/http-client alone. It sends the POST, reads the deployment every 5 seconds as
// actions/deploy-pages does, and sends again what failed.
import { getInput, setFailed } from '@actions/core';
import { HttpClient } from '@actions/http-client';
import { setTimeout as sleep } from 'node:timers/promises';

const GAP_MS = 5_000;
const UNAUTHORIZED = 401;

const headers = { authorization: `Bearer ${getInput('api-key')}` };
const client = new HttpClient('plain', [], { headers });
const deployments = `${getInput('base-url')}/resources/${getInput('resource-id')}/deployments`;

/**
 * The body of a good answer; an empty text once the key was refused.
 *
 * @param {'GET' | 'POST'} method
 * @param {string} url
 */
async function send(method, url) {
  for (;;) {
    const response = await client.request(method, url, method === 'POST' ? '{}' : '');
    const body = await response.readBody();
    const { statusCode = 0 } = response.message;
    if (statusCode === UNAUTHORIZED) return '';
    if (statusCode < 300) return body;
    await sleep(GAP_MS);
  }
}

let body = await send('POST', deployments);
const id = /"id":"(\w+)"/.exec(body)?.[1] ?? '';
while (body !== '' && !body.includes('"finished"')) {
  await sleep(GAP_MS);
  body = await send('GET', `${deployments}/${id}`);
}
if (body === '') setFailed('The key was refused.');
