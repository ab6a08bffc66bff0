// One answer of the service before it becomes HTTP: status, headers, and a body of JSON, text or nothing.

/** An answer to a request. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no body. */
  readonly body: { readonly json: unknown } | { readonly text: string; readonly type: string } | undefined;
}

/** A JSON answer. */
export function jsonResponse(
  status: number,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return { status, headers, body: { json } };
}

/** An answer of text of another media type. */
export function textResponse(status: number, text: string, type = 'text/plain; charset=utf-8'): ApiResponse {
  return { status, headers: {}, body: { text, type } };
}

/** An answer without a body. */
export function emptyResponse(status: number, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, headers, body: undefined };
}

/** The bytes of an answer and the headers that describe them. */
export function encodeResponse(response: ApiResponse): {
  readonly headers: Record<string, string>;
  readonly bytes: Buffer;
} {
  const { body } = response;
  if (body === undefined) return { headers: { ...response.headers, 'content-length': '0' }, bytes: Buffer.alloc(0) };
  const isJson = 'json' in body;
  const bytes = Buffer.from(isJson ? JSON.stringify(body.json) : body.text);
  const type = isJson ? 'application/json; charset=utf-8' : body.type;
  return { headers: { 'content-type': type, 'content-length': String(bytes.length), ...response.headers }, bytes };
}

/** A moment as HTTP writes it. Such dates have whole seconds, so it is rounded up: asking then is never too early. */
export function httpDate(ms: number): string {
  return new Date(Math.ceil(ms / 1000) * 1000).toUTCString();
}
