// Lets schemathesis judge the emulator by its own document: thousands of requests with a fixed seed. It has to be installed
// (`pip install schemathesis`) and on the PATH; arguments of this script go to it too.
import './node-version.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { startEmulator } from '../emulator/index.ts';
import { readCommandLine } from './command-line.ts';

/** With the same seed the same requests are made, so that a finding can be looked at twice. */
const SEED = '20260302';

const { rest } = readCommandLine({
  command: 'npm run schemathesis',
  purpose: 'Checks the emulator against its own OpenAPI document with requests made by schemathesis.',
  passesTo: 'schemathesis',
});
const emulator = await startEmulator({
  keys: [{ name: 'judge', scopes: ['admin'] }],
  // Apps alone: that a database cannot be deployed is no matter of shapes, so the judge would take the 400 for a mistake.
  resources: [
    {
      id: 'app_web',
      history: 3,
      env: ['DATABASE_URL'],
      domains: ['web.example.test'],
      script: {},
      runtimeLog: 'ready\n',
    },
  ],
  requestsPerMinute: Infinity,
});
const judge = spawn(
  'schemathesis',
  [
    'run',
    `${emulator.baseUrl}/openapi.json`,
    '--url',
    emulator.baseUrl,
    '--header',
    `Authorization: Bearer ${emulator.keys['judge']}`,
    '--checks=all',
    '--max-examples=100',
    `--seed=${SEED}`,
    ...rest,
  ],
  // It keeps notes where it runs; they are of no use here.
  { stdio: 'inherit', cwd: tmpdir() },
);
try {
  await once(judge, 'close');
  process.exitCode = judge.exitCode ?? 1;
} catch (error) {
  process.stderr.write(`schemathesis could not be started: ${String(error)}\n`);
  process.exitCode = 1;
}
await emulator.close();
for (const violation of emulator.violations) {
  process.stderr.write(`The emulator broke its own document: ${violation}\n`);
  process.exitCode = 1;
}
