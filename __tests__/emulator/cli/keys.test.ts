// Keys of an emulator that runs already: what is printed, and one sentence where it cannot be done.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { KeyCommand } from '../../../emulator/cli/arguments.ts';
import { runKeyCommand } from '../../../emulator/cli/keys.ts';
import { createRawServers } from '../../support/service/raw-server.ts';
import { stage } from '../client.ts';

const servers = createRawServers();
afterEach(async () => {
  await servers.close();
});

describe('a key', () => {
  test('is created with its value alone on a line, which works', async () => {
    const { call, emulator } = await stage();
    const request = { name: 'second', scopes: ['deploy'], expiresInDays: 30, by: 'owner' };
    const text = await runKeyCommand({ kind: 'key-create', url: emulator.origin, request });
    expect(text).toMatch(
      /^ {2}apikey_\w+ {2}second {2}read deploy {2}expires 2026-04-01 {2}5 a day {2}never used\n\nkey_/,
    );
    expect(text).toMatch(/\n\nThe value is not kept and cannot be shown again\.\n$/);
    const value = /^key_\S+$/m.exec(text)?.[0];
    expect((await call('GET', '/resources', { key: value })).status).toBe(200);
  });

  test('is revoked by its name or id, whatever it holds', async () => {
    const { emulator } = await stage();
    const { id } = emulator.control.createKey({ name: 'a/b?c' });
    const revoke = async (key: string): Promise<string> =>
      await runKeyCommand({ kind: 'key-revoke', url: emulator.origin, key });
    expect(await revoke('a/b?c')).toBe('Revoked a/b?c. Its next request is refused.\n');
    expect(await revoke(id)).toBe('Revoked a/b?c. Its next request is refused.\n');
    await expect(revoke('nobody')).rejects.toThrow('There is no key nobody.');
  });

  test('that is refused leads to the reason', async () => {
    const { emulator } = await stage();
    const request = { name: 'x', scopes: [], dailyCreationCap: 6, by: 'admin' };
    const created = runKeyCommand({ kind: 'key-create', url: emulator.origin, request });
    await expect(created).rejects.toThrow('Only an owner may set the daily creation cap above 5.');
  });
});

test.each<KeyCommand>([
  { kind: 'key-list', url: '' },
  { kind: 'key-revoke', url: '', key: 'a' },
  { kind: 'key-create', url: '', request: { name: 'a', scopes: [], by: 'owner' } },
])('a server that is silent, before or within its answer, ends the command in time: $kind', async (command) => {
  for (const begin of [false, true]) {
    const url = await servers.serve((_request, response) => void (begin && response.write('{"keys":')));
    const ended = runKeyCommand({ ...command, url }, 100);
    await expect(ended).rejects.toThrow(`No emulator answers at ${url} within 0.1 s. Name another with --url.`);
  }
});

describe('the list of keys', () => {
  test('shows expiry, revocation and use, and never a value', async () => {
    const { call, clock, emulator } = await stage({
      keys: [
        { name: 'ci', scopes: ['deploy'] },
        { name: 'old', legacy: true },
        { name: 'gone', dailyCreationCap: 0 },
      ],
    });
    await clock.sleep(1000);
    await call('GET', '/resources');
    emulator.control.revokeKey('gone');
    const text = await runKeyCommand({ kind: 'key-list', url: emulator.origin });
    const rows = text.split('\n').map((row) =>
      row
        .trim()
        .replace(/^apikey_\w+ +/, '')
        .replaceAll(/ {2,}/g, ' | '),
    );
    expect(rows).toEqual([
      'ci | read deploy | expires 2026-05-31 | 5 a day | last used 2026-03-02T12:00:01.000Z',
      'old | read | never expires | 5 a day | never used',
      'gone | read | revoked 2026-03-02 | 0 a day | never used',
      '',
    ]);
    for (const value of Object.values(emulator.keys)) expect(text).not.toContain(value);
  });

  test('is one sentence where there is none', async () => {
    const { emulator } = await stage({ keys: [] });
    expect(await runKeyCommand({ kind: 'key-list', url: emulator.origin })).toBe('No key yet.\n');
  });

  test('shows a name on one line, whatever it holds', async () => {
    const { emulator } = await stage({ keys: [{ name: 'a\n\u001B[2Jb' }] });
    const text = await runKeyCommand({ kind: 'key-list', url: emulator.origin });
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).not.toContain('\u001B');
  });
});

describe('what is no emulator is named with its address', () => {
  const list = (url: string): KeyCommand => ({ kind: 'key-list', url });
  const create = (url: string): KeyCommand => ({
    kind: 'key-create',
    url,
    request: { name: 'x', scopes: [], by: 'owner' },
  });

  test.each<[string, string, (url: string) => KeyCommand]>([
    ['text', 'hello', list],
    ['a list', '[]', list],
    ['null', 'null', list],
    ['an object without a key', '{}', create],
    ['a key without a value', '{"key":{"name":"x"}}', create],
  ])('where it answers with %s', async (_what, body, command) => {
    const url = await servers.serve((_request, response) => response.end(body));
    await expect(runKeyCommand(command(url))).rejects.toThrow(`What answers at ${url} is no emulator.`);
  });

  test('where nobody answers', async () => {
    const url = await servers.serve((_request, response) => response.end());
    await servers.close();
    await expect(runKeyCommand(list(url))).rejects.toThrow(`No emulator answers at ${url}. Name another with --url.`);
  });
});
