// Replies as well-known hosting platforms send them, by their API references and code, under the
// names of the API page: what is read of each, and that what is not recognised is not taken for
// something else.
import { expect, test } from '@jest/globals';
import { parseAccepted, parseDeployment } from '../../src/api/deployments.ts';
import { parseEnvNames } from '../../src/api/env-names.ts';
import { parseJson } from '../../src/api/json.ts';
import { parseResource } from '../../src/api/resources.ts';

const SHA = '4f6c21d0'.repeat(5);

// Name, reply without the id and status of the deployment, its commit, why it failed, its log.
test.each([
  [
    'render',
    `{ID, "commit": {"id": "${SHA}", "message": "Fix"}, "trigger": "api", "hasMore": false,
    "logs": [{"id": "1", "message": "one", "labels": [{"name": "level", "value": "info"}]}]}`,
    SHA,
    [],
    'one\n',
  ],
  [
    'coolify',
    `{ID, "deployment_uuid": "dep_1", "commit": "${SHA}", "is_api": true,
    "logs": "[{\\"command\\":null,\\"output\\":\\"one\\",\\"hidden\\":false},{\\"output\\":\\"x\\",\\"hidden\\":true}]"}`,
    SHA,
    [],
    'one\n',
  ],
  [
    'vercel',
    `{ID, "uid": "dep_1", "state": "ERROR", "meta": {"githubCommitRef": "main", "githubCommitSha": "${SHA}"},
    "aliasError": null, "errorCode": "BUILD_FAILED", "errorMessage": "Command exited with 1",
    "events": [{"type": "stdout", "payload": {"text": "x"}}]}`,
    SHA,
    ['Command exited with 1', 'BUILD_FAILED'],
    '',
  ],
  [
    'railway',
    `{"data": {"deployment": {ID, "meta": {"commitHash": "${SHA}", "reason": "deploy"}, "diagnosis": null},
    "buildLogs": [{"timestamp": "x", "message": "one", "severity": "info"}]}}`,
    SHA,
    [],
    'one\n',
  ],
  [
    'cloud foundry',
    `{ID, "guid": "dep_1", "state": "FAILED", "error": "StagingError - no buildpack",
    "revision": {"guid": "r", "version": 3}}`,
    undefined,
    ['StagingError - no buildpack'],
    '',
  ],
  [
    'koyeb',
    `{"deployment": {ID, "parent_id": "", "provisioning_info": {"sha": "${SHA}", "stages": [{"status": "FAILED"}]},
    "messages": ["x"]}, "logs": {"data": [{"msg": "two"}], "pagination": {"has_more": false}}}`,
    SHA,
    [],
    'two\n',
  ],
] as const)('reads a failed deployment of %s', (_, body, commit, reasons, text) => {
  const reply = parseJson(body.replace('ID', '"id": "dep_1", "status": "failed"'));
  const { log, unrecognised, ...deployment } = parseDeployment(reply, 'dep_1');
  expect({ commit: undefined, ...deployment }).toEqual({
    id: 'dep_1',
    status: 'failed',
    commit,
    reasons,
  });
  expect(log.text).toBe(text);
  expect(unrecognised).toEqual(log.unrecognised === undefined ? [] : ['log']);
});

test.each([
  [
    'coolify',
    '{"uuid": "app_web", "fqdn": "https://a.example,https://b.example", "health_check_host": "localhost"}',
    ['a.example', 'b.example'],
  ],
  [
    'heroku',
    '{"domains": [{"id": "d", "hostname": "a.example", "cname": null}], "web_url": "https://x.example"}',
    ['a.example'],
  ],
  ['koyeb', '{"domains": [{"id": "d", "name": "a.example", "intended_cname": ""}]}', ['a.example']],
  [
    'render',
    '{"serviceDetails": {"url": "https://a.example"}, "dashboardUrl": "https://x.example"}',
    [],
  ],
] as const)('reads the hosts of %s', (_, body, hosts) => {
  const reply = parseJson(body.replace('{', '{"id": "app_web", '));
  expect(parseResource(reply, 'app_web').hosts).toEqual(hosts);
});

test.each([
  [
    'clever cloud',
    '{"id": 320, "message": "Queued.", "deploymentId": "dep_1"}',
    { deploymentId: 'dep_1', serviceMessage: 'Queued.' },
  ],
  [
    'coolify',
    '{"deployments": [{"message": "Queued.", "resource_uuid": "app_web", "deployment_uuid": "dep_1"}]}',
    { deploymentId: 'dep_1' },
  ],
  [
    'koyeb',
    '{"deployment": {"id": "dep_1", "status": "PENDING", "child_id": ""}}',
    { deploymentId: 'dep_1' },
  ],
])('reads the acceptance of %s', (_, body, accepted) => {
  expect(parseAccepted(parseJson(body), 'app_web')).toEqual(accepted);
});

test.each([
  ['heroku', '{"PORT": null, "HOST": null}'],
  [
    'coolify',
    '[{"uuid": "e1", "key": "PORT", "is_literal": false}, {"uuid": "e2", "key": "HOST"}]',
  ],
  [
    'koyeb',
    '{"env": [{"scopes": ["region:fra"], "key": "PORT", "secret": "port"}, {"key": "HOST"}]}',
  ],
])('reads the variables of %s', (_, body) => {
  expect(parseEnvNames(parseJson(body)).items).toEqual(['PORT', 'HOST']);
});
