// `npm run demo -- --keep`: app and console answer until Ctrl-C.
import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../../scripts/demo/demo.ts');

// Windows has no signal that a process could end itself on.
(process.platform === 'win32' ? describe.skip : describe)('the demo with --keep', () => {
  test('keeps app and console running until Ctrl-C, then leaves nothing behind', async () => {
    const temp = mkdtempSync(join(tmpdir(), 'of-demo-'));
    const env = { ...process.env, TMPDIR: temp };
    const demo = spawn(process.execPath, [script, '--keep'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(demo, 'exit');
    let output = '';
    const isReady = (): boolean => /^API key /m.test(output);
    for await (const piece of demo.stdout.setEncoding('utf8')) {
      output += String(piece);
      if (isReady()) break;
    }
    const addressOf = (name: string): string => new RegExp(`^${name} +(http:\\S+)$`, 'm').exec(output)?.[1] ?? '';
    const app = await fetch(addressOf('App'));
    const page = await fetch(addressOf('Console'));
    expect([app.status, page.status]).toEqual([200, 200]);
    expect(output).toMatch(/^file:\/\/\S+\/\.demo\/demo\/summary\.html$/m);

    demo.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    await expect(fetch(addressOf('App'))).rejects.toThrow('fetch failed');
    expect(readdirSync(temp)).toEqual([]);
    rmSync(temp, { recursive: true });
  });
});
