// Steps that deploy, wait, start, stop or read, each with something that goes another way than usual.
import { detailOf, ID, listOf, refusal, requests, resourceIn } from '../service/scripted-service.ts';
import {
  afterPost,
  always,
  failing,
  isBusy,
  json,
  odd,
  resources,
  type Service,
  since,
  step,
  type Steps,
  unnamed,
  wait,
} from './service.ts';

const detail = requests.detail('ours');
const missing = refusal(404, 'not_found');
/** What becomes of a deployment. */
const deploying: Steps = {
  'no waiting': step({}, { wait: 'false' }),
  'no id, no waiting': step({ post: () => unnamed, list: () => listOf('old finished') }, { wait: 'false' }),
  'no id at all': step({ post: () => unnamed }, { timeout: '30s' }),
  'something new without an id': step({ post: () => unnamed, list: (posts) => afterPost(posts, '- building') }),
  'an unknown status': step({
    answers: { [detail]: since(2, detailOf('ours', 'finished'), detailOf('ours', 'baking')) },
  }),
  'no status at all': step(
    { detail: () => json({ deployment: { id: 'ours' } }), list: (posts) => afterPost(posts, 'ours') },
    { timeout: '30s' },
  ),
  'a log that does not stop growing': step({
    answers: { [detail]: (at) => detailOf('ours', 'failed', 'one more line\n'.repeat(at + 1)) },
  }),
  'a log that was rewritten': step({
    answers: {
      [detail]: (at) =>
        detailOf(
          'ours',
          at < 4 ? 'building' : 'finished',
          at < 2 ? 'one\ntwo\nthree\n' : 'other\nlines of another log\n',
        ),
    },
  }),
  'a failure with a reason': step({
    detail: () => json({ deployment: { id: 'ours', status: 'failed', failureReason: 'exit code 137' } }),
  }),
  'a failure with a reason that nobody can read': step({
    detail: () => json({ deployment: { id: 'ours', status: 'failed', error: { exit: 137 } } }),
  }),
  'a failure with its log': step({ detail: () => detailOf('ours', 'failed', 'Error: no such file\n') }),
  'a failure with many lines': step({
    detail: () => detailOf('ours', 'failed', 'Error: no such file, as often before\n'.repeat(40_000)),
  }),
  'a failure with a part of its log': step({
    detail: () => json({ deployment: { id: 'ours', status: 'failed', log: 'Error: no\n', logTruncated: true } }),
  }),
  'a failure without a log': step({ detail: () => json({ deployment: { id: 'ours', status: 'failed' } }) }),
  'a failure whose last lines cannot be read': step({
    answers: { [detail]: since(1, failing, detailOf('ours', 'failed', 'Error: no such file\n')) },
  }),
  'a failure whose log is kept back': step(
    { detail: () => detailOf('ours', 'failed', 'Error: no such file\n') },
    { 'build-log': 'false' },
  ),
  'a deployment that the list alone has': step({
    answers: { [detail]: () => failing },
    list: (posts) => afterPost(posts, 'ours finished'),
  }),
  'a deployment that cannot be read for a while': step({
    answers: {
      [detail]: since(3, detailOf('ours', 'finished'), failing),
      [requests.list]: (at) => (at === 0 ? listOf('old finished') : failing),
    },
  }),
  'a deployment that shows late': step({ answers: { [detail]: since(3, detailOf('ours', 'finished'), missing) } }),
  'a status of the resource that comes late': step({ answers: { [requests.resource]: () => ({ afterMs: 60_000 }) } }),
  'a status of the resource that fails': step({ answers: { [requests.resource]: () => failing } }),
  'a mistyped id': step(
    { answers: { 'GET /resources': () => resources, [`GET /resources/app_wob`]: () => missing } },
    { 'resource-id': 'app_wob' },
  ),
  'an app that crashes': step({ resource: odd({ status: 'crashed' }) }),
  'an app that crashes and cannot be read': step({
    answers: {
      [requests.resource]: (at) =>
        at === 0 ? odd({ status: 'running' }) : at < 3 ? odd({ status: 'crashed' }) : failing,
    },
    detail: () => detailOf('ours', 'finished'),
  }),
  'an app in an unknown status': step({ resource: odd({ status: 'purple' }) }),
  'an app that fails its own check': step({ resource: odd({ status: 'running (unhealthy)' }) }),
  'an outdated commit among several': step({}, { 'resource-id': `${ID}, app_other`, 'max-parallel': '1' }),
  'a failure that stops the rest': step({}, { 'resource-id': `app_other, ${ID}`, 'max-parallel': '1' }),
  'a refusal after a lost request': step({
    post: (posts) => (posts === 0 ? { isCut: true } : refusal(402, 'billing')),
  }),
  'busy after a lost request': step(
    {
      post: (posts) => (posts === 0 ? { isCut: true } : refusal(409, 'busy')),
      list: () => listOf('old building'),
    },
    { timeout: '2m' },
  ),
  'busy with something without an id': step({
    post: isBusy,
    list: (posts) => (posts < 2 ? listOf('- building') : listOf('ours building')),
  }),
  'a deadline while retrying': step(
    {
      answers: {
        [detail]: (at) => (at === 0 ? detailOf('ours', 'building') : failing),
        [requests.list]: (at) => (at === 0 ? listOf('old finished') : failing),
      },
    },
    { timeout: '1m' },
  ),
  'a deadline before anything was seen': step(
    { resource: failing, detail: () => failing, list: (posts) => (posts === 0 ? listOf('old finished') : failing) },
    { timeout: '1m' },
  ),
  'a deadline during the request': step({ post: () => ({ afterMs: 300_000 }) }, { timeout: '10s' }),
  'a cancelled run before the request': cancelledAt('the resource is running'),
  'a cancelled run during a restart': cancelledAt('accepted', { operation: 'restart' }),
  'a cancelled run during the request': cancelledAt(
    'requesting a deployment',
    {},
    { post: () => ({ afterMs: 60_000 }) },
  ),
};

function cancelledAt(line: string, inputs: Record<string, string> = {}, service: Service = {}) {
  return () => {
    let cancel = (): void => undefined;
    return step(service, inputs, {
      onStart: (send) => {
        cancel = () => send('SIGINT');
      },
      onWrite: (text) => {
        if (text.startsWith(line)) cancel();
      },
    })();
  };
}

/** The rows of a long list do not all fit into a summary. */
const NAME = 'a resource with a name that takes its room in the summary';

const proof = { 'health-check': '/health', 'health-check-contains': 'release-2' };

/** Gates, lifecycle and the operations that read. */
const reading: Steps = {
  'no deployment to judge': wait({ list: () => listOf() }, { 'deployment-id': 'latest' }),
  'no deployment at all': wait({ list: () => listOf() }, { timeout: '30s' }),
  'an earlier deployment in an unknown status': wait({ list: () => listOf('old finished', 'older superseded') }),
  'an earlier one in an unknown status that nobody can name': wait({
    list: () => listOf('old finished', '- superseded'),
  }),
  'something new that nobody can name': wait({
    list: (_, ms) => (ms < 30_000 ? listOf('old finished') : listOf('- finished', 'old finished')),
  }),
  'a latest deployment that nobody can name': wait({
    list: (_, ms) => (ms < 30_000 ? listOf('old finished') : listOf('- finished', 'old finished', '- finished')),
  }),
  'a release that does not come': wait({ app: { body: 'release-1' } }, { ...proof, timeout: '1m' }),
  'a release that does not answer': wait({ app: { afterMs: 60_000 } }, { ...proof, timeout: '8s' }),
  'a release that redirects': wait(
    { app: { status: 302, headers: { location: '/login' } } },
    { ...proof, timeout: '1m' },
  ),
  'a release that is there': wait({ app: { body: 'release-2' } }, { ...proof, 'deployment-id': 'latest' }),
  'a release in a long page': step({ app: { body: 'x'.repeat(300) } }, { ...proof, timeout: '1m' }),
  'a release without a word': step({ app: { body: '' } }, { ...proof, timeout: '1m' }),
  'an app that hangs': step({ app: { isCut: true } }, { 'health-check': '/health', timeout: '1m' }),
  'a release that never answers': step({ app: { isCut: true } }, { ...proof, timeout: '1m' }),
  'a gate whose list fails for a while': wait({
    answers: { [requests.list]: (at) => (at === 0 || at > 3 ? listOf('old finished') : failing) },
  }),
  'an incomplete list': step(
    { answers: { 'GET /resources': () => json({ resources: [{ id: ID }], hasMore: true }) } },
    { operation: 'list', 'resource-id': '' },
  ),
  'an incomplete environment': step(
    { answers: { [`GET /resources/${ID}/env`]: () => json({ env: ['PORT'], hasMore: true }) } },
    { 'required-env': 'DATABASE_URL' },
  ),
  'a status that is missing after a start': step(
    {
      answers: {
        [requests.resource]: (at) => odd(at === 0 ? { status: 'stopped' } : {}),
        'GET /resources': () => json({ resources: [] }),
      },
    },
    { operation: 'start', timeout: '3m' },
  ),
  'an app that never answers': step({ app: { afterMs: 600_000 } }, { 'health-check': '/health', timeout: '5s' }),
  'a domain with a path': step(
    { resource: odd({ status: 'running', domains: ['web.example.test/app', 'web.example.test'] }) },
    { operation: 'status' },
  ),
  'no address': step({ resource: odd({ status: 'running' }) }, { 'health-check': '/health' }),
  'no deployments': step({ list: () => listOf() }, { operation: 'status' }),
  'an unknown state': step(
    { resource: odd({}), answers: { 'GET /resources': () => json({ resources: [] }) } },
    { operation: 'status' },
  ),
  'a start that is not waited for': step({}, { operation: 'start', wait: 'false' }),
  'a start whose response was lost': step(
    { answers: { [`POST /resources/${ID}/start`]: (at) => (at === 0 ? { isCut: true } : unnamed) } },
    { operation: 'start' },
  ),
  'a busy resource after a restart whose response was lost': step(
    { answers: { [`POST /resources/${ID}/restart`]: (at) => (at === 0 ? { isCut: true } : refusal(409, 'busy')) } },
    { operation: 'restart', 'on-busy': 'fail' },
  ),
  'an unknown status after a start': step(
    { answers: { [requests.resource]: (at) => odd({ status: at === 0 ? 'stopped' : 'purple' }) } },
    { operation: 'start' },
  ),
  'a status that cannot be read after a start': step(
    { answers: { [requests.resource]: (at) => (at === 1 ? failing : odd({ status: 'running' })) } },
    { operation: 'start' },
  ),
  'a start that never settles': step(
    { answers: { [requests.resource]: (at) => odd({ status: at === 0 ? 'stopped' : 'starting' }) } },
    { operation: 'start', timeout: '30s' },
  ),
  'a resource that stays broken': step(
    {
      resource: resourceIn('crashed'),
      answers: { [requests.logs]: () => ({ body: 'Error: no\n', headers: { 'content-type': 'text/plain' } }) },
    },
    { operation: 'start' },
  ),
  'a list': step(
    {
      answers: {
        'GET /resources': () =>
          json({ resources: Array.from({ length: 5_000 }, (_, at) => ({ id: `r${at}`, name: NAME })) }),
      },
    },
    { operation: 'list', 'resource-id': '' },
  ),
  'a list of one row too many': step(
    {
      answers: {
        'GET /resources': () =>
          json({ resources: Array.from({ length: 201 }, (_, at) => ({ id: `r${at}`, name: NAME })) }),
      },
    },
    { operation: 'list', 'resource-id': '' },
  ),
  'a refused list': always(refusal(403, 'forbidden'), { operation: 'list', 'resource-id': '' }),
  'a refused log': always(refusal(403, 'forbidden'), { operation: 'logs' }),
  'a refused environment': always(refusal(403, 'forbidden'), { operation: 'env' }),
  'a refused status': always(refusal(403, 'forbidden'), { operation: 'status' }),
  'a refused check': always(refusal(403, 'forbidden'), { operation: 'check', 'resource-id': '' }),
  'a refused gate': always(refusal(403, 'forbidden'), { operation: 'wait' }),
  'an empty log': step({ answers: { [requests.logs]: () => json({ logs: '' }) } }, { operation: 'logs' }),
  'a log': step({ answers: { [requests.logs]: () => json({ logs: 'up\n' }) } }, { operation: 'logs' }),
  'an environment': step({}, { operation: 'env' }),
  'debug lines': step({}, {}, { debug: true }),
};

/** All of them. */
export const workingSteps: Steps = { ...deploying, ...reading };
