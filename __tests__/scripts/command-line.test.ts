// Arguments of the scripts: flags, names, help, and what is refused.
import { describe, expect, test } from '@jest/globals';
import { parseCommandLine, type Usage } from '../../scripts/command-line.ts';

const usage: Usage = {
  command: 'npm run thing',
  purpose: 'Does a thing.',
  flags: { keep: 'leaves it running' },
  names: { meaning: 'rooms, all by default', known: ['api/retry', 'api/wire'] },
};

describe('a command line', () => {
  test('accepts flags and names in any order', () => {
    expect(parseCommandLine(usage, ['api/wire', '--keep', 'api/retry'])).toEqual({
      flags: new Set(['keep']),
      names: ['api/wire', 'api/retry'],
      rest: [],
    });
  });

  test('shows flags, names and usage with --help, whatever else is given', () => {
    const result = parseCommandLine(usage, ['--gone', '--help']);
    expect(result).toEqual({
      help: [
        'Does a thing.',
        '',
        'Usage: npm run thing -- [--keep] [name …]',
        '  --keep  leaves it running',
        '  --help  show this help',
        '',
        'Names: rooms, all by default.',
        '  api/retry',
        '  api/wire',
      ].join('\n'),
    });
  });

  test.each(['--gone', 'api/gone', '--toString', 'keep'])('refuses %s and lists what exists', (arg) => {
    const result = parseCommandLine(usage, [arg]);
    expect(result).toEqual({ wrong: expect.stringContaining(`npm run thing does not know "${arg}".`) });
    expect(result).toEqual({ wrong: expect.stringContaining('--keep  leaves it running') });
    expect(result).toEqual({ wrong: expect.stringContaining('  api/retry') });
  });

  test('accepts a free argument where the script has one, and no unknown flag with it', () => {
    const building: Usage = { ...usage, argument: { form: '[folder]', meaning: 'where to write' } };
    expect(parseCommandLine(building, ['out', '--keep'])).toMatchObject({ rest: ['out'] });
    expect(parseCommandLine(building, ['--gone'])).toEqual({
      wrong: expect.stringContaining('[folder]  where to write'),
    });
  });

  test('passes everything else to the tool it is for, in order', () => {
    const passing = { ...usage, passesTo: 'jest' };
    expect(parseCommandLine(passing, ['--watch', 'api/wire', 'src/main.ts'])).toEqual({
      flags: new Set(),
      names: ['api/wire'],
      rest: ['--watch', 'src/main.ts'],
    });
    expect(parseCommandLine(passing, ['-h'])).toEqual({ help: expect.stringContaining('Other arguments go to jest.') });
  });
});
