// What the contract report says of the emulator in each dialect: all rows for `plain`, and for the others those that differ.

type Row = readonly [seen: string, verdict: string];

/** By dialect, then by the first column of the report. */
export const contractTables: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  plain: {
    'reply for one resource': [
      'reply: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × string]}}',
      'as expected',
    ],
    'domains of a resource': ['reply: {domains: [1 × string]}', 'as expected'],
    'status of a resource': ['reply: {status: string}', 'as expected'],
    'pages of a list': [
      'reply: {ok: boolean, resources: [2 × {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string}]}',
      'as expected',
    ],
    'other fields of a deployment': ['reply: {id: string, status: string}', 'as expected'],
    'status of a deployment': ['reply: {status: string}', 'as expected'],
    'order of statuses of a deployment': ['', 'not seen'],
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: string, status: string, log: string}}',
      'as expected',
    ],
    'build log': ['reply: {log: string}', 'as expected'],
    'reply to a deploy': ['openapi.json: {ok: boolean, deployment: {id: string, status: string}}', 'as expected'],
    'reply to start, stop, restart': ['openapi.json: {ok: boolean}', 'as expected'],
    'runtime log': ['reply: {ok: boolean, logs: string}', 'as expected'],
    'default of lines': ['openapi.json: none', 'as expected'],
    'names of environment variables': ['reply: {ok: boolean, env: [2 × string]}', 'as expected'],
    'codes of other errors': ['openapi.json: {ok: boolean, error: {code: string, message: string}}', 'as expected'],
    'pause before a retry': ['', 'not seen'],
    'paths in the OpenAPI document': ['openapi.json: all that is needed', 'as expected'],
    events: ['openapi.json: no webhooks', 'as expected'],
    deprecation: ['openapi.json: nothing is marked', 'as expected'],
  },
  wrapped: {
    'reply for one resource': [
      'reply: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {domain: string}]}}',
      'as expected',
    ],
    'domains of a resource': ['reply: {domains: [1 × {domain: string}]}', 'as expected'],
    'other fields of a deployment': ['reply: {id: string, status: string, createdAt: string}', 'as expected'],
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: string, status: string, createdAt: string, log: string}}',
      'as expected',
    ],
    'reply to a deploy': ['openapi.json: {ok: boolean, deploymentId: string}', 'as expected'],
    'reply to start, stop, restart': [
      'openapi.json: {ok: boolean, resource: {id: string, status: string}}',
      'as expected',
    ],
    'runtime log': ['reply: {ok: boolean, lines: [2 × string]}', 'as expected'],
    'names of environment variables': ['reply: {ok: boolean, variables: [2 × {name: string}]}', 'as expected'],
  },
  bare: {
    'reply for one resource': [
      'reply: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {host: string, primary: boolean}]}',
      'as expected',
    ],
    'domains of a resource': ['reply: {domains: [1 × {host: string, primary: boolean}]}', 'as expected'],
    'reply for one deployment': ['reply: {id: string, status: string, logs: string}', 'as expected'],
    'build log': ['reply: {logs: string}', 'as expected'],
    'reply to a deploy': ['openapi.json: {id: string, status: string}', 'as expected'],
    'reply to start, stop, restart': ['openapi.json: {status: string}', 'as expected'],
    'runtime log': ['reply: plain text', 'as expected'],
    'names of environment variables': ['reply: [2 × string]', 'as expected'],
  },
  camel: {
    'reply for one resource': [
      'reply: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string}, domains: [1 × {hostname: string, primary: boolean}]}',
      'as expected',
    ],
    'domains of a resource': ['reply: {domains: [1 × {hostname: string, primary: boolean}]}', 'as expected'],
    'other fields of a deployment': [
      'reply: {id: string, status: string, label: string, createdAt: string, startedAt: string, finishedAt: string}',
      'as expected',
    ],
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: string, status: string, label: string, createdAt: string, startedAt: string, finishedAt: string}, buildLog: string}',
      'as expected',
    ],
    'build log': ['reply: {buildLog: string}', 'as expected'],
    'reply to a deploy': ['openapi.json: {ok: boolean, id: string}', 'as expected'],
    'reply to start, stop, restart': ['openapi.json: {ok: boolean, message: string}', 'as expected'],
    'runtime log': ['reply: {ok: boolean, logs: [2 × string]}', 'as expected'],
    'names of environment variables': ['reply: {env: [2 × {key: string}]}', 'as expected'],
  },
  snake: {
    'reply for one resource': [
      'reply: {ok: boolean, id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {id: string, name: string, verified: boolean}]}',
      'as expected',
    ],
    'domains of a resource': ['reply: {domains: [1 × {id: string, name: string, verified: boolean}]}', 'as expected'],
    'other fields of a deployment': [
      'reply: {id: string, status: string, resource_id: string, created_at: string, finished_at: string}',
      'as expected',
    ],
    'reply for one deployment': [
      'reply: {ok: boolean, id: string, status: string, resource_id: string, created_at: string, finished_at: string, build_log: string}',
      'as expected',
    ],
    'build log': ['reply: {build_log: string}', 'as expected'],
    'reply to a deploy': ['openapi.json: {deployment_id: string}', 'as expected'],
    'names of environment variables': ['reply: {names: [2 × string]}', 'as expected'],
  },
  listy: {
    'reply for one resource': [
      'reply: {data: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: [1 × {url: string}]}}',
      'as expected',
    ],
    'domains of a resource': ['reply: {domains: [1 × {url: string}]}', 'as expected'],
    'reply for one deployment': [
      'reply: {data: {id: string, status: string, output: [1 × {message: string, timestamp: string}]}}',
      'as expected',
    ],
    'build log': ['reply: {output: [1 × {message: string, timestamp: string}]}', 'as expected'],
    'reply to a deploy': ['openapi.json: {data: {id: string}}', 'as expected'],
    'reply to start, stop, restart': ['openapi.json: {}', 'as expected'],
    'runtime log': ['reply: {log: [2 × {message: string, timestamp: string}]}', 'as expected'],
    'names of environment variables': ['reply: {data: [2 × string]}', 'as expected'],
  },
  silent: {
    'reply for one resource': [
      'reply: {ok: boolean, resource: {id: string, type: string, name: string, status: string, catalogKey: string, cpuMillicores: number, memoryMb: number, diskGb: number, createdAt: string, domains: []}}',
      'as expected',
    ],
    'domains of a resource': ['openapi.json: {domains: [1 × string]}', 'as expected'],
    'reply to a deploy': ['openapi.json: an empty body', 'as expected'],
    'reply to start, stop, restart': ['openapi.json: an empty body', 'as expected'],
    'names of environment variables': ['reply: {ok: boolean, env: {PORT: null, DATABASE_URL: null}}', 'as expected'],
  },
  misleading: {
    'other fields of a deployment': [
      'reply: {id: string, status: string, force: boolean, createdAt: number, startedAt: number, finishedAt: number}',
      'as expected',
    ],
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: string, status: string, force: boolean, createdAt: number, startedAt: number, finishedAt: number, log: [1 × {line: string}]}}',
      'as expected',
    ],
    'build log': ['reply: {log: [1 × {line: string}]}', 'as expected'],
    'reply to a deploy': ['openapi.json: {ok: boolean, id: string}', 'as expected'],
  },
  nanoid: {},
  base64: {
    'reply to a deploy': ['openapi.json: {id: string, status: string}', 'as expected'],
  },
  numbers: {
    'other fields of a deployment': ['reply: {id: number, status: string}', 'as expected'],
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: number, status: string, log: string}}',
      'as expected',
    ],
    'reply to a deploy': [
      'openapi.json: {ok: boolean, id: string, deploymentId: string, deployment: {id: string, status: string, log: string, logs: string, buildLog: string, build_log: string, output: string}} or {id: string, status: string, log: [], logs: [], buildLog: [], build_log: [], output: []} or {data: {id: string}} or …',
      'as expected',
    ],
  },
  spaced: {
    'reply to a deploy': ['openapi.json: an empty body', 'as expected'],
  },
  detailed: {},
  'upper-case': {},
  capped: {
    'pages of a list': [
      'reply: {deployments: [5 × {id: string, status: string}], total: number, hasMore: boolean, nextCursor: string}',
      'differs',
    ],
  },
  'logs-in-list': {
    'other fields of a deployment': ['reply: {id: string, status: string, log: string}', 'as expected'],
  },
  'newest-first': {
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: string, status: string, log: [1 × {timestamp: string, message: string}]}}',
      'as expected',
    ],
    'build log': ['reply: {log: [1 × {timestamp: string, message: string}]}', 'as expected'],
  },
  'head-and-tail': {},
  'json-in-json': {},
  phases: {
    'reply for one deployment': [
      'reply: {ok: boolean, deployment: {id: string, status: string, log: [2 × {phase: string, steps: [1 × …]}]}}',
      'as expected',
    ],
    'build log': ['reply: {log: [2 × {phase: string, steps: [1 × {…}]}]}', 'as expected'],
  },
  overwritten: {},
  'none-yet': {},
  slow: {
    'reply to a deploy': ['openapi.json: an empty body', 'as expected'],
  },
};
