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

/***/ 500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

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

// Stands in for `undici` in the bundle. Two packages of @actions import it: http-client, which would
// use it for agents that nobody here asks for, and github, which is loaded only when GitHub is
// asked. Both would load it (0.9 MB, a third of the start-up) in every step. The real one is a file
// beside the bundle and is loaded when it is first used. `scripts/bundle/build.ts` puts both in
// their places; __non_webpack_require__ is webpack's name for a `require` that it leaves alone.


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
/* harmony export */   Bv: () => (/* binding */ withTimeLimit),
/* harmony export */   ml: () => (/* binding */ systemClock),
/* harmony export */   oL: () => (/* binding */ raceWithSignal)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(500);
// A clock that tests can replace, and waits that end with an abort signal.

/** `setTimeout` fires immediately for a delay above the signed 32-bit maximum. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    async sleep(ms, signal) {
        const endMs = performance.now() + ms;
        let leftMs = ms;
        do {
            const delayMs = Math.min(Math.max(Math.ceil(leftMs), 0), LONGEST_TIMER_MS);
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(delayMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
            // A timer may fire a little early.
            leftMs = endMs - performance.now();
        } while (leftMs > 0);
    },
};
/**
 * Settles with `work`, or rejects with the signal's reason if it is aborted first. `work` is not
 * cancelled.
 */
async function raceWithSignal(work, signal) {
    const aborted = Promise.withResolvers();
    const onAbort = () => aborted.reject(signal.reason);
    if (signal.aborted)
        onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
/**
 * Starts a timer of `ms` milliseconds. The returned signal is aborted with `reason` when the timer
 * expires, and together with `signal`. `clear` stops the timer.
 */
function withTimeLimit(clock, ms, { signal, reason }) {
    const expiry = new AbortController();
    const cleared = new AbortController();
    clock.sleep(ms, cleared.signal).then(() => expiry.abort(reason), () => undefined);
    return {
        signal: signal === undefined ? expiry.signal : AbortSignal.any([signal, expiry.signal]),
        clear: () => cleared.abort(),
    };
}


/***/ }),

/***/ 829:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(209);
/* harmony import */ var _runner_host_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(338);
// The entry point, which `action.yml` runs as `dist/index.js`.


// Behind a proxy with a password, a dependency calls a deprecated function. Users cannot change
// that, so they get no warning.
process.noDeprecation = true;
await (0,_main_js__WEBPACK_IMPORTED_MODULE_0__/* .main */ .i)((0,_runner_host_js__WEBPACK_IMPORTED_MODULE_1__/* .systemHost */ .E)());

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 209:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ main)
});

;// CONCATENATED MODULE: ./advice.js
// The codes with which a step fails: a closed list, each with what is wrong and what to do.
/** The advice for the codes that the service itself sends (API 7). */
const ADVICE_OF_SERVICE = {
    unauthorized: {
        title: 'The API key was not accepted',
        isFatal: true,
        next: 'The key is mistyped, revoked or expired (by default after 90 days). An owner or admin ' +
            'creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
    },
    forbidden: {
        title: 'The API key lacks permission',
        isFatal: true,
        next: 'Deploy, start, stop and restart need a key with the scope "deploy", everything else needs ' +
            '"read". Create a new key in the console under SETTINGS → API KEYS, then replace the secret.',
    },
    billing: {
        title: 'The wallet or subscription does not allow it',
        isFatal: true,
        next: 'Top up the wallet or change the subscription in the console, then run the job again.',
    },
    busy: {
        title: 'The resource is busy with other work',
        next: 'Run the job again when the other work has ended, or use on-busy: wait with a longer ' +
            'timeout. Jobs that deploy the same resource belong in one concurrency group.',
    },
    rate_limited: {
        title: 'The rate limit of the API key is reached',
        next: 'A key has 120 requests a minute for everything that uses it. Use a separate key for this ' +
            'repository, set concurrent-jobs, or give the step a longer timeout.',
    },
    create_limit: {
        title: 'The daily limit of the API key is reached',
        next: 'Run the job again tomorrow, or ask an owner to raise the daily cap of the key.',
    },
};
/** The advice of every code, in the order of the documentation. */
const ADVICE_BY_CODE = {
    ...ADVICE_OF_SERVICE,
    deployment_failed: {
        title: 'The deployment failed',
        next: 'Fix the cause and deploy again. The outputs name the file with the whole log.',
    },
    deployment_cancelled: {
        title: 'The deployment was cancelled',
        next: 'SETTINGS → ACTIVITY may show by whom. If it is still wanted, run the job again.',
    },
    timeout: {
        title: 'The deadline was reached',
        next: 'Give the step a longer timeout, then run the job again.',
    },
    interrupted: {
        title: 'The run was cancelled',
        next: 'Run the job again if it is still wanted.',
    },
    invalid_input: {
        title: 'Invalid inputs',
        next: 'Correct this in the workflow, or in the variables and secrets that it uses.',
    },
    missing_env: {
        title: 'Environment variables are missing',
        next: 'Set what is missing for the resource in the console, or take it out of required-env.',
    },
    not_running: {
        title: 'The resource is not in the expected state',
        next: 'Look for the cause in its runtime log (operation: logs) and in the console.',
    },
    unhealthy: {
        title: 'The health check did not pass',
        next: 'Check the path or address in health-check, and look for errors in the runtime log ' +
            '(operation: logs). If the app needs more time, raise health-check-timeout or timeout.',
    },
    no_deployment: {
        title: 'There is no deployment to wait for',
        next: 'Start one before this step or pass its id. deployment-id: latest takes the last one.',
    },
    not_found: {
        title: 'The service does not know this resource, or a part of it',
        isFatal: true,
        next: 'Check resource-id (operation: list shows all ids), deployment-id, base-url and the ' +
            'organisation of the key. It may also have been deleted, or have no logs or variables.',
    },
    unreachable: {
        title: 'The service could not be reached',
        next: 'Check base-url, and that the runner can reach that host (name, firewall, proxy, ' +
            'certificate); the service may be down. Then run the job again.',
    },
    unreadable_reply: {
        title: 'The reply is not from the API',
        next: 'Check that base-url is the API of the service and ends with its version, such as /api/v1. ' +
            'If it does, a proxy or gateway may have answered: ask its operator, or try again later.',
    },
    service_error: {
        title: 'The service failed or refused the request',
        next: 'Run the job again later. If it fails again, report it to the operator of the service.',
    },
    ambiguous: {
        title: 'It is not known which deployment is ours',
        next: 'Find it in the console and follow it with operation: follow and its deployment-id.',
    },
    unknown_outcome: {
        title: 'It is not known whether the request was accepted',
        next: 'Look at the resource and its deployments in the console before you run the job again.',
    },
    internal: {
        title: 'The action itself failed',
        next: 'If the message names nothing to change, report this bug with the log of the step.',
    },
};
/** The advice by code; a code that only the service knows has none. */
const ADVICE = new Map(Object.entries(ADVICE_BY_CODE));
/**
 * The code to report for a code that the service sent. One of this action's own codes, or one that
 * does not look like a code, becomes `service_error`.
 */
function serviceCode(sent) {
    const normalized = sent.toLowerCase().replaceAll('-', '_');
    if (isApiCode(normalized))
        return normalized;
    return isServiceCode(sent) ? sent : 'service_error';
}
function isApiCode(code) {
    return Object.hasOwn(ADVICE_OF_SERVICE, code);
}
function isServiceCode(sent) {
    return /^[a-z][a-z0-9_]{0,39}$/.test(sent) && !ADVICE.has(sent);
}
/** The advice for this code; a general one for a code that only the service knows. */
function adviceFor(code) {
    const next = 'Look for this code in the documentation of the service, or run the job again later.';
    const title = `The service answered with the error ${code}`;
    return ADVICE.get(code) ?? { title, next };
}

;// CONCATENATED MODULE: ./failure.js
// Why a step fails: one error class with a code.

/** What to do after a 4xx without advice of its own. */
const CORRECT_REQUEST = 'The same request would be refused again. Correct what the service names.';
/**
 * A 4xx after which the same request may succeed later: timed out, locked, too early, rate limited.
 * Only 408 and 429 are retried by the step itself.
 */
const TRANSIENT = new Set([408, 423, 425, 429]);
/**
 * An expected error that ends the work on a resource, or the whole step. `message` is what
 * happened, in one or two sentences.
 */
class Failure extends Error {
    name = 'Failure';
    code;
    options;
    constructor(code, message, options = {}) {
        super(message);
        this.code = code;
        this.options = options;
    }
    get title() {
        return this.options.title ?? adviceFor(this.code).title;
    }
    get next() {
        if (this.options.next !== undefined)
            return this.options.next;
        const byStatus = this.options.httpStatus === 401 ? 'unauthorized' : 'forbidden';
        if (this.isAboutKey && !ADVICE.has(this.code))
            return adviceFor(byStatus).next;
        const hasAdvice = this.code !== 'service_error' && ADVICE.has(this.code);
        return !hasAdvice && this.isLasting ? CORRECT_REQUEST : adviceFor(this.code).next;
    }
    /** The message, with invalid inputs one line for each. Any other may quote a line end. */
    get lines() {
        return this.code === 'invalid_input' ? this.message.split('\n') : [this.message];
    }
    /** The same request would be refused again: a 4xx that is not worth a retry. */
    get isLasting() {
        const { httpStatus = 0 } = this.options;
        return httpStatus >= 400 && httpStatus < 500 && !TRANSIENT.has(httpStatus);
    }
    /** A 401 or 403 of the API is about the key, whatever its code. */
    get isAboutKey() {
        const { httpStatus = 0 } = this.options;
        return [401, 403].includes(httpStatus) && this.code !== 'unreadable_reply';
    }
    /** Nothing else can be read either, so the work on the resource ends. */
    get isFatal() {
        return this.isAboutKey || adviceFor(this.code).isFatal === true;
    }
}
/** Resolves with the result of `work` or the failure that ended it; rejects with other errors. */
async function catchFailure(work) {
    return await work.catch((error) => {
        if (isFailure(error))
            return error;
        throw error;
    });
}
/** For an error that nothing has foreseen: its own message could hold anything. */
function unforeseenFailure() {
    return new Failure('internal', 'An error occurred that the action does not foresee.');
}
/** True for a failure with one of these codes. */
function isFailure(error, ...codes) {
    return (error instanceof Failure && (codes.length === 0 || codes.some((code) => code === error.code)));
}

;// CONCATENATED MODULE: ./url.js
// Which addresses may be requested or linked: `https:`, and `http:` for loopback hosts.
/** True for `localhost` and loopback addresses. */
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
/**
 * True for an address that may be requested or linked: `https:`, or `http:` for a loopback host,
 * without a user name and password.
 */
function isAllowedAddress(text) {
    // The URL parser accepts white space, control characters, backslashes and missing slashes.
    if (/[\s\p{Cc}]|^[^?#]*\\/u.test(text) || !/^https?:\/\/[^/]/i.test(text))
        return false;
    const url = URL.parse(text);
    // Even an empty user name counts.
    if (url === null || /^[^/]*\/\/[^/?#]*@/.test(text))
        return false;
    return url.protocol === 'https:' || isLoopback(url.hostname);
}

;// CONCATENATED MODULE: ./api/json.js
// Reads JSON whose form is only partly known: compares names without case and separators, searches
// with limits, and describes shapes.
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** The value if it is an array. */
function asArray(value) {
    return Array.isArray(value) ? value : undefined;
}
/** The value if it is a text that is not empty. */
function asText(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** True for an empty text, list or object, and for `null`. */
function isBlank(value) {
    if (isRecord(value))
        return namesIn(value).length === 0;
    return value === '' || value === null || asArray(value)?.length === 0;
}
/** Limits of JSON that is parsed: more levels or more values would take gigabytes. */
const MAX_LEVELS = 1_000;
const MAX_VALUES = 2_000_000;
/** True for JSON above these limits. Counts levels and values without parsing. */
function isTooComplex(json) {
    let levels = 0;
    let values = 1;
    let isInText = false;
    for (let at = 0; at < json.length && levels <= MAX_LEVELS && values <= MAX_VALUES; at += 1) {
        const char = json[at];
        if (char === '"')
            isInText = !isInText;
        if (isInText) {
            if (char === '\\')
                at += 1;
            continue;
        }
        const isOpening = char === '{' || char === '[';
        if (isOpening)
            levels += 1;
        if (char === '}' || char === ']')
            levels -= 1;
        if (isOpening || char === ',')
            values += 1;
    }
    return levels > MAX_LEVELS || values > MAX_VALUES;
}
/**
 * The whole body as JSON: an object, an array, a string or `null`. Undefined for any other text,
 * for broken JSON, and above the limits. Parses only a text that begins and ends like JSON.
 */
function parseJson(body) {
    const text = body.trim(); // removes a byte order mark, too
    const hasEnds = text === 'null' || ['{}', '[]', '""'].includes(`${text.at(0)}${text.at(-1)}`);
    if (!hasEnds || isTooComplex(text))
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Limits of a search: levels of objects and arrays, and their total number. */
const MAX_DEPTH = 6;
const MAX_NODES = 10_000;
/** Listing the names of a million fields takes as long as parsing them, so it is done once. */
const namesOfRecords = new WeakMap();
/** The names of an object's fields; of a very large one the first 10,000. */
function namesIn(record) {
    const names = namesOfRecords.get(record) ?? Object.keys(record).slice(0, MAX_NODES);
    // A small record is listed again sooner than it is found.
    if (names.length === MAX_NODES)
        namesOfRecords.set(record, names);
    return names;
}
/** An object with its fields; of a very large one the first 10,000. */
function nodeOf(record, path = '', parent) {
    const fields = namesIn(record).map((name) => ({
        name,
        // The test is for speed: most names are in lower case.
        normalizedName: /[^a-z\d]/.test(name) ? name.replaceAll(/[_-]/g, '').toLowerCase() : name,
        value: record[name],
    }));
    return { record, fields, path, parent, level: parent === undefined ? 0 : parent.level + 1 };
}
/**
 * The objects in a value, outermost first. `isEntered` decides whether a field is searched. It is
 * also called for each item of a list, with the name of the list.
 */
function walk(root, isEntered = () => true) {
    const nodes = [];
    const whole = { name: '', normalizedName: '', value: root, path: '', depth: 0 };
    const queue = [whole];
    const add = (next) => {
        const isEnterable = typeof next.value === 'object' && next.value !== null;
        if (!isEnterable || next.depth > MAX_DEPTH || queue.length >= MAX_NODES)
            return;
        if (isEntered(next))
            queue.push(next);
    };
    for (const entry of queue) {
        const { value, path, parent } = entry;
        const depth = entry.depth + 1;
        for (const [index, item] of (asArray(value) ?? []).slice(0, MAX_NODES).entries())
            add({ ...entry, value: item, path: `${path}[${index}]`, depth });
        if (!isRecord(value))
            continue;
        const node = nodeOf(value, path, parent);
        nodes.push(node);
        for (const field of node.fields)
            add({ ...field, path: pathTo(path, field.name), depth, parent: node });
    }
    return nodes;
}
/**
 * The first value other than undefined that `read` returns for a field that is not `null`. `names`
 * are normalized, and tried in their order.
 */
function firstOf({ fields }, names, read) {
    for (const name of names) {
        for (const { normalizedName, value } of fields) {
            const isFound = normalizedName === name && value !== null;
            const result = isFound ? read(value) : undefined;
            if (result !== undefined)
                return result;
        }
    }
    return undefined;
}
/** A longer name is probably data. It is left out: a secret that is cut would escape redaction. */
const MAX_NAME_CHARS = 40;
/** The path of a field below `path`. */
function pathTo(path, name) {
    const shown = name.length <= MAX_NAME_CHARS ? name : '…';
    return path === '' ? shown : `${path}.${shown}`;
}
/** Limits of a shape: nested objects, and fields of each. */
const SHAPE_DEPTH = 3;
const SHAPE_FIELDS = 10;
/**
 * Names and types of fields, never values: `{ok:boolean,deployments:[2×{id:string}]}`. It has no
 * spaces, so that Markdown shows it as one piece of code.
 */
function shapeOf(value, depth = 0) {
    const list = asArray(value);
    if (depth > SHAPE_DEPTH)
        return '…';
    if (list !== undefined)
        return list.length === 0 ? '[]' : `[${list.length}×${shapeOf(list[0], depth + 1)}]`;
    if (!isRecord(value))
        return value === null ? 'null' : typeof value;
    const names = namesIn(value);
    const fields = names
        .slice(0, SHAPE_FIELDS)
        .map((name) => `${pathTo('', name)}:${shapeOf(value[name], depth + 1)}`);
    return `{${fields.join(',')}${names.length > SHAPE_FIELDS ? ',…' : ''}}`;
}
/** A longer text is left out: it is not a sentence, and a part of it could end within a secret. */
const MAX_LINE_CHARS = 2 ** 16;
/**
 * The text on one line; undefined if it is blank or too long, or if the value is not a text. Line
 * feeds and tabs become line separators (U+2028), which the sanitizers fold after they have
 * redacted secrets: in a text that was folded or cut earlier, they might miss one.
 */
function toLine(value) {
    const text = asText(value);
    const isShown = text !== undefined && text.length <= MAX_LINE_CHARS && /[^\p{Cc}\s]/u.test(text);
    return isShown ? text.trim().replaceAll(/[\n\t]/g, '\u2028') : undefined;
}

;// CONCATENATED MODULE: ./api/addresses.js
// Reads the domains of a resource as addresses: validated, in punycode, without a path.


/** Normalized names of the fields that hold the address of an app, the clearest first. */
const FIELD_NAMES = ['domains', 'domain', 'fqdn', 'url', 'urls', 'hosts'];
/** Fields of an entry in a list of domains. */
const ENTRY_NAMES = [...FIELD_NAMES, 'host', 'hostname', 'name'];
/** How deep lists and objects below such a field may be nested. */
const addresses_MAX_DEPTH = 5;
/** How many texts are tried as hosts. */
const MAX_TEXTS = 100;
/**
 * The addresses of a resource in the service's order: those of the first field that holds any, in
 * the record or beside it.
 */
function addressesOf(node) {
    const fields = [node, ...(node.parent ? [node.parent] : [])].flatMap((holder) => FIELD_NAMES.flatMap((name) => holder.fields.filter((field) => field.normalizedName === name)));
    const values = fields.map(({ value }) => value).filter((value) => !isBlank(value));
    for (const value of values) {
        const found = [...textsIn(value)].slice(0, MAX_TEXTS).flatMap(asAddress);
        if (found.length > 0)
            return [...new Set(found)];
    }
    return [];
}
/** The addresses without loopback ones, which would be the runner itself. */
function withoutLoopback(addresses) {
    return addresses.filter((address) => !address.startsWith('http:'));
}
/** The texts in a value that may be hosts. An object shows the first of its fields for one. */
function* textsIn(value, depth = 0) {
    if (depth > addresses_MAX_DEPTH)
        return;
    if (typeof value === 'string')
        yield* value.split(',', MAX_TEXTS);
    for (const item of asArray(value) ?? [])
        yield* textsIn(item, depth + 1);
    // A port beside a domain is the port of the container, so it is ignored.
    if (isRecord(value))
        yield* textsIn(firstOf(nodeOf(value), ENTRY_NAMES, unlessBlank), depth + 1);
}
function unlessBlank(value) {
    return isBlank(value) ? undefined : value;
}
/** A host name, or an IPv6 address in brackets. */
const HOST_NAME = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?:\.|$))+$|^\[/;
const IPV4 = /^\d+(?:\.\d+){3}$/;
/** Longer text is not parsed. */
const MAX_CHARS = 1024;
/**
 * No host has these: a path alone, user info, a query, a wildcard, white space, control characters.
 */
const NOT_A_HOST = /^(?:https?:\/\/)?\/|[\p{Cc}\s@\\?#%*]/iu;
/**
 * The address of a domain or an `http(s):` URL: `https:`, or `http:` for loopback, with the host in
 * lower case and punycode, and its port unless it is the default port. A text with a path needs a
 * scheme, and so does a single word without a port.
 */
function asAddress(untrimmed) {
    const text = untrimmed.trim();
    if (text.length > MAX_CHARS || NOT_A_HOST.test(text))
        return [];
    const hasScheme = /^https?:\/\//i.test(text);
    const url = URL.parse(hasScheme ? text : `https://${text}`);
    if (url === null)
        return [];
    const name = url.hostname.replace(/\.$/, '');
    const port = url.port === '' ? '' : `:${url.port}`;
    const isWord = !/[.:]/.test(name) && name !== 'localhost' && port === '';
    if (!hasScheme && (isWord || url.pathname !== '/'))
        return [];
    // The URL parser turns `1234` and `0x7f.1` into IPv4 addresses; neither is a domain.
    const isNumber = IPV4.test(name) && !text.includes(name);
    if (isNumber || !HOST_NAME.test(name))
        return [];
    return [`${isLoopback(name) ? 'http' : 'https'}://${name}${port}`];
}

// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/proxy.js
var proxy = __nccwpck_require__(689);
;// CONCATENATED MODULE: ./api/connection-errors.js
// Network errors: whether the request may have arrived, and what went wrong in plain words.


/** What happened to a request without a complete reply, by its kind. */
const WITHOUT_REPLY = {
    unsent: 'no connection to HOST',
    rejected: 'no connection to HOST',
    lost: 'the connection to HOST was lost',
    protocol: 'the connection to HOST was lost',
    'too-large': 'the reply of HOST cannot be read',
};
/** A request without a complete reply. */
class ExchangeError extends Error {
    name = 'ExchangeError';
    errorKind;
    constructor(errorKind, message) {
        super(message);
        this.errorKind = errorKind;
    }
}
/** Errors of TLS, by the codes and messages of OpenSSL. */
const CERTIFICATE = /SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_|DEPTH_ZERO_/;
const HANDSHAKE = /wrong version|packet length|handshake fail|protocol version|unsupported protocol/;
const NO_COMMON_TLS = 'it has no TLS at this port, or no TLS version that the runner supports';
/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS = [
    [/^ECONNREFUSED/, 'the host refuses connections at this port'],
    [/^ENOTFOUND|^EAI_AGAIN/, 'the host name does not resolve'],
    [/^ECONNRESET/, 'closed by the other side'],
    [/^HPE_/, 'its reply is not HTTP', 'protocol'],
    [/^CERT_HAS_EXPIRED/, 'its certificate has expired', 'rejected'],
    [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name', 'rejected'],
    [CERTIFICATE, 'its certificate is not accepted (NODE_EXTRA_CA_CERTS can add its CA)', 'rejected'],
    [HANDSHAKE, NO_COMMON_TLS, 'rejected'],
];
/** What the HTTP client throws when a proxy opens no tunnel. */
const NO_TUNNEL = /^tunneling socket could not be established, (.*)/;
/** The message of Node when the server closes the connection during the handshake. */
const NO_TLS = 'before secure TLS connection was established';
/**
 * Classifies an error of the HTTP client. Exported for tests, since not every machine can provoke
 * every error.
 */
function networkError(error) {
    // For a host with several addresses Node puts the error of each attempt into `errors`.
    const [cause = error] = (isRecord(error) ? asArray(error['errors']) : undefined) ?? [];
    const textOf = (name) => (isRecord(cause) ? (asText(cause[name]) ?? '') : '');
    const code = textOf('code');
    const message = textOf('message');
    const [, tunnelProblem] = NO_TUNNEL.exec(message) ?? [];
    if (tunnelProblem !== undefined)
        return proxyError(tunnelProblem);
    const [, problem, kind] = PROBLEMS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
    const isUnsent = message.includes(NO_TLS) || ['connect', 'getaddrinfo'].includes(textOf('syscall'));
    const text = problem === undefined ? code || 'the connection failed' : `${problem} (${code})`;
    return new ExchangeError(kind ?? (isUnsent ? 'unsent' : 'lost'), text);
}
function proxyError(problem) {
    const [, status] = /^statusCode=(\d+)/.exec(problem) ?? [];
    const cause = problem.replace('cause=', '');
    const what = status === undefined ? `cannot be reached (${cause})` : `answered ${status}`;
    // Another attempt would get the same 4xx.
    const kind = status?.startsWith('4') === true ? 'rejected' : 'unsent';
    return new ExchangeError(kind, `the runner's proxy ${what}`);
}
/**
 * Throws if the address of the proxy cannot be read: the client would fail without a reason, or use
 * no proxy.
 */
function assertReadableProxy(url) {
    const name = url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    if (!process.env[name.toLowerCase()] && !process.env[name])
        return;
    try {
        const target = new URL(url);
        if ((0,proxy/* checkBypass */.H)(target) || (0,proxy/* getProxyUrl */.s)(target)?.hostname)
            return;
    }
    catch {
        // The address is not a URL at all.
    }
    // The address may hold credentials, so it is not shown.
    const problem = `${name} is not a valid proxy address (expected something like http://host:8080)`;
    throw new ExchangeError('rejected', problem);
}

;// CONCATENATED MODULE: ./api/classify.js
// Classifies the result of a request: an answer of the API, a reply of a proxy or gateway on the
// way, or no reply.




/** Codes by HTTP status, for replies without a code of their own (API 7). */
const CODE_BY_STATUS = {
    401: 'unauthorized',
    402: 'billing',
    403: 'forbidden',
    409: 'busy',
    429: 'rate_limited',
};
/** Classifies a reply with any status. `json`: its body; undefined if that is not JSON. */
function classify(reply, call, json) {
    const { status, body, headers } = reply;
    const error = errorIn(json);
    const isSuccess = status >= 200 && status < 300 && error === undefined;
    if (isSuccess && (json !== undefined || isTextAnswer(reply, call)))
        return { kind: 'ok', json, body, location: headers.location };
    const retryAfterMs = retryAfterIn(reply);
    const code = codeOf(status, error);
    const options = { httpStatus: status, retryAfterMs };
    const failed = (kind, shown = code) => ({
        kind,
        failure: new Failure(shown, messageOf(error, status, call), options),
    });
    if (isRateLimit(code, status, retryAfterMs))
        return failed('rateLimited');
    const isUnavailable = status >= 500 || status === 408;
    if (error === undefined) {
        // An answer of a gateway does not show that the service was reached.
        if (isUnavailable)
            return failed('gateway', 'unreachable');
        // Something that answers 2xx instead of the API may have passed the request on.
        return {
            kind: status < 300 ? 'doubtful' : 'notApi',
            failure: notApiFailure(reply, { call, json }),
        };
    }
    // A read answered with 2xx and an error is doubtful, so it is sent again.
    if (status < 300 && call.method === 'GET')
        return failed('doubtful');
    return failed(isUnavailable ? 'server' : 'refused');
}
/** A 429 with another code is a rate limit only with `Retry-After`; the daily limit never is. */
function isRateLimit(code, status, retryAfterMs) {
    if (code === 'rate_limited')
        return true;
    return status === 429 && code !== 'create_limit' && retryAfterMs !== undefined;
}
/** A trimmed body that is empty, or JSON that holds no more than `true` or a number. */
const NO_OBJECT = /^(?:true|\d{1,20})?$/;
/** True for a body that answers the request, although nothing can be read from it. */
function isTextAnswer({ status, body }, { method, mayBeText = false }) {
    if (mayBeText)
        return !isMarkup(body);
    const isShort = body.trim().length <= MAX_QUOTED_CHARS;
    // A 202 is no page of a proxy; a 200 with text may be.
    const isAccepted = NO_OBJECT.test(body.trim()) || (status === 202 && isShort && !isMarkup(body));
    return method === 'POST' && isAccepted;
}
const TOO_LARGE = {
    isTooLarge: true,
    title: 'The reply of the service is too large',
    next: 'For a runtime log, set fewer lines. Otherwise report it to the operator of the service.',
};
/** Classifies a request without a complete reply. */
function classifyError({ errorKind, message }, call) {
    const isTooLarge = errorKind === 'too-large';
    const what = WITHOUT_REPLY[errorKind].replace('HOST', () => call.host);
    const code = isTooLarge ? 'unreadable_reply' : 'unreachable';
    const sentence = `${requestOf(call)}: ${what}: ${message}.`;
    return { kind: errorKind, failure: new Failure(code, sentence, isTooLarge ? TOO_LARGE : {}) };
}
function errorIn(json) {
    return isRecord(json) && json['ok'] === false ? errorOf(json) : undefined;
}
/** The code and message of a reply: from its object `error`, or from its own fields. */
function errorOf(json) {
    const holder = nodeOf(isRecord(json['error']) ? json['error'] : json);
    return {
        code: firstOf(holder, ['code'], toLine),
        message: firstOf(holder, ['message', 'error'], toLine) ?? '',
    };
}
/** The status decides where there is no code; a 404 of the API is always `not_found`. */
function codeOf(status, error) {
    if (status === 404)
        return 'not_found';
    return error?.code === undefined
        ? (CODE_BY_STATUS[status] ?? 'service_error')
        : serviceCode(error.code);
}
function messageOf(error, status, call) {
    // The key may belong to another host, so name the host.
    const at = error === undefined || status === 401 || status === 403 ? ` at ${call.host}` : '';
    const who = error === undefined ? 'a gateway or proxy' : 'the service';
    const code = error?.code === undefined ? '' : ` ${error.code}`;
    const { message = '' } = error ?? {};
    const sentence = message === '' ? '.' : `: "${message}"${/[.!?]$/.test(message) ? '' : '.'}`;
    return `${requestOf(call)}: ${who}${at} answered ${status}${code}${sentence}`;
}
/** A request in words. Ids are decoded: encoded once more, an encoded secret is not recognised. */
function requestOf({ method, path }) {
    return `${method} ${decodeURIComponent(path)}`;
}
function notApiFailure({ status, headers, body }, { call, json }) {
    const { location } = headers;
    // Name only the host: the rest of the address may hold secrets.
    const target = URL.parse(location ?? '', `https://${call.host}`)?.host ?? 'an unreadable address';
    const isRedirect = status >= 300 && status < 400 && location !== undefined;
    const what = isRedirect
        ? `a redirect to ${target}, which is not followed`
        : `${kindOf(body, json)}, not the JSON of the API`;
    const message = `${requestOf(call)}: ${call.host} answered ${status} with ${what}.`;
    return new Failure('unreadable_reply', message, { httpStatus: status });
}
/** How much of a page is searched for its title, which is quoted only as a whole. */
const PAGE_START_CHARS = 64 * 1024;
const TITLE = /<title[^>]{0,200}>([^<]+)</i;
/** A longer text or title is not quoted: a secret that is cut would escape redaction. */
const MAX_QUOTED_CHARS = 200;
/** Describes a body that is not the API's JSON. */
function kindOf(body, json) {
    const message = isRecord(json) ? errorOf(json).message : '';
    if (message !== '')
        return `the message "${message}"`;
    if (isMarkup(body)) {
        const [, title] = TITLE.exec(body.slice(0, PAGE_START_CHARS)) ?? [];
        const line = toLine(title);
        return line === undefined || line.length > MAX_QUOTED_CHARS
            ? 'an HTML page'
            : `an HTML page titled "${line}"`;
    }
    const text = toLine(body);
    if (text === undefined)
        return 'an empty body';
    return text.length <= MAX_QUOTED_CHARS ? `the text "${text}"` : 'another text';
}
function isMarkup(body) {
    return /^\s*<(?:!doctype html|html|head|body|title|h1)/i.test(body.slice(0, PAGE_START_CHARS));
}
/**
 * Milliseconds from a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or an HTTP
 * date by the clock of the service, which is its `Date` header. Undefined for anything else.
 */
function retryAfterIn({ headers }) {
    const text = headers['retry-after']?.trim() ?? '';
    if (/^\d{1,9}$/.test(text))
        return Number(text) * 1000;
    // Date.parse also accepts bare numbers and fragments. An HTTP date ends with its time zone.
    const afterMs = text.endsWith('GMT') ? Date.parse(text) - Date.parse(headers.date ?? '') : NaN;
    return Number.isNaN(afterMs) ? undefined : Math.max(0, afterMs);
}

;// CONCATENATED MODULE: ./api/log.js
// Reads the text of a log from a reply. The text is untrusted.

const NO_LOG = { text: '', hiddenCount: 0 };
/** Normalized names such as `log`, `buildlogs`, `loglines`; not `logurl` or `changelog`. */
const LOG_NAME = /^(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)(?:lines|text|entries)?$/;
/** Fields of an entry that hold its text, the clearest first. */
const TEXT_NAMES = ['message', 'msg', 'text', 'line', 'content', 'log', 'output', 'stdout'];
/** Fields of an entry that are read after its text. */
const PART_NAME = /^(?:lines|entries|items|steps|stderr)$/;
/**
 * The runtime log: the fields for a log, or the whole reply without such a field. `reply` is
 * undefined for plain text.
 */
function parseRuntimeLog(reply, body) {
    const nodes = walk(reply, (field) => !isLogField(field));
    return firstLog(levelsOf(nodes)) ?? logOf(reply === undefined ? body : reply);
}
/** True for a field that holds a log. */
function isLogField({ normalizedName, value }) {
    return LOG_NAME.test(normalizedName) && ['string', 'object'].includes(typeof value);
}
/** Objects grouped by how many others are around them, outermost first. */
function levelsOf(nodes) {
    return [...Map.groupBy(nodes, ({ level }) => level).values()];
}
/**
 * The log fields of the first level that has text, joined; if no level has text, the first one with
 * entries that are not recognised. `levels`: the objects of a reply that may hold the log, the
 * closest first.
 */
function firstLog(levels) {
    const logs = levels.map((nodes) => nodes.flatMap(logsIn));
    const withText = logs.map((level) => level.filter(({ text }) => text !== ''));
    const shown = withText.find(({ length }) => length > 0) ?? [];
    const empty = logs.flat().filter(({ text }) => text === '');
    const hiddenCount = [...shown, ...empty].reduce((sum, log) => sum + log.hiddenCount, 0);
    const first = empty.find(({ unrecognised }) => unrecognised !== undefined) ?? empty[0];
    if (shown.length === 0)
        return first && { ...first, hiddenCount };
    const texts = shown.map(({ text }) => text);
    return {
        text: [...texts.slice(0, -1).map(withLineEnd), texts.at(-1)].join(''),
        hiddenCount,
        unrecognised: shown.flatMap(({ unrecognised }) => unrecognised ?? []).join('\n') || undefined,
    };
}
/**
 * The logs of one object, a text under two names once. `log` in a name goes before `output`. Those
 * of a hidden object are only counted.
 */
function logsIn(node) {
    const isOutput = ({ name }) => Number(/output$/i.test(name));
    const fields = node.fields.filter(isLogField).toSorted((a, b) => isOutput(a) - isOutput(b));
    if (isHidden(node))
        return fields.map(() => ({ ...NO_LOG, hiddenCount: 1 }));
    const logs = fields.map(({ value }) => logOf(value));
    return [...new Map(logs.map((log) => [log.text ? withLineEnd(log.text) : log, log])).values()];
}
/** True for an object that is marked as hidden, and for all within it. */
function isHidden({ record, parent }) {
    return record['hidden'] === true || (parent !== undefined && isHidden(parent));
}
/** The log in a value. A text may be JSON of a list of objects. */
function logOf(value) {
    let entries = [value];
    if (typeof value === 'string') {
        const list = asArray(parseJson(value));
        if (list?.every(isRecord) !== true)
            return { text: withLineFeeds(value), hiddenCount: 0 };
        entries = list;
    }
    const found = { lines: [], unrecognised: [], hiddenCount: 0 };
    collect(entries, found);
    const text = withLineFeeds(found.lines.join(''));
    const unrecognised = found.unrecognised.join('\n') || undefined;
    return { text, hiddenCount: found.hiddenCount, unrecognised };
}
/** Collects the lines of an entry: a text, or the texts in a list or object. */
function collect(value, found) {
    const sizeNow = () => found.lines.length + found.unrecognised.length + found.hiddenCount;
    if (typeof value === 'string')
        found.lines.push(withLineEnd(value));
    else if (isRecord(value))
        collectRecord(value, found);
    for (const item of asArray(value) ?? []) {
        const sizeBefore = sizeNow();
        collect(item, found);
        if (sizeNow() === sizeBefore && !isBlank(item))
            found.unrecognised.push(JSON.stringify(item));
    }
}
/** The text of an object and what follows it; without one, its objects, lists and longer texts. */
function collectRecord(record, found) {
    if (record['hidden'] === true) {
        found.hiddenCount += 1;
        return;
    }
    const node = nodeOf(record);
    const text = firstOf(node, TEXT_NAMES, asText) ?? firstOf(node, TEXT_NAMES, asString);
    if (text !== undefined)
        collect(text, found);
    for (const { normalizedName, value } of node.fields) {
        const isPart = text === undefined && (typeof value === 'object' || isSeveralLines(value));
        const isNamed = value !== '' && PART_NAME.test(normalizedName);
        if (isPart || isNamed)
            collect(value, found);
    }
}
/** True for a text that can only be a log, such as the log of a phase in a field named after it. */
function isSeveralLines(value) {
    return typeof value === 'string' && value.trimEnd().includes('\n');
}
function asString(value) {
    return typeof value === 'string' ? value : undefined;
}
function withLineEnd(text) {
    return text.endsWith('\n') ? text : `${text}\n`;
}
/** Each line end as `\n`. Leaves out a `\r` at the end: its `\n` may follow in the next reply. */
function withLineFeeds(text) {
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    // `replaceAll` takes ten times as long, and a gigabyte for millions of lines.
    return whole.split('\r\n').join('\n').split('\r').join('\n');
}

;// CONCATENATED MODULE: ./api/records.js
// Finds resources and deployments in a reply, alone or in a list, under any names.

/** A reply without a list that is recognised. */
const NO_LIST = { items: [], isRecognised: false, isCut: false };
/** Types of a resource, and normalized names of the fields that only resources have (API 2). */
const RESOURCE_TYPES = new Set(['app', 'worker', 'database', 'service']);
const RESOURCE_FIELD = /^(?:domains|cpumillicores|memorymb|diskgb)$/;
/** True for an object with a type or field that only resources have. */
function isResource({ fields }) {
    return fields.some(({ normalizedName, value }) => (value !== null && RESOURCE_FIELD.test(normalizedName)) ||
        (normalizedName === 'type' && RESOURCE_TYPES.has(value)));
}
/** Longer ids do not fit into the path of a request. */
const MAX_ID_CHARS = 4096;
/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
function asId(value) {
    const text = Number.isSafeInteger(value) ? String(value) : asText(value);
    return text !== undefined && text.length <= MAX_ID_CHARS && !/^\.\.?$/.test(text)
        ? text
        : undefined;
}
/** Normalized names of the ids that a record may show, the clearest first. */
const ID_NAMES = {
    resource: ['id', 'uuid', 'resourceid'],
    deployment: ['id', 'uuid', 'deploymentid', 'deploymentuuid'],
};
function idOf(node, kind) {
    return firstOf(node, ID_NAMES[kind], asId);
}
/** A longer text is not a status. */
const MAX_STATUS_CHARS = 1_000;
/** The fields that hold a status, the clearest first. */
const STATUS_NAMES = ['status', 'state'];
/** The status that a record shows, on one line. */
function readStatus(node) {
    return firstOf(node, STATUS_NAMES, (value) => {
        const line = toLine(value);
        return line !== undefined && line.length <= MAX_STATUS_CHARS ? line : undefined;
    });
}
/**
 * The outermost object of a reply that has the requested id and can be of this kind. A deployment
 * has a status.
 */
function findRecord(reply, id, kind) {
    const isNamed = (value) => asId(value) === id || undefined;
    const named = walk(reply).filter((node) => firstOf(node, ID_NAMES[kind], isNamed));
    if (kind === 'resource')
        return named.find(isResource) ?? named[0];
    const records = named.filter((node) => !isResource(node));
    // An envelope may repeat the id of a deployment, and a part of it may refer to that.
    const isWhole = (node) => readStatus(node) !== undefined && firstOf(node, ['id', 'uuid'], isNamed) === true;
    return records.find(isWhole) ?? records[0];
}
/**
 * The list of a reply: the array under one of the names, otherwise the array whose items all
 * satisfy `isItem`, otherwise the only array of the reply if it is empty. Undefined if several such
 * arrays stand on one level: none of them is then the whole list.
 */
function findList(reply, names, isItem) {
    const bare = asArray(reply);
    if (bare !== undefined)
        return bare.every(isItem) ? { items: bare, isCut: false } : undefined;
    const lists = walk(reply).flatMap((node) => node.fields.flatMap(({ normalizedName, value }) => {
        const items = asArray(value);
        return items === undefined ? [] : [{ items, normalizedName, node }];
    }));
    const isFilled = ({ items }) => items.length > 0;
    let shown = lists.filter(({ normalizedName }) => names.includes(normalizedName));
    if (shown.length === 0)
        shown = lists.filter((list) => isFilled(list) && list.items.every((item) => isItem(item)));
    if (lists.length === 1 && !lists.some(isFilled))
        shown = lists;
    const [found, ...others] = shown;
    if (found === undefined)
        return undefined;
    const hasRival = others.some((list) => isFilled(list) && list.node.level === found.node.level);
    return hasRival ? undefined : { items: found.items, isCut: hasNextPage(found.node) };
}
/** True when `hasMore`, or a `next…` that leads to another page, stands beside the list. */
function hasNextPage({ fields }) {
    return fields.some(({ normalizedName, value }) => {
        if (/^has(?:more|next)/.test(normalizedName))
            return value === true;
        const isLink = isRecord(value) || (value !== 0 && asId(value) !== undefined);
        return normalizedName.startsWith('next') && isLink;
    });
}
/**
 * Reads the list of resources or deployments in a reply. A list with an item that cannot be read is
 * not recognised.
 */
function parseList(reply, kind, read) {
    const nodeIn = (item) => nodeOf(isRecord(item) ? item : {});
    const isItem = (item) => {
        const node = nodeIn(item);
        if (idOf(node, kind) === undefined)
            return false;
        return isResource(node) ? kind === 'resource' : readStatus(node) !== undefined;
    };
    const found = findList(reply, [`${kind}s`], isItem);
    if (found === undefined)
        return NO_LIST;
    const items = found.items.flatMap((item, index) => {
        const node = nodeIn(item);
        const id = idOf(node, kind);
        return id === undefined ? [] : [read(id, { node, index })];
    });
    if (items.length < found.items.length)
        return NO_LIST;
    return { items, isRecognised: true, isCut: found.isCut };
}

;// CONCATENATED MODULE: ./api/status-words.js
// Classifies the statuses of deployments and resources.
/** The five statuses of a deployment (API 3). */
const KNOWN_STATUS = /^(?:queued|building|finished|failed|cancelled)$/;
/** Beginnings of words that other services use for an end. */
const FAILED = /^(?:fail|err|crash|abort|reject|timed|timeout)/;
const CANCELLED = /^(?:cancel|skip|supersed)/;
/**
 * Words such as `cancel_requested`, `failing` and `error_retry` are not an end. `cancelled by user
 * request` is one.
 */
const IN_PROGRESS = /^\S*request|requested|pending|retry|progress|ing\W*$/;
/**
 * Writes the five statuses as the API does (API 3), from any letter case, and `canceled` as
 * `cancelled`. Other statuses are unchanged.
 */
function normalizeStatus(status) {
    const lowered = status.trim().toLowerCase();
    const word = lowered === 'canceled' ? 'cancelled' : lowered;
    return KNOWN_STATUS.test(word) ? word : status;
}
/** True for one of the five statuses, in any spelling that {@link normalizeStatus} reads. */
function isKnownStatus(status) {
    return KNOWN_STATUS.test(normalizeStatus(status));
}
/** How a deployment in this status has ended. Undefined for any other word: it is in progress. */
function endingOf(status) {
    const word = normalizeStatus(status).trim().toLowerCase();
    if (word === 'finished')
        return word;
    if (IN_PROGRESS.test(word))
        return undefined;
    if (FAILED.test(word))
        return 'failed';
    return CANCELLED.test(word) ? 'cancelled' : undefined;
}
const UP = 'running|healthy|active|online|up|live|started|ready|available|deployed|serving';
const STARTING = 'pending|queued|starting|restarting|deploying|building|pulling|creating|updating';
/** Classes by the first word of a status. The first pattern that matches counts. */
const RESOURCE_CLASSES = [
    ['up', new RegExp(`^(?:${UP})$`)],
    ['down', /^(?:exited|dead|down|offline)$/],
    ['crashed', /^(?:crash|fail|err|oom|kill)/],
    ['asleep', /^(?:stopped|off|inactive|idle|paused|suspended|sleeping)$/],
    ['moving', new RegExp(`^(?:${STARTING}|stopping|provisioning|initializing)$`)],
];
/**
 * Classifies the status of a resource, in any letter case: `running (healthy)` is up, `running
 * (unhealthy)` is not. What is down or moves stays so: `restarting (unhealthy)` may be a crash
 * loop.
 */
function classOf(status) {
    if (status === undefined)
        return 'none';
    const [word = ''] = wordsIn(status);
    const found = RESOURCE_CLASSES.find(([, pattern]) => pattern.test(word))?.[0] ?? 'unknown';
    if (['down', 'crashed', 'moving'].includes(found))
        return found;
    return wordsIn(status).includes('unhealthy') ? 'unhealthy' : found;
}
/** True for a resource that does not work as it should. */
function isTroubled(status) {
    return ['down', 'crashed', 'unhealthy'].includes(classOf(status));
}
/** The time that a status shows, such as the uptime in `up 3 minutes`. */
const TIME = /(?:about |less than )?(?<!\d)(\d{1,9}|an?) (second|minute|hour|day|week|month)s?\b/i;
const UNIT_SECONDS = {
    second: 1,
    minute: 60,
    hour: 3_600,
    day: 86_400,
    week: 604_800,
    month: 2_592_000,
};
/** Separates the time that a status shows (0 if it shows none) from the `rest` of its text. */
function splitTime(status) {
    const [time = '', count = '', unit = ''] = TIME.exec(status) ?? [];
    // `About a minute`
    const units = Number(count) || 1;
    const seconds = units * (UNIT_SECONDS[unit.toLowerCase()] ?? 0);
    return { rest: status.replace(time, ''), seconds };
}
/**
 * True for two spellings of one status, such as `running (healthy)` and `Running:healthy`, or `up 3
 * minutes` and `up 4 minutes`. Unknown statuses are compared whole, except for their letter case.
 */
function isSameStatus(a, b) {
    return comparable(a) === comparable(b);
}
function comparable(status) {
    if (status === undefined || classOf(status) === 'unknown')
        return status?.trim().toLowerCase();
    return wordsIn(splitTime(status).rest).join(' ');
}
function wordsIn(status) {
    return status.toLowerCase().match(/\p{L}+/gu) ?? [];
}

;// CONCATENATED MODULE: ./api/deployments.js
// Reads deployments: one with its build log, the list, and the answer to the request for one.




const NO_STATUS = 'unknown';
/** Only this many entries of a list are read in full; of the others, only id and status are. */
const MAX_DETAILED = 100;
/**
 * The deployments of a list reply. If a deployment appears twice, because the list changed while
 * the service composed it, it counts once, at its lowest place.
 */
function parseDeployments(reply) {
    const list = parseList(reply, 'deployment', (id, { node, index }) => ({
        id,
        status: NO_STATUS,
        ...stateOf(node, index < MAX_DETAILED ? ownObjectsOf(node) : []),
    }));
    const byId = new Map(list.items.toReversed().map((item) => [item.id, item]));
    return { ...list, items: [...byId.values()].toReversed() };
}
/** One deployment; without status and log when the reply is not about `id`. */
function parseDeployment(reply, id) {
    const node = findRecord(reply, id, 'deployment');
    if (node === undefined)
        return { reasons: [], log: NO_LOG };
    const parts = ownObjectsOf(node);
    const outer = outerOf(node).map((holder) => [holder]);
    const log = firstLog([[node], ...outer, ...levelsOf(parts.slice(1))]) ?? NO_LOG;
    return { ...stateOf(node, parts), log };
}
function outerOf({ parent }) {
    return parent === undefined ? [] : [parent, ...outerOf(parent)];
}
function stateOf(node, parts) {
    const status = readStatus(node);
    const commit = commitOf(parts);
    return {
        ...(status !== undefined && { status: normalizeStatus(status) }),
        ...(commit !== undefined && { commit }),
        reasons: reasonsOf(parts),
    };
}
/** Names of an object that describes another deployment or commit. */
const ANOTHER = /previous|parent|base|before|last|tree|replac/;
/** Names of a list whose objects are parts of a deployment, although they have ids and statuses. */
const STEPS = /^(?:steps|stages|phases)$/;
/** The record and the objects in it that are about the same deployment, outermost first. */
function ownObjectsOf({ record }) {
    return walk(record, (field) => {
        const { normalizedName, value } = field;
        if (ANOTHER.test(normalizedName) || isLogField(field))
            return false;
        if (!isRecord(value) || STEPS.test(normalizedName))
            return true;
        const node = nodeOf(value);
        // Any other object with its own id and status is another deployment.
        return idOf(node, 'deployment') === undefined || readStatus(node) === undefined;
    });
}
const COMMIT_NAME = /commit|revision|sha1?(?:\.|$)/;
/** Not `liveCommit` or `imageSha`, which may be of something else. */
const PLAIN_NAME = /^(?:git|github|head|source|target|build|new|to)?_?(?:commit|revision|sha)/;
/**
 * The commit that the record or an object in it shows, outside lists: one under a plain name before
 * others, and 40 digits before fewer.
 */
function commitOf(parts) {
    const single = parts.filter(({ path }) => !path.includes('['));
    const commits = single.flatMap((node) => node.fields.flatMap(({ name, normalizedName, value }) => {
        const path = pathTo(node.path, name).toLowerCase();
        const isNamed = COMMIT_NAME.test(path) && !ANOTHER.test(normalizedName);
        const commit = asText(value)?.toLowerCase() ?? '';
        if (!isNamed || !/^[\da-f]{7,40}$/.test(commit))
            return [];
        const part = path.split('.').find((one) => COMMIT_NAME.test(one));
        return [{ commit, isPlain: PLAIN_NAME.test(part ?? '') }];
    }));
    const plain = commits.filter(({ isPlain }) => isPlain);
    const found = plain.length > 0 ? plain : commits;
    return (found.find(({ commit }) => commit.length === 40) ?? found[0])?.commit;
}
/** Normalized names such as `error`, `buildErrors` and `failureReason`. */
const REASON = new RegExp('^(?:build|deploy|deployment|last)?(?:error|failure|fail)s?' +
    '(?:message|reason|detail|text|code)?s?$');
/** Paths of variables and settings, whose names may hold the same words. */
const SETTINGS = /env|vars|variable|secret|setting|config|option|args/i;
/**
 * The texts that say why a deployment failed, in the record and the objects in it without an id:
 * first sentences, then code words, then JSON.
 */
function reasonsOf(parts) {
    const own = parts.filter((node) => node.parent === undefined ||
        (idOf(node, 'deployment') === undefined && !SETTINGS.test(node.path)));
    const reasons = own
        .flatMap(({ fields }) => fields)
        .flatMap((field) => (REASON.test(field.normalizedName) ? reasonIn(field) : []));
    const rank = (text) => /^[[{].*[\]}]$/s.test(text) ? 2 : Number(!text.includes(' '));
    return reasons.toSorted((a, b) => rank(a) - rank(b));
}
/** The texts of a field, or of the first entry of a list. */
function reasonIn({ value }) {
    const [first] = asArray(value) ?? [value];
    if (!isRecord(first))
        return [first].flatMap((text) => toLine(text) ?? []);
    const names = ['message', 'reason', 'description', 'detail', 'details', 'code'];
    return names.flatMap((name) => firstOf(nodeOf(first), [name], toLine) ?? []);
}
/**
 * The deployment that the answer to a request names: `deploymentId`, otherwise the id of an object
 * named `deployment`, otherwise the `id` of the whole reply. Ids under other names, and the id of
 * the resource, are ignored. The candidate is the only entry of a list `deployments`, otherwise the
 * id at the end of the header `Location`.
 */
function parseAccepted(reply, resourceId, location) {
    const nodes = walk(reply).filter(({ path }) => !ANOTHER.test(path.toLowerCase()));
    const whole = nodes.find(({ path }) => path === '');
    const listed = nodes.flatMap((node) => firstOf(node, ['deployments'], asArray) ?? []);
    const ids = nodes.flatMap((node) => {
        // Of several entries, each may be somebody else's.
        if (listed.length > 1 && /\bdeployments\[/i.test(node.path))
            return [];
        const isDeployment = /(?:^|\.)deployment$/i.test(node.path) && !isResource(node);
        const names = ['deploymentid', 'deploymentuuid', ...(isDeployment ? ['id', 'uuid'] : [])];
        const id = firstOf(node, names, asId);
        return id === undefined ? [] : [{ id, node }];
    });
    const wholeId = whole && !isResource(whole) ? firstOf(whole, ['id'], asId) : undefined;
    if (whole !== undefined && wholeId !== undefined)
        ids.push({ id: wholeId, node: whole });
    const found = ids.find(({ id }) => id !== resourceId);
    const [only] = listed.filter(isRecord).map((item) => idOf(nodeOf(item), 'deployment'));
    return {
        deploymentId: found?.id,
        candidateId: listed.length === 1 ? only : idIn(location),
        status: found && deploymentStatus(found.node),
        serviceMessage: whole && firstOf(whole, ['message', 'reason'], toLine),
    };
}
/** One of the five statuses, or another word for an end; anything else may be about the request. */
function deploymentStatus(node) {
    const status = normalizeStatus(readStatus(node) ?? '');
    return isKnownStatus(status) || endingOf(status) !== undefined ? status : undefined;
}
/** The single segment after `/deployments/`. */
function idIn(location = '') {
    const segment = /\/deployments\/([^/?#]+)\/?(?:[?#]|$)/.exec(location)?.[1];
    try {
        return asId(segment && decodeURIComponent(segment));
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./api/env-names.js
// Reads the names of environment variables, and discards values if a service sends them.


/** Normalized names of the fields that hold variables. */
const HOLDERS = ['env', 'envs', 'envvars', 'variables', 'vars', 'names'];
const NAME = /^[^\p{Cc}\s=]{1,255}$/u;
/**
 * The names: texts, names of objects, or the keys of a map. A list counts as cut if it has more
 * than 10,000 entries, or also entries without a name.
 */
function parseEnvNames(reply) {
    const found = mapIn(reply) ?? findList(reply, HOLDERS, (item) => nameOf(item) !== undefined) ?? NO_LIST;
    const items = found.items.slice(0, MAX_NODES).flatMap((item) => nameOf(item) ?? []);
    if (found === NO_LIST || (items.length === 0 && found.items.length > 0))
        return NO_LIST;
    return { items, isRecognised: true, isCut: found.isCut || items.length < found.items.length };
}
/**
 * A map of variables under its name, or as the whole reply: then all names except `ok` are in
 * capitals.
 */
function mapIn(reply) {
    // `{env: {items: […], total: 2}}` is not a map of variables.
    const namesOfMap = (value) => isRecord(value) && !namesIn(value).some((name) => Array.isArray(value[name]))
        ? namesIn(value)
        : undefined;
    // The outermost holder counts. If it is a list, `findList` reads it.
    const holder = walk(reply).find((node) => firstOf(node, HOLDERS, (value) => asArray(value) ?? namesOfMap(value)) !== undefined);
    const map = holder && firstOf(holder, HOLDERS, namesOfMap);
    const names = map ?? (isRecord(reply) ? namesIn(reply).filter((name) => name !== 'ok') : []);
    const isBare = names.length > 0 && names.every((name) => /^[A-Z_][A-Z\d_]*$/.test(name));
    if (map === undefined && !isBare)
        return undefined;
    // If `ok` was among the 10,000, there is one name fewer.
    return { items: names, isCut: names.length >= MAX_NODES - 1 };
}
function nameOf(item) {
    const text = isRecord(item) ? firstOf(nodeOf(item), ['name', 'key'], asText) : asText(item);
    return text !== undefined && NAME.test(text) ? text : undefined;
}

;// CONCATENATED MODULE: ./text.js
// Text for people: durations, plurals, lists of names, the message of a thrown
// value, and how much fits.
const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 };
/**
 * Milliseconds of a duration such as `90`, `15m` or `1h30m`; undefined for any other text. A bare
 * number is seconds. Each unit occurs at most once, the largest first.
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
/**
 * A duration for people, such as `4.2 s`, `1m 12s` or `2h 5m`: one decimal below ten seconds, whole
 * seconds above.
 */
function formatDuration(ms) {
    if (ms < 9_950)
        return `${Number((ms / UNIT_MS.s).toFixed(1))} s`;
    const totalSeconds = Math.round(ms / UNIT_MS.s);
    if (totalSeconds < 60)
        return `${totalSeconds} s`;
    const hours = Math.floor(totalSeconds / 3600);
    const minutes = Math.floor((totalSeconds % 3600) / 60);
    const seconds = totalSeconds % 60;
    if (hours > 0)
        return minutes > 0 ? `${hours}h ${minutes}m` : `${hours}h`;
    return seconds > 0 ? `${minutes}m ${seconds}s` : `${minutes}m`;
}
/** `1 line`, `2 lines`; for words whose plural only adds an `s`. */
function pluralize(count, word) {
    return `${count} ${word}${count === 1 ? '' : 's'}`;
}
/** A list names at most this many; the others are counted. */
const MAX_NAMED = 5;
/** Such as `a, b, c, d, e and 3 more`. */
function nameSome(names) {
    const named = names.slice(0, MAX_NAMED).join(', ');
    return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named;
}
/** The message of a thrown value, which may be anything. */
function errorMessage(thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
}
/** How many items from the beginning have a total size of at most `limit`. */
function countThatFit(items, { limit, sizeOf }) {
    let total = 0;
    for (const [index, item] of items.entries()) {
        total += sizeOf(item);
        if (total > limit)
            return index;
    }
    return items.length;
}

;// CONCATENATED MODULE: ./api/parts.js
// Describes what was read from a reply, for debugging and for the operation `check`.

/**
 * The parts that were read: ids, statuses, addresses and counts, never lines of a log or names of
 * variables. A part is undefined if it is not shown or not recognised.
 */
function partsOf(value) {
    if ('items' in value)
        return { list: value.isRecognised ? itemsOf(value) : undefined };
    if ('text' in value)
        return { log: sizeOf(value) };
    const { status } = value;
    if ('log' in value)
        return { status, commit: value.commit, log: sizeOf(value.log) };
    const { id, type, addresses } = value;
    return { id, type, status, domains: nameSome(addresses) || undefined };
}
function itemsOf(list) {
    const names = list.items.flatMap((item) => typeof item === 'string' ? [] : `${item.id} (${item.status ?? 'no status'})`);
    return [countOf(list, 'item'), nameSome(names)].filter(Boolean).join(': ');
}
/** How many items a list has, such as `at least 100 resources`. */
function countOf({ items, isRecognised, isCut }, noun) {
    if (!isRecognised)
        return `a list of ${noun}s that is not recognised`;
    return `${isCut ? 'at least ' : ''}${pluralize(items.length, noun)}`;
}
function sizeOf({ text, unrecognised }) {
    return unrecognised === undefined ? pluralize(text.length, 'character') : undefined;
}

// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/index.js
var lib = __nccwpck_require__(889);
// EXTERNAL MODULE: ./clock.js
var clock_0 = __nccwpck_require__(535);
;// CONCATENATED MODULE: ./api/http.js



/** Creates a client that keeps connections for further reads. */
function createHttp(userAgent, clock) {
    // The client has no parameter for an abort signal. It calls the handler before its first await,
    // so `nextSignal` belongs to the request that has just been started.
    let nextSignal;
    const handler = {
        prepareRequest(options) {
            options.signal = nextSignal;
            // A URL has brackets around an IPv6 address. Node would look them up as part of a name.
            options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error('no authentication is handled here')),
    };
    const connect = (keepAlive) => new lib/* HttpClient */.Qq(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
    // A server may close an idle connection just as a request is sent on it. A read can be sent
    // again, but the outcome of a POST would be unknown, so each POST gets a new connection.
    const clients = { GET: connect(true), POST: connect(false) };
    return {
        /**
         * Rejects with an {@link ExchangeError}, or with the signal's reason as soon as it is aborted.
         */
        async exchange(request, signal) {
            const { method, url, body: sent = null, timeoutMs } = request;
            const headers = { 'accept-encoding': 'identity', ...request.headers };
            signal.throwIfAborted();
            assertReadableProxy(url);
            const timedOut = new ExchangeError('lost', `no complete reply within ${timeoutMs / 1000} s`);
            const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, timeoutMs, { signal, reason: timedOut });
            try {
                nextSignal = limit.signal;
                const pending = clients[method].request(method, url, sent, headers);
                // An aborted request may never settle: after a reply that switches protocols, or while a
                // proxy does not answer the CONNECT request.
                const { message } = await (0,clock_0/* raceWithSignal */.oL)(pending, limit.signal);
                const read = await readBody(message, request, limit.signal);
                // A body that ends because its connection was aborted looks complete.
                (request.readsPart === undefined ? limit.signal : signal).throwIfAborted();
                return { status: message.statusCode ?? 0, headers: message.headers, ...read };
            }
            catch (error) {
                if (signal.aborted)
                    throw signal.reason;
                throw error instanceof ExchangeError ? error : networkError(error);
            }
            finally {
                limit.clear();
            }
        },
        /** Closes idle connections, which would keep the process alive. */
        dispose() {
            clients.GET.dispose();
            clients.POST.dispose();
        },
    };
}
async function readBody(message, { maxBytes, readsPart }, signal) {
    const chunks = [];
    const acceptsPart = readsPart !== undefined;
    let isPart = false;
    const isSkipped = readsPart?.(message.statusCode ?? 0) === false;
    try {
        if (!isSkipped)
            await (0,clock_0/* raceWithSignal */.oL)(receive(message, chunks, maxBytes), signal);
    }
    catch (error) {
        if (!acceptsPart)
            throw error;
        isPart = true;
    }
    finally {
        message.destroy();
    }
    const body = Buffer.concat(chunks);
    if (body.length > maxBytes && !acceptsPart)
        throw tooLarge(maxBytes);
    isPart ||= body.length > maxBytes;
    return { body: body.toString('utf8', 0, maxBytes), isPart };
}
/**
 * Reads up to the limit. The rest of a longer body is not received. Throws if the body is cut
 * short.
 */
async function receive(message, chunks, maxBytes) {
    let bytes = 0;
    for await (const chunk of message) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes)
            return;
    }
}
function tooLarge(maxBytes) {
    return new ExchangeError('too-large', `the reply is longer than ${maxBytes / 2 ** 20} MiB`);
}

;// CONCATENATED MODULE: ./api/probe.js


const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;
/**
 * Sends one request. `failure` says why there was no answer. All texts are untrusted. Rejects only
 * with the signal's reason.
 */
async function probe(url, { clock, signal, body, longestSecretChars }) {
    const http = createHttp('deployment-service-action health check', clock);
    try {
        const reply = await http.exchange({
            method: 'GET',
            url,
            headers: { accept: '*/*' },
            timeoutMs: TIMEOUT_MS,
            maxBytes: MAX_BODY_BYTES,
            readsPart: (status) => body === 'all' || (body === 'of errors' && status >= 400),
        }, signal);
        const end = reply.body.length - (reply.isPart === true ? longestSecretChars : 0);
        return { ...reply, quotable: reply.body.slice(0, Math.max(0, end)) };
    }
    catch (error) {
        if (error instanceof ExchangeError)
            return { failure: error.message };
        throw error;
    }
    finally {
        http.dispose();
    }
}

;// CONCATENATED MODULE: ./api/failure-kinds.js
/**
 * Why a request failed. `retryMs`: for how long a read is sent again, before the first answer of
 * the service and later. `post`: the result of a POST; a refusal with the code `busy` is `busy`
 * instead.
 */
const FAILURE_KINDS = {
    /** The API refused the request: nothing was done. */
    refused: { retryMs: { first: 0, later: 0 }, post: 'refused' },
    /** The rate limit of the key, usually a 429: the request may be sent again later. */
    rateLimited: { retryMs: { first: Infinity, later: Infinity }, post: 'rateLimited' },
    /** 5xx or 408 of the API itself. */
    server: { retryMs: { first: Infinity, later: Infinity }, post: 'outcomeUnknown' },
    /** 5xx or 408 of a gateway. Before the first answer, the service behind it may not exist. */
    gateway: { retryMs: { first: 60_000, later: Infinity }, post: 'outcomeUnknown' },
    /**
     * Any other 3xx or 4xx without the API's JSON, such as the login page of a proxy. A gateway may
     * lose its service for a moment.
     */
    notApi: { retryMs: { first: 10_000, later: 60_000 }, post: 'refused' },
    /** 2xx without JSON, or a read that is answered with 2xx and `ok: false`. */
    doubtful: { retryMs: { first: 10_000, later: 60_000 }, post: 'outcomeUnknown' },
    /** There was no connection. Before the first answer, the address is probably wrong. */
    unsent: { retryMs: { first: 60_000, later: Infinity }, post: 'unsent' },
    /** No connection because of TLS, the certificate or the proxy, which rarely change soon. */
    rejected: { retryMs: { first: 0, later: Infinity }, post: 'refused' },
    /** No complete reply, although the request may have arrived. */
    lost: { retryMs: { first: 60_000, later: Infinity }, post: 'outcomeUnknown' },
    /** The request may have arrived at something that does not speak HTTP. */
    protocol: { retryMs: { first: 0, later: Infinity }, post: 'outcomeUnknown' },
    /** The reply exceeds a limit, so it was not read. */
    'too-large': { retryMs: { first: 0, later: 0 }, post: 'outcomeUnknown' },
};

;// CONCATENATED MODULE: ./api/retries.js



/**
 * The wait doubles from the first to the longest, ± 25 %. Until the service has answered, it is at
 * most 4 s (± 25 %), since nothing has begun. A longer `Retry-After` replaces it.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = { first: 4_000, later: 15_000 };
/**
 * Creates the schedule of one read, a function to call after each failed attempt. It returns the
 * wait until the next attempt, which is infinite if the read is given up, and the time after which
 * no attempt is sent. `sentMs`: when the failed attempt was sent. `isFirst`: the service has not
 * answered any request of this step yet.
 */
function createSchedule({ clock, random }) {
    let attempt = 0;
    /** The limit for failures like the last one, and when the first of them in a row was sent. */
    let current;
    return ({ kind, failure: { options } }, { sentMs, isFirst }) => {
        const period = isFirst ? 'first' : 'later';
        const limitMs = FAILURE_KINDS[kind].retryMs[period];
        if (current?.limitMs !== limitMs)
            current = { limitMs, sinceMs: sentMs };
        const usualMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS[period]);
        attempt += 1;
        const waitMs = Math.max(usualMs * (0.75 + random() / 2), options.retryAfterMs ?? 0);
        const untilMs = current.sinceMs + limitMs;
        return { waitMs: clock.now() + waitMs > untilMs ? Infinity : waitMs, untilMs };
    };
}
/** A shorter outage is not worth a line. */
const LOGGED_AFTER_MS = 5_000;
/**
 * Creates the log of outages, which all requests of a step share: one line when an outage lasts
 * five seconds or more, and one when it ends. If it lasts five seconds longer than the line says,
 * another line follows. `request` identifies a request and its repetitions.
 */
function createOutages({ clock, info }) {
    const failing = new Set();
    let current;
    function logEnd({ failure, sinceMs, toldUntilMs }) {
        const isLimit = isFailure(failure, 'rate_limited');
        const what = isLimit ? 'The limit ended' : 'The service answers again';
        if (toldUntilMs > sinceMs)
            info(`${what} after ${formatDuration(clock.now() - sinceMs)}.`);
    }
    return {
        /**
         * Records that a request, sent at `sentMs`, has failed, is rate limited or has no answer yet.
         * `next` is a sentence on what the step does within `waitMs`, and until `untilMs`.
         */
        failed(request, failure, wait) {
            const { sentMs, waitMs, untilMs, next } = wait;
            failing.add(request);
            current ??= { failure, sinceMs: sentMs, toldUntilMs: sentMs, givenUp: new Set() };
            current.failure = failure;
            if (clock.now() + waitMs - current.toldUntilMs < LOGGED_AFTER_MS)
                return;
            current.toldUntilMs = untilMs;
            info(`${failure.message} ${next}`);
        },
        /**
         * Records that a request has ended. An answer ends the outage, unless another request still
         * fails. The end is logged only if the answered request, or one for the same path, had failed:
         * an answer to another request says nothing about those that were given up.
         */
        ended(request, isAnswered) {
            const hasFailed = failing.delete(request);
            if (current === undefined)
                return;
            if (hasFailed && !isAnswered)
                current.givenUp.add(request.path);
            if (!isAnswered || failing.size > 0)
                return;
            if (hasFailed || current.givenUp.has(request.path))
                logEnd(current);
            current = undefined;
        },
        /** The latest failure; undefined once the outage has ended. */
        current: () => current?.failure,
    };
}

;// CONCATENATED MODULE: ./api/exchange.js







/** Larger replies are not read. */
const MAX_BYTES = 2 ** 24;
/** A reply is slow if it takes this much longer than any before. */
const SLOWER_BY_MS = 1_000;
/**
 * Creates `exchange`, which sends a request once and rejects only with the signal's reason, and
 * `dispose`, which closes idle connections.
 */
function createExchange(options, outages) {
    const { baseUrl, apiKey, clock, signal, deadlineMs } = options;
    const http = createHttp('deployment-service-action', clock);
    // A request that takes about as long as an earlier one is not worth a line.
    let slowestReplyMs = 0;
    function httpRequestOf({ method, path, body, isKeyless }, timeoutMs) {
        const headers = {
            accept: 'application/json',
            ...(isKeyless !== true && { authorization: `Bearer ${apiKey}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        return { method, url: baseUrl + path, headers, body, timeoutMs, maxBytes: MAX_BYTES };
    }
    /**
     * Reports a request that has no answer after 5 s, or 1 s later than the slowest reply so far if
     * that is longer.
     */
    function reportSilence(call, timeoutMs, replied) {
        const sentMs = clock.now();
        const untilMs = Math.min(sentMs + timeoutMs, deadlineMs);
        const waitMs = untilMs - sentMs;
        const quietMs = Math.max(LOGGED_AFTER_MS, slowestReplyMs + SLOWER_BY_MS);
        if (quietMs >= waitMs)
            return;
        const next = `Waiting for up to ${formatDuration(waitMs - quietMs)} more.`;
        const what = `${requestOf(call)}: ${call.host} has not answered yet.`;
        const silence = new Failure('unreachable', what);
        const report = () => 
        // What the service has answered before says more than its silence.
        outages.failed(call, outages.current() ?? silence, { sentMs, waitMs, untilMs, next });
        clock.sleep(quietMs, replied).then(report, () => undefined);
    }
    async function exchange(call, timeoutMs) {
        const sentMs = clock.now();
        const replied = new AbortController();
        reportSilence(call, timeoutMs, replied.signal);
        let shown = 'no reply';
        try {
            const reply = await http.exchange(httpRequestOf(call, timeoutMs), signal);
            const json = parseJson(reply.body);
            shown = described(reply, json);
            slowestReplyMs = Math.max(slowestReplyMs, clock.now() - sentMs);
            if (json === undefined && call.mayBeText !== true && isTooComplex(reply.body))
                throw new ExchangeError('too-large', 'the reply is nested too deep or has too many values');
            return classify(reply, call, json);
        }
        catch (error) {
            if (error instanceof ExchangeError)
                return classifyError(error, call);
            throw error;
        }
        finally {
            replied.abort();
            options.debug(`${requestOf(call)} (${Math.round(clock.now() - sentMs)} ms): ${shown}`);
        }
    }
    return { exchange, dispose: () => http.dispose() };
}
/** The status of a reply, and names and types in it, never a value. */
function described({ status, body }, json) {
    const size = `${body.length} characters that are not JSON`;
    return `${status}, ${json === undefined ? size : shapeOf(json)}`;
}

;// CONCATENATED MODULE: ./api/pace.js
/** The gap between two polls, before the jitter of ± 20 %. */
const QUICK_GAP_MS = 2_400;
/** The gap is at least this times the number of concurrent jobs. */
const GAP_PER_JOB_MS = 600;
/** The gap for a minute after two 429s within a minute, unless the usual gap is longer. */
const SLOW_GAP_MS = 10_000;
/** How long after an acceptance the first poll is sent, in a single job or with few. */
const FIRST_POLL_MS = 1_100;
/** With more than `FEW` jobs, it is sent after this many gaps. */
const FIRST_POLL_GAPS = 3;
const FEW = 4;
/** After a slow reply the next poll waits as long as the reply took, up to this limit. */
const LONGEST_PAUSE_AFTER_SLOW_MS = 26_000;
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1_000;
/** The time over which the service counts requests (API 8). */
const WINDOW_MS = 60_000;
/** The wait after a first 429 without `Retry-After`; it grows with each further 429 in a row. */
const RATE_LIMIT_MS = 3_000;
const LONGEST_RATE_LIMIT_MS = 240_000;
const GROWTH = 1.5;
/** At least half of it is added to `Retry-After`, so that waiting jobs do not return together. */
const RETRY_AFTER_JITTER_MS = 1_000;
function createPace(options) {
    const { clock, random, concurrentJobs, signal, deadlineMs } = options;
    let blockedUntilMs = -Infinity;
    let lastRateLimitedMs = -Infinity;
    // Counted per method: a read that is answered does not show that POSTs are allowed again.
    const rateLimitsInRow = { GET: 0, POST: 0 };
    let wasLimitedTwice = false;
    let lastTookMs = 0;
    /** ± 20 % */
    const jittered = (ms) => ms * (0.8 + random() * 0.4);
    const blockedMs = () => Math.max(0, blockedUntilMs - clock.now());
    const usualGapMs = () => Math.max(QUICK_GAP_MS, GAP_PER_JOB_MS * concurrentJobs);
    function gapMs() {
        const isSlow = clock.now() - lastRateLimitedMs < WINDOW_MS;
        return jittered(Math.max(usualGapMs(), isSlow && wasLimitedTwice ? SLOW_GAP_MS : 0));
    }
    /**
     * Shortens a wait so that a last poll is sent just before the deadline. After that poll the wait
     * lasts until the step is aborted.
     */
    function untilLastPoll(waitMs) {
        const leftMs = deadlineMs - LAST_POLL_MS - clock.now();
        if (waitMs <= leftMs)
            return waitMs;
        return leftMs > 0 ? leftMs : Infinity;
    }
    return {
        untilLastPoll,
        /** For how long no request may be sent, in milliseconds. */
        blockedMs,
        /** Waits until a request may be sent. Rejects with the signal's reason. */
        ready: async () => {
            while (blockedMs() > 0)
                await clock.sleep(blockedMs(), signal);
        },
        /**
         * Sleeps until the next poll may be sent: for the longest of `ms`, the gap of the pace (unless
         * quick), and the time that the last reply took. A last poll is sent just before the deadline;
         * after that the sleep lasts until the step is aborted.
         */
        pause: async (ms, { isQuick = false } = {}) => {
            const tookMs = Math.min(lastTookMs, LONGEST_PAUSE_AFTER_SLOW_MS);
            const waitMs = Math.max(ms, tookMs, isQuick ? 0 : gapMs());
            await clock.sleep(untilLastPoll(waitMs), signal);
        },
        /** The wait between an acceptance and the first poll, in milliseconds. */
        firstPollMs: () => concurrentJobs > FEW ? Math.min(WINDOW_MS, FIRST_POLL_GAPS * gapMs()) : FIRST_POLL_MS,
        /** Records the end of a request, sent at `sentMs`, that was not rate limited. */
        recordAnswer(sentMs, method) {
            lastTookMs = method === 'GET' ? clock.now() - sentMs : 0;
            rateLimitsInRow[method] = 0;
        },
        /** Records that a request, sent at `sentMs`, was rate limited. */
        recordRateLimit(sentMs, { method, retryAfterMs }) {
            const nowMs = clock.now();
            // A request that was sent before the last 429 does not count; only its `Retry-After` does.
            if (sentMs >= lastRateLimitedMs) {
                rateLimitsInRow[method] += 1;
                // A second 429 within a minute means that others use the key, too.
                wasLimitedTwice = nowMs - lastRateLimitedMs < WINDOW_MS;
                lastRateLimitedMs = nowMs;
            }
            else if (retryAfterMs === undefined)
                return;
            const growingMs = RATE_LIMIT_MS * GROWTH ** (rateLimitsInRow[method] - 1);
            const waitMs = retryAfterMs === undefined
                ? Math.min(LONGEST_RATE_LIMIT_MS, jittered(growingMs))
                : // `Retry-After: 0` does not allow a quicker pace than usual.
                    Math.max(retryAfterMs + (0.5 + random() / 2) * RETRY_AFTER_JITTER_MS, jittered(usualGapMs()));
            blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
        },
    };
}

;// CONCATENATED MODULE: ./api/requests.js
// Sends requests to the service, with the key and at the pace of the step. A read is sent again
// until it is answered or given up; a POST is sent once.







/** These results show that the service itself was reached. */
const ANSWERS = new Set(['ok', 'refused', 'rateLimited', 'server']);
/** The limit for one request. */
const requests_TIMEOUT_MS = 30_000;
/** With `giveUpMs`, a request is limited to the remaining time, but gets at least this. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** The limit for a read that is sent only once (`giveUpMs: 0`). */
const ONCE_TIMEOUT_MS = 10_000;
function createRequests(options) {
    const { baseUrl, clock, signal, deadlineMs } = options;
    const { host } = new URL(baseUrl);
    const pace = createPace(options);
    const outages = createOutages(options);
    const { exchange, dispose } = createExchange(options, outages);
    let wasReached = false;
    let lastRateLimit;
    /**
     * Sends a read until it is answered or given up. Rejects with a `Failure`, or with the signal's
     * reason.
     */
    async function read(callOptions, limits = {}) {
        const call = { ...callOptions, method: 'GET', host };
        const startedMs = clock.now();
        const schedule = createSchedule(options);
        let isDone = false;
        try {
            for (;;) {
                const sentMs = clock.now();
                // While the key is limited nothing is sent: the last 429 still holds.
                const knownRateLimit = pace.blockedMs() > 0 ? lastRateLimit : undefined;
                const result = knownRateLimit ?? (await send(call, attemptTimeoutMs(startedMs, limits)));
                isDone = result.kind === 'ok' || result.kind === 'refused';
                if (result.kind === 'ok')
                    return result;
                const { kind, failure } = result;
                const next = schedule(result, { sentMs, isFirst: !wasReached });
                const waitMs = kind === 'rateLimited' ? pace.blockedMs() : next.waitMs;
                const lastMs = lastAttemptMs(kind, startedMs, limits);
                if (waitMs === Infinity || clock.now() + waitMs > lastMs)
                    throw failure;
                const untilMs = Math.min(repeatedUntilMs(lastMs, limits), next.untilMs);
                outages.failed(call, failure, {
                    sentMs,
                    waitMs,
                    untilMs,
                    next: repetition(waitMs, untilMs),
                });
                if (kind === 'rateLimited')
                    await pace.ready();
                else
                    await clock.sleep(pace.untilLastPoll(waitMs), signal);
            }
        }
        finally {
            outages.ended(call, isDone);
        }
    }
    /** The limit for the next attempt of a read. */
    function attemptTimeoutMs(startedMs, limits) {
        const { giveUpMs = Infinity, isPoll = false } = limits;
        if (giveUpMs === 0)
            return isPoll ? requests_TIMEOUT_MS : ONCE_TIMEOUT_MS;
        const leftMs = startedMs + giveUpMs - clock.now();
        return Math.min(Math.max(leftMs, SHORTEST_TIMEOUT_MS), requests_TIMEOUT_MS);
    }
    /** Until when the read is sent again; a poll is, by its caller, until the deadline. */
    function repeatedUntilMs(lastMs, { isPoll = false }) {
        return isPoll ? deadlineMs : Math.min(lastMs, deadlineMs);
    }
    /** What a read does after a failure, in a sentence. */
    function repetition(waitMs, untilMs) {
        const leftMs = untilMs - clock.now();
        const again = `Trying again in ${formatDuration(Math.min(waitMs, leftMs))}`;
        return `${again}, for at most ${formatDuration(leftMs)}.`;
    }
    /** When another attempt may start at the latest, on the clock of the step. */
    function lastAttemptMs(kind, startedMs, limits) {
        const { giveUpMs = Infinity, waitsForLimit = false } = limits;
        const untilMs = startedMs + giveUpMs;
        if (kind !== 'rateLimited')
            return untilMs;
        return waitsForLimit ? deadlineMs : Math.min(untilMs, deadlineMs);
    }
    /** Sends a POST once. Rejects only with the signal's reason. */
    async function postOnce(callOptions, resourceId) {
        const call = { ...callOptions, method: 'POST', host };
        const result = await send(call, requests_TIMEOUT_MS);
        outages.ended(call, ANSWERS.has(result.kind));
        if (result.kind === 'ok') {
            const { json, location } = result;
            return { kind: 'ok', accepted: parseAccepted(json, resourceId, location) };
        }
        const { failure } = result;
        const kind = FAILURE_KINDS[result.kind].post;
        return {
            kind: kind === 'refused' && isFailure(failure, 'busy') ? 'busy' : kind,
            failure,
            isApiError: result.kind === 'server',
            waitMs: kind === 'rateLimited' ? pace.blockedMs() : (failure.options.retryAfterMs ?? 0),
        };
    }
    /** Sends one request once no rate limit holds. Rejects only with the signal's reason. */
    async function send(call, timeoutMs) {
        const { method } = call;
        await pace.ready();
        const sentMs = clock.now();
        const result = await exchange(call, timeoutMs);
        if (result.kind === 'rateLimited') {
            lastRateLimit = result;
            pace.recordRateLimit(sentMs, { method, retryAfterMs: result.failure.options.retryAfterMs });
        }
        else
            pace.recordAnswer(sentMs, method);
        wasReached ||= ANSWERS.has(result.kind);
        return result;
    }
    return {
        read,
        postOnce,
        /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond the deadline. */
        async ready() {
            if (lastRateLimit !== undefined && clock.now() + pace.blockedMs() >= deadlineMs)
                throw lastRateLimit.failure;
            await pace.ready();
        },
        pause: pace.pause,
        firstPollMs: pace.firstPollMs,
        /** Other jobs use the key, too, so optional requests should be left out. */
        hasConcurrentJobs: options.concurrentJobs > 1,
        /** The latest failure of an outage that has not ended. */
        outage: outages.current,
        /** Closes idle connections, which would keep the process alive. */
        dispose,
    };
}

;// CONCATENATED MODULE: ./api/resources.js
// Reads one resource, or the list of resources.



/** The resources of a list reply. */
function parseResources(reply) {
    return parseList(reply, 'resource', (id, { node }) => resourceOf(id, node));
}
/** One resource; without id and fields when the reply is not about `id`. */
function parseResource(reply, id) {
    const node = findRecord(reply, id, 'resource');
    if (node === undefined)
        return { addresses: [], fields: {} };
    return { ...resourceOf(id, node), addresses: addressesOf(node) };
}
function resourceOf(id, node) {
    const [name, type] = ['name', 'type'].map((field) => firstOf(node, [field], toLine));
    const known = { id, name, type, status: readStatus(node) };
    const catalogKey = firstOf(node, ['catalogkey'], asText);
    const shown = node.fields.map((field) => [field.name, field.value]);
    const all = [...shown, ...Object.entries({ ...known, catalogKey })];
    const fields = Object.fromEntries(all.filter((entry) => isScalar(entry[1])));
    return { ...known, fields };
}
/** Longer texts are left out: they do not fit into a list, and sanitizing them takes seconds. */
const MAX_TEXT_CHARS = 16_384;
function isScalar(value) {
    if (typeof value === 'string')
        return value.length <= MAX_TEXT_CHARS;
    return value === null || ['number', 'boolean'].includes(typeof value);
}

;// CONCATENATED MODULE: ./api/client.js
// The client of the service for operations: one function per endpoint of the API.












/**
 * Creates the client of one step. A read is sent again until it is answered; if it is given up, it
 * rejects with a `Failure`. A POST is sent once and resolves with its result. Both reject with the
 * signal's reason once it is aborted.
 */
function createApi(options) {
    const { clock, longestSecretChars } = options;
    const { read, postOnce, ...ofStep } = createRequests(options);
    const isLocal = isLoopback(new URL(options.baseUrl).hostname);
    /** Sends a read, and reads its reply with `reader`. `json` is undefined for plain text. */
    async function get(call, reader, limits) {
        const { json, body } = await read(call, limits);
        const value = reader(json, body);
        const request = requestOf({ method: 'GET', path: call.path });
        const parts = partsOf(value);
        const missing = Object.keys(parts).filter((part) => parts[part] === undefined);
        if (missing.length > 0)
            options.debug(`${request}: ${missing.join(', ')} not shown or not recognised`);
        return value;
    }
    return {
        ...ofStep,
        listResources: (limits) => get({ path: '/resources' }, parseResources, limits),
        async readResource(id, limits) {
            const path = `/resources/${segment(id)}`;
            const resource = await get({ path }, (json) => parseResource(json, id), limits);
            if (isLocal)
                return resource;
            return { ...resource, addresses: withoutLoopback(resource.addresses) };
        },
        /** Latest first. A 404 counts as a list that is not recognised. */
        async listDeployments(id, limits) {
            try {
                const path = `/resources/${segment(id)}/deployments`;
                return await get({ path }, parseDeployments, limits);
            }
            catch (error) {
                if (isFailure(error, 'not_found'))
                    return NO_LIST;
                throw error;
            }
        },
        /** May fail with `not_found`, or with a reply that is too large (`isTooLarge`). */
        readDeployment(id, deploymentId, limits) {
            const path = `/resources/${segment(id)}/deployments/${segment(deploymentId)}`;
            return get({ path }, (json) => parseDeployment(json, deploymentId), limits);
        },
        readLogs(id, lines, limits) {
            const path = `/resources/${segment(id)}/logs?lines=${lines}`;
            return get({ path, mayBeText: true }, parseRuntimeLog, limits);
        },
        listEnvNames: (id, limits) => get({ path: `/resources/${segment(id)}/env` }, parseEnvNames, limits),
        /** Sent without the key; resolves when the service answers with JSON. */
        readDescription: (limits) => read({ path: '/openapi.json', isKeyless: true }, limits),
        createDeployment(id, { force }) {
            const path = `/resources/${segment(id)}/deployments`;
            return postOnce({ path, ...(force && { body: '{"force":true}' }) }, id);
        },
        changeResource: (id, action) => postOnce({ path: `/resources/${segment(id)}/${action}` }, id),
        /**
         * Requests an address of the app, without the key. Rejects only with the reason of the signal.
         */
        async probe(url, probed) {
            const sentMs = clock.now();
            const answer = await probe(url, { clock, longestSecretChars, ...probed });
            const shown = 'status' in answer ? answer.status : 'no reply';
            options.debug(`GET ${url} (${Math.round(clock.now() - sentMs)} ms): ${shown}`);
            return answer;
        },
    };
}
/** An id as a segment of a path. `encodeURIComponent` would throw for half a surrogate pair. */
function segment(id) {
    return encodeURIComponent(id.toWellFormed());
}

;// CONCATENATED MODULE: ./outcome.js
/** The outcome of a resource about which nothing is known yet. */
function newOutcome(resourceId) {
    return {
        resourceId,
        phase: { kind: 'preparing' },
        warnings: [],
        logs: [],
        facts: [],
        tables: [],
    };
}
/** What a resource is called in messages: its name, or its id. */
function outcome_nameOf({ name, resourceId }) {
    return name || resourceId;
}

;// CONCATENATED MODULE: ./phase.js
/** How long the work took, or has taken so far; undefined before it began. */
function durationMs({ sinceMs, endedAtMs }, nowMs) {
    return sinceMs === undefined ? undefined : (endedAtMs ?? nowMs) - sinceMs;
}
/** True while work may continue at the service without this step. */
function isInProgress(phase) {
    return phase.kind === 'working' || (phase.kind === 'identifying' && !hasEnded(phase));
}
/** True once the work was seen to end. */
function hasEnded(phase) {
    return phase.endedAtMs !== undefined;
}
/** The phase after the work has ended, with the times that are known. */
function endPhase({ sinceMs }, endedAtMs) {
    return { kind: 'ended', sinceMs, endedAtMs };
}

;// CONCATENATED MODULE: ./explain.js
// Explains the error that ended the work on a resource: what happened, what the step leaves behind,
// and how to go on. Pure.






/** The failure of a resource, with what it means and how to go on. */
function explain(error, context) {
    if (!isFailure(error))
        return unforeseenFailure();
    const { outcome, outage, timeoutMs } = context;
    const deadline = `deadline of ${formatDuration(timeoutMs)}`;
    if (error.code === 'interrupted') {
        const { meaning, next } = leftBehind(outcome, outage);
        const afterEnd = hasEnded(outcome.phase) ? adviceFor('unknown_outcome').next : undefined;
        return withTexts(error, { message: meaning, next: next ?? afterEnd });
    }
    if (error.code === 'timeout')
        return explainDeadline(context, deadline);
    if (error.code !== 'rate_limited')
        return explainError(error, context);
    const { retryAfterMs } = error.options;
    const asked = retryAfterMs ? ` The service asks to wait ${formatDuration(retryAfterMs)}.` : '';
    const message = `${error.message}${asked} The next attempt would come after the ${deadline}.`;
    // It ends a search just as the deadline does.
    if (outcome.phase.kind === 'identifying')
        return unknownOutcome(message, outcome, error);
    return explainError(withTexts(error, { message }), context);
}
/** What is known at the deadline. */
function explainDeadline(context, deadline) {
    const { outcome, outage } = context;
    const { phase } = outcome;
    const reached = `The ${deadline} was reached`;
    const first = outage === undefined ? reached : `${outage.message} ${reached}`;
    if (phase.kind === 'requesting' || phase.kind === 'identifying')
        return unknownOutcome(`${first}.`, outcome, outage);
    if (phase.kind === 'working')
        return explainUnfinished(context, first);
    const { meaning } = leftBehind(outcome);
    const obstacle = phase.kind === 'not-accepted' ? phase.by : outage;
    if (obstacle === undefined)
        return new Failure('timeout', `${reached}.`, { meaning });
    // During an outage it is not known whether the obstacle is still there.
    const later = outage === undefined || outage === obstacle ? '' : ` Later: ${outage.message}`;
    const message = `${obstacle.message}${later} That had not changed by the ${deadline}.`;
    return withTexts(obstacle, { message, meaning });
}
/** `reached` says that the time is up; it has no full stop. */
function explainUnfinished({ outcome, outage, nowMs, timeoutMs }, reached) {
    const { meaning, next = '' } = leftBehind(outcome, outage);
    const isUnknown = outcome.status !== undefined && !isKnownStatus(outcome.status);
    const waited = formatDuration(durationMs(outcome.phase, nowMs) ?? 0);
    const after = waited === formatDuration(timeoutMs) ? '' : ` after a wait of ${waited}`;
    const longer = 'If it needs more time, use a longer timeout; if it hangs, see its log (operation: logs).';
    return new Failure('timeout', `${reached}${after}. ${lastStatusOf(outcome)}`, {
        title: outage?.title ?? `${workOf(outcome)} did not end in time`,
        meaning,
        next: isUnknown ? next : `${next} ${longer}`,
    });
}
/** It is not known whether the request was accepted, or which deployment is ours. */
function unknownOutcome(message, outcome, outage) {
    const { phase, serviceMessage } = outcome;
    const lostBy = phase.kind === 'requesting' ? phase.lostBy : undefined;
    const sentences = [
        message,
        lostBy && `The lost request may have been accepted: ${lostBy.message}`,
        serviceMessage && `The service answered: "${serviceMessage}"`,
    ];
    const { meaning, next } = leftBehind(outcome, outage);
    const texts = phase.kind === 'identifying' ? { title: adviceFor('ambiguous').title, meaning, next } : {};
    return new Failure('unknown_outcome', sentences.filter(Boolean).join(' '), texts);
}
function explainError(error, { outcome, outage }) {
    const { phase } = outcome;
    // Nothing is left to continue, or it is unknown which deployment is ours.
    const isAbsent = error.code === 'not_found' && outcome.deploymentId !== undefined;
    if (isAbsent || ['ambiguous', 'unknown_outcome'].includes(error.code))
        return error;
    if (phase.kind === 'requesting')
        return unknownOutcome(error.message, outcome, outage);
    // Without an outage, the error itself makes it uncertain that the work continues.
    const left = leftBehind(outcome, outage ?? error);
    if (left.next === undefined && phase.kind !== 'not-accepted')
        return error;
    const meaning = `${error.options.meaning ?? ''} ${left.meaning}`.trim();
    if (left.next !== undefined && (error.isAboutKey || error.code === 'rate_limited'))
        return withTexts(error, { meaning, next: `${left.next} ${error.next}` });
    return withTexts(error, { meaning, next: left.next ?? error.options.next });
}
/**
 * What the work on a resource leaves behind if the step ends now. `doubt`: why it is not certain
 * that the work continues, such as an outage.
 */
function leftBehind(outcome, doubt) {
    const { phase, status = outcome.resourceStatus ?? 'no status' } = outcome;
    const name = outcome_nameOf(outcome);
    const { next } = adviceFor('unknown_outcome');
    switch (phase.kind) {
        case 'preparing':
            return { meaning: 'Nothing was requested.' };
        case 'not-accepted':
            return { meaning: `Nothing was changed for ${name}.` };
        case 'requesting':
            return { meaning: `It is not known whether the request for ${name} was accepted.`, next };
        case 'identifying': {
            if (!hasEnded(phase))
                return { meaning: continuing(outcome, doubt), next };
            const what = `${workOf(outcome)} was created after the request (${status})`;
            const unconfirmed = `${what}, but it could not be confirmed as ours.`;
            return { meaning: `${unconfirmed} ${howToFollow(outcome)}`, next };
        }
        case 'working':
            return { meaning: continuing(outcome, doubt), next };
        case 'ended':
            return { meaning: `${workOf(outcome)} had ended (${status}); its check was cut short.` };
        default:
            return phase;
    }
}
/** Says that work may continue at the service. That is certain only if the last read showed it. */
function continuing(outcome, doubt) {
    const { deploymentId, status, phase } = outcome;
    const { isOurs, isNotShown = false } = phase.kind === 'working' ? phase : { isOurs: true };
    const isSeen = status === undefined ? isOurs : isKnownStatus(status);
    const isCertain = isSeen && !isNotShown && deploymentId !== undefined && doubt === undefined;
    const continues = isCertain ? 'continues' : 'may continue';
    return `${workOf(outcome)} ${continues} at the service. ${howToFollow(outcome)}`;
}
function workOf(outcome) {
    const { deploymentId } = outcome;
    const work = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
    return `${work} ${outcome_nameOf(outcome)}`;
}
function lastStatusOf({ deploymentId, status, resourceStatus }) {
    const last = deploymentId === undefined ? resourceStatus : status;
    if (last === undefined)
        return 'No status was reported.';
    const isUnknown = deploymentId !== undefined && !isKnownStatus(last);
    return `The last status was ${isUnknown ? `"${last}", which this action does not know` : last}.`;
}
/** How to follow a deployment from now on, without this step. */
function howToFollow({ resourceId, deploymentId }) {
    if (deploymentId === undefined)
        return 'The console shows its state.';
    const inputs = `resource-id: ${resourceId}, deployment-id: ${deploymentId}`;
    return `To follow it: operation: follow, ${inputs}.`;
}
function withTexts(error, { message = error.message, ...texts }) {
    return new Failure(error.code, message, { ...error.options, ...texts });
}

;// CONCATENATED MODULE: ./operations/ownership.js

/** The deployments before a POST; ids of an earlier list stay known. */
function baselineFrom({ items, isRecognised }, earlier) {
    return {
        ids: new Set([...(earlier?.ids ?? []), ...items.map(({ id }) => id)]),
        inProgress: new Set(inProgressIn(items).map(({ id }) => id)),
        isReliable: isRecognised,
    };
}
/**
 * The entries of a list, latest first, that are in progress. An unknown status counts as in
 * progress only for the latest entry.
 */
function inProgressIn(items) {
    return items.filter(({ status }, index) => endingOf(status) === undefined && (index === 0 || isKnownStatus(status)));
}
/**
 * The new entries of a list: above all entries of the baseline, or below one of them. Without a
 * reliable baseline only those in progress count: the others may be old.
 */
function newEntries({ ids, isReliable }, { items }) {
    const firstKnown = items.findIndex(({ id }) => ids.has(id));
    if (firstKnown === -1)
        return { above: isReliable ? items : inProgressIn(items), below: [] };
    const shown = new Set(items.map(({ id }) => id));
    // When a known entry has left the list, an older one may have moved up into it.
    const isListComplete = [...ids].every((id) => shown.has(id));
    const below = items.slice(firstKnown).filter(({ id }) => !ids.has(id));
    return { above: items.slice(0, firstKnown), below: isListComplete ? below : [] };
}
/** What a list shows of our deployment. Samples keep this, since the whole list may be long. */
function seenIn(baseline, list) {
    const { items, isRecognised } = list;
    const { above, below } = newEntries(baseline, list);
    const isShown = baseline.ids.size === 0 || items.some(({ id }) => baseline.ids.has(id));
    return {
        candidates: above,
        /** The first new entry below an older one. */
        firstBelow: below[0],
        /** Work is in progress; ours may be queued behind it. */
        isWorkInProgress: inProgressIn(items).length > 0,
        /** The list shows what was there before, so it would show ours, too. */
        isGoodRead: isRecognised && isShown,
    };
}
/** A lost POST had no effect only if this many good reads of the list show nothing. */
const GOOD_READS = 3;
/** Judges the samples of the list after a POST. */
function judgeSearch(facts, samples, last) {
    const { isReliable, lostCount } = facts;
    const { candidates } = last.value;
    const [first, ...others] = candidates;
    if (others.length > 0)
        return { kind: 'ambiguous', deployments: candidates };
    const doubt = whyNotOurs(last.value);
    if (lostCount > 0 && doubt !== undefined)
        return { kind: 'unknown', why: doubt };
    if (first !== undefined)
        return { kind: 'ours', deployment: first };
    const { isOver, untilMs } = endOfSearch(facts, samples, last.atMs);
    if (!isOver) {
        const what = lostCount > 0 ? 'an effect of the lost request' : 'our deployment';
        const text = `Looking for ${what} in the list of deployments`;
        return { kind: 'wait', ms: 0, text, untilMs };
    }
    if (!isReliable)
        return { kind: 'unknown', why: 'No list of deployments is recognised.' };
    if (lostCount === 1)
        return { kind: 'repost' };
    return { kind: 'unknown', why: doubt ?? 'The list shows no new deployment.' };
}
/** Why the new deployment in the list may not come from our POST. */
function whyNotOurs({ candidates: [first], firstBelow }) {
    const named = ({ id, status }) => `The new deployment ${id} (${status})`;
    if (first === undefined)
        return (firstBelow && `${named(firstBelow)} is in the list below older ones: it may not be ours.`);
    if (endingOf(first.status) === undefined)
        return undefined;
    return `${named(first)} had ended when first seen: it may be somebody else's.`;
}
/**
 * When the search ends. The time starts anew when work in progress has ended. After a lost POST,
 * if the baseline is reliable, the search also needs `GOOD_READS` good reads since then.
 */
function endOfSearch({ isReliable, lostCount, answeredAtMs, timeoutMs, isOptional = false }, samples, nowMs) {
    const quiet = samples.slice(samples.findLastIndex(({ value }) => value.isWorkInProgress) + 1);
    const isQuiet = isOptional || quiet.length === samples.length;
    const fromMs = isQuiet ? answeredAtMs : (quiet[0]?.atMs ?? Infinity);
    const goodReads = quiet.filter(({ value }) => value.isGoodRead).length;
    const isCertain = lostCount === 0 || !isReliable || goodReads >= GOOD_READS;
    const untilMs = fromMs + timeoutMs;
    const isTimeUp = nowMs >= untilMs;
    // Without enough good reads, the search goes on to the deadline.
    return { isOver: isCertain && isTimeUp, untilMs: isTimeUp ? Infinity : untilMs };
}
/** The other new entries of a list that was read after ours was found: above ours, or below. */
function otherNewEntries(baseline, ourId, list) {
    const { above, below } = newEntries(baseline, list);
    const ours = above.findIndex(({ id }) => id === ourId);
    if (ours === -1)
        return { above, below };
    return { above: above.slice(0, ours), below: [...above.slice(ours + 1), ...below] };
}

;// CONCATENATED MODULE: ./operations/required-env.js
// required-env: names that must exist among the variables of a resource, before anything is
// changed.


/**
 * Throws `missing_env` if a name is missing, and `unreadable_reply` if the list does not show
 * whether it is.
 */
async function assertRequiredEnv({ inputs, api, outcome }) {
    if (inputs.requiredEnv.length === 0)
        return;
    const { items, isRecognised, isCut } = await api.listEnvNames(outcome.resourceId);
    const missing = inputs.requiredEnv.filter((name) => !items.includes(name));
    if (missing.length === 0)
        return;
    const names = missing.join(', ');
    const name = outcome_nameOf(outcome);
    if (isRecognised && !isCut) {
        const title = `${name} lacks ${names}`;
        const meaning = `Nothing was changed for ${name}.`;
        throw new Failure('missing_env', `${title}.`, { title, meaning });
    }
    const why = 'the list of its variables is incomplete or not recognised';
    throw new Failure('unreadable_reply', `It is not known whether ${name} has ${names}: ${why}.`, {
        title: 'The environment variables cannot be checked',
        next: 'Leave out required-env, or report it to the operator of the service.',
    });
}

;// CONCATENATED MODULE: ./operations/resource.js


/** Before a deployment, the read of the resource is given up after this. */
const GIVE_UP_MS = 10_000;
/** Limit of reads that only add to a message. */
const BEST_EFFORT_MS = 5_000;
/** True for a failure that ends the work on the resource: it is fatal, or the step was aborted. */
function endsWork({ signal }, failure) {
    return signal.aborted || failure.isFatal;
}
/** Reads the resource; its name, status and address go into the outcome. */
async function loadResource({ api, outcome }, limits) {
    const resource = await api.readResource(outcome.resourceId, limits);
    const { id, name, status, addresses } = resource;
    const [address] = addresses;
    if (name !== undefined)
        outcome.name = name;
    // Forget a status that the service no longer reports.
    if (id !== undefined)
        delete outcome.resourceStatus;
    if (status !== undefined)
        outcome.resourceStatus = status;
    if (address !== undefined)
        outcome.url = address;
    return resource;
}
/** Reads the resource; a failure that need not stop the step is returned. */
async function tryResource(step, limits) {
    const resource = await catchFailure(loadResource(step, limits));
    if (isFailure(resource) && endsWork(step, resource))
        throw resource;
    return resource;
}
/**
 * Reads the resource before a deployment; undefined when that fails for a reason that need not stop
 * the step, or when the reply is not recognised.
 */
async function readResourceBefore(step) {
    const resource = await tryResource(step, { giveUpMs: GIVE_UP_MS, waitsForLimit: true });
    if (!isFailure(resource) && resource.id !== undefined)
        return resource;
    const why = isFailure(resource) ? 'could not be read' : 'is not recognised';
    step.log.info(`${outcome_nameOf(step.outcome)} ${why}: its status before is unknown.`);
    return undefined;
}
/** Prints the runtime log, and throws `not_running` for a resource that is not `expected`. */
async function failNotRunning(step, expected) {
    const { log, outcome } = step;
    await printRuntimeLog(step);
    const { resourceStatus = 'unknown' } = outcome;
    const title = `${outcome_nameOf(outcome)} is not ${expected}; its status is ${resourceStatus}`;
    // An error of an app that still runs does not say why it was not stopped.
    const cause = expected === 'stopped' ? undefined : log.errorLine('runtime');
    throw new Failure('not_running', cause ?? `${title}.`, { title });
}
/** Prints the runtime log for a failure. Warns if it cannot be read. */
async function printRuntimeLog(step) {
    const text = await catchFailure(readRuntimeLog(step, { giveUpMs: BEST_EFFORT_MS }));
    if (!isFailure(text))
        return;
    step.log.warn(`The runtime log of ${outcome_nameOf(step.outcome)} could not be read: ${text.message}`);
}
/** Reads and prints the runtime log. Entries that are not recognised are printed as JSON. */
async function readRuntimeLog({ api, inputs, log, outcome }, limits) {
    const { text, unrecognised = '' } = await api.readLogs(outcome.resourceId, inputs.lines, limits);
    const lines = [text, unrecognised]
        .filter(Boolean)
        .map((part) => (part.endsWith('\n') ? part : `${part}\n`))
        .join('');
    await log.lines('runtime', lines);
    return lines;
}

;// CONCATENATED MODULE: ./operations/check.js
// check: a dry run that changes nothing. It fails if the list of resources, the resource or
// required-env cannot be read or is wrong; anything else that cannot be read becomes a row.






/** One attempt, after a rate limit if there is one. */
const ONCE = { giveUpMs: 0, waitsForLimit: true };
async function check(step) {
    const { api, outcome, signal } = step;
    const hasResource = outcome.resourceId !== '';
    try {
        addRow(step, 'API key', `accepted; it sees ${countOf(await api.listResources(), 'resource')}`);
        const why = 'not tested: only a deployment can show whether the key has it';
        addRow(step, 'Scope "deploy"', why);
        if (hasResource)
            await checkResource(step);
        const what = hasResource ? `, and ${outcome_nameOf(outcome)} can be read` : '';
        outcome.headline = `The key is accepted${what}; nothing was changed`;
    }
    finally {
        if (!signal.aborted) {
            const label = 'Service description';
            const reply = await tryRead(step, label, api.readDescription(ONCE));
            if (reply !== undefined)
                addRow(step, label, 'openapi.json is readable without the key');
        }
    }
}
async function checkResource(step) {
    const { api, inputs, outcome } = step;
    const { resourceId } = outcome;
    await loadResource(step);
    await assertRequiredEnv(step);
    if (inputs.requiredEnv.length > 0)
        addRow(step, 'Required environment', 'all names are set');
    else
        await tryRead(step, 'Environment', api.listEnvNames(resourceId, ONCE));
    const list = await tryRead(step, 'Deployments', api.listDeployments(resourceId, ONCE));
    if (list !== undefined) {
        const [inProgress] = inProgressIn(list.items);
        const none = list.isRecognised ? 'no deployment' : 'not known: no list is recognised';
        const found = inProgress && `${inProgress.id} is ${inProgress.status}`;
        addRow(step, 'In progress', found ?? none);
    }
    const latest = list?.items[0];
    if (latest !== undefined)
        await tryRead(step, 'Latest deployment', api.readDeployment(resourceId, latest.id, ONCE));
    await tryRead(step, 'Runtime log', api.readLogs(resourceId, 100, ONCE));
}
/** Reads what need not succeed: a failure becomes a row, unless the step was aborted. */
async function tryRead(step, label, read) {
    const value = await catchFailure(read);
    if (!isFailure(value))
        return value;
    if (step.signal.aborted)
        throw value;
    addRow(step, label, `cannot be read: ${value.message}`);
    return undefined;
}
function addRow({ outcome }, label, value) {
    outcome.facts.push({ label, value });
}

;// CONCATENATED MODULE: ./operations/judge-resource.js
// What the status of a resource means after a deployment, and after start, stop and restart. Pure
// functions of all samples since then.


const POLL_MS = 3_000;
/** Reads this far apart must both show a status that is asleep or unknown. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down, or must both fail. */
const DOWN_MS = 20_000;
/** How long a resource may change, be unhealthy, show no status, or be down as before. */
const SETTLE_TIMEOUT_MS = 60_000;
/** How long an app may restart, and how long the status may stay as it was after a request. */
const STUCK_MS = 180_000;
const REACHED = { kind: 'reached' };
const UNCHANGED = { kind: 'reached', isWithoutChange: true };
const WRONG = { kind: 'wrong' };
const DOWN = { afterMs: DOWN_MS, isWrong: true, from: ['down', 'crashed'] };
const DOWN_AS_BEFORE = { afterMs: SETTLE_TIMEOUT_MS, isWrong: true };
const APP_RULES = {
    none: { afterMs: SETTLE_TIMEOUT_MS },
    moving: { afterMs: SETTLE_TIMEOUT_MS },
    unhealthy: { afterMs: SETTLE_TIMEOUT_MS },
    asleep: { afterMs: ASLEEP_MS, from: ['asleep', 'unknown'] },
    unknown: { afterMs: ASLEEP_MS, from: ['asleep', 'unknown'] },
    unreadable: { afterMs: DOWN_MS, from: ['unreadable'] },
    // A reply above the limit is not requested again.
    'too-large': { afterMs: 0 },
    restarting: { afterMs: STUCK_MS, isWrong: true },
    down: DOWN,
    crashed: DOWN,
};
/** Statuses that are no news, if the app had the same one before. */
const MAY_STAY = new Set(['asleep', 'unknown', 'unhealthy', 'down']);
/** Judges the app since its deployment finished. */
function judgeAfterDeploy({ name, before, wasDeployed, finishedAtMs }, samples, last) {
    const { value } = last;
    const kind = isCrashLoop(samples) ? 'restarting' : appClassOf(value);
    const isSame = !isFailure(value) && before !== undefined && isSameStatus(before.status, value);
    if (kind === 'up' || (kind === 'none' && isSame))
        return REACHED;
    if (isSame && wasDeployed && MAY_STAY.has(kind))
        return sameAsBefore(before.status, value);
    const usual = APP_RULES[kind];
    const { afterMs, isWrong, from } = isSame && usual === DOWN ? DOWN_AS_BEFORE : usual;
    const first = samples.find((sample) => from?.includes(appClassOf(sample.value)));
    const untilMs = (first?.atMs ?? finishedAtMs) + afterMs;
    const text = `${name} ${judge_resource_stateOf(value)}; checking again`;
    if (last.atMs < untilMs)
        return { kind: 'wait', ms: POLL_MS, text, untilMs };
    return isWrong ? WRONG : { kind: 'reached', warning: reasonedState(value) };
}
function appClassOf(status) {
    if (isFailure(status))
        return status.options.isTooLarge ? 'too-large' : 'unreadable';
    const kind = classOf(status);
    return kind === 'moving' && /restarting/i.test(status ?? '') ? 'restarting' : kind;
}
/** True if the app is moving and has come back to `restarting` from another status. */
function isCrashLoop(samples) {
    const kinds = samples
        .map(({ value }) => appClassOf(value))
        .filter((kind) => kind !== 'unreadable');
    const between = kinds.slice(kinds.indexOf('restarting'), kinds.lastIndexOf('restarting'));
    return kinds.at(-1) === 'moving' && between.some((kind) => kind !== 'restarting');
}
/** A status in words. */
function judge_resource_stateOf(status) {
    if (isFailure(status))
        return 'cannot be read';
    if (status === undefined)
        return 'shows no status';
    return `is ${status}${classOf(status) === 'unknown' ? ' (unknown status)' : ''}`;
}
/** The same, and why it cannot be read. */
function reasonedState(status) {
    const state = judge_resource_stateOf(status);
    return isFailure(status) ? `${state}: ${status.message.replace(/\.$/, '')}` : state;
}
/** An app that is down is worth a warning, even if it was down before. */
function sameAsBefore(before = '', status = '') {
    const isUnchanged = status.toLowerCase() === before.toLowerCase();
    const asBefore = isUnchanged
        ? `still ${status}, as before`
        : `${status}, and was ${before} before`;
    const isDown = classOf(status) === 'down';
    return { kind: 'reached', asBefore, ...(isDown && { warning: `is ${asBefore}` }) };
}
/**
 * True if the status is as requested. After a stop, an app may also be killed, or crashed as it was
 * before.
 */
function isWanted(goal, status, before) {
    const kind = classOf(status);
    if (goal !== 'stop')
        return kind === 'up';
    if (kind === 'asleep' || kind === 'down')
        return true;
    return kind === 'crashed' && (isSameStatus(before, status) || /^\s*kill/i.test(status ?? ''));
}
/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000];
/** After a change, the wanted status must last this long. */
const STABLE_FOR_MS = 2_000;
/** Without a change, start and stop pass after this if the status is as requested. */
const UNCHANGED_MS = 5_000;
/** A restart without a change passes after this; so does no status, or a new unknown one. */
const UNSEEN_MS = 20_000;
/** After a change, another known state is wrong once it has lasted this long. */
const WRONG_MS = { stop: 5_000, start: 20_000, restart: 20_000 };
/** The pause before the read number `count`, counted from 0. The first ones ignore the pace. */
function pauseBefore(count) {
    const ms = FIRST_PAUSES_MS[count];
    return ms === undefined ? { ms: POLL_MS } : { ms, isQuick: true };
}
/** Judges the resource after its start, stop or restart was accepted. */
function judgeLifecycle({ name, goal, before, wasChanged, startedAtMs }, samples, last) {
    const status = last.value;
    const kind = classOf(status);
    // Without a status from before, the first sample takes its place.
    const reference = before ?? samples[0]?.value;
    const change = samples.findIndex(({ value }) => wasChanged || hasChanged(reference, value) || classOf(value) === 'moving');
    const changed = change === -1 ? [] : samples.slice(change);
    const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
    const sinceMs = changed[lastOther + 1]?.atMs ?? startedAtMs;
    const { afterMs, verdict } = ruleOf({ goal, before }, status, change !== -1);
    if (last.atMs - sinceMs >= afterMs)
        return verdict;
    const untilMs = sinceMs + afterMs;
    const isAsBefore = change === -1 && status !== undefined && isSameStatus(before, status);
    const when = isAsBefore ? ', as before' : ' after';
    return {
        kind: 'wait',
        ...pauseBefore(samples.length),
        text: `${name} ${judge_resource_stateOf(status)}${when} the ${goal}; checking again`,
        untilMs,
    };
}
/** True for another status. A time that goes on is no change; one that starts anew is. */
function hasChanged(before, status) {
    // A reply without a status shows no change.
    if (before === undefined || status === undefined)
        return false;
    const was = splitTime(before);
    const now = splitTime(status);
    return now.rest !== was.rest || now.seconds < was.seconds;
}
/** What a status means after the request, or after a change, once it has lasted for `afterMs`. */
function ruleOf({ goal, before }, status, isChanged) {
    const kind = classOf(status);
    const isAsWanted = isWanted(goal, status, before);
    const warned = { kind: 'reached', warning: judge_resource_stateOf(status) };
    if (kind === 'none')
        return { afterMs: UNSEEN_MS, verdict: warned };
    if (isChanged) {
        if (kind === 'moving')
            return { afterMs: Infinity, verdict: WRONG };
        if (isAsWanted)
            return { afterMs: STABLE_FOR_MS, verdict: REACHED };
        if (kind === 'unknown')
            return { afterMs: UNSEEN_MS, verdict: warned };
        return { afterMs: WRONG_MS[goal], verdict: WRONG };
    }
    if (goal !== 'restart' && isAsWanted)
        return { afterMs: UNCHANGED_MS, verdict: UNCHANGED };
    if (goal !== 'restart' || !['up', 'unknown'].includes(kind))
        return { afterMs: STUCK_MS, verdict: WRONG };
    return { afterMs: UNSEEN_MS, verdict: UNCHANGED };
}

;// CONCATENATED MODULE: ./operations/notes.js

const REPEAT_MS = 60_000;
/** A wait that is shorter than this is not worth a line. */
const SILENT_MS = 5_000;
/**
 * Creates a function that logs `text` when `key` differs from the last one, and after each minute
 * without a change. With `untilMs`, on the clock of the step, `text` says what a wait is for,
 * without a full stop: the longest time of the wait is added, and a short wait is not logged.
 */
function createNote({ clock, deadlineMs, log }) {
    let last;
    return (key, text, untilMs) => {
        const nowMs = clock.now();
        const leftMs = Math.max(0, Math.min(untilMs ?? Infinity, deadlineMs) - nowMs);
        if (key === last?.key && nowMs - last.atMs < REPEAT_MS)
            return;
        // Rounded, since a moment has passed since the read that began the wait.
        if (untilMs !== undefined && Math.round(leftMs / 1_000) * 1_000 < SILENT_MS)
            return;
        last = { key, atMs: nowMs };
        const limit = untilMs === undefined ? '' : `, for at most ${formatDuration(leftMs)} more.`;
        log.info(text + limit);
    };
}
/** The pause between an acceptance and the first poll, which a shared key makes long. */
async function pauseBeforeFirstPoll(step, longestMs) {
    const pauseMs = Math.min(step.api.firstPollMs(), longestMs);
    const untilMs = step.clock.now() + pauseMs;
    createNote(step)('', 'Other jobs use the key, too: waiting before the first read', untilMs);
    await step.api.pause(pauseMs, { isQuick: true });
}
/** Records and logs the commit that a deployment shows, if it is one and has not been reported. */
function reportCommit({ github, log, outcome }, commit) {
    if (commit === undefined || !github.isCommit(commit))
        return;
    // A list may show fewer digits.
    if (outcome.commit?.startsWith(commit) === true)
        return;
    outcome.commit = commit;
    const isOurs = github.isOwnCommit(commit) || github.run.commits.length === 0;
    const whose = isOurs ? '' : ', which is not a commit of this run';
    log.info(`The deployment builds commit ${commit}${whose}.`);
}

;// CONCATENATED MODULE: ./operations/poll-until.js
// The loop of waits that depend on a history: read, keep the sample with its time, and decide what
// all samples mean.


/**
 * Reads until `decide`, a pure function of all samples, gives a verdict. Rejects as `read` does, or
 * with the reason of the step's signal.
 */
async function pollUntil(step, read, decide) {
    const { api, clock } = step;
    const note = createNote(step);
    const samples = [];
    for (;;) {
        const value = await read();
        const last = { atMs: clock.now(), value };
        samples.push(last);
        const verdict = decide(samples, last);
        if (!isWait(verdict))
            return verdict;
        // A time that goes on, as in `up 3 seconds (unhealthy)`, is no news.
        note(splitTime(verdict.text).rest, verdict.text, verdict.untilMs);
        const leftMs = verdict.untilMs - clock.now();
        await api.pause(Math.min(verdict.ms, leftMs), { isQuick: verdict.isQuick === true });
    }
}
function isWait(answer) {
    return answer.kind === 'wait';
}

;// CONCATENATED MODULE: ./operations/await-app.js






/**
 * Waits until the app is up after its deployment. `before` and `list` were read before that, if
 * they could be. Throws `not_running`; for another failure, such as the deadline, it only warns.
 */
async function awaitApp(step, before, list) {
    const { outcome, log, clock } = step;
    const name = outcome_nameOf(outcome);
    const isFirst = list?.isRecognised === true && !list.items.some((item) => item.status === 'finished');
    const facts = { name, before, wasDeployed: !isFirst, finishedAtMs: clock.now() };
    // What was read before the deployment says nothing about the app now.
    delete outcome.resourceStatus;
    async function read() {
        const app = await catchFailure(loadResource(step, { giveUpMs: 0, waitsForLimit: true }));
        // A single 404 may come from a replica that is behind.
        if (isFailure(app) && app.code !== 'not_found' && endsWork(step, app))
            throw app;
        if (isFailure(app))
            return app;
        if (app.id === undefined)
            throw new Failure('unreadable_reply', `The reply about ${name} is not recognised.`);
        return app.status;
    }
    try {
        const settled = await pollUntil(step, read, (...all) => judgeAfterDeploy(facts, ...all));
        if (settled.kind === 'wrong')
            await failNotRunning(step, 'running after the deployment');
        if (settled.warning !== undefined)
            log.warn(`The deployment finished, but ${name} ${settled.warning}.`);
        if (classOf(outcome.resourceStatus) === 'up') {
            log.info(`${name} is ${outcome.resourceStatus}.`);
        }
        if (settled.asBefore === undefined)
            return;
        const deployment = `Deployment ${outcome.deploymentId} of ${name}`;
        outcome.headline = `${deployment} finished; the app is ${settled.asBefore}`;
    }
    catch (error) {
        // The verdict stands; only the state of the app is not known.
        if (!isFailure(error) || ['not_running', 'interrupted'].includes(error.code))
            throw error;
        warnOfUnknown(step, error);
    }
}
function warnOfUnknown({ log, outcome }, { code, message }) {
    const { resourceStatus = 'unknown' } = outcome;
    const why = code === 'timeout' ? 'The deadline was reached.' : message;
    const what = `it is not known whether ${outcome_nameOf(outcome)} is up (status: ${resourceStatus})`;
    log.warn(`The deployment finished, but ${what}. ${why}`);
}

;// CONCATENATED MODULE: ./operations/deployment-end.js





/** The failure for a deployment that failed or was cancelled. */
async function endFailure(step, end) {
    const { outcome } = step;
    const isFailed = end.ending === 'failed';
    const name = `Deployment ${outcome.deploymentId} of ${outcome_nameOf(outcome)}`;
    const title = `${name} ${isFailed ? 'failed' : 'was cancelled'}`;
    const [meaning, newer] = await Promise.all([
        meaningOf(step, end),
        isFailed ? undefined : newerDeployment(step),
    ]);
    const cause = causeOf(step, end);
    // Do not point to a log that is missing or incomplete.
    const hasLog = outcome.logs.length > 0 && end.last.failure === undefined;
    const next = cause !== undefined && hasLog ? undefined : FIND_CAUSE;
    const what = cause ?? withoutCause(step, end);
    if (isFailed)
        return new Failure('deployment_failed', what, { title, meaning, next });
    return newer === undefined
        ? new Failure('deployment_cancelled', what, { title, meaning })
        : replacedFailure(step, title, newer);
}
/** The failure of a deployment that was cancelled, while a newer one exists. */
function replacedFailure(step, title, { id, status, commit }) {
    const isSame = commit !== undefined && step.github.isOwnCommit(commit);
    const why = isSame
        ? `${id} builds the commit of this run`
        : `it might replace ${id} with an older commit`;
    // A job that only follows starts nothing.
    const warning = step.inputs.operation === 'follow' ? '' : `Do not run this job again: ${why}. `;
    return new Failure('deployment_cancelled', `Deployment ${id} (${status}) was started after it.`, {
        title,
        next: `${warning}To follow ${id}: operation: follow, deployment-id: ${id}.`,
    });
}
/** What the end means for the app. Says nothing about an app that cannot be read. */
async function meaningOf(step, { hadEnded }) {
    const { outcome } = step;
    const { resourceStatus: before } = outcome;
    const resource = await catchFailure(loadResource(step, { giveUpMs: BEST_EFFORT_MS }));
    const { status } = isFailure(resource) ? {} : resource;
    const isSame = isSameStatus(before, status) && !hadEnded;
    // An app that was up before and still is runs the previous version.
    const what = isSame && classOf(status) === 'up' ? 'The previous version' : outcome_nameOf(outcome);
    const app = status === undefined ? '' : `${what} is ${isSame ? 'still ' : ''}${status}.`;
    return `${hadEnded ? 'The deployment had ended before. ' : ''}${app}`.trim() || undefined;
}
/** An app that does not start says why in its runtime log. */
const FIND_CAUSE = 'Fix the cause, or look for it in the console and in the runtime log (operation: logs).';
/** Also notes the reason that the service gives, if the line of the log says something else. */
function causeOf({ inputs, log, outcome }, { reason }) {
    if (!inputs.buildLog)
        return 'Its cause is not shown here (build-log: false).';
    const line = log.errorLine('build');
    // The line may say less, such as `Killed`.
    if (line && reason && !line.includes(reason))
        outcome.facts.push({ label: 'Reason given', value: reason });
    return line ?? reason ?? log.failedLine('build');
}
function withoutCause({ outcome: { logs, status } }, { ending, last }) {
    const word = status === 'failed' || status === 'cancelled' ? '' : ` Its status is "${status}".`;
    if (ending === 'cancelled')
        return `The deployment has not finished.${word}`;
    if (last.failure && !last.wasRead)
        return `Its details could not be read, so its cause is not known.${word}`;
    // A log that was too large to be read is not `NO_LOG`, although it is as empty.
    const hasLog = logs.length > 0 || last.failure !== undefined || (last.log ?? NO_LOG) !== NO_LOG;
    const noLog = hasLog ? '' : ' and shows no log';
    return `The service names no cause${noLog} that is recognised.${word}`;
}
async function newerDeployment({ api, outcome }) {
    const { deploymentId, resourceId } = outcome;
    const list = await catchFailure(api.listDeployments(resourceId, { giveUpMs: BEST_EFFORT_MS }));
    if (isFailure(list))
        return undefined;
    const isReplaced = list.items.findIndex(({ id }) => id === deploymentId) > 0;
    return isReplaced ? list.items[0] : undefined;
}
/** The failure for a deployment that the service does not show. `unread`: why it cannot be read. */
function notShownFailure({ outcome }, id, unread) {
    const detail = unread?.message ?? `The service does not show ${id} by its id.`;
    return new Failure('not_found', `${detail} The list does not show it, either.`, {
        title: `Deployment ${id} of ${outcome_nameOf(outcome)} is not known`,
        next: 'Check deployment-id, and that it belongs to this resource.',
    });
}
/** The failure for a deployment that the service has shown, and no longer shows. */
function deletedFailure({ outcome }) {
    const { deploymentId: id } = outcome;
    return new Failure('not_found', `The service has shown ${id} before, and now shows it nowhere.`, {
        title: `Deployment ${id} of ${outcome_nameOf(outcome)} is no longer known`,
        next: 'It may have been deleted while it was in progress. Look for it in the console.',
    });
}

;// CONCATENATED MODULE: ./operations/absence.js



/** A deployment is absent once it was not shown for this long, at this many polls or more. */
const ABSENT_AFTER_MS = { certain: 15_000, likely: 15_000, possible: 60_000 };
const ABSENT_POLLS = 3;
/**
 * Creates a function that gets each poll, and returns a failure once it is certain that the service
 * does not know the deployment, or does not let it be read. Throws if the service showed it before.
 */
function createAbsenceCheck(step, isListed) {
    const { clock, outcome } = step;
    const { deploymentId = '' } = outcome;
    const note = createNote(step);
    let isSeen = isListed;
    let wasCertain = false;
    let absentAtMs = [];
    return async (polled) => {
        const { absence, status } = polled;
        isSeen ||= status !== undefined;
        if (absence === undefined) {
            absentAtMs = [];
            return undefined;
        }
        const isCertain = absence === 'certain' || !isSeen;
        // Polls that leave it open do not count for the certainty of later ones.
        if (isCertain !== wasCertain)
            absentAtMs = [];
        wasCertain = isCertain;
        absentAtMs = [...absentAtMs, clock.now()];
        const untilMs = Math.min(...absentAtMs) + ABSENT_AFTER_MS[absence];
        const what = `Neither its detail nor the list shows deployment ${deploymentId}`;
        note('absent', `${what}; checking again`, isCertain ? untilMs : Infinity);
        if (absentAtMs.length < ABSENT_POLLS || clock.now() < untilMs)
            return undefined;
        absentAtMs = [];
        if (isCertain && isSeen)
            throw deletedFailure(step);
        if (isCertain)
            return notShownFailure(step, deploymentId, polled.failure);
        // Throws if the resource is gone, too. If it is not, the time starts anew.
        await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
        return undefined;
    };
}

;// CONCATENATED MODULE: ./api/new-lines.js
// Finds the new lines of a log that the service sends as a whole each time.
const NOTHING_PRINTED = { lines: '', isNewestFirst: false };
/**
 * The new lines of a log: the lines after the same beginning, before everything printed, or after
 * the last lines printed. Otherwise the log is broken: the first time, all lines count as new, and
 * after that only those that the last reading did not hold. An unfinished last line counts once the
 * log has ended, and again if it has grown since. Takes linear time.
 */
function newLines(last, reply, { ended }) {
    const now = last.isNewestFirst ? reversed(reply) : reply;
    const wholeLines = now.slice(0, now.lastIndexOf('\n') + 1);
    // Nothing is new, or the reply comes from a replica that is behind.
    const isKnown = last.lines.startsWith(ended ? now : wholeLines);
    if (isKnown || (last.broken === 'final' && !ended))
        return { lines: '', printed: last };
    const all = now.endsWith('\n') ? now : `${now}\n`;
    const lines = ended ? all : wholeLines;
    const printed = { ...last, lines };
    const sameEnd = endOfSameBeginning(last.lines, lines);
    if (sameEnd !== undefined)
        return { lines: lines.slice(sameEnd), printed };
    const older = [wholeLines, all].find((text) => text.endsWith(`\n${last.lines}`));
    if (older !== undefined && last.lines.trim() !== '') {
        const newer = reversed(older.slice(0, -last.lines.length));
        const isNewestFirst = !last.isNewestFirst;
        const flipped = { ...last, lines: reversed(all), isNewestFirst };
        return { lines: all.slice(older.length) + newer, printed: flipped };
    }
    const continuesAt = endOfLastLines(last.lines, lines);
    if (continuesAt !== undefined)
        return { lines: lines.slice(continuesAt), printed };
    if (last.broken === undefined)
        return { lines, printed: { ...printed, broken: 'once' } };
    return linesAfterBreak(last, printed, { ended });
}
/** Of a log that was broken before, only the lines that the last reading did not hold. */
function linesAfterBreak(last, printed, { ended }) {
    // At least one line of the last reading is still there.
    const isContinued = linesNotIn(printed.lines, last.lines) !== last.lines;
    if (isContinued)
        return { lines: linesNotIn(last.lines, printed.lines), printed };
    const final = { ...printed, broken: 'final' };
    if (!ended)
        return { lines: '', printed: { ...final, lines: '' } };
    return { lines: last.broken === 'final' ? '' : printed.lines, printed: final };
}
/** The lines that `known` does not hold, and all blank lines. */
function linesNotIn(known, lines) {
    const held = new Set(known.split('\n').filter((line) => line.trim() !== ''));
    return lines
        .split(/(?<=\n)/)
        .filter((line) => !held.has(line.slice(0, -1)))
        .join('');
}
function reversed(lines) {
    const whole = lines.endsWith('\n') ? lines.slice(0, -1) : lines;
    return whole === '' ? '' : `${whole.split('\n').toReversed().join('\n')}\n`;
}
/** Where a log with the same beginning continues: before the last line if that has grown. */
function endOfSameBeginning(printed, log) {
    if (log.startsWith(printed))
        return printed.length;
    const withoutEnd = printed.slice(0, -1);
    return log.startsWith(withoutEnd) ? withoutEnd.lastIndexOf('\n') + 1 : undefined;
}
/** How many of the last lines must be found again. */
const OVERLAP_LINES = 5;
/**
 * Where the last lines printed end in a log with another beginning. Undefined if the log does not
 * hold them.
 */
function endOfLastLines(printed, log) {
    const last = printed
        .split('\n')
        .slice(-OVERLAP_LINES - 1)
        .join('\n');
    const start = last.trim() === '' ? -1 : `\n${log}`.lastIndexOf(`\n${last}`);
    return start === -1 ? undefined : start + last.length;
}

;// CONCATENATED MODULE: ./operations/log-view.js



const NEWEST_FIRST = 'The service shows the newest line of the log first: from here on, lines follow in time order.';
/** Both texts fit a log that was rewritten, and one that shows only its last lines. */
const BROKEN = {
    once: 'The log does not continue what was printed above. It follows as the service now shows it.',
    final: 'None of the lines above is in the log any more. It is printed once more after its end.',
};
function createLogView(step) {
    const { inputs, log, sanitizers } = step;
    const note = createNote(step);
    let latest;
    let printed = NOTHING_PRINTED;
    let shownUnrecognised = '';
    async function showLines(text, isEnded) {
        const { lines, printed: next } = newLines(printed, text, { ended: isEnded });
        const { isNewestFirst, broken } = next;
        // With `build-log: false`, nothing stands above.
        if (inputs.buildLog && isNewestFirst !== printed.isNewestFirst)
            log.info(NEWEST_FIRST);
        if (inputs.buildLog && broken && broken !== printed.broken)
            log.info(BROKEN[broken]);
        printed = next;
        // The deadline may cut a long log short, unless the deployment has ended: its verdict is known.
        await log.lines('build', lines, { mayBeCut: !isEnded });
    }
    async function showRest({ unrecognised = '', hiddenCount }) {
        const rest = unrecognised === '' ? '' : `${unrecognised.trimEnd()}\n`;
        const newRest = linesNotIn(shownUnrecognised, rest);
        if (newRest !== '')
            await log.lines('build', newRest);
        shownUnrecognised += newRest;
        const hidden = `The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`;
        if (hiddenCount > 0)
            note(hidden, hidden);
    }
    /** Prints what is new. At the end, an unfinished last line counts as a line. */
    async function show(reading, { isEnded }) {
        if (reading === undefined)
            return;
        latest = reading;
        await showLines(reading.text, isEnded);
        if (isEnded)
            await showRest(reading);
    }
    return {
        show,
        /** Prints the unfinished last line, such as a question, when the step ends first. */
        async showUnfinished() {
            if (latest === undefined)
                return;
            const { text } = latest;
            // The service may have been about to write the rest of a secret.
            const shown = text.endsWith('\n') ? text : sanitizers.withoutBeginnings(text);
            await show({ ...latest, text: shown }, { isEnded: true });
        },
    };
}

;// CONCATENATED MODULE: ./operations/poll-deployment.js



/**
 * How long the list is retried. The detail is read once per poll, since the list shows the status,
 * too.
 */
const LIST_GIVE_UP_MS = 60_000;
/** A log that was not read, since its reply is too large; unlike `NO_LOG`, there is one. */
const UNREAD_LOG = { ...NO_LOG };
/** Creates the poll of one deployment. It rejects with a `Failure` that ends the step. */
function createPoll(step, deploymentId) {
    const { api, log } = step;
    const { resourceId } = step.outcome;
    let wasRead = false;
    let isTooLarge = false;
    async function readDetail(limits) {
        if (isTooLarge)
            return { log: UNREAD_LOG, wasRead };
        const once = { ...limits, giveUpMs: 0 };
        const detail = await catchFailure(api.readDeployment(resourceId, deploymentId, once));
        if (!isFailure(detail)) {
            wasRead = true;
            return { ...detail, wasRead };
        }
        // Once it could be read, a 404 means that the log is lost.
        if (detail.code === 'not_found')
            return wasRead ? { failure: detail, wasRead } : { wasRead };
        if (detail.code === 'rate_limited' || endsWork(step, detail))
            throw detail;
        isTooLarge = detail.options.isTooLarge === true;
        if (!isTooLarge)
            return { failure: detail, wasRead };
        const what = `The log of deployment ${deploymentId} is too long to be read`;
        log.warn(`${what}: no more of it is shown.`);
        wasRead = true;
        return { log: UNREAD_LOG, wasRead };
    }
    return async ({ isOptional = false } = {}) => {
        const giveUpMs = isOptional ? BEST_EFFORT_MS : LIST_GIVE_UP_MS;
        const limits = { giveUpMs, waitsForLimit: !isOptional, isPoll: !isOptional };
        const detail = await readDetail(limits);
        if (detail.status !== undefined)
            return detail;
        const list = await catchFailure(api.listDeployments(resourceId, limits));
        if (isFailure(list)) {
            if (isFinal(step, list))
                throw list;
            return detail;
        }
        const listed = list.items.find(({ id }) => id === deploymentId);
        if (listed === undefined)
            return { ...detail, absence: absenceFrom(detail, list) };
        return { ...listed, ...detail, reasons: [...(detail.reasons ?? []), ...listed.reasons] };
    };
}
/** How certain it is that the service has no such deployment, if the list does not show it. */
function absenceFrom({ failure }, { isRecognised, isCut }) {
    if (failure !== undefined && !failure.isLasting)
        return 'possible';
    const wasAnswered = failure === undefined || failure.code === 'not_found';
    return wasAnswered && isRecognised && !isCut ? 'certain' : 'likely';
}
/** True for a failure of the list that does not pass on its own, such as an error sent with 2xx. */
function isFinal(step, failure) {
    const { httpStatus = 500 } = failure.options;
    const isUnusable = isFailure(failure, 'unreadable_reply', 'rate_limited') || httpStatus < 400;
    return endsWork(step, failure) || failure.isLasting || isUnusable;
}
/** True if the log has grown since the last poll, or could be read before and now cannot. */
function mayGrow(last, next) {
    const isLost = next.failure !== undefined && next.wasRead;
    return (isLost || next.log?.text !== last.log?.text || next.log?.unrecognised !== last.log?.unrecognised);
}

;// CONCATENATED MODULE: ./operations/await-deployment.js
// Awaits the end of one deployment: polls it, reports its progress, and after a failure reads the
// last lines of its log, which hold the cause.










/**
 * Polls until the deployment has finished. Returns a failure if the service has never shown it, and
 * throws that of a deployment that ends otherwise or is no longer known.
 */
async function awaitDeployment(step, target) {
    const { clock, log, outcome, signal } = step;
    const { deploymentId = '' } = outcome;
    const poll = createPoll(step, deploymentId);
    const logView = createLogView(step);
    const end = await pollToEnd(step, target, { poll, logView }).catch(async (error) => {
        // An unfinished last line may be a question that the build asks.
        await logView.showUnfinished();
        throw error;
    });
    if (isFailure(end))
        return end;
    const { ending, hadEnded, polled } = end;
    const isGrowing = ending === 'failed' && !hadEnded;
    const { last, reason } = isGrowing
        ? await readLastLines(step, polled, { poll, logView })
        : { last: polled, reason: polled.reasons?.[0] };
    const missing = last.failure &&
        `The log of deployment ${deploymentId} could not be read to its end: ${last.failure.message}`;
    if (ending === 'failed' && missing !== undefined)
        log.warn(missing);
    if (ending !== 'finished')
        throw await endFailure(step, { ending, last, reason, hadEnded });
    /** True if the log could be read. */
    async function showLate() {
        if (last.log === undefined)
            await clock.sleep(FIRST_REREAD_MS, signal).catch(() => undefined);
        const late = await catchFailure(poll({ isOptional: true }));
        if (isFailure(late))
            return false;
        await logView.show(late.log, { isEnded: true });
        return late.failure === undefined;
    }
    return {
        hadEnded,
        async showLateLines() {
            if (!(await showLate()) && missing !== undefined)
                log.warn(missing);
        },
    };
}
/** Polls until the status is final; a failure if the service has never shown the deployment. */
async function pollToEnd(step, target, { poll, logView }) {
    const { api, clock, log, outcome } = step;
    const { deploymentId = '', phase: start } = outcome;
    const { sinceMs = clock.now() } = start;
    const { confirm, mayHaveEnded = false } = target;
    const reportProgress = createProgressReport(step, sinceMs);
    const checkAbsence = createAbsenceCheck(step, target.isListed);
    let wasInProgress = false;
    for (;;) {
        const polled = await poll();
        const absent = await checkAbsence(polled);
        if (absent !== undefined)
            return absent;
        const { status = '' } = polled;
        const ending = endingOf(status);
        reportCommit(step, polled.commit);
        await logView.show(polled.log, { isEnded: ending !== undefined });
        if (status !== '')
            outcome.status = status;
        if (ending !== undefined) {
            // While the detail could not be read, it may have been in progress.
            const hadEnded = mayHaveEnded && !wasInProgress && polled.failure === undefined;
            const after = `: ${status} after ${formatDuration(clock.now() - sinceMs)}`;
            const how = hadEnded ? ` had ended before: ${status}` : after;
            log.info(`Deployment ${deploymentId}${how}`);
            outcome.phase = endPhase(outcome.phase, clock.now());
            await confirm?.(true);
            step.save();
            return { polled, ending, hadEnded };
        }
        const { phase } = outcome;
        if (phase.kind === 'working')
            outcome.phase = { ...phase, isNotShown: status === '' };
        wasInProgress ||= status !== '';
        reportProgress(polled);
        await confirm?.(false);
        step.save();
        await api.pause(0);
    }
}
/** Creates the function that logs what a poll of a deployment in progress has shown. */
function createProgressReport(step, sinceMs) {
    const { clock, deadlineMs } = step;
    const { deploymentId } = step.outcome;
    const note = createNote(step);
    let unknown = ' (unknown status, taken as in progress)';
    return ({ status, failure, absence }) => {
        const nowMs = clock.now();
        if (status !== undefined) {
            const elapsed = formatDuration(nowMs - sinceMs);
            const left = formatDuration(Math.max(0, deadlineMs - nowMs));
            const known = isKnownStatus(status) ? status : `"${status}"${unknown}`;
            if (known !== status)
                unknown = '';
            note(status, `Deployment ${deploymentId}: ${known} after ${elapsed}, ${left} left`);
        }
        else if (failure !== undefined && absence === undefined)
            note('unread', `Deployment ${deploymentId} cannot be read; trying again`, Infinity);
    };
}
/** After a failure the detail is read again: first after 1 s, and then every 2 s. */
const FIRST_REREAD_MS = 1_000;
const REREAD_GAP_MS = 2_000;
/** For how long: while no cause is named, and while the log grows or can no longer be read. */
const CAUSE_TIMEOUT_MS = 5_000;
const LAST_LINES_TIMEOUT_MS = 15_000;
/** Reads the last lines of the log of a failed deployment, which hold the cause. */
async function readLastLines(step, failed, { poll, logView }) {
    const { clock, inputs, log, signal } = step;
    const within = formatDuration(LAST_LINES_TIMEOUT_MS);
    log.info(`Reading the last lines of its log, for at most ${within}.`);
    const failedMs = clock.now();
    let reason = failed.reasons?.[0];
    let last = failed;
    const late = new Failure('timeout', `The log was not read within ${within}.`);
    // The last read may take a second.
    const longestMs = LAST_LINES_TIMEOUT_MS + FIRST_REREAD_MS;
    const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, longestMs, { signal, reason: late });
    for (let gapMs = FIRST_REREAD_MS;; gapMs = REREAD_GAP_MS) {
        const reading = clock.sleep(gapMs, signal).then(() => poll({ isOptional: true }));
        const next = await catchFailure((0,clock_0/* raceWithSignal */.oL)(reading, limit.signal));
        if (next === late)
            return { last: { failure: late, ...last }, reason };
        if (isFailure(next))
            break;
        // A deployment that is in progress again shows the log of another attempt. During an outage no
        // status is shown.
        if (next.status !== undefined && endingOf(next.status) === undefined)
            break;
        await logView.show(next.log, { isEnded: true });
        reason ??= next.reasons?.[0];
        // Without logs, no cause is shown, so none is awaited.
        const hasCause = !inputs.buildLog || (reason ?? log.errorLine('build')) !== undefined;
        let timeoutMs = hasCause ? 0 : CAUSE_TIMEOUT_MS;
        if (mayGrow(last, next))
            timeoutMs = LAST_LINES_TIMEOUT_MS;
        last = next;
        if (clock.now() + REREAD_GAP_MS > failedMs + timeoutMs)
            break;
    }
    limit.clear();
    return { last, reason };
}

;// CONCATENATED MODULE: ./operations/find.js









/**
 * After an accepted POST, or a lost one that may still take effect, the search ends once the list
 * has shown nothing new and nothing in progress for this long.
 */
const SEARCH_TIMEOUT_MS = 90_000;
/** The same if no id is needed (`wait: false`), or after a 5xx or 408 of the API itself. */
const SHORT_SEARCH_TIMEOUT_MS = 15_000;
/**
 * Searches for the deployment of an accepted POST, and returns what confirms it. Throws `ambiguous`
 * or `unknown_outcome`.
 */
async function findAccepted(step, start) {
    const { inputs, log, outcome } = step;
    const { answeredAtMs } = start;
    forgetDeployment(outcome);
    outcome.phase = { kind: 'identifying', sinceMs: answeredAtMs };
    const quote = outcome.serviceMessage ? ` The service answered: "${outcome.serviceMessage}"` : '';
    log.info(`The request was accepted; looking for its deployment in the list.${quote}`);
    const timeoutMs = inputs.wait ? SEARCH_TIMEOUT_MS : SHORT_SEARCH_TIMEOUT_MS;
    await pauseBeforeFirstPoll(step, timeoutMs / 2);
    const limits = inputs.wait ? {} : { giveUpMs: timeoutMs };
    const facts = { lostCount: 0, timeoutMs, isOptional: !inputs.wait };
    const found = await search(step, start, facts, limits);
    if (found.kind === 'ours') {
        takeFromList(step, found.deployment, answeredAtMs);
        return createConfirmation(step, start);
    }
    const what = `Accepted, but its deployment was not found within ${formatDuration(timeoutMs)}.`;
    const why = found.kind === 'unknown' ? found.why : '';
    throw new Failure('unknown_outcome', `${what} ${why}${quote}`, {
        title: `The new deployment of ${outcome_nameOf(outcome)} is not known`,
    });
}
/**
 * Searches for the deployment of a lost POST, adopts it, and returns what confirms it. Undefined
 * when the POST has had no effect and may be sent once again. Throws as {@link findAccepted} does.
 */
async function adoptLost(step, { failure, isApiError, isSecond, sentMs }, start) {
    const { outcome, log } = step;
    const timeoutMs = isApiError ? SHORT_SEARCH_TIMEOUT_MS : SEARCH_TIMEOUT_MS;
    const found = await search(step, start, { lostCount: isSecond ? 2 : 1, timeoutMs });
    if (found.kind === 'repost')
        return undefined;
    if (found.kind === 'unknown') {
        const twice = isSecond ? ' It was sent twice.' : '';
        throw new Failure('unknown_outcome', `${failure.message}${twice} ${found.why}`);
    }
    outcome.adopted = true;
    const what = `The answer to the request was lost. Deployment ${found.deployment.id} appeared`;
    log.warn(`${what} afterwards and is taken for ours; it could be a colleague's.`);
    takeFromList(step, found.deployment, sentMs);
    return createConfirmation(step, start);
}
/** Reads the list until it shows our deployment or the time is up. Throws `ambiguous`. */
async function search(step, { baseline, answeredAtMs }, facts, limits) {
    const { api, outcome } = step;
    const all = { ...facts, isReliable: baseline.isReliable, answeredAtMs };
    const found = await pollUntil(step, async () => seenIn(baseline, await api.listDeployments(outcome.resourceId, limits)), (...samples) => judgeSearch(all, ...samples));
    if (found.kind === 'ambiguous')
        throw ambiguousFailure(outcome, found.deployments);
    return found;
}
/** Takes an entry of the list as ours. If it has ended, it stays a candidate until confirmed. */
function takeFromList(step, { id, status, commit }, sinceMs) {
    const { log, save, outcome } = step;
    outcome.deploymentId = id;
    outcome.status = status;
    const isCandidate = endingOf(status) !== undefined;
    outcome.phase = isCandidate
        ? { kind: 'identifying', sinceMs }
        : { kind: 'working', sinceMs, isOurs: true };
    log.info(`Deployment ${id} is the new one in the list (${status}).`);
    reportCommit(step, commit);
    save();
}
/** A deployment that was found in the list is confirmed by a read this long after the answer. */
const RECHECK_LIST_AFTER_MS = 15_000;
/**
 * Creates the confirmation of a deployment that only the list has shown: another read of the list
 * 15 s after the answer, before any verdict, and one more at the end of a longer deployment.
 */
function createConfirmation(step, { baseline, answeredAtMs }) {
    const { outcome, api, clock } = step;
    const { resourceId, deploymentId = '' } = outcome;
    let isConfirmed = false;
    return async (isLast) => {
        const leftMs = answeredAtMs + RECHECK_LIST_AFTER_MS - clock.now();
        if (!isLast && (isConfirmed || leftMs > 0))
            return;
        const { sinceMs, endedAtMs } = outcome.phase;
        if (!isConfirmed)
            await awaitRecheck(step, leftMs);
        // Once it is confirmed, a list that cannot be read changes nothing.
        const list = isConfirmed
            ? await catchFailure(api.listDeployments(resourceId, { giveUpMs: BEST_EFFORT_MS }))
            : await api.listDeployments(resourceId);
        if (isFailure(list))
            return;
        const own = list.items.find(({ id }) => id === deploymentId);
        if (own !== undefined && !hasEnded(outcome.phase))
            outcome.status = own.status;
        reportCommit(step, own?.commit);
        const { above, below } = otherNewEntries(baseline, deploymentId, list);
        const rivals = above.filter((entry) => !isConfirmed || isMoreLikelyOurs(step, entry));
        assertNoRivals(outcome, [...rivals, ...below]);
        const ours = { kind: 'working', isOurs: true, sinceMs };
        outcome.phase = endedAtMs === undefined ? ours : endPhase(ours, endedAtMs);
        isConfirmed = true;
    };
}
/** Waits until the list is to be read again. Meanwhile the deployment counts as a candidate. */
async function awaitRecheck(step, leftMs) {
    const { clock, outcome, signal } = step;
    const { sinceMs, endedAtMs } = outcome.phase;
    outcome.phase = { kind: 'identifying', sinceMs, endedAtMs };
    createNote(step)('', 'Waiting, in case another new deployment appears', clock.now() + leftMs);
    await clock.sleep(leftMs, signal);
}
/** True for an entry that shows our commit, where the deployment taken for ours shows another. */
function isMoreLikelyOurs({ github, outcome }, { commit }) {
    const isForeign = outcome.commit !== undefined && !github.isOwnCommit(outcome.commit);
    return isForeign && commit !== undefined && github.isOwnCommit(commit);
}
/** Throws `ambiguous` if there are other new deployments that may be ours. */
function assertNoRivals(outcome, rivals) {
    if (rivals.length === 0)
        return;
    const { deploymentId: id = '', status = '' } = outcome;
    forgetDeployment(outcome);
    throw ambiguousFailure(outcome, [{ id, status }, ...rivals]);
}
/** Removes what is known about a deployment that is not, or may not be, ours. */
function forgetDeployment(outcome) {
    delete outcome.deploymentId;
    delete outcome.status;
    delete outcome.commit;
    delete outcome.adopted;
}
function ambiguousFailure(outcome, deployments) {
    const name = outcome_nameOf(outcome);
    const what = `There are ${deployments.length} new deployments of ${name} since the request`;
    const which = nameSome(deployments.map(({ id, status }) => `${id}: ${status}`));
    const message = `${what} (${which}), and the service did not say which is ours.`;
    return new Failure('ambiguous', message, {
        title: `It is not known which deployment of ${name} is ours`,
    });
}

;// CONCATENATED MODULE: ./operations/health-check.js
// The health check: after the work has ended, the app itself must answer, with a given text if one
// is required.








/** The gap between two requests grows from the first to the longest. */
const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const GAP_GROWTH = 1.5;
/**
 * The address to request; undefined without `health-check`, and for a path when the resource shows
 * no domain.
 */
function addressOf({ inputs: { healthCheck }, outcome: { url } }) {
    if (healthCheck === undefined || !healthCheck.startsWith('/'))
        return healthCheck;
    return url === undefined ? undefined : new URL(healthCheck, url).href;
}
/**
 * Throws `invalid_input` if `health-check` is a path and no domain is known. Call it only where no
 * deployment can bring a domain.
 */
function assertAddress(step) {
    if (step.inputs.healthCheck === undefined || addressOf(step) !== undefined)
        return;
    throw noDomainFailure(step, 'invalid_input', `Nothing was changed for ${outcome_nameOf(step.outcome)}.`);
}
function noDomainFailure({ inputs, outcome }, code, meaning) {
    const name = outcome_nameOf(outcome);
    const path = `health-check is the path ${inputs.healthCheck}`;
    return new Failure(code, `${path}, which needs a domain.`, {
        title: `No domain of ${name} is known for the health check`,
        meaning,
        next: 'Give the resource a domain in the console, or write a whole address into health-check.',
    });
}
/** The address to request. The first deployment may bring the domain for a path. */
async function awaitAddress(step) {
    const { api, outcome, signal } = step;
    const note = createNote(step);
    for (;;) {
        const address = addressOf(step);
        if (address !== undefined)
            return address;
        note('', `${outcome_nameOf(outcome)} shows no domain yet for the health check`, Infinity);
        const reading = api.pause(0).then(() => tryResource(step, { giveUpMs: BEST_EFFORT_MS }));
        await (0,clock_0/* raceWithSignal */.oL)(reading, signal).catch((error) => {
            throw isFailure(error, 'timeout') ? noDomainFailure(step, 'unhealthy') : error;
        });
    }
}
/** Requests the app until it is healthy; nothing without `health-check`. Throws `unhealthy`. */
async function checkHealth(step) {
    const { clock, inputs } = step;
    if (inputs.healthCheck === undefined)
        return;
    const reason = new Failure('timeout', 'the time for the health check has passed');
    const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, inputs.healthCheckTimeoutMs, { signal: step.signal, reason });
    const deadlineMs = Math.min(step.deadlineMs, clock.now() + inputs.healthCheckTimeoutMs);
    const limited = { ...step, signal: limit.signal, deadlineMs };
    try {
        const address = await awaitAddress(limited);
        recordHealth(step, address, await pollHealth(limited, address));
    }
    catch (error) {
        if (isFailure(error, 'unhealthy') && !step.signal.aborted)
            await printRuntimeLog(step);
        throw error;
    }
    finally {
        limit.clear();
    }
}
/** Requests the address until it is healthy. Throws `unhealthy` at the deadline of the step. */
async function pollHealth(step, address) {
    const { clock, deadlineMs, log, signal } = step;
    const startedMs = clock.now();
    const isLate = signal.aborted;
    const longest = formatDuration(deadlineMs - startedMs);
    if (!isLate)
        log.info(`Health check: requesting ${address}, for at most ${longest}.`);
    const note = createNote(step);
    let last;
    try {
        for (let gapMs = FIRST_GAP_MS;; gapMs *= GAP_GROWTH) {
            last = await requestHealth(step, address);
            if (last.isHealthy)
                return last;
            note(last.key, `${address} ${last.text}; requesting it again`, Infinity);
            await clock.sleep(Math.min(gapMs, LONGEST_GAP_MS), signal);
        }
    }
    catch (error) {
        if (!isFailure(error, 'timeout'))
            throw error;
        const waited = formatDuration(clock.now() - startedMs);
        const what = isLate
            ? `The deadline was reached before ${address} could be requested.`
            : `${address} ${last?.text ?? 'gave no answer'}. Tried for ${waited}.`;
        throw unhealthyFailure(step, what, last?.status);
    }
}
/** Keeps what a healthy app has answered, and what that proves. */
function recordHealth(step, address, { text }) {
    const { github, inputs, outcome } = step;
    outcome.facts.push({ label: 'Health check', value: `${address} ${text}` });
    // A text that is a commit of this run proves what is deployed.
    const proven = github.run.commits.find((commit) => commit === inputs.healthCheckContains);
    if (proven !== undefined)
        outcome.commit ??= proven;
}
/** The failure of a health check. `what` says what the app answered last, with this `status`. */
function unhealthyFailure(step, what, status) {
    const { inputs, outcome } = step;
    const title = `${outcome_nameOf(outcome)} did not pass its health check`;
    const next = nextAfter(status);
    const { healthCheckContains: contains } = inputs;
    const isNamed = contains === undefined || what.includes(`"${contains}"`);
    const needed = isNamed ? '' : ` It must contain "${contains}".`;
    return new Failure('unhealthy', what + needed, { title, next });
}
/** For a site behind a login. */
const LOGIN = 'If a login is needed, check the app in a step of its own.';
/** What to do after an answer with this status; 0 without an answer. */
function nextAfter(status = 0) {
    if (status === 401 || status === 403)
        return `The app refused the request. ${LOGIN}`;
    const general = adviceFor('unhealthy').next;
    if (status < 200 || status >= 400)
        return general;
    if (status >= 300)
        return `Redirects are not followed: set health-check to the final address. ${LOGIN}`;
    // A 2xx answer only lacks the text, perhaps since another commit is deployed.
    return `Check which commit is deployed, and which branch the service builds. ${general}`;
}
const MAX_QUOTE_CHARS = 200;
/** Requests the app once. Rejects only with the reason of the step's signal. */
async function requestHealth(step, address) {
    const { api, inputs, signal } = step;
    const { healthCheckContains: contains } = inputs;
    const bodyToQuote = step.inputs.buildLog ? 'of errors' : 'none';
    const body = contains === undefined ? bodyToQuote : 'all';
    const answer = await api.probe(address, { body, signal });
    if ('failure' in answer) {
        const text = `gave no answer: ${answer.failure}`;
        return { isHealthy: false, text, key: text };
    }
    const key = statusText(step, answer);
    const { status } = answer;
    const hundreds = Math.floor(status / 100);
    if (contains === undefined) {
        const isHealthy = hundreds === 2 || hundreds === 3;
        const text = answer.quotable === '' ? key : `${key} with ${quoteOf(step, answer.quotable)}`;
        return { isHealthy, status, text, key };
    }
    const hasText = answer.body.includes(contains);
    const search = hasText ? 'which contains' : lacking(answer);
    const text = `${key} with ${quoteOf(step, answer.quotable)}, ${search} "${contains}"`;
    // A redirect never contains the text: it is not followed.
    return { isHealthy: hundreds === 2 && hasText, status, text, key };
}
function lacking({ isPart = false }) {
    return isPart ? 'whose beginning (up to 64 KiB) lacks' : 'which lacks';
}
function statusText({ inputs }, { status, headers }) {
    if (headers.location === undefined || !inputs.buildLog)
        return `answered ${status}`;
    return `answered ${status} with Location: ${headers.location}`;
}
function quoteOf(step, body) {
    if (!step.inputs.buildLog)
        return 'a body';
    const quote = step.sanitizers.safeLine(toLine(body) ?? '', { maxChars: MAX_QUOTE_CHARS });
    return quote === '' ? 'no readable body' : `the body "${quote}"`;
}

;// CONCATENATED MODULE: ./operations/busy.js




/** While other work is visible, the POST is sent again when it has ended, or after this. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/** Without visible work it is sent again after 2 to 5 s: random, so that jobs do not collide. */
const UNSEEN_WAIT_MS = { least: 2_000, spread: 3_000, longest: 15_000 };
const UNSEEN_GROWTH = 1.5;
/**
 * Creates the function that waits after a POST that found the resource busy. It gets the failure of
 * the POST, and throws it when `on-busy` says so or there is no time left. It returns the list that
 * ended the wait.
 */
function createBusyWait(step) {
    const { api, clock, deadlineMs, inputs, outcome, signal } = step;
    const note = createNote(step);
    /** How many POSTs found the resource busy since other work was last visible. */
    let busyUnseenCount = 0;
    /** Waits until other work has ended, as `on-busy` says. */
    async function waitUntilFree(failure) {
        if (inputs.onBusy === 'fail')
            throw failure;
        const sinceMs = clock.now();
        const { least, spread, longest } = UNSEEN_WAIT_MS;
        // The last POST comes a little before the deadline, so that it can be answered.
        const leftMs = deadlineMs - least - sinceMs;
        if (leftMs < least) {
            const message = `${failure.message} Too little time is left for another attempt.`;
            throw new Failure(failure.code, message, failure.options);
        }
        const usualMs = (least + step.random() * spread) * UNSEEN_GROWTH ** busyUnseenCount;
        if (busyUnseenCount > 0)
            reportBusy(failure, undefined);
        await clock.sleep(Math.min(usualMs, longest, leftMs), signal);
        return await readUntilFree(failure, sinceMs);
    }
    async function readUntilFree(failure, busySinceMs) {
        busyUnseenCount += 1;
        for (;;) {
            const list = await api.listDeployments(outcome.resourceId);
            // The oldest work in progress; the rest may be queued behind it.
            const blocker = inProgressIn(list.items).at(-1);
            const leftMs = busySinceMs + BLOCKED_REPOST_MS - clock.now();
            if (blocker === undefined || leftMs <= 0)
                return list;
            busyUnseenCount = 0;
            reportBusy(failure, blocker);
            await api.pause(Math.min(leftMs, BLOCKER_POLL_MS));
        }
    }
    /** Logs what keeps the resource busy, and keeps it for the message at the deadline. */
    function reportBusy(failure, blocker) {
        const who = blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
        const message = `${failure.message} The step waited for ${who} to end.`;
        const by = new Failure(failure.code, message, failure.options);
        outcome.phase = { kind: 'not-accepted', by };
        const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
        // A time that goes on in the sentence of the service is no news.
        const key = `${who} ${failure.message.replaceAll(/\d+/g, '')}`;
        note(key, `${failure.message} Waiting for ${who} to end, ${left}.`);
    }
    return waitUntilFree;
}

;// CONCATENATED MODULE: ./operations/post.js






/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;
/**
 * Creates the function that sends the POST once. It gets the earlier POST whose answer was lost, if
 * there is one. It throws the failure of a POST that may not be repeated: no time is left, or the
 * resource is busy with `on-busy: fail`.
 */
function createPost(step, { what, send, readsList = false }) {
    const { api, clock, deadlineMs, log, outcome, signal } = step;
    const { resourceId } = outcome;
    const note = createNote(step);
    let isFirst = true;
    let unsentSinceMs;
    const waitUntilFree = createBusyWait(step);
    async function waitToSend(failure, atMs) {
        unsentSinceMs ??= atMs;
        if (atMs - unsentSinceMs >= UNSENT_TIMEOUT_MS)
            throw failure;
        const untilMs = unsentSinceMs + UNSENT_TIMEOUT_MS;
        note('unsent', `${failure.message} Sending the request again`, untilMs);
        await clock.sleep(UNSENT_GAP_MS, signal);
        return { kind: 'again' };
    }
    async function waitForLimit(failure, waitMs) {
        const leftMs = deadlineMs - clock.now();
        if (waitMs > leftMs)
            throw failure;
        const again = `Sending it again in ${formatDuration(waitMs)}`;
        const text = `${failure.message} ${again}, ${formatDuration(leftMs)} left.`;
        // Each long wait that the service asks for is logged; those that grow, once a minute.
        if (failure.options.retryAfterMs !== undefined && waitMs >= SILENT_MS)
            log.info(text);
        else
            note('rateLimited', text);
        await api.ready();
        return { kind: 'again', ...(readsList && { list: await api.listDeployments(resourceId) }) };
    }
    /**
     * A 409 that is not from the API counts as busy while the list shows work in progress; any 409
     * does after a lost request for a deployment, which may be the work in the way.
     */
    async function isBusyAnswer({ kind, failure }, lost) {
        if (kind !== 'refused' || failure.options.httpStatus !== 409)
            return kind === 'busy';
        if (lost !== undefined && readsList)
            return true;
        if (failure.code !== 'unreadable_reply')
            return false;
        return inProgressIn((await api.listDeployments(resourceId)).items).length > 0;
    }
    /** Reports a lost answer, and waits as long as the service asks. */
    async function reportLost({ failure, waitMs }) {
        outcome.phase = { kind: 'requesting', lostBy: failure };
        const shownMs = Math.min(waitMs, deadlineMs - clock.now());
        const pause = waitMs > 0 ? ` in ${formatDuration(shownMs)}, since the service asks to wait` : '';
        const unknown = 'It is not known whether the request was accepted';
        log.info(`${failure.message} ${unknown}; looking for its effect${pause}.`);
        if (waitMs > 0)
            await api.pause(waitMs, { isQuick: true });
    }
    return async (lost) => {
        await api.ready();
        if (isFirst)
            log.info(`Requesting ${what} of ${outcome_nameOf(outcome)}.`);
        isFirst = false;
        outcome.phase = { kind: 'requesting', lostBy: lost?.failure };
        step.save();
        const sentMs = clock.now();
        const answer = await send();
        const atMs = clock.now();
        if (answer.kind === 'ok')
            return { kind: 'accepted', accepted: answer.accepted, atMs };
        const { kind, failure, isApiError } = answer;
        if (kind !== 'unsent')
            unsentSinceMs = undefined;
        if (kind === 'outcomeUnknown') {
            await reportLost(answer);
            const lostNow = { failure, isApiError, sentMs, isSecond: lost !== undefined };
            return { kind: 'lost', lost: lostNow, isBusy: false, atMs };
        }
        if (lost === undefined)
            outcome.phase = { kind: 'not-accepted', by: failure };
        step.save();
        if (kind === 'unsent')
            return await waitToSend(failure, atMs);
        const isBusy = await isBusyAnswer(answer, lost);
        if (kind === 'refused' && !isBusy)
            return { kind, failure };
        if (lost !== undefined) {
            note(kind, `${failure.message} Still looking for an effect of the lost request.`);
            return { kind: 'lost', lost, isBusy, atMs };
        }
        if (kind === 'rateLimited')
            return await waitForLimit(failure, answer.waitMs);
        const list = await waitUntilFree(new Failure('busy', failure.message, failure.options));
        return { kind: 'again', list };
    };
}

;// CONCATENATED MODULE: ./operations/deploy.js














async function deploy(step) {
    const { api, clock, inputs, outcome } = step;
    const [resource, list] = await Promise.all([
        readResourceBefore(step),
        api.listDeployments(outcome.resourceId),
        assertRequiredEnv(step),
    ]);
    if (resource !== undefined && list.items.length > 0)
        assertAddress(step);
    const ours = await requestDeployment(step, list);
    step.save();
    if (!inputs.wait)
        return await endUnwatched(step, ours);
    const { showLateLines } = await awaitOurs(step, ours);
    const took = formatDuration(durationMs(outcome.phase, clock.now()) ?? 0);
    const deployment = `Deployment ${outcome.deploymentId} of ${outcome_nameOf(outcome)}`;
    outcome.headline = `${deployment} finished after ${took}`;
    await Promise.all([awaitApp(step, resource, list), showLateLines()]);
    await checkHealth(step);
}
/** Ends a step that does not wait for its deployment. */
async function endUnwatched(step, ours) {
    const { clock, outcome } = step;
    if (ours.confirm !== undefined)
        await confirmUnwatched(step, ours.confirm);
    const { phase, adopted, status = '' } = outcome;
    const ending = endingOf(status);
    const state = adopted ? 'is in progress' : 'was accepted';
    outcome.headline = `The deployment of ${outcome_nameOf(outcome)} ${ending ? `ended: ${status}` : state}`;
    if (ending !== undefined)
        outcome.phase = endPhase(phase, clock.now());
    if (ending === 'failed' || ending === 'cancelled')
        outcome.needsAttention = true;
}
/** If another new deployment appears beside one from the list, neither id is reported. */
async function confirmUnwatched(step, confirm) {
    const { adopted } = step.outcome;
    const doubt = await catchFailure(confirm(true));
    if (!isFailure(doubt))
        return;
    // After a lost answer, it is not even known whether the request was accepted.
    const isOpen = adopted && isFailure(doubt, 'ambiguous', 'timeout');
    if (doubt.code === 'interrupted' || isOpen)
        throw doubt;
    step.log.warn(`Which deployment is ours is not certain: ${doubt.message}`);
}
const SENT_TWICE = { label: 'Sent twice', value: 'no effect of the first request was seen' };
/** Requests a deployment until it is accepted and identified. */
async function requestDeployment(step, list) {
    const { api, inputs, log, outcome } = step;
    const { resourceId } = outcome;
    const post = createPost(step, {
        what: 'a deployment',
        send: () => api.createDeployment(resourceId, { force: inputs.force }),
        readsList: true,
    });
    let baseline = baselineFrom(list);
    let lost;
    for (;;) {
        const posted = await post(lost);
        if (posted.kind === 'refused')
            throw posted.failure;
        if (posted.kind === 'accepted') {
            if (lost !== undefined)
                outcome.facts.push(SENT_TWICE);
            return await identify(step, posted.accepted, { baseline, answeredAtMs: posted.atMs });
        }
        if (posted.kind === 'lost') {
            // The search counts from the last answer: a lost POST may have kept the resource busy.
            const start = { baseline, answeredAtMs: posted.atMs };
            lost = posted.lost;
            const confirm = await adoptLost(step, lost, start);
            if (confirm !== undefined)
                return { isListed: true, start, confirm };
            log.info('The lost request has had no visible effect. Sending it once more.');
        }
        else if (posted.list !== undefined) {
            baseline = baselineFrom(posted.list, baseline);
        }
    }
}
/** Finds out which deployment was accepted: by the id in the answer, or else in the list. */
async function identify(step, accepted, start) {
    const { inputs, log, outcome } = step;
    const { ids, inProgress } = start.baseline;
    const { candidateId, status, serviceMessage } = accepted;
    const sinceMs = start.answeredAtMs;
    outcome.phase = { kind: 'identifying', sinceMs };
    step.save();
    if (serviceMessage !== undefined)
        outcome.serviceMessage = serviceMessage;
    const isJoined = inProgress.has(accepted.deploymentId ?? '');
    const named = [accepted.deploymentId, candidateId];
    const deploymentId = named.find((id) => id !== undefined && (isJoined || !ids.has(id)));
    if (deploymentId !== undefined) {
        const joining = 'was already in progress; the service joined the request to it';
        log.info(`Deployment ${deploymentId} ${isJoined ? joining : 'was accepted'}.`);
        outcome.deploymentId = deploymentId;
        // The answer shows the status of the id that it names, not of a candidate.
        if (deploymentId === accepted.deploymentId && status !== undefined)
            outcome.status = status;
        outcome.phase = { kind: 'working', sinceMs, isOurs: !isJoined };
        return { isListed: isJoined, start };
    }
    const confirm = await catchFailure(findAccepted(step, start));
    if (!isFailure(confirm))
        return { isListed: true, start, confirm };
    if (inputs.wait || confirm.code === 'interrupted')
        throw confirm;
    // With `wait: false`, no id is needed.
    log.info(`The id is not known: ${confirm.message}`);
    return { isListed: false, start };
}
/** Follows our deployment until it has finished. Throws the failure of one that does not. */
async function awaitOurs(step, ours) {
    // A deployment from the list needs no first pause: the search has taken long enough.
    if (ours.confirm === undefined)
        await pauseBeforeFirstPoll(step, Infinity);
    const finished = await awaitDeployment(step, ours);
    if (!isFailure(finished))
        return finished;
    step.log.info(`${finished.message} So the id in the answer is not used.`);
    const confirm = await findAccepted(step, ours.start);
    return await awaitOurs(step, { ...ours, isListed: true, confirm });
}

;// CONCATENATED MODULE: ./operations/lifecycle.js
// start, stop and restart: send one POST, then read the status of the resource until it is as
// requested.









const PAST_TENSE = { start: 'started', stop: 'stopped', restart: 'restarted' };
/** The operation for one of the three. */
function lifecycle(goal) {
    return async (step) => {
        const { inputs, outcome } = step;
        const { id, status: before } = await loadResource(step);
        // A reply that is not recognised says nothing about its domains.
        if (goal !== 'stop' && id !== undefined)
            assertAddress(step);
        const change = { goal, before };
        const phase = await requestChange(step, change);
        outcome.phase = phase;
        if (phase.kind === 'working') {
            const state = phase.isOurs ? 'was accepted' : 'is under way';
            outcome.headline = `The ${goal} of ${outcome_nameOf(outcome)} ${state}`;
            if (inputs.wait)
                outcome.headline = await awaitGoal(step, change);
        }
        if (inputs.wait && goal !== 'stop')
            await checkHealth(step);
    };
}
/** Sends the request until it is accepted, has an effect, or is not needed. */
async function requestChange(step, { goal, before }) {
    const { api, clock, log, outcome } = step;
    const send = () => api.changeResource(outcome.resourceId, goal);
    const post = createPost(step, { what: `a ${goal}`, send });
    let lost;
    for (;;) {
        const posted = await post(lost);
        if (posted.kind === 'refused') {
            const status = await statusAfterConflict(step, goal, posted.failure);
            if (isOnItsWay(goal, status)) {
                log.info(`${posted.failure.message} ${outcome_nameOf(outcome)} is ${status} already.`);
                return { kind: 'working', sinceMs: clock.now(), isOurs: false };
            }
            if (!isWanted(goal, status, before))
                throw posted.failure;
            const how = lost === undefined ? 'was already' : 'is';
            outcome.headline = `${outcome_nameOf(outcome)} ${how} ${status}`;
            log.info(`${posted.failure.message} ${outcome.headline}.`);
            return { kind: 'ended', endedAtMs: clock.now() };
        }
        if (posted.kind === 'accepted')
            return { kind: 'working', sinceMs: posted.atMs, isOurs: true };
        if (posted.kind !== 'lost')
            continue;
        lost = posted.lost;
        if (await hasEffect(step, before, posted))
            return { kind: 'working', sinceMs: lost.sentMs, isOurs: !posted.isBusy };
        if (lost.isSecond) {
            const what = 'It was sent twice, and no change was seen.';
            throw new Failure('unknown_outcome', `${lost.failure.message} ${what}`);
        }
        // A second start or stop changes nothing; a second restart interrupts the app once more.
        log.info('The lost request has had no visible effect. Sending it once more.');
    }
}
/**
 * After a lost answer the status is read for this long. Without a change, the POST is sent again.
 */
const EFFECT_TIMEOUT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;
/**
 * True once the status has changed after a lost request. A resource that is busy now counts as an
 * effect of it, too.
 */
async function hasEffect(step, before, { isBusy, atMs }) {
    const { api, clock } = step;
    if (isBusy)
        return true;
    for (;;) {
        // The wait for a rate limit is logged here; the next request would wait for it in silence.
        const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS, waitsForLimit: true });
        // A reply that is not recognised shows no status.
        if (!isFailure(resource) && hasChanged(before, resource.status))
            return true;
        const leftMs = atMs + EFFECT_TIMEOUT_MS - clock.now();
        if (leftMs <= 0)
            return false;
        await api.pause(Math.min(leftMs, EFFECT_POLL_MS), { isQuick: true });
    }
}
/** The status of the resource after a 409 of the API, not `busy`; undefined after a restart. */
async function statusAfterConflict(step, goal, { code, options }) {
    const isConflict = options.httpStatus === 409 && code !== 'unreadable_reply';
    if (goal === 'restart' || !isConflict)
        return undefined;
    const resource = await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    return isFailure(resource) ? undefined : resource.status;
}
/** True if the requested start or stop is under way, whoever began it. */
function isOnItsWay(goal, status = '') {
    const isStopping = /^\s*stop/i.test(status);
    return classOf(status) === 'moving' && (goal === 'stop' ? isStopping : !isStopping);
}
/** Waits until the resource is as requested. Returns what happened, in one line. */
async function awaitGoal(step, { goal, before }) {
    const { outcome, clock, log, api } = step;
    const name = outcome_nameOf(outcome);
    const { phase } = outcome;
    // After a lost answer, a read may have shown a change already.
    const wasChanged = hasChanged(before, outcome.resourceStatus);
    const facts = { name, goal, before, wasChanged, startedAtMs: clock.now() };
    step.save();
    await api.pause(pauseBefore(0).ms, { isQuick: true });
    // A reply that is not recognised shows neither a status nor a change.
    let status = before;
    const read = async () => {
        const resource = await loadResource(step);
        if (resource.id !== undefined)
            status = resource.status;
        return status;
    };
    const settled = await pollUntil(step, read, (...all) => judgeLifecycle(facts, ...all));
    outcome.phase = endPhase(outcome.phase, clock.now());
    if (settled.kind === 'wrong')
        await failNotRunning(step, goal === 'stop' ? 'stopped' : 'running');
    if (settled.warning !== undefined) {
        log.warn(`The ${goal} was accepted, but ${name} ${settled.warning}.`);
        return `The ${goal} of ${name} was accepted; it ${settled.warning}`;
    }
    const { resourceStatus = 'in an unknown state' } = outcome;
    const done = `${name} was ${PAST_TENSE[goal]} and is ${resourceStatus}`;
    if (!settled.isWithoutChange)
        return done;
    if (goal !== 'restart')
        return before === undefined ? done : `${name} was already ${resourceStatus}`;
    // What kept it busy may have been the work of somebody else.
    if (phase.kind === 'working' && !phase.isOurs)
        log.warn(`The answer to the ${goal} was lost, and ${name} has shown no change since.`);
    return `${done}; no change was seen`;
}

;// CONCATENATED MODULE: ./operations/reads.js
// status, list, logs and env report the current state. A bad state, such as a failed deployment,
// does not make them fail.









/** Reads the resource and one of its deployments: the given one, or the latest. */
async function reads_status(step) {
    const { outcome } = step;
    const { deploymentId } = step.inputs;
    await loadResource(step);
    if (isTroubled(outcome.resourceStatus))
        outcome.needsAttention = true;
    const isNamed = deploymentId !== undefined && deploymentId !== 'latest';
    const recent = isNamed ? undefined : await step.api.listDeployments(outcome.resourceId);
    const found = isNamed ? await readNamed(step, deploymentId) : recent?.items[0];
    const state = `${outcome_nameOf(outcome)} is ${outcome.resourceStatus ?? 'in an unknown state'}`;
    if (found === undefined) {
        const isUnknown = recent?.isRecognised === false;
        const none = isUnknown ? 'no list of its deployments is recognised' : 'it has no deployments';
        outcome.headline = `${state}; ${none}`;
        return;
    }
    outcome.deploymentId = found.id;
    outcome.status = found.status;
    reportCommit(step, found.commit);
    const ending = endingOf(found.status);
    if (ending === 'failed' || ending === 'cancelled')
        outcome.needsAttention = true;
    outcome.headline = `${state}; deployment ${found.id} is ${found.status}`;
}
/** One deployment by its id; its status comes from the list where the detail shows none. */
async function readNamed(step, id) {
    const { status: shown, commit, failure, wasRead } = await createPoll(step, id)();
    if (shown !== undefined)
        return { id, status: shown, commit };
    if (wasRead)
        throw notRecognisedFailure(`The status of deployment ${id}`);
    throw failure ?? notShownFailure(step, id);
}
/** Prints the last lines of the runtime log. */
async function logs(step) {
    const { outcome } = step;
    // Only the name is needed. If something is wrong, the read of the log fails, too.
    await catchFailure(loadResource(step, { giveUpMs: 0 }));
    const text = await readRuntimeLog(step);
    const which = `runtime log of ${outcome_nameOf(outcome)}`;
    const lines = pluralize(outcome.logs[0]?.lineCount ?? 0, 'line');
    outcome.headline = text === '' ? `The ${which} is empty` : `Read ${lines} of the ${which}`;
}
/** Lists the names of the environment variables; the service never sends values. */
async function env(step) {
    const { outcome } = step;
    const names = await step.api.listEnvNames(outcome.resourceId);
    const { items, isRecognised, isCut } = names;
    if (!isRecognised)
        throw notRecognisedFailure('The list of variables');
    if (isCut)
        step.log.warn('The list of variables is incomplete: not all names could be read.');
    outcome.envNames = JSON.stringify(items);
    const rows = items.map((name) => [name]);
    outcome.tables.push({ title: 'Environment variables', columns: ['Name'], rows });
    outcome.headline = `${outcome_nameOf(outcome)} has ${countOf(names, 'environment variable')}`;
}
/** The failure for a reply of the API whose form is not recognised. */
function notRecognisedFailure(what) {
    const title = `${what} is not recognised`;
    const next = 'Report it to the operator of the service; debug logging shows the shape of each reply.';
    return new Failure('unreadable_reply', `${title}.`, { title, next });
}
/** The columns of the table of resources: title and field of the API page. */
const COLUMNS = [
    ['Name', 'name'],
    ['Id', 'id'],
    ['Type', 'type'],
    ['Status', 'status'],
    ['Catalogue key', 'catalogKey'],
];
/** Lists all resources. */
async function list(step) {
    const { outcome } = step;
    const resources = await step.api.listResources();
    const { items: all, isRecognised, isCut } = resources;
    if (!isRecognised)
        throw notRecognisedFailure('The list of resources');
    if (isCut)
        step.log.warn('The list is incomplete: the service has more resources than it sent.');
    outcome.resources = JSON.stringify(all.map(({ fields }) => fields));
    const cell = (resource, field) => String(resource.fields[field] ?? '');
    const rows = all.map((resource) => COLUMNS.map(([, field]) => cell(resource, field)));
    outcome.tables.push({ title: 'Resources', columns: COLUMNS.map(([title]) => title), rows });
    outcome.headline = `Found ${countOf(resources, 'resource')}`;
}

;// CONCATENATED MODULE: ./operations/await-appearance.js





/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_TIMEOUT_MS = 120_000;
/** The shortest time between two reads of the list; usually the pace decides. */
const LIST_POLL_MS = 2_400;
/**
 * Waits two minutes for a deployment that was not in the `first` list, and returns its id. Throws
 * `no_deployment`.
 */
async function awaitAppearance(step, first) {
    const { api, clock, deadlineMs, log, outcome } = step;
    const baseline = baselineFrom(first);
    const note = createNote(step);
    const sinceMs = clock.now();
    const untilMs = Math.min(sinceMs + APPEARANCE_TIMEOUT_MS, deadlineMs - LIST_POLL_MS);
    for (let list = first;; list = await api.listDeployments(outcome.resourceId)) {
        const [appeared] = newEntries(baseline, list).above;
        if (appeared !== undefined) {
            log.info(`Deployment ${appeared.id} has appeared (${appeared.status}).`);
            return appeared.id;
        }
        if (clock.now() >= untilMs)
            throw noDeploymentFailure(step, list, clock.now() - sinceMs);
        note('list', 'No deployment is in progress; waiting for one to appear', untilMs);
        await api.pause(LIST_POLL_MS);
    }
}
function noDeploymentFailure({ outcome }, { items: [latest], isRecognised }, waitedMs) {
    const none = isRecognised ? 'none is shown' : 'no list of deployments is recognised';
    const known = latest === undefined ? none : `the latest is ${latest.id} (${latest.status})`;
    const what = `No deployment appeared within ${formatDuration(waitedMs)}; ${known}.`;
    const title = `No deployment of ${outcome_nameOf(outcome)} is in progress`;
    return new Failure('no_deployment', what, { title });
}

;// CONCATENATED MODULE: ./operations/wait.js











async function follow(step) {
    const { api, clock, inputs, outcome } = step;
    const sinceMs = clock.now();
    outcome.phase = { kind: 'preparing', sinceMs };
    const isNamed = inputs.deploymentId !== undefined && inputs.deploymentId !== 'latest';
    const [resource, list] = await Promise.all([
        readResourceBefore(step),
        isNamed ? undefined : api.listDeployments(outcome.resourceId),
    ]);
    if (resource && list?.items.length)
        assertAddress(step);
    // A deployment may take long to appear.
    step.save();
    const deploymentId = await findTarget(step, list);
    outcome.deploymentId = deploymentId;
    outcome.phase = { kind: 'working', sinceMs: clock.now(), isOurs: false };
    step.save();
    const mayHaveEnded = inputs.deploymentId !== undefined;
    const finished = await awaitDeployment(step, { isListed: list !== undefined, mayHaveEnded });
    if (isFailure(finished))
        throw finished;
    const { hadEnded, showLateLines } = finished;
    if (hadEnded) {
        // The step waits neither for an app that is down, nor for a domain.
        if (resource !== undefined)
            assertAddress(step);
        warnIfDown(step);
    }
    else
        await Promise.all([awaitApp(step, resource, list), showLateLines()]);
    await checkHealth(step);
    const waited = `finished; waited ${formatDuration(clock.now() - sinceMs)}`;
    const how = hadEnded ? 'had finished before' : waited;
    // An app that is not up, as before, has a headline already.
    outcome.headline ??= `Deployment ${deploymentId} of ${outcome_nameOf(outcome)} ${how}`;
    if (inputs.healthCheck !== undefined)
        outcome.headline += ', and the app is healthy';
}
/** The id of the deployment to follow: as given, or from the list. */
async function findTarget(step, list) {
    const { inputs, log, outcome } = step;
    if (list === undefined)
        return inputs.deploymentId ?? '';
    if (inputs.deploymentId === 'latest') {
        const [latest] = list.items;
        if (!list.isRecognised)
            throw notRecognisedFailure('The list of deployments');
        if (latest === undefined)
            throw new Failure('no_deployment', `${outcome_nameOf(outcome)} has no deployments.`);
        outcome.status = latest.status;
        return latest.id;
    }
    const [inProgress] = inProgressIn(list.items);
    if (inProgress === undefined)
        return await awaitAppearance(step, list);
    outcome.status = inProgress.status;
    log.info(`Deployment ${inProgress.id} is in progress.`);
    return inProgress.id;
}
/** After an old deployment, an app that is down is only worth a warning. */
function warnIfDown({ log, outcome }) {
    if (!isTroubled(outcome.resourceStatus))
        return;
    outcome.needsAttention = true;
    log.warn(`The deployment had finished before; ${outcome_nameOf(outcome)} is ${outcome.resourceStatus}.`);
}

;// CONCATENATED MODULE: ./operations/operations.js





/**
 * Each works on one resource and fills in its outcome. Rejects with the `Failure` that ends the
 * work.
 */
const operations = {
    deploy: deploy,
    start: lifecycle('start'),
    stop: lifecycle('stop'),
    restart: lifecycle('restart'),
    follow: follow,
    status: reads_status,
    list: list,
    logs: logs,
    env: env,
    check: check,
};

;// CONCATENATED MODULE: ./runner/sanitize/clean.js
// Characters: removes or escapes control characters, terminal sequences and invisible characters,
// breaks workflow commands, and truncates text between characters. Pure.
// oxlint-disable no-control-regex -- control characters are the subject of this file
/**
 * Begins a terminal string: OSC, DCS, SOS, PM or APC. If the string has no end, only the first
 * character of its start is removed.
 */
const STRING_START = /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])/;
/** Without the start of another sequence, which keeps matching linear. */
const STRING_CONTENT = /[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*/;
const STRING_END = /(?:\u0007|\u001b\\|\u009c)/;
/** CSI: colours and cursor movements. */
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/;
const CHARACTER_SET_CHOICE = /\u001b[(-+][0-~]/;
// oxlint-enable no-control-regex
const TERMINAL_SEQUENCE = new RegExp(`${STRING_START.source}${STRING_CONTENT.source}${STRING_END.source}` +
    `|${CONTROL_SEQUENCE.source}|${CHARACTER_SET_CHOICE.source}`, 'g');
/**
 * Control characters, the line ends of Unicode, and invisible characters: zero-width and bidi
 * characters, variation selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gv;
/** The same without tabs and line feeds, which stay in a log. */
const INVISIBLE_IN_LOG = new RegExp(String.raw `[${INVISIBLE.source}--[\t\n]]`, 'gv');
/** The variation selector for the coloured form of an emoji. */
const EMOJI_PRESENTATION = /(?<=\p{Extended_Pictographic})\uFE0F/v;
const EMOJI_JOINER = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/v;
/** The invisible characters within an emoji. */
const INSIDE_EMOJI = new RegExp(`${EMOJI_PRESENTATION.source}|${EMOJI_JOINER.source}`, 'gv');
/** What the runner takes for the end of a line. */
const LINE_END = /\r\n?|\n/;
/** White space, and what any reader takes for the end of a line. A byte order mark is invisible. */
const WHITE_SPACE = /[[\s\u0085]--\uFEFF]+/gv;
/** Lines as well-formed Unicode without terminal sequences and invisible characters. Idempotent. */
function visibleText(lines) {
    return lines.replaceAll(TERMINAL_SEQUENCE, '').replaceAll(INVISIBLE_IN_LOG, '').toWellFormed();
}
/**
 * One well-formed line without workflow commands. Each run of white space becomes one space.
 * Invisible characters are escaped, so that names that differ only in them look different.
 * Idempotent.
 */
function cleanLine(text) {
    const line = text.replaceAll(WHITE_SPACE, ' ').replaceAll(INSIDE_EMOJI, '');
    return breakCommands(escapeInvisible(line).toWellFormed().trim());
}
/** Escapes invisible characters and line ends as in JSON: `\u200b`. */
function escapeInvisible(text) {
    // A list may hold millions of them.
    const escapes = new Map();
    return text.replaceAll(INVISIBLE, (character) => {
        const escape = escapes.get(character) ?? character.split('').map(jsonEscape).join('');
        escapes.set(character, escape);
        return escape;
    });
}
function jsonEscape(unit) {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
/** Breaks `##[`, by which a workflow command starts anywhere in a line. */
function breakCommands(lines) {
    return lines.replaceAll('##[', '## [');
}
/** The first `maxChars` characters (UTF-16 units), one less where a surrogate pair would be cut. */
function firstChars(text, maxChars) {
    return text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
}
/** At most `maxChars` characters (UTF-16 units), the last one `…` where something was cut. */
function truncate(text, maxChars) {
    return text.length <= maxChars ? text : `${firstChars(text, maxChars - 1)}…`;
}

;// CONCATENATED MODULE: ./runner/excerpt.js
// Which lines of a log explain a failure: lines that look like errors, and the last meaningful
// lines.


/** Includes the lines after each error: a place in the code, or the rest of the message. */
const MAX_ERROR_LINES = 24;
const LINES_AFTER_ERROR = 2;
const LINES_BEFORE_ERROR = 8;
const excerpt_MAX_LINE_CHARS = 500;
const MAX_LAST_LINES = 20;
/**
 * Creates a function that takes the next clean lines of a log. It adds each distinct error line to
 * `found`, with the meaningful lines after it, up to a limit. If the first one only says that a
 * command failed, the last lines of that command go first.
 */
function createErrorFinder(found) {
    let linesToAdd = 0;
    let before = [];
    function add(line) {
        const isError = isErrorLine(line);
        if (!isError && !isMeaningful(line))
            return;
        if (isError && found.length === 0 && isWrapper(line))
            found.push(...before.map(shown));
        if (!isError && linesToAdd === 0) {
            before = [...before, line].slice(-LINES_BEFORE_ERROR);
            return;
        }
        const kept = shown(line);
        // BuildKit puts another time before each line.
        const text = withoutPrefix(kept);
        if (found.some((known) => withoutPrefix(known) === text))
            return;
        linesToAdd = isError ? LINES_AFTER_ERROR : linesToAdd - 1;
        found.push(kept);
    }
    return (lines) => {
        for (const line of lines) {
            // A step of BuildKit that is done, or was cancelled, explains no failure.
            const step = /^#\d+ (?=DONE|CANCELED)/.exec(line)?.[0];
            if (step)
                found.splice(0, Infinity, ...found.filter((known) => !known.startsWith(step)));
            else if (found.length < MAX_ERROR_LINES)
                add(line);
        }
    };
}
/** The next line is the cause, in whatever form: vite, rollup, astro. */
const ANNOUNCEMENT = /\bBuild failed in \d|^error during build:$/i;
/** These lines only announce the error, which stands below them: python, webpack, next … */
const HEADING = anyOf('i', [
    ANNOUNCEMENT,
    /^(?:Traceback |ERROR in |Failed to compile|(?:FAILURE: )?Build failed)/,
    /^npm (?:ERR!|error) code |^\[ERROR\] COMPILATION ERROR/,
    /^error: subprocess-|^× .+ did not run success|^failed to load config |\bin worker process$/,
]);
/** These lines only say that a command failed, whose own lines stand above them. */
const WRAPPER = anyOf('i', [
    // 137 and 139 are causes themselves: out of memory, a crash.
    /\b(?:did not complete successfully|failed to solve: process)\b(?!.* 13[79]$)/,
    /\bexit(?:ed)?(?: with)?(?: code| status)?:? ?(?!13[79]\b)[1-9]\d*\W*$|\bPush rejected\b/,
    /\b(?:build|deployment|command|script|step) failed(?: because of webpack errors)?(?:\W*$|\. )/,
    /^npm (?:ERR!|error) (?:code \d|errno|lifecycle|exit status|path|command|workspace|location)/,
    /^npm (?:ERR!|error) (?:signal|syscall)|\bELIFECYCLE\b|^make.*\bError \d|\bnon-zero\b/,
]);
/** The command itself, as shells, npm, yarn and make print it. */
const ECHOED_COMMAND = /^(?:[$>+] |npm run )/;
function isWrapper(line) {
    return WRAPPER.test(withoutPrefix(line));
}
/**
 * The line that most likely names the cause; undefined if none looks like an error. Untrusted: what
 * JSON hides behind escapes was not redacted.
 */
function errorLine(errorLines) {
    const isSpecific = (line) => !HEADING.test(withoutPrefix(line)) && !isWrapper(line);
    const isCause = (line) => isErrorLine(line) && isSpecific(line);
    const announcedAt = errorLines.findIndex((line) => ANNOUNCEMENT.test(withoutPrefix(line)));
    const announced = announcedAt === -1 ? [] : errorLines.slice(announcedAt + 1);
    // The lines before a wrapper end with what the command said last.
    const wrapperAt = Math.max(errorLines.findIndex(isWrapper), 0);
    const before = errorLines.slice(0, wrapperAt);
    const said = before.findLast((line) => !ECHOED_COMMAND.test(withoutPrefix(line)));
    const cause = errorLines.find(isCause) ?? announced.find(isSpecific) ?? said ?? errorLines[wrapperAt];
    return cause && messageIn(cause);
}
/** The word alone, not within an option such as `--on-failure`. */
const FAILED_WORD = /(?<![\w-])(?:failed|failure)(?![\w=-])/i;
/** The last line with the word `failed` or `failure`, if it reports a failure; untrusted, too. */
function failedLine(tail) {
    const found = tail
        .split('\n')
        .findLast((line) => FAILED_WORD.test(line) && !reportsSuccess(line, withoutPrefix(line)));
    return found && messageIn(found).trim();
}
/**
 * The lines of a log that explain a failure, in their order: error lines, then the last lines that
 * are not blank, decoration or progress. A line `…` stands for a gap between them.
 */
function excerptOf({ errorLines, tail, }) {
    const meaningful = tail.split('\n').filter(isMeaningful).map(shown);
    const lastError = errorLines.at(-1);
    if (lastError === undefined)
        return meaningful.slice(-MAX_LAST_LINES);
    const after = meaningful.slice(meaningful.lastIndexOf(lastError) + 1);
    const isGap = after.length > MAX_LAST_LINES || !meaningful.includes(lastError);
    return [...errorLines, ...(isGap ? ['…'] : []), ...after.slice(-MAX_LAST_LINES)];
}
/**
 * The excerpt for a failure, and the kind of log that it comes from. The excerpt is empty if there
 * is no such log.
 */
function explanationOf(failure, outcomes) {
    const source = failure.code === 'deployment_failed' ? 'build' : 'runtime';
    const failed = outcomes.find((outcome) => outcome.failure === failure);
    const log = failed?.logs.find((one) => one.source === source);
    return { source, excerpt: log === undefined ? [] : excerptOf(log) };
}
/** Timestamps and step numbers that tools put before a line. */
const PREFIX = /^\s*(?:(?:\[\d[^\]]{0,40}\]|#\d{1,5}|\d[\d:.,TZ+/-]{0,40})\s+)*/;
/** What node, python and java print before the class of an error. */
const THROWN = /^(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?/;
const ERROR_CLASS = /(?:[\w$]+(?:\.|::))*[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?(?::|$)/;
/** Error lines of common tools: at the start of a line, or anywhere if unambiguous. */
const ERRORS = anyOf('', [
    /^npm (?:ERR!|error) \S/,
    // esbuild, vite, next, nuxt, jest, mocha, pip, uv
    /^[✘✗✖✕⨯❌×]\uFE0F? *\S|^Type error: \S|^ERROR {2}\S|^error during build:$/,
    // git, rustc, cargo, make, docker, webpack, and many others
    /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?:\[[\w:-]+\])?(?: TS\d+)?: *\S|^ERROR in \S/,
    // yarn, pnpm; eslint, whose place is the prefix
    /^error (?:Command failed|Your |An |\S+@| +\S)|\bERR_PNPM_\w+|\bELIFECYCLE\b|^➤ YN0028: /,
    // make, cmake; shells
    /^make(?:\[\d+\])?: \*\*\* |^CMake Error\b|^(?:\/bin\/)?(?:ba)?sh: .+: not found$/,
    // go build and vet
    /^\S+\.go:\d+(?::\d+)?: \S/,
    // go test, jest, vitest, TAP
    /^(?:--- FAIL:|FAIL\s|FAILED\b|not ok \d)/,
    // go, rust, kotlin, python
    /^panic: |^e: file:|\bpanicked at\b|^Traceback \(most recent call last\)/,
    new RegExp(THROWN.source + ERROR_CLASS.source),
    // django, ruby, elixir, php, docker, astro
    /^(?:\w+\.)+(?:exceptions?|errors?)\.[A-Z]\w*: |^(?:[A-Z]\w*::)+[A-Z]\w*: |\bSQLSTATE\[/,
    /^\S+:\d+:in .+\([\w:]+Error\)$|^\*\* \(|^Error response from daemon: (?!No such )|\berror ts\(/,
    // java, maven, gradle, scala, esbuild
    /^Exception in thread |^(?:X )?\[(?:ERROR|error)\] \S|^BUILD (?:FAILED|FAILURE)\b/,
    // tsc, dotnet, gcc and others that name the place first
    /[\s(\]:](?:error|fatal|ERROR|FATAL|Error|Exception)(?:\[[\w:-]+\])?(?: \w{1,8}\d{1,6})?: +\S/,
    /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
]);
const ERRORS_IN_ANY_CASE = anyOf('i', [
    /\b(?:command|module|package|file) not found\b|\bCannot find (?:module|package)\b/,
    /\bNo such file or directory\b|\bpermission denied\b|\bundefined reference to\b/,
    /\bcould not (?:resolve|be resolved|find gem)\b|\bno space left on device\b|\bSIGKILL\b/,
    /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|^Killed\b|\bOOMKilled\b/,
    /^(?:failed|failure)\b|\bfailed to \w|\b(?:checksum|hash|hash sum) mismatch\b/,
    /\b(?:build|compilation|deployment|command|script|step) (?:failed|timed out)\b/,
    /\bexit(?:ed)?(?: with)?(?: (?:code|status))?:? ?[1-9]\d*\b|\bnon-zero (?:code|exit)\b/,
]);
/** Lines that contain an error word but report no error. */
const NO_ERROR = anyOf('i', [
    /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])\s*(?:[^\w\s]|$)/,
    /^(?:✓|✔|√|PASS\b|ok \d|npm (?:WARN|notice)\b|warn(?:ing)?\b|\[WARN|W: |\w+:warn\b)/,
    // instructions that a build echoes, and probes of cmake
    /^(?:\+ |step \d+\/|(?:#\d+ )?\[[\w .-]*\d\/\d+\] |-- (?:performing|looking|check))/,
    /\bcache importer\b|\bnot a git repository\b|\bDEPRECATION\b|\bpassed$|: ""$|^\[info\]/,
    /^(?:see|learn more|for more|info)\b|^ERROR: (?:Ignored the following|pip's dependency) /,
    /^npm (?:ERR!|error) \S+ (?:info|warn|verb|http)\b/,
]);
/** Counts of errors: none, or some. A zero at the end of a version or a name is no count. */
const NONE_COUNTED = anyOf('i', [
    /(?<![\w.:@-])(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|exceptions?)\b/,
    /\b(?:errors|failures|failed)["']?\s*[:=]\s*0(?:\W|$)/,
]);
const SOME_COUNTED = anyOf('i', [
    /(?<![\w.:@-])[1-9]\d* (?:\w+ )?(?:errors?|failures?|failed)\b/,
    /\b(?:errors|failures|failed)["']?\s*[:=]\s*[1-9]/,
]);
/** True for a line such as `0 failed`, in one of its forms: with or without its prefix. */
function reportsSuccess(...forms) {
    const anyMatches = (pattern) => forms.some((form) => pattern.test(form));
    return anyMatches(NO_ERROR) || (anyMatches(NONE_COUNTED) && !anyMatches(SOME_COUNTED));
}
/** In a log that is full of errors, one pattern is several times as fast as many. */
function anyOf(flags, patterns) {
    return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}
/** What loggers write into JSON: pino uses numbers. */
const JSON_ERROR = /^\{.*"(?:level|severity)":\s*(?:"(?:error|fatal)"|[56]0\b)/i;
function isErrorLine(line) {
    if (line.endsWith('}') && JSON_ERROR.test(line))
        return true;
    const message = withoutPrefix(messageIn(line));
    const isError = ERRORS.test(message) || ERRORS_IN_ANY_CASE.test(message);
    return isError && !reportsSuccess(line, message);
}
function withoutPrefix(line) {
    return line.slice(PREFIX.exec(line)?.[0].length ?? 0);
}
/**
 * A line as far as it is shown. A JSON object with escapes, which may hide a secret or a control
 * character, stays as it is.
 */
function shown(line) {
    const isPlain = !line.startsWith('{') || !/\\[^"\\/n]/.test(line);
    return isPlain ? truncate(messageIn(line).trimEnd(), excerpt_MAX_LINE_CHARS) : line;
}
/** The first line of the message of a JSON object; any other line as it is. */
function messageIn(line) {
    const json = line.startsWith('{') ? parseJson(line) : undefined;
    const message = isRecord(json) ? firstOf(nodeOf(json), ['msg', 'message'], asText) : undefined;
    const text = visibleText(message ?? '').trim();
    return text.split(LINE_END)[0] || line;
}
const PERCENTAGE = /\d\s?%/;
/** With these a percentage is progress: a bar, or no word at all. */
const BAR_OR_NO_WORD = /[=#>.-]{5}|^\P{L}*$/u;
/** A bar of blocks, a frame of a spinner, the counter of pnpm. */
const PROGRESS = /[█▓▒░━▰▱]{5}|^\s*[⠁-⣿]|^Progress: resolved \d|^#\d+ [\d.]+ *$/;
function isMeaningful(line) {
    // Two patterns, since a combined one would take quadratic time in the length of the line.
    const isProgress = PROGRESS.test(line) || (PERCENTAGE.test(line) && BAR_OR_NO_WORD.test(line));
    return /[\p{L}\p{N}]/u.test(line) && !isProgress;
}

;// CONCATENATED MODULE: ./runner/annotation.js


/** The runner cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION_CHARS = 4_000;
const MAX_CAUSE_CHARS = 2_500;
/**
 * What happened, the lines of the log that explain it, what it means, what to do, and the ids, each
 * on a line of its own.
 */
function annotationOf(failure, { outcomes, sanitizers }) {
    const limits = { maxChars: MAX_CAUSE_CHARS };
    const cause = failure.lines.map((line) => sanitizers.safeLine(line, limits));
    const advice = adviceLines(failure, outcomes).map((line) => sanitizers.safeLine(line));
    const { excerpt } = explanationOf(failure, outcomes);
    const lines = excerpt.slice(excerpt[0] === failure.message ? 1 : 0).map((line) => `  ${line}`);
    const shown = countThatFit(lines, {
        limit: MAX_ANNOTATION_CHARS - 1 - [...cause, ...advice].join('\n').length,
        sizeOf: (line) => line.length + 1,
    });
    const all = [...cause, ...lines.slice(0, shown), ...advice];
    return all.join('\n').slice(0, MAX_ANNOTATION_CHARS);
}
function adviceLines(failure, outcomes) {
    const failed = outcomes.find((outcome) => outcome.failure === failure);
    const ids = [
        `error-code: ${failure.code}`,
        failed?.resourceId && `resource-id: ${failed.resourceId}`,
        failed?.deploymentId && `deployment-id: ${failed.deploymentId}`,
    ];
    return [
        failure.options.meaning,
        `What to do: ${failure.next}`,
        ids.filter(Boolean).join(' · '),
    ].filter((line) => typeof line === 'string');
}

;// CONCATENATED MODULE: ./runner/outputs.js
// The outputs: their values for what is known about each resource, and how they are written.



/** Every output, in the order of action.yml (a test compares them). */
const OUTPUT_NAMES = [
    'deployment-id',
    'status',
    'resource-status',
    'url',
    'duration',
    'commit',
    'error-code',
    'log-file',
    'resources',
    'env-names',
];
/** The outputs for what is known so far. */
function outputsOf(report) {
    const { outcomes, failure, sanitizers } = report;
    const [{ resources, envNames } = {}] = outcomes;
    return {
        ...outcomes.map((outcome) => outputsOfResource(outcome, report))[0],
        'error-code': sanitizers.output(failure?.code ?? ''),
        resources: resources && sanitizers.json(resources),
        'env-names': envNames && sanitizers.json(envNames),
    };
}
function outputsOfResource(outcome, report) {
    const { deploymentId = '', commit = '', url = '', phase, logs } = outcome;
    const { sanitizers } = report;
    const log = logs.find(({ source }) => source === 'build') ?? logs[0];
    // Publish no final status until it is confirmed that the deployment is ours.
    const isConfirmed = phase.kind !== 'identifying';
    return {
        // PowerShell runs what stands in brackets.
        'deployment-id': deploymentId.includes('(') ? '' : sanitizers.output(deploymentId),
        status: isConfirmed ? sanitizers.output(outputs_statusText(outcome.status)) : '',
        'resource-status': sanitizers.output(outputs_statusText(outcome.resourceStatus)),
        url: sanitizers.output(url),
        duration: durationOf(phase, report),
        commit: sanitizers.output(commit),
        'log-file': log?.file,
    };
}
/**
 * Whole seconds to the end of the work, or to the end of the step if the work has not ended; empty
 * until one of them is known.
 */
function durationOf(phase, { isRunning, nowMs }) {
    const ms = isRunning && !hasEnded(phase) ? undefined : durationMs(phase, nowMs);
    return ms === undefined ? '' : String(Math.round(ms / 1000));
}
/**
 * A status as outputs show it: one of the five of the API page, any other harmless text unchanged,
 * and `unknown` for the rest.
 */
function outputs_statusText(sent) {
    if (sent === undefined)
        return '';
    const status = normalizeStatus(sent);
    return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(status) ? status : 'unknown';
}
/**
 * Creates a function that writes all outputs the first time, then those that have changed. An error
 * is passed to `warn`; it never throws.
 */
function createOutputWriter(core, warn) {
    const written = new Map();
    return (outputs) => {
        for (const name of OUTPUT_NAMES) {
            const value = outputs[name] ?? '';
            if (written.get(name) === value)
                continue;
            try {
                core.setOutput(name, value);
                written.set(name, value);
            }
            catch (error) {
                const what = 'The outputs cannot be written, so later steps cannot read them';
                warn(`${what}: ${errorMessage(error)}`);
            }
        }
    };
}

;// CONCATENATED MODULE: ./runner/summary-tables.js


/** The rest of a longer table is left out: sanitizing all of it would take seconds. */
const MAX_ROWS = 5_000;
/** The facts of the resource; the run; the tables of operations. */
function tablesOf(report) {
    const { outcomes, sanitizers } = report;
    const resources = outcomes.map((outcome) => tableOf(factsOf(outcome, report)));
    const tables = outcomes.flatMap((outcome) => outcome.tables);
    return [
        ...resources,
        ...runOf(report),
        ...tables.flatMap(({ title, columns, rows }) => {
            const shown = [columns, ...rows.slice(0, MAX_ROWS)];
            const more = rows.length - MAX_ROWS;
            return [
                [`### ${sanitizers.text(title)}`],
                tableOf(shown.map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
                more > 0 ? [`… and ${more} more`] : [],
            ];
        }),
    ];
}
/**
 * Cells are Markdown. The first row is the header, since GitHub would render an empty header as an
 * empty row. Without rows there is no table.
 */
function tableOf([header, ...rows]) {
    if (header === undefined)
        return [];
    return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
/** What is known about a resource; the resource itself comes first. */
function factsOf(outcome, report) {
    const { sanitizers } = report;
    const { phase, status, url } = outcome;
    const text = (value = '') => value && sanitizers.text(value);
    const facts = [
        ['Resource', resourceText(outcome, report)],
        ['Deployment', deploymentText(outcome, report)],
        ['Status', text(status)],
        ['Resource status', text(outcome.resourceStatus)],
        ['App', url ? sanitizers.link(url) : ''],
        [hasEnded(phase) ? 'Duration' : 'Duration so far', durationText(phase, report)],
        [status === 'finished' ? 'Deployed commit' : 'Commit', commitText(outcome, report)],
        ...outcome.facts.map(({ label, value }) => [sanitizers.text(label), text(value)]),
        ['Error code', errorText(report)],
    ];
    return facts.filter(([, value]) => value !== '');
}
function resourceText({ resourceId, name }, { sanitizers }) {
    const id = resourceId === '' ? '' : sanitizers.code(resourceId);
    return name === undefined ? id : `${sanitizers.text(name)} (${id})`;
}
function deploymentText({ deploymentId, adopted }, { sanitizers }) {
    if (!deploymentId)
        return '';
    const note = ' (adopted: found in the list after the answer to the request was lost)';
    return sanitizers.code(deploymentId) + (adopted ? note : '');
}
function durationText(phase, { nowMs }) {
    const ms = durationMs(phase, nowMs);
    return ms === undefined ? '' : formatDuration(ms);
}
/** The commit that the deployment shows or the health check has proved, never just the run's. */
function commitText({ deploymentId, commit }, report) {
    if (!deploymentId || commit === undefined)
        return '';
    const { commits } = report.github.run;
    const own = commits.find((candidate) => candidate.startsWith(commit));
    if (own !== undefined)
        return commitLink(own, report);
    const shown = report.sanitizers.code(commit.slice(0, 7));
    return commits.length === 0 ? shown : `${shown}, not a commit of this run`;
}
function errorText({ failure, sanitizers }) {
    return failure === undefined ? '' : sanitizers.code(failure.code);
}
function runOf(report) {
    const { commits, branch, actor } = report.github.run;
    const [commit] = commits;
    const facts = [
        commit && `of ${commitLink(commit, report)}`,
        branch && `on ${report.sanitizers.text(branch)}`,
        actor && `by ${report.sanitizers.text(actor)}`,
    ].filter(Boolean);
    return facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]];
}
function commitLink(commit, { github, sanitizers }) {
    const { repositoryUrl } = github.run;
    const short = commit.slice(0, 7);
    return repositoryUrl
        ? sanitizers.link(`${repositoryUrl}/commit/${commit}`, short)
        : sanitizers.code(short);
}

;// CONCATENATED MODULE: ./runner/summary.js
// The summary of a step as Markdown of bounded size: what happened and why, what to do, tables and
// logs. Pure. Everything that others wrote is sanitized here.




/**
 * The runner drops a summary above 1 MiB. Its own masking may make the text longer, so some of it
 * stays free.
 */
const SUMMARY_BYTES = 900 * 1024;
/** The summary, below 1 MiB of UTF-8, even with Windows line ends. */
function summaryOf(report) {
    const status = report.isRunning ? unfinishedWork(report) : failureDetails(report);
    const text = [[headingOf(report)], ...status, ...warningsOf(report), ...tablesOf(report)];
    return linesThatFit([...text, ...logsOf(report, SUMMARY_BYTES - summary_sizeOf(text.flat().join('\n')))]);
}
/** As many blocks and lines as fit; the most important come first. */
function linesThatFit(blocks) {
    const end = '… The rest is left out: a summary has a limit of 1 MiB.';
    const shown = [];
    let leftBytes = SUMMARY_BYTES - summary_sizeOf(`\n\n${end}\n`);
    for (const block of blocks.filter(({ length }) => length > 0)) {
        const text = block.join('\n');
        const bytes = summary_sizeOf(`\n${text}\n`);
        if (bytes > leftBytes) {
            const limit = leftBytes - summary_sizeOf('\n');
            const count = countThatFit(block, { limit, sizeOf: (line) => summary_sizeOf(`${line}\n`) });
            return `${[...shown, block.slice(0, count).join('\n'), end].join('\n\n')}\n`;
        }
        shown.push(text);
        leftBytes -= bytes;
    }
    return `${shown.join('\n\n')}\n`;
}
function headingOf(report) {
    const { outcomes, inputs, failure, isRunning, sanitizers } = report;
    if (isRunning)
        return `## ⏳ ${inputs.operation} is in progress`;
    if (failure !== undefined)
        return `## ❌ ${sanitizers.text(failure.title)}`;
    const mark = outcomes.some(({ needsAttention }) => needsAttention) ? '⚠️' : '✅';
    return `## ${mark} ${sanitizers.text(headlineOf(outcomes))}`;
}
/** What a step that passed has done, in one line; parts may be untrusted. */
function headlineOf(outcomes) {
    return outcomes[0]?.headline ?? '';
}
/** The cause, the lines of the log that explain it, and what to do. */
function failureDetails({ outcomes, failure, sanitizers }) {
    if (failure === undefined)
        return [];
    const { title, message, options, next } = failure;
    const text = (value) => sanitizers.text(value);
    const { source, excerpt } = explanationOf(failure, outcomes);
    const quoted = excerpt.join('\n');
    const fence = sanitizers.block(quoted).trimEnd();
    const hasExcerpt = quoted !== '' && quoted !== message;
    return [
        // A message may only repeat the title.
        message === `${title}.` ? [] : listOf(failure.lines.map(text)),
        hasExcerpt ? [`**From the ${source} log**, untrusted:${fence}`] : [],
        options.meaning === undefined ? [] : [`**What it means:** ${text(options.meaning)}`],
        [`**What to do:** ${options.next === undefined ? next : text(options.next)}`],
    ];
}
/** Several lines are a list. */
function listOf(lines) {
    return lines.length === 1 ? lines : lines.map((line) => `- ${line}`);
}
/** While the step runs: what continues at the service, or may, if the step is killed now. */
function unfinishedWork({ outcomes, sanitizers }) {
    const note = 'Written while the step was running. If the step is over, it was stopped before its result.';
    const left = outcomes.map((outcome) => leftBehind(outcome));
    const running = left.filter(({ next }) => next !== undefined);
    return [[note], ...running.map(({ meaning }) => [sanitizers.text(meaning)])];
}
function warningsOf({ outcomes, warnings, sanitizers }) {
    const items = [
        ...warnings.map((text) => sanitizers.text(text)),
        ...outcomes.flatMap((outcome) => outcome.warnings.map((text) => sanitizers.text(text))),
    ];
    return items.length === 0
        ? []
        : [[`**${pluralize(items.length, 'warning')}**`], items.map((item) => `- ${item}`)];
}
/** Size in UTF-8, with the Windows line ends that the runner may write. */
function summary_sizeOf(text) {
    return Buffer.byteLength(text) + (text.split('\n').length - 1);
}
/** Reserved for the sentence about lines that are left out, with the path of the file. */
const NOTE_BYTES = 1024;
/** A section for each log, all with the same size limit. */
function logsOf(report, maxBytes) {
    const logs = report.outcomes.flatMap((outcome) => outcome.logs.map((log) => ({ log, outcome })));
    return logs.map(({ log, outcome }) => [
        logSection(log, { outcome, report, maxBytes: maxBytes / logs.length }),
    ]);
}
/** The last lines of a log that fit. */
function logSection(log, { outcome, report, maxBytes }) {
    const { source, tail, lineCount } = log;
    const { sanitizers } = report;
    const kind = source === 'build' ? 'Build' : 'Runtime';
    const title = `${kind} log, ${pluralize(lineCount, 'line')}`;
    const where = locationOf(log, outcome, report);
    function sectionOf(lines) {
        const leftOut = lineCount - lines.length;
        const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
        // The blank lines around the block end the HTML, so that it is read as a block.
        const block = sanitizers.block(lines.join('\n'));
        return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
    }
    const lines = tail === '' ? [] : tail.split('\n');
    const frameBytes = summary_sizeOf(sectionOf(lines)) - summary_sizeOf(tail);
    const shown = countThatFit(lines.toReversed(), {
        limit: maxBytes - NOTE_BYTES - frameBytes,
        sizeOf: (line) => summary_sizeOf(`${line}\n`),
    });
    return shown === 0
        ? `${title}, not shown here.${where}`
        : sectionOf(lines.slice(lines.length - shown));
}
/** Where the whole log is. The outputs name the file of the build log, if there is one. */
function locationOf(log, { logs }, { sanitizers }) {
    const { source, file } = log;
    if (file === undefined)
        return '';
    const isNamed = source === 'build' || logs.length === 1;
    const where = isNamed ? ` (output \`log-file\`)` : '';
    return ` All that was read of it is in ${sanitizers.code(file)}${where}.`;
}

;// CONCATENATED MODULE: ./publish.js
// Publishes what is known: outputs and summary at any time, and at the end the headline or the one
// error.






/**
 * Creates the publisher of one step. It never throws: if outputs or summary cannot be written, it
 * warns.
 */
function createPublisher(host, run) {
    const { clock, outcomes, failures, stepLog, sanitizers } = run;
    const { core } = host;
    const writeOutputs = createOutputWriter(core, stepLog.warn);
    function write(nowMs, isRunning) {
        const { warnings } = stepLog;
        const report = { ...run, failure: failures[0], warnings, nowMs, isRunning };
        writeOutputs(outputsOf(report));
        try {
            host.writeSummary(summaryOf(report));
        }
        catch (error) {
            stepLog.warn(`The summary could not be written: ${errorMessage(error)}`);
        }
    }
    function printSuccess() {
        stepLog.info(headlineOf(outcomes));
        for (const outcome of outcomes.filter(({ phase }) => isInProgress(phase)))
            stepLog.info(leftBehind(outcome).meaning);
    }
    function annotate(failure) {
        core.error(annotationOf(failure, run), { title: sanitizers.safeLine(failure.title) });
    }
    return {
        /** Writes outputs and summary with what is known so far. */
        save: () => write(clock.now(), true),
        /** Writes the result. */
        publish() {
            const [failure] = failures;
            const endedMs = clock.now();
            write(endedMs, false);
            stepLog.end();
            printTables(outcomes, stepLog.info);
            if (failure === undefined)
                printSuccess();
            else
                annotate(failure);
            host.setExitCode(failure === undefined ? 0 : 1);
        },
    };
}
/** The step log shows at most this many rows of a table; summary and outputs have more. */
const publish_MAX_ROWS = 200;
function printTables(outcomes, info) {
    for (const outcome of outcomes) {
        const { facts, tables } = outcome;
        for (const { label, value } of facts)
            info(`${label}: ${value}`);
        for (const { title, columns, rows } of tables) {
            info(columns.length === 1 ? `${title}:` : `${title} (${columns.join(', ')}):`);
            for (const cells of rows.slice(0, publish_MAX_ROWS))
                info(`- ${cells.map((cell) => cell || '–').join(' | ')}`);
            if (rows.length > publish_MAX_ROWS)
                info(`… and ${pluralize(rows.length - publish_MAX_ROWS, 'more row')} in the summary`);
        }
    }
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
;// CONCATENATED MODULE: ./runner/run.js
// The facts of the run, for the summary.

/** Reads the facts of the run from its environment and its event; all texts are untrusted. */
function readRun(env) {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
    const event = readEvent(env);
    const pullRequest = field(event, 'pull_request');
    // In the run of a pull request, GITHUB_SHA is a merge commit, and GITHUB_REF_NAME its ref. In a
    // run that was triggered by another run, both are of the default branch.
    const head = field(pullRequest, 'head');
    const trigger = field(event, 'workflow_run');
    const sha = field(trigger, 'head_sha') ?? field(head, 'sha');
    const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
    const repositoryUrl = server && repository ? `${server}/${repository}` : undefined;
    return {
        /** The head of the run that triggered this one alone, or of the pull request; then GITHUB_SHA. */
        commits: trigger === undefined
            ? [...new Set([sha, env['GITHUB_SHA']].filter(isSha))]
            : [sha].filter(isSha),
        branch: typeof branch === 'string' ? branch : env['GITHUB_REF_NAME'],
        actor: env['GITHUB_ACTOR'],
        /** Page of the repository at GitHub. */
        repositoryUrl,
    };
}
function isSha(value) {
    return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}
/** The payload of the event that started the run; undefined if it cannot be read. */
function readEvent(env) {
    try {
        return JSON.parse((0,external_node_fs_.readFileSync)(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
    }
    catch {
        return undefined;
    }
}
/** A field of what may be an object. */
function field(object, name) {
    return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}

;// CONCATENATED MODULE: ./runner/github.js

/** Reads the facts of the run. */
function createGitHub(env) {
    const run = readRun(env);
    const isOwnCommit = (commit) => run.commits.some((own) => own.startsWith(commit));
    return {
        run,
        /** True for a commit of this run; `commit` may be cut to its first digits. */
        isOwnCommit,
        /** False for a short text that may be something other than a commit. */
        isCommit: (commit) => commit.length === 40 || isOwnCommit(commit),
    };
}

;// CONCATENATED MODULE: ./runner/input-readers.js
// Readers of input values. Each returns the value of a text, or why it is invalid, and accepts the
// default of its input.



/** A value is invalid. `reason` continues a line that begins with the name of the input. */
class Invalid {
    reason;
    constructor(reason) {
        this.reason = reason;
    }
}
/** A longer value is not quoted: a secret that is cut would escape redaction. */
const input_readers_MAX_QUOTED_CHARS = 60;
/**
 * Quotes the value, except with `@`, `?` or `#`: part of an address that may be a secret. A line
 * end becomes a line separator, which the sanitizers fold once they have redacted secrets.
 */
function mustBe(allowed, text) {
    const isQuoted = text.length <= input_readers_MAX_QUOTED_CHARS && !/[@?#]/.test(text);
    const seen = isQuoted ? `, not "${text.replaceAll(/\r?\n/g, '\u2028')}"` : '';
    return new Invalid(`must be ${allowed}${seen}`);
}
/** Masking a shorter value would mask unrelated text in the whole job log. */
const SHORTEST_SECRET_CHARS = 8;
const SECRET_CHARACTERS = 'printable ASCII characters without spaces';
/** The condition of {@link isSecret}, in words. */
const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} ${SECRET_CHARACTERS}`;
/** True for a key or token that can be masked and sent. */
function isSecret(value) {
    return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}
/**
 * What to mask of a given secret: each line, since the runner masks line by line, without `Bearer`
 * before it.
 */
function secretLines(secret) {
    const lines = secret.split(LINE_END).map((line) => line.trim().replace(/^bearer\s+/i, ''));
    return lines.filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}
/** A key that can be masked and sent; empty if none is given. */
function apiKey(text) {
    if (/^bearer(?:\s|$)/i.test(text))
        return new Invalid('must be the key alone, without "Bearer" before it');
    return text === '' || isSecret(text)
        ? text
        : new Invalid(`${SECRET_RULE}. Is it truncated, or split over two lines?`);
}
const BASE_URL_RULE = 'the root of the API, an https: address such as https://host/api/v1, without user name, ' +
    'password, query and fragment (http: is for loopback hosts only)';
/** The API root without a trailing slash; empty if none is given. */
function baseUrl(text) {
    if (text === '')
        return text;
    if (!isAllowedAddress(text) || /[?#]/.test(text))
        return mustBe(BASE_URL_RULE, text);
    const { origin, pathname } = new URL(text);
    const path = pathname.replace(/\/+$/, '');
    const isRoot = path !== '' && !/\/openapi\.json$/i.test(path);
    return isRoot ? origin + path : mustBe(BASE_URL_RULE, text);
}
/** A path on a domain of the resource, or an address; undefined if none is given. */
function healthCheck(text) {
    const isPath = /^\/(?!\/)[!-~]*$/.test(text) && !text.includes('\\');
    if (text === '')
        return undefined;
    return isPath || isAllowedAddress(text)
        ? text
        : mustBe('a path such as /health, or an https: URL', text);
}
const ID_RULE = 'an id of up to 256 characters without white space, commas and control characters';
const ONE_RESOURCE = 'a step has one resource: use a matrix for several';
const isId = (text) => /^(?!\.\.?$)[^\s\p{Cc}]{1,256}$/u.test(text);
/** The id of a deployment, or `latest` in any letter case; undefined if none is given. */
function id(text) {
    if (text === '')
        return undefined;
    if (text.toLowerCase() === 'latest')
        return 'latest';
    return isId(text) ? text : mustBe(ID_RULE, text);
}
/** The id of a resource; empty if none is given. */
function resourceId(text) {
    if (text === '' || (isId(text) && !text.includes(',')))
        return text;
    // The whole text is quoted: a part of it may be a part of a secret.
    const several = /[\s,]/.test(text) ? `; ${ONE_RESOURCE}` : '';
    return new Invalid(`${mustBe(ID_RULE, text).reason}${several}`);
}
/** Any text; undefined if none is given. */
function optional(given) {
    return given === '' ? undefined : given;
}
/** Names between commas and white space, without duplicates. A value beside one may be a secret. */
function variableNames(given) {
    if (/["'$=;]/.test(given))
        return new Invalid('must be names alone, such as PORT, DATABASE_URL, without values or quotes');
    return [...new Set(given.split(/[\s,]+/).filter((name) => name !== ''))];
}
/** `true` or `false`, in any letter case. */
function flag(given) {
    const word = oneOf(['true', 'false'])(given.toLowerCase());
    return word instanceof Invalid ? word : word === 'true';
}
/** Creates the reader of a value that must be one of `allowed`. */
function oneOf(allowed) {
    const names = allowed.map(String);
    return (given) => allowed[names.indexOf(given)] ?? mustBe(`one of ${names.join(', ')}`, given);
}
/** Creates the reader of a positive whole number; an empty text means `fallback`. */
function countOr(fallback) {
    return (given) => {
        if (given === '')
            return fallback;
        return /^[1-9]\d{0,5}$/.test(given)
            ? Number(given)
            : mustBe('a whole number from 1 to 999999', given);
    };
}
/** A duration above zero, in milliseconds. */
function duration(given) {
    const ms = parseDurationMs(given);
    return ms === undefined || ms === 0
        ? mustBe('a duration above 0 such as 90, 90s, 15m or 1h30m', given)
        : ms;
}

;// CONCATENATED MODULE: ./runner/inputs.js
// The inputs of a step: a row for each, with its default, the operations that use it, and its
// reader.

const CHANGING = ['deploy', 'start', 'stop', 'restart'];
const OPERATIONS = [...CHANGING, 'follow', 'status', 'list', 'logs', 'env', 'check'];
const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const FOLLOWING = new Set([...CHANGING, 'follow']);
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'follow'];
/**
 * Every input, in the order of action.yml (a test compares them). action.yml sets the last one
 * in every step.
 */
const INPUT_TABLE = {
    operation: {
        name: 'operation',
        fallback: 'deploy',
        usedBy: OPERATIONS,
        read: oneOf(OPERATIONS),
    },
    baseUrl: { name: 'base-url', usedBy: OPERATIONS, hasEnv: true, read: baseUrl },
    apiKey: { name: 'api-key', usedBy: OPERATIONS, hasEnv: true, read: apiKey },
    resourceId: { name: 'resource-id', usedBy: ALL_BUT_LIST, read: resourceId },
    deploymentId: { name: 'deployment-id', usedBy: ['follow', 'status'], read: id },
    force: { name: 'force', fallback: 'false', usedBy: ['deploy'], read: flag },
    wait: { name: 'wait', fallback: 'true', usedBy: CHANGING, read: flag },
    timeoutMs: { name: 'timeout', usedBy: OPERATIONS, read: readTimeout },
    onBusy: {
        name: 'on-busy',
        fallback: 'wait',
        usedBy: CHANGING,
        read: oneOf(['wait', 'fail']),
    },
    requiredEnv: { name: 'required-env', usedBy: ['deploy', 'check'], read: variableNames },
    healthCheck: { name: 'health-check', usedBy: CHECKING_HEALTH, read: healthCheck },
    healthCheckContains: {
        name: 'health-check-contains',
        needs: 'healthCheck',
        usedBy: CHECKING_HEALTH,
        read: optional,
    },
    healthCheckTimeoutMs: {
        name: 'health-check-timeout',
        needs: 'healthCheck',
        fallback: '3m',
        usedBy: CHECKING_HEALTH,
        read: duration,
    },
    lines: {
        name: 'lines',
        fallback: '100',
        usedBy: ['logs'],
        read: oneOf([100, 500, 2000]),
    },
    buildLog: {
        name: 'build-log',
        fallback: 'true',
        usedBy: ['deploy', 'follow'],
        read: flag,
    },
    concurrentJobs: { name: 'concurrent-jobs', usedBy: OPERATIONS, read: countOr(1) },
};
function readTimeout(text, { operation }) {
    return duration(text || (FOLLOWING.has(operation) ? '30m' : '2m'));
}

;// CONCATENATED MODULE: ./runner/read-inputs.js


/** Reads and checks all inputs; masks the secrets among them first. */
function readInputs(host) {
    const secrets = maskSecrets(host);
    const givenOperation = readOperation(host);
    const operation = givenOperation ?? INPUT_TABLE.operation.fallback;
    const problems = new Map();
    const unused = [];
    const values = {};
    const context = { operation };
    for (const [key, row] of Object.entries(INPUT_TABLE)) {
        const text = givenText(host, row);
        // With an invalid operation all inputs are checked.
        const isUsed = givenOperation === undefined || row.usedBy.includes(operation);
        const isGiven = !['', row.fallback].includes(text.toLowerCase());
        if (!isUsed && isGiven)
            unused.push(row.name);
        const { value, invalidReason } = readRow(row, isUsed ? text : '', context);
        const lacks = isUsed && isGiven ? missingFor(host, row) : undefined;
        const reason = text.includes('${{') ? UNEVALUATED : (invalidReason ?? lacks);
        if (reason !== undefined)
            problems.set(row.name, `${row.name} ${reason}`);
        values[key] = value;
    }
    // Each value is what the reader of its row returns.
    // oxlint-disable-next-line no-unsafe-type-assertion
    const inputs = values;
    addBrokenRules(problems, inputs);
    const warnings = read_inputs_warningsOf(host, operation, unused);
    return {
        /** An invalid input has its default. */
        inputs,
        /** One line per invalid input; values are quoted, but no secrets. */
        problems: [...problems.values()],
        warnings,
        /** Everything to redact. */
        secrets,
    };
}
function read_inputs_warningsOf({ env }, operation, unused) {
    const noEffect = `No effect with operation: ${operation}: ${unused.join(', ')}.`;
    return [
        ...(unused.length === 0 ? [] : [noEffect]),
        ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? [CERTIFICATES_UNCHECKED] : []),
    ];
}
function maskSecrets(host) {
    const secrets = [...secretLines(givenText(host, INPUT_TABLE.apiKey))];
    for (const secret of secrets)
        host.core.setSecret(secret);
    return secrets;
}
/** The operation, on which the other inputs depend; undefined if it is invalid. */
function readOperation(host) {
    const { fallback, read } = INPUT_TABLE.operation;
    const operation = read(givenText(host, INPUT_TABLE.operation) || fallback);
    return operation instanceof Invalid ? undefined : operation;
}
/** The value of a text; for an invalid one the default, and why it is invalid. */
function readRow({ read, fallback = '' }, text, context) {
    const value = read(text || fallback, context);
    return value instanceof Invalid
        ? { value: read(fallback, context), invalidReason: value.reason }
        : { value };
}
/** Why a given input has no effect: the one that it needs is not given. */
function missingFor(host, { needs }) {
    const needed = needs && INPUT_TABLE[needs];
    return needed && givenText(host, needed) === '' ? `needs ${needed.name}` : undefined;
}
/** Adds a line for each broken rule, unless one of its inputs is invalid already. */
function addBrokenRules(problems, inputs) {
    for (const { names, isBroken, reason } of RULES) {
        const [name] = names;
        if (names.some((other) => problems.has(other)) || !isBroken(inputs))
            continue;
        problems.set(name, `${name} ${reason(inputs)}`);
    }
}
/** An input as given, or its environment variable; empty if neither is given. */
function givenText({ core, env }, row) {
    const text = core.getInput(row.name);
    const variable = `DEPLOYMENT_SERVICE_${row.name.replaceAll('-', '_').toUpperCase()}`;
    return text.trim() || ((row.hasEnv && env[variable]?.trim()) ?? '');
}
const UNEVALUATED = 'holds an expression that was not evaluated (${{): check its quotes, and whether it comes from ' +
    'a variable or the default of an input elsewhere';
const CERTIFICATES_UNCHECKED = 'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate is checked, and anybody on the way can ' +
    'read the API key. NODE_EXTRA_CA_CERTS can name the authority of a private certificate.';
const emptyWhen = (source) => `It is empty when ${source} is not set, or when the job lacks the environment that holds it`;
const RULES = [
    {
        names: ['base-url'],
        isBroken: ({ baseUrl }) => baseUrl === '',
        reason: () => 'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL. ' + emptyWhen('its variable'),
    },
    {
        names: ['api-key'],
        isBroken: ({ apiKey }) => apiKey === '',
        reason: () => 'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. ' +
            `${emptyWhen('the secret')}, and in runs from forks and Dependabot, which get no secrets`,
    },
    {
        names: ['resource-id', 'operation'],
        isBroken: ({ operation, resourceId }) => resourceId === '' && operation !== 'list' && operation !== 'check',
        reason: () => `is needed: the id of the resource. ${emptyWhen('its variable')}`,
    },
    {
        names: ['wait', 'health-check'],
        isBroken: ({ wait, healthCheck }) => !wait && healthCheck !== undefined,
        reason: () => 'must be true with health-check, which needs the end of the work',
    },
    {
        names: ['required-env', 'resource-id'],
        isBroken: ({ requiredEnv, resourceId }) => requiredEnv.length > 0 && resourceId === '',
        reason: () => 'needs resource-id',
    },
];

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./runner/sanitize/log-lines.js
// The lines of a log: cut into pieces, cleaned, and printed so that the runner finds no workflow
// command in them.

/** Longest line that is shown, with the note about truncation. */
const log_lines_MAX_LINE_CHARS = 4096;
const CUT_NOTE_CHARS = 40;
/**
 * Redacts secrets, removes what is invisible, breaks workflow commands and truncates long lines, in
 * this order. Each line end becomes a line feed. Idempotent; lines together give the same result as
 * one by one.
 */
function cleanLines(text, redactor) {
    const visible = redactor.redactVisible(text.replaceAll(/\r\n?/g, '\n'));
    return breakCommands(visible).split('\n').map(truncateLine).join('\n');
}
function truncateLine(line) {
    if (line.length <= log_lines_MAX_LINE_CHARS)
        return line;
    const kept = firstChars(line, log_lines_MAX_LINE_CHARS - CUT_NOTE_CHARS);
    return `${kept} … (${line.length - kept.length} characters cut)`;
}
/**
 * Sanitizing a long log at once would take many times its size in memory, and delay the deadline.
 */
const PIECE_CHARS = 64 * 1024;
/** Cuts a long log into pieces of about 64 KiB, at line ends. */
function* piecesOf(text) {
    const lineEnd = new RegExp(LINE_END, 'g');
    for (let start = 0, end = 0; start < text.length; start = end) {
        lineEnd.lastIndex = start + PIECE_CHARS;
        end = lineEnd.test(text) ? lineEnd.lastIndex : text.length;
        yield text.slice(start, end);
    }
}
const LOOKS_LIKE_COMMAND = /::|## \[/;
/**
 * What to print for clean lines, each with its line feed. It must be printed at the beginning of a
 * line. Two independent measures keep commands from being run: a gutter before every line, and
 * `stop-commands` around text that looks like a command. The leading space of the gutter keeps
 * anchored problem matchers from matching; its bar keeps `::` away from the start of the line.
 * `token` returns a new unguessable string, so that no line of the log can end `stop-commands`.
 */
function printable(lines, token) {
    const gutter = '  | ';
    const body = `${gutter}${lines.slice(0, -1).split('\n').join(`\n${gutter}`)}\n`;
    if (!LOOKS_LIKE_COMMAND.test(body))
        return body;
    const resume = token();
    return `::stop-commands::${resume}\n${body}::${resume}::\n`;
}

;// CONCATENATED MODULE: ./runner/sanitize/markdown.js
// Markdown in which untrusted text has no effect: it becomes code, plain words or a checked link.
// The text must be clean already.

/** A plain word with the punctuation around it, or a dash between words. */
const PLAIN_WORD = /^(?:["'(]?[\p{L}\p{N}][\p{L}\p{N}\p{M}.,;?%'"()/+=-]*:?|[-–])$/u;
/**
 * A word between punctuation. A closing bracket belongs to the word if the word opens it. Matches
 * in linear time.
 */
const IN_PUNCTUATION = /^(["'(]*)([^"'(.,;:)](?:.*\([^()]*\)|.*[^.,;:"')])?)([.,;:"')]*)$/u;
/** Plain words that GitHub renders as links or references. */
const AUTOLINKED = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;
/** GitHub's parser knows no inline code above 80 backticks, and keeps a fence's length in a byte. */
function shortenBackticks(text) {
    return text.replaceAll(/(`{20})`+/g, '$1…');
}
/** Starts a list item. A number alone does, too, since a full stop may be added after it. */
const LIST_START = /^(?:-|\d+[.)]|\d+$)(?: |$)/;
/** Longer addresses are not linked. */
const MAX_URL_CHARS = 2048;
/**
 * A fenced code block whose fence is longer than any in the text. The blank lines around it end
 * HTML that stands before it.
 */
function fencedBlock(lines) {
    const text = shortenBackticks(lines);
    const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
    return `\n\n${fence}text\n${text}\n${fence}\n\n`;
}
/** Inline code for a single line. `|` becomes `¦`, since it would end a table cell even in code. */
function inlineCode(line) {
    if (line === '')
        return '` `';
    const value = shortenBackticks(line).replaceAll('|', '¦');
    const fence = '`'.repeat(longestBacktickRun(value) + 1);
    const padding = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
    return `${fence}${padding}${value}${padding}${fence}`;
}
/**
 * Keeps plain words and turns every other word into inline code, without the punctuation around it.
 * Backslashes would not help: GitHub looks for mentions, references and emoji after it has resolved
 * them.
 */
function escapeMarkdown(line) {
    const [first = '', ...others] = line.split(' ');
    const start = LIST_START.test(line) ? codeWord(first) : escapeWord(first);
    return [start, ...others.map(escapeWord)].join(' ');
}
function escapeWord(word) {
    return PLAIN_WORD.test(word) && !AUTOLINKED.test(word) ? word : codeWord(word);
}
/** The word as inline code, with the punctuation around it left outside. */
function codeWord(word) {
    const [, before = '', inner = word, after = ''] = IN_PUNCTUATION.exec(word) ?? [];
    return before + inlineCode(inner) + after;
}
/**
 * The normalized address; undefined if it may not be linked. Only `https:`, and `http:` for
 * loopback hosts, without user info, may.
 */
function linkTarget(address) {
    const isAllowed = address.length <= MAX_URL_CHARS && isAllowedAddress(address);
    return isAllowed ? new URL(address).href : undefined;
}
/** A link to a result of `linkTarget`; `label` is Markdown. */
function markdownLink(target, label) {
    const escaped = target.replaceAll(/[^\w\-.~:/?#[\]@!$&()+,;=%]/g, (character) => encodeURIComponent(character));
    return `[${label}](<${escaped.replaceAll('&', '&amp;')}>)`;
}
function longestBacktickRun(text) {
    return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

;// CONCATENATED MODULE: ./runner/sanitize/redact.js
// Replaces secrets in text, also in encoded forms and with invisible characters inside. The runner
// masks them as well.

const MASK = '***';
/** How many characters one character takes when escaped in JSON within JSON: `\\\u0022`. */
const LONGEST_ESCAPE_CHARS = 8;
/** A shorter beginning of a secret stands at the end of many texts. */
const MIN_BEGINNING_CHARS = 3;
/** A backslash, raw, URL-encoded or JSON-escaped. */
const BACKSLASH = String.raw `(?:\\|%5c|u005c)`;
/** A longer secret is searched part by part: its pattern could be too large. */
const MAX_PATTERN_CHARS = 500;
/** Parts of about the same length, so that none is so short that it stands in other texts. */
function redact_partsOf(secret) {
    const count = Math.ceil(secret.length / MAX_PATTERN_CHARS);
    const chars = Math.ceil(secret.length / count);
    return Array.from({ length: count }, (_, at) => secret.slice(at * chars, (at + 1) * chars));
}
/** Escapes of JSON and of URLs. They may stand for invisible characters inside a secret. */
const ESCAPES = /\\u[\da-f]{4}|(?:%[\da-f]{2})+/gi;
function decode(escape) {
    if (escape.startsWith('\\'))
        return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    try {
        return decodeURIComponent(escape);
    }
    catch {
        return escape;
    }
}
/**
 * Creates a redactor, which replaces the secrets of one step by `***`, in all their encodings and
 * in linear time. Secrets are printable ASCII; empty ones are ignored.
 */
function createRedactor(secrets) {
    // Longest first: redacting a part of a longer secret first would expose the rest of it.
    const given = secrets.filter((one) => one.trim() !== '').toSorted((a, b) => b.length - a.length);
    const short = given.filter(({ length }) => length <= MAX_PATTERN_CHARS);
    const long = given.filter(({ length }) => length > MAX_PATTERN_CHARS);
    // Host names, headers and some tools change the case of letters.
    const patterns = [short, ...long.flatMap(redact_partsOf)].flatMap((parts) => [
        redact_anyOf([parts].flat().map(plainPattern)),
        redact_anyOf([parts].flat().map((secret) => Buffer.from(secret).toString('hex'))),
        redact_anyOf([parts].flat().flatMap((secret) => [0, 1, 2].map((shift) => base64Pattern(secret, shift)))),
    ]);
    const forms = given.flatMap(formsOf).map((form) => form.toLowerCase());
    function mask(text) {
        return patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
    }
    function withoutInvisible(text) {
        return visibleText(text.replaceAll(ESCAPES, decode));
    }
    /** True if a secret appears once invisible characters are removed. */
    function hasHiddenSecret(text) {
        const visible = withoutInvisible(text);
        return patterns.some((pattern) => visible.search(pattern) !== -1);
    }
    /**
     * Changes nothing else, except that a line in which invisible characters interrupt a secret keeps
     * only its visible text.
     */
    function redact(text) {
        const redacted = mask(text);
        if (!hasHiddenSecret(redacted))
            return redacted;
        return redacted
            .split(/(?<=\n)/)
            .map((line) => (hasHiddenSecret(line) ? mask(withoutInvisible(line)) : line))
            .join('');
    }
    return {
        redact,
        /** The visible text of these lines, redacted. */
        // Before: a terminal sequence may swallow the first character of the secret that follows it.
        // After: a terminal sequence may stand inside a secret.
        redactVisible: (lines) => mask(visibleText(redact(lines))),
        /** The text without an end that could be the beginning of a secret. */
        withoutBeginnings(text) {
            const longest = forms.map((form) => beginningAtEnd(text, form));
            return text.slice(0, text.length - Math.max(0, ...longest));
        },
        /** Length of the longest form of a secret: dropped at the end of a text that is not whole. */
        longestSecretChars: LONGEST_ESCAPE_CHARS * (given[0]?.length ?? 0),
    };
}
/** The forms in which the beginning of a secret is recognised. */
function formsOf(secret) {
    return [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
    ];
}
/** How many characters at the end of a text are the beginning of `form`. */
function beginningAtEnd(text, form) {
    const end = text.slice(-form.length).toLowerCase();
    for (let chars = Math.min(end.length, form.length); chars >= MIN_BEGINNING_CHARS; chars -= 1)
        if (end.endsWith(form.slice(0, chars)))
            return chars;
    return 0;
}
/** Matches any of these patterns; nothing if there are none. */
function redact_anyOf(patterns) {
    return new RegExp(patterns.length === 0 ? '(?!)' : patterns.join('|'), 'gi');
}
/**
 * The pattern of a secret: each character raw, URL-encoded or JSON-escaped, in JSON within JSON,
 * too. Encoders differ in the characters that they encode, so each may have any form. For linear
 * time, backslashes are matched together with those that escape what follows them, and a match
 * never begins within a run of them.
 */
function plainPattern(secret) {
    const pattern = secret.replaceAll(/(\\*)([^\\]?)/g, (_all, backslashes, next) => {
        const run = `${BACKSLASH}{${backslashes.length},}`;
        if (next === '')
            return backslashes && `${BACKSLASH}{${backslashes.length}}`;
        const hex = next.charCodeAt(0).toString(16);
        // `%25` first: a raw `%` would leave its digits.
        return `${run}(?:%${hex}|u00${hex}|${RegExp.escape(next)})`;
    });
    // The next copy of the secret may begin with backslashes, which the last run must leave to it.
    const copies = secret.endsWith('\\') ? `(?:${pattern})+${BACKSLASH}*` : pattern;
    return `(?<!${BACKSLASH})${copies}`;
}
/**
 * The pattern of a secret in base64, in either alphabet, when it begins `shift` bytes after a
 * multiple of three. Only characters that depend on the secret alone; the last one, with its
 * padding, is optional, since it also depends on what follows the secret.
 */
function base64Pattern(secret, shift) {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString('base64');
    const firstOwn = Math.ceil((shift * 8) / 6);
    const afterLastOwn = Math.floor(((shift + secret.length) * 8) / 6);
    const own = encoded
        .slice(firstOwn, afterLastOwn)
        .replaceAll('+', '(?:[+-]|%2b)')
        .replaceAll('/', String.raw `(?:\\?[/_]|%2f)`);
    const [last = '', ...padding] = encoded.slice(afterLastOwn);
    return `${own}(?:${RegExp.escape(last)}(?:${padding.join('')})?)?`;
}

;// CONCATENATED MODULE: ./runner/sanitize/sanitizers.js
// The sanitizers for untrusted text, one for each place where text is shown or stored. Untrusted
// text reaches that place only through its sanitizer.





/** Enough for a sentence with several ids of 300 characters, as some services send them. */
const sanitizers_MAX_LINE_CHARS = 2_000;
/** Characters with which a text inserted into a script could become a command. */
const SCRIPT_SYNTAX = /["'`$\\;&|<>\u2018-\u201f]/;
/**
 * Creates the sanitizers of one step. All redact secrets before anything is truncated; all except
 * `redact`, `output` and `json` also clean. Lines together give the same result as one by one.
 * `token` returns a new unguessable string for `stop-commands`; tests replace it.
 */
function createSanitizers(options) {
    const redactor = createRedactor(options.secrets);
    const token = options.token ?? external_node_crypto_namespaceObject.randomUUID;
    // Before: line ends and tabs are folded. After: a secret may hold spaces, which that restores.
    const redactedLine = (text) => redactor.redact(cleanLine(redactor.redact(text.replaceAll(/[\n\t]/g, '\u2028'))));
    const shortLine = (text) => truncate(redactedLine(text), sanitizers_MAX_LINE_CHARS);
    /**
     * One clean line of at most `maxChars` characters (2,000 by default), truncated with `…`. It may
     * be printed at the beginning of a line, since it is never a workflow command.
     */
    function safeLine(text, { maxChars } = { maxChars: sanitizers_MAX_LINE_CHARS }) {
        return truncate(redactedLine(text).replace(/^::/, ': :'), maxChars);
    }
    return {
        /**
         * For a file: replaces the secrets in all their forms (see {@link Redactor}). The result may
         * contain commands and control characters, so never print it.
         */
        redact: redactor.redact,
        withoutBeginnings: (text) => redactor.withoutBeginnings(text),
        /** How many characters to drop at the end of a text that was received in part. */
        longestSecretChars: redactor.longestSecretChars,
        safeLine,
        /**
         * Whole lines of a log; a missing last line end is added. `text` is for excerpts, and for the
         * summary through `block`. `printable` returns what to print at the beginning of a line of the
         * step log: each line behind a gutter.
         */
        log(lines) {
            const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
            return {
                text,
                printable: () => printable(text, token),
            };
        },
        /**
         * Markdown: lines of a log, joined by line feeds, as a fenced code block between blank lines.
         * Lines that are clean already stay as they are.
         */
        block: (lines) => fencedBlock(cleanLines(lines, redactor)),
        /** Markdown: one value as inline code, also valid in a table cell. */
        code: (text) => inlineCode(shortLine(text)),
        /**
         * Markdown: a name, or a sentence that quotes untrusted text. Words that are not plain become
         * inline code.
         */
        text: (text) => escapeMarkdown(shortLine(text)),
        /**
         * Markdown: a link if the address may be linked (`https:`, or `http:` for loopback hosts),
         * otherwise inline code. An address that cleaning would change is not linked.
         */
        link(url, label) {
            const target = redactedLine(url) === url ? linkTarget(url) : undefined;
            if (target === undefined)
                return inlineCode(shortLine(url));
            const shown = label === undefined ? inlineCode(shortLine(target)) : escapeMarkdown(shortLine(label));
            return markdownLink(target, shown);
        },
        /**
         * The redacted value of an output. Empty unless it is one line of visible characters without
         * the syntax of scripts, which could run anything else.
         */
        output(text) {
            const redacted = redactor.redact(text);
            const isVisible = escapeInvisible(redacted) === redacted && redacted.isWellFormed();
            return isVisible && !SCRIPT_SYNTAX.test(redacted) ? redacted : '';
        },
        /** The same JSON with each text in it redacted and invisible characters escaped. */
        json: (text) => escapeInvisible(redactJson(text, redactor)),
    };
}
/** Each text is redacted on its own, since escapes such as `\f` could hide a secret. */
function redactJson(json, { redact }) {
    // Usually nothing is to be done, and text by text a long list would take seconds.
    const unescaped = json.replaceAll(/\\(?:[bfnrt]|u[\da-f]{4})/gi, '');
    if (redact(json) === json && redact(unescaped) === unescaped)
        return json;
    const redacted = JSON.parse(json, (_name, part) => {
        if (typeof part === 'string')
            return redact(part);
        if (typeof part === 'number' && redact(`${part}`) !== `${part}`)
            return redact(`${part}`);
        if (typeof part !== 'object' || part === null || Array.isArray(part))
            return part;
        return Object.fromEntries(Object.entries(part).map(([name, inner]) => [redact(name), inner]));
    });
    return JSON.stringify(redacted);
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(500);
;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./runner/log-files.js
// The log files of one step. Each step has a directory of its own, so that two steps of a job never
// write to the same file.



const MAX_FILE_NAME_CHARS = 100;
/**
 * Creates a function that appends redacted text to the file of a log and sets `file` in its record.
 * Without RUNNER_TEMP there is no file. It never throws: the first error is passed to `warn`, and
 * no file is written after it.
 */
function createLogFiles(env, warn) {
    const parent = env['RUNNER_TEMP'] ?? '';
    let isOff = parent === '';
    let directory;
    let count = 0;
    return (record, { resourceId, text }) => {
        try {
            if (isOff)
                return void delete record.file;
            directory ??= (0,external_node_fs_.mkdtempSync)((0,external_node_path_namespaceObject.join)(parent, 'deployment-logs-'));
            // Only characters that every file system allows; the number makes the name unique.
            const name = resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
            record.file ??= (0,external_node_path_namespaceObject.join)(directory, `${(count += 1)}-${name}.${record.source}.log`);
            (0,external_node_fs_.appendFileSync)(record.file, text);
        }
        catch (error) {
            isOff = true;
            delete record.file;
            warn(`The log file cannot be written, so log-file stays empty: ${errorMessage(error)}`);
        }
    };
}

;// CONCATENATED MODULE: ./runner/step-log.js
// The step log: lines and warnings of the action, and the logs of builds and apps, which also go to
// files and to the outcome.







/** An outcome keeps the end of a log up to this size. */
const MAX_TAIL_CHARS = 128 * 1024;
const STOPPED = 'The deadline was reached while this log was printed: the rest of it is in the log file alone.';
/** Creates the log of one step. If log files cannot be written, there is one warning. */
function createStepLog(options) {
    const { host, sanitizers, signal } = options;
    const { core } = host;
    const warnings = [];
    const appendToLogFile = createLogFiles(host.env, warn);
    let openGroup;
    /** Groups the lines of one log; undefined ends the group. */
    function setGroup(title) {
        if (openGroup === title)
            return;
        if (openGroup !== undefined)
            core.endGroup();
        if (title !== undefined)
            core.startGroup(sanitizers.safeLine(title));
        openGroup = title;
    }
    function info(text) {
        setGroup(undefined);
        host.write(`${sanitizers.safeLine(text)}\n`);
    }
    function annotate(text) {
        setGroup(undefined);
        core.warning(sanitizers.safeLine(text));
    }
    function warn(text) {
        if (warnings.includes(text))
            return;
        warnings.push(text);
        annotate(text);
    }
    function forResource(outcome) {
        const { resourceId, logs } = outcome;
        const addErrors = new Map();
        function find(source) {
            return logs.find((log) => log.source === source);
        }
        function add(source) {
            const record = { source, tail: '', lineCount: 0, errorLines: [] };
            logs.push(record);
            addErrors.set(record, createErrorFinder(record.errorLines));
            return record;
        }
        function print(source, lines, { isPrinted }) {
            const record = find(source) ?? add(source);
            const { redact } = sanitizers;
            appendToLogFile(record, { resourceId: redact(resourceId), text: redact(lines) });
            const log = sanitizers.log(lines);
            const text = log.text.slice(0, -1);
            const newLines = text.split('\n');
            const tail = record.lineCount === 0 ? text : `${record.tail}\n${text}`;
            record.lineCount += newLines.length;
            if (!options.showLogs)
                return;
            record.tail = lastLines(tail);
            addErrors.get(record)?.(newLines);
            setGroup(`${source === 'build' ? 'Build' : 'Runtime'} log of ${outcome_nameOf(outcome)}`);
            if (isPrinted)
                host.write(log.printable());
        }
        return {
            info,
            /** Prints an annotation, and keeps it in the outcome. */
            warn(text) {
                outcome.warnings.push(text);
                annotate(text);
            },
            /**
             * Saves whole lines of a log, each with its line feed, records them in the outcome, and
             * prints them unless logs are not shown. Between the pieces of a long log, timers and signals
             * are handled. With `mayBeCut` it rejects with the reason of the step's signal.
             */
            async lines(source, text, { mayBeCut = false } = {}) {
                let isFirst = true;
                let hasStopped = false;
                for (const piece of piecesOf(text)) {
                    if (mayBeCut)
                        signal.throwIfAborted();
                    // At the deadline printing stops; the file gets the whole log.
                    if (signal.aborted && !isFirst && !hasStopped && options.showLogs)
                        info(STOPPED);
                    hasStopped = signal.aborted && !isFirst;
                    print(source, piece, { isPrinted: !hasStopped });
                    isFirst = false;
                    // After an abort nothing waits for the reader, but timers still need their turn.
                    await (0,clock_0/* raceWithSignal */.oL)(host.flushed(), signal).catch(() => (0,promises_.setImmediate)());
                    // In a cancelled run, outputs and summary are still to be written within two seconds.
                    if (isFailure(signal.reason, 'interrupted'))
                        return;
                }
            },
            /** The likely cause in a log; undefined if there is none, or if logs are not shown. */
            errorLine: (source) => errorLine(find(source)?.errorLines ?? []),
            /** The last line of a log that reports a failure. */
            failedLine: (source) => failedLine(find(source)?.tail ?? ''),
        };
    }
    return {
        info,
        /** Prints a line if debug logging is on. */
        debug: (text) => core.debug(sanitizers.safeLine(text)),
        /** Prints an annotation, once for the same text. */
        warn,
        /** Warnings of the step itself; an outcome keeps those about its resource. */
        warnings: warnings,
        /** Call it once for each outcome. */
        forResource,
        /** Ends an open group. */
        end: () => setGroup(undefined),
    };
}
/** The end of a text that has grown too long, from the beginning of a line. */
function lastLines(text) {
    if (text.length <= MAX_TAIL_CHARS)
        return text;
    return text.slice(text.indexOf('\n', text.length - MAX_TAIL_CHARS) + 1);
}

;// CONCATENATED MODULE: ./main.js
// Runs one step: reads the inputs, works on the resource and publishes the result. Catches every
// error that nothing else has caught.












/** How soon the process ends after its result or a cancel signal. The runner kills it after 10 s. */
const EXIT_WITHIN_MS = 1_900;
/**
 * Runs the step and publishes its result. Never rejects. The exit code is 0 only if the step
 * passed.
 */
async function main(host) {
    host.setExitCode(1);
    try {
        if (!failOnOldNode(host))
            await runStep(host);
    }
    catch {
        // Nothing can be published with sanitizers: only constant texts are printed.
        const { title, message, next } = unforeseenFailure();
        host.core.error(`${message}\nWhat to do: ${next}\nerror-code: internal`, { title });
        createOutputWriter(host.core, (text) => host.core.warning(text))({ 'error-code': 'internal' });
    }
}
async function runStep(host) {
    const read = readInputs(host);
    const stop = new AbortController();
    const reason = new Failure('timeout', 'The deadline was reached.');
    const limit = (0,clock_0/* withTimeLimit */.Bv)(host.clock, read.inputs.timeoutMs, { signal: stop.signal, reason });
    const run = createRun(host, read, limit.signal);
    const publisher = createPublisher(host, run);
    const stopListening = listenForCancel(host, stop);
    try {
        if (read.problems.length > 0) {
            run.failures.push(invalidInputs(read));
        }
        else {
            for (const text of read.warnings)
                run.stepLog.warn(text);
            await work(host, run, publisher.save);
            // After a failure, reads in parallel may still be open: end them.
            stop.abort(new Failure('interrupted', 'The work of the step has ended.'));
        }
        publisher.publish();
    }
    catch {
        const failure = unforeseenFailure();
        stop.abort(failure);
        run.failures.unshift(failure);
        publisher.publish();
    }
    finally {
        limit.clear();
        stopListening();
        // A hanging DNS query or an unread pipe would keep the process alive.
        host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
    }
}
function createRun(host, { inputs, secrets }, signal) {
    const { clock, env, random } = host;
    const sanitizers = createSanitizers({ secrets });
    const outcomes = [newOutcome(inputs.resourceId)];
    const { buildLog: showLogs, timeoutMs } = inputs;
    const stepLog = createStepLog({ host, sanitizers, signal, showLogs });
    const github = createGitHub(env);
    const time = { clock, random, signal, deadlineMs: clock.now() + timeoutMs };
    return { ...time, inputs, outcomes, failures: [], stepLog, sanitizers, github };
}
/**
 * action.yml asks for this version. GitHub's runners have it; act and some other runners use the
 * Node of the machine.
 */
const MIN_NODE_MAJOR = 24;
/**
 * True if Node is too old, which is reported with all outputs. Runs first, so it uses nothing that
 * only a newer Node has.
 */
function failOnOldNode(host) {
    const { core, nodeVersion } = host;
    if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR)
        return false;
    const title = 'The action cannot run here';
    const needed = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}.`;
    const cause = `${needed} Nothing was sent to the service.`;
    const next = "GitHub's runners have it since version 2.327.1; act uses the first node on the PATH.";
    core.error(`${cause}\nWhat to do: ${next}\nerror-code: internal`, { title });
    createOutputWriter(core, (text) => core.warning(text))({ 'error-code': 'internal' });
    return true;
}
function invalidInputs({ problems }) {
    const [first = '', ...others] = problems.map((problem) => problem.replace(/ .*/s, ''));
    const more = `Invalid inputs: ${first} and ${others.length} more`;
    const title = others.length === 0 ? `Invalid input: ${first}` : more;
    return new Failure('invalid_input', problems.join('\n'), {
        title,
        meaning: 'Nothing was sent to the service.',
    });
}
/** Does the work. Never rejects: a failure is explained in the outcome. */
async function work({ core }, run, save) {
    const { clock, failures, inputs, outcomes, sanitizers, stepLog } = run;
    const [outcome = newOutcome('')] = outcomes;
    const api = createApi({
        ...inputs,
        ...run,
        longestSecretChars: sanitizers.longestSecretChars,
        info: stepLog.info,
        debug: core.isDebug() ? stepLog.debug : () => undefined,
    });
    try {
        const log = stepLog.forResource(outcome);
        await operations[inputs.operation]({ ...run, api, save, outcome, log });
        outcome.isDone = true;
    }
    catch (error) {
        const { timeoutMs } = inputs;
        const context = { outcome, outage: api.outage(), timeoutMs, nowMs: clock.now() };
        outcome.failure = explain(error, context);
        failures.push(outcome.failure);
    }
    finally {
        api.dispose();
    }
}
/**
 * Aborts the step at a cancel signal, and ends the process soon after it. Returns a function that
 * stops listening.
 */
function listenForCancel(host, stop) {
    return host.onCancel(() => {
        stop.abort(new Failure('interrupted', 'The run was cancelled.'));
        host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
    });
}


/***/ }),

/***/ 338:
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
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(500);
;// CONCATENATED MODULE: external "os"
const external_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");
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
    process.stdout.write(cmd.toString() + external_os_namespaceObject.EOL);
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
;// CONCATENATED MODULE: external "fs"
const external_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");
;// CONCATENATED MODULE: ../node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_namespaceObject.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_namespaceObject.appendFileSync(filePath, `${toCommandValue(message)}${external_os_namespaceObject.EOL}`, {
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
    return `${key}<<${delimiter}${external_os_namespaceObject.EOL}${convertedValue}${external_os_namespaceObject.EOL}${delimiter}`;
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


const { access, appendFile, writeFile } = external_fs_namespaceObject.promises;
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
                yield access(pathFromEnv, external_fs_namespaceObject.constants.R_OK | external_fs_namespaceObject.constants.W_OK);
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
        return this.addRaw(external_os_namespaceObject.EOL);
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


const { chmod, copyFile, lstat, mkdir, open: io_util_open, readdir, rename, rm, rmdir, stat, symlink, unlink } = external_fs_namespaceObject.promises;
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
const READONLY = external_fs_namespaceObject.constants.O_RDONLY;
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
            let n = s.indexOf(external_os_namespaceObject.EOL);
            while (n > -1) {
                const line = s.substring(0, n);
                onLine(line);
                // the rest of the string ...
                s = s.substring(n + external_os_namespaceObject.EOL.length);
                n = s.indexOf(external_os_namespaceObject.EOL);
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
                    optionsNonNull.outStream.write(this._getCommandString(optionsNonNull) + external_os_namespaceObject.EOL);
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
const platform = external_os_namespaceObject.platform();
const arch = external_os_namespaceObject.arch();
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
    process.stdout.write(external_os_namespaceObject.EOL);
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
    process.stdout.write(message + external_os_namespaceObject.EOL);
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
// The process and the runner, behind one interface that tests replace.




/** Signals that cancel a run: SIGINT and SIGTERM; on Windows SIGINT and SIGBREAK. */
const CANCEL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'];
function systemHost() {
    // Verdict, outputs and summary do not depend on the step log, so the step continues even if its
    // log can no longer be written.
    process.stdout.off('error', ignore).on('error', ignore);
    let lastWrite = Promise.resolve();
    return {
        core: core_namespaceObject,
        env: process.env,
        nodeVersion: process.versions.node,
        clock: clock/* systemClock */.ml,
        random: Math.random,
        write(text) {
            // Writes complete in order, and each callback is called, even after an error. Waiting for an
            // empty write instead would end a pipe on Windows. The closure of `new Promise` would keep
            // the text in memory.
            const { promise, resolve } = Promise.withResolvers();
            process.stdout.write(text, () => resolve());
            lastWrite = promise;
        },
        // Takes at least one turn of the event loop, so that timers and signals are handled between the
        // pieces of a long log.
        flushed: () => lastWrite.then(() => (0,promises_.setImmediate)()),
        writeSummary(markdown) {
            const path = process.env['GITHUB_STEP_SUMMARY'];
            if (path === undefined || path === '')
                return;
            // Truncated afterwards: a step that is killed in between would otherwise leave nothing.
            const file = (0,external_node_fs_.openSync)(path, external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT);
            try {
                (0,external_node_fs_.writeFileSync)(file, markdown);
                if ((0,external_node_fs_.fstatSync)(file).isFile())
                    (0,external_node_fs_.ftruncateSync)(file, Buffer.byteLength(markdown));
            }
            finally {
                (0,external_node_fs_.closeSync)(file);
            }
        },
        onCancel(listener) {
            for (const signal of CANCEL_SIGNALS)
                process.on(signal, listener);
            return () => {
                for (const signal of CANCEL_SIGNALS)
                    process.off(signal, listener);
            };
        },
        setExitCode(code) {
            process.exitCode = code;
        },
        exit() {
            try {
                // process.exit() waits for the thread of a hanging DNS query; replacing the process does
                // not.
                const script = `process.exitCode = ${process.exitCode ?? 0}`;
                process.execve?.(process.execPath, [process.execPath, '-e', script], {});
            }
            catch {
                // Not available on Windows.
            }
            process.exit();
        },
        setUnrefTimeout: (callback, ms) => void setTimeout(callback, ms).unref(),
    };
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
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(829);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
