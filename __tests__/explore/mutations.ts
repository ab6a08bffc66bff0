// Rules of the action broken on purpose, one at a time: the explorer has to notice each of them.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One change of the source. */
export interface Mutation {
  /** What the action does wrong then. */
  readonly name: string;
  /** Below the root of the project. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

const STEPS = 'src/operations/steps';

export const mutations: readonly Mutation[] = [
  {
    name: 'a request that a gateway lost is sent again after 15 s',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: 'const LONG_PATIENCE_MS = 90_000;',
    replace: 'const LONG_PATIENCE_MS = 15_000;',
  },
  {
    name: 'a cut request is sent again at once',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: 'if (reads >= READS && readAtMs - startedMs >= patienceMs)',
    replace: 'if (reads >= 1)',
  },
  {
    name: 'a lost request is sent again without reading the list',
    file: `${STEPS}/submit/request.ts`,
    find: 'const value = await request.recover(loss);',
    replace: 'const value = loss.count > 0 ? undefined : await request.recover(loss);',
  },
  {
    name: 'a busy resource is skipped before the list was read for a lost request',
    file: `${STEPS}/submit/request.ts`,
    find: '} else if (loss !== undefined) {',
    replace: "} else if (loss !== undefined && request.onBusy === 'wait') {",
  },
  {
    name: 'on-busy is ignored',
    file: `${STEPS}/submit/request.ts`,
    find: "if (request.onBusy !== 'wait') {",
    replace: "if (request.onBusy === 'fail') {",
  },
  {
    name: 'an old deployment that slides into the list counts as new',
    file: `${STEPS}/submit/ownership.ts`,
    find: 'const above = items.slice(0, items.length - rest.length);',
    replace: 'const above = items.filter(({ id }) => (id === undefined ? rest.length === 0 : !known.ids.has(id)));',
  },
  {
    name: 'one of two new deployments is taken for ours',
    file: `${STEPS}/submit/ownership.ts`,
    find: 'if (others.length > 0) return',
    replace: 'if (others.length > 99) return',
  },
  {
    name: 'the deployment that the service joined us to is not followed',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: 'if (deploymentId !== undefined && known.inProgress.has(deploymentId)) {',
    replace: 'if (deploymentId !== undefined && known.inProgress.has(`${deploymentId}?`)) {',
  },
  {
    name: 'an ended deployment that is new in the list is ours at once',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: "if (found.kind === 'ours' || found.kind === 'ambiguous') return",
    replace: "if (found.kind !== 'none' && found.kind !== 'anonymous') return",
  },
  {
    name: 'a failed build passes',
    file: `${STEPS}/await-deployment.ts`,
    find: "if (status === 'failed') {\n      const cause",
    replace: "if (status === 'aborted') {\n      const cause",
  },
  {
    name: 'a cancelled build passes',
    file: `${STEPS}/await-deployment.ts`,
    find: "if (status === 'cancelled') {",
    replace: "if (status === 'aborted') {",
  },
  {
    name: 'the last lines of a failed build are not fetched',
    file: `${STEPS}/await-deployment.ts`,
    find: "else if (status === 'failed' || log === undefined) await readLastLines();",
    replace: 'else if (log === undefined) await readLastLines();',
  },
  {
    name: 'the whole log is printed at every poll',
    file: `${STEPS}/log/log-cursor.ts`,
    find: 'const added = log.slice(startOf(lines, next.line), complete);',
    replace: 'const added = log.slice(0, complete);',
  },
  {
    name: 'the app is not read after its deployment',
    file: `${STEPS}/after-deployment.ts`,
    find: 'await awaitApp(task, after.statusBefore, context);',
    replace: 'await Promise.resolve(awaitApp);',
  },
  {
    name: 'the step does not report that its deployment continues',
    file: 'src/operations/outcome.ts',
    find: 'status, durationMs, stillRunning: !isFinal(status) };',
    replace: 'status, durationMs, stillRunning: isFinal(status) };',
  },
  {
    name: 'the status in the outputs is the one before the last',
    file: 'src/operations/outcome.ts',
    find: 'return { ...outcome, accepted: true, deploymentId, status, durationMs,',
    replace: 'return { ...outcome, accepted: true, deploymentId, status: outcome.status ?? status, durationMs,',
  },
  {
    name: 'the deadline is ten seconds late',
    file: 'src/runner/step.ts',
    find: 'const limit = withDeadline(clock, plan.timeoutMs,',
    replace: 'const limit = withDeadline(clock, plan.timeoutMs + 10_000,',
  },
  {
    name: 'a cancelled run goes on',
    file: 'src/runner/step.ts',
    find: 'const stopListening = listenForCancel(host, stop,',
    replace: 'const stopListening = listenForCancel(host, new AbortController(),',
  },
  {
    name: 'Retry-After of a busy resource is ignored',
    file: `${STEPS}/submit/busy.ts`,
    find: 'for (let round = 1; found',
    replace: 'retryAfterMs = undefined;\n      for (let round = 1; found',
  },
  {
    name: 'Retry-After of the rate limit is ignored',
    file: 'src/api/pacing/share.ts',
    find: 'const askedMs = Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs ?? 0));',
    replace: 'const askedMs = 1000;',
  },
  {
    name: 'polls do not pause',
    file: 'src/api/pacing/pace.ts',
    find: 'gapMs: 2300, slowAfterMs: 17_000, slowGapMs: 2900',
    replace: 'gapMs: 1, slowAfterMs: 17_000, slowGapMs: 1',
  },
  {
    name: 'a response about another deployment is believed',
    file: `${STEPS}/poll-deployment.ts`,
    find: 'const detail = await once.readDeployment(resourceId, deploymentId);',
    replace:
      "const detail = await once.readDeployment(resourceId, deploymentId).catch(() => ({ id: deploymentId, status: 'finished', log: { kind: 'absent' as const } }));",
  },
];

/** The changed text of the file. Throws when `find` does not occur exactly once. */
export function mutate(text: string, { name, find, replace }: Mutation): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the mutation "${name}" finds its place ${text.split(find).length - 1} times`);
  }
  return before + replace + after;
}

/** Hands a copy of the project with the change to `use`, and removes the copy. */
export async function withMutation<T>(root: string, mutation: Mutation, use: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    for (const folder of ['src', '__tests__/explore', '__tests__/support', 'package.json']) {
      cpSync(join(root, folder), join(copy, folder), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
    const file = join(copy, mutation.file);
    writeFileSync(file, mutate(readFileSync(file, 'utf8'), mutation));
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
