// Under which host names the emulator answers: those of this machine, and those that were set.
import { describe, expect, test } from '@jest/globals';
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
