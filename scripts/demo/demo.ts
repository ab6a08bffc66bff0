// The demo: starts the emulator, runs the built action, which deploys a real sample app on it, and shows what a user
// would see. The exit code is that of the action.
import '../node-version.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { createConsole, processWorkload, startEmulator } from '../../emulator/index.ts';
import { readCommandLine } from '../command-line.ts';
import { renderSummaryPage } from '../pictures/render-summary.ts';
import { runAction, type StepResult } from './runner.ts';

const root = join(import.meta.dirname, '../..');
/** Ignored by git. */
const pageFile = join(root, '.demo', 'summary.html');
const { flags } = readCommandLine({
  command: 'npm run demo',
  purpose: 'Starts the emulator and lets the action deploy a sample app on it.',
  flags: {
    fail: 'break the build of the sample; ends with exit code 1',
    keep: 'leave the emulator and the app running until Ctrl-C',
  },
});
const isFailing = flags.has('fail');

function title(text: string): void {
  const line = `── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`;
  process.stdout.write(`\n${styleText('bold', line)}\n\n`);
}

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
  title(`Step log of the action, deploying to the emulator at ${emulator.baseUrl}`);
  const step = await runAction(root, {
    'base-url': emulator.baseUrl,
    'api-key': emulator.keys['demo'] ?? '',
    'resource-id': 'res_hello',
    ...(isFailing ? {} : { 'health-check': '/version', 'health-check-contains': commit }),
    timeout: '2m',
  });

  title('Outputs');
  for (const [name, value] of Object.entries(step.outputs)) process.stdout.write(`${name.padEnd(22)}${value}\n`);
  mkdirSync(join(root, '.demo'), { recursive: true });
  writeFileSync(pageFile, renderSummaryPage(step.summary, 'deploy summary'));
  title('Job summary');
  process.stdout.write(`${pathToFileURL(pageFile).href}\n`);
  title('The deployed app');
  process.stdout.write(await describeApp(step.outputs['url'] ?? ''));
  process.stdout.write(`\nThe action ended with exit code ${step.exitCode}.\n`);
  process.exitCode = step.exitCode ?? 1;
  if (flags.has('keep')) await keepRunning(step);
} finally {
  await emulator.close();
  rmSync(workDir, { recursive: true, force: true });
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
