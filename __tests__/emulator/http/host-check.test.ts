// Under which host names the emulator answers: those of this machine, and those that were set.
import { describe, expect, test } from '@jest/globals';
import { isAllowedHost } from '../../../emulator/http/host-check.ts';
import { refusalOf, send, stage } from '../client.ts';

describe('a request under another host name', () => {
  test.each(['/', '/api/v1/resources', '/api/v1/openapi.json', '/__emulator/state', '/settings/api-keys'])(
    'is refused at %s',
    async (path) => {
      const { emulator } = await stage();
      const headers = { host: 'attacker.example' };
      const answer = await send({ method: 'GET', url: emulator.origin + path, headers, key: emulator.keys['ci'] });
      expect(refusalOf(answer)).toBe('403 forbidden');
      expect(answer.text).not.toContain('app_web');
    },
  );

  test('is answered for this machine and for names that were set', async () => {
    const { emulator } = await stage({ hosts: ['service.test'] });
    for (const host of ['127.0.0.1', 'localhost:1', '[::1]:8', 'LOCALHOST', 'service.test:443']) {
      const url = `${emulator.baseUrl}/openapi.json`;
      expect((await send({ method: 'GET', url, headers: { host } })).status).toBe(200);
    }
  });
});

describe('a host', () => {
  test.each(['127.0.0.1', '127.0.0.1:4180', 'localhost', 'LocalHost:80', '[::1]', '[::1]:8080'])(
    'that is %s is answered',
    (host) => {
      expect(isAllowedHost(host, [])).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    ':4180',
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example:4180',
    'xlocalhost',
    '127.0.0.1:4180@attacker.example',
    'localhost:4180:80',
    'localhost:',
    '[::1',
    '0.0.0.0',
    'localhost\nx',
  ])('that is %j is not', (host) => {
    expect(isAllowedHost(host, [])).toBe(false);
  });

  test('that was set is answered in any case and with any port, and no other', () => {
    const hosts = ['Service.test'];
    expect(['service.test', 'SERVICE.TEST:443'].map((host) => isAllowedHost(host, hosts))).toEqual([true, true]);
    expect(['a.service.test', 'service.test.', 'service'].map((host) => isAllowedHost(host, hosts))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
