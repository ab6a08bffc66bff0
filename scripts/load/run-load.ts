// Mixed load of several clients on the emulator for a while, with its memory measured all along.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ACTIONS } from './actions.ts';
import { openBeacon, writeApps } from './apps.ts';
import { StalledClients } from './client.ts';
import type { RunningEmulator } from './emulator-process.ts';
import { processorSeconds, tmpOf } from './processes.ts';
import { Ledger } from './ledger.ts';
import { Lives, type Surroundings } from './lives.ts';
import type { LoadOptions, LoadReport } from './load-report.ts';
import type { Sample } from './verdict.ts';
import { memoryFigures, memoryProblems, warmSamples } from './verdict.ts';

/** Every fourth end is a polite one. */
const POLITE_EVERY = 4;

/** Puts load on an emulator for a while. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const dir = mkdtempSync(join(tmpdir(), 'emulator-load-'));
  mkdirSync(tmpOf(dir));
  const beacon = await openBeacon();
  const config = writeApps(dir, beacon.port);
  const run = new Run({ dir, config, held: () => beacon.held() }, options);
  try {
    return await run.perform();
  } finally {
    await run.abandon();
    beacon.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

class Run {
  readonly #options: LoadOptions;
  readonly #ledger = new Ledger();
  readonly #lives: Lives;
  readonly #stalled = new StalledClients();
  readonly #samples: Sample[] = [];
  #actions = 0;
  #actionsUnderWay = 0;
  #peakActions = 0;
  readonly #startedMs = performance.now();
  /** Problems that have been reported as progress, and when. */
  #printed = 0;
  #printedMs = performance.now();

  constructor(around: Surroundings, options: LoadOptions) {
    this.#options = options;
    this.#lives = new Lives(around, this.#ledger);
  }

  async perform(): Promise<LoadReport> {
    const startedMs = this.#startedMs;
    const usedBefore = processorSeconds();
    await this.#load(startedMs);
    await this.#lives.restart('SIGKILL');
    await this.#ledger.tryKeys(await this.#lives.running());
    await this.#lives.end('SIGTERM');
    const { problems, keys, deployments, revocations } = this.#ledger;
    const seconds = (performance.now() - startedMs) / 1000;
    const memory = memoryFigures(this.#samples, this.#options.life);
    return {
      problems: [...problems, ...memoryProblems(memory, this.#options.life), ...this.#lives.leftFolders()],
      acknowledged: { deployments, keys: keys.length, revocations },
      actions: this.#actions,
      restarts: this.#lives.ends,
      seconds: Math.round(seconds),
      processorPercent: Math.round((100 * (processorSeconds() - usedBefore)) / seconds),
      peakActions: this.#peakActions,
      samples: this.#samples.length,
      memory,
    };
  }

  /** Ends what still runs, after a failure. */
  async abandon(): Promise<void> {
    this.#stalled.destroy();
    await this.#lives.abandon();
  }

  async #load(startedMs: number): Promise<void> {
    const isOver = (): boolean => performance.now() - startedMs >= this.#options.durationMs && this.#isEnough();
    // What runs at an end runs again in the next life: so it does in the first one, or the lives could not be compared.
    await this.#lives.deployAll(await this.#lives.running());
    for (;;) {
      const emulator = await this.#lives.running();
      const fresh = await emulator.sample();
      const stop = new AbortController();
      const clients = Array.from({ length: this.#options.clients }, async () => await this.#act(emulator, stop.signal));
      try {
        await this.#observeLife(emulator, isOver);
        const isPolite = this.#lives.life % POLITE_EVERY === 0;
        // SIGKILL comes in the middle of requests; before a polite end all is quiet.
        if (!isOver() && !isPolite) await this.#lives.restart('SIGKILL');
        stop.abort();
        await Promise.all(clients);
        if (isOver()) {
          await this.#quieten(await this.#lives.running(), fresh);
          return;
        }
        if (!isPolite) continue;
        await this.#quieten(emulator, fresh);
        await this.#lives.restart('SIGTERM');
      } finally {
        stop.abort();
      }
    }
  }

  /** Ends the clients that stall, too. */
  async #quieten(emulator: RunningEmulator, fresh: Sample | undefined): Promise<void> {
    this.#stalled.destroy();
    await this.#lives.quieten(emulator, fresh);
  }

  /** One client: sends requests until it is stopped or the emulator has ended. */
  async #act(emulator: RunningEmulator, stop: AbortSignal): Promise<void> {
    while (!stop.aborted && emulator.exitCode() === undefined) {
      const round = Math.floor(this.#actions / ACTIONS.length);
      const action = ACTIONS[this.#actions % ACTIONS.length];
      this.#actions += 1;
      this.#actionsUnderWay += 1;
      this.#peakActions = Math.max(this.#peakActions, this.#actionsUnderWay);
      const turn = { emulator, ledger: this.#ledger, stalled: this.#stalled, round };
      await Promise.race([action?.(turn), delay(3000, undefined, { ref: false })]);
      this.#actionsUnderWay -= 1;
      await delay(this.#options.pauseMs, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  /** Measures the emulator until its life or the whole run is over. */
  async #observeLife(emulator: RunningEmulator, isOver: () => boolean): Promise<void> {
    const { killEveryMs, sampleEveryMs, onProgress, least } = this.#options;
    const bornMs = performance.now();
    const isLifeOver = (): boolean =>
      performance.now() - bornMs > killEveryMs && this.#samplesOfLife() >= least.samplesOfLife;
    while (!isOver() && !isLifeOver()) {
      await delay(sampleEveryMs);
      if (emulator.exitCode() !== undefined) {
        throw new Error(`the emulator ended with exit code ${emulator.exitCode()}: ${emulator.complaints()}`);
      }
      const sample = await emulator.sample();
      if (sample !== undefined) this.#samples.push(sample);
      if (performance.now() - this.#printedMs < 60_000) continue;
      this.#printedMs = performance.now();
      onProgress?.(this.#progress((this.#printedMs - this.#startedMs) / 1000));
    }
  }

  #samplesOfLife(): number {
    return warmSamples(this.#samples, this.#options.life).filter(({ life }) => life === this.#lives.life).length;
  }

  #isEnough(): boolean {
    const { restarts, changes, revocations, samplesOfLife } = this.#options.least;
    const { deployments, keys } = this.#ledger;
    const { SIGKILL, SIGTERM } = this.#lives.ends;
    return (
      SIGKILL + SIGTERM >= restarts &&
      Math.min(deployments, keys.length) >= changes &&
      this.#ledger.revocations >= revocations &&
      this.#samplesOfLife() >= samplesOfLife
    );
  }

  #progress(seconds: number): string {
    const { problems, deployments, keys } = this.#ledger;
    const last = this.#samples.at(-1);
    const found = problems.slice(this.#printed).map((problem) => `found: ${problem}`);
    this.#printed = problems.length;
    return [
      ...found,
      [
        `${Math.round(seconds / 60)} min, life ${this.#lives.life}`,
        `${this.#actions} actions, ${deployments} deployments, ${keys.length} keys, ${problems.length} problems`,
        `heap ${last?.heapMb.toFixed(1)} MB, resident ${last?.rssMb.toFixed(1)} MB, ${last?.descriptors} descriptors`,
      ].join('; '),
    ].join('\n');
  }
}
