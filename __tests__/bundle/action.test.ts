// The bundle as a black box: the built action runs as a process, as on a runner, against an emulator in real time.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readManifest } from '../../scripts/docs/action-manifest.ts';
import { commandsIn } from '../support/runner/runner-parsers.ts';
import {
  bundleDialects,
  CANCELLED_WITHIN_MS,
  LINES,
  RESOURCE,
  type Stories,
  type Story,
  runStories,
} from '../support/stories.ts';

let stories: Stories['named'];
let inDialect: Stories['inDialect'];
let close: Stories['close'];

beforeAll(() => {
  ({ named: stories, inDialect, close } = runStories());
});

afterAll(async () => {
  await close();
});

const declaredOutputs = readManifest(join(import.meta.dirname, '../../action.yml')).outputs.map(({ name }) => name);

async function storyIn(dialect: string): Promise<Story> {
  const story = await inDialect.get(dialect);
  if (story === undefined) throw new Error(`there is no story in ${dialect}`);
  return story;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function errorsOf({ log }: Story): string[] {
  return commandsIn(log).flatMap(({ name, data }) => (name === 'error' ? [decodeURIComponent(data)] : []));
}

describe('a deploy', () => {
  test.each(bundleDialects)(
    'in the dialect %s is polled from queued to finished, prints each log line once and writes every output',
    async (name) => {
      const story = await storyIn(name);
      const { log, outputs, emulator, deploymentId } = story;

      expect({ exitCode: story.exitCode, errors: errorsOf(story), stderr: story.stderr }).toEqual({
        exitCode: 0,
        errors: [],
        stderr: '',
      });
      const changes = log.match(/^(queued|building|finished) after/gm);
      expect(changes).toEqual(['queued after', 'building after', 'finished after']);
      for (const line of LINES) expect({ line, times: count(log, `| ${line}\n`) }).toEqual({ line, times: 1 });

      const url = name === 'silent' ? '' : 'https://web.example.test';
      expect(outputs).toMatchObject({
        'deployment-id': deploymentId,
        status: 'finished',
        'resource-status': 'running',
        url,
        'error-code': '',
        skipped: '',
      });
      expect(Number(outputs['duration'])).toBeGreaterThanOrEqual(10);
      expect(story.logFile.trimEnd()).toBe(LINES.join('\n'));
      expect(JSON.parse(outputs['deployments'] ?? '')).toEqual([
        {
          resourceId: RESOURCE,
          name: 'web',
          deploymentId,
          commit: '',
          status: 'finished',
          resourceStatus: 'running',
          url,
          duration: Number(outputs['duration']),
          logFile: outputs['log-file'],
          errorCode: '',
          skipped: '',
        },
      ]);
      expect(story.summary).toContain('## ✅');
      expect(emulator.deployments(RESOURCE).filter(({ by }) => by === 'ci')).toHaveLength(1);
      expect(emulator.violations).toEqual([]);
    },
  );
});

describe('a deployment that does not finish', () => {
  test.each([
    ['failed', 'deployment_failed'],
    ['cancelled', 'deployment_cancelled'],
  ] as const)(
    '(%s) fails the step with exit code 1, its error code and one annotation that names it',
    async (name, errorCode) => {
      const story = await stories[name];
      expect(story.exitCode).toBe(1);
      expect(story.outputs).toMatchObject({
        status: name,
        'error-code': errorCode,
        'deployment-id': story.deploymentId,
        'resource-status': 'running',
      });
      expect(errorsOf(story)).toEqual([expect.stringContaining(story.deploymentId)]);
      expect(story.summary).toContain('## ❌');
      expect(story.logFile).toContain('Exporting the image\n');
    },
  );

  test('shows the likely cause of a failed build in the annotation and the summary, and each log line once in the step log', async () => {
    const story = await stories.failed;
    expect(errorsOf(story)).toEqual([expect.stringContaining('error: no space left')]);
    expect(story.summary).toContain('Likely cause');
    const lines = story.log.split('\n').filter((line) => !line.startsWith('::'));
    expect(lines.filter((line) => line.includes('error: no space left'))).toEqual(['  | error: no space left']);
  });

  test('fails the step at the deadline with exit code 1, names the deployment and explains how to take over', async () => {
    const story = await stories.timeout;
    expect(story.exitCode).toBe(1);
    expect(story.outputs).toMatchObject({
      status: 'building',
      'error-code': 'timeout',
      'deployment-id': story.deploymentId,
    });
    const [error = ''] = errorsOf(story);
    expect(error).toContain(`deployment ${story.deploymentId} was building`);
    expect(error).toContain('operation: wait');
    expect(story.summary).toContain('`operation: wait`');
    expect(story.emulator.deployments(RESOURCE)[0]?.status).toBe('building');
  });
});

describe('a step with invalid inputs', () => {
  test('sends no request and names all of them in one annotation', async () => {
    const story = await stories.badInputs;
    expect(story.exitCode).toBe(1);
    expect(story.emulator.requests).toEqual([]);
    const [error = '', ...others] = errorsOf(story);
    expect(others).toEqual([]);
    for (const name of ['operation', 'base-url', 'resource-id', 'timeout', 'force', 'max-parallel']) {
      expect(error).toMatch(new RegExp(`(^|[.?] )${name} (must|is|takes)`, 'm'));
    }
    expect(story.outputs).toMatchObject({ 'error-code': 'invalid_input', status: '', deployments: '' });
    expect(story.summary).toContain('base-url');
  });

  test('names both sources of a missing key and explains why forks have none', async () => {
    const story = await stories.noKey;
    expect(story.exitCode).toBe(1);
    expect(story.emulator.requests).toEqual([]);
    expect(errorsOf(story)).toEqual([expect.stringMatching(/api-key .*DEPLOYMENT_SERVICE_API_KEY.*forks.*Dependabot/)]);
  });
});

describe('a cancelled run', () => {
  test.each([
    ['while it waits for a busy resource', 'cancelWhileBusy'],
    ['while it polls a deployment', 'cancelPolling'],
    ['while its deploy request is unanswered', 'cancelPosting'],
  ] as const)('%s ends within two seconds, with outputs and summary', async (_, name) => {
    const story = await stories[name];
    expect(story.endedAfterSignalMs).toBeLessThan(CANCELLED_WITHIN_MS);
    expect(story.exitCode).toBe(1);
    expect(story.outputs).toMatchObject({ 'error-code': 'interrupted' });
    expect(story.summary).toContain('## ⚠️');
    expect(errorsOf(story)).toHaveLength(1);
  });

  test('names the deployment that continues, and the step that waits for it', async () => {
    const { summary, outputs, deploymentId, emulator, ...story } = await stories.cancelPolling;
    expect(outputs).toMatchObject({ 'deployment-id': deploymentId, status: 'building' });
    expect(summary).toMatch(new RegExp(`${deploymentId}.*continues.*operation: wait.*${RESOURCE}.*${deploymentId}`));
    expect(story.log).toContain(`deployment-id: ${deploymentId}`);
    expect(emulator.deployments(RESOURCE)[0]).toMatchObject({ id: deploymentId, status: 'building' });
  });

  test('reports nothing as continuing where nothing was requested, and that a lost request may continue', async () => {
    const [whileBusy, posting] = await Promise.all([stories.cancelWhileBusy, stories.cancelPosting]);
    expect(whileBusy.summary).not.toContain('at the service');
    expect(posting.summary).toContain('may continue at the service');
  });
});

describe('a bad connection', () => {
  test.each(['reset', 'cut', 'drip'] as const)(
    '(%s) starts no second deployment, and the step reports how the deployment ended',
    async (name) => {
      const story = await stories[name];
      expect({ exitCode: story.exitCode, errors: errorsOf(story) }).toEqual({ exitCode: 0, errors: [] });
      expect(story.outputs).toMatchObject({ status: 'finished', 'deployment-id': story.deploymentId });
      expect(story.emulator.deployments(RESOURCE).filter(({ by }) => by === 'ci')).toHaveLength(1);
      for (const line of LINES) expect(count(story.log, `| ${line}\n`)).toBe(1);
    },
  );
});

describe('every step, however it ends,', () => {
  test('masks the key before it prints anything else, and never shows it', async () => {
    for (const { log, key, outputs, summary, exitCode } of await everyStory({ except: 'noKey' })) {
      const [first, ...others] = log.split('\n');
      expect({ exitCode, first }).toEqual({ exitCode, first: `::add-mask::${key}` });
      expect(others.join('\n') + JSON.stringify(outputs) + summary).not.toContain(key);
    }
  });

  test('writes every declared output, and nothing to the files it does not need', async () => {
    for (const { outputs, strayFiles } of await everyStory()) {
      expect(Object.keys(outputs).toSorted()).toEqual(declaredOutputs.toSorted());
      expect(strayFiles).toBe('');
    }
  });

  test('shows no stack trace and nothing on standard error', async () => {
    for (const { log, summary, stderr } of await everyStory()) {
      expect(stderr).toBe('');
      expect(log + summary).not.toMatch(/^\s*at .+[:(]\d+|node:internal|file:\/\//m);
    }
  });

  test('ends by itself within a second of the last response: nothing keeps the process alive', async () => {
    const answered = (await everyStory()).filter(({ endedAfterSignalMs, outputs, lastAnswerAtMs }) => {
      return lastAnswerAtMs > 0 && endedAfterSignalMs === undefined && outputs['error-code'] !== 'timeout';
    });
    expect(answered.length).toBeGreaterThan(bundleDialects.length);
    expect(answered.filter(({ endedByItself }) => !endedByItself)).toEqual([]);
    // Many end at the same time, and a busy machine delays some of them.
    const delaysMs = answered.map(({ exitedAtMs, lastAnswerAtMs }) => exitedAtMs - lastAnswerAtMs);
    expect(Math.min(...delaysMs)).toBeLessThan(1_000);
  });

  test('logs one line per request with debug logging', async () => {
    const { log, emulator } = await stories.debug;
    const lines = commandsIn(log).filter(({ name }) => name === 'debug');
    expect(lines).toHaveLength(emulator.requests.length);
    expect(lines[0]?.data).toMatch(
      /^GET \/resources\/app_web(?:\/deployments)?: 200, .*s, \d+ bytes; \{ok: boolean, .*\}$/,
    );
  });
});

async function everyStory(options: { except?: keyof typeof stories } = {}): Promise<Story[]> {
  const others = Object.entries(stories).flatMap(([name, story]) => (name === options.except ? [] : story));
  return await Promise.all([...others, ...inDialect.values()]);
}
