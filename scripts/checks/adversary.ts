// The adversary at length: `npm run adversary` draws 20,000 services and judges the step that meets each. `--mutations`
// removes one rule of the action at a time instead and prints after how many services the drawn services notice.
import '../node-version.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { removedRules } from '../../__tests__/adversary/mutations.ts';
import { type Change, withMutation } from '../../__tests__/explore/mutations.ts';
import { findBrokenPromise } from '../../__tests__/support/adversary/check.ts';
import type { FirstFailure } from '../../__tests__/support/adversary/first-failure.ts';
import { invariantNames } from '../../__tests__/support/adversary/invariants/index.ts';
import { readCommandLine } from '../command-line.ts';

const root = join(import.meta.dirname, '../..');
const { flags } = readCommandLine({
  command: 'npm run adversary',
  purpose: 'Draws 20,000 services and judges the step that meets each.',
  flags: { mutations: 'remove one rule of the action at a time: drawn services have to notice each' },
});

const BATCHES = 40;
const SERVICES_PER_BATCH = 500;
const SHRINK_MS = 20_000;
/** So many services are drawn for each rule that is removed. */
const SERVICES_PER_RULE = 600;
const SEED = 1;
/** A removed rule may let a step run for ever. */
const RULE_WITHIN_MS = 300_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function drawAll(): Promise<boolean> {
  let isGood = true;
  for (let batch = 1; batch <= BATCHES; batch += 1) {
    const drawn = { seed: batch, runs: SERVICES_PER_BATCH, shrinkMs: SHRINK_MS };
    const found = await findBrokenPromise(invariantNames, drawn);
    isGood &&= found === undefined;
    print(`seed ${batch}: ${SERVICES_PER_BATCH} services, ${found ?? 'nothing found'}`);
  }
  return isGood;
}

/** After how many services the change is noticed, and by which promise. */
function firstFailureIn(copy: string): FirstFailure {
  const file = join(copy, '__tests__/support/adversary/first-failure.ts');
  const args = ['--disable-warning=ExperimentalWarning', file, String(SEED), String(SERVICES_PER_RULE)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: RULE_WITHIN_MS });
  const [, services, promise] = /^(\d+) ?(.*)$/m.exec(stdout) ?? [];
  if (services !== undefined) return { services: Number(services), promise: promise === '' ? undefined : promise };
  return {
    services: SERVICES_PER_RULE,
    promise: `the process ended or hung: ${stderr.trim().split('\n').at(-1) ?? ''}`,
  };
}

async function isNoticed(rule: Change): Promise<boolean> {
  const { services, promise } = await withMutation(
    root,
    rule,
    async (copy) => await Promise.resolve(firstFailureIn(copy)),
  );
  print(
    `- ${rule.name}: ${promise === undefined ? `NOT NOTICED in ${services} services` : `${services}, ${promise.split('\n')[0]}`}`,
  );
  return promise !== undefined;
}

async function tryRules(): Promise<boolean> {
  let noticed = 0;
  for (const rule of removedRules) if (await isNoticed(rule)) noticed += 1;
  print(`${noticed} of ${removedRules.length} removed rules are noticed.`);
  return noticed === removedRules.length;
}

process.exitCode = (await (flags.has('mutations') ? tryRules() : drawAll())) ? 0 : 1;
