// A minimal deploy action: POST, then a poll every 10 s; a refused or lost request is retried after 10 s. The gap is that of
// render-deploy; the endless retries are what it would need on a shared key.
import { setTimeout as sleep } from 'node:timers/promises';

const gapMs = 10_000;
const resource = `${process.env['INPUT_BASE-URL'] ?? ''}/resources/${process.env['INPUT_RESOURCE-ID'] ?? ''}`;
const headers = { authorization: `Bearer ${process.env['INPUT_API-KEY'] ?? ''}` };

async function request(path: string, method: 'GET' | 'POST'): Promise<string> {
  for (;;) {
    try {
      const response = await fetch(resource + path, { method, headers });
      const body = await response.text();
      if (response.ok) return body;
    } catch {
      // Retried like a refusal.
    }
    await sleep(gapMs);
  }
}

const [, id = ''] = /"id":"([^"]+)"/.exec(await request('/deployments', 'POST')) ?? [];
let status = '';
while (!['finished', 'failed', 'cancelled'].includes(status)) {
  await sleep(gapMs);
  [, status = ''] = /"status":"([^"]+)"/.exec(await request(`/deployments/${id}`, 'GET')) ?? [];
}
process.exitCode = status === 'finished' ? 0 : 1;
