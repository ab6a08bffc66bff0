// The failure of a deployment that failed or was cancelled: its cause, and what it means for the
// app.
import { classOf, type Ending } from '../api/status-words.ts';
import { Failure, isFailure, catchFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { BEST_EFFORT_MS, readResource } from './resource.ts';

/**
 * The failure for a deployment that did not finish; `reasons`: what the service says beside the
 * log.
 */
export async function deploymentEnded(
  step: Step,
  {
    ending,
    reasons,
    isOld = false,
  }: { ending: Ending; reasons: readonly string[]; isOld?: boolean },
): Promise<Failure> {
  const { outcome } = step;
  const { resourceStatus: before } = outcome;
  // Only for the message: without an answer it says nothing of the app.
  const resource = await catchFailure(readResource(step, { giveUpMs: BEST_EFFORT_MS }));
  const { status } = isFailure(resource) ? {} : resource;
  const app = appText(step, { status, before, isOld });
  const meaning = `${isOld ? 'The deployment had ended before. ' : ''}${app}`.trim() || undefined;
  const verb = ending === 'failed' ? 'failed' : 'was cancelled';
  const texts = {
    title: `Deployment ${outcome.deploymentId} of ${nameOf(outcome)} ${verb}`,
    meaning,
  };
  const cause = causeOf(step, reasons);
  if (ending === 'failed')
    return new Failure('deployment_failed', cause, { ...texts, next: nextFor(step) });
  const newer = await newerDeployment(step);
  if (newer === undefined) return new Failure('deployment_cancelled', cause, texts);
  const next = `Do not run this job again: it might put an older commit in the place of ${newer}. To follow that one: operation: wait, deployment-id: ${newer}.`;
  return new Failure('deployment_cancelled', `Deployment ${newer} was started after it.`, {
    title: texts.title,
    next,
  });
}

/** An app that was up before, and is up, runs the version before: this deployment was not. */
function appText(
  { outcome }: Step,
  {
    status,
    before,
    isOld,
  }: { status: string | undefined; before: string | undefined; isOld: boolean },
): string {
  if (status === undefined) return '';
  if (status !== before || isOld) return `${nameOf(outcome)} is ${status}.`;
  const what = classOf(status) === 'up' ? 'The version before' : nameOf(outcome);
  return `${what} is still ${status}.`;
}

/** No text points to a log that is not shown, or that there is none of. */
function nextFor({ inputs, outcome, outcomes }: Step): string | undefined {
  if (outcome.logs.length === 0)
    return 'Look for the cause in the console, fix it and deploy again.';
  if (inputs.buildLog && outcomes.length === 1) return undefined;
  const step = inputs.buildLog ? 'this step, in ' : '';
  const file = outcomes.length === 1 ? 'log-file' : 'logFile of the output deployments';
  return `Fix the cause and deploy again. The log is in ${step}${file} and in the console.`;
}

function causeOf({ inputs, log, outcome: { status } }: Step, reasons: readonly string[]): string {
  if (!inputs.buildLog) return 'Its cause is not shown here (build-log: false).';
  const word = status === 'failed' || status === 'cancelled' ? '' : ` Its status is "${status}".`;
  return log.errorLine('build') ?? reasons[0] ?? `The service names no cause.${word}`;
}

async function newerDeployment({ api, outcome }: Step): Promise<string | undefined> {
  const list = await catchFailure(
    api.listDeployments(outcome.resourceId, { giveUpMs: BEST_EFFORT_MS }),
  );
  if (isFailure(list) || list.items.findIndex(({ id }) => id === outcome.deploymentId) <= 0)
    return undefined;
  return list.items[0]?.id;
}
