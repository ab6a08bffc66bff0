// The contract report of check: its rows in every dialect, what differs, and that no value is ever in it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../emulator/index.ts';
import { dialects, unusualDialects } from '../../emulator/index.ts';
import { openParts } from '../../src/api/model.ts';
import { contractTables } from '../support/contract-tables.ts';
import type { StepRun } from '../support/runner/step.ts';
import { warningsOf, type World, withWorld } from '../support/world.ts';

const resources = [
  {
    id: 'app_web',
    name: 'web',
    domains: ['web.example.test'],
    history: 6,
    env: ['PORT', 'DATABASE_URL'],
    runtimeLog: 'listening\nready\n',
  },
  { id: 'app_new', name: 'new' },
];

type Row = readonly [seen: string, verdict: string];

/** The rows of the report by their first column, as a person reads them. */
function rowsOf({ summary }: StepRun): Record<string, Row> {
  const [, table = ''] = summary.split('### Contract report\n');
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  const plain = (cell = ''): string => cell.replaceAll('`', '').trim();
  return Object.fromEntries(
    rows.slice(2).map((line) => {
      const [, title, , seen, verdict] = line.split('|');
      return [plain(title), [plain(seen), plain(verdict)] as const];
    }),
  );
}

const check = ({ run }: World, inputs: Record<string, string> = {}): Promise<StepRun> =>
  run({ operation: 'check', 'resource-id': 'app_web', ...inputs }, { key: 'reader' });

test.each([...Object.keys(dialects), ...Object.keys(unusualDialects)])(
  'reports exactly its table in the dialect %s, and the counts in the step log',
  async (dialect) => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await check(world);
      expect(step.exitCode).toBe(0);
      const rows = rowsOf(step);
      expect(rows).toEqual({ ...contractTables['plain'], ...contractTables[dialect] });
      const count = (verdict: string) => Object.values(rows).filter((row) => row[1] === verdict).length;
      expect(step.log).toMatch(
        new RegExp(`Contract report: ${count('as expected')} as expected, ${count('differs')} differing.* 2 not seen`),
      );
      const differing = Object.keys(rows).filter((title) => rows[title]?.[1] === 'differs');
      expect([...step.log.matchAll(/^Differs: ([^.]+)\./gm)].map(([, title]) => title)).toEqual(differing);
    });
  },
);

test('has the rows of the page about the open parts, in its order', () => {
  const page = readFileSync(new URL('../../docs/api-notes.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## By response')).split('\n');
  const titles = table.filter((line) => line.startsWith('| ')).map((line) => line.split('|')[1]?.trim());
  expect(titles.slice(2)).toEqual(Object.keys(openParts));
});

test('has a row for every part without a resource, from the list and the description', async () => {
  await withWorld({ resources }, async (world) => {
    const rows = rowsOf(await check(world, { 'resource-id': '' }));
    expect(Object.keys(rows)).toEqual(Object.keys(openParts));
    expect(rows['pages of a list']?.[0]).toMatch(/^response: /);
    expect(rows['build log']).toEqual(['openapi.json: {log: string}', 'as expected']);
  });
});

test('takes parts of a resource without deployments from the description', async () => {
  await withWorld({ resources, dialect: 'none-yet' }, async (world) => {
    const step = await check(world, { 'resource-id': 'app_new' });
    expect(warningsOf(step)).toEqual([]);
    expect(rowsOf(step)['build log']).toEqual(['openapi.json: {log: string}', 'as expected']);
    expect(rowsOf(step)['codes of other errors']?.[0]).toBe(
      'response: {ok: boolean, error: {code: string, message: string}}',
    );
  });
});

test('has no report when the key is not accepted or the service sends nothing', async () => {
  await withWorld({ resources }, async (world) => {
    expect((await check(world, { 'api-key': 'no-such-key' })).summary).not.toContain('Contract report');
  });
  await withWorld({ resources, faults: [{ kind: 'reset-before', on: '*', times: 'always' }] }, async (world) => {
    expect((await check(world)).summary).not.toContain('Contract report');
  });
});

describe('a part that differs', () => {
  const differing: readonly [what: string, fault: Fault, title: string, seen: string][] = [
    [
      'a log in a form of its own',
      { kind: 'status', status: 200, on: 'getLogs', body: { log: { chunks: 7 } } },
      'runtime log',
      'response: {log: {chunks: number}}',
    ],
    [
      'names of variables that are no names',
      { kind: 'status', status: 200, on: 'getEnv', body: { env: [1, 2] } },
      'names of environment variables',
      'response: {env: [2 × number]}',
    ],
    [
      'a page instead of a deployment',
      { kind: 'html', on: 'getDeployment', times: 'always' },
      'response for one deployment',
      'response: an HTML page',
    ],
    [
      'a status of no known kind',
      { kind: 'status', status: 200, on: 'getResource', body: { id: 'app_web', status: 'wibble' } },
      'status of a resource',
      'response: {status: string}',
    ],
  ];

  test.each(differing)('(%s) is a warning, and the check passes', async (_, fault, title, seen) => {
    await withWorld({ resources, faults: [fault] }, async (world) => {
      const step = await check(world);
      expect(step.exitCode).toBe(0);
      expect(rowsOf(step)[title]).toEqual([seen, 'differs']);
      expect(warningsOf(step).join('\n')).toContain(`1 differing (${title})`);
      expect(step.log).toMatch(
        new RegExp(`^Differs: ${title}\\. Expected: .* This service: ${seen.slice(0, 12)}`, 'm'),
      );
    });
  });

  test('fails the step when the resource cannot be read, and shows its shape in the report', async () => {
    const fault: Fault = { kind: 'status', status: 200, on: 'getResource', times: 'always', body: { app: 1 } };
    await withWorld({ resources, faults: [fault] }, async (world) => {
      const step = await check(world);
      expect(step.outputs['error-code']).toBe('unreadable_reply');
      expect(rowsOf(step)['response for one resource']).toEqual(['response: {app: number}', 'differs']);
      expect(rowsOf(step)['paths in the OpenAPI document']?.[1]).toBe('as expected');
    });
  });
});

describe('a value that the service sends', () => {
  const CANARY = 'canary-7f3a';
  const text = `${CANARY} text`;
  const bodies: Readonly<Record<string, unknown>> = {
    getResource: {
      resource: { id: 'app_web', name: text, status: CANARY, domains: [{ host: `${CANARY}.test`, note: text }] },
    },
    listDeployments: { deployments: [{ id: CANARY, status: CANARY, by: [text], at: { zone: text } }] },
    getDeployment: { deployment: { id: CANARY, status: CANARY, log: [{ message: text }, text] } },
    getLogs: { logs: text },
    getEnv: { env: [CANARY, { name: CANARY, value: text }] },
    getOpenapi: {
      openapi: '3.1.0',
      info: { title: text, description: text },
      paths: {
        '/resources/{id}': {
          get: {
            summary: text,
            responses: {
              200: {
                description: text,
                content: {
                  'application/json': {
                    example: { id: text },
                    schema: {
                      description: text,
                      properties: {
                        id: { type: 'string', example: text, default: text },
                        status: { enum: [CANARY, text] },
                        domains: { items: { const: `${CANARY}.test` } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  };
  const faults = Object.entries(bodies).map(([on, body]): Fault => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names above
    return { kind: 'status', status: 200, on: on as Fault['on'], times: 'always', body };
  });

  test('is not in the report, its short form or the debug lines', async () => {
    await withWorld({ resources, faults }, async ({ run }) => {
      const step = await run({ operation: 'check', 'resource-id': 'app_web' }, { key: 'reader', debug: true });
      const [before = '', report = ''] = step.summary.split('### Contract report');
      expect(before).toContain(CANARY);
      expect(report).toContain('domains: [1 × {host: string, note: string}]');
      expect(report).not.toContain(CANARY);
      const lines = step.log.split('\n').filter((line) => /Contract report|Differs|::debug::/.test(line));
      expect(lines.length).toBeGreaterThan(8);
      // The id of a deployment is a part of the path of the request.
      expect(lines.map((line) => line.replace(`/deployments/${CANARY}`, '')).join('\n')).not.toContain(CANARY);
    });
  });
});
