// How act is called: with a stand-in on PATH that prints its arguments and the files that it is given.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { actVersion, runAct } from '../../../scripts/examples/act.ts';

const STAND_IN = `#!/bin/sh
[ "$1" = --version ] && { echo 'act version 0.2.89'; exit 0; }
echo "home $HOME in $PWD"
echo "path $PATH"
for argument; do
  echo "$argument"
  case $argument in --*file=*|--eventpath=*) cat "\${argument#*=}"; echo ;; esac
done
exit 3
`;

let root = '';
const path = process.env['PATH'] ?? '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'act-'));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'empty'));
  writeFileSync(join(root, 'bin/act'), STAND_IN, { mode: 0o755 });
});

afterAll(() => {
  process.env['PATH'] = path;
  rmSync(root, { recursive: true });
});

// The stand-in is a shell script.
(process.platform === 'win32' ? describe.skip : describe)('act', () => {
  test('is found with its version, or not at all', async () => {
    process.env['PATH'] = [join(root, 'bin'), path].join(delimiter);
    expect(await actVersion()).toBe('act version 0.2.89');
    process.env['PATH'] = join(root, 'empty');
    expect(await actVersion()).toBeUndefined();
  });

  test('gets the workflow, the event, the variables, the secrets and this Node, and returns log and exit code', async () => {
    process.env['PATH'] = [join(root, 'bin'), path].join(delimiter);
    const home = join(root, 'home');
    const { exitCode, log } = await runAct(
      {
        workflow: '.github/workflows/deploy.yml',
        event: 'push',
        payload: { ref: 'main' },
        variables: { BASE_URL: 'http://127.0.0.1:1' },
        secrets: { KEY: 'two "quotes"' },
      },
      { folder: root, home },
    );
    expect(exitCode).toBe(3);
    expect(log.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^home .+home in .+/),
        'push',
        '--workflows=.github/workflows/deploy.yml',
        '{"ref":"main"}',
        'BASE_URL="http://127.0.0.1:1"',
        String.raw`KEY="two \"quotes\""`,
      ]),
    );
    expect(log).toContain(`path ${dirname(process.execPath)}${delimiter}`);
    expect(log).not.toContain('GITHUB_API_URL');
  });

  test('gets stand-ins for tools of the machine and for the API of GitHub', async () => {
    process.env['PATH'] = [join(root, 'bin'), path].join(delimiter);
    const wanted = { workflow: 'a.yml', event: 'push', payload: {}, variables: {}, secrets: {} };
    const places = { folder: root, home: join(root, 'home'), tools: '/stand-ins' };
    const { log } = await runAct({ ...wanted, githubApi: 'http://127.0.0.1:1/api' }, places);
    expect(log).toContain(`path ${[dirname(process.execPath), '/stand-ins', ''].join(delimiter)}`);
    expect(log.split('\n')).toContain('--env=GITHUB_API_URL=http://127.0.0.1:1/api');
  });
});
