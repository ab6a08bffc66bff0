// The result of a health check agrees with what the app answered, and it is sent without the key.
import { errorOf } from '../../runner/step-run.ts';
import { HEALTH_TEXT } from '../constants.ts';
import { isHealthy } from '../service/health.ts';
import { type Invariant, isSkipped, passed } from '../seen.ts';

/** The default of health-check-timeout. */
const HEALTH_TIMEOUT_MS = 180_000;

export const reportsTheHealthCheckCorrectly: Invariant = (trial) => {
  const { story, served, run } = trial;
  if (story.health.target === 'none') return undefined;
  const answers = served.flatMap(({ health, endedAtMs, delivery }) =>
    health !== undefined && endedAtMs !== undefined && delivery?.kind === 'answered' ? [health] : [],
  );
  const last = answers.at(-1);
  if (passed(trial) && !isSkipped(trial)) {
    if (last === undefined) return 'passed without an answer to the health check';
    return story.others.length === 0 && !isHealthy(last, story)
      ? `passed although the app answered ${last}`
      : undefined;
  }
  if (run.outputs['error-code'] !== 'unhealthy') return undefined;
  if (story.others.length === 0 && last !== undefined && isHealthy(last, story)) {
    return `unhealthy, although the app answered ${last}`;
  }
  const gaveUpMs = 1_000 * story.timeoutS - run.tookMs;
  // `wait` requests the text between its reads of the list; the final check comes after the last of them.
  const lastList = served.findLastIndex(({ endpoint }) => endpoint === 'deployments');
  const first = served.slice(lastList + 1).find(({ endpoint }) => endpoint === 'health');
  const hadItsTime = first !== undefined && run.tookMs - first.atMs >= HEALTH_TIMEOUT_MS;
  const hasAddress = (run.outputs['url'] ?? '') !== '' || story.health.target === 'address';
  if (hasAddress && gaveUpMs > 24_000 && !hadItsTime) return `unhealthy ${gaveUpMs} ms before the deadline`;
  const isNamed = !story.health.contains || !hasAddress || errorOf(run).includes(HEALTH_TEXT);
  return isNamed || story.others.length > 0 ? undefined : 'the text that was not found is not named';
};

/** The app is not the service: it gets no key. */
export const requestsHealthWithoutTheKey: Invariant = ({ served }) => {
  const wrong = served.find(({ endpoint, hasKey }) => hasKey === (endpoint === 'health' || endpoint === 'openapi'));
  return wrong === undefined
    ? undefined
    : `${wrong.endpoint} was requested ${wrong.hasKey ? 'with' : 'without'} the key`;
};
