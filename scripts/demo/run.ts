// `npm run demo` and `npm run try`: the built action runs one step against an emulator. They differ
// in the inputs that they give. The exit code is the action's.
import '../node-version.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ConfigInput } from '../../emulator/config.ts';
import { startEmulator } from '../../emulator/emulator.ts';
import { FAULT_NAMES } from '../../emulator/faults.ts';
import { readManifest } from '../docs/action-manifest.ts';
import { readFlags } from '../flags.ts';
import { listenOnLoopback } from './loopback.ts';
import { printTitle, showStep } from './show-step.ts';

const HELP = `Usage: npm run demo -- [--fail] [--keep] [input=value …] [fault=<fault> …]
       npm run try -- [--keep] [input=value …] [fault=<fault> …]

Runs dist/index.js once, as npm run build makes it, against an emulator, and shows step log, outputs
and summary. The inputs are those of action.yml; address and key are given. demo deploys res_hello,
try deploys app_web, unless the inputs say something else.
  --fail  break the build of res_hello
  --keep  leave emulator and apps running until Ctrl-C

npm run try -- operation=status
npm run try -- resource-id=app_api
npm run try -- fault=busy

Resources: res_hello (really built and run), app_web (simulated; running, has been deployed),
app_api (its builds fail), db_main (a database)
Faults: ${FAULT_NAMES.join(', ')}
busy, create-limit, cut-after, page and server-error-after hit the request that changes something, the
others the next request, unless you name an endpoint: fault=delay@listDeployments
`;

/** Faults that show something only on a request that changes something. */
const FAULT_OF_POSTS = /^(?:busy|create-limit|cut-after|page|server-error-after)(?=,|$)/;

/** What each operation sends to change something. */
const POSTS: Readonly<Record<string, string>> = {
  deploy: 'createDeployment',
  start: 'startResource',
  stop: 'stopResource',
  restart: 'restartResource',
};

// What a workflow would pass as `github.sha`: the build of the sample gets it, the app serves it.
const commit = randomUUID().replaceAll('-', '');
const pairs: (readonly [name: string, value: string])[] = [];
let isDemo = false;
const flag = { type: 'boolean', default: false } as const;
const { fail, keep } = readFlags(HELP, { fail: flag, keep: flag }, ([command, ...words]) => {
  isDemo = command === 'demo';
  pairs.push(...words.map(splitPair));
});
const hello = { 'resource-id': 'res_hello', timeout: '2m' };
const served = { 'health-check': '/version', 'health-check-contains': commit };
const inputs = Object.fromEntries([
  ...(isDemo ? Object.entries({ ...hello, ...(fail ? {} : served) }) : []),
  ...pairs.filter(([name]) => name !== 'fault'),
]);
const { operation = 'deploy' } = inputs;
const { host, close } = await listenOnLoopback((_, response) => response.end('Hello'));
const emulator = await startEmulator({
  keys: [{ name: 'demo', scopes: ['deploy'] }],
  resources: [helloApp(), ...(isDemo ? [] : simulated(host))],
  faults: pairs.flatMap(([name, fault]) => (name === 'fault' ? [aimed(fault)] : [])),
});
try {
  const { exitCode, outputs } = await showStep(
    `Step log of operation ${operation} at ${inputs['base-url'] ?? emulator.baseUrl}`,
    {
      'base-url': emulator.baseUrl,
      'api-key': emulator.keys['demo'] ?? '',
      ...(operation === 'list' ? {} : { 'resource-id': 'app_web' }),
      ...inputs,
    },
  );
  const { url = '' } = outputs;
  // What answers for a simulated app does not know whether that runs.
  if (url !== '' && !url.includes(host)) {
    printTitle('The app');
    process.stdout.write(await describeApp(url));
  }
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
  close();
}

/** Throws for a name that is neither an input nor `fault`. */
function splitPair(word: string): readonly [name: string, value: string] {
  const manifest = readManifest(join(import.meta.dirname, '../../action.yml'));
  const known = [...manifest.inputs.map((input) => input.name), 'fault'];
  const [, name = '', value = ''] = /^([^=]*)=([^]*)$/.exec(word) ?? [];
  if (!known.includes(name))
    throw new Error(`"${word}" is not input=value. The names are ${known.join(', ')}.`);
  return [name, value];
}

/** The fault with the endpoint that it hits, where none is named and only one makes sense. */
function aimed(fault: string): string {
  const post = POSTS[operation];
  return post === undefined ? fault : fault.replace(FAULT_OF_POSTS, `$&@${post}`);
}

function helloApp(): ConfigInput['resources'][number] {
  return {
    id: 'res_hello',
    source: join(import.meta.dirname, '../../emulator/sample/hello'),
    build: 'node build.ts',
    start: 'node server.ts',
    env: {
      GREETING: 'Hello from the demo',
      COMMIT_SHA: commit,
      ...(fail ? { SAMPLE_FAIL: 'the demo was asked to fail' } : {}),
    },
  };
}

/** `domain` is where the simulated apps answer. */
function simulated(domain: string): ConfigInput['resources'] {
  const common = {
    domains: [domain],
    history: 2,
    env: { DATABASE_URL: 'set', SESSION_SECRET: 'set' },
  };
  const script = { queuedMs: 500, buildMs: 3000, log: ['Installing packages', 'Building'] };
  const log = [...script.log, 'error: no such module'];
  return [
    { id: 'app_web', ...common, script, runtimeLog: 'listening\n' },
    { id: 'app_api', ...common, script: { ...script, log, outcome: 'failed' } },
    { id: 'worker_mail', type: 'worker', runtimeLog: 'waiting for jobs\n' },
    { id: 'db_main', type: 'database' },
  ];
}

async function describeApp(url: string): Promise<string> {
  try {
    const response = await fetch(url);
    const text = (await response.text())
      .replaceAll(/<title>.*?<\/title>|<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    return `GET ${url} answers ${response.status}: ${text.trim()}\n`;
  } catch {
    return `GET ${url} does not answer.\n`;
  }
}
