// Mixed load on the emulator as a process: builds that flood, apps that crash, clients that stall, faults, SIGKILL and
// restart. Nothing acknowledged may be missing, no process and no descriptor left over, and memory must stay flat.
import '../node-version.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithMistake, readOptions } from '../command-line.ts';
import { fieldOf } from '../fields.ts';
import { ACTIONS } from './actions.ts';
import { APPS, openBeacon, writeApps } from './apps.ts';
import { StalledClients, request } from './client.ts';
import type { RunningEmulator } from './emulator-process.ts';
import { argumentsOf, leftAfterEnd, processorSeconds, startEmulatorProcess, tmpOf } from './emulator-process.ts';
import { Ledger } from './ledger.ts';
import type { LifeLimits, MemoryFigures, Sample } from './verdict.ts';
import { LEAST_SAMPLES, memoryFigures, memoryProblems, warmSamples } from './verdict.ts';

const HELP = `npm run load:emulator -- [--minutes <n>] [--clients <n>] [--kill-every <seconds>] [--pause <milliseconds>]

Puts mixed load of several clients at once on the emulator, ends it (mostly with SIGKILL) and starts it again every while, and measures its memory
after garbage collection. Prints a line each minute, a report in JSON and the verdict; the exit code is 0 only when
nothing acknowledged was lost, nothing was left over and the memory stayed within its bounds.

  --minutes <n>        how long (default 60)
  --clients <n>        how many clients send requests at once (default 4)
  --kill-every <s>     seconds between two restarts (default 180)
  --pause <ms>         of a client between two requests (default 1000); 200 is heavy load
`;

/** Every fourth end is a polite one. */
const POLITE_EVERY = 4;
/** Descriptors that may be open when all is quiet beyond those of a fresh emulator. */
const QUIET_DESCRIPTORS = 8;
const QUIET_WITHIN_MS = 120_000;

/** How much load, and for how long. */
export interface LoadOptions {
  readonly durationMs: number;
  readonly killEveryMs: number;
  /** How many clients send requests at the same time. */
  readonly clients: number;
  /** Of one client between two actions. */
  readonly pauseMs: number;
  readonly sampleEveryMs: number;
  /** What there must be of everything: on a slow machine a life and the whole run take longer than they otherwise would. */
  readonly least: {
    readonly samplesOfLife: number;
    readonly restarts: number;
    /** Of deployments and of keys. */
    readonly changes: number;
    readonly revocations: number;
  };
  readonly life: LifeLimits;
  /** Takes one line about the state of the run each minute. */
  readonly onProgress?: (line: string) => void;
}

/** How a run went. */
export interface LoadReport {
  /** Everything that must not be; empty after a good run. */
  readonly problems: readonly string[];
  readonly acknowledged: { readonly deployments: number; readonly keys: number; readonly revocations: number };
  readonly actions: number;
  /** How often it was ended and started again. */
  readonly restarts: { readonly SIGKILL: number; readonly SIGTERM: number };
  readonly seconds: number;
  /** Load of one core, in percent: this program, the emulator and all that it started. */
  readonly processorPercent: number;
  /** The largest number of actions that were under way at once. */
  readonly peakActions: number;
  readonly samples: number;
  readonly memory: MemoryFigures;
}

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

interface Surroundings {
  readonly dir: string;
  readonly config: string;
  /** Connections that apps and builds hold. */
  readonly held: () => number;
}

class Run {
  readonly #around: Surroundings;
  readonly #options: LoadOptions;
  readonly #ledger = new Ledger();
  readonly #stalled = new StalledClients();
  readonly #samples: Sample[] = [];
  readonly #restarts = { SIGKILL: 0, SIGTERM: 0 };
  #emulator: RunningEmulator | undefined;
  #life = 0;
  #actions = 0;
  #actionsUnderWay = 0;
  #peakActions = 0;
  readonly #startedMs = performance.now();
  /** Problems that have been reported as progress, and when. */
  #printed = 0;
  #printedMs = performance.now();

  constructor(around: Surroundings, options: LoadOptions) {
    this.#around = around;
    this.#options = options;
  }

  async perform(): Promise<LoadReport> {
    const startedMs = this.#startedMs;
    const usedBefore = processorSeconds();
    await this.#load(startedMs);
    await this.#restart('SIGKILL');
    await this.#ledger.tryKeys(await this.#running());
    await this.#end('SIGTERM');
    const { problems, keys, deployments, revocations } = this.#ledger;
    const seconds = (performance.now() - startedMs) / 1000;
    const memory = memoryFigures(this.#samples, this.#options.life);
    return {
      problems: [...problems, ...memoryProblems(memory, this.#options.life), ...this.#leftFolders()],
      acknowledged: { deployments, keys: keys.length, revocations },
      actions: this.#actions,
      restarts: this.#restarts,
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
    await this.#emulator?.end('SIGKILL');
    this.#emulator = undefined;
  }

  async #load(startedMs: number): Promise<void> {
    const isOver = (): boolean => performance.now() - startedMs >= this.#options.durationMs && this.#isEnough();
    // What runs at an end runs again in the next life: so it does in the first one, or the lives could not be compared.
    await this.#deployAll(await this.#running());
    for (;;) {
      const emulator = await this.#running();
      const fresh = await emulator.sample();
      const stop = new AbortController();
      const clients = Array.from({ length: this.#options.clients }, async () => await this.#act(emulator, stop.signal));
      try {
        await this.#observeLife(emulator, isOver);
        const isPolite = this.#life % POLITE_EVERY === 0;
        // SIGKILL comes in the middle of requests; before a polite end all is quiet.
        if (!isOver() && !isPolite) await this.#restart('SIGKILL');
        stop.abort();
        await Promise.all(clients);
        if (isOver()) {
          await this.#quieten(await this.#running(), fresh);
          return;
        }
        if (!isPolite) continue;
        await this.#quieten(emulator, fresh);
        await this.#restart('SIGTERM');
      } finally {
        stop.abort();
      }
    }
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
    return warmSamples(this.#samples, this.#options.life).filter(({ life }) => life === this.#life).length;
  }

  #isEnough(): boolean {
    const { restarts, changes, revocations, samplesOfLife } = this.#options.least;
    const { deployments, keys } = this.#ledger;
    const { SIGKILL, SIGTERM } = this.#restarts;
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
        `${Math.round(seconds / 60)} min, life ${this.#life}`,
        `${this.#actions} actions, ${deployments} deployments, ${keys.length} keys, ${problems.length} problems`,
        `heap ${last?.heapMb.toFixed(1)} MB, resident ${last?.rssMb.toFixed(1)} MB, ${last?.descriptors} descriptors`,
      ].join('; '),
    ].join('\n');
  }

  /** The emulator, started if there is none. */
  async #running(): Promise<RunningEmulator> {
    if (this.#emulator === undefined) {
      this.#life += 1;
      this.#emulator = await startEmulatorProcess({ ...this.#around, life: this.#life });
    }
    return this.#emulator;
  }

  /** Ends the emulator right after it acknowledged something, starts it again and checks that all of it is there. */
  async #restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<RunningEmulator> {
    const before = await this.#running();
    await request(`${before.origin}/__emulator/faults`, { method: 'DELETE' });
    this.#refuseSecond();
    await this.#ledger.createKey(before, `before the end of life ${this.#life}`);
    await this.#deployAll(before);
    await this.#end(signal);
    const after = await this.#running();
    await this.#ledger.verify(after);
    return after;
  }

  async #deployAll(emulator: RunningEmulator): Promise<void> {
    await Promise.all(APPS.map(async (app) => await this.#ledger.deploy(emulator, app)));
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const emulator = await this.#running();
    const code = await emulator.end(signal);
    this.#emulator = undefined;
    this.#restarts[signal] += 1;
    const { problems } = this.#ledger;
    if (signal === 'SIGTERM' && code !== 0) problems.push(`the exit code after SIGTERM was ${code}`);
    if (emulator.complaints() !== '') problems.push(`the emulator complained: ${emulator.complaints()}`);
    const left = await leftAfterEnd(this.#around.dir, this.#around.held);
    problems.push(...left.map((one) => `left after ${signal}: ${one}`));
  }

  /** A second emulator on the same state must be refused, in one sentence. */
  #refuseSecond(): void {
    const { status, stderr } = spawnSync(process.execPath, argumentsOf(this.#around), { encoding: 'utf8' });
    if (status === 1 && /is in use by another emulator/.test(stderr) && stderr.trim().split('\n').length === 1) return;
    this.#ledger.problems.push(`a second emulator ended with ${status}: ${stderr}`);
  }

  /** Stops the apps and all clients, and waits until the emulator has as few descriptors as when it was fresh. */
  async #quieten(emulator: RunningEmulator, fresh: Sample | undefined): Promise<void> {
    this.#stalled.destroy();
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

  #leftFolders(): string[] {
    return readdirSync(tmpOf(this.#around.dir)).map((name) => `the temporary folder ${name} was left`);
  }
}

/** Reads a number that an option was given. */
function positive(option: string, text: string): number {
  const value = Number(text);
  return value > 0 ? value : endWithMistake(`--${option} is a number above 0, not "${text}"`, HELP);
}

if (import.meta.main) {
  const values = readOptions(HELP, {
    minutes: '60',
    'kill-every': '180',
    clients: '4',
    pause: '1000',
  });
  const killEveryMs = positive('kill-every', values['kill-every']) * 1000;
  const report = await runLoad({
    durationMs: positive('minutes', values.minutes) * 60_000,
    killEveryMs,
    clients: Math.ceil(positive('clients', values.clients)),
    pauseMs: positive('pause', values.pause),
    sampleEveryMs: Math.min(10_000, killEveryMs / 15),
    least: { samplesOfLife: LEAST_SAMPLES, restarts: 0, changes: 1, revocations: 0 },
    life: { warmUpS: 4, growthMb: 6 },
    onProgress: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  const { problems } = report;
  process.stdout.write(
    problems.length === 0 ? 'The load test passed.\n' : `The load test failed: ${problems.length}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
