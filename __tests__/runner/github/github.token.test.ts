// The token is sent only to GitHub and the key only to the service, and neither is shown.
import { afterEach, describe, expect, test } from '@jest/globals';
import { callsOf, GITHUB_TOKEN } from '../../support/github/fake-github.ts';
import { RESOURCE_ID, tryWithGithub } from '../../support/github/github-trial.ts';
import { createRawServers } from '../../support/service/raw-server.ts';
import { commandsIn } from '../../support/runner/runner-parsers.ts';

const servers = createRawServers();

afterEach(async () => {
  await servers.close();
});

const both = { 'github-environment': 'production', 'skip-if-outdated': 'true' };

describe('the token', () => {
  test('is masked, sent only to GitHub and shown nowhere, even when the build log contains it', async () => {
    const log = [`token ${GITHUB_TOKEN}`, Buffer.from(GITHUB_TOKEN).toString('base64')];
    const { run, github, emulator, apiKey } = await tryWithGithub({
      inputs: both,
      resources: [{ id: RESOURCE_ID, script: { buildMs: 5_000, log, outcome: 'failed' } }],
    });
    expect(run.masked).toEqual([apiKey, GITHUB_TOKEN]);
    expect(callsOf(github)).toEqual(['head', 'create', 'in_progress', 'failure']);
    for (const { authorization, headers, body, query } of github.calls) {
      expect(authorization).toBe(`token ${GITHUB_TOKEN}`);
      expect(headers + JSON.stringify(body) + query).not.toContain(apiKey);
    }
    expect(JSON.stringify(emulator.requests)).not.toContain(GITHUB_TOKEN);
    const shown = [run.log, run.logFile, ...run.pages, JSON.stringify(run.outputs), JSON.stringify(run.annotations)];
    expect(run.logFile).toContain('token ***');
    for (const text of shown) {
      for (const secret of [GITHUB_TOKEN, log[1], apiKey]) expect(text).not.toContain(secret);
    }
  });

  test.each([301, 302, 307, 308])('is not sent on by a redirect (%i)', async (status) => {
    const visitors: string[] = [];
    const elsewhere = await servers.serve((request, response) => {
      visitors.push(request.url ?? '');
      response.end('{}');
    });
    const { run } = await tryWithGithub({
      inputs: both,
      onCall: () => ({ status, headers: { location: `${elsewhere}/steal` } }),
    });
    expect(run.outputs['status']).toBe('finished');
    expect(visitors).toEqual([]);
  });

  test('is neither read nor masked nor used when nothing needs it', async () => {
    const { run, github, apiKey } = await tryWithGithub({ inputs: { 'skip-if-outdated': 'false' } });
    expect(run.outputs['status']).toBe('finished');
    expect(run.masked).toEqual([apiKey]);
    expect(github.calls).toEqual([]);
  });

  test('that cannot be one is refused before anything is sent', async () => {
    const { run, github, emulator } = await tryWithGithub({ inputs: { ...both, 'github-token': 'short' } });
    expect(run.outputs['error-code']).toBe('invalid_input');
    expect(run.annotations).toEqual([expect.objectContaining({ message: expect.stringContaining('github-token') })]);
    expect([...github.calls, ...emulator.requests]).toEqual([]);
  });

  test('is never sent to GitHub by operations without a deploy request, whatever is set', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { ...both, 'github-token': '', operation: 'status' },
    });
    expect(run.exitCode).toBe(0);
    expect(github.calls).toEqual([]);
  });
});

describe('an input for GitHub', () => {
  test('is refused for an environment without wait: true', async () => {
    const { run, github } = await tryWithGithub({ inputs: { 'github-environment': 'production', wait: 'false' } });
    expect(run.outputs['error-code']).toBe('invalid_input');
    expect(github.calls).toEqual([]);
  });

  test('is accepted for skip-if-outdated without wait: true', async () => {
    const { run, github } = await tryWithGithub({ inputs: { 'skip-if-outdated': 'true', wait: 'false' } });
    expect(run.exitCode).toBe(0);
    expect(callsOf(github)).toEqual(['head']);
  });
});

describe('a message from GitHub', () => {
  test('cannot give the runner a command', async () => {
    const message = 'no\n::set-output name=status::failed\r##[error]x ::add-mask::a';
    const { run } = await tryWithGithub({
      inputs: both,
      onCall: () => ({ status: 422, message }),
    });
    const names = commandsIn(run.log).map(({ name }) => name);
    expect(names).not.toContain('set-output');
    expect(names).not.toContain('add-mask');
    expect(names.filter((name) => name === 'error')).toEqual([]);
  });
});
