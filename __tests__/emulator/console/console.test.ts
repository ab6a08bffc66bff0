// The console as documents: what it shows, and that whatever is shown stays text.

import { describe, expect, test } from '@jest/globals';
import { createConsole } from '../../../emulator/console/console.ts';
import type { Page } from '../../../emulator/http/pages.ts';
import type { ConsoleView } from '../../../emulator/control/view.ts';
import type { DeploymentRecord } from '../../../emulator/index.ts';
import type { Refusal } from '../../../emulator/refusals.ts';
import { refuse } from '../../../emulator/refusals.ts';
import { activity, deployment, key, nothing, NOW_MS, resource, textOf, view } from './view.ts';

const consoleOf = createConsole('the-token');

/** A console that shows a fixed view; nothing can be changed through it. */
function get(address: string, of: ConsoleView = view()): Page {
  const page = consoleOf({
    method: 'GET',
    url: new URL(address, 'http://127.0.0.1'),
    form: new URLSearchParams(),
    isSameOrigin: true,
    context: {
      ...nothing,
      view: () => of,
      deployment: (resourceId, id) => findIn(of, resourceId, id),
    },
  });
  if (page === undefined) throw new Error(`the console has no answer for ${address}`);
  return page;
}

/** A deployment of a view. */
function findIn({ resources }: ConsoleView, resourceId: string, id: string): DeploymentRecord | Refusal {
  const shown = resources.find((one) => one.id === resourceId)?.deployments ?? [];
  return shown.find((one) => one.id === id) ?? refuse('not_found', 'There is none.');
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
    expect(textOf(get(address).body)).toContain('There is no such page.');
  });
});

describe('what is not shown is not built', () => {
  test('the stylesheet needs no view at all', () => {
    const request = { method: 'GET', form: new URLSearchParams(), isSameOrigin: true, context: nothing };
    const page = consoleOf({ ...request, url: new URL('http://127.0.0.1/console.css') });
    expect(page).toMatchObject({ status: 200, contentType: 'text/css; charset=utf-8' });
  });

  test.each(['/settings/api-keys', '/settings/activity', '/requests', '/settings/emulator', '/nowhere'])(
    'neither are deployments for %s',
    (address) => {
      const one = Object.defineProperty(resource(), 'deployments', {
        get: () => {
          throw new Error('the deployments are built');
        },
      });
      expect(get(address, view({ resources: [one] })).status).toBe(address === '/nowhere' ? 404 : 200);
    },
  );
});

test('a resource with more deployments than are shown has their number', () => {
  const many = resource({ deploymentCount: 1234 });
  expect(textOf(get('/resources/res_web', view({ resources: [many] })).body)).toContain('The latest 1 of 1234.');
  expect(textOf(get('/resources/res_web').body)).not.toContain('The latest');
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
