// Plays docs/emulator.md as a reader would: the rehearsal with act, and the workflow that starts
// the packed emulator itself. act has to be installed. Exit code 1 when one does not pass.
import '../node-version.ts';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../emulator/runner/loopback-port.ts';
import { readFlags } from '../flags.ts';
import { commitAll } from './commit-all.ts';

readFlags('Usage: npm run rehearse\n\nPlays docs/emulator.md. act has to be installed.\n', {});
const root = join(import.meta.dirname, '../..');
const WORKFLOW = '.github/workflows/deploy.yml';

// The port that the page names may be taken.
const port = String(await freePort());
const page = readFileSync(join(root, 'docs/emulator.md'), 'utf8').replaceAll('4180', port);
const blocks = [...page.matchAll(/^```(yaml|js)\n([\s\S]*?)^```/gm)].map(([, , text = '']) => text);
const [workflow = '', config = '', server = '', ownWorkflow = ''] = blocks;

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
try {
  process.exitCode = (await rehearse()) && rehearseInWorkflow() ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function commit(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  commitAll(folder);
}

/** Runs a command of a shell in the repository; returns whether its output is as it should be. */
function passes(command: string): boolean {
  // act takes the Node that comes first on the PATH.
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const { status, stdout } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  return status === 0 && /Summary - ## ✅ Deployment `dep_000001` of app finished/.test(stdout);
}

async function rehearse(): Promise<boolean> {
  commit({ [WORKFLOW]: workflow, 'emulator.yaml': config, 'server.js': server });
  const main = join(root, 'emulator/main.ts');
  const args = [main, '--config', 'emulator.yaml', '--port', '0', '--exit-with-stdin'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  while (!printed.includes('Requests:')) await once(child.stdout, 'data');
  const isPassed = passes(/PATH=.* act push[\s\S]*?(?=\n\n)/.exec(printed)?.[0] ?? 'false');
  child.stdin.end();
  await once(child, 'exit');
  return isPassed;
}

/** Without `actions/setup-node`, which act would have to download. */
function rehearseInWorkflow(): boolean {
  execFileSync(process.execPath, [join(root, 'scripts/release/pack-emulator.ts'), '--out', folder]);
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  const pidFile = join(folder, 'emulator.pid');
  const local = ownWorkflow
    .replace(/ +- uses: actions\/setup-node[\s\S]*?(?= +- )/, '')
    .replace(/EMULATOR: .*/, `EMULATOR: file:${join(folder, tarball)}`)
    .replace('emulator.log &', `emulator.log & echo $! > ${pidFile}`);
  commit({ [WORKFLOW]: local, '.gitignore': '*.tgz\n*.pid\n' });
  const action = `OWNER/deployment-service-action@v0=${root}`;
  try {
    return passes(`act push -P ubuntu-latest=-self-hosted --local-repository '${action}'`);
  } finally {
    // A runner of GitHub ends what a job has left; act does not.
    spawnSync('sh', ['-c', `kill -- -$(cat '${pidFile}')`]);
  }
}
