// The settings of the console: keys without their values, and the record of changes.
import { describe, expect, test } from '@jest/globals';
import { activityPage, keyCreatedPage, keysPage } from '../../../emulator/console/settings-pages.ts';
import type { ConsoleView } from '../../../emulator/control/view.ts';
import { NOW_MS, activity, key, textOf, view } from './view.ts';

const keysText = (more: Partial<ConsoleView>): string => keysPage(view(more), 'tok').body.text;
const activityText = (changes: ConsoleView['activity']): string => activityPage(view({ activity: changes })).body.text;

describe('the page of keys', () => {
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
    const text = textOf(keysText({ keys }));
    expect(text).toMatch(/ci apikey_1 valid read deploy in 89 days 5 a day 1 second ago from 127\.0\.0\.1/);
    expect(text).toMatch(/old from before scopes apikey_1 valid read never 5 a day never/);
    expect(text).toMatch(/gone apikey_1 revoked read deploy in 89 days 2 a day/);
    expect(text).toMatch(/late apikey_1 expired/);
  });

  test('offers to revoke only keys that work', () => {
    const keys = [key({ id: 'good' }), key({ id: 'gone', revokedAtMs: 1 }), key({ id: 'late', expiresAtMs: NOW_MS })];
    const revoked = [...keysText({ keys }).matchAll(/\/settings\/api-keys\/(\w+)\/revoke/g)].map(([, id]) => id);
    expect(revoked).toEqual(['good']);
  });

  test('offers every scope but read, which each key has, and every life of a key', () => {
    const text = keysText({ keys: [] });
    expect([...text.matchAll(/name="scope" value="(\w+)"/g)].map(([, scope]) => scope)).toEqual([
      'deploy',
      'write',
      'admin',
    ]);
    expect([...text.matchAll(/<option[^>]*>(\w+)</g)].map(([, choice]) => choice)).toEqual(['30', '90', '365', 'none']);
    expect(textOf(text)).toContain('No key yet.');
  });
});

test('the value of a new key is shown as text', () => {
  const { text } = keyCreatedPage({ name: '<b>', value: 'key_"<i>' }).body;
  expect(text).toContain('<h1>&lt;b&gt;</h1>');
  expect(text).toContain('<code class="value">key_&quot;&lt;i&gt;</code>');
});

describe('the page of changes', () => {
  test('shows them in the order given, latest first', () => {
    const changes = [
      activity(),
      activity({ by: 'console', action: 'key.revoke', target: 'apikey_9', deploymentId: null, address: null }),
    ];
    const text = textOf(activityText(changes));
    expect(text).toMatch(/5 seconds ago ci deploy web dep_000007 127\.0\.0\.1 .*console key\.revoke apikey_9 –/);
  });

  test('leads to resources that there are, and to their deployments', () => {
    const text = activityText([activity(), activity({ target: 'apikey_9', deploymentId: null })]);
    expect(text).toContain('<a href="/resources/res_web">web</a>');
    expect(text).toContain('href="/resources/res_web/deployments/dep_000007"');
    expect(text).not.toContain('/resources/apikey_9');
  });

  test('shows the first 500 of them', () => {
    const text = activityText(Array.from({ length: 600 }, (_, index) => activity({ by: `who-${index}-` })));
    expect(text.match(/who-\d+-/g)).toHaveLength(500);
    expect(text).toContain('who-499-');
  });

  test('is one sentence where nothing has been changed', () => {
    expect(textOf(activityText([]))).toContain('Nothing has been changed yet.');
  });
});
