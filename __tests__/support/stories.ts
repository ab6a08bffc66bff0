// Steps of the built action as processes, each against an emulator of its own in real time. Those whose end is timed come
// first; the others run side by side, since nearly all of it is waiting, but start one after the other, since starting is
// work. Nothing is judged here.
import {
  type Emulator,
  type EmulatorOptions,
  type Fault,
  parseDialect,
  type ResourceOptions,
  startEmulator,
} from '../../emulator/index.ts';
import { type BundleRun, copyBundle, endingWithin } from './runner/bundle.ts';

/** The one resource of a story. */
export const RESOURCE = 'app_web';
/** The build log of its deployments. */
export const LINES = ['Cloning the repository', 'Installing 412 packages', 'Compiling', 'Exporting the image'];
/** Long enough in the queue and in the build that a step that polls every few seconds sees each of them. */
const SLOW_BUILD = { queuedMs: 6_000, buildMs: 9_000, log: LINES };
const QUICK_BUILD = { queuedMs: 200, buildMs: 1_000, log: LINES };
const ENDLESS_BUILD = { buildMs: Infinity, log: ['Compiling'] };

/** A finished step, and the state of the service after it. */
export interface Story extends BundleRun {
  emulator: Emulator;
  key: string;
  /** The one deployment that was started for the step. */
  deploymentId: string;
  /** When the service had answered its last request, on `performance.now()`. */
  lastAnswerAtMs: number;
}

interface StoryOptions {
  script?: ResourceOptions['script'];
  /** How many deployments there have been before; default 2. */
  history?: number;
  dialect?: EmulatorOptions['dialect'];
  faults?: readonly Fault[];
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  /** Another deployment is in progress when the step begins. */
  busy?: boolean;
  signal?: { name: NodeJS.Signals; whenLogHas: string };
}

type Play = (options: StoryOptions) => Promise<Story>;

/** A cancelled step has to be gone within this time. */
export const CANCELLED_WITHIN_MS = 2_000;

function startTimed(play: Play) {
  const timed = (options: StoryOptions) => endingWithin(CANCELLED_WITHIN_MS, () => play(options));
  return {
    cancelWhileBusy: timed({
      script: ENDLESS_BUILD,
      busy: true,
      signal: { name: 'SIGINT', whenLogHas: 'the resource is busy' },
    }),
    cancelPolling: timed({ script: ENDLESS_BUILD, signal: { name: 'SIGTERM', whenLogHas: 'building after' } }),
    cancelPosting: timed({
      faults: [{ kind: 'hang', on: 'createDeployment', after: true }],
      signal: { name: 'SIGINT', whenLogHas: 'requesting a deployment' },
    }),
  };
}

function startAll(play: Play) {
  const withFault = (...faults: Fault[]) => play({ faults });
  return {
    failed: play({ script: { ...QUICK_BUILD, log: [...LINES, 'error: no space left'], outcome: 'failed' } }),
    cancelled: play({ script: { ...QUICK_BUILD, outcome: 'cancelled' } }),
    timeout: play({ script: ENDLESS_BUILD, inputs: { timeout: '15s' } }),
    badInputs: play({
      inputs: {
        operation: 'deplyo',
        'base-url': 'http://example.test/api',
        'resource-id': '..',
        timeout: 'soon',
        force: 'yes',
        'max-parallel': '0',
      },
    }),
    noKey: play({ inputs: { 'api-key': '' } }),
    reset: withFault(
      { kind: 'reset-before', on: 'listDeployments' },
      { kind: 'reset-after', on: 'createDeployment' },
      { kind: 'reset-before', on: 'getDeployment' },
    ),
    cut: withFault(
      { kind: 'cut-body', on: 'listDeployments' },
      { kind: 'cut-body', on: 'createDeployment' },
      { kind: 'cut-body', on: 'getDeployment' },
    ),
    drip: withFault({ kind: 'drip', intervalMs: 1, on: '*', times: 'always' }),
    debug: play({ env: { RUNNER_DEBUG: '1' } }),
  };
}

/** The slow build in a dialect. Known lengths of past builds would let the step poll later, and miss the queue. */
async function playIn(name: string, play: Play): Promise<Story> {
  const dialect = parseDialect(name);
  return await play({
    script: SLOW_BUILD,
    dialect,
    history: dialect.deploymentFields === 'none' ? 2 : 0,
  });
}

/** A service that answers in full, and one that answers with as little as it may. */
export const bundleDialects = ['plain', 'silent'] as const;

/** The steps that were started. */
export interface Stories {
  /** By name. */
  readonly named: ReturnType<typeof startTimed> & ReturnType<typeof startAll>;
  /** The same deploy, by the name of the dialect of the service. */
  readonly inDialect: ReadonlyMap<string, Promise<Story>>;
  /** Waits for all to end, then stops the services and removes the bundle. */
  readonly close: () => Promise<void>;
}

/** Starts all steps. */
export function runStories(): Stories {
  const bundle = copyBundle();
  const emulators: Emulator[] = [];

  async function play(options: StoryOptions, onStarted: () => void = () => undefined): Promise<Story> {
    let lastAnswerAtMs = 0;
    const emulator = await startEmulator({
      keys: [{ name: 'ci', scopes: ['deploy'] }],
      resources: [
        {
          id: RESOURCE,
          type: 'app',
          name: 'web',
          domains: ['web.example.test'],
          history: options.history ?? 2,
          script: options.script ?? QUICK_BUILD,
        },
      ],
      faults: options.faults ?? [],
      onRequest: () => {
        lastAnswerAtMs = performance.now();
        onStarted();
      },
      ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
    });
    emulators.push(emulator);
    if (options.busy === true) emulator.deploy(RESOURCE);
    const key = emulator.keys['ci'] ?? '';
    const run = await bundle.run({
      inputs: { 'base-url': emulator.baseUrl, 'api-key': key, 'resource-id': RESOURCE, ...options.inputs },
      watchesEnd: true,
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const deploymentId = emulator.deployments(RESOURCE).find(({ by }) => by === 'ci')?.id ?? '';
    return { ...run, emulator, key, deploymentId, lastAnswerAtMs };
  }

  const timed = startTimed(play);
  let previous: Promise<unknown> = Promise.allSettled(Object.values(timed));
  const playInTurn: Play = async (options) => {
    const before = previous;
    const { promise, resolve } = Promise.withResolvers<void>();
    previous = promise;
    await before;
    try {
      return await play(options, resolve);
    } finally {
      resolve();
    }
  };
  const named = { ...timed, ...startAll(playInTurn) };
  const inDialect = new Map(bundleDialects.map((name) => [name, playIn(name, playInTurn)]));
  return {
    named,
    inDialect,
    close: async () => {
      await Promise.allSettled([...Object.values(named), ...inDialect.values()]);
      await Promise.all(emulators.map((emulator) => emulator.close()));
      bundle.remove();
    },
  };
}
