// Every accepted shape, from the fixtures: a body, the request, and the value that must be read from it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseIfJson, readDescription } from '../../../src/api/wire/index.ts';
import {
  readAcceptance,
  readError,
  readDeployment,
  readDeployments,
  readEnvNames,
  readResource,
  readResources,
  readRuntimeLog,
} from '../../support/service/readers.ts';
import { isRecord } from '../../../src/api/wire/json.ts';

interface Fixture {
  readonly shape: string;
  /** What it stands for. */
  readonly note: string;
  /** The id in the path of the request. */
  readonly requestedId?: string;
  readonly contentType?: string;
  /** The response as JSON, or as it stands. */
  readonly body?: unknown;
  readonly text?: string;
  /** What it is read as; absent for a response that holds nothing of the kind. */
  readonly result?: unknown;
}

type Read = (raw: string, fixture: Fixture) => unknown;

const readers: Readonly<Record<string, Read>> = {
  resources: (raw) => readResources(parseIfJson(raw)),
  resource: (raw, { requestedId = '' }) => readResource(parseIfJson(raw), requestedId),
  deployments: (raw) => readDeployments(parseIfJson(raw)),
  deployment: async (raw, { requestedId = '' }) => {
    const { log, ...deployment } = await readDeployment(parseIfJson(raw), requestedId);
    return log.kind === 'read' ? { ...deployment, log: log.value } : deployment;
  },
  acceptance: (raw, { requestedId = '' }) => readAcceptance(raw, requestedId),
  'runtime-log': (raw, { contentType }) => readRuntimeLog(raw, contentType),
  env: (raw) => readEnvNames(parseIfJson(raw)),
  description: (raw) => {
    const { openapi, endpoints } = readDescription(parseIfJson(raw));
    return { openapi, endpoints: [...endpoints] };
  },
  error: (raw) => readError(raw),
};

function fixturesOf(reader: string): Fixture[] {
  const content = parseIfJson(readFileSync(`${import.meta.dirname}/fixtures/${reader}.json`, 'utf8'));
  if (!Array.isArray(content) || !content.every(isFixture))
    throw new Error(`a fixture of ${reader} lacks its shape or note`);
  return content;
}

function isFixture(value: unknown): value is Fixture {
  return isRecord(value) && typeof value['shape'] === 'string' && typeof value['note'] === 'string';
}

describe.each(Object.entries(readers))('shapes of %s', (name, read) => {
  test.each(fixturesOf(name))('$shape: $note', async (fixture) => {
    const raw = fixture.text ?? JSON.stringify(fixture.body);
    expect(await read(raw, fixture)).toEqual(fixture.result);
  });
});
