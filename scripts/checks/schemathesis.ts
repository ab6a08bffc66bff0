// Lets schemathesis judge the emulator by its own OpenAPI document: thousands of requests with a
// fixed seed. It has to be installed (`pip install schemathesis`). Further arguments go to it.
import '../node-version.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { startEmulator } from '../../emulator/emulator.ts';

const SEED = '20260302';

const problems: string[] = [];
const emulator = await startEmulator({
  keys: [{ name: 'schemathesis', scopes: ['admin'] }],
  // Only an app: the document cannot express that a database is not deployed.
  resources: [{ id: 'app_web', history: 3, env: { DATABASE_URL: '' }, runtimeLog: 'ready\n' }],
  requestsPerMinute: 1_000_000,
  onProblem: (sentence) => problems.push(sentence),
});
const document = `${emulator.baseUrl}/openapi.json`;
const header = `Authorization: Bearer ${emulator.keys['schemathesis']}`;
const options = ['--checks=all', '--max-examples=100', `--seed=${SEED}`, ...process.argv.slice(2)];
const child = spawn(
  'schemathesis',
  ['run', document, '--url', emulator.baseUrl, '--header', header, ...options],
  {
    stdio: 'inherit',
    cwd: tmpdir(), // it keeps notes where it runs
  },
);
try {
  await once(child, 'close');
  process.exitCode = child.exitCode ?? 1;
} catch (error) {
  process.stderr.write(
    `schemathesis could not be started (pip install schemathesis): ${String(error)}\n`,
  );
  process.exitCode = 1;
}
await emulator.stop();
for (const problem of problems) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
