// Runs schemathesis against the emulator and its OpenAPI document: thousands of requests with a fixed seed. It has to be
// installed (`pip install schemathesis`) and on PATH.
import '../node-version.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { startEmulator } from '../../emulator/index.ts';
import { readCommandLine } from '../command-line.ts';

/** The same seed makes the same requests, so that a finding can be reproduced. */
const SEED = '20260302';

const { rest } = readCommandLine({
  command: 'npm run schemathesis',
  purpose: 'Checks the emulator against its own OpenAPI document with requests made by schemathesis.',
  passesTo: 'schemathesis',
});
const emulator = await startEmulator({
  keys: [{ name: 'schemathesis', scopes: ['admin'] }],
  // Only apps: the document cannot express that a database is not deployed, so schemathesis would report the 400.
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
const child = spawn(
  'schemathesis',
  [
    'run',
    `${emulator.baseUrl}/openapi.json`,
    '--url',
    emulator.baseUrl,
    '--header',
    `Authorization: Bearer ${emulator.keys['schemathesis']}`,
    '--checks=all',
    '--max-examples=100',
    `--seed=${SEED}`,
    ...rest,
  ],
  // It keeps notes where it runs; they are of no use here.
  { stdio: 'inherit', cwd: tmpdir() },
);
try {
  await once(child, 'close');
  process.exitCode = child.exitCode ?? 1;
} catch (error) {
  process.stderr.write(`schemathesis could not be started: ${String(error)}\n`);
  process.exitCode = 1;
}
await emulator.close();
for (const violation of emulator.violations) {
  process.stderr.write(`The emulator broke its own document: ${violation}\n`);
  process.exitCode = 1;
}
