// What the summary shows beside the verdict: where the time went, and several resources.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Timeline } from '../support/timeline.ts';

/** A deployment that is queued for 14 seconds and then built for 56. */
const QUEUED = deploys('dep_2', 'queued', '14s building | Compiling', '70s finished | Compiling');
const both = (web: string, api: string): string => `
  ${deploys('dep_2', 'building', `20s ${web}`)}
  ${deploys('app_api/dep_9', 'building', `30s ${api}`)}
`;

const rows: Timeline[] = [
  {
    it: 'says how long a deployment was queued and built, and when the app was up',
    rule: 'summary/times',
    service: [QUEUED, '60s resource starting', '75s resource running'],
    ends: 'passed 75–80',
    summary: [
      /Where the time went \| queued about 1[56] s, building 5\d s, app up after [5-7] s \|/,
    ],
    log: ['finished after', /^Where the time went: queued about 1[56] s, .* s\n$/m],
  },
  {
    it: 'says of a failed deployment from the list how long it was queued and built',
    rule: 'summary/times',
    service: QUEUED.replace('finished', 'failed').replace('"deploymentId":"dep_2"', '"ok":true'),
    ends: 'deployment_failed 70–76',
    summary: [/Where the time went \| queued about 1[56] s, building 5\d s \|/],
  },
  {
    it: 'says nothing of a queue that no poll showed',
    rule: 'summary/times-unseen',
    service: ['15s resource starting', '30s resource running'],
    ends: 'passed 30–34',
    summary: [/\| Where the time went \| building 2\d s, app up after \d+ s \|/],
  },
  {
    it: 'does not compare a commit with those of a run that names none',
    rule: 'summary/commit-none',
    service: deploys('dep_2', `building {"commit":"${'ab'.repeat(20)}"}`, '20s finished'),
    summary: ['`abababa` |'],
    never: ['not a commit of this run'],
  },
  {
    it: 'has no row for a commit that the service does not show',
    rule: 'summary/commit-none',
    never: ['ommit |', 'not shown by the service'],
  },
  {
    it: 'says that the previous version is still running',
    rule: 'summary/version-before',
    service: both('failed | error: broken', 'finished'),
    ends: 'deployment_failed 20–26',
    error: ['The previous version is still running.'],
  },
  {
    it: 'does not speak of a previous version when the app was not up',
    rule: 'summary/version-before',
    service: ['resource exited', both('failed | error: broken', 'finished')],
    ends: 'deployment_failed 20–26',
    error: ['web is still exited.'],
    never: ['previous version'],
  },
  {
    it: 'does not say that the app came up late when only its answer was late',
    rule: 'summary/times',
    service: [
      deploys('dep_2', 'queued', '9s building', '20s finished'),
      '20s resource as is (late 4s)',
    ],
    ends: 'passed 24–27',
    summary: [/queued about \d+ s, building 1\d s \|/],
  },
];

/** Rows in which it is not known where the time went. */
const untimed = rowsWith({ never: ['Where the time went'] }, [
  ...['queued', 'building'].map((word): SharingRow => ({
    it: `says nothing of times where polls showed it only ${word}`,
    rule: 'summary/times-unseen',
    service: deploys('dep_2', word, '14s finished'),
    ends: 'passed 14–17',
  })),
  {
    it: 'says nothing of times when polls are far apart',
    rule: 'summary/times-coarse',
    with: { 'concurrent-jobs': '8' },
    service: QUEUED,
    ends: 'passed 70–80',
  },
  {
    it: 'says nothing of times when polls were far apart only while the build began',
    rule: 'summary/times-coarse',
    service: [QUEUED, '5s–30s detail dep_2 502 page', '5s–30s list 502 page'],
    ends: 'passed 70–76',
  },
  {
    it: 'says nothing of times of a deployment that it only follows',
    rule: 'summary/times',
    with: { operation: 'wait', 'deployment-id': 'dep_1' },
    service: ['dep_1 queued', '9s dep_1 building', '20s dep_1 finished'],
  },
  {
    it: 'says nothing of the build of a deployment that may be another one',
    rule: 'summary/times',
    with: { timeout: '12s' },
    service: deploys('{"ok":true}', 'queued', '4s building', '9s finished'),
    ends: 'unknown_outcome 12',
  },
]);

/** Two resources, of which one may fail. */
const several = rowsWith({ with: { 'resource-id': 'app_web\napp_api', 'fail-fast': 'false' } }, [
  {
    it: 'shows several resources in one table, the failed one first and alone with a section',
    rule: 'summary/several',
    service: both('finished | web-line', 'failed | error: broken'),
    ends: 'deployment_failed 30–36',
    summary: [
      /\| Resource \| App \| Status, duration, cause \|\n[^\n]*\n\| ❌ api \| \[running\][^|]* \| failed, 3\d s<br>error: broken \|\n\| ✅ web \| [^|]* \| finished, 2\d s \|\n/,
      /### ❌ api\n[^#]*`dep_9`/,
    ],
    also: ({ run: { summary } }) =>
      /### ✅|web-line/.test(summary) ? 'a section for what is well' : undefined,
  },
  {
    it: 'does not point to the empty output log-file where there are several',
    rule: 'summary/several-log',
    service: both('finished', 'failed | {long}error: broken'),
    texts: { long: 'Compiling\n'.repeat(20_000) },
    ends: 'deployment_failed 30–36',
    error: ['The outputs name the file with the whole log'],
    summary: [/earlier lines left out\. .* \(output `deployments`\)/],
    never: ['log-file'],
  },
  {
    it: 'counts one that failed and one that was cancelled in one sentence',
    rule: 'summary/several-cancelled',
    service: both('cancelled', 'failed | error: broken'),
    ends: 'deployment_cancelled 30–36',
    summary: ['2 of 2 resources did not succeed'],
  },
  {
    it: 'shows a resource as in progress while its app is judged, and no times of several',
    rule: ['summary/running', 'summary/times'],
    service: [both('finished', 'finished'), '10s resource starting', '60s resource running'],
    ends: 'passed 60–66',
    killed: { 1: [/⏳ web/, /⏳ api/], 40: [/⏳ web/, /✅ api/], 63: [/✅ web/, /✅ api/] },
    never: ['Where the time went'],
  },
  {
    it: 'shows an accepted deployment as in progress while another one is requested',
    rule: 'summary/running',
    with: { wait: 'false' },
    service: [
      deploys('dep_2', 'building'),
      deploys('app_api/{"id":"dep_9"} (late 10s)', 'building'),
    ],
    ends: 'passed 10',
    killed: { 5: [/⏳ web/, /⏳ api/] },
    summary: [/✅ web/, /✅ api/],
  },
  {
    it: 'counts no resources when the inputs are invalid',
    rule: 'inputs/title',
    with: { timeout: 'soon' },
    ends: 'invalid_input 0',
    summary: [/^## ❌ Invalid input: timeout\n/],
    never: ['did not succeed', '⏳'],
  },
]);

testSteps('the summary', ...rows, ...untimed, ...several);
