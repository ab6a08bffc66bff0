// act, which runs workflows on this machine without a container: its version, and one run.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** One run of a workflow. */
export interface ActRun {
  /** Path of the workflow inside the repository. */
  readonly workflow: string;
  readonly event: string;
  /** The payload of the event, as GitHub would send it. */
  readonly payload: unknown;
  readonly variables: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Address of the API that stands in for GitHub's. */
  readonly githubApi?: string;
}

/** How the run ended. */
export interface ActResult {
  readonly exitCode: number | null;
  readonly log: string;
}

/** The version of act on PATH; undefined when there is none. */
export async function actVersion(): Promise<string | undefined> {
  try {
    const { exitCode, log } = await run(['--version'], { env: process.env });
    return exitCode === 0 ? log.trim() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs one workflow of the repository in `folder`. Node is the one that runs us: act takes whatever it finds first.
 * `home` keeps act away from its user's settings; it may not lie in the repository, which act copies into it. Programs in
 * `tools` come before those of the machine.
 */
export async function runAct(
  wanted: ActRun,
  places: { folder: string; home: string; tools?: string },
): Promise<ActResult> {
  const { folder, home, tools = '' } = places;
  mkdirSync(home, { recursive: true });
  const file = (name: string, text: string): string => {
    const path = join(home, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  return await run(
    [
      wanted.event,
      `--workflows=${wanted.workflow}`,
      '--platform=ubuntu-latest=-self-hosted',
      `--eventpath=${file('event.json', JSON.stringify(wanted.payload))}`,
      `--var-file=${file('variables', pairs(wanted.variables))}`,
      `--secret-file=${file('secrets', pairs(wanted.secrets))}`,
      ...(wanted.githubApi === undefined ? [] : [`--env=GITHUB_API_URL=${wanted.githubApi}`]),
    ],
    {
      cwd: folder,
      env: {
        HOME: home,
        PATH: [dirname(process.execPath), tools, process.env['PATH']].filter(Boolean).join(delimiter),
      },
    },
  );
}

function pairs(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
}

async function run(
  parameters: readonly string[],
  options: { cwd?: string; env: NodeJS.ProcessEnv },
): Promise<ActResult> {
  const child = spawn('act', parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, log }));
  });
}
