// The command line as a value: what is asked for, or why it makes no sense.

import { describe, expect, test } from '@jest/globals';
import { UsageError, parseCommand } from '../../../emulator/cli/arguments.ts';

describe('the command line', () => {
  test('starts the emulator with nothing given', () => {
    const nothing = {
      config: undefined,
      port: undefined,
      dialect: undefined,
      faults: undefined,
      state: undefined,
      requestsPerMinute: undefined,
      clockOffset: undefined,
      seed: undefined,
    };
    expect(parseCommand([])).toEqual({
      kind: 'serve',
      ...nothing,
      countRefused: false,
      json: false,
      exitWithParent: false,
    });
  });

  test('takes every option', () => {
    const args =
      '--config a.yaml --port 0 --dialect bare --faults [] --state s.db --requests-per-minute 20 --count-refused ' +
      '--clock-offset 91d --seed 7 --json --exit-with-parent';
    expect(parseCommand(args.split(' '))).toEqual({
      kind: 'serve',
      config: 'a.yaml',
      port: 0,
      dialect: 'bare',
      faults: '[]',
      state: 's.db',
      requestsPerMinute: 20,
      countRefused: true,
      clockOffset: 91 * 86_400_000,
      seed: '7',
      json: true,
      exitWithParent: true,
    });
  });

  test('creates a key with scopes, expiry and cap', () => {
    const args =
      'key create --name ci --scopes deploy,write --expires none --cap 3 --as admin --url http://127.0.0.1:1'.split(
        ' ',
      );
    expect(parseCommand(args)).toEqual({
      kind: 'key-create',
      url: 'http://127.0.0.1:1',
      request: { name: 'ci', scopes: ['deploy', 'write'], expiresInDays: 'none', dailyCreationCap: 3, by: 'admin' },
    });
    const plain = { name: 'ci', scopes: [], by: 'owner' };
    expect(parseCommand(['key', 'create', '--name', 'ci'])).toMatchObject({ request: plain });
  });

  test('lists and revokes keys', () => {
    expect(parseCommand(['key', 'list'])).toEqual({ kind: 'key-list', url: 'http://127.0.0.1:4180' });
    expect(parseCommand(['key', 'revoke', 'ci'])).toMatchObject({ kind: 'key-revoke', key: 'ci' });
  });

  test.each([[['--help']], [['-h']], [['key', '--help']]])('explains itself for %j', (args) => {
    expect(parseCommand(args)).toEqual({ kind: 'help' });
  });

  test.each([
    [['--port', '70000'], /--port is a whole number up to 65535, not "70000"/],
    [['--port', 'x'], /--port is a whole number/],
    [['--clock-offset', 'soon'], /--clock-offset is a number with s, m, h or d, such as 91d, not "soon"/],
    [['--requests-per-minute', '0'], /--requests-per-minute is at least 1/],
    [['--state', ''], /^--state needs a value$/],
    [['--config='], /^--config needs a value$/],
    [['--faults', ''], /^--faults needs a value$/],
    [['--colour'], /--colour/],
    [['serve'], /serve/],
    [['key'], /key is followed by create, list or revoke/],
    [['key', 'toString'], /key is followed by/],
    [['key', 'revoke'], /needs the name or id/],
    [['key', 'revoke', 'a', 'b'], /too many arguments/],
    [['key', 'list', 'mine'], /^key list takes no names$/],
    [['key', 'list', '--url', 'here'], /^--url is an address such as http:\/\/127\.0\.0\.1:4180, not "here"$/],
    [['key', 'list', '--url', 'ftp://127.0.0.1'], /^--url is an address/],
    [['key', 'create'], /needs --name/],
    [['key', 'create', '--name', 'a', '--expires', '7'], /--expires is 30, 90, 365 or none, not "7"/],
    [['key', 'create', '--name', 'a', '--cap', '-1'], /cap/],
  ])('refuses %j with a reason', (args, reason) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
    expect(() => parseCommand(args)).toThrow(reason);
  });
});
