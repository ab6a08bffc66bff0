// The emulator under load, life after life: started, ended, started again, with what must hold at each end.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fieldOf } from '../fields.ts';
import { APPS } from './apps.ts';
import { request } from './client.ts';
import type { RunningEmulator } from './emulator-process.ts';
import { argumentsOf, startEmulatorProcess } from './emulator-process.ts';
import { leftAfterEnd, tmpOf } from './processes.ts';
import type { Ledger } from './ledger.ts';
import type { Sample } from './verdict.ts';

/** Descriptors that may be open when all is quiet beyond those of a fresh emulator. */
const QUIET_DESCRIPTORS = 8;
const QUIET_WITHIN_MS = 120_000;

/** Where the emulator runs. */
export interface Surroundings {
  readonly dir: string;
  readonly config: string;
  /** Connections that apps and builds hold. */
  readonly held: () => number;
}

/** One emulator process at a time, on one state. What must not be is a problem in the ledger. */
export class Lives {
  readonly #around: Surroundings;
  readonly #ledger: Ledger;
  #emulator: RunningEmulator | undefined;
  #life = 0;
  /** How often it was ended. */
  readonly ends = { SIGKILL: 0, SIGTERM: 0 };

  constructor(around: Surroundings, ledger: Ledger) {
    this.#around = around;
    this.#ledger = ledger;
  }

  /** Number of the current life, from 1. */
  get life(): number {
    return this.#life;
  }

  /** The emulator, started if there is none. */
  async running(): Promise<RunningEmulator> {
    if (this.#emulator === undefined) {
      this.#life += 1;
      this.#emulator = await startEmulatorProcess({ ...this.#around, life: this.#life });
    }
    return this.#emulator;
  }

  /** Ends the emulator right after it acknowledged something, starts it again and checks that all of it is there. */
  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<RunningEmulator> {
    const before = await this.running();
    await request(`${before.origin}/__emulator/faults`, { method: 'DELETE' });
    this.#refuseSecond();
    await this.#ledger.createKey(before, `before the end of life ${this.#life}`);
    await this.deployAll(before);
    await this.end(signal);
    const after = await this.running();
    await this.#ledger.verify(after);
    return after;
  }

  /** Requests a deployment of every app. */
  async deployAll(emulator: RunningEmulator): Promise<void> {
    await Promise.all(APPS.map(async (app) => await this.#ledger.deploy(emulator, app)));
  }

  /** Ends the emulator and notes what it leaves. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const emulator = await this.running();
    const code = await emulator.end(signal);
    this.#emulator = undefined;
    this.ends[signal] += 1;
    const { problems } = this.#ledger;
    if (signal === 'SIGTERM' && code !== 0) problems.push(`the exit code after SIGTERM was ${code}`);
    if (emulator.complaints() !== '') problems.push(`the emulator complained: ${emulator.complaints()}`);
    const left = await leftAfterEnd(this.#around.dir, this.#around.held);
    problems.push(...left.map((one) => `left after ${signal}: ${one}`));
  }

  /** Ends what still runs, after a failure. */
  async abandon(): Promise<void> {
    await this.#emulator?.end('SIGKILL');
    this.#emulator = undefined;
  }

  /** A second emulator on the same state must be refused, in one sentence. */
  #refuseSecond(): void {
    const { status, stderr } = spawnSync(process.execPath, argumentsOf(this.#around), { encoding: 'utf8' });
    if (status === 1 && /is in use by another emulator/.test(stderr) && stderr.trim().split('\n').length === 1) return;
    this.#ledger.problems.push(`a second emulator ended with ${status}: ${stderr}`);
  }

  /** Stops the apps and waits until the emulator has as few descriptors as when it was fresh. */
  async quieten(emulator: RunningEmulator, fresh: Sample | undefined): Promise<void> {
    await request(`${emulator.origin}/__emulator/faults`, { method: 'DELETE' });
    const allowed = (fresh?.descriptors ?? 0) + QUIET_DESCRIPTORS;
    const startedMs = performance.now();
    for (;;) {
      for (const app of APPS) await request(`${emulator.baseUrl}/resources/${app}/stop`, { method: 'POST' });
      await delay(1000);
      const { descriptors = 0 } = (await emulator.sample()) ?? {};
      const state = await request(`${emulator.origin}/__emulator/state`);
      const statuses = [fieldOf(state?.json, 'resources')].flat().map((one) => fieldOf(one, 'status'));
      if (descriptors <= allowed && statuses.every((status) => status === 'stopped')) return;
      if (performance.now() - startedMs < QUIET_WITHIN_MS) continue;
      this.#ledger.problems.push(
        `${descriptors} descriptors are open with all apps ${statuses.join(', ')}; at most ${allowed} are expected`,
      );
      return;
    }
  }

  /** Temporary folders that are left, one phrase each. */
  leftFolders(): string[] {
    return readdirSync(tmpOf(this.#around.dir)).map((name) => `the temporary folder ${name} was left`);
  }
}
