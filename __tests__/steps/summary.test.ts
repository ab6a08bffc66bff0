// What the summary shows beside the verdict.
import { testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Timeline } from '../support/timeline.ts';

const rows: Timeline[] = [
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
    service: deploys('dep_2', 'building', '20s failed | error: broken'),
    ends: 'deployment_failed 20–26',
    error: ['The previous version of web is still running.'],
  },
  {
    it: 'does not speak of a previous version when the app was not up',
    rule: 'summary/version-before',
    service: ['resource exited', deploys('dep_2', 'building', '20s failed | error: broken')],
    ends: 'deployment_failed 20–26',
    error: ['web is still exited.'],
    never: ['previous version'],
  },
];

const running: Timeline[] = [
  {
    it: 'shows a resource as in progress while its app is judged',
    rule: 'summary/running',
    service: ['10s resource starting', '60s resource running'],
    ends: 'passed 60–66',
    killed: { 1: [/^## ⏳/, /^(?!.*✅)/s], 40: [/^## ⏳/, /^(?!.*✅)/s] },
  },
  {
    it: 'has no mark of progress when the inputs are invalid',
    rule: 'inputs/title',
    with: { timeout: 'soon' },
    ends: 'invalid_input 0',
    summary: [/^## ❌ Invalid input: timeout\n/],
    never: ['⏳'],
  },
];

testSteps('the summary', ...rows, ...running);
