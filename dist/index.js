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

/***/ 500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

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

// Stands in for `undici` in the bundle. Two packages of @actions import it, for calls to GitHub's
// API and for agents that nobody here asks for; it would be 0.9 MB and a third of the start-up of
// every step.


function unavailable() {
  throw new Error('undici is not part of this bundle');
}

module.exports = { ProxyAgent: unavailable, fetch: unavailable };


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
/* harmony import */ var _main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(601);
/* harmony import */ var _runner_host_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(58);
// The entry point, which `action.yml` runs as `dist/index.js`.


// Behind a proxy with a password, a dependency calls a deprecated function. Users cannot change
// that, so they get no warning.
process.noDeprecation = true;
await (0,_main_js__WEBPACK_IMPORTED_MODULE_0__/* .main */ .i)((0,_runner_host_js__WEBPACK_IMPORTED_MODULE_1__/* .systemHost */ .E)());

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 601:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ main)
});

// EXTERNAL MODULE: ./clock.js
var clock_0 = __nccwpck_require__(535);
;// CONCATENATED MODULE: ./failure.js
// Why a step fails: a closed list of codes, each with what is wrong and what to do, and one error
// class.
/** The codes that the service itself sends (API 7). */
const CODES_OF_SERVICE = {
    unauthorized: {
        title: 'The API key was not accepted',
        next: 'The key is mistyped, revoked or expired (by default after 90 days). An owner or admin ' +
            'creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
    },
    forbidden: {
        title: 'The API key lacks permission',
        next: 'Deploy, start, stop and restart need a key with the scope "deploy", everything else needs ' +
            '"read". Create a new key in the console under SETTINGS → API KEYS, then replace the secret.',
    },
    billing: {
        title: 'The wallet or subscription does not allow it',
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
/** Every code of this action with its advice, in the order of the documentation. */
const CODES = {
    ...CODES_OF_SERVICE,
    deployment_failed: {
        title: 'The deployment failed',
        next: 'Fix the cause and deploy again.',
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
        title: 'There is no deployment to follow',
        next: 'Start one before this step or pass its id. deployment-id: latest takes the last one.',
    },
    not_found: {
        title: 'The service does not know this resource, or a part of it',
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
        next: 'Report this bug with the log of the step.',
    },
};
/**
 * The code to report for a code that the service sent. One of this action's own codes, or one that
 * does not look like a code, becomes `service_error`.
 */
function serviceCode(sent) {
    const normalized = sent.toLowerCase().replaceAll('-', '_');
    if (isCodeOf(CODES_OF_SERVICE, normalized))
        return normalized;
    return isServiceCode(sent) ? sent : 'service_error';
}
/** True for a code of this action or of the API page. */
function isKnownCode(code) {
    return isCodeOf(CODES, code);
}
function isCodeOf(table, code) {
    return Object.hasOwn(table, code);
}
function isServiceCode(sent) {
    return /^[a-z][a-z0-9_]{0,39}$/.test(sent) && !isCodeOf(CODES, sent);
}
/** What to do after a 4xx without advice of its own. */
const CORRECT_REQUEST = 'The same request would be refused again. Correct what the service names.';
/** An expected error that ends the step. `message` is what happened, in one or two sentences. */
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
        const { code, options } = this;
        const known = isCodeOf(CODES, code) ? CODES[code].title : undefined;
        return options.title ?? known ?? `The service answered with the error ${code}`;
    }
    get next() {
        const { code, options } = this;
        if (options.next !== undefined)
            return options.next;
        if (isCodeOf(CODES, code) && code !== 'service_error')
            return CODES[code].next;
        if (options.httpStatus === 401)
            return CODES.unauthorized.next;
        if (options.httpStatus === 403)
            return CODES.forbidden.next;
        return this.#isLasting ? CORRECT_REQUEST : CODES.service_error.next;
    }
    /** The message, with invalid inputs one line for each. Any other may quote a line end. */
    get lines() {
        return this.code === 'invalid_input' ? this.message.split('\n') : [this.message];
    }
    /** The key is refused: a 401 or 403 of the API, whatever its code. */
    get isAboutKey() {
        const { httpStatus = 0 } = this.options;
        return [401, 403].includes(httpStatus) && this.code !== 'unreadable_reply';
    }
    /** A 4xx after which the same request would be refused again. */
    get #isLasting() {
        const { httpStatus = 0 } = this.options;
        // Timed out, locked, too early and rate limited pass.
        return httpStatus >= 400 && httpStatus < 500 && ![408, 423, 425, 429].includes(httpStatus);
    }
    /** The same failure with other texts. */
    with({ message = this.message, ...texts }) {
        return new Failure(this.code, message, { ...this.options, ...texts });
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
/** True for a failure with one of these codes, or any failure if none is named. */
function isFailure(error, ...codes) {
    return (error instanceof Failure && (codes.length === 0 || codes.some((code) => code === error.code)));
}

;// CONCATENATED MODULE: ./report/sanitize/clean.js
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
/** The beginning of a sequence, or of a character in UTF-8, at the end of a text. */
const CUT_END = new RegExp(`(?:${STRING_START.source}${STRING_CONTENT.source}\\u001b?` +
    String.raw `|(?:\u001b\[|\u009b)[0-?]*[ -\/]*|\u001b[\(\-+]?|\uFFFD)$`);
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
/** A colour, or an invisible character, as JSON escapes it. */
const ESCAPED_INVISIBLE = /\\u(?:001b\[[0-?]*[ -/]*[@-~]|00(?:[01][\da-f]|7f|[89][\da-f]|ad)|20(?:0[b-f]|2[89a-e]|6[\da-f])|feff)/gi;
/** A text without what is invisible once the escapes of JSON in it are resolved. */
function withoutEscapes(text) {
    return text.includes('\\u') ? text.replaceAll(ESCAPED_INVISIBLE, '') : text;
}
/** A text that was cut, without a terminal sequence or a character of which only a part is there. */
function withoutCutEnd(text) {
    return text.replace(CUT_END, '');
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

;// CONCATENATED MODULE: ./text.js
// Text for people: durations, plurals, lists of names, and how much fits.
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
 * lower case and punycode, its port unless that is the default, and no path or slash at the end. A
 * text with a path needs a scheme, and so does a single word without a port. Undefined for anything
 * else.
 */
function addressFrom(untrimmed) {
    const text = untrimmed.trim();
    if (text.length > MAX_CHARS || NOT_A_HOST.test(text))
        return undefined;
    const hasScheme = /^https?:\/\//i.test(text);
    const url = URL.parse(hasScheme ? text : `https://${text}`);
    if (url === null || !(hasScheme || isDomain(url)))
        return undefined;
    const name = url.hostname.replace(/\.$/, '');
    if (!isHostName(name, text))
        return undefined;
    const port = url.port && `:${url.port}`;
    return `${isLoopback(name) ? 'http' : 'https'}://${name}${port}`;
}
/** True for a host alone that is more than a word. */
function isDomain({ host, hostname, pathname }) {
    const isWord = /^[^.:]*\.?$/.test(host) && hostname !== 'localhost';
    return pathname === '/' && !isWord;
}
/** False for `1234` and `0x7f.1`, too, which the URL parser turns into IPv4 addresses. */
function isHostName(name, text) {
    return HOST_NAME.test(name) && (!IPV4.test(name) || text.includes(name));
}

;// CONCATENATED MODULE: ./inputs/values.js
// Readers of input values. Each returns the value of a text, or why it is invalid, and accepts the
// default of its input.



/** A value is invalid. `reason` continues a line that begins with the name of the input. */
class Invalid {
    reason;
    constructor(reason) {
        this.reason = reason;
    }
}
/** A longer value is not quoted, and never cut: a part of a secret would escape redaction. */
const MAX_QUOTED_CHARS = 60;
/**
 * Quotes the value, except with `@`, `?` or `#`: part of an address that may be a secret. A line
 * end becomes a line separator, which the sanitizers fold once they have redacted secrets.
 */
function mustBe(allowed, text) {
    const isQuoted = text.length <= MAX_QUOTED_CHARS && !/[@?#]/.test(text);
    const seen = isQuoted ? `, not "${text.replaceAll(/\r?\n/g, '\u2028')}"` : '';
    return new Invalid(`must be ${allowed}${seen}`);
}
/** Masking a shorter value would mask unrelated text in the whole job log. */
const SHORTEST_SECRET_CHARS = 8;
/**
 * What to mask of a given key: each line, since the runner masks line by line, without `Bearer`
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
    const isKey = text.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(text);
    if (text === '' || isKey)
        return text;
    const characters = `${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;
    return new Invalid(`must be at least ${characters}. Is it truncated, or split over two lines?`);
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
    // The description of the API is what people open in a browser to find the root.
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
const ID_RULE = 'an id of up to 256 characters without control characters';
/** The id of a resource; empty if none is given. */
function resourceId(text) {
    if (/^[[{]/.test(text))
        return new Invalid('must be the id alone, not JSON');
    if (/[\s,]/.test(text))
        return new Invalid('must be one id: a step has one resource. For several, use a matrix or steps');
    return text === '' || isId(text) ? text : mustBe(ID_RULE, text);
}
/** The id of a deployment, or `latest` in any letter case; undefined if none is given. */
function deploymentId(text) {
    if (text === '')
        return undefined;
    if (text.toLowerCase() === 'latest')
        return 'latest';
    if (/^[[{]/.test(text))
        return new Invalid('must be the id alone, not JSON');
    return isId(text) ? text : mustBe(`${ID_RULE} or white space, or latest`, text);
}
function isId(text) {
    return /^(?!\.\.?$)[^\s\p{Cc}]{1,256}$/u.test(text);
}
/** Any text; undefined if none is given. */
function optional(text) {
    return text === '' ? undefined : text;
}
/** Names between commas and white space, without duplicates. A value beside one may be a secret. */
function variableNames(text) {
    // GitHub passes a block of YAML as text, with its dashes.
    if (/^\s*-\s/m.test(text))
        return new Invalid('must be names with commas or white space between them, not a list of YAML');
    if (/["'$=;[\]{}]/.test(text))
        return new Invalid('must be names alone, such as PORT, DATABASE_URL, without values, quotes or brackets');
    return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}
/** `true` or `false`, in any letter case. */
function flag(text) {
    const word = oneOf(['true', 'false'])(text.toLowerCase());
    return word instanceof Invalid ? word : word === 'true';
}
/** Creates the reader of a value that must be one of `allowed`. */
function oneOf(allowed) {
    const names = allowed.map(String);
    return (text) => allowed[names.indexOf(text)] ?? mustBe(`one of ${names.join(', ')}`, text);
}
/** A positive whole number; 1 if none is given. */
function count(text) {
    if (text === '')
        return 1;
    return /^[1-9]\d{0,5}$/.test(text)
        ? Number(text)
        : mustBe('a whole number from 1 to 999999', text);
}
/** A duration above zero, in milliseconds. */
function duration(text) {
    const ms = parseDurationMs(text);
    return ms === undefined || ms === 0
        ? mustBe('a duration above 0 such as 90, 90s, 15m or 1h30m', text)
        : ms;
}

;// CONCATENATED MODULE: ./inputs/table.js
// The inputs of a step: a row for each, with its default, the operations that use it, and its
// reader.

const CHANGING = ['deploy', 'start', 'stop', 'restart'];
const OPERATIONS = [...CHANGING, 'follow', 'status', 'list', 'logs', 'env', 'check'];
const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const FOLLOWING = new Set([...CHANGING, 'follow']);
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'follow'];
/** Every input, in the order of action.yml (a test compares them). */
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
    deploymentId: {
        name: 'deployment-id',
        usedBy: ['follow', 'status'],
        read: deploymentId,
    },
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
    lines: { name: 'lines', fallback: '100', usedBy: ['logs'], read: oneOf([100, 500, 2000]) },
    buildLog: {
        name: 'build-log',
        fallback: 'true',
        usedBy: ['deploy', 'follow'],
        read: flag,
    },
    concurrentJobs: {
        name: 'concurrent-jobs',
        usedBy: OPERATIONS,
        isSetByGitHub: true,
        read: count,
    },
};
function readTimeout(text, operation = 'deploy') {
    return duration(text || (FOLLOWING.has(operation) ? '30m' : '2m'));
}

;// CONCATENATED MODULE: ./inputs/read.js
// Reads and checks all inputs before anything else: each value on its own, then what must hold
// between them.



/** Reads and checks all inputs; masks the key first. */
function readInputs(host) {
    const secrets = secretLines(givenText(host, INPUT_TABLE.apiKey));
    for (const secret of secrets)
        host.core.setSecret(secret);
    const operation = readOperation(host);
    const readings = Object.entries(INPUT_TABLE).map(([key, row]) => ({
        key,
        row,
        ...readRow(host, row, operation),
    }));
    // Each value is what the reader of its row returns.
    // oxlint-disable-next-line no-unsafe-type-assertion
    const inputs = Object.fromEntries(readings.map(({ key, value }) => [key, value]));
    /** A line for each invalid input, by its name. */
    const problems = new Map();
    for (const { row, reason } of readings)
        if (reason !== undefined)
            problems.set(row.name, `${row.name} ${reason}`);
    addBrokenRules(problems, inputs);
    const unused = readings.filter(({ isUnused }) => isUnused).map(({ row }) => row.name);
    return {
        /** An invalid input has its default. */
        inputs,
        failure: failureOf(problems),
        warnings: warningsOf(host, inputs.operation, unused),
        /** Everything to redact. */
        secrets,
    };
}
/** One line for each invalid input; values are quoted, but no secrets. */
function failureOf(problems) {
    const [first, ...others] = problems.keys();
    if (first === undefined)
        return undefined;
    const several = `Invalid inputs: ${first} and ${others.length} more`;
    return new Failure('invalid_input', [...problems.values()].join('\n'), {
        title: others.length === 0 ? `Invalid input: ${first}` : several,
        meaning: 'Nothing was sent to the service.',
    });
}
function warningsOf({ env }, operation, unused) {
    const noEffect = `No effect with operation: ${operation}: ${unused.join(', ')}.`;
    return [
        ...(unused.length === 0 ? [] : [noEffect]),
        ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? [CERTIFICATES_UNCHECKED] : []),
    ];
}
/** The operation, on which the other inputs depend; undefined if it is invalid. */
function readOperation(host) {
    const { fallback, read } = INPUT_TABLE.operation;
    const operation = read(givenText(host, INPUT_TABLE.operation) || fallback);
    return operation instanceof Invalid ? undefined : operation;
}
/** Reads one input. With an invalid operation all inputs are checked. */
function readRow(host, row, operation) {
    const text = givenText(host, row);
    const isUsed = operation === undefined || row.usedBy.includes(operation);
    const isGiven = !['', row.fallback].includes(text.toLowerCase());
    const { value, invalidReason } = readText(row, isUsed ? text : '', operation);
    const unmetNeed = isUsed && isGiven ? unmetNeedOf(host, row) : undefined;
    return {
        value,
        /** Why the input is invalid. */
        reason: unusableReason(text) ?? invalidReason ?? unmetNeed,
        isUnused: !isUsed && isGiven && row.isSetByGitHub !== true,
    };
}
/** The value of a text; for an invalid one the default, and why it is invalid. */
function readText({ read, fallback = '' }, text, operation) {
    const value = read(text || fallback, operation);
    return value instanceof Invalid
        ? { value: read(fallback, operation), invalidReason: value.reason }
        : { value };
}
/** A longer input is a mistake, such as the contents of a file. */
const MAX_INPUT_CHARS = 10_000;
/** Why a text cannot be the value of any input. */
function unusableReason(text) {
    if (text.includes('${{'))
        return UNEVALUATED;
    return text.length > MAX_INPUT_CHARS
        ? `must have at most ${MAX_INPUT_CHARS} characters, not ${text.length}`
        : undefined;
}
/** Says that the input which this one needs is not given. */
function unmetNeedOf(host, { needs }) {
    const needed = needs && INPUT_TABLE[needs];
    return needed && givenText(host, needed) === '' ? `needs ${needed.name}` : undefined;
}
/** Adds a line for each broken rule, unless one of its inputs is invalid already. */
function addBrokenRules(problems, inputs) {
    for (const { names, isBroken, reason } of RULES) {
        const [name] = names;
        if (names.some((other) => problems.has(other)) || !isBroken(inputs))
            continue;
        problems.set(name, `${name} ${reason}`);
    }
}
/** An input as given, or its environment variable; empty if neither is given. */
function givenText({ core, env }, row) {
    const variable = `DEPLOYMENT_SERVICE_${row.name.replaceAll('-', '_').toUpperCase()}`;
    return core.getInput(row.name) || ((row.hasEnv && env[variable]?.trim()) ?? '');
}
const UNEVALUATED = 'holds an expression that was not evaluated (${{): check its quotes, and whether it comes from ' +
    'a variable or the default of an input elsewhere';
const CERTIFICATES_UNCHECKED = 'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate is checked, and anybody on the way can ' +
    'read the API key. NODE_EXTRA_CA_CERTS can name the authority of a private certificate.';
const emptyWhen = (source) => `It is empty when ${source} is not set or its name is misspelt, or when the job lacks the ` +
    'environment that holds it';
const RULES = [
    {
        names: ['base-url'],
        isBroken: ({ baseUrl }) => baseUrl === '',
        reason: 'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL. ' + emptyWhen('its variable'),
    },
    {
        names: ['api-key'],
        isBroken: ({ apiKey }) => apiKey === '',
        reason: 'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. ' +
            `${emptyWhen('the secret')}, and in runs from forks and Dependabot, which get no secrets`,
    },
    {
        names: ['resource-id', 'operation'],
        isBroken: ({ operation, resourceId }) => resourceId === '' && operation !== 'list' && operation !== 'check',
        reason: `is needed: the id of the resource. ${emptyWhen('its variable')}`,
    },
    {
        names: ['wait', 'health-check'],
        isBroken: ({ wait, healthCheck }) => !wait && healthCheck !== undefined,
        reason: 'must be true with health-check, which needs the end of the work',
    },
    {
        names: ['required-env', 'resource-id'],
        isBroken: ({ requiredEnv, resourceId }) => requiredEnv.length > 0 && resourceId === '',
        reason: 'needs resource-id',
    },
];

;// CONCATENATED MODULE: ./outcome.js
/** The outcome of a step that has learned nothing yet. */
function newOutcome(resourceId) {
    return {
        resourceId,
        stage: { kind: 'preparing' },
        warnings: [],
        logs: [],
        facts: [],
        tables: [],
    };
}
/** What the resource is called in messages. */
function nameOf({ name = '', resourceId }) {
    return name || resourceId;
}
/** What our deployment is called in messages. */
function deploymentNameOf(outcome) {
    const { deploymentId: id } = outcome;
    return `${id === undefined ? 'The deployment' : `Deployment ${id}`} of ${nameOf(outcome)}`;
}
/** How long the work took, or has taken so far; undefined before it began. */
function durationMs({ stage }, nowMs) {
    switch (stage.kind) {
        case 'preparing':
        case 'blocked':
        case 'requesting':
            return undefined;
        case 'working':
            return nowMs - stage.sinceMs;
        case 'accepted':
            return (stage.endedAtMs ?? nowMs) - stage.sinceMs;
        case 'ended':
            return stage.sinceMs === undefined ? undefined : stage.endedAtMs - stage.sinceMs;
        default:
            return stage;
    }
}
/** True while work may continue at the service without this step. */
function isInProgress({ stage }) {
    return stage.kind === 'working' || (stage.kind === 'accepted' && stage.endedAtMs === undefined);
}
/** Ends the work, unless it has ended already: the first end that was seen counts. */
function endWork(outcome, endedAtMs) {
    const { stage } = outcome;
    if (stage.kind === 'ended')
        return;
    const sinceMs = stage.kind === 'working' || stage.kind === 'accepted' ? stage.sinceMs : undefined;
    const seenMs = stage.kind === 'accepted' ? stage.endedAtMs : undefined;
    outcome.stage = { kind: 'ended', sinceMs, endedAtMs: seenMs ?? endedAtMs };
}
/** Ends work that may not be ours: its end counts once it is confirmed. */
function endUnconfirmed(outcome, endedAtMs) {
    const { stage } = outcome;
    if (stage.kind !== 'working')
        return;
    outcome.stage = { kind: 'accepted', sinceMs: stage.sinceMs, endedAtMs };
}
/** Removes what is known about a deployment that is not, or may not be, ours. */
function forgetDeployment(outcome) {
    delete outcome.deploymentId;
    delete outcome.status;
    delete outcome.commit;
    delete outcome.adopted;
}

;// CONCATENATED MODULE: ./service/json.js
// Reads JSON whose form is only partly known, and describes its shape.
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** The value if it is an array. */
function asList(value) {
    return Array.isArray(value) ? value : undefined;
}
/** The value if it is a text that is not empty. */
function asText(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** The whole text as a JSON object or array; undefined for anything else and for broken JSON. */
function parseJson(body) {
    const text = body.trim(); // removes a byte order mark, too
    if (!/^[[{]/.test(text))
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Names are compared in lower case, without `_` and `-`: `build_log` and `buildLog` are one. */
function membersOf(value) {
    const members = new Map();
    for (const [name, member] of Object.entries(isRecord(value) ? value : {})) {
        const normalized = normalizeName(name);
        if (!members.has(normalized))
            members.set(normalized, member);
    }
    return members;
}
/** A name as {@link membersOf} compares it. */
function normalizeName(name) {
    return name.replaceAll(/[_-]/g, '').toLowerCase();
}
/** The first readable value under one of these normalized names, in the order of the names. */
function firstReadable(members, names, read) {
    for (const name of names) {
        const value = members.get(name);
        const result = value === undefined ? undefined : read(value);
        if (result !== undefined)
            return result;
    }
    return undefined;
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
/** Limits of a shape: nested objects, and members of each. */
const SHAPE_DEPTH = 3;
const SHAPE_MEMBERS = 10;
/** Names and types of members, never values: `{ok:boolean,deployments:[2×{id:string}]}`. */
function shapeOf(value, depth = 0) {
    if (depth > SHAPE_DEPTH)
        return '…';
    const list = asList(value);
    if (list !== undefined)
        return list.length === 0 ? '[]' : `[${list.length}×${shapeOf(list[0], depth + 1)}]`;
    if (!isRecord(value))
        return value === null ? 'null' : typeof value;
    const names = Object.keys(value);
    const shown = names.slice(0, SHAPE_MEMBERS);
    const members = shown.map((name) => `${name}:${shapeOf(value[name], depth + 1)}`);
    return `{${members.join(',')}${names.length > SHAPE_MEMBERS ? ',…' : ''}}`;
}

;// CONCATENATED MODULE: ./service/statuses.js
// Classifies the statuses of deployments and resources.
function classIn(classes, text) {
    return classes.find(([, pattern]) => pattern.test(text))?.[0];
}
/** Whole statuses that platforms of this kind use for an end, besides those of the API page. */
const ENDINGS = [
    ['finished', /^finished$/],
    ['failed', /^(?:failed|failure|error|errored|crashed|aborted|rejected|timed_out)$/],
    ['cancelled', /^(?:cancell?ed|cancelled_by_user|skipped|superseded)$/],
];
/** The five statuses of a deployment (API 3). */
const KNOWN_STATUS = /^(?:queued|building|finished|failed|cancelled)$/;
/**
 * Writes the five statuses as the API does (API 3), from any letter case, and `canceled` as
 * `cancelled`. Other statuses are unchanged.
 */
function normalizeStatus(status) {
    const word = status
        .trim()
        .toLowerCase()
        .replace(/^canceled$/, 'cancelled');
    return KNOWN_STATUS.test(word) ? word : status;
}
/** True for one of the five statuses, in any spelling that {@link normalizeStatus} reads. */
function isKnownStatus(status) {
    return KNOWN_STATUS.test(normalizeStatus(status));
}
/** How a deployment in this status has ended. Undefined for any other status: it is in progress. */
function endingOf(status) {
    return classIn(ENDINGS, status.trim().toLowerCase().replaceAll(/[ -]/g, '_'));
}
/** By the first word of a status. */
const RESOURCE_CLASSES = [
    ['up', /^(?:running|healthy|active|online|up|live|started|ready|available|deployed)$/],
    ['down', /^(?:exited|dead|down|offline)$/],
    ['crashed', /^(?:crash|fail|err|oom|kill)/],
    ['asleep', /^(?:stopped|off|inactive|idle|paused|suspended|sleeping)$/],
    ['restarting', /^restarting$/],
    ['moving', /^(?:pending|queued|starting|stopping|deploying|building|pulling|creating|updating)$/],
    ['moving', /^(?:provisioning|initializing)$/],
];
/**
 * Classifies the status of a resource, in any letter case: `running (healthy)` is up, `running
 * (unhealthy)` is not. What is down or moves stays so: `restarting (unhealthy)` may be a crash
 * loop.
 */
function classOf(status) {
    if (status === undefined)
        return 'none';
    const words = wordsIn(status);
    const [word = ''] = words;
    const found = classIn(RESOURCE_CLASSES, word) ?? 'unknown';
    if (['down', 'crashed', 'moving', 'restarting'].includes(found))
        return found;
    return words.includes('unhealthy') ? 'unhealthy' : found;
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

;// CONCATENATED MODULE: ./service/replies.js
// Reads the replies of the service. The API page leaves many shapes open ("not shown"), so the
// readers know its own style, one wrapper around it, and what platforms of this kind send. Nothing
// is searched for elsewhere in a reply. All texts are untrusted.



/** The objects that may be the subject of a reply: itself, its `data`, or the noun in either. */
function candidatesIn(json, noun) {
    const whole = membersOf(json);
    const data = whole.get('data');
    const inData = membersOf(data);
    const places = [
        [whole.get(noun), whole],
        [inData.get(noun), inData],
        [data, whole],
        [json, new Map()],
    ];
    return places.flatMap(([record, around]) => isRecord(record) ? [{ record, members: membersOf(record), around }] : []);
}
/**
 * The object of a reply that has the requested id. If no object shows any id, the first with a
 * status is it: the path of the request names its subject.
 */
function findRecord(json, noun, id) {
    const candidates = candidatesIn(json, noun);
    const named = candidates.filter(({ members }) => idsOf(members).length > 0);
    if (named.length > 0)
        return named.find(({ members }) => idsOf(members).includes(id));
    return candidates.find(({ members }) => statusIn(members) !== undefined);
}
/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
function asId(value) {
    const text = Number.isSafeInteger(value) ? String(value) : asText(value);
    return text === '.' || text === '..' ? undefined : text;
}
/** The ids of a record: a text goes before a number, which may be of the platform's database. */
function idsOf(members) {
    const values = ['id', 'uuid', 'deploymentid', 'deploymentuuid'].map((name) => members.get(name));
    const numbersLast = values.toSorted((a, b) => Number(typeof a === 'number') - Number(typeof b === 'number'));
    return numbersLast.flatMap((value) => asId(value) ?? []);
}
function statusIn(members) {
    return toLine(members.get('status'));
}
/** A text, or the first readable member of an object with these names. */
function textOrMember(names) {
    return (value) => toLine(value) ?? firstReadable(membersOf(value), names, toLine);
}
const REASON_NAMES = ['error', 'errormessage', 'failurereason', 'statusreason'];
const readReason = textOrMember(['message']);
const COMMIT_NAMES = ['commit', 'commitsha', 'commithash'];
const readCommitText = textOrMember(['sha', 'id', 'hash']);
function readCommit(value) {
    const commit = readCommitText(value)?.toLowerCase() ?? '';
    return /^[\da-f]{7,40}$/.test(commit) ? commit : undefined;
}
/** Without the members that are not shown: an earlier poll may have read them. */
function stateIn(members) {
    const status = statusIn(members);
    const commit = firstReadable(members, COMMIT_NAMES, readCommit);
    const reason = firstReadable(members, REASON_NAMES, readReason);
    return {
        ...(status !== undefined && { status: normalizeStatus(status) }),
        ...(commit !== undefined && { commit }),
        ...(reason !== undefined && { reason }),
    };
}
/** The deployment of a reply about `id`; without a status when the reply is not about it. */
function readDeployment(json, id) {
    const found = findRecord(json, 'deployment', id);
    if (found === undefined)
        return { json };
    const { members, around } = found;
    const log = logIn(members) ?? logIn(around);
    const unreadLog = log === undefined ? (unreadIn(members) ?? unreadIn(around)) : undefined;
    return {
        id,
        ...stateIn(members),
        ...(log !== undefined && { log }),
        ...(unreadLog !== undefined && { unreadLog }),
        json,
    };
}
/** The deployments of a list reply, latest first; undefined if no list is recognised. */
function readDeployments(json) {
    return readList(json, 'deployments', (id, { members }) => ({ id, ...stateIn(members) }));
}
/** The array of a list reply. It is no list if an entry has no id. */
function readList(json, noun, read) {
    const names = [noun, 'items', 'data'];
    const whole = membersOf(json);
    const list = asList(json) ??
        firstReadable(whole, names, asList) ??
        firstReadable(membersOf(whole.get('data')), names, asList);
    const items = list?.flatMap((record) => {
        const members = membersOf(record);
        const [id] = idsOf(members);
        return isRecord(record) && id !== undefined ? [read(id, { record, members })] : [];
    });
    return items?.length === list?.length ? items : undefined;
}
/** What the answer to a POST for this resource shows. The id of the resource is no deployment. */
function readAccepted(json, resourceId) {
    const whole = membersOf(json);
    const data = membersOf(whole.get('data'));
    const named = [whole, data].flatMap((members) => ['deploymentid', 'deploymentuuid'].flatMap((name) => asId(members.get(name)) ?? []));
    const objects = [whole.get('deployment'), data.get('deployment')].map(membersOf);
    const own = [...objects, whole, data];
    const ids = [...named, ...own.flatMap((members) => idsOf(members).slice(0, 1))];
    const deploymentId = ids.find((id) => id !== resourceId);
    const holder = own.find((members) => idsOf(members)[0] === deploymentId);
    return {
        deploymentId,
        status: holder && stateIn(holder).status,
        message: firstReadable(whole, ['message', 'reason'], toLine),
    };
}
/** The resource of a reply about `id`; undefined when the reply is not about it. */
function readResource(json, id) {
    const found = findRecord(json, 'resource', id);
    if (found === undefined)
        return undefined;
    const { record, members, around } = found;
    return { ...resourceOf(id, { record, members }), url: urlIn(members) ?? urlIn(around) };
}
/** The resources of a list reply; undefined if no list is recognised. */
function readResources(json) {
    return readList(json, 'resources', resourceOf);
}
/** Longer texts are left out: they do not fit into a list. */
const MAX_FIELD_CHARS = 16_384;
function isScalar(value) {
    if (typeof value === 'string')
        return value.length <= MAX_FIELD_CHARS;
    return value === null || ['number', 'boolean'].includes(typeof value);
}
function resourceOf(id, { record, members }) {
    const known = {
        id,
        name: toLine(members.get('name')),
        type: toLine(members.get('type')),
        status: statusIn(members),
    };
    const catalogKey = asText(members.get('catalogkey'));
    const all = [...Object.entries(record), ...Object.entries({ ...known, catalogKey })];
    const fields = Object.fromEntries(all.filter((entry) => isScalar(entry[1])));
    return { ...known, fields };
}
const DOMAIN_NAMES = ['domains', 'domain', 'fqdn', 'url', 'urls', 'hosts'];
const DOMAIN_ENTRY_NAMES = ['domain', 'name', 'host', 'hostname', 'url'];
/** How many texts are tried as domains. */
const MAX_DOMAINS = 100;
/** The first domain that is an address. */
function urlIn(members) {
    return firstReadable(members, DOMAIN_NAMES, (value) => {
        const entries = (asList(value) ?? [value]).slice(0, MAX_DOMAINS);
        const texts = entries.map((entry) => asText(entry) ?? firstReadable(membersOf(entry), DOMAIN_ENTRY_NAMES, asText));
        const domains = texts.flatMap((text) => text?.split(',', MAX_DOMAINS) ?? []);
        return domains.map(addressFrom).find((address) => address !== undefined);
    });
}
const ENV_NAMES = ['env', 'envs', 'environmentvariables', 'variables', 'vars', 'names', 'keys'];
const VARIABLE = /^[^\p{Cc}\s=]{1,255}$/u;
/** The names of environment variables, never values; undefined if they are not recognised. */
function readEnvNames(json) {
    const whole = membersOf(json);
    const bare = asList(json) ?? asList(whole.get('data'));
    if (bare !== undefined)
        return variablesIn(bare);
    return (firstReadable(whole, ENV_NAMES, variablesIn) ??
        firstReadable(membersOf(whole.get('data')), ENV_NAMES, variablesIn));
}
/** The names in a list of texts or objects, or the keys of a map. */
function variablesIn(value) {
    const entries = asList(value) ?? (isRecord(value) ? Object.keys(value) : undefined);
    const names = entries?.flatMap((entry) => {
        const name = asText(entry) ?? firstReadable(membersOf(entry), ['name', 'key'], asText);
        return name !== undefined && VARIABLE.test(name) ? [name] : [];
    });
    return names?.length === entries?.length ? names : undefined;
}
const LOG_NAMES = ['log', 'logs', 'buildlog', 'buildlogs', 'output', 'lines', 'entries'];
const LINE_NAMES = ['message', 'msg', 'line', 'text', 'log', 'output', 'content'];
/** The runtime log of a reply; undefined if it is not recognised. */
function readRuntimeLog({ json, body }) {
    if (json === undefined)
        return logOf(body);
    const whole = membersOf(json);
    return asList(json) === undefined
        ? (logIn(whole) ?? logIn(membersOf(whole.get('data'))) ?? logOf(whole.get('data')))
        : logOf(json);
}
/** The log of an object: the first with lines, otherwise an empty one. */
function logIn(members) {
    const logs = LOG_NAMES.flatMap((name) => members.has(name) ? (logOf(members.get(name)) ?? []) : []);
    return logs.find(({ text, hiddenCount }) => text !== '' || hiddenCount > 0) ?? logs[0];
}
/** A value under the name of a log, in a form that is not recognised. */
function unreadIn(members) {
    return firstReadable(members, LOG_NAMES, (value) => typeof value === 'object' && value !== null ? value : undefined);
}
/** The log in a value; undefined if it is not recognised. */
function logOf(value) {
    if (value === null)
        return { text: '', hiddenCount: 0 };
    if (typeof value === 'string') {
        const entries = asList(parseJson(value));
        const parsed = entries?.every(isRecord) === true ? linesOf(entries) : undefined;
        return parsed ?? { text: withLineFeeds(value), hiddenCount: 0 };
    }
    const list = asList(value);
    if (list !== undefined)
        return linesOf(list);
    const lines = asList(membersOf(value).get('lines'));
    return lines === undefined ? undefined : linesOf(lines);
}
/** The lines of a list of texts or objects; undefined if it holds anything else. */
function linesOf(entries) {
    const isHidden = (entry) => membersOf(entry).get('hidden') === true;
    const shown = entries.filter((entry) => entry !== null && !isHidden(entry));
    const lines = shown.flatMap((entry) => {
        const asLine = (text) => (typeof text === 'string' ? text : undefined);
        const members = typeof entry === 'string' ? undefined : membersOf(entry);
        const text = members === undefined ? entry : firstReadable(members, LINE_NAMES, asLine);
        return typeof text === 'string' ? [text.endsWith('\n') ? text : `${text}\n`] : [];
    });
    if (lines.length < shown.length)
        return undefined;
    return { text: withLineFeeds(lines.join('')), hiddenCount: entries.filter(isHidden).length };
}
/** Each line end as `\n`. Leaves out a `\r` at the end: its `\n` may follow in the next reply. */
function withLineFeeds(text) {
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    // `replaceAll` takes ten times as long, and a gigabyte for millions of lines.
    return whole.split('\r\n').join('\n').split('\r').join('\n');
}
/** The paths of the API that its description lists; undefined if it lists none. */
function readPaths(json) {
    const paths = membersOf(json).get('paths');
    const names = isRecord(paths) ? Object.keys(paths) : [];
    return names.length === 0 ? undefined : names;
}
/** Parts of these names hold settings, which may be secrets. */
const SETTING = new RegExp('env|var|secret|token|pass|key|cred|config|setting|arg|auth|hook|dsn|cert|cookie|header');
/**
 * A value without objects that are marked as hidden and without members that may hold settings.
 * `clean` gets each text, names included. Throws a `RangeError` for a value nested too deep.
 */
function withoutSettings(value, { leftOut, clean }) {
    const again = (part) => withoutSettings(part, { leftOut, clean });
    if (typeof value === 'string')
        return clean(value);
    const list = asList(value);
    if (list !== undefined)
        return list.map(again).filter((part) => part !== undefined);
    if (!isRecord(value))
        return value;
    if (membersOf(value).get('hidden') === true) {
        leftOut.hidden += 1;
        return undefined;
    }
    const entries = Object.entries(value).flatMap(([name, member]) => {
        if (!SETTING.test(normalizeName(name)))
            return [[clean(name), again(member)]];
        leftOut.settings += 1;
        return [];
    });
    return Object.fromEntries(entries);
}

;// CONCATENATED MODULE: ./service/endpoints.js

/** The reads of the API (API 4). */
const reads = {
    resources: {
        path: '/resources',
        parse: ({ json }) => readResources(json),
    },
    resource: (id) => ({
        path: `/resources/${segment(id)}`,
        parse: ({ json }) => readResource(json, id),
    }),
    /** Latest first. */
    deployments: (id) => ({
        path: `/resources/${segment(id)}/deployments`,
        parse: ({ json }) => readDeployments(json),
    }),
    deployment: (id, deploymentId) => ({
        path: `/resources/${segment(id)}/deployments/${segment(deploymentId)}`,
        parse: ({ json }) => readDeployment(json, deploymentId),
    }),
    logs: (id, lines) => ({
        path: `/resources/${segment(id)}/logs?lines=${lines}`,
        parse: (reply) => ({ log: readRuntimeLog(reply), json: reply.json }),
        mayBeText: true,
    }),
    envNames: (id) => ({
        path: `/resources/${segment(id)}/env`,
        parse: ({ json }) => readEnvNames(json),
    }),
    /** Sent without the key, which this path does not need. */
    description: {
        path: '/openapi.json',
        parse: ({ json }) => readPaths(json),
        isKeyless: true,
    },
};
/** The POSTs of the API (API 4). None of them takes a key for idempotency. */
const posts = {
    deployment: (id, { force }) => ({
        path: `/resources/${segment(id)}/deployments`,
        ...(force && { body: '{"force":true}' }),
    }),
    change: (id, change) => ({
        path: `/resources/${segment(id)}/${change}`,
    }),
};
/** An id as a segment of a path. `encodeURIComponent` would throw for half a surrogate pair. */
function segment(id) {
    return encodeURIComponent(id.toWellFormed());
}

;// CONCATENATED MODULE: ./app/judge.js
// Whether an app is up after its deployment. A pure function of all reads since then.



/** A card follows its deployment some seconds late, so this long it may show what was before. */
const AS_BEFORE_MS = 20_000;
/** How long an app may take to come up. */
const SETTLE_MS = 60_000;
/** The same while it is restarting without a break: some apps boot slowly. */
const RESTARTING_MS = 180_000;
const judge_RULES = {
    asleep: { isBad: false, mayStay: true },
    unknown: { isBad: false, mayStay: true },
    unhealthy: { isBad: false, mayStay: true },
    down: { isBad: true, mayStay: true },
    crashed: { isBad: true, mayStay: false },
    restarting: { isBad: true, mayStay: false },
    moving: { isBad: false, mayStay: false },
    none: { isBad: false, mayStay: false },
    unreadable: { isBad: false, mayStay: false },
};
const PASSED = { kind: 'passed' };
/** Judges the app by all reads since its deployment finished; the last one is the newest. */
function judgeApp(facts, samples) {
    const { before, finishedAtMs, name, wasDeployed } = facts;
    const last = samples.at(-1);
    if (last === undefined)
        throw new Error('the app was not read');
    const { value } = last;
    const kind = appClassOf(value);
    if (kind === 'up')
        return PASSED;
    const isUnchanged = samples.every((sample) => isAsBefore(before, sample));
    // The service shows no status of this app at all. An app that is new may get its first one yet.
    const isWithout = isUnchanged && kind === 'none';
    if (isWithout && wasDeployed)
        return PASSED;
    const isNoNews = isUnchanged && wasDeployed && judge_RULES[kind].mayStay;
    const untilMs = finishedAtMs + (isWithout || isNoNews ? AS_BEFORE_MS : timeFor(samples));
    const text = `The deployment finished; ${name} ${stateOf(value)}; checking again`;
    if (last.atMs < untilMs)
        return { kind: 'wait', text, untilMs };
    return isNoNews ? sameAsBefore(value) : judgeSettled(facts, samples, last);
}
/** Judges an app that is not up when its time is over. */
function judgeSettled({ before, finishedAtMs }, samples, { atMs, value }) {
    const isLoop = isLooping(samples);
    if (isBad(appClassOf(value)) || isLoop)
        return { kind: 'failed', isLoop };
    if (isNeverShown(before, samples))
        return PASSED;
    const state = reasonedState(value).replace(/^is /, 'is still ');
    return {
        kind: 'passed',
        warning: `${state} ${formatDuration(atMs - finishedAtMs)} after that`,
    };
}
/** The classes of an app, each unbroken time of one class once; reads that failed are left out. */
function timesIn(samples) {
    const kinds = samples
        .map(({ value }) => appClassOf(value))
        .filter((kind) => kind !== 'unreadable');
    return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}
function isBad(kind) {
    return kind !== 'up' && judge_RULES[kind].isBad;
}
/** One unbroken time of `restarting` that still goes on has longer. */
function timeFor(samples) {
    const times = timesIn(samples);
    const isRestarting = times.at(-1) === 'restarting' && times.filter(isBad).length === 1;
    return isRestarting ? RESTARTING_MS : SETTLE_MS;
}
/** The app was bad twice, with another state between: it starts, and crashes again. */
function isLooping(samples) {
    const times = timesIn(samples);
    return times.findLastIndex(isBad) - times.findIndex(isBad) > 1;
}
function isNeverShown(before, samples) {
    return before?.status === undefined && samples.every(({ value }) => value === undefined);
}
function isAsBefore(before, { value }) {
    return before !== undefined && !isFailure(value) && isSameStatus(before.status, value);
}
function appClassOf(status) {
    return isFailure(status) ? 'unreadable' : classOf(status);
}
/** A status in words. */
function stateOf(status) {
    if (isFailure(status))
        return 'cannot be read';
    if (status === undefined)
        return 'shows no status';
    return `is ${status}${classOf(status) === 'unknown' ? ' (unknown status)' : ''}`;
}
/** The same, and why it cannot be read. */
function reasonedState(status) {
    const state = stateOf(status);
    return isFailure(status) ? `${state} (${status.message.replace(/\.$/, '')})` : state;
}
/** An app that is down is worth a warning, even if it was down before. */
function sameAsBefore(value) {
    const asBefore = `still ${String(value)}, as before`;
    const isDown = appClassOf(value) === 'down';
    return { kind: 'passed', asBefore, ...(isDown && { warning: `is ${asBefore}` }) };
}

;// CONCATENATED MODULE: ./app/poll-until.js
// Reads a resource until all its reads together allow a verdict.

/** Reads until `judge` returns something other than a wait. */
async function pollUntil({ clock, waits }, { pause, read, judge }) {
    const samples = [];
    try {
        for (;;) {
            await pause(samples.length);
            const value = await read(samples);
            samples.push({ atMs: clock.now(), value });
            const verdict = judge(samples);
            if (!isOpen(verdict))
                return verdict;
            // A time that goes on, as in `up 3 seconds (unhealthy)`, is no news.
            waits.begin('app', { ...verdict, reason: splitTime(verdict.text).rest });
        }
    }
    finally {
        waits.end('app');
    }
}
function isOpen(verdict) {
    return verdict.kind === 'wait';
}

;// CONCATENATED MODULE: ./app/resource.js
// Reads the resource: before the work, while it is judged after it, and its runtime log when it is
// not as expected.



/** Keeps what a reply shows of the resource. A status that is no longer shown is forgotten. */
function keepResource(outcome, resource) {
    if (resource === undefined)
        return;
    const { name, type, status, url } = resource;
    if (name !== undefined)
        outcome.name = name;
    if (type !== undefined)
        outcome.type = type;
    if (url !== undefined)
        outcome.url = url;
    delete outcome.resourceStatus;
    if (status !== undefined)
        outcome.resourceStatus = status;
}
/** Reads the resource until it is answered. Undefined if the reply is not recognised. */
async function resource_readResource({ service, outcome }, limits) {
    const resource = await service.read(reads.resource(outcome.resourceId), limits);
    keepResource(outcome, resource);
    return resource;
}
/** Reads the resource once, without waiting for anything. Undefined if that shows nothing. */
async function loadResource({ service, outcome }) {
    const resource = await service.tryRead(reads.resource(outcome.resourceId));
    if (isFailure(resource))
        return undefined;
    keepResource(outcome, resource);
    return resource;
}
/** Before a deployment, the read of the resource is given up after this. */
const GIVE_UP_MS = 10_000;
/**
 * Reads the resource before the work; undefined if that fails for a reason that need not stop the
 * step, or if the reply is not recognised. Throws for a resource or key that the service refuses.
 */
async function readResourceBefore(step) {
    const { log, outcome, signal } = step;
    let why = 'is not recognised';
    try {
        const resource = await resource_readResource(step, { giveUpMs: GIVE_UP_MS });
        if (resource !== undefined)
            return resource;
    }
    catch (error) {
        if (!isFailure(error) || signal.aborted || isRefusal(error))
            throw error;
        why = 'could not be read';
    }
    log.info(`${nameOf(outcome)} ${why}: its status before is unknown.`);
    return undefined;
}
/** Nothing else can be done either: the key, the wallet or the resource is refused. */
function isRefusal(failure) {
    return failure.isAboutKey || isFailure(failure, 'billing', 'not_found', 'rate_limited');
}
/** Lines of the runtime log that explain a failure. */
const EXPLAINING_LINES = 100;
/** Prints the runtime log for a failure. Warns if it cannot be read. */
async function printRuntimeLog({ inputs, log, outcome, service }) {
    const name = nameOf(outcome);
    const read = await service.tryRead(reads.logs(outcome.resourceId, EXPLAINING_LINES));
    if (isFailure(read))
        return log.warn(`The runtime log of ${name} could not be read: ${read.message}`);
    const text = read.log?.text ?? '';
    if (text === '')
        return log.info(`The runtime log of ${name} is empty or not recognised.`);
    if (inputs.buildLog)
        log.info(`The last lines of the runtime log of ${name}:`);
    await log.lines('runtime', text);
}
/** Prints the runtime log, and throws `not_running` for a resource that is not `expected`. */
async function failNotRunning(step, { expected, isLoop }) {
    const { log, outcome } = step;
    await printRuntimeLog(step);
    const { resourceStatus = 'unknown' } = outcome;
    const status = isLoop
        ? `it keeps restarting (${resourceStatus})`
        : `its status is ${resourceStatus}`;
    const title = `${nameOf(outcome)} is not ${expected}; ${status}`;
    // An error of an app that still runs does not say why it was not stopped.
    const cause = expected === 'stopped' ? undefined : log.explain('runtime').cause;
    const explainedBy = expected === 'stopped' ? undefined : 'runtime';
    throw new Failure('not_running', cause ?? `${title}.`, { title, cause, explainedBy });
}

;// CONCATENATED MODULE: ./app/await.js
// Waits until the app is up after its deployment has finished.






const POLL_MS = 3_000;
/** A rate limit that ends later than this is not waited for. */
const LIMIT_WITHIN_MS = 60_000;
/**
 * Waits until the app is up after its deployment. Throws `not_running`; another failure, such as the
 * deadline, is only a warning, since the verdict about the deployment stands.
 */
async function awaitApp(step, known) {
    const { clock, outcome, service, waits } = step;
    const finishedAtMs = clock.now();
    const facts = { name: nameOf(outcome), finishedAtMs, ...known };
    // What was read before the deployment says nothing about the app now.
    delete outcome.resourceStatus;
    try {
        const verdict = await pollUntil(step, {
            pause: async (count) => (count === 0 ? undefined : await service.pause(POLL_MS)),
            read: async () => await readApp(step, finishedAtMs + LIMIT_WITHIN_MS),
            judge: (samples) => judgeApp(facts, samples),
        });
        await endWith(step, verdict);
    }
    catch (error) {
        // Only the state of the app is not known.
        if (!isFailure(error) || ['not_running', 'interrupted'].includes(error.code))
            throw error;
        warnOfUnknown(step, error);
    }
    finally {
        // The service may still be away.
        waits.leave('outage');
    }
}
/** The status of the app, or why it cannot be read. Rejects if no other read could do better. */
async function readApp({ outcome, service }, limitUntilMs) {
    const read = reads.resource(outcome.resourceId);
    const answer = await service.attempt(read, { limitUntilMs });
    if (answer.kind !== 'ok') {
        // It would be too large, or refused, again.
        if (answer.kind === 'too-large' || answer.failure.isAboutKey)
            throw answer.failure;
        return answer.failure;
    }
    keepResource(outcome, answer.value);
    if (answer.value !== undefined)
        return answer.value.status;
    return new Failure('unreadable_reply', 'The reply about it is not recognised.');
}
async function endWith(step, verdict) {
    const { log, outcome } = step;
    if (verdict.kind === 'failed') {
        const { isLoop } = verdict;
        return await failNotRunning(step, { expected: 'running after the deployment', isLoop });
    }
    const { asBefore, warning } = verdict;
    if (warning !== undefined)
        log.warn(`The deployment finished, but ${nameOf(outcome)} ${warning}.`);
    if (asBefore !== undefined)
        outcome.appState = asBefore;
}
function warnOfUnknown({ log, outcome }, { code, message }) {
    const { resourceStatus = 'unknown' } = outcome;
    const why = code === 'timeout' ? 'The deadline was reached.' : message;
    const what = `it is not known whether ${nameOf(outcome)} is up (status: ${resourceStatus})`;
    log.warn(`The deployment finished, but ${what}. ${why}`);
}
/** What the headline says about the app; empty if its state is not known. */
function appClause({ outcome }) {
    const { appState, resourceStatus } = outcome;
    const state = appState ?? resourceStatus;
    return state === undefined ? '' : `; ${nameOf(outcome)} is ${state}`;
}

;// CONCATENATED MODULE: ./app/required-env.js
// required-env: names that must exist among the variables of a resource, before anything is
// changed.



/**
 * Throws `missing_env` if a name is missing, and `unreadable_reply` if the list does not show
 * whether it is.
 */
async function assertRequiredEnv({ inputs, service, outcome }) {
    if (inputs.requiredEnv.length === 0)
        return;
    const names = await service.read(reads.envNames(outcome.resourceId));
    const name = nameOf(outcome);
    if (names === undefined) {
        const wanted = inputs.requiredEnv.join(', ');
        const why = 'the list of its variables is not recognised';
        throw new Failure('unreadable_reply', `It is not known whether ${name} has ${wanted}: ${why}.`, {
            title: 'The environment variables cannot be checked',
            next: 'Leave out required-env, or report it to the operator of the service.',
        });
    }
    const missing = inputs.requiredEnv.filter((one) => !names.includes(one));
    if (missing.length === 0)
        return;
    const title = `${name} lacks ${missing.join(', ')}`;
    const meaning = `Nothing was changed for ${name}.`;
    throw new Failure('missing_env', `${title}.`, { title, meaning });
}

// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/index.js
var lib = __nccwpck_require__(889);
// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/proxy.js
var proxy = __nccwpck_require__(689);
;// CONCATENATED MODULE: ./service/network-errors.js
// Network errors: whether the request may have arrived, and what went wrong in plain words.


/** What happened to a request without a complete reply, by its kind. */
const WITHOUT_REPLY = {
    /** It never left the runner. */
    unsent: 'no connection to HOST',
    /** It may have arrived. */
    lost: 'the connection to HOST was lost',
    'too-large': 'the reply of HOST cannot be read',
};
/** A request without a complete reply. */
class ExchangeError extends Error {
    name = 'ExchangeError';
    kind;
    /** The cause is set-up, such as a certificate or a proxy, and rarely passes on its own. */
    isSetup;
    constructor(kind, message, { isSetup = false } = {}) {
        super(message);
        this.kind = kind;
        this.isSetup = isSetup;
    }
    /** What happened, with the host, such as `no connection to a.example: …`. */
    describe(host) {
        return `${WITHOUT_REPLY[this.kind].replace('HOST', () => host)}: ${this.message}.`;
    }
}
const TLS = { isSetup: true, isUnsent: true };
/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS = [
    { pattern: /^ECONNREFUSED/, text: 'the host refuses connections at this port' },
    { pattern: /^ENOTFOUND|^EAI_AGAIN/, text: 'the host name does not resolve' },
    { pattern: /before secure TLS/, text: 'closed during the TLS handshake', isUnsent: true },
    { pattern: /^ECONNRESET/, text: 'closed by the other side' },
    { pattern: /^HPE_/, text: 'its reply is not HTTP', isSetup: true },
    { pattern: /^CERT_HAS_EXPIRED/, text: 'its certificate has expired', ...TLS },
    { pattern: /ALTNAME_INVALID/, text: 'its certificate is for another host name', ...TLS },
    {
        pattern: /SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_/,
        text: 'its certificate is not accepted (NODE_EXTRA_CA_CERTS can add its CA)',
        ...TLS,
    },
    {
        pattern: /wrong version|packet length|handshake fail|protocol version|unsupported protocol/,
        text: 'it has no TLS at this port, or no TLS version that the runner supports',
        ...TLS,
    },
];
const UNKNOWN = { text: 'the connection failed' };
/** What the HTTP client throws when a proxy opens no tunnel. */
const NO_TUNNEL = /^tunneling socket could not be established, (.*)/;
/**
 * Classifies an error of the HTTP client. Exported for tests, since not every machine can provoke
 * every error.
 */
function networkError(error) {
    // For a host with several addresses Node puts the error of each attempt into `errors`.
    const [cause = error] = (isRecord(error) ? asList(error['errors']) : undefined) ?? [];
    const textOf = (name) => (isRecord(cause) ? (asText(cause[name]) ?? '') : '');
    const [code, message] = [textOf('code'), textOf('message')];
    const [, tunnelProblem] = NO_TUNNEL.exec(message) ?? [];
    if (tunnelProblem !== undefined)
        return proxyError(tunnelProblem);
    const found = PROBLEMS.find(({ pattern }) => pattern.test(code) || pattern.test(message));
    const isConnecting = ['connect', 'getaddrinfo'].includes(textOf('syscall'));
    const { text, isSetup = false, isUnsent = isConnecting } = found ?? UNKNOWN;
    const shown = code === '' ? text : `${text} (${code})`;
    return new ExchangeError(isUnsent ? 'unsent' : 'lost', shown, { isSetup });
}
function proxyError(problem) {
    const [, status] = /^statusCode=(\d+)/.exec(problem) ?? [];
    const cause = problem.replace('cause=', '');
    const what = status === undefined ? `cannot be reached (${cause})` : `answered ${status}`;
    // Another attempt would get the same 4xx.
    const isSetup = status?.startsWith('4') === true;
    return new ExchangeError('unsent', `the runner's proxy ${what}`, { isSetup });
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
    throw new ExchangeError('unsent', problem, { isSetup: true });
}

;// CONCATENATED MODULE: ./service/http.js




const USER_AGENT = 'deployment-service-action';
/**
 * Sends a request on a connection of its own: a server may close an idle connection just as a
 * request is sent on it, and the outcome of a POST would then be unknown. Rejects with an
 * {@link ExchangeError}, or with the signal's reason as soon as it is aborted.
 */
async function exchange(request, { clock, signal }) {
    const { method, url, body = null, timeoutMs, acceptsPart = false } = request;
    signal.throwIfAborted();
    assertReadableProxy(url);
    const timedOut = new ExchangeError('lost', `no complete reply within ${formatDuration(timeoutMs)}`);
    const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, timeoutMs, { signal, reason: timedOut });
    const client = new lib/* HttpClient */.Qq(USER_AGENT, [abortedBy(limit.signal)], {
        allowRedirects: false,
        allowRetries: false,
    });
    try {
        // A gateway may compress a reply although that was not requested; nothing here is inflated.
        const headers = { 'accept-encoding': 'identity', ...request.headers };
        const pending = client.request(method, url, body, headers);
        // An aborted request may never settle: after a reply that switches protocols, or while a proxy
        // does not answer the CONNECT request.
        const { message } = await (0,clock_0/* raceWithSignal */.oL)(pending, limit.signal);
        const read = await readBody(message, request, limit.signal);
        // A body that ends because its connection was aborted looks complete.
        (acceptsPart ? signal : limit.signal).throwIfAborted();
        return { status: message.statusCode ?? 0, headers: message.headers, ...read };
    }
    catch (error) {
        if (signal.aborted)
            throw signal.reason;
        throw error instanceof ExchangeError ? error : networkError(error);
    }
    finally {
        limit.clear();
        client.dispose();
    }
}
/** The client has no parameter for an abort signal; its handler may set one. */
function abortedBy(signal) {
    return {
        prepareRequest(options) {
            options.signal = signal;
            // A URL has brackets around an IPv6 address. Node would look them up as part of a name.
            options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error('no authentication is handled here')),
    };
}
async function readBody(message, { maxBytes, acceptsPart = false }, signal) {
    const chunks = [];
    let isPart = false;
    try {
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
    const received = Buffer.concat(chunks);
    const isTooLong = received.length > maxBytes;
    if (isTooLong && !acceptsPart) {
        const what = `the reply is longer than ${maxBytes / 2 ** 20} MiB`;
        throw new ExchangeError('too-large', what);
    }
    return { body: received.toString('utf8', 0, maxBytes), isPart: isPart || isTooLong };
}
/** Reads up to the limit, and not the rest of a longer body. Throws if the body is cut short. */
async function receive(message, chunks, maxBytes) {
    let bytes = 0;
    for await (const chunk of message) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes)
            return;
    }
}

;// CONCATENATED MODULE: ./app/health.js
// The health check: after the work has ended, the app itself must answer, with a given text if one
// is required. It gets neither the key nor the pace of the API.








/** The gap between two requests grows from the first to the longest. */
const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const GAP_GROWTH = 1.5;
/** The limit for one request. */
const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_QUOTE_CHARS = 200;
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
    throw noDomainFailure(step, 'invalid_input', `Nothing was changed for ${nameOf(step.outcome)}.`);
}
function noDomainFailure({ inputs, outcome }, code, meaning) {
    const name = nameOf(outcome);
    const path = `health-check is the path ${inputs.healthCheck}`;
    return new Failure(code, `${path}, which needs a domain.`, {
        title: `No domain of ${name} is known for the health check`,
        meaning,
        next: 'Give the resource a domain in the console, or write a whole address into health-check.',
    });
}
/** Requests the app until it is healthy; nothing without `health-check`. Throws `unhealthy`. */
async function checkHealth(step) {
    const { clock, inputs, signal, waits } = step;
    if (inputs.healthCheck === undefined)
        return;
    const reason = new Failure('timeout', 'the time for the health check has passed');
    const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, inputs.healthCheckTimeoutMs, { signal, reason });
    const deadlineMs = Math.min(step.deadlineMs, clock.now() + inputs.healthCheckTimeoutMs);
    const limited = { ...step, signal: limit.signal, deadlineMs };
    try {
        await pollHealth(limited, await awaitAddress(limited));
    }
    catch (error) {
        if (isFailure(error, 'unhealthy') && !signal.aborted)
            await printRuntimeLog(step);
        throw error;
    }
    finally {
        limit.clear();
        for (const key of ['health', 'domain'])
            waits.end(key);
    }
}
/** The address to request. The first deployment may bring the domain for a path. */
async function awaitAddress(step) {
    const { deadlineMs, outcome, service, signal, waits } = step;
    for (;;) {
        const address = addressOf(step);
        if (address !== undefined) {
            waits.end('domain');
            return address;
        }
        const text = `${nameOf(outcome)} shows no domain yet for the health check; reading it again`;
        waits.begin('domain', { text, untilMs: deadlineMs });
        const reading = service.pause().then(() => loadResource(step));
        await (0,clock_0/* raceWithSignal */.oL)(reading, signal).catch((error) => {
            throw isFailure(error, 'timeout') ? noDomainFailure(step, 'unhealthy') : error;
        });
    }
}
/** Requests the address until it is healthy. Throws `unhealthy` at the deadline of the check. */
async function pollHealth(step, address) {
    const { clock, deadlineMs, signal, waits } = step;
    const startedMs = clock.now();
    const isLate = signal.aborted;
    let last;
    const first = `Health check: ${address} has not answered yet; waiting`;
    waits.begin('health', { text: first, untilMs: deadlineMs });
    try {
        for (let gapMs = FIRST_GAP_MS;; gapMs *= GAP_GROWTH) {
            last = await requestHealth(step, address);
            if (last.isHealthy)
                return await recordHealth(step, address, last);
            const text = `Health check: ${address} ${last.text}; requesting it again`;
            waits.begin('health', { text, untilMs: deadlineMs, reason: last.reason });
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
async function recordHealth(step, address, { text }) {
    const { inputs, outcome } = step;
    outcome.facts.push({ label: 'Health check', value: `${address} ${text}` });
    const { commits } = await step.run;
    // A text that holds a commit of this run proves what is deployed.
    const proven = commits.find((commit) => inputs.healthCheckContains?.includes(commit) === true);
    if (proven !== undefined)
        outcome.commit ??= proven;
}
/** The failure of a health check. `what` says what the app answered last, with this `status`. */
function unhealthyFailure(step, what, status) {
    const { inputs, outcome } = step;
    const title = `${nameOf(outcome)} did not pass its health check`;
    const { healthCheckContains: contains } = inputs;
    const isNamed = contains === undefined || what.includes(`"${contains}"`);
    const needed = isNamed ? '' : ` It must contain "${contains}".`;
    return new Failure('unhealthy', what + needed, { title, next: nextAfter(status) });
}
/** What to do after an answer with this status; 0 without an answer. */
function nextAfter(status = 0) {
    const login = 'For a page behind a login, use a step with curl in the place of the health check.';
    if (status === 401 || status === 403)
        return `The app refused the request. ${login}`;
    const general = CODES.unhealthy.next;
    if (status < 200 || status >= 400)
        return general;
    if (status >= 300)
        return `Redirects are not followed: set health-check to the final address. ${login}`;
    // A 2xx answer only lacks the text, perhaps since another commit is deployed.
    return `Check which commit is deployed, and which branch the service builds. ${general}`;
}
/** Requests the app once. Rejects only with the reason of the step's signal. */
async function requestHealth(step, address) {
    const { inputs, log, clock, signal } = step;
    const sentMs = clock.now();
    const headers = { accept: '*/*', 'user-agent': 'deployment-service-action health check' };
    const request = { method: 'GET', url: address, headers, timeoutMs: TIMEOUT_MS };
    const limits = { maxBytes: MAX_BODY_BYTES, acceptsPart: true };
    let shown = 'no reply';
    try {
        const reply = await exchange({ ...request, ...limits }, { clock, signal });
        shown = String(reply.status);
        return inputs.healthCheckContains === undefined
            ? judgeStatus(step, reply)
            : judgeText(step, reply, inputs.healthCheckContains);
    }
    catch (error) {
        if (!(error instanceof ExchangeError))
            throw error;
        const text = `gave no answer: ${error.message}`;
        return { isHealthy: false, text, reason: text };
    }
    finally {
        log.debug(`GET ${address} (${Math.round(clock.now() - sentMs)} ms): ${shown}`);
    }
}
function judgeStatus(step, reply) {
    const { status } = reply;
    const reason = statusText(step, reply);
    const isHealthy = status >= 200 && status < 400;
    const isQuoted = status >= 400 && step.inputs.buildLog && reply.body !== '';
    const text = isQuoted ? `${reason} with ${quoteOf(step, reply)}` : reason;
    return { isHealthy, status, text, reason };
}
function judgeText(step, reply, contains) {
    const { body, isPart, status } = reply;
    const reason = statusText(step, reply);
    const hasText = body.includes(contains);
    const lacking = isPart ? 'whose beginning (up to 64 KiB) lacks' : 'which lacks';
    const search = hasText ? 'which contains' : lacking;
    const text = `${reason} with ${quoteOf(step, reply)}, ${search} "${contains}"`;
    // A redirect never contains the text: it is not followed.
    return { isHealthy: status >= 200 && status < 300 && hasText, status, text, reason };
}
function statusText({ inputs }, { status, headers }) {
    if (headers.location === undefined || !inputs.buildLog)
        return `answered ${status}`;
    return `answered ${status} with Location: ${headers.location}`;
}
function quoteOf({ inputs, sanitizers }, { body, isPart }) {
    if (!inputs.buildLog)
        return 'a body';
    const whole = isPart ? sanitizers.withoutOpenEnd(body) : body;
    const quote = sanitizers.line(toLine(whole) ?? '', { maxChars: MAX_QUOTE_CHARS });
    return quote === '' ? 'no readable body' : `the body "${quote}"`;
}

;// CONCATENATED MODULE: ./deploy/commit.js
/** Records and logs the commit that a deployment shows, if it is one and has not been reported. */
async function reportCommit(step, commit) {
    const { log, outcome } = step;
    if (commit === undefined)
        return;
    const run = await step.run;
    if (!run.isCommit(commit))
        return;
    // A list may show fewer digits.
    if (outcome.commit?.startsWith(commit) === true)
        return;
    outcome.commit = commit;
    const isOurs = run.isOwnCommit(commit) || run.commits.length === 0;
    const whose = isOurs ? '' : ', which is not a commit of this run';
    log.info(`The deployment builds commit ${commit}${whose}.`);
}
/**
 * Warns if the deployment is of another commit than the run, in a run that is for one commit. Call
 * it once the health check may have proved the commit.
 */
async function warnOfOtherCommit(step) {
    const { log, outcome } = step;
    const run = await step.run;
    const { commit } = outcome;
    const [own] = run.commits;
    if (!run.isForCommit || commit === undefined || own === undefined)
        return;
    if (run.isOwnCommit(commit) || (await isCommitProved(step)))
        return;
    const what = `Commit ${commit} was deployed, which is not the commit of this run (${own})`;
    log.warn(`${what}. The service builds the newest commit of its branch.`);
}
/** True if the health check looks for a commit of the run, which proves what is deployed. */
async function isCommitProved({ inputs, run }) {
    const { commits } = await run;
    return commits.some((commit) => inputs.healthCheckContains?.includes(commit));
}

;// CONCATENATED MODULE: ./deploy/list.js
// The list of the deployments of a resource, and what stands in it.



const MISSING = { kind: 'missing', items: [] };
function listOf(items) {
    return items === undefined ? { kind: 'unknown', items: [] } : { kind: 'read', items };
}
/** Reads the list until it is answered. */
async function list_readList({ outcome, service }) {
    try {
        return listOf(await service.read(reads.deployments(outcome.resourceId)));
    }
    catch (error) {
        if (isFailure(error, 'not_found'))
            return MISSING;
        throw error;
    }
}
/** Reads the list once. Undefined if it could not be read. */
async function attemptList({ outcome, service }, limits) {
    const answer = await service.attempt(reads.deployments(outcome.resourceId), limits);
    if (answer.kind === 'ok')
        return listOf(answer.value);
    if (answer.failure.code === 'not_found')
        return MISSING;
    // The same request would be refused again.
    if (answer.kind === 'refused')
        throw answer.failure;
    return undefined;
}
/** Reads the list once, without waiting for anything. A failed read shows nothing. */
async function tryList({ outcome, service }) {
    const items = await service.tryRead(reads.deployments(outcome.resourceId));
    return listOf(isFailure(items) ? undefined : items);
}
/** True until the deployment has ended. */
function list_isInProgress({ status = '' }) {
    return endingOf(status) === undefined;
}
/** The newest deployment that was not cancelled. */
function newestIn(items) {
    return items.find(({ status = '' }) => endingOf(status) !== 'cancelled');
}
/**
 * Work in progress: the newest entry that was not cancelled, until it has ended. What is stuck below
 * newer ones is in nobody's way.
 */
function workIn(items) {
    const newest = newestIn(items);
    return newest !== undefined && list_isInProgress(newest) ? newest : undefined;
}
/** True if a deployment had finished: the app was deployed. */
function hasFinished({ items }) {
    return items.some(({ status = '' }) => endingOf(status) === 'finished');
}
/** A deployment for messages, such as `dep_2 (building)`. */
function nameWithStatus({ id, status = 'no status' }) {
    return `${id} (${status})`;
}

;// CONCATENATED MODULE: ./deploy/ours.js

/** The deployments before a POST; ids of an earlier list stay known. */
function baselineFrom(list, earlier) {
    return { list, ids: new Set([...(earlier?.ids ?? []), ...list.items.map(({ id }) => id)]) };
}
/** What the list from before says about an id in the answer to the POST. */
function ageOf(id, { list, ids }) {
    if (!ids.has(id))
        return 'new';
    const listed = list.items.find((item) => item.id === id);
    return listed !== undefined && list_isInProgress(listed) ? 'in progress' : 'ended';
}
/** Looks for entries that were not there before. */
function searchIn(list, before) {
    const { kind, items } = list;
    // A list that was there before and now is a 404 says nothing.
    const isGone = kind === 'missing' && before.list.kind === 'read';
    const isCut = before.ids.size > 0 && !items.some(({ id }) => before.ids.has(id));
    if (kind === 'unknown' || isGone || isCut)
        return { kind: 'cut', list };
    const fresh = items.filter(({ id }) => !before.ids.has(id));
    const [deployment, ...others] = fresh;
    if (others.length > 0)
        return { kind: 'several', deployments: fresh };
    if (deployment !== undefined)
        return { kind: deployment === items[0] ? 'one' : 'below', deployment };
    const by = workIn(items);
    return by === undefined ? { kind: 'none' } : { kind: 'hidden', by };
}

;// CONCATENATED MODULE: ./deploy/find.js
// Finds our deployment in the list, when the answer to the POST does not name it or was lost.






const STREAKS = {
    none: 'quiet',
    cut: 'unsure',
    below: 'unsure',
    // Work in progress and outages start the time anew.
    hidden: 'none',
    unread: 'none',
    one: 'none',
};
/**
 * Reads the list until it shows what is accepted, or has been quiet or unsure for long enough.
 * Returns what the last read has shown. Throws `ambiguous` if several deployments are new.
 */
async function search(step, options) {
    const { clock, outcome, service, waits } = step;
    const { accepts, fromMs, longestMs = Infinity, quietMs, what } = options;
    const endMs = fromMs + longestMs;
    let streak;
    let sinceMs = fromMs;
    try {
        for (;;) {
            const found = await readOnce(step, options.baseline, endMs);
            if (accepts.includes(found.kind))
                return found;
            const nowMs = clock.now();
            const latest = STREAKS[found.kind];
            if (streak !== undefined && latest !== streak)
                sinceMs = nowMs;
            streak = latest;
            const untilMs = Math.min(streak === 'none' ? Infinity : sinceMs + quietMs, endMs);
            if (nowMs >= untilMs)
                return found;
            const hiddenBy = keepHidingWork(outcome, found);
            const work = hiddenBy === undefined ? '' : `; ${hiddenBy} is in progress`;
            const text = `Looking for ${what} in the list of deployments${work}`;
            waits.begin('search', { text, untilMs });
            await service.pause();
        }
    }
    finally {
        waits.end('search');
    }
}
/** Keeps the work in progress that may hide ours, for the message at the deadline. */
function keepHidingWork(outcome, found) {
    const { stage } = outcome;
    const hiddenBy = found.kind === 'hidden' ? `deployment ${nameWithStatus(found.by)}` : undefined;
    if (stage.kind === 'requesting' || stage.kind === 'accepted')
        outcome.stage = { ...stage, hiddenBy };
    return hiddenBy;
}
/** Limits of a single read within a search. */
const SHORTEST_READ_MS = 5_000;
const LONGEST_READ_MS = 30_000;
async function readOnce(step, baseline, endMs) {
    const leftMs = Math.max(endMs - step.clock.now(), SHORTEST_READ_MS);
    const list = await attemptList(step, { timeoutMs: Math.min(leftMs, LONGEST_READ_MS) });
    if (list === undefined)
        return { kind: 'unread' };
    const found = searchIn(list, baseline);
    if (found.kind === 'several')
        throw ambiguousFailure(step.outcome, found.deployments);
    return found;
}
/** Why a search that has ended so does not show which deployment is ours. */
function searchSentence(found) {
    switch (found.kind) {
        case 'none':
        case 'hidden':
            return 'The list shows no new deployment.';
        case 'unread':
            return 'The list could not be read.';
        case 'below': {
            const named = `The new deployment ${nameWithStatus(found.deployment)}`;
            return `${named} is below older ones in the list: it may not be ours.`;
        }
        case 'cut':
            return cutSentence(found.list);
        default:
            return found;
    }
}
function cutSentence({ items, kind }) {
    if (kind === 'unknown')
        return 'The list of deployments is not recognised.';
    const [newest] = items;
    const first = newest === undefined ? 'no deployment' : `${nameWithStatus(newest)} as the newest`;
    return `The list shows none of the deployments from before, and ${first}.`;
}
/** Takes an entry of the list as ours. If it has ended, that counts once it is confirmed. */
async function takeFromList(step, deployment, sinceMs) {
    const { clock, log, outcome, save } = step;
    const { id, status, commit } = deployment;
    outcome.deploymentId = id;
    if (status !== undefined)
        outcome.status = status;
    outcome.stage = { kind: 'working', sinceMs, isSeen: true };
    if (!list_isInProgress(deployment))
        endUnconfirmed(outcome, clock.now());
    log.info(`Deployment ${id} is the new one in the list (${status ?? 'no status'}).`);
    await reportCommit(step, commit);
    save();
}
/** Several deployments may be ours. */
function ambiguousFailure(outcome, deployments) {
    const name = nameOf(outcome);
    forgetDeployment(outcome);
    const what = `There are ${deployments.length} new deployments of ${name} since the request`;
    const which = nameSome(deployments.map(({ id, status }) => `${id}: ${status ?? 'no status'}`));
    const message = `${what} (${which}), and the service did not say which is ours.`;
    return new Failure('ambiguous', message);
}

;// CONCATENATED MODULE: ./deploy/confirm.js
// Confirms a deployment that only the list has shown: another new one may appear beside it.






/** A deployment from the list is confirmed by a read this long after the answer. */
const AFTER_MS = 15_000;
/** The same if it has finished: a failed one is more likely to be somebody else's. */
const AFTER_FINISHED_MS = 5_000;
/** How long after its end a read is awaited that confirms it. */
const WITHIN_MS = 60_000;
/** From when a read can confirm the deployment. */
function confirmableFromMs({ fromMs }, { status = '' }) {
    return fromMs + (endingOf(status) === 'finished' ? AFTER_FINISHED_MS : AFTER_MS);
}
/** Waits until a deployment that has ended is confirmed. Throws if that does not happen in time. */
async function confirm_confirm(step, confirmation) {
    const { clock, outcome, service, signal, waits } = step;
    const dueMs = Math.max(confirmableFromMs(confirmation, outcome), clock.now());
    const untilMs = clock.now() + WITHIN_MS;
    const text = 'Waiting, in case another new deployment appears in the list';
    try {
        waits.begin('search', { text, untilMs: dueMs });
        await clock.sleep(dueMs - clock.now(), signal);
        for (;;) {
            if (await tryConfirm(step, confirmation, { limitUntilMs: untilMs }))
                return;
            if (clock.now() >= untilMs)
                throw unconfirmedFailure(outcome);
            waits.begin('search', { text: 'Waiting for a list that shows our deployment', untilMs });
            await service.pause();
        }
    }
    finally {
        waits.end('search');
    }
}
/**
 * Reads the list once. True if it shows our deployment as the only new one. Throws `ambiguous` if
 * it shows another new one beside it.
 */
async function tryConfirm(step, { baseline }, limits) {
    const { outcome } = step;
    const list = await attemptList(step, limits);
    if (list === undefined)
        return false;
    const found = searchIn(list, baseline);
    if (found.kind === 'several')
        throw ambiguousFailure(outcome, found.deployments);
    const isOne = found.kind === 'one' || found.kind === 'below';
    return isOne && found.deployment.id === outcome.deploymentId;
}
function unconfirmedFailure(outcome) {
    const { deploymentId, status } = outcome;
    const what = `Deployment ${deploymentId} (${status}) was taken for ours from the list`;
    return new Failure('unknown_outcome', `${what}, and no later read of the list has confirmed it.`, { title: `It is not certain that deployment ${deploymentId} of ${nameOf(outcome)} is ours` });
}

;// CONCATENATED MODULE: ./report/explain.js
// Explains the error that ended the step: what happened, what the step leaves behind, and how to go
// on. Pure.




/** Instead of the message of an error that nothing has foreseen: that may hold even a secret. */
const UNFORESEEN = 'The action met an error that it does not foresee.';
/** The failure of the step, with what it means and how to go on. */
function explain(error, situation) {
    if (!isFailure(error))
        return new Failure('internal', UNFORESEEN);
    const explainIt = EXPLANATIONS.get(error.code) ?? explainError;
    return explainIt(error, situation);
}
/** The failure itself says what is left. */
const asItIs = (error) => error;
/** How the codes are explained that have an explanation of their own. */
const EXPLANATIONS = new Map([
    ['interrupted', explainCancel],
    ['timeout', (_, situation) => explainDeadline(situation)],
    ['rate_limited', explainLimit],
    ['not_found', (error, situation) => explainError(withoutBlame(error, situation), situation)],
    ['deployment_failed', asItIs],
    ['deployment_cancelled', asItIs],
    ['ambiguous', asItIs],
    ['unknown_outcome', asItIs],
]);
function explainCancel(error, { outcome, outage }) {
    const { meaning, next } = leftBehind(outcome, outage);
    const look = outcome.stage.kind === 'ended' ? CODES.unknown_outcome.next : undefined;
    return error.with({ message: meaning, next: next ?? look });
}
function explainDeadline(situation) {
    const { outcome, outage, timeoutMs } = situation;
    const { stage } = outcome;
    const reached = `deadline of ${formatDuration(timeoutMs)} was reached`;
    const first = joined(outage?.message, `The ${reached}`);
    switch (stage.kind) {
        case 'requesting':
        case 'accepted':
            return unknownOutcome(`${first}.`, situation);
        case 'working':
            return explainUnfinished(first, situation);
        case 'blocked':
        case 'preparing':
        case 'ended': {
            const { meaning } = leftBehind(outcome);
            const obstacle = stage.kind === 'blocked' ? stage.by : outage;
            if (obstacle === undefined)
                return new Failure('timeout', `The ${reached}.`, { meaning });
            const later = outage !== undefined && outage !== obstacle && `Later: ${outage.message}`;
            const lasting = `That had not changed when the ${reached}.`;
            return obstacle.with({ message: joined(obstacle.message, later, lasting), meaning });
        }
        default:
            return stage;
    }
}
/** `reached` says that the time is up; it has no full stop. */
function explainUnfinished(reached, { outcome, outage, nowMs }) {
    const { meaning, next } = leftBehind(outcome, outage);
    const waited = formatDuration(durationMs(outcome, nowMs) ?? 0);
    const isSlow = isKnownStatus(outcome.status ?? 'building');
    return new Failure('timeout', `${reached} after a wait of ${waited}. ${lastStatusOf(outcome)}`, {
        title: outage?.title ?? `${workOf(outcome)} did not end in time`,
        meaning,
        next: joined(next, isSlow && 'If it needs more time, use a longer timeout.'),
    });
}
/** A rate limit that lasts beyond the deadline. */
function explainLimit(error, situation) {
    const { retryAfterMs } = error.options;
    const message = joined(error.message, retryAfterMs && `The service asks to wait ${formatDuration(retryAfterMs)}.`, `The next attempt would come after the deadline of ${formatDuration(situation.timeoutMs)}.`);
    // It ends a search just as the deadline does.
    if (situation.outcome.stage.kind === 'accepted')
        return unknownOutcome(message, situation);
    return explainError(error.with({ message }), situation);
}
/** It is not known whether the request was accepted, or which deployment is ours. */
function unknownOutcome(message, { outcome, outage }) {
    const { stage, serviceMessage } = outcome;
    const lostBy = stage.kind === 'requesting' ? stage.lostBy : undefined;
    const hiddenBy = 'hiddenBy' in stage ? stage.hiddenBy : undefined;
    const sentences = [
        message,
        lostBy && `The lost request may have been accepted: ${lostBy.message}`,
        hiddenBy && `Until then, ${hiddenBy} was in progress, which may hide it.`,
        serviceMessage && `The service answered: "${serviceMessage}"`,
    ];
    const { meaning } = leftBehind(outcome, outage);
    const title = stage.kind === 'accepted' ? CODES.ambiguous.title : undefined;
    return new Failure('unknown_outcome', joined(...sentences), { title, meaning });
}
/** The sentences that there are, in one line. */
function joined(...sentences) {
    return sentences.filter(Boolean).join(' ');
}
const WAS_READ = 'The resource was read before, so its id is right. It may have been deleted since, or the ' +
    'service does not offer this for it: look in the console.';
/** A 404 does not blame the id of a resource that was read before. */
function withoutBlame(error, { outcome }) {
    const { name, type, resourceStatus } = outcome;
    const wasRead = (name ?? type ?? resourceStatus) !== undefined;
    return wasRead ? error.with({ next: error.options.next ?? WAS_READ }) : error;
}
function explainError(error, situation) {
    const { outcome, outage } = situation;
    const { kind } = outcome.stage;
    if (kind === 'requesting')
        return unknownOutcome(error.message, situation);
    // A deployment that is not there does not continue.
    const isGone = error.code === 'not_found' && outcome.deploymentId !== undefined;
    if (isGone || kind === 'preparing' || kind === 'ended')
        return error;
    // Without an outage, the error itself makes it uncertain that the work continues.
    const left = leftBehind(outcome, outage ?? error);
    const meaning = joined(error.options.meaning, left.meaning);
    if (left.next === undefined)
        return error.with({ meaning });
    const isAboutKey = error.isAboutKey || error.code === 'rate_limited';
    return error.with({ meaning, next: joined(left.next, isAboutKey && error.next) });
}
/** `doubt`: why it is not certain that the work continues, such as an outage. */
function leftBehind(outcome, doubt) {
    const { stage, status = outcome.resourceStatus ?? 'no status' } = outcome;
    const name = nameOf(outcome);
    const { next } = CODES.unknown_outcome;
    switch (stage.kind) {
        case 'preparing':
            return { meaning: 'Nothing was requested.' };
        case 'blocked':
            return { meaning: `Nothing was changed for ${name}.` };
        case 'requesting':
            return { meaning: `It is not known whether the request for ${name} was accepted.`, next };
        case 'accepted': {
            if (stage.endedAtMs === undefined)
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
            return stage;
    }
}
/** Says that work may continue at the service. That is certain only if the last read showed it. */
function continuing(outcome, doubt) {
    const { deploymentId, status, stage } = outcome;
    const isSeen = stage.kind === 'working' && stage.isSeen && deploymentId !== undefined;
    const isKnown = status === undefined || isKnownStatus(status);
    const isCertain = isSeen && isKnown && doubt === undefined;
    const continues = isCertain ? 'continues' : 'may continue';
    return `${workOf(outcome)} ${continues} at the service. ${howToFollow(outcome)}`;
}
function workOf(outcome) {
    const { deploymentId } = outcome;
    const work = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
    return `${work} ${nameOf(outcome)}`;
}
function lastStatusOf({ deploymentId, status, resourceStatus }) {
    const last = deploymentId === undefined ? resourceStatus : status;
    if (last === undefined)
        return 'No status was reported.';
    const isUnknown = deploymentId !== undefined && !isKnownStatus(last);
    return `The last status was ${isUnknown ? `"${last}", which this action does not know` : last}.`;
}
/** How to follow a deployment from now on, without this step. */
function howToFollow({ resourceId, deploymentId, }) {
    if (deploymentId === undefined)
        return 'The console shows its state.';
    const inputs = `resource-id: ${resourceId}, deployment-id: ${deploymentId}`;
    return `To follow it: operation: follow, ${inputs}.`;
}

;// CONCATENATED MODULE: ./deploy/log-view.js
// Prints a build log while it grows: at each poll its new lines, and at the end what is left.


/** How many of the last printed lines must be found again in a log that has lost its beginning. */
const OVERLAP_LINES = 5;
/**
 * The lines that a reading adds to what was printed; undefined if it does not continue that. Both
 * texts are whole lines, each with `\n`.
 */
function newLines(printed, reading) {
    // Nothing is new, or the reply comes from a replica that is behind.
    if (printed.startsWith(reading))
        return '';
    if (reading.startsWith(printed))
        return reading.slice(printed.length);
    const last = printed
        .split('\n')
        .slice(-OVERLAP_LINES - 1)
        .join('\n');
    const at = `\n${reading}`.lastIndexOf(`\n${last}`);
    if (at === -1)
        return undefined;
    const end = at + last.length;
    return printed.endsWith(reading.slice(0, end)) ? reading.slice(end) : undefined;
}
/** Creates the view of one log. */
function createLogView(step) {
    const { inputs, log, save } = step;
    let printed = '';
    /** The last line of the latest reading, without its end. */
    let openLine = '';
    let isRewritten = false;
    let hiddenCount = 0;
    /** The last line may have no end. */
    async function print(lines) {
        if (lines === '')
            return;
        printed += lines.endsWith('\n') ? lines : `${lines}\n`;
        await log.lines('build', lines);
        save();
    }
    async function show(reading) {
        const { text } = reading;
        ({ hiddenCount } = reading);
        const whole = text.slice(0, text.lastIndexOf('\n') + 1);
        const added = newLines(printed, whole);
        if (added === undefined) {
            // With `build-log: false`, nothing stands above.
            if (!isRewritten && inputs.buildLog)
                log.info(REWRITTEN);
            isRewritten = true;
            return;
        }
        // A reading that is only a beginning has no newer end.
        if (added !== '' || whole === printed)
            openLine = text.slice(whole.length);
        await print(added);
    }
    /** Prints the unfinished last line, such as a question, when the step ends. */
    async function showOpenLine() {
        const line = openLine;
        openLine = '';
        await print(line);
    }
    return {
        show,
        showOpenLine,
        /** The same at the end of the deployment: also what was rewritten, and the last line. */
        async showEnd(reading) {
            await show(reading);
            const { text } = reading;
            const isOpen = text !== '' && !text.endsWith('\n');
            const rest = newLines(printed, isOpen ? `${text}\n` : text);
            openLine = '';
            // What it does not continue is not looked for again.
            if (rest === undefined)
                printed = '';
            await print(isOpen && rest !== undefined ? rest.slice(0, -1) : (rest ?? text));
        },
        /** Says at the end what was left out. */
        reportHidden() {
            if (hiddenCount === 0)
                return;
            log.info(`The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`);
        },
    };
}
const REWRITTEN = 'The log does not continue what was printed above. It is printed as a whole once the deployment ' +
    'has ended.';
/** Prints what a deployment shows in the place of a log, once it has ended, or the whole reply. */
async function printUnreadLog(step, { id, log, json, unreadLog }, { orWholeReply = false } = {}) {
    if (log !== undefined || id === undefined)
        return;
    if (unreadLog !== undefined)
        await printUnread(step, `The log of deployment ${id}`, unreadLog);
    else if (orWholeReply && json !== undefined)
        await printUnread(step, `A log of deployment ${id}`, json);
}
/** How many lines of a reply that is not recognised are printed. */
const MAX_JSON_LINES = 200;
/** Prints a part of a reply as JSON, without what may be a setting; nothing if logs are hidden. */
async function printUnread(step, what, value) {
    const { inputs, log, sanitizers } = step;
    if (!inputs.buildLog)
        return;
    const leftOut = { settings: 0, hidden: 0 };
    let texts = 0;
    const clean = (text) => {
        texts += 1;
        // A line has a name and a value at most. What stands below the last one is only counted, so it
        // stays different: cleaning a million texts would take seconds.
        return texts <= 2 * MAX_JSON_LINES ? sanitizers.lines(text) : `…${texts}`;
    };
    const lines = jsonLines(value, { leftOut, clean });
    if (lines === undefined) {
        log.info(`${what} is not recognised, and is nested too deep to be shown.`);
        return;
    }
    const omitted = [
        leftOut.settings > 0 && pluralize(leftOut.settings, 'setting'),
        leftOut.hidden > 0 && pluralize(leftOut.hidden, 'hidden part'),
        lines.length > MAX_JSON_LINES && pluralize(lines.length - MAX_JSON_LINES, 'more line'),
    ].filter((part) => part !== false);
    const without = omitted.length === 0 ? '' : `, without ${omitted.join(', ')}`;
    log.info(`${what} is not recognised. This is what the service shows${without}:`);
    await log.lines('build', `${lines.slice(0, MAX_JSON_LINES).join('\n')}\n`);
}
/** The lines of a value as JSON; undefined if it is nested too deep. */
function jsonLines(value, options) {
    try {
        return JSON.stringify(withoutSettings(value, options) ?? null, undefined, 2).split('\n');
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./deploy/end.js
// The end of a deployment that did not finish: the last lines of its log, its cause, and what it
// means for the app.








/** The failure for a deployment that failed or was cancelled. Prints what is left of its log. */
async function endFailure(step, end) {
    const { ending, hadEnded, polled, view } = end;
    const isFailed = ending === 'failed';
    const last = isFailed && !hadEnded ? await lastWords(step, polled, view) : polled;
    view.reportHidden();
    const failure = isFailed
        ? await failedFailure(step, last, hadEnded)
        : await cancelledFailure(step, hadEnded);
    // What is printed in the place of a log names no cause.
    await printUnreadLog(step, last, { orWholeReply: isFailed });
    return failure;
}
/** After a failure the log may still grow, and its last lines hold the cause. */
const LAST_WORDS_MS = 10_000;
const LAST_WORDS_GAP_MS = 2_000;
/**
 * Reads the log of a failed deployment until a cause is named or a reason is given, and nothing
 * more has come. Returns what was read last. The verdict is known, so an abort only ends this.
 */
async function lastWords(step, first, view) {
    const { clock, outcome, service, signal, waits } = step;
    const { resourceId, deploymentId = '' } = outcome;
    const untilMs = clock.now() + LAST_WORDS_MS;
    let last = first;
    waits.begin('log', { text: 'Waiting for the last lines of the log', untilMs });
    while (clock.now() + LAST_WORDS_GAP_MS <= untilMs && mayGrow(last)) {
        await clock.sleep(LAST_WORDS_GAP_MS, signal).catch(() => undefined);
        if (signal.aborted)
            break;
        const next = await service.tryRead(reads.deployment(resourceId, deploymentId));
        if (isFailure(next)) {
            last = merged(last, { failure: next });
            continue;
        }
        // A deployment that is in progress again shows the log of another attempt.
        if (next.status !== undefined && endingOf(next.status) === undefined)
            break;
        const hasGrown = next.log?.text !== last.log?.text;
        last = merged(last, next);
        if (next.log !== undefined)
            await view.showEnd(next.log);
        if (!hasGrown && hasCause(step, last))
            break;
    }
    waits.end('log');
    return last;
}
/** What was shown once, perhaps by the list, stays known. */
function merged(before, next) {
    return { ...before, failure: undefined, ...next };
}
/** A log that is not shown, or that there is none of, does not grow. */
function mayGrow({ failure, log, isTooLarge = false }) {
    return !isTooLarge && (failure !== undefined || log !== undefined);
}
function hasCause({ inputs, log }, { reason }) {
    return reason !== undefined || !inputs.buildLog || log.explain('build').isErrorLine;
}
async function failedFailure(step, last, hadEnded) {
    const { log, outcome } = step;
    if (last.failure !== undefined)
        log.warn(unreadLogSentence(outcome, last.failure));
    const meaning = await meaningOf(step, hadEnded);
    const { cause, explainedBy } = causeOf(step, last);
    const title = titleOf(outcome, 'failed');
    const next = cause === undefined ? FIND_CAUSE : undefined;
    const texts = { title, meaning, cause, next, explainedBy };
    return new Failure('deployment_failed', cause ?? withoutCause(step, last), texts);
}
function titleOf(outcome, ended) {
    const { status = '' } = outcome;
    // Another word for the end is quoted.
    return `${deploymentNameOf(outcome)} ${ended}${isKnownStatus(status) ? '' : ` (${status})`}`;
}
/** An app that does not start says why in its runtime log. */
const FIND_CAUSE = 'Fix the cause, or look for it in the console and in the runtime log (operation: logs).';
/** The cause of a failure: the error line of its log, else what the service says. */
function causeOf({ inputs, log, outcome }, { reason }) {
    if (!inputs.buildLog)
        return {};
    const { cause: line, excerpt, isErrorLine } = log.explain('build');
    const explainedBy = excerpt.length > 0 ? 'build' : undefined;
    if (line === undefined || reason === undefined || !isErrorLine)
        return { cause: reason ?? line, explainedBy };
    // The line may say less, such as `Killed`.
    if (!line.includes(reason))
        outcome.facts.push({ label: 'Reason given', value: reason });
    return { cause: line, explainedBy };
}
function withoutCause({ inputs }, last) {
    if (!inputs.buildLog)
        return `Its cause is not shown here (build-log: false).`;
    if (last.failure !== undefined && last.json === undefined)
        return `Its details could not be read, so its cause is not known.`;
    if (last.log === undefined && last.isTooLarge !== true)
        return `The service names no cause, and shows no log that is recognised.`;
    if (last.isTooLarge === true)
        return `Its log is too long to be read, so the cause is not known.`;
    const isEmpty = last.log?.text === '' ? ', and its log is empty' : '';
    return `The service names no cause${isEmpty}.`;
}
/** What the end means for the app. Says nothing about an app that cannot be read. */
async function meaningOf(step, hadEnded) {
    const { outcome } = step;
    // What the app was before a deployment that had ended is not known.
    const before = hadEnded ? undefined : outcome.resourceStatus;
    const status = (await loadResource(step))?.status;
    const ended = hadEnded ? 'The deployment had ended before.' : undefined;
    if (status === undefined)
        return ended;
    const name = nameOf(outcome);
    const isSame = isSameStatus(before, status);
    if (isSame && classOf(status) === 'up')
        return `The previous version of ${name} is still ${status}.`;
    const isDown = ['down', 'crashed', 'restarting'].includes(classOf(status));
    if (isDown && classOf(before) === 'up') {
        outcome.wentDown = `${name} was ${before} before, and is ${status} now.`;
        return undefined;
    }
    const now = `${name} is ${status}${isSame ? ', as before' : ''}.`;
    return ended === undefined ? now : `${ended} ${now}`;
}
/** The failure of a deployment that was cancelled, perhaps since a newer one exists. */
async function cancelledFailure(step, hadEnded) {
    const { inputs, outcome } = step;
    const [meaning, newer] = await Promise.all([meaningOf(step, hadEnded), newerDeployment(step)]);
    const texts = { title: titleOf(outcome, 'was cancelled'), meaning };
    if (newer === undefined)
        return new Failure('deployment_cancelled', `The deployment has not finished.`, texts);
    const { id } = newer;
    // A job that only follows starts nothing.
    const warning = inputs.operation === 'follow' ? '' : `Do not run this job again: it might replace ${id}. `;
    const next = warning + howToFollow({ ...outcome, deploymentId: id }).replace('it:', `${id}:`);
    const message = `Deployment ${nameWithStatus(newer)} was started after it.`;
    return new Failure('deployment_cancelled', message, { ...texts, next });
}
async function newerDeployment(step) {
    const { deploymentId } = step.outcome;
    const { items } = await tryList(step);
    const isReplaced = items.findIndex(({ id }) => id === deploymentId) > 0;
    return isReplaced ? items[0] : undefined;
}
/** A log that could not be read. */
function unreadLogSentence({ deploymentId }, { message }) {
    return `The log of deployment ${deploymentId} could not be read to its end: ${message}`;
}
/** The failure for a deployment that the service does not show. `read`: why its detail failed. */
function notShownFailure(outcome, id, read) {
    const why = read?.message ?? `The service does not show ${id} by its id.`;
    return new Failure('not_found', `${why} The list does not show it, either.`, {
        title: `Deployment ${id} of ${nameOf(outcome)} is not known`,
        next: 'Check deployment-id, and that it belongs to this resource.',
    });
}
/** The failure for a deployment that the service has shown, and no longer shows. */
function deletedFailure(outcome) {
    const { deploymentId: id } = outcome;
    return new Failure('not_found', `The service has shown ${id} before, and now shows it nowhere.`, {
        title: `${deploymentNameOf(outcome)} is no longer known`,
        next: 'It may have been deleted while it was in progress. Look for it in the console.',
    });
}

;// CONCATENATED MODULE: ./deploy/poll.js


/** Creates the poll of the deployment in the outcome. */
function createPoll(step) {
    const { log, outcome, service } = step;
    const { resourceId, deploymentId = '' } = outcome;
    let isTooLarge = false;
    async function readDetail() {
        if (isTooLarge)
            return { detail: { isTooLarge } };
        const answer = await service.attempt(reads.deployment(resourceId, deploymentId));
        if (answer.kind === 'ok')
            return { detail: answer.value };
        if (answer.kind !== 'too-large')
            return { detail: { failure: answer.failure }, answer };
        isTooLarge = true;
        log.warn(`The log of deployment ${deploymentId} is too long to be read: no more of it is shown.`);
        return { detail: { isTooLarge } };
    }
    return async () => {
        const { detail, answer } = await readDetail();
        if (detail.status !== undefined)
            return detail;
        const list = await attemptList(step);
        if (list === undefined || list.kind === 'unknown')
            return detail;
        const listed = list.items.find(({ id }) => id === deploymentId);
        if (listed !== undefined)
            return { ...listed, ...detail, id: listed.id };
        const isShown = detail.id !== undefined || isTooLarge;
        return { ...detail, absence: isShown ? undefined : absenceFrom(answer, list) };
    };
}
/** `answer`: why there is no detail; undefined for a reply that is not about the deployment. */
function absenceFrom(answer, list) {
    if (answer !== undefined && answer.kind !== 'refused')
        return answer.isFromApi === true || answer.kind === 'page' ? 'failing' : undefined;
    const isEmpty = list.kind === 'read' && list.items.length === 0;
    return isEmpty ? 'empty' : 'unlisted';
}

;// CONCATENATED MODULE: ./deploy/follow.js
// Follows one deployment to its end: polls it, prints its log, and says when its status changes.










/**
 * Polls until the deployment has finished and is certain to be the right one. Throws the failure of
 * one that ends otherwise or is deleted.
 */
async function followDeployment(step, target) {
    const { clock, outcome, save, waits } = step;
    const view = createLogView(step);
    try {
        const end = await pollToEnd(step, target, view);
        if (end.kind === 'absent')
            return end;
        const { ending, first, polled, unconfirmed } = end;
        if (unconfirmed !== undefined)
            await confirm_confirm(step, unconfirmed);
        endWork(outcome, clock.now());
        save();
        const hadEnded = target.mayHaveEnded === true && polled === first;
        if (ending !== 'finished')
            throw await endFailure(step, { ending, polled, hadEnded, view });
        view.reportHidden();
        await printUnreadLog(step, polled);
        const { id = '', status } = first;
        return {
            kind: 'finished',
            hadEnded,
            wasInProgress: status !== undefined && list_isInProgress({ id, status }),
            showLateLines: async () => await showLateLines(step, polled, view),
        };
    }
    finally {
        for (const key of ['deployment', 'unseen', 'absent'])
            waits.leave(key);
        // An unfinished last line may be a question that the build asks.
        await view.showOpenLine();
    }
}
/** Polls until the status is final, or the deployment is absent. Throws if it was deleted. */
async function pollToEnd(step, target, view) {
    const { clock, outcome, service } = step;
    const poll = createPoll(step);
    const reportStatus = createStatusReport(step);
    const checkAbsence = createAbsenceCheck(step, target);
    let unconfirmed = target.confirmation;
    let first;
    for (;;) {
        const polled = await poll();
        first ??= polled;
        const absence = checkAbsence(polled);
        if (typeof absence === 'object')
            return absence;
        recordStatus(step, polled);
        await reportCommit(step, polled.commit);
        const { log, status = '' } = polled;
        const ending = endingOf(status);
        if (ending !== undefined) {
            if (unconfirmed === undefined)
                endWork(outcome, clock.now());
            else
                endUnconfirmed(outcome, clock.now());
            if (log !== undefined)
                await view.showEnd(log);
            return { kind: 'ended', ending, polled, first, unconfirmed };
        }
        reportStatus(polled.status, absence === 'missing');
        if (log !== undefined)
            await view.show(log);
        if (await isConfirmed(step, unconfirmed))
            unconfirmed = undefined;
        await service.pause();
    }
}
function recordStatus({ outcome }, { status }) {
    const { stage } = outcome;
    if (status !== undefined)
        outcome.status = status;
    if (stage.kind === 'working')
        outcome.stage = { ...stage, isSeen: status !== undefined };
}
async function isConfirmed(step, confirmation) {
    if (confirmation === undefined)
        return true;
    const isDue = step.clock.now() >= confirmableFromMs(confirmation, step.outcome);
    return isDue && (await tryConfirm(step, confirmation));
}
/** A status that no read has shown for so long is not repeated. */
const UNSEEN_MS = 5_000;
/**
 * Creates the function that says when the status changes, and once a minute what it still is.
 * `isMissing`: another line says that the deployment is missing.
 */
function createStatusReport({ clock, deadlineMs, log, outcome, save, waits }) {
    const id = outcome.deploymentId;
    let last;
    let unseenSinceMs;
    let isRepeated = false;
    function stopRepeating() {
        waits.leave('deployment');
        isRepeated = false;
    }
    function reportUnseen() {
        unseenSinceMs ??= clock.now();
        if (clock.now() - unseenSinceMs >= UNSEEN_MS)
            stopRepeating();
        waits.begin('unseen', {
            text: `No read shows the status of deployment ${id}; reading it again`,
            untilMs: deadlineMs,
            ended: () => `The status of deployment ${id} is shown again.`,
        });
    }
    return (status, isMissing) => {
        if (status === undefined)
            return isMissing ? stopRepeating() : reportUnseen();
        unseenSinceMs = undefined;
        waits.end('unseen');
        if (status === last && isRepeated)
            return;
        const word = isKnownStatus(status) ? status : `"${status}", which this action does not know`;
        if (status !== last)
            log.info(`Deployment ${id} is ${word}.`);
        last = status;
        waits.leave('deployment');
        waits.begin('deployment', {
            text: `Deployment ${id} is still ${word}`,
            untilMs: deadlineMs,
            isTold: true,
        });
        isRepeated = true;
        save();
    };
}
/** A deployment is absent once so many polls over this time have not shown it. */
const ABSENT_POLLS = 3;
const ABSENT_AFTER_MS = {
    unlisted: 15_000,
    empty: 15_000,
    failing: 60_000,
};
/**
 * Creates the function that gets each poll. It says whether the deployment is `missing`, and returns
 * its failure once that is certain. Throws if the service showed it before.
 */
function createAbsenceCheck({ clock, outcome, waits }, { isListed }) {
    const { deploymentId = '' } = outcome;
    let isSeen = isListed;
    let count = 0;
    let sinceMs = 0;
    return ({ absence, failure, id, status }) => {
        if (status !== undefined || id !== undefined) {
            isSeen = true;
            count = 0;
            waits.end('absent');
        }
        // After a fail-over, a list may be empty and a detail may fail for a while.
        if (absence === undefined || (isSeen && absence !== 'unlisted'))
            return undefined;
        const nowMs = clock.now();
        if (count === 0)
            sinceMs = nowMs;
        count += 1;
        const untilMs = sinceMs + ABSENT_AFTER_MS[absence];
        const text = `Neither its detail nor the list shows deployment ${deploymentId}; checking again`;
        waits.begin('absent', { text, untilMs });
        if (count < ABSENT_POLLS || nowMs < untilMs)
            return 'missing';
        if (isSeen)
            throw deletedFailure(outcome);
        return { kind: 'absent', failure: notShownFailure(outcome, deploymentId, failure) };
    };
}
/** Reads the log of a finished deployment once more. */
async function showLateLines(step, { failure, isTooLarge }, view) {
    const { log, outcome, service } = step;
    const { deploymentId = '', resourceId } = outcome;
    if (isTooLarge === true)
        return;
    // A detail that has just failed would hardly be answered at once.
    if (failure !== undefined)
        await waitForDetail(step);
    const late = await service.tryRead(reads.deployment(resourceId, deploymentId));
    if (!isFailure(late))
        await (late.log && view.showEnd(late.log));
    else if (failure !== undefined)
        log.info(unreadLogSentence(outcome, failure));
}
const LATE_READ_MS = 1_000;
/** A rate limit that ends later is not waited for: the verdict does not need the log. */
const LATE_LIMIT_MS = 10_000;
async function waitForDetail({ clock, service, signal }) {
    await catchFailure(clock.sleep(LATE_READ_MS, signal));
    await catchFailure(service.ready(clock.now() + LATE_LIMIT_MS));
}

;// CONCATENATED MODULE: ./deploy/busy.js

/** The gap between two reads of the list while the resource is busy. */
const BUSY_POLL_MS = 5_000;
/** After so many of them the POST is sent again, although other work is still shown, or never was. */
const READS_PER_POST = 3;
/** A POST that comes later than this before the deadline could hardly be answered. */
const TOO_LATE_MS = 2_000;
/**
 * Creates the wait after a POST that has found the resource busy. It returns the list read last, and
 * throws the failure if the step is not to wait, or cannot any more.
 */
function createBusyWait(step) {
    const { deadlineMs, outcome, service, waits } = step;
    let list;
    return async (failure) => {
        const isFirst = list === undefined;
        list ??= await tryList(step);
        for (let count = 1;; count += 1) {
            const work = workIn(list.items);
            const busy = await busyFailure(step, failure, work);
            assertMayWait(step, busy);
            outcome.stage = { kind: 'blocked', by: busy };
            const who = work === undefined ? 'other work' : `deployment ${nameWithStatus(work)}`;
            const hint = busy.options.next === undefined ? '' : ` ${busy.options.next}`;
            const text = `${failure.message}${hint} Waiting for ${who} to end`;
            waits.begin('busy', { text, untilMs: deadlineMs });
            await service.pause(BUSY_POLL_MS);
            list = await list_readList(step);
            // Work that the list has never shown may have ended soon.
            const mayBeFree = work !== undefined || (isFirst && count === 1);
            if (mayBeFree && workIn(list.items) === undefined)
                return list;
            if (count === READS_PER_POST)
                return list;
        }
    };
}
/** Throws the failure with `on-busy: fail`, or if there is no time for another attempt. */
function assertMayWait({ clock, deadlineMs, inputs }, busy) {
    if (inputs.onBusy === 'fail')
        throw busy;
    if (deadlineMs - clock.now() >= TOO_LATE_MS + BUSY_POLL_MS)
        return;
    throw busy.with({ message: `${busy.message} Too little time is left for another attempt.` });
}
/** The failure of a busy resource, with the work in the way. */
async function busyFailure(step, failure, work) {
    if (work === undefined)
        return failure;
    const { commit, id } = work;
    const run = await step.run;
    const message = `${failure.message} Deployment ${nameWithStatus(work)} is in the way.`;
    if (commit === undefined || !run.isOwnCommit(commit))
        return failure.with({ message });
    return failure.with({
        message: `${message} It builds the commit of this run.`,
        next: `To wait for it instead of deploying once more: operation: follow, deployment-id: ${id}.`,
    });
}

;// CONCATENATED MODULE: ./deploy/send.js


/**
 * Sends the POST until it is accepted or its answer is lost. Throws the failure of a POST that is
 * refused, or for which no time is left, or of a busy resource with `on-busy: fail`.
 */
async function send(step, sending) {
    const { log, outcome, waits } = step;
    const { what, repeats, beforeRetry = async () => undefined } = sending;
    const { explainRefusal = (failure) => failure } = sending;
    const waitUntilFree = createBusyWait(step);
    let unsentSinceMs;
    if (repeats === undefined)
        log.info(`Requesting ${what} of ${nameOf(outcome)}.`);
    try {
        for (;;) {
            const { answer, ...times } = await postOnce(step, sending);
            if (answer.kind === 'ok')
                return { kind: 'accepted', reply: answer.value, ...times };
            const { failure } = answer;
            if (answer.kind !== 'unsent')
                unsentSinceMs = undefined;
            switch (answer.kind) {
                case 'lost':
                case 'too-large':
                    return { kind: 'lost', failure, ...times };
                case 'refused':
                case 'page':
                    throw explainRefusal(failure);
                case 'unsent':
                    unsentSinceMs ??= times.atMs;
                    await waitForConnection(step, failure, unsentSinceMs);
                    break;
                case 'limited':
                    if (repeats !== undefined)
                        return { kind: 'not-now', failure, ...times };
                    await beforeRetry();
                    break;
                case 'busy':
                    if (repeats !== undefined)
                        return { kind: 'not-now', failure, ...times };
                    await beforeRetry(await waitUntilFree(failure));
                    break;
                default:
                    answer;
            }
        }
    }
    finally {
        for (const key of ['unsent', 'busy'])
            waits.end(key);
    }
}
/** Sends the POST once, after the end of a rate limit, and keeps what that means for the work. */
async function postOnce(step, { post, repeats }) {
    const { clock, outcome, save, service } = step;
    await service.ready();
    outcome.stage = { kind: 'requesting', lostBy: repeats };
    save();
    const sentMs = clock.now();
    const answer = await service.post(post);
    if (answer.kind === 'lost' || answer.kind === 'too-large')
        outcome.stage = { kind: 'requesting', lostBy: answer.failure };
    else if (answer.kind !== 'ok' && repeats === undefined)
        outcome.stage = { kind: 'blocked', by: answer.failure };
    save();
    return { answer, sentMs, atMs: clock.now() };
}
/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;
/** Waits before a POST that was not sent is repeated. Throws the failure when its time is up. */
async function waitForConnection({ clock, signal, waits }, failure, sinceMs) {
    const untilMs = sinceMs + UNSENT_TIMEOUT_MS;
    if (clock.now() >= untilMs)
        throw failure;
    waits.begin('unsent', { text: `${failure.message} Sending the request again`, untilMs });
    await clock.sleep(UNSENT_GAP_MS, signal);
}

;// CONCATENATED MODULE: ./deploy/request.js
// Requests one deployment, never two by accident, and finds out which one is ours.









/**
 * Requests a deployment until it is accepted and identified. `list`: the deployments before. A POST
 * is repeated once at most, and only if the first one has had no effect.
 */
async function requestDeployment(step, list) {
    const { inputs, log, outcome } = step;
    const sending = {
        post: posts.deployment(outcome.resourceId, { force: inputs.force }),
        what: 'a deployment',
        explainRefusal: (failure) => explainRefusal(outcome, failure),
        beforeRetry: async (latest) => {
            baseline = baselineFrom(latest ?? (await list_readList(step)), baseline);
            // The work in the way may have changed the state of the app.
            await loadResource(step);
        },
    };
    let baseline = baselineFrom(list);
    let lost;
    for (;;) {
        const sent = await send(step, { ...sending, repeats: lost?.failure });
        if (sent.kind === 'accepted') {
            if (lost !== undefined)
                log.warn(SENT_TWICE);
            const accepted = readAccepted(sent.reply.json, outcome.resourceId);
            return await identify(step, { baseline, answeredAtMs: sent.atMs }, accepted);
        }
        const { failure, sentMs, atMs: fromMs } = sent;
        if (sent.kind === 'not-now') {
            log.info(`${failure.message} This may be the work of the lost request.`);
            lost = lost && { ...lost, fromMs };
        }
        else {
            log.info(`${failure.message} It is not known whether the request was accepted.`);
            lost = { failure, sentMs, fromMs, isSecond: lost !== undefined };
        }
        if (lost === undefined)
            continue;
        const adopted = await adoptLost(step, baseline, lost);
        if (adopted !== undefined)
            return adopted;
        log.info('The lost request has had no visible effect. Sending it once more.');
    }
}
const SENT_TWICE = 'The request was sent twice, since 90 s have shown no effect of the first one. Should that take ' +
    'effect yet, there will be a second deployment.';
/** Types of a resource for which the API deploys nothing (API 2, 4). */
const NOT_DEPLOYED = new Set(['worker', 'database', 'service']);
/** A refusal with one of these is about the key, the wallet or the moment. */
const NOT_ABOUT_TYPE = new Set([401, 402, 403, 408, 409, 429]);
/** True for a resource that cannot be deployed. */
function isNoApp({ type }) {
    return NOT_DEPLOYED.has(type);
}
/** A refusal, with what it means for a resource that is not an app. */
function explainRefusal(outcome, failure) {
    const { httpStatus = 0 } = failure.options;
    if (!isNoApp(outcome) || NOT_ABOUT_TYPE.has(httpStatus))
        return failure;
    const { type } = outcome;
    return failure.with({
        title: `${nameOf(outcome)} is a ${type}, and only apps can be deployed`,
        next: `The API deploys apps only. A ${type} has operation: start, stop, restart, status, logs and env.`,
    });
}
/** Finds out which deployment was accepted: by the id in the answer, or else in the list. */
async function identify(step, requested, { deploymentId, status, message }) {
    const { log, outcome, save } = step;
    const { baseline, answeredAtMs: sinceMs } = requested;
    outcome.stage = { kind: 'accepted', sinceMs };
    if (message !== undefined)
        outcome.serviceMessage = message;
    save();
    if (deploymentId === undefined)
        return await findAccepted(step, requested);
    const age = ageOf(deploymentId, baseline);
    if (age === 'ended')
        return await findAccepted(step, requested, `${deploymentId}, which had ended before`);
    const isJoined = age === 'in progress';
    outcome.deploymentId = deploymentId;
    if (status !== undefined)
        outcome.status = status;
    outcome.stage = { kind: 'working', sinceMs, isSeen: true };
    log.info(`Deployment ${deploymentId} ${isJoined ? WAS_IN_PROGRESS : 'was accepted'}.`);
    save();
    return { ...requested, isJoined };
}
const WAS_IN_PROGRESS = 'was already in progress; the service joined the request to it';
/** Warns of a deployment that the request has joined, unless it shows the commit of this run. */
async function warnOfJoined({ log, outcome, ...step }) {
    const run = await step.run;
    const { commit, deploymentId } = outcome;
    if (commit !== undefined && run.isOwnCommit(commit))
        return;
    log.warn(`Deployment ${deploymentId} ${WAS_IN_PROGRESS}, so it may be of an older commit.`);
}
/** The search after an accepted POST: good reads must show nothing new for this long. */
const ACCEPTED_QUIET_MS = 60_000;
/** Without waiting for the deployment, its id is searched for this long. */
const NO_WAIT_SEARCH_MS = 15_000;
/**
 * Searches the list for the deployment of an accepted POST. `notOurs`: an id in the answer that is
 * none of ours, and why. Throws `ambiguous` or `unknown_outcome`; with `wait: false`, which needs no
 * id, it only warns.
 */
async function findAccepted(step, requested, notOurs) {
    const { inputs, log, outcome, service } = step;
    const { baseline, answeredAtMs } = requested;
    const quote = outcome.serviceMessage ? ` The service answered: "${outcome.serviceMessage}"` : '';
    const named = `The answer names ${notOurs ?? 'no deployment'}`;
    log.info(`The request was accepted. ${named}; looking for ours in the list.${quote}`);
    const unknown = (why) => {
        const also = notOurs === undefined ? '' : ` ${named}.`;
        return new Failure('unknown_outcome', `The request was accepted. ${why}${also}${quote}`, {
            title: `The new deployment of ${nameOf(outcome)} is not known`,
        });
    };
    try {
        if (baseline.list.kind === 'unknown')
            throw unknown(UNKNOWN_BEFORE);
        await service.pauseBeforeFirstPoll();
        const found = await search(step, {
            baseline,
            accepts: ['one', 'below'],
            fromMs: answeredAtMs,
            quietMs: ACCEPTED_QUIET_MS,
            ...(!inputs.wait && { longestMs: NO_WAIT_SEARCH_MS }),
            what: 'our deployment',
        });
        if (found.kind !== 'one' && found.kind !== 'below')
            throw unknown(searchSentence(found));
        await takeFromList(step, found.deployment, answeredAtMs);
        return { ...requested, confirmation: { baseline, fromMs: answeredAtMs } };
    }
    catch (error) {
        if (inputs.wait || !isFailure(error, 'ambiguous', 'unknown_outcome'))
            throw error;
        log.warn(`The id of the deployment is not known. ${error.message}`);
        return requested;
    }
}
const UNKNOWN_BEFORE = 'The list from before was not recognised, so it cannot show which one is ours.';
/** The search after a lost POST, which may still take effect. */
const LOST_QUIET_MS = 90_000;
/**
 * Searches for the deployment of a lost POST and adopts it. Undefined when the POST has had no
 * effect and may be sent once again. Throws `ambiguous` or `unknown_outcome`.
 */
async function adoptLost(step, baseline, { failure, fromMs, isSecond, sentMs }) {
    const { clock, log, outcome } = step;
    const unknown = (why) => {
        const twice = isSecond ? ' It was sent twice.' : '';
        return new Failure('unknown_outcome', `${failure.message}${twice} ${why}`);
    };
    if (baseline.list.kind === 'unknown')
        throw unknown(UNKNOWN_BEFORE);
    const found = await search(step, {
        baseline,
        accepts: ['one'],
        fromMs,
        quietMs: LOST_QUIET_MS,
        what: 'an effect of the lost request',
    });
    if (found.kind === 'none' && !isSecond) {
        if (baseline.ids.size > 0)
            return undefined;
        // After a fail-over, a list that was empty may stay so although there is a deployment.
        throw unknown('The list showed no deployment before, so it proves nothing.');
    }
    if (found.kind !== 'one')
        throw unknown(searchSentence(found));
    const { deployment } = found;
    if (!list_isInProgress(deployment)) {
        const named = `The new deployment ${nameWithStatus(deployment)}`;
        throw unknown(`${named} had ended when first seen: it may be somebody else's.`);
    }
    outcome.adopted = true;
    const what = `The answer to the request was lost. Deployment ${deployment.id} appeared`;
    log.warn(`${what} afterwards and is taken for ours; it could be a colleague's.`);
    await takeFromList(step, deployment, sentMs);
    return { baseline, answeredAtMs: sentMs, confirmation: { baseline, fromMs: clock.now() } };
}

;// CONCATENATED MODULE: ./deploy/deploy.js
// deploy: one POST, never two by accident. The deployment is followed to its end, and then the app
// is judged. Reads from top to bottom.












async function deploy(step) {
    const { inputs, outcome } = step;
    const [resource, list] = await Promise.all([
        readResourceBefore(step),
        list_readList(step),
        assertRequiredEnv(step),
    ]);
    // The first deployment may bring a domain.
    if (resource !== undefined && list.items.length > 0)
        assertAddress(step);
    const requested = await requestDeployment(step, list);
    if (!inputs.wait)
        return await endUnwatched(step, requested);
    const before = resource && { status: outcome.resourceStatus };
    const finished = await followOurs(step, requested);
    const wasDeployed = hasFinished(requested.baseline.list);
    await Promise.all([awaitApp(step, { before, wasDeployed }), finished.showLateLines()]);
    await checkHealth(step);
    await warnOfOtherCommit(step);
    outcome.headline = headlineOf(step);
}
function headlineOf(step) {
    const { clock, outcome } = step;
    const took = formatDuration(durationMs(outcome, clock.now()) ?? 0);
    return `${deploymentNameOf(outcome)} finished after ${took}${appClause(step)}`;
}
/** Follows our deployment until it has finished. Throws the failure of one that does not. */
async function followOurs(step, requested) {
    const { log, outcome, service } = step;
    const { answeredAtMs, confirmation, isJoined = false } = requested;
    const { deploymentId } = outcome;
    // A deployment from the list needs no first pause: the search has taken long enough.
    if (confirmation === undefined)
        await service.pauseBeforeFirstPoll();
    const isListed = isJoined || confirmation !== undefined;
    try {
        const followed = await followDeployment(step, { confirmation, isListed });
        if (followed.kind === 'finished')
            return followed;
        log.info(`${followed.failure.message} So the id in the answer is not used.`);
    }
    finally {
        // Only now is it known which commit it shows, if it shows one.
        if (isJoined)
            await warnOfJoined(step);
    }
    outcome.stage = { kind: 'accepted', sinceMs: answeredAtMs };
    delete outcome.deploymentId;
    const notOurs = `${deploymentId}, which the service does not show`;
    return await followOurs(step, await findAccepted(step, requested, notOurs));
}
/** Ends a step that does not wait for its deployment. */
async function endUnwatched(step, requested) {
    const { clock, log, outcome } = step;
    const { confirmation, isJoined = false } = requested;
    if (isJoined)
        await warnOfJoined(step);
    const { adopted = false, status = '' } = outcome;
    if (adopted && confirmation !== undefined)
        await confirm_confirm(step, confirmation);
    // What only the list has shown may not be ours, so its end is not published.
    const isCertain = confirmation === undefined || adopted;
    const ending = isCertain ? endingOf(status) : undefined;
    if (ending !== undefined)
        endWork(outcome, clock.now());
    const name = deploymentNameOf(outcome);
    const state = adopted ? 'is in progress' : 'was accepted';
    outcome.headline = `${name} ${ending === undefined ? state : `ended: ${status}`}`;
    if (ending === undefined || ending === 'finished')
        return;
    outcome.needsAttention = true;
    log.warn(`${name} has ended already: ${status}.`);
}

;// CONCATENATED MODULE: ./operations/check.js
// check: a dry run that changes nothing. It fails if the list of resources, the resource or
// required-env cannot be read or is wrong; anything else that cannot be read becomes a row.








async function check(step) {
    const { outcome, service, signal } = step;
    const hasResource = outcome.resourceId !== '';
    try {
        const resources = await service.read(reads.resources);
        const count = resources && pluralize(resources.length, 'resource');
        addRow(step, 'API key', `accepted; it sees ${count ?? 'a list that is not recognised'}`);
        const why = 'not tested: only a deployment can show whether the key has it';
        addRow(step, 'Scope "deploy"', why);
        if (hasResource)
            await checkResource(step);
    }
    finally {
        if (!signal.aborted)
            await checkDescription(step);
    }
    const what = hasResource ? `, and ${nameOf(outcome)} can be read` : '';
    outcome.headline = `The key is accepted${what}; nothing was changed`;
}
async function checkResource(step) {
    const { inputs, log, outcome } = step;
    const { resourceId } = outcome;
    await resource_readResource(step);
    const { type } = outcome;
    if (type !== undefined)
        addRow(step, 'Type', type);
    if (isNoApp(outcome))
        log.warn(`${nameOf(outcome)} is a ${type}: the API deploys apps only.`);
    await assertRequiredEnv(step);
    if (inputs.requiredEnv.length > 0)
        addRow(step, 'Required environment', 'all names are set');
    const read = await tryRead(step, 'Deployments', reads.deployments(resourceId));
    if (read !== undefined)
        addRow(step, 'In progress', workText(read.value));
}
function workText(items) {
    if (items === undefined)
        return 'not known: no list is recognised';
    const work = workIn(items);
    return work === undefined ? 'no deployment' : `${work.id} is ${work.status ?? 'not said'}`;
}
/** The paths of the API that this action uses (API 4). */
const PATHS = [
    '/resources',
    '/resources/{}',
    '/resources/{}/start',
    '/resources/{}/stop',
    '/resources/{}/restart',
    '/resources/{}/deployments',
    '/resources/{}/deployments/{}',
    '/resources/{}/logs',
    '/resources/{}/env',
];
/** Compares the description of the API with what this action uses. */
async function checkDescription(step) {
    const label = 'Service description';
    const read = await tryRead(step, label, reads.description);
    if (read === undefined)
        return;
    const paths = read.value;
    if (paths === undefined)
        return addRow(step, label, 'readable without the key; lists no paths');
    // Parameters have other names, and a prefix may stand before the paths.
    const known = paths.map((path) => path.replaceAll(/\{[^}]*\}/g, '{}'));
    const missing = PATHS.filter((path) => !known.some((one) => one.endsWith(path)));
    const shown = missing.map((path) => path.replaceAll('{}', '{id}'));
    const lacks = missing.length === 0 ? 'lists all paths' : `does not list ${nameSome(shown)}`;
    addRow(step, label, `readable without the key; ${lacks} that this action uses`);
}
/**
 * Reads what need not succeed, after the end of a rate limit: a failure becomes a row, unless the
 * step was aborted.
 */
async function tryRead(step, label, read) {
    const { service, signal } = step;
    for (;;) {
        const answer = await catchFailure(service.attempt(read));
        signal.throwIfAborted();
        if (!isFailure(answer) && answer.kind === 'ok')
            return answer;
        if (!isFailure(answer) && answer.kind === 'limited')
            continue;
        const { message } = isFailure(answer) ? answer : answer.failure;
        addRow(step, label, `cannot be read: ${message}`);
        return undefined;
    }
}
function addRow({ outcome }, label, value) {
    outcome.facts.push({ label, value });
}

;// CONCATENATED MODULE: ./operations/reads.js
// status, list, logs and env report the current state. A bad state, such as a failed deployment,
// does not make them fail.











/** Reads the resource and one of its deployments: the given one, or the latest. */
async function reads_status(step) {
    const { inputs, outcome } = step;
    const { deploymentId = 'latest' } = inputs;
    await resource_readResource(step);
    if (isTroubled(outcome.resourceStatus))
        outcome.needsAttention = true;
    const state = `${nameOf(outcome)} is ${outcome.resourceStatus ?? 'in an unknown state'}`;
    const found = deploymentId === 'latest' ? await readLatest(step) : await readNamed(step, deploymentId);
    const { deployment, none } = found;
    if (deployment === undefined) {
        outcome.headline = `${state}; ${none}`;
        return;
    }
    const { id, status: shown = 'in an unknown state', commit } = deployment;
    outcome.deploymentId = id;
    if (deployment.status !== undefined)
        outcome.status = shown;
    await reportCommit(step, commit);
    if (['failed', 'cancelled'].includes(endingOf(shown) ?? ''))
        outcome.needsAttention = true;
    outcome.headline = `${state}; deployment ${id} is ${shown}`;
}
async function readLatest(step) {
    const { items, kind } = await list_readList(step);
    const isUnknown = kind === 'unknown';
    const none = isUnknown ? 'no list of its deployments is recognised' : 'it has no deployments';
    return { deployment: items[0], none };
}
/** One deployment by its id; its status comes from the list where the detail shows none. */
async function readNamed(step, id) {
    step.outcome.deploymentId = id;
    const { failure, absence, ...found } = await createPoll(step)();
    delete step.outcome.deploymentId;
    if (found.status !== undefined)
        return { deployment: { ...found, id } };
    if (absence !== undefined && absence !== 'failing')
        throw notShownFailure(step.outcome, id);
    throw failure ?? notRecognisedFailure(`The status of deployment ${id}`);
}
/** Prints the last lines of the runtime log. */
async function logs(step) {
    const { inputs, log, outcome, service } = step;
    // Only the name is needed. If something is wrong, the read of the log fails, too.
    await loadResource(step);
    const read = await service.read(reads.logs(outcome.resourceId, inputs.lines));
    const which = `runtime log of ${nameOf(outcome)}`;
    if (read.log === undefined) {
        await printUnread(step, `The ${which}`, read.json);
        outcome.headline = `The ${which} is not recognised`;
        return;
    }
    const { text } = read.log;
    if (text !== '')
        await log.lines('runtime', text);
    const lines = pluralize(outcome.logs[0]?.lineCount ?? 0, 'line');
    outcome.headline = text === '' ? `The ${which} is empty` : `Read ${lines} of the ${which}`;
}
/** Lists the names of the environment variables; the service never sends values. */
async function env({ outcome, service }) {
    const names = await service.read(reads.envNames(outcome.resourceId));
    if (names === undefined)
        throw notRecognisedFailure('The list of variables');
    outcome.envNames = names;
    const rows = names.map((name) => [name]);
    outcome.tables.push({ title: 'Environment variables', columns: ['Name'], rows });
    outcome.headline = `${nameOf(outcome)} has ${pluralize(names.length, 'environment variable')}`;
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
/** Lists the resources. */
async function list({ outcome, service }) {
    const resources = await service.read(reads.resources);
    if (resources === undefined)
        throw notRecognisedFailure('The list of resources');
    outcome.resources = resources.map(({ fields }) => fields);
    const cell = ({ fields }, field) => String(fields[field] ?? '');
    const rows = resources.map((resource) => COLUMNS.map(([, field]) => cell(resource, field)));
    outcome.tables.push({ title: 'Resources', columns: COLUMNS.map(([title]) => title), rows });
    outcome.headline = `Found ${pluralize(resources.length, 'resource')}`;
}

;// CONCATENATED MODULE: ./operations/follow.js
// follow: follows a deployment that something else has started, and passes only if it finished.
// Sends no POST.











async function follow(step) {
    const { clock, inputs, outcome, save } = step;
    const startedMs = clock.now();
    const [resource, list] = await Promise.all([readResourceBefore(step), readListBefore(step)]);
    if (resource !== undefined && list.items.length > 0)
        assertAddress(step);
    save();
    const { deploymentId, hasAppeared, isListed } = await findTarget(step, list);
    const before = resource && { status: outcome.resourceStatus };
    outcome.deploymentId = deploymentId;
    outcome.stage = { kind: 'working', sinceMs: clock.now(), isSeen: false };
    save();
    const followed = await followDeployment(step, { isListed, mayHaveEnded: !hasAppeared });
    if (followed.kind === 'absent')
        throw followed.failure;
    const { hadEnded, showLateLines, wasInProgress } = followed;
    if (hadEnded && inputs.deploymentId === 'latest') {
        await judgeOld(step);
    }
    else {
        // What the app was before a deployment that may have ended is not known.
        const facts = { before: wasInProgress ? before : undefined, wasDeployed: hasFinished(list) };
        await Promise.all([awaitApp(step, facts), showLateLines()]);
    }
    await checkHealth(step);
    await warnOfOtherCommit(step);
    const waited = `finished; waited ${formatDuration(clock.now() - startedMs)}`;
    const how = hadEnded ? 'had finished before' : waited;
    outcome.headline = `${deploymentNameOf(outcome)} ${how}${appClause(step)}`;
}
/** Only without an id the list is needed. */
async function readListBefore(step) {
    return await (namedId(step) === undefined ? list_readList(step) : tryList(step));
}
/** The id of the deployment to follow, if one is given. */
function namedId({ inputs: { deploymentId } }) {
    return deploymentId === 'latest' ? undefined : deploymentId;
}
/** The deployment to follow: the given one, or else from the list. */
async function findTarget(step, list) {
    const named = namedId(step);
    if (named !== undefined)
        return { deploymentId: named, isListed: false, hasAppeared: false };
    const listed = step.inputs.deploymentId === 'latest' ? latestIn(step, list) : workIn(list.items);
    if (listed !== undefined) {
        // A first poll may hang, so the list counts until then.
        if (listed.status !== undefined)
            step.outcome.status = listed.status;
        return { deploymentId: listed.id, isListed: true, hasAppeared: false };
    }
    const deploymentId = await awaitAppearance(step, list);
    return { deploymentId, isListed: true, hasAppeared: true };
}
function latestIn({ outcome }, { items, kind }) {
    const [latest] = items;
    if (kind === 'unknown')
        throw notRecognisedFailure('The list of deployments');
    if (latest !== undefined)
        return latest;
    throw new Failure('no_deployment', `${nameOf(outcome)} has no deployments.`);
}
/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_MS = 120_000;
/** Waits for the first deployment that was not in the list, and returns its id. */
async function awaitAppearance(step, before) {
    const { clock, deadlineMs, log, service, waits } = step;
    const untilMs = clock.now() + APPEARANCE_MS;
    const text = 'No deployment is in progress; waiting for one to appear';
    let latest = before;
    waits.begin('appearance', { text, untilMs });
    try {
        for (;;) {
            await service.pause();
            const list = await attemptList(step);
            if (list !== undefined && list.kind !== 'unknown')
                latest = list;
            const found = newestIn(newSince(before, list?.items ?? []));
            if (found !== undefined) {
                log.info(`Deployment ${found.id} has appeared (${found.status ?? 'no status'}).`);
                return found.id;
            }
            if (clock.now() >= Math.min(untilMs, deadlineMs))
                throw noDeploymentFailure(step, latest);
        }
    }
    finally {
        waits.end('appearance');
    }
}
/**
 * The entries that were not in the list before. One that has ended may be old, unless it stands
 * above those from before: others may have been deleted, or the list could not be read.
 */
function newSince(before, items) {
    const known = new Set(before.items.map(({ id }) => id));
    const firstKnown = items.findIndex(({ id }) => known.has(id));
    const isAbove = (at) => known.size === 0 || at < firstKnown;
    return items.filter((item, at) => !known.has(item.id) && (list_isInProgress(item) || (before.kind === 'read' && isAbove(at))));
}
function noDeploymentFailure({ outcome }, { items, kind }) {
    const [latest] = items;
    const none = kind === 'unknown' ? 'no list of deployments is recognised' : 'none is shown';
    const known = latest === undefined ? none : `the newest is ${nameWithStatus(latest)}`;
    const what = `No deployment appeared within ${formatDuration(APPEARANCE_MS)}; ${known}.`;
    const title = `No deployment of ${nameOf(outcome)} is in progress`;
    return new Failure('no_deployment', what, { title });
}
/** After an old deployment, an app that is down is only worth a warning, and so is its age. */
async function judgeOld(step) {
    const { log, outcome } = step;
    const run = await step.run;
    await loadResource(step);
    const { commit, deploymentId, resourceStatus } = outcome;
    if (isTroubled(resourceStatus)) {
        outcome.needsAttention = true;
        log.warn(`The deployment had finished before; ${nameOf(outcome)} is ${resourceStatus}.`);
    }
    // A commit that is shown is judged as for any other deployment.
    if (commit !== undefined || !run.isForCommit || (await isCommitProved(step)))
        return;
    log.warn(`Deployment ${deploymentId} had finished before this run began, and does not show its commit: it may be of an older one.`);
}

;// CONCATENATED MODULE: ./operations/settle.js
// Whether a resource is as requested after start, stop or restart. A pure function of all reads
// since then.


/** After a change, the wanted status must last this long. */
const STABLE_MS = 2_000;
/** Without a change, start and stop pass after this if the status is as requested. */
const UNCHANGED_MS = 5_000;
/** A restart without a change passes after this: it may have been too quick to be seen. */
const settle_UNSEEN_MS = 20_000;
/** Any other status that lasts this long is what has come of the request. */
const SETTLED_MS = 60_000;
/** How long the status may stay as it was, and an app may restart without a break. */
const STUCK_MS = 180_000;
const REACHED = { kind: 'reached' };
const UNCHANGED = { kind: 'reached', isWithoutChange: true };
const WRONG = { kind: 'wrong' };
const LOOP = { kind: 'wrong', isLoop: true };
/** Judges the resource by all reads since its start, stop or restart was accepted. */
function settle_judgeSettled(facts, samples) {
    const { name, goal, before, wasChanged, startedAtMs } = facts;
    const last = samples.at(-1);
    if (last === undefined)
        throw new Error('the resource was not read');
    const status = last.value;
    const kind = classOf(status);
    // Without a status from before, the first sample takes its place.
    const reference = before ?? samples[0]?.value;
    const change = samples.findIndex(({ value }) => wasChanged || hasChanged(reference, value) || isMoving(value));
    const changed = change === -1 ? [] : samples.slice(change);
    const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
    const sinceMs = changed[lastOther + 1]?.atMs ?? startedAtMs;
    const { afterMs, end } = change === -1 ? ruleWithoutChange(facts, status) : ruleAfterChange(facts, status);
    if (last.atMs - sinceMs >= afterMs)
        return end;
    const isLoop = goal !== 'stop' && isLooping(changed);
    if (isLoop && last.atMs - (changed[0]?.atMs ?? startedAtMs) >= SETTLED_MS)
        return LOOP;
    const isAsBefore = change === -1 && status !== undefined && isSameStatus(before, status);
    const when = isAsBefore ? ', as before' : ' after';
    // A restart without a change may begin yet.
    const isDone = isWanted(goal, status, before) && (change !== -1 || goal !== 'restart');
    const what = isDone ? 'checking that it stays so' : 'checking again';
    const text = `${name} ${stateOf(status)}${when} the ${goal}; ${what}`;
    return { kind: 'wait', text, untilMs: sinceMs + afterMs };
}
function ruleAfterChange({ goal, before }, status) {
    const kind = classOf(status);
    const warned = { kind: 'reached', warning: stateOf(status) };
    if (kind === 'restarting' && goal !== 'stop')
        return { afterMs: STUCK_MS, end: WRONG };
    if (isMoving(status))
        return { afterMs: Infinity, end: WRONG };
    if (isWanted(goal, status, before))
        return { afterMs: STABLE_MS, end: REACHED };
    const isOpen = ['none', 'unknown', 'unhealthy'].includes(kind);
    return { afterMs: SETTLED_MS, end: isOpen ? warned : WRONG };
}
function ruleWithoutChange({ goal, before }, status) {
    const kind = classOf(status);
    if (kind === 'none')
        return { afterMs: SETTLED_MS, end: { kind: 'reached', warning: stateOf(status) } };
    const isRestart = goal === 'restart';
    const mayBeDone = isWanted(goal, status, before) || (isRestart && kind === 'unknown');
    if (!mayBeDone)
        return { afterMs: STUCK_MS, end: WRONG };
    return { afterMs: isRestart ? settle_UNSEEN_MS : UNCHANGED_MS, end: UNCHANGED };
}
function isMoving(status) {
    return ['moving', 'restarting'].includes(classOf(status));
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
/** True for another status. A time that goes on is no change; one that starts anew is. */
function hasChanged(before, status) {
    // A reply without a status shows no change.
    if (before === undefined || status === undefined)
        return false;
    const was = splitTime(before);
    const now = splitTime(status);
    return now.rest !== was.rest || now.seconds < was.seconds;
}

;// CONCATENATED MODULE: ./operations/lifecycle.js
// start, stop and restart: send one POST, then read the status of the resource until it is as
// requested.








const PAST_TENSE = { start: 'started', stop: 'stopped', restart: 'restarted' };
/** The operation for one of the three. */
function lifecycle(goal) {
    return async (step) => {
        const { inputs, log, outcome } = step;
        const resource = await resource_readResource(step);
        const before = resource?.status;
        // A reply that is not recognised says nothing about its domains.
        if (goal !== 'stop' && resource !== undefined)
            assertAddress(step);
        const request = await requestChange(step, goal, before);
        outcome.stage = { kind: 'working', sinceMs: request.sinceMs, isSeen: false };
        outcome.headline = `The ${goal} of ${nameOf(outcome)} was accepted`;
        if (!inputs.wait) {
            const name = nameOf(outcome);
            if (request.isDoubtful)
                log.warn(`The answer to the ${goal} was lost; ${name} is busy, perhaps with other work.`);
            return;
        }
        await awaitGoal(step, { goal, before, ...request });
        if (goal !== 'stop')
            await checkHealth(step);
    };
}
/** Sends the request until it is accepted or has an effect. */
async function requestChange(step, goal, before) {
    const { log, outcome } = step;
    const post = posts.change(outcome.resourceId, goal);
    let lost;
    for (;;) {
        const sent = await send(step, { post, what: `a ${goal}`, repeats: lost?.failure });
        if (sent.kind === 'accepted')
            return { sinceMs: sent.atMs, isDoubtful: false };
        if (sent.kind === 'not-now') {
            // It is busy with what the lost request has started.
            if (lost !== undefined && isFailure(sent.failure, 'busy'))
                return { sinceMs: lost.sentMs, isDoubtful: true };
            continue;
        }
        log.info(`${sent.failure.message} It is not known whether the request was accepted.`);
        const { sentMs } = lost ?? sent;
        if (await hasEffect(step, before))
            return { sinceMs: sentMs, isDoubtful: false };
        if (lost !== undefined) {
            const what = 'It was sent twice, and no change was seen.';
            throw new Failure('unknown_outcome', `${sent.failure.message} ${what}`);
        }
        lost = sent;
        // A second start or stop changes nothing; a second restart interrupts the app once more.
        log.info('The lost request has had no visible effect. Sending it once more.');
    }
}
/** After a lost answer the status is read for this long. */
const EFFECT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;
/** True once the status has changed after a lost request. */
async function hasEffect(step, before) {
    const { clock, service, signal } = step;
    const untilMs = clock.now() + EFFECT_MS;
    for (;;) {
        await service.ready();
        const resource = await loadResource(step);
        if (hasChanged(before, resource?.status))
            return true;
        signal.throwIfAborted();
        if (clock.now() >= untilMs)
            return false;
        await clock.sleep(Math.min(untilMs - clock.now(), EFFECT_POLL_MS), signal);
    }
}
/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000];
const lifecycle_POLL_MS = 3_000;
/** Waits until the resource is as requested, and says so in the headline. */
async function awaitGoal(step, change) {
    const { clock, outcome, save, service, signal } = step;
    const { goal, before } = change;
    // After a lost answer, a read may have shown a change already.
    const wasChanged = hasChanged(before, outcome.resourceStatus);
    const facts = { name: nameOf(outcome), goal, before, wasChanged, startedAtMs: clock.now() };
    save();
    const settled = await pollUntil(step, {
        pause: async (count) => {
            const quickMs = FIRST_PAUSES_MS[count];
            await (quickMs === undefined ? service.pause(lifecycle_POLL_MS) : clock.sleep(quickMs, signal));
        },
        read: async (samples) => {
            const resource = await resource_readResource(step);
            if (resource !== undefined)
                return resource.status;
            // A reply that is not recognised shows neither a status nor a change.
            return samples.at(-1)?.value ?? before;
        },
        judge: (samples) => settle_judgeSettled(facts, samples),
    });
    endWork(outcome, clock.now());
    if (settled.kind === 'wrong')
        await failNotRunning(step, {
            expected: goal === 'stop' ? 'stopped' : `running after the ${goal}`,
            isLoop: settled.isLoop === true,
        });
    else
        report(step, change, settled);
}
/** Says in the headline how the resource is. */
function report({ log, outcome }, { before, goal, isDoubtful }, { isWithoutChange = false, warning }) {
    const { resourceStatus = 'in an unknown state' } = outcome;
    const name = nameOf(outcome);
    if (warning !== undefined) {
        log.warn(`The ${goal} was accepted, but ${name} ${warning}.`);
        outcome.headline = `The ${goal} of ${name} was accepted; it ${warning}`;
        return;
    }
    const done = PAST_TENSE[goal];
    const state = resourceStatus === done ? '' : ` and is ${resourceStatus}`;
    outcome.headline = `${name} was ${done}${state}`;
    if (!isWithoutChange)
        return;
    // What kept it busy may have been the work of somebody else.
    if (isDoubtful)
        log.warn(`The answer to the ${goal} was lost, and ${name} has shown no change since.`);
    if (goal === 'restart')
        outcome.headline = `${name} was restarted (no change was seen) and is ${resourceStatus}`;
    else if (before !== undefined)
        outcome.headline = `${name} was already ${resourceStatus}`;
}

;// CONCATENATED MODULE: ./operations/table.js
// The operations, by the value of the input `operation`.





/** Each fills in the outcome. Rejects with the `Failure` that ends the work. */
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

;// CONCATENATED MODULE: ./report/outputs.js


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
    const { outcome, failure, sanitizers } = report;
    const { deploymentId = '', logs, resources, envNames, stage } = outcome;
    const log = logs.find(({ source }) => source === 'build') ?? logs[0];
    const text = (value = '') => sanitizers.output(value);
    return {
        // PowerShell runs what stands in brackets.
        'deployment-id': deploymentId.includes('(') ? '' : text(deploymentId),
        // No final status is published until it is confirmed that the deployment is ours.
        status: stage.kind === 'accepted' ? '' : text(outputs_statusText(outcome.status)),
        'resource-status': text(outputs_statusText(outcome.resourceStatus)),
        url: text(outcome.url),
        duration: durationOf(report),
        commit: text(outcome.commit),
        'error-code': text(failure?.code),
        'log-file': log?.file,
        resources: resources && sanitizers.json(resources),
        'env-names': envNames && sanitizers.json(envNames),
    };
}
/** Whole seconds to the end of the work, or to the end of the step if the work has not ended. */
function durationOf({ outcome, isRunning, nowMs }) {
    const hasEnded = outcome.stage.kind === 'ended' || 'endedAtMs' in outcome.stage;
    const ms = isRunning && !hasEnded ? undefined : durationMs(outcome, nowMs);
    return ms === undefined ? '' : String(Math.round(ms / 1000));
}
const MAX_STATUS_CHARS = 64;
/** PowerShell runs what else stands in brackets. */
const HARMLESS_STATUS = /^(?:[A-Za-z0-9 _.:/-]|\((?:(?:un)?healthy|(?:health: )?starting|\d{1,3})\))+$/;
/**
 * A status as outputs show it: one of the five of the API page, any other harmless text unchanged,
 * and `unknown` for the rest.
 */
function outputs_statusText(sent) {
    if (sent === undefined)
        return '';
    const status = normalizeStatus(sent);
    return status.length <= MAX_STATUS_CHARS && HARMLESS_STATUS.test(status) ? status : 'unknown';
}
/** The outputs of a step that could not begin. */
function outputsOfFailure({ code }) {
    return { 'error-code': code };
}
/**
 * Creates a function that writes all outputs the first time, then those that have changed. It never
 * throws: the first error is passed to `warn`.
 */
function createOutputWriter(core, warn) {
    const written = new Map();
    let hasWarned = false;
    return (outputs) => {
        for (const name of OUTPUT_NAMES) {
            const value = outputs[name] ?? '';
            if (written.get(name) === value)
                continue;
            try {
                core.setOutput(name, value);
                written.set(name, value);
            }
            catch {
                if (!hasWarned)
                    warn('The outputs cannot be written, so later steps cannot read them.');
                hasWarned = true;
            }
        }
    };
}

;// CONCATENATED MODULE: ./runner/run-facts.js
// The facts of the workflow run: its commits, branch and actor. Pure.
/**
 * The facts of a run. In the run of a pull request, the sha of the context is a merge commit, on
 * which GitHub shows no deployment. In a `workflow_run`, sha and ref are of the default branch.
 */
function runFactsOf({ payload, eventName, sha, ref, ...context }) {
    const head = field(payload['pull_request'], 'head');
    const trigger = eventName === 'workflow_run' ? payload['workflow_run'] : undefined;
    const shas = trigger === undefined ? [field(head, 'sha'), sha] : [field(trigger, 'head_sha')];
    const commits = [...new Set(shas.filter(isSha))];
    const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
    const isOwnCommit = (commit) => commits.some((own) => own.startsWith(commit));
    return {
        /** Full commits of this run, the most telling first. */
        commits,
        branch: typeof branch === 'string' ? branch : ref.replace(/^refs\/(?:heads|tags)\//, ''),
        actor: context.actor,
        /** Page of the repository at GitHub; undefined outside of GitHub. */
        repositoryUrl: context.serverUrl && context.repository
            ? `${context.serverUrl}/${context.repository}`
            : undefined,
        /** The run is for one commit, which should then be deployed. */
        isForCommit: eventName === 'push' || eventName === 'workflow_run',
        /** True for a commit of this run; `commit` may be cut to its first digits. */
        isOwnCommit,
        /** False for a short text that may be something other than a commit. */
        isCommit: (commit) => commit.length === 40 || isOwnCommit(commit),
    };
}
/** What is known outside of a workflow, or if the event cannot be read. */
const NO_RUN = runFactsOf({
    payload: {},
    eventName: '',
    sha: '',
    ref: '',
    actor: '',
    serverUrl: '',
    repository: '',
});
function isSha(value) {
    return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}
function field(value, name) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

;// CONCATENATED MODULE: ./report/annotation.js


/** The runner cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION_CHARS = 4_000;
const MAX_CAUSE_CHARS = 2_500;
const MAX_TITLE_CHARS = 120;
const MAX_NAME_CHARS = 60;
/** The resource and the cause, such as `web: src/server.ts(12,7): error TS2322: …`. */
function annotationTitle(failure, { outcome, sanitizers }) {
    const name = sanitizers.line(nameOf(outcome), { maxChars: MAX_NAME_CHARS });
    const what = sanitizers.line(failure.options.cause ?? failure.title);
    // A cause may hold the name by chance.
    const isNamed = name === '' || (failure.options.cause === undefined && what.includes(name));
    return sanitizers.line(isNamed ? what : `${name}: ${what}`, { maxChars: MAX_TITLE_CHARS });
}
/**
 * What happened, the lines of the log that explain it, what it means, what to do, and the ids, each
 * on a line of its own.
 */
function annotationOf(failure, { outcome, excerpt, sanitizers }) {
    const { meaning } = failure.options;
    const what = whatHappened(failure, excerpt).map((line) => sanitizers.line(line, { maxChars: MAX_CAUSE_CHARS }));
    const ids = [
        `error-code: ${failure.code}`,
        outcome.resourceId && `resource-id: ${outcome.resourceId}`,
        outcome.deploymentId && `deployment-id: ${outcome.deploymentId}`,
    ];
    const rest = [
        outcome.wentDown,
        meaning,
        `What to do: ${failure.next}`,
        ids.filter(Boolean).join(' · '),
    ];
    const advice = rest.flatMap((line) => (line ? [sanitizers.line(line)] : []));
    const quoted = excerpt.map((line) => `  ${sanitizers.line(line)}`);
    const label = failure.options.explainedBy === 'runtime' ? ['From its runtime log:'] : [];
    const lines = quoted.length === 0 ? [] : [...label, ...quoted];
    const shown = countThatFit(lines, {
        limit: MAX_ANNOTATION_CHARS - 1 - [...what, ...advice].join('\n').length,
        sizeOf: (line) => line.length + 1,
    });
    return [...what, ...lines.slice(0, shown), ...advice].join('\n').slice(0, MAX_ANNOTATION_CHARS);
}
/** A cause that stands in the excerpt is not repeated. */
function whatHappened(failure, excerpt) {
    const { cause } = failure.options;
    if (cause === undefined)
        return failure.lines;
    const isInExcerpt = excerpt.some((line) => line.includes(cause));
    return isInExcerpt ? [`${failure.title}.`] : [`${failure.title}.`, cause];
}

;// CONCATENATED MODULE: ./report/summary.js



/**
 * The runner drops a summary above 1 MiB. Its own masking may make the text longer, so some of it
 * stays free.
 */
const SUMMARY_BYTES = 900 * 1024;
/** The summary, below 1 MiB of UTF-8, even with Windows line ends. */
function summaryOf(report) {
    const { outcome } = report;
    const status = report.isRunning ? unfinishedWork(report) : failureDetails(report);
    const logs = outcome.logs.map((log) => [logSection(log, report)]);
    return linesThatFit([
        [headingOf(report)],
        ...status,
        ...summary_warningsOf(report),
        ...tablesOf(report),
        ...logs,
    ]);
}
/** As many blocks and lines as fit; the most important come first. */
function linesThatFit(blocks) {
    const end = '… The rest is left out: a summary has a limit of 1 MiB.';
    const shown = [];
    let leftBytes = SUMMARY_BYTES - sizeOf(`\n\n${end}\n`);
    for (const block of blocks.filter(({ length }) => length > 0)) {
        const text = block.join('\n');
        const bytes = sizeOf(`\n${text}\n`);
        if (bytes > leftBytes) {
            const limit = leftBytes - sizeOf('\n');
            const count = countThatFit(block, { limit, sizeOf: (line) => sizeOf(`${line}\n`) });
            return `${[...shown, block.slice(0, count).join('\n'), end].join('\n\n')}\n`;
        }
        shown.push(text);
        leftBytes -= bytes;
    }
    return `${shown.join('\n\n')}\n`;
}
/** Size in UTF-8, with the Windows line ends that the runner may write. */
function sizeOf(text) {
    return Buffer.byteLength(text) + (text.split('\n').length - 1);
}
function headingOf({ outcome, inputs, failure, isRunning, sanitizers }) {
    if (isRunning)
        return `## ⏳ ${inputs.operation} is in progress`;
    if (failure !== undefined)
        return `## ❌ ${sanitizers.text(failure.title)}`;
    const mark = outcome.needsAttention === true ? '⚠️' : '✅';
    return `## ${mark} ${sanitizers.text(outcome.headline ?? '')}`;
}
/** What has gone down, the cause, the lines of the log that explain it, and what to do. */
function failureDetails(report) {
    const { outcome, failure, sanitizers } = report;
    if (failure === undefined)
        return [];
    const { next, options } = failure;
    const text = (value) => sanitizers.text(value);
    return [
        outcome.wentDown === undefined ? [] : [`**${text(outcome.wentDown)}**`],
        ...summary_causeOf(failure, report),
        options.meaning === undefined ? [] : [`**What it means:** ${text(options.meaning)}`],
        [`**What to do:** ${options.next === undefined ? next : text(next)}`],
    ];
}
/** The message and the excerpt, unless one repeats the other or the title. */
function summary_causeOf(failure, { excerpt, sanitizers }) {
    const { message, options, title, lines } = failure;
    const source = options.explainedBy ?? 'build';
    const quoted = excerpt.join('\n');
    // An excerpt that is only the cause is worth a block if that needs its label.
    const hasExcerpt = quoted !== '' && (quoted !== message || source === 'runtime');
    const isRepeated = message === `${title}.` || (hasExcerpt && excerpt.includes(message));
    const label = `**From the ${source} log**, untrusted:`;
    return [
        isRepeated ? [] : summary_listOf(lines.map((line) => sanitizers.text(line))),
        hasExcerpt ? [label + sanitizers.block(quoted).trimEnd()] : [],
    ];
}
/** Several lines are a list. */
function summary_listOf(lines) {
    return lines.length === 1 ? lines : lines.map((line) => `- ${line}`);
}
/** While the step runs: what continues at the service, or may, if the step is killed now. */
function unfinishedWork({ outcome, sanitizers }) {
    const note = 'Written while the step was running. If the step is over, it was stopped before its result.';
    const { meaning, next } = leftBehind(outcome);
    return next === undefined ? [[note]] : [[note], [sanitizers.text(meaning)]];
}
function summary_warningsOf({ outcome: { warnings }, sanitizers }) {
    if (warnings.length === 0)
        return [];
    const items = warnings.map((text) => `- ${sanitizers.text(text)}`);
    return [[`**${pluralize(items.length, 'warning')}**`], items];
}
/** The rest of a longer table is left out: sanitizing all of it would take seconds. */
const MAX_ROWS = 5_000;
/** The facts of the resource, the run, and the tables of operations. */
function tablesOf(report) {
    const { outcome, sanitizers } = report;
    const tables = outcome.tables.flatMap(({ title, columns, rows }) => {
        const shown = [columns, ...rows.slice(0, MAX_ROWS)];
        const more = rows.length - MAX_ROWS;
        return [
            [`### ${sanitizers.text(title)}`],
            tableOf(shown.map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
            more > 0 ? [`… and ${more} more`] : [],
        ];
    });
    return [tableOf(factsOf(report)), ...runOf(report), ...tables];
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
/** What is known about the resource, which comes first. */
function factsOf(report) {
    const { outcome, failure, nowMs, sanitizers } = report;
    const { status, url } = outcome;
    const text = (value = '') => value && sanitizers.text(value);
    const ms = durationMs(outcome, nowMs);
    const facts = [
        ['Resource', resourceText(report)],
        ['Deployment', deploymentText(report)],
        ['Status', text(status)],
        ['Resource status', text(outcome.resourceStatus)],
        ['App', url === undefined ? '' : sanitizers.link(url)],
        [
            isInProgress(outcome) ? 'Duration so far' : 'Duration',
            ms === undefined ? '' : formatDuration(ms),
        ],
        [status === 'finished' ? 'Deployed commit' : 'Commit', commitText(report)],
        ...outcome.facts.map(({ label, value }) => [sanitizers.text(label), text(value)]),
        ['Error code', failure === undefined ? '' : sanitizers.code(failure.code)],
    ];
    return facts.filter(([, value]) => value !== '');
}
function resourceText({ outcome: { resourceId, name }, sanitizers }) {
    const id = resourceId === '' ? '' : sanitizers.code(resourceId);
    return name === undefined ? id : `${sanitizers.text(name)} (${id})`;
}
function deploymentText({ outcome: { deploymentId, adopted }, sanitizers }) {
    if (deploymentId === undefined)
        return '';
    const note = ' (adopted: found in the list after the answer to the request was lost)';
    return sanitizers.code(deploymentId) + (adopted === true ? note : '');
}
/** The commit that the deployment shows or the health check has proved, never just the run's. */
function commitText(report) {
    const { outcome, run } = report;
    const { commit, deploymentId } = outcome;
    if (deploymentId === undefined || commit === undefined)
        return '';
    const own = run.commits.find((candidate) => candidate.startsWith(commit));
    if (own !== undefined)
        return commitLink(own, report);
    const note = run.commits.length === 0 ? '' : ', not a commit of this run';
    return commitCode(commit, report) + note;
}
function runOf(report) {
    const { outcome, run, sanitizers } = report;
    const [commit] = run.commits;
    // The row of the deployment links it already.
    const isLinked = outcome.commit !== undefined && commit?.startsWith(outcome.commit) === true;
    const shown = isLinked ? commitCode : commitLink;
    const facts = [
        commit && `of ${shown(commit, report)}`,
        run.branch && `on ${sanitizers.text(run.branch)}`,
        run.actor && `by ${sanitizers.text(run.actor)}`,
    ].filter(Boolean);
    return facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]];
}
/** The first digits of a commit. Even a key can look like one, so it is redacted first. */
function shortCommit(commit, { sanitizers }) {
    return sanitizers.line(commit).slice(0, 7);
}
function commitCode(commit, report) {
    return report.sanitizers.code(shortCommit(commit, report));
}
function commitLink(commit, report) {
    const { run, sanitizers } = report;
    if (run.repositoryUrl === undefined)
        return commitCode(commit, report);
    const address = `${run.repositoryUrl}/commit/${commit}`;
    return sanitizers.link(address, shortCommit(commit, report));
}
/** At most so much of the end of a log is shown: two of them fit in any alphabet. */
const MAX_TAIL_CHARS = 128 * 1024;
/** The last lines of a log. */
function logSection(log, report) {
    const { source, lineCount } = log;
    const title = `${source === 'build' ? 'Build' : 'Runtime'} log, ${pluralize(lineCount, 'line')}`;
    const where = locationOf(log, report);
    const lines = tailOf(log);
    if (lines.length === 0)
        return `${title}, not shown here.${where}`;
    const leftOut = lineCount - lines.length;
    const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
    // The blank lines around the block end the HTML, so that it is read as a block.
    const block = report.sanitizers.block(lines.join('\n'));
    return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
}
/** The last lines of a log, from the beginning of a line. */
function tailOf({ pieces }) {
    if (pieces.length === 0)
        return [];
    const text = pieces.join('').slice(0, -1);
    const cutAt = text.length - MAX_TAIL_CHARS;
    return text.slice(cutAt <= 0 ? 0 : text.indexOf('\n', cutAt) + 1).split('\n');
}
/** Where the whole log is. The output names the file of the build log, if there is one. */
function locationOf({ source, file }, { outcome, sanitizers }) {
    if (file === undefined)
        return '';
    const isNamed = source === 'build' || outcome.logs.length === 1;
    const where = isNamed ? ' (output `log-file`)' : '';
    return ` All that was read of it is in ${sanitizers.code(file)}${where}.`;
}

;// CONCATENATED MODULE: ./report/publish.js







/**
 * Creates the publisher of one step. It never throws: if outputs or summary cannot be written, it
 * warns.
 */
function createPublisher(host, step) {
    const { inputs, log, outcome, sanitizers } = step;
    const writeOutputs = createOutputWriter(host.core, log.warn);
    let run = NO_RUN;
    void step.run.then((facts) => (run = facts));
    function reportOf(failure, isRunning) {
        const { explainedBy } = failure?.options ?? {};
        const excerpt = explainedBy === undefined ? [] : log.explain(explainedBy).excerpt;
        const nowMs = host.clock.now();
        return { inputs, outcome, failure, excerpt, run, nowMs, isRunning, sanitizers };
    }
    function write(report) {
        writeOutputs(outputsOf(report));
        try {
            host.writeSummary(summaryOf(report));
        }
        catch {
            log.warn('The summary could not be written.');
        }
    }
    return {
        /** Writes outputs and summary with what is known so far. */
        save: () => write(reportOf(undefined, true)),
        /** Writes the result. */
        publish(failure) {
            const report = reportOf(failure, false);
            write(report);
            printTables(outcome, log.info);
            if (failure === undefined) {
                log.info(lastLineOf(report));
                const isLeft = ['accepted', 'working'].includes(outcome.stage.kind);
                if (isLeft)
                    log.info(leftBehind(outcome).meaning);
            }
            else {
                host.core.error(annotationOf(failure, report), { title: annotationTitle(failure, report) });
            }
            host.setExitCode(failure === undefined ? 0 : 1);
        },
    };
}
const WITH_ADDRESS = new Set(['deploy', 'start', 'restart', 'follow']);
/** What was done and, if an app was brought up, its address. */
function lastLineOf({ inputs, outcome }) {
    const { headline = '', resourceStatus, stage, url } = outcome;
    const isUp = stage.kind === 'ended' && classOf(resourceStatus) === 'up';
    const isShown = WITH_ADDRESS.has(inputs.operation) && isUp;
    return isShown && url !== undefined ? `${headline}: ${url}` : headline;
}
/** The step log shows at most this many rows of a table; summary and outputs have more. */
const publish_MAX_ROWS = 200;
function printTables({ facts, tables }, info) {
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

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./report/sanitize/log-lines.js
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
/** Stands before each line of a log in the step log. */
const GUTTER = '  | ';
/**
 * What to print for clean lines, each with its line feed. It must be printed at the beginning of a
 * line. Two independent measures keep commands from being run: a gutter before every line, and
 * `stop-commands` around text that looks like a command. The leading space of the gutter keeps
 * anchored problem matchers from matching; its bar keeps `::` away from the start of the line.
 * `token` returns a new unguessable string, so that no line of the log can end `stop-commands`.
 */
function printable(lines, token) {
    const body = `${GUTTER}${lines.slice(0, -1).split('\n').join(`\n${GUTTER}`)}\n`;
    if (!LOOKS_LIKE_COMMAND.test(body))
        return body;
    const resume = token();
    return `::stop-commands::${resume}\n${body}::${resume}::\n`;
}

;// CONCATENATED MODULE: ./report/sanitize/markdown.js
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
/**
 * cmark-gfm keeps the length of a fence in one byte, and knows no inline code behind more than 80
 * backticks: text behind longer runs would break out.
 */
const MAX_BACKTICKS = 20;
const LONG_RUN = new RegExp(`\`{${MAX_BACKTICKS + 1},}`, 'g');
function shortenBackticks(text) {
    return text.replaceAll(LONG_RUN, `${'`'.repeat(MAX_BACKTICKS)}…`);
}
function longestBacktickRun(text) {
    return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

;// CONCATENATED MODULE: ./report/sanitize/json.js
// JSON without secrets and invisible characters.

/** JSON of a value with each text in it redacted, names and numbers included. */
function safeJson(value, { redact }) {
    return escapeInvisible(JSON.stringify(redactTexts(value, redact)));
}
/** Each text is redacted on its own, since escapes of JSON such as `\f` could hide a secret. */
function redactTexts(value, redact) {
    if (typeof value === 'string')
        return redact(value);
    if (typeof value === 'number')
        return redact(`${value}`) === `${value}` ? value : '***';
    if (Array.isArray(value))
        return value.map((item) => redactTexts(item, redact));
    if (typeof value !== 'object' || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [redact(name), redactTexts(part, redact)]));
}

;// CONCATENATED MODULE: ./report/sanitize/redact.js
// Replaces secrets in text, also in their usual encodings. The runner masks them as well, but not
// in all of these forms.

const MASK = '***';
/**
 * Creates a redactor, which replaces the secrets of one step by `***`, in all their forms and
 * whatever the case of their letters. Secrets are printable ASCII of any length; empty ones are
 * ignored. Time grows with the length of the text, not with that of a secret.
 */
function createRedactor(secrets) {
    const given = secrets.filter((one) => one.trim() !== '');
    // Fixed strings: a pattern for a key of thousands of characters would be too large.
    const forms = [...new Set(given.flatMap(formsOf).map(lowerCase))];
    function replace(text) {
        const lowered = lowerCase(text);
        const found = forms.flatMap((form) => placesOf(form, lowered));
        return found.length === 0 ? text : maskPlaces(text, found);
    }
    /**
     * The visible text of these lines, redacted before and after: a cut terminal sequence may swallow
     * the first character of the secret that follows it, and a whole one may stand inside a secret.
     */
    const redactVisible = (lines) => redactHidden(visibleText(replace(lines)));
    /** JSON in a log may have escapes of what is invisible, also inside a secret. */
    function redactHidden(visible) {
        const bare = withoutEscapes(visible);
        const redacted = replace(bare);
        return redacted === bare ? replace(visible) : redacted;
    }
    return {
        redactVisible,
        /** Changes nothing else, unless what is invisible interrupts a secret. */
        redact: (text) => {
            const replaced = replace(text);
            const visible = visibleText(replaced);
            const redacted = redactHidden(visible);
            return redacted === visible ? replaced : redacted;
        },
        /**
         * A text that may go on, without what could be the beginning of a secret at its end. What is
         * invisible may stand within or behind that.
         */
        withoutOpenEnd(text) {
            for (const view of [text, visibleText(text), visibleText(withoutCutEnd(text))]) {
                const lowered = lowerCase(view);
                const openChars = Math.max(0, ...forms.map((form) => openEndChars(form, lowered)));
                if (openChars > 0)
                    return view.slice(0, -openChars);
            }
            return text;
        },
    };
}
/** What HTML-safe encoders of JSON escape besides quotes and backslashes: Go; .NET. */
const ESCAPED_BY_GO = /[<>&]/g;
const ESCAPED_BY_DOTNET = /[<>&'"+`]/g;
/** A secret as it is and as common encoders write it. */
function formsOf(secret) {
    const url = encodeURIComponent(secret);
    const json = JSON.stringify(secret).slice(1, -1);
    const toHex = (char) => char.charCodeAt(0).toString(16).padStart(2, '0');
    const toUnicode = (char) => `\\u00${toHex(char)}`;
    const jsonForms = [
        json,
        json.replaceAll('/', '\\/'),
        json.replaceAll(ESCAPED_BY_GO, toUnicode),
        secret.replaceAll('\\', '\\\\').replaceAll(ESCAPED_BY_DOTNET, toUnicode),
    ];
    const base64 = [0, 1, 2].map((shift) => base64Core(secret, shift));
    return [
        secret,
        url,
        url.replaceAll(/[!'()*]/g, (char) => `%${toHex(char)}`),
        ...jsonForms,
        // JSON within JSON, as the log of a container has it.
        ...jsonForms.map((form) => JSON.stringify(form).slice(1, -1)),
        Buffer.from(secret).toString('hex'),
        ...base64,
        ...base64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
        ...base64.map((core) => encodeURIComponent(core)),
    ];
}
/**
 * The characters of base64 that depend on the secret alone, when it begins `shift` bytes after a
 * multiple of three.
 */
function base64Core(secret, shift) {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const firstOwn = Math.ceil((shift * 8) / 6);
    return bytes.toString('base64').slice(firstOwn, Math.floor((bytes.length * 8) / 6));
}
/** In lower case, with the same length: `İ` alone would become two characters. */
function lowerCase(text) {
    return text.replaceAll('\u0130', 'i').toLowerCase();
}
function placesOf(form, text) {
    const places = [];
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
        places.push({ start: at, end: at + form.length });
    return places;
}
/** Places that overlap or touch become one mask. */
function maskPlaces(text, places) {
    let masked = '';
    let endedAt = -1;
    for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
        if (start > endedAt)
            masked += text.slice(Math.max(endedAt, 0), start) + MASK;
        endedAt = Math.max(endedAt, end);
    }
    return masked + text.slice(endedAt);
}
/** Fewer characters of a secret tell nothing, and stand at the end of many lines. */
const SHORTEST_OPEN_END = 3;
/** How many characters at the end of the text are a beginning of this form, but not all of it. */
function openEndChars(form, text) {
    const longest = Math.min(form.length - 1, text.length);
    for (let length = longest; length >= SHORTEST_OPEN_END; length -= 1) {
        if (text.endsWith(form.slice(0, length)))
            return length;
    }
    return 0;
}

;// CONCATENATED MODULE: ./report/sanitize/sanitizers.js
// The sanitizers for untrusted text, one for each place where text is shown or stored. Untrusted
// text reaches that place only through its sanitizer.






/** Enough for a sentence with several ids of 300 characters, as some services send them. */
const sanitizers_MAX_LINE_CHARS = 2_000;
/** Characters with which a text inserted into a script could become a command. */
const SCRIPT_SYNTAX = /["'`$\\;&|<>\u2018-\u201f]/;
/**
 * Creates the sanitizers of one step. All redact secrets before anything is truncated; all except
 * `file`, `output` and `json` also clean. Lines together give the same result as one by one.
 * `token` returns a new unguessable string for `stop-commands`; tests replace it.
 */
function createSanitizers(options) {
    const redactor = createRedactor(options.secrets);
    const token = options.token ?? external_node_crypto_namespaceObject.randomUUID;
    // Before: line ends and tabs are folded, and invisible characters escaped. After: a secret may
    // hold spaces, which that restores.
    const redactedLine = (text) => redactor.redact(cleanLine(redactor.redact(text.replaceAll(/[\n\t]/g, '\u2028'))));
    return {
        /**
         * For a file: replaces the secrets in all their forms. The result may contain commands and
         * control characters, so never print it.
         */
        file: (text) => redactor.redact(text),
        /** A text that may go on, without what could be the beginning of a secret at its end. */
        withoutOpenEnd: (text) => redactor.withoutOpenEnd(text),
        /**
         * One clean line of at most `maxChars` characters (2,000 by default), truncated with `…`. It
         * may be printed at the beginning of a line, since it is never a workflow command.
         */
        line: (text, { maxChars } = { maxChars: sanitizers_MAX_LINE_CHARS }) => truncate(redactedLine(text).replace(/^::/, ': :'), maxChars),
        /** A text of any number of lines, clean, for a place that is no log. */
        lines: (text) => cleanLines(text, redactor),
        /**
         * Lines of a log; a missing last line end is added. `text` is for excerpts, and for the summary
         * through `block`. `printable` is for the beginning of a line of the step log.
         */
        log(lines) {
            const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
            return { text, printable: printable(text, token) };
        },
        ...markdownSanitizers(redactor, redactedLine),
        /** The redacted value of an output; empty unless it is one harmless line. */
        output(text) {
            const redacted = redactor.redact(text);
            return isHarmless(redacted) ? redacted : '';
        },
        /** JSON of a value with each text in it redacted, names included. */
        json: (value) => safeJson(value, redactor),
    };
}
/** True for visible characters without the syntax of scripts, which could run anything else. */
function isHarmless(text) {
    return escapeInvisible(text) === text && text.isWellFormed() && !SCRIPT_SYNTAX.test(text);
}
function markdownSanitizers(redactor, redactedLine) {
    const shortLine = (text) => truncate(redactedLine(text), sanitizers_MAX_LINE_CHARS);
    return {
        /** Markdown: clean lines, joined by line feeds, as a fenced code block between blank lines. */
        block: (lines) => fencedBlock(cleanLines(lines, redactor)),
        /** Markdown: one value as inline code, also valid in a table cell. */
        code: (text) => inlineCode(shortLine(text)),
        /** Markdown: a name or a sentence. Words that are not plain become inline code. */
        text: (text) => escapeMarkdown(shortLine(text)),
        /**
         * Markdown: a link if the address may be linked (`https:`, or `http:` for loopback hosts) and
         * cleaning does not change it, otherwise inline code.
         */
        link(url, label) {
            const target = redactedLine(url) === url ? linkTarget(url) : undefined;
            if (target === undefined)
                return inlineCode(shortLine(url));
            const shown = label === undefined ? inlineCode : escapeMarkdown;
            return markdownLink(target, shown(shortLine(label ?? target)));
        },
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(500);
;// CONCATENATED MODULE: ./report/prefix.js
// What platforms and tools put before each line of a log: times, steps, levels, the name of a task
// or a container. Pure.
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DATE = `(?:\\d{1,4}[-/.](?:\\d{1,2}|${MONTH})[-/.]\\d{1,4}|${MONTH} {1,2}\\d{1,2})`;
const ZONE = String.raw `(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
const CLOCK = String.raw `\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?${ZONE}`;
const prefix_TIME = String.raw `\[?(?:${DATE}[T ,]{1,2})?${CLOCK}\]?[:,]?(?: \||\s+(?:INFO|DEBUG|TRACE))?`;
/** The seconds of BuildKit; with a unit behind it, a number is part of the message. */
const SECONDS = String.raw `\d{1,6}\.\d{1,3}(?! ?(?:[kKMG]i?B|m?s|%)(?:[\s/]|$))`;
/** Neither standard output, standard error nor the number of a process is a level. */
const NO_LEVEL = String.raw `info|debug|trace|notice|log|(?:std)?(?:out|err)|\d{1,7}`;
const LEVEL = `(?<error>error|fatal|critical)|(?<warning>warn(?:ing)?)|${NO_LEVEL}`;
/** Always a prefix, in any line. */
const KNOWN = new RegExp(String.raw `^[ \t]*(?:(?<step>#\d{1,5})|${prefix_TIME}|${SECONDS}|\[(?:${LEVEL})\]:?)(?:[ \t]|$)`, 'i');
/** The beginning of a line up to a word that ends as names of tasks, containers and loggers do. */
const MARKED = /^[ \t]*([^\s{"'`](?:\S| (?! )){0,59}?(?:[:\])](?=\s|$)| *\|(?=\s|$)))[ \t]?/;
/** What may stand between two marks. */
const NUMBER_OR_DASH = /^[ \t]*(\d+|-+)(?= (?!\|))[ \t]?/;
const LEVEL_WORD = /\b(?:(?<error>ERROR|FATAL)|(?<warning>WARN(?:ING)?)|INFO|DEBUG|TRACE)\b(?!:$)/;
const LEVEL_ALONE = /^[ \t]*(ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE)(?=\s)[ \t]?/;
/** Words that begin a message, or name a place in a file or a line of code. */
const OF_MESSAGE = /error|exception|fail|fatal|panic|warn|note|help|::|:\d|\(\d|\.\w{1,6}:$|^\[\d|^\d+ *\|/i;
/** Parts of one prefix; hostile lines consist of more. */
const MAX_PARTS = 8;
const MAX_VOTERS = 4_096;
/**
 * Lines without what most of them have in common at their beginning, digits and names aside, and
 * without times, steps and levels.
 */
function withoutPrefixes(lines) {
    const every = Math.ceil(lines.length / MAX_VOTERS);
    let voters = lines.filter((_, index) => index % every === 0).map((line) => plain(line, []).text);
    const shapes = [];
    while (shapes.length < MAX_PARTS) {
        const shape = mostCommonShape(voters, shapes.length > 0);
        if (shape === undefined)
            break;
        shapes.push(shape);
        voters = voters.map((text) => plain(text, [shape]).text);
    }
    return lines.map((line) => plain(line, shapes));
}
function plain(line, shapes) {
    let result = withoutKnown({ text: line });
    for (const shape of shapes) {
        const first = firstPart(result.text);
        if (first?.shape !== shape)
            continue;
        result = withoutKnown({ ...result, level: result.level ?? first.level, text: first.rest });
    }
    return result;
}
function withoutKnown(line) {
    let { text, step, level } = line;
    for (let part = 0; part < MAX_PARTS; part += 1) {
        const found = KNOWN.exec(text);
        if (!found)
            break;
        text = text.slice(found[0].length);
        step = found.groups?.['step'] ?? step;
        level ??= levelOf(found);
    }
    return { text, step, level };
}
function levelOf(found) {
    if (found?.groups?.['error'])
        return 'error';
    return found?.groups?.['warning'] ? 'warning' : undefined;
}
function firstPart(text) {
    const found = LEVEL_ALONE.exec(text) ?? MARKED.exec(text) ?? NUMBER_OR_DASH.exec(text);
    const [all = '', part = ''] = found ?? [];
    const folded = part.replace(LEVEL_WORD, 'level');
    if (folded === '' || OF_MESSAGE.test(folded))
        return undefined;
    const isNamed = /^(?:[[(]\S+[\])]:?|[^:\s]+:[^:\s]+:|\S+ *\|)$/.test(part);
    const rest = text.slice(all.length);
    return {
        shape: folded.replaceAll(/\d+/g, '0').replaceAll(/\p{L}+/gu, isNamed ? 'a' : '$&'),
        rest,
        level: levelOf(LEVEL_WORD.exec(part)),
        isClear: isNamed || (/^\S+:$/.test(part) && /^\s/.test(rest)),
    };
}
/** The shape of the first part of most lines; a number or a dash only after other parts. */
function mostCommonShape(texts, isInside) {
    const voters = texts.filter((text) => text.trim() !== '');
    const counts = new Map();
    for (const text of voters) {
        const part = firstPart(text);
        // A line that is only a prefix is its own message.
        if (!part?.rest.trim() || (!isInside && /^[\d-]+$/.test(part.shape)))
            continue;
        const count = (counts.get(part.shape) ?? 0) + 1;
        counts.set(part.shape, count);
        if (count > voters.length / 2 && (count > 1 || part.isClear))
            return part.shape;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./report/ranks.js
/** In a log that is full of errors, one pattern is several times as fast as many. */
function anyOf(flags, patterns) {
    return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}
/** Lines that contain an error word but report no error. */
const NO_ERROR = anyOf('i', [
    /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])\s*(?:[^\w\s]|$)/,
    /^(?:✓|✔|√|⚠|PASS\b|ok \d|npm (?:WARN|notice)\b|warn(?:ing)?\b|W: |w: |\w+:warn\b)/,
    /(?:[:)\]] ?|^\d+:\d+ +)warning\b|(?:^|[^\w\s] ?)(?:continuing|ignoring|skipping|retrying)\b/,
    // instructions that a build echoes, and probes of cmake
    /^(?:\+ |step \d+\/|\[[\w .-]*\d\/\d+\] |-- (?:performing|looking|check))/,
    /\bcache importer\b|\bnot a git repository\b|\bDEPRECATION\b|\bpassed$|^info\b/,
    // what pip prints around the output of a command
    /^error: (?:subprocess-|metadata-)|^× .+ did not run successfully|^× Encountered error /,
    /^exit code: \d+$|^ERROR: (?:Ignored the following|pip's dependency) /,
    /^npm (?:ERR!|error) \S+ (?:info|warn|verb|http)\b/,
    // what docker says of something that is already gone
    /^Error(?: response from daemon)?: No such (?:container|image|network|object|volume)\b/,
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
const WEAK = anyOf('i', [
    /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
    /\b(?:command|module|package|file) not found\b|\bno such file or directory\b|: not found$/,
    /\b(?:can't|cannot|could not|unable to|failed to) \w|^(?:failed|failure)\b|\bpermission denied\b/,
    /\bnot installed\b|\buncaught (?:error|exception)\b|\bno space left on device\b|^Killed\b/,
    /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|\b(?:SIGKILL|OOMKilled)\b/,
    /\b(?:checksum|hash|hash sum) mismatch\b|\bbuild timed out\b/,
]);
/** What node, python and java print before the class of an error. */
const THROWN = /^(?:[✘✗✖✕⨯❌×] ?)?(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?/;
const ERROR_CLASS = /(?:[\w$]+(?:\.|::))*(?:[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?|Error \[\w+\])(?::|$)/;
/** The first that matches decides. */
const PATTERNS = [
    [
        'wrapper',
        anyOf('i', [
            // Out of memory (137) and a crash (139) are causes themselves.
            /\bexit(?:ed|s|ing)?(?: with)?(?: error)?(?: code| status)?:? ?\(?(?!13[79]\b)[1-9]\d*\b/,
            /\breturned (?:with )?(?:error )?(?:code|status):? [1-9]|\bnon-zero\b/,
            /\b(?:did not complete successfully|failed to solve: process)\b(?!.* 13[79]$)/,
            /\b(?:build|deployment|command|script|compilation) (?:has )?failed(?: because .+|\W*|\. .+)$/,
            /\bPush (?:rejected|failed)\b|^(?:Failed: )?error (?:occurred )?while (?:running|executing) /,
            /^npm (?:ERR!|error) (?:code \d|errno|lifecycle|exit status|path|command|workspace|location)/,
            /^npm (?:ERR!|error) (?:signal|syscall|\S+@\S+ \w+: |Failed at the |This is probably |\s)/,
            /\bELIFECYCLE\b|\bERR_PNPM_RECURSIVE_\w+|^make.*\bError \d|^Task :.+ failed$|^FAILURE: /,
            /^BUILD FAIL(?:ED|URE)\b|^error: (?:could not compile|aborting due to) /,
            /^(?:\*\* \(Mix\) )?could not compile dependency .+\bfailed\b|\berrors have been logged\b/,
            /^Error (?:deploying|building) |\bFailed to (?:build gem native extension|install .+ via )/,
            /^ERROR \[[^\]]*\d\/\d+\] /,
        ]),
    ],
    [
        'strong',
        anyOf('', [
            // rustc, tsc, astro, dotnet: a code
            /(?:^|[\s:)\]])error(?:\[[\w:-]+\]| ?\(?[A-Za-z]{1,8}\d{1,6}\)?): \S/,
            // gcc, javac, esbuild, eslint, next, maven: a place
            /^\S{1,200}:\d+(?::\d+)?:? +(?:- )?(?:fatal )?(?:error|ERROR|Error)\b/,
            /^\d+:\d+ +(?:error|Error)\b|^\S{1,200}\(\d+(?:,\d+)?\) ?: (?:fatal )?error\b/,
            // go, kotlin, maven, esbuild, deno
            /^\S{1,200}\.go:\d+(?::\d+)?: \S|^e: \S|^\S{1,200}\.\w+:\[\d+,\d+\] /,
            /^(?:[✘X]|TS\d+) \[ERROR\]:? \S/,
            // node, python, java, elixir, django, ruby
            new RegExp(`${THROWN.source}(?!StandardError: .+:$)${ERROR_CLASS.source}`),
            /^\*\* \((?!Mix\))|^(?:\w+\.)+(?:exceptions?|errors?|exc)\.[A-Z]\w*: |^[A-Z]\w+ Exception: /,
            /^(?:[A-Z]\w*::)+[A-Z]\w*: |^\S+:\d+:in .+\([\w:]+Error\)$|\bSQLSTATE\[/,
            // php, go, rust, next, java, linkers, node
            /^(?:PHP )?(?:Parse|Fatal) error: |^panic: |\bpanicked at\b.*[^:]$|^Type error: \S/,
            /^Exception in thread |\bundefined reference to\b|\bheap out of memory\b/,
            // composer; shells
            /^- .+ requires .+ (?:->|but) |^(?:\/bin\/)?(?:ba|z|da)?sh: .+: (?:command )?not found$/,
            /: line \d+: .+: command not/,
        ]),
    ],
    [
        'heading',
        anyOf('i', [
            /^Traceback |\bpanicked at .+:$|^StandardError: .+:$|^\[[\w\\]+(?:Error|Exception)\]$/,
            // vite, webpack, next, gradle, npm, maven, mix, gunicorn
            /\bBuild failed (?:in|with) \d|^error during build:$|^ERROR in |^Failed to compile/,
            /^(?:\* What went wrong:|Execution failed for task |A problem occurred |Build error )/,
            /^Could not (?:resolve all|determine the dependencies)|^npm (?:ERR!|error) code /,
            /^failed to load |^COMPILATION ERROR|^== Compilation error |\bin worker process$/,
            /^× .+:$|^(?:error|failed|failure)\W*$|^[✘✗✖✕⨯❌×]? ?error\b.*:$|\bfailed\b.*:$/,
        ]),
    ],
    // An error that names only what failed is no better than those words alone.
    ['weak', /^\w{2,}:? +failed to\b/i],
    [
        'error',
        anyOf('', [
            /^(?:npm (?:ERR!|error)|gyp ERR! stack Error:) \S|^[✘✗✖✕⨯❌×]\uFE0F? *\S|^ERROR {1,2}\S/,
            /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?: ERROR)?: *\S|^error (?:Your |An |\S+@| +\S|")/,
            /\bERR_PNPM_\w+|^YN0028: |^make(?:\[\d+\])?: \*\*\* |^CMake Error\b|^(?:--- FAIL:|FAIL\s)/,
            /^FAILED\b|^not ok \d|^\*\* \(Mix\)|^Caused by: \S|^E: \S|^Error response from daemon: /,
            /^\[(?:ERROR|error)\] \S/,
            /[\s(\]:](?:error|fatal|ERROR|FATAL|Error|Exception)(?: \w{1,8}\d{1,6})?: +\S/,
        ]),
    ],
];
/** Frames of a stack, places alone, commands, advice: no plain sentence that names a cause. */
const NO_SENTENCE = anyOf('i', [
    /^(?:at |from .+:in |File ["/:]|file: |#\d+ |\d+: 0x|-->|:::|└─|╰─>|>? ?\d+ ?[|│▕]|\||\()/,
    /^(?:[$+] |npm run |Require stack|'?\w+'?: ['"\d[{-]|[\]})]|removing intermediate)/,
    /^\S*[./\\]\S*$|^\S+:\d+$|^\w+ing\b.*(?:\.\.\.|…)$|^npm (?:ERR!|error)$|^\W*Error\W*$/,
    /^(?:note|hint|help|tip|info|see|refer to|run|try|use|or|learn more|read more|if you)\b/,
    /^(?:you (?:can|may|might)|for (?:more|help|further)|to (?:fix|address|resolve|see|check))\b/,
    /^(?:please (?:send|see|check)|we're sorry|a complete log|common ways|some possible)\b/,
]);
/** A bar of blocks, a frame of a spinner, the counter of pnpm, lines of BuildKit, empty code. */
const PROGRESS = /[█▓▒░━▰▱]{5}|^[⠁-⣿]|^Progress: resolved \d|^(?:DONE [\d.]+s|CACHED|CANCELED)$|^\d+ *[|│]$/;
const PERCENTAGE = /\d\s?%/;
/** With these a percentage is progress: a bar, or no word at all. */
const BAR_OR_NO_WORD = /[=#>.-]{5}|^\P{L}*$/u;
/** How well a line explains a failure; `level` is what its logger says. */
function rankOf(message, level) {
    if (reportsSuccess(message))
        return 'nothing';
    const rank = PATTERNS.find(([, pattern]) => pattern.test(message))?.[0];
    if (rank !== undefined)
        return rank;
    if (!isMeaningful(message) || NO_SENTENCE.test(message))
        return 'nothing';
    if (level === 'error')
        return /^\S+:\d+:\d+: /.test(message) ? 'strong' : 'error';
    return level === undefined && WEAK.test(message) ? 'weak' : 'nothing';
}
/** True for a line such as `0 failed`, and for warnings. */
function reportsSuccess(message) {
    return NO_ERROR.test(message) || (NONE_COUNTED.test(message) && !SOME_COUNTED.test(message));
}
/** False for blank lines, decoration and progress. */
function isMeaningful(message) {
    // Two patterns, since a combined one would take quadratic time in the length of the line.
    const isBar = PERCENTAGE.test(message) && BAR_OR_NO_WORD.test(message);
    return /[\p{L}\p{N}]/u.test(message) && !isBar && !PROGRESS.test(message);
}
/** True for words that may name a cause although they contain no word for an error. */
function isSentence(message) {
    const isWord = /^[!-~]+$/.test(message);
    if (isWord || !isMeaningful(message) || NO_SENTENCE.test(message))
        return false;
    return !reportsSuccess(message) || (/^warning/i.test(message) && WEAK.test(message));
}

;// CONCATENATED MODULE: ./report/excerpt.js
// What a log says about a failure: the line that names its cause, and the lines around it. Pure,
// and linear in the length of the log, up to a limit.



/** Only so many lines at the end of a log are explained: a million would take ten seconds. */
const MAX_LINES = 50_000;
const excerpt_MAX_LINE_CHARS = 500;
/** The two ends of a longer line are enough to see what it is. */
const HEAD_CHARS = 800;
const TAIL_CHARS = 200;
const MAX_ERROR_LINES = 20;
const MAX_LAST_LINES = 20;
const MAX_LINES_BEFORE = 8;
const LINES_AFTER_CAUSE = 6;
const LINES_AFTER_ERROR = 2;
/** How far below its heading an error stands; a traceback is longer. */
const LINES_BELOW_HEADING = 12;
const LINES_OF_TRACEBACK = 400;
/** How far above a wrapper a command said its last words: places and frames may follow them. */
const LINES_ABOVE_WRAPPER = 20;
/**
 * Explains a failure from its log: clean lines, without control characters. `clean` makes the same
 * of a text that JSON hides behind escapes: later, a secret may be cut.
 */
function explainLog(lines, clean = visibleText) {
    const log = rankedLines(withoutPrefixes(lines.slice(-MAX_LINES)), clean);
    const failed = log.filter(({ isInFailedStep }) => isInFailedStep);
    const scope = failed.length > 0 ? failed : log;
    const cause = causeIn(scope);
    return {
        cause: cause && truncate(cause.message, excerpt_MAX_LINE_CHARS),
        isErrorLine: cause !== undefined && ['strong', 'error', 'weak'].includes(cause.rank),
        excerpt: excerptOf(log, scope, cause),
    };
}
function rankedLines(plain, clean) {
    const ends = stepEnds(plain);
    const log = plain.map((line, at) => {
        const json = jsonIn(line.text.trim(), clean);
        const message = excerpt_comparable(json.message || line.text);
        const rank = ends[at] === 'done' ? 'nothing' : rankOf(message, json.level ?? line.level);
        return { ...line, at, message, rank, isInFailedStep: ends[at] === 'failed' };
    });
    for (const heading of log.filter(({ rank }) => rank === 'heading')) {
        const error = errorBelow(log, heading);
        if (error === undefined)
            continue;
        const rank = error.rank === 'strong' || isThrownBelow(heading) ? 'strong' : 'error';
        log[error.at] = { ...error, rank, headingAt: heading.at };
    }
    return log;
}
/** How the step of a Docker build ended that each line belongs to. */
function stepEnds(plain) {
    const ends = new Map();
    const endsOfLines = plain.toReversed().map(({ step, text }) => {
        if (step && /^(?:DONE|CANCELED|CACHED)\b/.test(text))
            ends.set(step, 'done');
        if (step && text.startsWith('ERROR: ') && !reportsSuccess(text))
            ends.set(step, 'failed');
        return ends.get(step);
    });
    endsOfLines.reverse();
    // BuildKit repeats the last lines of the step that failed, without its number.
    let isRepeated = false;
    return plain.map(({ text }, at) => {
        if (/^\s*> \[.+\] .+:\s*$/.test(text))
            isRepeated = true;
        else if (/^\s*-{3,}\s*$/.test(text))
            isRepeated = false;
        else if (isRepeated)
            return 'failed';
        return endsOfLines[at];
    });
}
/** A heading of python, rust, rails, poetry or symfony: the next line tells what was thrown. */
function isThrownBelow({ message }) {
    return /^Traceback |\bpanicked at |^StandardError: |^\[.+\]$/.test(message);
}
/** The line that a heading announces, in whatever form. */
function errorBelow(log, heading) {
    const isTraceback = heading.message.startsWith('Traceback ');
    const isThrown = isThrownBelow(heading);
    const limit = isTraceback ? LINES_OF_TRACEBACK : LINES_BELOW_HEADING;
    const isPassedOver = (line) => line.step !== heading.step ||
        line.message === '' ||
        (isTraceback && indentOf(line) > indentOf(heading));
    for (const line of log.slice(heading.at + 1, heading.at + 1 + limit)) {
        if (isPassedOver(line))
            continue;
        if (line.rank === 'wrapper' || line.rank === 'heading')
            return undefined;
        if (line.rank !== 'nothing' || isThrown || isSentence(line.message))
            return line;
    }
    return undefined;
}
function indentOf({ text }) {
    return text.search(/\S|$/);
}
function causeIn(scope) {
    const first = (rank) => scope.find((line) => line.rank === rank);
    const best = first('strong') ?? first('error') ?? first('weak');
    return best ?? excerpt_lastWords(scope) ?? first('heading') ?? first('wrapper') ?? lastFailure(scope);
}
/** A command as npm prints it, a phase as Heroku and Docker do. */
const ECHO = /^\s*-*> /;
/** What a command said last before a line reports that it failed. */
function excerpt_lastWords(scope) {
    const wrapperAt = scope.findIndex(({ rank }) => rank === 'wrapper');
    const isStep = scope[0]?.isInFailedStep;
    const end = wrapperAt === -1 && isStep ? scope.length : Math.max(wrapperAt, 0);
    const last = scope.slice(Math.max(end - LINES_ABOVE_WRAPPER, 0), end);
    return last.findLast((line) => !ECHO.test(line.text) && isSentence(line.message));
}
/** The word alone, not within an option such as `--on-failure`. */
const FAILED_WORD = /(?<![\w-])(?:failed|failure)(?![\w=-])/i;
function lastFailure(scope) {
    return scope.findLast(({ message }) => FAILED_WORD.test(message) && !reportsSuccess(message));
}
function excerptOf(log, scope, cause) {
    const shown = new Map();
    const known = new Set();
    /** Adds up to `count` meaningful lines from `index` on, upwards if it is negative, none twice. */
    const add = (lines, index, count) => {
        let left = Math.abs(count);
        for (let at = index; left > 0; at += Math.sign(count)) {
            const line = lines[at];
            if (!line || (lines === log && shown.has(at)))
                return;
            if (!isMeaningful(line.message))
                continue;
            left -= 1;
            const text = shownText(line);
            if (known.has(text.trim()))
                continue;
            known.add(text.trim());
            shown.set(line.at, text);
        }
    };
    if (cause) {
        const index = scope.indexOf(cause);
        add(scope, index, 1);
        add(scope, index - 1, -linesBefore(scope, cause));
        add(scope, index + 1, LINES_AFTER_CAUSE);
    }
    for (const [index, line] of scope.entries()) {
        if (shown.size >= MAX_ERROR_LINES)
            break;
        const isNew = line.rank !== 'nothing' && !known.has(shownText(line).trim());
        if (isNew)
            add(scope, index, 1 + LINES_AFTER_ERROR);
    }
    // The last lines of the log, but none from before a cause that is certain.
    const linesAfter = isCertain(cause) ? log.length - 1 - cause.at : Infinity;
    add(log, log.length - 1, -Math.min(MAX_LAST_LINES, linesAfter));
    return withGaps(log, shown, known);
}
function isCertain(cause) {
    return cause?.rank === 'strong' || cause?.rank === 'error';
}
/** A file alone, as eslint and next print it above its errors. */
const FILE_ALONE = /^\S*[./\\]\S*$/;
/**
 * Back to the heading or the file that the cause stands below. More lines where the cause is not
 * certain.
 */
function linesBefore(scope, cause) {
    if (!isCertain(cause))
        return MAX_LINES_BEFORE;
    const { at, headingAt = at } = cause;
    const before = scope.filter((line) => line.at < at && isMeaningful(line.message));
    const isInFile = FILE_ALONE.test(before.at(-1)?.message ?? '');
    const lines = before.filter((line) => line.at >= headingAt).length;
    return Math.min(Math.max(lines, isInFile ? 1 : 0), MAX_LINES_BEFORE);
}
/** The lines in their order, without common indentation, `…` where a meaningful one is left out. */
function withGaps(log, shown, known) {
    const lines = [...shown].toSorted(([a], [b]) => a - b);
    const indent = Math.min(...lines.map(([, text]) => text.search(/\S/)));
    return lines.flatMap(([at, text], index) => {
        const between = log.slice((lines[index - 1]?.[0] ?? at) + 1, at);
        const isGap = between.some((line) => isMeaningful(line.message) && !known.has(shownText(line).trim()));
        return isGap ? ['…', text.slice(indent)] : [text.slice(indent)];
    });
}
/** A line as it is shown: of a JSON object, its message. */
function shownText({ text, message }) {
    return truncate((isJson(text.trim()) ? message : text).trimEnd(), excerpt_MAX_LINE_CHARS);
}
function isJson(text) {
    return text.startsWith('{') && text.endsWith('}') && /"(?:msg|message)"/.test(text);
}
/** pino uses numbers. */
const JSON_LEVELS = new Map([
    ...['error', 'fatal', '50', '60'].map((name) => [name, 'error']),
    ...['warn', 'warning', '40'].map((name) => [name, 'warning']),
]);
/** Message and level of a JSON object, as loggers print it. */
function jsonIn(text, clean) {
    if (!isJson(text))
        return {};
    const fields = fieldsOf(text);
    const message = fields.get('msg') ?? fields.get('message');
    const lines = typeof message === 'string' ? clean(message).trim().split(LINE_END) : [];
    const level = String(fields.get('level') ?? fields.get('severity')).toLowerCase();
    return { message: lines[0], level: JSON_LEVELS.get(level) };
}
function fieldsOf(json) {
    try {
        const value = JSON.parse(json);
        return new Map(typeof value === 'object' && value ? Object.entries(value) : []);
    }
    catch {
        return new Map();
    }
}
/** What stands before a message: marks of a list, of a box, of Heroku. */
const DECORATION = /^(?:[!|│●■➤•=>]{1,6}\s+|-+>\s+)+/;
function excerpt_comparable(text) {
    const line = text.trim();
    const ends = `${line.slice(0, HEAD_CHARS)} … ${line.slice(-TAIL_CHARS)}`;
    return (line.length > ends.length ? ends : line).replace(DECORATION, '');
}

;// CONCATENATED MODULE: ./report/step-log.js
// The step log: lines and warnings of the action, and the logs of builds and apps, which also go to
// files and to the outcome.







/** An outcome keeps the end of a log up to this size: as much as one reply can hold. */
const MAX_KEPT_CHARS = 8 * 2 ** 20;
/** Creates the log of one step. If log files cannot be written, there is one warning. */
function createStepLog(options) {
    const { host, outcome, sanitizers, signal, showLogs } = options;
    const appendToFile = createLogFiles(host.env, warn);
    let wasCut = false;
    /** What was explained last, and how long the log was. */
    let explained;
    function info(text) {
        host.write(`${sanitizers.line(text)}\n`);
    }
    function warn(text) {
        if (outcome.warnings.includes(text))
            return;
        outcome.warnings.push(text);
        host.core.warning(sanitizers.line(text));
    }
    function find(source) {
        return outcome.logs.find((log) => log.source === source);
    }
    function recordOf(source) {
        const known = find(source);
        if (known !== undefined)
            return known;
        const record = { source, pieces: [], lineCount: 0 };
        outcome.logs.push(record);
        return record;
    }
    function print(record, piece) {
        const { text, printable } = sanitizers.log(piece);
        record.lineCount += text.split('\n').length - 1;
        if (!showLogs)
            return;
        record.pieces.push(text);
        dropOldest(record.pieces);
        host.write(printable);
    }
    function withoutOpenEnd(text) {
        const lastLineAt = text.lastIndexOf('\n') + 1;
        if (lastLineAt === text.length)
            return text;
        return `${text.slice(0, lastLineAt)}${sanitizers.withoutOpenEnd(text.slice(lastLineAt))}\n`;
    }
    return {
        info,
        /** Prints a line if debug logging is on. */
        debug: (text) => host.core.debug(sanitizers.line(text)),
        /** Prints an annotation and keeps it for the summary, once for the same text. */
        warn,
        /**
         * Saves lines of a log, each with its line feed, and prints them unless logs are not shown. A
         * last line without its end loses what could be the beginning of a secret. Timers and signals
         * are handled between the pieces of a long log. Once the signal is aborted, only the file gets
         * the rest.
         */
        async lines(source, text) {
            const record = recordOf(source);
            for (const piece of piecesOf(withoutOpenEnd(text))) {
                appendToFile(record, {
                    name: sanitizers.line(outcome.resourceId),
                    text: sanitizers.file(piece),
                });
                if (signal.aborted && text.length > SHORT_CHARS) {
                    record.lineCount += piece.split('\n').length - 1;
                    if (!wasCut && showLogs)
                        info(cutNote(record));
                    wasCut = true;
                    continue;
                }
                print(record, piece);
                // After an abort nothing waits for the reader, but timers still need their turn.
                await (0,clock_0/* raceWithSignal */.oL)(host.flushed(), signal).catch(() => (0,promises_.setImmediate)());
            }
        },
        /** What a log says about a failure; nothing if logs are not shown. */
        explain(source) {
            const { pieces = [], lineCount = 0 } = find(source) ?? {};
            // The end of a step asks several times, and the log of a build may be long.
            if (explained?.source === source && explained.lineCount === lineCount)
                return explained.explanation;
            const explanation = explainLog(pieces.join('').split('\n'), sanitizers.lines);
            explained = { source, lineCount, explanation };
            return explanation;
        },
    };
    function cutNote({ file }) {
        const why = isFailure(signal.reason, 'interrupted')
            ? 'The run was cancelled'
            : 'The deadline was reached';
        const where = file === undefined ? '' : '; the log file gets all of it';
        return `${why}: the rest of the log is not printed${where}.`;
    }
}
/** A few lines are printed even after an abort: they may be the last words of a build. */
const SHORT_CHARS = 64 * 1024;
function dropOldest(pieces) {
    let chars = pieces.reduce((sum, { length }) => sum + length, 0);
    while (chars > MAX_KEPT_CHARS && pieces.length > 1)
        chars -= pieces.shift()?.length ?? 0;
}
const MAX_FILE_NAME_CHARS = 100;
/**
 * Creates a function that appends redacted text to the file of a log and sets `file` in its record.
 * Each step has a directory of its own, so that two steps of a job never write to the same file.
 * Without RUNNER_TEMP there is no file. It never throws: the first error is passed to `warn`, and
 * no file is written after it.
 */
function createLogFiles(env, warn) {
    const parent = env['RUNNER_TEMP'] ?? '';
    let isOff = parent === '';
    let directory;
    return (record, { name, text }) => {
        try {
            if (isOff)
                return void delete record.file;
            directory ??= (0,external_node_fs_.mkdtempSync)((0,external_node_path_namespaceObject.join)(parent, 'deployment-logs-'));
            // Only characters that every file system allows.
            const file = name.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
            record.file ??= (0,external_node_path_namespaceObject.join)(directory, `${file}.${record.source}.log`);
            (0,external_node_fs_.appendFileSync)(record.file, text);
        }
        catch {
            isOff = true;
            delete record.file;
            warn('The log file cannot be written, so the output log-file stays empty.');
        }
    };
}

;// CONCATENATED MODULE: ./service/answer.js
// What came of one request: an answer of the API, or why there is none. One classification for
// reads and POSTs.


/** Codes by HTTP status, for errors without a code that can be used (API 7). */
const CODE_BY_STATUS = {
    401: 'unauthorized',
    402: 'billing',
    403: 'forbidden',
    404: 'not_found',
    409: 'busy',
    429: 'rate_limited',
};
/** Classifies a reply with any status. */
function classify(reply, call) {
    const json = parseJson(reply.body);
    const error = errorIn(json, reply.status);
    if (error !== undefined)
        return classifyError(error, reply, call);
    if (isSuccess(reply) && isAnswer(reply, json, call))
        return { kind: 'ok', value: { json, body: reply.body } };
    return classifyPage(reply, call, json);
}
function isSuccess({ status }) {
    return status >= 200 && status < 300;
}
/** A failure of the service, which may pass on its own, and after which a POST may be under way. */
function isServerFailure({ status }) {
    return status >= 500 || status === 408;
}
/** Classifies an error of the API. */
function classifyError(error, reply, call) {
    const { status } = reply;
    const code = codeOf(status, error.code);
    const retryAfterMs = retryAfterIn(reply);
    const failure = new Failure(code, errorMessage(error, status, call), {
        title: answer_titleOf(code, error),
        httpStatus: status,
        retryAfterMs,
    });
    const failed = (kind) => ({ kind, failure, isFromApi: true });
    if (isRateLimit(code, status, retryAfterMs))
        return failed('limited');
    if (isServerFailure(reply))
        return failed('lost');
    // `ok: false` with 2xx: such a read is repeated for as long as after a page.
    if (isSuccess(reply) && call.method === 'GET')
        return { kind: 'page', failure };
    return failed(code === 'busy' ? 'busy' : 'refused');
}
/** Classifies a reply that is not from the API. */
function classifyPage(reply, call, json) {
    const { status } = reply;
    const redirect = redirectIn(reply, call);
    const what = redirect === undefined
        ? `${describeBody(reply.body, json)}, not the JSON of the API`
        : `a redirect to ${redirect}, which is not followed`;
    const message = `${requestOf(call)}: ${call.host} answered ${status} with ${what}.`;
    const options = {
        httpStatus: status,
        retryAfterMs: retryAfterIn(reply),
        title: redirect && `${call.host} redirects to ${redirect}`,
        next: redirect && `If ${redirect} is the API, write its address into base-url.`,
    };
    const failed = (kind, code) => ({
        kind,
        failure: new Failure(code, message, options),
        // It would lead to the same address again.
        isSetup: redirect !== undefined,
    });
    if (status === 429)
        return failed('limited', 'rate_limited');
    if (isServerFailure(reply))
        return failed('lost', 'unreachable');
    // Something else that answers 2xx may have passed the POST on to the API.
    const isLost = isSuccess(reply) && call.method === 'POST';
    return failed(isLost ? 'lost' : 'page', 'unreadable_reply');
}
/** Classifies a request without a complete reply. */
function classifyUnanswered(error, call) {
    const { kind, isSetup } = error;
    const message = `${requestOf(call)}: ${error.describe(call.host)}`;
    if (kind !== 'too-large')
        return { kind, failure: new Failure('unreachable', message), isSetup };
    const failure = new Failure('unreadable_reply', message, {
        title: 'The reply of the service is too large',
        next: 'For a runtime log, set fewer lines. Otherwise report it to the operator of the service.',
    });
    return { kind, failure, isFromApi: true };
}
/** A request in words. Ids are decoded: encoded once more, an encoded secret is not recognised. */
function requestOf({ method, path }) {
    return `${method} ${decodeURIComponent(path)}`;
}
/** Longer text with 202 is not taken for an acceptance. */
const MAX_ACCEPTANCE_CHARS = 200;
/** True for a 2xx body that answers the request, although nothing may be read from it. */
function isAnswer({ status, body }, json, call) {
    const text = body.trim();
    if (json !== undefined || /^(?:true|null|\d{1,20})$/.test(text))
        return true;
    if (call.mayBeText === true)
        return !isMarkup(body);
    if (call.method === 'GET')
        return false;
    const isShort = text.length <= MAX_ACCEPTANCE_CHARS && !text.startsWith('<');
    return text === '' || (status === 202 && isShort);
}
/** An error needs a code; a 2xx answer with `ok: false` is one, too, even without a code. */
function errorIn(json, status) {
    if (!isRecord(json))
        return undefined;
    const members = membersOf(isRecord(json['error']) ? json['error'] : json);
    const code = firstReadable(members, ['code'], toLine);
    const isError = status < 300 ? json['ok'] === false : code !== undefined && isRecord(json['error']);
    if (!isError)
        return undefined;
    return { code, message: firstReadable(members, ['message', 'error'], toLine) ?? '' };
}
/** The status decides where there is no code; a 404 of the API is always `not_found`. */
function codeOf(status, sent) {
    if (status === 404 || sent === undefined)
        return CODE_BY_STATUS[status] ?? 'service_error';
    return serviceCode(sent);
}
/** Of a code that only the service knows, its sentence says most. */
function answer_titleOf(code, { message }) {
    const isOwn = isKnownCode(code) || message === '';
    return isOwn ? undefined : `${message.replace(/\.$/, '')} (${code})`;
}
/** A 429 with another code is a rate limit only with `Retry-After`; the daily limit never is. */
function isRateLimit(code, status, retryAfterMs) {
    if (code === 'rate_limited')
        return true;
    return status === 429 && code !== 'create_limit' && retryAfterMs !== undefined;
}
function errorMessage({ code, message }, status, call) {
    // The key may belong to another host, so name the host.
    const at = status === 401 || status === 403 ? ` at ${call.host}` : '';
    const sentence = message === '' ? '.' : `: "${message}"${/[.!?]$/.test(message) ? '' : '.'}`;
    const shownCode = code === undefined ? '' : ` ${code}`;
    return `${requestOf(call)}: the service${at} answered ${status}${shownCode}${sentence}`;
}
/** How much of a page is searched for its title, which is quoted only as a whole. */
const PAGE_START_CHARS = 64 * 1024;
/** Up to its end tag: a title that is cut at a `<` could end within a secret. */
const TITLE = /<title[^>]{0,200}>(.{1,1000}?)<\/title/is;
/** A longer text or title is not quoted: a secret that is cut would escape redaction. */
const answer_MAX_QUOTED_CHARS = 200;
/** Where a redirect leads. Only the host: the rest of the address may hold secrets. */
function redirectIn({ status, headers }, call) {
    if (status < 300 || status >= 400 || headers.location === undefined)
        return undefined;
    return URL.parse(headers.location, `https://${call.host}`)?.host ?? 'an unreadable address';
}
function describeBody(body, json) {
    const message = firstReadable(membersOf(json), ['message', 'error'], toLine);
    if (message !== undefined)
        return `the message "${message}"`;
    if (isMarkup(body)) {
        const title = toLine(TITLE.exec(body.slice(0, PAGE_START_CHARS))?.[1]);
        const isQuoted = title !== undefined && title.length <= answer_MAX_QUOTED_CHARS;
        return isQuoted ? `an HTML page titled "${title}"` : 'an HTML page';
    }
    const text = toLine(body);
    if (text === undefined)
        return 'an empty body';
    return text.length <= answer_MAX_QUOTED_CHARS ? `the text "${text}"` : 'another text';
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

;// CONCATENATED MODULE: ./service/outage.js

/**
 * For how long failures of a kind are survived: before the first answer of the service, when the
 * address is probably wrong, and later.
 */
const PATIENCE_MS = {
    page: { first: 10_000, later: 60_000 },
    unsent: { first: 60_000, later: Infinity },
    lost: { first: 60_000, later: Infinity },
};
/** Creates the record of outages of one step. All times are on its clock. */
function createOutages(options) {
    const { clock, pace, waits } = options;
    let wasReached = false;
    let outage;
    function patienceMs({ kind, isSetup = false }) {
        if (isSetup && !wasReached)
            return 0;
        return PATIENCE_MS[kind][wasReached ? 'later' : 'first'];
    }
    /** How long to wait for the next attempt after this failure. */
    function nextAttemptMs({ options: { retryAfterMs = 0 } }) {
        return Math.max(pace.failureWaitMs(), retryAfterMs);
    }
    return {
        nextAttemptMs,
        /** The API itself has answered, even if with an error: so the address is right. */
        recordReached() {
            wasReached = true;
        },
        /** Records a read, sent at `sentMs`, that failed. */
        begin({ failure }, kind, sentMs) {
            const { beganMs = sentMs } = outage ?? {};
            const sinceMs = outage?.kind === kind ? outage.sinceMs : sentMs;
            outage = { failure, kind, beganMs, sinceMs };
            pace.recordFailure();
            waits.begin('outage', {
                text: `${failure.message} Trying again`,
                untilMs: sinceMs + patienceMs({ kind }),
                reason: kind,
                ended: () => `The service answers again after ${formatDuration(clock.now() - beganMs)}.`,
            });
        },
        end() {
            outage = undefined;
            waits.end('outage');
        },
        /** Records a request, sent at `sentMs`, that the end of the step has cut short. */
        recordUnanswered(failure, sentMs) {
            outage ??= { failure, kind: 'lost', beganMs: sentMs, sinceMs: sentMs };
        },
        /** Throws the failure if its kind is not survived until the next attempt. */
        assertPatience({ kind, failure, isSetup = false }) {
            if (!isOutage(kind))
                return;
            const nextMs = clock.now() + nextAttemptMs(failure);
            if (nextMs > (outage?.sinceMs ?? clock.now()) + patienceMs({ kind, isSetup }))
                throw failure;
        },
        /** The latest failure of an outage that has not ended. */
        latest: () => outage?.failure,
    };
}
/** True for failures that are survived for a while. */
function isOutage(kind) {
    return Object.hasOwn(PATIENCE_MS, kind);
}

;// CONCATENATED MODULE: ./service/pace.js
/** The gap between two polls, before the jitter of ± 20 %. */
const USUAL_GAP_MS = 2_400;
/** The gap is at least this for each concurrent job: 100 requests a minute for all of them. */
const GAP_PER_JOB_MS = 600;
/** The gap for a minute after two 429s within a minute, unless the usual gap is longer. */
const SLOW_GAP_MS = 10_000;
/** The time over which the service counts requests (API 8). */
const WINDOW_MS = 60_000;
/** After a slow reply the next poll waits as long as the reply took, up to this limit. */
const LONGEST_PAUSE_AFTER_SLOW_MS = 26_000;
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1_000;
/** The wait after a first 429 without `Retry-After`; it grows with each further 429 in a row. */
const RATE_LIMIT_MS = 3_000;
const RATE_LIMIT_GROWTH = 1.5;
const LONGEST_RATE_LIMIT_MS = 240_000;
/** At least half of it is added to `Retry-After`, so that waiting jobs do not return together. */
const RETRY_AFTER_JITTER_MS = 1_000;
/** The wait after a first failure; it doubles up to the longest, ± 25 %. */
const FAILURE_WAIT_MS = 1_000;
/** Until the service has answered, nothing has begun, so it is tried more often. */
const LONGEST_FAILURE_WAIT_MS = { first: 4_000, later: 15_000 };
/** Creates the pace of one step. All times are in milliseconds on its clock. */
function createPace({ clock, random, concurrentJobs, deadlineMs }) {
    let blockedUntilMs = -Infinity;
    let lastLimitMs = -Infinity;
    let slowUntilMs = -Infinity;
    // Counted per method: a read that is answered does not show that POSTs are allowed again.
    const limitsInRow = { GET: 0, POST: 0 };
    let failuresInRow = 0;
    let wasAnswered = false;
    let lastTookMs = 0;
    const jittered = (ms) => ms * (0.8 + random() * 0.4);
    function gapMs() {
        const slowMs = clock.now() < slowUntilMs ? SLOW_GAP_MS : 0;
        return jittered(Math.max(USUAL_GAP_MS, GAP_PER_JOB_MS * concurrentJobs, slowMs));
    }
    /** How long to wait after the failures so far; 0 after an answer. */
    function failureWaitMs() {
        if (failuresInRow === 0)
            return 0;
        const longestMs = LONGEST_FAILURE_WAIT_MS[wasAnswered ? 'later' : 'first'];
        const usualMs = Math.min(FAILURE_WAIT_MS * 2 ** (failuresInRow - 1), longestMs);
        return usualMs * (0.75 + random() / 2);
    }
    /** Cuts a wait for a last poll just before the deadline; after that poll it has no end. */
    function untilLastPoll(waitMs) {
        const leftMs = deadlineMs - LAST_POLL_MS - clock.now();
        if (waitMs <= leftMs)
            return waitMs;
        return leftMs > 0 ? leftMs : Infinity;
    }
    return {
        /** For how long no request may be sent. */
        blockedMs: () => Math.max(0, blockedUntilMs - clock.now()),
        failureWaitMs,
        untilLastPoll,
        /** The pause before the next poll: the gap, or longer after a slow reply or failures. */
        pauseMs(leastMs) {
            const slowMs = Math.min(lastTookMs, LONGEST_PAUSE_AFTER_SLOW_MS);
            return untilLastPoll(Math.max(leastMs, gapMs(), slowMs, failureWaitMs()));
        },
        /** Records a request, sent at `sentMs`, that was answered. */
        recordAnswer(sentMs, method) {
            lastTookMs = method === 'GET' ? clock.now() - sentMs : 0;
            limitsInRow[method] = 0;
            failuresInRow = 0;
            wasAnswered = true;
        },
        /** Records a request without an answer. */
        recordFailure() {
            failuresInRow += 1;
        },
        /** Records that a request, sent at `sentMs`, was rate limited. */
        recordLimit(sentMs, { method, retryAfterMs }) {
            const nowMs = clock.now();
            failuresInRow = 0;
            // Of requests that were under way together, only the first counts.
            if (sentMs >= lastLimitMs) {
                limitsInRow[method] += 1;
                // A second 429 within a minute means that others use the key, too.
                if (nowMs - lastLimitMs < WINDOW_MS)
                    slowUntilMs = nowMs + WINDOW_MS;
                lastLimitMs = nowMs;
            }
            else if (retryAfterMs === undefined)
                return;
            const growingMs = RATE_LIMIT_MS * RATE_LIMIT_GROWTH ** (limitsInRow[method] - 1);
            const askedMs = (retryAfterMs ?? 0) + (0.5 + random() / 2) * RETRY_AFTER_JITTER_MS;
            const waitMs = retryAfterMs === undefined
                ? Math.min(LONGEST_RATE_LIMIT_MS, jittered(growingMs))
                : // `Retry-After: 0` does not allow a quicker pace than usual.
                    Math.max(askedMs, gapMs());
            blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
        },
    };
}

;// CONCATENATED MODULE: ./service/rate-limit.js
/** Creates the record of rate limits of one step. All times are on its clock. */
function createRateLimit(options) {
    const { clock, deadlineMs, signal, pace, waits } = options;
    /** Requests whose limit has a wait of its own, until they are answered otherwise. */
    const told = new Set();
    let last;
    /** The last 429, while it keeps requests from being sent. */
    function current() {
        return pace.blockedMs() > 0 ? last : undefined;
    }
    /** Throws the last 429 if the limit lasts beyond this time. */
    function assertReadyBy(untilMs) {
        const failure = current();
        if (failure === undefined || clock.now() + pace.blockedMs() < untilMs)
            return;
        for (const method of told)
            waits.leave(keyOf(method));
        told.clear();
        throw failure;
    }
    /** Waits for the end of a limit. Throws the 429 if it lasts beyond this time. */
    async function ready(untilMs = deadlineMs) {
        try {
            while (pace.blockedMs() > 0) {
                assertReadyBy(untilMs);
                // A read that was only tried has met the limit.
                if (told.size === 0 && last !== undefined)
                    beginWait('limit', last);
                await clock.sleep(pace.blockedMs(), signal);
            }
        }
        finally {
            waits.end('limit');
        }
    }
    function beginWait(key, { message }) {
        const untilMs = clock.now() + pace.blockedMs();
        waits.begin(key, { text: `${message} Waiting`, untilMs, reason: key });
    }
    function record(failure, method, sentMs) {
        last = failure;
        pace.recordLimit(sentMs, { method, retryAfterMs: failure.options.retryAfterMs });
    }
    return {
        current,
        assertReadyBy,
        /** Records the 429 of a request that was sent at `sentMs`. */
        record,
        /** Records a 429 whose end is waited for. */
        begin(failure, method, sentMs) {
            record(failure, method, sentMs);
            told.add(method);
            beginWait(keyOf(method), failure);
        },
        /** Records any other answer. A read that is answered does not show that POSTs are allowed. */
        end(method) {
            told.delete(method);
            waits.end(keyOf(method));
        },
        ready,
    };
}
/** The key of the wait for the end of a limit. */
function keyOf(method) {
    return `limit ${method}`;
}

;// CONCATENATED MODULE: ./service/requests.js








/** Larger replies are not read. */
const MAX_BYTES = 8 * 2 ** 20;
/** A request without an answer for this long gets a line, and is in an outage if the step ends. */
const UNANSWERED_MS = 5_000;
/** Creates the requests of one step. They reject only with the signal's reason. */
function createRequests(options) {
    const { baseUrl, clock, signal, waits } = options;
    // With invalid inputs there is no address, and nothing is sent.
    const host = URL.parse(baseUrl)?.host ?? '';
    const pace = createPace(options);
    const outages = createOutages({ clock, pace, waits });
    const limit = createRateLimit({ ...options, pace });
    let wasGood = false;
    /** Sends a request and leaves no trace in pace, limits and outages. */
    async function sendOnce(sent, { timeoutMs }) {
        const call = { ...sent, host };
        const sentMs = clock.now();
        let reply;
        const text = `${requestOf(call)}: ${host} has not answered yet; waiting`;
        // A shorter wait ends before its line.
        if (timeoutMs > UNANSWERED_MS)
            waits.begin(call.path, { text, untilMs: sentMs + timeoutMs });
        try {
            const { method, path, body } = sent;
            const request = { method, url: baseUrl + path, headers: headersOf(sent, options), body };
            reply = await exchange({ ...request, timeoutMs, maxBytes: MAX_BYTES }, { clock, signal });
            return withBaseUrlAdvice(classify(reply, call));
        }
        catch (error) {
            if (error instanceof ExchangeError)
                return classifyUnanswered(error, call);
            throw error;
        }
        finally {
            waits.end(call.path);
            const tookMs = Math.round(clock.now() - sentMs);
            options.debug?.(`${requestOf(call)} (${tookMs} ms): ${outlineOf(reply)}`);
        }
    }
    /** Sends a request once no rate limit holds, and keeps what it says about the service. */
    async function sendAndRecord(sent, { timeoutMs, limitUntilMs }) {
        await limit.ready(limitUntilMs);
        const sentMs = clock.now();
        try {
            const answer = await sendOnce(sent, { timeoutMs });
            record(answer, sent, sentMs);
            return answer;
        }
        catch (error) {
            recordUnanswered(sent, sentMs);
            throw error;
        }
    }
    /** The end of the step has cut short a request. */
    function recordUnanswered(sent, sentMs) {
        if (clock.now() - sentMs < UNANSWERED_MS)
            return;
        const message = `${requestOf(sent)}: ${host} has not answered yet.`;
        outages.recordUnanswered(new Failure('unreachable', message), sentMs);
    }
    function record(answer, { method }, sentMs) {
        if (answer.kind === 'ok' || answer.isFromApi === true)
            outages.recordReached();
        wasGood ||= answer.kind === 'ok';
        if (answer.kind !== 'limited')
            limit.end(method);
        switch (answer.kind) {
            case 'ok':
            case 'refused':
            case 'busy':
            case 'too-large':
                pace.recordAnswer(sentMs, method);
                outages.end();
                return;
            case 'limited':
                limit.begin(answer.failure, method, sentMs);
                outages.end();
                return;
            case 'page':
            case 'lost':
            case 'unsent':
                // A POST is not sent again here: its caller says what happens next.
                if (method === 'GET')
                    outages.begin(answer, answer.kind, sentMs);
                return;
            default:
                answer;
        }
    }
    /** A 404 before anything else was read is probably a wrong address. */
    function withBaseUrlAdvice(answer) {
        if (answer.kind === 'ok' || answer.failure.options.httpStatus !== 404)
            return answer;
        if (wasGood || /\/v\d+$/.test(baseUrl))
            return answer;
        const next = 'base-url must end with the version of the API, such as /api/v1. To check it, append ' +
            '/openapi.json and open it in a browser.';
        return { ...answer, failure: answer.failure.with({ next }) };
    }
    return { sendAndRecord, sendOnce, limit, outages, pace };
}
function headersOf({ isKeyless = false, body }, { apiKey }) {
    return {
        accept: 'application/json',
        ...(!isKeyless && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
    };
}
function outlineOf(reply) {
    if (reply === undefined)
        return 'no reply';
    return `${reply.status}, ${shapeOf(parseJson(reply.body) ?? reply.body)}`;
}

;// CONCATENATED MODULE: ./service/client.js
// The client of the service for one step: each request once, with the key and at the pace of the
// step; three ways to read, and one to POST.


const client_TIMEOUT_MS = 30_000;
/** A read with a limit of time gets at least this for a single request. */
const SHORTEST_TIMEOUT_MS = 5_000;
/** The time for a read that is only tried. */
const TRY_TIMEOUT_MS = 5_000;
/** How long after an acceptance the first poll is sent. */
const FIRST_POLL_MS = 1_100;
/** Creates the client of one step. */
function createService(options) {
    const { clock, signal, deadlineMs } = options;
    const { sendAndRecord, sendOnce, limit, outages, pace } = createRequests(options);
    /**
     * Reads once, after the end of a rate limit. Failures count as an outage until the next answer.
     * Throws only if there is no point in another attempt: a limit that lasts beyond `limitUntilMs`,
     * by default the deadline, or an outage that has lasted too long.
     */
    async function attempt({ path, parse, ...read }, { timeoutMs = client_TIMEOUT_MS, limitUntilMs = deadlineMs } = {}) {
        const call = { method: 'GET', path, ...read };
        const answer = await sendAndRecord(call, { timeoutMs, limitUntilMs });
        if (answer.kind === 'ok')
            return { kind: 'ok', value: parse(answer.value) };
        if (answer.kind === 'limited')
            limit.assertReadyBy(limitUntilMs);
        outages.assertPatience(answer);
        return answer;
    }
    /** Waits for the next attempt of a read. Throws the failure if that would come too late. */
    async function awaitNextAttempt({ kind, failure }, untilMs) {
        switch (kind) {
            case 'refused':
            case 'busy':
            case 'too-large':
                throw failure;
            case 'limited':
                return;
            case 'page':
            case 'lost':
            case 'unsent': {
                const waitMs = outages.nextAttemptMs(failure);
                if (clock.now() + waitMs > untilMs)
                    throw failure;
                await clock.sleep(pace.untilLastPoll(waitMs), signal);
                return;
            }
            default:
                kind;
        }
    }
    return {
        attempt,
        /**
         * Reads until it is answered. `giveUpMs`: throws the failure if the next attempt would come
         * later than this after the call; a rate limit is waited for all the same. Throws the failure
         * of a read that is refused or given up.
         */
        async read(read, { giveUpMs = Infinity } = {}) {
            const untilMs = clock.now() + giveUpMs;
            for (;;) {
                const leftMs = Math.max(untilMs - clock.now(), SHORTEST_TIMEOUT_MS);
                const answer = await attempt(read, { timeoutMs: Math.min(leftMs, client_TIMEOUT_MS) });
                if (answer.kind === 'ok')
                    return answer.value;
                await awaitNextAttempt(answer, untilMs);
            }
        },
        /**
         * Reads once, without waiting for anything: a rate limit counts as a failure, and so does the
         * signal's reason. What comes of it does not count as an outage. Never rejects.
         */
        async tryRead({ path, parse, ...read }) {
            const limited = limit.current();
            if (limited !== undefined)
                return limited;
            const call = { method: 'GET', path, ...read };
            const sentMs = clock.now();
            const answer = await catchFailure(sendOnce(call, { timeoutMs: TRY_TIMEOUT_MS }));
            if (isFailure(answer))
                return answer;
            if (answer.kind === 'ok')
                return parse(answer.value);
            if (answer.kind === 'limited')
                limit.record(answer.failure, 'GET', sentMs);
            return answer.failure;
        },
        /** Sends a POST once, after the end of a rate limit. Throws a limit beyond the deadline. */
        post: async ({ path, body }) => await sendAndRecord({ method: 'POST', path, body }, { timeoutMs: client_TIMEOUT_MS }),
        /** Waits for the end of a rate limit. Throws the 429 if it lasts beyond this time. */
        ready: limit.ready,
        /**
         * Pauses between two polls: for `leastMs`, or longer as the pace demands. A last poll is sent
         * just before the deadline; the pause after it lasts until the step is aborted.
         */
        pause: async (leastMs = 0) => await clock.sleep(pace.pauseMs(leastMs), signal),
        /** Pauses between an acceptance and the first poll. */
        pauseBeforeFirstPoll: async () => await clock.sleep(pace.untilLastPoll(FIRST_POLL_MS), signal),
        /** The latest failure of an outage that has not ended. */
        outage: outages.latest,
    };
}

;// CONCATENATED MODULE: ./waits.js

/** A wait that lasts this long gets a line. */
const LOGGED_AFTER_MS = 5_000;
/** After its first line, a wait gets one line in this time, unless its reason changes. */
const REPEATED_AFTER_MS = 60_000;
/** A shorter rest of a wait is not named. */
const SHORTEST_REST_MS = 500;
/** Creates the waits of one step. */
function createWaits(options) {
    const { clock, deadlineMs, info } = options;
    const entries = new Map();
    function print(entry) {
        const { text, untilMs, reason = text } = entry.wait;
        entry.loggedUntilMs = Math.min(untilMs, deadlineMs);
        const leftMs = entry.loggedUntilMs - clock.now();
        const rest = leftMs < SHORTEST_REST_MS ? '' : `, for at most ${formatDuration(leftMs)} more`;
        entry.isLogged = true;
        entry.reasons.add(reason);
        info(`${text}${rest}.`);
    }
    /** True for a new reason, and once the end that the last line said has passed. */
    function deservesLine({ reasons, loggedUntilMs }, { reason, text, untilMs }) {
        if (!reasons.has(reason ?? text))
            return true;
        return clock.now() >= loggedUntilMs && Math.min(untilMs, deadlineMs) > loggedUntilMs;
    }
    async function keepPrinting(entry) {
        let waitMs = entry.wait.isTold === true ? REPEATED_AFTER_MS : LOGGED_AFTER_MS;
        for (;;) {
            await clock.sleep(waitMs, entry.stop.signal);
            print(entry);
            waitMs = REPEATED_AFTER_MS;
        }
    }
    function leave(key) {
        const entry = entries.get(key);
        entries.delete(key);
        entry?.stop.abort();
        return entry;
    }
    function end(key) {
        const entry = leave(key);
        if (entry?.isLogged !== true || entry.wait.ended === undefined)
            return;
        info(entry.wait.ended());
    }
    return {
        begin(key, wait) {
            const { reason = wait.text } = wait;
            const known = entries.get(key);
            if (known !== undefined) {
                const isNew = known.isLogged && deservesLine(known, wait);
                known.wait = wait;
                if (isNew)
                    print(known);
                return;
            }
            const entry = {
                wait,
                loggedUntilMs: deadlineMs,
                reasons: new Set(wait.isTold === true ? [reason] : []),
                stop: new AbortController(),
                isLogged: wait.isTold === true,
            };
            entries.set(key, entry);
            keepPrinting(entry).catch(() => undefined);
        },
        end,
        leave,
        leaveAll() {
            for (const key of entries.keys())
                leave(key);
        },
    };
}

;// CONCATENATED MODULE: ./main.js
// Runs one step: reads the inputs, does the work and publishes the result. Catches every error that
// nothing else has caught.













/** From the result or a cancel signal to the end of the process. The runner kills it after 10 s. */
const EXIT_WITHIN_MS = 1_900;
/**
 * Runs the step and publishes its result. Never rejects. The exit code is 0 only if the step
 * passed.
 */
async function main(host) {
    host.setExitCode(1);
    if (failOnOldNode(host))
        return;
    try {
        await runStep(host);
    }
    catch {
        // A bug: what it says may hold anything.
        const { title, next } = CODES.internal;
        failWithoutStep(host, { title, cause: UNFORESEEN, next });
    }
    finally {
        // A hanging DNS query or an unread pipe would keep the process alive.
        host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
    }
}
async function runStep(host) {
    const read = readInputs(host);
    const stop = new AbortController();
    const reason = new Failure('timeout', 'The deadline was reached.');
    const deadline = (0,clock_0/* withTimeLimit */.Bv)(host.clock, read.inputs.timeoutMs, {
        signal: stop.signal,
        reason,
    });
    const stopListening = host.onCancel(() => {
        // It has no effect once the result is known.
        stop.abort(new Failure('interrupted', 'The run was cancelled.'));
        host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
    });
    const { step, publisher } = createStep(host, read, deadline.signal);
    try {
        for (const text of read.warnings)
            step.log.warn(text);
        publisher.publish(read.failure ?? (await runOperation(step)));
    }
    finally {
        deadline.clear();
        stopListening();
        step.waits.leaveAll();
        // Reads in parallel may still be open after a failure: end them.
        stop.abort(new Failure('interrupted', 'The work of the step has ended.'));
    }
}
function createStep(host, { inputs, secrets }, signal) {
    const { clock, core, random } = host;
    const outcome = newOutcome(inputs.resourceId);
    const sanitizers = createSanitizers({ secrets });
    const deadlineMs = clock.now() + inputs.timeoutMs;
    const log = createStepLog({ host, outcome, sanitizers, signal, showLogs: inputs.buildLog });
    const waits = createWaits({ clock, deadlineMs, info: log.info });
    const debug = core.isDebug() ? log.debug : undefined;
    const time = { clock, random, signal, deadlineMs };
    const service = createService({ ...inputs, ...time, waits, debug });
    const run = loadRun(host);
    const shared = { inputs, outcome, log, sanitizers, run };
    const publisher = createPublisher(host, shared);
    const save = () => publisher.save();
    const step = { ...shared, service, waits, clock, signal, deadlineMs, save };
    return { step, publisher };
}
/** The facts of the run; none if they cannot be read. */
async function loadRun(host) {
    try {
        return runFactsOf(await host.loadContext());
    }
    catch {
        return NO_RUN;
    }
}
/** Does the work. Returns the failure that ended it. Never rejects. */
async function runOperation(step) {
    const { clock, inputs, outcome, service } = step;
    try {
        await operations[inputs.operation](step);
        return undefined;
    }
    catch (error) {
        const { timeoutMs } = inputs;
        return explain(error, { outcome, outage: service.outage(), timeoutMs, nowMs: clock.now() });
    }
    finally {
        // The summary shows the facts of the run.
        await step.run;
    }
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
    const { nodeVersion } = host;
    if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR)
        return false;
    const needed = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}.`;
    failWithoutStep(host, {
        title: 'The action cannot run here',
        cause: `${needed} Nothing was sent to the service.`,
        next: "GitHub's runners have it since version 2.327.1; act uses the first node on the PATH.",
    });
    return true;
}
/** Reports a failure, with all outputs, where there is no step that could. */
function failWithoutStep({ core }, { title, cause, next }) {
    core.error(`${cause}\nWhat to do: ${next}\nerror-code: internal`, { title });
    const writeOutputs = createOutputWriter(core, (text) => core.warning(text));
    writeOutputs(outputsOfFailure({ code: 'internal' }));
}


/***/ }),

/***/ 58:
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
        // Loaded when it is needed: it brings a client for GitHub's API, which nothing here uses.
        async loadContext() {
            const { context } = await __nccwpck_require__.e(/* import() */ 767).then(__nccwpck_require__.bind(__nccwpck_require__, 767));
            // Outside of a workflow, none of these variables is set, whatever the types say.
            const text = (value) => value ?? '';
            return {
                payload: context.payload,
                eventName: text(context.eventName),
                sha: text(context.sha),
                ref: text(context.ref),
                actor: text(context.actor),
                serverUrl: text(context.serverUrl),
                repository: text(process.env['GITHUB_REPOSITORY']),
            };
        },
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
        writeSummary,
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
        exit,
        setUnrefTimeout: (callback, ms) => void setTimeout(callback, ms).unref(),
    };
}
function ignore() { }
function writeSummary(markdown) {
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
}
function exit() {
    try {
        // process.exit() waits for the thread of a hanging DNS query; replacing the process does not.
        const script = `process.exitCode = ${process.exitCode ?? 0}`;
        process.execve?.(process.execPath, [process.execPath, '-e', script], {});
    }
    catch {
        // Not available on Windows.
    }
    process.exit();
}


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
