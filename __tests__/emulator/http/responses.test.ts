// Records as the dialect shows them: no field too many, and the traits of unusual dialects.
import { describe, expect, test } from '@jest/globals';
import { dialectOf } from '../../../emulator/testing/dialects/index.ts';
import type { Dialect } from '../../../emulator/testing/dialects/index.ts';
import { acceptedResponse, deploymentFields, detailOf, fieldsOf } from '../../../emulator/http/responses.ts';
import { deployment, resource } from '../console/view.ts';

const dialect = (more: Partial<Dialect> = {}): Dialect => dialectOf({ accepted: 'deployment', ...more });

describe('a resource', () => {
  test('has the fields of the API page and no others, whatever the record holds', () => {
    expect(fieldsOf(resource(), dialect())).toEqual({
      id: 'res_web',
      type: 'app',
      name: 'web',
      status: 'running',
      catalogKey: 'app-standard',
      cpuMillicores: 500,
      memoryMb: 512,
      diskGb: 5,
      createdAt: '2026-01-29T12:00:00.000Z',
    });
  });

  test('has a status with details where the dialect has such', () => {
    const detailed = dialect({ traits: { statuses: 'detailed' } });
    expect(fieldsOf(resource({ status: 'crashed' }), detailed)).toMatchObject({ status: 'exited (1)' });
    expect(fieldsOf(resource({ status: 'starting' }), detailed)).toMatchObject({ status: 'starting' });
  });
});

describe('a deployment', () => {
  test('has id and status alone, and more where the dialect shows more', () => {
    expect(deploymentFields(dialect(), deployment())).toEqual({ id: 'dep_000007', status: 'finished' });
    expect(deploymentFields(dialect({ deploymentFields: 'times' }), deployment())).toEqual({
      id: 'dep_000007',
      status: 'finished',
      label: 'api',
      createdAt: '2026-01-31T11:57:00.000Z',
      startedAt: '2026-01-31T11:57:05.000Z',
      finishedAt: '2026-01-31T11:57:17.500Z',
    });
  });

  test('may have a number as its id and a status in capitals', () => {
    const odd = dialect({ traits: { ids: 'number', statuses: 'upper' } });
    expect(deploymentFields(odd, deployment())).toEqual({ id: 7, status: 'FINISHED' });
    expect(acceptedResponse(odd, deployment()).body).toEqual({
      json: { ok: true, deployment: { id: 7, status: 'FINISHED' } },
    });
  });
});

describe('the detail of a deployment', () => {
  test('has the log under the name and in the form of the dialect', () => {
    const log = 'one\ntwo\n';
    const shown = (more: Partial<Dialect>): unknown => detailOf(dialect(more), deployment({ log }));
    expect(shown({})).toEqual({ ok: true, deployment: { id: 'dep_000007', status: 'finished', log } });
    expect(shown({ detail: 'beside', logField: 'output', logForm: 'lines' })).toEqual({
      ok: true,
      deployment: { id: 'dep_000007', status: 'finished' },
      output: ['one', 'two'],
    });
  });

  test('has the log of an unusual dialect in the place of the usual form', () => {
    const odd = dialect({ logForm: 'lines', traits: { log: 'overwritten' } });
    expect(detailOf(odd, deployment({ log: 'one\ntwo\n' }))).toMatchObject({ deployment: { log: 'one\rtwo\n' } });
    expect(detailOf(odd, deployment({ log: '' }))).toMatchObject({ deployment: { log: '' } });
  });

  test('has a log that is empty as an empty text', () => {
    expect(detailOf(dialect(), deployment({ log: '' }))).toMatchObject({ deployment: { log: '' } });
  });
});

test('the response to a deploy never holds the log', () => {
  for (const accepted of ['deployment', 'bare', 'data'] as const) {
    expect(JSON.stringify(acceptedResponse(dialect({ accepted }), deployment()))).not.toContain('line one');
  }
});
