// The demo: the built action deploys a real sample app on the emulator. The exit code is that of
// the action.
import '../node-version.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmulator } from '../../emulator/emulator.ts';
import { readFlags } from '../flags.ts';
import { printTitle, runStep } from './run-step.ts';

const HELP = `Usage: npm run demo -- [--fail] [--keep]

Starts the emulator and lets the built action deploy a sample app on it.
  --fail  break the build of the sample; ends with exit code 1
  --keep  leave emulator and app running until Ctrl-C
`;

const flag = { type: 'boolean', default: false } as const;
const { fail, keep } = readFlags(HELP, { fail: flag, keep: flag });
// What a workflow would pass as `github.sha`: the build of the sample gets it, the app serves it.
const commit = randomUUID().replaceAll('-', '');
const emulator = await startEmulator({
  keys: [{ name: 'demo', scopes: ['deploy'] }],
  resources: [
    {
      id: 'res_hello',
      source: join(import.meta.dirname, '../../emulator/sample/hello'),
      build: 'node build.ts',
      start: 'node server.ts',
      env: {
        GREETING: 'Hello from the demo',
        COMMIT_SHA: commit,
        ...(fail ? { SAMPLE_FAIL: 'the demo was asked to fail' } : {}),
      },
    },
  ],
});
try {
  const { exitCode, outputs } = await runStep(
    `Step log of the action, deploying to ${emulator.baseUrl}`,
    {
      'base-url': emulator.baseUrl,
      'api-key': emulator.keys['demo'] ?? '',
      'resource-id': 'res_hello',
      timeout: '2m',
      ...(fail ? {} : { 'health-check': '/version', 'health-check-contains': commit }),
    },
  );
  printTitle('The deployed app');
  process.stdout.write(await describeApp(outputs['url'] ?? ''));
  process.stdout.write(`\nThe action ended with exit code ${exitCode}.\n\n`);
  process.exitCode = exitCode;
  process.stdout.write(
    keep
      ? `Console: ${emulator.origin}/   key: ${emulator.keys['demo']}\nCtrl-C ends it.\n`
      : 'Next: npm run demo -- --fail · npm run try -- operation=list · npm run emulator\n',
  );
  if (keep) await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
} finally {
  await emulator.stop();
}

async function describeApp(url: string): Promise<string> {
  try {
    const response = await fetch(url);
    const text = (await response.text())
      .replaceAll(/<title>.*?<\/title>|<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    return `GET ${url} answers ${response.status}: ${text.trim()}\n`;
  } catch {
    return 'It does not answer: it is not running.\n';
  }
}
