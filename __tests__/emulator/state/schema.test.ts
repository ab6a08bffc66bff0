// The records of a state file: what is written passes its schema, and what is damaged does not.
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createChecker } from '../../../emulator/schema/index.ts';
import { RECORD_SCHEMAS } from '../../../emulator/state/schema.ts';
import type { RecordKind } from '../../../emulator/state/schema.ts';
import type { ActivityRecord, DeploymentFacts, KeyRecord } from '../../../emulator/state/state.ts';

const key: KeyRecord = {
  id: 'apikey_1',
  name: 'ci',
  valueHash: 'a'.repeat(64),
  scopes: ['read', 'deploy'],
  createdAtMs: 1,
  expiresAtMs: null,
  dailyCreationCap: 5,
  legacy: false,
  revokedAtMs: null,
  lastUsedAtMs: 3,
  lastUsedAddress: '127.0.0.1',
};
const deployment: DeploymentFacts = {
  id: 'dep_000001',
  resourceId: 'app_web',
  status: 'queued',
  label: 'api',
  by: 'ci',
  force: false,
  createdAtMs: 1,
  startedAtMs: null,
  finishedAtMs: null,
};
const activity: ActivityRecord = {
  atMs: 1,
  by: 'console',
  address: null,
  action: 'key.create',
  target: 'ci',
  deploymentId: null,
};
const records: Readonly<Record<RecordKind, object>> = {
  organisation: { wallet: 'funded', deploymentCount: 0 },
  key,
  deployment,
  activity,
  resource: { id: 'app_web', createdAtMs: 1 },
};
const kinds = Object.keys(RECORD_SCHEMAS) as RecordKind[]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- its own keys

test.each(kinds)('a record of the kind %s passes as the program writes it', (kind) => {
  expect(createChecker(RECORD_SCHEMAS[kind])(records[kind]).ok).toBe(true);
});

test.each(kinds)('a record of the kind %s does not pass without one of its properties, or with another', (kind) => {
  const check = createChecker(RECORD_SCHEMAS[kind]);
  const names = Object.keys(records[kind]);
  const passing = names.filter((name) => {
    const rest = Object.fromEntries(Object.entries(records[kind]).filter(([other]) => other !== name));
    return check(rest).ok;
  });
  expect([names.length > 1, passing]).toEqual([true, []]);
  expect(check({ ...records[kind], colour: 'red' }).ok).toBe(false);
});

test.each<[RecordKind, object]>([
  ['organisation', { deploymentCount: -1 }],
  ['organisation', { wallet: 'full' }],
  ['key', { valueHash: 'key_value_in_plain_text' }],
  ['key', { valueHash: 'A'.repeat(64) }],
  ['key', { scopes: ['owner'] }],
  ['key', { expiresAtMs: '2026-01-01' }],
  ['deployment', { finishedAtMs: 'now' }],
  ['deployment', { force: 0 }],
  ['activity', { address: 5 }],
])('a record of the kind %s with %j does not pass', (kind, wrong) => {
  expect(createChecker(RECORD_SCHEMAS[kind])({ ...records[kind], ...wrong }).ok).toBe(false);
});

test('every shape is a schema', () => {
  const ajv = new Ajv2020();
  for (const kind of kinds) expect(ajv.validateSchema(RECORD_SCHEMAS[kind])).toBe(true);
});
