// What an endpoint reads differently by the address of the service.
import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../src/api/endpoints.ts';

describe('readResource', () => {
  const body = { ok: true, resource: { id: 'app_web', domains: ['127.0.0.1:8080', 'web.example.test', 'localhost'] } };

  /** The domains that are read, and the parts that are reported as not recognised. */
  function read(isLocal: boolean) {
    const unrecognised: string[] = [];
    const trace = { read: () => undefined, unrecognised: (part: string) => void unrecognised.push(part) };
    const response = { status: 200, headers: {}, body: '', bytes: 0, json: body };
    const { domains } = endpoints.readResource('app_web').read(response, { isLocal, trace, logPaths: new Map() });
    return { domains, unrecognised };
  }

  test('keeps loopback domains of a service on loopback', () => {
    expect(read(true)).toEqual({ domains: ['127.0.0.1:8080', 'web.example.test', 'localhost'], unrecognised: [] });
  });

  test('leaves loopback domains of a service elsewhere out and reports them: they would be the runner itself', () => {
    expect(read(false)).toEqual({ domains: ['web.example.test'], unrecognised: ['domains'] });
  });
});
