// One step of the built action with inputs from the command line, against an emulator with a few
// simulated resources.
import '../node-version.ts';
import { join } from 'node:path';
import type { ConfigInput } from '../../emulator/config.ts';
import { startEmulator } from '../../emulator/emulator.ts';
import { FAULT_NAMES } from '../../emulator/faults.ts';
import { readManifest } from '../docs/action-manifest.ts';
import { listenOnLoopback } from './loopback.ts';
import { runStep } from './run-step.ts';

const HELP = `Usage: npm run try -- [input=value …] [fault=<fault> …]

Runs dist/index.js once, as npm run build makes it, against an emulator and shows step log, outputs
and summary. The inputs are those of action.yml. Address and key are given, and resource-id is
app_web unless you name another. The resources: app_web (running, has been deployed), app_api (its
builds fail) and db_main (a database).

npm run try -- operation=status
npm run try -- resource-id=app_api
npm run try -- fault=busy

Faults: ${FAULT_NAMES.join(', ')}
busy, create-limit, cut-after, page (takes 95 s) and server-error-after hit the request that changes
something; the others hit the next request, unless you name an endpoint: fault=delay@listDeployments
`;

/** A fault without an endpoint that shows something only on a request that changes something. */
const FAULT_OF_POSTS = /^(?:busy|create-limit|cut-after|page|server-error-after)(?=,|$)/;

/** What each operation sends to change something. */
const POSTS: Readonly<Record<string, string>> = {
  deploy: 'createDeployment',
  start: 'startResource',
  stop: 'stopResource',
  restart: 'restartResource',
};

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP);
} else {
  try {
    process.exitCode = await tryStep(args.map(splitPair));
  } catch (error) {
    process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n\n${HELP}`);
    process.exitCode = 2;
  }
}

/** Throws for a name that is no input. */
function splitPair(arg: string): readonly [name: string, value: string] {
  const { inputs } = readManifest(join(import.meta.dirname, '../../action.yml'));
  const known = ['fault', ...inputs.map(({ name }) => name)];
  const at = arg.indexOf('=');
  if (at < 0 || !known.includes(arg.slice(0, at))) {
    throw new Error(`"${arg}" is not input=value. The inputs are ${known.join(', ')}.`);
  }
  return [arg.slice(0, at), arg.slice(at + 1)];
}

/** Resolves with the exit code of the step. */
async function tryStep(pairs: readonly (readonly [string, string])[]): Promise<number> {
  const { host, close } = await listenOnLoopback((_, response) => response.end('Hello'));
  const inputs = Object.fromEntries(pairs.filter(([name]) => name !== 'fault'));
  const operation = inputs['operation'] ?? 'deploy';
  try {
    const emulator = await startEmulator({
      keys: [{ name: 'try', scopes: ['deploy'] }],
      resources: resources(host),
      faults: pairs
        .filter(([name]) => name === 'fault')
        .map(([, fault]) => aimed(fault, operation)),
    });
    const { exitCode } = await runStep(`Step log of operation ${operation}`, {
      'base-url': emulator.baseUrl,
      'api-key': emulator.keys['try'] ?? '',
      ...(operation === 'list' ? {} : { 'resource-id': 'app_web' }),
      ...inputs,
    });
    await emulator.stop();
    return exitCode;
  } finally {
    close();
  }
}

/** The fault with the endpoint that it hits, where none is named and only one makes sense. */
function aimed(fault: string, operation: string): string {
  const post = POSTS[operation];
  return post === undefined ? fault : fault.replace(FAULT_OF_POSTS, `$&@${post}`);
}

/** The resources; `host` is where the apps answer. */
function resources(host: string): ConfigInput['resources'] {
  const common = {
    domains: [host],
    history: 2,
    env: { DATABASE_URL: 'set', SESSION_SECRET: 'set' },
  };
  const script = { queuedMs: 500, buildMs: 3000, log: ['Installing packages', 'Building'] };
  const broken = {
    ...script,
    log: [...script.log, 'error: no such module'],
    outcome: 'failed' as const,
  };
  return [
    { id: 'app_web', ...common, script, runtimeLog: 'listening\n' },
    { id: 'app_api', ...common, script: broken },
    { id: 'db_main', type: 'database' },
  ];
}
