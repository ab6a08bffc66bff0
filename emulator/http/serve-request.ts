// One request to the API from its arrival to its end: its record, the faults that hit it, the work, the answer.
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiParts } from './answer.ts';
import { answer } from './answer.ts';
import type { Clock } from '../clock/index.ts';
import type { ApiResponse, Route } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { specification } from '../api/index.ts';
import { parseDialect, refusalResponse } from '../testing/dialects/index.ts';
import { FaultList, alterResponse, applyFault, parseFaults, actsBeforeBody } from '../faults/index.ts';
import type { Incoming } from './exchange.ts';
import { recognise } from '../state/index.ts';
import { API_ROOT } from '../addresses.ts';
import type { Redact } from '../redaction.ts';
import { redactHeaders } from '../redaction.ts';
import type { RequestLog, RequestRecord } from '../request-log.ts';
import { errorMessage } from '../error-message.ts';
import type { Refusal } from '../refusals.ts';
import { isRefusal, refuse } from '../refusals.ts';

/** Test headers: a fault and a dialect for this one request. */
const FAULT_HEADER = 'x-emulator-fault';
const DIALECT_HEADER = 'x-emulator-dialect';

/** What one request is served with. */
export interface Serving {
  readonly parts: ApiParts;
  readonly faults: FaultList;
  readonly record: RequestRecord;
  /** Takes the body of the record, redacted. */
  readonly requests: RequestLog;
  readonly redact: Redact;
  readonly dialect: Dialect;
}

/** Serves one request to the API; some faults leave it without an answer. */
export async function serve(incoming: Incoming, serving: Serving): Promise<void> {
  const { parts, record } = serving;
  const { request, exchange } = incoming;
  const { headers } = request;
  const route = specification.route(request.method ?? '', incoming.path.slice(API_ROOT.length));
  record.endpoint = route?.endpoint?.name ?? null;
  record.keyName = recognise(parts.state, headers.authorization, parts.clock.wallTime())?.name ?? null;
  const overrides = readOverrides(headers, serving);
  if (isRefusal(overrides)) {
    exchange.send(refusalResponse(serving.dialect, overrides, parts.clock.wallTime()));
    return;
  }
  const { exchange: fault, standing } = takeFaults(route, overrides.faults, record);
  record.fault = fault?.kind ?? null;
  if (fault !== undefined && actsBeforeBody(fault)) {
    await applyFault(fault, { ...exchange, work: () => Promise.reject(new Error('This fault does no work.')) });
    return;
  }
  const { text, tooLong } = await incoming.body();
  serving.requests.setBody(record, text, serving.redact);
  const work = (): ApiResponse => {
    const response = answer(parts, {
      route,
      query: incoming.query,
      authorization: headers.authorization,
      contentType: headers['content-type'],
      body: text,
      tooLong,
      address: request.socket.remoteAddress ?? null,
      dialect: overrides.dialect,
      standing,
    });
    return alterResponse(response, standing);
  };
  if (fault === undefined) {
    const response = work();
    const { acceptanceMs } = overrides.dialect.traits ?? {};
    if (acceptanceMs !== undefined && record.endpoint === 'createDeployment' && response.status === 202) {
      await exchange.sleep(acceptanceMs);
    }
    exchange.send(response);
  } else await applyFault(fault, { ...exchange, work: async () => await Promise.resolve(work()) });
}

/** The dialect and the faults for this request: those of the emulator, unless the request brings its own. */
function readOverrides(
  headers: IncomingHttpHeaders,
  { dialect, faults, record }: Serving,
): Pick<Serving, 'dialect' | 'faults'> | Refusal {
  const wantedDialect = headers[DIALECT_HEADER];
  const wantedFault = headers[FAULT_HEADER];
  if (wantedFault !== undefined && record.keyName === null) {
    return refuse('unauthorized', `The header ${FAULT_HEADER} is only for requests with an API key.`);
  }
  try {
    const own = new FaultList(faults.resourceIds);
    if (typeof wantedFault === 'string') own.add(...parseFaults(wantedFault));
    return {
      dialect: typeof wantedDialect === 'string' ? parseDialect(wantedDialect) : dialect,
      faults: typeof wantedFault === 'string' ? own : faults,
    };
  } catch (error) {
    return refuse('invalid_input', errorMessage(error));
  }
}

function takeFaults(route: Route, faults: FaultList, { keyName }: RequestRecord): ReturnType<FaultList['take']> {
  if (route?.endpoint === undefined) return { exchange: undefined, standing: [] };
  const { endpoint, parameters } = route;
  return faults.take({
    endpoint: endpoint.name,
    method: endpoint.method,
    resourceId: parameters['id'],
    keyName: keyName ?? undefined,
  });
}

/** The record of a request that has just arrived. */
export function recordOf({ request }: Incoming, clock: Clock, redact: Redact): RequestRecord {
  const { method = '', url = '', headers } = request;
  return {
    endpoint: null,
    method,
    path: redact(url.slice(API_ROOT.length)),
    status: null,
    keyName: null,
    atMs: clock.wallTime(),
    fault: null,
    held: false,
    headers: redactHeaders(headers, redact),
    body: '',
  };
}
