// Waits until the app is up after its deployment has finished.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import type { ResourceDetail } from '../api/resources.ts';
import { classOf } from '../api/status-words.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { type AppStatus, judgeAfterDeploy } from './judge-resource.ts';
import { pollUntil } from './poll-until.ts';
import { endsWork, failNotRunning, loadResource } from './resource.ts';

/**
 * Waits until the app is up after its deployment. `before` and `list` were read before that, if
 * they could be. Throws `not_running`; for another failure, such as the deadline, it only warns.
 */
export async function awaitApp(
  step: Step,
  before: ResourceDetail | undefined,
  list: List<Deployment> | undefined,
): Promise<void> {
  const { outcome, log, clock } = step;
  const name = nameOf(outcome);
  const isFirst =
    list?.isRecognised === true && !list.items.some((item) => item.status === 'finished');
  const facts = { name, before, wasDeployed: !isFirst, finishedAtMs: clock.now() };
  // What was read before the deployment says nothing about the app now.
  delete outcome.resourceStatus;

  async function read(): Promise<AppStatus> {
    const app = await catchFailure(loadResource(step, { giveUpMs: 0, waitsForLimit: true }));
    // A single 404 may come from a replica that is behind.
    if (isFailure(app) && app.code !== 'not_found' && endsWork(step, app)) throw app;
    if (isFailure(app)) return app;
    if (app.id === undefined)
      throw new Failure('unreadable_reply', `The reply about ${name} is not recognised.`);
    return app.status;
  }

  try {
    const settled = await pollUntil(step, read, (...all) => judgeAfterDeploy(facts, ...all));
    if (settled.kind === 'wrong') await failNotRunning(step, 'running after the deployment');
    if (settled.warning !== undefined)
      log.warn(`The deployment finished, but ${name} ${settled.warning}.`);
    if (classOf(outcome.resourceStatus) === 'up') {
      log.info(`${name} is ${outcome.resourceStatus}.`);
    }
    if (settled.asBefore === undefined) return;
    const deployment = `Deployment ${outcome.deploymentId} of ${name}`;
    outcome.headline = `${deployment} finished; the app is ${settled.asBefore}`;
  } catch (error) {
    // The verdict stands; only the state of the app is not known.
    if (!isFailure(error) || ['not_running', 'interrupted'].includes(error.code)) throw error;
    warnOfUnknown(step, error);
  }
}

function warnOfUnknown({ log, outcome }: Step, { code, message }: Failure): void {
  const { resourceStatus = 'unknown' } = outcome;
  const why = code === 'timeout' ? 'The deadline was reached.' : message;
  const what = `it is not known whether ${nameOf(outcome)} is up (status: ${resourceStatus})`;
  log.warn(`The deployment finished, but ${what}. ${why}`);
}
