// The contract report for the emulator in each dialect: all rows for `plain`, and for the others those that differ.

type Row = readonly [seen: string, verdict: string];

/** By dialect, then by the first column of the report. */
export const contractTables: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  plain: {
    'response for one resource': [
      'response: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × string]}}',
      'as expected',
    ],
    'domains of a resource': ['response: {domains: [1 × string]}', 'as expected'],
    'status of a resource': ['response: {status: string}', 'as expected'],
    'pages of a list': [
      'response: {ok: boolean, resources: [2 × {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string}]}',
      'as expected',
    ],
    'other fields of a deployment': ['response: {id: string, status: string}', 'as expected'],
    'status of a deployment': ['response: {status: string}', 'as expected'],
    'order of statuses of a deployment': ['', 'not seen'],
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: string, status: string, log: string}}',
      'as expected',
    ],
    'build log': ['response: {log: string}', 'as expected'],
    'response to a deploy': ['openapi.json: {ok: boolean, deployment: {id: string, status: string}}', 'as expected'],
    'response to start, stop, restart': ['openapi.json: {ok: boolean}', 'as expected'],
    'runtime log': ['response: {ok: boolean, logs: string}', 'as expected'],
    'default of lines': ['openapi.json: none', 'as expected'],
    'names of environment variables': ['response: {ok: boolean, env: [2 × string]}', 'as expected'],
    'codes of other errors': ['openapi.json: {ok: boolean, error: {code: string, message: string}}', 'as expected'],
    'pause before a retry': ['', 'not seen'],
    'paths in the OpenAPI document': ['openapi.json: all that is needed', 'as expected'],
    events: ['openapi.json: no webhooks', 'as expected'],
    deprecation: ['openapi.json: nothing is marked', 'as expected'],
  },
  wrapped: {
    'response for one resource': [
      'response: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {domain: string}]}}',
      'as expected',
    ],
    'domains of a resource': ['response: {domains: [1 × {domain: string}]}', 'as expected'],
    'other fields of a deployment': ['response: {id: string, status: string, createdAt: string}', 'as expected'],
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: string, status: string, createdAt: string, log: string}}',
      'as expected',
    ],
    'response to a deploy': ['openapi.json: {ok: boolean, deploymentId: string}', 'as expected'],
    'response to start, stop, restart': [
      'openapi.json: {ok: boolean, resource: {id: string, status: string}}',
      'as expected',
    ],
    'runtime log': ['response: {ok: boolean, lines: [2 × string]}', 'as expected'],
    'names of environment variables': ['response: {ok: boolean, variables: [2 × {name: string}]}', 'as expected'],
  },
  bare: {
    'response for one resource': [
      'response: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {host: string, primary: boolean}]}',
      'as expected',
    ],
    'domains of a resource': ['response: {domains: [1 × {host: string, primary: boolean}]}', 'as expected'],
    'response for one deployment': ['response: {id: string, status: string, logs: string}', 'as expected'],
    'build log': ['response: {logs: string}', 'as expected'],
    'response to a deploy': ['openapi.json: {id: string, status: string}', 'as expected'],
    'response to start, stop, restart': ['openapi.json: {status: string}', 'as expected'],
    'runtime log': ['response: plain text', 'as expected'],
    'names of environment variables': ['response: [2 × string]', 'as expected'],
  },
  camel: {
    'response for one resource': [
      'response: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string}, domains: [1 × {hostname: string, primary: boolean}]}',
      'as expected',
    ],
    'domains of a resource': ['response: {domains: [1 × {hostname: string, primary: boolean}]}', 'as expected'],
    'other fields of a deployment': [
      'response: {id: string, status: string, label: string, createdAt: string, startedAt: string, finishedAt: string}',
      'as expected',
    ],
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: string, status: string, label: string, createdAt: string, startedAt: string, finishedAt: string}, buildLog: string}',
      'as expected',
    ],
    'build log': ['response: {buildLog: string}', 'as expected'],
    'response to a deploy': ['openapi.json: {ok: boolean, id: string}', 'as expected'],
    'response to start, stop, restart': ['openapi.json: {ok: boolean, message: string}', 'as expected'],
    'runtime log': ['response: {ok: boolean, logs: [2 × string]}', 'as expected'],
    'names of environment variables': ['response: {env: [2 × {key: string}]}', 'as expected'],
  },
  snake: {
    'response for one resource': [
      'response: {ok: boolean, id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {id: string, name: string, verified: boolean}]}',
      'as expected',
    ],
    'domains of a resource': [
      'response: {domains: [1 × {id: string, name: string, verified: boolean}]}',
      'as expected',
    ],
    'other fields of a deployment': [
      'response: {id: string, status: string, resource_id: string, created_at: string, finished_at: string}',
      'as expected',
    ],
    'response for one deployment': [
      'response: {ok: boolean, id: string, status: string, resource_id: string, created_at: string, finished_at: string, build_log: string}',
      'as expected',
    ],
    'build log': ['response: {build_log: string}', 'as expected'],
    'response to a deploy': ['openapi.json: {deployment_id: string}', 'as expected'],
    'names of environment variables': ['response: {names: [2 × string]}', 'as expected'],
  },
  listy: {
    'response for one resource': [
      'response: {data: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {url: string}]}}',
      'as expected',
    ],
    'domains of a resource': ['response: {domains: [1 × {url: string}]}', 'as expected'],
    'response for one deployment': [
      'response: {data: {id: string, status: string, output: [1 × {message: string, timestamp: string}]}}',
      'as expected',
    ],
    'build log': ['response: {output: [1 × {message: string, timestamp: string}]}', 'as expected'],
    'response to a deploy': ['openapi.json: {data: {id: string}}', 'as expected'],
    'response to start, stop, restart': ['openapi.json: {}', 'as expected'],
    'runtime log': ['response: {log: [2 × {message: string, timestamp: string}]}', 'as expected'],
    'names of environment variables': ['response: {data: [2 × string]}', 'as expected'],
  },
  silent: {
    'response for one resource': [
      'response: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: []}}',
      'as expected',
    ],
    'domains of a resource': ['openapi.json: {domains: [1 × string]}', 'as expected'],
    'response to a deploy': ['openapi.json: an empty body', 'as expected'],
    'response to start, stop, restart': ['openapi.json: an empty body', 'as expected'],
    'names of environment variables': ['response: {ok: boolean, env: {PORT: null, DATABASE_URL: null}}', 'as expected'],
  },
  misleading: {
    'other fields of a deployment': [
      'response: {id: string, status: string, force: boolean, createdAt: number, startedAt: number, finishedAt: number}',
      'as expected',
    ],
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: string, status: string, force: boolean, createdAt: number, startedAt: number, finishedAt: number, log: [1 × {line: string}]}}',
      'as expected',
    ],
    'build log': ['response: {log: [1 × {line: string}]}', 'as expected'],
    'response to a deploy': ['openapi.json: {ok: boolean, id: string}', 'as expected'],
  },
  nanoid: {},
  base64: {
    'response to a deploy': ['openapi.json: {id: string, status: string}', 'as expected'],
  },
  numbers: {
    'other fields of a deployment': ['response: {id: number, status: string}', 'as expected'],
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: number, status: string, log: string}}',
      'as expected',
    ],
    'response to a deploy': [
      'openapi.json: {ok: boolean, id: string, deploymentId: string, deployment: {id: string, status: string, log: string, logs: string, buildLog: string, build_log: string, output: string}} or {id: string, status: string, log: [], logs: [], buildLog: [], build_log: [], output: []} or {data: {id: string}} or …',
      'as expected',
    ],
  },
  spaced: {
    'response to a deploy': ['openapi.json: an empty body', 'as expected'],
  },
  detailed: {},
  'upper-case': {},
  capped: {
    'pages of a list': [
      'response: {deployments: [5 × {id: string, status: string}], total: number, hasMore: boolean, nextCursor: string}',
      'differs',
    ],
  },
  'logs-in-list': {
    'other fields of a deployment': ['response: {id: string, status: string, log: string}', 'as expected'],
  },
  'newest-first': {
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: string, status: string, log: [1 × {timestamp: string, message: string}]}}',
      'as expected',
    ],
    'build log': ['response: {log: [1 × {timestamp: string, message: string}]}', 'as expected'],
  },
  'head-and-tail': {},
  'json-in-json': {},
  phases: {
    'response for one deployment': [
      'response: {ok: boolean, deployment: {id: string, status: string, log: [2 × {phase: string, steps: [1 × …]}]}}',
      'as expected',
    ],
    'build log': ['response: {log: [2 × {phase: string, steps: [1 × {…}]}]}', 'as expected'],
  },
  overwritten: {},
  'none-yet': {},
  slow: {
    'response to a deploy': ['openapi.json: an empty body', 'as expected'],
  },
};
