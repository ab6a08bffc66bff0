// The sentences that no step of this folder provokes, because they need a broken machine, a log of megabytes or a
// certificate: other suites do.

/** Suites below `__tests__/` that expect a sentence, with as much of it as they have. */
export const provokedElsewhere: Readonly<Record<string, readonly [suite: string, quote: string]>> = {
  'its certificate has expired': ['api/http/exchange.connection.test.ts', 'has expired'],
  'its certificate is for another host name': ['api/http/exchange.connection.test.ts', 'for another host name'],
  'its certificate is signed by an authority that the runner does not know (env NODE_EXTRA_CA_CERTS can name it)': [
    'api/http/exchange.connection.test.ts',
    'an authority that the runner does not know',
  ],
  'its certificate was not accepted': ['api/http/exchange.connection.test.ts', 'was not accepted'],
  'it does not speak TLS (https:) at this port, or none that the runner accepts': [
    'api/http/exchange.connection.test.ts',
    'it does not speak TLS (https:) at this port, or none that the runner accepts',
  ],
  'the proxy of the runner opened none (…)': [
    'api/http/exchange.connection.test.ts',
    'the proxy of the runner opened none (',
  ],
  '… that contains "…", but only a 2xx status passes': [
    'operations/steps/health-check.test.ts',
    'but only a 2xx status passes',
  ],
  '… with a body that cannot be decoded (content-encoding: …), so "…" was not seen': [
    'operations/steps/health-check.bodies.test.ts',
    'with a body that cannot be decoded (content-encoding: ',
  ],
  'the health check of … had not passed yet': ['operations/steps/health-check.test.ts', 'had not passed yet'],
  'the host name does not resolve': ['api/http/transport.test.ts', 'the host name does not resolve'],
  'the host name could not be resolved': ['api/http/transport.test.ts', 'the host name could not be resolved'],
  'the host did not answer': ['api/http/transport.test.ts', 'the host did not answer'],
  'there is no route to the host': ['api/http/transport.test.ts', 'there is no route to the host'],
  'there is no route to its network': ['api/http/transport.test.ts', 'there is no route to its network'],
  'an entry of …': ['api/wire/log-text.test.ts', 'an entry of '],
  'a part of …': ['api/wire/deployment.test.ts', 'a part of '],
  'another resource failed': ['operations/report.test.ts', 'another resource failed'],
  ' It could not be read again: …': ['operations/steps/after-deployment.test.ts', 'It could not be read again'],
  'Deploying …': ['runner/github/github.record.test.ts', 'Deploying '],
  '; … deployments …continue at the service': ['runner/github/last-status.test.ts', 'continue at the service'],
  '; the … … at the service': ['runner/github/last-status.test.ts', ' at the service'],
  '; the whole log is in …': ['runner/logs/log-capture.test.ts', '; the whole log is in '],
  'the log is longer than … MB, so its rest is not printed here…': [
    'runner/logs/log-capture.test.ts',
    ' MB, so its rest is not printed here',
  ],
  '… not printed; …': ['runner/logs/log-capture.test.ts', ' not printed; '],
  'the last …:': ['runner/logs/log-capture.test.ts', 'the last '],
  'There is no room here for ….': ['runner/summary/logs.test.ts', 'There is no room here for '],
  'more log': ['runner/summary/logs.test.ts', 'more log'],
  'more logs': ['runner/summary/logs.test.ts', 'more logs'],
  '`logFile` in the output `deployments`': [
    'runner/summary/summary.limits.test.ts',
    '`logFile` in the output `deployments`',
  ],
  "Node … or newer is needed, and this is Node …. GitHub's runners bring it along; act takes the node that comes first on the PATH.":
    ['runner/step.test.ts', ' or newer is needed'],
  'The action cannot run here': ['runner/step.test.ts', 'The action cannot run here'],
  'The step was stopped before it had an outcome': [
    'runner/unexpected-error.test.ts',
    'The step was stopped before it had an outcome',
  ],
};
