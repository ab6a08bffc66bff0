// The pages of resources: cards, one resource with its deployments, one deployment with its log.
import { describe, expect, test } from '@jest/globals';
import { deploymentPage, resourcePage, resourcesPage } from '../../../emulator/console/resource-pages.ts';
import type { DeploymentRecord } from '../../../emulator/state/state.ts';
import { deployment, resource, textOf, view } from './view.ts';

/** The body of the page of one deployment. */
function pageOf(one: DeploymentRecord): string {
  return deploymentPage({ view: view(), token: 'tok' }, resource(), one).body.text;
}

describe('the cards of the resources', () => {
  test('show the status of every type of resource', () => {
    const resources = [
      resource(),
      resource({ id: 'res_mail', type: 'worker', name: 'mailer', status: 'crashed', domains: [] }),
      resource({ id: 'res_db', type: 'database', name: 'main-db', status: 'stopped', deployments: [] }),
      resource({ id: 'res_cache', type: 'service', name: 'cache', status: 'starting', deployments: [] }),
    ];
    const text = textOf(resourcesPage(view({ resources })).body.text);
    expect(text).toMatch(/web running Kind app .*mailer crashed Kind worker .*main-db stopped .*cache starting/);
    expect(text).toMatch(/Domain 127\.0\.0\.1:24000 .*Domain no domain/);
    expect(text).toContain('Latest finished 3 minutes ago');
  });

  test('are one sentence where there is no resource', () => {
    expect(textOf(resourcesPage(view({ resources: [] })).body.text)).toBe('Resources No resources yet.');
  });

  test('lead to resources whose ids hold marks of addresses', () => {
    const { text } = resourcesPage(view({ resources: [resource({ id: 'a/b?c' })] })).body;
    expect(text).toContain('href="/resources/a%2Fb%3Fc"');
  });

  test('lead to a domain with TLS, and to this machine without', () => {
    const { text } = resourcesPage(view({ resources: [resource({ domains: ['web.test', '127.0.0.1:4100'] })] })).body;
    expect(text).toContain('href="https://web.test/"');
    expect(text).toContain('href="http://127.0.0.1:4100/"');
  });

  test('move while one of the resources is busy or between two statuses', () => {
    const isMoving = (more: Parameters<typeof resource>[0]): boolean | undefined =>
      resourcesPage(view({ resources: [resource(), resource(more)] })).isMoving;
    expect([isMoving({ busy: true }), isMoving({ status: 'starting' }), isMoving({})]).toEqual([true, true, false]);
  });
});

describe('the page of a resource', () => {
  test('lists deployments with label, author and length, and leads to their logs', () => {
    const forced = deployment({ id: 'dep_000008', status: 'building', force: true, finishedAtMs: null });
    const manual = deployment({ id: 'dep_000006', label: 'console', by: 'console', status: 'failed' });
    const { body } = resourcePage(view(), resource({ deployments: [forced, deployment(), manual] }));
    const text = textOf(body.text);
    expect(text).toMatch(/dep_000008 building api force ci 3 minutes ago 2 min 55 s/);
    expect(text).toMatch(/dep_000007 finished api ci 3 minutes ago 12\.5 s/);
    expect(text).toMatch(/dep_000006 failed console console/);
    expect(text).toMatch(/Environment variables DATABASE_URL Runtime log listening/);
    expect(body.text).toContain('href="/resources/res_web/deployments/dep_000007"');
  });

  test('names what is empty instead of showing nothing', () => {
    const bare = resource({ deployments: [], env: [], runtimeLog: '' });
    expect(textOf(resourcePage(view(), bare).body.text)).toMatch(
      /No deployment yet\. .* None\. .* Nothing was printed\./,
    );
  });
});

describe('the page of a deployment', () => {
  test('shows the build log with its colours', () => {
    expect(pageOf(deployment())).toContain('line one\n<span class="ansi-green">Built</span>\n</pre>');
    expect(textOf(pageOf(deployment({ log: '' })))).toContain('Nothing was printed.');
  });

  test('can be cancelled until it has ended, with the token of the console', () => {
    const cancel = 'action="/resources/res_web/deployments/dep_000007/cancel"';
    expect(pageOf(deployment())).not.toContain(cancel);
    const building = pageOf(deployment({ status: 'building', finishedAtMs: null }));
    expect(building).toContain(cancel);
    expect(building).toContain('value="tok"');
  });

  test('has no length before it starts, and reports whether the cache was used', () => {
    const queued = deployment({ status: 'queued', startedAtMs: null, finishedAtMs: null, force: true });
    expect(textOf(pageOf(queued))).toMatch(/rebuilt without cache · accepted 3 minutes ago · took –/);
    expect(textOf(pageOf(deployment()))).toMatch(/built with the cache · accepted 3 minutes ago · took 12\.5 s/);
  });

  test('moves until the deployment has ended', () => {
    const moving = ['queued', 'building', 'finished', 'failed', 'cancelled'].filter(
      (status) => deploymentPage({ view: view(), token: '' }, resource(), deployment({ status })).isMoving === true,
    );
    expect(moving).toEqual(['queued', 'building']);
  });
});
