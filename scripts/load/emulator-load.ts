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
import type { MemoryFigures, Sample } from './verdict.ts';
import { LEAST_SAMPLES, memoryFigures, memoryProblems, warmSamples } from './verdict.ts';

const HELP = `npm run load:emulator -- [--minutes <n>] [--kill-every <seconds>] [--pause <milliseconds>]

Puts mixed load on the emulator, ends it (mostly with SIGKILL) and starts it again every while, and measures its memory
after garbage collection. Prints a line each minute, a report in JSON and the verdict; the exit code is 0 only when
nothing acknowledged was lost, nothing was left over and the memory stayed within its bounds.

  --minutes <n>        how long (default 60)
  --kill-every <s>     seconds between two restarts (default 180)
  --pause <ms>         between two requests (default 400); 100 is heavy load
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
  /** Between two actions. */
  readonly pauseMs: number;
  readonly sampleEveryMs: number;
  /** What there must be of everything: on a slow machine a life and the whole run take longer than they otherwise would. */
  readonly least: { readonly samplesOfLife: number; readonly restarts: number; readonly changes: number };
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
  /** Problems that have been reported as progress. */
  #printed = 0;

  constructor(around: Surroundings, options: LoadOptions) {
    this.#around = around;
    this.#options = options;
  }

  async perform(): Promise<LoadReport> {
    const startedMs = performance.now();
    const usedBefore = processorSeconds();
    await this.#load(startedMs);
    await this.#restart('SIGKILL');
    await this.#ledger.tryKeys(await this.#running());
    await this.#end('SIGTERM');
    const { problems, keys, deployments } = this.#ledger;
    const seconds = (performance.now() - startedMs) / 1000;
    const memory = memoryFigures(this.#samples);
    return {
      problems: [...problems, ...memoryProblems(memory), ...this.#leftFolders()],
      acknowledged: { deployments, keys: keys.length, revocations: keys.filter(({ revoked }) => revoked).length },
      actions: this.#actions,
      restarts: this.#restarts,
      seconds: Math.round(seconds),
      processorPercent: Math.round((100 * (processorSeconds() - usedBefore)) / seconds),
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
    const { durationMs, killEveryMs, pauseMs, sampleEveryMs, onProgress } = this.#options;
    let emulator = await this.#running();
    let fresh = await emulator.sample();
    let [killedMs, sampledMs, printedMs] = [startedMs, startedMs, startedMs];
    while (performance.now() - startedMs < durationMs || !this.#isEnough()) {
      const round = Math.floor(this.#actions / ACTIONS.length);
      const turn = { emulator, ledger: this.#ledger, stalled: this.#stalled, round };
      const action = ACTIONS[this.#actions % ACTIONS.length];
      this.#actions += 1;
      await Promise.race([action?.(turn), delay(3000, undefined, { ref: false })]);
      const nowMs = performance.now();
      if (nowMs - sampledMs > sampleEveryMs) {
        sampledMs = nowMs;
        const sample = await emulator.sample();
        if (sample !== undefined) this.#samples.push(sample);
      }
      if (nowMs - printedMs > 60_000) {
        printedMs = nowMs;
        onProgress?.(this.#progress((nowMs - startedMs) / 1000));
      }
      if (nowMs - killedMs > killEveryMs && this.#samplesOfLife() >= this.#options.least.samplesOfLife) {
        const isPolite = this.#life % POLITE_EVERY === 0;
        if (isPolite) await this.#quieten(emulator, fresh);
        emulator = await this.#restart(isPolite ? 'SIGTERM' : 'SIGKILL');
        fresh = await emulator.sample();
        killedMs = performance.now();
      }
      if (emulator.exitCode() !== undefined) {
        throw new Error(`the emulator ended with exit code ${emulator.exitCode()}: ${emulator.complaints()}`);
      }
      await delay(pauseMs);
    }
    await this.#quieten(emulator, fresh);
  }

  #samplesOfLife(): number {
    return warmSamples(this.#samples).filter(({ life }) => life === this.#life).length;
  }

  #isEnough(): boolean {
    const { restarts, changes, samplesOfLife } = this.#options.least;
    const { deployments, keys } = this.#ledger;
    const { SIGKILL, SIGTERM } = this.#restarts;
    return (
      SIGKILL + SIGTERM >= restarts &&
      Math.min(deployments, keys.length) >= changes &&
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
    await Promise.all(APPS.map(async (app) => await this.#ledger.deploy(before, app)));
    await this.#end(signal);
    const after = await this.#running();
    await this.#ledger.verify(after);
    return after;
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
    pause: '400',
  });
  const killEveryMs = positive('kill-every', values['kill-every']) * 1000;
  const report = await runLoad({
    durationMs: positive('minutes', values.minutes) * 60_000,
    killEveryMs,
    pauseMs: positive('pause', values.pause),
    sampleEveryMs: Math.min(10_000, killEveryMs / 15),
    least: { samplesOfLife: LEAST_SAMPLES, restarts: 0, changes: 1 },
    onProgress: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  const { problems } = report;
  process.stdout.write(
    problems.length === 0 ? 'The load test passed.\n' : `The load test failed: ${problems.length}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
