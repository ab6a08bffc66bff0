// Rules of the action broken on purpose, one at a time: the explorer has to notice each of them.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExploredInvariant } from './invariants.ts';

/** One change of the source. */
interface Change {
  /** What the action does wrong then. */
  readonly name: string;
  /** Below the root of the project. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A change that the explorer has to notice. */
export interface Mutation extends Change {
  /** The invariant that the explorer finds broken then. */
  readonly breaks: ExploredInvariant;
  /** Number of the story to start from, for what takes more than two choices; default: the good one. */
  readonly start?: string;
}

const STEPS = 'src/operations/steps';
/** The number of the good story with `on-busy: skip`. */
const ON_BUSY_SKIP = '0.2';
/** The number of the good story in which the first read of the resource is lost. */
const RESOURCE_LOST_ONCE = '0.0.0.1';

export const mutations: readonly Mutation[] = [
  {
    name: 'a request that a gateway lost is sent again after 15 s',
    breaks: 'deploysAtMostOnce',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: 'const LONG_SEARCH_MS = 90_000;',
    replace: 'const LONG_SEARCH_MS = 15_000;',
  },
  {
    name: 'a cut request is sent again at once',
    breaks: 'deploysAtMostOnce',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: 'if (reads >= READS && readAtMs - startedMs >= searchMs)',
    replace: 'if (reads >= 1)',
  },
  {
    name: 'a lost request is sent again without reading the list',
    breaks: 'deploysAtMostOnce',
    file: `${STEPS}/submit/request.ts`,
    find: 'const value = await request.recover(loss);',
    replace: 'const value = loss.count > 0 ? undefined : await request.recover(loss);',
  },
  {
    name: 'a busy resource is skipped before the list was read for a lost request',
    breaks: 'skipsOnlyWhenNothingWasDone',
    file: `${STEPS}/submit/request.ts`,
    find: 'if (loss !== undefined) {\n      const value',
    replace:
      "if (busy && request.onBusy === 'skip') {\n      notWaitedFor({ ...task, outcome: {} }, request, busy);\n      return undefined;\n    }\n    if (loss !== undefined) {\n      const value",
    start: ON_BUSY_SKIP,
  },
  {
    name: 'on-busy is ignored',
    breaks: 'waitsForABusyResourceOnlyIfAsked',
    file: `${STEPS}/submit/request.ts`,
    find: "if (request.onBusy !== 'wait') {",
    replace: "if (request.onBusy === 'fail') {",
  },
  {
    name: 'an old deployment that slides into the list counts as new',
    breaks: 'passesOnlyOnOurFinishedDeployment',
    file: `${STEPS}/submit/ownership.ts`,
    find: 'const moved = below.filter(({ id }) => appeared.has(id));',
    replace: 'const moved = below;',
  },
  {
    name: 'one of two new deployments is taken for ours',
    breaks: 'takesNoneOfTwoNewDeployments',
    file: `${STEPS}/submit/ownership.ts`,
    find: 'if (deployments.length > 0 && others.length > 0) return',
    replace: 'if (others.length > 99) return',
  },
  {
    name: 'the deployment that the service joined us to is not followed',
    breaks: 'comesToAVerdictOnceTheFaultsStop',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: 'if (deploymentId !== undefined && known.inProgress.has(deploymentId)) {',
    replace: 'if (deploymentId !== undefined && known.inProgress.has(`${deploymentId}?`)) {',
  },
  {
    name: 'an ended deployment that is new in the list is ours at once',
    breaks: 'waitsForOursBeforeItTakesOneThatHasEnded',
    file: `${STEPS}/submit/submit-deployment.ts`,
    find: "if (found.kind === 'ours' || found.kind === 'ambiguous') return",
    replace: "if (found.kind !== 'none' && found.kind !== 'anonymous') return",
  },
  {
    name: 'a failed build passes',
    breaks: 'passesOnlyOnOurFinishedDeployment',
    file: `${STEPS}/await-deployment.ts`,
    find: "if (status === 'failed') {\n      const cause",
    replace: "if (status === 'aborted') {\n      const cause",
  },
  {
    name: 'a cancelled build passes',
    breaks: 'passesOnlyOnOurFinishedDeployment',
    file: `${STEPS}/await-deployment.ts`,
    find: "if (status === 'cancelled') {",
    replace: "if (status === 'aborted') {",
  },
  {
    name: 'the last lines of a failed build are not fetched',
    breaks: 'showsTheCauseOfAFailure',
    file: `${STEPS}/await-deployment.ts`,
    find: "else if (status === 'failed' || log === undefined) await readLastLines();",
    replace: 'else if (log === undefined) await readLastLines();',
  },
  {
    name: 'the whole log is printed at every poll',
    breaks: 'printsEachLineOfTheLogOnce',
    file: `${STEPS}/log/log-cursor.ts`,
    find: "return { text: parts.join(''), isDiscontinuous",
    replace: 'return { text: log.slice(0, complete), isDiscontinuous',
  },
  {
    name: 'the app is not read after its deployment',
    breaks: 'neverReportsABrokenAppAsDeployed',
    file: `${STEPS}/after-deployment.ts`,
    find: 'await awaitApp(task, { before: after.statusBefore, sharesTime: after.healthCheck !== undefined }, context);',
    replace: 'await Promise.resolve(awaitApp);',
  },
  {
    name: 'the step does not report that its deployment continues',
    breaks: 'saysThatOurDeploymentContinues',
    file: 'src/operations/outcome.ts',
    find: 'stillRunning: !isFinal(status)',
    replace: 'stillRunning: isFinal(status)',
  },
  {
    name: 'the status in the outputs is the one before the last',
    breaks: 'outputsAgreeWithTheLastStateSeen',
    file: 'src/operations/outcome.ts',
    find: 'return { ...outcome, accepted: true, deploymentId, status, durationMs,',
    replace: 'return { ...outcome, accepted: true, deploymentId, status: outcome.status ?? status, durationMs,',
  },
  {
    name: 'the deadline is ten seconds late',
    breaks: 'endsInTime',
    file: 'src/runner/step.ts',
    find: 'const limit = withDeadline(clock, plan.timeoutMs,',
    replace: 'const limit = withDeadline(clock, plan.timeoutMs + 10_000,',
  },
  {
    name: 'a cancelled run continues',
    breaks: 'endsInTime',
    file: 'src/runner/step.ts',
    find: 'const stopListening = listenForCancel(host, stop,',
    replace: 'const stopListening = listenForCancel(host, new AbortController(),',
  },
  {
    name: 'Retry-After of a busy resource is ignored',
    breaks: 'waitsAsLongAsItIsAsked',
    file: `${STEPS}/submit/busy.ts`,
    find: 'for (let round = 1; found',
    replace: 'retryAfterMs = undefined;\n      for (let round = 1; found',
  },
  {
    name: 'Retry-After of the rate limit is ignored',
    breaks: 'waitsAsLongAsItIsAsked',
    file: 'src/api/pacing/share.ts',
    find: 'Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs));',
    replace: '1000;',
    start: RESOURCE_LOST_ONCE,
  },
  {
    name: 'requests do not wait for their turn',
    breaks: 'neverSendsMoreThanItsShare',
    file: 'src/api/pacing/pace.ts',
    find: 'for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) await clock.sleep(waitMs, signal);',
    replace: 'if (leftMs() > 0) await clock.sleep(10, signal);',
  },
  {
    name: 'a response about another deployment is believed',
    breaks: 'passesOnlyOnOurFinishedDeployment',
    file: `${STEPS}/poll-deployment.ts`,
    find: '(await orApiError(once.readDeployment(resourceId, deploymentId)))',
    replace:
      "(await once.readDeployment(resourceId, deploymentId).catch(() => ({ id: deploymentId, status: 'finished', log: { kind: 'absent' as const } })))",
  },
  {
    name: 'an unknown status is warned about at every poll',
    breaks: 'reportsEverythingOnce',
    file: `${STEPS}/await-deployment.ts`,
    find: 'if (!isKnownStatus(seen.status) && !unknown.has(seen.status)) {',
    replace: 'if (!isKnownStatus(seen.status)) {',
  },
  {
    name: 'a cancelled build is awaited until the deadline',
    breaks: 'comesToAVerdictOnceTheFaultsStop',
    file: `${STEPS}/poll-deployment.ts`,
    find: 'return isFinal(seen.status);',
    replace: "return isFinal(seen.status) && seen.status !== 'cancelled';",
  },
  {
    name: 'a deployment whose detail cannot be read fails the step',
    breaks: 'passesWhenTheServiceDidWhatWasAsked',
    file: `${STEPS}/poll-deployment.ts`,
    find: 'if (read instanceof ResponseTooLargeError) tooLarge = read;',
    replace: 'throw read;',
  },
  {
    name: 'the detail of a deployment is requested at a path that the API does not have',
    breaks: 'asksOnlyForWhatExists',
    file: 'src/api/client.ts',
    find: "get('/resources/{}/deployments/{}',",
    replace: "get('/resources/{}/deployment/{}',",
  },
  {
    name: 'polls pause for 40 s',
    breaks: 'isNeverSilentForLong',
    file: 'src/api/pacing/pace.ts',
    find: 'gapMs: 2300, slowAfterMs: 17_000, slowGapMs: 2900',
    replace: 'gapMs: 40_000, slowAfterMs: 17_000, slowGapMs: 40_000',
  },
  {
    name: 'a cancelled build is reported as a failed one',
    breaks: 'givesATrueErrorCode',
    file: `${STEPS}/await-deployment.ts`,
    find: "errorCode: 'deployment_cancelled'",
    replace: "errorCode: 'deployment_failed'",
  },
  {
    name: 'a failed build is reported as if nothing had been sent',
    breaks: 'neverDeniesARequest',
    file: 'src/runner/error-advice.ts',
    find: 'fix its cause and deploy again.',
    replace: 'fix it and deploy again. Nothing was sent to the service.',
  },
  {
    name: 'a failure is announced twice',
    breaks: 'reportsOneErrorOnFailureAndNoneOnSuccess',
    file: 'src/runner/publish.ts',
    find: '  host.core.error(text,',
    replace: '  host.core.error(text);\n  host.core.error(text,',
  },
  {
    name: 'the key is not masked',
    breaks: 'showsTheKeyNowhere',
    file: 'src/runner/step.ts',
    find: 'for (const secret of secrets) host.core.setSecret(secret);',
    replace: '',
  },
  {
    name: 'a failed request is described with a stack trace',
    breaks: 'neverBlamesItself',
    file: 'src/operations/failure.ts',
    find: 'const text = `${method} ',
    replace: 'const text = `${new RangeError().stack} ${method} ',
  },
];

/** The changed text of the file. Throws when `find` does not occur exactly once. */
export function mutate(text: string, { name, find, replace }: Change): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the mutation "${name}" finds its place ${text.split(find).length - 1} times`);
  }
  return before + replace + after;
}

/** Hands a copy of the project with the change to `use`, and removes the copy. */
export async function withMutation<T>(root: string, mutation: Change, use: (copy: string) => Promise<T>): Promise<T> {
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
