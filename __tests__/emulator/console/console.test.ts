// The console as documents: what it shows, and that whatever is shown stays text.

import { describe, expect, test } from '@jest/globals';
import { createConsole } from '../../../emulator/console/console.ts';
import type { Page } from '../../../emulator/http/pages.ts';
import type { ConsoleView } from '../../../emulator/control/view.ts';
import { activity, deployment, key, nothing, NOW_MS, resource, view } from './view.ts';

const consoleOf = createConsole('the-token');

/** A console that shows a fixed view; nothing can be changed through it. */
function get(address: string, of: ConsoleView = view()): Page {
  const page = consoleOf({
    method: 'GET',
    url: new URL(address, 'http://127.0.0.1'),
    form: new URLSearchParams(),
    isSameOrigin: true,
    controlled: { ...nothing, view: () => of },
  });
  if (page === undefined) throw new Error(`the console has no answer for ${address}`);
  return page;
}

/** The text of a page as a reader sees it, in one line. */
function textOf(page: Page): string {
  const text = page.body.replace(/<head>[\s\S]*<\/head>/, '').replaceAll(/<[^>]*>/g, ' ');
  return text.replaceAll(/\s+/g, ' ').trim();
}

const ADDRESSES = [
  '/',
  '/resources/res_web',
  '/resources/res_web/deployments/dep_000007',
  '/settings/api-keys',
  '/settings/activity',
  '/requests',
  '/settings/emulator',
];

describe('the console', () => {
  test('shows a card with its status for every type of resource', () => {
    const resources = [
      resource(),
      resource({ id: 'res_mail', type: 'worker', name: 'mailer', status: 'crashed', domains: [] }),
      resource({ id: 'res_db', type: 'database', name: 'main-db', status: 'stopped', deployments: [] }),
      resource({ id: 'res_cache', type: 'service', name: 'cache', status: 'starting', deployments: [] }),
    ];
    const text = textOf(get('/', view({ resources })));
    expect(text).toMatch(/web running Kind app .*mailer crashed Kind worker .*main-db stopped .*cache starting/);
    expect(text).toMatch(/Domain 127\.0\.0\.1:24000 .*Domain no domain/);
    expect(text).toContain('Latest finished 3 minutes ago');
  });

  test('lists deployments with label, author and length, and leads to their logs', () => {
    const forced = deployment({ id: 'dep_000008', status: 'building', force: true, finishedAtMs: null });
    const manual = deployment({ id: 'dep_000006', label: 'console', by: 'console', status: 'failed' });
    const page = get(
      '/resources/res_web',
      view({ resources: [resource({ deployments: [forced, deployment(), manual] })] }),
    );
    const text = textOf(page);
    expect(text).toMatch(/dep_000008 building api force ci 3 minutes ago 2 min 55 s/);
    expect(text).toMatch(/dep_000007 finished api ci 3 minutes ago 12\.5 s/);
    expect(text).toMatch(/dep_000006 failed console console/);
    expect(text).toMatch(/Environment variables DATABASE_URL Runtime log listening/);
    expect(page.body).toContain('href="/resources/res_web/deployments/dep_000007"');
  });

  test('shows the build log of a deployment with its colours', () => {
    const page = get('/resources/res_web/deployments/dep_000007');
    expect(page.body).toContain('line one\n<span class="ansi-green">Built</span>\n</pre>');
  });

  test('shows everything of each key but its value', () => {
    const keys = [
      key(),
      key({
        name: 'old',
        legacy: true,
        scopes: ['read'],
        expiresAtMs: null,
        lastUsedAtMs: null,
        lastUsedAddress: null,
      }),
      key({ name: 'gone', revokedAtMs: NOW_MS - 1, dailyCreationCap: 2 }),
      key({ name: 'late', expiresAtMs: NOW_MS }),
    ];
    const text = textOf(get('/settings/api-keys', view({ keys })));
    expect(text).toMatch(/ci apikey_1 valid read deploy in 89 days 5 a day 1 second ago from 127\.0\.0\.1/);
    expect(text).toMatch(/old from before scopes apikey_1 valid read never 5 a day never/);
    expect(text).toMatch(/gone apikey_1 revoked read deploy in 89 days 2 a day/);
    expect(text).toMatch(/late apikey_1 expired/);
  });

  test('shows changes in the order given, latest first', () => {
    const changes = [
      activity(),
      activity({ by: 'console', action: 'key.revoke', target: 'apikey_9', deploymentId: null }),
    ];
    const text = textOf(get('/settings/activity', view({ activity: changes })));
    expect(text).toMatch(/5 seconds ago ci deploy web dep_000007 127\.0\.0\.1 .*console key\.revoke apikey_9/);
  });

  test('loads a page again by itself only while something on it moves', () => {
    const refresh = 'http-equiv="refresh"';
    const busy = view({ resources: [resource({ busy: true, deployments: [deployment({ status: 'building' })] })] });
    expect(ADDRESSES.filter((address) => get(address, busy).body.includes(refresh))).toEqual([
      ...ADDRESSES.slice(0, 3),
      '/requests',
    ]);
    expect(ADDRESSES.filter((address) => get(address).body.includes(refresh))).toEqual(['/requests']);
  });

  test.each([
    '/nowhere',
    '/resources/other',
    '/resources/res_web/deployments/x',
    '/resources/res_web/logs/dep_000007',
    '/resources/%E0%A4',
  ])('reports that there is nothing at %s', (address) => {
    expect(get(address)).toMatchObject({ status: 404 });
    expect(textOf(get(address))).toContain('There is no such page.');
  });

  test('names on every page what is empty instead of showing nothing', () => {
    const bare = resource({ deployments: [], env: [], runtimeLog: '' });
    expect(textOf(get('/', view({ resources: [] })))).toContain('No resources yet.');
    expect(textOf(get('/settings/api-keys', view({ keys: [] })))).toContain('No key yet.');
    expect(textOf(get('/settings/activity', view({ activity: [] })))).toContain('Nothing has been changed yet.');
    expect(textOf(get('/resources/res_web', view({ resources: [bare] })))).toMatch(
      /No deployment yet\. .* None\. .* Nothing was printed\./,
    );
  });
});

describe('whatever others wrote', () => {
  const EVIL = `"'><script>alert(1)</script>&amp;\u001B[31m\u202E`;
  const evil = view({
    resources: [
      resource({
        id: EVIL,
        name: EVIL,
        status: EVIL,
        catalogKey: EVIL,
        env: [EVIL],
        runtimeLog: EVIL,
        domains: [EVIL],
        deployments: [deployment({ id: EVIL, resourceId: EVIL, status: EVIL, label: EVIL, by: EVIL, log: EVIL })],
      }),
    ],
    keys: [key({ id: EVIL, name: EVIL, lastUsedAddress: EVIL })],
    activity: [activity({ by: EVIL, action: EVIL, target: EVIL, deploymentId: EVIL, address: EVIL })],
    dialect: EVIL,
    faults: [{ kind: 'echo', on: { keyName: EVIL }, canary: EVIL }],
    requests: [{ atMs: NOW_MS, method: EVIL, path: EVIL, status: null, keyName: EVIL, fault: EVIL }],
  });
  const part = encodeURIComponent(EVIL);
  const addresses = [
    '/',
    `/resources/${part}`,
    `/resources/${part}/deployments/${part}`,
    ...ADDRESSES.slice(3),
    `/${part}`,
  ];

  test.each(addresses)('stays text at %s', (address) => {
    const { body } = get(address, evil);
    expect(body).not.toMatch(/<script|alert\(1\)<|="[^"]*"'/);
    // Every quote in the document is one of the template's: attributes come in pairs.
    const tags = body.match(/<[a-z][^>]*>/g) ?? [];
    expect(
      tags.filter((tag) => !/^<!?[a-z0-9]+(?: [a-z-]+(?:="[^"<>]*")?)*(?: \/| )?>$/.test(tag.replaceAll(/\s+/g, ' '))),
    ).toEqual([]);
  });

  test.each(['/', '/console.css', '/nowhere'])('could load nothing and send nothing from %s', (address) => {
    const policy = get(address).headers?.['content-security-policy'];
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(get(address).body).not.toMatch(/<script|style="|<style| on[a-z]+="/);
  });
});
