// The shape of the configuration file: every mistake is one phrase that names its place and what is allowed.
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { CONFIG_SCHEMA } from '../../../emulator/config/schema.ts';
import { createChecker } from '../../../emulator/schema/index.ts';

const check = createChecker(CONFIG_SCHEMA);

/** What is wrong in the shape of a file, one phrase per line; empty where nothing is. */
function mistakes(yamlText: string): string {
  const checked = check(parse(yamlText));
  return checked.ok ? '' : checked.problems.join('\n');
}

const real = (more: string): string => `resources: [{ id: a, source: app, start: node x.js${more} }]`;
const script = (text: string): string => `resources: [{ id: a, script: ${text} }]`;

describe('a mistake names its place', () => {
  test.each([
    ['resources: [{ id: a, typ: app }]', 'resources[0] has no "typ"; did you mean "type"?'],
    ['resources: [{ id: a, colour: red }]', 'resources[0] has no "colour"; allowed are id, type, '],
    [
      'resources: [{ id: a, type: apps }]',
      'resources[0].type must be one of app, worker, database, service, not "apps"; did you mean "app"?',
    ],
    ['resources: [{ name: a }]', 'resources[0] needs "id"'],
    [
      'resources: [{ id: "a/b" }]',
      'resources[0].id must be up to 128 letters, digits and ._~:- that begin with a letter or digit, not "a/b"',
    ],
    ['resources: [{ id: 5 }]', 'resources[0].id must be text, not 5'],
    ['resources: [{ id: a, memoryMb: -1 }]', 'resources[0].memoryMb must be at least 0, not -1'],
    ['resources: [{ id: a, memoryMb: 1.5 }]', 'resources[0].memoryMb must be a whole number, not 1.5'],
    ['resources: [{ id: a, env: [A] }]', 'resources[0].env must be an object, not ["A"]'],
    [
      'resources: [{ id: a, env: { A: [1] } }]',
      'resources[0].env.A must be text or a number or true or false, not [1]',
    ],
    [
      'resources: [{ id: a, domains: ["http://x/y"] }]',
      'resources[0].domains[0] must be a host, with a port where needed, not "http://x/y"',
    ],
    ['resources: [{ id: a, history: 5000 }]', 'resources[0].history must be at most 1000, not 5000'],
    [
      `resources: [{ id: a, source: app, start: 'sh -c "y"' }]`,
      'resources[0].start must be a program with arguments separated by spaces, without quotes and shell operators, or a list of them',
    ],
    ['resources: [{ id: a, source: app, start: [] }]', 'resources[0].start must be a program'],
    [real(', port: 0'), 'resources[0].port must be at least 1, not 0'],
    [real(', buildTimeout: 0'), 'resources[0].buildTimeout must be at least 1, not 0'],
    [real(', whenStartFails: ignore'), 'resources[0].whenStartFails must be one of fail-deployment, crash-resource'],
    [script('[]'), 'resources[0].script must not be empty'],
    [script('fast'), 'resources[0].script must be an object, not "fast"'],
    [script('{ buildMS: 5 }'), 'resources[0].script has no "buildMS"; did you mean "buildMs"?'],
    [script('[{}, { buildMs: soon }]'), 'resources[0].script[1].buildMs must be a number, not "soon"'],
    [script('{ queuedMs: -5 }'), 'resources[0].script.queuedMs must be at least 0, not -5'],
    [script('{ outcome: crashed }'), 'resources[0].script.outcome must be one of finished, failed, cancelled'],
    [script('{ logMode: "window:0" }'), 'resources[0].script.logMode must be grow, rewrite or window:N'],
    [script('{ log: text }'), 'resources[0].script.log must be a list, not "text"'],
    [script('{ steps: [{ log: x }] }'), 'resources[0].script.steps[0] needs "afterMs"'],
    [script('{ statuses: [{ afterMs: 5 }] }'), 'resources[0].script.statuses[0] needs "status"'],
    [script('{ crash: {} }'), 'resources[0].script.crash needs "afterMs"'],
    ['resources: [{ id: a, lifecycle: { halt: [] } }]', 'resources[0].lifecycle has no "halt"'],
    [
      'resources: [{ id: a, lifecycle: { stop: [{ afterMs: x, status: y }] } }]',
      'resources[0].lifecycle.stop[0].afterMs must be a number, not "x"',
    ],
    [
      '{ resources: [], keys: [{ name: a, scopes: [all] }] }',
      'keys[0].scopes[0] must be one of read, deploy, write, admin, not "all"',
    ],
    ['{ resources: [], keys: [{ scopes: [read] }] }', 'keys[0] needs "name"'],
    [
      '{ resources: [], keys: [{ name: a, expiresInDays: 60 }] }',
      'keys[0].expiresInDays must be one of 30, 90, 365, none, null, not 60',
    ],
    [
      '{ resources: [], keys: [{ name: a, value: short }] }',
      'keys[0].value must be 8 to 256 printable ASCII characters without spaces, not "short"',
    ],
    ['{ resources: [], port: 70000 }', 'port must be at most 65535, not 70000'],
    ['{ resources: [], port: "4180" }', 'port must be a whole number, not "4180"'],
    ['{ resources: [], wallet: full }', 'wallet must be one of funded, empty, not "full"'],
    [
      '{ resources: [], clockOffset: 3 weeks }',
      'clockOffset must be a number with s, m, h or d, such as 91d, not "3 weeks"',
    ],
    ['{ resources: [], requestsPerMinute: 0 }', 'requestsPerMinute must be at least 1, not 0'],
    ['{ resources: [], countRefused: maybe }', 'countRefused must be true or false, not "maybe"'],
    [
      'resources: [{ id: a, source: app, build: make it && run, start: node y }]',
      'resources[0].build must be a program with arguments separated by spaces, without quotes and shell operators',
    ],
    [
      'resources: [{ id: a, env: { "A=B": x } }]',
      'resources[0].env has the name "A=B"; a name must be text without "=" that is not empty',
    ],
    [
      'resources: [{ id: a, env: { A: "x\\0y" } }]',
      'resources[0].env.A must be text without NUL characters, not "x\\u0000y"',
    ],
    [script('{ buildMs: .nan }'), 'resources[0].script.buildMs must be at least 0, not NaN'],
    ['{ resources: [], clockOffset: 999999d }', 'clockOffset must be a number with s, m, h or d, such as 91d'],
    ['{ resources: [], requestsPerMinute: 1e9 }', 'requestsPerMinute must be at most 1000000, not 1000000000'],
    ['{ resources: [], keys: [{ name: a, by: admin }] }', 'keys[0] has no "by"; allowed are name, scopes'],
    ['{}', 'it needs "resources"'],
    ['resources', 'it must be an object, not "resources"'],
    ['', 'it must be an object, not null'],
    ['{ resource: [] }', 'it has no "resource"; did you mean "resources"?'],
  ])('%s', (text, phrase) => {
    expect(mistakes(text)).toContain(phrase);
    expect(mistakes(text)).not.toMatch(/must match|undefined/);
  });
});

test('the shape is a schema', () => {
  expect(new Ajv2020().validateSchema(CONFIG_SCHEMA)).toBe(true);
});
