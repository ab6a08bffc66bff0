import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 776:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

module.exports = __nccwpck_require__(488);


/***/ }),

/***/ 488:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

var __webpack_unused_export__;


var net = __nccwpck_require__(278);
var tls = __nccwpck_require__(756);
var http = __nccwpck_require__(611);
var https = __nccwpck_require__(692);
var events = __nccwpck_require__(434);
var assert = __nccwpck_require__(613);
var util = __nccwpck_require__(23);


exports.httpOverHttp = httpOverHttp;
exports.httpsOverHttp = httpsOverHttp;
exports.httpOverHttps = httpOverHttps;
exports.httpsOverHttps = httpsOverHttps;


function httpOverHttp(options) {
  var agent = new TunnelingAgent(options);
  agent.request = http.request;
  return agent;
}

function httpsOverHttp(options) {
  var agent = new TunnelingAgent(options);
  agent.request = http.request;
  agent.createSocket = createSecureSocket;
  agent.defaultPort = 443;
  return agent;
}

function httpOverHttps(options) {
  var agent = new TunnelingAgent(options);
  agent.request = https.request;
  return agent;
}

function httpsOverHttps(options) {
  var agent = new TunnelingAgent(options);
  agent.request = https.request;
  agent.createSocket = createSecureSocket;
  agent.defaultPort = 443;
  return agent;
}


function TunnelingAgent(options) {
  var self = this;
  self.options = options || {};
  self.proxyOptions = self.options.proxy || {};
  self.maxSockets = self.options.maxSockets || http.Agent.defaultMaxSockets;
  self.requests = [];
  self.sockets = [];

  self.on('free', function onFree(socket, host, port, localAddress) {
    var options = toOptions(host, port, localAddress);
    for (var i = 0, len = self.requests.length; i < len; ++i) {
      var pending = self.requests[i];
      if (pending.host === options.host && pending.port === options.port) {
        // Detect the request to connect same origin server,
        // reuse the connection.
        self.requests.splice(i, 1);
        pending.request.onSocket(socket);
        return;
      }
    }
    socket.destroy();
    self.removeSocket(socket);
  });
}
util.inherits(TunnelingAgent, events.EventEmitter);

TunnelingAgent.prototype.addRequest = function addRequest(req, host, port, localAddress) {
  var self = this;
  var options = mergeOptions({request: req}, self.options, toOptions(host, port, localAddress));

  if (self.sockets.length >= this.maxSockets) {
    // We are over limit so we'll add it to the queue.
    self.requests.push(options);
    return;
  }

  // If we are under maxSockets create a new one.
  self.createSocket(options, function(socket) {
    socket.on('free', onFree);
    socket.on('close', onCloseOrRemove);
    socket.on('agentRemove', onCloseOrRemove);
    req.onSocket(socket);

    function onFree() {
      self.emit('free', socket, options);
    }

    function onCloseOrRemove(err) {
      self.removeSocket(socket);
      socket.removeListener('free', onFree);
      socket.removeListener('close', onCloseOrRemove);
      socket.removeListener('agentRemove', onCloseOrRemove);
    }
  });
};

TunnelingAgent.prototype.createSocket = function createSocket(options, cb) {
  var self = this;
  var placeholder = {};
  self.sockets.push(placeholder);

  var connectOptions = mergeOptions({}, self.proxyOptions, {
    method: 'CONNECT',
    path: options.host + ':' + options.port,
    agent: false,
    headers: {
      host: options.host + ':' + options.port
    }
  });
  if (options.localAddress) {
    connectOptions.localAddress = options.localAddress;
  }
  if (connectOptions.proxyAuth) {
    connectOptions.headers = connectOptions.headers || {};
    connectOptions.headers['Proxy-Authorization'] = 'Basic ' +
        new Buffer(connectOptions.proxyAuth).toString('base64');
  }

  debug('making CONNECT request');
  var connectReq = self.request(connectOptions);
  connectReq.useChunkedEncodingByDefault = false; // for v0.6
  connectReq.once('response', onResponse); // for v0.6
  connectReq.once('upgrade', onUpgrade);   // for v0.6
  connectReq.once('connect', onConnect);   // for v0.7 or later
  connectReq.once('error', onError);
  connectReq.end();

  function onResponse(res) {
    // Very hacky. This is necessary to avoid http-parser leaks.
    res.upgrade = true;
  }

  function onUpgrade(res, socket, head) {
    // Hacky.
    process.nextTick(function() {
      onConnect(res, socket, head);
    });
  }

  function onConnect(res, socket, head) {
    connectReq.removeAllListeners();
    socket.removeAllListeners();

    if (res.statusCode !== 200) {
      debug('tunneling socket could not be established, statusCode=%d',
        res.statusCode);
      socket.destroy();
      var error = new Error('tunneling socket could not be established, ' +
        'statusCode=' + res.statusCode);
      error.code = 'ECONNRESET';
      options.request.emit('error', error);
      self.removeSocket(placeholder);
      return;
    }
    if (head.length > 0) {
      debug('got illegal response body from proxy');
      socket.destroy();
      var error = new Error('got illegal response body from proxy');
      error.code = 'ECONNRESET';
      options.request.emit('error', error);
      self.removeSocket(placeholder);
      return;
    }
    debug('tunneling connection has established');
    self.sockets[self.sockets.indexOf(placeholder)] = socket;
    return cb(socket);
  }

  function onError(cause) {
    connectReq.removeAllListeners();

    debug('tunneling socket could not be established, cause=%s\n',
          cause.message, cause.stack);
    var error = new Error('tunneling socket could not be established, ' +
                          'cause=' + cause.message);
    error.code = 'ECONNRESET';
    options.request.emit('error', error);
    self.removeSocket(placeholder);
  }
};

TunnelingAgent.prototype.removeSocket = function removeSocket(socket) {
  var pos = this.sockets.indexOf(socket)
  if (pos === -1) {
    return;
  }
  this.sockets.splice(pos, 1);

  var pending = this.requests.shift();
  if (pending) {
    // If we have pending requests and a socket gets closed a new one
    // needs to be created to take over in the pool for the one that closed.
    this.createSocket(pending, function(socket) {
      pending.request.onSocket(socket);
    });
  }
};

function createSecureSocket(options, cb) {
  var self = this;
  TunnelingAgent.prototype.createSocket.call(self, options, function(socket) {
    var hostHeader = options.request.getHeader('host');
    var tlsOptions = mergeOptions({}, self.options, {
      socket: socket,
      servername: hostHeader ? hostHeader.replace(/:.*$/, '') : options.host
    });

    // 0 is dummy port for v0.6
    var secureSocket = tls.connect(0, tlsOptions);
    self.sockets[self.sockets.indexOf(socket)] = secureSocket;
    cb(secureSocket);
  });
}


function toOptions(host, port, localAddress) {
  if (typeof host === 'string') { // since v0.10
    return {
      host: host,
      port: port,
      localAddress: localAddress
    };
  }
  return host; // for v0.11 or later
}

function mergeOptions(target) {
  for (var i = 1, len = arguments.length; i < len; ++i) {
    var overrides = arguments[i];
    if (typeof overrides === 'object') {
      var keys = Object.keys(overrides);
      for (var j = 0, keyLen = keys.length; j < keyLen; ++j) {
        var k = keys[j];
        if (overrides[k] !== undefined) {
          target[k] = overrides[k];
        }
      }
    }
  }
  return target;
}


var debug;
if (process.env.NODE_DEBUG && /\btunnel\b/.test(process.env.NODE_DEBUG)) {
  debug = function() {
    var args = Array.prototype.slice.call(arguments);
    if (typeof args[0] === 'string') {
      args[0] = 'TUNNEL: ' + args[0];
    } else {
      args.unshift('TUNNEL:');
    }
    console.error.apply(console, args);
  }
} else {
  debug = function() {};
}
__webpack_unused_export__ = debug; // for test


/***/ }),

/***/ 613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 24:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 23:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 696:
/***/ ((module) => {

// Stands in for `undici` in the bundle. Two packages of @actions import it: http-client, which would use it for agents
// that nobody here asks for, and github, which is loaded only when GitHub is asked. Both would load it (0.9 MB, a third of
// the start-up) in every step. The real one is a file beside the bundle, loaded when it is first used. `scripts/bundle/build.ts` puts both in their places; __non_webpack_require__ is webpack's name for a
// `require` that it leaves alone.


let loaded;

function undici() {
  loaded ??= __WEBPACK_EXTERNAL_createRequire(import.meta.url)('./undici.cjs');
  return loaded;
}

module.exports = {
  get ProxyAgent() {
    return undici().ProxyAgent;
  },
  get fetch() {
    return undici().fetch;
  },
};


/***/ }),

/***/ 535:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   B2: () => (/* binding */ Deadline),
/* harmony export */   NE: () => (/* binding */ withDeadline),
/* harmony export */   VG: () => (/* binding */ Stop),
/* harmony export */   Wh: () => (/* binding */ unlessAborted),
/* harmony export */   _i: () => (/* binding */ withStopCause),
/* harmony export */   kL: () => (/* binding */ isTimeout),
/* harmony export */   ml: () => (/* binding */ systemClock)
/* harmony export */ });
// Time as a parameter: the clock behind every wait, the deadline of the step, and the reason it was stopped.
/** `setTimeout` fires immediately for a delay above the signed 32-bit maximum. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The real clock. */
const systemClock = {
    now: () => performance.now(),
    wallTime: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(reasonOf(signal));
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
        }, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
        function onAbort() {
            clearTimeout(timer);
            reject(reasonOf(signal));
        }
        signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
function reasonOf(signal) {
    const reason = signal?.reason;
    return Error.isError(reason) ? reason : new Error('aborted', { cause: reason });
}
/**
 * Settles with `work`, or rejects with the signal's reason if it is aborted first. `work` is not cancelled; its result
 * is then ignored.
 */
async function unlessAborted(work, signal) {
    const aborted = Promise.withResolvers();
    const onAbort = () => aborted.reject(reasonOf(signal));
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([work, aborted.promise]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
    }
}
/**
 * Starts a timeout of `ms` milliseconds whose signal is also aborted with `signal`. On expiry its reason is `reason`, by
 * default an error that names the limit.
 */
function withDeadline(clock, ms, { signal, reason }) {
    const expiry = new AbortController();
    const cleared = new AbortController();
    clock.sleep(ms, AbortSignal.any([signal, cleared.signal])).then(() => expiry.abort(reason ?? new Error(`the limit of ${ms} ms was reached`)), () => undefined);
    return {
        signal: AbortSignal.any([signal, expiry.signal]),
        isExpired: () => expiry.signal.aborted,
        clear: () => cleared.abort(),
    };
}
/**
 * Abort reason of the step's signal. Waits and requests rethrow it unchanged; `operations/task.ts` turns it into an
 * outcome.
 */
class Stop extends Error {
    name = 'Stop';
    reason;
    /** `cause`: the failure that was being retried when the step was stopped, if any. */
    constructor(reason, options) {
        super(`the step was stopped: ${reason}`, options);
        this.reason = reason;
    }
}
/** True for a stop at the deadline. */
function isTimeout(error) {
    return error instanceof Stop && error.reason === 'timeout';
}
/** Runs `work`; rethrows a stop without a cause with `cause`, if any, as the failure that was being retried. */
async function withStopCause(cause, work) {
    try {
        return await work();
    }
    catch (error) {
        throw error instanceof Stop && error.cause === undefined && cause !== undefined
            ? new Stop(error.reason, { cause })
            : error;
    }
}
/** The time by which the whole step must have ended. */
class Deadline {
    timeoutMs;
    /** On the clock of the step. */
    endMs;
    #clock;
    /** Starts now. */
    constructor(clock, timeoutMs) {
        this.timeoutMs = timeoutMs;
        this.endMs = clock.now() + timeoutMs;
        this.#clock = clock;
    }
    /** Milliseconds left, never below 0. */
    remainingMs() {
        return Math.max(0, this.endMs - this.#clock.now());
    }
}


/***/ }),

/***/ 829:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(88);
/* harmony import */ var _runner_host_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(690);
// The action's entry.


await (0,_main_js__WEBPACK_IMPORTED_MODULE_0__/* .main */ .i)((0,_runner_host_js__WEBPACK_IMPORTED_MODULE_1__/* .systemHost */ .E)());

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 88:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ main)
});

// EXTERNAL MODULE: ./clock.js
var clock_0 = __nccwpck_require__(535);
;// CONCATENATED MODULE: ./url.js
// Which addresses may be requested or linked: `https:`, and `http:` for loopback hosts only.
/** True for `localhost` and loopback addresses. */
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
/** Why `text` may not be requested or linked; undefined when it may. */
function addressProblem(text) {
    // The URL parser accepts white space, control characters, backslashes and missing slashes; we do not.
    const url = /[\s\p{Cc}]|^[^?#]*\\/u.test(text) ? null : URL.parse(text);
    if (url === null)
        return 'malformed';
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
        return 'insecure';
    if (!/^https?:\/\/[^/]/i.test(text))
        return 'malformed';
    return url.username === '' && url.password === '' ? undefined : 'credentials';
}

;// CONCATENATED MODULE: ./api/wire/search/json.js
// Parsing of JSON, and access to the fields of a record regardless of naming style. Knows nothing of the service.
/** Thrown when a response cannot be understood. The message names what was expected and never quotes the response. */
class WireError extends Error {
    name = 'WireError';
}
const BYTE_ORDER_MARK = '\uFEFF';
/** Parses JSON, with or without a byte order mark; `undefined` for anything else. */
function parseIfJson(body) {
    try {
        return JSON.parse(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body);
    }
    catch {
        return undefined;
    }
}
/** True for a JSON object. */
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** The fields that are not `null`. If two names normalize to the same one, the first wins. */
function fieldsOf(record) {
    const fields = new Map();
    for (const [name, value] of Object.entries(record)) {
        const key = normalizeName(name);
        if (value !== null && value !== undefined && !fields.has(key))
            fields.set(key, { name, value });
    }
    return fields;
}
/** The first result of `read` other than `undefined` among the fields called `names`, in that order. */
function firstOf(fields, names, read) {
    for (const key of names) {
        const field = fields.get(normalizeName(key));
        const value = field && read(field.value);
        if (field !== undefined && value !== undefined)
            return { name: field.name, value };
    }
    return undefined;
}
/** The value when it is a record; for {@link firstOf}. */
function asRecord(value) {
    return isRecord(value) ? value : undefined;
}
/** The value when it is an array; for {@link firstOf}. */
function asArray(value) {
    return Array.isArray(value) ? value : undefined;
}
/** A longer name of a field is probably data and is left out, not cut: a cut secret would escape redaction. */
const MAX_NAME_CHARS = 40;
/** Longest name or scalar field. Longer text is rejected, not cut: a cut secret would escape redaction. */
const MAX_TEXT_CHARS = 16_384;
/** The value when it is a non-empty string; for {@link firstOf}. */
function asText(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** The value when it is a non-empty string of up to {@link MAX_TEXT_CHARS}; for {@link firstOf}. */
function asName(value) {
    const text = asText(value);
    return text !== undefined && text.length <= MAX_TEXT_CHARS ? text : undefined;
}
/** The name of a field without case and word separators, so that `buildLog` and `build_log` are the same. */
function normalizeName(name) {
    return name.replaceAll(/[_-]/g, '').toLowerCase();
}
/** The text on one line of at most {@link MAX_TEXT_CHARS}, far more than is ever shown: a cut secret escapes redaction. */
function plainLine(text) {
    const line = text
        .slice(0, 4 * MAX_TEXT_CHARS)
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_TEXT_CHARS);
    return line.replace(/[\uD800-\uDBFF]$/, '').toWellFormed();
}

;// CONCATENATED MODULE: ./api/errors.js
// Errors of requests to the service: one error class per kind; details are fields. No advice for users.
/** Error codes defined by this action. */
const ownErrorCodes = [
    'deployment_failed',
    'deployment_cancelled',
    'timeout',
    'interrupted',
    'invalid_input',
    'missing_env',
    'not_running',
    'unhealthy',
    'no_deployment',
    'not_found',
    'unreachable',
    'unreadable_reply',
    'service_error',
    'ambiguous',
    'unknown_outcome',
    'internal',
];
/** Error codes of the service (API page, section 7). */
const apiErrorCodes = ['unauthorized', 'forbidden', 'billing', 'busy', 'rate_limited', 'create_limit'];
/** Form of a service code; anything else is not passed on. */
const ERROR_CODE_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;
/** The error code for a code that the service sent; `undefined` when it does not have the form of one. */
function readServiceCode(sent) {
    const folded = sent.toLowerCase().replaceAll('-', '_');
    const known = apiErrorCodes.find((code) => code === folded);
    return known ?? (ERROR_CODE_PATTERN.test(sent) ? { serviceCode: sent } : undefined);
}
/** The code for outputs. A service code that equals one of ours, or has another form, becomes `service_error`. */
function errorCodeText(code) {
    if (typeof code === 'string')
        return code;
    const isOurs = ownErrorCodes.some((own) => own === code.serviceCode);
    return isOurs || !hasCodeForm(code) ? 'service_error' : code.serviceCode;
}
/** True for a service code in the form of the documented ones. */
function hasCodeForm({ serviceCode }) {
    return ERROR_CODE_PATTERN.test(serviceCode);
}
/** Base class: a request to the service that failed. */
class ApiError extends Error {
    endpoint;
    constructor(message, endpoint, options) {
        super(message, options);
        this.endpoint = endpoint;
    }
}
/** The service, or a gateway in front of it, answered with an error. */
class ErrorResponseError extends ApiError {
    status;
    serviceMessage;
    retryAfterMs;
    constructor(message, endpoint, response) {
        const { sent } = response;
        super(sent === undefined ? message : `${message} ${typeof sent === 'string' ? sent : sent.serviceCode}`, endpoint);
        this.status = response.status;
        this.serviceMessage = response.serviceMessage;
        this.retryAfterMs = response.retryAfterMs;
    }
}
/** The service refused the request: an error status below 500, or `ok: false`. Nothing was done. */
class RefusedError extends ErrorResponseError {
    name = 'RefusedError';
    fate = 'refused';
    code;
    /** False for a page, of a gateway for example, that is taken for a refusal because of its status. */
    fromService;
    constructor(endpoint, response) {
        const { status, host, code, page } = response;
        // The host is named because the key may belong to another one.
        const who = host !== undefined && [401, 403].includes(status) ? ` at ${host}` : '';
        const refused = `the service${who} answered ${status}`;
        super(page === undefined ? refused : `${host} answered ${status} with ${page}`, endpoint, response);
        this.code = code;
        this.fromService = page === undefined;
    }
}
/**
 * The service, or a gateway in front of it, failed (5xx, 408). The request may still have been processed, or be
 * processed later.
 */
class ServiceFailedError extends ErrorResponseError {
    name = 'ServiceFailedError';
    fate = 'unknown';
    /** A gateway alone does not show that the service was reached. */
    code;
    /** True when the body is the service's JSON; false for a gateway, behind which the service may still be working. */
    fromService;
    constructor(endpoint, response) {
        super(`the service${response.fromService ? '' : ', or a gateway in front of it,'} answered ${response.status}`, endpoint, response);
        this.fromService = response.fromService;
        this.code = response.fromService ? 'service_error' : 'unreachable';
    }
}
/** No connection: the name did not resolve, the connection was refused, or the certificate was not accepted. */
class UnreachableError extends ApiError {
    name = 'UnreachableError';
    fate = 'unsent';
    code = 'unreachable';
    /** The address or its certificate is wrong, so a retry within a minute cannot succeed. */
    isPermanent;
    /** The proxy of the runner was asked for the connection. */
    isProxy;
    constructor(message, endpoint, { isPermanent = false, isProxy = false } = {}) {
        super(message, endpoint);
        this.isPermanent = isPermanent;
        this.isProxy = isProxy;
    }
}
/** The connection was lost after the request may have been sent. */
class ConnectionLostError extends ApiError {
    name = 'ConnectionLostError';
    fate = 'unknown';
    code = 'unreachable';
    /** The status of a response that was cut off; undefined if none had begun. */
    status;
    constructor(message, endpoint, status) {
        super(message, endpoint);
        this.status = status;
    }
}
/** The complete response did not arrive within the request timeout. */
class RequestTimeoutError extends ApiError {
    name = 'RequestTimeoutError';
    fate = 'unknown';
    code = 'unreachable';
}
/** A response that is not from the service, or not recognised. `status` is its HTTP status. */
class UnreadableResponseError extends ApiError {
    name = 'UnreadableResponseError';
    fate = 'unknown';
    code = 'unreadable_reply';
    status;
    /** True for a whole JSON object or list with a 2xx status: requested again, it would have the same shape. */
    isWellFormed;
    constructor(message, endpoint, { status, isWellFormed = false }) {
        super(message, endpoint);
        this.status = status;
        this.isWellFormed = isWellFormed;
    }
}
/** The service answered with a redirect. It is not followed, so that the key is never sent to another address. */
class RedirectedError extends ApiError {
    name = 'RedirectedError';
    fate;
    code = 'unreadable_reply';
    status;
    constructor(endpoint, status, host) {
        super(`the service answered ${status}, a redirect to ${host}, which is not followed`, endpoint);
        this.status = status;
        // 307 and 308 ask for the same request elsewhere; another one may follow a POST that was carried out (RFC 9110, 15.4).
        this.fate = status === 307 || status === 308 ? 'refused' : 'unknown';
    }
}
/** The response exceeds the byte limit. It was received and dropped, but for its end. */
class ResponseTooLargeError extends ApiError {
    name = 'ResponseTooLargeError';
    fate = 'unknown';
    code = 'unreadable_reply';
    /** The last 64 KiB of the body as received; empty if they cannot be read. */
    tail;
    constructor(endpoint, { maxBytes, tail }) {
        super(`the response is longer than the limit of ${maxBytes / 2 ** 20} MiB`, endpoint);
        this.tail = tail;
    }
}
/** The result of a request, or the ApiError that it failed with; rejects with any other error. */
async function orApiError(request) {
    try {
        return await request;
    }
    catch (error) {
        if (error instanceof ApiError)
            return error;
        throw error;
    }
}
/** True for a refusal with one of these codes. */
function isRefusal(error, ...codes) {
    return error instanceof RefusedError && codes.some((code) => code === error.code);
}
/**
 * True for a refusal that may be repeated: `rate_limited`, or another 429 that sends `Retry-After`, such as that of a
 * quota with an undocumented code.
 */
function isTransientRefusal({ status, code, retryAfterMs }) {
    if (code === 'rate_limited')
        return true;
    return status === 429 && typeof code !== 'string' && retryAfterMs !== undefined;
}
/** True for errors of the key or the subscription: a retry cannot help. */
function isKeyProblem(error) {
    return isRefusal(error, 'unauthorized', 'forbidden', 'billing');
}
/** How long unreadable responses are retried: a gateway may be without its service for a moment. */
const UNREADABLE_RETRY_MS = 60_000;
/** True for JSON of the service in a form that is not recognised: requested again, it would be the same. */
function isOtherShape(error) {
    return error instanceof UnreadableResponseError && error.isWellFormed;
}
/** True for a page, a redirect, or a response that is not recognised. */
function isUnreadable(error) {
    return error instanceof UnreadableResponseError || error instanceof RedirectedError;
}

;// CONCATENATED MODULE: ./api/model.js
// The model that `wire/` reads responses into: types, and the classification of statuses and ids.
/** The five statuses of a deployment (API page, section 3). */
const deploymentStatuses = ['queued', 'building', 'finished', 'failed', 'cancelled'];
/** True for one of the five statuses as {@link normalizeStatus} returns them. Any other is neither final nor a success. */
function isKnownStatus(status) {
    return deploymentStatuses.includes(status);
}
/** Writes the five statuses, in any letter case and `canceled` too, as the API page does; others are unchanged. */
function normalizeStatus(status) {
    const folded = status.trim().toLowerCase();
    const normalized = folded === 'canceled' ? 'cancelled' : folded;
    return isKnownStatus(normalized) ? normalized : status;
}
/** Stands for a missing status: not one of the five, so neither final nor a success. */
const NO_STATUS = 'unknown';
const FAILED = /^(?:fail|err|crash|abort|reject|timed|timeout)/;
const CANCELLED = /^(?:cancel|skip|supersed)/;
/** True for words such as `cancel_requested` and `failing`, which are not the end. */
function namesProgress(status) {
    return /request|pending|retry|progress|ing$/i.test(status.trim());
}
/** How a deployment in this status has ended, as far as the word itself says so; undefined for any other. */
function endingOf(status) {
    const word = normalizeStatus(status).trim().toLowerCase();
    if (word === 'finished')
        return word;
    if (namesProgress(word))
        return undefined;
    if (FAILED.test(word))
        return 'failed';
    return CANCELLED.test(word) ? 'cancelled' : undefined;
}
/** True when a deployment in this status has ended, as far as the word itself says so. */
function isFinal(status) {
    return endingOf(status) !== undefined;
}
/** True when the word says that a deployment has failed or was cancelled. */
function isUnsuccessful(status) {
    return ['failed', 'cancelled'].includes(endingOf(status) ?? '');
}
const UP = /^(?:running|healthy|active|online|up|live|started|ready|available|deployed)$/;
const DOWN = /^(?:stopped|off|inactive|paused|suspended|sleeping|exited)$/;
const BROKEN = /^(?:dead|unhealthy|crash.*|fail.*|err.*)$/;
const IN_TRANSITION = /^(?:pending|queued|.*ing)$/;
/** Classifies a resource's status by its first run of letters, in any case: `running (healthy)` is `up`. */
function resourceStateOf(status) {
    const folded = firstWordOf(status);
    if (UP.test(folded))
        return 'up';
    if (DOWN.test(folded))
        return 'down';
    if (BROKEN.test(folded))
        return 'broken';
    return IN_TRANSITION.test(folded) ? 'transition' : 'unknown';
}
function firstWordOf(status = '') {
    return (/\p{L}+/u.exec(status)?.[0] ?? '').toLowerCase();
}
/** Words of an age, as in `up 3 minutes` and `Up About an hour`. */
const AGE = /^(?:s|m|h|d|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ago|an?|about|less|than|since)$/;
/**
 * True for two spellings of one status, as `running (healthy)` and `Running:healthy`, or `up 3 minutes` and `up 4
 * minutes`. Of an unknown status the whole text counts.
 */
function isSameStatus(one, other) {
    const [key, otherKey] = [one, other].map((status) => resourceStateOf(status) === 'unknown' ? status?.toLowerCase() : wordsOf(status ?? ''));
    return key === otherKey;
}
function wordsOf(status) {
    const words = status.toLowerCase().match(/\p{L}+/gu) ?? [];
    return words.filter((word) => !AGE.test(word)).join(' ');
}
/** True for an app that is up while its own check fails, as in `running (unhealthy)`. */
function isUpButUnhealthy(status) {
    return resourceStateOf(status) === 'up' && /unhealthy/i.test(status ?? '');
}
function isUpAndHealthy(status) {
    return resourceStateOf(status) === 'up' && !isUpButUnhealthy(status);
}
/** True for an id that the service may use: percent-encoded, anything but `.` and `..` is one segment of a path. */
function isServiceId(text) {
    return text !== '' && text !== '.' && text !== '..';
}
/** True unless the service sent the item without a readable id. */
function isIdentified(item) {
    return item.id !== undefined;
}
/** The endpoints that this action needs: method and path, with every path parameter written `{}`. */
const neededEndpoints = [
    'GET /resources',
    'GET /resources/{}',
    'POST /resources/{}/start',
    'POST /resources/{}/stop',
    'POST /resources/{}/restart',
    'GET /resources/{}/deployments',
    'POST /resources/{}/deployments',
    'GET /resources/{}/deployments/{}',
    'GET /resources/{}/logs',
    'GET /resources/{}/env',
];

;// CONCATENATED MODULE: ./api/wire/search/trace.js
// What a reader reports beside its result: where it read each part, and what it did not recognise.

/** The path of the whole body. */
const ROOT = '';
/** The path of a field below `path`. */
function pathTo(path, name) {
    const shown = name.length <= MAX_NAME_CHARS ? name : '…';
    return path === ROOT ? shown : `${path}.${shown}`;
}
/** A path in words. */
function shownPath(path) {
    return path === ROOT ? 'the whole body' : path;
}

;// CONCATENATED MODULE: ./api/wire/search/search.js
// Searches a response for a record by what it is, outermost first, within limits of depth and size. The name of a wrapper
// does not matter.



/** Objects that may contain an object that is searched: `{data: {result: {app: {resource: {…}}}}}`. */
const MAX_DEPTH = 4;
/** Objects that are searched. */
const MAX_NODES = 500;
/**
 * The objects in a value, outermost first. A list of one item is searched as that item; longer lists are searched only
 * with `entersLists`.
 */
function nodesIn(body, path = '', { entersLists = false } = {}) {
    const found = [];
    const queue = [
        { value: body, path, ancestors: [] },
    ];
    for (const next of queue) {
        const only = asArray(next.value)?.length === 1;
        const record = asRecord(only ? asArray(next.value)?.[0] : next.value);
        if (record === undefined)
            continue;
        const node = {
            record,
            fields: fieldsOf(record),
            path: only ? `${next.path}[0]` : next.path,
            ancestors: next.ancestors,
        };
        found.push(node);
        if (node.ancestors.length === MAX_DEPTH)
            continue;
        const ancestors = [node, ...node.ancestors];
        for (const { name, value } of node.fields.values()) {
            for (const inner of (entersLists ? asArray(value) : undefined) ?? [value]) {
                if (queue.length === MAX_NODES)
                    break;
                if (typeof inner === 'object')
                    queue.push({ value: inner, path: pathTo(node.path, name), ancestors });
            }
        }
    }
    return found;
}
/** Longer text does not fit into a request path. */
const MAX_ID_CHARS = 4096;
/** An id as a string, from a string or a safe integer; `undefined` for anything else. */
function asId(value) {
    const text = Number.isSafeInteger(value) ? String(value) : value;
    return typeof text === 'string' && text.length <= MAX_ID_CHARS && isServiceId(text) ? text : undefined;
}
/**
 * The ids of a record of this kind: `id`, then one named after the kind, then `uuid` and the like. A longer name, such as
 * `previousDeploymentId`, may be that of another record, and counts only where there is no other.
 */
function idsOf(fields, { idEnds }) {
    const idsUnder = (names) => names.flatMap((name) => asId(fields.get(name)?.value) ?? []);
    const own = idsUnder(['id', ...idEnds, 'uuid', 'guid', 'uid']);
    if (own.length > 0)
        return [...new Set(own)];
    return idsUnder([...fields.keys()].filter((name) => idEnds.some((end) => name.endsWith(end)))).slice(0, 1);
}
/**
 * The outermost record of a kind with this id, else the outermost one that is certainly of that kind and shows no id.
 * Throws a {@link WireError} when there is none, or when the response reports a failure.
 */
function findRecord(body, id, kind) {
    const nodes = reportsFailure(body) ? [] : nodesIn(body).filter(({ fields }) => !kind.isOther(fields));
    const requested = nodes.filter(({ fields }) => idsOf(fields, kind).includes(id));
    const [outermost] = requested;
    if (outermost !== undefined) {
        // A wrapper may repeat the id, as in `{deploymentId, log, deployment: {id, status}}`.
        const isOwn = ({ fields }) => asId(fields.get('id')?.value) === id;
        const inner = isOwn(outermost) || showsStatus(outermost.fields) ? undefined : requested.find(isOwn);
        return inner !== undefined && showsStatus(inner.fields) ? inner : outermost;
    }
    const certain = nodes.find(({ fields }) => kind.is(fields));
    if (certain === undefined)
        throw new WireError(`expected ${kind.what}`);
    if (idsOf(certain.fields, kind).length > 0)
        throw new WireError(`expected ${kind.what} with the requested id`);
    return certain;
}
function showsStatus(fields) {
    return fields.has('status') || fields.has('state');
}
/** The value of `ok` or `success`, when it is a boolean. */
function successFlagOf(fields) {
    return firstOf(fields, ['ok', 'success'], (value) => (typeof value === 'boolean' ? value : undefined))?.value;
}
/** True when a body reports a failure (`ok: false`), regardless of the HTTP status. */
function reportsFailure(body) {
    return isRecord(body) && successFlagOf(fieldsOf(body)) === false;
}
/** The record that an item of a list is, or holds: `{deploy: {id, status}, cursor}`. Undefined if it shows none. */
function recordOfItem(item, path, kind) {
    const [own, ...others] = nodesIn(item, path);
    if (own === undefined || idsOf(own.fields, kind).length > 0)
        return own;
    const inner = others.filter(({ fields }) => idsOf(fields, kind).length > 0 && !kind.isOther(fields));
    const certain = inner.find(({ fields }) => kind.is(fields));
    return certain ?? (showsStatus(own.fields) ? own : (inner.find(({ fields }) => showsStatus(fields)) ?? own));
}
const EARLIER = /previous|parent|base|before|last/;
/** The objects in a record that belong to it, outermost first: not those that show an id or the name of an earlier one, and a status. */
function ownNodesIn({ record, path }, kind) {
    const [own, ...inner] = nodesIn(record, path);
    if (own === undefined)
        return [];
    const isAnother = (node) => {
        if (node.path === own.path || !showsStatus(node.fields))
            return false;
        return idsOf(node.fields, kind).length > 0 || EARLIER.test(node.path.slice(own.path.length).toLowerCase());
    };
    return [own, ...inner.filter((node) => ![node, ...node.ancestors].some(isAnother))];
}

;// CONCATENATED MODULE: ./api/wire/error.js
// Reads the error in a response: `{ok: false, error: {code, message}}` (API page, section 7).



/**
 * The error in the JSON of a response: `ok: false`, or an `error` with a code. Undefined for any other JSON, such as the
 * `{message}` of a gateway: that is not the service's.
 */
function readError(json) {
    if (!isRecord(json))
        return undefined;
    const fields = fieldsOf(json);
    const isDeclared = successFlagOf(fields) === false;
    const record = firstOf(fields, ['error'], asRecord)?.value;
    const error = record && fieldsOf(record);
    const code = error && firstOf(error, ['code'], asCode)?.value;
    if (!isDeclared && (code === undefined || successFlagOf(fields) === true))
        return undefined;
    const message = firstOf(error ?? fields, ['message', 'error'], asText)?.value ?? '';
    return { ...(code !== undefined && { code }), message: plainLine(message), isDeclared };
}
function asCode(value) {
    if (typeof value !== 'string')
        return undefined;
    const isToken = /^[A-Za-z][\w.:-]{0,39}$/.test(value);
    return readServiceCode(value) ?? (isToken ? { serviceCode: value } : undefined);
}

;// CONCATENATED MODULE: ./api/wire/hosts.js
// Reads the domains of a resource as hosts: validated, in punycode, without a scheme.



/** Normalized names of fields that hold the address of an app, the clearest first: `emailDomain` may be anything. */
const HOST_NAMES = [/^domains?$/, /^fqdn$/, /^hostnames?$/, /^urls?$/, /^hosts?$/, /.domains?$/];
/** Deeper in a resource a `host` or `hostname` may be anything, such as that of its database. */
const INNER_NAME = /^fqdn$|domains?$/;
const URL_NAME = /^urls?$/;
/** Fields of an entry in a list of domains, the most complete first. */
const ENTRY_NAMES = [/^urls?$/, /^fqdn$/, /^hostnames?$/, /domains?$/, /^hosts?$/, /^name$/];
/** Lists and objects within each other under the name of a host. */
const hosts_MAX_DEPTH = 4;
/**
 * The hosts of a resource, in the service's order with the primary domain first: under `domains`, else under the first
 * name of a host, in the record, beside it or deeper in it. Wildcards are left out: they are no address.
 */
function hostsOf(node, trace) {
    const nodes = [node, ...node.ancestors];
    // A `host` in the resource may be that of a machine: `domains` beside it are clearer.
    const named = [
        ...nodes.flatMap((one) => fieldsNamed(one, [/^domains$/])),
        ...nodes.flatMap((one) => fieldsNamed(one, HOST_NAMES)),
    ];
    const inner = nodesIn(node.record, node.path, { entersLists: true }).slice(1);
    const urls = inner.filter(({ fields }) => [...fields.keys()].some((key) => URL_NAME.test(key)));
    // An address deeper in it could be that of anything, unless there is only one.
    const isOnly = new Set(urls.flatMap(({ record }) => hostsIn(record))).size === 1;
    const clear = inner.filter(({ fields }) => [...fields.keys()].some((key) => INNER_NAME.test(key)));
    const deeper = [...clear, ...(isOnly ? urls : [])].map(({ path, record }) => ({ path, value: record }));
    for (const { path, value } of [...named, ...deeper]) {
        const hosts = hostsIn(value);
        if (hosts.length === 0)
            continue;
        trace.read('domains', path);
        return hosts;
    }
    const unread = named.find(({ value }) => !isBlank(value));
    if (unread !== undefined)
        trace.unrecognised('domains', unread.value);
    return [];
}
function fieldsNamed({ fields, path }, patterns) {
    return patterns
        .flatMap((pattern) => [...fields].filter(([key]) => pattern.test(key)))
        .map(([, { name, value }]) => ({ path: pathTo(path, name), value }));
}
function isBlank(value) {
    return value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}
function hostsIn(value) {
    const domains = domainsIn(value, 0);
    const ordered = [...domains.filter(({ isPrimary }) => isPrimary), ...domains];
    return [...new Set(ordered.flatMap(({ host }) => host ?? []))];
}
function domainsIn(value, depth) {
    if (typeof value === 'string') {
        return value.split(',').map((part) => ({ host: asHost(part.trim()), isPrimary: false }));
    }
    if (depth > hosts_MAX_DEPTH)
        return [];
    if (isRecord(value))
        return domainsOfEntry(fieldsOf(value), depth);
    return (asArray(value) ?? []).flatMap((item) => domainsIn(item, depth + 1));
}
/** A `port` beside a domain is that of the container, not of the address. */
function domainsOfEntry(fields, depth) {
    const isPrimary = [...fields].some(([name, { value }]) => {
        if (value === true)
            return /^(?:is)?primary$/.test(name);
        return /^(?:type|kind|role)$/.test(name) && typeof value === 'string' && /^primary$/i.test(value);
    });
    const named = ENTRY_NAMES.flatMap((pattern) => [...fields].filter(([name]) => pattern.test(name)));
    for (const [name, { value }] of named) {
        const domains = domainsIn(value, depth + 1);
        if (!domains.some(({ host }) => host !== undefined))
            continue;
        const isFirst = isPrimary || name.startsWith('primary');
        return domains.map((domain) => ({ ...domain, isPrimary: domain.isPrimary || isFirst }));
    }
    // `{items: […], total: 2}`
    return [...fields.values()].flatMap(({ value }) => (Array.isArray(value) ? domainsIn(value, depth + 1) : []));
}
const SCHEME_PATTERN = /^https?:\/\//i;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME_PATTERN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);
const IPV4_PATTERN = /^\d+(?:\.\d+){3}$/;
/** Longer text is not a host and is not parsed. */
const MAX_LENGTH = 1024;
/**
 * The host of a domain or an `http(s):` URL in lower case and punycode, with its port unless it is the default one.
 * `undefined` when the text has a path, user info, a query, white space, control characters or a wildcard.
 */
function asHost(text) {
    if (text.length > MAX_LENGTH || /[\p{Cc}\s@\\?#%*]/u.test(text))
        return undefined;
    const scheme = SCHEME_PATTERN.exec(text)?.[0] ?? '';
    const written = text.slice(scheme.length).replace(/\/$/, '');
    const url = written.includes('/') ? null : URL.parse(`${scheme || 'https://'}${written}`);
    if (url === null)
        return undefined;
    const name = url.hostname.replace(/\.$/, '');
    const isIpv6 = name.startsWith('[');
    if (!NAME_PATTERN.test(name) && !isIpv6)
        return undefined;
    // The URL parser turns `1234` and `0x7f000001` into IPv4 addresses; neither is a domain.
    if (IPV4_PATTERN.test(name) && !written.startsWith(name))
        return undefined;
    // A single word (`production`) is not a host, unless it has a scheme or a port.
    const isLabel = !/[.:]/.test(name) && name !== 'localhost' && scheme === '' && url.port === '';
    return isLabel ? undefined : name + (url.port === '' ? '' : `:${url.port}`);
}

;// CONCATENATED MODULE: ./api/wire/kinds.js
// How resources and deployments are told apart in a response.




/** The types of a resource (API page, section 2). */
const RESOURCE_TYPES = new Set(['app', 'worker', 'database', 'service']);
/** A resource shows its type or its size; domains alone count unless it has a status of a deployment. */
function isResource(fields) {
    if (RESOURCE_TYPES.has(fields.get('type')?.value))
        return true;
    if (['cpumillicores', 'memorymb', 'diskgb'].some((name) => fields.has(name)))
        return true;
    return fields.has('domains') && !hasDeploymentStatus(fields);
}
function isDeployment(fields) {
    return hasDeploymentStatus(fields) && !isResource(fields);
}
function hasDeploymentStatus(fields) {
    return isKnownStatus(normalizeStatus(statusTextOf(fields)?.value ?? ''));
}
const RESOURCE = {
    what: 'a resource',
    idEnds: ['resourceid', 'resourceuuid'],
    is: isResource,
    // The status of an app may be one of the five words, too.
    isOther: (fields) => isDeployment(fields) && !fields.has('name'),
};
const DEPLOYMENT = {
    what: 'a deployment',
    idEnds: ['deploymentid', 'deploymentuuid'],
    is: isDeployment,
    isOther: isResource,
};
/** 1 to 64 characters, without control characters and line separators. */
const STATUS_PATTERN = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;
/** Fields that hold a status, the clearest first. */
const STATUS_NAMES = ['status', 'state'];
/** The status of a record as the service writes it. */
function statusTextOf(fields) {
    return firstOf(fields, STATUS_NAMES, (value) => {
        const text = typeof value === 'string' && STATUS_PATTERN.test(value) ? value.trim() : '';
        return text === '' ? undefined : text;
    });
}
/** What is under the name of a status and is not one: an object, a long text. */
function unreadStatusOf(fields) {
    return firstOf(fields, STATUS_NAMES, (value) => (value === '' ? undefined : value))?.value;
}
/** The status of a record as the service writes it; reports where it was read, or that it was not recognised. */
function readStatusText({ fields, path }, part, trace) {
    const status = statusTextOf(fields);
    const unread = unreadStatusOf(fields);
    if (status !== undefined)
        trace.read(part, pathTo(path, status.name));
    else if (unread !== undefined)
        trace.unrecognised(part, unread);
    return status?.value;
}
/** A text in an object under the name of a status can only mean that the work is in progress. */
function statusInObject(fields) {
    const inner = unreadStatusOf(fields);
    if (!isRecord(inner))
        return undefined;
    const words = Object.values(inner).map((value) => (typeof value === 'string' ? normalizeStatus(value) : ''));
    return words.find((word) => word === 'queued' || word === 'building');
}
/** True for an item that shows by itself that it is of this kind: it has an id, and a status if nothing else shows it. */
function isListed(item, kind) {
    const node = recordOfItem(item, '', kind);
    if (node === undefined || kind.isOther(node.fields) || idsOf(node.fields, kind).length === 0)
        return false;
    return kind.is(node.fields) || statusTextOf(node.fields) !== undefined;
}

;// CONCATENATED MODULE: ./api/wire/search/list.js



/**
 * The list under its name, else the outermost one whose items all show what it is. An empty list counts under its name, if
 * it is the body, or if the response has no other.
 */
function findList(body, { name, isItem }) {
    if (Array.isArray(body)) {
        const items = body;
        return items.every(isItem) ? { items, path: '', isComplete: true } : undefined;
    }
    if (reportsFailure(body))
        return undefined;
    const nodes = nodesIn(body);
    for (const node of nodes) {
        const named = Object.entries(node.record).find(([key]) => normalizeName(key) === name);
        const items = named === undefined ? undefined : named[1] === null ? [] : asArray(named[1]);
        if (items !== undefined)
            return foundIn(node, name, items);
    }
    const all = nodes.flatMap((node) => [...node.fields.values()].flatMap((field) => listIn(node, field)));
    const shown = all.find(({ items }) => items.length > 0 && items.every(isItem));
    return shown ?? (all.length === 1 && all[0]?.items.length === 0 ? all[0] : undefined);
}
function listIn(node, { name, value }) {
    const items = asArray(value);
    return items === undefined ? [] : [foundIn(node, name, items)];
}
function foundIn(node, name, items) {
    return { items, path: pathTo(node.path, name), isComplete: !showsMore(node, items.length) };
}
/** Objects beside a list that describe its pages: `meta`, `pagination`, `links`. */
const PAGING = /^(?:meta|pag|links?$)/;
const TOTAL = /^(?:count|total(?:count|results|items|elements|records|entries)?)$/;
const HAS_MORE = /^has(?:more|next)/;
/** `next`, `nextCursor`, `nextPageToken`, but no time such as `nextRunAt`. */
const NEXT = /^next(?!.*(?:at|time|run|date)$)/;
/** True when the fields beside a list, or one level above it, show that it is only a part. */
function showsMore({ fields, ancestors: [outer] }, length) {
    const beside = [fields, ...(outer === undefined ? [] : [outer.fields])];
    const inner = beside.flatMap((one) => [...one].flatMap(([name, { value }]) => (PAGING.test(name) ? nodesIn(value).map((node) => node.fields) : [])));
    return [...beside, ...inner].some((one) => [...one].some(([name, { value }]) => {
        if (TOTAL.test(name))
            return typeof value === 'number' && value > length;
        return HAS_MORE.test(name) ? value === true : NEXT.test(name) && isLink(value);
    }));
}
/** True for a value that leads to another page. */
function isLink(value) {
    if (isRecord(value))
        return Object.values(value).some((inner) => asText(inner) !== undefined);
    return asText(value) !== undefined || (typeof value === 'number' && value > 0);
}
/**
 * The items of a list in order, without duplicate keys (the first wins); items without a key are all kept. Throws a
 * {@link WireError} when there is no list.
 */
function readItems(found, what, { read, keyOf }) {
    if (found === undefined)
        throw new WireError(`expected ${what}`);
    const keys = new Set();
    const items = found.items
        .map((item) => read(item, `${found.path}[]`))
        .filter((item) => {
        const key = keyOf(item);
        if (key === undefined)
            return true;
        const isFirst = !keys.has(key);
        keys.add(key);
        return isFirst;
    });
    return { items, isComplete: found.isComplete };
}

;// CONCATENATED MODULE: ./api/wire/resource.js






/** The resources of a list, in the order sent. Throws a `WireError` when there is no list. */
function readResources(body, trace) {
    const found = findList(body, { name: 'resources', isItem: (item) => isListed(item, RESOURCE) });
    if (found !== undefined)
        trace.read('resources', found.path);
    return readItems(found, 'a list of resources', {
        read: (item, path) => {
            const node = recordOfItem(item, path, RESOURCE);
            const [id] = node === undefined ? [] : idsOf(node.fields, RESOURCE);
            if (id === undefined)
                trace.unrecognised('resource', item);
            return { id, ...(node === undefined ? { domains: [], fields: {} } : detailsOf(node, trace)) };
        },
        // Resources of two types may have the same number.
        keyOf: (resource) => resource.id && JSON.stringify(resource),
    });
}
/** One resource. Throws a `WireError` when the response is not about `resourceId`. */
function readResource(body, resourceId, trace) {
    const node = findRecord(body, resourceId, RESOURCE);
    trace.read('resource', node.path);
    return { id: resourceId, ...detailsOf(node, trace) };
}
function detailsOf(node, trace) {
    const { fields, record, path } = node;
    const name = firstOf(fields, ['name'], asName);
    const type = firstOf(fields, ['type'], asName);
    if (name !== undefined)
        trace.read('name', pathTo(path, name.name));
    const status = readStatusText(node, 'resource status', trace);
    return {
        ...(name !== undefined && { name: name.value }),
        ...(type !== undefined && { type: type.value }),
        ...(status !== undefined && { status }),
        ...(status === undefined && unreadStatusOf(fields) !== undefined && { hasUnreadStatus: true }),
        domains: hostsOf(node, trace),
        fields: scalarsOf(record),
    };
}
/** The fields with a single value, under the service's own names; those longer than anything that is shown are left out. */
function scalarsOf(record) {
    const scalars = [];
    for (const [name, value] of Object.entries(record)) {
        // Assigning a field of this name would change the prototype.
        if (name === '__proto__' || name.length > MAX_TEXT_CHARS || !isScalar(value))
            continue;
        if (String(value).length <= MAX_TEXT_CHARS)
            scalars.push([name, value]);
    }
    return Object.fromEntries(scalars);
}
function isScalar(value) {
    if (typeof value === 'number')
        return Number.isFinite(value);
    return value === null || typeof value === 'string' || typeof value === 'boolean';
}

;// CONCATENATED MODULE: ./contains-text.js
// Whether a text contains another, in linear time.
/** The built-in search takes quadratic time for a longer text such as `....F....` in one of dots. */
const LONGEST_SEARCH_CHARS = 200;
/** True if `text` contains `part`; may miss one of which only the first {@link LONGEST_SEARCH_CHARS} occur twice. */
function containsText(text, part) {
    const at = text.indexOf(part.slice(0, LONGEST_SEARCH_CHARS));
    return at >= 0 && text.startsWith(part, at);
}

;// CONCATENATED MODULE: ./api/wire/search/shape.js
// The shape of a value on one short line: field names and JSON types, never values.

const MAX_CHARS = 600;
const shape_MAX_DEPTH = 4;
const MAX_FIELDS = 30;
/** `{ok: boolean, deployments: [2 × {id: string}]}`. Bounded in length and time, however large the value. */
function shapeOf(value) {
    let chars = 0;
    function visit(inner, depth) {
        if (chars > MAX_CHARS || depth > shape_MAX_DEPTH)
            return '…';
        const list = asArray(inner);
        if (list !== undefined)
            return list.length === 0 ? '[]' : `[${list.length} × ${visit(list[0], depth + 1)}]`;
        if (isRecord(inner))
            return visitFields(inner, depth);
        const type = inner === null || inner === undefined ? 'null' : typeof inner;
        chars += type.length;
        return type;
    }
    function visitFields(record, depth) {
        const fields = [];
        for (const name in record) {
            if (!Object.hasOwn(record, name))
                continue;
            if (fields.length === MAX_FIELDS || chars > MAX_CHARS) {
                fields.push('…');
                break;
            }
            const label = labelOf(name);
            chars += label.length + 4;
            fields.push(`${label}: ${visit(record[name], depth + 1)}`);
        }
        return `{${fields.join(', ')}}`;
    }
    return visit(value, 0);
}
/** The shape of a response body, or what it is instead of JSON. */
function shapeOfBody({ body, json }) {
    return json === undefined ? kindOfBody(body) : shapeOf(json);
}
/** What kind of text a body is that is not JSON. */
function kindOfBody(body) {
    const start = body.slice(0, 1024).trimStart();
    if (start === '')
        return 'an empty body';
    if (/^<(?:!doctype html|html|head|body|title|h1)/i.test(start))
        return 'an HTML page';
    if (start.startsWith('<'))
        return 'a page of markup';
    return /^[[{"]/.test(start) ? 'JSON that is truncated or invalid' : 'plain text';
}
function labelOf(name) {
    return name.length <= MAX_NAME_CHARS && name !== '' ? name : `(a name of ${name.length} characters)`;
}

;// CONCATENATED MODULE: ./api/wire/log-text.js
// The text of a log from whatever holds its lines: text, lists, entries with a message, entries within entries.



/** Fields that hold the text of an entry, the clearest first. */
const MESSAGE_NAMES = ['message', 'msg', 'text', 'line', 'log', 'output', 'stdout', 'data', 'payload', 'content'];
/** Fields that hold an error beside the text of an entry. */
const ERROR_NAME = /^(?:std)?err(?:ors?)?$|^error(?:message|details?)?$|^exception$|^stack(?:trace)?$/;
/** Fields of an entry that hold further entries, beside its text. */
const ENTRIES_NAME = /^(?:logs?|lines|entries|steps|output)$/;
/** A deeper value has no text. */
const log_text_MAX_DEPTH = 8;
function emptyLog() {
    return { lines: [], unread: [], hidden: 0 };
}
/** Adds what stands under the name of a log: text, entries, or an object that holds them. */
function addLog(value, into) {
    const content = typeof value === 'string' ? (entriesInText(value) ?? value) : value;
    if (content === null)
        return;
    if (isRecord(content) && Object.values(content).some(Array.isArray)) {
        for (const inner of Object.values(content))
            if (Array.isArray(inner))
                addEntry(inner, into, 0);
    }
    else if (!isRecord(content) || Object.keys(content).length > 0)
        addEntry(content, into, 0);
}
/** Some services send their list of entries as text. */
function entriesInText(text) {
    const list = asArray(parseIfJson(text));
    return list?.every(isRecord) === true ? list : undefined;
}
/** Adds the text of an entry; one without text is kept as unread. */
function addEntry(entry, into, depth) {
    if (!addText(entry, into, depth))
        into.unread.push(entry);
}
/** Adds the text of a value; false when it has none. */
function addText(value, into, depth) {
    if (typeof value === 'string') {
        into.lines.push(value);
        return true;
    }
    if (depth > log_text_MAX_DEPTH)
        return false;
    if (Array.isArray(value)) {
        const entries = value;
        for (const entry of isNewestFirst(entries) ? entries.toReversed() : entries) {
            if (entry === null)
                continue;
            if (isRecord(entry) && entry['hidden'] === true)
                into.hidden += 1;
            else
                addEntry(entry, into, depth + 1);
        }
        return true;
    }
    return isRecord(value) && addFields(value, into, depth);
}
/** Its message, its errors, and the entries that it holds; without a message and errors, whatever in it has text. */
function addFields(entry, into, depth) {
    const fields = Object.entries(entry).map(([name, value]) => ({ name: normalizeName(name), value }));
    const messages = MESSAGE_NAMES.flatMap((name) => fields.filter((field) => field.name === name));
    const message = messages.map(({ value }) => value).find((value) => typeof value === 'string');
    if (message !== undefined)
        into.lines.push(message);
    let hasText = message !== undefined;
    for (const { name, value } of fields) {
        if (!ERROR_NAME.test(name))
            continue;
        // Without text in it, an error is data such as a code.
        const errors = emptyLog();
        if (!addText(value, errors, depth + 1) || errors.lines.every((line) => line === ''))
            continue;
        // Many services repeat the error in the message.
        if (message === undefined || !containsText(message, errors.lines.join('\n')))
            addAll(into, errors);
        hasText = true;
    }
    for (const { name, value } of fields) {
        if (typeof value !== 'object' || ERROR_NAME.test(name))
            continue;
        const holdsEntries = ENTRIES_NAME.test(name);
        if (hasText && !(holdsEntries && Array.isArray(value)))
            continue;
        const inner = emptyLog();
        if (!addText(value, inner, depth + 1) || (inner.lines.length === 0 && !holdsEntries))
            continue;
        addAll(into, inner);
        hasText = true;
    }
    return hasText;
}
/** Adds what was read apart. Not by `push(...lines)`: a call has a limited number of arguments. */
function addAll(into, { lines, unread, hidden }) {
    for (const line of lines)
        into.lines.push(line);
    for (const entry of unread)
        into.unread.push(entry);
    into.hidden += hidden;
}
const TIME_NAME = /^(?:t|ts|at|date|created(?:at)?|time(?:stamp)?)$/;
/** True when every entry has a time, none is later than the one before, and the last is earlier than the first. */
function isNewestFirst(entries) {
    let first;
    let before = Infinity;
    for (const entry of entries) {
        const time = timeOf(entry);
        if (time === undefined || time > before)
            return false;
        first ??= time;
        before = time;
    }
    return first !== undefined && before < first;
}
/** The time of an entry in any unit: only the order matters. */
function timeOf(entry) {
    if (!isRecord(entry))
        return undefined;
    for (const name in entry) {
        if (!TIME_NAME.test(normalizeName(name).replace(/^@/, '')))
            continue;
        const value = entry[name];
        if (typeof value === 'number')
            return value;
        const time = typeof value !== 'string' ? NaN : /^\d+$/.test(value) ? Number(value) : Date.parse(value);
        if (!Number.isNaN(time))
            return time;
    }
    return undefined;
}
function readingOf({ lines, unread, hidden }, path) {
    return {
        path,
        text: textOf(lines),
        ...(unread.length > 0 && { unread: unread.map(lineOf).join('\n') }),
        hiddenCount: hidden,
    };
}
/** An entry as one line of JSON; its shape where it is nested too deep for that. */
function lineOf(entry) {
    try {
        return JSON.stringify(entry);
    }
    catch {
        return shapeOf(entry);
    }
}
/**
 * The lines as one text with `\n` line ends. A final `\r` is removed, since its `\n` may follow in the next read: the text
 * of a growing log always begins with the text read before.
 */
function textOf(lines) {
    const last = lines.length - 1;
    const text = lines.map((line, at) => (at === last || line.endsWith('\n') ? line : `${line}\n`)).join('');
    const whole = (text.endsWith('\r') ? text.slice(0, -1) : text).replaceAll('\r\n', '\n');
    // A window of a fixed number of lines is filled with blank ones.
    return whole.replace(/^\n+/, '');
}

;// CONCATENATED MODULE: ./api/wire/log.js






/** A field whose name, in words, ends like `build log`, `output` or `log lines`; not `log url` or `changelog`. */
const LOG_NAME = /(?:^| )(?:(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)) ?(?:lines|text|entries|events|messages|content|tail)?$/;
/** The parts of a build; some services show its log by part. */
const PART_NAME = /^(?:stages|phases|steps|events)$/;
/**
 * The build log of a deployment, in it or in the objects that contain it: under a name of a log, and once the deployment has ended also in its stages.
 * `path`: where it was read before, which takes precedence.
 */
function readBuildLog(node, { hasEnded, path }, trace) {
    const nodes = [node, ...node.ancestors, ...ownNodesIn(node, DEPLOYMENT).slice(1)];
    const fields = log_fieldsNamed(nodes, (name) => LOG_NAME.test(log_wordsOf(name)));
    const parts = hasEnded ? log_fieldsNamed([node, ...node.ancestors], (name) => PART_NAME.test(normalizeName(name))) : [];
    return firstLog([...fields.filter((field) => field.path === path), ...fields, ...parts], 'build log', trace);
}
/**
 * The runtime log in the body of a response, by its content type: JSON is searched for the log, JSON lines and events are
 * read one by one, other text is the log itself. Throws a {@link WireError} for a page and for a reported failure.
 */
function readRuntimeLog({ body, json }, contentType, trace) {
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (type.endsWith('event-stream'))
        return readJsonLines(textOfEvents(body), trace);
    if (/ndjson$|jsonl(?:ines)?$|stream\+json$/.test(type))
        return readJsonLines(body.split(/\r?\n/), trace);
    const isJson = /[/+]json$/.test(type);
    if (isJson && json === undefined)
        throw new WireError('expected JSON');
    // An app may print a single JSON object; only a response of the API has `ok`.
    if (isJson || (isRecord(json) && typeof json['ok'] === 'boolean'))
        return readLogInJson(json, trace);
    const kind = kindOfBody(body);
    if (kind === 'an HTML page' || (kind === 'a page of markup' && /html$|xml$/.test(type))) {
        throw new WireError(`expected a log, got ${kind}`);
    }
    return firstLog([{ path: '', value: body }], 'runtime log', trace);
}
function readLogInJson(json, trace) {
    if (reportsFailure(json))
        throw new WireError('expected a log');
    const named = log_fieldsNamed(nodesIn(json), (name) => LOG_NAME.test(log_wordsOf(name)));
    if (named.length > 0)
        return firstLog(named, 'runtime log', trace);
    return firstLog([{ path: '', value: json }], 'runtime log', trace);
}
/** The lines of the events: what follows `data:`. */
function textOfEvents(body) {
    const lines = body.split(/\r?\n/).filter((line) => !/^(?:event|id|retry)?:/.test(line));
    return lines.map((line) => line.replace(/^data: ?/, ''));
}
/** One entry per line; a line that is not JSON is taken as it is. */
function readJsonLines(lines, trace) {
    const collected = emptyLog();
    for (const text of lines) {
        if (text === '')
            continue;
        const entry = /^[[{"]/.test(text) ? parseIfJson(text) : undefined;
        if (entry === undefined)
            collected.lines.push(text);
        else
            addEntry(entry, collected, 0);
    }
    trace.read('runtime log', '');
    return readingOf(collected, '');
}
/** The first of the fields with text, else the first. */
function firstLog(fields, part, trace) {
    let first;
    for (const { path, value } of fields) {
        const collected = emptyLog();
        addLog(value, collected);
        const reading = readingOf(collected, path);
        first ??= { reading, collected };
        if (reading.text === '')
            continue;
        trace.read(part, path);
        reportUnread(collected);
        return reading;
    }
    if (first !== undefined)
        reportUnread(first.collected);
    return first?.reading ?? { text: '', hiddenCount: 0 };
    function reportUnread({ unread }) {
        if (unread.length > 0)
            trace.unrecognised(part, unread[0]);
    }
}
/** `buildLog`, `build_log` and `BuildLog` in words. */
function log_wordsOf(name) {
    return name
        .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
        .replaceAll(/[\s_-]+/g, ' ')
        .toLowerCase();
}
/** The fields of this name that may hold a log, those of lists and objects first: a text beside them may be a summary. */
function log_fieldsNamed(nodes, isNamed) {
    return nodes.flatMap(({ record, path }) => {
        const named = Object.entries(record).filter(([name]) => isNamed(name));
        const held = named.filter(([, value]) => typeof value === 'object');
        return [...held, ...named.filter(([, value]) => typeof value === 'string')].map(([name, value]) => ({
            path: pathTo(path, name),
            value,
        }));
    });
}

;// CONCATENATED MODULE: ./api/wire/deployment.js
// Readers for deployments: the list, a single one with its build log, and the response to a deploy request.








/** The deployments of a resource in the order sent, latest first. Throws a `WireError` when there is no list. */
function readDeployments(body, trace) {
    const found = findList(body, { name: 'deployments', isItem: (item) => isListed(item, DEPLOYMENT) });
    if (found !== undefined)
        trace.read('deployments', found.path);
    return readItems(found, 'a list of deployments', {
        read: (item, path) => readListed(recordOfItem(item, path, DEPLOYMENT), item, trace),
        keyOf: ({ id }) => id,
    });
}
function readListed(node, item, trace) {
    if (node === undefined) {
        trace.unrecognised('deployment', item);
        return { id: undefined, status: NO_STATUS, remarks: [] };
    }
    const [id, ...otherIds] = idsOf(node.fields, DEPLOYMENT);
    if (id === undefined)
        trace.unrecognised('deployment', item);
    return { id, ...(otherIds.length > 0 && { otherIds }), ...stateOf(node, trace) };
}
/** What a record shows of a deployment beside its ids and its log. */
function stateOf(node, trace) {
    const { fields, path } = node;
    const text = readStatusText(node, 'deployment status', trace);
    const status = text === undefined ? statusInObject(fields) : normalizeStatus(text);
    const commit = commitOf(node);
    if (commit !== undefined)
        trace.read('commit', commit.path);
    const remarks = remarksOf(fields);
    const cause = remarks.find(({ isError }) => isError);
    if (cause !== undefined)
        trace.read('cause', pathTo(path, cause.name));
    return { status: status ?? NO_STATUS, ...(commit !== undefined && { commit: commit.value }), remarks };
}
const COMMIT_NAME = /commit|sha|revision/;
const NOT_THIS_COMMIT = /previous|parent|base|before|last|tree/;
/** The first commit in a deployment: hexadecimal digits, 7 to 40 of them, under a name of a commit. */
function commitOf(node) {
    const found = ownNodesIn(node, DEPLOYMENT).flatMap(({ fields, path }) => [...fields.values()].flatMap(({ name, value }) => {
        const named = pathTo(path, name);
        const below = named.slice(node.path.length).toLowerCase();
        const isNamed = COMMIT_NAME.test(below) && !NOT_THIS_COMMIT.test(below);
        const isCommit = isNamed && typeof value === 'string' && /^[\da-f]{7,40}$/i.test(value);
        return isCommit ? [{ value: value.toLowerCase(), path: named }] : [];
    }));
    return found.find(({ value }) => value.length === 40) ?? found[0];
}
const deployment_ERROR_NAME = /error|failure/;
const REMARK_NAME = /(?:message|reason|title|cause)$/;
/** The texts beside a log that may say why a deployment failed, those named as errors first. */
function remarksOf(fields) {
    const remarks = [...fields].flatMap(([key, { name, value }]) => {
        const isError = deployment_ERROR_NAME.test(key);
        const text = isError || REMARK_NAME.test(key) ? remarkOf(value) : undefined;
        return text === undefined ? [] : [{ name, text, isError }];
    });
    return [...remarks.filter(({ isError }) => isError), ...remarks.filter(({ isError }) => !isError)];
}
/** A text, the message of an object such as `{code, message}`, or the first of a list of these, on one line. */
function remarkOf(value) {
    const [item] = asArray(value) ?? [value];
    const record = asRecord(item);
    const texts = [...(record === undefined ? [] : fieldsOf(record))].filter(([, field]) => asText(field.value));
    const inner = texts.find(([name]) => REMARK_NAME.test(name)) ?? texts[0];
    const text = record === undefined ? asText(item) : asText(inner?.[1].value);
    return text === undefined ? undefined : plainLine(text) || undefined;
}
/**
 * One deployment with its build log. `logPath`: where the log was read before. Throws a `WireError` when the response is not
 * about `deploymentId`.
 */
function readDeployment(body, { deploymentId, logPath }, trace) {
    const node = findRecord(body, deploymentId, DEPLOYMENT);
    trace.read('deployment', node.path);
    const state = stateOf(node, trace);
    const log = readBuildLog(node, { hasEnded: isFinal(state.status), path: logPath }, trace);
    return { id: deploymentId, ...state, log };
}
/**
 * Accepts a 2xx response to a POST: 202 with JSON, plain text or no body (API page, section 4), another 2xx with JSON.
 * Throws a {@link WireError} for a page, which does not show whether the service got the request.
 */
function assertAccepted({ status, body, json }) {
    const isPage = status === 202 ? body.trimStart().startsWith('<') : json === undefined;
    if (isPage)
        throw new WireError('expected JSON');
}
/**
 * The deployment that a 2xx response to a deploy request names: `deploymentId`, else the id of an object named
 * `deployment`, else an id beside one of the five statuses. Nothing else names one; `resourceId` is never returned. Never
 * throws: an empty or unreadable body is an acceptance without an id.
 */
function readAcceptance(json, resourceId) {
    const nodes = reportsFailure(json) ? [] : nodesIn(json);
    const objects = nodes.filter(({ path, fields }) => /(?:^|\.)deployment$/i.test(path) && !DEPLOYMENT.isOther(fields));
    // Within a deployment that shows its id, another one may be named: `{deployment: {id, replaces: {deploymentId}}}`.
    const identified = new Set(objects.filter(({ fields }) => idsOf(fields, DEPLOYMENT).length > 0));
    const named = nodes
        .filter(({ ancestors }) => !ancestors.some((outer) => identified.has(outer)))
        .flatMap(({ fields }) => DEPLOYMENT.idEnds.flatMap((name) => asId(fields.get(name)?.value) ?? []));
    const stated = nodes.filter(({ fields }) => DEPLOYMENT.is(fields) && !idsOf(fields, DEPLOYMENT).includes(resourceId));
    const ofObject = [...objects, ...stated].flatMap(({ fields }) => idsOf(fields, DEPLOYMENT).slice(0, 1));
    const deploymentId = [...named, ...ofObject].find((id) => id !== resourceId);
    if (deploymentId === undefined)
        return {};
    const [status] = stated
        .filter(({ fields }) => idsOf(fields, DEPLOYMENT).includes(deploymentId))
        .map(({ fields }) => statusTextOf(fields));
    return status === undefined ? { deploymentId } : { deploymentId, status: normalizeStatus(status.value) };
}

;// CONCATENATED MODULE: ./api/wire/env.js




/** Ends of the normalized names of fields that hold variables: `env`, `envVars`, `environment_variables`, `names`. */
const VARIABLES_NAME = /(?:env|envs|environment|names|keys|variables|vars?|secrets)$/;
const NAME_NAMES = ['name', 'key'];
const env_NAME_PATTERN = /^[^\p{Cc}\s=]{1,255}$/u;
/**
 * The names of a resource's environment variables, without duplicates: texts, names of objects, or the keys of a map.
 * Incomplete when one cannot be read. Throws a `WireError` when there are none of these.
 */
function readEnvNames(body, trace) {
    const found = reportsFailure(body) ? undefined : findVariables(body);
    const { items, isComplete } = readItems(found, 'names of environment variables', {
        read: (item) => {
            const name = nameOf(item);
            if (name === undefined)
                trace.unrecognised('names of variables', item);
            return name;
        },
        keyOf: (name) => name,
    });
    const names = items.filter((name) => name !== undefined);
    if (names.length === 0 && items.length > 0)
        throw new WireError('expected names, got a list of other things');
    trace.read('names of variables', found?.path ?? '');
    return { items: names, isComplete: isComplete && names.length === items.length };
}
/** What stands under a name of variables; else the outermost list of names; else the only object, which is a map. */
function findVariables(body) {
    const nodes = nodesIn(body);
    for (const node of nodes) {
        const named = [...node.fields].filter(([key]) => VARIABLES_NAME.test(key));
        // An `environment` beside a list of variables is the one that they belong to.
        const listsFirst = [...named.filter(([, field]) => Array.isArray(field.value)), ...named];
        for (const [, { name, value }] of listsFirst) {
            const items = itemsOf(value);
            if (items === undefined)
                continue;
            return { items, path: pathTo(node.path, name), isComplete: !showsMore(node, items.length) };
        }
    }
    const empty = nodes.find(({ record }) => Object.entries(record).some(([name, value]) => value === null && VARIABLES_NAME.test(normalizeName(name))));
    const listed = findList(body, { name: '', isItem: (item) => nameOf(item) !== undefined });
    return listed ?? (empty === undefined ? bareMap(nodes) : { items: [], path: empty.path, isComplete: true });
}
/** The items of a list, the lines of a text such as `A=1`, or the keys of a map; of a map of lists only those in capitals. */
function itemsOf(value) {
    const text = asText(value);
    if (text !== undefined)
        return /[=\n]/.test(text) ? text.split('\n').filter((line) => line.trim() !== '') : undefined;
    const record = asRecord(value);
    if (record === undefined)
        return asArray(value);
    const names = Object.keys(record);
    const lists = Object.values(record).filter((inner) => Array.isArray(inner));
    if (lists.length === 0 || names.every(isInCapitals))
        return names;
    // `{build: ['A'], runtime: ['B']}`; a single list is searched with what stands beside it, such as its total.
    return lists.length === 1 ? undefined : lists.flat();
}
/** `{ok: true, data: {NAME: value}}`: the one object that is left when nothing else was sent. */
function bareMap([first]) {
    if (first === undefined)
        return undefined;
    const names = Object.keys(first.record).filter((name) => name !== 'ok' && name !== 'success');
    const [only] = names;
    const inner = names.length === 1 && only !== undefined ? first.record[only] : undefined;
    if (only === undefined)
        return undefined;
    if (isRecord(inner) && !isInCapitals(only)) {
        const keys = Object.keys(inner);
        return keys.length === 0 || keys.some(isInCapitals) ? { items: keys, path: only, isComplete: true } : undefined;
    }
    return names.every(isInCapitals) ? { items: names, path: '', isComplete: true } : undefined;
}
function isInCapitals(name) {
    return /^[A-Z_][A-Z\d_]*$/.test(name);
}
/** An item is a name, `NAME=value`, or an object with a name, which may stand in another one: `{envVar: {key}}`. */
function nameOf(item) {
    const record = asRecord(item);
    const named = record && nodesIn(record).map(({ fields }) => firstOf(fields, NAME_NAMES, asText)?.value);
    const text = record === undefined ? item : named?.find((name) => name !== undefined);
    if (typeof text !== 'string')
        return undefined;
    const [name = ''] = text.split('=', 1);
    return env_NAME_PATTERN.test(name.trim()) ? name.trim() : undefined;
}

;// CONCATENATED MODULE: ./api/wire/description.js

const VERSION_PATTERN = /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[0-9A-Za-z.-]{1,20})?$/;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** The version segment is part of the base URL, but some documents repeat it in each path. */
const VERSION_SEGMENT = /^(?:\/api)?\/v\d+(?=\/|$)/;
/** The endpoints that an OpenAPI document describes. Throws a {@link WireError} for any other body. */
function readDescription(body) {
    const { openapi, paths } = isRecord(body) ? body : {};
    if (typeof openapi !== 'string' || !VERSION_PATTERN.test(openapi) || !isRecord(paths)) {
        throw new WireError('expected an OpenAPI document with its version and paths');
    }
    const endpoints = Object.entries(paths).flatMap(([path, item]) => isRecord(item)
        ? METHODS.filter((method) => isRecord(item[method])).map((method) => `${method.toUpperCase()} ${templateOf(path)}`)
        : []);
    return { openapi, endpoints: new Set(endpoints) };
}
/** The path without version segment and trailing slash, with every parameter written `{}`. */
function templateOf(path) {
    return path
        .replace(VERSION_SEGMENT, '')
        .replace(/\/$/, '')
        .replaceAll(/\{[^{}/]*\}/g, '{}');
}

;// CONCATENATED MODULE: ./api/wire/index.js
// Readers from responses of the service to the model. All tolerance for shapes that the API does not promise is in this
// folder. No network, no knowledge of the runner.










;// CONCATENATED MODULE: ./api/endpoints.js


/** The calls by name. */
const endpoints = {
    listResources: () => ({
        route: '/resources',
        read: ({ json }, { trace }) => readResources(json, trace),
    }),
    readResource: (id) => ({
        route: '/resources/{}',
        ids: [id],
        read: ({ json }, reading) => withoutLoopback(readResource(json, id, reading.trace), reading),
    }),
    changeResource: (id, action) => ({
        route: `/resources/{}/${action}`,
        ids: [id],
        read(response) {
            assertAccepted(response);
            return 'accepted';
        },
    }),
    listDeployments: (id) => ({
        route: '/resources/{}/deployments',
        ids: [id],
        read: ({ json }, { trace }) => readDeployments(json, trace),
    }),
    createDeployment: (id, { force }) => ({
        route: '/resources/{}/deployments',
        ids: [id],
        ...(force ? { body: JSON.stringify({ force }) } : {}),
        read(response) {
            assertAccepted(response);
            return readAcceptance(response.json, id);
        },
    }),
    readDeployment: (id, deploymentId) => ({
        route: '/resources/{}/deployments/{}',
        ids: [id, deploymentId],
        large: true,
        read({ json }, { trace, logPaths }) {
            const key = JSON.stringify([id, deploymentId]);
            const detail = readDeployment(json, { deploymentId, logPath: logPaths.get(key) }, trace);
            const { path, text } = detail.log;
            if (path !== undefined && text !== '')
                logPaths.set(key, path);
            return detail;
        },
    }),
    readLogs: (id, lines) => ({
        route: '/resources/{}/logs',
        ids: [id],
        query: `?lines=${lines}`,
        large: true,
        read: (response, { trace }) => readRuntimeLog(response, response.headers['content-type'], trace),
    }),
    listEnvNames: (id) => ({
        route: '/resources/{}/env',
        ids: [id],
        read: ({ json }, { trace }) => readEnvNames(json, trace),
    }),
    readDescription: () => ({
        route: '/openapi.json',
        keyless: true,
        read: ({ json }) => readDescription(json),
    }),
};
/** Drops loopback domains unless the service itself is on loopback: such an address is the runner itself. */
function withoutLoopback(found, { isLocal, trace }) {
    if (isLocal)
        return found;
    const domains = found.domains.filter((host) => !isLoopback(new URL(`https://${host}`).hostname));
    if (domains.length < found.domains.length)
        trace.unrecognised('domains', found.domains);
    return { ...found, domains };
}

// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/index.js
var lib = __nccwpck_require__(889);
// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/proxy.js
var proxy = __nccwpck_require__(689);
;// CONCATENATED MODULE: ./api/http/exchange-error.js
// An exchange without a complete response, and which network error means what.

/** An exchange without a complete response. `status` is set if the headers were received. */
class ExchangeError extends Error {
    name = 'ExchangeError';
    failure;
    status;
    /** The end of a body that is too large. */
    tail;
    /** The proxy of the runner opened no connection. */
    isProxy;
    constructor(failure, message, status, { tail = '', isProxy = false } = {}) {
        super(message);
        this.failure = failure;
        this.status = status;
        this.tail = tail;
        this.isProxy = isProxy;
    }
}
/** Certificate and protocol errors, by the codes and messages of Node and OpenSSL. */
const rejections = [
    [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
    [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name'],
    [
        /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED|INVALID_CA/,
        'its certificate is signed by an authority that the runner does not know (env NODE_EXTRA_CA_CERTS can name it)',
    ],
    [/^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_)/, 'its certificate was not accepted'],
    [
        /wrong version number|packet length too long|handshake failure|protocol version|unsupported protocol/,
        'it does not speak TLS (https:) at this port, or none that the runner accepts',
    ],
];
/** Messages when a proxy opens no tunnel, with the reason, or the server closes the connection before TLS. */
const NO_CONNECTION = /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;
/** Classifies a network error. Exported to test errors that cannot be provoked on every machine. */
function networkError(error, status) {
    // For a host with several addresses Node puts the error of each attempt into `errors`.
    const tries = property(error, 'errors');
    const cause = Array.isArray(tries) && tries.length > 0 ? tries[0] : error;
    const field = (name) => {
        const value = property(cause, name);
        return typeof value === 'string' ? value : '';
    };
    const code = field('code');
    const message = field('message');
    const rejection = rejections.find(([pattern]) => pattern.test(code) || pattern.test(message));
    if (rejection !== undefined)
        return new ExchangeError('rejected', `${rejection[1]} (${code})`, status);
    if (code.startsWith('HPE_'))
        return new ExchangeError('unreadable', `the response cannot be read as HTTP (${code})`, status);
    const unconnected = NO_CONNECTION.exec(message);
    const proxyReason = unconnected?.[1];
    if (proxyReason !== undefined) {
        const refusal = /^statusCode=(4\d\d)/.exec(proxyReason)?.[1];
        return refusal === undefined
            ? new ExchangeError('unsent', `the proxy of the runner opened none (${proxyReason})`, status, { isProxy: true })
            : new ExchangeError('rejected', `the proxy of the runner refused it with ${refusal}`, status, { isProxy: true });
    }
    const unsent = ['connect', 'getaddrinfo'].includes(field('syscall')) || unconnected !== null;
    return new ExchangeError(unsent ? 'unsent' : 'lost', code === '' ? 'the connection failed' : code, status);
}
/** Rejects an address of a proxy that cannot be read: the client would fail without a reason, or use none. */
function assertReadableProxy(url) {
    const [upper, lower] = url.startsWith('https:') ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
    const given = process.env[lower] || process.env[upper];
    if (given === undefined || given === '' || (0,proxy/* checkBypass */.H)(new URL(url)))
        return;
    if (readProxy(url)?.hostname)
        return;
    // It may hold credentials, so it is not shown.
    const text = `the address of the proxy in ${upper} cannot be read: it must be one such as http://host:8080`;
    throw new ExchangeError('rejected', text, undefined, { isProxy: true });
}
function readProxy(url) {
    try {
        return (0,proxy/* getProxyUrl */.s)(new URL(url));
    }
    catch {
        return undefined;
    }
}
function property(value, name) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
;// CONCATENATED MODULE: ./api/http/read-body.js
// The body of a response: within a limit of bytes, decompressed, in its charset.


/** The end of a longer body, which is enough for an excerpt. */
const TAIL_BYTES = 64 * 1024;
/** A longer body may never end. */
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;
/**
 * Reads up to `maxBytes`; with `partial`, what was received before an error, which with `mayBeEmpty` is enough even if it
 * is nothing. A longer body is received to its end, within reason.
 */
async function readBody(message, { maxBytes, partial, mayBeEmpty = false, signal, onData, }) {
    const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const tooLarge = (tail = '') => new ExchangeError('too-large', `the response is longer than ${maxBytes} bytes`, message.statusCode, { tail });
    let chunks = [];
    let bytes = 0;
    try {
        // However this ends, it destroys the message.
        for await (const chunk of message) {
            chunks.push(chunk);
            bytes += chunk.length;
            onData();
            if (bytes <= maxBytes)
                continue;
            if (partial)
                break;
            // The rest is received without keeping it, but for its end.
            chunks = [Buffer.concat(chunks).subarray(-TAIL_BYTES)];
            if (bytes > MAX_DRAINED_BYTES)
                break;
        }
        if (!message.complete && !partial && bytes <= maxBytes) {
            throw new ExchangeError('lost', 'the response was cut short', message.statusCode);
        }
    }
    catch (error) {
        if (signal.aborted)
            throw error;
        if (bytes <= maxBytes && (!partial || (bytes === 0 && !mayBeEmpty)))
            throw error;
    }
    if (bytes > maxBytes && !partial) {
        const end = Buffer.concat(chunks).subarray(-TAIL_BYTES);
        throw tooLarge(encoding === 'identity' ? decode(end, message.headers['content-type']) : '');
    }
    const whole = decompress(Buffer.concat(chunks), { encoding, partial });
    if (whole === undefined)
        return { body: '', bytes, undecoded: encoding };
    if (whole.length > maxBytes && !partial)
        throw tooLarge();
    return { body: decode(whole.subarray(0, maxBytes), message.headers['content-type']), bytes };
}
/** The text in the charset of the content type; UTF-8 if there is none, or an unknown one. */
function decode(bytes, contentType) {
    const label = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
    try {
        return new TextDecoder(label).decode(bytes);
    }
    catch {
        return bytes.toString();
    }
}
/** Decompression is synchronous; this much takes some tens of milliseconds. */
const MAX_DECOMPRESSED_BYTES = 16 * 1024 * 1024;
/** The decompressed body, if it can be: a gateway may compress it although the request asked for `identity`. */
function decompress(body, { encoding, partial }) {
    const limit = { maxOutputLength: MAX_DECOMPRESSED_BYTES };
    try {
        if (encoding === 'identity' || encoding === '' || body.length === 0)
            return body;
        if (/^(?:x-)?gzip$|^deflate$/.test(encoding)) {
            return (0,external_node_zlib_namespaceObject.unzipSync)(body, { ...limit, finishFlush: partial ? external_node_zlib_namespaceObject.constants.Z_SYNC_FLUSH : external_node_zlib_namespaceObject.constants.Z_FINISH });
        }
        if (encoding === 'br') {
            const { BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH } = external_node_zlib_namespaceObject.constants;
            return (0,external_node_zlib_namespaceObject.brotliDecompressSync)(body, {
                ...limit,
                finishFlush: partial ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_FINISH,
            });
        }
    }
    catch {
        // Truncated, corrupt or too large when decompressed: handled like an unknown encoding.
    }
    return undefined;
}

;// CONCATENATED MODULE: ./api/http/exchange.js




/**
 * Sets the abort signal in Node's request options. `HttpClient` has no parameter for it; a request handler is the only
 * hook. `HttpClient.request` calls it before its first await, so it uses the value set just before the call.
 */
class SignalHandler {
    signal;
    prepareRequest(options) {
        options.signal = this.signal;
        // The client takes the host from a URL, where an IPv6 address stands in brackets; Node would look up that as a name.
        options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
    }
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return Promise.reject(new Error('no authentication is handled here'));
    }
}
/** How long an event stream is read, since it need not end. */
const STREAM_READ_MS = 5_000;
/** Creates an exchanger; call `dispose`, or its idle connections keep the process alive. */
function createExchanger(userAgent, clock) {
    const handler = new SignalHandler();
    const connect = (keepAlive) => new lib/* HttpClient */.Qq(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
    // A server may close an idle connection just as a request is sent on it. A read is sent again, but what became of a POST
    // is then unknown, so each POST has a connection of its own.
    const clients = { GET: connect(true), POST: connect(false) };
    async function exchange(request, signal) {
        const timeout = createTimeout(clock, signal);
        let status;
        assertReadableProxy(request.url);
        try {
            const endMs = clock.now() + (request.timeoutMs ?? Infinity);
            const headersByMs = Math.min(clock.now() + request.idleTimeoutMs, endMs);
            timeout.restart(() => headersByMs);
            handler.signal = timeout.signal;
            const pending = clients[request.method].request(request.method, request.url, request.body, {
                ...request.headers,
            });
            // An aborted request does not always settle: Node reports nothing after a response that switches protocols, nor
            // while a proxy does not answer the CONNECT request.
            const { message } = await (0,clock_0/* unlessAborted */.Wh)(pending, timeout.signal);
            status = message.statusCode ?? 0;
            const isStream = message.headers['content-type']?.startsWith('text/event-stream') === true;
            const bodyByMs = Math.min(clock.now() + (isStream ? STREAM_READ_MS : request.bodyTimeoutMs), endMs);
            let dataAtMs = clock.now();
            const onData = () => {
                dataAtMs = clock.now();
            };
            timeout.restart(() => Math.min(dataAtMs + request.idleTimeoutMs, bodyByMs));
            const head = { status, headers: message.headers };
            if (request.maxBytes === 0) {
                message.destroy();
                return { ...head, body: '', bytes: 0 };
            }
            const partial = isStream || request.partial === true;
            const body = await readBody(message, { ...request, partial, mayBeEmpty: isStream, signal, onData });
            // An aborted body that ends with its connection looks complete.
            if (!partial)
                timeout.signal.throwIfAborted();
            if (body.undecoded !== undefined && request.partial !== true) {
                const why = `the response is compressed and cannot be read (${body.undecoded})`;
                throw new ExchangeError('unreadable', why, status);
            }
            return { ...head, ...body };
        }
        catch (error) {
            if (signal.aborted)
                throw signal.reason;
            if (error instanceof ExchangeError && error.failure === 'too-large')
                throw error;
            if (timeout.signal.aborted)
                throw new ExchangeError('expired', 'no complete response in time', status);
            throw error instanceof ExchangeError ? error : networkError(error, status);
        }
        finally {
            timeout.clear();
        }
    }
    function dispose() {
        clients.GET.dispose();
        clients.POST.dispose();
    }
    return { exchange, dispose };
}
/** A timeout on the injected clock, combined with the signal of the step. Its end may move while it runs. */
function createTimeout(clock, signal) {
    const expiry = new AbortController();
    let timer = new AbortController();
    return {
        signal: AbortSignal.any([signal, expiry.signal]),
        restart(endMs) {
            timer.abort();
            timer = new AbortController();
            const { signal: cleared } = timer;
            async function wait() {
                for (let leftMs = endMs() - clock.now(); leftMs > 0; leftMs = endMs() - clock.now()) {
                    await clock.sleep(leftMs, cleared);
                }
            }
            wait().then(() => expiry.abort(), () => undefined);
        },
        clear: () => timer.abort(),
    };
}

;// CONCATENATED MODULE: ./api/http/transport.js




/** A longer response is received, but not read. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Longer for a POST, since its fate is unknown after a timeout. */
const IDLE_TIMEOUT_MS = { GET: 15_000, POST: 30_000 };
const SMALL_BODY_TIMEOUT_MS = 15_000;
const LARGE_BODY_TIMEOUT_MS = 60_000;
function createTransport({ baseUrl, apiKey, clock, onExchange }) {
    const exchanger = createExchanger('deployment-service-action', clock);
    async function send(request, { signal, timeoutMs = Infinity }) {
        const { endpoint } = request;
        const startedMs = clock.now();
        let response;
        try {
            const received = await exchanger.exchange({
                method: endpoint.method,
                url: baseUrl + endpoint.path,
                headers: headersFor(request),
                body: request.body ?? null,
                idleTimeoutMs: IDLE_TIMEOUT_MS[endpoint.method],
                bodyTimeoutMs: request.large === true ? LARGE_BODY_TIMEOUT_MS : SMALL_BODY_TIMEOUT_MS,
                timeoutMs,
                maxBytes: MAX_RESPONSE_BYTES,
            }, signal);
            response = { ...received, json: parseIfJson(received.body) };
        }
        catch (error) {
            throw error instanceof ExchangeError ? failures[error.failure](error, endpoint) : error;
        }
        finally {
            onExchange?.({
                endpoint,
                status: response?.status ?? 0,
                tookMs: clock.now() - startedMs,
                bytes: response?.bytes ?? 0,
                shape: () => shapeOfBody(response ?? { body: '', json: undefined }),
            });
        }
        const { location } = response.headers;
        if (response.status >= 300 && response.status < 400 && location !== undefined) {
            // The rest of the address may contain secrets.
            const host = URL.parse(location, `${baseUrl}/`)?.host ?? 'an unreadable address';
            throw new RedirectedError(endpoint, response.status, host);
        }
        return response;
    }
    function headersFor(request) {
        return {
            accept: 'application/json',
            'accept-encoding': 'identity',
            ...(request.keyless === true ? {} : { authorization: `Bearer ${apiKey}` }),
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        };
    }
    return { send, dispose: () => exchanger.dispose() };
}
/** The error codes of Node that users see most. */
const connectionProblems = {
    ECONNREFUSED: 'the host refuses connections at this port',
    ENOTFOUND: 'the host name does not resolve',
    EAI_AGAIN: 'the host name could not be resolved',
    ETIMEDOUT: 'the host did not answer',
    EHOSTUNREACH: 'there is no route to the host',
    ENETUNREACH: 'there is no route to its network',
};
/** An error code of Node in plain words, followed by the code; any other text as it is. */
function explain(code) {
    const problem = connectionProblems[code];
    return problem === undefined ? code : `${problem} (${code})`;
}
const failures = {
    unsent: (error, endpoint) => new UnreachableError(`no connection: ${explain(error.message)}`, endpoint, { isProxy: error.isProxy }),
    rejected: (error, endpoint) => new UnreachableError(`no connection: ${error.message}`, endpoint, { isPermanent: true, isProxy: error.isProxy }),
    lost: (error, endpoint) => new ConnectionLostError(`the connection was lost: ${error.message}`, endpoint, error.status),
    expired: (error, endpoint) => new RequestTimeoutError(error.message, endpoint),
    'too-large': ({ tail }, endpoint) => new ResponseTooLargeError(endpoint, { maxBytes: MAX_RESPONSE_BYTES, tail }),
    unreadable: (error, endpoint) => new UnreadableResponseError(error.message, endpoint, { status: error.status ?? 0 }),
};

;// CONCATENATED MODULE: ./api/http/probe.js



/** For headers and body each. */
const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;
/** Sends one request. Rejects only with the signal's reason. */
async function probe(url, { clock, signal, readBody }) {
    const exchanger = createExchanger('deployment-service-action health check', clock);
    try {
        const { status, headers, body, undecoded } = await exchanger.exchange({
            method: 'GET',
            url,
            headers: { accept: '*/*', 'accept-encoding': 'identity' },
            body: null,
            idleTimeoutMs: TIMEOUT_MS,
            bodyTimeoutMs: TIMEOUT_MS,
            maxBytes: readBody ? MAX_BODY_BYTES : 0,
            partial: true,
        }, signal);
        return { status, location: headers.location, body, undecoded };
    }
    catch (error) {
        if (error instanceof ExchangeError)
            return { failure: explain(error.message) };
        throw error;
    }
    finally {
        exchanger.dispose();
    }
}

;// CONCATENATED MODULE: ./api/http/index.js
// The public entry of this folder: nothing else in it is imported from outside.



;// CONCATENATED MODULE: ./api/classify-response.js
// Classifies a response: from the service, by its JSON, or from an intermediary (a proxy, an ingress, a firewall).


/** Codes by HTTP status (API page, section 7), for service errors without a code. */
const codeByStatus = {
    401: 'unauthorized',
    402: 'billing',
    403: 'forbidden',
    404: 'not_found',
    409: 'busy',
    429: 'rate_limited',
};
/** The error that a response reports; undefined when it reports none. Redirects are handled in `http/transport.ts`. */
function classifyResponse(response, endpoint, { host, wallTimeMs }) {
    const { status, json } = response;
    const succeeded = status >= 200 && status < 300;
    const envelope = readError(json);
    const isDeclared = envelope?.isDeclared === true && !isLineOfApp(response);
    // What a POST returns need not be read, so there an error counts without `ok: false`, too.
    const isRefused = isDeclared || (endpoint.method === 'POST' && envelope !== undefined);
    if (succeeded && !isRefused)
        return undefined;
    const retryAfterMs = readRetryAfterMs(response.headers['retry-after'], sentAtMs(response) ?? wallTimeMs);
    const sent = envelope?.code;
    const details = { status, host, sent, serviceMessage: envelope?.message ?? '', retryAfterMs };
    // A gateway's JSON may have an `error`, too, but not the API's `ok: false` (API page, section 7).
    const fromService = envelope?.isDeclared === true;
    if (typeof sent !== 'string' && (status >= 500 || status === 408)) {
        return new ServiceFailedError(endpoint, { ...details, fromService });
    }
    if (envelope !== undefined)
        return new RefusedError(endpoint, { ...details, code: codeFor(status, sent) });
    if (status === 429)
        return new RefusedError(endpoint, { ...details, code: 'rate_limited', page: describe(response) });
    return unrecognised(response, endpoint, { host });
}
/** Stands for any longer time: no deadline is later. */
const LONGEST_RETRY_AFTER_S = 2 ** 31;
/**
 * Milliseconds from a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds or an HTTP date, 0 for a past
 * date; undefined for anything else.
 */
function readRetryAfterMs(header, wallTimeMs) {
    const text = header?.trim() ?? '';
    if (/^\d+$/.test(text))
        return Math.min(Number(text), LONGEST_RETRY_AFTER_S) * 1000;
    // Date.parse also accepts bare numbers and fragments; an HTTP date ends with its time zone.
    if (!text.endsWith('GMT'))
        return undefined;
    const dateMs = Date.parse(text);
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - wallTimeMs);
}
/** The time of the response by the clock of the service, which a date in `Retry-After` refers to. */
function sentAtMs({ headers }) {
    const ms = Date.parse(headers.date ?? '');
    return Number.isNaN(ms) ? undefined : ms;
}
/**
 * A 404 with an undocumented code is `not_found`. A 409 or 429 with one is neither `busy` nor `rate_limited`, whatever the
 * form of the code: those are waited out.
 */
function codeFor(status, sent) {
    const byStatus = codeByStatus[status] ?? 'service_error';
    if (typeof sent === 'string' || sent === undefined)
        return sent ?? byStatus;
    const isWaitedOut = status === 409 || status === 429;
    return isWaitedOut || (status !== 404 && hasCodeForm(sent)) ? sent : byStatus;
}
/** A runtime log may be a single line of JSON, such as `{"success":false,"msg":"db down"}`; only the API's has `ok`. */
function isLineOfApp({ headers, json }) {
    return headers['content-type']?.startsWith('text/') === true && isRecord(json) && !('ok' in json);
}
/** The error for an unrecognised response. `expected`: what the reader expected of the JSON. */
function unrecognised(response, endpoint, { host, expected }) {
    const { status, json } = response;
    const wanted = expected === undefined || json === undefined ? "instead of the service's JSON" : `(${expected})`;
    const isWellFormed = expected !== undefined && typeof json === 'object' && json !== null;
    return new UnreadableResponseError(`${host} answered ${status} with ${describe(response)} ${wanted}`, endpoint, {
        status,
        isWellFormed,
    });
}
/** What a body is that is not the service's JSON. */
function describe({ body, json }) {
    return json === undefined ? kindOfBody(body) : `JSON of an unexpected shape, ${shapeOf(json)}`;
}

;// CONCATENATED MODULE: ./api/part-reports.js

/** `onUnrecognised` is called once for each unrecognised part per route. */
function createPartReports(onUnrecognised) {
    const reported = new Set();
    let observer;
    /** The trace of one response. */
    function traceFor(route, { method, path }) {
        const request = `${method} ${path}`;
        return {
            read: (part, at) => observer?.({ part, request, path: shownPath(at) }),
            unrecognised(part, value) {
                const key = `${part} ${method} ${route}`;
                const isNew = !reported.has(key);
                if (!isNew && observer === undefined)
                    return;
                reported.add(key);
                const unrecognised = { part, request, shape: shapeOf(value) };
                observer?.(unrecognised);
                if (isNew)
                    onUnrecognised?.(unrecognised);
            },
        };
    }
    /** Reports every part of further responses to the listener. */
    function observe(listener) {
        observer = listener;
    }
    return { traceFor, observe };
}

;// CONCATENATED MODULE: ./api/route.js
// Paths of the service's endpoints.
/** The path of a route such as `/resources/{}/env` with an id in the place of each `{}`. */
function pathOf(route, ids) {
    const rest = [...ids];
    return route.replaceAll('{}', () => encodeSegment(rest.shift() ?? ''));
}
/**
 * Encodes one path segment. `encodeURIComponent` throws for an unpaired surrogate and leaves five characters that some
 * servers treat as delimiters (RFC 3986, section 2.2). `.` and `..` are never ids.
 */
function encodeSegment(id) {
    const encoded = encodeURIComponent(id.toWellFormed());
    return encoded.replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

;// CONCATENATED MODULE: ./api/requests.js
// Sends one request and reads its response, or throws the error that it stands for. No pace, no retries.







/** Creates what sends the requests of one step. */
function createRequests(options) {
    const { baseUrl, clock } = options;
    const { host, hostname } = new URL(baseUrl);
    const isLocal = isLoopback(hostname);
    const transport = createTransport(options);
    const { traceFor, observe } = createPartReports(options.onUnrecognised);
    const logPaths = new Map();
    let hasAnswered = false;
    /** Rejects with an `ApiError`, or with the reason of the signal. */
    async function send(method, call, limits) {
        const { route, ids = [], query = '', read, ...more } = call;
        const [resourceId] = ids;
        const path = pathOf(route, ids) + query;
        const endpoint = resourceId === undefined ? { method, path } : { method, path, resourceId };
        const response = await transport.send({ endpoint, ...more }, limits);
        const error = classifyResponse(response, endpoint, { host, wallTimeMs: clock.wallTime() });
        if (error !== undefined) {
            hasAnswered ||= isAnswer(error);
            throw error;
        }
        try {
            const value = read(response, { trace: traceFor(route, endpoint), isLocal, logPaths });
            hasAnswered = true;
            return value;
        }
        catch (thrown) {
            throw thrown instanceof WireError ? unrecognised(response, endpoint, { host, expected: thrown.message }) : thrown;
        }
    }
    return {
        send,
        observe,
        /** The service has given a readable answer to some request of this step. */
        hasAnswered: () => hasAnswered,
        dispose: () => transport.dispose(),
    };
}
function isAnswer(error) {
    return (error instanceof RefusedError || error instanceof ServiceFailedError) && error.fromService;
}

;// CONCATENATED MODULE: ./backoff.js
// Wait before the next attempt: exponential backoff with jitter.
/** Default wait before the second attempt, and the longest wait. */
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;
/** Minimum wait, even for `Retry-After: 0`. */
const SHORTEST_MS = 500;
/**
 * Milliseconds to wait after failed attempt number `attempt` (from 1): doubles from `firstMs` to 15 s, ±25 % jitter.
 */
function backoffMs(attempt, { random, firstMs = FIRST_MS, retryAfterMs }) {
    if (retryAfterMs !== undefined) {
        return Math.max(retryAfterMs, SHORTEST_MS) + random() * Math.max(retryAfterMs / 10, SHORTEST_MS);
    }
    return Math.min(firstMs * 2 ** (attempt - 1), LONGEST_MS) * (0.75 + random() / 2);
}

;// CONCATENATED MODULE: ./api/retry.js
// Which errors are retried and when, and the retry loop. A POST whose fate is unknown, and `busy`, are handled by
// `operations/steps/submit`, which reads the deployments first.



/** Retry limit until the service has answered once: before that, a wrong address is likelier than a transient fault. */
const FIRST_CONTACT_MS = 60_000;
/** The same for unreadable responses: enough for three retries. */
const UNREADABLE_FIRST_CONTACT_MS = 10_000;
/** Minimum retry limit for `rate_limited`: twice the minute over which the service counts requests. */
const RATE_LIMIT_RETRY_MS = 120_000;
/**
 * True when the same request may be sent again. Decided by error code, not by HTTP status:
 *
 * | failure                                | GET                              | POST                     |
 * | -------------------------------------- | -------------------------------- | ------------------------ |
 * | `rate_limited`                         | again                            | again (nothing was done) |
 * | unknown code with 429                  | again after `Retry-After`        | the same                 |
 * | any other refusal                      | no                               | no                       |
 * | no connection                          | again, first contact 60 s        | the same (it never left) |
 * | certificate, protocol                  | again if it has answered before  | the same (it never left) |
 * | lost connection, request deadline, 5xx | again                            | no: fate unknown         |
 * | unreadable response                    | 60 s, first contact 3 × in 10 s  | no: fate unknown         |
 * | JSON of another shape                  | no: it would be the same         | no: fate unknown         |
 * | redirect                               | 60 s if it has answered before   | no                       |
 * | response too large                     | no                               | no                       |
 */
function mayRetry(error, state) {
    const { method, nextTryAfterMs, answeredBefore, unreadableForMs } = state;
    if (error instanceof RefusedError)
        return isTransientRefusal(error);
    if (error instanceof UnreachableError) {
        return answeredBefore || (!error.isPermanent && nextTryAfterMs <= FIRST_CONTACT_MS);
    }
    if (method === 'POST' || error instanceof ResponseTooLargeError || isOtherShape(error))
        return false;
    if (!isUnreadable(error))
        return true;
    const firstContactMs = error instanceof RedirectedError ? 0 : UNREADABLE_FIRST_CONTACT_MS;
    return unreadableForMs <= (answeredBefore ? UNREADABLE_RETRY_MS : firstContactMs);
}
/** A longer wait before another attempt is reported before it begins. */
const LONG_WAIT_MS = 3_000;
/**
 * Sends a request, paced, until it succeeds or may not be retried; rejects with the last error. A stop during a wait
 * has the last error as its cause.
 */
async function withRetry(method, send, context) {
    const { clock, signal, random, pace, answeredBefore, timeoutMs = Infinity } = context;
    const nextTurn = () => pace.turn(method === 'POST' ? 'post' : 'read', { signal });
    let lastError;
    let unreadableSinceMs;
    let turn = await nextTurn();
    const startedMs = clock.now();
    for (let attempt = 1;; attempt += 1) {
        try {
            const leftMs = startedMs + timeoutMs - clock.now();
            return await sendOnce(turn, () => send({ signal, timeoutMs: leftMs }));
        }
        catch (error) {
            // Not for a POST that was pending when the step was stopped: its fate is unknown, whatever failed before.
            if (error instanceof clock_0/* Stop */.VG && method === 'GET')
                throw new clock_0/* Stop */.VG(error.reason, { cause: lastError });
            if (!(error instanceof ApiError))
                throw error;
            lastError = error;
        }
        // The pace delays other requests for two minutes at most; this one waits for all of `Retry-After`.
        const backOffMs = isRefusal(lastError, 'rate_limited')
            ? (lastError.retryAfterMs ?? 0)
            : backoffMs(attempt, { random, retryAfterMs: retryAfterOf(lastError) });
        const afterMs = Math.max(backOffMs, turn.waitMs());
        const nextTryAfterMs = clock.now() - startedMs + afterMs;
        if (nextTryAfterMs > retryLimitMs(lastError, context))
            throw lastError;
        if (isUnreadable(lastError))
            unreadableSinceMs ??= clock.now();
        const unreadableForMs = clock.now() - (unreadableSinceMs ?? clock.now()) + afterMs;
        const state = { method, nextTryAfterMs, unreadableForMs, answeredBefore: answeredBefore() };
        if (!mayRetry(lastError, state))
            throw lastError;
        // A short wait is reported once it is over: by then the step may have ended for another reason.
        const isLong = afterMs >= LONG_WAIT_MS;
        if (isLong)
            context.onRetry({ error: lastError, afterMs, attempt });
        turn = await (0,clock_0/* withStopCause */._i)(lastError, async () => {
            await clock.sleep(backOffMs, signal);
            return await nextTurn();
        });
        if (!isLong)
            context.onRetry({ error: lastError, afterMs: 0, attempt });
    }
}
/** Sends once and reports the result to the pace; rejects with the error. */
async function sendOnce(turn, send) {
    try {
        const value = await send();
        turn.ended();
        return value;
    }
    catch (error) {
        if (isRefusal(error, 'rate_limited'))
            turn.refused(error.retryAfterMs);
        else if (error instanceof ApiError)
            turn.ended(retryAfterOf(error));
        throw error;
    }
}
function retryLimitMs(error, { retryForMs = Infinity, timeoutMs = Infinity }) {
    const retryMs = isRefusal(error, 'rate_limited') ? Math.max(retryForMs, RATE_LIMIT_RETRY_MS) : retryForMs;
    return Math.min(retryMs, timeoutMs);
}
/** `Retry-After` of a 5xx or 429, in milliseconds; undefined for other errors. */
function retryAfterOf(error) {
    const isPostponing = error instanceof ServiceFailedError || (error instanceof RefusedError && error.status === 429);
    return isPostponing ? error.retryAfterMs : undefined;
}

;// CONCATENATED MODULE: ./api/client.js
// The API client: its requests are paced and retried, or sent once per poll.






/** Nothing is sent until a method is called. */
function createClient(options) {
    const { clock, signal, pace, onRetry } = options;
    const requests = createRequests(options);
    function retryingClient(limits) {
        const context = { ...options, answeredBefore: requests.hasAnswered, ...limits };
        return clientOf((method, send) => withRetry(method, send, context));
    }
    function createPoller(poll) {
        const poller = pace.poller(poll);
        /** The first of the last poll: a later request only replaced the one that failed. */
        let firstError;
        let postponed = 0;
        async function sendPoll(turn, send) {
            try {
                const value = await sendOnce(turn, () => send({ signal }));
                postponed = 0;
                return value;
            }
            catch (error) {
                if (!(error instanceof ApiError))
                    throw error;
                firstError ??= error;
                const retryAfterMs = retryAfterOf(error);
                poller.delay(retryAfterMs ?? 0);
                if (retryAfterMs !== undefined || isRefusal(error, 'rate_limited')) {
                    postponed += 1;
                    onRetry({ error, afterMs: Math.max(retryAfterMs ?? 0, turn.waitMs()), attempt: postponed });
                }
                throw error;
            }
        }
        return {
            async next() {
                let pollTurn = await (0,clock_0/* withStopCause */._i)(firstError, () => poller.turn());
                firstError = undefined;
                // The first request is the poll; others of the same client are paced as any read.
                return clientOf(async (_method, send) => {
                    const turn = pollTurn ?? (await (0,clock_0/* withStopCause */._i)(firstError, () => pace.turn('read')));
                    pollTurn = undefined;
                    return await sendPoll(turn, send);
                });
            },
        };
    }
    function clientOf(sendWith) {
        const get = (call) => sendWith('GET', (limits) => requests.send('GET', call, limits));
        const post = (call, mayPost) => sendWith('POST', async (limits) => ((await mayPost()) ? await requests.send('POST', call, limits) : undefined));
        return {
            listResources: () => get(endpoints.listResources()),
            readResource: (id) => get(endpoints.readResource(id)),
            changeResource: (id, { action, mayPost }) => post(endpoints.changeResource(id, action), mayPost),
            listDeployments: (id) => get(endpoints.listDeployments(id)),
            createDeployment: (id, { force, mayPost }) => post(endpoints.createDeployment(id, { force }), mayPost),
            readDeployment: (id, deploymentId) => get(endpoints.readDeployment(id, deploymentId)),
            readLogs: (id, lines) => get(endpoints.readLogs(id, lines)),
            listEnvNames: (id) => get(endpoints.listEnvNames(id)),
            readDescription: () => get(endpoints.readDescription()),
            probe: (url, { readBody }) => probe(url, { clock, signal, readBody }),
            poller: createPoller,
            withLimits: retryingClient,
            observe: requests.observe,
            isKeyShared: pace.isShared,
            dispose: requests.dispose,
        };
    }
    return retryingClient({});
}

;// CONCATENATED MODULE: ./api/pacing/share.js
// The share of the key's rate limit that one step uses. Pure: times are parameters, in milliseconds of one clock.
// A step cannot see who else uses the key. But when a request is refused, the window is full, and the step knows how
// many requests in it are its own: with n of them, its fair gap is 60 s / n. Constants are from simulated fleets.
/** In which the service counts the requests of a key (API page, section 8). */
const WINDOW_MS = 60_000;
/** The limit is one request per 500 ms; with a gap of 550, fleets that know their size are locked out. */
const GAP_PER_JOB_MS = 600;
/** GitHub runs at most so many jobs of a matrix. */
const MAX_JOBS = 256;
/** Sent ahead of the schedule, so that a few resources start at once. */
const BURST_REQUESTS = 10;
/** The first wait after a refusal without `Retry-After`. */
const FIRST_WAIT_MS = 6_500;
/** The longest wait; lets 300 refused jobs in again even if refused requests count. */
const LOCKED_OUT_WAIT_MS = 210_000;
/** Longest gap or wait derived from transient refusals (early in a step, n is small) or from a slow response. */
const LONGEST_GAP_MS = 26_000;
/**
 * A first refusal with a `Retry-After` of up to so long, of a step with up to so many requests in the window, says nothing
 * about its share: 60 s / n would be a guess. When a fleet fills the window at once, `Retry-After` is longer.
 */
const TRANSIENT = { retryAfterMs: 20_000, requests: 3 };
/** Creates the share of one step; `concurrentJobs`: how many use the key at once, `random`: uniform in [0, 1). */
function createShare({ concurrentJobs, random }) {
    const startGapMs = Math.min(concurrentJobs, MAX_JOBS) * GAP_PER_JOB_MS;
    let gapMs = startGapMs;
    /** When the next request is scheduled, one gap after the other. */
    let nextMs = -Infinity;
    let blockedUntilMs = -Infinity;
    let retryAfterUntilMs = -Infinity;
    let answeredAtMs = [];
    let lastRefusedMs = -Infinity;
    /** The first refusal since the last answer. */
    let refusedSinceMs = Infinity;
    /** The last refusal; before any, the first request. */
    let unrefusedSinceMs = Infinity;
    const isShared = () => gapMs > GAP_PER_JOB_MS;
    function delayByRetryAfter({ receivedMs, retryAfterMs }) {
        if (retryAfterMs !== undefined) {
            retryAfterUntilMs = Math.max(retryAfterUntilMs, receivedMs + boundedRetryAfterMs(retryAfterMs));
        }
    }
    function waitAfter(refusal) {
        const { retryAfterMs, refusedForMs } = refusal;
        const computedMs = computedWaitAfter(refusal);
        if (retryAfterMs === undefined)
            return computedMs;
        const boundedMs = boundedRetryAfterMs(retryAfterMs);
        // After a minute of refusals `Retry-After` is not enough: many steps get the same.
        return refusedForMs < WINDOW_MS ? boundedMs : Math.max(boundedMs, computedMs);
    }
    function computedWaitAfter({ kind, receivedMs, isRepeated, refusedForMs }) {
        // When the step's own oldest request leaves the window, there is certainly room for one.
        const [oldestMs = -Infinity] = answeredAtMs;
        const oldestLeavesMs = isRepeated ? Math.min(LONGEST_GAP_MS, oldestMs + WINDOW_MS - receivedMs) : 0;
        const wideGapMs = gapMs > LONGEST_GAP_MS ? Math.min(WINDOW_MS, gapMs) : 0;
        // Longer pauses between polls would leave the places of a step that has started to newcomers.
        const longestPollMs = Math.min(LOCKED_OUT_WAIT_MS, Math.max(WINDOW_MS, 2 * startGapMs));
        const longestMs = kind === 'poll' ? longestPollMs : LOCKED_OUT_WAIT_MS;
        const growingMs = Math.min(longestMs, FIRST_WAIT_MS + refusedForMs / 5);
        const lockedOutMs = Math.min(longestMs, refusedForMs - WINDOW_MS) * (0.75 + random() / 2);
        return Math.max(oldestLeavesMs, wideGapMs, growingMs, lockedOutMs);
    }
    function gapAfter({ isRepeated, retryAfterMs = Infinity, refusedForMs }) {
        const hasFew = answeredAtMs.length <= TRANSIENT.requests;
        const isTransient = !isRepeated && hasFew && retryAfterMs <= TRANSIENT.retryAfterMs;
        const longestMs = isRepeated ? LONGEST_GAP_MS : 2 * FIRST_WAIT_MS;
        const fairGapMs = isTransient ? 0 : Math.min(longestMs, WINDOW_MS / answeredAtMs.length);
        return Math.max(fairGapMs, Math.min(WINDOW_MS, refusedForMs - WINDOW_MS));
    }
    return {
        /** Several jobs are known to use the key, or it has refused a request. */
        isShared,
        /** From `Retry-After`: no request is sent before it. */
        retryAfterUntilMs: () => retryAfterUntilMs,
        /** When a request of this kind may be sent: POSTs first, polls last. Changes as others are sent. */
        earliestMs(kind) {
            const openMs = Math.max(blockedUntilMs, retryAfterUntilMs);
            if (kind === 'post')
                return openMs;
            const readMs = Math.max(openMs + 10, nextMs - BURST_REQUESTS * gapMs);
            if (kind === 'read')
                return readMs;
            // Polls may use the burst only while no other user of the key has been noticed, and leave one request of it, so that
            // no poll is sent while another read waits for its turn.
            const pollBurst = isShared() ? 0 : BURST_REQUESTS - 1;
            return Math.max(readMs + 10, nextMs - pollBurst * gapMs);
        },
        sent(nowMs) {
            unrefusedSinceMs = Math.min(unrefusedSinceMs, nowMs);
            // Old requests leave the window, so the schedule is only so far ahead; by one long gap after a transient refusal.
            const aheadMs = Math.max(LONGEST_GAP_MS, 2.5 * (gapMs > LONGEST_GAP_MS ? gapMs : startGapMs));
            nextMs = Math.min(Math.max(nextMs, nowMs) + gapMs, nowMs + aheadMs);
        },
        /** Any result but a refusal, even no response. */
        answered(exchange) {
            const { kind, receivedMs } = exchange;
            delayByRetryAfter(exchange);
            refusedSinceMs = Infinity;
            answeredAtMs = [...answeredAtMs.slice(-119), receivedMs];
            // In simulations, shrinking the gap faster leads to new refusals; slower leaves free capacity unused.
            const isUnrefused = receivedMs - unrefusedSinceMs > WINDOW_MS;
            if (kind === 'poll' && isUnrefused)
                gapMs = Math.max(GAP_PER_JOB_MS, 0.8 * gapMs);
        },
        /** Refused with `rate_limited`. */
        refused(exchange) {
            const { sentMs, receivedMs } = exchange;
            delayByRetryAfter(exchange);
            if (sentMs < lastRefusedMs)
                return; // sent before the last refusal: no new information
            const isRepeated = receivedMs - lastRefusedMs < WINDOW_MS;
            lastRefusedMs = receivedMs;
            unrefusedSinceMs = receivedMs;
            refusedSinceMs = Math.min(refusedSinceMs, receivedMs);
            answeredAtMs = answeredAtMs.filter((atMs) => atMs > receivedMs - WINDOW_MS);
            const refusal = { ...exchange, isRepeated, refusedForMs: receivedMs - refusedSinceMs };
            blockedUntilMs = receivedMs + waitAfter(refusal) * (1 + 0.15 * random());
            gapMs = Math.max(gapMs, gapAfter(refusal));
        },
    };
}
/** `Retry-After` concerns the service (RFC 9110, section 10.2.3), but delays other requests for two windows at most. */
function boundedRetryAfterMs(retryAfterMs) {
    return Math.min(2 * WINDOW_MS, Math.max(1000, retryAfterMs));
}

;// CONCATENATED MODULE: ./api/pacing/pace.js

/** An early first poll shows that the build has started; the mean delay until the end is noticed is half the gap. */
const POLLS = { firstMs: 1_100, gapMs: 2_400 };
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1500;
/** When the next poll is scheduled, regardless of the share. The pause is as long as receiving was, up to 26 s. */
function nextPollMs({ startedAtMs, atOnce = false }, last) {
    if (last === undefined)
        return startedAtMs + (atOnce ? 0 : POLLS.firstMs);
    const pauseMs = Math.min(last.receivedMs - last.sentMs, LONGEST_GAP_MS);
    return Math.max(last.sentMs + POLLS.gapMs, last.receivedMs + pauseMs);
}
function createPace({ concurrentJobs, deadlineMs, random, clock, signal: stepSignal }) {
    const share = createShare({ concurrentJobs, random });
    const lastPollMs = deadlineMs - LAST_POLL_MS;
    /** Requests that wait, the longest first. */
    const waiting = [];
    /**
     * Waits until a request of this kind may be sent; of several, the one that has waited longest goes first. Rejects with
     * the reason of the signal, by default that of the step.
     */
    async function turn(kind, { signal = stepSignal, earliestMs = () => share.earliestMs(kind) } = {}) {
        // In whole milliseconds, as timers; computed again after each wait, since other requests may have been sent.
        const waitMs = () => Math.max(0, Math.ceil(earliestMs() - clock.now()));
        const place = { kind, sleepsUntilMs: Infinity };
        const isBehindAnother = () => waiting.slice(0, waiting.indexOf(place)).some((one) => one.kind === kind && one.sleepsUntilMs <= clock.now());
        waiting.push(place);
        try {
            for (let ms = waitMs(); ms > 0 || isBehindAnother(); ms = waitMs()) {
                place.sleepsUntilMs = clock.now() + Math.max(1, ms);
                await clock.sleep(Math.max(1, ms), signal);
            }
        }
        finally {
            waiting.splice(waiting.indexOf(place), 1);
        }
        const sentMs = clock.now();
        share.sent(sentMs);
        const exchange = (retryAfterMs) => ({ kind, sentMs, receivedMs: clock.now(), retryAfterMs });
        return {
            sentMs,
            ended: (retryAfterMs) => share.answered(exchange(retryAfterMs)),
            refused: (retryAfterMs) => share.refused(exchange(retryAfterMs)),
            /** Milliseconds until the next request of this kind may be sent. */
            waitMs,
        };
    }
    /** Creates the poll schedule of one deployment or resource; each `turn` waits until its next poll may be sent. */
    function poller(options) {
        let sentMs = -Infinity;
        let scheduledMs = nextPollMs(options);
        let delayedUntilMs = -Infinity;
        function earliestMs() {
            const usualMs = Math.max(options.nextMs?.() ?? scheduledMs, delayedUntilMs, share.earliestMs('poll'));
            const isLast = usualMs > lastPollMs && sentMs < lastPollMs;
            return isLast ? Math.max(lastPollMs, share.retryAfterUntilMs()) : usualMs;
        }
        return {
            async turn() {
                const poll = await turn('poll', { earliestMs });
                ({ sentMs } = poll);
                const ended = (retryAfterMs) => {
                    poll.ended(retryAfterMs);
                    scheduledMs = nextPollMs(options, { sentMs, receivedMs: clock.now() });
                };
                return { ...poll, ended };
            },
            /**
             * Delays the next poll by at least `ms`, after `Retry-After` of a response to this one; of several delays the longest
             * counts.
             */
            delay(ms) {
                delayedUntilMs = Math.max(delayedUntilMs, clock.now() + ms);
            },
        };
    }
    return { turn, poller, isShared: share.isShared };
}

;// CONCATENATED MODULE: ./api/pacing/index.js



;// CONCATENATED MODULE: ./plural.js
// Counts with the right plural.
/** `1 line`, `2 lines`, for words that just add an `s`. */
function pluralize(count, word) {
    return `${count} ${word}${count === 1 ? '' : 's'}`;
}

;// CONCATENATED MODULE: ./operations/decisions/ended.js
// Whether a deployment has ended, by its status and by those of older ones. Pure.

/**
 * How a deployment in this status has ended; undefined while it is in progress. An unknown status is an end if an older
 * deployment has it, since that one has ended, unless its name means work in progress.
 */
function endOf(status, old) {
    if (isKnownStatus(status) || isFinal(status))
        return endingOf(status);
    return old.has(status.toLowerCase()) && !namesProgress(status) ? 'unknown' : undefined;
}
/**
 * The unknown statuses below the entry with this id. If there is none, and without an id, below the first entry, which may be
 * in progress.
 */
function oldStatusesIn(items, deploymentId) {
    const at = items.findIndex(({ id }) => id === deploymentId);
    const older = items.slice(Math.max(0, at) + 1).map(({ status }) => status);
    // Entries that show no status prove nothing about another one without a status.
    const unknown = older.filter((status) => status !== NO_STATUS && !isKnownStatus(status));
    return new Set(unknown.map((status) => status.toLowerCase()));
}
/**
 * The deployments of a list, latest first, that are in progress. An unknown status counts as that only for the latest, and
 * unless an older one has it.
 */
function inProgressIn(items) {
    const old = oldStatusesIn(items);
    return items.filter(({ status }, at) => endOf(status, old) === undefined && (at === 0 || isKnownStatus(status)));
}

;// CONCATENATED MODULE: ./operations/decisions/ownership.js
// Which deployments are new since our request. Pure. An entry is new only if it is above all entries that were there
// before: an older one may appear at the end of a truncated list.


/** The deployments listed before a request; `before` adds the ids of earlier lists. */
function knownFrom({ items, isComplete }, before) {
    const listed = items.filter(isIdentified);
    return {
        ids: new Set([...(before?.ids ?? []), ...listed.map(({ id }) => id)]),
        names: new Set([...(before?.names ?? []), ...listed.flatMap(namesOf)]),
        inProgress: new Set(inProgressIn(items).filter(isIdentified).flatMap(namesOf)),
        anonymousFirst: items.length - itemsFrom(items, isIdentified).length,
        isReliable: isComplete || items.length > 0,
    };
}
/** Every id that an entry shows. */
function namesOf({ id, otherIds = [] }) {
    return [id, ...otherIds];
}
/** The new entries of a list since `known`. Ids that `appeared` above before stay new wherever a later list has them. */
function newSince(known, items, appeared = new Set()) {
    const rest = itemsFrom(items, ({ id }) => id !== undefined && known.ids.has(id));
    const above = items.slice(0, items.length - rest.length);
    const identified = above.filter(isIdentified);
    const below = rest.filter(isIdentified).filter(({ id }) => !known.ids.has(id));
    const moved = below.filter(({ id }) => appeared.has(id));
    const others = below.filter((deployment) => !moved.includes(deployment));
    const anonymous = above.length - identified.length;
    return {
        deployments: [...identified, ...moved],
        below: hasAllKnown(known, items) ? others : [],
        hasOthers: anonymous > known.anonymousFirst || others.length > 0,
        hasAnonymous: anonymous > 0,
    };
}
/** True if no known entry has left the list: only then can no older one have taken its place. */
function hasAllKnown(known, items) {
    const ids = new Set(items.map(({ id }) => id));
    return [...known.ids].every((id) => ids.has(id));
}
function itemsFrom(items, isFirst) {
    const at = items.findIndex(isFirst);
    return at < 0 ? [] : items.slice(at);
}
/**
 * Concludes from a list what a request started. After an accepted request (`isAccepted`), a single new deployment in
 * progress is ours, even if others have ended; after a request of unknown fate, two new ones are ambiguous, and an entry
 * without an id may hide that it was carried out. `appeared`: see {@link newSince}.
 */
function claim(known, items, { isAccepted, appeared }) {
    const { deployments, below, hasOthers, hasAnonymous } = newSince(known, items, appeared);
    const all = [...deployments, ...below];
    const inProgress = all.filter(({ status }) => !isFinal(status));
    const [first] = all;
    // Without a list from before, those that have ended may be earlier ones.
    const isHidden = isAccepted ? inProgress.length === 0 : all.length > inProgress.length;
    if (!known.isReliable && isHidden && first !== undefined)
        return { kind: 'unreliable' };
    const candidates = isAccepted && inProgress.length > 0 ? inProgress : all;
    const [only, ...others] = candidates;
    if (only === undefined)
        return { kind: hasOthers || (hasAnonymous && !isAccepted) ? 'unclear' : 'none' };
    if (deployments.length > 0 && others.length > 0)
        return { kind: 'ambiguous', ids: candidates.map(({ id }) => id) };
    if (!deployments.includes(only))
        return { kind: 'unclear' };
    return { kind: isFinal(only.status) ? 'ended' : 'ours', deployment: only };
}
/**
 * The deployment that the response names: a new one, or one in progress, to which the service joined the request. Undefined
 * when it names none, or an earlier one that had ended.
 */
function namedBy({ deploymentId }, known) {
    if (deploymentId === undefined)
        return undefined;
    if (!known.names.has(deploymentId))
        return { ownership: 'response', deploymentId };
    return known.inProgress.has(deploymentId) ? { ownership: 'joined', deploymentId } : undefined;
}
/**
 * The deployment of a commit that is in progress: on a re-run it is followed instead of requesting another one.
 * `commits`: those of this run.
 */
function inProgressOf(items, commits) {
    return inProgressIn(items)
        .filter(isIdentified)
        .find(({ commit }) => commit !== undefined && commits.some((one) => one.startsWith(commit)));
}

;// CONCATENATED MODULE: ./operations/decisions/after-lost-request.js


/** For so long the list must show no new deployment before another one may be requested. */
const SEARCH_MS = 15_000;
/** The same where the service may still be working on the request. */
const LONG_SEARCH_MS = 90_000;
/** In at least so many reads. */
const READS = 3;
/** A queue without any change for so long is not waited for any longer. */
const LONGEST_QUEUE_MS = 600_000;
/** How long the list is searched. */
function searchMs({ mayStillStart }) {
    return mayStillStart ? LONG_SEARCH_MS : SEARCH_MS;
}
/** Decides after the last of the reads. */
function afterLostRequest(seen) {
    const { known, reads, lostAtMs } = seen;
    const last = reads.at(-1);
    if (last === undefined)
        return { kind: 'read' };
    const found = claim(known, last.items, { isAccepted: false, appeared: appearedIn(reads, known) });
    if (found.kind === 'ours' || found.kind === 'ambiguous')
        return { kind: 'found', claim: found };
    // The queue may hide ours behind a build of somebody else, so the time begins anew when that has ended.
    const lastQueue = reads.findLastIndex(({ items }) => hasQueue(items, known));
    const sinceMs = reads[lastQueue]?.atMs ?? lostAtMs;
    if (!isSearched(reads.slice(lastQueue + 1), known, { sinceMs, forMs: searchMs(seen) })) {
        const isStuck = last.atMs - lastChangeMs(reads, lostAtMs) >= LONGEST_QUEUE_MS;
        if (!isStuck)
            return { kind: 'read' };
        return { kind: 'give up', why: hasQueue(last.items, known) ? 'queue' : 'empty list' };
    }
    if (found.kind !== 'none')
        return { kind: 'found', claim: found };
    return known.isReliable ? { kind: 'post' } : { kind: 'give up', why: 'no list' };
}
/** True once reads have shown the list for so long. One that has become empty proves nothing. */
function isSearched(reads, known, { sinceMs, forMs }) {
    const conclusive = reads.filter(({ items }) => items.length > 0 || known.ids.size === 0);
    const lastMs = reads.at(-1)?.atMs ?? sinceMs;
    return conclusive.length >= READS && lastMs - sinceMs >= forMs;
}
/** New deployments of all reads: a later list may show them below older ones. */
function appearedIn(reads, known) {
    return new Set(reads.flatMap(({ items }) => newSince(known, items).deployments.map(({ id }) => id)));
}
function hasQueue(items, known) {
    return inProgressIn(items).some(({ id }) => id === undefined || known.ids.has(id));
}
/** When the list last changed. */
function lastChangeMs(reads, fromMs) {
    const shown = ({ items }) => JSON.stringify(items.map(({ id, status }) => [id, status]));
    const changed = reads.findLastIndex((read, at) => at > 0 && shown(read) !== shown(reads[at - 1] ?? read));
    return reads[changed]?.atMs ?? reads[0]?.atMs ?? fromMs;
}

;// CONCATENATED MODULE: ./operations/decisions/cause.js
// Which of the texts beside a log says why a deployment failed. Pure.

/**
 * The text that explains a failure. Names with `error` or `failure` always do. Any other text does unless it was there
 * before the end: then it is the message of a commit or a trigger. Where nothing of the same kind was read before the end,
 * the predecessors that did not fail show the names of such texts.
 */
function causeOf({ reads, predecessors }) {
    // The last read knows most.
    const ends = reads.filter(({ hasEnded }) => hasEnded).toReversed();
    const earlier = reads.filter(({ hasEnded }) => !hasEnded);
    const error = ends.flatMap(({ remarks }) => remarks).find(({ isError }) => isError);
    if (error !== undefined)
        return error.text;
    const usual = predecessors.filter(({ status }) => !isUnsuccessful(status)).flatMap(({ remarks }) => remarks);
    const known = [...usual, ...earlier.flatMap(({ remarks }) => remarks)];
    function isNews({ name, text }, fromList) {
        if (/commit/i.test(name) || known.some((other) => other.name === name && other.text === text))
            return false;
        return earlier.some((read) => read.fromList === fromList) || usual.every((other) => other.name !== name);
    }
    return ends.flatMap(({ remarks, fromList }) => remarks.filter((remark) => isNews(remark, fromList)))[0]?.text;
}

;// CONCATENATED MODULE: ./operations/decisions/settled.js
// Whether the status of a resource has settled after start, stop, restart or a finished deployment, judged by what was
// seen before. Pure.

/** The first reads after start, stop and restart come quickly, so that a short restart is seen. */
const FIRST_READS_MS = [500, 1_000, 2_000, 3_000];
const READ_GAP_MS = 3_000;
/** How often the app is read after its deployment, beginning at once. */
const APP_READ_GAP_MS = 5_000;
/** After a change, the wanted state counts once a read this much later shows it, too: a crash loop is up for a moment. */
const STABLE_MS = 2_000;
/** Any other status counts once two reads this far apart show it. */
const LONG_STABLE_MS = 5_000;
/** How long a restart must show no change, or a new unknown status must hold. */
const NO_CHANGE_MS = 20_000;
/** How long an unchanged status other than the wanted one must hold, and for how long there may be none. */
const UNCHANGED_MS = 60_000;
/** Decides after the last of the reads. */
function settled(question) {
    const { goal, before, acceptedAtMs, reads, untilMs = Infinity } = question;
    const last = reads.at(-1);
    if (last === undefined)
        return { readAtMs: goal === 'deploy' ? acceptedAtMs : acceptedAtMs + (FIRST_READS_MS[0] ?? 0) };
    if (before !== undefined && [before, ...reads].every(showsNone))
        return { as: 'unshown' };
    const seen = { last, before: before?.status, reads, acceptedAtMs };
    const next = goal === 'deploy' ? afterDeploy(seen) : afterAction(seen, goal);
    if ('as' in next)
        return next;
    if (last.atMs >= untilMs)
        return { as: resourceStateOf(last.status) === 'broken' ? 'wrong' : 'uncertain' };
    return { readAtMs: Math.min(next.readAtMs, nextReadMs(question), Math.max(untilMs, last.atMs)) };
}
function showsNone({ status, hasUnreadStatus }) {
    return status === undefined && hasUnreadStatus !== true;
}
function afterDeploy({ last, before, reads }) {
    const { status } = last;
    const state = resourceStateOf(status);
    const isAsBefore = before !== undefined && isSameStatus(status, before);
    const isUnhealthy = isUpButUnhealthy(status);
    if (state === 'up' && !isUnhealthy)
        return { as: 'reached' };
    if (isAsBefore && state === 'unknown')
        return { as: 'reached' };
    if (isUnhealthy)
        return isUpButUnhealthy(before) ? { as: 'as before' } : LATER;
    if (isAsBefore && (state === 'down' || /^\P{L}*unhealthy/iu.test(before)))
        return { as: 'as before' };
    if (state === 'transition' || (state === 'broken' && isAsBefore))
        return LATER;
    if (last.atMs < heldSince(reads, (other) => isSameStatus(other, status)) + LONG_STABLE_MS)
        return LATER;
    return { as: state === 'broken' ? 'wrong' : 'uncertain' };
}
function afterAction({ last, before, reads, acceptedAtMs }, goal) {
    const { status } = last;
    if (status === undefined) {
        const lastShown = reads.findLast((read) => read.status !== undefined)?.atMs ?? acceptedAtMs;
        return at(lastShown + UNCHANGED_MS, last, 'wrong');
    }
    const state = resourceStateOf(status);
    if (state === 'transition')
        return LATER;
    const isAsBefore = isSameStatus(status, before);
    const isWanted = (other) => resourceStateOf(other) === wantedState[goal] ||
        (goal === 'restart' && resourceStateOf(other) === 'unknown' && isSameStatus(other, before));
    const sameSince = heldSince(reads, (other) => isSameStatus(other, status));
    if (state === 'unknown' && !isAsBefore)
        return at(sameSince + NO_CHANGE_MS, last, 'uncertain');
    const changed = reads.findIndex((read) => isChange(read, before));
    if (changed >= 0) {
        return isWanted(status)
            ? at(heldSince(reads.slice(changed), isWanted) + STABLE_MS, last, 'reached')
            : at(sameSince + LONG_STABLE_MS, last, 'wrong');
    }
    if (!isWanted(status))
        return at(Math.max(acceptedAtMs + UNCHANGED_MS, sameSince + LONG_STABLE_MS), last, 'wrong');
    if (goal === 'restart')
        return at(acceptedAtMs + NO_CHANGE_MS, last, 'unchanged');
    return at(sameSince + LONG_STABLE_MS, last, 'reached');
}
const wantedState = {
    start: 'up',
    stop: 'down',
    restart: 'up',
};
/** Read again at the usual time. */
const LATER = { readAtMs: Infinity };
/** Settled if the last read came at that time or later. */
function at(ms, last, as) {
    return last.atMs >= ms ? { as } : { readAtMs: ms };
}
/** True for a read that shows a transition, or another status than before. */
function isChange({ status }, before) {
    if (status === undefined)
        return false;
    return resourceStateOf(status) === 'transition' || (before !== undefined && !isSameStatus(status, before));
}
/** The time of the first of the last reads that all pass the test. */
function heldSince(reads, test) {
    const other = reads.findLastIndex(({ status }) => !test(status));
    return reads[other + 1]?.atMs ?? Infinity;
}
/** When the next read comes: after start, stop and restart quickly at first, counted from the acceptance. */
function nextReadMs({ goal, acceptedAtMs, reads }) {
    const lastMs = reads.at(-1)?.atMs ?? acceptedAtMs;
    if (goal === 'deploy')
        return lastMs + APP_READ_GAP_MS;
    const early = FIRST_READS_MS.map((ms) => acceptedAtMs + ms).find((ms) => ms > lastMs);
    return early ?? lastMs + READ_GAP_MS;
}

;// CONCATENATED MODULE: ./operations/decisions/index.js
// Decisions of a step: pure functions of what was seen, with its times.






;// CONCATENATED MODULE: ./duration.js
// Durations as people write them: `90`, `90s`, `15m`, `1h30m`.
const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 };
/**
 * Milliseconds of a written duration; undefined when `text` is not one. A bare number is seconds; each unit occurs at
 * most once, largest first.
 */
function parseDurationMs(text) {
    if (/^\d{1,9}$/.test(text))
        return Number(text) * UNIT_MS.s;
    const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/i.exec(text);
    if (parts === null || text === '')
        return undefined;
    const [, hours = '0', minutes = '0', seconds = '0'] = parts;
    return Number(hours) * UNIT_MS.h + Number(minutes) * UNIT_MS.m + Number(seconds) * UNIT_MS.s;
}
/** A duration for people, such as `4.2s`, `1m 12s` or `2h 5m`: one decimal below ten seconds, else whole seconds. */
function formatDuration(ms) {
    if (ms < 9_950)
        return `${Number((ms / UNIT_MS.s).toFixed(1))}s`;
    const totalSeconds = Math.round(ms / UNIT_MS.s);
    const hours = Math.floor(totalSeconds / 3600);
    const minutes = Math.floor((totalSeconds % 3600) / 60);
    const seconds = totalSeconds % 60;
    if (hours > 0)
        return minutes > 0 ? `${hours}h ${minutes}m` : `${hours}h`;
    if (minutes > 0)
        return seconds > 0 ? `${minutes}m ${seconds}s` : `${minutes}m`;
    return `${seconds}s`;
}

;// CONCATENATED MODULE: ./operations/failure.js
// Why the work on a resource failed, from the error that ended it and the phase that it was in. Pure.



/** The failure for an error, given what is known about the resource so far. */
function failureOf(error, outcome, context) {
    if (error instanceof ApiError) {
        const { phase } = outcome;
        const isAfterLostRequest = phase.kind === 'lost' && phase.error !== error;
        const cause = isAfterLostRequest ? describeAfterLostRequest(error, phase.error) : describeError(error);
        return { errorCode: error.code, cause, detail: detailOf(error) };
    }
    const last = error.cause instanceof ApiError ? error.cause : undefined;
    const stopped = error.reason === 'timeout'
        ? `The deadline of ${formatDuration(context.deadline.timeoutMs)} was reached`
        : 'The run was cancelled';
    const { phase } = outcome;
    const stop = { stopped, reason: error.reason, last, outcome };
    switch (phase.kind) {
        case 'before':
            return stoppedBefore(stop);
        case 'busy':
            return stoppedBefore({ ...stop, last: last ?? phase.error });
        case 'posting':
            // A POST that was being sent again had not been accepted.
            return last?.endpoint.method === 'POST' ? stoppedBefore(stop) : stoppedUnknown(stop, phase);
        case 'lost':
            return stoppedUnknown(stop, phase);
        case 'searching':
        case 'following':
        case 'checking':
            return stoppedAfter(stop, phase);
    }
}
/** Nothing was started. At the deadline, the last error is the cause. */
function stoppedBefore({ stopped, reason, last, outcome: { resourceId } }) {
    if (reason === 'interrupted') {
        const cause = `${stopped} before this step had changed ${resourceId === '' ? 'anything' : resourceId}.`;
        return { errorCode: 'interrupted', cause: cause + lastErrorText(last) };
    }
    if (last === undefined)
        return { errorCode: 'timeout', cause: `${stopped}.` };
    const cause = `${describeError(last)} ${stopped} before this had changed.`;
    return { errorCode: last.code, cause, detail: detailOf(last) };
}
function detailOf(error) {
    return error instanceof UnreachableError && error.isProxy ? 'proxy' : undefined;
}
function lastErrorText(last) {
    return last === undefined ? '' : ` Last error: ${describeError(last)}`;
}
/** The request may have been carried out. */
function stoppedUnknown({ stopped, reason }, phase) {
    if (reason === 'interrupted') {
        const cause = `${stopped} before it was known whether the request had been accepted.`;
        return { errorCode: 'interrupted', cause, stillRunning: true };
    }
    const cause = phase.kind === 'lost'
        ? `${describeError(phase.error)} ${stopped} before it was known what had become of it.`
        : `${stopped} before the response came.`;
    return { errorCode: 'unknown_outcome', cause, stillRunning: true };
}
/** The work had been accepted, or was that of somebody else. */
function stoppedAfter({ stopped, reason, last, outcome }, phase) {
    const lastError = reason === 'interrupted' ? '' : lastErrorText(last);
    const { deploymentId, status, resourceId } = outcome;
    const hasEnded = phase.kind === 'following' && status !== undefined && isFinal(status);
    const when = hasEnded
        ? `after deployment ${deploymentId} had ended (${status}), before the state of ${resourceId} was known`
        : `while ${failure_stateOf(outcome, phase)}`;
    const isLimited = reason === 'timeout' && last?.code === 'rate_limited';
    return { errorCode: isLimited ? 'rate_limited' : reason, cause: `${stopped} ${when}.${lastError}` };
}
/** What was going on, as far as it was seen. */
function failure_stateOf({ resourceId, deploymentId, status, resourceStatus }, phase) {
    if (phase.kind === 'checking')
        return `the health check of ${resourceId} had not passed yet`;
    if (phase.kind === 'searching')
        return `the new deployment of ${resourceId} was not identified yet`;
    const what = deploymentId === undefined ? resourceId : `deployment ${deploymentId}`;
    const state = deploymentId === undefined ? resourceStatus : status;
    if (state === undefined)
        return `the status of ${what} had not been seen yet`;
    if (isKnownStatus(state))
        return `${what} was ${state}`;
    if (status === undefined)
        return `the status of ${what} was ${state}`;
    return `${what} had ${describeUnknownStatus(status)}: whether it has ended is not known`;
}
/** A status of a deployment that is none of the five, after `has`. */
function describeUnknownStatus(status) {
    return status === NO_STATUS
        ? 'no status that this action knows'
        : `the status "${status}", which this action does not know`;
}
/** An error that comes after a request whose response was lost. */
function describeAfterLostRequest(error, lost) {
    const earlier = describeError(lost).replace(/\.$/, '');
    return `${describeError(error)} The response to an earlier request was lost (${earlier}): that one may have been carried out all the same.`;
}
/** An error in one sentence: the request, what happened, and the service's own message. */
function describeError(error) {
    const { method, path } = error.endpoint;
    const quote = error instanceof ErrorResponseError && error.serviceMessage !== '' ? `: ${error.serviceMessage}` : '';
    const text = `${method} ${path}: ${error.message}${quote}`;
    return /[.!?]$/.test(text) ? text : `${text}.`;
}

;// CONCATENATED MODULE: ./operations/operation.js
/** True for a deployment that our request started or joined. */
function isOurs(ownership) {
    return !['asked', 'latest', 'in-progress', 'appeared'].includes(ownership);
}

;// CONCATENATED MODULE: ./operations/outcome.js
// Reduces the events of a resource to its outcome; nothing else keeps state about a resource. Pure.


const BEFORE = { kind: 'before' };
const FOLLOWING = { kind: 'following' };
/** The outcome of a resource of which nothing is known yet. */
function newOutcome(resourceId) {
    return { resourceId, phase: BEFORE };
}
/** The outcome after an event of its resource; the same object when the event changes nothing. */
function applyEvent(outcome, event) {
    const { phase } = outcome;
    switch (event.kind) {
        case 'named':
            return { ...outcome, name: event.name };
        case 'posting':
            // A lost request stays lost until it is known whether it was accepted, even if another one is sent.
            return phase.kind === 'lost' ? outcome : { ...outcome, phase: { kind: 'posting' } };
        case 'lost':
            return { ...outcome, phase: { kind: 'lost', error: event.error }, stillRunning: true };
        case 'not-started':
            return { ...outcome, phase: BEFORE, stillRunning: false };
        case 'refused':
            if (phase.kind === 'lost')
                return outcome;
            return { ...outcome, phase: event.error === undefined ? BEFORE : { kind: 'busy', error: event.error } };
        case 'accepted':
            return accepted(outcome, event);
        case 'requested':
            return { ...outcome, phase: FOLLOWING, stillRunning: true };
        case 'found':
            return { ...outcome, deploymentId: event.deploymentId, status: event.status };
        case 'status': {
            const { deploymentId, status, elapsedMs: durationMs, hasEnded } = event;
            const hadEnded = outcome.hadEnded && hasEnded;
            return { ...outcome, phase: FOLLOWING, deploymentId, status, durationMs, stillRunning: !hasEnded, hadEnded };
        }
        case 'commit':
            return { ...outcome, commit: event.commit };
        case 'resource':
            return { ...outcome, resourceStatus: event.status, ...(event.url === '' ? {} : { url: event.url }) };
        case 'settled':
            return { ...outcome, durationMs: event.elapsedMs, stillRunning: false };
        case 'already':
            return { ...outcome, stillRunning: false };
        case 'as-before':
            return { ...outcome, isAsBefore: true };
        case 'failed': {
            if (outcome.errorCode !== undefined)
                return outcome;
            const { errorCode, cause, reason, detail, stillRunning = outcome.stillRunning ?? false } = event;
            return { ...outcome, errorCode, cause, reason, detail, stillRunning };
        }
        case 'skipped':
            return { ...outcome, skipped: event.why, ...(event.detail === '' ? {} : { cause: event.detail }) };
        case 'checking':
            return { ...outcome, phase: { kind: 'checking' } };
        case 'healthy':
            return { ...outcome, phase: FOLLOWING, proof: event.proof };
        case 'note':
        case 'warning':
        case 'waiting':
        case 'retrying':
        case 'log':
        case 'ended':
            return outcome;
    }
}
/** `stillRunning` is set only for our own deployment: another one may already have ended. */
function accepted(outcome, event) {
    const { deploymentId, ownership, status } = event;
    const known = {
        ...outcome,
        phase: deploymentId === undefined ? { kind: 'searching' } : FOLLOWING,
        ...(deploymentId === undefined ? {} : { deploymentId }),
        ...(status === undefined ? {} : { status }),
    };
    const hasEnded = status !== undefined && isFinal(status);
    if (isOurs(ownership))
        return { ...known, stillRunning: !hasEnded };
    return hasEnded ? { ...known, hadEnded: true } : known;
}
/**
 * True when work that is `stillRunning` was accepted and not waited for, or is a deployment that was in progress when last
 * read, and could be read until the step ended.
 */
function continuesForCertain({ deploymentId, status, errorCode, phase }) {
    if (deploymentId === undefined)
        return errorCode === undefined && ['searching', 'following'].includes(phase.kind);
    const isReadable = errorCode === undefined || errorCode === 'timeout' || errorCode === 'interrupted';
    return isReadable && (status === undefined || isKnownStatus(status));
}

;// CONCATENATED MODULE: ./operations/report.js
// Builds the report of a step from its outcomes: headlines, and the first failure as the failure of the step.




/**
 * The report of an operation on the service as a whole. A stop or an ApiError becomes a failed report; other errors are
 * rethrown.
 */
async function reportFor(action, context, work) {
    try {
        return await work();
    }
    catch (error) {
        if (!(error instanceof clock_0/* Stop */.VG || error instanceof ApiError))
            throw error;
        const { errorCode, cause, detail } = failureOf(error, newOutcome(''), context);
        return { action, outcomes: [], errorCode, cause, ...(detail && { detail }) };
    }
}
/** The report of an operation on given resources; the first failure gives its error code. */
function reportOn(outcomes, wording) {
    const failure = outcomes.find(({ errorCode }) => errorCode !== undefined);
    const only = outcomes.length === 1 ? outcomes[0] : undefined;
    const whose = only === undefined && failure !== undefined ? `${failure.name ?? failure.resourceId}: ` : '';
    return {
        action: wording.action,
        ...(only === undefined && { headline: headlineOfMany(outcomes, wording) }),
        ...(only !== undefined && only.errorCode === undefined && { headline: headlineOf(only, wording) }),
        outcomes,
        ...(wording.facts && { facts: wording.facts }),
        ...(failure?.errorCode === undefined ? {} : { errorCode: failure.errorCode }),
        ...(failure?.cause === undefined ? {} : { cause: whose + failure.cause }),
    };
}
/** The end of a headline about a deployment that left the resource down or unhealthy, as it was before. */
function asBefore({ isAsBefore, resourceStatus }) {
    return isAsBefore === true ? `; still ${resourceStatus}, as before` : '';
}
function headlineOf(outcome, { passed }) {
    if (outcome.skipped !== undefined) {
        return `${outcome.name ?? outcome.resourceId} was skipped: ${skipReason[outcome.skipped]}`;
    }
    return passed(outcome);
}
/** Why a resource was skipped, in words. */
const skipReason = {
    busy: 'it is busy with other work',
    outdated: 'the branch has moved past this commit',
    'fail-fast': 'another resource failed',
};
function headlineOfMany(outcomes, { done = 'read' }) {
    const count = (test) => outcomes.filter(test).length;
    const failed = count(({ errorCode }) => errorCode !== undefined);
    const skipped = count(({ skipped: why }) => why !== undefined);
    const passed = outcomes.length - failed - skipped;
    const continues = outcomes.some(({ errorCode, stillRunning }) => errorCode === undefined && stillRunning === true);
    const parts = [`${passed} of ${outcomes.length} ${continues ? 'accepted' : done}`];
    if (failed > 0)
        parts.push(`${failed} failed`);
    if (skipped > 0)
        parts.push(`${skipped} skipped`);
    return parts.join(', ');
}

;// CONCATENATED MODULE: ./nearest.js
// "Did you mean …?": the allowed word closest to a mistyped one.
/** Largest edit distance of a suggestion, as a share of the longer word's length. */
const MAX_CHANGED_SHARE = 0.4;
/** Longer words are not compared: the comparison takes time proportional to the product of the lengths. */
const nearest_MAX_CHARS = 40;
/** The allowed word with the smallest edit distance, ignoring case; undefined when none is close enough. */
function nearest(word, allowed) {
    if (word.length > nearest_MAX_CHARS)
        return undefined;
    const candidates = allowed
        .filter((candidate) => candidate.length <= nearest_MAX_CHARS)
        .map((candidate) => ({ candidate, changes: changesBetween(word.toLowerCase(), candidate.toLowerCase()) }))
        .filter(({ candidate, changes }) => changes <= Math.max(word.length, candidate.length) * MAX_CHANGED_SHARE)
        .toSorted((a, b) => a.changes - b.changes);
    return candidates[0]?.candidate;
}
/** Levenshtein distance. */
function changesBetween(from, to) {
    let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (const [row, character] of Array.from(from).entries()) {
        const current = [row + 1];
        for (const [column, other] of Array.from(to).entries()) {
            const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1);
            const removed = (previous[column + 1] ?? 0) + 1;
            const inserted = (current[column] ?? 0) + 1;
            current.push(Math.min(replaced, removed, inserted));
        }
        previous = current;
    }
    return previous.at(-1) ?? 0;
}

;// CONCATENATED MODULE: ./operations/similar-resource.js



/** How long the list of resources may be retried. */
const similar_resource_TIMEOUT_MS = 10_000;
/**
 * The id of the resource most like the given one: its name was given instead, or its id is mistyped. Undefined when the
 * list has the given id, or cannot be read.
 */
async function similarResource(given, client) {
    try {
        const { items } = await client.withLimits({ retryForMs: similar_resource_TIMEOUT_MS }).listResources();
        const ids = items.flatMap(({ id }) => id ?? []);
        if (ids.includes(given))
            return undefined;
        const named = items.find(({ name }) => name?.toLowerCase() === given.toLowerCase());
        return named?.id ?? nearest(given, ids);
    }
    catch (error) {
        if (error instanceof ApiError || error instanceof clock_0/* Stop */.VG)
            return undefined;
        throw error;
    }
}

;// CONCATENATED MODULE: ./operations/task.js
// The work on one resource: passes its events on and reduces them to its outcome. Expected errors become failed
// outcomes; unexpected ones are rethrown.





/** Creates the task of a resource. */
function createTask(resourceId, { emit }) {
    let outcome = newOutcome(resourceId);
    return {
        resourceId,
        get outcome() {
            return outcome;
        },
        emit(event) {
            const whole = { ...event, resourceId };
            outcome = applyEvent(outcome, whole);
            emit(whole);
        },
    };
}
/** Runs the work on one resource and resolves with its outcome. Rejects only with an unexpected error. */
async function runTask(resourceId, context, work) {
    const task = createTask(resourceId, context);
    try {
        await work(task);
    }
    catch (error) {
        if (!(error instanceof clock_0/* Stop */.VG || error instanceof ApiError))
            throw error;
        // An error while a failure is being explained does not replace that failure.
        if (task.outcome.errorCode === undefined) {
            const failure = failureOf(error, task.outcome, context);
            const isUnknown = failure.errorCode === 'not_found' && task.outcome.resourceStatus === undefined;
            const similarId = isUnknown ? await similarResource(resourceId, context.client) : undefined;
            const hint = similarId === undefined ? '' : ` Did you mean ${similarId}?`;
            task.emit({ kind: 'failed', ...failure, cause: `${failure.cause}${hint}` });
        }
    }
    task.emit({ kind: 'ended' });
    return task.outcome;
}
/** The outcome of a resource that is not started because another one failed. */
function skipAfterFailure(resourceId, context) {
    const task = createTask(resourceId, context);
    task.emit({ kind: 'skipped', why: 'fail-fast', detail: '' });
    task.emit({ kind: 'ended' });
    return task.outcome;
}

;// CONCATENATED MODULE: ./operations/steps/notes.js
/** The same note is emitted again after this time, to show that polling continues. */
const SAME_NOTE_MS = 25_000;
/**
 * The returned function emits a note, unless the same one was emitted less than 25 s ago. `kind`: what makes it the same,
 * where its text quotes the service and may change. `onceFor`: a key for which it is emitted only once.
 */
function createNotes(task, clock) {
    const emittedAtMs = new Map();
    return (text, { onceFor, kind = text } = {}) => {
        const key = onceFor ?? kind;
        const sinceMs = clock.now() - (emittedAtMs.get(key) ?? -Infinity);
        if (sinceMs < (onceFor === undefined ? SAME_NOTE_MS : Infinity))
            return;
        emittedAtMs.set(key, clock.now());
        task.emit({ kind: 'note', text });
    };
}

;// CONCATENATED MODULE: ./operations/steps/log/emit-log.js
/** Usual size of a piece: sanitizing a whole log at once would need many times its size in memory. */
const PIECE_CHARS = 1 << 16;
/**
 * Emits a log of any length. Resolves when it has been read, so that it does not pile up in memory for a slow reader; or
 * when the step was stopped, which the next request rejects with: how a deployment ended does not depend on its log.
 */
async function emitLog({ text, ...of }, { emit, flushed, signal }) {
    let at = 0;
    while (at < text.length) {
        const end = endOfPiece(text, at);
        emit({ kind: 'log', ...of, text: text.slice(at, end) });
        at = end;
        await flushed();
        if (signal.aborted)
            return;
    }
}
/** Where a reader of the step log sees the end of a line. */
const LINE_END = /\r\n?|\n/;
/** The end of a piece: whole lines of {@link PIECE_CHARS} at most, or a single longer line. */
function endOfPiece(text, start) {
    if (text.length - start <= PIECE_CHARS)
        return text.length;
    const piece = text.slice(start, start + PIECE_CHARS);
    // A line feed may follow a carriage return at the end.
    const end = Math.max(piece.lastIndexOf('\n'), piece.slice(0, -1).lastIndexOf('\r')) + 1;
    if (end > 0)
        return start + end;
    const lineEnd = LINE_END.exec(text.slice(start));
    return lineEnd === null ? text.length : start + lineEnd.index + lineEnd[0].length;
}

;// CONCATENATED MODULE: ./operations/steps/log/log-cursor.js
// Finds the new part of a log that is served as a whole each time. It may grow, lose its beginning or middle, restart
// or be rewritten: then it is shown anew, once. An unfinished last line is held back until it is complete.

const NOTHING = { text: '', isDiscontinuous: false };
const HELD = { ...NOTHING, isHeld: true };
/** Creates a cursor at the start of a log. */
function createLogCursor() {
    let seen = '';
    let unfinished = '';
    let wasDiscontinuous = false;
    let held;
    function unseenIn(log) {
        const complete = completeLinesOf(log);
        if (complete.startsWith(seen))
            return { text: complete.slice(seen.length), isDiscontinuous: false };
        const isLost = unfinished !== '' && !containsText(log, unfinished);
        const next = unseenOf(seen, complete);
        return isLost ? { ...next, lost: unfinished } : next;
    }
    return {
        advance(log) {
            const complete = completeLinesOf(log);
            // An older copy, from a replica that is behind.
            if (complete !== seen && seen.startsWith(complete))
                return NOTHING;
            const next = unseenIn(log);
            if (next.isDiscontinuous && wasDiscontinuous) {
                held = log;
                return HELD;
            }
            held = undefined;
            wasDiscontinuous ||= next.isDiscontinuous;
            seen = complete;
            unfinished = log.slice(complete.length);
            return next;
        },
        end() {
            if (held === undefined)
                return unfinished;
            const { text, lost } = unseenIn(held);
            return (lost === undefined ? '' : `${lost}\n`) + text + held.slice(completeLinesOf(held).length);
        },
    };
}
function completeLinesOf(log) {
    return log.slice(0, log.lastIndexOf('\n') + 1);
}
/** What a copy adds that does not begin with all that was seen. */
function unseenOf(seen, complete) {
    const before = linesOf(seen);
    const now = linesOf(complete);
    const same = now.findIndex((line, at) => line !== before[at]);
    const from = same < 0 ? now.length : same;
    const again = lastLinesAgain(before, now);
    if (again !== undefined && again.end > from) {
        // In a log by parts, lines are added before the end, too; without the same beginning, lines were missed.
        const known = new Set(from > 0 ? before : []);
        const inserted = now.slice(from, again.start).filter((line) => !known.has(line));
        return { text: log_cursor_textOf([...inserted, ...now.slice(again.end)]), isDiscontinuous: false };
    }
    // The last line alone is other: it was overwritten in place, as progress bars do.
    return { text: log_cursor_textOf(now.slice(from)), isDiscontinuous: from < before.length - 1 };
}
/** Fewer characters could be equal by coincidence, unless the line occurs only once. */
const SHORTEST_OVERLAP_CHARS = 16;
const SHORTEST_LINE_CHARS = 3;
/** Lines of an overlap that are compared. */
const OVERLAP_LINES = 500;
/** Where the last lines of a log stand in another copy: the longest run that ends with the last line. */
function lastLinesAgain(before, now) {
    const last = before.at(-1);
    let best = { start: 0, end: 0 };
    let isOnlyRun = true;
    for (let end = now.length; end > 0; end -= 1) {
        if (now[end - 1] !== last)
            continue;
        let length = 1;
        while (length < OVERLAP_LINES && length < end && now[end - 1 - length] === before.at(-1 - length))
            length += 1;
        const bestLength = best.end - best.start;
        if (length === bestLength)
            isOnlyRun = false;
        if (length <= bestLength)
            continue;
        best = { start: end - length, end };
        isOnlyRun = true;
    }
    const chars = log_cursor_textOf(now.slice(best.start, best.end)).length;
    const isOnly = (lines) => lines.indexOf(last ?? '') === lines.lastIndexOf(last ?? '');
    const isCertain = chars >= SHORTEST_OVERLAP_CHARS || (chars > SHORTEST_LINE_CHARS && isOnly(before) && isOnly(now));
    // Of repeated runs none is certain, unless the copy begins with it.
    return isCertain && (isOnlyRun || best.start === 0) ? best : undefined;
}
/** The lines of a text that ends with a line end. */
function linesOf(text) {
    return text.split('\n').slice(0, -1);
}
function log_cursor_textOf(lines) {
    return lines.map((line) => `${line}\n`).join('');
}

;// CONCATENATED MODULE: ./operations/steps/log/whole-text.js

/** The text of a log with a line end at its end, and then its entries without text as lines of JSON. */
function wholeText(log) {
    return withLineEnd(log.text) + unreadText(log);
}
/** The entries of a log without text as lines of JSON; empty when there are none. */
function unreadText({ unread }) {
    return unread === undefined ? '' : withLineEnd(unread);
}
/** Notes how many entries the service marks as hidden. */
function reportHidden(task, { hiddenCount }) {
    if (hiddenCount === 0)
        return;
    task.emit({ kind: 'note', text: `${pluralize(hiddenCount, 'line')} that the service marks as hidden left out` });
}
/** The text with a line end, unless it is empty. */
function withLineEnd(text) {
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

;// CONCATENATED MODULE: ./operations/steps/log/build-log.js





const DISCONTINUITY = 'the log does not continue where it ended before: lines are missing, or it was restarted or rewritten';
const build_log_HELD = 'the log does not continue again: it is shown once more at the end, as it is then';
function createBuildLog(task, context) {
    const cursor = createLogCursor();
    const note = createNotes(task, context.clock);
    let hasText = false;
    let last;
    async function emit(text) {
        await emitLog({ resourceId: task.resourceId, source: 'build', text }, context);
    }
    return {
        get hasText() {
            return hasText;
        },
        get last() {
            return last;
        },
        async show(reading) {
            last = reading;
            if (reading === undefined)
                return;
            if (reading.text !== '')
                hasText = true;
            const { text, isDiscontinuous, isHeld, lost = '' } = cursor.advance(reading.text);
            await emit(withLineEnd(lost));
            if (isDiscontinuous)
                note(DISCONTINUITY);
            if (isHeld === true)
                note(build_log_HELD, { onceFor: build_log_HELD });
            await emit(text);
        },
        async showTail(error) {
            const { deploymentId } = task.outcome;
            const text = `only the end of the log of deployment ${deploymentId} is shown. ${describeError(error)}`;
            task.emit({ kind: 'note', text });
            const lines = error.tail.replaceAll('\\n', '\n').split('\n').slice(1);
            await emit(withLineEnd(lines.join('\n')));
        },
        async showEnd() {
            await emit(withLineEnd(cursor.end()));
            if (last === undefined)
                return;
            await emit(unreadText(last));
            reportHidden(task, last);
        },
    };
}

;// CONCATENATED MODULE: ./operations/steps/log/index.js




;// CONCATENATED MODULE: ./operations/steps/resource/resource.js
// Reads a resource: name, status, address, deployments and runtime log.





/** How long a read may be retried that does not affect the verdict. */
const OPTIONAL_TIMEOUT_MS = 20_000;
/** How long a read may take that the work can do without. */
const BRIEF_MS = 10_000;
/** Reads the resource, records it in the task, and returns it. */
async function refreshResource(task, { client }) {
    return recordResource(task, await resource_readResource(task.resourceId, client));
}
/** Records name, status and address of a resource in the task. */
function recordResource(task, found) {
    const url = addressOf(found);
    if (found.name !== undefined && found.name !== task.outcome.name)
        task.emit({ kind: 'named', name: found.name });
    const { status, unread } = found;
    const why = unread && `the status of the resource could not be read. ${describeError(unread)}`;
    task.emit({ kind: 'resource', status, url: url ?? '', why });
    return found;
}
/**
 * Reads a resource; takes a missing status from the list, whose items have one (API page). A list that cannot be read says
 * nothing about the resource: its status is then unknown.
 */
async function resource_readResource(resourceId, client) {
    const found = await client.readResource(resourceId);
    if (found.status !== undefined)
        return found;
    const list = await orApiError(client.withLimits({ timeoutMs: BRIEF_MS }).listResources());
    if (list instanceof ApiError)
        return { ...found, unread: list };
    return { ...list.items.find(({ id }) => id === found.id), ...found };
}
/** Address of the first domain: `https:`, or `http:` for a loopback host. */
function addressOf({ domains }) {
    const [host] = domains;
    if (host === undefined)
        return undefined;
    return `${isLoopback(new URL(`https://${host}`).hostname) ? 'http' : 'https'}://${host}`;
}
/**
 * The deployments of a resource, latest first. A 404 means that there are none, since some services answer so for an
 * empty list; it is marked as incomplete, since it may be a mistake.
 */
async function listDeployments(resourceId, client) {
    const list = await orApiError(client.listDeployments(resourceId));
    if (isRefusal(list, 'not_found'))
        return { items: [], isComplete: false };
    if (list instanceof ApiError)
        throw list;
    return list;
}
/** The deployments; undefined if the service refuses to list them, as it may for a database. */
async function listOrNone(resourceId, client) {
    const list = await orApiError(listDeployments(resourceId, client));
    if (!(list instanceof ApiError))
        return list;
    if (list instanceof RefusedError && !isKeyProblem(list))
        return undefined;
    throw list;
}
/** The deployments of a resource of this type: only for an app it is an error if the service refuses to list them. */
async function listForType(resourceId, { type = 'app' }, client) {
    return type === 'app' ? await listDeployments(resourceId, client) : await listOrNone(resourceId, client);
}
/**
 * Runs work that does not affect the verdict: an ApiError or the deadline becomes a warning, and the result undefined.
 */
async function bestEffort(what, context, work) {
    try {
        return await work({ ...context, client: context.client.withLimits({ retryForMs: OPTIONAL_TIMEOUT_MS }) });
    }
    catch (error) {
        if ((0,clock_0/* isTimeout */.kL)(error)) {
            context.emit({ kind: 'warning', text: `The deadline left no time to read ${what}.` });
            return undefined;
        }
        if (!(error instanceof ApiError))
            throw error;
        context.emit({ kind: 'warning', text: `Could not read ${what}. ${describeError(error)}` });
        return undefined;
    }
}
/** The values of the input `lines` (API page: the service accepts no others). */
const logLines = { '100': 100, '500': 500, '2000': 2000 };
/** Reads the input `lines`: how many lines of a runtime log to show. */
function readLines(inputs) {
    return logLines[inputs.choice('lines', ['100', '500', '2000'])];
}
/** Shows the last lines of the runtime log. */
async function showRuntimeLog(resourceId, lines, context) {
    const log = await bestEffort(`the runtime log of ${resourceId}`, context, ({ client }) => client.readLogs(resourceId, lines));
    if (log !== undefined)
        await emitLog({ resourceId, source: 'runtime', text: wholeText(log) }, context);
}

;// CONCATENATED MODULE: ./operations/steps/resource/resource-status.js
// The status of a resource as a read shows it.

function statusIn({ status, hasUnreadStatus }) {
    return { status, hasUnreadStatus };
}
/** What a read shows, after `is`. */
function describeStatus({ status, hasUnreadStatus }) {
    if (status !== undefined)
        return status;
    return hasUnreadStatus === true ? 'in a status that could not be read' : 'in no status that is shown';
}
/** `running (unhealthy)` counts as running, with a warning. */
function warnIfUnhealthy(task) {
    const { resourceStatus = '' } = task.outcome;
    if (!isUpButUnhealthy(resourceStatus))
        return;
    task.emit({ kind: 'warning', text: `${task.resourceId} is ${resourceStatus}: it runs, but its own check fails.` });
}

;// CONCATENATED MODULE: ./operations/steps/resource/await-app.js
// Reads a resource after its deployment finished, until its app runs.








/** Wait after a read that failed. */
const RETRY_GAP_MS = 5_000;
const await_app_TIMEOUT_MS = 60_000;
/**
 * Reads the resource until its app runs, for at most a minute. A broken app fails the task with `not_running`; any other
 * status passes, with a warning. `sharesTime`: a health check follows, so half of the time until the deadline is left for
 * it.
 */
async function awaitApp(task, { before, sharesTime }, context) {
    const { clock, deadline, signal } = context;
    const timeoutMs = sharesTime ? Math.min(await_app_TIMEOUT_MS, deadline.remainingMs() / 2) : await_app_TIMEOUT_MS;
    const client = context.client.withLimits({ retryForMs: 0 });
    const acceptedAtMs = clock.now();
    const untilMs = acceptedAtMs + timeoutMs;
    const reads = [];
    const note = createNotes(task, clock);
    let error;
    let refusals = 0;
    let as;
    try {
        for (let lastMs = -Infinity; refusals < 2;) {
            const decision = settled({ goal: 'deploy', before, acceptedAtMs, reads, untilMs });
            if ('as' in decision) {
                ({ as } = decision);
                break;
            }
            const retryAtMs = error === undefined ? -Infinity : lastMs + RETRY_GAP_MS;
            const readAtMs = Math.max(decision.readAtMs, retryAtMs);
            if (readAtMs > untilMs)
                break;
            await clock.sleep(readAtMs - clock.now(), signal);
            lastMs = clock.now();
            const read = await orApiError(refreshResource(task, { client }));
            if (read instanceof ApiError) {
                error = read;
                const isRefusal = isOtherShape(read) || (read instanceof RefusedError && !isTransientRefusal(read));
                refusals = isRefusal ? refusals + 1 : 0;
                note(`the resource could not be read. ${describeError(read)}`, { kind: read.message });
                continue;
            }
            error = undefined;
            refusals = 0;
            reads.push({ atMs: clock.now(), ...statusIn(read) });
        }
    }
    catch (stop) {
        if (!(0,clock_0/* isTimeout */.kL)(stop))
            throw stop;
    }
    const status = reads.findLast((read) => read.status !== undefined)?.status;
    as ??= resourceStateOf(status) === 'broken' ? 'wrong' : 'uncertain';
    report(task, { as, status, last: reads.at(-1), error });
}
function report(task, { as, status, last, error }) {
    const { resourceId } = task;
    if (as === 'reached' || as === 'unshown')
        return;
    if (as === 'wrong') {
        const unread = error === undefined ? '' : ` It could not be read again: ${describeError(error)}`;
        const cause = `The deployment finished, but ${resourceId} is ${status}: the new release does not run.${unread}`;
        return task.emit({ kind: 'failed', errorCode: 'not_running', cause });
    }
    if (as === 'as before')
        task.emit({ kind: 'as-before' });
    if (error === undefined && isUpButUnhealthy(status))
        return warnIfUnhealthy(task);
    if (as === 'as before') {
        return task.emit({
            kind: 'warning',
            text: `The deployment finished; ${resourceId} is still ${status}, as before.`,
        });
    }
    const found = last === undefined ? `the status of ${resourceId} could not be read` : `${resourceId} is ${describeStatus(last)}`;
    const why = error === undefined ? '' : ` ${describeError(error)}`;
    const text = `The deployment finished, but ${found}: whether the app runs is not certain.${why}`;
    task.emit({ kind: 'warning', text });
}

;// CONCATENATED MODULE: ./operations/steps/polls.js



/** Creates the state of one poller. `otherShapes`: how many answers of another shape in a row end it; by default any. */
function createPolls(task, clock, { otherShapes = Infinity } = {}) {
    const note = createNotes(task, clock);
    let pagesSinceMs;
    let shapes = 0;
    function mayContinueAfter(error) {
        shapes = isOtherShape(error) ? shapes + 1 : 0;
        if (shapes >= otherShapes)
            return false;
        if (error instanceof RefusedError)
            return isTransientRefusal(error) || isRefusal(error, 'busy');
        if (!isUnreadable(error))
            return true;
        pagesSinceMs ??= clock.now();
        return clock.now() - pagesSinceMs < UNREADABLE_RETRY_MS;
    }
    function answered() {
        shapes = 0;
        pagesSinceMs = undefined;
    }
    return {
        async read(what, request) {
            const result = await orApiError(request);
            if (!(result instanceof ApiError)) {
                answered();
                return result;
            }
            if (!mayContinueAfter(result))
                throw result;
            note(`${what} could not be read. ${describeError(result)}`, { kind: `${what} ${result.message}` });
            return undefined;
        },
        answered,
    };
}

;// CONCATENATED MODULE: ./operations/steps/resource/await-resource.js
// Polls a resource until its status has settled after start, stop or restart.







/** A read that failed is repeated so much later. */
const await_resource_RETRY_GAP_MS = 3_000;
/**
 * Polls the resource until its status has settled; true when it is the requested one. Otherwise, and at the deadline once
 * a status was read, the task has failed with `not_running`.
 */
async function awaitResource(task, accepted, context) {
    const { action, before, acceptedAtMs } = accepted;
    const { client, clock, deadline } = context;
    const reads = [];
    const decide = () => settled({ goal: action, before, acceptedAtMs, reads });
    let failedAtMs = -Infinity;
    const nextMs = () => {
        const decision = decide();
        const readAtMs = 'readAtMs' in decision ? decision.readAtMs : -Infinity;
        return Math.max(readAtMs, failedAtMs + await_resource_RETRY_GAP_MS);
    };
    const poller = client.poller({ startedAtMs: acceptedAtMs, nextMs });
    // One may be that of a moment; after a second one, more would be the same.
    const polls = createPolls(task, clock, { otherShapes: 2 });
    try {
        for (;;) {
            const read = await polls.read('the status', refreshResource(task, { client: await poller.next() }));
            if (read === undefined) {
                failedAtMs = clock.now();
                continue;
            }
            reads.push({ atMs: clock.now(), ...statusIn(read) });
            const decision = decide();
            if ('as' in decision)
                return report(decision.as);
        }
    }
    catch (stop) {
        if (!(0,clock_0/* isTimeout */.kL)(stop) || reads.length === 0)
            throw stop;
        return notRunning(`the deadline of ${formatDuration(deadline.timeoutMs)} was reached before ${task.resourceId} had settled`);
    }
    function report(as) {
        const { resourceId } = task;
        const status = describeStatus(reads.at(-1) ?? { status: undefined });
        task.emit({ kind: 'settled', elapsedMs: clock.now() - acceptedAtMs });
        if (as === 'wrong')
            return notRunning(`${resourceId} is ${status}`);
        if (as === 'unchanged') {
            task.emit({ kind: 'note', text: `the status stayed ${status}: no change was seen after the ${action}` });
        }
        if (as === 'unshown') {
            const text = `the service shows no status of ${resourceId}, so only the acceptance of the ${action} is known`;
            task.emit({ kind: 'note', text });
        }
        if (as === 'uncertain') {
            const text = `${resourceId} has the status "${status}" since the ${action}. This action does not know it: check that it is the one you want.`;
            task.emit({ kind: 'warning', text });
        }
        warnIfUnhealthy(task);
        return true;
    }
    function notRunning(what) {
        const waited = formatDuration(clock.now() - acceptedAtMs);
        const shown = reads.map(({ status }) => status ?? 'none');
        // Each once, as it was last, however often it came and went.
        const seen = shown.filter((status, at) => !shown.slice(at + 1).some((later) => isSameStatus(status, later)));
        const cause = `${waited} after the ${action} was accepted, ${what}; statuses seen: ${seen.join(', ')}.`;
        task.emit({ kind: 'failed', errorCode: 'not_running', cause });
        return false;
    }
}

;// CONCATENATED MODULE: ./operations/steps/resource/before.js
// Reads the resource and its deployments in parallel before anything is changed. This checks the key, and gives the
// name, the status and the existing deployments.




const NO_LIST = { items: [], isComplete: false };
/**
 * Reads the resource into the task, and its deployments. `list`: `needed`; `useful`: one in JSON of another shape is none;
 * `optional`: nor is one that cannot be read in time.
 */
async function readBefore(task, context, { list: need }) {
    const unneeded = new AbortController();
    const client = context.client.withLimits({
        signal: AbortSignal.any([context.signal, unneeded.signal]),
        ...(need === 'optional' ? { timeoutMs: BRIEF_MS } : {}),
    });
    try {
        const [status, list] = await Promise.all([
            readStatusBefore(task, context),
            orApiError(listDeployments(task.resourceId, client)),
        ]);
        if (!(list instanceof ApiError))
            return { list, status };
        if (need === 'needed' || (need === 'useful' && !isOtherShape(list)))
            throw list;
        return { list: NO_LIST, status };
    }
    finally {
        // If the resource is refused, the list is not waited for.
        unneeded.abort();
    }
}
/** Reads the resource for at most {@link BRIEF_MS}; rejects if it is unknown or the key may not read it. */
async function readStatusBefore(task, context) {
    const found = await orApiError(resource_readResource(task.resourceId, context.client.withLimits({ timeoutMs: BRIEF_MS })));
    if (!(found instanceof ApiError))
        return statusIn(recordResource(task, found));
    if (isRefusal(found, 'not_found', 'unauthorized', 'forbidden'))
        throw found;
    if (found instanceof RefusedError && [401, 403].includes(found.status))
        throw found;
    const text = `the status of ${task.resourceId} at the start of this step is unknown. ${describeError(found)}`;
    task.emit({ kind: 'note', text });
    return undefined;
}

;// CONCATENATED MODULE: ./operations/steps/resource/index.js





;// CONCATENATED MODULE: ./operations/steps/health-check.js




const FIRST_GAP_MS = 1_000;
const health_check_LONGEST_GAP_MS = 10_000;
const RESERVE_MS = 10_000;
/** Longest quote of an answer that does not contain the text. */
const QUOTE_CHARS = 200;
/** Reads `health-check` and the inputs that belong to it. They need the end of the work, so the step has to wait. */
function readHealthCheck(inputs, { wait }) {
    const target = inputs.text('health-check');
    if (target === undefined) {
        for (const name of ['health-check-contains', 'health-check-timeout']) {
            if (inputs.isGiven(name))
                inputs.refuse(name, 'needs health-check, which is not given');
        }
        return undefined;
    }
    if (!wait)
        inputs.refuse('wait', 'must be true with health-check, which runs after the work has ended');
    if (!isPath(target) && addressProblem(target) !== undefined) {
        inputs.refuse('health-check', 'must be a path such as /health, or an https: address (http: for loopback hosts only)');
    }
    return {
        target,
        contains: inputs.text('health-check-contains'),
        timeoutMs: inputs.durationMs('health-check-timeout') ?? Infinity,
        mayQuote: inputs.flag('build-log'),
    };
}
/** Waits until the app is healthy; fails the task with `unhealthy` if it is not in time. */
async function checkHealth(task, check, context) {
    const { clock, deadline, signal, random } = context;
    const url = urlOf(task, check);
    if (url === undefined)
        return unhealthy(task, `${noAddress(task, check)}.`, 'no address');
    task.emit({ kind: 'checking', url });
    const startedMs = clock.now();
    const leftMs = deadline.remainingMs();
    // The rest is reserved for reading the runtime log, which may show the cause.
    const usableMs = leftMs - Math.min(RESERVE_MS, leftMs / 10);
    const timeoutMs = Math.min(check.timeoutMs, usableMs);
    let limit = check.timeoutMs > usableMs ? describeDeadline(deadline) : 'all that health-check-timeout allows';
    const note = createNotes(task, clock);
    let last = {
        proof: undefined,
        text: `${url} ${describeSilence(' in time', check)}`,
        kind: '',
        isTextMissing: false,
    };
    try {
        for (let tries = 0;; tries += 1) {
            last = await requestHealth(task, check, context);
            if (last.proof !== undefined)
                return task.emit({ kind: 'healthy', answer: last.text, proof: last.proof });
            const restMs = startedMs + timeoutMs - clock.now();
            if (restMs <= 0)
                break;
            // The last request comes just before the end, however long the gap has become.
            const gapMs = Math.min(restMs, Math.min(FIRST_GAP_MS * 1.5 ** tries, health_check_LONGEST_GAP_MS) * (0.8 + random() * 0.4));
            note(`${last.text}; requesting it again`, { kind: last.kind });
            await clock.sleep(gapMs, signal);
        }
    }
    catch (error) {
        if (!(0,clock_0/* isTimeout */.kL)(error))
            throw error;
        limit = describeDeadline(deadline);
    }
    const waited = formatDuration(clock.now() - startedMs);
    const cause = `It was requested for ${waited}, ${limit}. Last answer: ${last.text}.`;
    unhealthy(task, cause, last.isTextMissing ? 'text missing' : undefined);
}
/** Requests the health address once. */
async function requestHealth(task, check, { client }) {
    const url = urlOf(task, check);
    if (url === undefined)
        return { proof: undefined, text: noAddress(task, check), kind: '', isTextMissing: false };
    const answer = await client.probe(url, { readBody: check.contains !== undefined });
    const kind = describeAnswer(answer, { ...check, mayQuote: false });
    const isHealthy = 'status' in answer && passes(answer, check.contains);
    const proof = isHealthy ? { url, status: answer.status, contains: check.contains } : undefined;
    const text = `${url} ${describeAnswer(answer, check)}`;
    return { proof, text, kind, isTextMissing: !isHealthy && passes(answer, undefined) };
}
/** The deadline of the step as the limit of a wait. */
function describeDeadline({ timeoutMs }) {
    return `all that the deadline of ${formatDuration(timeoutMs)} left`;
}
function urlOf({ outcome }, { target }) {
    return isPath(target) ? outcome.url && new URL(target, outcome.url).href : target;
}
function noAddress(task, { target }) {
    return `${task.resourceId} has no known domain, so there is no address to request ${target} from`;
}
function unhealthy(task, cause, detail) {
    task.emit({ kind: 'failed', errorCode: 'unhealthy', cause, detail });
}
/** A redirect never contains the text: what it leads to is not requested. */
function passes(answer, contains) {
    if (!('status' in answer))
        return false;
    const isSuccess = answer.status >= 200 && answer.status < 300;
    if (contains !== undefined)
        return isSuccess && answer.body.includes(contains);
    return isSuccess || (answer.status >= 300 && answer.status < 400);
}
/** `why`: why there is no answer. */
function describeSilence(why, { contains }) {
    const needed = contains === undefined ? '' : `, where one that contains "${contains}" is needed`;
    return `gave no answer${why}${needed}`;
}
function describeAnswer(answer, check) {
    if (!('status' in answer))
        return describeSilence(`: ${answer.failure}`, check);
    const { contains, mayQuote } = check;
    const { status, location, body, undecoded } = answer;
    const answered = `answered ${status}${location === undefined ? '' : ` with Location: ${location}`}`;
    if (contains === undefined)
        return answered;
    if (passes(answer, contains))
        return `${answered}, and the body contains "${contains}"`;
    if (status >= 300 && status < 400)
        return `${answered}, which is not followed, so "${contains}" was not seen`;
    if (undecoded !== undefined)
        return `${answered} with a body that cannot be decoded (content-encoding: ${undecoded}), so "${contains}" was not seen`;
    const seen = `${answered} with ${mayQuote ? quoted(body) : 'a body'}`;
    return body.includes(contains)
        ? `${seen} that contains "${contains}", but only a 2xx status passes`
        : `${seen} that does not contain "${contains}"${body.length > QUOTE_CHARS ? ' in its first 64 KiB' : ''}`;
}
function quoted(body) {
    const quote = body.slice(0, QUOTE_CHARS).trim();
    if (quote === '')
        return 'an empty body';
    return `the body "${quote}${body.length > QUOTE_CHARS ? '…' : ''}"`;
}
function isPath(target) {
    return /^\/(?!\/)[!-~]*$/.test(target) && !target.includes('\\');
}

;// CONCATENATED MODULE: ./operations/steps/deployment/after-deployment.js



/** Reads the resource. After `finished` its app must run and be healthy, or the task fails. */
async function afterDeployment(task, after, context) {
    const { before, healthCheck } = after;
    if (after.finished) {
        await awaitApp(task, { before, sharesTime: healthCheck !== undefined }, context);
        const isRunning = task.outcome.errorCode === undefined;
        if (isRunning && healthCheck !== undefined)
            await checkHealth(task, healthCheck, context);
        if (task.outcome.errorCode !== undefined)
            await showRuntimeLog(task.resourceId, after.lines, context);
        return;
    }
    await bestEffort(`the resource ${task.resourceId}`, context, (brief) => refreshResource(task, brief));
    if (task.outcome.errorCode === 'deployment_failed' && !isUpAsBefore(task.outcome.resourceStatus, before)) {
        await showRuntimeLog(task.resourceId, after.lines, context);
    }
}
/**
 * The runtime log of an app that a failed build has left alone is that of the release before: also where no status is
 * shown, or an unknown one, that was the same before.
 */
function isUpAsBefore(status, before) {
    const state = resourceStateOf(status);
    return ['up', 'unknown'].includes(state) && before !== undefined && isSameStatus(status, before.status);
}

;// CONCATENATED MODULE: ./operations/steps/deployment/commit.js
/** Shorter commits are shown as far as this. */
const SHORT_CHARS = 7;
const WHOLE_CHARS = 40;
/**
 * The commit that a deployment shows: 40 digits, or the beginning of a commit of this run. Fewer digits could be anything
 * else, such as a number.
 */
function shownCommit(shown, runCommits) {
    if (shown === undefined || shown.length === WHOLE_CHARS)
        return shown;
    return runCommits.find((commit) => commit.startsWith(shown));
}
/** Records the commit of a deployment; `isOurs`: with one warning if it is not that of this run. */
function recordCommit(task, { commit, isOurs }, { runCommits }) {
    const shown = shownCommit(commit, runCommits);
    if (shown === undefined || shown === task.outcome.commit)
        return;
    task.emit({ kind: 'commit', commit: shown });
    const [expected] = runCommits;
    if (!isOurs || expected === undefined || runCommits.includes(shown))
        return;
    const text = `The deployment builds commit ${shown.slice(0, SHORT_CHARS)}, and this run is of ${expected.slice(0, SHORT_CHARS)}: the service builds what the resource is configured to build.`;
    task.emit({ kind: 'warning', text });
}

;// CONCATENATED MODULE: ./operations/steps/deployment/last-lines.js
// The last lines in the log of a deployment that has ended: they may come late.




/** When the log of a failed build is read again after its end. */
const LATE_READS_MS = [2_000, 6_000, 10_000, 14_000];
/** Limit of all these reads together. */
const FAILED_LIMIT_MS = 15_000;
/** Limit of a read that no verdict depends on. */
const OPTIONAL_LIMIT_MS = 5_000;
function createLastLines(task, ended, context) {
    const { deploymentId, end, wasInProgress, error: unread, buildLog } = ended;
    const note = createNotes(task, context.clock);
    const tooLarge = unread instanceof ResponseTooLargeError ? unread : undefined;
    const mayComeLate = end === 'finished' && wasInProgress && tooLarge === undefined;
    return {
        async show() {
            if (tooLarge !== undefined)
                await buildLog.showTail(tooLarge);
            else if (end === 'failed' && wasInProgress)
                await readNow(LATE_READS_MS);
            else if (buildLog.last === undefined)
                await readNow([0]);
            if (!mayComeLate)
                await buildLog.showEnd();
        },
        async showLate() {
            if (!mayComeLate)
                return;
            // A read that no verdict depends on would delay the jobs of a fleet.
            if (!context.client.isKeyShared())
                await readWithin(OPTIONAL_LIMIT_MS, [0]);
            await buildLog.showEnd();
        },
    };
    async function readNow(timesMs) {
        // The other half of the time is left for what follows: the state of the app and its runtime log.
        const error = await readWithin(Math.min(FAILED_LIMIT_MS, context.deadline.remainingMs() / 2), timesMs);
        if (end === 'failed')
            reportIncompleteLog(error);
    }
    /**
     * Reads the log at these times from now and shows what is new; the later ones only while it grows. Resolves with the error of
     * the last read. A stop is ignored here; the next request rejects with it.
     */
    async function readWithin(limitMs, timesMs) {
        const { clock, signal } = context;
        const startedMs = clock.now();
        const limit = (0,clock_0/* withDeadline */.NE)(clock, limitMs, { signal });
        const client = context.client.withLimits({ retryForMs: 0, signal: limit.signal });
        let error;
        try {
            for (const [index, ms] of timesMs.entries()) {
                await clock.sleep(startedMs + ms - clock.now(), limit.signal);
                const before = buildLog.last?.text;
                const read = await orApiError(client.readDeployment(task.resourceId, deploymentId));
                if (read instanceof ApiError) {
                    error = read;
                    note(`the log could not be read. ${describeError(read)}`, { kind: read.message });
                    continue;
                }
                error = undefined;
                ended.onRead({ remarks: read.remarks, fromList: false, hasEnded: true });
                await buildLog.show(read.log);
                if (index > 0 && read.log.text === before)
                    break;
            }
        }
        catch (stop) {
            if (!limit.signal.aborted)
                throw stop;
        }
        finally {
            limit.clear();
        }
        return error;
    }
    /** `error`: why the last read of the log failed. */
    function reportIncompleteLog(error) {
        const { last, hasText } = buildLog;
        if (error !== undefined) {
            const text = `The log of deployment ${deploymentId} could not be read to its end. ${describeError(error)}`;
            task.emit({ kind: 'warning', text });
        }
        else if (last === undefined) {
            const text = `The log of deployment ${deploymentId} could not be read in time.`;
            task.emit({ kind: 'warning', text });
        }
        else if (!hasText && last.unread === undefined) {
            const where = last.path === undefined ? '' : ` under ${last.path}`;
            task.emit({ kind: 'note', text: `the service shows no build log of deployment ${deploymentId}${where}` });
        }
    }
}

;// CONCATENATED MODULE: ./operations/steps/deployment/poll-deployment.js







/** How long a deployment may be refused or unreadable, and not listed: the service may be eventually consistent. */
const NOT_FOUND_GRACE_MS = 60_000;
/** How long an id may be unknown from the start before another new deployment replaces it: it may be that of a job. */
const NEVER_FOUND_GRACE_MS = 15_000;
/**
 * Polls until the status is final; `onSnapshot` is awaited after each poll. Throws an ApiError that cannot be retried (a
 * revoked key, an unknown deployment), or the signal's reason.
 */
async function pollDeployment(task, target, { context, onSnapshot }) {
    const { client, clock } = context;
    const { resourceId } = task;
    const poller = client.poller(target);
    const polls = createPolls(task, clock);
    const note = createNotes(task, clock);
    let { deploymentId } = target;
    let oldStatuses = new Set();
    let tooLarge;
    let limited;
    let isSeen = false;
    let comparedStatus;
    let seenAtMs = clock.now();
    async function poll(once) {
        // The endpoint may have a rate limit of its own: after `rate_limited` the next poll reads the list instead.
        const postponed = tooLarge ?? limited;
        limited = undefined;
        const read = postponed ?? (await orApiError(once.readDeployment(resourceId, deploymentId)));
        if (!(read instanceof ApiError)) {
            const seen = snapshot(read, read.log);
            if (isKnownStatus(seen.status) || isFinal(seen.status))
                return seen;
            if (seen.status !== NO_STATUS)
                return { ...seen, end: await endOfUnknown(seen, once) };
            const listed = await pollList(once, undefined);
            if (listed === undefined)
                return { ...seen, status: task.outcome.status ?? NO_STATUS };
            const remarks = [...seen.remarks, ...listed.remarks];
            return { ...listed, log: seen.log, commit: seen.commit ?? listed.commit, remarks };
        }
        if (read !== postponed && isRefusal(read, 'rate_limited')) {
            limited = read;
            return undefined;
        }
        if (read instanceof ResponseTooLargeError)
            tooLarge = read;
        if (!isRefusal(read, 'not_found'))
            noteUnread(read);
        // The list also refuses a revoked key, which ends the step.
        return await pollList(once, read);
    }
    /** How a deployment with this unknown status has ended, which the list shows: older ones have ended. Read once per status. */
    async function endOfUnknown({ status, elapsedMs }, once) {
        if (status !== comparedStatus) {
            // Before the list is read: the step may be stopped meanwhile.
            task.emit({ kind: 'status', deploymentId, status, elapsedMs, hasEnded: false });
            const list = await orApiError(listDeployments(resourceId, once));
            if (list instanceof ApiError) {
                const text = `the list could not be read for the status "${status}". ${describeError(list)}`;
                note(text, { onceFor: list.message });
            }
            else if (entryOf(deploymentId, list.items) !== undefined) {
                comparedStatus = status;
                oldStatuses = oldStatusesIn(list.items, deploymentId);
            }
        }
        return endOf(status, oldStatuses);
    }
    /** Takes the status from the list, because of `error` if the deployment itself could not be read. */
    async function pollList(once, error) {
        const list = await polls.read('the deployment', listDeployments(resourceId, once));
        if (list === undefined)
            return undefined;
        oldStatuses = oldStatusesIn(list.items, deploymentId);
        const listed = named(list.items) ?? entryOf(deploymentId, list.items);
        // Only a service that refuses the id does not have it; a detail that was lost or postponed proves nothing.
        const isIdRefused = error instanceof RefusedError && error.status !== 429;
        const ours = listed ?? (isIdRefused ? successor(list.items) : undefined);
        if (ours !== undefined)
            return { ...snapshot(ours, undefined), error };
        if (error === undefined)
            return undefined;
        if ((isIdRefused || isUnreadable(error)) && clock.now() - seenAtMs > NOT_FOUND_GRACE_MS)
            throw error;
        note(`the service does not show deployment ${deploymentId}; reading it again`);
        return undefined;
    }
    /** Once for each kind: a page after a 5xx is news, and so is another page. */
    function noteUnread(error) {
        const text = `deployment ${deploymentId} could not be read, so the list is read for its status. ${describeError(error)}`;
        note(text, { onceFor: `${errorCodeText(error.code)} ${'status' in error ? String(error.status) : ''}` });
    }
    /** The deployment that the response named goes before the one that was taken for it meanwhile. */
    function named(items) {
        const found = entryOf(target.deploymentId, items);
        if (found === undefined || deploymentId === target.deploymentId)
            return found;
        deploymentId = target.deploymentId;
        task.emit({ kind: 'accepted', deploymentId, ownership: 'response' });
        return found;
    }
    /** The id in the response may not be that of a deployment; then the only new one in the list is ours. */
    function successor(items) {
        const { known } = target;
        if (known === undefined || isSeen || clock.now() - seenAtMs < NEVER_FOUND_GRACE_MS)
            return undefined;
        const found = claim(known, items, { isAccepted: true });
        if (found.kind !== 'ours' && found.kind !== 'ended')
            return undefined;
        deploymentId = found.deployment.id;
        task.emit({ kind: 'accepted', deploymentId, ownership: 'list' });
        return found.deployment;
    }
    function snapshot({ status, commit, remarks }, log) {
        isSeen = true;
        polls.answered();
        seenAtMs = clock.now();
        const elapsedMs = seenAtMs - target.startedAtMs;
        return { deploymentId, status, end: endOf(status, oldStatuses), elapsedMs, log, commit, remarks };
    }
    /**
     * How the deployment has ended, if it has. A function of its own: the variables of a loop or a generator would keep the
     * log of a poll in memory until after the next one.
     */
    async function nextEnd() {
        const seen = await poll(await poller.next());
        if (seen === undefined)
            return undefined;
        await onSnapshot(seen);
        const { end, error } = seen;
        return end && { end, error };
    }
    for (;;) {
        const ended = await nextEnd();
        if (ended !== undefined)
            return ended;
    }
}
/** The entry that shows this id, alone or beside another one. */
function entryOf(name, items) {
    return items.filter(isIdentified).find((item) => namesOf(item).includes(name));
}

;// CONCATENATED MODULE: ./operations/steps/deployment/await-deployment.js
// Polls a deployment until it ends, shows new lines of its log, and reports how it ended.










/** Limit of the read that looks for a newer deployment. */
const NEWER_LIMIT_MS = 5_000;
/** Polls until the deployment ends. Unless it finished, the task has failed, after the last lines of a failed build. */
async function awaitDeployment(task, target, context) {
    const { isOurs, predecessors } = target;
    const buildLog = createBuildLog(task, context);
    const note = createNotes(task, context.clock);
    const reads = [];
    const { end, error } = await poll();
    const { status = '', deploymentId = '' } = task.outcome;
    const wasInProgress = isOurs || reads.some(({ hasEnded }) => !hasEnded);
    const onRead = (texts) => void reads.push(texts);
    const lastLines = createLastLines(task, { deploymentId, end, wasInProgress, error, buildLog, onRead }, context);
    let newer;
    try {
        await lastLines.show();
        if (end === 'cancelled')
            newer = await readNewer(task, deploymentId, context);
    }
    finally {
        // A stop while the last lines are read does not hide the failure.
        const failure = failureAtEnd({ end, status, reason: causeOf({ reads, predecessors }), newer });
        if (failure !== undefined)
            task.emit({ kind: 'failed', ...failure });
    }
    return { end, showLateLines: lastLines.showLate };
    async function poll() {
        try {
            return await pollDeployment(task, target, { context, onSnapshot });
        }
        catch (stopped) {
            await buildLog.showEnd();
            throw stopped;
        }
    }
    async function onSnapshot(seen) {
        const hasEnded = seen.end !== undefined;
        reads.push({ remarks: seen.remarks, fromList: seen.log === undefined, hasEnded });
        recordCommit(task, { commit: seen.commit, isOurs }, context);
        // The last lines of the log are shown before the final status.
        if (hasEnded)
            await buildLog.show(seen.log);
        const { deploymentId: id, status: now, elapsedMs } = seen;
        task.emit({ kind: 'status', deploymentId: id, status: now, elapsedMs, hasEnded });
        if (hasEnded)
            return;
        if (!isKnownStatus(now)) {
            const text = `deployment ${id} has ${describeUnknownStatus(now)}; it is treated as in progress`;
            note(text, { onceFor: now });
        }
        await buildLog.show(seen.log);
    }
}
/** The deployment that the list shows above this one, if any. */
async function readNewer({ resourceId }, deploymentId, { client }) {
    const list = await orApiError(listDeployments(resourceId, client.withLimits({ timeoutMs: NEWER_LIMIT_MS })));
    if (list instanceof ApiError)
        return undefined;
    return list.items[list.items.findIndex(({ id }) => id === deploymentId) - 1];
}
/** Undefined if it finished. */
function failureAtEnd({ end, status, reason, newer }) {
    const quoted = reason === undefined ? [] : [`The service says: ${reason}`];
    const known = isKnownStatus(status) ? quoted : [`Its status is "${status}".`, ...quoted];
    switch (end) {
        case 'failed': {
            const cause = known.length === 0 ? 'The service names no cause.' : known.join(' ');
            return { errorCode: 'deployment_failed', cause, reason };
        }
        case 'cancelled': {
            const successor = newer?.id === undefined ? [] : [`A newer deployment is ${newer.id} (${newer.status}).`];
            const cause = ['This was done at the service, not by this step.', ...known, ...successor].join(' ');
            return { errorCode: 'deployment_cancelled', cause, reason };
        }
        case 'unknown': {
            const meaning = `Its status "${status}" is one that earlier deployments of this resource ended with, and this action does not know whether it is a success.`;
            return { errorCode: 'unknown_outcome', cause: [meaning, ...quoted].join(' '), reason, stillRunning: false };
        }
        case 'finished':
            return undefined;
    }
}

;// CONCATENATED MODULE: ./operations/steps/deployment/await-new-deployment.js
// Waits for a deployment that something else is about to start, or for the text at the health check that proves the
// latest one to be the right one.








/** How long to wait for a deployment to appear: the platform may be about to start one after a push. */
const APPEARANCE_LIMIT_MS = 120_000;
/** Kept free before the deadline to report the result. */
const await_new_deployment_RESERVE_MS = 2_000;
/**
 * Polls the list until a deployment appears that was not in `list`. With `health-check-contains` it polls up to the
 * deadline, and the text in the health response also proves the latest deployment. Undefined when the task has failed.
 */
async function awaitNewDeployment(task, { list, healthCheck }, context) {
    const { client, clock, deadline } = context;
    const startedAtMs = clock.now();
    const proof = healthCheck?.contains === undefined ? undefined : healthCheck;
    const leftMs = Math.max(0, deadline.remainingMs() - await_new_deployment_RESERVE_MS);
    const limitMs = proof === undefined ? Math.min(APPEARANCE_LIMIT_MS, leftMs) : leftMs;
    const text = `no deployment is in progress; waiting up to ${formatDuration(limitMs)} for one to appear`;
    task.emit({ kind: 'note', text: proof === undefined ? text : `${text}, or for the text at the health check` });
    const poller = client.poller({ startedAtMs, atOnce: false });
    const polls = createPolls(task, clock);
    const note = createNotes(task, clock);
    let known = endedIn(list);
    let latest = list.items[0];
    let hasOthers = false;
    let lastAnswer;
    try {
        for (;;) {
            if (proof !== undefined && latest?.status === 'finished' && isIdentified(latest)) {
                lastAnswer ??= 'there was no answer in time';
                const answer = await requestHealth(task, proof, context);
                if (answer.proof !== undefined)
                    return { deploymentId: latest.id, ownership: 'latest' };
                lastAnswer = answer.text;
                note(lastAnswer, { kind: answer.kind });
            }
            if (clock.now() - startedAtMs >= limitMs)
                break;
            const listed = await polls.read('the list', listDeployments(task.resourceId, await poller.next()));
            if (listed === undefined)
                continue;
            [latest] = listed.items;
            known ??= endedIn(listed);
            if (known === undefined)
                continue;
            const found = newSince(known, listed.items);
            ({ hasOthers } = found);
            const [first] = found.deployments;
            if (first !== undefined && first === latest)
                return { deploymentId: first.id, ownership: 'appeared' };
        }
    }
    catch (error) {
        if (!(0,clock_0/* isTimeout */.kL)(error) || lastAnswer === undefined)
            throw error;
    }
    const waited = formatDuration(clock.now() - startedAtMs);
    if (lastAnswer !== undefined) {
        const cause = `No deployment appeared within ${waited}, ${describeDeadline(deadline)}, and the health check does not show the release: ${lastAnswer}.`;
        task.emit({ kind: 'failed', errorCode: 'unhealthy', cause, detail: 'text missing' });
        return undefined;
    }
    const found = hasOthers ? 'Only an entry that cannot be identified (without an id, or below older ones)' : 'None';
    const cause = `${found} appeared within ${waited}; ${describeLatest(latest)}`;
    task.emit({ kind: 'failed', errorCode: 'no_deployment', cause });
    return undefined;
}
/**
 * What had ended before this step. Undefined without a list: the 404 may be a mistake, so that what has ended in the next
 * one is not new.
 */
function endedIn({ items, isComplete }) {
    const inProgress = new Set(inProgressIn(items));
    const known = knownFrom({ items: items.filter((item) => !inProgress.has(item)), isComplete });
    return isComplete || items.length > 0 ? known : undefined;
}
function describeLatest(latest) {
    return latest === undefined
        ? 'there are no deployments.'
        : `the latest, ${latest.id ?? 'which has no id'}, is ${latest.status}. A deployment that had ended before this step began says nothing about this commit.`;
}

;// CONCATENATED MODULE: ./operations/steps/deployment/target.js
// Which deployment to read: a given one of one resource, or the latest of each resource.

/** Value of `deployment-id` for the latest deployment. */
const LATEST = 'latest';
/** Reads `resource-id` and `deployment-id`; one id goes with one resource. */
function readTarget(inputs) {
    const deploymentId = inputs.id('deployment-id');
    const resourceIds = inputs.resourceIds({ several: true, required: true });
    if (deploymentId !== undefined && deploymentId !== LATEST && resourceIds.length > 1) {
        inputs.refuse('deployment-id', 'works with a single resource only; latest works with several');
    }
    return { resourceIds, deploymentId };
}
/**
 * The latest deployment, which is the first entry. Undefined when there is none, or when it has no readable id: then
 * the task has failed.
 */
function latestOf(task, { items }) {
    const [first] = items;
    if (first === undefined || isIdentified(first))
        return first;
    const cause = `The latest deployment of ${task.resourceId} (${first.status}) has no id that can be read, so nothing can be said about it.`;
    task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
    return undefined;
}

;// CONCATENATED MODULE: ./operations/steps/deployment/index.js






;// CONCATENATED MODULE: ./operations/steps/fan-out.js
// Runs the work for several resources: how many at once, in which order, and whether a failure stops the rest.





/** Reads `max-parallel` and `fail-fast`. */
function readFanOut(inputs) {
    return { maxParallel: inputs.count('max-parallel'), failFast: inputs.flag('fail-fast') };
}
/**
 * Runs `work` for each resource; resolves with the outcomes in the order given. Resources not started are `skipped`.
 */
async function fanOut({ resourceIds, maxParallel, failFast }, context, work) {
    if (resourceIds.length > 1)
        await learnNames(resourceIds, context);
    const outcomes = new Map();
    const afterAll = [];
    const queue = [...resourceIds];
    let failed = false;
    async function worker() {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            if (failed && failFast) {
                outcomes.set(next, skipAfterFailure(next, context));
                continue;
            }
            const outcome = await runTask(next, context, async (task) => {
                const after = await work(task);
                if (after !== undefined)
                    afterAll.push(after);
            });
            outcomes.set(next, outcome);
            failed ||= outcome.errorCode !== undefined;
        }
    }
    const workers = Math.min(maxParallel ?? resourceIds.length, resourceIds.length);
    await Promise.all(Array.from({ length: workers }, worker));
    await Promise.all(afterAll.map((after) => after()));
    return resourceIds.flatMap((id) => outcomes.get(id) ?? []);
}
/**
 * Reads all names with one request, so that lines and rows are labelled from the start. A stop is left to the work on each
 * resource, whose outcome it is.
 */
async function learnNames(resourceIds, context) {
    const listed = await orApiError(context.client.withLimits({ timeoutMs: BRIEF_MS }).listResources()).catch((error) => {
        if (error instanceof clock_0/* Stop */.VG)
            return undefined;
        throw error;
    });
    if (listed instanceof ApiError) {
        context.emit({ kind: 'note', text: `the names of the resources could not be read. ${describeError(listed)}` });
        return;
    }
    for (const { id, name } of listed?.items ?? []) {
        if (id !== undefined && name !== undefined && resourceIds.includes(id))
            context.emit({ kind: 'named', resourceId: id, name });
    }
}

;// CONCATENATED MODULE: ./operations/steps/read-parts.js

/** One row per request: `status ← data.state, domains ← domains`. */
function readPartsSection(parts) {
    const rows = [...Map.groupBy(parts, ({ request }) => request)].map(([request, ofRequest]) => {
        const read = ofRequest.flatMap(({ part, path }) => (path === undefined ? [] : [`${part} ← ${path}`]));
        const unread = ofRequest.flatMap(({ part, shape }) => (shape === undefined ? [] : [`${part}: ${shape}`]));
        return [request, distinct(read), distinct(unread)];
    });
    return { title: 'What was read', columns: ['Request', 'Read from', 'Not recognised'], rows };
}
/** The line for the step log; undefined when everything was recognised. */
function unreadPartsNote(parts) {
    const names = new Set(parts.filter(({ path }) => path === undefined).map(({ part }) => part));
    if (names.size === 0)
        return undefined;
    return `${pluralize(names.size, 'part')} of the responses not recognised: ${[...names].join(', ')}; see the table`;
}
function distinct(texts) {
    return [...new Set(texts)].join(', ');
}

;// CONCATENATED MODULE: ./operations/steps/required-env.js
/** Names of environment variables, including dots and hyphens, which only some systems accept. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/;
/** Reads `required-env`. */
function readRequiredEnv(inputs) {
    const names = [...new Set(inputs.words('required-env'))];
    const bad = names.filter((name) => !NAME.test(name)).map((name) => `\`${name}\``);
    if (bad.length > 0)
        inputs.refuse('required-env', `must be names such as DATABASE_URL, not ${bad.join(', ')}`);
    return names;
}
/**
 * True when every name exists; otherwise the task has failed with `missing_env`, or with `unreadable_reply` where the list
 * of names is incomplete.
 */
async function hasRequiredEnv(task, names, context) {
    if (names.length === 0)
        return true;
    const { items, isComplete } = await context.client.listEnvNames(task.resourceId);
    const present = new Set(items);
    const missing = names.filter((name) => !present.has(name));
    if (missing.length === 0)
        return true;
    if (!isComplete) {
        const cause = `Whether ${task.resourceId} has these environment variables is not known: ${missing.join(', ')}. They are not among the names that could be read, and the list of names is incomplete.`;
        task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
        return false;
    }
    const cause = `These environment variables are not set on ${task.resourceId}: ${missing.join(', ')}.`;
    task.emit({ kind: 'failed', errorCode: 'missing_env', cause });
    return false;
}

;// CONCATENATED MODULE: ./operations/steps/resource-filter.js
/** Fields that can be filtered by, under the API's names. */
const filterKeys = ['type', 'status', 'name', 'catalogKey'];
/** Parses `key=glob` pairs; returns a string that names the first error. */
function parseFilter(text) {
    const conditions = [];
    for (const word of text.split(/\s+/).filter((part) => part !== '')) {
        const [name = '', ...rest] = word.split('=');
        const key = filterKeys.find((known) => known === name);
        const glob = rest.join('=');
        if (key === undefined || glob === '') {
            return `must be pairs such as type=app name=web-*, with the keys ${filterKeys.join(', ')}, not \`${word}\``;
        }
        conditions.push({ key, glob });
    }
    return conditions;
}
/** True when the resource meets every condition. Only type and status are compared without regard to case. */
function matches(resource, conditions) {
    return conditions.every(({ key, glob }) => {
        const value = resource.fields[key];
        if (value === undefined || value === null)
            return false;
        const fold = key === 'type' || key === 'status' ? (text) => text.toLowerCase() : (text) => text;
        return matchesGlob(fold(String(value)), fold(glob));
    });
}
/**
 * The fields that the resource lacks, if they alone decide whether it meets every condition. One that is `null` decides: the
 * service says that there is no value.
 */
function undecidedBy(resource, conditions) {
    const missing = conditions.filter(({ key }) => resource.fields[key] === undefined);
    const others = conditions.filter((condition) => !missing.includes(condition));
    return matches(resource, others) ? missing.map(({ key }) => key) : [];
}
/**
 * Matches a glob without a regular expression, which could backtrack exponentially: each part between two `*` is taken
 * where it first occurs, so the time is at most the product of the lengths.
 */
function matchesGlob(text, glob) {
    const characters = Array.from(text);
    const [prefix = [], ...parts] = glob.split('*').map((part) => Array.from(part));
    const isAt = (part, at) => part.every((character, index) => character === '?' || character === characters[at + index]);
    const suffix = parts.pop();
    if (suffix === undefined)
        return prefix.length === characters.length && isAt(prefix, 0);
    const endOfMiddle = characters.length - suffix.length;
    if (prefix.length > endOfMiddle || !isAt(prefix, 0) || !isAt(suffix, endOfMiddle))
        return false;
    let at = prefix.length;
    for (const part of parts) {
        while (at + part.length <= endOfMiddle && !isAt(part, at))
            at += 1;
        at += part.length;
    }
    return at <= endOfMiddle;
}

;// CONCATENATED MODULE: ./operations/steps/submit/busy.js
// Waits while a resource is busy with other work; one log line per wait.




/** The values of the input `on-busy`. */
const onBusyChoices = ['wait', 'fail', 'skip'];
const busy_FIRST_WAIT_MS = 2_000;
/** Minimum wait, even for `Retry-After: 0`. */
const SHORTEST_WAIT_MS = 1_000;
/** The request is sent again after so long even if the list still shows the same deployment: it may be stale. */
const BLOCKED_WAIT_MS = 30_000;
/** How often the list is read meanwhile, so that the request follows the end of the deployment. */
const busy_READ_GAP_MS = 4_000;
/** Creates the waits for one resource. */
function createBusyWait(task, context) {
    const { clock, deadline, signal, random } = context;
    let waits = 0;
    let blocking;
    async function read(onList) {
        const list = await orApiError(listDeployments(task.resourceId, context.client.withLimits({ timeoutMs: BRIEF_MS })));
        if (list instanceof ApiError && isKeyProblem(list))
            throw list;
        if (list instanceof ApiError)
            return { found: undefined, blocker: undefined };
        const found = onList(list);
        const [running] = inProgressIn(list.items);
        if (running === undefined)
            return { found, blocker: undefined };
        const { id, status } = running;
        if (blocking === undefined || blocking.id !== id)
            blocking = { id, sinceMs: clock.now() };
        return { found, blocker: { id, status, seenForMs: clock.now() - blocking.sinceMs } };
    }
    function nextWaitMs(retryAfterMs) {
        if (retryAfterMs === undefined)
            waits += 1;
        return Math.max(SHORTEST_WAIT_MS, backoffMs(waits, { random, firstMs: busy_FIRST_WAIT_MS, retryAfterMs }));
    }
    return {
        async wait({ retryAfterMs }, onList) {
            const { found, blocker } = await read(onList);
            if (found !== undefined)
                return found;
            const isWatched = blocker !== undefined && retryAfterMs === undefined;
            const afterMs = isWatched ? BLOCKED_WAIT_MS : nextWaitMs(retryAfterMs);
            task.emit({ kind: 'waiting', afterMs, leftMs: deadline.remainingMs(), blocker, isWatched });
            if (!isWatched) {
                await clock.sleep(afterMs, signal);
                return undefined;
            }
            for (const untilMs = clock.now() + afterMs; clock.now() < untilMs;) {
                await clock.sleep(Math.min(busy_READ_GAP_MS, untilMs - clock.now()), signal);
                const seen = await read(onList);
                if (seen.found !== undefined || seen.blocker?.id !== blocker.id)
                    return seen.found;
            }
            return undefined;
        },
    };
}

;// CONCATENATED MODULE: ./operations/steps/submit/request.js
// Sends a POST until the service accepts it: deploy, start, stop and restart. Waits while the resource is busy; the caller
// decides what to do after a lost response.



/**
 * Sends the request until it is accepted. Rejects with the ApiError of any other failure than `busy` and a lost
 * response.
 */
async function requestUntilAccepted(task, request, context) {
    const { clock, signal, beforePost } = context;
    const busyWait = createBusyWait(task, context);
    let lost;
    let outdated = '';
    async function mayPost() {
        if (task.outcome.phase.kind === 'posting')
            task.emit({ kind: 'refused' });
        const permission = request.action === 'deploy' ? await beforePost() : { go: true };
        signal.throwIfAborted();
        const isRetry = task.outcome.phase.kind === 'busy';
        if (permission.go)
            task.emit({ kind: 'posting', action: request.action, isRetry });
        else
            outdated = permission.detail;
        return permission.go;
    }
    for (;;) {
        const sent = await orApiError(request.send(mayPost));
        if (sent === undefined) {
            task.emit({ kind: 'skipped', why: 'outdated', detail: outdated });
            return undefined;
        }
        if (!(sent instanceof ApiError))
            return { value: sent, acceptedAtMs: clock.now() };
        const busy = isRefusal(sent, 'busy') ? sent : undefined;
        if (busy === undefined && sent.fate !== 'unknown') {
            if (lost === undefined)
                throw sent;
            const cause = describeAfterLostRequest(sent, lost.error);
            task.emit({ kind: 'failed', errorCode: sent.code, cause, stillRunning: true });
            return undefined;
        }
        if (busy === undefined) {
            const pages = (lost?.pages ?? 0) + (isUnreadable(sent) ? 1 : 0);
            lost = { error: sent, atMs: clock.now(), count: (lost?.count ?? 0) + 1, pages, isBusy: false };
            task.emit({ kind: 'lost', error: sent, text: `${sent.message}; ${request.lostText(lost)}` });
        }
        else if (lost !== undefined) {
            // The work that keeps the resource busy may be that of the lost request.
            lost = { ...lost, isBusy: true };
            task.emit({ kind: 'lost', error: lost.error, text: `the resource is busy; ${request.lostText(lost)}` });
        }
        if (lost !== undefined) {
            const value = await request.recover(lost);
            if (value !== undefined)
                return { value, acceptedAtMs: lost.atMs };
        }
        if (busy === undefined)
            continue;
        task.emit({ kind: 'refused', error: busy });
        if (request.onBusy !== 'wait') {
            failOrSkip(task, request, busy);
            return undefined;
        }
        const found = await busyWait.wait(busy, (list) => request.onList?.(list, lost));
        if (found !== undefined)
            return { value: found, acceptedAtMs: lost?.atMs ?? clock.now() };
    }
}
function failOrSkip(task, { action, onBusy }, error) {
    const { phase } = task.outcome;
    if (phase.kind === 'lost') {
        const cause = `The resource is busy, perhaps with the ${action} whose response was lost. ${describeError(phase.error)}`;
        task.emit({ kind: 'failed', errorCode: 'unknown_outcome', cause, stillRunning: true });
    }
    else if (onBusy === 'skip')
        task.emit({ kind: 'skipped', why: 'busy', detail: error.serviceMessage });
    else
        task.emit({ kind: 'failed', errorCode: 'busy', cause: describeError(error) });
}

;// CONCATENATED MODULE: ./operations/steps/submit/search-result.js
/** How often the list is read during a search. */
const search_result_READ_GAP_MS = 5_000;
/** Our deployment, or why the list does not show it. */
function oursIn(result, ownership) {
    if (result.kind !== 'ours' && result.kind !== 'ended')
        return result;
    const { id, status } = result.deployment;
    return { deploymentId: id, ownership, status };
}
/** Our deployment; undefined when the list does not show for certain which it is: then the task has failed. */
function oursOrFail(task, result, ownership) {
    const found = oursIn(result, ownership);
    if (!('kind' in found))
        return found;
    const isUnclear = found.kind === 'ambiguous' || (found.kind === 'unclear' && ownership === 'list');
    const errorCode = isUnclear ? 'ambiguous' : 'unknown_outcome';
    task.emit({ kind: 'failed', errorCode, cause: describeNotFound(found), stillRunning: true });
    return undefined;
}
/** Why the list does not show which deployment is ours. */
function describeNotFound(result) {
    return result.kind === 'ambiguous'
        ? `${result.ids.join(' and ')} have appeared since our request, and no response names ours, so it is not certain which of them it is.`
        : notFoundReasons[result.kind];
}
const notFoundReasons = {
    queue: 'The response to the request was lost, and the list has shown the same build of somebody else for ten minutes: ours may be waiting behind it.',
    'no list': 'The response to the request was lost, and there was no list of deployments before it to compare with.',
    'other shape': 'The response to the request was lost, and the list of deployments, which could tell what became of it, has a form that is not recognised.',
    'empty list': 'The response to the request was lost, and the list, which had deployments before it, has been empty for ten minutes.',
    unreliable: 'There was no list of deployments before our request to compare with, so the list does not show which of them is ours.',
    unclear: 'The list has an entry without an id above the known deployments, or a new one below them, so it does not show for certain what our request started.',
    none: 'The list did not show it in time.',
};

;// CONCATENATED MODULE: ./operations/steps/submit/search-accepted.js
// Searches the list for the deployment of an accepted request whose response does not name it.






/** Searches until the list shows the deployment or the step is stopped; undefined when the task has failed. */
async function searchAccepted(task, known, context) {
    for (;;) {
        const shown = await readUntilListed(task, known, context);
        if (shown.kind !== 'none')
            return oursOrFail(task, shown, 'list');
        task.emit({ kind: 'note', text: 'the list does not show the new deployment yet' });
    }
}
/** A search of a step that does not wait for the deployment is given up after so long. */
const BRIEF_SEARCH_MS = SEARCH_MS + search_result_READ_GAP_MS;
/**
 * Searches once, for a step that does not wait for the deployment: neither a list that cannot be read nor the deadline
 * fails it, since the request was accepted.
 */
async function searchBriefly(task, known, context) {
    let why;
    try {
        const client = context.client.withLimits({ timeoutMs: BRIEF_SEARCH_MS });
        const found = oursIn(await readUntilListed(task, known, { ...context, client }, BRIEF_SEARCH_MS), 'list');
        if ('deploymentId' in found)
            return found;
        why = describeNotFound(found);
    }
    catch (error) {
        if (!(error instanceof ApiError) && !(0,clock_0/* isTimeout */.kL)(error))
            throw error;
        const last = error instanceof ApiError ? error : error.cause;
        why = last instanceof ApiError ? describeError(last) : describeNotFound({ kind: 'none' });
    }
    task.emit({ kind: 'note', text: `the id of the new deployment is not known. ${why}` });
    return undefined;
}
/**
 * Reads the list until it shows the deployment, which may be late, for {@link SEARCH_MS}; for at most `limitMs` where it
 * proves nothing.
 */
async function readUntilListed(task, known, { clock, signal, client }, limitMs = Infinity) {
    const sinceMs = clock.now();
    const reads = [];
    for (;;) {
        const atMs = clock.now();
        const { items } = await listDeployments(task.resourceId, client);
        reads.push({ atMs, items });
        const found = claim(known, items, { isAccepted: true, appeared: appearedIn(reads, known) });
        if (found.kind === 'ours' || found.kind === 'ambiguous')
            return found;
        const isOver = atMs - sinceMs >= limitMs;
        if (isOver || isSearched(reads, known, { sinceMs, forMs: SEARCH_MS }))
            return found;
        await clock.sleep(search_result_READ_GAP_MS, signal);
    }
}

;// CONCATENATED MODULE: ./operations/steps/submit/search-lost.js
// Searches the list for what a deploy request started whose response was lost.





/** Reads the list until it is decided; undefined when the request started nothing and may be sent again. */
async function searchLost(task, { lost, known }, { client, clock, signal }) {
    const note = createNotes(task, clock);
    const reads = [];
    const startedMs = clock.now();
    for (;;) {
        const atMs = clock.now();
        const list = await orApiError(listDeployments(task.resourceId, client));
        if (isOtherShape(list))
            return { kind: 'other shape' };
        if (list instanceof ApiError)
            throw list;
        reads.push({ atMs, items: list.items });
        const mayStillStart = mayStillStartAfter(lost);
        const decision = afterLostRequest({ known, lostAtMs: startedMs, mayStillStart, reads });
        if (decision.kind === 'found')
            return decision.claim;
        if (decision.kind === 'give up')
            return { kind: decision.why };
        if (decision.kind === 'post')
            break;
        if (atMs - startedMs >= SEARCH_MS)
            note('the list does not show a new deployment in progress yet');
        await clock.sleep(search_result_READ_GAP_MS, signal);
    }
    // A second page is not a transient fault, and nothing was started.
    if (!lost.isBusy && lost.pages > 1 && isUnreadable(lost.error))
        throw lost.error;
    // Busy without a deployment in progress: the work may be that of the lost request.
    if (lost.isBusy && inProgressIn(reads.at(-1)?.items ?? []).length === 0)
        return undefined;
    const text = 'the list shows no new deployment, so the lost request seems to have started none';
    task.emit({ kind: 'not-started', text });
    return undefined;
}
/**
 * Whether a lost request may still start a deployment: not if the connection was cut before a response, or the API itself
 * reported a failure. A response that was cut off may have been an acceptance.
 */
function mayStillStartAfter({ error, isBusy }) {
    if (isBusy)
        return false;
    if (error instanceof ConnectionLostError)
        return error.status !== undefined;
    return !(error instanceof ServiceFailedError && error.fromService);
}

;// CONCATENATED MODULE: ./operations/steps/submit/submit-deployment.js






/**
 * Requests a deployment and emits `accepted` with its id. Undefined when the task was skipped or has failed, or when the
 * caller does not wait and the id is not known. Rejects with an ApiError when the service refuses the request.
 */
async function submit_deployment_submit(task, options, context) {
    const { resourceId } = task;
    const { clock, client } = context;
    const { earlier } = options;
    let known = knownFrom(earlier);
    const submission = (ours, acceptedAtMs) => {
        task.emit({ kind: 'accepted', ...ours });
        return { deploymentId: ours.deploymentId, acceptedAtMs, known };
    };
    const running = context.isRerun ? inProgressOf(earlier.items, context.runCommits) : undefined;
    if (running !== undefined) {
        return submission({ deploymentId: running.id, ownership: 'rerun', status: running.status }, clock.now());
    }
    const request = {
        action: 'deploy',
        onBusy: options.onBusy,
        lostText(lost) {
            const mayStillStart = mayStillStartAfter(lost);
            return `checking the list for a new deployment for ${formatDuration(searchMs({ mayStillStart }))}`;
        },
        async send(mayPost) {
            const acceptance = await client.createDeployment(resourceId, { force: options.force, mayPost });
            return acceptance && { acceptance };
        },
        async recover(lost) {
            const searched = await searchLost(task, { lost, known }, context);
            return searched && { searched };
        },
        onList(list, lost) {
            if (lost !== undefined) {
                const searched = claim(known, list.items, { isAccepted: false });
                return searched.kind === 'none' ? undefined : { searched };
            }
            // A refused request started nothing, so new deployments are not ours.
            known = knownFrom(list, known);
            return undefined;
        },
    };
    const requested = await requestUntilAccepted(task, request, context);
    if (requested === undefined)
        return undefined;
    const { value, acceptedAtMs } = requested;
    const ours = 'searched' in value
        ? oursOrFail(task, value.searched, 'adopted')
        : await identify(task, { ...value, known, wait: options.wait }, context);
    return ours && submission(ours, acceptedAtMs);
}
/** Which deployment an accepted request started: the one that the response names, else the new one in the list. */
async function identify(task, { acceptance, known, wait }, context) {
    const named = namedBy(acceptance, known);
    if (named !== undefined)
        return { ...acceptance, ...named };
    // A status beside the id of another deployment is not that of ours.
    task.emit({ kind: 'accepted', deploymentId: undefined, ownership: 'response' });
    return wait ? await searchAccepted(task, known, context) : await searchBriefly(task, known, context);
}

;// CONCATENATED MODULE: ./operations/steps/submit/index.js




;// CONCATENATED MODULE: ./operations/steps/index.js











;// CONCATENATED MODULE: ./operations/check.js







/**
 * Checks what can be checked without changing anything. The key, the resource and `required-env` can fail the step; the
 * rest only warns.
 */
const check = {
    effect: 'reads',
    read(inputs) {
        const resourceIds = inputs.resourceIds({ several: false, required: false });
        const requiredEnv = readRequiredEnv(inputs);
        if (requiredEnv.length > 0 && resourceIds.length === 0)
            inputs.refuse('required-env', 'needs a resource-id');
        return { resourceIds, requiredEnv };
    },
    async run({ resourceIds: [resourceId], requiredEnv }, context) {
        const facts = [];
        const parts = [];
        context.client.observe((part) => parts.push(part));
        const report = await runChecks(resourceId, { requiredEnv, facts }, context);
        const unread = unreadPartsNote(parts);
        if (unread !== undefined)
            context.emit({ kind: 'note', text: unread });
        return parts.length === 0 ? report : { ...report, sections: [readPartsSection(parts)] };
    },
};
async function runChecks(resourceId, checks, context) {
    const { facts } = checks;
    if (resourceId === undefined) {
        return await reportFor('check the service', context, async () => {
            await checkKey(checks, context);
            await checkDescription(checks, context);
            return { headline: 'The key is accepted; nothing was changed', outcomes: [], facts };
        });
    }
    const outcome = await runTask(resourceId, context, async (task) => {
        await checkKey(checks, context);
        // The OpenAPI document may explain the failure, so it is read before.
        const failure = await orApiError(checkResource(task, checks, context));
        await checkDescription(checks, context);
        if (failure instanceof ApiError)
            throw failure;
    });
    const passed = ({ name }) => `${name ?? resourceId} passed all checks; nothing was changed`;
    return reportOn([outcome], { action: 'check', facts, passed });
}
async function checkKey({ facts }, { client }) {
    const { items, isComplete } = await client.listResources();
    const count = `${isComplete ? '' : 'at least '}${pluralize(items.length, 'resource')}`;
    facts.push({ label: 'API key', value: `accepted; it sees ${count}` }, { label: 'Scope "deploy"', value: 'not tested: only a deploy request can show whether the key has it' });
}
async function checkResource(task, { requiredEnv, facts }, context) {
    const { resourceId } = task;
    const resource = await refreshResource(task, context);
    const deployments = await bestEffort('the deployments', context, ({ client }) => listForType(resourceId, resource, client));
    if (deployments !== undefined) {
        const moving = inProgressIn(deployments.items)[0];
        const value = moving === undefined ? 'no deployment' : `${moving.id ?? 'a deployment'} is ${moving.status}`;
        facts.push({ label: 'In progress', value });
    }
    if (requiredEnv.length > 0 && (await hasRequiredEnv(task, requiredEnv, context))) {
        facts.push({ label: 'Required environment', value: 'all names are set' });
    }
    // The following is read only to report where it was found.
    const latestId = deployments?.items[0]?.id;
    if (latestId !== undefined)
        await observe('the latest deployment', context, (client) => client.readDeployment(resourceId, latestId));
    await observe('the runtime log', context, (client) => client.readLogs(resourceId, 100));
    if (requiredEnv.length === 0)
        await observe('the names of environment variables', context, (client) => client.listEnvNames(resourceId));
}
/**
 * Reads once. A refusal is expected, such as for the log of a database; an unreadable response is in the table of what was
 * read. Any other error is a warning.
 */
async function observe(what, context, read) {
    if (context.signal.aborted)
        return;
    await bestEffort(what, context, async ({ client }) => {
        const seen = await orApiError(read(client.withLimits({ retryForMs: 0 })));
        const isExpected = seen instanceof RefusedError || seen instanceof UnreadableResponseError;
        if (seen instanceof ApiError && !isExpected)
            throw seen;
    });
}
/** Checks that the OpenAPI document exists and lists the endpoints that we need; problems only warn. */
async function checkDescription({ facts }, context) {
    const description = await bestEffort("the service's OpenAPI document", context, ({ client }) => client.withLimits({ retryForMs: 0 }).readDescription());
    const missing = neededEndpoints.filter((endpoint) => !description?.endpoints.has(endpoint));
    facts.push({ label: 'Service description', value: describeDescription(description, missing) });
    if (description === undefined || missing.length === 0)
        return;
    context.emit({ kind: 'warning', text: `The service's OpenAPI document does not list: ${missing.join(', ')}.` });
}
function describeDescription(description, missing) {
    if (description === undefined)
        return 'cannot be read';
    const verdict = missing.length === 0 ? 'names all that is needed' : `lacks ${missing.join(', ')}`;
    return `OpenAPI ${description.openapi}, ${verdict}`;
}

;// CONCATENATED MODULE: ./operations/deploy.js



/** Deploys each resource; passes only when every deployment finished, or was accepted with `wait: false`. */
const deploy = {
    effect: 'changes',
    usesGithub: true,
    read(inputs) {
        const wait = inputs.flag('wait');
        const healthCheck = readHealthCheck(inputs, { wait });
        if (!wait && inputs.text('github-environment') !== undefined) {
            inputs.refuse('wait', 'must be true with github-environment, which records how the deployment ended');
        }
        return {
            wait,
            healthCheck,
            resourceIds: inputs.resourceIds({ several: true, required: true }),
            force: inputs.flag('force'),
            onBusy: inputs.choice('on-busy', onBusyChoices),
            requiredEnv: readRequiredEnv(inputs),
            lines: readLines(inputs),
            ...readFanOut(inputs),
        };
    },
    async run(args, context) {
        const outcomes = await fanOut(args, context, (task) => deployOne(task, args, context));
        return reportOn(outcomes, { action: 'deploy', done: 'deployed', passed: passedHeadline });
    },
};
async function deployOne(task, args, context) {
    const { force, onBusy, wait } = args;
    const { list, status: before } = await readBefore(task, context, { list: 'useful' });
    if (!(await hasRequiredEnv(task, args.requiredEnv, context)))
        return undefined;
    const submission = await submit_deployment_submit(task, { force, onBusy, wait, earlier: list }, context);
    if (submission?.deploymentId === undefined || !wait)
        return undefined;
    const { acceptedAtMs: startedAtMs } = submission;
    const target = { ...submission, startedAtMs, isOurs: true, predecessors: list.items };
    const { end, showLateLines } = await awaitDeployment(task, target, context);
    await afterDeployment(task, { ...args, finished: end === 'finished', before }, context);
    return showLateLines;
}
function passedHeadline(outcome) {
    const { resourceId, name, deploymentId, durationMs, stillRunning, status } = outcome;
    const label = name ?? resourceId;
    // With `wait: false` it is not polled, but may have ended when it was first seen.
    if (durationMs === undefined) {
        const deployment = deploymentId === undefined ? 'Deployment' : `Deployment ${deploymentId}`;
        const state = stillRunning === true ? 'continues at the service' : `is ${status}`;
        return `${deployment} of ${label} was accepted and ${state}`;
    }
    return `${label} is deployed: ${deploymentId} finished in ${formatDuration(durationMs)}${asBefore(outcome)}`;
}

;// CONCATENATED MODULE: ./operations/env.js
// env: the names of the environment variables of a resource. The service never sends their values.



/** Reads the names of the environment variables of one resource. */
const env = {
    effect: 'reads',
    read: (inputs) => ({ resourceIds: inputs.resourceIds({ several: false, required: true }) }),
    async run({ resourceIds: [resourceId = ''] }, context) {
        let names;
        let isComplete = true;
        const outcome = await runTask(resourceId, context, async (task) => {
            const list = await context.client.listEnvNames(resourceId);
            names = list.items.toSorted();
            ({ isComplete } = list);
            if (!isComplete)
                task.emit({ kind: 'warning', text: incompleteNames(resourceId, names.length) });
        });
        const report = reportOn([outcome], {
            action: 'read the environment of',
            passed: () => `${resourceId} has ${isComplete ? '' : 'at least '}${pluralize(names?.length ?? 0, 'environment variable')}`,
        });
        if (names === undefined)
            return report;
        return { ...report, sections: tableOf(names), outputs: { 'env-names': JSON.stringify(names) } };
    },
};
function incompleteNames(resourceId, count) {
    return `The list of environment variables of ${resourceId} is incomplete: the service has more than the ${pluralize(count, 'name')} that could be read, and they are not in the output env-names.`;
}
function tableOf(names) {
    if (names.length === 0)
        return [];
    return [{ title: 'Environment variables', columns: ['Name'], rows: names.map((name) => [name]) }];
}

;// CONCATENATED MODULE: ./operations/lifecycle.js







/** Starts resources; passes once their status has settled on `up`. */
const start = lifecycle('start', 'started');
/** Stops resources; passes once their status has settled on `down`. */
const stop = lifecycle('stop', 'stopped');
/** Restarts resources; passes once their status has settled on `up`. */
const restart = lifecycle('restart', 'restarted');
function lifecycle(action, done) {
    return {
        effect: 'changes',
        read(inputs) {
            const wait = inputs.flag('wait');
            const healthCheck = action === 'stop' ? undefined : readHealthCheck(inputs, { wait });
            return {
                wait,
                healthCheck,
                resourceIds: inputs.resourceIds({ several: true, required: true }),
                onBusy: inputs.choice('on-busy', onBusyChoices),
                lines: readLines(inputs),
                ...readFanOut(inputs),
            };
        },
        async run(args, context) {
            const outcomes = await fanOut(args, context, (task) => runAction(task, { action, args }, context));
            return reportOn(outcomes, { action, done, passed: (outcome) => lifecycle_passedHeadline(outcome, { action, done }) });
        },
    };
}
async function runAction(task, plan, context) {
    const { action, args } = plan;
    const { resourceId } = task;
    const before = await readStatusBefore(task, context);
    const requested = await requestUntilAccepted(task, requestOf(task, plan, context), context);
    if (requested === undefined)
        return;
    const isAccepted = requested.value === 'accepted';
    if (isAccepted)
        task.emit({ kind: 'requested' });
    if (!args.wait) {
        if (isAccepted)
            await bestEffort(`the resource ${resourceId}`, context, (brief) => refreshResource(task, brief));
        return;
    }
    const { acceptedAtMs } = requested;
    const reached = !isAccepted || (await awaitResource(task, { action, before, acceptedAtMs }, context));
    if (reached && args.healthCheck !== undefined)
        await checkHealth(task, args.healthCheck, context);
    if (task.outcome.errorCode !== undefined)
        await showRuntimeLog(resourceId, args.lines, context);
}
/** True when a start or stop was refused with a 409 because the resource already is as asked. */
async function isAlreadySo(task, { action, refusal }, { client }) {
    if (action === 'restart' || !(refusal instanceof RefusedError) || refusal.status !== 409)
        return false;
    if (isRefusal(refusal, 'busy'))
        return false;
    task.emit({ kind: 'refused' });
    const read = await orApiError(refreshResource(task, { client: client.withLimits({ retryForMs: RESEND_AFTER_MS }) }));
    const wanted = action === 'start' ? 'up' : 'down';
    if (read instanceof ApiError || resourceStateOf(read.status) !== wanted)
        return false;
    task.emit({ kind: 'already', text: `${task.resourceId} already is ${read.status}. ${describeError(refusal)}` });
    return true;
}
/**
 * Wait after a lost response before the request is sent again: time for a gateway to recover. Doubles with each further
 * loss, since each lost request may have restarted the app.
 */
const RESEND_AFTER_MS = 5_000;
const LONGEST_RESEND_AFTER_MS = 60_000;
/** How often the resource is read during this wait: a restart may take only seconds. */
const lifecycle_READ_GAP_MS = 2_500;
/**
 * These requests are idempotent, so one whose response was lost may be sent again. The lost one counts as accepted if
 * the status has changed, or for a start or stop if the resource is busy with something other than a deployment.
 */
function requestOf(task, { action, args }, context) {
    const { client, clock, signal } = context;
    const before = task.outcome.resourceStatus;
    const note = createNotes(task, clock);
    let pagesSinceMs;
    async function hasChanged() {
        const read = await orApiError(refreshResource(task, { client: client.withLimits({ retryForMs: RESEND_AFTER_MS }) }));
        if (read instanceof ApiError) {
            note(`the resource could not be read. ${describeError(read)}`, { kind: read.message });
            return false;
        }
        const { status } = read;
        if (status === undefined || before === undefined)
            return false;
        // A status that was in transition before changes without our request.
        return resourceStateOf(before) !== 'transition' && !isSameStatus(status, before);
    }
    return {
        action,
        onBusy: args.onBusy,
        lostText: () => `reading the resource before the ${action} is requested again`,
        async send(mayPost) {
            const sent = await orApiError(client.changeResource(task.resourceId, { action, mayPost }));
            if (!(sent instanceof ApiError))
                return sent;
            if (await isAlreadySo(task, { action, refusal: sent }, context))
                return 'already';
            throw sent;
        },
        async recover({ error, count, isBusy }) {
            if (isBusy) {
                const list = await listOrNone(task.resourceId, client);
                if (inProgressIn(list?.items ?? []).length > 0)
                    return undefined;
                // The status alone shows whether a start or stop was done; a restart that changes nothing may never have begun.
                return action !== 'restart' || (await hasChanged()) ? 'accepted' : undefined;
            }
            pagesSinceMs = isUnreadable(error) ? (pagesSinceMs ?? clock.now()) : undefined;
            const giveUpMs = (pagesSinceMs ?? Infinity) + UNREADABLE_RETRY_MS;
            if (clock.now() >= giveUpMs)
                throw error;
            const waitMs = Math.min(RESEND_AFTER_MS * 2 ** (count - 1), LONGEST_RESEND_AFTER_MS);
            const resendMs = Math.min(clock.now() + waitMs, giveUpMs);
            while (clock.now() < resendMs) {
                await clock.sleep(Math.min(lifecycle_READ_GAP_MS, resendMs - clock.now()), signal);
                if (await hasChanged())
                    return 'accepted';
            }
            return undefined;
        },
    };
}
function lifecycle_passedHeadline({ resourceId, name, stillRunning, resourceStatus, durationMs }, { action, done }) {
    const label = name ?? resourceId;
    if (stillRunning === true)
        return `The ${action} of ${label} was accepted and continues at the service`;
    if (resourceStatus === undefined)
        return `The ${action} of ${label} was accepted; the service shows no status of it`;
    if (durationMs === undefined)
        return `${label} already is ${resourceStatus}; the service refused the ${action}`;
    return `${label} has been ${done}: it is ${resourceStatus} after ${formatDuration(durationMs)}`;
}

;// CONCATENATED MODULE: ./operations/list.js
// list: the resources that match a filter, as a table for people and as JSON for a matrix.



/** Lists the resources that meet every condition of `filter`; passes when there are none. */
const list = {
    effect: 'reads',
    read(inputs) {
        const parsed = parseFilter(inputs.text('filter') ?? '');
        if (typeof parsed === 'string')
            inputs.refuse('filter', parsed);
        return { resourceIds: [], conditions: typeof parsed === 'string' ? [] : parsed };
    },
    run: ({ conditions }, context) => reportFor('list the resources', context, async () => {
        const { items: all, isComplete } = await context.client.listResources();
        const found = all.filter((resource) => matches(resource, conditions));
        if (!isComplete) {
            const text = `The list of resources is incomplete: the service has more than the ${all.length} that it sent, and they are neither filtered nor in the output resources.`;
            context.emit({ kind: 'warning', text });
        }
        const anonymous = found.filter(({ id }) => id === undefined).length;
        if (anonymous > 0) {
            const text = `${pluralize(anonymous, 'resource')} in the list without an id that can be read: no other operation can be used on it.`;
            context.emit({ kind: 'warning', text });
        }
        const undecided = all.map((resource) => undecidedBy(resource, conditions)).filter(({ length }) => length > 0);
        if (undecided.length > 0) {
            const keys = [...new Set(undecided.flat())].join(' or ');
            const text = `The filter leaves out ${pluralize(undecided.length, 'resource')} without a readable ${keys}: whether it should is not known.`;
            context.emit({ kind: 'warning', text });
        }
        const text = (value) => String(value ?? '');
        return {
            headline: `Found ${found.length} of ${pluralize(all.length, 'resource')}${isComplete ? '' : ' in an incomplete list'}`,
            outcomes: [],
            sections: [
                {
                    title: 'Resources',
                    columns: ['Name', 'Id', 'Type', 'Status', 'Catalogue key'],
                    rows: found.map(({ id, fields }) => [fields['name'], id, fields['type'], fields['status'], fields['catalogKey']].map(text)),
                },
            ],
            outputs: { resources: JSON.stringify(found.map(({ fields }) => fields)) },
        };
    }),
};

;// CONCATENATED MODULE: ./operations/logs.js




/** Reads the last `lines` lines of the runtime log; passes when it is empty. */
const logs = {
    effect: 'reads',
    read: (inputs) => ({
        resourceIds: inputs.resourceIds({ several: false, required: true }),
        lines: readLines(inputs),
    }),
    async run({ resourceIds: [resourceId = ''], lines }, context) {
        let shown = 0;
        const outcome = await runTask(resourceId, context, async (task) => {
            const read = await context.client.readLogs(resourceId, lines);
            const text = wholeText(read);
            shown = text.split('\n').length - 1;
            await emitLog({ resourceId, source: 'runtime', text }, context);
            // Only a part of the log may have been shown.
            context.signal.throwIfAborted();
            reportHidden(task, read);
        });
        return reportOn([outcome], {
            action: 'read the log of',
            passed: () => shown === 0
                ? `The runtime log of ${resourceId} is empty`
                : `Read the last ${pluralize(shown, 'line')} of the runtime log of ${resourceId}`,
        });
    },
};

;// CONCATENATED MODULE: ./operations/status.js




/** Reads the resource and one of its deployments once; passes for any status. */
const status_status = {
    effect: 'reads',
    read: (inputs) => ({ ...readTarget(inputs), ...readFanOut(inputs) }),
    async run(args, context) {
        const outcomes = await fanOut(args, context, (task) => readOnce(task, args, context));
        return reportOn(outcomes, { action: 'read the status of', passed: foundHeadline });
    },
};
async function readOnce(task, { deploymentId }, context) {
    const resource = await refreshResource(task, context);
    const found = await findDeployment(task, { deploymentId, resource }, context);
    if (found === undefined)
        return;
    task.emit({ kind: 'found', deploymentId: found.id, status: found.status });
    recordCommit(task, { commit: found.commit, isOurs: false }, context);
}
/** The given deployment, or the latest, if there is one. */
async function findDeployment(task, wanted, { client }) {
    const { resourceId } = task;
    if (wanted.deploymentId !== undefined && wanted.deploymentId !== LATEST)
        return await readNamed(resourceId, wanted.deploymentId, client);
    const list = await listForType(resourceId, wanted.resource, client);
    return list && latestOf(task, list);
}
/** Takes the status from the list when the response is too large (a long log) or has no status. */
async function readNamed(resourceId, deploymentId, client) {
    const detail = await orApiError(client.readDeployment(resourceId, deploymentId));
    const isRead = !(detail instanceof ApiError);
    if (isRead && detail.status !== NO_STATUS)
        return detail;
    if (!isRead && !(detail instanceof ResponseTooLargeError))
        throw detail;
    const { items } = await listDeployments(resourceId, client);
    const listed = items.filter(isIdentified).find(({ id }) => id === deploymentId);
    if (listed !== undefined)
        return listed;
    if (isRead)
        return detail;
    throw detail;
}
function foundHeadline({ resourceId, name, resourceStatus, deploymentId, status: deploymentStatus }) {
    const state = `${name ?? resourceId} is ${resourceStatus ?? 'in an unknown state'}`;
    return deploymentId === undefined
        ? `${state}; it has no deployments`
        : `${state}; deployment ${deploymentId} is ${deploymentStatus}`;
}

;// CONCATENATED MODULE: ./operations/wait.js





/** Polls a deployment that exists or appears soon; passes only when it finished. Sends no POST. */
const wait = {
    effect: 'waits',
    read(inputs) {
        return {
            ...readTarget(inputs),
            healthCheck: readHealthCheck(inputs, { wait: true }),
            lines: readLines(inputs),
            ...readFanOut(inputs),
        };
    },
    async run(args, context) {
        const outcomes = await fanOut(args, context, (task) => waitFor(task, args, context));
        return reportOn(outcomes, { action: 'wait for', done: 'finished', passed: wait_passedHeadline });
    },
};
async function waitFor(task, args, context) {
    const startedAtMs = context.clock.now();
    const needsList = args.deploymentId === undefined || args.deploymentId === LATEST;
    const { list, status } = await readBefore(task, context, { list: needsList ? 'needed' : 'optional' });
    const found = await wait_findDeployment(task, { ...args, list }, context);
    if (found === undefined)
        return undefined;
    const { deploymentId } = found;
    const at = list.items.findIndex(({ id }) => id === deploymentId);
    const listed = list.items[at];
    task.emit({ kind: 'accepted', ...found, ...(listed && { status: listed.status }) });
    const { hadEnded } = task.outcome;
    const predecessors = list.items.slice(at + 1);
    const target = { deploymentId, startedAtMs, atOnce: true, isOurs: false, predecessors };
    const { end, showLateLines } = await awaitDeployment(task, target, context);
    // A broken app is not waited for: no deployment has just ended.
    const before = hadEnded === true && resourceStateOf(status?.status) === 'broken' ? undefined : status;
    await afterDeployment(task, { ...args, finished: end === 'finished', before }, context);
    return showLateLines;
}
/** The deployment to wait for; undefined when the task has failed. */
async function wait_findDeployment(task, { deploymentId, healthCheck, list }, context) {
    if (deploymentId === LATEST) {
        const latest = latestOf(task, list);
        if (latest !== undefined)
            return { deploymentId: latest.id, ownership: 'latest' };
        const cause = `${task.resourceId} has no deployments, so there is none to wait for.`;
        task.emit({ kind: 'failed', errorCode: 'no_deployment', cause });
        return undefined;
    }
    if (deploymentId !== undefined)
        return { deploymentId, ownership: 'asked' };
    const [inProgress] = inProgressIn(list.items);
    if (inProgress === undefined)
        return await awaitNewDeployment(task, { list, healthCheck }, context);
    if (isIdentified(inProgress))
        return { deploymentId: inProgress.id, ownership: 'in-progress' };
    const cause = `A deployment of ${task.resourceId} is ${inProgress.status}, but the list shows no id for it, so it cannot be polled.`;
    task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
    return undefined;
}
function wait_passedHeadline(outcome) {
    const { resourceId, name, deploymentId, durationMs, hadEnded } = outcome;
    const label = name ?? resourceId;
    const ended = hadEnded === true
        ? `Deployment ${deploymentId} of ${label} had already finished before this step began`
        : `Deployment ${deploymentId} of ${label} finished; waited ${formatDuration(durationMs ?? 0)}`;
    return `${ended}${asBefore(outcome)}`;
}

;// CONCATENATED MODULE: ./operations/index.js
// The table of operations. To add one: a file in this folder, a line here, its inputs and outputs in action.yml.








/** Every operation by its name in the input `operation`. */
const operations = {
    deploy: deploy,
    start: start,
    stop: stop,
    restart: restart,
    wait: wait,
    status: status_status,
    list: list,
    logs: logs,
    env: env,
    check: check,
};

;// CONCATENATED MODULE: ./error-message.js
// The message of any thrown value, without its stack.
/** The message of a thrown value. Never throws, even if the value cannot be converted to a string. */
function errorMessage(thrown) {
    const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
    return typeof message === 'object' && message !== null ? 'something without a message was thrown' : String(message);
}

;// CONCATENATED MODULE: ./runner/outputs/outputs.js
// The outputs and their values. Pure; a test compares the names with action.yml.


/** Every output, in the order of action.yml. */
const outputNames = [
    'deployment-id',
    'status',
    'resource-status',
    'url',
    'duration',
    'error-code',
    'skipped',
    'log-file',
    'deployments',
    'resources',
    'env-names',
    'github-deployment-id',
];
/** The outputs that are JSON, or empty. All others are one line of text. */
const jsonOutputs = new Set(['deployments', 'resources', 'env-names']);
/** Order in which statuses decide the output `status` of several resources. */
const worstFirst = ['failed', 'cancelled', 'other', 'building', 'queued', 'finished'];
/**
 * The outputs for the outcomes so far; outputs of a single resource are empty for several. A skipped step sets only
 * `skipped`, so that a condition on `finished` is false.
 */
function outputsOf(outcomes, { logFiles, githubDeploymentId, report }) {
    const only = outcomes.length === 1 ? outcomes[0] : undefined;
    const skipped = onlySkip(outcomes);
    if (skipped !== '')
        return { ...emptyOutputs, skipped, 'error-code': errorCodeOf(report?.errorCode) };
    return {
        ...emptyOutputs,
        'deployment-id': only?.deploymentId ?? '',
        status: worst(outcomes),
        'resource-status': statusText(only?.resourceStatus),
        url: only?.url ?? '',
        duration: only?.durationMs === undefined ? '' : seconds(only.durationMs),
        'error-code': errorCodeOf(report?.errorCode),
        'log-file': (only && logFiles.get(only.resourceId)) ?? '',
        deployments: outcomes.length === 0 ? '' : JSON.stringify(outcomes.map((outcome) => row(outcome, logFiles))),
        'github-deployment-id': githubDeploymentId,
        ...report?.outputs,
    };
}
/** Every output, empty. */
// oxlint-disable-next-line no-unsafe-type-assertion -- the names are all there are
const emptyOutputs = Object.fromEntries(outputNames.map((name) => [name, '']));
function row(outcome, logFiles) {
    return {
        resourceId: outcome.resourceId,
        name: outcome.name ?? '',
        deploymentId: outcome.deploymentId ?? '',
        commit: outcome.commit ?? '',
        status: statusText(outcome.status),
        resourceStatus: statusText(outcome.resourceStatus),
        url: outcome.url ?? '',
        duration: outcome.durationMs === undefined ? null : Number(seconds(outcome.durationMs)),
        logFile: logFiles.get(outcome.resourceId) ?? '',
        errorCode: errorCodeOf(outcome.errorCode),
        skipped: outcome.skipped ?? '',
    };
}
/** `busy` or `outdated` when every resource was skipped. */
function onlySkip(outcomes) {
    const [first] = outcomes;
    if (first?.skipped === undefined || first.skipped === 'fail-fast')
        return '';
    return outcomes.every(({ skipped }) => skipped !== undefined) ? first.skipped : '';
}
/** The first status in the order of `worstFirst`; `finished` only when all finished. */
function worst(outcomes) {
    const statuses = outcomes.map(({ status }) => statusText(status));
    if (statuses.length <= 1)
        return statuses[0] ?? '';
    const rank = (status) => {
        const at = worstFirst.indexOf(status);
        return at < 0 ? worstFirst.indexOf('other') : at;
    };
    const [first = ''] = statuses.toSorted((a, b) => rank(a) - rank(b));
    return first;
}
/**
 * A status for an output: the five known ones in their usual spelling, others only if they match the documented
 * pattern.
 */
function statusText(sent) {
    if (sent === undefined)
        return '';
    const status = normalizeStatus(sent);
    return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(status) ? status : NO_STATUS;
}
function errorCodeOf(code) {
    return code === undefined ? '' : errorCodeText(code);
}
function seconds(ms) {
    return String(Math.round(ms / 1000));
}

;// CONCATENATED MODULE: ./runner/outputs/output-writer.js


/** GitHub passes on at most this much from one job to another, in UTF-16. */
const MAX_JOB_OUTPUT_BYTES = 1024 * 1024;
/** Creates the writer; `warn` is called at most once per kind of problem. */
function createOutputWriter(options) {
    const { host, sanitizers } = options;
    let written = emptyOutputs;
    let state = '';
    const reported = new Set();
    function warnOnce(problem, message) {
        if (!reported.has(problem))
            options.warn(message);
        reported.add(problem);
    }
    function write(name, value) {
        try {
            host.core.setOutput(name, sanitized(name, value));
        }
        catch (error) {
            const message = `The outputs cannot be written, so later steps cannot read them: ${errorMessage(error)}`;
            warnOnce('unwritable', message);
        }
    }
    function sanitized(name, value) {
        if (value === '')
            return '';
        if (jsonOutputs.has(name))
            return sanitizers.json(value);
        const text = sanitizers.output(value);
        if (text !== undefined)
            return text;
        const problem = 'its value has line ends or invisible characters, which a script could mistake';
        warnOnce('invisible', `The output ${name} stays empty: ${problem}. The output deployments shows them as escapes.`);
        return '';
    }
    function checkSize({ resources }) {
        const bytes = 2 * resources.length;
        if (bytes <= MAX_JOB_OUTPUT_BYTES)
            return;
        const size = `${Math.ceil((10 * bytes) / MAX_JOB_OUTPUT_BYTES) / 10} MB`;
        const limit = 'more than the 1 MB that GitHub passes on from one job to another';
        warnOnce('size', `The output resources has ${size}, ${limit}: only steps of this job can use it. The input filter makes it smaller.`);
    }
    return {
        update(outcomes, context) {
            const outputs = outputsOf(outcomes, context);
            const newState = JSON.stringify(outcomes.map(output_writer_stateOf));
            const isNewState = newState !== state;
            const changed = outputNames.filter((name) => outputs[name] !== written[name]);
            const toWrite = changed.filter((name) => isNewState || (name !== 'deployments' && name !== 'duration'));
            for (const name of toWrite)
                write(name, outputs[name]);
            written = { ...written, ...Object.fromEntries(toWrite.map((name) => [name, outputs[name]])) };
            state = newState;
        },
        finish(outcomes, context) {
            written = outputsOf(outcomes, context);
            for (const name of outputNames)
                write(name, written[name]);
            checkSize(written);
        },
    };
}
function output_writer_stateOf({ deploymentId, status, resourceStatus, skipped, errorCode }) {
    return [deploymentId, status, resourceStatus, skipped, errorCode];
}

;// CONCATENATED MODULE: ./runner/outputs/index.js



;// CONCATENATED MODULE: ./runner/node-version.js

/** Required by action.yml. GitHub's runners have it; some other runners, and act, take the Node of the machine. */
const MIN_NODE_MAJOR = 24;
/** Reports a Node that is too old, with all outputs; returns true if it is. */
function refusesNode(host) {
    const { core, nodeVersion } = host;
    if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR)
        return false;
    const title = 'The action cannot run here';
    const cause = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}. Nothing was sent to the service.`;
    const nextStep = 'GitHub’s runners bring it along from version 2.327.1 on; act takes the node that comes first on the PATH.';
    core.error(`${cause}\nWhat to do: ${nextStep}\nerror-code: internal`, { title });
    for (const name of outputNames)
        core.setOutput(name, name === 'error-code' ? 'internal' : '');
    host.writeSummary(`## ❌ ${title}\n\n${cause}\n\n**What to do:** ${nextStep}\n`);
    return true;
}

;// CONCATENATED MODULE: ./runner/cancellation.js
// Ends the process soon after the first signal of a cancelled run, and soon after the result was published.

/** The documented limit is two seconds; the runner kills a process ten seconds after its first signal. */
const EXIT_WITHIN_MS = 1_900;
/** The documented limit is five seconds when a GitHub deployment record has to be closed. */
const EXIT_AFTER_CLOSING_MS = 4_900;
/**
 * Aborts the step at the first signal, and ends the process at the second or after the time limit. While `hasOpenRecord`
 * returns true, further signals are ignored, so that the GitHub record gets its final state. Returns a function that
 * stops listening.
 */
function listenForCancel(host, step, { hasOpenRecord }) {
    let signals = 0;
    return host.onCancel(() => {
        signals += 1;
        if (signals === 1) {
            step.abort(new clock_0/* Stop */.VG('interrupted'));
            host.setUnrefTimeout(() => host.exit(1), hasOpenRecord() ? EXIT_AFTER_CLOSING_MS : EXIT_WITHIN_MS);
        }
        else if (!hasOpenRecord()) {
            host.exit(1);
        }
    });
}
/** Ends the process within two seconds with the exit code that was set, even if a DNS query or an unread pipe hangs. */
function endProcessSoon(host) {
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
}

;// CONCATENATED MODULE: ./runner/messages/advice.js
// What a failure means and what to do about it, per error code, in one table: a new code does not compile without a row.
// A row may depend on what is known about the resource. Pure.



/** The next step for a failure of which more is known than its code. */
const details = {
    proxy: 'Check the address and the credentials in HTTPS_PROXY, and ask the operator of the proxy to allow this host; NO_PROXY names hosts that need no proxy.',
    'no address': 'Give the resource a domain in the console, or write a whole https: address into health-check.',
    'text missing': 'Check that this path serves the text of health-check-contains, and that the service builds the branch that holds this commit. If the app needs more time, raise the limit that ended the check: health-check-timeout or timeout.',
};
const advice = {
    unauthorized: {
        reason: 'the API key was not accepted',
        nextStep: 'The key is mistyped, revoked or expired (by default after 90 days): an owner or admin creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
    },
    forbidden: {
        reason: 'the API key may not do this',
        nextStep: 'deploy, start, stop and restart need a key with the scope "deploy"; reading needs "read", which every key has. Scopes are chosen when a key is created.',
    },
    billing: {
        reason: 'the wallet or subscription does not allow it',
        nextStep: 'Top up the wallet or change the subscription in the console, then run the job again.',
    },
    busy: {
        reason: 'the resource is busy with other work',
        nextStep: 'Run the job again when the other work has ended, or let the step wait for it (on-busy: wait and a longer timeout). Jobs that deploy the same resource belong in one concurrency group.',
    },
    rate_limited: {
        reason: 'the API key has used up its requests',
        nextStep: 'A key has 120 requests a minute for everything that uses it. Use a separate key for this repository, set concurrent-jobs, or give the step a longer timeout.',
    },
    create_limit: {
        reason: 'the daily limit of the API key is reached',
        nextStep: 'A key may create only so many resources a day: run the job again tomorrow, or ask an owner to raise the cap of the key in the console under SETTINGS → API KEYS.',
    },
    deployment_failed: {
        reason: 'the deployment failed',
        headline: ({ outcome, name }) => `Deployment ${outcome.deploymentId} of ${name} failed`,
        meaning: previousRelease,
        nextStep: 'Look for the first error in the build log, if there is one (in this step, in log-file or in the console), fix its cause and deploy again.',
        githubState: 'failure',
    },
    deployment_cancelled: {
        reason: 'the deployment was cancelled',
        headline: ({ outcome, name }) => `Deployment ${outcome.deploymentId} of ${name} was cancelled`,
        meaning: previousRelease,
        nextStep: 'SETTINGS → ACTIVITY in the console may show by whom. Run the job again if the deployment is still wanted.',
        githubState: 'inactive',
    },
    timeout: {
        reason: 'the deadline was reached',
        nextStep: ({ outcome }) => outcome.stillRunning === true
            ? 'Find out whether the work has ended before anything is run again. If it needs more time, give the step a longer timeout.'
            : 'Give the step a longer timeout, then run the job again.',
    },
    interrupted: {
        reason: 'the run was cancelled',
        nextStep: ({ outcome }) => outcome.stillRunning === true
            ? 'Run the job again only once the work has ended, if it is still wanted then.'
            : 'Run the job again if it is still wanted.',
        githubState: 'inactive',
    },
    invalid_input: {
        reason: 'the inputs cannot be accepted',
        meaning: () => 'Nothing was sent to the service.',
        nextStep: 'Correct these inputs in the workflow.',
    },
    missing_env: {
        reason: 'environment variables are missing',
        nextStep: 'Set them for the resource in the console, or take them out of required-env.',
    },
    not_running: {
        reason: 'the resource is not in the expected state',
        headline: ({ outcome, name, action }) => `${name} is ${outcome.resourceStatus ?? 'in an unknown state'} after the ${action === 'deploy' ? 'deployment' : action}`,
        nextStep: ({ action }) => action === 'stop'
            ? 'Find out in the console what keeps it running or has started it again, then stop it again.'
            : 'Look for the cause in its runtime log (operation: logs) and in the console.',
        githubState: 'failure',
    },
    unhealthy: {
        reason: 'the health check did not pass',
        headline: ({ name }) => `${name} did not pass its health check`,
        meaning: ({ outcome }) => outcome.detail === 'text missing' ? 'The previous release may still be answering.' : undefined,
        nextStep: 'Check that health-check names the right path or address, and look for errors in the runtime log (operation: logs). If the app needs more time, raise the limit that ended the check: health-check-timeout or timeout.',
        githubState: 'failure',
    },
    not_found: {
        reason: 'the service does not know this resource or deployment',
        nextStep: 'Check resource-id (operation: list shows all ids), deployment-id and base-url, and that the key belongs to the right organisation.',
    },
    no_deployment: {
        reason: 'there is no deployment to wait for',
        headline: ({ name }) => `No deployment of ${name} is in progress`,
        nextStep: 'Start a deployment before this step, or pass its deployment-id. deployment-id: latest judges the latest one, even if it had ended before.',
    },
    unreachable: {
        reason: 'the service could not be reached',
        nextStep: 'Check base-url, and that the runner can reach that host (name, firewall, proxy, certificate); the service may be down. Then run the job again.',
    },
    unreadable_reply: {
        reason: 'the response is not recognised',
        nextStep: 'Check that base-url is the API of the service and ends with its version, such as /api/v1. If it does, a proxy, firewall or gateway on the way may have answered: ask its operator, or run the job again later.',
    },
    service_error: {
        reason: 'the service failed or refused the request',
        nextStep: 'Run the job again later. If it fails again, report it to the operator of the service.',
    },
    ambiguous: {
        reason: 'the new deployment cannot be told from others',
        headline: ({ name }) => `It is not known which deployment of ${name} is ours`,
        nextStep: 'Find the right deployment in the console and follow it with operation: wait and its deployment-id.',
    },
    unknown_outcome: {
        reason: 'the outcome is not known',
        headline({ outcome: { deploymentId, phase }, name, action }) {
            if (phase.kind === 'searching')
                return `It is not known which deployment of ${name} is ours`;
            return phase.kind === 'following' && deploymentId !== undefined
                ? `It is not known how deployment ${deploymentId} of ${name} ended`
                : `It is not known whether the request to ${action} ${name} was accepted`;
        },
        nextStep: 'Look at the resource and its deployments in the console before you run the job again.',
    },
    internal: {
        reason: 'the action itself failed',
        nextStep: 'Unless the message names what to change, this is a defect of the action. Report it with the log of this step; debug logging gives more lines.',
    },
};
/** The row for an error code; an undocumented service code is quoted where it is passed on. */
function rowFor(errorCode) {
    if (typeof errorCode === 'string')
        return { githubState: 'error', ...advice[errorCode] };
    const code = errorCodeText(errorCode);
    return {
        reason: code === 'service_error' ? advice.service_error.reason : `the service refused it (${code})`,
        nextStep: 'The code and the message come from the service: its documentation or the console may explain them.',
        githubState: 'error',
    };
}
/** The final state of a GitHub deployment record for an error code. */
function githubStateOf(errorCode) {
    return rowFor(errorCode).githubState;
}
/** What is wrong, as a title. */
function titleOf(errorCode) {
    const { reason } = rowFor(errorCode);
    return reason.charAt(0).toUpperCase() + reason.slice(1);
}
/** The headline of a report: its own, else that of the failure of its only resource, or of its operation. */
function advice_headlineOf(report) {
    const { headline, errorCode } = report;
    if (headline !== undefined)
        return headline;
    if (errorCode === undefined)
        return 'The step has ended';
    const row = rowFor(errorCode);
    return row.headline?.(failedOf(report)) ?? `${couldNot(failedOf(report))}: ${row.reason}`;
}
/** The same without what the title says. */
function shortHeadlineOf(report) {
    const failed = failedOf(report);
    return report.headline ?? rowFor(report.errorCode).headline?.(failed) ?? couldNot(failed);
}
/** What the failure means for the app, and what to do. */
function adviceFor(report) {
    const row = rowFor(report.errorCode);
    const failed = failedOf(report);
    const detail = failed.outcome.detail ?? report.detail;
    const usual = typeof row.nextStep === 'string' ? row.nextStep : row.nextStep(failed);
    return {
        meaning: row.meaning?.(failed) ?? (hasStartedNothing(report) ? 'Nothing was started.' : undefined),
        nextStep: detail === undefined ? usual : details[detail],
    };
}
/** The resource that failed first; one of which nothing is known if the operation is not about given resources. */
function failedOf({ outcomes, action = 'finish' }) {
    const outcome = outcomes.find(({ errorCode }) => errorCode !== undefined) ?? newOutcome('');
    return { outcome, name: outcome.name ?? outcome.resourceId, action };
}
/** What could not be done, for the beginning of a headline. */
function couldNot({ outcome: { phase, deploymentId }, name, action }) {
    switch (phase.kind) {
        case 'before':
        case 'busy':
        case 'posting':
        case 'lost':
            return `Could not ${action} ${name}`.trimEnd();
        case 'searching':
            return `Could not find the new deployment of ${name}`;
        case 'following':
            return deploymentId === undefined
                ? `Could not follow the ${action} of ${name} to its end`
                : `Could not follow deployment ${deploymentId} of ${name} to its end`;
        case 'checking':
            return `Could not finish the health check of ${name}`;
    }
}
/** After a deployment that did not succeed. */
function previousRelease({ outcome: { resourceStatus }, name }) {
    return isUpAndHealthy(resourceStatus) ? `${name} is ${resourceStatus}, still on the previous release.` : undefined;
}
const changes = new Set(['deploy', 'start', 'stop', 'restart']);
/** True for an operation that changes something, if none of its requests was accepted or may have been. */
function hasStartedNothing({ action = '', outcomes }) {
    if (!changes.has(action))
        return false;
    return outcomes.every(({ phase, stillRunning }) => ['before', 'busy', 'posting'].includes(phase.kind) && stillRunning !== true);
}

;// CONCATENATED MODULE: ./runner/messages/event-messages.js
// The step log line of each kind of event, and the message about work that continues at the service. Pure; the caller
// sanitizes every line.



function deploymentWith(id) {
    return id === undefined ? 'a deployment without an id' : `deployment ${id}`;
}
function ageOf({ seenForMs }) {
    return seenForMs === 0 ? '' : `, first seen ${formatDuration(seenForMs)} ago`;
}
const messages = {
    note: ({ text }) => text,
    lost: ({ text }) => text,
    'not-started': ({ text }) => text,
    posting: ({ action, isRetry }) => (isRetry ? undefined : `requesting ${requestNames[action]}`),
    waiting: ({ blocker, afterMs, leftMs, isWatched }) => `the resource is busy: ${blocker === undefined
        ? 'the service does not show with what'
        : `${deploymentWith(blocker.id)} is ${blocker.status}${ageOf(blocker)}`}; next try ${isWatched ? 'when it has ended, at the latest ' : ''}in ${formatDuration(afterMs)}, ${formatDuration(leftMs)} left`,
    retrying: ({ error, afterMs, attempt }, service) => `${failedRequest(error, service)}; try ${attempt + 1} ${afterMs === 0 ? 'now' : `in ${formatDuration(afterMs)}`}`,
    accepted: ({ deploymentId, ownership }) => deploymentId === undefined
        ? 'accepted; looking for the deployment in the list'
        : `deployment ${deploymentId} ${ownershipMessages[ownership]}`,
    requested: () => 'accepted',
    already: ({ text }) => text,
    found: ({ deploymentId, status }) => `deployment ${deploymentId} is ${status}`,
    status: ({ status, elapsedMs }) => `${status} after ${formatDuration(elapsedMs)}`,
    resource: ({ status, why }) => (status === undefined ? why : `the resource is ${status}`),
    commit: ({ commit }) => `the deployment builds commit ${commit}`,
    checking: ({ url }) => `health check: requesting ${url}`,
    healthy: ({ answer }) => `health check passed: ${answer}`,
    failed: ({ errorCode, cause }) => `${errorCodeText(errorCode)}: ${cause}`,
    skipped: ({ why, detail }) => `nothing done: ${why}${detail === '' ? '' : ` (${detail})`}`,
    refused: undefined,
    settled: undefined,
    'as-before': undefined,
    ended: undefined,
    named: undefined,
    warning: undefined,
    log: undefined,
};
/** The line for an event; undefined for one that is reported in another way. `service` is the API root. */
function eventMessage(event, service) {
    return messages[event.kind]?.(event, service);
}
/** The line for a status that has not changed for a while. */
function unchangedMessage(event, leftMs) {
    const left = `${formatDuration(leftMs)} left`;
    return event.kind === 'status'
        ? `still ${event.status} after ${formatDuration(event.elapsedMs)}, ${left}`
        : `the resource is still ${event.status ?? 'in an unknown state'}, ${left}`;
}
/** The debug line for a part of a response that was not recognised. */
function unrecognisedMessage({ part, request, shape }) {
    return `${request}: the ${part} in the response is not recognised: ${shape}`;
}
const requestNames = {
    deploy: 'a deployment',
    start: 'a start',
    stop: 'a stop',
    restart: 'a restart',
};
/** How the deployment was identified. */
const ownershipMessages = {
    response: 'accepted',
    list: 'accepted (the service did not name it; it is the one that is new in the list)',
    adopted: 'is new since our request, whose response was lost: it is followed as ours, although it could be a colleague’s',
    joined: 'was in progress already, and the service joined our request to it',
    rerun: 'is in progress and builds the commit of this run, which is run again: it is followed instead of requesting another one',
    asked: 'is the one that deployment-id names',
    latest: 'is the latest',
    'in-progress': 'is in progress',
    appeared: 'has appeared since the step began',
};
/**
 * One message per outcome whose work continues at the service after the step, with the way to follow it. `code` formats
 * a value.
 */
function stillRunningMessages(outcomes, code) {
    return outcomes
        .filter(({ stillRunning }) => stillRunning === true)
        .map((outcome) => stillRunningMessage(outcome, code));
}
function stillRunningMessage(outcome, code) {
    const { resourceId, deploymentId } = outcome;
    const work = deploymentId === undefined ? `Work on ${code(resourceId)}` : `Deployment ${code(deploymentId)}`;
    const continues = continuesForCertain(outcome) ? 'continues' : 'may continue';
    return `${work} ${continues} at the service. ${howToFollow(outcome, code)}`;
}
/** How to follow work that continues. `code` formats a value. */
function howToFollow({ resourceId, deploymentId }, code) {
    if (deploymentId === undefined)
        return 'The console shows its state.';
    const inputs = ['operation: wait', `resource-id: ${resourceId}`, `deployment-id: ${deploymentId}`];
    return `To follow it, run a step with ${inputs.map(code).join(', ')}.`;
}
function failedRequest(error, service) {
    const request = `${error.endpoint.method} ${service}${error.endpoint.path}`;
    return error instanceof RefusedError && error.code === 'rate_limited' && error.fromService
        ? `the key has used up its requests of this minute (${request})`
        : `${request}: ${error.message}`;
}

;// CONCATENATED MODULE: ./runner/logs/explanation.js
/** The failures that a log explains, in the order of the outcomes: by the build log or, for an app, the runtime log. */
function explanationsOf(outcomes, logs) {
    return outcomes.flatMap((outcome) => {
        const source = explainingLog(outcome);
        const log = logs.find((each) => each.source === source && each.resourceId === outcome.resourceId);
        const excerpt = log?.capture.failureExcerpt();
        return log === undefined || excerpt === undefined ? [] : [{ outcome, log, excerpt }];
    });
}
/** True if the cause adds nothing to the headline and the build log: one deployment failed, and the service says no more. */
function isLogEnough({ outcomes, errorCode }) {
    const [only, ...others] = outcomes;
    // Only the cause shows a status other than `failed`.
    return (errorCode === 'deployment_failed' && others.length === 0 && only?.reason === undefined && only?.status === 'failed');
}
function explainingLog({ errorCode, detail }) {
    if (detail === 'no address')
        return undefined;
    if (errorCode === 'deployment_failed')
        return 'build';
    return errorCode === 'unhealthy' || errorCode === 'not_running' ? 'runtime' : undefined;
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
;// CONCATENATED MODULE: ./copy-string.js
// Copies of substrings: V8 keeps the whole parent string in memory while a slice of it is referenced.
/** V8 copies substrings shorter than this and references longer ones. */
const SHORTEST_SLICE_CHARS = 13;
const WIDE = /[^\0-\u00ff]/;
/** A copy that does not reference its parent string; one byte per character for Latin-1 text. */
function copyString(text) {
    if (text.length < SHORTEST_SLICE_CHARS)
        return text;
    const encoding = WIDE.test(text) ? 'utf16le' : 'latin1';
    return Buffer.from(text, encoding).toString(encoding);
}

;// CONCATENATED MODULE: ./runner/sanitize/visible-text.js
// Removes or escapes control characters, terminal sequences and invisible characters, breaks workflow commands, and cuts
// text between characters. Pure.
//
// Lines are processed together, with the same result as one by one: a loop over the many lines of a log makes V8
// compile it, which takes more memory than the log.
// Terminal strings (OSC, DCS, SOS, PM, APC) up to their terminator, CSI sequences, and the choice of a character set. An
// unterminated one loses only its introducer, so that it cannot hide text. Introducers are excluded from the content,
// which keeps matching linear.
const TERMINAL_SEQUENCE = 
// oxlint-disable-next-line no-control-regex -- control characters are the subject
/(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[(-+][0-~]/g;
/**
 * Control characters, the line ends of Unicode, and invisible characters: zero-width and bidi characters, variation
 * selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gv;
/** The same within a log, where tabs and line feeds stay. */
const INVISIBLE_IN_LOG = /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\n]]/gv;
/** The invisible parts of an emoji: presentation, and joiners between its parts. */
const INSIDE_EMOJI = /(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gv;
/**
 * Characters that need the exact check, which costs ten times as much: all but line feeds and ranges in which
 * everything is visible, such as Latin letters, arrows, boxes, symbols and most of CJK.
 */
const QUESTIONABLE = /[^\t\n -~\u00a1-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205f\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff]/;
/** The runner ends a line at each of these. */
const visible_text_LINE_END = /\r\n?|\n/;
/** White space and the line ends of any reader, but not the byte order mark, which is invisible. */
const WHITE_SPACE = /(?:(?!\uFEFF)[\s\u0085])+/g;
/** The same lines, with `\r\n` and `\r` replaced by line feeds. */
function withLineFeeds(text) {
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
/** True if every character is certainly visible, so that `visibleText` would change nothing. */
function isPlain(lines) {
    return !QUESTIONABLE.test(lines);
}
/** The visible text of these lines, as well-formed Unicode. Idempotent. */
function visibleText(lines) {
    const text = lines.replaceAll(TERMINAL_SEQUENCE, '');
    return isPlain(text) ? text : text.replaceAll(INVISIBLE_IN_LOG, '').toWellFormed();
}
/**
 * One well-formed line, with each run of white space as one space, and invisible characters as `withInvisibleEscaped`
 * shows them, so that names that differ only in them look different. Idempotent.
 */
function visibleLine(text) {
    const line = text.replaceAll(WHITE_SPACE, ' ');
    return (isPlain(line) ? line : withInvisibleEscaped(line.replaceAll(INSIDE_EMOJI, '')).toWellFormed()).trim();
}
/** Escapes invisible characters and line ends as JSON does: `\u200b`. */
function withInvisibleEscaped(text) {
    return text.replaceAll(INVISIBLE, (character) => character.split('').map(jsonEscape).join(''));
}
function jsonEscape(unit) {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
/** Breaks `##[`, which starts a workflow command anywhere in a line. */
function breakCommands(lines) {
    return lines.includes('##[') ? lines.replaceAll('##[', '## [') : lines;
}
/** True when none of these lines is longer than `maxChars`. Stops at the first line that is longer. */
function linesFit(lines, maxChars) {
    let start = 0;
    while (lines.length - start > maxChars) {
        const lastEnd = lines.lastIndexOf('\n', start + maxChars);
        if (lastEnd < start)
            return false;
        start = lastEnd + 1;
    }
    return true;
}
/** The first `maxChars` characters (UTF-16 units), one less where a surrogate pair would be cut. */
function firstChars(text, maxChars) {
    if (text.length <= maxChars)
        return text;
    const last = text.charCodeAt(maxChars - 1);
    const cutsPair = last >= 0xd800 && last <= 0xdbff;
    return text.slice(0, Math.max(0, cutsPair ? maxChars - 1 : maxChars));
}
/** At most `maxChars` characters (UTF-16 units), the last one `…` where something was cut. */
function clipped(text, maxChars) {
    return text.length <= maxChars ? text : `${firstChars(text, maxChars - 1)}…`;
}

;// CONCATENATED MODULE: ./runner/sanitize/line-cleaner.js

/** Marks text as clean, so that it is not cleaned again. Only for sanitizers, and for parts or joins of clean lines. */
function asClean(text) {
    // oxlint-disable-next-line no-unsafe-type-assertion -- a brand exists for the compiler alone
    return text;
}
/** The longest line that is shown, including the note about truncation. */
const MAX_LINE_CHARS = 4096;
/** Characters of a line that are cleaned; more than are shown, since cleaning removes some. */
const MAX_RAW_LINE_CHARS = 4 * MAX_LINE_CHARS;
const ROOM_FOR_CUT_NOTE_CHARS = 40;
function createLineCleaner(redactor) {
    function shownLines(raw) {
        return breakCommands(redactor.redactVisible(raw));
    }
    function line(text) {
        const kept = text.slice(0, MAX_RAW_LINE_CHARS);
        const missingChars = text.length - kept.length;
        const shown = shownLines(kept);
        if (missingChars === 0)
            return shortened(shown);
        // The text may be truncated inside a secret, an escape sequence or a surrogate pair: drop that much of its end.
        const safeChars = Math.max(0, shown.length - Math.max(redactor.longestForm, 2));
        return cut(firstChars(shown, safeChars), shown.length + missingChars);
    }
    function lines(text) {
        const raw = withLineFeeds(text);
        if (!linesFit(raw, MAX_RAW_LINE_CHARS))
            return eachLine(raw, line);
        const shown = shownLines(raw);
        return linesFit(shown, MAX_LINE_CHARS) ? shown : eachLine(shown, shortened);
    }
    return {
        lines,
        singleLine: (text) => breakCommands(visibleLine(redactor.redact(text))),
    };
}
function eachLine(text, shown) {
    return text
        .split('\n')
        .map((line) => shown(line))
        .join('\n');
}
function shortened(shown) {
    return shown.length <= MAX_LINE_CHARS ? shown : cut(shown, shown.length);
}
function cut(shown, fullChars) {
    const kept = firstChars(shown, MAX_LINE_CHARS - ROOM_FOR_CUT_NOTE_CHARS);
    return `${kept} … (${fullChars - kept.length} characters cut)`;
}

;// CONCATENATED MODULE: ./runner/sanitize/markdown.js
// Renders untrusted clean text in Markdown so that it has no effect: as code, as plain words, or as a checked link.

function plain({ letters, marks }) {
    const inner = `${letters}${marks}`;
    return {
        words: new RegExp(`^[${letters}](?:[${inner} .,;!?%'"()/+=-]|: (?=\\S))*$`, 'u'),
        word: new RegExp(`^["'(]?[${letters}](?:[${inner}.,;'"()/+=-]*[${inner}%'")])?[.,;:?)]*$`, 'u'),
    };
}
const plainInAnyScript = plain({ letters: String.raw `\p{L}\p{N}`, marks: String.raw `\p{M}` });
/** For ASCII text, which is the usual case: V8 needs milliseconds to compile the Unicode patterns. */
const plainAscii = plain({ letters: 'A-Za-z0-9', marks: '' });
function plainFor(text) {
    return /^[ -~]*$/.test(text) ? plainAscii : plainInAnyScript;
}
/** Plain words that GitHub would still render as links or references. */
const AUTOLINKED = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;
/** The number of a list item (a full stop of ours may follow), or a final `!`, which turns a link of ours into an image. */
const LIST_NUMBER_OR_FINAL_BANG = /^\d+(?:[.)](?:\s|$)|$)|!$/;
/** Longer addresses are not linked. */
const MAX_URL_CHARS = 2048;
/** A fenced code block whose fence is longer than any in the text. The blank lines around it end preceding HTML. */
function fencedBlock(text) {
    const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
    return `\n\n${fence}text\n${text}\n${fence}\n\n`;
}
/** Lines as inline code, one below the other: unlike those of a block they wrap. Also valid in a paragraph or a cell. */
function codeLines(text) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map(inlineCode).join('<br>');
}
/** Inline code for a single line. `|` becomes `¦`, since it would end a table cell even in code. */
function inlineCode(line) {
    if (line === '')
        return '` `';
    const value = line.replaceAll('|', '¦');
    const fence = '`'.repeat(longestBacktickRun(value) + 1);
    const padding = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
    return `${fence}${padding}${value}${padding}${fence}`;
}
/**
 * Plain words unchanged, anything else as inline code. Escaping would not help: GitHub finds mentions, references and
 * emoji in the rendered text, after escapes are resolved.
 */
function inertText(line) {
    const isInert = plainFor(line).words.test(line) && !AUTOLINKED.test(line) && !LIST_NUMBER_OR_FINAL_BANG.test(line);
    return isInert ? line : inlineCode(line);
}
/**
 * A sentence of ours that quotes untrusted text: like `inertText`, but word by word, so that only parts become code.
 */
function inertProse(line) {
    const { word: plainWord } = plainFor(line);
    const parts = [];
    let quoted = [];
    let openBrackets = 0;
    function endQuote() {
        if (quoted.length === 0)
            return;
        const [before, words, after] = withoutPunctuation(quoted.join(' '));
        parts.push(before + inlineCode(words) + after);
        quoted = [];
    }
    for (const [index, word] of line.split(' ').entries()) {
        // A number followed by words does not start a list.
        const mayStartList = index === 0 && !(/^\d+$/.test(word) && line.length > word.length);
        const isInert = plainWord.test(word) && !AUTOLINKED.test(word) && !(mayStartList && LIST_NUMBER_OR_FINAL_BANG.test(word));
        // The shape of a response, `{ok: boolean, settings: number}`, is quoted as a whole.
        if (openBrackets === 0 && isInert) {
            endQuote();
            parts.push(word);
        }
        else {
            if (openBrackets === 0 && /^["'(]/.test(word))
                endQuote();
            quoted.push(word);
            openBrackets = Math.max(0, openBrackets + count(word, /[{[]/g) - count(word, /[}\]]/g));
            if (openBrackets === 0 && /.[.,;:)"']$/u.test(word))
                endQuote();
        }
    }
    endQuote();
    return parts.join(' ');
}
/** Splits off the punctuation around quoted words, which belongs to the sentence; a bracket opened within is not split. */
function withoutPunctuation(text) {
    const start = text.search(/[^"'(]/);
    let end = text.length;
    while (end > start && /[.,;:)"']/.test(text.charAt(end - 1)))
        end -= 1;
    if (start === -1 || end === start)
        return ['', text, ''];
    while (isOpen(text.slice(start, end), text.charAt(end)))
        end += 1;
    return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}
/** True if `mark` closes a bracket or a quotation that the text has opened. */
function isOpen(text, mark) {
    if (mark === ')')
        return count(text, /\(/g) > count(text, /\)/g);
    return (mark === '"' || mark === "'") && (text.split(mark).length - 1) % 2 === 1;
}
/** Code in a line of HTML, such as `<summary>`, where Markdown is not rendered. */
function htmlCode(line) {
    return `<code>${line.replaceAll(/[&<>"'|]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}
/** The normalized address if it may be linked (`https:`, or `http:` on loopback, without user info), else undefined. */
function linkTarget(address) {
    const isAllowed = address.length <= MAX_URL_CHARS && addressProblem(address) === undefined;
    return isAllowed ? new URL(address).href : undefined;
}
/** A link to a result of `linkTarget`; `label` is Markdown. */
function markdownLink(target, label) {
    const escaped = target.replaceAll(/[^\w\-.~:/?#[\]@!$&()+,;=%]/g, (character) => encodeURIComponent(character));
    return `[${label}](<${escaped.replaceAll('&', '&amp;')}>)`;
}
function count(text, pattern) {
    return text.match(pattern)?.length ?? 0;
}
function longestBacktickRun(text) {
    return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./runner/sanitize/step-log.js
const LOOKS_LIKE_COMMAND = /::|## \[/;
/**
 * The gutter of a log line. Its leading space keeps anchored problem matchers from matching; the bar keeps `::` from
 * the start of the line.
 */
function gutter(label) {
    return label === '' ? '  | ' : `  ${label} | `;
}
/**
 * The text to print for clean lines, each with its line feed. `token` returns a new unguessable string, so that no line,
 * which was written before, can end `stop-commands`.
 */
function printable(lines, options) {
    const body = `${options.gutter}${lines.slice(0, -1).split('\n').join(`\n${options.gutter}`)}\n`;
    if (!LOOKS_LIKE_COMMAND.test(body))
        return body;
    const token = options.token();
    return `::stop-commands::${token}\n${body}::${token}::\n`;
}

;// CONCATENATED MODULE: ./runner/sanitize/log-sanitizer.js
// Turns the lines of a log into clean lines for the step log and the summary.


/** Creates the sanitizer of one log; `printing` is passed to {@link printable}. */
function createLogSanitizer(cleaner, printing) {
    return (lines) => {
        const text = asClean(cleaner.lines(lines.endsWith('\n') ? lines : `${lines}\n`));
        return {
            text,
            lineCount: text.split('\n').length - 1,
            // Not a getter: V8 keeps that of an object literal, and the text with it, until the next full collection.
            printable: () => printable(text, printing),
        };
    };
}

;// CONCATENATED MODULE: ./runner/sanitize/redaction.js
// Finds secrets in text, also in encoded forms and with invisible characters inside. Works in addition to the runner's
// own masking.

/** Replaces a secret; the same mask as the runner's. */
const MASK = '***';
/** Every encoding once. Host names, headers and some tools change the case of letters; base64 would be another text. */
const encodings = {
    'raw, URL-encoded or JSON-escaped': { flags: 'gi', forms: (secret) => [secret.replaceAll(/./g, characterForms)] },
    hexadecimal: { flags: 'gi', forms: (secret) => [Buffer.from(secret).toString('hex')] },
    base64: { flags: 'g', forms: (secret) => [0, 1, 2].map((shift) => base64Form(secret, shift)) },
};
/** The longest form of a character, in JSON: `\u002b`. No encoding needs more characters for one of a secret. */
const LONGEST_CHARACTER_FORM = 6;
/** Creates a redactor for these secrets of printable ASCII characters; empty ones are ignored. */
function createRedactor(secrets) {
    // Longest first: a shorter one would match inside it and leave the rest.
    const given = secrets.filter((secret) => secret.trim() !== '').toSorted((a, b) => b.length - a.length);
    const [longest] = given;
    if (longest === undefined)
        return { longestForm: 0, redact: (text) => text, redactVisible: visibleText };
    const patterns = Object.values(encodings).map(({ forms, flags }) => new RegExp(given.flatMap((secret) => forms(secret)).join('|'), flags));
    function replaced(text) {
        return patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
    }
    function isHiding(text) {
        const visible = visibleText(text);
        return patterns.some((pattern) => visible.search(pattern) !== -1);
    }
    function redact(text) {
        const redacted = replaced(text);
        if (isPlain(redacted) || !isHiding(redacted))
            return redacted;
        return redacted
            .split(/(?<=\n)/)
            .map((line) => (isHiding(line) ? replaced(visibleText(line)) : line))
            .join('');
    }
    return {
        longestForm: LONGEST_CHARACTER_FORM * longest.length,
        redact,
        redactVisible(lines) {
            // A terminal sequence could take the first character of a secret after it, or stand inside a secret.
            const redacted = replaced(lines);
            return isPlain(redacted) ? redacted : replaced(visibleText(redacted));
        },
    };
}
/** Encoders differ in which characters other than letters and digits they encode, so each may be in any form. */
function characterForms(character) {
    if (/[a-z\d]/i.test(character))
        return character;
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    const raw = RegExp.escape(character);
    return String.raw `(?:\\(?:${raw}|u00${hex})|%${hex}|${raw})`;
}
/**
 * The characters of base64, in either alphabet, that depend only on the secret when it begins `shift` bytes after a
 * multiple of three; at the end of the encoded text also those with padding.
 */
function base64Form(secret, shift) {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString('base64');
    const firstOwn = Math.ceil((shift * 8) / 6);
    const afterLastOwn = Math.floor(((shift + secret.length) * 8) / 6);
    const own = encoded.slice(firstOwn, afterLastOwn).replaceAll('+', '[+-]').replaceAll('/', '[/_]');
    const [last = '', ...padding] = encoded.slice(afterLastOwn);
    return last === '' ? own : `${own}(?:${RegExp.escape(last)}(?:${padding.join('')})?)?`;
}

;// CONCATENATED MODULE: ./runner/sanitize/sanitizers.js
// The sanitizers for untrusted text: logs, names, messages, addresses. Every sink has its own, and untrusted text
// reaches a sink only through it.







/** A sentence with several ids of 300 characters, as some services send, is still whole. */
const DEFAULT_LINE_CHARS = 2_000;
/** Longest label: the gutter is printed before every line of a log. */
const MAX_LABEL_CHARS = 24;
const MAX_VALUE_CHARS = 500;
const MAX_PROSE_CHARS = 1500;
/** `token` returns a new unguessable string for `stop-commands`; replaced in tests. */
function createSanitizers(options) {
    const redactor = createRedactor(options.secrets);
    const cleaner = createLineCleaner(redactor);
    const token = options.token ?? external_node_crypto_namespaceObject.randomUUID;
    const line = (text, maxChars) => clipped(commandless(cleaner.singleLine(text)), maxChars);
    const value = (text) => clipped(cleaner.singleLine(text), MAX_VALUE_CHARS);
    // Escapes would keep a secret from being found, so each text of a JSON value is redacted by itself.
    function redactedPart(_name, part) {
        if (typeof part === 'string')
            return redactor.redact(part);
        if (typeof part !== 'object' || part === null || Array.isArray(part))
            return part;
        return Object.fromEntries(Object.entries(part).map(([name, inner]) => [redactor.redact(name), inner]));
    }
    return {
        redact: (text) => redactor.redact(text),
        line: (text, { maxChars = DEFAULT_LINE_CHARS } = {}) => line(text, maxChars),
        log: (label = '') => createLogSanitizer(cleaner, { gutter: gutter(line(label, MAX_LABEL_CHARS)), token }),
        block: (lines) => fencedBlock(lines.join('\n')),
        lines: (lines) => codeLines(lines.join('\n')),
        code: (text) => inlineCode(value(text)),
        text: (text) => inertText(value(text)),
        prose: (text) => inertProse(clipped(cleaner.singleLine(text), MAX_PROSE_CHARS)),
        htmlCode: (text) => htmlCode(value(text)),
        link(url, label) {
            // An address that cleaning would change is not linked.
            const target = cleaner.singleLine(url) === url ? linkTarget(url) : undefined;
            if (target === undefined)
                return inlineCode(value(url));
            return markdownLink(target, label === undefined ? inlineCode(value(target)) : inertText(value(label)));
        },
        output(text) {
            const redacted = redactor.redact(text);
            return withInvisibleEscaped(redacted) === redacted && redacted.isWellFormed() ? redacted : undefined;
        },
        json: (text) => withInvisibleEscaped(JSON.stringify(JSON.parse(text, redactedPart))),
    };
}
/** Inserts a space into `::` at the beginning of a line, which would be a workflow command. */
function commandless(line) {
    return line.startsWith('::') ? `: ${line.slice(1)}` : line;
}

;// CONCATENATED MODULE: ./runner/sanitize/index.js





;// CONCATENATED MODULE: ./runner/logs/failure-excerpt.js
// Extracts the likely cause of a failure and the last meaningful lines from a log of clean lines.


const MAX_CAUSE_LINES = 8;
const MAX_TAIL_LINES = 20;
const failure_excerpt_MAX_LINE_CHARS = 500;
function createFailureExcerpt() {
    const cause = [];
    let tail = [];
    function findCauses(lines) {
        for (const line of lines) {
            if (cause.length >= MAX_CAUSE_LINES)
                return;
            if (!ERROR_WORD.test(line) || !isErrorLike(line))
                continue;
            const kept = keepable(line);
            if (!cause.includes(kept))
                cause.push(kept);
        }
    }
    return {
        push(text) {
            const lines = text.split('\n').slice(0, -1);
            findCauses(lines);
            const last = lines.filter(isMeaningful).slice(-MAX_TAIL_LINES);
            tail = [...tail, ...last.map(keepable)].slice(-MAX_TAIL_LINES);
        },
        failureExcerpt: () => ({ cause: [...cause], tail: [...tail] }),
    };
}
/** A part of a clean line is clean. */
function keepable(line) {
    return asClean(copyString(clipped(line.trimEnd(), failure_excerpt_MAX_LINE_CHARS)));
}
/** Every error line contains one of these words: a fast test before the slow ones. */
const ERROR_WORD = /err|fail|fatal|panic|exception|traceback|exit|denied|not ok|not found|no such|killed|memory|segmentation|non-zero|ELIFECYCLE|[✘✗✖✕⨯❌]|\.go:\d|E(?:ACCES|NOENT|CONN|NOTFOUND|RESOLVE|TIMEDOUT|NOSPC|NOMEM|ADDRINUSE)/i;
/** Timestamps and step numbers that tools put before a line. */
const PREFIX = /^\s*(?:(?:\[\d[^\]]{0,40}\]|#\d{1,5}|\d[\d:.,TZ+/-]{0,40})\s+)*/;
/** Error lines of common tools: at the start of a line, or anywhere if unambiguous. */
const ERRORS = [
    /^npm (?:ERR!|error) \S/,
    /^[✘✗✖✕⨯❌]\uFE0F? *\S/u, // esbuild, vite, next, jest, mocha
    /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?:\[[\w:-]+\])?(?: TS\d+)?: *\S/, // git, rustc, cargo, make, docker, generic
    /^error Command failed/, // yarn 1
    /\bERR_PNPM_\w+|\bELIFECYCLE\b/,
    /\berror TS\d+:/, // tsc
    /^\S+\.go:\d+(?::\d+)?: \S/, // go build and vet
    /^(?:--- FAIL:|FAIL\s|FAILED\b|not ok \d)/, // go test, jest, vitest, TAP
    /^panic: |\bpanicked at\b|^fatal error: /, // go, rust
    /^Traceback \(most recent call last\)/,
    /^(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?(?::|$)/, // node, python, java
    /^Exception in thread |^\[ERROR\] \S|^BUILD (?:FAILED|FAILURE)\b/, // java, maven, gradle
    /[\s(\]:](?:error|fatal|ERROR|FATAL|Error)(?:\[[\w:-]+\])?: \S/, // gcc and others that name the place first
    /\b(?:command|module|package|file) not found\b|\bCannot find (?:module|package)\b|\bNo such file or directory\b|\bpermission denied\b/i,
    /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
    /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|^Killed\b|\bOOMKilled\b/i,
    /^(?:failed|failure)\b|\bfailed to \w|\b(?:build|compilation|deployment|command|script|step) failed\b/i,
    /\bexit(?:ed)?(?: with)?(?: (?:code|status))?:? ?[1-9]\d*\b|\bnon-zero (?:code|exit)\b/i,
];
/** Lines that contain an error word but report no error. */
const NO_ERROR = [
    /\b(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|exceptions?)\b/i,
    /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])(?:\W|$)/i,
    /\b(?:errors|failures|failed)["']?\s*[:=]\s*0(?:\W|$)/i,
    /^(?:✓|✔|√|PASS\b|ok \d|npm (?:WARN|warn|notice)\b|warn(?:ing)?\b|\[WARN)/i,
];
function isErrorLike(line) {
    const message = line.slice(PREFIX.exec(line)?.[0].length ?? 0);
    if (!ERRORS.some((pattern) => pattern.test(message)))
        return false;
    return !NO_ERROR.some((pattern) => pattern.test(line) || pattern.test(message));
}
const BAR = /[=#█▓▒░━▰▱>.-]{5}/;
const BLOCK_BAR = /[█▓▒░━▰▱]{5}/;
const PERCENTAGE = /\d\s?%/;
const AMOUNT_OF_BYTES = /\d\s?[kKMG]?i?B\b/;
const SPINNER_FRAME = /^\s*[⠁-⣿]/;
const PACKAGE_COUNTER = /^Progress: resolved \d/; // pnpm
/** True for a line that is not blank, decoration or progress. */
function isMeaningful(line) {
    return /[\p{L}\p{N}]/u.test(line) && !isProgress(line);
}
function isProgress(line) {
    // Separate patterns: a combined one would take time quadratic in the length of the line.
    if (PERCENTAGE.test(line) && (BAR.test(line) || !/\p{L}/u.test(line)))
        return true;
    if (BLOCK_BAR.test(line) && AMOUNT_OF_BYTES.test(line))
        return true;
    return SPINNER_FRAME.test(line) || PACKAGE_COUNTER.test(line);
}

;// CONCATENATED MODULE: ./runner/logs/log-excerpt.js
// The end of a log for the summary, and how much is left out before it. Takes clean lines; memory is bounded.



/**
 * Limit of a log in the summary, about 1,250 lines: GitHub renders the summaries of all steps of a run at once, and the
 * step log and the file have more. Several logs also share the budget of the summary.
 */
const MAX_BYTES = 128 * 1024;
/** Room for the line about lines that are left out. */
const MARKER_BYTES = 64;
function createLogExcerpt() {
    /** The end of the log: more than is ever shown. */
    let kept = '';
    let totalLines = 0;
    const keptLines = () => kept.split('\n').slice(0, -1);
    return {
        push({ text, lineCount }) {
            totalLines += lineCount;
            kept += copyString(text);
            // Now and then: each time would cost more than what is new. A line whose beginning is cut off here never fits, since
            // a character has a byte at least, and a line end two.
            if (kept.length > 2 * MAX_BYTES)
                kept = kept.slice(-MAX_BYTES);
        },
        wantedBytes: () => Math.min(MAX_BYTES, keptLines().reduce((sum, line) => sum + bytesOf(line), 0)),
        excerpt({ maxBytes }) {
            const roomBytes = Math.min(maxBytes, MAX_BYTES);
            const lines = keptLines();
            const whole = lastFitting(lines, roomBytes);
            if (whole.length === totalLines)
                return { text: asClean(whole.join('\n')), isWhole: true };
            if (roomBytes < MARKER_BYTES)
                return { text: asClean(''), isWhole: false };
            const shown = lastFitting(lines, roomBytes - MARKER_BYTES);
            const omitted = pluralize(totalLines - shown.length, 'earlier line');
            return { text: asClean([`... ${omitted} left out here ...`, ...shown].join('\n')), isWhole: false };
        },
    };
}
/** The last lines that fit. */
function lastFitting(lines, maxBytes) {
    let leftBytes = maxBytes;
    const start = lines.findLastIndex((line) => (leftBytes -= bytesOf(line)) < 0) + 1;
    return lines.slice(start);
}
/** Size of a line with its line end. */
function bytesOf(line) {
    return Buffer.byteLength(line) + 2;
}

;// CONCATENATED MODULE: ./runner/logs/log-capture.js
// Passes one log of one resource to the step log, the summary and the log file, each through its own sanitizer.




/** What a log is called in a title. */
function logTitle(source) {
    return source === 'build' ? 'Build log' : 'Runtime log';
}
/** What stands before every quote of a log, for people and for agents that read it. */
function untrustedLabel(source) {
    return `from the ${source} log (untrusted)`;
}
const MIB = 1024 * 1024;
/** What a step prints of one log, gutters included: twice the largest response, since a log may be printed anew. */
const MAX_PRINTED_BYTES = 32 * MIB;
function createLogCapture(options) {
    const { sanitizers, show } = options;
    const sanitize = sanitizers.log(options.label);
    const excerpt = createLogExcerpt();
    const failureExcerpt = createFailureExcerpt();
    let printedBytes = 0;
    let { file } = options;
    let lineCount = 0;
    function save(text) {
        if (file === undefined)
            return;
        try {
            (0,external_node_fs_.appendFileSync)(file, text);
        }
        catch (error) {
            file = undefined;
            options.onFileError(errorMessage(error));
        }
    }
    function print(log) {
        if (printedBytes > MAX_PRINTED_BYTES)
            return;
        const printable = log.printable();
        printedBytes += Buffer.byteLength(printable);
        if (printedBytes <= MAX_PRINTED_BYTES)
            return options.print(printable);
        const where = file === undefined ? '' : `; the whole log is in ${file}`;
        options.note(`the log is longer than ${MAX_PRINTED_BYTES / MIB} MiB, so its rest is not printed here${where}`);
    }
    return {
        push(lines) {
            save(sanitizers.redact(lines));
            const log = sanitize(lines);
            lineCount += log.lineCount;
            if (!show)
                return;
            excerpt.push(log);
            failureExcerpt.push(log.text);
            print(log);
        },
        excerpt: show ? excerpt : undefined,
        failureExcerpt: () => (show ? failureExcerpt.failureExcerpt() : undefined),
        lineCount: () => lineCount,
        file: () => file,
    };
}

;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./runner/logs/log-files.js
// Where whole logs are kept below RUNNER_TEMP, and which of them the outputs name.



const MAX_FILE_NAME_CHARS = 100;
/**
 * Names the log files of one step; the returned function gives the path for a log, undefined if there can be none. Each
 * step has its own folder, so that two steps of a job never write to the same file. `onError` is called at most once,
 * when that folder cannot be made.
 */
function createLogFiles(env, onError) {
    const parent = env['RUNNER_TEMP'] ?? '';
    let canBeMade = parent !== '';
    let directory;
    let count = 0;
    return (resourceId, source) => {
        if (!canBeMade)
            return undefined;
        try {
            directory ??= (0,external_node_fs_.mkdtempSync)((0,external_node_path_namespaceObject.join)(parent, 'deployment-logs-'));
        }
        catch (error) {
            canBeMade = false;
            onError(errorMessage(error));
            return undefined;
        }
        count += 1;
        return (0,external_node_path_namespaceObject.join)(directory, `${count}-${fileName(resourceId)}.${source}.log`);
    };
}
/** An id as part of a file name that is valid on any system; the number before it makes the name unique. */
function fileName(resourceId) {
    return resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
}
/** The file that the outputs name, by resource id: that of the build log, else that of the runtime log. */
function namedFiles(logs) {
    const files = new Map();
    for (const { resourceId, source, capture } of logs) {
        const file = capture.file();
        if (file !== undefined && (source === 'build' || !files.has(resourceId)))
            files.set(resourceId, file);
    }
    return files;
}

;// CONCATENATED MODULE: ./runner/logs/log-printer.js


/** Warnings beyond these are plain lines; GitHub shows at most 10 annotations per step. */
const MAX_WARNINGS = 2;
/** Room for a name before each line of one of several resources. */
const log_printer_MAX_LABEL_CHARS = 60;
function createLogPrinter(options) {
    const { host, sanitizers, several, nameOf } = options;
    const { core } = host;
    const logs = new Map();
    const logFile = createLogFiles(host.env, (message) => warn(`No log file can be made, so log-file stays empty: ${message}`));
    let group;
    let warnings = 0;
    function labelled(text, resourceId) {
        if (!several || resourceId === undefined)
            return text;
        return `${sanitizers.line(nameOf(resourceId), { maxChars: log_printer_MAX_LABEL_CHARS })}: ${text}`;
    }
    function print(text, resourceId) {
        closeGroup();
        host.write(`${sanitizers.line(labelled(text, resourceId))}\n`);
    }
    function warn(text, resourceId) {
        const line = labelled(text, resourceId);
        warnings += 1;
        if (warnings > MAX_WARNINGS)
            return print(`warning: ${line}`);
        closeGroup();
        core.warning(sanitizers.line(line));
    }
    function capturedLog(resourceId, source) {
        const key = `${source} ${resourceId}`;
        const found = logs.get(key);
        if (found !== undefined)
            return found;
        const capture = createLogCapture({
            sanitizers,
            file: logFile(resourceId, source),
            label: several ? nameOf(resourceId) : undefined,
            show: options.showLogs,
            print(text) {
                openGroup(`${logTitle(source)} of ${nameOf(resourceId)}`);
                host.write(text);
            },
            note: (text) => print(text, resourceId),
            onFileError: (message) => warn(`The log file cannot be written, so log-file stays empty: ${message}`, resourceId),
        });
        const log = { resourceId, source, capture };
        logs.set(key, log);
        return log;
    }
    /** One group per log of a single resource; logs of several are interleaved, with labels in their gutters. */
    function openGroup(title) {
        if (several || group === title)
            return;
        closeGroup();
        core.startGroup(sanitizers.line(title));
        group = title;
    }
    function closeGroup() {
        if (group !== undefined)
            core.endGroup();
        group = undefined;
    }
    return {
        print,
        warn,
        log: ({ resourceId, source, text }) => capturedLog(resourceId, source).capture.push(text),
        end: closeGroup,
        logs: () => [...logs.values()],
    };
}

;// CONCATENATED MODULE: ./runner/logs/index.js





;// CONCATENATED MODULE: ./runner/messages/annotation.js
// The error annotation of a failed step: what happened, what it means for the app, what to do, and codes and ids. Pure.





/** The runner truncates an annotation at 4096 characters. */
const ANNOTATION_CHARS = 4_000;
/** Longest headline: names can be long. */
const MAX_HEADLINE_CHARS = 500;
/** Longest cause; the errors of all inputs together can be long. */
const MAX_CAUSE_CHARS = 2_500;
/** Deployments that are named with the way to follow them; the summary names all. */
const MAX_RUNNING = 5;
/** Log lines shown after the likely cause. */
const LINES_AFTER_CAUSE = 8;
/** The text of the annotation; log lines are dropped first when it would be too long. */
function annotationText(data, sanitizers) {
    const { report, explanation, service } = data;
    const line = (text) => sanitizers.line(text);
    const lines = explanation === undefined ? [] : annotation_linesOf(explanation.excerpt);
    const isExplained = lines.length > 0 && isLogEnough(report);
    const headline = sanitizers.line(shortHeadlineOf(report), { maxChars: MAX_HEADLINE_CHARS });
    const cause = report.cause === undefined || isExplained ? [] : [sanitizers.line(report.cause, { maxChars: MAX_CAUSE_CHARS })];
    const before = [
        [headline, ...cause].join('. '),
        ...(explanation === undefined || lines.length === 0 ? [] : [`Lines ${untrustedLabel(explanation.log.source)}:`]),
    ];
    const { meaning, nextStep } = adviceFor(report);
    const running = stillRunningMessages(report.outcomes, (value) => value);
    const more = running.length - MAX_RUNNING;
    const meanings = [
        ...(meaning === undefined ? [] : [meaning]),
        ...running.slice(0, MAX_RUNNING),
        ...(more > 0 ? [`The summary names ${more} more that may continue.`] : []),
    ];
    const after = [...meanings.map(line), `What to do: ${nextStep}`, line(annotation_idsOf(report, service))];
    const roomChars = ANNOTATION_CHARS - [...before, ...after].join('\n').length;
    return firstChars([...before, ...linesThatFit(lines, roomChars), ...after].join('\n'), ANNOTATION_CHARS);
}
/** The likely cause, and the lines after it or the last lines, in the order of the log. */
function annotation_linesOf({ cause, tail }) {
    const [first] = cause;
    if (first === undefined)
        return tail.slice(-LINES_AFTER_CAUSE);
    const afterCause = tail.slice(tail.includes(first) ? tail.indexOf(first) : -LINES_AFTER_CAUSE);
    const earlier = cause.filter((found) => !afterCause.includes(found));
    return [...earlier, ...afterCause].slice(0, Math.max(earlier.length, 1) + LINES_AFTER_CAUSE);
}
function linesThatFit(lines, roomChars) {
    const kept = [];
    let usedChars = 0;
    for (const line of lines) {
        usedChars += line.length + '\n  '.length;
        if (usedChars > roomChars - '\n  …'.length)
            return [...kept, '  …'];
        kept.push(`  ${line}`);
    }
    return kept;
}
function annotation_idsOf({ errorCode, outcomes }, service) {
    const failed = outcomes.find((outcome) => outcome.errorCode !== undefined) ?? outcomes[0];
    const ids = [
        ['error-code', errorCodeText(errorCode)],
        ['resource-id', failed?.resourceId],
        ['deployment-id', failed?.deploymentId],
        ['service', service],
    ];
    return ids.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])).join(' · ');
}

;// CONCATENATED MODULE: ./runner/messages/unexpected-error.js
// The report for an error that no operation has handled.



/** The report for any thrown value, without a stack trace; `outcomes`: what is known of each resource. */
function unexpectedErrorReport(error, outcomes = []) {
    if (error instanceof clock_0/* Stop */.VG)
        return { outcomes, errorCode: error.reason, headline: 'The step was stopped before it had an outcome' };
    if (error instanceof ApiError)
        return { outcomes, errorCode: error.code, headline: error.message };
    return { outcomes, errorCode: 'internal', headline: 'The action failed', cause: errorMessage(error) };
}

;// CONCATENATED MODULE: ./runner/messages/index.js





;// CONCATENATED MODULE: ./runner/exchange-log.js


function createExchangeLog({ core }, sanitizers) {
    function write(text) {
        core.debug(sanitizers.line(text));
    }
    return {
        exchange({ endpoint, status, tookMs, bytes, shape }) {
            if (!core.isDebug())
                return;
            const response = status === 0 ? 'no response' : String(status);
            write(`${endpoint.method} ${endpoint.path}: ${response}, ${formatDuration(tookMs)}, ${bytes} bytes; ${shape()}`);
        },
        unrecognised(part) {
            if (core.isDebug())
                write(unrecognisedMessage(part));
        },
    };
}

;// CONCATENATED MODULE: ./runner/inputs/inputs.js
// Reads the inputs of the step by type and collects errors. Does not know which operation needs which input.





/** Every input with its default in action.yml (a test compares them); '' for no default or an expression. */
const inputDefaults = {
    operation: 'deploy',
    'base-url': '',
    'api-key': '',
    'resource-id': '',
    'deployment-id': '',
    force: 'false',
    wait: 'true',
    timeout: '',
    'on-busy': 'wait',
    'skip-if-outdated': 'false',
    'required-env': '',
    'health-check': '',
    'health-check-contains': '',
    'health-check-timeout': '3m',
    'max-parallel': '',
    'fail-fast': 'true',
    lines: '100',
    filter: '',
    'build-log': 'true',
    'github-environment': '',
    'concurrent-jobs': '',
    'github-token': '',
};
const YES = new Set(['true', 'True', 'TRUE']);
const NO = new Set(['false', 'False', 'FALSE']);
/** A bare number below this is probably not intended as seconds. */
const SHORTEST_BARE_SECONDS = 30;
const inputs_MAX_ID_CHARS = 256;
/** One comma, one line end or one of each, with blanks around them; or blanks. Two in a row leave an empty entry. */
const ID_SEPARATOR = /[^\S\n]*(?:,[^\S\n]*\n?|\n[^\S\n]*,?|[^\S\n])[^\S\n]*/;
/** Longest quote of an invalid value. */
const MAX_QUOTED_CHARS = 60;
/** Inputs whose values are never quoted. */
const SECRET_INPUTS = new Set(['api-key', 'github-token']);
/** GitHub sets these for every step, whether the operation uses them or not. */
const NEVER_UNUSED = new Set(['concurrent-jobs', 'github-token']);
/** Environment variables that stand in for inputs that are not given. */
const ENV_NAMES = {
    'base-url': 'DEPLOYMENT_SERVICE_BASE_URL',
    'api-key': 'DEPLOYMENT_SERVICE_API_KEY',
};
const UNEVALUATED = 'holds an expression that was not evaluated (`${{`): check its quotes, and whether it comes from a variable or from the default of an input of a reusable workflow or composite action';
/** An input as given, or its environment variable; trimmed, and empty when neither is given. */
function inputText({ core, env }, name) {
    return core.getInput(name).trim() || (env[ENV_NAMES[name] ?? '']?.trim() ?? '');
}
function createInputs(host) {
    const problems = new Map();
    const notes = [];
    const used = new Set();
    function refuse(name, reason) {
        if (!problems.has(name))
            problems.set(name, { name, reason: reason + seenValue(name, reason) });
    }
    /** Quotes the invalid value unless the reason already does. A user name or query in an address may be a secret. */
    function seenValue(name, reason) {
        const value = inputText(host, name);
        if (value === '' || SECRET_INPUTS.has(name) || /:\/\/.*[@?#]/.test(value))
            return '';
        return reason.includes(inputs_quoted(value)) ? '' : `; it is ${inputs_quoted(value)}`;
    }
    /** An empty value is the same as none, so that an empty expression does not override a default. */
    function text(name) {
        used.add(name);
        const value = inputText(host, name);
        if (value.includes('${{'))
            refuse(name, UNEVALUATED);
        return value === '' ? undefined : value;
    }
    function isGiven(name) {
        return !['', defaultOf(name)].includes(inputText(host, name).toLowerCase());
    }
    function flag(name) {
        const value = text(name) ?? defaultOf(name);
        if (!YES.has(value) && !NO.has(value))
            refuse(name, `must be true or false, ${insteadOf(value, ['true', 'false'])}`);
        return YES.has(value);
    }
    function choice(name, allowed) {
        const value = text(name) ?? defaultOf(name);
        const found = allowed.find((word) => word === value);
        if (found !== undefined)
            return found;
        refuse(name, `must be one of ${allowed.join(', ')}, ${insteadOf(value, allowed)}`);
        const fallback = allowed.find((word) => word === defaultOf(name));
        if (fallback === undefined)
            throw new Error(`the default of ${name} is not among its values`);
        return fallback;
    }
    function count(name) {
        const value = text(name);
        if (value === undefined)
            return undefined;
        if (/^[1-9]\d{0,5}$/.test(value))
            return Number(value);
        refuse(name, `must be a whole number from 1 to 999999, not ${inputs_quoted(value)}`);
        return undefined;
    }
    function words(name) {
        return (text(name) ?? '').split(/[\s,]+/).filter((word) => word !== '');
    }
    function resourceIds({ several, required }) {
        const entries = text('resource-id')?.split(ID_SEPARATOR) ?? [];
        const emptyAt = entries.indexOf('');
        const named = entries.filter((entry) => entry !== '');
        const ids = [...new Set(named)];
        const problem = ids.map(idProblem).find((reason) => reason !== undefined);
        if (required && entries.length === 0)
            refuse('resource-id', 'is needed: the id of the resource, best kept in vars');
        if (emptyAt >= 0) {
            refuse('resource-id', `must have no empty entry, and entry ${emptyAt + 1} is empty (is a variable not set?)`);
        }
        if (!several && ids.length > 1)
            refuse('resource-id', 'takes one id for this operation');
        if (problem !== undefined)
            refuse('resource-id', problem);
        const repeated = ids.filter((given) => named.indexOf(given) !== named.lastIndexOf(given));
        if (repeated.length > 0) {
            notes.push(`resource-id names ${repeated.join(', ')} more than once; ${pluralize(ids.length, 'resource')} used`);
        }
        return ids;
    }
    function id(name) {
        const value = text(name);
        const problem = value === undefined ? undefined : idProblem(value);
        if (problem !== undefined)
            refuse(name, problem);
        return value;
    }
    function durationMs(name) {
        const value = text(name) ?? defaultOf(name);
        if (value === '')
            return undefined;
        const ms = parseDurationMs(value);
        if (ms === undefined || ms === 0)
            refuse(name, `must be a duration above 0 such as 90, 90s, 15m or 1h30m, not ${inputs_quoted(value)}`);
        else if (/^\d+$/.test(value) && Number(value) < SHORTEST_BARE_SECONDS)
            notes.push(`${name}: a bare number is seconds, so ${value} is ${value}s; write ${value}m for minutes`);
        return ms;
    }
    return {
        text,
        isGiven,
        flag,
        choice,
        count,
        words,
        resourceIds,
        id,
        durationMs,
        refuse,
        note: (added) => void notes.push(added),
        problems: () => [...problems.values()],
        notes: () => notes,
        unused: () => Object.keys(inputDefaults).filter((name) => !used.has(name) && !NEVER_UNUSED.has(name) && isGiven(name)),
    };
}
function defaultOf(name) {
    return inputDefaults[name] ?? '';
}
const ID_RULE = `ids of up to ${inputs_MAX_ID_CHARS} characters without spaces, commas and control characters`;
/** Why an entry cannot be an id; undefined when it can. */
function idProblem(entry) {
    if (!isServiceId(entry))
        return `must be an id; ${inputs_quoted(entry)} is no id`;
    const isValid = entry.length <= inputs_MAX_ID_CHARS && !/[\s,\p{Cc}]/u.test(entry);
    return isValid ? undefined : `must be ${ID_RULE}, not ${inputs_quoted(entry)}`;
}
/** A value as a message quotes it, with its line ends visible. */
function inputs_quoted(value) {
    return `\`${clipped(value.replaceAll(/\r?\n/g, '↵'), MAX_QUOTED_CHARS)}\``;
}
function insteadOf(value, allowed) {
    const suggestion = nearest(value, allowed);
    return `not ${inputs_quoted(value)}${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}`;
}

;// CONCATENATED MODULE: ./runner/inputs/secrets.js


/** Masking a shorter value would mask unrelated text all over the job log. */
const SHORTEST_SECRET_CHARS = 8;
/** The error for a key or token that `isSecret` rejects. */
const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;
/** True for a key or token that can be masked and sent. */
function isSecret(value) {
    return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}
/** The key as given, trimmed; empty when not given. The caller must mask it first. */
function readApiKey(host) {
    return inputText(host, 'api-key');
}
/** The token as given, trimmed; empty when no feature needs it. The caller must mask it. */
function readGithubToken({ core }) {
    const isAskedFor = core.getInput('github-environment').trim() !== '' || /^true$/i.test(core.getInput('skip-if-outdated').trim());
    return isAskedFor ? core.getInput('github-token').trim() : '';
}
/** The lines to mask: the runner masks line by line. Values that are too short to mask are rejected with the inputs. */
function secretLines(secrets) {
    return secrets
        .flatMap((secret) => secret.split(visible_text_LINE_END).map((line) => line.trim()))
        .filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}

;// CONCATENATED MODULE: ./runner/inputs/connection.js
// The inputs of the connection to the service: base-url, api-key and concurrent-jobs.


/** Reads the connection; errors are collected by `inputs`. */
function readConnection(inputs) {
    return {
        baseUrl: readBaseUrl(inputs),
        apiKey: readKey(inputs),
        concurrentJobs: inputs.count('concurrent-jobs') ?? 1,
    };
}
function readKey(inputs) {
    const value = inputs.text('api-key') ?? '';
    const problem = keyProblem(value);
    if (problem !== undefined)
        inputs.refuse('api-key', problem);
    return value;
}
/** Why a key cannot be used, without quoting it; undefined when it can. */
function keyProblem(value) {
    if (value === '')
        return KEY_MISSING;
    if (/^bearer(?:\s|$)/i.test(value))
        return 'must be the key alone, without `Bearer` before it';
    return isSecret(value) ? undefined : `${SECRET_RULE}: is it cut off, or two lines?`;
}
const KEY_MISSING = 'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. Runs from forks and from Dependabot get no secrets';
const ADDRESS_RULES = {
    malformed: 'must be an address such as https://host/api/v1',
    insecure: 'must begin with https: (http: is accepted for loopback hosts)',
    credentials: 'must not hold a user name or password',
};
function readBaseUrl(inputs) {
    const value = inputs.text('base-url') ?? '';
    const reason = baseUrlProblem(value);
    if (reason !== undefined) {
        inputs.refuse('base-url', reason);
        return '';
    }
    const { origin, pathname } = new URL(value);
    const path = pathname.replace(/\/+$/, '');
    if (path === '') {
        inputs.note(`base-url has no path; the API root usually ends with its version, such as ${origin}/api/v1`);
    }
    return origin + path;
}
/** Why a base URL cannot be used; undefined when it can. */
function baseUrlProblem(value) {
    if (value === '')
        return 'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL: such as https://host/api/v1';
    const problem = addressProblem(value);
    if (problem !== undefined)
        return ADDRESS_RULES[problem];
    if (/[?#]/.test(value))
        return 'must not hold a query or a fragment';
    return /\/resources\/*$/.test(value) ? 'must be the API root, which ends before /resources' : undefined;
}

;// CONCATENATED MODULE: ./runner/inputs/index.js




;// CONCATENATED MODULE: ./runner/field.js
// A field of a value of unknown shape.
/** A property of a value of unknown shape; undefined if there is none. */
function field(value, name) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

;// CONCATENATED MODULE: ./runner/run-commits.js
// The commits of a run, and the one that its deployment is recorded on.


const SHA_PATTERN = /^[0-9a-f]{40}$/;
/** The payload of the event that started the run; undefined if it cannot be read. */
function readEvent(env) {
    try {
        return JSON.parse((0,external_node_fs_.readFileSync)(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
    }
    catch {
        return undefined;
    }
}
/**
 * The commits of the run. The head of a pull request, or of the run that triggered this one, comes first: GITHUB_SHA is
 * then a merge commit or that of the default branch. `event`: the payload of the run's event.
 */
function runCommits(env, event = readEvent(env)) {
    const shas = [
        field(field(field(event, 'pull_request'), 'head'), 'sha'),
        field(field(event, 'workflow_run'), 'head_sha'),
        env['GITHUB_SHA'],
    ];
    return [...new Set(shas.filter((sha) => typeof sha === 'string' && SHA_PATTERN.test(sha)))];
}
/** The title of the commit's pull request, or the first line of its message; undefined where the event has neither. */
function runTitle(sha, event) {
    const pullRequest = field(event, 'pull_request');
    const run = field(event, 'workflow_run');
    const titles = [
        [field(field(pullRequest, 'head'), 'sha'), field(pullRequest, 'title')],
        ...[event, run, field(event, 'merge_group')].map((source) => {
            const commit = field(source, 'head_commit');
            return [field(commit, 'id'), field(commit, 'message')];
        }),
        [field(run, 'head_sha'), field(run, 'display_title')],
    ];
    return titles.flatMap(([id, text]) => (id === sha && typeof text === 'string' ? firstLine(text) : [])).at(0);
}
function firstLine(text) {
    return text
        .split('\n', 1)
        .map((line) => line.trim())
        .filter((line) => line !== '');
}
/**
 * The first of {@link runCommits}: GitHub shows a record in a pull request only on its head, and `workflow_run` is about
 * the commit of another run.
 */
function recordedCommit(env, event = readEvent(env)) {
    const [sha] = runCommits(env, event);
    const eventName = env['GITHUB_EVENT_NAME'] ?? '';
    if (sha === undefined) {
        const note = 'GITHUB_SHA names no commit, so no deployment is recorded at GitHub';
        return { sha, isTransient: false, note };
    }
    if (!eventName.startsWith('pull_request'))
        return { sha, isTransient: false };
    const pullRequest = field(event, 'pull_request');
    const head = field(pullRequest, 'head');
    const isTransient = field(pullRequest, 'state') !== 'closed' && field(pullRequest, 'merged') !== true;
    if (field(head, 'sha') !== sha) {
        const note = "The event payload names no head of the pull request, so the deployment is recorded on the run's merge commit, which GitHub does not show in the pull request";
        return { sha, isTransient, note };
    }
    // Runs for a fork's pull request get a read-only token. `repo` is null for a deleted fork.
    const repository = field(field(head, 'repo'), 'full_name');
    if (eventName !== 'pull_request_target' && repository !== env['GITHUB_REPOSITORY']) {
        const fork = typeof repository === 'string' ? `the fork ${repository}` : 'another repository';
        const note = `The pull request comes from ${fork}, whose runs may not write to this repository: no deployment is recorded at GitHub`;
        return { sha: undefined, isTransient, note };
    }
    return { sha, isTransient };
}

;// CONCATENATED MODULE: ./runner/github/github-error.js



/** GitHub did not do what was requested; the message gives the reason and may quote GitHub. */
class GithubError extends Error {
    name = 'GithubError';
    details;
    constructor(message, details = {}) {
        super(message);
        this.details = details;
    }
}
/** The error of a request without a response; `what` such as `GitHub did not answer within 10s`. */
function unanswered(what) {
    return new GithubError(what, { isTransient: true, mayHaveApplied: true });
}
/** The wait that GitHub documents for a rate limit whose response states none. */
const RATE_LIMIT_WAIT_MS = 60_000;
/**
 * Converts what Octokit throws. Without a response, Octokit invents a status 500, so only `response.status` is used.
 */
function githubErrorOf(error, clock) {
    if (error instanceof GithubError)
        return error;
    const response = field(error, 'response');
    const status = field(response, 'status');
    if (typeof status !== 'number')
        return unanswered(`GitHub could not be reached (${errorMessage(error)})`);
    const headers = field(response, 'headers');
    const message = field(field(response, 'data'), 'message');
    const quoted = typeof message === 'string' ? message : '';
    const answer = `GitHub answered ${status}${quoted === '' ? '' : ` (${quoted})`}`;
    const rateLimit = rateLimitOf(status, quoted, headers);
    const waitMs = askedWaitMs(headers, { rateLimit, wallTimeMs: clock.wallTime() });
    const limited = rateLimit && `: the token has reached ${rateLimitNames[rateLimit]}`;
    const wait = waitMs === undefined ? '' : `; GitHub asks to wait ${formatDuration(waitMs)}`;
    return new GithubError(`${answer}${limited ?? ''}${wait}`, {
        status,
        rateLimit,
        lacksPermission: rateLimit === undefined && [401, 403, 404].includes(status),
        isTransient: rateLimit !== undefined || status >= 500,
        mayHaveApplied: status < 400 || status >= 500,
        notBeforeMs: waitMs === undefined ? undefined : clock.now() + waitMs,
    });
}
const rateLimitNames = {
    primary: 'its rate limit at GitHub',
    secondary: 'a secondary rate limit of GitHub',
};
/** A secondary limit has no sign of its own but its message, where there is one. */
function rateLimitOf(status, message, headers) {
    if (status !== 403 && status !== 429)
        return undefined;
    if (/secondary rate limit|abuse detection/i.test(message))
        return 'secondary';
    if (field(headers, 'x-ratelimit-remaining') === '0' || /rate limit exceeded/i.test(message))
        return 'primary';
    return status === 429 || field(headers, 'retry-after') !== undefined ? 'secondary' : undefined;
}
/** How long GitHub asks to wait: `Retry-After` (seconds or a date), else when the rate limit is over. */
function askedWaitMs(headers, { rateLimit, wallTimeMs }) {
    const header = field(headers, 'retry-after');
    const retryAfter = typeof header === 'string' ? header : '';
    if (/^\d+$/.test(retryAfter))
        return Number(retryAfter) * 1000;
    const dateMs = Date.parse(retryAfter);
    if (!Number.isNaN(dateMs))
        return Math.max(0, dateMs - wallTimeMs);
    const resetMs = Number(field(headers, 'x-ratelimit-reset')) * 1000;
    if (rateLimit === 'primary' && resetMs > 0)
        return Math.max(0, resetMs - wallTimeMs);
    return rateLimit && RATE_LIMIT_WAIT_MS;
}

;// CONCATENATED MODULE: ./runner/github/retry.js

/** Waits before a request is sent again, unless GitHub asks for a longer one. */
const GAPS_MS = [500, 2_000, 5_000];
/**
 * Runs `request`, and again after each transient error, as long as the wait for it fits into the limit. Rejects with
 * the last error of `request`.
 */
async function retrying(request, limit) {
    const { clock, signal, remainingMs } = limit;
    for (let failures = 0;; failures += 1) {
        try {
            return await request();
        }
        catch (error) {
            if (!(error instanceof GithubError) || !error.details.isTransient)
                throw error;
            const askedMs = (error.details.notBeforeMs ?? -Infinity) - clock.now();
            const waitMs = Math.max(GAPS_MS[failures] ?? Infinity, askedMs);
            if (waitMs >= remainingMs())
                throw error;
            await clock.sleep(waitMs, signal).catch(() => {
                throw error;
            });
        }
    }
}

;// CONCATENATED MODULE: ./runner/github/branch-guard.js
// skip-if-outdated: checks whether the branch has moved past this commit. When in doubt, the commit is deployed.




/** Longest delay of a deploy request by a check, and by the check after one that failed. */
const CHECK_MS = 15_000;
const CHECK_AFTER_FAILURE_MS = 3_000;
/** GitHub's statuses for an unknown commit, and for commits without a common ancestor. */
const NOT_COMPARABLE = new Set([404, 422]);
/** Creates the check. It rejects only when the step is stopped; concurrent calls share one result. */
function createBranchGuard(options) {
    const { api, env, clock, signal, onError } = options;
    const push = pushOf(env);
    const noted = new Set();
    let checkMs = CHECK_MS;
    let pendingCheck;
    function noteOnce(text) {
        if (!noted.has(text))
            options.note(text);
        noted.add(text);
    }
    async function checkPush({ branch, sha }, limit) {
        const head = await retrying(() => api.headOf(branch, limit.signal), limit);
        if (head === sha)
            return { go: true };
        const relation = await retrying(() => api.compare(sha, head, limit.signal), limit).catch(whyNotComparable);
        if (relation === 'ahead') {
            return { go: false, detail: `${branch} has moved on to ${branch_guard_short(head)}, which is ahead of ${branch_guard_short(sha)}` };
        }
        // The branch was reset or rewritten: it is not known which commit is newer.
        noteOnce(`${branch} points at ${branch_guard_short(head)}, which does not contain ${branch_guard_short(sha)} (${relation}): deploying`);
        return { go: true };
    }
    async function check() {
        if (push === undefined) {
            const event = env['GITHUB_EVENT_NAME'] || 'unknown event';
            const ref = env['GITHUB_REF'] || 'no ref';
            noteOnce(`skip-if-outdated applies only to pushes to a branch, and this run is none (${event}, ${ref}): deploying`);
            return { go: true };
        }
        const deadline = new clock_0/* Deadline */.B2(clock, checkMs);
        const reason = unanswered(`GitHub did not answer within ${formatDuration(checkMs)}`);
        const time = (0,clock_0/* withDeadline */.NE)(clock, checkMs, { signal, reason });
        try {
            const permission = await checkPush(push, {
                clock,
                signal: time.signal,
                remainingMs: () => deadline.remainingMs(),
            });
            checkMs = CHECK_MS;
            return permission;
        }
        catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof GithubError))
                throw error;
            checkMs = CHECK_AFTER_FAILURE_MS;
            onError(error);
            return { go: true };
        }
        finally {
            time.clear();
        }
    }
    return async () => {
        pendingCheck ??= check().finally(() => {
            pendingCheck = undefined;
        });
        return await pendingCheck;
    };
}
/** Not a missing permission: the branch has just been read. */
function whyNotComparable(error) {
    if (error instanceof GithubError && NOT_COMPARABLE.has(error.details.status ?? 0))
        return error.message;
    throw error;
}
function pushOf(env) {
    const branch = /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1];
    const sha = env['GITHUB_SHA'] ?? '';
    return env['GITHUB_EVENT_NAME'] === 'push' && branch !== undefined && sha !== '' ? { branch, sha } : undefined;
}
function branch_guard_short(sha) {
    return sha.slice(0, 7);
}

;// CONCATENATED MODULE: ./runner/github/last-status.js



/** GitHub's limit for the description of a deployment or a status. */
const MAX_DESCRIPTION_CHARS = 140;
const last_status_worstFirst = ['failure', 'error', 'inactive', 'success'];
/** The final state and description, and the app's address for a single app. */
function lastStatus(report, sanitizers) {
    const [only, ...others] = report.outcomes;
    const url = others.length === 0 && only?.url !== undefined ? linkTarget(only.url) : undefined;
    // An address that contains a secret is omitted: redacted, it would be a different address.
    const isSafe = url !== undefined && sanitizers.redact(url) === url;
    return {
        state: stateOfReport(report),
        description: description(report, sanitizers),
        ...(isSafe ? { environment_url: url } : {}),
    };
}
/** A description within GitHub's limit. */
function shortLine(text, { line }) {
    return line(text, { maxChars: MAX_DESCRIPTION_CHARS });
}
/** The worst state of all resources; skipped ones count only if all were skipped. */
function stateOfReport(report) {
    const deployed = report.outcomes.filter(({ skipped }) => skipped === undefined);
    const counted = deployed.length === 0 ? report.outcomes : deployed;
    const states = new Set(counted.map(stateOfOutcome));
    // Without an outcome, something may have been deployed; beside a failure, something has been.
    if (report.errorCode !== undefined && (states.size === 0 || states.has('success')))
        states.add('error');
    return last_status_worstFirst.find((state) => states.has(state)) ?? 'error';
}
function stateOfOutcome(outcome) {
    const { errorCode, phase } = outcome;
    if (errorCode === undefined)
        return outcome.skipped === undefined ? 'success' : 'inactive';
    if (errorCode !== 'interrupted')
        return githubStateOf(errorCode);
    // After a cancelled run the deployment may still be running, or nothing was started.
    const isBegun = ['searching', 'following', 'checking'].includes(phase.kind) || outcome.stillRunning === true;
    return isBegun ? 'error' : githubStateOf(errorCode);
}
/** The headline, truncated so that the suffix about continuing work always fits. */
function description(report, { line }) {
    const suffix = stillRunning(report.outcomes);
    return line(advice_headlineOf(report), { maxChars: MAX_DESCRIPTION_CHARS - suffix.length }) + suffix;
}
/** A suffix about work that continues at the service; '' if there is none. */
function stillRunning(outcomes) {
    const running = outcomes.filter((outcome) => outcome.stillRunning === true);
    const [only, ...others] = running;
    if (only === undefined)
        return '';
    const isCertain = running.every(continuesForCertain);
    if (others.length > 0)
        return `; ${running.length} deployments ${isCertain ? '' : 'may '}continue at the service`;
    const what = only.deploymentId === undefined ? 'work' : 'deployment';
    return `; the ${what} ${isCertain ? 'continues' : 'may continue'} at the service`;
}

;// CONCATENATED MODULE: ./runner/github/deployment-record.js



/** GitHub stops processing a request after 10 s, so a request without effect after this time never has one. */
const REQUEST_LIFETIME_MS = 15_000;
const LOOK_UP_GAP_MS = 1_000;
/** Everything ends this long after the step was stopped. The process is ended at 4.9 s. */
const AFTER_STOP_MS = 4_500;
/** Everything ends this long after the work: GitHub may ask to wait a minute. Without that, retries end much earlier. */
const AFTER_WORK_MS = 75_000;
/** Reserved for the last request before the end. */
const LAST_REQUEST_MS = 800;
/** Creates the record of a step; nothing is sent before `open`. */
function createDeploymentRecord(options) {
    const { api, commit, environment, identity, clock, signal, sanitizers, resourceIds, logUrl } = options;
    const what = resourceIds.length === 1 ? resourceIds[0] : `${resourceIds.length} resources`;
    const description = shortLine(`Deploying ${what}`, sanitizers);
    const deployment = {
        ref: commit.sha,
        environment,
        description,
        payload: identity,
        ...(commit.isTransient ? { transient_environment: true } : {}),
    };
    const commonStatusFields = {
        ...(logUrl === undefined ? {} : { log_url: logUrl }),
        // A preview does not replace other deployments of its environment.
        ...(commit.isTransient ? { auto_inactive: false } : {}),
    };
    /** Resolved when the first create request has ended. */
    const answered = Promise.withResolvers();
    /** Resolves with the error of a creation that may have taken effect all the same. */
    let opening;
    let isOpen = false;
    let id;
    /** Until when a create request, or a progress status, without a response may take effect. */
    let creationUntilMs = -Infinity;
    let progressUntilMs = -Infinity;
    /** Aborted when the work has ended: from then on, only what closes the record is sent again. */
    const working = new AbortController();
    /** Aborted when everything must end, or has ended. */
    const ending = new AbortController();
    let endMs = Infinity;
    const whileWorking = { clock, signal: working.signal, remainingMs: () => Infinity };
    const whileClosing = { clock, signal: ending.signal, remainingMs: () => endMs - clock.now() };
    function endWithin(ms) {
        working.abort();
        endMs = Math.min(endMs, clock.now() + ms);
        clock.sleep(endMs - clock.now(), ending.signal).then(() => ending.abort(unanswered('GitHub did not answer in time')), () => undefined);
    }
    function found(foundId) {
        id = foundId;
        options.onCreated(foundId);
    }
    /**
     * Sends one create request; after a lost response, searches for the record. Rejects with a transient error only if the
     * request has certainly created nothing.
     */
    async function createOrFind() {
        const sentAtMs = clock.now();
        isOpen = true;
        try {
            found(await api.createDeployment(deployment, ending.signal).finally(answered.resolve));
        }
        catch (reason) {
            const error = githubErrorOf(reason, clock);
            isOpen = error.details.mayHaveApplied === true;
            creationUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
            // Where the list cannot be read, nothing is sent again, and `close` searches once more.
            await lookUp(whileWorking).catch(() => undefined);
            if (id === undefined)
                throw isOpen ? new GithubError(error.message) : error;
        }
    }
    /** Searches for a record that a lost request may have created, if any, until it is found or can no longer appear. */
    async function lookUp(limit) {
        const find = () => api.findDeployment(deployment, ending.signal);
        while (isOpen && id === undefined) {
            const isLast = clock.now() >= creationUntilMs;
            const foundId = await retrying(find, limit);
            if (foundId !== undefined)
                found(foundId);
            else if (isLast)
                isOpen = false;
            else
                await clock.sleep(LOOK_UP_GAP_MS, limit.signal);
        }
    }
    async function setState(status, limit) {
        await retrying(async () => {
            const sentAtMs = clock.now();
            try {
                await api.createStatus(id ?? '', { ...status, ...commonStatusFields }, ending.signal);
            }
            catch (error) {
                const { details } = githubErrorOf(error, clock);
                if (status.state === 'in_progress' && details.mayHaveApplied)
                    progressUntilMs = sentAtMs + REQUEST_LIFETIME_MS;
                throw error;
            }
        }, limit);
    }
    async function establish() {
        try {
            await retrying(createOrFind, whileWorking);
        }
        catch (reason) {
            const error = githubErrorOf(reason, clock);
            if (isOpen)
                return error;
            options.onError('creation', error);
            return undefined;
        }
        if (working.signal.aborted)
            return undefined;
        // Not reported: if it matters, the final state cannot be set either.
        await setState({ state: 'in_progress', description }, whileWorking).catch(() => undefined);
        return undefined;
    }
    async function setFinalState(status) {
        await setState(status, whileClosing);
        if (clock.now() >= progressUntilMs)
            return;
        // A progress status without a response may take effect until then, so the last request overwrites it.
        const waitMs = () => Math.max(0, Math.min(progressUntilMs, endMs - LAST_REQUEST_MS) - clock.now());
        await clock.sleep(waitMs(), signal).catch(() => undefined);
        // If the step was stopped meanwhile, everything ends sooner.
        await clock.sleep(waitMs(), ending.signal);
        await setState(status, whileClosing);
    }
    return {
        async open() {
            if (signal.aborted)
                return;
            if (opening === undefined) {
                signal.addEventListener('abort', () => endWithin(AFTER_STOP_MS), { once: true, signal: ending.signal });
                opening = establish();
            }
            await answered.promise;
        },
        isOpen: () => isOpen,
        async close(report) {
            if (opening === undefined)
                return;
            endWithin(AFTER_WORK_MS);
            try {
                const creationError = await opening;
                await lookUp(whileClosing).catch(() => undefined);
                if (id !== undefined)
                    await setFinalState(lastStatus(report, sanitizers));
                else if (creationError !== undefined)
                    options.onError('creation', creationError);
            }
            catch (error) {
                options.onError('end', githubErrorOf(error, clock));
            }
            finally {
                ending.abort();
                isOpen = false;
            }
        },
    };
}

;// CONCATENATED MODULE: ./runner/github/github-api.js
// The GitHub REST API as far as it is used: the head of a branch, a comparison, deployments and their statuses. The
// token is sent only to GITHUB_API_URL; every request has a timeout.




/** Timeout of a request that decides whether the commit is deployed. */
const BRANCH_TIMEOUT_MS = 10_000;
/** Timeout of a request about a record: a lost one is sent again, or searched for, within the time of a cancelled run. */
const RECORD_TIMEOUT_MS = 3_000;
/** Largest page size of GitHub, and how many pages are searched: the order of its lists is not documented. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;
/** Keeps Octokit's own warnings out of the step log. */
const quiet = { debug() { }, info() { }, warn() { }, error() { } };
/** Creates the API client; Octokit is loaded with the first request. */
function createGithubApi(options) {
    const { env, token, clock } = options;
    const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    let loading;
    /** A rate limit concerns every request of the token. */
    let rateLimited;
    async function connect() {
        const { getOctokit } = await __nccwpck_require__.e(/* import() */ 767).then(__nccwpck_require__.bind(__nccwpck_require__, 767));
        const baseUrl = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
        return getOctokit(token, { baseUrl, userAgent: 'deployment-service-action' });
    }
    /** Sends one request; `path` is below that of the repository. */
    async function send(method, path, request) {
        const { signal, timeoutMs, fields } = request;
        if (owner === '' || repo === '')
            throw new GithubError('GITHUB_REPOSITORY names no repository');
        if (rateLimited !== undefined && clock.now() < rateLimited.untilMs)
            throw rateLimited.error;
        const limit = (0,clock_0/* withDeadline */.NE)(clock, timeoutMs, { signal });
        try {
            const octokit = await (loading ??= connect());
            limit.signal.throwIfAborted();
            const response = await octokit.request(`${method} /repos/{owner}/{repo}${path}`, {
                ...fields,
                owner,
                repo,
                // Redirects are not followed, so that the token is sent only to the runner's address.
                request: { signal: limit.signal, redirect: 'error', log: quiet },
            });
            limit.signal.throwIfAborted(); // Octokit returns an empty body for a truncated response.
            return response.data;
        }
        catch (error) {
            if (signal.aborted)
                throw signal.reason;
            if (limit.isExpired())
                throw unanswered(`GitHub did not answer within ${formatDuration(timeoutMs)}`);
            const failure = githubErrorOf(error, clock);
            const { rateLimit, notBeforeMs: untilMs } = failure.details;
            if (rateLimit !== undefined && untilMs !== undefined)
                rateLimited = { error: failure, untilMs };
            throw failure;
        }
        finally {
            limit.clear();
        }
    }
    return {
        async headOf(branch, signal) {
            const fields = { ref: `heads/${branch}` };
            const data = await send('GET', '/git/ref/{ref}', { fields, signal, timeoutMs: BRANCH_TIMEOUT_MS });
            return github_api_text(field(data, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
        },
        async compare(base, head, signal) {
            // Only the first page has the list of changed files, which can be long.
            const fields = { basehead: `${base}...${head}`, per_page: 1, page: 2 };
            const data = await send('GET', '/compare/{basehead}', { fields, signal, timeoutMs: BRANCH_TIMEOUT_MS });
            return github_api_text(data, 'status', /^[a-z]+$/);
        },
        async createDeployment(deployment, signal) {
            // No merge of other branches, no required checks: the workflow has decided to deploy.
            const fields = { ...deployment, auto_merge: false, required_contexts: [] };
            const data = await send('POST', '/deployments', { fields, signal, timeoutMs: RECORD_TIMEOUT_MS });
            return github_api_text(data, 'id', /^\d+$/);
        },
        async findDeployment({ ref: sha, environment, payload }, signal) {
            const isWanted = (item) => {
                const listed = parsed(field(item, 'payload'));
                return Object.entries(payload).every(([name, value]) => field(listed, name) === value);
            };
            for (let page = 1; page <= MAX_PAGES; page += 1) {
                const fields = { sha, environment, per_page: PAGE_SIZE, page };
                const items = github_api_list(await send('GET', '/deployments', { fields, signal, timeoutMs: RECORD_TIMEOUT_MS }));
                const found = items.find(isWanted);
                if (found !== undefined)
                    return github_api_text(found, 'id', /^\d+$/);
                if (items.length < PAGE_SIZE)
                    break;
            }
            return undefined;
        },
        async createStatus(deploymentId, status, signal) {
            const fields = { ...status, deployment_id: deploymentId };
            const path = '/deployments/{deployment_id}/statuses';
            await send('POST', path, { fields, signal, timeoutMs: RECORD_TIMEOUT_MS });
        },
    };
}
/** GitHub returns a payload as it was sent, or as a JSON string. */
function parsed(payload) {
    if (typeof payload !== 'string')
        return payload;
    try {
        return JSON.parse(payload);
    }
    catch {
        return undefined;
    }
}
function github_api_list(data) {
    if (Array.isArray(data))
        return data;
    throw new GithubError("GitHub's answer is not a list", { mayHaveApplied: true });
}
/** A string or number field of a response, as a string. Throws a {@link GithubError} if it does not match `pattern`. */
function github_api_text(value, name, pattern) {
    const found = field(value, name);
    if ((typeof found === 'string' || typeof found === 'number') && pattern.test(String(found)))
        return String(found);
    throw new GithubError(`GitHub's answer holds no readable "${name}"`, { mayHaveApplied: true });
}

;// CONCATENATED MODULE: ./runner/github/github.js
// The GitHub features of a deployment: skip-if-outdated and the GitHub deployment record. Both are opt-in; an error of
// GitHub is a warning that names the permission that may be missing.







/** GitHub's limit for the name of an environment. */
const ENVIRONMENT_CHARS = 255;
/** Reads the inputs; undefined when no feature is used. */
function readGithubSettings(inputs, token) {
    const environment = inputs.text('github-environment');
    const skipIfOutdated = inputs.flag('skip-if-outdated');
    if (environment === undefined && !skipIfOutdated)
        return undefined;
    if (environment !== undefined && (environment.length > ENVIRONMENT_CHARS || /\p{Cc}/u.test(environment))) {
        inputs.refuse('github-environment', `must be a name on one line, at most ${ENVIRONMENT_CHARS} characters`);
    }
    if (token === '')
        inputs.refuse('github-token', 'is needed by github-environment and skip-if-outdated');
    else if (!isSecret(token))
        inputs.refuse('github-token', SECRET_RULE);
    return { token, environment, skipIfOutdated };
}
const GO = { go: true };
/** A deploy request waits this long for its record at most; a slower creation continues during the deployment. */
const MAX_CREATION_WAIT_MS = 1_000;
/** Creates the GitHub features of a step; nothing is loaded or sent before the first deploy request. */
function createGithub(options) {
    const { signal } = options;
    const { env, clock } = options.host;
    const api = createGithubApi({ env, token: options.token, clock });
    const guard = options.skipIfOutdated ? createGuard(options, api) : undefined;
    const record = options.environment === undefined ? undefined : createRecord(options, api, options.environment);
    return {
        async beforePost() {
            const permission = (await guard?.()) ?? GO;
            if (!permission.go || record === undefined)
                return permission;
            const wait = (0,clock_0/* withDeadline */.NE)(clock, MAX_CREATION_WAIT_MS, { signal });
            await (0,clock_0/* unlessAborted */.Wh)(record.open(), wait.signal).catch(() => signal.throwIfAborted());
            wait.clear();
            // The branch may have moved on meanwhile.
            return wait.isExpired() ? ((await guard?.()) ?? GO) : permission;
        },
        observe(event) {
            // A re-run that follows the deployment of an earlier attempt sends no request.
            if (event.kind === 'accepted')
                void record?.open();
        },
        hasOpenRecord: () => record?.isOpen() ?? false,
        async close(report) {
            await record?.close(report);
        },
    };
}
function createGuard({ host, signal, reporter }, api) {
    const warn = warnOnce('contents: read', reporter);
    return createBranchGuard({
        ...host,
        api,
        signal,
        note: (text) => reporter.emit({ kind: 'note', text }),
        onError: (error) => warn('It is not known whether the branch has moved on, so this commit is deployed', error),
    });
}
/** Undefined when this run cannot have a record; a note gives the reason. */
function createRecord(options, api, environment) {
    const { host, reporter } = options;
    const { sha, isTransient, note } = recordedCommit(host.env);
    if (note !== undefined)
        reporter.emit({ kind: 'note', text: note });
    if (sha === undefined)
        return undefined;
    const warn = warnOnce('deployments: write', reporter);
    return createDeploymentRecord({
        ...options,
        api,
        environment,
        commit: { sha, isTransient },
        identity: identityOf(host.env),
        logUrl: runUrl(host.env),
        clock: host.clock,
        onCreated: (id) => reporter.recorded(id),
        onError: (part, error) => warn(failedPart[part], error),
    });
}
const failedPart = {
    creation: 'No record of the deployment is known at GitHub',
    end: 'The record at GitHub may not show how the deployment ended',
};
/** The random `step` distinguishes steps of a job and jobs of a matrix, which share run, attempt and job. */
function identityOf(env) {
    return {
        run_id: env['GITHUB_RUN_ID'] ?? '',
        run_attempt: env['GITHUB_RUN_ATTEMPT'] ?? '',
        job: env['GITHUB_JOB'] ?? '',
        step: (0,external_node_crypto_namespaceObject.randomUUID)(),
    };
}
/** Page of the run; undefined if the runner does not provide it. */
function runUrl({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run }) {
    return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
}
/** Reports the first error as a warning, with the permission that may be missing, and later ones as notes. */
function warnOnce(permission, reporter) {
    let kind = 'warning';
    return (what, { message, details }) => {
        const remedy = details.lacksPermission ? ` The job may lack the permission \`${permission}\`.` : '';
        reporter.emit({ kind, text: `${what}: ${message}.${remedy}` });
        kind = 'note';
    };
}

;// CONCATENATED MODULE: ./runner/github/index.js


;// CONCATENATED MODULE: ./runner/plan.js




/** Default timeout of operations that change something or wait, and of those that only read. */
const WAITING_TIMEOUT_MS = 30 * 60_000;
const READING_TIMEOUT_MS = 2 * 60_000;
/** Reads and checks all inputs. Never throws: an unexpected error also becomes a refusal. */
function readPlan(host, options) {
    const inputs = createInputs(host);
    try {
        const plan = planFrom(inputs, options);
        const problems = inputs.problems();
        return problems.length === 0 ? plan : { kind: 'refusal', report: refusedReport(problems) };
    }
    catch (error) {
        return { kind: 'refusal', report: unexpectedErrorReport(error) };
    }
}
function planFrom(inputs, { table, githubToken }) {
    const name = inputs.choice('operation', Object.keys(table));
    const operation = table[name];
    if (operation === undefined)
        throw new Error(`the table of operations has no ${name}`);
    const connection = readConnection(inputs);
    const timeoutMs = inputs.durationMs('timeout');
    const args = operation.read(inputs);
    const github = operation.usesGithub === true ? readGithubSettings(inputs, githubToken) : undefined;
    return {
        kind: 'plan',
        operation,
        name,
        args,
        connection,
        timeoutMs: timeoutMs ?? (operation.effect === 'reads' ? READING_TIMEOUT_MS : WAITING_TIMEOUT_MS),
        // Operations that only read show no build log; `logs` always shows its log.
        showLogs: operation.effect === 'reads' || inputs.flag('build-log'),
        github,
        remarks: [
            ...inputs.notes().map((text) => ({ kind: 'note', text })),
            ...unusedInputs(inputs.unused(), name),
        ],
    };
}
function unusedInputs(names, operation) {
    if (names.length === 0)
        return [];
    const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
    const text = `${names.join(', ')} ${has} no effect with operation: ${operation}. Remove ${it}, or check the operation.`;
    return [{ kind: 'warning', text }];
}
function refusedReport(problems) {
    const [first, ...others] = problems;
    const headline = others.length === 0
        ? `The input ${first?.name} cannot be accepted`
        : `${pluralize(problems.length, 'input')} cannot be accepted`;
    const cause = problems.map(({ name, reason }) => `${name} ${reason}${/[.?]$/.test(reason) ? '' : '.'}`).join(' ');
    return { outcomes: [], errorCode: 'invalid_input', headline, cause };
}

;// CONCATENATED MODULE: ./runner/summary/progress.js
// The state of a step while it runs: the outcome and the phases of each resource. Input of summary and outputs.


/** The label of the phase in which the health check runs. */
const HEALTH_CHECK = 'health check';
/** The initial state. */
function newProgress(resourceIds) {
    return new Map(resourceIds.map((resourceId) => [resourceId, newResource(resourceId)]));
}
function newResource(resourceId) {
    return {
        outcome: newOutcome(resourceId),
        phases: [],
        blocker: undefined,
        waitedFor: [],
        ours: false,
        isStartedHere: false,
        isReread: false,
        endedAtMs: undefined,
    };
}
/** The state after an event; the same object when the event changes nothing. */
function advance(progress, event, nowMs) {
    const resourceId = resourceOf(event);
    if (resourceId === undefined)
        return progress;
    const before = progress.get(resourceId) ?? newResource(resourceId);
    const after = next(before, event, nowMs);
    return after === before ? progress : new Map([...progress, [resourceId, after]]);
}
/** The resource of a step with a single one; undefined for none or several. */
function onlyResource(progress) {
    const [only, ...others] = progress.values();
    return others.length === 0 ? only : undefined;
}
/** The name of a resource; with its id if another one of the step has the same name. */
function progress_labelOf(progress, resourceId) {
    const name = progress.get(resourceId)?.outcome.name ?? resourceId;
    const isShared = [...progress.values()].some(({ outcome }) => outcome.resourceId !== resourceId && outcome.name === name);
    return isShared ? `${name} (${resourceId})` : name;
}
/** The resource that an event is about; undefined if it is about none or all of them. */
function resourceOf(event) {
    if (event.kind === 'retrying')
        return event.error.endpoint.resourceId;
    return event.resourceId;
}
function next(known, event, nowMs) {
    const outcome = applyEvent(known.outcome, event);
    const before = outcome === known.outcome ? known : { ...known, outcome };
    switch (event.kind) {
        case 'waiting': {
            const { blocker } = event;
            const id = blocker?.id;
            const ids = id === undefined || before.waitedFor.includes(id) ? [] : [id];
            return enter({ ...before, blocker, waitedFor: [...before.waitedFor, ...ids] }, { label: 'waiting', isWaiting: true }, nowMs);
        }
        case 'accepted': {
            const { ownership, status } = event;
            const found = {
                ...before,
                blocker: undefined,
                ours: before.ours || isOurs(ownership),
                isStartedHere: startsHere(ownership),
            };
            if (!isOurs(ownership))
                return found;
            // A deployment that is found under another id is still in the phase that was last seen.
            const isFollowed = before.phases.some(({ isWaiting }) => isWaiting !== true);
            if (status === undefined && isFollowed)
                return found;
            return enter(found, { label: status ?? 'accepted' }, nowMs);
        }
        case 'requested':
            return enter({ ...before, blocker: undefined, ours: true }, { label: 'accepted' }, nowMs);
        case 'resource':
            return before.ours && event.status !== undefined ? { ...before, isReread: true } : before;
        case 'status':
            return enter(before, { label: event.status }, nowMs);
        case 'checking':
            return enter(before, { label: HEALTH_CHECK }, nowMs);
        case 'healthy':
        case 'failed':
            return endPhase(before, nowMs);
        case 'ended':
            return { ...before, blocker: undefined, endedAtMs: nowMs };
        case 'already':
        case 'as-before':
        case 'commit':
        case 'not-started':
        case 'found':
        case 'log':
        case 'lost':
        case 'named':
        case 'note':
        case 'posting':
        case 'refused':
        case 'retrying':
        case 'settled':
        case 'skipped':
        case 'warning':
            return before;
    }
}
function startsHere(ownership) {
    return isOurs(ownership) && ownership !== 'joined' && ownership !== 'rerun';
}
function enter(before, phase, startMs) {
    const last = before.phases.at(-1);
    if (last?.label === phase.label && last.isWaiting === phase.isWaiting)
        return before;
    return { ...before, phases: [...before.phases, { ...phase, startMs }] };
}
/** What follows the end of the health check, or a failure, such as reading the runtime log, is not part of the phase. */
function endPhase(before, endMs) {
    const last = before.phases.at(-1);
    if (last === undefined || last.endMs !== undefined)
        return before;
    return { ...before, phases: [...before.phases.slice(0, -1), { ...last, endMs }] };
}

;// CONCATENATED MODULE: ./runner/summary/proof.js
// What has been proven about the app: where it is live, and what its health check has shown. Pure; does not sanitize.


/** Whole commits are shown as short as everywhere else. */
const COMMIT = /^[0-9a-f]{40}$/;
const SHORT_COMMIT_CHARS = 7;
/**
 * Where the app is proven to be live: the address of a resource that is up, or the host that passed the health check.
 * Undefined for a resource that the service calls down or unhealthy as before.
 */
function liveAddress({ url, resourceStatus, proof, isAsBefore }) {
    if (isAsBefore === true)
        return undefined;
    if (url !== undefined && isUpAndHealthy(resourceStatus))
        return url;
    return proof && URL.parse(proof.url)?.origin;
}
/** Where the app of the only resource is live, if this step's request has brought it up; else undefined. */
function liveAt({ report, progress }) {
    const only = onlyResource(progress);
    if (only?.ours !== true || report === undefined || report.errorCode !== undefined)
        return undefined;
    const { outcome, isReread } = only;
    if (outcome.stillRunning === true)
        return undefined;
    // A status that was not read again is the one from before the request.
    return liveAddress(isReread ? outcome : { ...outcome, resourceStatus: undefined });
}
/** What the health check has shown, such as `/version answers with 4f6c21d`; `code` formats a value. */
function proofText({ proof, url = '' }, code) {
    if (proof === undefined)
        return undefined;
    const checked = URL.parse(proof.url);
    const isOwn = checked !== null && checked.origin === URL.parse(url)?.origin;
    const address = code(isOwn ? checked.pathname + checked.search : proof.url);
    if (proof.contains === undefined)
        return `${address} answers ${proof.status}`;
    const isCommit = COMMIT.test(proof.contains);
    return `${address} answers with ${code(isCommit ? proof.contains.slice(0, SHORT_COMMIT_CHARS) : proof.contains)}`;
}

;// CONCATENATED MODULE: ./runner/summary/run-facts.js
// What the summary shows of the run: its commit with title, branch and actor. Pure but for the default of `event`.


/**
 * Commit with its title, branch and actor of the run, from the variables that the runner sets. `event`: the payload of
 * the run's event.
 */
function runFacts(env, event = readEvent(env)) {
    const repository = `${env['GITHUB_SERVER_URL'] ?? ''}/${env['GITHUB_REPOSITORY'] ?? ''}`;
    const [sha = ''] = runCommits(env, event);
    const title = runTitle(sha, event);
    const branch = branchOf(env, sha, event);
    const actor = env['GITHUB_ACTOR'] ?? '';
    return [
        { label: sha.slice(0, 7), url: `${repository}/commit/${sha}`, ...(title !== undefined && { title }) },
        { label: branch, url: `${repository}/tree/${branch.split('/').map(encodeURIComponent).join('/')}` },
        { label: actor, url: `${env['GITHUB_SERVER_URL'] ?? ''}/${actor}` },
    ].filter(({ label }) => label !== '');
}
/**
 * The branch of the commit. In runs for a pull request GITHUB_REF_NAME is the merge ref, in those started by another run
 * the default branch.
 */
function branchOf(env, sha, event) {
    const run = field(event, 'workflow_run');
    const branch = field(run, 'head_branch');
    if (typeof branch === 'string' && field(run, 'head_sha') === sha)
        return branch;
    return env['GITHUB_HEAD_REF'] || (env['GITHUB_REF_NAME'] ?? '');
}

;// CONCATENATED MODULE: ./runner/summary/timeline.js
// The timeline of a step: the phases of a resource with their lengths, and bars on a common axis. Pure; does not
// sanitize labels.


/** Width of a bar: fits on a phone next to two columns of text. */
const BAR_CELLS = 12;
const WORKING_CELL = '█';
const WAITING_CELL = '░';
/** Ordinary spaces would be collapsed or wrapped. */
const EMPTY_CELL = '\u00A0';
/** A single resource has a timeline from this duration on, or if it had to wait. */
const LONG_MS = 120_000;
/** Between the final status and the health check, the status of the resource is read; for less, it is not shown. */
const SHORTEST_STATUS_CHECK_MS = 1_000;
/** The phases with their ends; a final status is not a phase, unless the health check begins only some time later. */
function timedPhasesOf({ phases, endedAtMs }, nowMs) {
    const lastMs = endedAtMs ?? nowMs;
    return phases.flatMap((phase, index) => {
        const next = phases[index + 1];
        const timed = { ...phase, endMs: Math.max(phase.startMs, phase.endMs ?? next?.startMs ?? lastMs) };
        if (!isFinal(phase.label))
            return [timed];
        const isLong = next !== undefined && timed.endMs - timed.startMs >= SHORTEST_STATUS_CHECK_MS;
        return isLong ? [{ ...timed, label: 'status check' }] : [];
    });
}
/** The label of the duration of a deployment that this step started. */
const timeline_DEPLOYMENT = 'deployment';
/** How long the deployment or the change took, and how long the health check after it: each with what it is about. */
function durationsOf(resource, { operation, nowMs }) {
    const { outcome, isStartedHere } = resource;
    const ours = outcome.stillRunning === true ? 'deployment so far' : timeline_DEPLOYMENT;
    const deployment = isStartedHere ? ours : 'waited';
    const checks = timedPhasesOf(resource, nowMs).filter(({ label }) => label === HEALTH_CHECK);
    return [
        { label: outcome.deploymentId === undefined ? operation : deployment, ms: outcome.durationMs ?? 0 },
        { label: HEALTH_CHECK, ms: checks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) },
    ].filter(({ ms }) => ms > 0);
}
/** True when the timeline of a single resource is worth showing. */
function isWorthShowing(phases) {
    const { startMs, endMs } = spanOf(phases);
    return phases.length > 1 && (waitedMs(phases) > 0 || endMs - startMs >= LONG_MS);
}
/** Milliseconds spent waiting while the resource was busy. */
function waitedMs(phases) {
    return phases.reduce((sum, { isWaiting, startMs, endMs }) => sum + (isWaiting === true ? endMs - startMs : 0), 0);
}
/** From the first start to the last end; both 0 without any. */
function spanOf(phases) {
    return phases.reduce((span, { startMs, endMs }) => ({
        startMs: Math.min(span.startMs, startMs),
        endMs: Math.max(span.endMs, endMs),
    }), { startMs: phases[0]?.startMs ?? 0, endMs: phases[0]?.endMs ?? 0 });
}
/** The phases as one bar within a span, in a lighter shade while waiting; every phase has at least one cell. */
function barOf(phases, span) {
    const cells = Array.from({ length: BAR_CELLS }, () => EMPTY_CELL);
    const lengthMs = span.endMs - span.startMs;
    const cellAt = (ms) => lengthMs === 0 ? 0 : Math.round(((ms - span.startMs) / lengthMs) * BAR_CELLS);
    for (const { isWaiting, startMs, endMs } of phases) {
        const from = Math.min(cellAt(startMs), BAR_CELLS - 1);
        const to = Math.max(from + 1, cellAt(endMs));
        cells.fill(isWaiting === true ? WAITING_CELL : WORKING_CELL, from, to);
    }
    return `\`${cells.join('')}\``;
}

;// CONCATENATED MODULE: ./runner/summary/tables.js
// The tables of the summary: facts and timeline of one resource, a row for each of several, sections. Pure; sanitizes
// untrusted text.






/**
 * The tables in order: facts and timeline of one resource, or a row for each of several; then the report's sections.
 */
function tablesOf(data, sanitizers) {
    const { report, progress } = data;
    const only = onlyResource(progress);
    const rows = [
        ...(only === undefined ? [] : resourceRows(only, data, sanitizers)),
        ...(report?.facts ?? []).map(({ label, value }) => [label, sanitizers.text(value)]),
    ];
    return [
        ...factTable(rows),
        ...(only === undefined ? [] : timelineTable(only, data, sanitizers)),
        ...(progress.size > 1 ? tablesOfMany(data, sanitizers) : []),
        ...(report?.sections ?? []).map((section) => sectionTable(section, sanitizers)),
    ];
}
/** The facts that are not in the heading. */
function resourceRows(resource, data, sanitizers) {
    const { outcome, blocker } = resource;
    const { url, deploymentId, commit, status, resourceStatus, errorCode, skipped, cause } = outcome;
    const shown = (form, value = '') => (value === '' ? '' : sanitizers[form](value));
    const address = liveAt(data);
    const isLive = address !== undefined;
    const isKnownUp = isLive && deploymentId !== undefined && isUpAndHealthy(resourceStatus);
    const isInHeading = errorCode === 'deployment_failed' || errorCode === 'deployment_cancelled';
    const finalCode = data.report && errorCode && errorCodeText(errorCode);
    const rows = [
        ['Resource', resourceCell(outcome, sanitizers)],
        ['Address', url === undefined || url === address ? '' : addressLink(url, sanitizers)],
        ['Health check', proofText(outcome, (value) => sanitizers.code(value)) ?? ''],
        ['Deployment', isInHeading ? '' : shown('code', deploymentId)],
        ['Commit', shown('code', commit)],
        ['Status', isLive || isInHeading ? '' : shown('text', status)],
        ['Resource status', isKnownUp ? '' : shown('text', resourceStatus)],
        ['Waiting for', blocker === undefined ? '' : blockerCell(blocker, sanitizers)],
        ['Waited', waitedCell(resource, data.nowMs, sanitizers)],
        ['Error code', shown('code', finalCode)],
        ['Reason', skipped === undefined ? '' : shown('prose', cause)],
    ];
    return rows.filter(([, value]) => value !== '');
}
function resourceCell({ name, resourceId }, sanitizers) {
    return name === undefined ? sanitizers.code(resourceId) : `${sanitizers.text(name)} (${sanitizers.code(resourceId)})`;
}
function blockerCell({ id, status }, sanitizers) {
    return `${id === undefined ? 'a deployment without an id' : sanitizers.code(id)} (${sanitizers.text(status)})`;
}
/** A link to the full address under a short label, for narrow screens. */
function addressLink(address, sanitizers) {
    const url = URL.parse(address);
    const isBare = url?.protocol === 'https:' && url.search === '' && url.hash === '';
    return isBare ? sanitizers.link(address, `${url.host}${url.pathname.replace(/\/$/, '')}`) : sanitizers.link(address);
}
/** How long the step waited for a busy resource, and for which deployments. */
function waitedCell(resource, nowMs, sanitizers) {
    const ms = waitedMs(timedPhasesOf(resource, nowMs));
    if (ms === 0)
        return '';
    const { waitedFor, blocker } = resource;
    // The current blocker has a row of its own.
    const ids = blocker === undefined ? waitedFor.map((id) => sanitizers.code(id)) : [];
    return formatDuration(ms) + (ids.length === 0 ? '' : ` for ${ids.join(', ')}`);
}
/** The first fact is the header: GitHub renders an empty header as an empty row. */
function factTable([first, ...rest]) {
    if (first === undefined)
        return [];
    return [tables_tableOf(first, { align: [':---', ':---'], rows: rest })];
}
function timelineTable(resource, { nowMs }, sanitizers) {
    const phases = timedPhasesOf(resource, nowMs);
    if (!isWorthShowing(phases))
        return [];
    const span = spanOf(phases);
    const rows = phases.map((phase) => [
        sanitizers.text(phase.label),
        unbroken(formatDuration(phase.endMs - phase.startMs)),
        barOf([phase], span),
    ]);
    const sum = ['**total**', `**${unbroken(formatDuration(span.endMs - span.startMs))}**`, ''];
    return [TIMELINE, tables_tableOf(['Phase', 'Time', ''], { align: [':---', '---:', ':---'], rows: [...rows, sum] })];
}
/** Two columns of short lines, which fit a phone: mark, name and address; outcome, durations and health check. */
function tablesOfMany(data, sanitizers) {
    const { progress, nowMs } = data;
    const rows = [...progress.values()].map((resource) => {
        const { resourceId, url } = resource.outcome;
        return [
            [`${markOf(resource)} ${sanitizers.text(progress_labelOf(progress, resourceId))}`, url && addressLink(url, sanitizers)],
            [...outcomeLines(resource, data, sanitizers), proofText(resource.outcome, (value) => sanitizers.code(value))],
        ].map((lines) => lines.filter((line) => line !== undefined && line !== '').join(LINE_BREAK));
    });
    const table = tables_tableOf(['Resource', 'Outcome'], { align: [':---', ':---'], rows });
    return [table, ...timelineOfMany(progress, nowMs, sanitizers)];
}
/** State and deployment with the durations; that of a deployment beside another state than its own stands after its id. */
function outcomeLines(resource, data, sanitizers) {
    const { deploymentId, status } = resource.outcome;
    const state = tables_stateOf(resource);
    const [first, ...others] = durationsOf(resource, data).map(({ label, ms }) => {
        const time = unbroken(formatDuration(ms));
        return label === timeline_DEPLOYMENT ? time : `${label} ${time}`;
    });
    const time = first === undefined ? '' : `, ${first}`;
    if (deploymentId === undefined)
        return [sanitizers.text(state) + time, ...others];
    return state === status
        ? [sanitizers.text(state) + time, sanitizers.code(deploymentId), ...others]
        : [sanitizers.text(state), sanitizers.code(deploymentId) + time, ...others];
}
/** A cell of a table has no other way to hold two lines. */
const LINE_BREAK = '<br>';
/** A separate table: next to the other columns it would be cut off in a narrow window. */
function timelineOfMany(progress, nowMs, sanitizers) {
    const timed = [...progress.values()].map((resource) => ({
        name: progress_labelOf(progress, resource.outcome.resourceId),
        phases: timedPhasesOf(resource, nowMs),
    }));
    const span = spanOf(timed.flatMap(({ phases }) => phases));
    if (span.endMs === span.startMs)
        return [];
    const rows = timed
        .filter(({ phases }) => phases.length > 0)
        .map(({ name, phases }) => [
        sanitizers.text(name),
        barOf(phases, span),
        waitedMs(phases) === 0 ? '' : unbroken(formatDuration(waitedMs(phases))),
    ]);
    const isBusy = rows.some(([, , waited]) => waited !== '');
    // Identical bars carry no information.
    if (!isBusy && new Set(rows.map(([, bar]) => bar)).size === 1)
        return [];
    const columns = ['Resource', `0 to ${formatDuration(span.endMs - span.startMs)}`, ...(isBusy ? ['Waited'] : [])];
    const align = columns.map((column) => (column === 'Waited' ? '---:' : ':---'));
    return [TIMELINE, tables_tableOf(columns, { align, rows: rows.map((cells) => cells.slice(0, columns.length)) })];
}
const TIMELINE = '**Timeline**, as seen by this step';
function markOf({ outcome, endedAtMs }) {
    if (outcome.errorCode !== undefined)
        return '❌';
    if (outcome.skipped !== undefined)
        return '⏭️';
    if (endedAtMs === undefined)
        return '⏳';
    return outcome.status !== undefined && isUnsuccessful(outcome.status) ? '⚠️' : '✅';
}
function tables_stateOf({ outcome, phases, endedAtMs }) {
    const { skipped, errorCode, status, resourceStatus } = outcome;
    if (skipped !== undefined)
        return `skipped: ${skipped}`;
    if (errorCode === 'deployment_failed' || errorCode === 'deployment_cancelled')
        return status ?? errorCode;
    if (errorCode !== undefined)
        return errorCodeText(errorCode);
    if (endedAtMs !== undefined)
        return status ?? resourceStatus ?? 'done';
    return status ?? phases.at(-1)?.label ?? 'not started';
}
/** A duration with non-breaking spaces, for narrow columns. */
function unbroken(text) {
    return text.replaceAll(' ', '\u00A0');
}
/** A table of cells that are already Markdown. */
function tables_tableOf(columns, { align, rows }) {
    return [columns, align, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
function sectionTable({ title, columns, rows }, sanitizers) {
    const cells = rows.map((row) => row.map((value) => (value === '' ? '' : sanitizers.text(value))));
    return [`### ${title}`, tables_tableOf(columns, { align: columns.map(() => ':---'), rows: cells })].join('\n\n');
}

;// CONCATENATED MODULE: ./runner/summary/heading.js
// The top of the summary: what happened in one line, the facts of the run, and on failure the cause and what to do.
// Pure; sanitizes untrusted text.







/** The heading, followed by the facts of the run. */
function heading(data, sanitizers) {
    const { report, operation, progress } = data;
    if (report === undefined)
        return unfinishedHeading(operation, progress, sanitizers);
    const address = liveAt(data);
    const only = onlyResource(progress);
    const title = address === undefined || only === undefined
        ? sanitizers.prose(advice_headlineOf(report))
        : `${heading_nameOf(only.outcome, sanitizers)} is live at ${addressLink(address, sanitizers)}`;
    return [`## ${mark(report)} ${title}`, ...runLine(data, sanitizers)];
}
function unfinishedHeading(operation, progress, sanitizers) {
    const only = onlyResource(progress);
    const state = only?.outcome.status ?? only?.phases.at(-1)?.label ?? 'starting';
    return [
        `## ⏳ ${operation} is in progress`,
        ...(only === undefined ? [] : [`${heading_nameOf(only.outcome, sanitizers)}: ${sanitizers.text(state)}`]),
        WRITTEN_WHILE_RUNNING,
        ...[...progress.values()].flatMap(({ outcome }) => workInProgress(outcome, sanitizers)),
    ];
}
/** The work that goes on at the service even if the step is killed, with the way to follow it. */
function workInProgress(outcome, sanitizers) {
    const { resourceId, deploymentId, stillRunning, phase } = outcome;
    const code = (value) => sanitizers.code(value);
    if (stillRunning !== true || phase.kind === 'lost')
        return stillRunningMessages([outcome], code);
    const what = deploymentId === undefined
        ? `Work on ${code(resourceId)}`
        : `Deployment ${code(deploymentId)} of ${heading_nameOf(outcome, sanitizers)}`;
    return [`${what} had not ended when this was written. ${howToFollow(outcome, code)}`];
}
function heading_nameOf({ name, resourceId }, sanitizers) {
    return sanitizers.text(name ?? resourceId);
}
/** GitHub shows a summary only after its step has ended, so this one appears when the step was killed. */
const WRITTEN_WHILE_RUNNING = 'This summary was written while the step was running. If the step has ended, it was stopped before it could report the end, and the work it had started may continue at the service.';
function mark({ errorCode, outcomes }) {
    if (errorCode !== undefined)
        return errorCode === 'interrupted' ? '⚠️' : '❌';
    return outcomes.length > 0 && outcomes.every(({ skipped }) => skipped !== undefined) ? '⏭️' : '✅';
}
/** Longest title of a commit or a pull request. */
const MAX_TITLE_CHARS = 72;
/** Durations, commit with its title, branch and actor on one line. */
function runLine(data, sanitizers) {
    const facts = data.run.map(({ label, url, title }) => {
        const link = sanitizers.link(url, label);
        if (title === undefined)
            return link;
        return `${link} ${sanitizers.prose(sanitizers.line(title, { maxChars: MAX_TITLE_CHARS }))}`;
    });
    const parts = [...durationParts(data), ...facts];
    return parts.length === 0 ? [] : [parts.join(' · ')];
}
function durationParts({ progress, operation, nowMs }) {
    const only = onlyResource(progress);
    if (only !== undefined) {
        return durationsOf(only, { operation, nowMs }).map(({ label, ms }) => `${label} ${formatDuration(ms)}`);
    }
    const span = spanOf([...progress.values()].flatMap((resource) => timedPhasesOf(resource, nowMs)));
    const ms = span.endMs - span.startMs;
    return ms === 0 ? [] : [`${formatDuration(ms)} in all`];
}
/** Work that continues at the service; on failure an alert with the cause and what to do. */
function verdict(data, sanitizers) {
    const { report } = data;
    if (report === undefined)
        return [];
    const { errorCode } = report;
    const continuing = stillRunningMessages(report.outcomes, (value) => sanitizers.code(value));
    if (errorCode === undefined)
        return continuing;
    const { meaning, nextStep } = adviceFor({ ...report, errorCode });
    const excerpts = causeLines(data, sanitizers);
    const failed = report.outcomes.filter((outcome) => outcome.errorCode !== undefined);
    const isExplained = excerpts.length > 0 && isLogEnough({ ...report, outcomes: failed });
    const parts = [
        `**What to do:** ${nextStep}`,
        ...(isExplained ? [] : causes(report, sanitizers)),
        ...excerpts,
        ...(meaning === undefined ? [] : [sanitizers.prose(meaning)]),
        ...continuing,
    ];
    return [heading_alert(errorCode === 'interrupted' ? 'WARNING' : 'CAUTION', parts)];
}
/** A GitHub alert; other renderers show it as a block quote. */
function heading_alert(kind, parts) {
    const lines = parts
        .map((part) => part.trim())
        .join('\n\n')
        .split('\n');
    return [`[!${kind}]`, ...lines].map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}
/** The cause as a paragraph, or a list if several resources failed. */
function causes({ cause, outcomes }, sanitizers) {
    const failed = outcomes.filter(({ errorCode }) => errorCode !== undefined);
    if (failed.length < 2)
        return cause === undefined ? [] : [sanitizers.prose(cause)];
    const items = failed.map((outcome) => `- ${heading_nameOf(outcome, sanitizers)}: ${sanitizers.prose(outcome.cause ?? '')}`);
    return [items.join('\n')];
}
/** Limit of log lines in an alert. */
const MAX_CAUSE_BYTES = 16 * 1024;
/** The likely causes from the logs, for as many resources as fit. */
function causeLines({ report, progress, logs }, sanitizers) {
    let leftBytes = MAX_CAUSE_BYTES;
    const shown = [];
    for (const { outcome, log, excerpt } of explanationsOf(report?.outcomes ?? [], logs)) {
        const lines = sanitizers.lines(excerpt.cause);
        leftBytes -= Buffer.byteLength(lines);
        if (excerpt.cause.length === 0 || leftBytes < 0)
            continue;
        const of = progress.size > 1 ? ` of ${heading_nameOf(outcome, sanitizers)}` : '';
        shown.push(`**Likely cause**${of}, ${untrustedLabel(log.source)}:<br>${lines}`);
    }
    return shown;
}

;// CONCATENATED MODULE: ./runner/summary/logs.js
// The logs in the summary, collapsed: the last lines on failure, then each log within its share of the budget.



/** Overhead per log: its title, the sentence before it, and two fences as long as the longest line. */
const LOG_FRAME_BYTES = 10 * 1024;
/** A log with less room than this is omitted. */
const SHORTEST_LOG_BYTES = 256;
/** Room for the sentence about omitted logs. */
const LEFT_OUT_BYTES = 256;
/** For a log up to this length, the last lines would only repeat it. */
const SHORT_LOG_LINES = 40;
const logs_MAX_TITLE_CHARS = 60;
const BETWEEN_BYTES = 2;
/** On failure: the last lines of the logs that explain it, collapsed. */
function lastLines({ report, logs, progress }, sanitizers) {
    return explanationsOf(report?.outcomes ?? [], logs).flatMap(({ log, excerpt: { tail } }) => {
        // A short log is shown completely below.
        if (tail.length === 0 || log.capture.lineCount() <= SHORT_LOG_LINES)
            return [];
        const title = `Last ${pluralize(tail.length, 'line')} of the ${log.source} log${ofResource(log, progress, sanitizers)}`;
        return [folded(title, `Lines ${untrustedLabel(log.source)}:`, sanitizers.block(tail))];
    });
}
/** The logs, those of failed resources first, each within its share of the budget; those without room are counted. */
function logSections(data, sanitizers, maxBytes) {
    const failed = new Set(data.report?.outcomes.filter(({ errorCode }) => errorCode).map((one) => one.resourceId));
    const rank = ({ resourceId }) => (failed.has(resourceId) ? 0 : 1);
    const logs = data.logs.toSorted((a, b) => rank(a) - rank(b));
    const wants = logs.map(({ capture }) => (capture.excerpt?.wantedBytes() ?? 0) + LOG_FRAME_BYTES);
    const shares = shareBudget(Math.max(0, maxBytes - LEFT_OUT_BYTES), wants);
    const sections = logs.flatMap((log, index) => logSection(log, (shares[index] ?? 0) - BETWEEN_BYTES, { data, sanitizers }) ?? []);
    const leftOut = logs.length - sections.length;
    return leftOut === 0 ? sections : [...sections, `There is no room here for ${pluralize(leftOut, 'more log')}.`];
}
/**
 * Divides a budget by max-min fairness: no share exceeds its want, and the rest is divided equally among the others.
 * The shares are in the order of `wants`.
 */
function shareBudget(total, wants) {
    const shares = wants.map(() => 0);
    const smallestFirst = wants.map((want, index) => ({ want, index })).toSorted((a, b) => a.want - b.want);
    let left = total;
    for (const [served, { want, index }] of smallestFirst.entries()) {
        const share = Math.min(want, Math.floor(left / (wants.length - served)));
        shares[index] = share;
        left -= share;
    }
    return shares;
}
function logSection(log, maxBytes, { data, sanitizers }) {
    const { capture, source } = log;
    const of = ofResource(log, data.progress, sanitizers);
    const title = `${logTitle(source)}${of}, ${pluralize(capture.lineCount(), 'line')}`;
    const { excerpt } = capture;
    if (excerpt === undefined) {
        const line = `${title}: not shown here (\`build-log: false\`).`;
        return Buffer.byteLength(line) <= maxBytes ? line : undefined;
    }
    const framed = (block, isWhole) => folded(title, `Lines ${untrustedLabel(source)}${isWhole ? ':' : wholeLogNote(log, data)}`, block);
    const emptyBlock = sanitizers.block([]);
    const roomBytes = maxBytes - Buffer.byteLength(framed(emptyBlock, false));
    if (roomBytes < SHORTEST_LOG_BYTES)
        return undefined;
    let shown = excerpt.excerpt({ maxBytes: roomBytes });
    let block = sanitizers.block([shown.text]);
    const blockBytes = Buffer.byteLength(block) - Buffer.byteLength(emptyBlock);
    if (blockBytes > roomBytes) {
        // Backticks in the log make the fences longer; a shorter excerpt never needs longer ones.
        const fenceBytes = blockBytes - Buffer.byteLength(shown.text);
        shown = excerpt.excerpt({ maxBytes: roomBytes - fenceBytes });
        block = sanitizers.block([shown.text]);
    }
    return framed(block, shown.isWhole);
}
/** The blank lines end the HTML block, so that the fence is rendered. */
function folded(title, sentence, block) {
    return ['<details>', `<summary>${title}</summary>`, '', sentence, block, '</details>'].join('\n');
}
function ofResource({ resourceId }, progress, sanitizers) {
    if (progress.size < 2)
        return '';
    const name = sanitizers.line(progress_labelOf(progress, resourceId), { maxChars: logs_MAX_TITLE_CHARS });
    return ` of ${sanitizers.htmlCode(name)}`;
}
/** The end of the sentence before a log: where all of it is, if the outputs name its file. */
function wholeLogNote({ resourceId, capture }, { logs, progress }) {
    const file = capture.file();
    if (file === undefined || namedFiles(logs).get(resourceId) !== file)
        return ':';
    const where = progress.size > 1 ? '`logFile` in the output `deployments`' : 'the output `log-file`';
    return `. The whole log is in the file that ${where} names.`;
}

;// CONCATENATED MODULE: ./runner/summary/summary.js



/**
 * Below GitHub's limit of 1 MiB, which applies after the runner has replaced secrets and line ends; a larger summary is
 * discarded.
 */
const SUMMARY_BYTES = 900 * 1024;
/** A quarter each for heading and verdict, for last lines, and for facts and tables; the rest is for logs. */
const PART_SHARE = 1 / 4;
/** A blank line between parts. */
const SEPARATOR = '\n\n';
/** Renders the summary in at most `maxBytes` bytes of UTF-8, which must not exceed {@link SUMMARY_BYTES}. */
function renderSummary(data, sanitizers, { maxBytes = SUMMARY_BYTES } = {}) {
    const partBytes = maxBytes * PART_SHARE;
    const frame = [
        cutLines([...heading(data, sanitizers), ...verdict(data, sanitizers)].join(SEPARATOR), partBytes),
        cutLines(tablesOf(data, sanitizers).join(SEPARATOR), partBytes),
        ...partsThatFit(lastLines(data, sanitizers), partBytes),
    ].filter((part) => part !== '');
    const usedBytes = frame.reduce((sum, part) => sum + summary_bytesOf(part) + SEPARATOR.length, 0);
    return `${[...frame, ...logSections(data, sanitizers, maxBytes - usedBytes)].join(SEPARATOR)}\n`;
}
/** The parts that fit. Parts are never cut: an unclosed fence would swallow the next part. */
function partsThatFit(parts, maxBytes) {
    const fitting = [];
    let usedBytes = 0;
    for (const part of parts) {
        const bytes = summary_bytesOf(part) + SEPARATOR.length;
        if (usedBytes + bytes > maxBytes)
            continue;
        usedBytes += bytes;
        fitting.push(part);
    }
    return fitting;
}
/** At most `maxBytes` of whole lines. Only needed for a very large number of resources or rows. */
function cutLines(markdown, maxBytes) {
    if (summary_bytesOf(markdown) <= maxBytes)
        return markdown;
    const note = '… the rest of this part was too long and is left out.';
    const roomBytes = maxBytes - summary_bytesOf(note) - SEPARATOR.length;
    const kept = [];
    let usedBytes = 0;
    for (const line of markdown.split('\n')) {
        usedBytes += summary_bytesOf(line) + 1;
        if (usedBytes > roomBytes)
            break;
        kept.push(line);
    }
    return [kept.join('\n'), note].join(SEPARATOR);
}
function summary_bytesOf(text) {
    return Buffer.byteLength(text);
}

;// CONCATENATED MODULE: ./runner/summary/summary-writer.js
// Keeps the summary up to date while the step runs, so that a killed step leaves a correct one.

/** Minimum time between two writes while the step runs. */
const WRITE_GAP_MS = 5_000;
/** Creates the writer; `onError` is called at most once. */
function createSummaryWriter({ clock, writeSummary }, onError) {
    let writtenAtMs = -Infinity;
    let failed = false;
    function write(render) {
        writtenAtMs = clock.now();
        try {
            writeSummary(render());
        }
        catch (error) {
            if (!failed)
                onError(errorMessage(error));
            failed = true;
        }
    }
    return {
        update(render, { mayWait }) {
            if (!mayWait || clock.now() - writtenAtMs >= WRITE_GAP_MS)
                write(render);
        },
        finish: write,
    };
}

;// CONCATENATED MODULE: ./runner/summary/index.js






;// CONCATENATED MODULE: ./runner/publish.js




/** Publishes a report. Exit code 0 is set only here, and only for a report without an error code. */
function publish(report, { host, sanitizers, reporter, service }) {
    reporter.finish(report);
    printFactsAndTables(report, host, sanitizers);
    const { errorCode } = report;
    if (errorCode === undefined) {
        printHeadline(report, host, sanitizers);
        host.setExitCode(0);
        return;
    }
    const failed = report.outcomes.find((outcome) => outcome.errorCode !== undefined);
    const [explanation] = explanationsOf(failed === undefined ? [] : [failed], reporter.logs());
    const text = annotationText({ report: { ...report, errorCode }, explanation, service }, sanitizers);
    host.core.error(text, { title: sanitizers.line(titleOf(errorCode)) });
    host.setExitCode(1);
}
/** Prints the headline, as a notice if the app has an address. */
function printHeadline(report, host, sanitizers) {
    const [only, ...others] = report.outcomes;
    const isOnly = only !== undefined && others.length === 0;
    const url = isOnly ? liveAddress(only) : undefined;
    const proof = isOnly ? proofText(only, (value) => value) : undefined;
    const lines = [advice_headlineOf(report), ...stillRunningMessages(report.outcomes, (value) => value), url, proof];
    const text = lines.flatMap((line) => (line === undefined ? [] : sanitizers.line(line))).join('\n');
    if (url === undefined)
        host.write(`${text}\n`);
    else
        host.core.notice(text, { title: 'Deployment Service' });
}
/** Rows of a table in the step log; the summary and the outputs have more. */
const MAX_ROWS = 200;
/** Prints what an operation that reads has found. */
function printFactsAndTables({ facts = [], sections = [] }, host, sanitizers) {
    const lines = [...facts.map(({ label, value }) => `${label}: ${value}`), ...sections.flatMap(rowsOf)];
    for (const line of lines)
        host.write(`${sanitizers.line(line)}\n`);
}
function rowsOf({ title, columns, rows }) {
    const header = columns.length === 1 ? title : `${title} (${columns.join(', ')})`;
    const omitted = rows.length - MAX_ROWS;
    return [
        `${header}:`,
        ...rows.slice(0, MAX_ROWS).map((cells) => `- ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')}`),
        ...(omitted > 0 ? [`… and ${pluralize(omitted, 'more row')} in the summary, as far as it has room`] : []),
    ];
}

;// CONCATENATED MODULE: ./runner/reporter.js




/** Limit of the summary while the step runs; the final one may be longer. */
const UNFINISHED_SUMMARY_BYTES = 64 * 1024;
/** An unchanged status is printed again at the first poll after this long without a line. */
const SILENCE_MS = 20_000;
/** The same for each of several resources. */
const SILENCE_OF_SEVERAL_MS = 60_000;
function createReporter(options) {
    const { host, sanitizers, operation, resourceIds } = options;
    const { clock } = host;
    const several = resourceIds.length > 1;
    const silenceMs = several ? SILENCE_OF_SEVERAL_MS : SILENCE_MS;
    const run = runFacts(host.env);
    const nameOf = (id) => progress_labelOf(progress, id);
    const printer = createLogPrinter({ host, sanitizers, showLogs: options.showLogs, several, nameOf });
    const outputs = createOutputWriter({ host, sanitizers, warn: (message) => printer.warn(message) });
    const summary = createSummaryWriter(host, (message) => printer.warn(`The summary cannot be written: ${message}`));
    const lastStatuses = new Map();
    const lastLinesMs = new Map();
    let progress = newProgress(resourceIds);
    let githubDeploymentId = '';
    let lastReport;
    function emit(event) {
        const before = progress;
        progress = advance(before, event, clock.now());
        const mayWait = hasSameDeployment(before, progress, resourceOf(event));
        // A step that is killed after the line "accepted" leaves files that name the deployment.
        if (!mayWait)
            save({ mayWait });
        print(event);
        if (mayWait)
            save({ mayWait });
    }
    function save({ mayWait }) {
        if (lastReport !== undefined)
            return;
        outputs.update(outcomes(), outputContext());
        summary.update(() => render({ maxBytes: UNFINISHED_SUMMARY_BYTES }), { mayWait });
    }
    function print(event) {
        const resourceId = resourceOf(event);
        if (event.kind === 'log') {
            printer.log(event);
            if (!options.showLogs)
                return;
        }
        else if (event.kind === 'warning')
            printer.warn(event.text, resourceId);
        else {
            const line = lineFor(event, resourceId);
            if (line === undefined)
                return;
            printer.print(line, resourceId);
        }
        lastLinesMs.set(resourceId, clock.now());
    }
    function lineFor(event, resourceId) {
        // One resource's failure is the error annotation at the end.
        if (event.kind === 'failed' && !several)
            return undefined;
        if (event.kind !== 'status' && event.kind !== 'resource')
            return eventMessage(event, options.service);
        const key = `${event.kind} ${event.resourceId}`;
        const isNew = !lastStatuses.has(key) || lastStatuses.get(key) !== event.status;
        lastStatuses.set(key, event.status);
        if (isNew)
            return eventMessage(event, options.service);
        const silentMs = clock.now() - (lastLinesMs.get(resourceId) ?? -Infinity);
        return silentMs >= silenceMs ? unchangedMessage(event, options.leftMs()) : undefined;
    }
    function outcomes() {
        return [...progress.values()].map(({ outcome }) => outcome);
    }
    function outputContext() {
        return { logFiles: namedFiles(printer.logs()), githubDeploymentId, report: lastReport };
    }
    function render(limit) {
        const data = { operation, progress, logs: printer.logs(), report: lastReport, run, nowMs: clock.now() };
        return sanitizers.redact(renderSummary(data, sanitizers, limit));
    }
    return {
        emit,
        recorded(id) {
            githubDeploymentId = id;
            outputs.update(outcomes(), outputContext());
        },
        finish(report) {
            printer.end();
            lastReport = report;
            outputs.finish(outcomes(), outputContext());
            summary.finish(() => render());
        },
        outcomes,
        logs: () => printer.logs(),
    };
}
/** False when the event changes what runs at the service, which the files of a killed step must show. */
function hasSameDeployment(before, after, resourceId) {
    if (resourceId === undefined)
        return true;
    const [old, now] = [before.get(resourceId)?.outcome, after.get(resourceId)?.outcome];
    return old?.deploymentId === now?.deploymentId && old?.stillRunning === now?.stillRunning;
}

;// CONCATENATED MODULE: ./runner/step.js
// Sets up one step on the runner, in order: secrets, inputs, plan, reporter, GitHub.










/** Opens the step. Masks key and token first. */
function openStep(host, table) {
    const githubToken = readGithubToken(host);
    const secrets = secretLines([readApiKey(host), githubToken]);
    for (const secret of secrets)
        host.core.setSecret(secret);
    const sanitizers = createSanitizers({ secrets });
    const read = readPlan(host, { table, githubToken });
    const stop = new AbortController();
    const start = read.kind === 'plan' ? startPlan(read, { host, stop }) : read;
    const plan = start.kind === 'plan' ? start : undefined;
    const reporter = createReporter({ host, sanitizers, ...reporterSettings(plan) });
    const github = plan?.github &&
        createGithub({
            ...plan.github,
            resourceIds: plan.args.resourceIds,
            signal: plan.signal,
            host,
            sanitizers,
            reporter,
        });
    const stopListening = listenForCancel(host, stop, { hasOpenRecord: () => github?.hasOpenRecord() ?? false });
    const exchangeLog = createExchangeLog(host, sanitizers);
    let lastReport;
    for (const remark of plan?.remarks ?? [])
        reporter.emit(remark);
    return {
        start,
        reporter,
        emit(event) {
            reporter.emit(event);
            github?.observe(event);
        },
        beforePost: async () => (await github?.beforePost()) ?? { go: true },
        debug: exchangeLog,
        runCommits: runCommits(host.env),
        abort: () => stop.abort(new clock_0/* Stop */.VG('interrupted')),
        publish(report) {
            lastReport = report;
            publish(report, { host, sanitizers, reporter, ...(plan && { service: plan.connection.baseUrl }) });
        },
        async close() {
            if (lastReport !== undefined)
                await github?.close(lastReport);
            plan?.clearDeadline();
            stopListening();
            endProcessSoon(host);
        },
    };
}
function startPlan(plan, { host, stop }) {
    const { clock } = host;
    const limit = (0,clock_0/* withDeadline */.NE)(clock, plan.timeoutMs, { signal: stop.signal, reason: new clock_0/* Stop */.VG('timeout') });
    return {
        ...plan,
        deadline: new clock_0/* Deadline */.B2(clock, plan.timeoutMs),
        signal: limit.signal,
        clearDeadline: () => limit.clear(),
    };
}
/** The reporter's settings; without a plan it only publishes the report of invalid inputs. */
function reporterSettings(plan) {
    if (plan === undefined)
        return { operation: 'the step', resourceIds: [], showLogs: false, service: '', leftMs: () => 0 };
    const { name, args, showLogs, connection, deadline } = plan;
    const { resourceIds } = args;
    return { operation: name, resourceIds, showLogs, service: connection.baseUrl, leftMs: () => deadline.remainingMs() };
}

;// CONCATENATED MODULE: ./main.js
// One step: open it, run its operation, publish the report. The last place that catches unexpected errors.







/** Runs the step and publishes its report. Never rejects; the exit code is 0 only after a verdict. */
async function main(host, table = operations) {
    host.setExitCode(1);
    if (refusesNode(host))
        return;
    const step = openStep(host, table);
    const { start } = step;
    try {
        step.publish(start.kind === 'refusal' ? start.report : await run(start, step, host));
    }
    catch (error) {
        // Stop the work on other resources: its results would not be reported.
        step.abort();
        step.publish(unexpectedErrorReport(error, step.reporter.outcomes()));
    }
    finally {
        await step.close();
    }
}
async function run({ operation, args, connection, deadline, signal }, step, host) {
    const { clock, random } = host;
    const { reporter } = step;
    const client = createClient({
        ...connection,
        clock,
        signal,
        random,
        pace: createPace({ ...connection, clock, signal, random, deadlineMs: deadline.endMs }),
        onRetry: (notice) => reporter.emit({ kind: 'retrying', ...notice }),
        onExchange: (trace) => step.debug.exchange(trace),
        onUnrecognised: (part) => step.debug.unrecognised(part),
    });
    try {
        return await operation.run(args, {
            client,
            clock,
            deadline,
            signal,
            random,
            runCommits: step.runCommits,
            isRerun: Number(host.env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1,
            emit: (event) => step.emit(event),
            // An abort is ignored here; the next request rejects with it.
            flushed: () => (0,clock_0/* unlessAborted */.Wh)(host.flushed(), signal).catch(() => undefined),
            beforePost: () => step.beforePost(),
        });
    }
    finally {
        client.dispose();
    }
}


/***/ }),

/***/ 690:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  E: () => (/* binding */ systemHost)
});

// NAMESPACE OBJECT: ../node_modules/@actions/core/lib/platform.js
var platform_namespaceObject = {};
__nccwpck_require__.r(platform_namespaceObject);
__nccwpck_require__.d(platform_namespaceObject, {
  arch: () => (arch),
  getDetails: () => (getDetails),
  isLinux: () => (isLinux),
  isMacOS: () => (isMacOS),
  isWindows: () => (isWindows),
  platform: () => (platform)
});

// NAMESPACE OBJECT: ../node_modules/@actions/core/lib/core.js
var core_namespaceObject = {};
__nccwpck_require__.r(core_namespaceObject);
__nccwpck_require__.d(core_namespaceObject, {
  ExitCode: () => (ExitCode),
  addPath: () => (addPath),
  debug: () => (debug),
  endGroup: () => (endGroup),
  error: () => (error),
  exportVariable: () => (exportVariable),
  getBooleanInput: () => (getBooleanInput),
  getIDToken: () => (getIDToken),
  getInput: () => (getInput),
  getMultilineInput: () => (getMultilineInput),
  getState: () => (getState),
  group: () => (group),
  info: () => (info),
  isDebug: () => (isDebug),
  markdownSummary: () => (markdownSummary),
  notice: () => (notice),
  platform: () => (platform_namespaceObject),
  saveState: () => (saveState),
  setCommandEcho: () => (setCommandEcho),
  setFailed: () => (setFailed),
  setOutput: () => (setOutput),
  setSecret: () => (setSecret),
  startGroup: () => (startGroup),
  summary: () => (summary),
  toPlatformPath: () => (toPlatformPath),
  toPosixPath: () => (toPosixPath),
  toWin32Path: () => (toWin32Path),
  warning: () => (warning)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
;// CONCATENATED MODULE: external "node:timers/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/utils.js
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/command.js


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
}
function issue(name, message = '') {
    issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map
;// CONCATENATED MODULE: external "crypto"
const external_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");
// EXTERNAL MODULE: external "fs"
var external_fs_ = __nccwpck_require__(896);
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_.appendFileSync(filePath, `${toCommandValue(message)}${external_os_.EOL}`, {
        encoding: 'utf8'
    });
}
function prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${external_crypto_namespaceObject.randomUUID()}`;
    const convertedValue = toCommandValue(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map
;// CONCATENATED MODULE: external "path"
const external_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");
// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/index.js
var lib = __nccwpck_require__(889);
;// CONCATENATED MODULE: ../node_modules/@actions/http-client/lib/auth.js
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
class BasicCredentialHandler {
    constructor(username, password) {
        this.username = username;
        this.password = password;
    }
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class BearerCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Bearer ${this.token}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class PersonalAccessTokenCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`PAT:${this.token}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
//# sourceMappingURL=auth.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/oidc-utils.js
var oidc_utils_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



class OidcClient {
    static createHttpClient(allowRetry = true, maxRetry = 10) {
        const requestOptions = {
            allowRetries: allowRetry,
            maxRetries: maxRetry
        };
        return new lib/* HttpClient */.Qq('actions/oidc-client', [new BearerCredentialHandler(OidcClient.getRequestToken())], requestOptions);
    }
    static getRequestToken() {
        const token = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
        if (!token) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_TOKEN env variable');
        }
        return token;
    }
    static getIDTokenUrl() {
        const runtimeUrl = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
        if (!runtimeUrl) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable');
        }
        return runtimeUrl;
    }
    static getCall(id_token_url) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            var _a;
            const httpclient = OidcClient.createHttpClient();
            const res = yield httpclient
                .getJson(id_token_url)
                .catch(error => {
                throw new Error(`Failed to get ID Token. \n 
        Error Code : ${error.statusCode}\n 
        Error Message: ${error.message}`);
            });
            const id_token = (_a = res.result) === null || _a === void 0 ? void 0 : _a.value;
            if (!id_token) {
                throw new Error('Response json body do not have ID Token field');
            }
            return id_token;
        });
    }
    static getIDToken(audience) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            try {
                // New ID Token is requested from action service
                let id_token_url = OidcClient.getIDTokenUrl();
                if (audience) {
                    const encodedAudience = encodeURIComponent(audience);
                    id_token_url = `${id_token_url}&audience=${encodedAudience}`;
                }
                debug(`ID token url is ${id_token_url}`);
                const id_token = yield OidcClient.getCall(id_token_url);
                setSecret(id_token);
                return id_token;
            }
            catch (error) {
                throw new Error(`Error message: ${error.message}`);
            }
        });
    }
}
//# sourceMappingURL=oidc-utils.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/summary.js
var summary_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { access, appendFile, writeFile } = external_fs_.promises;
const SUMMARY_ENV_VAR = 'GITHUB_STEP_SUMMARY';
const SUMMARY_DOCS_URL = 'https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-job-summary';
class Summary {
    constructor() {
        this._buffer = '';
    }
    /**
     * Finds the summary file path from the environment, rejects if env var is not found or file does not exist
     * Also checks r/w permissions.
     *
     * @returns step summary file path
     */
    filePath() {
        return summary_awaiter(this, void 0, void 0, function* () {
            if (this._filePath) {
                return this._filePath;
            }
            const pathFromEnv = process.env[SUMMARY_ENV_VAR];
            if (!pathFromEnv) {
                throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
            }
            try {
                yield access(pathFromEnv, external_fs_.constants.R_OK | external_fs_.constants.W_OK);
            }
            catch (_a) {
                throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
            }
            this._filePath = pathFromEnv;
            return this._filePath;
        });
    }
    /**
     * Wraps content in an HTML tag, adding any HTML attributes
     *
     * @param {string} tag HTML tag to wrap
     * @param {string | null} content content within the tag
     * @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
     *
     * @returns {string} content wrapped in HTML element
     */
    wrap(tag, content, attrs = {}) {
        const htmlAttrs = Object.entries(attrs)
            .map(([key, value]) => ` ${key}="${value}"`)
            .join('');
        if (!content) {
            return `<${tag}${htmlAttrs}>`;
        }
        return `<${tag}${htmlAttrs}>${content}</${tag}>`;
    }
    /**
     * Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
     *
     * @param {SummaryWriteOptions} [options] (optional) options for write operation
     *
     * @returns {Promise<Summary>} summary instance
     */
    write(options) {
        return summary_awaiter(this, void 0, void 0, function* () {
            const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
            const filePath = yield this.filePath();
            const writeFunc = overwrite ? writeFile : appendFile;
            yield writeFunc(filePath, this._buffer, { encoding: 'utf8' });
            return this.emptyBuffer();
        });
    }
    /**
     * Clears the summary buffer and wipes the summary file
     *
     * @returns {Summary} summary instance
     */
    clear() {
        return summary_awaiter(this, void 0, void 0, function* () {
            return this.emptyBuffer().write({ overwrite: true });
        });
    }
    /**
     * Returns the current summary buffer as a string
     *
     * @returns {string} string of summary buffer
     */
    stringify() {
        return this._buffer;
    }
    /**
     * If the summary buffer is empty
     *
     * @returns {boolen} true if the buffer is empty
     */
    isEmptyBuffer() {
        return this._buffer.length === 0;
    }
    /**
     * Resets the summary buffer without writing to summary file
     *
     * @returns {Summary} summary instance
     */
    emptyBuffer() {
        this._buffer = '';
        return this;
    }
    /**
     * Adds raw text to the summary buffer
     *
     * @param {string} text content to add
     * @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
     *
     * @returns {Summary} summary instance
     */
    addRaw(text, addEOL = false) {
        this._buffer += text;
        return addEOL ? this.addEOL() : this;
    }
    /**
     * Adds the operating system-specific end-of-line marker to the buffer
     *
     * @returns {Summary} summary instance
     */
    addEOL() {
        return this.addRaw(external_os_.EOL);
    }
    /**
     * Adds an HTML codeblock to the summary buffer
     *
     * @param {string} code content to render within fenced code block
     * @param {string} lang (optional) language to syntax highlight code
     *
     * @returns {Summary} summary instance
     */
    addCodeBlock(code, lang) {
        const attrs = Object.assign({}, (lang && { lang }));
        const element = this.wrap('pre', this.wrap('code', code), attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML list to the summary buffer
     *
     * @param {string[]} items list of items to render
     * @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
     *
     * @returns {Summary} summary instance
     */
    addList(items, ordered = false) {
        const tag = ordered ? 'ol' : 'ul';
        const listItems = items.map(item => this.wrap('li', item)).join('');
        const element = this.wrap(tag, listItems);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML table to the summary buffer
     *
     * @param {SummaryTableCell[]} rows table rows
     *
     * @returns {Summary} summary instance
     */
    addTable(rows) {
        const tableBody = rows
            .map(row => {
            const cells = row
                .map(cell => {
                if (typeof cell === 'string') {
                    return this.wrap('td', cell);
                }
                const { header, data, colspan, rowspan } = cell;
                const tag = header ? 'th' : 'td';
                const attrs = Object.assign(Object.assign({}, (colspan && { colspan })), (rowspan && { rowspan }));
                return this.wrap(tag, data, attrs);
            })
                .join('');
            return this.wrap('tr', cells);
        })
            .join('');
        const element = this.wrap('table', tableBody);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds a collapsable HTML details element to the summary buffer
     *
     * @param {string} label text for the closed state
     * @param {string} content collapsable content
     *
     * @returns {Summary} summary instance
     */
    addDetails(label, content) {
        const element = this.wrap('details', this.wrap('summary', label) + content);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML image tag to the summary buffer
     *
     * @param {string} src path to the image you to embed
     * @param {string} alt text description of the image
     * @param {SummaryImageOptions} options (optional) addition image attributes
     *
     * @returns {Summary} summary instance
     */
    addImage(src, alt, options) {
        const { width, height } = options || {};
        const attrs = Object.assign(Object.assign({}, (width && { width })), (height && { height }));
        const element = this.wrap('img', null, Object.assign({ src, alt }, attrs));
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML section heading element
     *
     * @param {string} text heading text
     * @param {number | string} [level=1] (optional) the heading level, default: 1
     *
     * @returns {Summary} summary instance
     */
    addHeading(text, level) {
        const tag = `h${level}`;
        const allowedTag = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].includes(tag)
            ? tag
            : 'h1';
        const element = this.wrap(allowedTag, text);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML thematic break (<hr>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addSeparator() {
        const element = this.wrap('hr', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML line break (<br>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addBreak() {
        const element = this.wrap('br', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML blockquote to the summary buffer
     *
     * @param {string} text quote text
     * @param {string} cite (optional) citation url
     *
     * @returns {Summary} summary instance
     */
    addQuote(text, cite) {
        const attrs = Object.assign({}, (cite && { cite }));
        const element = this.wrap('blockquote', text, attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML anchor tag to the summary buffer
     *
     * @param {string} text link text/content
     * @param {string} href hyperlink
     *
     * @returns {Summary} summary instance
     */
    addLink(text, href) {
        const element = this.wrap('a', text, { href });
        return this.addRaw(element).addEOL();
    }
}
const _summary = new Summary();
/**
 * @deprecated use `core.summary`
 */
const markdownSummary = _summary;
const summary = _summary;
//# sourceMappingURL=summary.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/path-utils.js

/**
 * toPosixPath converts the given path to the posix form. On Windows, \\ will be
 * replaced with /.
 *
 * @param pth. Path to transform.
 * @return string Posix path.
 */
function toPosixPath(pth) {
    return pth.replace(/[\\]/g, '/');
}
/**
 * toWin32Path converts the given path to the win32 form. On Linux, / will be
 * replaced with \\.
 *
 * @param pth. Path to transform.
 * @return string Win32 path.
 */
function toWin32Path(pth) {
    return pth.replace(/[/]/g, '\\');
}
/**
 * toPlatformPath converts the given path to a platform-specific path. It does
 * this by replacing instances of / and \ with the platform-specific path
 * separator.
 *
 * @param pth The path to platformize.
 * @return string The platform-specific path.
 */
function toPlatformPath(pth) {
    return pth.replace(/[/\\]/g, external_path_namespaceObject.sep);
}
//# sourceMappingURL=path-utils.js.map
;// CONCATENATED MODULE: external "string_decoder"
const external_string_decoder_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");
// EXTERNAL MODULE: external "events"
var external_events_ = __nccwpck_require__(434);
;// CONCATENATED MODULE: external "child_process"
const external_child_process_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");
// EXTERNAL MODULE: external "assert"
var external_assert_ = __nccwpck_require__(613);
;// CONCATENATED MODULE: ../node_modules/@actions/io/lib/io-util.js
var io_util_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { chmod, copyFile, lstat, mkdir, open: io_util_open, readdir, rename, rm, rmdir, stat, symlink, unlink } = external_fs_.promises;
// export const {open} = 'fs'
const IS_WINDOWS = process.platform === 'win32';
/**
 * Custom implementation of readlink to ensure Windows junctions
 * maintain trailing backslash for backward compatibility with Node.js < 24
 *
 * In Node.js 20, Windows junctions (directory symlinks) always returned paths
 * with trailing backslashes. Node.js 24 removed this behavior, which breaks
 * code that relied on this format for path operations.
 *
 * This implementation restores the Node 20 behavior by adding a trailing
 * backslash to all junction results on Windows.
 */
function readlink(fsPath) {
    return io_util_awaiter(this, void 0, void 0, function* () {
        const result = yield fs.promises.readlink(fsPath);
        // On Windows, restore Node 20 behavior: add trailing backslash to all results
        // since junctions on Windows are always directory links
        if (IS_WINDOWS && !result.endsWith('\\')) {
            return `${result}\\`;
        }
        return result;
    });
}
// See https://github.com/nodejs/node/blob/d0153aee367422d0858105abec186da4dff0a0c5/deps/uv/include/uv/win.h#L691
const UV_FS_O_EXLOCK = 0x10000000;
const READONLY = external_fs_.constants.O_RDONLY;
function exists(fsPath) {
    return io_util_awaiter(this, void 0, void 0, function* () {
        try {
            yield stat(fsPath);
        }
        catch (err) {
            if (err.code === 'ENOENT') {
                return false;
            }
            throw err;
        }
        return true;
    });
}
function isDirectory(fsPath_1) {
    return io_util_awaiter(this, arguments, void 0, function* (fsPath, useStat = false) {
        const stats = useStat ? yield stat(fsPath) : yield lstat(fsPath);
        return stats.isDirectory();
    });
}
/**
 * On OSX/Linux, true if path starts with '/'. On Windows, true for paths like:
 * \, \hello, \\hello\share, C:, and C:\hello (and corresponding alternate separator cases).
 */
function isRooted(p) {
    p = normalizeSeparators(p);
    if (!p) {
        throw new Error('isRooted() parameter "p" cannot be empty');
    }
    if (IS_WINDOWS) {
        return (p.startsWith('\\') || /^[A-Z]:/i.test(p) // e.g. \ or \hello or \\hello
        ); // e.g. C: or C:\hello
    }
    return p.startsWith('/');
}
/**
 * Best effort attempt to determine whether a file exists and is executable.
 * @param filePath    file path to check
 * @param extensions  additional file extensions to try
 * @return if file exists and is executable, returns the file path. otherwise empty string.
 */
function tryGetExecutablePath(filePath, extensions) {
    return io_util_awaiter(this, void 0, void 0, function* () {
        let stats = undefined;
        try {
            // test file exists
            stats = yield stat(filePath);
        }
        catch (err) {
            if (err.code !== 'ENOENT') {
                // eslint-disable-next-line no-console
                console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`);
            }
        }
        if (stats && stats.isFile()) {
            if (IS_WINDOWS) {
                // on Windows, test for valid extension
                const upperExt = external_path_namespaceObject.extname(filePath).toUpperCase();
                if (extensions.some(validExt => validExt.toUpperCase() === upperExt)) {
                    return filePath;
                }
            }
            else {
                if (isUnixExecutable(stats)) {
                    return filePath;
                }
            }
        }
        // try each extension
        const originalFilePath = filePath;
        for (const extension of extensions) {
            filePath = originalFilePath + extension;
            stats = undefined;
            try {
                stats = yield stat(filePath);
            }
            catch (err) {
                if (err.code !== 'ENOENT') {
                    // eslint-disable-next-line no-console
                    console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`);
                }
            }
            if (stats && stats.isFile()) {
                if (IS_WINDOWS) {
                    // preserve the case of the actual file (since an extension was appended)
                    try {
                        const directory = external_path_namespaceObject.dirname(filePath);
                        const upperName = external_path_namespaceObject.basename(filePath).toUpperCase();
                        for (const actualName of yield readdir(directory)) {
                            if (upperName === actualName.toUpperCase()) {
                                filePath = external_path_namespaceObject.join(directory, actualName);
                                break;
                            }
                        }
                    }
                    catch (err) {
                        // eslint-disable-next-line no-console
                        console.log(`Unexpected error attempting to determine the actual case of the file '${filePath}': ${err}`);
                    }
                    return filePath;
                }
                else {
                    if (isUnixExecutable(stats)) {
                        return filePath;
                    }
                }
            }
        }
        return '';
    });
}
function normalizeSeparators(p) {
    p = p || '';
    if (IS_WINDOWS) {
        // convert slashes on Windows
        p = p.replace(/\//g, '\\');
        // remove redundant slashes
        return p.replace(/\\\\+/g, '\\');
    }
    // remove redundant slashes
    return p.replace(/\/\/+/g, '/');
}
// on Mac/Linux, test the execute bit
//     R   W  X  R  W X R W X
//   256 128 64 32 16 8 4 2 1
function isUnixExecutable(stats) {
    return ((stats.mode & 1) > 0 ||
        ((stats.mode & 8) > 0 &&
            process.getgid !== undefined &&
            stats.gid === process.getgid()) ||
        ((stats.mode & 64) > 0 &&
            process.getuid !== undefined &&
            stats.uid === process.getuid()));
}
// Get the path of cmd.exe in windows
function getCmdPath() {
    var _a;
    return (_a = process.env['COMSPEC']) !== null && _a !== void 0 ? _a : `cmd.exe`;
}
//# sourceMappingURL=io-util.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/io/lib/io.js
var io_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



/**
 * Copies a file or folder.
 * Based off of shelljs - https://github.com/shelljs/shelljs/blob/9237f66c52e5daa40458f94f9565e18e8132f5a6/src/cp.js
 *
 * @param     source    source path
 * @param     dest      destination path
 * @param     options   optional. See CopyOptions.
 */
function cp(source_1, dest_1) {
    return io_awaiter(this, arguments, void 0, function* (source, dest, options = {}) {
        const { force, recursive, copySourceDirectory } = readCopyOptions(options);
        const destStat = (yield ioUtil.exists(dest)) ? yield ioUtil.stat(dest) : null;
        // Dest is an existing file, but not forcing
        if (destStat && destStat.isFile() && !force) {
            return;
        }
        // If dest is an existing directory, should copy inside.
        const newDest = destStat && destStat.isDirectory() && copySourceDirectory
            ? path.join(dest, path.basename(source))
            : dest;
        if (!(yield ioUtil.exists(source))) {
            throw new Error(`no such file or directory: ${source}`);
        }
        const sourceStat = yield ioUtil.stat(source);
        if (sourceStat.isDirectory()) {
            if (!recursive) {
                throw new Error(`Failed to copy. ${source} is a directory, but tried to copy without recursive flag.`);
            }
            else {
                yield cpDirRecursive(source, newDest, 0, force);
            }
        }
        else {
            if (path.relative(source, newDest) === '') {
                // a file cannot be copied to itself
                throw new Error(`'${newDest}' and '${source}' are the same file`);
            }
            yield io_copyFile(source, newDest, force);
        }
    });
}
/**
 * Moves a path.
 *
 * @param     source    source path
 * @param     dest      destination path
 * @param     options   optional. See MoveOptions.
 */
function mv(source_1, dest_1) {
    return io_awaiter(this, arguments, void 0, function* (source, dest, options = {}) {
        if (yield ioUtil.exists(dest)) {
            let destExists = true;
            if (yield ioUtil.isDirectory(dest)) {
                // If dest is directory copy src into dest
                dest = path.join(dest, path.basename(source));
                destExists = yield ioUtil.exists(dest);
            }
            if (destExists) {
                if (options.force == null || options.force) {
                    yield rmRF(dest);
                }
                else {
                    throw new Error('Destination already exists');
                }
            }
        }
        yield mkdirP(path.dirname(dest));
        yield ioUtil.rename(source, dest);
    });
}
/**
 * Remove a path recursively with force
 *
 * @param inputPath path to remove
 */
function rmRF(inputPath) {
    return io_awaiter(this, void 0, void 0, function* () {
        if (ioUtil.IS_WINDOWS) {
            // Check for invalid characters
            // https://docs.microsoft.com/en-us/windows/win32/fileio/naming-a-file
            if (/[*"<>|]/.test(inputPath)) {
                throw new Error('File path must not contain `*`, `"`, `<`, `>` or `|` on Windows');
            }
        }
        try {
            // note if path does not exist, error is silent
            yield ioUtil.rm(inputPath, {
                force: true,
                maxRetries: 3,
                recursive: true,
                retryDelay: 300
            });
        }
        catch (err) {
            throw new Error(`File was unable to be removed ${err}`);
        }
    });
}
/**
 * Make a directory.  Creates the full path with folders in between
 * Will throw if it fails
 *
 * @param   fsPath        path to create
 * @returns Promise<void>
 */
function mkdirP(fsPath) {
    return io_awaiter(this, void 0, void 0, function* () {
        ok(fsPath, 'a path argument must be provided');
        yield ioUtil.mkdir(fsPath, { recursive: true });
    });
}
/**
 * Returns path of a tool had the tool actually been invoked.  Resolves via paths.
 * If you check and the tool does not exist, it will throw.
 *
 * @param     tool              name of the tool
 * @param     check             whether to check if tool exists
 * @returns   Promise<string>   path to tool
 */
function which(tool, check) {
    return io_awaiter(this, void 0, void 0, function* () {
        if (!tool) {
            throw new Error("parameter 'tool' is required");
        }
        // recursive when check=true
        if (check) {
            const result = yield which(tool, false);
            if (!result) {
                if (IS_WINDOWS) {
                    throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also verify the file has a valid extension for an executable file.`);
                }
                else {
                    throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also check the file mode to verify the file is executable.`);
                }
            }
            return result;
        }
        const matches = yield findInPath(tool);
        if (matches && matches.length > 0) {
            return matches[0];
        }
        return '';
    });
}
/**
 * Returns a list of all occurrences of the given tool on the system path.
 *
 * @returns   Promise<string[]>  the paths of the tool
 */
function findInPath(tool) {
    return io_awaiter(this, void 0, void 0, function* () {
        if (!tool) {
            throw new Error("parameter 'tool' is required");
        }
        // build the list of extensions to try
        const extensions = [];
        if (IS_WINDOWS && process.env['PATHEXT']) {
            for (const extension of process.env['PATHEXT'].split(external_path_namespaceObject.delimiter)) {
                if (extension) {
                    extensions.push(extension);
                }
            }
        }
        // if it's rooted, return it if exists. otherwise return empty.
        if (isRooted(tool)) {
            const filePath = yield tryGetExecutablePath(tool, extensions);
            if (filePath) {
                return [filePath];
            }
            return [];
        }
        // if any path separators, return empty
        if (tool.includes(external_path_namespaceObject.sep)) {
            return [];
        }
        // build the list of directories
        //
        // Note, technically "where" checks the current directory on Windows. From a toolkit perspective,
        // it feels like we should not do this. Checking the current directory seems like more of a use
        // case of a shell, and the which() function exposed by the toolkit should strive for consistency
        // across platforms.
        const directories = [];
        if (process.env.PATH) {
            for (const p of process.env.PATH.split(external_path_namespaceObject.delimiter)) {
                if (p) {
                    directories.push(p);
                }
            }
        }
        // find all matches
        const matches = [];
        for (const directory of directories) {
            const filePath = yield tryGetExecutablePath(external_path_namespaceObject.join(directory, tool), extensions);
            if (filePath) {
                matches.push(filePath);
            }
        }
        return matches;
    });
}
function readCopyOptions(options) {
    const force = options.force == null ? true : options.force;
    const recursive = Boolean(options.recursive);
    const copySourceDirectory = options.copySourceDirectory == null
        ? true
        : Boolean(options.copySourceDirectory);
    return { force, recursive, copySourceDirectory };
}
function cpDirRecursive(sourceDir, destDir, currentDepth, force) {
    return io_awaiter(this, void 0, void 0, function* () {
        // Ensure there is not a run away recursive copy
        if (currentDepth >= 255)
            return;
        currentDepth++;
        yield mkdirP(destDir);
        const files = yield ioUtil.readdir(sourceDir);
        for (const fileName of files) {
            const srcFile = `${sourceDir}/${fileName}`;
            const destFile = `${destDir}/${fileName}`;
            const srcFileStat = yield ioUtil.lstat(srcFile);
            if (srcFileStat.isDirectory()) {
                // Recurse
                yield cpDirRecursive(srcFile, destFile, currentDepth, force);
            }
            else {
                yield io_copyFile(srcFile, destFile, force);
            }
        }
        // Change the mode for the newly created directory
        yield ioUtil.chmod(destDir, (yield ioUtil.stat(sourceDir)).mode);
    });
}
// Buffered file copy
function io_copyFile(srcFile, destFile, force) {
    return io_awaiter(this, void 0, void 0, function* () {
        if ((yield ioUtil.lstat(srcFile)).isSymbolicLink()) {
            // unlink/re-link it
            try {
                yield ioUtil.lstat(destFile);
                yield ioUtil.unlink(destFile);
            }
            catch (e) {
                // Try to override file permission
                if (e.code === 'EPERM') {
                    yield ioUtil.chmod(destFile, '0666');
                    yield ioUtil.unlink(destFile);
                }
                // other errors = it doesn't exist, no work to do
            }
            // Copy over symlink
            const symlinkFull = yield ioUtil.readlink(srcFile);
            yield ioUtil.symlink(symlinkFull, destFile, ioUtil.IS_WINDOWS ? 'junction' : null);
        }
        else if (!(yield ioUtil.exists(destFile)) || force) {
            yield ioUtil.copyFile(srcFile, destFile);
        }
    });
}
//# sourceMappingURL=io.js.map
;// CONCATENATED MODULE: external "timers"
const external_timers_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");
;// CONCATENATED MODULE: ../node_modules/@actions/exec/lib/toolrunner.js
var toolrunner_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};







/* eslint-disable @typescript-eslint/unbound-method */
const toolrunner_IS_WINDOWS = process.platform === 'win32';
/*
 * Class for running command line tools. Handles quoting and arg parsing in a platform agnostic way.
 */
class ToolRunner extends external_events_.EventEmitter {
    constructor(toolPath, args, options) {
        super();
        if (!toolPath) {
            throw new Error("Parameter 'toolPath' cannot be null or empty.");
        }
        this.toolPath = toolPath;
        this.args = args || [];
        this.options = options || {};
    }
    _debug(message) {
        if (this.options.listeners && this.options.listeners.debug) {
            this.options.listeners.debug(message);
        }
    }
    _getCommandString(options, noPrefix) {
        const toolPath = this._getSpawnFileName();
        const args = this._getSpawnArgs(options);
        let cmd = noPrefix ? '' : '[command]'; // omit prefix when piped to a second tool
        if (toolrunner_IS_WINDOWS) {
            // Windows + cmd file
            if (this._isCmdFile()) {
                cmd += toolPath;
                for (const a of args) {
                    cmd += ` ${a}`;
                }
            }
            // Windows + verbatim
            else if (options.windowsVerbatimArguments) {
                cmd += `"${toolPath}"`;
                for (const a of args) {
                    cmd += ` ${a}`;
                }
            }
            // Windows (regular)
            else {
                cmd += this._windowsQuoteCmdArg(toolPath);
                for (const a of args) {
                    cmd += ` ${this._windowsQuoteCmdArg(a)}`;
                }
            }
        }
        else {
            // OSX/Linux - this can likely be improved with some form of quoting.
            // creating processes on Unix is fundamentally different than Windows.
            // on Unix, execvp() takes an arg array.
            cmd += toolPath;
            for (const a of args) {
                cmd += ` ${a}`;
            }
        }
        return cmd;
    }
    _processLineBuffer(data, strBuffer, onLine) {
        try {
            let s = strBuffer + data.toString();
            let n = s.indexOf(external_os_.EOL);
            while (n > -1) {
                const line = s.substring(0, n);
                onLine(line);
                // the rest of the string ...
                s = s.substring(n + external_os_.EOL.length);
                n = s.indexOf(external_os_.EOL);
            }
            return s;
        }
        catch (err) {
            // streaming lines to console is best effort.  Don't fail a build.
            this._debug(`error processing line. Failed with error ${err}`);
            return '';
        }
    }
    _getSpawnFileName() {
        if (toolrunner_IS_WINDOWS) {
            if (this._isCmdFile()) {
                return process.env['COMSPEC'] || 'cmd.exe';
            }
        }
        return this.toolPath;
    }
    _getSpawnArgs(options) {
        if (toolrunner_IS_WINDOWS) {
            if (this._isCmdFile()) {
                let argline = `/D /S /C "${this._windowsQuoteCmdArg(this.toolPath)}`;
                for (const a of this.args) {
                    argline += ' ';
                    argline += options.windowsVerbatimArguments
                        ? a
                        : this._windowsQuoteCmdArg(a);
                }
                argline += '"';
                return [argline];
            }
        }
        return this.args;
    }
    _endsWith(str, end) {
        return str.endsWith(end);
    }
    _isCmdFile() {
        const upperToolPath = this.toolPath.toUpperCase();
        return (this._endsWith(upperToolPath, '.CMD') ||
            this._endsWith(upperToolPath, '.BAT'));
    }
    _windowsQuoteCmdArg(arg) {
        // for .exe, apply the normal quoting rules that libuv applies
        if (!this._isCmdFile()) {
            return this._uvQuoteCmdArg(arg);
        }
        // otherwise apply quoting rules specific to the cmd.exe command line parser.
        // the libuv rules are generic and are not designed specifically for cmd.exe
        // command line parser.
        //
        // for a detailed description of the cmd.exe command line parser, refer to
        // http://stackoverflow.com/questions/4094699/how-does-the-windows-command-interpreter-cmd-exe-parse-scripts/7970912#7970912
        // need quotes for empty arg
        if (!arg) {
            return '""';
        }
        // determine whether the arg needs to be quoted
        const cmdSpecialChars = [
            ' ',
            '\t',
            '&',
            '(',
            ')',
            '[',
            ']',
            '{',
            '}',
            '^',
            '=',
            ';',
            '!',
            "'",
            '+',
            ',',
            '`',
            '~',
            '|',
            '<',
            '>',
            '"'
        ];
        let needsQuotes = false;
        for (const char of arg) {
            if (cmdSpecialChars.some(x => x === char)) {
                needsQuotes = true;
                break;
            }
        }
        // short-circuit if quotes not needed
        if (!needsQuotes) {
            return arg;
        }
        // the following quoting rules are very similar to the rules that by libuv applies.
        //
        // 1) wrap the string in quotes
        //
        // 2) double-up quotes - i.e. " => ""
        //
        //    this is different from the libuv quoting rules. libuv replaces " with \", which unfortunately
        //    doesn't work well with a cmd.exe command line.
        //
        //    note, replacing " with "" also works well if the arg is passed to a downstream .NET console app.
        //    for example, the command line:
        //          foo.exe "myarg:""my val"""
        //    is parsed by a .NET console app into an arg array:
        //          [ "myarg:\"my val\"" ]
        //    which is the same end result when applying libuv quoting rules. although the actual
        //    command line from libuv quoting rules would look like:
        //          foo.exe "myarg:\"my val\""
        //
        // 3) double-up slashes that precede a quote,
        //    e.g.  hello \world    => "hello \world"
        //          hello\"world    => "hello\\""world"
        //          hello\\"world   => "hello\\\\""world"
        //          hello world\    => "hello world\\"
        //
        //    technically this is not required for a cmd.exe command line, or the batch argument parser.
        //    the reasons for including this as a .cmd quoting rule are:
        //
        //    a) this is optimized for the scenario where the argument is passed from the .cmd file to an
        //       external program. many programs (e.g. .NET console apps) rely on the slash-doubling rule.
        //
        //    b) it's what we've been doing previously (by deferring to node default behavior) and we
        //       haven't heard any complaints about that aspect.
        //
        // note, a weakness of the quoting rules chosen here, is that % is not escaped. in fact, % cannot be
        // escaped when used on the command line directly - even though within a .cmd file % can be escaped
        // by using %%.
        //
        // the saving grace is, on the command line, %var% is left as-is if var is not defined. this contrasts
        // the line parsing rules within a .cmd file, where if var is not defined it is replaced with nothing.
        //
        // one option that was explored was replacing % with ^% - i.e. %var% => ^%var^%. this hack would
        // often work, since it is unlikely that var^ would exist, and the ^ character is removed when the
        // variable is used. the problem, however, is that ^ is not removed when %* is used to pass the args
        // to an external program.
        //
        // an unexplored potential solution for the % escaping problem, is to create a wrapper .cmd file.
        // % can be escaped within a .cmd file.
        let reverse = '"';
        let quoteHit = true;
        for (let i = arg.length; i > 0; i--) {
            // walk the string in reverse
            reverse += arg[i - 1];
            if (quoteHit && arg[i - 1] === '\\') {
                reverse += '\\'; // double the slash
            }
            else if (arg[i - 1] === '"') {
                quoteHit = true;
                reverse += '"'; // double the quote
            }
            else {
                quoteHit = false;
            }
        }
        reverse += '"';
        return reverse.split('').reverse().join('');
    }
    _uvQuoteCmdArg(arg) {
        // Tool runner wraps child_process.spawn() and needs to apply the same quoting as
        // Node in certain cases where the undocumented spawn option windowsVerbatimArguments
        // is used.
        //
        // Since this function is a port of quote_cmd_arg from Node 4.x (technically, lib UV,
        // see https://github.com/nodejs/node/blob/v4.x/deps/uv/src/win/process.c for details),
        // pasting copyright notice from Node within this function:
        //
        //      Copyright Joyent, Inc. and other Node contributors. All rights reserved.
        //
        //      Permission is hereby granted, free of charge, to any person obtaining a copy
        //      of this software and associated documentation files (the "Software"), to
        //      deal in the Software without restriction, including without limitation the
        //      rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
        //      sell copies of the Software, and to permit persons to whom the Software is
        //      furnished to do so, subject to the following conditions:
        //
        //      The above copyright notice and this permission notice shall be included in
        //      all copies or substantial portions of the Software.
        //
        //      THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
        //      IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
        //      FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
        //      AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
        //      LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
        //      FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
        //      IN THE SOFTWARE.
        if (!arg) {
            // Need double quotation for empty argument
            return '""';
        }
        if (!arg.includes(' ') && !arg.includes('\t') && !arg.includes('"')) {
            // No quotation needed
            return arg;
        }
        if (!arg.includes('"') && !arg.includes('\\')) {
            // No embedded double quotes or backslashes, so I can just wrap
            // quote marks around the whole thing.
            return `"${arg}"`;
        }
        // Expected input/output:
        //   input : hello"world
        //   output: "hello\"world"
        //   input : hello""world
        //   output: "hello\"\"world"
        //   input : hello\world
        //   output: hello\world
        //   input : hello\\world
        //   output: hello\\world
        //   input : hello\"world
        //   output: "hello\\\"world"
        //   input : hello\\"world
        //   output: "hello\\\\\"world"
        //   input : hello world\
        //   output: "hello world\\" - note the comment in libuv actually reads "hello world\"
        //                             but it appears the comment is wrong, it should be "hello world\\"
        let reverse = '"';
        let quoteHit = true;
        for (let i = arg.length; i > 0; i--) {
            // walk the string in reverse
            reverse += arg[i - 1];
            if (quoteHit && arg[i - 1] === '\\') {
                reverse += '\\';
            }
            else if (arg[i - 1] === '"') {
                quoteHit = true;
                reverse += '\\';
            }
            else {
                quoteHit = false;
            }
        }
        reverse += '"';
        return reverse.split('').reverse().join('');
    }
    _cloneExecOptions(options) {
        options = options || {};
        const result = {
            cwd: options.cwd || process.cwd(),
            env: options.env || process.env,
            silent: options.silent || false,
            windowsVerbatimArguments: options.windowsVerbatimArguments || false,
            failOnStdErr: options.failOnStdErr || false,
            ignoreReturnCode: options.ignoreReturnCode || false,
            delay: options.delay || 10000
        };
        result.outStream = options.outStream || process.stdout;
        result.errStream = options.errStream || process.stderr;
        return result;
    }
    _getSpawnOptions(options, toolPath) {
        options = options || {};
        const result = {};
        result.cwd = options.cwd;
        result.env = options.env;
        result['windowsVerbatimArguments'] =
            options.windowsVerbatimArguments || this._isCmdFile();
        if (options.windowsVerbatimArguments) {
            result.argv0 = `"${toolPath}"`;
        }
        return result;
    }
    /**
     * Exec a tool.
     * Output will be streamed to the live console.
     * Returns promise with return code
     *
     * @param     tool     path to tool to exec
     * @param     options  optional exec options.  See ExecOptions
     * @returns   number
     */
    exec() {
        return toolrunner_awaiter(this, void 0, void 0, function* () {
            // root the tool path if it is unrooted and contains relative pathing
            if (!isRooted(this.toolPath) &&
                (this.toolPath.includes('/') ||
                    (toolrunner_IS_WINDOWS && this.toolPath.includes('\\')))) {
                // prefer options.cwd if it is specified, however options.cwd may also need to be rooted
                this.toolPath = external_path_namespaceObject.resolve(process.cwd(), this.options.cwd || process.cwd(), this.toolPath);
            }
            // if the tool is only a file name, then resolve it from the PATH
            // otherwise verify it exists (add extension on Windows if necessary)
            this.toolPath = yield which(this.toolPath, true);
            return new Promise((resolve, reject) => toolrunner_awaiter(this, void 0, void 0, function* () {
                this._debug(`exec tool: ${this.toolPath}`);
                this._debug('arguments:');
                for (const arg of this.args) {
                    this._debug(`   ${arg}`);
                }
                const optionsNonNull = this._cloneExecOptions(this.options);
                if (!optionsNonNull.silent && optionsNonNull.outStream) {
                    optionsNonNull.outStream.write(this._getCommandString(optionsNonNull) + external_os_.EOL);
                }
                const state = new ExecState(optionsNonNull, this.toolPath);
                state.on('debug', (message) => {
                    this._debug(message);
                });
                if (this.options.cwd && !(yield exists(this.options.cwd))) {
                    return reject(new Error(`The cwd: ${this.options.cwd} does not exist!`));
                }
                const fileName = this._getSpawnFileName();
                const cp = external_child_process_namespaceObject.spawn(fileName, this._getSpawnArgs(optionsNonNull), this._getSpawnOptions(this.options, fileName));
                let stdbuffer = '';
                if (cp.stdout) {
                    cp.stdout.on('data', (data) => {
                        if (this.options.listeners && this.options.listeners.stdout) {
                            this.options.listeners.stdout(data);
                        }
                        if (!optionsNonNull.silent && optionsNonNull.outStream) {
                            optionsNonNull.outStream.write(data);
                        }
                        stdbuffer = this._processLineBuffer(data, stdbuffer, (line) => {
                            if (this.options.listeners && this.options.listeners.stdline) {
                                this.options.listeners.stdline(line);
                            }
                        });
                    });
                }
                let errbuffer = '';
                if (cp.stderr) {
                    cp.stderr.on('data', (data) => {
                        state.processStderr = true;
                        if (this.options.listeners && this.options.listeners.stderr) {
                            this.options.listeners.stderr(data);
                        }
                        if (!optionsNonNull.silent &&
                            optionsNonNull.errStream &&
                            optionsNonNull.outStream) {
                            const s = optionsNonNull.failOnStdErr
                                ? optionsNonNull.errStream
                                : optionsNonNull.outStream;
                            s.write(data);
                        }
                        errbuffer = this._processLineBuffer(data, errbuffer, (line) => {
                            if (this.options.listeners && this.options.listeners.errline) {
                                this.options.listeners.errline(line);
                            }
                        });
                    });
                }
                cp.on('error', (err) => {
                    state.processError = err.message;
                    state.processExited = true;
                    state.processClosed = true;
                    state.CheckComplete();
                });
                cp.on('exit', (code) => {
                    state.processExitCode = code;
                    state.processExited = true;
                    this._debug(`Exit code ${code} received from tool '${this.toolPath}'`);
                    state.CheckComplete();
                });
                cp.on('close', (code) => {
                    state.processExitCode = code;
                    state.processExited = true;
                    state.processClosed = true;
                    this._debug(`STDIO streams have closed for tool '${this.toolPath}'`);
                    state.CheckComplete();
                });
                state.on('done', (error, exitCode) => {
                    if (stdbuffer.length > 0) {
                        this.emit('stdline', stdbuffer);
                    }
                    if (errbuffer.length > 0) {
                        this.emit('errline', errbuffer);
                    }
                    cp.removeAllListeners();
                    if (error) {
                        reject(error);
                    }
                    else {
                        resolve(exitCode);
                    }
                });
                if (this.options.input) {
                    if (!cp.stdin) {
                        throw new Error('child process missing stdin');
                    }
                    cp.stdin.end(this.options.input);
                }
            }));
        });
    }
}
/**
 * Convert an arg string to an array of args. Handles escaping
 *
 * @param    argString   string of arguments
 * @returns  string[]    array of arguments
 */
function argStringToArray(argString) {
    const args = [];
    let inQuotes = false;
    let escaped = false;
    let arg = '';
    function append(c) {
        // we only escape double quotes.
        if (escaped && c !== '"') {
            arg += '\\';
        }
        arg += c;
        escaped = false;
    }
    for (let i = 0; i < argString.length; i++) {
        const c = argString.charAt(i);
        if (c === '"') {
            if (!escaped) {
                inQuotes = !inQuotes;
            }
            else {
                append(c);
            }
            continue;
        }
        if (c === '\\' && escaped) {
            append(c);
            continue;
        }
        if (c === '\\' && inQuotes) {
            escaped = true;
            continue;
        }
        if (c === ' ' && !inQuotes) {
            if (arg.length > 0) {
                args.push(arg);
                arg = '';
            }
            continue;
        }
        append(c);
    }
    if (arg.length > 0) {
        args.push(arg.trim());
    }
    return args;
}
class ExecState extends external_events_.EventEmitter {
    constructor(options, toolPath) {
        super();
        this.processClosed = false; // tracks whether the process has exited and stdio is closed
        this.processError = '';
        this.processExitCode = 0;
        this.processExited = false; // tracks whether the process has exited
        this.processStderr = false; // tracks whether stderr was written to
        this.delay = 10000; // 10 seconds
        this.done = false;
        this.timeout = null;
        if (!toolPath) {
            throw new Error('toolPath must not be empty');
        }
        this.options = options;
        this.toolPath = toolPath;
        if (options.delay) {
            this.delay = options.delay;
        }
    }
    CheckComplete() {
        if (this.done) {
            return;
        }
        if (this.processClosed) {
            this._setResult();
        }
        else if (this.processExited) {
            this.timeout = (0,external_timers_namespaceObject.setTimeout)(ExecState.HandleTimeout, this.delay, this);
        }
    }
    _debug(message) {
        this.emit('debug', message);
    }
    _setResult() {
        // determine whether there is an error
        let error;
        if (this.processExited) {
            if (this.processError) {
                error = new Error(`There was an error when attempting to execute the process '${this.toolPath}'. This may indicate the process failed to start. Error: ${this.processError}`);
            }
            else if (this.processExitCode !== 0 && !this.options.ignoreReturnCode) {
                error = new Error(`The process '${this.toolPath}' failed with exit code ${this.processExitCode}`);
            }
            else if (this.processStderr && this.options.failOnStdErr) {
                error = new Error(`The process '${this.toolPath}' failed because one or more lines were written to the STDERR stream`);
            }
        }
        // clear the timeout
        if (this.timeout) {
            clearTimeout(this.timeout);
            this.timeout = null;
        }
        this.done = true;
        this.emit('done', error, this.processExitCode);
    }
    static HandleTimeout(state) {
        if (state.done) {
            return;
        }
        if (!state.processClosed && state.processExited) {
            const message = `The STDIO streams did not close within ${state.delay / 1000} seconds of the exit event from process '${state.toolPath}'. This may indicate a child process inherited the STDIO streams and has not yet exited.`;
            state._debug(message);
        }
        state._setResult();
    }
}
//# sourceMappingURL=toolrunner.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/exec/lib/exec.js
var exec_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


/**
 * Exec a command.
 * Output will be streamed to the live console.
 * Returns promise with return code
 *
 * @param     commandLine        command to execute (can include additional args). Must be correctly escaped.
 * @param     args               optional arguments for tool. Escaping is handled by the lib.
 * @param     options            optional exec options.  See ExecOptions
 * @returns   Promise<number>    exit code
 */
function exec(commandLine, args, options) {
    return exec_awaiter(this, void 0, void 0, function* () {
        const commandArgs = argStringToArray(commandLine);
        if (commandArgs.length === 0) {
            throw new Error(`Parameter 'commandLine' cannot be null or empty.`);
        }
        // Path to tool to execute should be first arg
        const toolPath = commandArgs[0];
        args = commandArgs.slice(1).concat(args || []);
        const runner = new ToolRunner(toolPath, args, options);
        return runner.exec();
    });
}
/**
 * Exec a command and get the output.
 * Output will be streamed to the live console.
 * Returns promise with the exit code and collected stdout and stderr
 *
 * @param     commandLine           command to execute (can include additional args). Must be correctly escaped.
 * @param     args                  optional arguments for tool. Escaping is handled by the lib.
 * @param     options               optional exec options.  See ExecOptions
 * @returns   Promise<ExecOutput>   exit code, stdout, and stderr
 */
function getExecOutput(commandLine, args, options) {
    return exec_awaiter(this, void 0, void 0, function* () {
        var _a, _b;
        let stdout = '';
        let stderr = '';
        //Using string decoder covers the case where a mult-byte character is split
        const stdoutDecoder = new external_string_decoder_namespaceObject.StringDecoder('utf8');
        const stderrDecoder = new external_string_decoder_namespaceObject.StringDecoder('utf8');
        const originalStdoutListener = (_a = options === null || options === void 0 ? void 0 : options.listeners) === null || _a === void 0 ? void 0 : _a.stdout;
        const originalStdErrListener = (_b = options === null || options === void 0 ? void 0 : options.listeners) === null || _b === void 0 ? void 0 : _b.stderr;
        const stdErrListener = (data) => {
            stderr += stderrDecoder.write(data);
            if (originalStdErrListener) {
                originalStdErrListener(data);
            }
        };
        const stdOutListener = (data) => {
            stdout += stdoutDecoder.write(data);
            if (originalStdoutListener) {
                originalStdoutListener(data);
            }
        };
        const listeners = Object.assign(Object.assign({}, options === null || options === void 0 ? void 0 : options.listeners), { stdout: stdOutListener, stderr: stdErrListener });
        const exitCode = yield exec(commandLine, args, Object.assign(Object.assign({}, options), { listeners }));
        //flush any remaining characters
        stdout += stdoutDecoder.end();
        stderr += stderrDecoder.end();
        return {
            exitCode,
            stdout,
            stderr
        };
    });
}
//# sourceMappingURL=exec.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/platform.js
var platform_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const getWindowsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout: version } = yield getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Version"', undefined, {
        silent: true
    });
    const { stdout: name } = yield getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Caption"', undefined, {
        silent: true
    });
    return {
        name: name.trim(),
        version: version.trim()
    };
});
const getMacOsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    var _a, _b, _c, _d;
    const { stdout } = yield getExecOutput('sw_vers', undefined, {
        silent: true
    });
    const version = (_b = (_a = stdout.match(/ProductVersion:\s*(.+)/)) === null || _a === void 0 ? void 0 : _a[1]) !== null && _b !== void 0 ? _b : '';
    const name = (_d = (_c = stdout.match(/ProductName:\s*(.+)/)) === null || _c === void 0 ? void 0 : _c[1]) !== null && _d !== void 0 ? _d : '';
    return {
        name,
        version
    };
});
const getLinuxInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout } = yield getExecOutput('lsb_release', ['-i', '-r', '-s'], {
        silent: true
    });
    const [name, version] = stdout.trim().split('\n');
    return {
        name,
        version
    };
});
const platform = external_os_.platform();
const arch = external_os_.arch();
const isWindows = platform === 'win32';
const isMacOS = platform === 'darwin';
const isLinux = platform === 'linux';
function getDetails() {
    return platform_awaiter(this, void 0, void 0, function* () {
        return Object.assign(Object.assign({}, (yield (isWindows
            ? getWindowsInfo()
            : isMacOS
                ? getMacOsInfo()
                : getLinuxInfo()))), { platform,
            arch,
            isWindows,
            isMacOS,
            isLinux });
    });
}
//# sourceMappingURL=platform.js.map
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/core.js
var core_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};






/**
 * The code to exit an action
 */
var ExitCode;
(function (ExitCode) {
    /**
     * A code indicating that the action was successful
     */
    ExitCode[ExitCode["Success"] = 0] = "Success";
    /**
     * A code indicating that the action was a failure
     */
    ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
//-----------------------------------------------------------------------
// Variables
//-----------------------------------------------------------------------
/**
 * Sets env variable for this action and future actions in the job
 * @param name the name of the variable to set
 * @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function exportVariable(name, val) {
    const convertedVal = toCommandValue(val);
    process.env[name] = convertedVal;
    const filePath = process.env['GITHUB_ENV'] || '';
    if (filePath) {
        return issueFileCommand('ENV', prepareKeyValueMessage(name, val));
    }
    issueCommand('set-env', { name }, convertedVal);
}
/**
 * Registers a secret which will get masked from logs
 *
 * @param secret - Value of the secret to be masked
 * @remarks
 * This function instructs the Actions runner to mask the specified value in any
 * logs produced during the workflow run. Once registered, the secret value will
 * be replaced with asterisks (***) whenever it appears in console output, logs,
 * or error messages.
 *
 * This is useful for protecting sensitive information such as:
 * - API keys
 * - Access tokens
 * - Authentication credentials
 * - URL parameters containing signatures (SAS tokens)
 *
 * Note that masking only affects future logs; any previous appearances of the
 * secret in logs before calling this function will remain unmasked.
 *
 * @example
 * ```typescript
 * // Register an API token as a secret
 * const apiToken = "abc123xyz456";
 * setSecret(apiToken);
 *
 * // Now any logs containing this value will show *** instead
 * console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
 * ```
 */
function setSecret(secret) {
    issueCommand('add-mask', {}, secret);
}
/**
 * Prepends inputPath to the PATH (for this action and future actions)
 * @param inputPath
 */
function addPath(inputPath) {
    const filePath = process.env['GITHUB_PATH'] || '';
    if (filePath) {
        issueFileCommand('PATH', inputPath);
    }
    else {
        issueCommand('add-path', {}, inputPath);
    }
    process.env['PATH'] = `${inputPath}${external_path_namespaceObject.delimiter}${process.env['PATH']}`;
}
/**
 * Gets the value of an input.
 * Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
 * Returns an empty string if the value is not defined.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string
 */
function getInput(name, options) {
    const val = process.env[`INPUT_${name.replace(/ /g, '_').toUpperCase()}`] || '';
    if (options && options.required && !val) {
        throw new Error(`Input required and not supplied: ${name}`);
    }
    if (options && options.trimWhitespace === false) {
        return val;
    }
    return val.trim();
}
/**
 * Gets the values of an multiline input.  Each value is also trimmed.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string[]
 *
 */
function getMultilineInput(name, options) {
    const inputs = getInput(name, options)
        .split('\n')
        .filter(x => x !== '');
    if (options && options.trimWhitespace === false) {
        return inputs;
    }
    return inputs.map(input => input.trim());
}
/**
 * Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
 * Support boolean input list: `true | True | TRUE | false | False | FALSE` .
 * The return value is also in boolean type.
 * ref: https://yaml.org/spec/1.2/spec.html#id2804923
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   boolean
 */
function getBooleanInput(name, options) {
    const trueValue = ['true', 'True', 'TRUE'];
    const falseValue = ['false', 'False', 'FALSE'];
    const val = getInput(name, options);
    if (trueValue.includes(val))
        return true;
    if (falseValue.includes(val))
        return false;
    throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\n` +
        `Support boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
 * Sets the value of an output.
 *
 * @param     name     name of the output to set
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function setOutput(name, value) {
    const filePath = process.env['GITHUB_OUTPUT'] || '';
    if (filePath) {
        return issueFileCommand('OUTPUT', prepareKeyValueMessage(name, value));
    }
    process.stdout.write(external_os_.EOL);
    issueCommand('set-output', { name }, toCommandValue(value));
}
/**
 * Enables or disables the echoing of commands into stdout for the rest of the step.
 * Echoing is disabled by default if ACTIONS_STEP_DEBUG is not set.
 *
 */
function setCommandEcho(enabled) {
    issue('echo', enabled ? 'on' : 'off');
}
//-----------------------------------------------------------------------
// Results
//-----------------------------------------------------------------------
/**
 * Sets the action status to failed.
 * When the action exits it will be with an exit code of 1
 * @param message add error issue message
 */
function setFailed(message) {
    process.exitCode = ExitCode.Failure;
    error(message);
}
//-----------------------------------------------------------------------
// Logging Commands
//-----------------------------------------------------------------------
/**
 * Gets whether Actions Step Debug is on or not
 */
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
/**
 * Writes debug message to user log
 * @param message debug message
 */
function debug(message) {
    issueCommand('debug', {}, message);
}
/**
 * Adds an error issue
 * @param message error issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function error(message, properties = {}) {
    issueCommand('error', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a warning issue
 * @param message warning issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function warning(message, properties = {}) {
    issueCommand('warning', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a notice issue
 * @param message notice issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function notice(message, properties = {}) {
    issueCommand('notice', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Writes info to log with console.log.
 * @param message info message
 */
function info(message) {
    process.stdout.write(message + external_os_.EOL);
}
/**
 * Begin an output group.
 *
 * Output until the next `groupEnd` will be foldable in this group
 *
 * @param name The name of the output group
 */
function startGroup(name) {
    issue('group', name);
}
/**
 * End an output group.
 */
function endGroup() {
    issue('endgroup');
}
/**
 * Wrap an asynchronous function call in a group.
 *
 * Returns the same type as the function itself.
 *
 * @param name The name of the group
 * @param fn The function to wrap in the group
 */
function group(name, fn) {
    return core_awaiter(this, void 0, void 0, function* () {
        startGroup(name);
        let result;
        try {
            result = yield fn();
        }
        finally {
            endGroup();
        }
        return result;
    });
}
//-----------------------------------------------------------------------
// Wrapper action state
//-----------------------------------------------------------------------
/**
 * Saves state for current action, the state can only be retrieved by this action's post job execution.
 *
 * @param     name     name of the state to store
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function saveState(name, value) {
    const filePath = process.env['GITHUB_STATE'] || '';
    if (filePath) {
        return issueFileCommand('STATE', prepareKeyValueMessage(name, value));
    }
    issueCommand('save-state', { name }, toCommandValue(value));
}
/**
 * Gets the value of an state set by this action's main execution.
 *
 * @param     name     name of the state to get
 * @returns   string
 */
function getState(name) {
    return process.env[`STATE_${name}`] || '';
}
function getIDToken(aud) {
    return core_awaiter(this, void 0, void 0, function* () {
        return yield OidcClient.getIDToken(aud);
    });
}
/**
 * Summary exports
 */

/**
 * @deprecated use core.summary
 */

/**
 * Path exports
 */

/**
 * Platform utilities exports
 */

//# sourceMappingURL=core.js.map
// EXTERNAL MODULE: ./clock.js
var clock = __nccwpck_require__(535);
;// CONCATENATED MODULE: ./runner/host.js
// The process and the runner behind one interface, so that tests can replace them.




const cancelSignals = ['SIGINT', 'SIGTERM', 'SIGBREAK'];
/** The real process and runner. */
function systemHost() {
    // The step continues even if its log can no longer be written: verdict, outputs and summary do not depend on it.
    process.stdout.off('error', ignore).on('error', ignore);
    let lastWrite = Promise.resolve();
    return {
        core: { ...core_namespaceObject, setOutput: setWholeOutput },
        env: process.env,
        nodeVersion: process.versions.node,
        clock: clock/* systemClock */.ml,
        random: Math.random,
        write(text) {
            // Writes complete in order, and each callback is called, even after an error. An empty write would end a pipe on
            // Windows. The promise is created outside the callback, which would otherwise keep the text in memory.
            const { promise, resolve } = Promise.withResolvers();
            process.stdout.write(text, () => resolve());
            lastWrite = promise;
        },
        // At least one turn of the event loop, so that timers and signals are handled between the pieces of a long log.
        flushed: () => lastWrite.then(() => (0,promises_namespaceObject.setImmediate)()),
        writeSummary(markdown) {
            const path = process.env['GITHUB_STEP_SUMMARY'];
            if (path !== undefined && path !== '')
                (0,external_node_fs_.writeFileSync)(path, markdown);
        },
        onCancel(listener) {
            for (const signal of cancelSignals)
                process.on(signal, listener);
            return () => {
                for (const signal of cancelSignals)
                    process.off(signal, listener);
            };
        },
        setExitCode(code) {
            process.exitCode = code;
        },
        exit: (code = Number(process.exitCode ?? 0)) => {
            try {
                // process.exit() waits for the thread of a hanging DNS query; replacing the process does not.
                process.execve?.(process.execPath, [process.execPath, '-e', `process.exitCode = ${code}`], {});
            }
            catch {
                // Not available on Windows.
            }
            process.exit(code);
        },
        setUnrefTimeout: (callback, ms) => void setTimeout(callback, ms).unref(),
    };
}
/** Sets an output. If that fails, part of its record must not stay: the next one would be read as the rest of it. */
function setWholeOutput(name, value) {
    const file = process.env['GITHUB_OUTPUT'] ?? '';
    const bytesBefore = (0,external_node_fs_.statSync)(file, { throwIfNoEntry: false })?.size;
    try {
        setOutput(name, value);
    }
    catch (error) {
        if (bytesBefore !== undefined && (0,external_node_fs_.statSync)(file).size > bytesBefore)
            (0,external_node_fs_.truncateSync)(file, bytesBefore);
        throw error;
    }
}
function ignore() { }


/***/ }),

/***/ 889:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

var https__WEBPACK_IMPORTED_MODULE_1___namespace_cache;
var http__WEBPACK_IMPORTED_MODULE_0___namespace_cache;
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Qq: () => (/* binding */ HttpClient)
/* harmony export */ });
/* unused harmony exports HttpCodes, Headers, MediaTypes, getProxyUrl, HttpClientError, HttpClientResponse, isHttps */
/* harmony import */ var http__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(611);
/* harmony import */ var https__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(692);
/* harmony import */ var _proxy_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(689);
/* harmony import */ var tunnel__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(776);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(696);
/* eslint-disable @typescript-eslint/no-explicit-any */
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};





var HttpCodes;
(function (HttpCodes) {
    HttpCodes[HttpCodes["OK"] = 200] = "OK";
    HttpCodes[HttpCodes["MultipleChoices"] = 300] = "MultipleChoices";
    HttpCodes[HttpCodes["MovedPermanently"] = 301] = "MovedPermanently";
    HttpCodes[HttpCodes["ResourceMoved"] = 302] = "ResourceMoved";
    HttpCodes[HttpCodes["SeeOther"] = 303] = "SeeOther";
    HttpCodes[HttpCodes["NotModified"] = 304] = "NotModified";
    HttpCodes[HttpCodes["UseProxy"] = 305] = "UseProxy";
    HttpCodes[HttpCodes["SwitchProxy"] = 306] = "SwitchProxy";
    HttpCodes[HttpCodes["TemporaryRedirect"] = 307] = "TemporaryRedirect";
    HttpCodes[HttpCodes["PermanentRedirect"] = 308] = "PermanentRedirect";
    HttpCodes[HttpCodes["BadRequest"] = 400] = "BadRequest";
    HttpCodes[HttpCodes["Unauthorized"] = 401] = "Unauthorized";
    HttpCodes[HttpCodes["PaymentRequired"] = 402] = "PaymentRequired";
    HttpCodes[HttpCodes["Forbidden"] = 403] = "Forbidden";
    HttpCodes[HttpCodes["NotFound"] = 404] = "NotFound";
    HttpCodes[HttpCodes["MethodNotAllowed"] = 405] = "MethodNotAllowed";
    HttpCodes[HttpCodes["NotAcceptable"] = 406] = "NotAcceptable";
    HttpCodes[HttpCodes["ProxyAuthenticationRequired"] = 407] = "ProxyAuthenticationRequired";
    HttpCodes[HttpCodes["RequestTimeout"] = 408] = "RequestTimeout";
    HttpCodes[HttpCodes["Conflict"] = 409] = "Conflict";
    HttpCodes[HttpCodes["Gone"] = 410] = "Gone";
    HttpCodes[HttpCodes["TooManyRequests"] = 429] = "TooManyRequests";
    HttpCodes[HttpCodes["InternalServerError"] = 500] = "InternalServerError";
    HttpCodes[HttpCodes["NotImplemented"] = 501] = "NotImplemented";
    HttpCodes[HttpCodes["BadGateway"] = 502] = "BadGateway";
    HttpCodes[HttpCodes["ServiceUnavailable"] = 503] = "ServiceUnavailable";
    HttpCodes[HttpCodes["GatewayTimeout"] = 504] = "GatewayTimeout";
})(HttpCodes || (HttpCodes = {}));
var Headers;
(function (Headers) {
    Headers["Accept"] = "accept";
    Headers["ContentType"] = "content-type";
})(Headers || (Headers = {}));
var MediaTypes;
(function (MediaTypes) {
    MediaTypes["ApplicationJson"] = "application/json";
})(MediaTypes || (MediaTypes = {}));
/**
 * Returns the proxy URL, depending upon the supplied url and proxy environment variables.
 * @param serverUrl  The server URL where the request will be sent. For example, https://api.github.com
 */
function getProxyUrl(serverUrl) {
    const proxyUrl = pm.getProxyUrl(new URL(serverUrl));
    return proxyUrl ? proxyUrl.href : '';
}
const HttpRedirectCodes = [
    HttpCodes.MovedPermanently,
    HttpCodes.ResourceMoved,
    HttpCodes.SeeOther,
    HttpCodes.TemporaryRedirect,
    HttpCodes.PermanentRedirect
];
const HttpResponseRetryCodes = [
    HttpCodes.BadGateway,
    HttpCodes.ServiceUnavailable,
    HttpCodes.GatewayTimeout
];
const RetryableHttpVerbs = ['OPTIONS', 'GET', 'DELETE', 'HEAD'];
const ExponentialBackoffCeiling = 10;
const ExponentialBackoffTimeSlice = 5;
class HttpClientError extends Error {
    constructor(message, statusCode) {
        super(message);
        this.name = 'HttpClientError';
        this.statusCode = statusCode;
        Object.setPrototypeOf(this, HttpClientError.prototype);
    }
}
class HttpClientResponse {
    constructor(message) {
        this.message = message;
    }
    readBody() {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve) => __awaiter(this, void 0, void 0, function* () {
                let output = Buffer.alloc(0);
                this.message.on('data', (chunk) => {
                    output = Buffer.concat([output, chunk]);
                });
                this.message.on('end', () => {
                    resolve(output.toString());
                });
            }));
        });
    }
    readBodyBuffer() {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve) => __awaiter(this, void 0, void 0, function* () {
                const chunks = [];
                this.message.on('data', (chunk) => {
                    chunks.push(chunk);
                });
                this.message.on('end', () => {
                    resolve(Buffer.concat(chunks));
                });
            }));
        });
    }
}
function isHttps(requestUrl) {
    const parsedUrl = new URL(requestUrl);
    return parsedUrl.protocol === 'https:';
}
class HttpClient {
    constructor(userAgent, handlers, requestOptions) {
        this._ignoreSslError = false;
        this._allowRedirects = true;
        this._allowRedirectDowngrade = false;
        this._maxRedirects = 50;
        this._allowRetries = false;
        this._maxRetries = 1;
        this._keepAlive = false;
        this._disposed = false;
        this.userAgent = this._getUserAgentWithOrchestrationId(userAgent);
        this.handlers = handlers || [];
        this.requestOptions = requestOptions;
        if (requestOptions) {
            if (requestOptions.ignoreSslError != null) {
                this._ignoreSslError = requestOptions.ignoreSslError;
            }
            this._socketTimeout = requestOptions.socketTimeout;
            if (requestOptions.allowRedirects != null) {
                this._allowRedirects = requestOptions.allowRedirects;
            }
            if (requestOptions.allowRedirectDowngrade != null) {
                this._allowRedirectDowngrade = requestOptions.allowRedirectDowngrade;
            }
            if (requestOptions.maxRedirects != null) {
                this._maxRedirects = Math.max(requestOptions.maxRedirects, 0);
            }
            if (requestOptions.keepAlive != null) {
                this._keepAlive = requestOptions.keepAlive;
            }
            if (requestOptions.allowRetries != null) {
                this._allowRetries = requestOptions.allowRetries;
            }
            if (requestOptions.maxRetries != null) {
                this._maxRetries = requestOptions.maxRetries;
            }
        }
    }
    options(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('OPTIONS', requestUrl, null, additionalHeaders || {});
        });
    }
    get(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('GET', requestUrl, null, additionalHeaders || {});
        });
    }
    del(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('DELETE', requestUrl, null, additionalHeaders || {});
        });
    }
    post(requestUrl, data, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('POST', requestUrl, data, additionalHeaders || {});
        });
    }
    patch(requestUrl, data, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('PATCH', requestUrl, data, additionalHeaders || {});
        });
    }
    put(requestUrl, data, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('PUT', requestUrl, data, additionalHeaders || {});
        });
    }
    head(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('HEAD', requestUrl, null, additionalHeaders || {});
        });
    }
    sendStream(verb, requestUrl, stream, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request(verb, requestUrl, stream, additionalHeaders);
        });
    }
    /**
     * Gets a typed object from an endpoint
     * Be aware that not found returns a null.  Other errors (4xx, 5xx) reject the promise
     */
    getJson(requestUrl_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, additionalHeaders = {}) {
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            const res = yield this.get(requestUrl, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    postJson(requestUrl_1, obj_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, obj, additionalHeaders = {}) {
            const data = JSON.stringify(obj, null, 2);
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            additionalHeaders[Headers.ContentType] =
                this._getExistingOrDefaultContentTypeHeader(additionalHeaders, MediaTypes.ApplicationJson);
            const res = yield this.post(requestUrl, data, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    putJson(requestUrl_1, obj_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, obj, additionalHeaders = {}) {
            const data = JSON.stringify(obj, null, 2);
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            additionalHeaders[Headers.ContentType] =
                this._getExistingOrDefaultContentTypeHeader(additionalHeaders, MediaTypes.ApplicationJson);
            const res = yield this.put(requestUrl, data, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    patchJson(requestUrl_1, obj_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, obj, additionalHeaders = {}) {
            const data = JSON.stringify(obj, null, 2);
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            additionalHeaders[Headers.ContentType] =
                this._getExistingOrDefaultContentTypeHeader(additionalHeaders, MediaTypes.ApplicationJson);
            const res = yield this.patch(requestUrl, data, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    /**
     * Makes a raw http request.
     * All other methods such as get, post, patch, and request ultimately call this.
     * Prefer get, del, post and patch
     */
    request(verb, requestUrl, data, headers) {
        return __awaiter(this, void 0, void 0, function* () {
            if (this._disposed) {
                throw new Error('Client has already been disposed.');
            }
            const parsedUrl = new URL(requestUrl);
            let info = this._prepareRequest(verb, parsedUrl, headers);
            // Only perform retries on reads since writes may not be idempotent.
            const maxTries = this._allowRetries && RetryableHttpVerbs.includes(verb)
                ? this._maxRetries + 1
                : 1;
            let numTries = 0;
            let response;
            do {
                response = yield this.requestRaw(info, data);
                // Check if it's an authentication challenge
                if (response &&
                    response.message &&
                    response.message.statusCode === HttpCodes.Unauthorized) {
                    let authenticationHandler;
                    for (const handler of this.handlers) {
                        if (handler.canHandleAuthentication(response)) {
                            authenticationHandler = handler;
                            break;
                        }
                    }
                    if (authenticationHandler) {
                        return authenticationHandler.handleAuthentication(this, info, data);
                    }
                    else {
                        // We have received an unauthorized response but have no handlers to handle it.
                        // Let the response return to the caller.
                        return response;
                    }
                }
                let redirectsRemaining = this._maxRedirects;
                while (response.message.statusCode &&
                    HttpRedirectCodes.includes(response.message.statusCode) &&
                    this._allowRedirects &&
                    redirectsRemaining > 0) {
                    const redirectUrl = response.message.headers['location'];
                    if (!redirectUrl) {
                        // if there's no location to redirect to, we won't
                        break;
                    }
                    const parsedRedirectUrl = new URL(redirectUrl);
                    if (parsedUrl.protocol === 'https:' &&
                        parsedUrl.protocol !== parsedRedirectUrl.protocol &&
                        !this._allowRedirectDowngrade) {
                        throw new Error('Redirect from HTTPS to HTTP protocol. This downgrade is not allowed for security reasons. If you want to allow this behavior, set the allowRedirectDowngrade option to true.');
                    }
                    // we need to finish reading the response before reassigning response
                    // which will leak the open socket.
                    yield response.readBody();
                    // strip authorization header if redirected to a different hostname
                    if (parsedRedirectUrl.hostname !== parsedUrl.hostname) {
                        for (const header in headers) {
                            // header names are case insensitive
                            if (header.toLowerCase() === 'authorization') {
                                delete headers[header];
                            }
                        }
                    }
                    // let's make the request with the new redirectUrl
                    info = this._prepareRequest(verb, parsedRedirectUrl, headers);
                    response = yield this.requestRaw(info, data);
                    redirectsRemaining--;
                }
                if (!response.message.statusCode ||
                    !HttpResponseRetryCodes.includes(response.message.statusCode)) {
                    // If not a retry code, return immediately instead of retrying
                    return response;
                }
                numTries += 1;
                if (numTries < maxTries) {
                    yield response.readBody();
                    yield this._performExponentialBackoff(numTries);
                }
            } while (numTries < maxTries);
            return response;
        });
    }
    /**
     * Needs to be called if keepAlive is set to true in request options.
     */
    dispose() {
        if (this._agent) {
            this._agent.destroy();
        }
        this._disposed = true;
    }
    /**
     * Raw request.
     * @param info
     * @param data
     */
    requestRaw(info, data) {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve, reject) => {
                function callbackForResult(err, res) {
                    if (err) {
                        reject(err);
                    }
                    else if (!res) {
                        // If `err` is not passed, then `res` must be passed.
                        reject(new Error('Unknown error'));
                    }
                    else {
                        resolve(res);
                    }
                }
                this.requestRawWithCallback(info, data, callbackForResult);
            });
        });
    }
    /**
     * Raw request with callback.
     * @param info
     * @param data
     * @param onResult
     */
    requestRawWithCallback(info, data, onResult) {
        if (typeof data === 'string') {
            if (!info.options.headers) {
                info.options.headers = {};
            }
            info.options.headers['Content-Length'] = Buffer.byteLength(data, 'utf8');
        }
        let callbackCalled = false;
        function handleResult(err, res) {
            if (!callbackCalled) {
                callbackCalled = true;
                onResult(err, res);
            }
        }
        const req = info.httpModule.request(info.options, (msg) => {
            const res = new HttpClientResponse(msg);
            handleResult(undefined, res);
        });
        let socket;
        req.on('socket', sock => {
            socket = sock;
        });
        // If we ever get disconnected, we want the socket to timeout eventually
        req.setTimeout(this._socketTimeout || 3 * 60000, () => {
            if (socket) {
                socket.end();
            }
            handleResult(new Error(`Request timeout: ${info.options.path}`));
        });
        req.on('error', function (err) {
            // err has statusCode property
            // res should have headers
            handleResult(err);
        });
        if (data && typeof data === 'string') {
            req.write(data, 'utf8');
        }
        if (data && typeof data !== 'string') {
            data.on('close', function () {
                req.end();
            });
            data.pipe(req);
        }
        else {
            req.end();
        }
    }
    /**
     * Gets an http agent. This function is useful when you need an http agent that handles
     * routing through a proxy server - depending upon the url and proxy environment variables.
     * @param serverUrl  The server URL where the request will be sent. For example, https://api.github.com
     */
    getAgent(serverUrl) {
        const parsedUrl = new URL(serverUrl);
        return this._getAgent(parsedUrl);
    }
    getAgentDispatcher(serverUrl) {
        const parsedUrl = new URL(serverUrl);
        const proxyUrl = _proxy_js__WEBPACK_IMPORTED_MODULE_2__/* .getProxyUrl */ .s(parsedUrl);
        const useProxy = proxyUrl && proxyUrl.hostname;
        if (!useProxy) {
            return;
        }
        return this._getProxyAgentDispatcher(parsedUrl, proxyUrl);
    }
    _prepareRequest(method, requestUrl, headers) {
        const info = {};
        info.parsedUrl = requestUrl;
        const usingSsl = info.parsedUrl.protocol === 'https:';
        info.httpModule = usingSsl ? /*#__PURE__*/ (https__WEBPACK_IMPORTED_MODULE_1___namespace_cache || (https__WEBPACK_IMPORTED_MODULE_1___namespace_cache = __nccwpck_require__.t(https__WEBPACK_IMPORTED_MODULE_1__, 2))) : /*#__PURE__*/ (http__WEBPACK_IMPORTED_MODULE_0___namespace_cache || (http__WEBPACK_IMPORTED_MODULE_0___namespace_cache = __nccwpck_require__.t(http__WEBPACK_IMPORTED_MODULE_0__, 2)));
        const defaultPort = usingSsl ? 443 : 80;
        info.options = {};
        info.options.host = info.parsedUrl.hostname;
        info.options.port = info.parsedUrl.port
            ? parseInt(info.parsedUrl.port)
            : defaultPort;
        info.options.path =
            (info.parsedUrl.pathname || '') + (info.parsedUrl.search || '');
        info.options.method = method;
        info.options.headers = this._mergeHeaders(headers);
        if (this.userAgent != null) {
            info.options.headers['user-agent'] = this.userAgent;
        }
        info.options.agent = this._getAgent(info.parsedUrl);
        // gives handlers an opportunity to participate
        if (this.handlers) {
            for (const handler of this.handlers) {
                handler.prepareRequest(info.options);
            }
        }
        return info;
    }
    _mergeHeaders(headers) {
        if (this.requestOptions && this.requestOptions.headers) {
            return Object.assign({}, lowercaseKeys(this.requestOptions.headers), lowercaseKeys(headers || {}));
        }
        return lowercaseKeys(headers || {});
    }
    /**
     * Gets an existing header value or returns a default.
     * Handles converting number header values to strings since HTTP headers must be strings.
     * Note: This returns string | string[] since some headers can have multiple values.
     * For headers that must always be a single string (like Content-Type), use the
     * specialized _getExistingOrDefaultContentTypeHeader method instead.
     */
    _getExistingOrDefaultHeader(additionalHeaders, header, _default) {
        let clientHeader;
        if (this.requestOptions && this.requestOptions.headers) {
            const headerValue = lowercaseKeys(this.requestOptions.headers)[header];
            if (headerValue) {
                clientHeader =
                    typeof headerValue === 'number' ? headerValue.toString() : headerValue;
            }
        }
        const additionalValue = additionalHeaders[header];
        if (additionalValue !== undefined) {
            return typeof additionalValue === 'number'
                ? additionalValue.toString()
                : additionalValue;
        }
        if (clientHeader !== undefined) {
            return clientHeader;
        }
        return _default;
    }
    /**
     * Specialized version of _getExistingOrDefaultHeader for Content-Type header.
     * Always returns a single string (not an array) since Content-Type should be a single value.
     * Converts arrays to comma-separated strings and numbers to strings to ensure type safety.
     * This was split from _getExistingOrDefaultHeader to provide stricter typing for callers
     * that assign the result to places expecting a string (e.g., additionalHeaders[Headers.ContentType]).
     */
    _getExistingOrDefaultContentTypeHeader(additionalHeaders, _default) {
        let clientHeader;
        if (this.requestOptions && this.requestOptions.headers) {
            const headerValue = lowercaseKeys(this.requestOptions.headers)[Headers.ContentType];
            if (headerValue) {
                if (typeof headerValue === 'number') {
                    clientHeader = String(headerValue);
                }
                else if (Array.isArray(headerValue)) {
                    clientHeader = headerValue.join(', ');
                }
                else {
                    clientHeader = headerValue;
                }
            }
        }
        const additionalValue = additionalHeaders[Headers.ContentType];
        // Return the first non-undefined value, converting numbers or arrays to strings if necessary
        if (additionalValue !== undefined) {
            if (typeof additionalValue === 'number') {
                return String(additionalValue);
            }
            else if (Array.isArray(additionalValue)) {
                return additionalValue.join(', ');
            }
            else {
                return additionalValue;
            }
        }
        if (clientHeader !== undefined) {
            return clientHeader;
        }
        return _default;
    }
    _getAgent(parsedUrl) {
        let agent;
        const proxyUrl = _proxy_js__WEBPACK_IMPORTED_MODULE_2__/* .getProxyUrl */ .s(parsedUrl);
        const useProxy = proxyUrl && proxyUrl.hostname;
        if (this._keepAlive && useProxy) {
            agent = this._proxyAgent;
        }
        if (!useProxy) {
            agent = this._agent;
        }
        // if agent is already assigned use that agent.
        if (agent) {
            return agent;
        }
        const usingSsl = parsedUrl.protocol === 'https:';
        let maxSockets = 100;
        if (this.requestOptions) {
            maxSockets = this.requestOptions.maxSockets || http__WEBPACK_IMPORTED_MODULE_0__.globalAgent.maxSockets;
        }
        // This is `useProxy` again, but we need to check `proxyURl` directly for TypeScripts's flow analysis.
        if (proxyUrl && proxyUrl.hostname) {
            const agentOptions = {
                maxSockets,
                keepAlive: this._keepAlive,
                proxy: Object.assign(Object.assign({}, ((proxyUrl.username || proxyUrl.password) && {
                    proxyAuth: `${proxyUrl.username}:${proxyUrl.password}`
                })), { host: proxyUrl.hostname, port: proxyUrl.port })
            };
            let tunnelAgent;
            const overHttps = proxyUrl.protocol === 'https:';
            if (usingSsl) {
                tunnelAgent = overHttps ? tunnel__WEBPACK_IMPORTED_MODULE_3__.httpsOverHttps : tunnel__WEBPACK_IMPORTED_MODULE_3__.httpsOverHttp;
            }
            else {
                tunnelAgent = overHttps ? tunnel__WEBPACK_IMPORTED_MODULE_3__.httpOverHttps : tunnel__WEBPACK_IMPORTED_MODULE_3__.httpOverHttp;
            }
            agent = tunnelAgent(agentOptions);
            this._proxyAgent = agent;
        }
        // if tunneling agent isn't assigned create a new agent
        if (!agent) {
            const options = { keepAlive: this._keepAlive, maxSockets };
            agent = usingSsl ? new https__WEBPACK_IMPORTED_MODULE_1__.Agent(options) : new http__WEBPACK_IMPORTED_MODULE_0__.Agent(options);
            this._agent = agent;
        }
        if (usingSsl && this._ignoreSslError) {
            // we don't want to set NODE_TLS_REJECT_UNAUTHORIZED=0 since that will affect request for entire process
            // http.RequestOptions doesn't expose a way to modify RequestOptions.agent.options
            // we have to cast it to any and change it directly
            agent.options = Object.assign(agent.options || {}, {
                rejectUnauthorized: false
            });
        }
        return agent;
    }
    _getProxyAgentDispatcher(parsedUrl, proxyUrl) {
        let proxyAgent;
        if (this._keepAlive) {
            proxyAgent = this._proxyAgentDispatcher;
        }
        // if agent is already assigned use that agent.
        if (proxyAgent) {
            return proxyAgent;
        }
        const usingSsl = parsedUrl.protocol === 'https:';
        proxyAgent = new undici__WEBPACK_IMPORTED_MODULE_4__.ProxyAgent(Object.assign({ uri: proxyUrl.href, pipelining: !this._keepAlive ? 0 : 1 }, ((proxyUrl.username || proxyUrl.password) && {
            token: `Basic ${Buffer.from(`${proxyUrl.username}:${proxyUrl.password}`).toString('base64')}`
        })));
        this._proxyAgentDispatcher = proxyAgent;
        if (usingSsl && this._ignoreSslError) {
            // we don't want to set NODE_TLS_REJECT_UNAUTHORIZED=0 since that will affect request for entire process
            // http.RequestOptions doesn't expose a way to modify RequestOptions.agent.options
            // we have to cast it to any and change it directly
            proxyAgent.options = Object.assign(proxyAgent.options.requestTls || {}, {
                rejectUnauthorized: false
            });
        }
        return proxyAgent;
    }
    _getUserAgentWithOrchestrationId(userAgent) {
        const baseUserAgent = userAgent || 'actions/http-client';
        const orchId = process.env['ACTIONS_ORCHESTRATION_ID'];
        if (orchId) {
            // Sanitize the orchestration ID to ensure it contains only valid characters
            // Valid characters: 0-9, a-z, _, -, .
            const sanitizedId = orchId.replace(/[^a-z0-9_.-]/gi, '_');
            return `${baseUserAgent} actions_orchestration_id/${sanitizedId}`;
        }
        return baseUserAgent;
    }
    _performExponentialBackoff(retryNumber) {
        return __awaiter(this, void 0, void 0, function* () {
            retryNumber = Math.min(ExponentialBackoffCeiling, retryNumber);
            const ms = ExponentialBackoffTimeSlice * Math.pow(2, retryNumber);
            return new Promise(resolve => setTimeout(() => resolve(), ms));
        });
    }
    _processResponse(res, options) {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve, reject) => __awaiter(this, void 0, void 0, function* () {
                const statusCode = res.message.statusCode || 0;
                const response = {
                    statusCode,
                    result: null,
                    headers: {}
                };
                // not found leads to null obj returned
                if (statusCode === HttpCodes.NotFound) {
                    resolve(response);
                }
                // get the result from the body
                function dateTimeDeserializer(key, value) {
                    if (typeof value === 'string') {
                        const a = new Date(value);
                        if (!isNaN(a.valueOf())) {
                            return a;
                        }
                    }
                    return value;
                }
                let obj;
                let contents;
                try {
                    contents = yield res.readBody();
                    if (contents && contents.length > 0) {
                        if (options && options.deserializeDates) {
                            obj = JSON.parse(contents, dateTimeDeserializer);
                        }
                        else {
                            obj = JSON.parse(contents);
                        }
                        response.result = obj;
                    }
                    response.headers = res.message.headers;
                }
                catch (err) {
                    // Invalid resource (contents not json);  leaving result obj null
                }
                // note that 3xx redirects are handled by the http layer.
                if (statusCode > 299) {
                    let msg;
                    // if exception/error in body, attempt to get better error
                    if (obj && obj.message) {
                        msg = obj.message;
                    }
                    else if (contents && contents.length > 0) {
                        // it may be the case that the exception is in the body message as string
                        msg = contents;
                    }
                    else {
                        msg = `Failed request: (${statusCode})`;
                    }
                    const err = new HttpClientError(msg, statusCode);
                    err.result = response.result;
                    reject(err);
                }
                else {
                    resolve(response);
                }
            }));
        });
    }
}
const lowercaseKeys = (obj) => Object.keys(obj).reduce((c, k) => ((c[k.toLowerCase()] = obj[k]), c), {});
//# sourceMappingURL=index.js.map

/***/ }),

/***/ 689:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ checkBypass),
/* harmony export */   s: () => (/* binding */ getProxyUrl)
/* harmony export */ });
function getProxyUrl(reqUrl) {
    const usingSsl = reqUrl.protocol === 'https:';
    if (checkBypass(reqUrl)) {
        return undefined;
    }
    const proxyVar = (() => {
        if (usingSsl) {
            return process.env['https_proxy'] || process.env['HTTPS_PROXY'];
        }
        else {
            return process.env['http_proxy'] || process.env['HTTP_PROXY'];
        }
    })();
    if (proxyVar) {
        try {
            return new DecodedURL(proxyVar);
        }
        catch (_a) {
            if (!proxyVar.startsWith('http://') && !proxyVar.startsWith('https://'))
                return new DecodedURL(`http://${proxyVar}`);
        }
    }
    else {
        return undefined;
    }
}
function checkBypass(reqUrl) {
    if (!reqUrl.hostname) {
        return false;
    }
    const reqHost = reqUrl.hostname;
    if (isLoopbackAddress(reqHost)) {
        return true;
    }
    const noProxy = process.env['no_proxy'] || process.env['NO_PROXY'] || '';
    if (!noProxy) {
        return false;
    }
    // Determine the request port
    let reqPort;
    if (reqUrl.port) {
        reqPort = Number(reqUrl.port);
    }
    else if (reqUrl.protocol === 'http:') {
        reqPort = 80;
    }
    else if (reqUrl.protocol === 'https:') {
        reqPort = 443;
    }
    // Format the request hostname and hostname with port
    const upperReqHosts = [reqUrl.hostname.toUpperCase()];
    if (typeof reqPort === 'number') {
        upperReqHosts.push(`${upperReqHosts[0]}:${reqPort}`);
    }
    // Compare request host against noproxy
    for (const upperNoProxyItem of noProxy
        .split(',')
        .map(x => x.trim().toUpperCase())
        .filter(x => x)) {
        if (upperNoProxyItem === '*' ||
            upperReqHosts.some(x => x === upperNoProxyItem ||
                x.endsWith(`.${upperNoProxyItem}`) ||
                (upperNoProxyItem.startsWith('.') &&
                    x.endsWith(`${upperNoProxyItem}`)))) {
            return true;
        }
    }
    return false;
}
function isLoopbackAddress(host) {
    const hostLower = host.toLowerCase();
    return (hostLower === 'localhost' ||
        hostLower.startsWith('127.') ||
        hostLower.startsWith('[::1]') ||
        hostLower.startsWith('[0:0:0:0:0:0:0:1]'));
}
class DecodedURL extends URL {
    constructor(url, base) {
        super(url, base);
        this._decodedUsername = decodeURIComponent(super.username);
        this._decodedPassword = decodeURIComponent(super.password);
    }
    get username() {
        return this._decodedUsername;
    }
    get password() {
        return this._decodedPassword;
    }
}
//# sourceMappingURL=proxy.js.map

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(829);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
