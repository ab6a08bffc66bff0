// The demo: starts the emulator, lets the built action deploy a real sample app on it, and shows what a user would see.
// The summary page is left as a file that a browser can open, without a network. `--fail` breaks the build of the
// sample. Exit code: that of the action.
import './node-version.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../emulator/index.ts';
import { processWorkload } from '../emulator/index.ts';
import { renderSummaryPage } from './render-summary.ts';
import { runAction } from './runner.ts';

const root = join(import.meta.dirname, '..');
/** Ignored by git. */
const pageFile = join('.demo', 'summary.html');
const { values: options } = parseArgs({ options: { fail: { type: 'boolean', default: false } } });

function title(text: string): void {
  process.stdout.write(`\n\u001b[1m── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}\u001b[0m\n\n`);
}

const workDir = mkdtempSync(join(tmpdir(), 'demo-apps-'));
const emulator = await startEmulator({
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
          ...(options.fail ? { SAMPLE_FAIL: 'the demo was asked to fail' } : {}),
        },
      }),
    },
  ],
});

try {
  title(`Emulator of the Deployment Service at ${emulator.baseUrl}`);
  process.stdout.write('The step log of the action follows, as a runner would get it.\n\n');
  const step = await runAction(root, {
    'base-url': emulator.baseUrl,
    'api-key': emulator.keys['demo'] ?? '',
    'resource-id': 'res_hello',
    'health-check': options.fail ? '' : '/health',
    timeout: '2m',
  });

  title('Outputs');
  for (const [name, value] of Object.entries(step.outputs)) process.stdout.write(`${name.padEnd(18)} ${value}\n`);
  title('Summary page');
  process.stdout.write(step.summary);
  mkdirSync(join(root, '.demo'), { recursive: true });
  writeFileSync(join(root, pageFile), renderSummaryPage(step.summary, 'deploy summary'));
  process.stdout.write(`\nAs GitHub shows it: open ${pageFile} in a browser.\n`);
  title('The deployed app');
  process.stdout.write(await lookAtApp(step.outputs['url'] ?? ''));
  process.stdout.write(`\nThe action ended with exit code ${step.exitCode}.\n`);
  process.exitCode = step.exitCode ?? 1;
} finally {
  await emulator.close();
  rmSync(workDir, { recursive: true, force: true });
}

async function lookAtApp(url: string): Promise<string> {
  if (url === '') return 'It has no address: nothing was deployed.\n';
  try {
    const reply = await fetch(url);
    const page = await reply.text();
    const text = page
      .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    return `GET ${url} answers ${reply.status}: ${text.trim().slice(0, 300)}\n`;
  } catch {
    return `GET ${url} gives no answer: the app is not running.\n`;
  }
}
