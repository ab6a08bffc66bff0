// One step of the built action with inputs from the command line, against an emulator with a few simulated resources.
import '../node-version.ts';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { originOf } from '../../__tests__/support/service/raw-server.ts';
import { type Fault, parseFaults, type ResourceOptions, startEmulator } from '../../emulator/index.ts';
import { nearest } from '../../src/nearest.ts';
import { endWithMistake } from '../command-line.ts';
import { readManifest } from '../docs/action-manifest.ts';
import { showStep } from './show-step.ts';

const root = join(import.meta.dirname, '../..');
const HELP = `Usage: npm run try -- [input=value …] [faults=json]

Runs dist/index.js, as npm run build makes it, once against an emulator and shows step log, outputs and summary. The inputs
are those of action.yml; address and key are given, and resource-id is app_web unless you name another. The resources:
app_web (running, has been deployed), app_api (its builds fail) and db_main (a database).

npm run try -- operation=status
npm run try -- resource-id=app_api
npm run try -- operation=list filter=type=app
npm run try -- 'faults=[{"on":"createDeployment","kind":"reset-after"}]'   (docs/emulator-reference.md lists them)
`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) process.stdout.write(HELP);
else process.exitCode = await tryStep(readInputs());

/** The inputs on the command line, `faults` among them. One that does not exist ends the process with exit code 2. */
function readInputs(): Readonly<Record<string, string>> {
  const known = ['faults', ...readManifest(join(root, 'action.yml')).inputs.map(({ name }) => name)];
  const pairs = args.map((arg) => {
    const [name = '', ...value] = arg.split('=');
    if (known.includes(name) && value.length > 0) return [name, value.join('=')] as const;
    const suggestion = nearest(name, known);
    const mistake = known.includes(name) ? `${name} has no value` : `There is no input ${name}`;
    return endWithMistake(`${mistake}${suggestion === undefined ? '.' : `: write ${suggestion}=…`}`, HELP);
  });
  return Object.fromEntries(pairs);
}

function readFaults(text: string): Fault[] {
  try {
    return parseFaults(text);
  } catch (error) {
    return endWithMistake(Error.isError(error) ? error.message : String(error), HELP);
  }
}

/** Resolves with the exit code of the step. */
async function tryStep({ faults = '[]', ...inputs }: Readonly<Record<string, string>>): Promise<number> {
  const armed = readFaults(faults);
  const app = createServer((_, response) => response.end('Hello'));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const emulator = await startEmulator({
    keys: [{ name: 'try', scopes: ['deploy'] }],
    resources: resources(new URL(originOf(app)).host),
    faults: armed,
  });
  try {
    const given = { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['try'] ?? '' };
    const target = inputs['operation'] === 'list' ? {} : { 'resource-id': 'app_web' };
    const heading = `Step log of operation ${inputs['operation'] ?? 'deploy'}`;
    const { exitCode } = await showStep(
      { ...given, ...target, ...inputs },
      { heading, folder: 'try', isSummaryShown: true },
    );
    return exitCode ?? 1;
  } finally {
    await emulator.close();
    app.close();
  }
}

/** The resources; `host` is where the apps answer. */
function resources(host: string): ResourceOptions[] {
  const script = { queuedMs: 500, buildMs: 3_000, log: ['Installing packages', 'Building', 'error: no such module'] };
  const common = { domains: [host], history: 2, env: ['DATABASE_URL', 'SESSION_SECRET'] };
  return [
    {
      id: 'app_web',
      name: 'web',
      ...common,
      script: { ...script, log: script.log.slice(0, 2) },
      runtimeLog: 'listening\n',
    },
    { id: 'app_api', name: 'api', ...common, script: { ...script, outcome: 'failed' } },
    { id: 'db_main', name: 'main', type: 'database' },
  ];
}
