// Where a request goes: to the API, the control API or the pages. Keeps the record of requests to the API.
import { API_ROOT, CONTROL_ROOT, LOOPBACK, originOf } from '../addresses.ts';
import type { ApiResponse } from '../api/index.ts';
import type { Dialect } from '../testing/dialects/index.ts';
import { jsonResponse } from '../api/index.ts';
import type { ControlContext, ControlRequest } from '../control/index.ts';
import { answerControl } from '../control/index.ts';
import type { ApiParts } from './answer.ts';
import { isAllowedHost } from './host-check.ts';
import type { Pages } from './pages.ts';
import { createRedaction } from '../redaction.ts';
import type { RequestLog, RequestRecord } from '../request-log.ts';
import { isAnyKey } from '../state/index.ts';
import { recordOf, serve } from './serve-request.ts';
import type { Incoming } from './exchange.ts';
import type { Handle } from './server.ts';

/** What requests are answered with. */
export interface RouterParts {
  readonly parts: ApiParts;
  readonly context: ControlContext;
  readonly pages: Pages | undefined;
  /** Host names beside those of this machine under which the emulator answers. */
  readonly hosts: readonly string[];
  /** Takes the record of every request to the API. */
  readonly requests: RequestLog;
  /** The current dialect of the API. */
  readonly dialect: () => Dialect;
  /** Called with a request to the API that has been answered or has broken off. */
  readonly onRequest: ((request: RequestRecord) => void) | undefined;
}

/** Makes the function that answers every request of the server. */
export function createRouter(router: RouterParts): Handle {
  const { parts, context, pages, requests } = router;
  return async (incoming, listenTo) => {
    if (!isAllowedHost(incoming.request.headers.host, router.hosts)) {
      incoming.exchange.send(wrongHost(incoming.request.headers.host));
      return;
    }
    if (incoming.path.startsWith(`${CONTROL_ROOT}/`)) {
      incoming.exchange.send(answerControl(context, await controlRequestOf(incoming)));
      return;
    }
    if (!incoming.path.startsWith(`${API_ROOT}/`)) {
      incoming.exchange.send(await pageResponse(incoming, pages, context));
      return;
    }
    const redact = createRedaction(incoming.request.headers.authorization, (value) => isAnyKey(parts.state, value));
    const record = recordOf(incoming, parts.clock, redact);
    requests.add(record);
    listenTo({
      onStatus: (status) => {
        record.status = status;
      },
      onHeld: () => {
        record.held = true;
      },
    });
    incoming.gone.addEventListener('abort', () => router.onRequest?.(record), { once: true });
    await serve(incoming, { parts, faults: context.faults, record, requests, redact, dialect: router.dialect() });
  };
}

function wrongHost(host: string | undefined): ApiResponse {
  const message = `This emulator answers for 127.0.0.1 and localhost only, not for the host ${JSON.stringify(host ?? '')}.`;
  return jsonResponse(403, { ok: false, error: { code: 'forbidden', message } });
}

async function controlRequestOf({ request, path, body }: Incoming): Promise<ControlRequest> {
  const { text, tooLong } = await body();
  return {
    method: request.method ?? '',
    path: path.slice(CONTROL_ROOT.length),
    headers: request.headers,
    body: text,
    tooLong,
  };
}

async function pageResponse(
  { request, path, body }: Incoming,
  pages: Pages | undefined,
  context: ControlContext,
): Promise<ApiResponse> {
  const { text, tooLong } = await body();
  const { method = '', headers } = request;
  // Only path and query come from the request; its host has been checked and is not used.
  const url = URL.parse(request.url ?? '/', originOf(LOOPBACK));
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true && !tooLong;
  const isSameOrigin = headers.origin === undefined || headers.origin === `http://${headers.host}`;
  const form = new URLSearchParams(isForm ? text : '');
  const page = url === null ? undefined : pages?.({ method, url, form, isSameOrigin, context });
  if (page === undefined) {
    return jsonResponse(404, { ok: false, error: { code: 'not_found', message: `There is nothing at ${path}.` } });
  }
  return { status: page.status, headers: page.headers ?? {}, body: { text: page.body, type: page.contentType } };
}
