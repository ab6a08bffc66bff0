// Where a request goes: to the API, with the fault that hits it, to the control API, or to the
// console.
import { answerApi, type ApiParts } from './api.ts';
import { consolePage } from './console.ts';
import { answerControl, CONTROL_ROOT, type ControlParts, viewOf } from './control.ts';
import { type Answer, ApiError, errorAnswer, refusal } from './errors.ts';
import { applyFault, lagOf } from './faults.ts';
import type { Incoming } from './http.ts';
import { API_ROOT, endpointAt } from './openapi.ts';
import type { RequestRecord } from './requests.ts';

/** What requests are answered with. */
export interface RouterParts extends ApiParts, ControlParts {
  /** Called with a request to the API that was answered or has broken off. */
  readonly onRequest: ((request: RequestRecord) => void) | undefined;
  /** Nothing listens on the port for that long. */
  readonly closePort: (ms: number) => Promise<void>;
}

/** A web page whose own name leads to this machine (DNS rebinding) must read nothing. */
const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/** Answers a request. */
export async function route(parts: RouterParts, received: Incoming): Promise<void> {
  const { request, method, path } = received;
  const send: Incoming['send'] = (answer) => {
    parts.state.beforeAnswer();
    received.send(answer);
  };
  const host = request.headers.host ?? '';
  if (!LOCAL_HOST.test(host)) {
    const message = `This emulator answers for 127.0.0.1 and localhost, not for ${host}.`;
    send(errorAnswer(new ApiError('forbidden', message)));
  } else if (path.startsWith(`${API_ROOT}/`)) {
    await serveApi(parts, { ...received, send });
  } else if (path.startsWith(`${CONTROL_ROOT}/`)) {
    send(await answerControl(parts, received).catch(refusal));
  } else if (path === '/' && method === 'GET') {
    const content = consolePage(viewOf(parts), parts.clock.wallTime());
    send({ status: 200, text: { type: 'text/html; charset=utf-8', content } });
  } else {
    send(errorAnswer(new ApiError('not_found', `There is nothing at ${path}.`)));
  }
}

async function serveApi(parts: RouterParts, incoming: Incoming): Promise<void> {
  const { request, method, cut, sleep } = incoming;
  const target = endpointAt(method, incoming.path.slice(API_ROOT.length));
  const fault = target?.name === undefined ? undefined : parts.faults.take(target.name);
  const { authorization } = request.headers;
  const noName = authorization === undefined ? null : '(unknown key)';
  const record: RequestRecord = {
    endpoint: target?.name ?? null,
    method,
    path: (request.url ?? '').slice(API_ROOT.length),
    atMs: parts.clock.wallTime(),
    status: null,
    keyName: parts.keys.find(authorization)?.name ?? noName,
    fault: fault?.name ?? null,
    body: '',
  };
  parts.requests.add(record);
  const send: Incoming['send'] = (answer) => {
    record.status = answer.status;
    incoming.send(answer);
  };
  try {
    const body = await incoming.readBody();
    record.body = body ?? '';
    const carryOut = (): Answer => {
      try {
        return answerApi(parts, { incoming, route: target, body, lagMs: lagOf(fault) });
      } catch (error) {
        return refusal(error);
      }
    };
    if (fault === undefined) send(carryOut());
    else await applyFault(fault, { carryOut, send, cut, sleep, closePort: parts.closePort });
  } finally {
    parts.onRequest?.(record);
  }
}
