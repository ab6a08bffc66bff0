// A small app for tests of real work, and a workload over it with everything that it reports.

import { processWorkload } from '../../../emulator/process/workload.ts';
import type { ProcessWorkloadOptions } from '../../../emulator/process/workload.ts';

/** Builds `built.txt` out of `text.txt`, prints whether the cache was kept, and fails when the text is `bad`. */
export const BUILD = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const kept = process.env.BUILD_CACHE_DIR + '/kept';
console.log(existsSync(kept) ? 'cache hit' : 'cache miss');
writeFileSync(kept, '');
const text = readFileSync('text.txt', 'utf8');
if (text === 'bad') { console.error('text.txt is bad'); process.exit(7); }
writeFileSync('built.txt', text);`;

/** Serves `built.txt`; `/env` shows the environment, `/crash` ends it. */
export const SERVER = `import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const text = readFileSync('built.txt', 'utf8');
createServer((request, response) => {
  if (request.url === '/crash') { console.log('last words'); process.exit(4); }
  response.end(request.url === '/env' ? JSON.stringify(process.env) : text);
}).listen(process.env.PORT, process.env.HOST, () => console.log('serving ' + text));`;

/**
 * Makes the workload; `build` gives outcome and log, `until` waits for a status, `page` reads from the app.
 * An app that answers may have printed what has not been read yet: `untilLogged` waits until the runtime log matches.
 */
export function observeWorkload(options: ProcessWorkloadOptions) {
  const statuses: string[] = [];
  const waiting = new Map<string, () => void>();
  let runtimeLog = '';
  let logged = (): void => undefined;
  const workload = processWorkload(options)({
    status: (status) => {
      statuses.push(status);
      waiting.get(status)?.();
    },
    log: (text) => {
      runtimeLog += text;
      logged();
    },
  });
  const build = async ({ force = false, signal = new AbortController().signal } = {}) => {
    let log = '';
    const outcome = await workload.build({ force, signal, log: (text) => (log += text) });
    return { outcome, log };
  };
  const until = async (status: string): Promise<void> => await new Promise((resolve) => waiting.set(status, resolve));
  const untilLogged = async (pattern: RegExp): Promise<void> =>
    await new Promise((resolve) => {
      logged = () => {
        if (pattern.test(runtimeLog)) resolve();
      };
      logged();
    });
  const page = async (address = '/'): Promise<string> =>
    await (await fetch(`http://${workload.domains()[0]}${address}`)).text();
  return { workload, statuses, build, until, untilLogged, page, runtimeLog: () => runtimeLog };
}
