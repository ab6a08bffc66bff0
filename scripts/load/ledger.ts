// What the emulator has acknowledged, and the check that all of it is there.
import { fieldOf, textOf } from '../fields.ts';
import { APPS } from './apps.ts';
import { PATIENT_MS, request } from './client.ts';
import type { RunningEmulator } from './emulator-process.ts';

interface AcknowledgedKey {
  readonly id: string;
  readonly value: string;
  /** Unknown after a request to revoke it that was not answered. */
  revoked: boolean | 'unknown';
}

const ENDED: ReadonlySet<string> = new Set(['finished', 'failed', 'cancelled']);

/** Deployments, keys and revocations that were acknowledged. */
export class Ledger {
  readonly problems: string[] = [];
  readonly keys: AcknowledgedKey[] = [];
  readonly #deployments = new Map<string, { readonly app: string; readonly life: number }>();

  /** How many deployments there are. */
  get deployments(): number {
    return this.#deployments.size;
  }

  /** How many keys have been revoked. */
  get revocations(): number {
    return this.keys.filter(({ revoked }) => revoked === true).length;
  }

  /** The latest deployment, as app and id. */
  get latest(): { readonly app: string; readonly id: string } | undefined {
    const last = [...this.#deployments].at(-1);
    return last === undefined ? undefined : { id: last[0], app: last[1].app };
  }

  /** Requests a deployment and notes it when it is accepted. */
  async deploy(emulator: RunningEmulator, app: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await request(`${emulator.baseUrl}/resources/${app}/deployments`, { method: 'POST', headers });
    const id = textOf(fieldOf(answer?.json, 'deployment'), 'id');
    if (answer?.status === 500) this.problems.push(`a deployment was answered with ${JSON.stringify(answer.json)}`);
    if (answer?.status !== 202 || id === undefined) return;
    if (this.#deployments.has(id)) this.problems.push(`the id ${id} was given to two deployments`);
    this.#deployments.set(id, { app, life: emulator.life });
  }

  /** Creates a key and notes it when it was created. */
  async createKey({ origin }: RunningEmulator, name: string): Promise<void> {
    const answer = await request(`${origin}/__emulator/keys`, { method: 'POST', body: { name, scopes: ['deploy'] } });
    const key = fieldOf(answer?.json, 'key');
    const [id, value] = [textOf(key, 'id'), textOf(key, 'value')];
    if (id !== undefined && value !== undefined) this.keys.push({ id, value, revoked: false });
    else if (answer !== undefined) this.problems.push(`the key ${name} was answered with ${answer.status}`);
  }

  /** Revokes the oldest key that works and notes that when it is acknowledged. */
  async revokeKey({ origin }: RunningEmulator): Promise<void> {
    const key = this.keys.find(({ revoked }) => revoked === false);
    if (key === undefined) return;
    key.revoked = 'unknown';
    const answer = await request(`${origin}/__emulator/keys/${key.id}`, { method: 'DELETE' });
    if (answer !== undefined) key.revoked = answer.status === 200;
  }

  /** Notes everything that is missing, there twice, or still under way though its emulator has ended. */
  async verify({ baseUrl, origin, life }: RunningEmulator): Promise<void> {
    for (const app of APPS) {
      const answer = await request(`${baseUrl}/resources/${app}/deployments`, { timeoutMs: PATIENT_MS });
      const listed = [fieldOf(answer?.json, 'deployments')].flat();
      const statuses = Map.groupBy(listed, (one) => textOf(one, 'id'));
      for (const [id, known] of this.#deployments) {
        if (known.app !== app) continue;
        const found = statuses.get(id) ?? [];
        if (found.length !== 1) this.problems.push(`the deployment ${id} of ${app} is listed ${found.length} times`);
        const status = textOf(found[0], 'status') ?? '';
        if (known.life < life && found.length === 1 && !ENDED.has(status)) {
          this.problems.push(`the deployment ${id} of an emulator that has ended is ${status}`);
        }
      }
    }
    const state = await request(`${origin}/__emulator/state`, { timeoutMs: PATIENT_MS });
    const listed = Map.groupBy([fieldOf(state?.json, 'keys')].flat(), (key) => textOf(key, 'id'));
    for (const { id, revoked } of this.keys) {
      const [key] = listed.get(id) ?? [];
      if (key === undefined) this.problems.push(`the key ${id} is missing`);
      else if (revoked === true && fieldOf(key, 'revokedAtMs') === null)
        this.problems.push(`the key ${id} is no longer revoked`);
    }
  }

  /** Uses every key once and notes those that are not answered as they must be. */
  async tryKeys({ baseUrl }: RunningEmulator): Promise<void> {
    for (const { id, value, revoked } of this.keys) {
      if (revoked === 'unknown') continue;
      const status = (await request(`${baseUrl}/resources`, { key: value, timeoutMs: PATIENT_MS }))?.status;
      if (status !== (revoked ? 401 : 200)) this.problems.push(`the key ${id} is answered with ${String(status)}`);
    }
  }
}
