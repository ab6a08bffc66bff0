// Judges a trial: wrong results, and noise (warnings, delays, extra lines) although the responses were clear. Pure.
import { runProblems } from '../../support/runner/run-problems.ts';
import { deploymentRowOf, rowsOf, textIn, warningsOf } from '../../support/runner/step-run.ts';
import { compareLines, type LineComparison, squeeze } from './compare-lines.ts';
import type { PlayedStep, Trial } from '../play.ts';
import type { Profile } from '../profile.ts';
import { commitShownBy, isHostShown } from './shown.ts';
import { API_KEY } from '../service.ts';
import { parseStepLog, type StepLog } from './step-log.ts';
import { type Build, linesShownAt } from '../truth.ts';
import { envNames, runtimeLog } from '../world.ts';

/** What a problem is about; a known failure is named by it. */
type About =
  | 'wrong cause'
  | 'wrong commit'
  | 'wrong deployment-id'
  | 'wrong deployments'
  | 'wrong end'
  | 'wrong env'
  | 'wrong error-code'
  | 'wrong exit code'
  | 'wrong hidden line'
  | 'wrong log'
  | 'wrong resource-status'
  | 'wrong resources'
  | 'wrong secret'
  | 'wrong status'
  | 'wrong url'
  | 'noisy late'
  | 'noisy log'
  | 'noisy runtime log'
  | 'noisy warning';

/** One thing that a user would complain about. */
export interface Problem {
  readonly about: About;
  readonly text: string;
}

/** From the end of the deployment to the end of the step. */
const MAX_VERDICT_MS = 2_500;
/** The same from the end of the transition that follows it: the app is read every five seconds (contract, Verdicts). */
const MAX_TRANSITION_VERDICT_MS = 5_000;
/** From the last line of a failed build's log to the end of the step. */
const MAX_FAILURE_MS = 8_000;
/** From the requested state of the app to the end of start, stop and restart. */
const MAX_CHANGE_MS = 5_000;
/** How long the action polls an unknown status, or a restart without a visible change. */
const UNCERTAIN_MS = 20_000;
/** Delay for each further resource of a step: they share the rate limit of the key. */
const MAX_DELAY_PER_RESOURCE_MS = 600;
/** Lines of the step itself, and more for each further resource. */
const MAX_OWN_LINES = 15;
const MAX_OWN_LINES_PER_RESOURCE = 8;
/** Log lines that appear this shortly before the end of the step may be missing. */
const LAST_READ_MS = 1_000;

interface Case {
  readonly trial: Trial;
  readonly step: PlayedStep;
  readonly log: StepLog;
  /** The deployments that the step must be about, one per app. */
  readonly followed: readonly Build[];
}

/** What a user reads about one resource: outputs, or its entry in `deployments` where the step has several. */
type View = Readonly<Record<'deploymentId' | 'status' | 'resourceStatus' | 'url' | 'errorCode' | 'commit', string>>;

/** The problems of a trial, in the order of its steps. */
export function judge(trial: Trial): Problem[] {
  const { steps } = trial;
  const problems = steps.flatMap((step) => {
    const log = parseStepLog(step.run.log);
    const one: Case = { trial, step, log, followed: followedBy(trial, step) };
    const found = judges.flatMap((judgeOne) => judgeOne(one));
    return steps.length === 1
      ? found
      : found.map(({ about, text }) => ({ about, text: `${step.plan.operation} ${text}` }));
  });
  return [...problems, ...judgeDeployments(trial)];
}

const judges: readonly ((one: Case) => Problem[])[] = [
  judgeVerdict,
  judgeOutputs,
  judgeBuildLog,
  judgeCause,
  judgeCommit,
  judgeReads,
  judgeSecrets,
  judgeWarnings,
  judgeDelay,
  judgeOwnLines,
];

function followedBy({ world, steps }: Trial, step: PlayedStep): Build[] {
  const { subject } = step.plan.expected;
  if (subject.kind !== 'deployment') return [];
  const candidates = world.builds().filter(({ by }) => by === subject.by);
  const latestOf = (id: string): Build | undefined => candidates.findLast(({ resourceId }) => resourceId === id);
  if (steps.length === 1) return world.appIds.flatMap((id) => latestOf(id) ?? []);
  // Several steps deploy the same app: each one's deployment is known by the id that it reports, or by their order.
  const named = candidates.find(({ id }) => String(id) === step.run.outputs['deployment-id']);
  return [named ?? candidates[steps.indexOf(step)]].filter((build) => build !== undefined);
}

function problem(about: About, text: string): Problem {
  return { about, text };
}

function differs(about: About, expected: string, actual: string): Problem[] {
  return expected === actual ? [] : [problem(about, `expected "${expected}", got "${actual}"`)];
}

function judgeVerdict({ step: { run, plan } }: Case): Problem[] {
  const { errorCode } = plan.expected;
  return [
    ...differs('wrong exit code', errorCode === '' ? '0' : '1', String(run.exitCode)),
    ...differs('wrong error-code', errorCode, run.outputs['error-code'] ?? ''),
    // When it has to end: judgeDelay.
    ...runProblems(run, Infinity).map((text) => problem('wrong end', text)),
  ];
}

function judgeDeployments({ world, scenario, steps }: Trial): Problem[] {
  const isDeploy = ({ plan }: PlayedStep): boolean => plan.operation === 'deploy';
  const expected = steps.filter(isDeploy).length * scenario.world.apps;
  const created = world.builds().filter(({ by }) => by === 'step');
  const ids = steps.filter(isDeploy).map(({ run }) => run.outputs['deployment-id'] ?? '');
  const named = ids.filter((id) => id !== '');
  return [
    ...differs('wrong deployments', String(expected), String(created.length)),
    ...(new Set(named).size === named.length
      ? []
      : [problem('wrong deployment-id', 'two steps name the same deployment')]),
  ];
}

function viewOf({ trial: { world }, step: { run } }: Case, resourceId: string): View {
  const row = deploymentRowOf(run, resourceId);
  const several = world.appIds.length > 1;
  const text = (name: string, output: string): string => (several ? textIn(row, name) : (run.outputs[output] ?? ''));
  return {
    deploymentId: text('deploymentId', 'deployment-id'),
    status: text('status', 'status'),
    resourceStatus: text('resourceStatus', 'resource-status'),
    url: text('url', 'url'),
    errorCode: text('errorCode', 'error-code'),
    commit: textIn(row, 'commit'),
  };
}

function judgeOutputs(one: Case): Problem[] {
  const { trial, step, followed } = one;
  const { subject } = step.plan.expected;
  if (subject.kind !== 'deployment' && subject.kind !== 'app') return [];
  const { world, profile, sentStatuses } = trial;
  return world.appIds.flatMap((resourceId) => {
    const view = viewOf(one, resourceId);
    const build = followed.find((candidate) => candidate.resourceId === resourceId);
    const sent = sentStatuses.findLast((status) => status.resourceId === resourceId && status.atMs <= step.endedAtMs);
    const host = world.resource(resourceId)?.host ?? '';
    const url = isHostShown(profile, world, resourceId) ? `https://${host}` : '';
    return [
      ...(build === undefined ? [] : differs('wrong deployment-id', String(build.id), view.deploymentId)),
      ...(build === undefined ? [] : differs('wrong status', build.ending, view.status)),
      ...((sent?.words.includes(view.resourceStatus) ?? view.resourceStatus === '')
        ? []
        : differs('wrong resource-status', sent?.words[0] ?? '', view.resourceStatus)),
      ...differs('wrong url', url, view.url.replace(/\/$/, '')),
    ];
  });
}

/** The lines of the build that are printed for this resource. */
function printedOf({ trial: { world }, log }: Case, resourceId: string): string[] {
  // A resource whose name could not be read is labelled with its id.
  const labels = world.appIds.length > 1 ? [world.resource(resourceId)?.name, resourceId] : undefined;
  return log.printed
    .filter(({ source, label }) => source === 'build' && (labels === undefined || labels.includes(label)))
    .map(({ text }) => text);
}

function buildLinesOf(one: Case, build: Build): LineComparison {
  const { trial, step } = one;
  const isVisible = build.lines.filter(({ hidden }) => !hidden);
  const shownAt = (ms: number): string[] =>
    linesShownAt({ ...build, lines: isVisible }, ms, trial.profile.timing).map(({ text }) => text);
  const required =
    build.ending === 'failed' ? isVisible.map(({ text }) => text) : shownAt(step.endedAtMs - LAST_READ_MS);
  const allowed = build.ending === 'failed' ? required : shownAt(step.endedAtMs);
  return compareLines(printedOf(one, build.resourceId), { required, allowed });
}

function lineProblems({ missing, repeated, isOutOfOrder }: LineComparison): Problem[] {
  const quoted = (lines: readonly string[]): string => lines.map((line) => `"${line.slice(0, 40)}"`).join(', ');
  return [
    ...(missing.length > 0 ? [problem('wrong log', `lines are missing: ${quoted(missing)}`)] : []),
    ...(repeated.length > 0 ? [problem('wrong log', `lines are repeated: ${quoted(repeated)}`)] : []),
    ...(isOutOfOrder ? [problem('wrong log', 'lines are out of order')] : []),
  ];
}

function isLogShown({ step }: Case): boolean {
  return step.plan.operation === 'deploy' || step.plan.operation === 'wait';
}

function judgeBuildLog(one: Case): Problem[] {
  const { followed, step } = one;
  if (!isLogShown(one)) return [];
  const hidden = followed.flatMap(({ lines }) => lines.filter((line) => line.hidden).map(({ text }) => text));
  const isPrinted = (text: string): boolean => step.run.log.includes(text) || step.run.summary.includes(text);
  return [
    ...followed.flatMap((build) => lineProblems(buildLinesOf(one, build))),
    ...hidden.filter(isPrinted).map((text) => problem('wrong hidden line', `"${text}" is printed`)),
  ];
}

function judgeCause({ step: { run }, followed, trial: { world } }: Case): Problem[] {
  const annotations = squeeze(run.annotations.map(({ title, message }) => `${title} ${message}`).join(' '));
  const reported = annotations + squeeze(run.summary);
  const isFollowed = (build: Build): boolean => followed.includes(build);
  return world.builds().flatMap((build) => {
    const { cause } = build;
    if (cause === undefined) return [];
    if (!isFollowed(build)) {
      return annotations.includes(squeeze(cause))
        ? [problem('wrong cause', `that of another build is named: ${cause}`)]
        : [];
    }
    return reported.includes(squeeze(cause))
      ? []
      : [problem('wrong cause', `neither error nor summary names it: ${cause}`)];
  });
}

function judgeCommit(one: Case): Problem[] {
  const { trial, step, log, followed } = one;
  if (!isLogShown(one)) return [];
  const { run, plan } = step;
  return followed.flatMap((build) => {
    const shown = commitShownBy(trial.profile, trial.world, build);
    if (shown === undefined) return [];
    const short = build.commit.slice(0, 7);
    const { commit } = viewOf(one, build.resourceId);
    const isNamed = commit.length >= short.length && build.commit.startsWith(commit);
    const naming = allWarningsOf(step).filter((text) => text.includes(short));
    const expected = plan.expected.hasOtherCommit === true ? 1 : 0;
    return [
      ...(isNamed ? [] : [problem('wrong commit', `expected ${shown} in deployments, got "${commit}"`)]),
      ...(log.own.some((line) => line.includes(short))
        ? []
        : [problem('wrong commit', 'the step log does not name it')]),
      ...(run.summary.includes(short) ? [] : [problem('wrong commit', 'the summary does not name it')]),
      ...(naming.length === expected
        ? []
        : [problem('wrong commit', `expected ${expected} warnings about it, got ${naming.length}`)]),
    ];
  });
}

function allWarningsOf({ run }: PlayedStep): string[] {
  // Above the limit of annotations, warnings are plain lines.
  return [...warningsOf(run), ...run.log.split('\n').filter((line) => line.startsWith('warning: '))];
}

function judgeReads(one: Case): Problem[] {
  const { step, log } = one;
  const { kind } = step.plan.expected.subject;
  const { outputs } = step.run;
  if (kind === 'env') return differs('wrong env', JSON.stringify(envNames), outputs['env-names'] ?? '');
  if (kind === 'list') return judgeList(one);
  if (kind !== 'logs') return [];
  const texts = runtimeLog.map(({ text }) => text);
  const printed = log.printed.map(({ text }) => text);
  return lineProblems(compareLines(printed, { required: texts, allowed: texts }));
}

function judgeList({ trial: { world, profile }, step: { run } }: Case): Problem[] {
  const rows = rowsOf(run, 'resources');
  const described = rows.map((row) => ['id', 'type', 'name', 'status'].map((name) => textIn(row, name)).join(' '));
  const expected = world.resourceIds.map((id) => {
    const resource = world.resource(id);
    const word = resource && profile.words?.[resource.state];
    return `${id} ${resource?.type} ${resource?.name} ${word ?? ''}`;
  });
  return differs('wrong resources', expected.join('; '), described.join('; '));
}

function judgeSecrets({ trial, step: { run } }: Case): Problem[] {
  const everything = [run.log, ...run.pages, JSON.stringify(run.outputs), JSON.stringify(run.annotations), run.logFile];
  const leaked = [API_KEY, ...trial.sentSecrets].filter((secret) => everything.some((text) => text.includes(secret)));
  return leaked.map((secret) => problem('wrong secret', `${secret === API_KEY ? 'the key' : secret} is printed`));
}

function judgeWarnings({ step, trial: { profile }, followed }: Case): Problem[] {
  const { isOrdinary, hasOtherCommit = false, subject } = step.plan.expected;
  // Without a status of the app, it cannot be known whether it has been restarted.
  if (!isOrdinary || (subject.kind === 'app' && profile.words === undefined)) return [];
  const isUncertain =
    subject.kind === 'app' && subject.action !== 'restart' && isStatusUnknown(profile, subject.action);
  const isAboutCommit = (text: string): boolean => followed.some(({ commit }) => text.includes(commit.slice(0, 7)));
  const warnings = allWarningsOf(step).filter((text) => !(hasOtherCommit && isAboutCommit(text)));
  // Where start or stop ends in an unknown status, one warning names it.
  return warnings.slice(isUncertain ? 1 : 0).map((text) => problem('noisy warning', text.slice(0, 300)));
}

const UP_WORD = /^(?:running|healthy|active|online|up|live|started|ready|available|deployed)(?!\p{L})/iu;
const DOWN_WORD = /^(?:stopped|off|inactive|paused|suspended|sleeping|exited)(?!\p{L})/iu;

/** Whether the platform's status for the requested state is unknown to the action. */
function isStatusUnknown({ words }: Pick<Profile, 'words'>, action: 'start' | 'stop'): boolean {
  if (words === undefined) return false;
  return action === 'start' ? !UP_WORD.test(words.up) : !DOWN_WORD.test(words.down);
}

/** How long the action may continue to poll after the end of a change. */
function extraPollMs({ words, timing }: Profile, action: 'start' | 'stop' | 'restart'): number {
  if (action !== 'restart') return isStatusUnknown({ words }, action) ? UNCERTAIN_MS : 0;
  const isVisible = words === undefined || (words.restarting !== words.up && timing.transitionMs > 0);
  return isVisible ? 0 : UNCERTAIN_MS;
}

function judgeDelay(one: Case): Problem[] {
  const limitMs = endLimitMsOf(one);
  const { endedAtMs } = one.step;
  if (endedAtMs <= limitMs) return [];
  return [problem('noisy late', `the step ended ${(endedAtMs - limitMs) / 1_000} s too late`)];
}

/** The latest time at which the step may end. */
function endLimitMsOf({ trial: { profile, world }, step, followed }: Case): number {
  const { subject } = step.plan.expected;
  const { logLagMs, transitionMs } = profile.timing;
  if (subject.kind === 'app') {
    const settledMs = Math.max(...world.appIds.map((id) => world.settledAtMs(id)));
    return settledMs + MAX_CHANGE_MS + extraPollMs(profile, subject.action);
  }
  const limits = followed.map(({ ending, endedAtMs, by }) => {
    if (ending !== 'finished') return Math.max(0, endedAtMs + logLagMs) + MAX_FAILURE_MS;
    const shareMs = 2 * MAX_DELAY_PER_RESOURCE_MS * (followed.length - 1);
    const hasTransition = by !== 'past' && transitionMs > 0;
    const verdictMs = hasTransition ? transitionMs + MAX_TRANSITION_VERDICT_MS : MAX_VERDICT_MS;
    return Math.max(0, endedAtMs) + verdictMs + shareMs;
  });
  return Math.max(MAX_VERDICT_MS, ...limits);
}

function judgeOwnLines(one: Case): Problem[] {
  const { log, trial, followed, step } = one;
  const printed = log.printed.filter(({ source }) => source === 'build').length;
  const hidden = followed.flatMap(({ lines }) => lines.filter((line) => line.hidden).map(({ text }) => squeeze(text)));
  const isForeign = (line: string): boolean => !hidden.some((text) => squeeze(line).endsWith(text));
  const foreign = isLogShown(one)
    ? followed.flatMap((build) => buildLinesOf(one, build).foreign.filter((line) => isForeign(line))).length
    : 0;
  const lines = log.own.length + Math.min(foreign, printed);
  const limit = MAX_OWN_LINES + MAX_OWN_LINES_PER_RESOURCE * (trial.world.appIds.length - 1);
  const isOldRelease = step.plan.expected.errorCode === 'deployment_failed' && trial.scenario.world.state === 'up';
  return [
    ...(lines > limit ? [problem('noisy log', `${lines} lines besides the log, at most ${limit} are fine`)] : []),
    ...(isOldRelease && log.printed.some(({ source }) => source === 'runtime')
      ? [problem('noisy runtime log', 'the runtime log of the old release is printed for a failed build')]
      : []),
  ];
}
