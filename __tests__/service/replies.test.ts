// Replies as well-known hosting platforms send them, by their API references and code, under the
// names of the API page: what is read of each, and that what is not recognised is not taken for
// something else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseAccepted, parseDeployment } from '../../src/api/deployments.ts';
import { parseEnvNames } from '../../src/api/env-names.ts';
import { parseJson } from '../../src/api/json.ts';
import { parseResource } from '../../src/api/resources.ts';

const SHA = '4f6c21d0'.repeat(5);

/** A reply of a platform. */
const replyOf = (kind: string, platform: string): unknown => {
  const path = `../fixtures/replies/${kind}.${platform}.json`;
  return parseJson(readFileSync(join(import.meta.dirname, path), 'utf8'));
};

// Platform, the commit of the deployment, why it failed, its log.
test.each([
  ['render', SHA, [], 'one\n'],
  ['coolify', SHA, [], 'one\n'],
  ['vercel', SHA, ['Command exited with 1', 'BUILD_FAILED'], ''],
  ['railway', SHA, [], 'one\n'],
  ['cloud-foundry', undefined, ['StagingError - no buildpack'], ''],
  ['koyeb', SHA, [], 'two\n'],
])('reads a failed deployment of %s', (platform, commit, reasons, text) => {
  const reply = replyOf('deployment', platform);
  const { log, ...deployment } = parseDeployment(reply, 'dep_1');
  const read = { commit: undefined, ...deployment };
  expect(read).toEqual({ status: 'failed', commit, reasons });
  expect(log.text).toBe(text);
});

test.each([
  ['coolify', ['a.example', 'b.example']],
  ['heroku', ['a.example']],
  ['koyeb', ['a.example']],
  ['render', []],
])('reads the hosts of %s', (platform, hosts) => {
  const addresses = hosts.map((host) => `https://${host}`);
  expect(parseResource(replyOf('resource', platform), 'app_web').addresses).toEqual(addresses);
});

test.each([
  ['clever-cloud', { serviceMessage: 'Queued.' }],
  ['coolify', { candidateId: 'dep_1' }],
  ['koyeb', {}],
])('reads the acceptance of %s', (platform, more) => {
  const accepted = parseAccepted(replyOf('accepted', platform), 'app_web');
  expect(accepted).toEqual({ deploymentId: 'dep_1', ...more });
});

test.each(['heroku', 'coolify', 'koyeb'])('reads the variables of %s', (platform) => {
  expect(parseEnvNames(replyOf('env', platform)).items).toEqual(['PORT', 'HOST']);
});
