// The front door: which of the three rooms a request goes to (the API, the control API, the pages), and the record of
// those that go to the API. No rules of the service in here.
import type { ApiParts } from './answer.ts';
import type { ConsoleView, ControlRequest, Controlled } from '../control/index.ts';
import { answerControl } from '../control/index.ts';
import type { Dialect, Reply } from '../api/index.ts';
import { jsonReply } from '../api/index.ts';
import { API_ROOT, CONTROL_ROOT, LOOPBACK, originOf } from '../addresses.ts';
import type { Handle, Incoming } from './server.ts';
import type { Pages } from './pages.ts';
import type { RequestRecord } from './request-record.ts';
import { recordOf, serve } from './serve-request.ts';

/** An emulator that runs for days forgets the oldest requests. */
const KEPT_REQUESTS = 100_000;

/** What lies behind the door. */
export interface Rooms {
  readonly parts: ApiParts;
  readonly controlled: Controlled;
  readonly pages: Pages | undefined;
  /** Takes the record of every request to the API. */
  readonly requests: RequestRecord[];
  /** The dialect that the API speaks at the moment. */
  readonly dialect: () => Dialect;
  /** Told of a request to the API that has been answered or has broken off. */
  readonly onRequest: ((request: RequestRecord) => void) | undefined;
}

/** Takes every request of the server to its room. */
export function frontDoor(rooms: Rooms): Handle {
  const { parts, controlled, pages, requests } = rooms;
  return async (incoming, listenTo) => {
    if (incoming.path.startsWith(`${CONTROL_ROOT}/`)) {
      incoming.exchange.send(answerControl(controlled, await controlRequestOf(incoming)));
      return;
    }
    if (!incoming.path.startsWith(`${API_ROOT}/`)) {
      await incoming.body();
      incoming.exchange.send(pageReply(incoming, pages, controlled.view));
      return;
    }
    const record = recordOf(incoming, parts.clock);
    requests.push(record);
    if (requests.length > KEPT_REQUESTS) requests.shift();
    listenTo({
      onStatus: (status) => {
        record.status = status;
      },
      onHeld: () => {
        record.held = true;
      },
    });
    incoming.gone.addEventListener('abort', () => rooms.onRequest?.(record), { once: true });
    await serve(incoming, { parts, faults: controlled.faults, record, dialect: rooms.dialect() });
  };
}

async function controlRequestOf({ request, path, body }: Incoming): Promise<ControlRequest> {
  const { text } = await body();
  return {
    method: request.method ?? '',
    path: path.slice(CONTROL_ROOT.length),
    headers: request.headers,
    body: text,
  };
}

function pageReply({ request, path }: Incoming, pages: Pages | undefined, view: () => ConsoleView): Reply {
  // Only path and query come from the request; what it calls the host is its own affair.
  const url = URL.parse(request.url ?? '/', originOf(LOOPBACK));
  const page = request.method === 'GET' && url !== null ? pages?.(url, view()) : undefined;
  if (page === undefined) {
    return jsonReply(404, { ok: false, error: { code: 'not_found', message: `There is nothing at ${path}.` } });
  }
  return { status: page.status, headers: page.headers ?? {}, body: { text: page.body, type: page.contentType } };
}
