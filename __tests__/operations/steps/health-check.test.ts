// health-check: what counts as healthy, how long it is repeated, and what it never does.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import type { ResourceOptions } from '../../../emulator/index.ts';
import { readHealthCheck } from '../../../src/operations/steps/health-check.ts';
import { refusal } from '../../support/runner/read-inputs.ts';
import { createRawServers } from '../../support/service/raw-server.ts';
import { detailOf, listOf, requests as api, runScripted } from '../../support/service/scripted-service.ts';
import { dialectNames, errorOf, warningsOf, withWorld } from '../../support/world.ts';

/** An app on loopback that answers with these statuses in turn, and then always with the last one. */
interface App {
  readonly host: string;
  readonly requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
}

const servers = createRawServers();

async function startApp(...statuses: readonly number[]): Promise<App> {
  const requests: App['requests'][number][] = [];
  const origin = await servers.serve(({ method, url, headers }, response) => {
    const status = statuses[Math.min(requests.length, statuses.length - 1)] ?? 200;
    requests.push({ method, url, headers });
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {});
    response.end(status === 204 ? undefined : 'a body that nobody reads');
  });
  return { host: new URL(origin).host, requests };
}

afterEach(async () => {
  await servers.close();
});

const ID = 'app_web';
const base = { 'resource-id': ID, 'health-check': '/health' };

function web(domains: readonly string[], options: Partial<ResourceOptions> = {}): ResourceOptions {
  return {
    id: ID,
    name: 'web',
    domains,
    history: 1,
    runtimeLog: 'Error: the pool is closed\n',
    script: { buildMs: 5_000, log: ['Built'] },
    ...options,
  };
}

describe.each(dialectNames.filter((name) => name !== 'silent'))('in the dialect %s', (dialect) => {
  test.each([200, 204, 302, 308])('passes on %i from the first domain, and follows no redirect', async (status) => {
    const app = await startApp(status);
    await withWorld({ dialect, resources: [web([app.host, 'second.example.test'])] }, async ({ run }) => {
      const step = await run(base);
      expect(errorOf(step)).toBe('');
      expect(step.outputs).toMatchObject({ status: 'finished', url: `http://${app.host}`, 'error-code': '' });
      expect(app.requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/health']]);
      expect(app.requests[0]?.headers.authorization).toBeUndefined();
    });
  });

  test('fails as unhealthy at the deadline when the app never answers well, with the last answer and the runtime log', async () => {
    const app = await startApp(404, 503);
    await withWorld({ dialect, resources: [web([app.host])] }, async ({ run }) => {
      const step = await run({ ...base, timeout: '2m' });
      expect(step.exitCode).toBe(1);
      expect(step.outputs).toMatchObject({ status: 'finished', 'error-code': 'unhealthy' });
      expect(errorOf(step)).toContain('/health answered 503');
      expect(step.summary).toContain('answered 503');
      expect(step.summary).toContain('Error: the pool is closed');
      expect(step.tookMs).toBeLessThanOrEqual(120_000);
      expect(step.tookMs).toBeGreaterThan(90_000);
    });
  });
});

test.each([
  ['503 and 404', [503, 404, 500, 200]],
  ['400', [400, 403, 301]],
])('repeats the check on %s', async (_, statuses) => {
  const app = await startApp(...statuses);
  await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
    const step = await run(base);
    expect(errorOf(step)).toBe('');
    expect(app.requests).toHaveLength(statuses.length);
    expect(step.log).toContain(`answered ${statuses[0]}; requesting it again`);
  });
});

test('reports the passing response once, with its status', async () => {
  const app = await startApp(503, 204);
  await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
    const { log } = await run(base);
    expect(log).toContain(`http://${app.host}/health answered 503; requesting it again`);
    expect(log.match(/answered 204/g)).toHaveLength(1);
    expect(log).toContain(`health check passed: http://${app.host}/health answered 204\n`);
  });
});

test('proves in the summary and the notice what has answered', async () => {
  const app = await startApp(503, 204);
  await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
    const { summary, annotations } = await run(base);
    expect(summary).toContain('| Health check | `/health` answers 204 |');
    expect(annotations.at(-1)).toMatchObject({
      kind: 'notice',
      message: expect.stringMatching(/\n\/health answers 204$/),
    });
  });
});

test('proves the text that was asked for, and that an app without a status is live', async () => {
  const app = await startApp(200);
  const url = `http://${app.host}/version`;
  await withWorld({ dialect: 'silent', resources: [web([])] }, async ({ run }) => {
    const { summary } = await run({ ...base, 'health-check': url, 'health-check-contains': 'nobody reads' });
    expect(summary).toContain(`| Health check | \`${url}\` answers with \`nobody reads\` |`);
    expect(summary).toMatch(/^## ✅ [^\n]*is live at [^\n]*127\.0\.0\.1/);
  });
  await withWorld({ dialect: 'silent', resources: [web([])] }, async ({ run }) => {
    expect((await run({ 'resource-id': ID })).summary).not.toContain('is live');
  });
});

test('reports an unchanged response about twice a minute', async () => {
  const app = await startApp(503);
  await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
    const { log } = await run({ ...base, 'health-check-timeout': '5m' });
    const lines = log.match(/answered 503; requesting it again/g) ?? [];
    expect(lines.length).toBeGreaterThan(6);
    expect(lines.length).toBeLessThan(13);
  });
});

describe('the text of the response', () => {
  const contains = { ...base, 'health-check-contains': 'release-2', timeout: '1m' };

  test('is quoted when it does not contain the required text', async () => {
    const app = await startApp(200);
    await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
      expect(errorOf(await run(contains))).toContain(
        'answered 200 with the body "a body that nobody reads" that does not contain "release-2".',
      );
    });
  });

  test('is not quoted with build-log: false', async () => {
    const app = await startApp(200);
    await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
      const step = await run({ ...contains, 'build-log': 'false' });
      expect(errorOf(step)).toContain('answered 200 with a body that does not contain "release-2".');
      expect(step.log + step.pages.join('')).not.toContain('nobody reads');
    });
  });

  test('counts only in a 2xx response', async () => {
    const app = await startApp(500);
    await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
      const error = errorOf(await run({ ...contains, 'health-check-contains': 'nobody' }));
      expect(error).toContain(
        'the body "a body that nobody reads" that contains "nobody", but only a 2xx status passes.',
      );
      expect(error).not.toContain('does not contain');
    });
  });

  test('of a redirect is not read, nor its target', async () => {
    const app = await startApp(302);
    await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
      expect(errorOf(await run(contains))).toContain(
        'answered 302 with Location: /elsewhere, which is not followed, so "release-2" was not seen.',
      );
    });
  });

  test('is reported as found', async () => {
    const app = await startApp(200);
    await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
      const { log } = await run({ ...contains, 'health-check-contains': 'nobody' });
      expect(log).toContain('/health answered 200, and the body contains "nobody"\n');
    });
  });
});

test('a cancelled run is reported as cancelled during the health check', async () => {
  await withWorld({ resources: [web(['127.0.0.1:9'])] }, async ({ clock, run }) => {
    const step = await run(base, { onStart: (cancel) => void clock.sleep(60_000).then(() => cancel('SIGTERM')) });
    expect(step.outputs).toMatchObject({ status: 'finished', 'error-code': 'interrupted' });
    expect(errorOf(step)).toContain('The run was cancelled while the health check of app_web had not passed yet.');
  });
});

test('repeats the check until the deadline when no server is listening', async () => {
  await withWorld({ resources: [web(['127.0.0.1:9'])] }, async ({ run }) => {
    const step = await run({ ...base, timeout: '1m' });
    expect(step.outputs['error-code']).toBe('unhealthy');
    expect(errorOf(step)).toContain('gave no answer: the host refuses connections at this port (ECONNREFUSED).');
    const named = await run({ ...base, timeout: '1m', 'health-check-contains': 'release-2' });
    expect(errorOf(named)).toMatch(/gave no answer: .*, where one that contains "release-2" is needed/);
    expect(step.tookMs).toBeLessThanOrEqual(60_000);
  });
});

describe('the time of the check', () => {
  const BUILT_WITHIN_MS = 15_000;

  /** A deployment whose app never becomes healthy. */
  async function neverHealthy(inputs: Record<string, string>) {
    const app = await startApp(503);
    return await withWorld({ resources: [web([app.host])] }, async ({ run }) => {
      const step = await run({ ...base, ...inputs });
      expect(step.outputs['error-code']).toBe('unhealthy');
      expect(step.summary).toContain('Error: the pool is closed');
      return step;
    });
  }

  test.each([
    ['3 minutes by default', {}, 180_000, '3m'],
    ['what is given', { 'health-check-timeout': '40s' }, 40_000, '40s'],
  ])('is %s, however long the deadline of the step', async (_, inputs, limitMs, limit) => {
    const step = await neverHealthy(inputs);
    expect(step.tookMs).toBeGreaterThanOrEqual(limitMs);
    expect(step.tookMs).toBeLessThan(limitMs + BUILT_WITHIN_MS);
    const cause = `It was requested for ${limit}, all that health-check-timeout allows. Last answer: http://`;
    expect(errorOf(step)).toContain(cause);
    expect(errorOf(step)).toContain('/health answered 503.');
  });

  test.each([{}, { 'health-check-timeout': '20m' }])(
    'ends before a deadline that comes first, with time to read the runtime log: %j',
    async (inputs) => {
      const step = await neverHealthy({ ...inputs, timeout: '100s' });
      expect(step.tookMs).toBeLessThan(95_000);
      expect(step.tookMs).toBeGreaterThan(85_000);
      expect(errorOf(step)).toContain(', all that the deadline of 1m 40s left. Last answer: ');
    },
  );

  test('is said to have been ended by the deadline that interrupts the last request', async () => {
    const run = await runScripted(
      ({ request, host }) => {
        if (request === 'GET /health') return { body: 'late', afterMs: 15_000 };
        if (request === api.list) return listOf('old finished');
        if (request === api.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
        if (request === api.detail('new')) return detailOf('new', 'finished');
        return { body: { ok: true, resource: { id: ID, status: 'running', domains: [host] } } };
      },
      { 'health-check': '/health', 'health-check-timeout': '15s', timeout: '20s' },
    );
    expect(run.outputs['error-code']).toBe('unhealthy');
    expect(errorOf(run)).toContain(', all that the deadline of 20s left. Last answer: ');
  });
});

test('sends its last request just before the end of its time, however long the pauses have become', async () => {
  const requestedAtMs: number[] = [];
  let now = (): number => 0;
  const origin = await servers.serve((_, response) => {
    requestedAtMs.push(now());
    response.writeHead(503).end();
  });
  await withWorld({ resources: [web([new URL(origin).host])] }, async ({ clock, run }) => {
    now = () => clock.now();
    const startMs = clock.now();
    const step = await run({ ...base, timeout: '100s' });
    expect(step.outputs['error-code']).toBe('unhealthy');
    // All but a tenth of what the build left, which is kept for the runtime log.
    expect((requestedAtMs.at(-1) ?? 0) - startMs).toBeGreaterThan(90_000);
  });
});

test('checks a given URL instead, for a worker without a domain too', async () => {
  const app = await startApp(200);
  await withWorld({ resources: [web([])] }, async ({ run }) => {
    const step = await run({ ...base, 'health-check': `http://${app.host}/deep/check?full=1` });
    expect(errorOf(step)).toBe('');
    expect(app.requests.map(({ url }) => url)).toEqual(['/deep/check?full=1']);
  });
});

test('fails at once as unhealthy when a path is given and the resource has no domain', async () => {
  await withWorld({ resources: [web([])] }, async ({ run }) => {
    const step = await run(base);
    expect(step.outputs).toMatchObject({ status: 'finished', 'error-code': 'unhealthy', url: '' });
    expect(errorOf(step)).toContain('no known domain');
    expect(step.tookMs).toBeLessThan(30_000);
  });
});

test.each(['failed', 'cancelled'] as const)('never overrules a deployment that %s', async (outcome) => {
  const app = await startApp(200);
  const script = { buildMs: 5_000, log: ['Built'], outcome };
  await withWorld({ resources: [web([app.host], { script })] }, async ({ run }) => {
    const step = await run(base);
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ status: outcome, 'error-code': `deployment_${outcome}` });
    expect(app.requests).toEqual([]);
  });
});

test('is not made when the app crashed: the release does not run', async () => {
  const app = await startApp(502);
  const script = { buildMs: 5_000, log: ['Built'], statusAfterStart: [{ afterMs: 0, status: 'crashed' }] };
  await withWorld({ resources: [web([app.host], { script })] }, async ({ run }) => {
    const step = await run({ ...base, timeout: '30m' });
    expect(step.outputs).toMatchObject({ 'error-code': 'not_running', 'resource-status': 'crashed' });
    expect(errorOf(step)).toContain('app_web is crashed: the new release does not run');
    expect(app.requests).toEqual([]);
    expect(step.tookMs).toBeLessThan(120_000);
  });
});

test('waits for a resource that starts after its deployment', async () => {
  const app = await startApp(200);
  const statusAfterStart = [
    { afterMs: 0, status: 'starting' },
    { afterMs: 40_000, status: 'running' },
  ];
  const script = { buildMs: 5_000, log: ['Built'], statusAfterStart };
  await withWorld({ resources: [web([app.host], { script })] }, async ({ run }) => {
    const step = await run(base);
    expect(errorOf(step)).toBe('');
    expect(step.outputs['resource-status']).toBe('running');
    expect(step.tookMs).toBeGreaterThan(45_000);
  });
});

describe.each(['start', 'restart', 'wait'])('%s', (operation) => {
  const key = operation === 'wait' ? 'reader' : 'ci';
  const status = operation === 'start' ? 'stopped' : 'running';
  const inputs = { ...base, operation, ...(operation === 'wait' ? { 'deployment-id': 'latest' } : {}) };

  test('passes once the app answers', async () => {
    const app = await startApp(503, 200);
    await withWorld({ resources: [web([app.host], { status })] }, async ({ run }) => {
      const step = await run(inputs, { key });
      expect(errorOf(step)).toBe('');
      expect(app.requests).toHaveLength(2);
      expect(app.requests.flatMap(({ headers }) => headers.authorization ?? [])).toEqual([]);
    });
  });

  test('is unhealthy when it does not', async () => {
    const app = await startApp(500);
    await withWorld({ resources: [web([app.host], { status })] }, async ({ run }) => {
      const step = await run({ ...inputs, timeout: '1m' }, { key });
      expect(step.outputs['error-code']).toBe('unhealthy');
      expect(step.summary).toContain('Error: the pool is closed');
      expect(step.tookMs).toBeLessThanOrEqual(60_000);
    });
  });
});

describe('the input health-check', () => {
  const problem = (target: string) =>
    refusal('health-check', target, (inputs) => readHealthCheck(inputs, { wait: true }));

  test.each(['/health', '/health?full=1', 'https://example.test/health', 'http://127.0.0.1:8080/'])(
    'accepts %j',
    (target) => {
      expect(problem(target)).toBeUndefined();
    },
  );

  test.each(['health', '//evil.example', '/\\evil.example', '/with space', 'http://example.test/health', 'https://'])(
    'refuses %j',
    (target) => {
      expect(problem(target)).toContain('must be a path such as /health');
    },
  );
});

describe('before any request, it', () => {
  test.each([
    [{ 'health-check-timeout': '5m' }, 'health-check-timeout needs health-check'],
    [{ 'health-check-timeout': 'soon' }, 'health-check-timeout needs health-check'],
    [{ 'health-check-contains': 'release-2' }, 'health-check-contains needs health-check'],
    [{ 'health-check': '/health', 'health-check-timeout': 'soon' }, 'health-check-timeout must be a duration above 0'],
    [{ 'health-check': '/health', 'health-check-timeout': '0' }, 'health-check-timeout must be a duration above 0'],
  ])('refuses %j', async (inputs, reason) => {
    await withWorld({ resources: [web([])] }, async ({ emulator, run }) => {
      for (const operation of ['deploy', 'start', 'restart', 'wait']) {
        const step = await run({ 'resource-id': ID, operation, ...inputs });
        expect(step.outputs['error-code']).toBe('invalid_input');
        expect(errorOf(step)).toContain(reason);
      }
      expect(emulator.requests).toEqual([]);
    });
  });

  test('accepts the default of health-check-timeout, which the runner passes without health-check too', async () => {
    await withWorld({ resources: [web([])] }, async ({ run }) => {
      for (const operation of ['deploy', 'stop', 'list']) {
        const resource = operation === 'list' ? {} : { 'resource-id': ID };
        const step = await run({ ...resource, operation, 'health-check-timeout': '3m' });
        expect([errorOf(step), warningsOf(step)]).toEqual(['', []]);
      }
    });
  });

  test.each(['deploy', 'start', 'restart'])('refuses wait: false for %s', async (operation) => {
    await withWorld({ resources: [web([])] }, async ({ emulator, run }) => {
      const step = await run({ ...base, operation, wait: 'false' });
      expect(step.outputs['error-code']).toBe('invalid_input');
      expect(errorOf(step)).toContain('health-check');
      expect(emulator.requests).toEqual([]);
    });
  });
});
