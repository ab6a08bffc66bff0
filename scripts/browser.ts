// A Chromium that takes pictures of pages, driven over its own debugging protocol. Knows nothing of summaries.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fieldOf, textOf } from './fields.ts';

/** How a picture is taken. */
export interface Shot {
  readonly look: 'light' | 'dark';
  /** CSS pixels; the picture is as high as the page. */
  readonly width: number;
  /** Device pixels a CSS pixel. */
  readonly scale: number;
}

/** A browser that is open. */
export interface Browser {
  /** A PNG of the whole page. */
  photograph(html: string, shot: Shot): Promise<Buffer>;
  close(): Promise<void>;
}

const USUAL_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome-headless-shell',
];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The Chromium that `CHROME_PATH` names, or else one found under a usual name; undefined where there is none. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = env['CHROME_PATH'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = USUAL_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((path) => existsSync(path));
}

/** Opens a browser; rejects when it does not start. */
export async function openBrowser(path: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const child = spawn(
    path,
    [
      '--headless',
      // Containers have no room for its sandbox; the pages are our own and load nothing.
      '--no-sandbox',
      '--remote-debugging-port=0',
      '--hide-scrollbars',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const connection = await connect(await debuggingAddress(child));
  const targetId = textIn(await connection.call('Target.createTarget', { url: 'about:blank' }), 'targetId');
  const attached = await connection.call('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = textIn(attached, 'sessionId');
  const call = (method: string, params: object = {}) => connection.call(method, params, sessionId);

  return {
    async photograph(html, { look, width, scale }) {
      await call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: look }] });
      await call('Emulation.setDeviceMetricsOverride', { width, height: 100, deviceScaleFactor: scale, mobile: false });
      const tree = fieldOf(await call('Page.getFrameTree'), 'frameTree');
      const frameId = textIn(fieldOf(tree, 'frame'), 'id');
      await call('Page.setDocumentContent', { frameId, html });
      await call('Runtime.evaluate', { expression: 'document.fonts.ready', awaitPromise: true });
      const size = fieldOf(await call('Page.getLayoutMetrics'), 'cssContentSize');
      const height = Number(fieldOf(size, 'height'));
      const clip = { x: 0, y: 0, width, height, scale: 1 };
      const reply = await call('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true, clip });
      return Buffer.from(textIn(reply, 'data'), 'base64');
    },
    async close() {
      await connection.call('Browser.close', {});
      await ended;
      connection.close();
      child.stderr.destroy();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The address that Chromium prints once it listens. */
async function debuggingAddress(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('Chromium has no standard error');
  const lines: string[] = [];
  child.once('error', (error) => void lines.push(String(error)));
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      child.stderr.resume();
      return address;
    }
    lines.push(line);
  }
  throw new Error(`Chromium did not start: ${lines.slice(-3).join(' / ')}`);
}

interface Connection {
  call(method: string, params: object, sessionId?: string): Promise<unknown>;
  close(): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const call = waiting.get(Number(fieldOf(message, 'id')));
    const problem = fieldOf(message, 'error');
    if (problem === undefined) call?.resolve(fieldOf(message, 'result'));
    else call?.reject(new Error(textOf(problem, 'message') ?? 'Chromium refused'));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('Chromium does not answer')), { once: true });
  });
  return {
    async call(method, params, sessionId) {
      lastId += 1;
      const id = lastId;
      const reply = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
      return await reply.finally(() => waiting.delete(id));
    },
    close: () => socket.close(),
  };
}

/** A text of a reply; throws when it is missing. */
function textIn(reply: unknown, name: string): string {
  const text = textOf(reply, name);
  if (text === undefined) throw new Error(`Chromium sent no ${name}`);
  return text;
}
