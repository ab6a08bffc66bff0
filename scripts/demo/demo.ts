// The demo: starts the emulator, runs the built action, which deploys a real sample app on it, and shows what a user
// would see. The exit code is that of the action.
import '../node-version.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsole, processWorkload, startEmulator } from '../../emulator/index.ts';
import { readCommandLine } from '../command-line.ts';
import type { StepResult } from './runner.ts';
import { showStep, title } from './show-step.ts';

const root = join(import.meta.dirname, '../..');
const { flags } = readCommandLine({
  command: 'npm run demo',
  purpose: 'Starts the emulator and lets the action deploy a sample app on it.',
  flags: {
    fail: 'break the build of the sample; ends with exit code 1',
    keep: 'leave the emulator and the app running until Ctrl-C',
  },
});
const isFailing = flags.has('fail');

/** What a workflow would pass as `github.sha`; the build of the sample gets it, and the app serves it. */
const commit = randomUUID().replaceAll('-', '');
const workDir = mkdtempSync(join(tmpdir(), 'demo-apps-'));
const emulator = await startEmulator({
  pages: createConsole(),
  keys: [{ name: 'demo', scopes: ['deploy'] }],
  resources: [
    {
      id: 'res_hello',
      name: 'hello',
      workload: processWorkload({
        name: 'hello',
        sourceDir: join(root, 'emulator/sample/hello'),
        workDir,
        buildCommand: ['node', 'build.ts'],
        startCommand: ['node', 'server.ts'],
        env: {
          GREETING: 'Hello from the demo',
          COMMIT_SHA: commit,
          ...(isFailing ? { SAMPLE_FAIL: 'the demo was asked to fail' } : {}),
        },
      }),
    },
  ],
});

try {
  const inputs = {
    'base-url': emulator.baseUrl,
    'api-key': emulator.keys['demo'] ?? '',
    'resource-id': 'res_hello',
    ...(isFailing ? {} : { 'health-check': '/version', 'health-check-contains': commit }),
    timeout: '2m',
  };
  const heading = `Step log of the action, deploying to the emulator at ${emulator.baseUrl}`;
  const step = await showStep(inputs, { heading, folder: 'demo', isSummaryShown: false });
  title('The deployed app');
  process.stdout.write(await describeApp(step.outputs['url'] ?? ''));
  process.stdout.write(`\nThe action ended with exit code ${step.exitCode}.\n`);
  process.exitCode = step.exitCode ?? 1;
  if (flags.has('keep')) await keepRunning(step);
  else suggestNext();
} finally {
  await emulator.close();
  rmSync(workDir, { recursive: true, force: true });
}

/** Nothing runs any more by the time that this is read. */
function suggestNext(): void {
  title('What to try next');
  const rows = [
    ['npm run demo -- --fail', 'a failed build'],
    ['npm run demo -- --keep', 'app, console and API go on until Ctrl-C'],
    ['npm run try -- operation=list', 'any operation and inputs against an emulator'],
    ['npm run emulator', 'an emulator for workflows of your own (docs/emulator.md)'],
  ];
  for (const [command = '', meaning = ''] of rows) process.stdout.write(`${command.padEnd(32)}${meaning}\n`);
  process.stdout.write('\nEmulator and app have ended. Summary and log stay in .demo/, which git ignores.\n');
}

/** Resolves when the process is asked to end. */
async function keepRunning({ exitCode, outputs }: StepResult): Promise<void> {
  title('Running until Ctrl-C');
  const rows = [
    ['App', exitCode === 0 ? outputs['url'] : 'not running'],
    ['Console', `${emulator.origin}/`],
    ['API', emulator.baseUrl],
    ['API key', emulator.keys['demo']],
  ];
  for (const [name = '', value = ''] of rows) process.stdout.write(`${name.padEnd(10)}${value}\n`);
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  // A pending promise alone does not keep the process alive.
  const timer = setInterval(() => undefined, 60_000);
  await ended;
  clearInterval(timer);
}

async function describeApp(url: string): Promise<string> {
  if (url === '') return 'It has no address, because nothing was deployed.\n';
  try {
    const response = await fetch(url);
    const page = await response.text();
    const text = page
      .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    return `GET ${url} answers ${response.status}: ${text.trim().slice(0, 300)}\n`;
  } catch {
    return `GET ${url} does not answer: the app is not running.\n`;
  }
}
