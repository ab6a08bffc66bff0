// The owner's functions for a program: what they change, what they record, and what they throw.
import { describe, expect, test } from '@jest/globals';
import { refusalOf, stage } from '../client.ts';

describe('an owner', () => {
  test('shows any status for a resource, in lower case as the service sends them', async () => {
    const { call, emulator } = await stage();
    emulator.control.setStatus('app_web', 'On Fire');
    expect((await call('GET', '/resources')).json).toMatchObject({ resources: [{ status: 'on fire' }] });
  });

  test('empties and funds the wallet, which decides about every change', async () => {
    const { call, emulator } = await stage();
    emulator.control.setWallet('empty');
    expect(refusalOf(await call('POST', '/resources/app_web/start'))).toBe('402 billing');
    expect(() => emulator.control.deploy('app_web')).toThrow(expect.objectContaining({ code: 'billing' }));
    emulator.control.setWallet('funded');
    expect((await call('POST', '/resources/app_web/start')).status).toBe(202);
  });

  test('leaves a record of keys and deployments under the name of the console', async () => {
    const { emulator } = await stage();
    emulator.control.createKey({ name: 'fresh' });
    const { id } = emulator.control.deploy('app_web');
    emulator.control.cancel('app_web', id);
    emulator.control.revokeKey('fresh');
    expect(emulator.view().activity.map(({ by, address, action, target }) => [by, address, action, target])).toEqual([
      ['console', null, 'key.revoke', 'fresh'],
      ['console', null, 'cancel', 'app_web'],
      ['console', null, 'deploy', 'app_web'],
      ['console', null, 'key.create', 'fresh'],
    ]);
  });

  test('never gets the hash of a key', async () => {
    const { emulator } = await stage();
    expect(emulator.control.createKey({ name: 'fresh' })).not.toHaveProperty('valueHash');
    expect(emulator.control.revokeKey('fresh')).not.toHaveProperty('valueHash');
  });
});

describe('what does not exist is refused with not_found', () => {
  test('whatever is to be done with it', async () => {
    const { control } = (await stage()).emulator;
    const attempts = [
      () => control.setStatus('app_none', 'running'),
      () => control.appendRuntimeLog('app_none', 'x'),
      () => control.deploy('app_none'),
      () => control.cancel('app_web', 'dep_none'),
      () => control.revokeKey('nobody'),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
