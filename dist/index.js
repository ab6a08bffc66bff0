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
/* harmony export */   Bv: () => (/* binding */ withTimeLimit),
/* harmony export */   Wh: () => (/* binding */ unlessAborted),
/* harmony export */   ml: () => (/* binding */ systemClock)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(500);
// Time as a parameter: the clock behind every wait, and waits that end with an abort signal.

/** `setTimeout` fires immediately for a delay above the signed 32-bit maximum. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The real clock. */
const systemClock = {
    now: () => performance.now(),
    async sleep(ms, signal) {
        // Rounded up: a timer ignores fractions, and the wait would end a little too early.
        const delayMs = Math.min(Math.max(Math.ceil(ms), 0), LONGEST_TIMER_MS);
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(delayMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    },
};
/**
 * Settles with `work`, or rejects with the signal's reason if it is aborted first. `work` is not
 * cancelled.
 */
async function unlessAborted(work, signal) {
    const aborted = Promise.withResolvers();
    const onAbort = () => aborted.reject(signal.reason);
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
 * Starts a timer of `ms` milliseconds whose signal is also aborted with `signal`; on expiry its
 * reason is `reason`. `clear` stops the timer.
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
/* harmony import */ var _main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(207);
/* harmony import */ var _runner_host_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(58);
// The action's entry.


// A dependency that goes through a proxy with a password uses a deprecated function: nothing that a
// user could change.
process.noDeprecation = true;
await (0,_main_js__WEBPACK_IMPORTED_MODULE_0__/* .main */ .i)((0,_runner_host_js__WEBPACK_IMPORTED_MODULE_1__/* .systemHost */ .E)());

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 207:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  i: () => (/* binding */ main)
});

;// CONCATENATED MODULE: ./failure.js
// Why a step fails: one error class, the closed list of codes, and what each code means and what to
// do about it.
/** Codes of the service (API page, section 7). */
const API_ADVICE = {
    unauthorized: {
        title: 'The API key was not accepted',
        next: 'The key is mistyped, revoked or expired (by default after 90 days). An owner or admin creates a new one in the console under SETTINGS → API KEYS; then replace the secret.',
    },
    forbidden: {
        title: 'The API key may not do this',
        next: 'The request needs a scope that the key does not have: "deploy" for deploy, start, stop and restart, "read" for all else. Scopes are chosen when a key is created: create a new one in the console under SETTINGS → API KEYS, then replace the secret.',
    },
    billing: {
        title: 'The wallet or subscription does not allow it',
        next: 'Top up the wallet or change the subscription in the console, then run the job again.',
    },
    busy: {
        title: 'The resource is busy with other work',
        next: 'Run the job again when the other work has ended, or let the step wait for it (on-busy: wait and a longer timeout). Jobs that deploy the same resource belong in one concurrency group.',
    },
    rate_limited: {
        title: 'The API key has used up its requests',
        next: 'A key has 120 requests a minute for everything that uses it. Use a separate key for this repository, set concurrent-jobs, or give the step a longer timeout.',
    },
    create_limit: {
        title: 'The daily limit of the API key is reached',
        next: 'A key may create only so many resources a day: run the job again tomorrow, or ask an owner to raise the cap of the key in the console under SETTINGS → API KEYS.',
    },
};
/** Codes of this action. */
const OWN_ADVICE = {
    deployment_failed: {
        title: 'The deployment failed',
        next: 'Fix the cause and deploy again. The log is in this step, in log-file and in the console.',
        githubState: 'failure',
    },
    deployment_cancelled: {
        title: 'The deployment was cancelled',
        next: 'SETTINGS → ACTIVITY in the console may show by whom. Run the job again if the deployment is still wanted.',
        githubState: 'inactive',
    },
    timeout: {
        title: 'The deadline was reached',
        next: 'Give the step a longer timeout, then run the job again.',
    },
    interrupted: {
        title: 'The run was cancelled',
        next: 'Run the job again if it is still wanted.',
        githubState: 'inactive',
    },
    invalid_input: {
        title: 'The inputs cannot be accepted',
        next: 'Correct this in the workflow, or in the variables and secrets that it uses.',
    },
    missing_env: {
        title: 'Environment variables are missing',
        next: 'Set what is missing for the resource in the console, or take it out of required-env.',
    },
    not_running: {
        title: 'The resource is not in the expected state',
        next: 'Look for the cause in its runtime log (operation: logs) and in the console.',
        githubState: 'failure',
    },
    unhealthy: {
        title: 'The health check did not pass',
        next: 'Check that health-check names the right path or address, and look for errors in the runtime log (operation: logs). If the app needs more time, raise the limit that ended the check: health-check-timeout or timeout.',
        githubState: 'failure',
    },
    no_deployment: {
        title: 'There is no deployment to wait for',
        next: 'Start a deployment before this step, or pass its deployment-id. deployment-id: latest judges the latest one, even if it had ended before.',
    },
    not_found: {
        title: 'The service does not know this resource or deployment',
        next: 'Check resource-id (operation: list shows all ids), deployment-id if one is given, and base-url, and that the key belongs to the right organisation.',
    },
    unreachable: {
        title: 'The service could not be reached',
        next: 'Check base-url, and that the runner can reach that host (name, firewall, proxy, certificate); the service may be down. Then run the job again.',
    },
    unreadable_reply: {
        title: 'The reply is not from the API',
        next: 'Check that base-url is the API of the service and ends with its version, such as /api/v1. If it does, a proxy, firewall or gateway on the way may have answered: ask its operator, or run the job again later.',
    },
    service_error: {
        title: 'The service failed or refused the request',
        next: 'Run the job again later. If it fails again, report it to the operator of the service.',
    },
    ambiguous: {
        title: 'It is not known which deployment is ours',
        next: 'Find the right deployment in the console and follow it with operation: wait and its deployment-id.',
    },
    unknown_outcome: {
        title: 'It is not known whether the request was accepted',
        next: 'Look at the resource and its deployments in the console before you run the job again.',
    },
    internal: {
        title: 'The action itself failed',
        next: 'Unless the message names what to change, this is a defect of the action. Report it with the log of this step; debug logging gives more lines.',
    },
};
const ADVICE = new Map(Object.entries({ ...API_ADVICE, ...OWN_ADVICE }));
/**
 * The error code for one that the service sent: one of ours or of another form becomes
 * `service_error`.
 */
function serviceCode(sent) {
    const folded = sent.toLowerCase().replaceAll('-', '_');
    if (Object.hasOwn(API_ADVICE, folded))
        return folded;
    return /^[a-z][a-z0-9_]{0,39}$/.test(sent) && !Object.hasOwn(OWN_ADVICE, sent)
        ? sent
        : 'service_error';
}
/** How a failure with this code is presented. */
function adviceFor(code) {
    const next = 'Look for this code in the documentation of the service or in the console, or run the job again later.';
    return ADVICE.get(code) ?? { title: `The service answered with the error ${code}`, next };
}
/**
 * The one error of a step: it ends with this code. `message` says what happened, in one or two
 * sentences.
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
    /** What is wrong, in a few words. */
    get title() {
        return this.options.title ?? adviceFor(this.code).title;
    }
    /** What to do. */
    get next() {
        return this.options.next ?? adviceFor(this.code).next;
    }
}
/** The result of `work`, or the failure that ended it; rejects with any other error. */
async function orFailure(work) {
    return await work.catch((error) => {
        if (isFailure(error))
            return error;
        throw error;
    });
}
/** True for a failure with one of these codes. */
function isFailure(error, ...codes) {
    return error instanceof Failure && (codes.length === 0 || codes.includes(error.code));
}

;// CONCATENATED MODULE: ./url.js
// Which addresses may be requested or linked: `https:`, and `http:` for loopback hosts only.
/** True for `localhost` and loopback addresses. */
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
/** Why `text` may not be requested or linked; undefined when it may. */
function addressProblem(text) {
    // The URL parser accepts white space, control characters, backslashes and missing slashes; we do
    // not.
    const url = /[\s\p{Cc}]|^[^?#]*\\/u.test(text) ? null : URL.parse(text);
    if (url === null)
        return 'malformed';
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
        return 'insecure';
    if (!/^https?:\/\/[^/]/i.test(text))
        return 'malformed';
    return url.username === '' && url.password === '' ? undefined : 'credentials';
}

;// CONCATENATED MODULE: ./api/json.js
// Reading JSON of which only parts are known: names without case and separators, a bounded search,
// shapes.
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** The value when it is an array. */
function asArray(value) {
    return Array.isArray(value) ? value : undefined;
}
/** The value when it is a text that is not empty. */
function asText(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/**
 * The JSON object or array that a whole body is; undefined for any other text, and for broken JSON.
 * Only the ends of a body decide whether it is parsed, so that a large text costs nothing.
 */
function parseJson(body) {
    const text = body.trim(); // removes a byte order mark, too
    if (text !== 'null' && !['{}', '[]', '""'].includes(`${text.at(0)}${text.at(-1)}`))
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Objects and arrays that are entered within each other, and in all. */
const MAX_DEPTH = 6;
const MAX_NODES = 10_000;
/** An object with its fields; of a very large one the first 10,000. */
function nodeOf(record, path = '', parent) {
    const names = Object.keys(record).slice(0, MAX_NODES);
    const fields = names.map((name) => ({
        name,
        folded: name.replaceAll(/[_-]/g, '').toLowerCase(),
        value: record[name],
    }));
    return { record, fields: fields.filter(({ value }) => value !== null), path, parent };
}
/**
 * The objects in a value, outermost first; `isEntered` says which fields are searched (default:
 * all).
 */
function walk(root, isEntered = () => true, rootPath = '') {
    const nodes = [];
    const queue = [];
    const add = (value, path, depth, parent) => {
        if (typeof value !== 'object' ||
            value === null ||
            depth > MAX_DEPTH ||
            queue.length >= MAX_NODES)
            return;
        queue.push({ value, path, depth, parent });
    };
    add(root, rootPath, 0, undefined);
    for (const { value, path, depth, parent } of queue) {
        if (isRecord(value)) {
            const node = nodeOf(value, path, parent);
            nodes.push(node);
            for (const field of node.fields.filter(isEntered))
                add(field.value, pathTo(path, field.name), depth + 1, node);
        }
        else {
            const items = asArray(value)?.slice(0, MAX_NODES) ?? [];
            for (const [index, item] of items.entries())
                add(item, `${path}[${index}]`, depth + 1, parent);
        }
    }
    return nodes;
}
/**
 * The first value other than undefined that `read` makes of the fields called `names` (folded), in
 * that order.
 */
function firstOf({ fields }, names, read) {
    for (const wanted of names) {
        for (const { name, folded, value } of fields) {
            const result = folded === wanted ? read(value) : undefined;
            if (result !== undefined)
                return { name, value: result };
        }
    }
    return undefined;
}
/**
 * A longer name is probably data and is left out, not cut: a secret that is cut would escape
 * redaction.
 */
const MAX_NAME_CHARS = 40;
/** The path of a field below `path`. */
function pathTo(path, name) {
    const shown = name.length <= MAX_NAME_CHARS ? name : '…';
    return path === '' ? shown : `${path}.${shown}`;
}
/** Objects within each other, and fields of each, that a shape shows. */
const SHAPE_DEPTH = 3;
const SHAPE_FIELDS = 10;
/**
 * Names and types of fields on one line, never values: `{ok: boolean, deployments: [2 × {id:
 * string}]}`.
 */
function shapeOf(value, depth = 0) {
    const list = asArray(value);
    if (depth > SHAPE_DEPTH)
        return '…';
    if (list !== undefined)
        return list.length === 0 ? '[]' : `[${list.length} × ${shapeOf(list[0], depth + 1)}]`;
    if (!isRecord(value))
        return value === null ? 'null' : typeof value;
    const names = Object.keys(value);
    const fields = names
        .slice(0, SHAPE_FIELDS)
        .map((name) => `${pathTo('', name)}: ${shapeOf(value[name], depth + 1)}`);
    return `{${fields.join(', ')}${names.length > SHAPE_FIELDS ? ', …' : ''}}`;
}
/** Longest text of others that is passed on in one line: far more than is ever shown. */
const MAX_LINE_CHARS = 16_384;
/** A text of others on one line, without control characters. */
function oneLine(text) {
    const line = text.slice(0, MAX_LINE_CHARS).replaceAll(/[\p{Cc}\s]+/gu, ' ');
    return line.trim().toWellFormed();
}
/** The value on one line, when it is a text that is not blank. */
function asLine(value) {
    return oneLine(asText(value) ?? '') || undefined;
}

;// CONCATENATED MODULE: ./api/records.js
// Finds resources and deployments in a reply, alone or in a list, whatever the objects around them
// are called.

/** The shape of a part that is not recognised. */
function unrecognised(value) {
    return `not recognised: ${shapeOf(value)}`;
}
/** What is read of a reply without a list. */
const NO_LIST = { items: [], isRecognised: false, isCut: false };
/** Types and sizes of a resource (API page, section 2), and the domains that belong to it. */
const RESOURCE_TYPES = new Set(['app', 'worker', 'database', 'service']);
const RESOURCE_FIELDS = new Set([
    'domains',
    'cpumillicores',
    'memorymb',
    'diskgb',
]);
/** True for a record that shows by itself that it is a resource. */
function isResource({ fields }) {
    return fields.some(({ folded, value }) => RESOURCE_FIELDS.has(folded) || (folded === 'type' && RESOURCE_TYPES.has(value)));
}
/** Longer ids do not fit into the path of a request. */
const MAX_ID_CHARS = 4096;
/** An id as text, from a text or a whole number; `.` and `..` cannot be part of a path. */
function asId(value) {
    const text = Number.isSafeInteger(value) ? String(value) : asText(value);
    return text === undefined || text.length > MAX_ID_CHARS || text === '.' || text === '..'
        ? undefined
        : text;
}
/** The ids that a record shows, the clearest first. */
function idsOf(node, kind) {
    return ['id', 'uuid', `${kind}id`].flatMap((name) => firstOf(node, [name], asId)?.value ?? []);
}
/** Longer text is no status. */
const MAX_STATUS_CHARS = 1_000;
/**
 * The status that a record shows, on one line; what stands there and is no status is traced as not
 * recognised.
 */
function readStatus(node, kind, trace) {
    const status = firstOf(node, ['status', 'state'], (value) => {
        const line = asLine(value);
        return line !== undefined && line.length <= MAX_STATUS_CHARS ? line : undefined;
    });
    const unread = firstOf(node, ['status', 'state'], (value) => (value === '' ? undefined : value));
    if (status !== undefined)
        trace?.(`${kind} status`, pathTo(node.path, status.name));
    else if (unread !== undefined)
        trace?.(`${kind} status`, unrecognised(unread.value));
    return status?.value;
}
/**
 * The record of a reply about one resource or deployment: the outermost one that bears the
 * requested id.
 */
function findRecord(reply, id, { kind, trace }) {
    const named = walk(reply).filter((node) => idsOf(node, kind).includes(id));
    const found = kind === 'resource'
        ? (named.find(isResource) ?? named[0])
        : named.find((node) => !isResource(node));
    if (found === undefined)
        trace(kind, unrecognised(reply));
    return found;
}
/**
 * The list of a reply: the array under one of the names; else one whose items all satisfy `isItem`;
 * an empty one under a name, bare, or as the only array of the reply. None where several stand side
 * by side: each is only a part.
 */
function findList(reply, names, isItem) {
    const bare = asArray(reply);
    if (bare !== undefined)
        return bare.every(isItem) ? { items: bare, path: '', isCut: false } : undefined;
    const lists = walk(reply).flatMap((node) => node.fields.flatMap(({ name, folded, value }) => {
        const items = asArray(value);
        return items === undefined
            ? []
            : [{ folded, items, path: pathTo(node.path, name), isCut: saysMore(node) }];
    }));
    const named = lists.filter(({ folded }) => names.includes(folded));
    const shown = lists.filter(({ items }) => items.length > 0 && items.every(isItem));
    const only = lists.length === 1 ? lists.filter(({ items }) => items.length === 0) : [];
    const [found, ...others] = [named, shown, only].find(({ length }) => length > 0) ?? [];
    const depthOf = ({ path }) => path.split('.').length;
    const isBeside = (other) => other.items.length > 0 &&
        depthOf(other) === depthOf(found ?? other) &&
        (named.length === 0 || other.folded === found?.folded);
    return others.some(isBeside) ? undefined : found;
}
/** True when `hasMore`, or a `next…` that leads somewhere, stands beside a list. */
function saysMore({ fields }) {
    return fields.some(({ folded, value }) => {
        if (/^has(?:more|next)/.test(folded))
            return value === true;
        return (folded.startsWith('next') && (isRecord(value) || (value !== 0 && asId(value) !== undefined)));
    });
}
/**
 * Reads the list of resources or deployments in a reply; one with an item that cannot be read is
 * not recognised.
 */
function readList(reply, { kind, read, trace }) {
    const nodeIn = (item, path = '') => nodeOf(isRecord(item) ? item : {}, path);
    const isItem = (item) => {
        const node = nodeIn(item);
        if (idsOf(node, kind).length === 0)
            return false;
        return isResource(node) ? kind === 'resource' : readStatus(node, kind) !== undefined;
    };
    const part = `${kind}s`;
    const found = findList(reply, [part], isItem);
    const items = found?.items.flatMap((item) => {
        const node = nodeIn(item, `${found.path}[]`);
        const [id] = idsOf(node, kind);
        return id === undefined ? [] : [read(id, node)];
    });
    const isRecognised = items !== undefined && items.length === found?.items.length;
    trace(part, isRecognised ? found.path : unrecognised(reply));
    return isRecognised ? { items, isRecognised, isCut: found.isCut } : NO_LIST;
}

;// CONCATENATED MODULE: ./api/log.js
// The text of a log in a reply, and what of it is new. The text is untrusted.


const NO_LOG = { text: '', hiddenCount: 0 };
/** Folded names such as `log`, `buildLogs`, `output`, `log_lines`; not `logUrl` or `changelog`. */
const LOG_NAME = /^(?:build|deploy|deployment|runtime|app|console)?(?:logs?|output)(?:lines|text|entries)?$/;
/** Fields of an entry that hold its text, the clearest first. */
const TEXT_NAMES = ['message', 'msg', 'text', 'line', 'log', 'output'];
/** Fields of an object that hold its entries. */
const ENTRIES_NAMES = ['lines', 'entries', 'items'];
/**
 * The build log in the objects of a reply that are about one deployment: the first field for a log
 * that has text.
 */
function readBuildLog(nodes, trace) {
    return firstLog(logFieldsIn(nodes), 'build log', trace);
}
/**
 * The runtime log: a field for a log, else the whole reply, which may be plain text (`reply` is
 * then undefined).
 */
function readRuntimeLog(reply, body, trace) {
    const fields = logFieldsIn(walk(reply));
    return firstLog(fields.length > 0 ? fields : [{ path: '', value: reply ?? body }], 'runtime log', trace);
}
function logFieldsIn(nodes) {
    return nodes.flatMap(({ fields, path }) => fields
        .filter(({ folded, value }) => LOG_NAME.test(folded) && ['string', 'object'].includes(typeof value))
        .map(({ name, value }) => ({ path: pathTo(path, name), value })));
}
/** The first field with text, a log before an output; else the first one. */
function firstLog(fields, part, trace) {
    const isOutput = ({ path }) => Number(/output$/i.test(path));
    const logsFirst = fields.toSorted((a, b) => isOutput(a) - isOutput(b));
    const logs = logsFirst.map((field) => ({ ...field, log: logOf(field.value) }));
    const found = logs.find(({ log }) => log.text !== '') ?? logs[0];
    if (found === undefined)
        return NO_LOG;
    trace(part, found.log.unread === undefined ? found.path : unrecognised(found.value));
    return found.log;
}
function logOf(value) {
    const entries = entriesOf(value);
    if (typeof value === 'string' && entries === undefined)
        return { text: withLineFeeds(value), hiddenCount: 0 };
    const lines = [];
    const unread = [];
    let hiddenCount = 0;
    for (const entry of entries ?? [value]) {
        const text = isRecord(entry)
            ? firstOf(nodeOf(entry), TEXT_NAMES, asString)?.value
            : asString(entry);
        if (isRecord(entry) && entry['hidden'] === true)
            hiddenCount += 1;
        else if (text !== undefined)
            lines.push(text.endsWith('\n') ? text : `${text}\n`);
        else if (typeof entry !== 'object' || Object.keys(entry ?? {}).length > 0)
            unread.push(jsonOf(entry));
    }
    return {
        text: withLineFeeds(lines.join('')),
        hiddenCount,
        unread: unread.join('\n') || undefined,
    };
}
/**
 * The entries of a list, of a list one level down, or of a text that is a JSON array of objects.
 */
function entriesOf(value) {
    if (isRecord(value))
        return firstOf(nodeOf(value), ENTRIES_NAMES, asArray)?.value;
    if (typeof value !== 'string')
        return asArray(value);
    const list = asArray(parseJson(value));
    return list?.every(isRecord) === true ? list : undefined;
}
function asString(value) {
    return typeof value === 'string' ? value : undefined;
}
/** An entry as one line of JSON; its shape where it is nested too deep for that. */
function jsonOf(entry) {
    try {
        return JSON.stringify(entry);
    }
    catch {
        return shapeOf(entry);
    }
}
/** A `\r` at the end is left out: its `\n` may follow in the next reply. */
function withLineFeeds(text) {
    return (text.endsWith('\r') ? text.slice(0, -1) : text).replaceAll('\r\n', '\n');
}
/**
 * What is new in the log as it is now: what follows the same beginning, else what follows the last
 * lines printed, else all of it. An unfinished last line is new once the log has ended, and again
 * if it has grown since. Takes linear time.
 */
function newLines(printed, now, { ended }) {
    const wholeLines = now.slice(0, now.lastIndexOf('\n') + 1);
    // Nothing new, or an older reading, from a replica that is behind.
    if (printed.startsWith(ended ? now : wholeLines))
        return { lines: '', isRewritten: false, printed };
    const text = ended && now !== wholeLines ? `${now}\n` : wholeLines;
    const continuesAt = endOfSameBeginning(printed, text) ?? endOfLastLines(printed, text);
    return {
        lines: text.slice(continuesAt ?? 0),
        isRewritten: continuesAt === undefined,
        printed: text,
    };
}
/**
 * Of these lines, those that the reading before did not have: of a log that is rewritten again and
 * again.
 */
function linesNotIn(printed, lines) {
    const known = new Set(printed.split('\n'));
    return lines
        .split(/(?<=\n)/)
        .filter((line) => !known.has(line.slice(0, -1)))
        .join('');
}
/**
 * Where a log with the same beginning continues: before the last line printed if that has grown.
 */
function endOfSameBeginning(printed, log) {
    if (log.startsWith(printed))
        return printed.length;
    const withoutEnd = printed.slice(0, -1);
    return log.startsWith(withoutEnd) ? withoutEnd.lastIndexOf('\n') + 1 : undefined;
}
/** How many of the last lines must be found again. */
const OVERLAP_LINES = 5;
/**
 * Where the last lines that were printed end in a log with another beginning; undefined if they are
 * not in it.
 */
function endOfLastLines(printed, log) {
    const last = printed
        .split('\n')
        .slice(-OVERLAP_LINES - 1)
        .join('\n');
    const start = last.trim() === '' ? -1 : `\n${log}`.lastIndexOf(`\n${last}`);
    return start === -1 ? undefined : start + last.length;
}

;// CONCATENATED MODULE: ./api/status-words.js
// What the status words of deployments and resources mean.
/** The five statuses of a deployment (API page, section 3). */
const KNOWN_STATUSES = new Set([
    'queued',
    'building',
    'finished',
    'failed',
    'cancelled',
]);
/** Words of an end that other services use. */
const FAILED = /^(?:fail|err|crash|abort|reject|timed|timeout)/;
const CANCELLED = /^(?:cancel|skip|supersed)/;
/** Words such as `cancel_requested`, `failing` and `error_retry` are not an end. */
const IN_PROGRESS = /request|pending|retry|progress|ing$/;
/**
 * Writes the five statuses, in any letter case and `canceled` too, as the API page does; others are
 * unchanged.
 */
function normalizeStatus(status) {
    const folded = status.trim().toLowerCase();
    const word = folded === 'canceled' ? 'cancelled' : folded;
    return KNOWN_STATUSES.has(word) ? word : status;
}
/** True for one of the five statuses, in any spelling that {@link normalizeStatus} reads. */
function isKnownStatus(status) {
    return KNOWN_STATUSES.has(normalizeStatus(status));
}
/**
 * How a deployment in this status has ended, as far as the word says so; undefined for any other:
 * it is in progress.
 */
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
/** The first that matches the first run of letters counts. */
const RESOURCE_CLASSES = [
    ['up', /^(?:running|healthy|active|online|up|live|started|ready|available|deployed|serving)$/],
    ['down', /^(?:exited|dead|down|offline)$/],
    ['crashed', /^(?:crash|fail|err|oom|kill)/],
    ['asleep', /^(?:stopped|off|inactive|idle|paused|suspended|sleeping)$/],
    [
        'moving',
        /^(?:pending|queued|starting|restarting|stopping|deploying|building|pulling|creating|updating|provisioning|initializing)$/,
    ],
];
/**
 * Classifies the status of a resource, in any letter case: `running (healthy)` is up, `running
 * (unhealthy)` is not.
 */
function classOf(status) {
    if (status === undefined)
        return 'none';
    const [word = ''] = wordsIn(status);
    const found = RESOURCE_CLASSES.find(([, pattern]) => pattern.test(word))?.[0] ?? 'unknown';
    if (found === 'down' || found === 'crashed')
        return found;
    return wordsIn(status).includes('unhealthy') ? 'unhealthy' : found;
}
/**
 * True for two spellings of one status, as `running (healthy)` and `Running:healthy`, or `up 3
 * minutes` and `up 4 minutes`. Of an unknown status the whole text counts, in any letter case.
 */
function isSameStatus(a, b) {
    return comparable(a) === comparable(b);
}
function comparable(status) {
    if (status === undefined || classOf(status) === 'unknown')
        return status?.trim().toLowerCase();
    return wordsIn(status).join(' ');
}
function wordsIn(status) {
    return status.toLowerCase().match(/\p{L}+/gu) ?? [];
}

;// CONCATENATED MODULE: ./api/deployments.js
// Deployments in a reply: one with its build log, the list, and the answer to the request for one.




const NO_STATUS = 'unknown';
/** The deployments of a list reply. */
function readDeployments(reply, trace) {
    return readList(reply, {
        kind: 'deployment',
        trace,
        read: (id, node) => ({ id, ...stateOf(node, trace) }),
    });
}
/** One deployment; without status and log when the reply is not about `id`. */
function readDeployment(reply, id, trace) {
    const node = findRecord(reply, id, { kind: 'deployment', trace });
    if (node === undefined)
        return { id, reasons: [], log: NO_LOG };
    const log = readBuildLog([node, ...outerOf(node), ...partsOf(node).slice(1)], trace);
    const { status, ...rest } = stateOf(node, trace);
    return { id, ...rest, ...(readStatus(node, 'deployment') !== undefined && { status }), log };
}
function outerOf({ parent }) {
    return parent === undefined ? [] : [parent, ...outerOf(parent)];
}
function stateOf(node, trace) {
    const status = normalizeStatus(readStatus(node, 'deployment', trace) ?? NO_STATUS);
    const commit = commitOf(node);
    return { status, ...(commit !== undefined && { commit }), reasons: reasonsOf(node) };
}
/** Names of an object that describes another deployment or commit. */
const ANOTHER = /previous|parent|base|before|last|tree|replac/;
/** The record and the objects in it that are about the same deployment, outermost first. */
function partsOf({ record, path }) {
    const isEntered = (value) => {
        if (!isRecord(value))
            return false;
        const node = nodeOf(value);
        // An object with an id and a status of its own is another deployment, or a part that has its
        // own state.
        return idsOf(node, 'deployment').length === 0 || readStatus(node, 'deployment') === undefined;
    };
    return walk(record, ({ folded, value }) => !ANOTHER.test(folded) && isEntered(value), path);
}
const COMMIT_NAME = /commit|revision|sha1?(?:\.|$)/;
/**
 * The commit under a name of one, in the record or an object in it; one of 40 digits before a
 * shorter one.
 */
function commitOf(record) {
    const commits = partsOf(record).flatMap((node) => node.fields.flatMap(({ name, folded, value }) => {
        const ownPath = pathTo(node.path, name).slice(record.path.length).toLowerCase();
        const isNamed = COMMIT_NAME.test(ownPath) && !ANOTHER.test(folded);
        return (isNamed && /^[\da-f]{7,40}$/.exec(asText(value)?.toLowerCase() ?? '')?.[0]) || [];
    }));
    return commits.find((commit) => commit.length === 40) ?? commits[0];
}
/** A time such as that of `failedAt` is no reason. */
const TIME = /^\d{4}-\d\d-\d\dT/;
/** The texts that say why a deployment failed: sentences, then code words. */
function reasonsOf({ fields }) {
    const reasons = fields.flatMap(({ folded, value }) => {
        if (!/error|fail/.test(folded) || /(?:by|url)$/.test(folded))
            return [];
        const [first] = asArray(value) ?? [value];
        const text = isRecord(first)
            ? firstOf(nodeOf(first), ['message', 'reason', 'detail', 'code'], asLine)?.value
            : asLine(first);
        return text === undefined || TIME.test(text) ? [] : [text];
    });
    return reasons.toSorted((a, b) => Number(b.includes(' ')) - Number(a.includes(' ')));
}
/**
 * The deployment that the answer to a request names: `deploymentId`, else the id of an object named
 * `deployment`, else the `id` of the whole reply. Never `resourceId`, nor an id under another name.
 */
function readAccepted(reply, resourceId) {
    const nodes = walk(reply).filter(({ path }) => !ANOTHER.test(path.toLowerCase()));
    const [whole] = nodes;
    if (whole === undefined)
        return {};
    const ids = nodes.flatMap((node) => {
        const isDeployment = /(?:^|\.)deployment$/i.test(node.path) && !isResource(node);
        const id = firstOf(node, isDeployment ? ['deploymentid', 'id', 'uuid'] : ['deploymentid'], asId)?.value;
        return id === undefined ? [] : [{ id, node }];
    });
    const wholeId = isResource(whole) ? undefined : firstOf(whole, ['id'], asId)?.value;
    if (wholeId !== undefined)
        ids.push({ id: wholeId, node: whole });
    const found = ids.find(({ id }) => id !== resourceId);
    const status = normalizeStatus((found && readStatus(found.node, 'deployment')) ?? '');
    return {
        deploymentId: found?.id,
        status: isKnownStatus(status) ? status : undefined,
        sentence: firstOf(whole, ['message'], asLine)?.value,
    };
}

;// CONCATENATED MODULE: ./api/env-names.js
// Names of environment variables in a reply. Values, if a service ever sends them, are discarded
// here.


/** Folded names of the fields that hold variables. */
const HOLDERS = ['env', 'envs', 'envvars', 'variables', 'vars', 'names'];
const NAME = /^[^\p{Cc}\s=]{1,255}$/u;
/**
 * The names: texts, names of objects, or the keys of a map. A list with other entries, too, counts
 * as cut.
 */
function readEnvNames(reply, trace) {
    const found = mapIn(reply) ?? findList(reply, HOLDERS, (item) => nameOf(item) !== undefined);
    const items = found?.items.flatMap((item) => nameOf(item) ?? []) ?? [];
    const isRecognised = found !== undefined && (items.length > 0 || found.items.length === 0);
    trace('names of variables', isRecognised ? found.path : unrecognised(reply));
    return isRecognised
        ? { items, isRecognised, isCut: found.isCut || items.length < found.items.length }
        : NO_LIST;
}
/**
 * A map of variables under its name, or as the whole reply: then all names but `ok` are in
 * capitals.
 */
function mapIn(reply) {
    for (const node of walk(reply)) {
        // `{env: {items: […], total: 2}}` is no map of variables.
        const isMap = (value) => isRecord(value) && !Object.values(value).some(Array.isArray);
        const map = firstOf(node, HOLDERS, (value) => (isMap(value) ? Object.keys(value) : undefined));
        if (map !== undefined)
            return { items: map.value, path: pathTo(node.path, map.name), isCut: false };
    }
    const names = isRecord(reply) ? Object.keys(reply).filter((name) => name !== 'ok') : [];
    const isMap = names.length > 0 && names.every((name) => /^[A-Z_][A-Z\d_]*$/.test(name));
    return isMap ? { items: names, path: '', isCut: false } : undefined;
}
function nameOf(item) {
    const text = isRecord(item)
        ? firstOf(nodeOf(item), ['name', 'key'], (value) => value)?.value
        : item;
    return typeof text === 'string' && NAME.test(text) ? text : undefined;
}

;// CONCATENATED MODULE: ./api/hosts.js
// The domains of a resource as hosts: validated, in punycode, without a scheme.



/** Fields that hold the address of an app, the clearest first. */
const HOST_NAMES = ['domains', 'domain', 'fqdn', 'url', 'urls', 'hosts'];
/** Fields of an entry in a list of domains. */
const ENTRY_NAMES = [...HOST_NAMES, 'host', 'hostname', 'name'];
/** Lists and objects within each other below the name of a host. */
const hosts_MAX_DEPTH = 5;
/**
 * The hosts of a resource in the service's order: those of the first field that holds any, in the
 * record or beside it.
 */
function hostsOf(node, trace) {
    for (const holder of node.parent === undefined ? [node] : [node, node.parent]) {
        const found = firstOf(holder, HOST_NAMES, (value) => {
            const hosts = hostsIn(value);
            if (hosts === undefined && !isBlank(value))
                trace('domains', unrecognised(value));
            return hosts;
        });
        if (found === undefined)
            continue;
        trace('domains', pathTo(holder.path, found.name));
        return [...new Set(found.value)];
    }
    return [];
}
/**
 * Drops loopback hosts, which would be the runner itself; only a service that is on loopback itself
 * has apps there.
 */
function withoutLoopback(hosts) {
    return hosts.filter((host) => !isLoopback(new URL(`https://${host}`).hostname));
}
function isBlank(value) {
    return value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}
function hostsIn(value, depth = 0) {
    if (depth > hosts_MAX_DEPTH)
        return undefined;
    // A port beside a domain is that of the container, not of the address.
    if (isRecord(value))
        return firstOf(nodeOf(value), ENTRY_NAMES, (entry) => hostsIn(entry, depth + 1))?.value;
    const hosts = typeof value === 'string'
        ? value.split(',').flatMap((part) => asHost(part.trim()) ?? [])
        : asArray(value)?.flatMap((item) => hostsIn(item, depth + 1) ?? []);
    return hosts?.length === 0 ? undefined : hosts;
}
const HOST_NAME = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?:\.|$))+$/;
const IPV4 = /^\d+(?:\.\d+){3}$/;
/** Longer text is not parsed. */
const MAX_LENGTH = 1024;
/**
 * The host of a domain or an `http(s):` URL in lower case and punycode, with its port unless it is
 * the default one. Undefined when a text without scheme has a path, and for user info, a query,
 * white space, control characters or a wildcard.
 */
function asHost(text) {
    if (text.length > MAX_LENGTH || /^(?:https?:\/\/)?\/|[\p{Cc}\s@\\?#%*]/iu.test(text))
        return undefined;
    const hasScheme = /^https?:\/\//i.test(text);
    const url = URL.parse(hasScheme ? text : `https://${text}`);
    if (url === null || (!hasScheme && url.pathname !== '/'))
        return undefined;
    const name = url.hostname.replace(/\.$/, '');
    if (!HOST_NAME.test(name) && !name.startsWith('['))
        return undefined;
    // The URL parser turns `1234` and `0x7f000001` into IPv4 addresses; neither is a domain.
    if (IPV4.test(name) && !text.includes(name))
        return undefined;
    // A single word (`production`) is no host, unless it has a scheme or a port.
    const isWord = !/[.:]/.test(name) && name !== 'localhost' && !hasScheme && url.port === '';
    return isWord ? undefined : name + (url.port === '' ? '' : `:${url.port}`);
}

// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/proxy.js
var proxy = __nccwpck_require__(689);
;// CONCATENATED MODULE: ./api/connection-errors.js
// Network errors: what became of the request, and what went wrong in plain words.


/** A request without a complete reply. */
class ExchangeError extends Error {
    name = 'ExchangeError';
    fate;
    constructor(fate, message) {
        super(message);
        this.fate = fate;
    }
}
/** The errors that users see most, by the codes and messages of Node and OpenSSL. */
const PROBLEMS = [
    [/^ECONNREFUSED/, 'the host refuses connections at this port'],
    [/^ENOTFOUND|^EAI_AGAIN/, 'the host name does not resolve'],
    [/^ECONNRESET/, 'closed by the other side'],
    [/^HPE_/, 'what it answers is not HTTP', 'garbled'],
    [/^CERT_HAS_EXPIRED/, 'its certificate has expired', 'rejected'],
    [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host name', 'rejected'],
    [
        /SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_|DEPTH_ZERO_/,
        'its certificate is not accepted (env NODE_EXTRA_CA_CERTS can name an authority that the runner does not know)',
        'rejected',
    ],
    [
        /wrong version number|packet length too long|handshake failure|protocol version|unsupported protocol/,
        'it does not speak TLS (https:) at this port, or none that the runner accepts',
        'rejected',
    ],
];
/**
 * Messages when a proxy opens no tunnel, with the reason, or the server closes the connection
 * before TLS.
 */
const NO_CONNECTION = /^tunneling socket could not be established, (.*)|before secure TLS connection was established/;
/**
 * Classifies an error of the HTTP client. Exported to test errors that cannot be provoked on every
 * machine.
 */
function networkError(error) {
    // For a host with several addresses Node puts the error of each attempt into `errors`.
    const [cause = error] = (isRecord(error) ? asArray(error['errors']) : undefined) ?? [];
    const [code = '', message = '', syscall = ''] = ['code', 'message', 'syscall'].map((name) => isRecord(cause) ? asText(cause[name]) : undefined);
    const unconnected = NO_CONNECTION.exec(message);
    if (unconnected?.[1] !== undefined) {
        // Such as `statusCode=407`, which another attempt would not change.
        const fate = /^statusCode=4\d\d/.test(unconnected[1]) ? 'rejected' : 'unsent';
        const why = unconnected[1].replace('statusCode=', 'it answered ');
        return new ExchangeError(fate, `the proxy of the runner opened none (${why})`);
    }
    const [, problem, fate] = PROBLEMS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
    const isUnsent = unconnected !== null || ['connect', 'getaddrinfo'].includes(syscall);
    const text = problem === undefined ? code || 'the connection failed' : `${problem} (${code})`;
    return new ExchangeError(fate ?? (isUnsent ? 'unsent' : 'lost'), text);
}
/**
 * Throws for an address of a proxy that cannot be read: the client would fail without a reason, or
 * use no proxy.
 */
function assertReadableProxy(url) {
    const name = url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const given = process.env[name.toLowerCase()] || process.env[name];
    try {
        if (given === undefined ||
            given === '' ||
            (0,proxy/* checkBypass */.H)(new URL(url)) ||
            (0,proxy/* getProxyUrl */.s)(new URL(url))?.hostname)
            return;
    }
    catch {
        // It is no URL at all.
    }
    // It may hold credentials, so it is not shown.
    throw new ExchangeError('rejected', `the address of the proxy in ${name} cannot be read: http://host:8080 is one`);
}

;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
// EXTERNAL MODULE: ../node_modules/@actions/http-client/lib/index.js
var lib = __nccwpck_require__(889);
// EXTERNAL MODULE: ./clock.js
var clock_0 = __nccwpck_require__(535);
;// CONCATENATED MODULE: ./api/http.js




/** Sends requests, and keeps connections for further reads. */
function createHttp(userAgent, clock) {
    // The client has no parameter for an abort signal. It calls the handler before its first await,
    // so the signal that is set just before a request is that of the request.
    let nextSignal;
    const handler = {
        prepareRequest(options) {
            options.signal = nextSignal;
            // The host of a URL with an IPv6 address stands in brackets; Node would look that up as a
            // name.
            options.host = options.host?.replace(/^\[(.*)\]$/, '$1');
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error('no authentication is handled here')),
    };
    const connect = (keepAlive) => new lib/* HttpClient */.Qq(userAgent, [handler], { allowRedirects: false, allowRetries: false, keepAlive });
    // A server may close an idle connection just as a request is sent on it. A read is sent again,
    // but what became of a POST would not be known: it gets a connection of its own.
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
                // An aborted request does not always settle: Node reports nothing after a reply that
                // switches protocols, nor while a proxy does not answer the CONNECT request.
                const { message } = await (0,clock_0/* unlessAborted */.Wh)(pending, limit.signal);
                const body = await readBody(message, request, limit.signal);
                // An aborted body that ends with its connection looks complete.
                if (request.isPartEnough !== true)
                    limit.signal.throwIfAborted();
                return { status: message.statusCode ?? 0, headers: message.headers, body };
            }
            catch (error) {
                if (signal.aborted)
                    throw signal.reason;
                if (limit.signal.aborted)
                    throw timedOut;
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
async function readBody(message, { maxBytes, isPartEnough = false }, signal) {
    const chunks = [];
    const reading = maxBytes === 0 ? Promise.resolve() : receive(message, chunks, maxBytes);
    try {
        await (0,clock_0/* unlessAborted */.Wh)(reading, signal);
    }
    catch (error) {
        reading.catch(() => undefined); // it ends with the message
        if (!isPartEnough || chunks.length === 0)
            throw error;
    }
    finally {
        message.destroy();
    }
    const received = Buffer.concat(chunks);
    const isTooLong = ({ length }) => length > maxBytes && !isPartEnough;
    const body = isTooLong(received) ? received : decompress(received, message.headers, maxBytes);
    if (isTooLong(body))
        throw tooLarge(maxBytes);
    return body.toString('utf8', 0, maxBytes);
}
/** Reads up to the limit; the rest of a longer body is not received. */
async function receive(message, chunks, maxBytes) {
    let bytes = 0;
    for await (const chunk of message) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes)
            return;
    }
    if (!message.complete)
        throw new ExchangeError('lost', 'the reply was cut short');
}
function tooLarge(maxBytes) {
    return new ExchangeError('too-large', `the reply is longer than ${maxBytes / 2 ** 20} MiB`);
}
/**
 * A gateway may compress a body although `identity` was asked for; of one that is cut the beginning
 * is read. What cannot be decompressed is returned as it came.
 */
function decompress(body, headers, maxBytes) {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    // Decompression is synchronous; 16 MiB take some tens of milliseconds.
    const maxOutputLength = Math.max(maxBytes, 2 ** 24);
    try {
        if (encoding === 'br') {
            return (0,external_node_zlib_namespaceObject.brotliDecompressSync)(body, {
                maxOutputLength,
                finishFlush: external_node_zlib_namespaceObject.constants.BROTLI_OPERATION_FLUSH,
            });
        }
        if (['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
            return (0,external_node_zlib_namespaceObject.unzipSync)(body, { maxOutputLength, finishFlush: external_node_zlib_namespaceObject.constants.Z_SYNC_FLUSH });
        }
    }
    catch (error) {
        if (Error.isError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
            throw tooLarge(maxBytes);
    }
    return body;
}

;// CONCATENATED MODULE: ./api/probe.js


const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches, as far as it arrives in time. */
const MAX_BODY_BYTES = 64 * 1024;
/**
 * Sends one request; `failure`: why there was no answer. The body is empty without `readBody`;
 * every text is untrusted. Rejects only with the signal's reason.
 */
async function probe(url, { clock, signal, readBody }) {
    const http = createHttp('deployment-service-action health check', clock);
    try {
        return await http.exchange({
            method: 'GET',
            url,
            headers: { accept: '*/*' },
            timeoutMs: TIMEOUT_MS,
            maxBytes: readBody ? MAX_BODY_BYTES : 0,
            isPartEnough: true,
        }, signal);
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

;// CONCATENATED MODULE: ./text.js
// Words for people: durations, plurals, lists of names, "did you mean", and the message of a thrown
// value.
const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 };
/**
 * Milliseconds of a written duration such as `90`, `15m` or `1h30m`; undefined when `text` is not
 * one. A bare number is seconds; each unit occurs at most once, largest first.
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
 * A duration for people, such as `4.2 s`, `1m 12s` or `2h 5m`: one decimal below ten seconds, else
 * whole seconds.
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
/** `1 line`, `2 lines`, for words that just add an `s`. */
function pluralize(count, word) {
    return `${count} ${word}${count === 1 ? '' : 's'}`;
}
/** Names at most this many; the rest is counted. */
const MAX_NAMED = 5;
/** `a, b and 3 more`. */
function nameSome(names) {
    const named = names.slice(0, MAX_NAMED).join(', ');
    return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named;
}
/**
 * The message of a thrown value. Never throws, even if the value cannot be converted to a string.
 */
function errorMessage(thrown) {
    const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
    return typeof message === 'object' && message !== null
        ? 'something without a message was thrown'
        : String(message);
}
/**
 * Least similarity of a suggestion: the pairs of letters in common, as a share of those of both
 * words.
 */
const MIN_SIMILARITY = 0.5;
/** The most similar of the allowed words, ignoring case; undefined when none is similar enough. */
function nearest(given, allowed) {
    const pairs = pairsIn(given);
    const candidates = allowed.map((word) => {
        const own = pairsIn(word);
        const shared = own.filter((pair) => pairs.includes(pair));
        return { word, similarity: (2 * shared.length) / (own.length + pairs.length) };
    });
    const similar = candidates.filter(({ similarity }) => similarity >= MIN_SIMILARITY);
    return similar.toSorted((a, b) => b.similarity - a.similarity)[0]?.word;
}
/** The pairs of neighbouring letters; the blanks before and after the word count as letters. */
function pairsIn(word) {
    const letters = Array.from(` ${word.toLowerCase()} `);
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

;// CONCATENATED MODULE: ./api/classify.js
// What an exchange with the service means: an answer of the API, a reply of something in between,
// or none.


/** Codes by HTTP status (API page, section 7), for errors of the API without a code. */
const CODE_BY_STATUS = {
    401: 'unauthorized',
    402: 'billing',
    403: 'forbidden',
    404: 'not_found',
    409: 'busy',
    429: 'rate_limited',
};
/** What a reply of any status means. */
function classify(reply, call) {
    const { status, body } = reply;
    const json = parseJson(body);
    const error = errorIn(json);
    const isSuccess = status >= 200 && status < 300 && error === undefined;
    const isTextAnswer = (call.mayBeText === true && !isMarkup(body)) || (call.method === 'POST' && body.trim() === '');
    if (isSuccess && (json !== undefined || isTextAnswer))
        return { kind: 'ok', json, body };
    const retryAfterMs = retryAfterIn(reply);
    const code = codeOf(status, error);
    const isLimit = code === 'rate_limited' ||
        (status === 429 && code !== 'create_limit' && retryAfterMs !== undefined);
    const isServer = !isLimit && (status >= 500 || status === 408);
    if (error === undefined && !isLimit && !isServer)
        return { kind: 'page', failure: pageFailure(reply, call) };
    // A gateway alone does not show that the service was reached.
    const shownCode = isServer && error === undefined ? 'unreachable' : code;
    const failure = new Failure(shownCode, messageOf(error, status, call), { status, retryAfterMs });
    if (isServer)
        return { kind: 'server', failure, isApi: error !== undefined };
    return { kind: isLimit ? 'limited' : 'refused', failure };
}
/** What an exchange without a complete reply means. */
function classifyError({ fate, message }, call) {
    const isTooLarge = fate === 'too-large';
    const lost = isTooLarge
        ? `the reply of ${call.host} cannot be read`
        : `the connection to ${call.host} was lost`;
    const what = fate === 'unsent' || fate === 'rejected' ? `no connection to ${call.host}` : lost;
    const code = isTooLarge ? 'unreadable_reply' : 'unreachable';
    const failure = new Failure(code, `${requestOf(call)}: ${what}: ${message}.`, { isTooLarge });
    return { kind: 'network', failure, fate };
}
function errorIn(json) {
    if (!isRecord(json) || json['ok'] !== false)
        return undefined;
    const holder = holderOf(json);
    return { code: firstOf(holder, ['code'], asLine)?.value, message: messageIn(holder) };
}
function holderOf(json) {
    const { error } = json;
    return nodeOf(isRecord(error) ? error : json);
}
function messageIn(holder) {
    return firstOf(holder, ['message', 'error'], asLine)?.value ?? '';
}
/**
 * An unknown code of a 409 or 429 is neither `busy` nor `rate_limited`; a 404 of the API is always
 * `not_found`.
 */
function codeOf(status, error) {
    if (status === 404)
        return 'not_found';
    return error?.code === undefined
        ? (CODE_BY_STATUS[status] ?? 'service_error')
        : serviceCode(error.code);
}
function messageOf(error, status, call) {
    // The host is named because the key may belong to another one.
    const at = error === undefined || status === 401 || status === 403 ? ` at ${call.host}` : '';
    const who = error === undefined ? 'a gateway or proxy' : 'the service';
    const code = error?.code === undefined ? '' : ` ${error.code}`;
    const { message = '' } = error ?? {};
    const sentence = message === '' ? '.' : `: "${message}"${/[.!?]$/.test(message) ? '' : '.'}`;
    return `${requestOf(call)}: ${who}${at} answered ${status}${code}${sentence}`;
}
function requestOf({ method, path }) {
    return `${method} ${path}`;
}
function pageFailure({ status, headers, body }, call) {
    const { location } = headers;
    // The rest of the address may hold secrets.
    const target = URL.parse(location ?? '', `https://${call.host}`)?.host ?? 'an unreadable address';
    const isRedirect = status >= 300 && status < 400 && location !== undefined;
    const what = isRedirect
        ? `a redirect to ${target}, which is not followed`
        : `${kindOf(body)}, not the JSON of the API`;
    const message = `${requestOf(call)}: ${call.host} answered ${status} with ${what}.`;
    return new Failure('unreadable_reply', message, { status });
}
/** Only the beginning of a page is searched for its title. */
const PAGE_START_CHARS = 64 * 1024;
/** A longer text is not quoted: one that is cut could hide a secret. */
const MAX_QUOTED_CHARS = 200;
/** What a body is that is not the API's JSON. */
function kindOf(body) {
    const json = parseJson(body);
    const message = isRecord(json) ? messageIn(holderOf(json)) : '';
    if (message !== '')
        return `the message "${message}"`;
    if (isMarkup(body)) {
        const title = asLine(/<title[^>]{0,200}>([^<]{1,300})/i.exec(body.slice(0, PAGE_START_CHARS))?.[1]);
        return title === undefined ? 'an HTML page' : `an HTML page titled "${title}"`;
    }
    const text = asLine(body);
    if (text === undefined)
        return 'an empty body';
    return text.length <= MAX_QUOTED_CHARS ? `the text "${text}"` : 'another text';
}
function isMarkup(body) {
    return /^\s*<(?:!doctype html|html|head|body|title|h1)/i.test(body.slice(0, PAGE_START_CHARS));
}
/**
 * Milliseconds from a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or an HTTP
 * date by the clock of the service, its `Date` header; undefined for anything else.
 */
function retryAfterIn({ headers }) {
    const text = headers['retry-after']?.trim() ?? '';
    if (/^\d{1,9}$/.test(text))
        return Number(text) * 1000;
    // Date.parse also accepts bare numbers and fragments; an HTTP date ends with its time zone.
    const afterMs = text.endsWith('GMT') ? Date.parse(text) - Date.parse(headers.date ?? '') : NaN;
    return Number.isNaN(afterMs) ? undefined : Math.max(0, afterMs);
}

;// CONCATENATED MODULE: ./api/pace.js
/**
 * Gaps between the polls of one resource; the second is for each job and resource that use the key.
 */
const QUICK_GAP_MS = 2_400;
const GAP_PER_JOB_MS = 600;
const SLOW_GAP_MS = 10_000;
/** The first poll after an acceptance, where few jobs use the key. */
const FIRST_POLL_MS = 1_100;
/**
 * Else it comes after so many gaps: the requests before it have taken the places of three polls.
 */
const FIRST_POLL_GAPS = 3;
/** After a slow reply the next poll waits as long as it took, up to this. */
const LONGEST_PAUSE_AFTER_SLOW_MS = 26_000;
/** How long before the deadline the last poll is sent, so that its result can be reported. */
const LAST_POLL_MS = 1_000;
/** The time over which the service counts requests. */
const WINDOW_MS = 60_000;
/**
 * Waits after refusals without `Retry-After`: the first one, the longest, and the growth with each
 * further one.
 */
const REFUSED_MS = 3_000;
const LONGEST_REFUSED_MS = 240_000;
const GROWTH = 1.5;
/** Added to `Retry-After`, so that those who got the same do not come back together. */
const RETRY_AFTER_JITTER_MS = 1_000;
/** Creates the pace of one step. */
function createPace(options) {
    const { clock, random, concurrentJobs, activeResources, signal, deadlineMs } = options;
    let blockedUntilMs = -Infinity;
    let lastRefusedMs = -Infinity;
    // Each kind has its own: the reads between two POSTs do not show that POSTs are allowed again.
    const refusalsInRow = { GET: 0, POST: 0 };
    let isShared = false;
    let lastTookMs = 0;
    /** ± 20 % */
    const jittered = (ms) => ms * (0.8 + random() * 0.4);
    const blockedMs = () => Math.max(0, blockedUntilMs - clock.now());
    const ownShareMs = () => GAP_PER_JOB_MS * concurrentJobs * activeResources();
    function gapMs() {
        const isSlow = clock.now() - lastRefusedMs < WINDOW_MS;
        return jittered(Math.max(QUICK_GAP_MS, ownShareMs(), isSlow && isShared ? SLOW_GAP_MS : 0));
    }
    /**
     * A wait that is cut for a last poll just before the deadline; after that one it lasts until the
     * step is aborted.
     */
    function untilLastPoll(waitMs) {
        const leftMs = deadlineMs - LAST_POLL_MS - clock.now();
        if (waitMs <= leftMs)
            return waitMs;
        return leftMs > 0 ? leftMs : Infinity;
    }
    return {
        untilLastPoll,
        /** How long no request is sent, in milliseconds. */
        blockedMs,
        /** Waits until a request may be sent. Rejects with the signal's reason. */
        ready: async () => {
            while (blockedMs() > 0)
                await clock.sleep(blockedMs(), signal);
        },
        /**
         * Sleeps until the next poll may be sent: at least `ms`, the gap of the pace (unless quick),
         * and as long as the last reply took (to 26 s). One last poll comes just before the deadline;
         * after it, it sleeps until the step is aborted.
         */
        pause: async (ms, { isQuick = false } = {}) => {
            const waitMs = Math.max(ms, Math.min(lastTookMs, LONGEST_PAUSE_AFTER_SLOW_MS), isQuick ? 0 : gapMs());
            await clock.sleep(untilLastPoll(waitMs), signal);
        },
        /** The wait between an acceptance and the first poll, in milliseconds. */
        firstPollMs: () => concurrentJobs > 1 && ownShareMs() > QUICK_GAP_MS
            ? Math.min(WINDOW_MS, FIRST_POLL_GAPS * gapMs())
            : FIRST_POLL_MS,
        /** The request sent at `sentMs` has ended with anything but a refusal. */
        answered(sentMs, method) {
            lastTookMs = method === 'GET' ? clock.now() - sentMs : 0;
            refusalsInRow[method] = 0;
        },
        /** The request sent at `sentMs` was refused with 429. */
        refused(sentMs, { method, retryAfterMs }) {
            const nowMs = clock.now();
            // One that was sent before the last refusal says nothing new.
            if (sentMs >= lastRefusedMs) {
                refusalsInRow[method] += 1;
                // A second refusal within a minute says that others use the key, too.
                isShared = nowMs - lastRefusedMs < WINDOW_MS;
                lastRefusedMs = nowMs;
            }
            else if (retryAfterMs === undefined)
                return;
            const waitMs = retryAfterMs === undefined
                ? Math.min(LONGEST_REFUSED_MS, jittered(REFUSED_MS * GROWTH ** (refusalsInRow[method] - 1)))
                : retryAfterMs + (0.5 + random() / 2) * RETRY_AFTER_JITTER_MS;
            blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
        },
    };
}

;// CONCATENATED MODULE: ./api/retries.js

/**
 * How long reads are retried, in milliseconds, before and after the service has answered a first
 * time.
 */
const RETRY_MS = {
    /** Before the first answer the address is likely wrong. */
    unsent: { first: 60_000, later: Infinity },
    lost: { first: 60_000, later: Infinity },
    /** Certificate, protocol, a proxy that refuses. */
    rejected: { first: 0, later: Infinity },
    garbled: { first: 0, later: Infinity },
    'too-large': { first: 0, later: 0 },
    /** A gateway may be without its service for a moment. */
    page: { first: 10_000, later: 60_000 },
    server: { first: Infinity, later: Infinity },
};
/** Backoff: doubles from the first wait to the longest, ± 25 %. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/**
 * Milliseconds to the next attempt of a read; undefined if there is none. Attempts count from 1,
 * `sameKindForMs` from the first one in a row with a result of this kind; `hasAnswered`: the
 * service has answered some request of this step.
 */
function retryWaitMs(result, state) {
    const { attempt, hasAnswered, sameKindForMs, random } = state;
    if (result.kind === 'ok' || result.kind === 'refused')
        return undefined;
    const limits = RETRY_MS[result.kind === 'network' ? result.fate : result.kind];
    const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (0.75 + random() / 2);
    const waitMs = Math.max(backoffMs, result.failure.options.retryAfterMs ?? 0);
    return sameKindForMs + waitMs > (hasAnswered ? limits.later : limits.first) ? undefined : waitMs;
}
/**
 * The outage that the reads of a step share: one line when it begins, one when it ends. `read`
 * identifies a read.
 */
function createOutages({ clock, info }) {
    const failing = new Set();
    let sinceMs = 0;
    let isGivenUp = false;
    let current;
    return {
        /**
         * A read has failed, or has to wait for a rate limit, and will be sent again after `waitMs`.
         */
        failed(read, failure, waitMs) {
            failing.add(read);
            if (current === undefined) {
                sinceMs = clock.now();
                isGivenUp = false;
                info(`${failure.message} Trying again in ${formatDuration(waitMs)}.`);
            }
            current = failure;
        },
        /**
         * A read has ended. With an answer the outage ends, too, unless another read still fails;
         * without a line if a read was given up, which may fail now as before.
         */
        ended(read, isAnswered) {
            const hasFailed = failing.delete(read);
            isGivenUp ||= hasFailed && !isAnswered;
            if (!isAnswered || current === undefined || failing.size > 0)
                return;
            current = undefined;
            if (!isGivenUp)
                info(`The service answers again after ${formatDuration(clock.now() - sinceMs)}.`);
        },
        /** The latest failure of the outage that has not ended. */
        current: () => current,
    };
}

;// CONCATENATED MODULE: ./api/requests.js
// Sends requests to the service with the key and at the pace of the step: a read until it is
// answered, a POST once.









/**
 * A request times out after this; within a read that is given up sooner after what is left, but not
 * below the second.
 */
const requests_TIMEOUT_MS = 30_000;
const SHORTEST_TIMEOUT_MS = 5_000;
const MAX_BYTES = 2 ** 24;
/** A request that has waited for so long when the step ends counts as an outage. */
const UNANSWERED_MS = 15_000;
/** The requests of one step. */
function createRequests(options) {
    const { baseUrl, apiKey, clock, random, signal } = options;
    const { host } = new URL(baseUrl);
    const http = createHttp('deployment-service-action', clock);
    const pace = createPace(options);
    const outages = createOutages(options);
    let hasAnswered = false;
    let unanswered;
    let lastRefusal;
    /**
     * Sends a read until it is answered. Rejects with a {@link Failure}, or with the reason of the
     * signal.
     */
    async function read(call, reader, limits = {}) {
        const { giveUpMs = Infinity, waitsForLimit = false } = limits;
        const thisRead = {};
        const startedMs = clock.now();
        let isAnswered = false;
        let same;
        try {
            for (let attempt = 1;; attempt += 1) {
                const sentMs = clock.now();
                const leftMs = Math.max(giveUpMs - (sentMs - startedMs), SHORTEST_TIMEOUT_MS);
                const heldBack = pace.blockedMs() > 0 ? lastRefusal : undefined;
                const result = heldBack ?? (await send({ ...call, method: 'GET', host }, Math.min(leftMs, requests_TIMEOUT_MS)));
                isAnswered = result.kind === 'ok' || result.kind === 'refused';
                if (result.kind === 'ok')
                    return reader(result.json, result.body);
                if (same?.kind !== result.kind)
                    same = { kind: result.kind, sinceMs: sentMs };
                const isLimited = result.kind === 'limited';
                const state = { attempt, hasAnswered, sameKindForMs: clock.now() - same.sinceMs, random };
                const waitMs = isLimited ? pace.blockedMs() : retryWaitMs(result, state);
                const nextMs = clock.now() + (waitMs ?? Infinity);
                const isGivenUp = nextMs - startedMs > giveUpMs && !(isLimited && waitsForLimit);
                if (waitMs === undefined || isGivenUp || (isLimited && nextMs >= options.deadlineMs))
                    throw result.failure;
                outages.failed(thisRead, result.failure, waitMs);
                await (isLimited ? pace.ready() : clock.sleep(pace.untilLastPoll(waitMs), signal));
            }
        }
        finally {
            outages.ended(thisRead, isAnswered);
        }
    }
    /** Sends a POST once. Rejects only with the reason of the signal. */
    async function post(call, resourceId) {
        const result = await send({ ...call, method: 'POST', host }, requests_TIMEOUT_MS);
        if (result.kind === 'ok')
            return { kind: 'ok', accepted: readAccepted(result.json, resourceId) };
        const { kind, failure } = result;
        const { status = 0, retryAfterMs = 0 } = failure.options;
        const fate = kind === 'network' ? result.fate : undefined;
        if (kind === 'limited')
            return { kind, failure, waitMs: pace.blockedMs() };
        if (fate === 'unsent')
            return { kind: fate, failure };
        if (kind === 'refused' && isFailure(failure, 'busy'))
            return { kind: 'busy', failure };
        if (kind === 'refused' || fate === 'rejected' || (kind === 'page' && status >= 300))
            return { kind: 'refused', failure };
        return {
            kind: 'lost',
            failure,
            isApi: kind === 'server' && result.isApi,
            waitMs: retryAfterMs,
        };
    }
    /** One exchange, at the pace of the step. Rejects only with the reason of the signal. */
    async function send(call, timeoutMs) {
        await pace.ready();
        const sentMs = clock.now();
        const result = await exchange(call, timeoutMs);
        if (result.kind === 'limited') {
            pace.refused(sentMs, {
                method: call.method,
                retryAfterMs: result.failure.options.retryAfterMs,
            });
            lastRefusal = result;
        }
        else
            pace.answered(sentMs, call.method);
        hasAnswered ||=
            ['ok', 'refused', 'limited'].includes(result.kind) ||
                (result.kind === 'server' && result.isApi);
        return result;
    }
    async function exchange(call, timeoutMs) {
        const { method, path, body, isKeyless } = call;
        const headers = {
            accept: 'application/json',
            ...(isKeyless !== true && { authorization: `Bearer ${apiKey}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
        };
        const startedMs = clock.now();
        let reply;
        try {
            reply = await http.exchange({ method, url: baseUrl + path, headers, body, timeoutMs, maxBytes: MAX_BYTES }, signal);
            return classify(reply, call);
        }
        catch (error) {
            if (error instanceof ExchangeError)
                return classifyError(error, call);
            const waitedMs = clock.now() - startedMs;
            const what = `${method} ${path}: ${host} has not answered for ${formatDuration(waitedMs)}.`;
            if (waitedMs >= UNANSWERED_MS)
                unanswered = new Failure('unreachable', what);
            throw error;
        }
        finally {
            logDebug(call, startedMs, reply);
        }
    }
    /** Method, path, status, time and shape; never a value. */
    function logDebug({ method, path }, startedMs, reply) {
        if (!options.isDebug)
            return;
        const json = parseJson(reply?.body ?? '');
        const shape = json === undefined
            ? `${reply?.body.length ?? 0} characters that are not JSON`
            : shapeOf(json);
        const tookMs = Math.round(clock.now() - startedMs);
        options.debug(`${method} ${path}: ${reply?.status ?? 'no reply'} after ${tookMs} ms, ${shape}`);
    }
    /**
     * Waits until a request may be sent; rejects with the last refusal where that is after the
     * deadline.
     */
    async function ready() {
        if (lastRefusal !== undefined && clock.now() + pace.blockedMs() >= options.deadlineMs)
            throw lastRefusal.failure;
        await pace.ready();
    }
    return {
        read,
        post,
        ready,
        pace,
        outage: () => outages.current() ?? unanswered,
        dispose: () => http.dispose(),
    };
}

;// CONCATENATED MODULE: ./api/resources.js
// Resources in a reply: one, or the list.



/** The resources of a list reply. */
function readResources(reply, trace) {
    return readList(reply, {
        kind: 'resource',
        trace,
        read: (id, node) => detailsOf(id, node, trace),
    });
}
/** One resource; without id and fields when the reply is not about `id`. */
function readResource(reply, id, trace) {
    const node = findRecord(reply, id, { kind: 'resource', trace });
    return node === undefined ? { hosts: [], fields: {} } : detailsOf(id, node, trace);
}
function detailsOf(id, node, trace) {
    const [name, type] = ['name', 'type'].map((field) => firstOf(node, [field], asLine)?.value);
    const known = { id, name, type, status: readStatus(node, 'resource', trace) };
    const catalogKey = firstOf(node, ['catalogkey'], asText)?.value;
    const all = [...Object.entries(node.record), ...Object.entries({ ...known, catalogKey })];
    const fields = Object.fromEntries(all.filter((entry) => isScalar(entry[1])));
    return { ...known, hosts: hostsOf(node, trace), fields };
}
/** Longer texts are left out: nobody reads them in a list, and cleaning them takes seconds. */
const MAX_TEXT_CHARS = 16_384;
function isScalar(value) {
    if (typeof value === 'string')
        return value.length <= MAX_TEXT_CHARS;
    return value === null || ['number', 'boolean'].includes(typeof value);
}

;// CONCATENATED MODULE: ./api/client.js
// The service as operations use it: one line per endpoint of the API page, and the pace of polls.










/**
 * Creates the client of one step. A read is sent until it is answered, and rejects with a
 * `Failure`; a POST is sent once and resolves with what became of it. All reject with the reason of
 * the signal once it is aborted.
 */
function createApi(options) {
    const { read, post, ready, pace, outage, dispose } = createRequests(options);
    const parts = new Map();
    const isLocal = isLoopback(new URL(options.baseUrl).hostname);
    /** What is not recognised is a debug line, unless it was so before. */
    function traceFor(path) {
        return (part, field) => {
            const key = `GET ${path}: ${part}`;
            if (field.startsWith('not recognised') && parts.get(key)?.[2] !== field)
                options.debug(`${key} ${field}`);
            parts.set(key, [`GET ${path}`, part, field || 'the whole reply']);
        };
    }
    /** A read whose JSON is given to `reader`. */
    function get(path, reader, limits) {
        return read({ path }, (json) => reader(json, traceFor(path)), limits);
    }
    return {
        listResources: (limits) => get('/resources', readResources, limits),
        async readResource(id, limits) {
            const resource = await get(pathOf `/resources/${id}`, (json, trace) => readResource(json, id, trace), limits);
            return isLocal ? resource : { ...resource, hosts: withoutLoopback(resource.hosts) };
        },
        /** Latest first. A service that answers 404 has no list: nothing is recognised. */
        async listDeployments(id, limits) {
            try {
                return await get(pathOf `/resources/${id}/deployments`, readDeployments, limits);
            }
            catch (error) {
                if (isFailure(error, 'not_found'))
                    return NO_LIST;
                throw error;
            }
        },
        /** Fails with `not_found`, or with `isTooLarge`. */
        readDeployment(id, deploymentId, limits) {
            const path = pathOf `/resources/${id}/deployments/${deploymentId}`;
            return get(path, (json, trace) => readDeployment(json, deploymentId, trace), limits);
        },
        readLogs(id, lines, limits) {
            const path = pathOf `/resources/${id}/logs?lines=${lines}`;
            return read({ path, mayBeText: true }, (json, body) => readRuntimeLog(json, body, traceFor(path)), limits);
        },
        listEnvNames: (id, limits) => get(pathOf `/resources/${id}/env`, readEnvNames, limits),
        /** Sent without the key; resolves when the service answers with JSON. */
        readDescription: (limits) => read({ path: '/openapi.json', isKeyless: true }, () => undefined, limits),
        createDeployment: (id, { force }) => post({ path: pathOf `/resources/${id}/deployments`, ...(force && { body: '{"force":true}' }) }, id),
        changeResource: (id, action) => post({ path: pathOf `/resources/${id}/${action}` }, id),
        /**
         * Requests an address of the app, without the key. Rejects only with the reason of the signal.
         */
        probe: (url, { readBody, signal }) => probe(url, { clock: options.clock, signal, readBody }),
        pause: pace.pause,
        firstPollMs: pace.firstPollMs,
        ready,
        /**
         * The latest failure of the outage that has not ended: why nothing was known when the deadline
         * came.
         */
        outage,
        /** Several jobs use the key: optional requests would take the place of theirs. */
        isShared: options.concurrentJobs > 1,
        /**
         * The latest of each request and part, such as `resource status`: the field, such as
         * `data.state`, or the shape of what was not recognised. Names and types, never values.
         */
        parts: () => [...parts.values()],
        /** Closes idle connections, which would keep the process alive. */
        dispose,
    };
}
/** A path with encoded ids. `encodeURIComponent` throws for half a surrogate pair. */
function pathOf(parts, ...ids) {
    return String.raw({ raw: parts }, ...ids.map((id) => encodeURIComponent(String(id).toWellFormed())));
}

;// CONCATENATED MODULE: ./outcome.js
/** The outcome of a resource of which nothing is known yet. */
function newOutcome(resourceId) {
    return { resourceId, warnings: [], logs: [], facts: [], tables: [] };
}
/** What a resource is called in messages: its name, else its id. */
function outcome_nameOf({ name, resourceId }) {
    return name ?? resourceId;
}

;// CONCATENATED MODULE: ./explain.js
// What the end of the work on a resource means, from the error that ended it and the facts of its
// outcome. Pure.




/** The failure of a resource, complete: with what it means, and how to go on. */
function explain(outcome, error, circumstances) {
    if (!isFailure(error))
        return new Failure('internal', `${errorMessage(error)}.`);
    if (error.code === 'interrupted')
        return explainCancel(outcome, error);
    if (error.code === 'timeout')
        return explainDeadline(outcome, circumstances);
    const tooLate = `The next attempt would come after the deadline of ${formatDuration(circumstances.timeoutMs)}`;
    // A limit that lasts beyond the deadline ends the search for a deployment just as the deadline
    // does.
    const isCutSearch = error.code === 'rate_limited' && UNKNOWN[outcome.waitingFor ?? ''] !== undefined;
    if (isCutSearch)
        return explainDeadline(outcome, { ...circumstances, outage: error }, tooLate);
    // What they are about does not exist, or is not known.
    if (['not_found', 'ambiguous', 'unknown_outcome'].includes(error.code))
        return error;
    const nothing = outcome.waitingFor === 'busy' ? `Nothing was started for ${outcome_nameOf(outcome)}.` : '';
    const state = isInProgress(outcome) ? stillRunning(outcome) : nothing;
    return withTexts(error, {
        message: error.code === 'rate_limited' ? `${error.message} ${tooLate}.` : error.message,
        meaning: `${error.options.meaning ?? ''} ${state}`.trim() || undefined,
        next: isInProgress(outcome) && RUN_AGAIN.has(error.code)
            ? adviceFor('unknown_outcome').next
            : error.options.next,
    });
}
/** Their advice is to run the job again, which would deploy twice while the work goes on. */
const RUN_AGAIN = new Set([
    'unreachable',
    'unreadable_reply',
    'service_error',
]);
/** How to go on after a deployment that this step no longer follows. */
function howToFollow({ resourceId, deploymentId }) {
    if (deploymentId === undefined)
        return 'The console shows its state.';
    return `To follow it: operation: wait, resource-id: ${resourceId}, deployment-id: ${deploymentId}.`;
}
/**
 * True while work that was accepted, or that somebody else has started, has not been seen to end.
 */
function isInProgress({ isAccepted, deploymentId, acceptedAtMs, endedAtMs, }) {
    if (endedAtMs !== undefined)
        return false;
    return isAccepted === true || (deploymentId !== undefined && acceptedAtMs !== undefined);
}
/** One sentence on work that goes on without this step. */
function stillRunning(outcome) {
    const { deploymentId, status } = outcome;
    const what = deploymentId === undefined ? `The work on ${outcome_nameOf(outcome)}` : `Deployment ${deploymentId}`;
    const isSeen = status === undefined ? outcome.isAccepted === true : isKnownStatus(status);
    const isCertain = isSeen && deploymentId !== undefined;
    return `${what} ${isCertain ? 'continues' : 'may continue'} at the service. ${howToFollow(outcome)}`;
}
/** What is not known while the step waits for this. */
const UNKNOWN = {
    answer: 'whether the request was accepted',
    'lost-post': 'what had become of the request',
    identification: 'which deployment is ours',
};
function explainCancel(outcome, error) {
    const { waitingFor = '', endedAtMs, status = outcome.resourceStatus } = outcome;
    const cancelled = (message, next) => withTexts(error, { message, next });
    if (isInProgress(outcome) || waitingFor === 'identification')
        return cancelled(stillRunning(outcome), 'Run the job again only once it has ended.');
    const look = 'Look at it in the console before anything is run again.';
    if (endedAtMs !== undefined)
        return cancelled(`The work on ${outcome_nameOf(outcome)} had ended before (${status}).`, look);
    if (UNKNOWN[waitingFor] === undefined)
        return cancelled('Nothing was requested.');
    return cancelled('It is not known whether the request was accepted.', adviceFor('unknown_outcome').next);
}
function explainDeadline(outcome, { outage, timeoutMs, nowMs }, reached = `The deadline of ${formatDuration(timeoutMs)} was reached`) {
    const { waitingFor = '', blockedBy, acceptedAtMs = nowMs, deploymentId, status } = outcome;
    const failing = outage ?? (waitingFor === 'lost-post' ? blockedBy : undefined);
    const cause = failing === undefined ? '' : `${failing.message} `;
    const unknown = UNKNOWN[waitingFor];
    if (unknown !== undefined) {
        const title = waitingFor === 'identification' ? `It is not known ${unknown}` : undefined;
        const next = deploymentId === undefined ? undefined : howToFollow(outcome);
        const said = outcome.sentence === undefined ? '' : ` The service answered: "${outcome.sentence}"`;
        return new Failure('unknown_outcome', `${cause}${reached} before it was known ${unknown}.${said}`, { title, next });
    }
    if (!isInProgress(outcome) && outcome.endedAtMs === undefined) {
        const meaning = 'Nothing was started.';
        const inTheWay = blockedBy ?? outage;
        if (inTheWay === undefined)
            return new Failure('timeout', `${reached}.`, { meaning });
        return withTexts(inTheWay, {
            message: `${inTheWay.message} ${reached} before this had changed.`,
            meaning,
        });
    }
    const what = deploymentId === undefined ? 'The work on' : `Deployment ${deploymentId} of`;
    const last = deploymentId === undefined ? outcome.resourceStatus : status;
    const isUnknown = deploymentId !== undefined && last !== undefined && !isKnownStatus(last);
    const known = isUnknown ? `"${last}", which this action does not know` : (last ?? 'not shown');
    const waited = formatDuration(nowMs - acceptedAtMs);
    return new Failure('timeout', `${cause}${reached} after a wait of ${waited}. The last status was ${known}.`, {
        title: outage === undefined ? `${what} ${outcome_nameOf(outcome)} had not ended in time` : outage.title,
        meaning: stillRunning(outcome),
        next: 'Find out whether it has ended before anything is run again. If it needs more time, give the step a longer timeout.',
    });
}
function withTexts(error, { message = error.message, ...texts }) {
    return new Failure(error.code, message, { ...error.options, ...texts });
}

;// CONCATENATED MODULE: ./operations/ownership.js

/** The deployments before a POST; ids of an earlier list stay known. */
function beforeFrom({ items, isRecognised }, earlier) {
    return {
        ids: new Set([...(earlier?.ids ?? []), ...items.map(({ id }) => id)]),
        inProgress: new Set(inProgressIn(items).map(({ id }) => id)),
        isReliable: isRecognised,
    };
}
/**
 * The entries of a list, latest first, that are in progress. A status that is not one of the API
 * page counts as that only for the latest entry.
 */
function inProgressIn(items) {
    return items.filter(({ status }, index) => endingOf(status) === undefined && (index === 0 || isKnownStatus(status)));
}
/** The new entries of a list. An older deployment may appear at the end of a list that was cut. */
function newEntries(before, { items }) {
    const firstKnown = items.findIndex(({ id }) => before.ids.has(id));
    if (firstKnown === -1)
        return { above: items, below: [] };
    const isListComplete = [...before.ids].every((id) => items.some((item) => item.id === id));
    // Below the known ones, an older one may have moved up where another has left.
    const below = items.slice(firstKnown).filter(({ id }) => !before.ids.has(id));
    return { above: items.slice(0, firstKnown), below: isListComplete ? below : [] };
}
/**
 * New entries above all earlier ones. Without a list from before, those that have ended may be old.
 */
function candidatesIn(before, list) {
    const { above } = newEntries(before, list);
    return before.isReliable
        ? above
        : above.filter((entry) => inProgressIn(list.items).includes(entry));
}
/** Reads that show the list for certain, before a lost POST counts as without effect. */
const GOOD_READS = 3;
const SEARCH_GAP_MS = 2_400;
/** Judges the readings of the list after a POST. */
function judgeSearch(facts, readings) {
    const { before, isAccepted } = facts;
    const last = readings.at(-1);
    if (last === undefined)
        return { kind: 'wait', ms: SEARCH_GAP_MS };
    const { below } = newEntries(before, last.value);
    const candidates = candidatesIn(before, last.value);
    const [first, ...others] = candidates;
    if (first !== undefined && others.length > 0)
        return { kind: 'ambiguous', ids: candidates.map(({ id }) => id) };
    if (first !== undefined) {
        if (!isAccepted && endingOf(first.status) !== undefined)
            return { kind: 'unknown', why: 'ended' };
        return { kind: 'ours', deployment: first };
    }
    if (!isAccepted && below.length > 0)
        return { kind: 'unknown', why: 'below' };
    if (!isSearched(facts, readings))
        return { kind: 'wait', ms: SEARCH_GAP_MS };
    if (isAccepted || !before.isReliable)
        return { kind: 'unknown', why: below.length > 0 ? 'below' : 'nothing' };
    return { kind: 'repost' };
}
/**
 * True once the list has shown for long enough, in good reads, that nothing new and nothing old is
 * in progress.
 */
function isSearched({ before, isAccepted, sinceMs, patienceMs }, readings) {
    // Work in progress may hide ours: when it has ended, the time starts anew.
    const lastWork = readings.findLastIndex(({ value }) => inProgressIn(value.items).length > 0);
    const quiet = readings.slice(lastWork + 1);
    const fromMs = lastWork === -1 ? sinceMs : (quiet[0]?.atMs ?? Infinity);
    const good = quiet.filter(({ value }) => value.isRecognised &&
        (before.ids.size === 0 || value.items.some(({ id }) => before.ids.has(id))));
    const lastMs = readings.at(-1)?.atMs ?? sinceMs;
    const isCertain = isAccepted || !before.isReliable || good.length >= GOOD_READS;
    return isCertain && lastMs - fromMs >= patienceMs;
}
/** A list read after ours was found in it: other new entries, by where they stand. */
function othersBeside(before, ourId, list) {
    const { below } = newEntries(before, list);
    const others = candidatesIn(before, list);
    const ours = others.findIndex(({ id }) => id === ourId);
    if (ours === -1)
        return { above: others, below };
    return { above: others.slice(0, ours), below: [...others.slice(ours + 1), ...below] };
}

;// CONCATENATED MODULE: ./operations/required-env.js
// required-env: names that must exist among the variables of a resource, before anything is
// changed.


/**
 * Throws `missing_env` when a name is missing, and `unreadable_reply` when the list of names cannot
 * tell.
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
        throw new Failure('missing_env', `${title}.`, {
            title,
            meaning: `Nothing was started for ${name}.`,
        });
    }
    const why = 'the list of its variables is incomplete or not recognised';
    throw new Failure('unreadable_reply', `Whether ${name} has ${names} is not known: ${why}.`, {
        title: 'The environment variables cannot be checked',
        next: 'Leave out required-env, or report it to the operator of the service.',
    });
}

;// CONCATENATED MODULE: ./operations/notes.js
const REPEAT_MS = 60_000;
/** Creates the notes on one subject. */
function createNote({ log, clock }) {
    let last;
    return (key, text, repeated = text) => {
        const isSame = key === last?.key;
        if (isSame && clock.now() - (last?.atMs ?? 0) < REPEAT_MS)
            return;
        last = { key, atMs: clock.now() };
        log.info(isSame ? repeated : text);
    };
}

;// CONCATENATED MODULE: ./operations/read-until.js
/**
 * Reads until the judge, a pure function of all readings, gives a verdict. Rejects as `read` does,
 * or with the signal.
 */
async function readUntil({ api, clock }, read, judge) {
    const readings = [];
    for (;;) {
        const value = await read();
        readings.push({ atMs: clock.now(), value });
        const verdict = judge(readings);
        if (!isWait(verdict))
            return verdict;
        await api.pause(verdict.ms, { isQuick: verdict.isQuick === true });
    }
}
function isWait(answer) {
    return answer.kind === 'wait';
}

;// CONCATENATED MODULE: ./operations/settle.js
// What the status of a resource means after a deployment, and after start, stop and restart: pure
// functions of readings.

const POLL_MS = 3_000;
/** Reads this far apart must both show an asleep or unknown status. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down. */
const DOWN_MS = 20_000;
/** For so long a resource may be moving, unhealthy or, where it is read, unreadable. */
const PATIENCE_MS = 60_000;
/** For so long an app may restart. */
const RESTARTING_MS = 180_000;
/**
 * Judges the status of a resource since its deployment has finished; `before` is its status before
 * the POST.
 */
function judgeAfterDeploy({ before, sinceMs }, readings) {
    const last = readings.at(-1);
    if (last === undefined)
        return { kind: 'wait', ms: 0 };
    const elapsedMs = last.atMs - sinceMs;
    const status = last.value;
    const wait = { kind: 'wait', ms: POLL_MS };
    const still = (limitMs, verdict) => elapsedMs >= limitMs ? verdict : wait;
    if (status === undefined)
        return before === undefined
            ? { kind: 'reached' }
            : still(PATIENCE_MS, passWith('no longer shows a status'));
    const kind = classOf(status);
    if (kind === 'up')
        return { kind: 'reached' };
    const isSame = isSameStatus(before, status);
    if (isSame && kind !== 'moving' && kind !== 'crashed') {
        const isUnchanged = status.toLowerCase() === before?.toLowerCase();
        const asBefore = isUnchanged
            ? `still ${status}, as before`
            : `${status}, and was ${before} before`;
        return { kind: 'reached', asBefore, ...(kind === 'down' && { warning: `is ${asBefore}` }) };
    }
    /** True if reads that are so far apart have shown one of these. */
    const isSeenFor = (ms, ...kinds) => readings.some(({ atMs, value }) => kinds.includes(classOf(value)) && last.atMs - atMs >= ms);
    if (kind === 'asleep' || kind === 'unknown')
        return isSeenFor(ASLEEP_MS, 'asleep', 'unknown') ? passWith(`is ${status}`) : wait;
    if (kind === 'down' || kind === 'crashed') {
        if (isSame)
            return still(PATIENCE_MS, { kind: 'wrong' });
        return isSeenFor(DOWN_MS, 'down', 'crashed') ? { kind: 'wrong' } : wait;
    }
    if (kind === 'unhealthy')
        return still(PATIENCE_MS, passWith(`is ${status}`));
    if (/restarting/i.test(status))
        return still(RESTARTING_MS, { kind: 'wrong' });
    return still(PATIENCE_MS, passWith(`is still ${status}`));
}
function passWith(warning) {
    return { kind: 'reached', warning };
}
/** True if the status is what was asked for. */
function isWanted(goal, status) {
    const wanted = goal === 'stop' ? ['asleep', 'down'] : ['up'];
    return wanted.includes(classOf(status));
}
/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000];
/** A wanted status after a change must still be there so much later. */
const CONFIRM_MS = 2_000;
/** Without a change, start and stop that find what they ask for pass after this. */
const UNCHANGED_MS = 5_000;
/**
 * A restart of an app that is up at every read passes after this; so does a strange status that
 * holds.
 */
const UNSEEN_MS = 20_000;
/** Another known state after a change is the wrong one after this. */
const WRONG_MS = { stop: 5_000, start: 20_000, restart: 20_000 };
/** The pause before the read number `count`, counted from 0. */
function pauseBefore(count) {
    const ms = FIRST_PAUSES_MS[count];
    return ms === undefined ? { kind: 'wait', ms: POLL_MS } : { kind: 'wait', ms, isQuick: true };
}
/**
 * Judges the status of a resource after start, stop or restart was accepted; `before` is its status
 * before the POST.
 */
function judgeLifecycle({ goal, before, acceptedAtMs }, readings) {
    const wait = pauseBefore(readings.length);
    const last = readings.at(-1);
    if (last === undefined)
        return wait;
    const status = last.value;
    const kind = classOf(status);
    // Where no status is known from before, the first read takes its place.
    const reference = before ?? readings[0]?.value;
    const change = readings.findIndex(({ value }) => value !== reference || classOf(value) === 'moving');
    const changed = change === -1 ? [] : readings.slice(change);
    const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
    const heldMs = last.atMs - (changed[lastOther + 1]?.atMs ?? acceptedAtMs);
    if (kind === 'none')
        return heldMs >= UNSEEN_MS ? passWith('shows no status') : wait;
    if (changed.length === 0) {
        if (goal !== 'restart' && isWanted(goal, status))
            return heldMs >= UNCHANGED_MS ? { kind: 'reached' } : wait;
        if (goal === 'restart' && (kind === 'up' || kind === 'unknown')) {
            const note = `it was ${status} at every read: no change was seen`;
            return heldMs >= UNSEEN_MS ? { kind: 'reached', note } : wait;
        }
        return heldMs >= RESTARTING_MS ? { kind: 'wrong' } : wait;
    }
    if (isWanted(goal, status)) {
        if (heldMs >= CONFIRM_MS)
            return { kind: 'reached' };
        return { ...wait, ms: Math.min(wait.ms, CONFIRM_MS - heldMs) };
    }
    if (kind === 'moving')
        return wait;
    if (kind === 'unknown')
        return heldMs >= UNSEEN_MS ? passWith(`is ${status}`) : wait;
    return heldMs >= WRONG_MS[goal] ? { kind: 'wrong' } : wait;
}

;// CONCATENATED MODULE: ./operations/resource.js






/** A resource that cannot be read before a deployment is given up after this. */
const GIVE_UP_MS = 10_000;
/** Reads that only add to a message do not hold it up. */
const BRIEF_MS = 5_000;
/**
 * True for a failure after which nothing else can be read either: of the key or the resource, or
 * the end of the step.
 */
function isStopping({ signal }, failure) {
    return signal.aborted || isFailure(failure, 'unauthorized', 'forbidden', 'billing', 'not_found');
}
/** Reads the resource; its name, status and address go into the outcome. */
async function resource_readResource({ api, outcome }, limits) {
    const resource = await api.readResource(outcome.resourceId, limits);
    const { id, name, status, hosts } = resource;
    const [host] = hosts;
    if (name !== undefined)
        outcome.name = name;
    // One that is no longer shown is not known any more.
    if (id !== undefined)
        delete outcome.resourceStatus;
    if (status !== undefined)
        outcome.resourceStatus = status;
    const address = host === undefined ? null : URL.parse(`https://${host}`);
    if (address !== null)
        outcome.url = `${isLoopback(address.hostname) ? 'http' : 'https'}://${host}`;
    return resource;
}
/** Reads the resource; a failure that need not stop the step is returned. */
async function tryResource(step, limits) {
    const resource = await orFailure(resource_readResource(step, limits));
    if (isFailure(resource) && isStopping(step, resource))
        throw resource;
    return resource;
}
/**
 * Reads the resource before a deployment; undefined when that fails for a reason that need not stop
 * the step.
 */
async function readResourceBefore(step) {
    const resource = await tryResource(step, { giveUpMs: GIVE_UP_MS, waitsForLimit: true });
    if (!isFailure(resource))
        return resource;
    step.log.info(`${outcome_nameOf(step.outcome)} could not be read, so its status before is not known.`);
    return undefined;
}
/** Creates the notes on the status of the resource, read for a judge: each returns the status. */
function createStatusNote(step) {
    const note = createNote(step);
    return (status) => {
        const name = outcome_nameOf(step.outcome);
        note(status ?? '', status === undefined ? `${name} shows no status.` : `${name} is ${status}.`);
        return status;
    };
}
/**
 * Waits until the app is up after its deployment. Throws `not_running`; a deadline in between only
 * warns.
 */
async function awaitApp(step, before) {
    const { outcome, log, clock } = step;
    const name = outcome_nameOf(outcome);
    const noted = createStatusNote(step);
    const sinceMs = clock.now();
    async function read() {
        const resource = await tryResource(step, { giveUpMs: PATIENCE_MS, waitsForLimit: true });
        if (!isFailure(resource)) {
            if (resource.id === undefined)
                throw new Failure('unreadable_reply', 'The reply about it is not recognised.');
            return noted(resource.status);
        }
        if (clock.now() - sinceMs >= PATIENCE_MS)
            throw resource;
        await step.api.pause(0);
        return await read();
    }
    try {
        const settled = await readUntil(step, read, (readings) => judgeAfterDeploy({ before, sinceMs }, readings));
        if (settled.kind === 'wrong')
            throw await notRunning(step, 'running after the deployment');
        if (settled.warning !== undefined)
            log.warn(`The deployment finished, but ${name} ${settled.warning}.`);
        if (settled.asBefore === undefined)
            return;
        outcome.headline = `Deployment ${outcome.deploymentId} of ${name} finished; the app is ${settled.asBefore}`;
    }
    catch (error) {
        // The verdict stands; only the state of the app is not known.
        if (!isFailure(error) || ['not_running', 'interrupted'].includes(error.code))
            throw error;
        const { resourceStatus = 'not known' } = outcome;
        const why = error.code === 'timeout' ? 'The deadline came.' : error.message;
        log.warn(`The deployment finished, but ${name} was not judged (status: ${resourceStatus}). ${why}`);
    }
}
/** The failure of a resource that is not what it should be, `expected`, with its runtime log. */
async function notRunning(step, expected) {
    const { resourceStatus = 'not known' } = step.outcome;
    await printRuntimeLog(step);
    const title = `${outcome_nameOf(step.outcome)} is not ${expected}; its status is ${resourceStatus}`;
    // An error of an app that is still there does not say why it was not stopped.
    const cause = expected === 'stopped' ? undefined : step.log.errorLine('runtime');
    return new Failure('not_running', cause ?? `${title}.`, { title });
}
/** Prints the runtime log for a failure; trouble with it is one warning. */
async function printRuntimeLog(step) {
    const text = await orFailure(resource_readRuntimeLog(step, { giveUpMs: BRIEF_MS }));
    if (!isFailure(text))
        return;
    step.log.warn(`The runtime log of ${outcome_nameOf(step.outcome)} could not be read: ${text.message}`);
}
/** Reads and prints the runtime log; what of it is not recognised, as it came. */
async function resource_readRuntimeLog({ api, inputs, log, outcome }, limits) {
    const { text, unread = '' } = await api.readLogs(outcome.resourceId, inputs.lines, limits);
    const lines = [text, unread]
        .filter(Boolean)
        .map((part) => (part.endsWith('\n') ? part : `${part}\n`))
        .join('');
    await log.lines('runtime', lines);
    return lines;
}

;// CONCATENATED MODULE: ./operations/check.js
// check: a dry run that changes nothing. Only the key, the resource and required-env can fail it;
// the rest are rows.






/** Checks what can be checked without changing anything. */
async function check(step) {
    const { api, outcome } = step;
    const hasResource = outcome.resourceId !== '';
    try {
        await checkKey(step);
        if (hasResource)
            await checkResource(step);
        outcome.headline = `${hasResource ? `The key and ${outcome_nameOf(outcome)} are fine` : 'The key is accepted'}; nothing was changed`;
    }
    finally {
        if (!step.signal.aborted)
            await checkDescription(step);
        const rows = api.parts();
        if (rows.length > 0)
            outcome.tables.push({ title: 'What was read', columns: ['Request', 'Part', 'Field'], rows });
    }
}
async function checkKey({ api, outcome: { facts } }) {
    const { items, isRecognised, isCut } = await api.listResources();
    const count = `${isCut ? 'at least ' : ''}${pluralize(items.length, 'resource')}`;
    facts.push({
        label: 'API key',
        value: `accepted; ${isRecognised ? `it sees ${count}` : 'the list of resources is not recognised'}`,
    });
    facts.push({
        label: 'Scope "deploy"',
        value: 'not tested: only a deployment can show whether the key has it',
    });
}
async function checkResource(step) {
    const { api, inputs } = step;
    const { resourceId, facts } = step.outcome;
    await resource_readResource(step);
    await assertRequiredEnv(step);
    if (inputs.requiredEnv.length > 0)
        facts.push({ label: 'Required environment', value: 'all names are set' });
    else
        await observe(step, { what: 'Environment', read: () => api.listEnvNames(resourceId, ONCE) });
    const list = await observe(step, {
        what: 'Deployments',
        read: () => api.listDeployments(resourceId, ONCE),
    });
    if (list !== undefined) {
        const [running] = inProgressIn(list.items);
        const none = list.isRecognised
            ? 'no deployment'
            : 'not known: the list of deployments is not recognised';
        const value = running === undefined ? none : `${running.id} is ${running.status}`;
        facts.push({ label: 'In progress', value });
    }
    const latest = list?.items[0];
    if (latest !== undefined) {
        const read = () => api.readDeployment(resourceId, latest.id, ONCE);
        await observe(step, { what: 'Latest deployment', read });
    }
    await observe(step, { what: 'Runtime log', read: () => api.readLogs(resourceId, 100, ONCE) });
}
/** Nothing but a rate limit is waited for: what cannot be read is a row. */
const ONCE = { giveUpMs: 0, waitsForLimit: true };
async function observe({ signal, outcome: { facts } }, { what, read }) {
    const value = await orFailure(read());
    if (!isFailure(value))
        return value;
    if (signal.aborted)
        throw value;
    facts.push({ label: what, value: `cannot be read: ${value.message}` });
    return undefined;
}
async function checkDescription(step) {
    const what = 'Service description';
    const isRead = await observe(step, {
        what,
        read: () => step.api.readDescription(ONCE).then(() => true),
    });
    if (isRead)
        step.outcome.facts.push({ label: what, value: 'openapi.json is readable without the key' });
}

;// CONCATENATED MODULE: ./operations/deployment-end.js



/**
 * The failure for a deployment that did not finish; `reasons`: what the service says beside the
 * log.
 */
async function deploymentEnded(step, { ending, reasons, isOld = false, }) {
    const { outcome } = step;
    const { resourceStatus: before } = outcome;
    // Only for the message: without an answer it says nothing of the app.
    const resource = await orFailure(resource_readResource(step, { giveUpMs: BRIEF_MS }));
    const { status } = isFailure(resource) ? {} : resource;
    const still = status === before ? 'still ' : '';
    const app = status === undefined ? '' : `${outcome_nameOf(outcome)} is ${still}${status}.`;
    const meaning = `${isOld ? 'The deployment had ended before. ' : ''}${app}`.trim() || undefined;
    const verb = ending === 'failed' ? 'failed' : 'was cancelled';
    const texts = {
        title: `Deployment ${outcome.deploymentId} of ${outcome_nameOf(outcome)} ${verb}`,
        meaning,
    };
    const cause = causeOf(step, reasons);
    if (ending === 'failed')
        return new Failure('deployment_failed', cause, { ...texts, next: nextFor(step) });
    const newer = await newerDeployment(step);
    if (newer === undefined)
        return new Failure('deployment_cancelled', cause, texts);
    const next = `Do not run this job again: it might put an older commit in the place of ${newer}. To follow that one: operation: wait, deployment-id: ${newer}.`;
    return new Failure('deployment_cancelled', `Deployment ${newer} was started after it.`, {
        title: texts.title,
        next,
    });
}
/** No text points to a log that is not shown, or that there is none of. */
function nextFor({ inputs, outcome }) {
    if (outcome.logs.length === 0)
        return 'Look for the cause in the console, fix it and deploy again.';
    return inputs.buildLog
        ? undefined
        : 'Fix the cause and deploy again. The log is in log-file and the console.';
}
function causeOf({ inputs, log, outcome: { status } }, reasons) {
    if (!inputs.buildLog)
        return 'Its cause is not shown here (build-log: false).';
    const word = status === 'failed' || status === 'cancelled' ? '' : ` Its status is "${status}".`;
    return log.errorLine('build') ?? reasons[0] ?? `The service names no cause.${word}`;
}
async function newerDeployment({ api, outcome }) {
    const list = await orFailure(api.listDeployments(outcome.resourceId, { giveUpMs: BRIEF_MS }));
    if (isFailure(list) || list.items.findIndex(({ id }) => id === outcome.deploymentId) <= 0)
        return undefined;
    return list.items[0]?.id;
}

;// CONCATENATED MODULE: ./operations/follow.js






/** An id that neither detail nor list shows within this time is not known. */
const ABSENT_MS = 15_000;
/** A detail that cannot be read is given up after this: the status comes from the list. */
const DETAIL_GIVE_UP_MS = 5_000;
/** After so long without the list the detail is tried again. */
const LIST_GIVE_UP_MS = 60_000;
/** After a failure the log is read again as long as it grows, and no longer than this. */
const GROWING_MS = { gap: 2_000, limit: 15_000 };
/** Polls to the end. `absent`: the service does not know the id. */
async function followDeployment(step, target) {
    const { api, clock, github, outcome, log } = step;
    const { deploymentId, sinceMs } = target;
    const poll = createPoller(step, deploymentId);
    const showLog = createLogView(step);
    const noteStatus = createNote(step);
    const state = (status) => `Deployment ${deploymentId}: ${status} after ${formatDuration(clock.now() - sinceMs)}`;
    const startedMs = clock.now();
    let wasInProgress = false;
    let lastLog;
    let hasNotedUnknown = false;
    async function show(polled, isEnded) {
        const { commit, status } = polled;
        if (commit !== undefined && commit !== outcome.commit && github.isCommit(commit)) {
            outcome.commit = commit;
            const isOurs = github.isOwnCommit(commit) || github.run.commits.length === 0;
            log.info(`The deployment builds commit ${commit}${isOurs ? '' : ', which is not a commit of this run'}.`);
        }
        lastLog = polled.log ?? lastLog;
        await showLog(polled.log, isEnded);
        // What a failure is followed by, such as another attempt, is not its status.
        if (status === undefined || outcome.endedAtMs !== undefined)
            return;
        outcome.status = status;
        if (isEnded)
            return;
        const left = formatDuration(Math.max(0, step.deadlineMs - clock.now()));
        noteStatus(status, state(status), `${state(status)}, ${left} left`);
        if (isKnownStatus(status) || hasNotedUnknown)
            return;
        hasNotedUnknown = true;
        log.info(`The status "${status}" is not known to this action; it counts as in progress.`);
    }
    /** After a failure the last lines may come late, and they hold the cause. */
    async function readUntilQuiet(failed) {
        log.info('The deployment has failed; waiting for the last lines of its log.');
        const endMs = clock.now() + GROWING_MS.limit;
        let last = failed;
        for (let isGrowing = true; isGrowing && clock.now() < endMs;) {
            const next = await orFailure(clock.sleep(GROWING_MS.gap, step.signal).then(() => poll({ waitsForLimit: false })));
            // In progress again: what it shows now belongs to another attempt.
            if (isFailure(next) || endingOf(next.status ?? '') === undefined)
                break;
            await show(next, true);
            isGrowing = next.log?.text !== last.log?.text || next.log?.unread !== last.log?.unread;
            last = next;
        }
        return { ...last, reasons: [...(last.reasons ?? []), ...(failed.reasons ?? [])] };
    }
    /**
     * When the step ends before the deployment, its last line, such as a question, may say what it
     * waits for.
     */
    async function showUnfinishedLine(error) {
        await showLog(lastLog, true);
        throw error;
    }
    function warnOfMissingLog({ failure }) {
        if (failure === undefined)
            return;
        log.warn(`The log of deployment ${deploymentId} could not be read: ${failure.message}`);
    }
    async function showLateLines(final) {
        // Where several jobs use the key, an optional request would take the place of theirs.
        const last = api.isShared ? final : await orFailure(poll({ waitsForLimit: false }));
        if (isFailure(last))
            return warnOfMissingLog(final);
        await showLog(last.log, true);
        if (last.failure !== undefined)
            warnOfMissingLog(final);
    }
    // One that was found in the list has been seen.
    for (let isSeen = target.confirm !== undefined;;) {
        const polled = await poll({ waitsForLimit: true }).catch(showUnfinishedLine);
        const { status } = polled;
        isSeen ||= status !== undefined;
        if (!isSeen && polled.isUnread !== true && clock.now() - startedMs >= ABSENT_MS)
            return { kind: 'absent' };
        const ending = status === undefined ? undefined : endingOf(status);
        await show(polled, ending !== undefined);
        if (status !== undefined && ending !== undefined) {
            outcome.endedAtMs = clock.now();
            const isOld = target.mayBeOld === true && !wasInProgress;
            const end = isOld ? `Deployment ${deploymentId} had ended before: ${status}` : state(status);
            const last = ending === 'failed' && !isOld ? await readUntilQuiet(polled) : polled;
            if (ending === 'failed')
                warnOfMissingLog(last);
            log.info(end);
            await target.confirm?.(true);
            return {
                kind: 'ended',
                ending,
                reasons: last.reasons ?? [],
                wasInProgress,
                showLateLines: () => showLateLines(last),
            };
        }
        wasInProgress ||= isSeen;
        await target.confirm?.(false);
        step.save();
        await api.pause(0).catch(showUnfinishedLine);
    }
}
/**
 * Creates the read of a deployment: its detail; where that fails or shows no status, the list. One
 * that does not wait for a rate limit is optional, and given up soon.
 */
function createPoller(step, deploymentId) {
    const { api, log, outcome } = step;
    const { resourceId } = outcome;
    let giveUpMs = DETAIL_GIVE_UP_MS;
    let isTooLarge = false;
    async function readDetail(waitsForLimit) {
        const detail = await orFailure(api.readDeployment(resourceId, deploymentId, { giveUpMs, waitsForLimit }));
        // The list has the status; until the detail can be read again, it is tried once.
        giveUpMs = isFailure(detail) ? 0 : DETAIL_GIVE_UP_MS;
        if (!isFailure(detail))
            return detail;
        if (detail.code === 'rate_limited' || (detail.code !== 'not_found' && isStopping(step, detail)))
            throw detail;
        isTooLarge = detail.options.isTooLarge === true;
        if (isTooLarge)
            log.warn(`The log of deployment ${deploymentId} is too long to be read: no more of it is shown.`);
        return detail;
    }
    return async ({ waitsForLimit }) => {
        const detail = isTooLarge ? {} : await readDetail(waitsForLimit);
        if (!isFailure(detail) && detail.status !== undefined)
            return detail;
        const limits = { giveUpMs: waitsForLimit ? LIST_GIVE_UP_MS : BRIEF_MS, waitsForLimit };
        const list = await orFailure(api.listDeployments(resourceId, limits));
        if (isFailure(list)) {
            if (isStopping(step, list) || isFailure(list, 'unreadable_reply', 'rate_limited'))
                throw list;
            return { isUnread: true };
        }
        const listed = list.items.find(({ id }) => id === deploymentId);
        const isEnded = listed !== undefined && endingOf(listed.status) !== undefined;
        // The list may have come after an outage: then the detail can be read again, and its log is
        // wanted.
        const again = isFailure(detail) && isEnded && !isTooLarge
            ? await orFailure(readDetail(waitsForLimit))
            : detail;
        if (!isFailure(again))
            return { ...listed, ...again };
        return { ...listed, ...(again.code !== 'not_found' && !isTooLarge && { failure: again }) };
    };
}
/**
 * Creates the view of a log: prints what is new in each reading, and at the end what is not a line.
 */
function createLogView(step) {
    const { log } = step;
    const note = createNote(step);
    let printed = '';
    let isRewritten = false;
    let shownUnread = '';
    return async (reading, isEnded) => {
        if (reading === undefined)
            return;
        const news = newLines(printed, reading.text, { ended: isEnded });
        // All of it is shown anew once.
        const isAgain = news.isRewritten && isRewritten;
        const lines = isAgain ? linesNotIn(printed, news.lines) : news.lines;
        if (news.isRewritten && !isAgain)
            log.info('The service has rewritten the log: all that it holds now is shown.');
        isRewritten ||= news.isRewritten;
        printed = news.printed;
        // The deadline cuts a long log, but not one that has ended: the verdict is known then.
        await log.lines('build', lines, { mayBeCut: !isEnded });
        if (!isEnded)
            return;
        const { unread = '', hiddenCount } = reading;
        const newUnread = linesNotIn(shownUnread, unread === '' ? '' : `${unread.trimEnd()}\n`);
        if (newUnread !== '')
            await log.lines('build', newUnread);
        shownUnread += newUnread;
        const hidden = `The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`;
        if (hiddenCount > 0)
            note(hidden, hidden);
    };
}

;// CONCATENATED MODULE: ./operations/health-check.js
// The health check: after the work has ended, the app itself must answer, if asked for with a given
// text.






const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
/** Longest quote of an answer that does not contain the text. */
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
 * Throws `invalid_input` for a path when the resource, which was deployed before, shows no domain.
 */
function assertAddress(step) {
    if (step.inputs.healthCheck === undefined || addressOf(step) !== undefined)
        return;
    throw noDomain(step, 'invalid_input', `Nothing was started for ${outcome_nameOf(step.outcome)}.`);
}
function noDomain({ inputs, outcome }, code, meaning) {
    const name = outcome_nameOf(outcome);
    const what = `health-check is the path ${inputs.healthCheck}, and ${name} shows no domain to request it from.`;
    const next = 'Give the resource a domain in the console, or write a whole https: address into health-check.';
    return new Failure(code, what, {
        title: `${name} has no domain for the health check`,
        meaning,
        next,
    });
}
/**
 * Requests the app until it is healthy. Throws `unhealthy`. Does nothing without `health-check`.
 */
async function checkHealth(step) {
    const { inputs, outcome, api, clock, signal, log } = step;
    if (inputs.healthCheck === undefined)
        return;
    const startedMs = clock.now();
    const reason = new Failure('timeout', 'the time for the health check has passed');
    const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, inputs.healthCheckTimeoutMs, { signal, reason });
    const note = createNote(step);
    let address = addressOf(step);
    let last;
    try {
        while (address === undefined) {
            note('', `${outcome_nameOf(outcome)} shows no domain yet for the health check.`);
            // The first deployment may bring the domain.
            await (0,clock_0/* unlessAborted */.Wh)(api.pause(0), limit.signal);
            await tryResource(step, { giveUpMs: BRIEF_MS });
            address = addressOf(step);
        }
        log.info(`Health check: requesting ${address}`);
        for (let gapMs = FIRST_GAP_MS;; gapMs = Math.min(gapMs * 1.5, LONGEST_GAP_MS)) {
            last = await requestHealth(step, address, limit.signal);
            if (last.isHealthy)
                break;
            note(last.key, `${address} ${last.text}; requesting it again.`);
            await clock.sleep(gapMs, limit.signal);
        }
    }
    catch (error) {
        if (!isFailure(error, 'timeout'))
            throw error;
        if (address === undefined)
            throw noDomain(step, 'unhealthy');
        if (!signal.aborted)
            await printRuntimeLog(step);
        const waited = formatDuration(clock.now() - startedMs);
        const answer = last === undefined
            ? `gave no answer within ${waited}`
            : `${last.text}. It was requested for ${waited}`;
        throw unhealthy(step, `${address} ${answer}.`, last?.isTextMissing === true);
    }
    finally {
        limit.clear();
    }
    outcome.facts.push({ label: 'Health check', value: `${address} ${last.text}` });
    // A text that is a commit of this run proves what is deployed.
    const proven = step.github.run.commits.find((commit) => commit === inputs.healthCheckContains);
    if (proven !== undefined)
        outcome.commit ??= proven;
}
/** The failure of a health check. */
function unhealthy({ inputs, outcome }, what, isTextMissing) {
    const title = `${outcome_nameOf(outcome)} did not pass its health check`;
    const { healthCheckContains: text = '' } = inputs;
    const needed = what.includes(text) ? '' : ` It must contain "${text}".`;
    if (!isTextMissing)
        return new Failure('unhealthy', what + needed, { title });
    return new Failure('unhealthy', what, {
        title,
        meaning: 'The app answers, but not with the text: the previous release may still be answering.',
        next: 'Check that this path serves the text of health-check-contains, and that the service builds the branch that holds this commit. If the app needs more time, raise health-check-timeout or timeout.',
    });
}
/** Requests the app once. Rejects only with the signal. */
async function requestHealth(step, address, signal) {
    const { inputs, api } = step;
    const contains = inputs.healthCheckContains;
    const answer = await api.probe(address, { readBody: contains !== undefined, signal });
    if ('failure' in answer) {
        const text = `gave no answer: ${answer.failure}`;
        return { isHealthy: false, text, key: text, isTextMissing: false };
    }
    const isSuccess = answer.status >= 200 && answer.status < 300;
    const isRedirect = answer.status >= 300 && answer.status < 400;
    const { location } = answer.headers;
    const to = location === undefined ? '' : ` with Location: ${location}`;
    const key = `answered ${answer.status}${to}`;
    if (contains === undefined)
        return { isHealthy: isSuccess || isRedirect, text: key, key, isTextMissing: false };
    // A redirect never contains the text: what it leads to is not requested.
    const isHealthy = isSuccess && answer.body.includes(contains);
    const text = `${key} with ${quoteOf(step, answer.body)}, which ${answer.body.includes(contains) ? 'contains' : 'lacks'} "${contains}"`;
    return { isHealthy, text, key, isTextMissing: !isHealthy && (isSuccess || isRedirect) };
}
function quoteOf({ inputs, log }, body) {
    if (!inputs.buildLog)
        return 'a body';
    const quote = log.quote(body, MAX_QUOTE_CHARS);
    return quote === '' ? 'an empty body' : `the body "${quote}"`;
}

;// CONCATENATED MODULE: ./operations/identify.js







/** After an accepted POST, and after a lost one on which the service may still be working. */
const identify_PATIENCE_MS = 90_000;
/**
 * After an accepted POST in a step that does not wait, and after a lost one whose failure the API
 * itself reported.
 */
const SHORT_PATIENCE_MS = 15_000;
/** A deployment found in the list is confirmed by a read this long after the answer. */
const identify_CONFIRM_MS = 15_000;
/**
 * Searches the list for the deployment of an accepted POST. Throws `ambiguous` or
 * `unknown_outcome`.
 */
async function findAccepted(step, before) {
    const { outcome } = step;
    const { acceptedAtMs: sinceMs = step.clock.now() } = outcome;
    outcome.waitingFor = 'identification';
    const said = outcome.sentence === undefined ? '' : ` The service answered: "${outcome.sentence}"`;
    step.log.info(`Accepted; the service names no new deployment, so the list is searched for one.${said}`);
    const patienceMs = step.inputs.wait ? identify_PATIENCE_MS : SHORT_PATIENCE_MS;
    await step.api.pause(Math.min(step.api.firstPollMs(), patienceMs / 2), { isQuick: true });
    const facts = { before, isAccepted: true, sinceMs, patienceMs };
    // A step that does not wait needs no id, so it gives up a list that cannot be read.
    const found = await search(step, facts, step.inputs.wait ? {} : { giveUpMs: patienceMs });
    if (found.kind === 'ours')
        return listed(step, found.deployment);
    if (found.kind === 'ambiguous')
        throw ambiguous(step, found.ids);
    const name = outcome_nameOf(outcome);
    const what = `The request was accepted, but its deployment was not found within ${formatDuration(patienceMs)}`;
    const title = `No new deployment of ${name} is known`;
    throw new Failure('unknown_outcome', `${what}. ${whyUnknown(before, found)}${said}`, { title });
}
/**
 * Searches the list after a lost POST; undefined when it has had no effect and may be sent once
 * again.
 */
async function findLost(step, { before, lost }) {
    const { outcome, log } = step;
    const patienceMs = lost.isApi ? SHORT_PATIENCE_MS : identify_PATIENCE_MS;
    const found = await search(step, { before, isAccepted: false, sinceMs: lost.atMs, patienceMs });
    if (found.kind === 'repost' && lost.count === 1)
        return undefined;
    if (found.kind === 'ambiguous')
        throw ambiguous(step, found.ids);
    if (found.kind !== 'ours') {
        const twice = lost.count > 1 ? ' It was sent twice.' : '';
        throw new Failure('unknown_outcome', `${lost.failure.message}${twice} ${whyUnknown(before, found)}`);
    }
    outcome.adopted = true;
    outcome.isAccepted = true;
    outcome.acceptedAtMs = lost.atMs;
    const { id } = found.deployment;
    const what = `Deployment ${id} is new since then and is followed as ours; it could be a colleague's`;
    log.warn(`The answer to the request was lost. ${what}.`);
    return listed(step, found.deployment);
}
async function search(step, facts, limits) {
    const readList = () => step.api.listDeployments(step.outcome.resourceId, limits);
    return await readUntil(step, readList, (readings) => judgeSearch(facts, readings));
}
function listed({ log, save, outcome }, deployment) {
    const { id, status } = deployment;
    outcome.deploymentId = id;
    outcome.status = status;
    // One that has ended is not ours for certain before it is confirmed.
    if (endingOf(status) === undefined)
        delete outcome.waitingFor;
    log.info(`Deployment ${id} is the new one in the list (${status}).`);
    save();
    return 'list';
}
/**
 * Confirms by later reads of the list that a deployment found there is ours: 15 seconds after the
 * answer, before any verdict, and once more at the end. Throws `ambiguous`.
 */
function createConfirmation(step, before) {
    const { outcome, api, clock, log, signal } = step;
    const { deploymentId = '', acceptedAtMs: sinceMs = clock.now() } = outcome;
    let isConfirmed = false;
    return async (isEnded) => {
        const leftMs = sinceMs + identify_CONFIRM_MS - clock.now();
        if (!isEnded && (isConfirmed || leftMs > 0))
            return;
        if (!isConfirmed)
            outcome.waitingFor = 'identification';
        if (leftMs > 0) {
            log.info(`Whether this deployment is ours is confirmed in ${formatDuration(leftMs)}.`);
            await clock.sleep(leftMs, signal);
        }
        const limits = isConfirmed ? { giveUpMs: BRIEF_MS } : {};
        const list = await orFailure(api.listDeployments(outcome.resourceId, limits));
        // A list that cannot be read at the end changes nothing.
        if (isFailure(list) && isConfirmed)
            return;
        if (isFailure(list))
            throw list;
        const { above, below } = othersBeside(before, deploymentId, list);
        // One above ours that comes after the confirmation is somebody else's.
        const others = isConfirmed ? below : [...above, ...below];
        if (others.length > 0)
            throw ambiguous(step, [deploymentId, ...others.map(({ id }) => id)]);
        isConfirmed = true;
        delete outcome.waitingFor;
    };
}
function ambiguous({ outcome }, ids) {
    delete outcome.deploymentId;
    delete outcome.status;
    const name = outcome_nameOf(outcome);
    const what = `There are ${ids.length} new deployments of ${name} since the request (${nameSome(ids)})`;
    const title = `It is not known which deployment of ${name} is ours`;
    return new Failure('ambiguous', `${what}, and the service did not say which is ours.`, { title });
}
function whyUnknown({ isReliable }, found) {
    if (!isReliable)
        return identify_UNKNOWN.unrecognised;
    return identify_UNKNOWN[found.kind === 'unknown' ? found.why : 'nothing'];
}
const identify_UNKNOWN = {
    unrecognised: 'The list of deployments is not recognised.',
    ended: 'A new deployment is in the list, but it had ended when first seen: it may be an older one.',
    below: 'A new deployment is in the list below older ones: it may not be ours.',
    nothing: 'The list shows no new deployment.',
};

;// CONCATENATED MODULE: ./operations/request.js






/** A POST that was certainly not sent is sent again for so long, this often. */
const UNSENT_RETRY_MS = 60_000;
const UNSENT_GAP_MS = 2_000;
/** The result of the request; undefined when the resource is skipped. Throws a `Failure`. */
async function requestUntilAccepted(step, request) {
    const { api, clock, log, outcome, save } = step;
    const note = createNote(step);
    let unsentSinceMs;
    let lost;
    for (let count = 1;; count += 1) {
        if (lost === undefined && !(await request.mayPost()))
            return undefined;
        // Until it may be sent, nothing is requested.
        await api.ready();
        outcome.waitingFor = lost === undefined ? 'answer' : 'lost-post';
        if (count === 1)
            log.info(`Requesting ${request.what} of ${outcome_nameOf(outcome)}.`);
        const answer = await request.send();
        if (answer.kind === 'ok') {
            outcome.isAccepted = true;
            outcome.acceptedAtMs = clock.now();
            delete outcome.waitingFor;
            save();
            return await request.onAccepted(answer.accepted);
        }
        const { kind, failure } = answer;
        if (kind !== 'unsent')
            unsentSinceMs = undefined;
        if (kind === 'lost') {
            lost = { failure, isApi: answer.isApi, atMs: clock.now(), count: (lost?.count ?? 0) + 1 };
            outcome.waitingFor = 'lost-post';
            outcome.blockedBy = failure;
            const pause = answer.waitMs > 0 ? ` in ${formatDuration(answer.waitMs)}, as the service asks` : '';
            log.info(`${failure.message} It is not known whether the request was accepted; looking for its effect${pause}.`);
            if (answer.waitMs > 0)
                await api.pause(answer.waitMs, { isQuick: true });
        }
        if (lost !== undefined && (kind === 'lost' || kind === 'limited' || kind === 'busy')) {
            if (kind === 'limited' && answer.waitMs > step.deadlineMs - clock.now())
                throw failureOf(failure, lost);
            if (kind !== 'lost')
                note(kind, `${failure.message} Looking further for the effect of the lost request.`);
            const found = await orFailure(request.afterLost(lost, kind));
            // Others than these do not say that the lost request may have been accepted.
            if (isFailure(found, 'unknown_outcome', 'ambiguous', 'timeout', 'interrupted', 'rate_limited'))
                throw found;
            if (isFailure(found))
                throw failureOf(found, lost);
            if (found !== undefined)
                return found;
            log.info('The lost request had no effect; sending it once again.');
            continue;
        }
        if (lost === undefined) {
            outcome.waitingFor = 'busy';
            outcome.blockedBy = failure;
        }
        if (kind === 'unsent') {
            unsentSinceMs ??= clock.now();
            if (clock.now() - unsentSinceMs >= UNSENT_RETRY_MS)
                throw failureOf(failure, lost);
            note('unsent', `${failure.message} Sending the request again.`);
            await clock.sleep(UNSENT_GAP_MS, step.signal);
            continue;
        }
        if (kind === 'limited') {
            const leftMs = step.deadlineMs - clock.now();
            if (answer.waitMs > leftMs)
                throw failure;
            const again = `Sending it again in ${formatDuration(answer.waitMs)}, ${formatDuration(leftMs)} left.`;
            note('limited', `${failure.message} ${again}`);
            await api.ready();
            request.onList?.(await api.listDeployments(outcome.resourceId));
        }
        else if (kind === 'busy') {
            const list = await waitUntilFree(step, failure, note);
            if (list === undefined)
                return undefined;
            request.onList?.(list);
        }
        else {
            const result = lost === undefined ? await request.onRefused?.(failure) : undefined;
            if (result === undefined)
                throw failureOf(failure, lost);
            delete outcome.waitingFor;
            return result;
        }
    }
}
/** With other work visible the POST is sent again when it has ended, and after this in any case. */
const BLOCKED_REPOST_MS = 30_000;
const BLOCKER_POLL_MS = 4_000;
/**
 * Without visible work the POST is sent again after 2 to 5 seconds: a random time, so that jobs do
 * not collide again.
 */
const FREE_AFTER_MS = { least: 2_000, spread: 3_000 };
/**
 * Judges the list while a resource is busy: `free` when the POST may be sent again, after
 * `freeAfterMs` if no work is visible.
 */
function judgeBusy({ busySinceMs, freeAfterMs }, readings) {
    const last = readings.at(-1);
    if (last === undefined)
        return { kind: 'wait', ms: 0 };
    const isBlocked = ({ value }) => inProgressIn(value.items).length > 0;
    const elapsedMs = last.atMs - busySinceMs;
    const limitMs = isBlocked(last) ? BLOCKED_REPOST_MS : readings.some(isBlocked) ? 0 : freeAfterMs;
    if (elapsedMs >= limitMs)
        return { kind: 'free', list: last.value };
    return {
        kind: 'wait',
        ms: Math.min(limitMs - elapsedMs, isBlocked(last) ? BLOCKER_POLL_MS : Infinity),
    };
}
/**
 * Waits while other work keeps the resource busy, as `on-busy` says; undefined: the resource is
 * skipped.
 */
async function waitUntilFree(step, failure, note) {
    const { api, clock, deadlineMs, inputs, outcome } = step;
    const busySinceMs = clock.now();
    const freeAfterMs = FREE_AFTER_MS.least + step.random() * FREE_AFTER_MS.spread;
    if (inputs.onBusy === 'skip') {
        outcome.skipped = 'busy';
        step.log.info(`${failure.message} Skipped (on-busy: skip).`);
        return undefined;
    }
    if (inputs.onBusy === 'fail' || busySinceMs + FREE_AFTER_MS.least > deadlineMs)
        throw failure;
    let hasBlocker = false;
    async function readList() {
        const list = await api.listDeployments(outcome.resourceId);
        // The one that began first; others may be queued behind it.
        const blocker = inProgressIn(list.items).at(-1);
        // It has ended: the POST is sent again at once.
        if (blocker === undefined && hasBlocker)
            return list;
        hasBlocker = blocker !== undefined;
        const who = blocker === undefined ? 'other work' : `deployment ${blocker.id} (${blocker.status})`;
        const message = `${failure.message} The step waited for ${who} to end.`;
        outcome.blockedBy = new Failure(failure.code, message, failure.options);
        const left = `${formatDuration(Math.max(0, deadlineMs - clock.now()))} left`;
        note(`busy ${blocker?.id} ${blocker?.status}`, `${failure.message} Waiting for ${who} to end, ${left}.`);
        return list;
    }
    const { list } = await readUntil(step, readList, (readings) => 
    // One that may not start any more is skipped before its next POST.
    judgeBusy({ busySinceMs: step.mayStart() ? busySinceMs : -Infinity, freeAfterMs }, readings));
    return list;
}
/**
 * The failure of the last POST; after a lost one, which may have been carried out all the same, it
 * is not known.
 */
function failureOf(failure, lost) {
    if (lost === undefined)
        return failure;
    const earlier = `An earlier request may have been accepted all the same: ${lost.failure.message}`;
    return new Failure('unknown_outcome', `${failure.message} ${earlier}`);
}

;// CONCATENATED MODULE: ./operations/deploy.js











/** Deploys one resource. */
async function deploy(step) {
    const { inputs, outcome } = step;
    const [resource, deployments] = await Promise.all([
        readResourceBefore(step),
        step.api.listDeployments(outcome.resourceId),
        assertRequiredEnv(step),
    ]);
    if (resource !== undefined && deployments.items.length > 0)
        assertAddress(step);
    let before = beforeFrom(deployments);
    const knownBy = findRerun(step, deployments) ??
        (await requestUntilAccepted(step, {
            mayPost: () => mayPost(step),
            what: 'a deployment',
            send: () => step.api.createDeployment(outcome.resourceId, { force: inputs.force }),
            onList: (list) => {
                before = beforeFrom(list, before);
            },
            onAccepted: (accepted) => identify(step, { accepted, before }),
            // After one that is refused the time starts anew: what keeps the resource busy may be ours.
            afterLost: (lost, answer) => findLost(step, {
                before,
                lost: answer === 'lost' ? lost : { ...lost, atMs: step.clock.now() },
            }),
        }));
    if (outcome.skipped !== undefined)
        return;
    step.github.begin();
    outcome.acceptedAtMs ??= step.clock.now();
    const state = outcome.isAccepted === true ? 'was accepted' : 'is in progress already';
    outcome.headline = `The deployment of ${outcome_nameOf(outcome)} ${state}`;
    step.save();
    if (!inputs.wait && endingOf(outcome.status ?? '') !== undefined)
        outcome.endedAtMs = step.clock.now();
    if (!inputs.wait || knownBy === undefined)
        return;
    delete outcome.headline;
    const showLateLines = await followOurs(step, { knownBy, before });
    await awaitApp(step, resource?.status);
    await checkHealth(step);
    await showLateLines();
}
/** On a re-run of the job, the deployment in progress that an earlier attempt has started. */
function findRerun(step, { items }) {
    if (!step.isRerun)
        return undefined;
    const found = inProgressIn(items).find(({ commit }) => commit !== undefined && step.github.isOwnCommit(commit));
    if (found === undefined)
        return undefined;
    const { id, status, commit } = found;
    step.log.info(`Deployment ${id} (${status}) builds the commit of this run already: none is requested.`);
    Object.assign(step.outcome, { deploymentId: id, status, commit });
    return 'id';
}
/**
 * Whether a POST may still be sent: not after a failure of another resource, nor for an outdated
 * commit.
 */
async function mayPost(step) {
    if (!step.mayStart())
        return false;
    const newer = step.inputs.skipIfOutdated ? await step.github.newerCommit(step.log) : undefined;
    if (newer === undefined)
        return true;
    step.outcome.skipped = 'outdated';
    step.log.info(`The branch has moved on to ${newer}: skipped (skip-if-outdated).`);
    return false;
}
async function identify(step, { accepted, before }) {
    const { deploymentId, status, sentence } = accepted;
    const { outcome } = step;
    step.github.begin();
    if (sentence !== undefined)
        outcome.sentence = sentence;
    if (deploymentId !== undefined) {
        const isJoined = before.inProgress.has(deploymentId);
        if (isJoined || !before.ids.has(deploymentId)) {
            const how = isJoined
                ? 'was already in progress; the service joined the request to it'
                : 'was accepted';
            step.log.info(`Deployment ${deploymentId} ${how}.`);
            outcome.deploymentId = deploymentId;
            if (status !== undefined)
                outcome.status = status;
            return 'id';
        }
    }
    const found = await orFailure(findAccepted(step, before));
    if (!isFailure(found))
        return found;
    // A step that does not wait needs no id.
    if (step.inputs.wait || isFailure(found, 'interrupted'))
        throw found;
    delete outcome.waitingFor;
    return undefined;
}
/** Follows our deployment to its end. Throws unless it finished. Returns the read of late lines. */
async function followOurs(step, { knownBy, before }) {
    const { outcome } = step;
    const { deploymentId = '', acceptedAtMs: sinceMs = step.clock.now() } = outcome;
    const confirm = knownBy === 'list' ? createConfirmation(step, before) : undefined;
    // One that was found in the list was searched for long enough.
    if (knownBy === 'id')
        await step.api.pause(step.api.firstPollMs(), { isQuick: true });
    const followed = await followDeployment(step, { deploymentId, sinceMs, confirm });
    if (followed.kind === 'absent') {
        step.log.info(`The service does not know deployment ${deploymentId}, the id in its answer.`);
        delete outcome.deploymentId;
        delete outcome.status;
        delete outcome.commit;
        return await followOurs(step, { knownBy: await findAccepted(step, before), before });
    }
    if (followed.ending === 'finished')
        return followed.showLateLines;
    throw await deploymentEnded(step, followed);
}

;// CONCATENATED MODULE: ./operations/lifecycle.js
// start, stop and restart: one POST, and the status of the resource is read until it is as asked
// for.








/** The operation for one of the three. */
function lifecycle(goal) {
    return async (step) => {
        const { outcome, inputs, clock, api } = step;
        const { status: before } = await resource_readResource(step);
        if (goal !== 'stop')
            assertAddress(step);
        const requested = await requestUntilAccepted(step, {
            mayPost: () => Promise.resolve(step.mayStart()),
            what: `a ${goal}`,
            send: () => api.changeResource(outcome.resourceId, goal),
            onAccepted: () => Promise.resolve('accepted'),
            async afterLost(lost, answer) {
                // The service would not be busy if the lost one had not been accepted.
                if (answer !== 'busy' && !(await hasEffect(step, { lost, before })))
                    return undefined;
                outcome.isAccepted = true;
                outcome.acceptedAtMs = lost.atMs;
                delete outcome.waitingFor;
                return 'accepted';
            },
            onRefused: async (failure) => (await isAlready(step, { goal, failure })) ? 'already' : undefined,
        });
        if (requested === undefined)
            return;
        const name = outcome_nameOf(outcome);
        if (requested === 'already') {
            outcome.endedAtMs = clock.now();
            if (inputs.wait && goal !== 'stop')
                await checkHealth(step);
            outcome.headline = `${name} is already ${outcome.resourceStatus}`;
        }
        else if (inputs.wait) {
            await awaitGoal(step, { goal, before });
            if (goal !== 'stop')
                await checkHealth(step);
            const { resourceStatus = 'in an unknown state' } = outcome;
            const wasAlready = goal !== 'restart' && resourceStatus === before;
            const done = wasAlready ? 'was already' : `was ${goal}${goal === 'stop' ? 'p' : ''}ed and is`;
            outcome.headline = `${name} ${done} ${resourceStatus}`;
        }
        else {
            outcome.headline = `The ${goal} of ${name} was accepted`;
        }
    };
}
async function awaitGoal(step, { goal, before }) {
    const { outcome, clock, log, api } = step;
    const noted = createStatusNote(step);
    const facts = { goal, before, acceptedAtMs: outcome.acceptedAtMs ?? clock.now() };
    await api.pause(pauseBefore(0).ms, { isQuick: true });
    const read = async () => noted((await resource_readResource(step)).status);
    const settled = await readUntil(step, read, (readings) => judgeLifecycle(facts, readings));
    outcome.endedAtMs = clock.now();
    if (settled.kind === 'wrong')
        throw await notRunning(step, goal === 'stop' ? 'stopped' : 'running');
    if (settled.note !== undefined)
        log.info(`The ${goal} was accepted; ${settled.note}.`);
    if (settled.warning !== undefined)
        log.warn(`The ${goal} was accepted, but ${outcome_nameOf(outcome)} ${settled.warning}.`);
}
/**
 * After a lost answer the status is read for so long; without a change the POST is sent once more.
 */
const EFFECT_MS = 5_000;
const EFFECT_POLL_MS = 1_000;
/**
 * True if a lost request has changed the status. Throws `unknown_outcome` when a second one has
 * not: twice does no harm.
 */
async function hasEffect(step, { lost, before }) {
    for (;;) {
        const resource = await tryResource(step, { giveUpMs: BRIEF_MS });
        if (!isFailure(resource) && !isSameStatus(before, resource.status))
            return true;
        const leftMs = lost.atMs + EFFECT_MS - step.clock.now();
        if (leftMs <= 0)
            break;
        await step.api.pause(Math.min(leftMs, EFFECT_POLL_MS), { isQuick: true });
    }
    if (lost.count === 1)
        return false;
    throw new Failure('unknown_outcome', `${lost.failure.message} It was sent twice, and no change was seen.`);
}
/** A 409 that is not `busy` is as good as accepted if a read shows the state that was asked for. */
async function isAlready(step, { goal, failure }) {
    if (goal === 'restart' || failure.options.status !== 409)
        return false;
    const resource = await tryResource(step, { giveUpMs: BRIEF_MS });
    if (isFailure(resource) || !isWanted(goal, resource.status))
        return false;
    step.log.info(`${failure.message} ${outcome_nameOf(step.outcome)} is ${resource.status} already.`);
    return true;
}

;// CONCATENATED MODULE: ./operations/filter.js
/**
 * True when the resource meets every condition. Only type and status are compared without regard to
 * case.
 */
function matches(resource, conditions) {
    return conditions.every(({ key, glob }) => {
        const value = resource.fields[key];
        if (value === undefined || value === null)
            return false;
        const fold = key === 'type' || key === 'status'
            ? (text) => text.toLowerCase()
            : (text) => text;
        return matchesGlob(fold(String(value)), fold(glob));
    });
}
/**
 * The fields that the resource lacks, if they alone decide whether it meets every condition. One
 * that is `null` decides: the service says that there is no value.
 */
function undecidedBy(resource, conditions) {
    const missing = conditions.filter(({ key }) => resource.fields[key] === undefined);
    const others = conditions.filter((condition) => !missing.includes(condition));
    return matches(resource, others) ? missing.map(({ key }) => key) : [];
}
/**
 * Matches a glob in at most the product of the lengths: each part between two `*` is taken where it
 * first occurs, in a lookahead, into which a regular expression does not go back.
 */
function matchesGlob(text, glob) {
    const [prefix, ...parts] = glob
        .split('*')
        .map((part) => RegExp.escape(part).replaceAll('\\?', '.'));
    const suffix = parts.pop();
    const middle = parts.map((part, at) => `(?=(.*?${part}))\\${at + 1}`);
    return new RegExp(`^${prefix}${suffix === undefined ? '' : `${middle.join('')}.*${suffix}`}$`, 'su').test(text);
}

;// CONCATENATED MODULE: ./operations/reads.js






/** Reads the resource and one of its deployments: the given one, or the latest. */
async function reads_status(step) {
    const { outcome } = step;
    const { deploymentId } = step.inputs;
    await resource_readResource(step);
    const isNamed = deploymentId !== undefined && deploymentId !== 'latest';
    const recent = isNamed ? undefined : await step.api.listDeployments(outcome.resourceId);
    const found = isNamed ? await readNamed(step, deploymentId) : recent?.items[0];
    const state = `${outcome_nameOf(outcome)} is ${outcome.resourceStatus ?? 'in an unknown state'}`;
    if (found === undefined) {
        outcome.headline = `${state}; ${recent?.isRecognised === false ? 'its list of deployments is not recognised' : 'it has no deployments'}`;
        return;
    }
    outcome.deploymentId = found.id;
    outcome.status = found.status;
    if (found.commit !== undefined && step.github.isCommit(found.commit))
        outcome.commit = found.commit;
    const ending = endingOf(found.status);
    if (ending === 'failed' || ending === 'cancelled')
        outcome.needsAttention = true;
    outcome.headline = `${state}; deployment ${found.id} is ${found.status}`;
}
/** One deployment by its id; its status comes from the list where the detail shows none. */
async function readNamed({ api, outcome: { resourceId } }, deploymentId) {
    const detail = await orFailure(api.readDeployment(resourceId, deploymentId));
    if (isFailure(detail)) {
        if (detail.code !== 'not_found' && detail.options.isTooLarge !== true)
            throw detail;
    }
    else if (detail.status !== undefined)
        return { ...detail, status: detail.status };
    const { items } = await api.listDeployments(resourceId);
    const listed = items.find(({ id }) => id === deploymentId);
    if (listed !== undefined)
        return listed;
    if (isFailure(detail))
        throw detail;
    throw new Failure('unreadable_reply', `The service shows no status of deployment ${deploymentId}.`);
}
/** Prints the last lines of the runtime log. */
async function logs(step) {
    const { outcome } = step;
    // Only its name is needed; the read of the log fails if something is wrong.
    await orFailure(resource_readResource(step, { giveUpMs: 0 }));
    const text = await resource_readRuntimeLog(step);
    const name = outcome_nameOf(outcome);
    const lines = pluralize(text.trimEnd().split('\n').length, 'line');
    outcome.headline =
        text === ''
            ? `The runtime log of ${name} is empty`
            : `Read ${lines} of the runtime log of ${name}`;
}
/** Lists the names of the environment variables; the service never sends values. */
async function env(step) {
    const { outcome } = step;
    const { items, isRecognised, isCut } = await step.api.listEnvNames(outcome.resourceId);
    if (!isRecognised)
        step.log.warn('The list of variables is not recognised, so none are shown.');
    if (isCut)
        step.log.warn('The list of variables is incomplete: the service says that there are more, or not every entry is a name.');
    outcome.envNames = JSON.stringify(items);
    outcome.tables.push({
        title: 'Environment variables',
        columns: ['Name'],
        rows: items.map((name) => [name]),
    });
    const count = isRecognised
        ? pluralize(items.length, 'environment variable')
        : 'a list of variables that is not recognised';
    outcome.headline = `${outcome_nameOf(outcome)} has ${count}`;
}
/** The failure for a reply of the API that has another form. */
function notRecognised(what) {
    const title = `${what} is not recognised`;
    const next = 'Report it to the operator of the service; operation: check shows what was read from which field.';
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
/** Lists the resources that meet every condition of `filter`. */
async function list(step) {
    const { outcome } = step;
    const { items: all, isRecognised, isCut } = await step.api.listResources();
    if (!isRecognised)
        throw notRecognised('The list of resources');
    const { filter } = step.inputs;
    const found = all.filter((resource) => matches(resource, filter));
    if (isCut)
        step.log.warn(`The list is incomplete: the service has more than the ${all.length} resources that it sent.`);
    const undecided = new Set(all.flatMap((resource) => undecidedBy(resource, filter)));
    if (undecided.size > 0) {
        const what = `The filter leaves out resources that show no ${[...undecided].join(' or ')}`;
        step.log.warn(`${what}: whether they match is not known.`);
    }
    outcome.resources = JSON.stringify(found.map(({ fields }) => fields));
    const cell = (resource, field) => String(resource.fields[field] ?? '');
    const rows = found.map((resource) => COLUMNS.map(([, field]) => cell(resource, field)));
    outcome.tables.push({ title: 'Resources', columns: COLUMNS.map(([title]) => title), rows });
    outcome.headline = `Found ${found.length} of ${pluralize(all.length, 'resource')}`;
}

;// CONCATENATED MODULE: ./operations/wait.js











/** How long a deployment may take to appear: the service may be about to start one after a push. */
const APPEARANCE_MS = 120_000;
/** The list is read this often while none has appeared. */
const LIST_POLL_MS = 2_400;
/** Waits for one deployment of one resource. */
async function wait(step) {
    const { clock, outcome, inputs, api } = step;
    const sinceMs = clock.now();
    outcome.acceptedAtMs = sinceMs;
    const needsList = inputs.deploymentId === undefined || inputs.deploymentId === 'latest';
    const listRead = needsList ? api.listDeployments(outcome.resourceId) : undefined;
    const [resource, list] = await Promise.all([readResourceBefore(step), listRead]);
    if (resource !== undefined && list !== undefined && list.items.length > 0)
        assertAddress(step);
    const deploymentId = list === undefined ? inputs.deploymentId : await findTarget(step, list);
    if (deploymentId === undefined)
        return warnIfDown(step);
    outcome.deploymentId = deploymentId;
    step.save();
    const name = outcome_nameOf(outcome);
    const mayBeOld = inputs.deploymentId !== undefined;
    const followed = await followDeployment(step, { deploymentId, sinceMs, mayBeOld });
    if (followed.kind === 'absent') {
        const title = `Deployment ${deploymentId} of ${name} is not known`;
        throw new Failure('not_found', `The service shows ${deploymentId} neither by its id nor in the list.`, { title });
    }
    const isOld = mayBeOld && !followed.wasInProgress;
    if (followed.ending !== 'finished')
        throw await deploymentEnded(step, { ...followed, isOld });
    if (isOld)
        warnIfDown(step);
    else
        await awaitApp(step, resource?.status);
    await checkHealth(step);
    await followed.showLateLines();
    const waited = formatDuration(clock.now() - sinceMs);
    const how = isOld ? 'had finished before' : `finished; waited ${waited}`;
    const healthy = inputs.healthCheck === undefined ? '' : ', and the app is healthy';
    outcome.headline = `Deployment ${deploymentId} of ${name} ${how}${healthy}`;
}
/** Where nothing has just ended, neither an app that is down nor a domain is waited for. */
function warnIfDown(step) {
    const { log, outcome } = step;
    assertAddress(step);
    if (!['down', 'crashed', 'unhealthy'].includes(classOf(outcome.resourceStatus)))
        return;
    log.warn(`The deployment had finished before; ${outcome_nameOf(outcome)} is ${outcome.resourceStatus}.`);
}
/**
 * The id of the deployment to wait for; undefined when the text of the health check has proved the
 * latest one.
 */
async function findTarget(step, list) {
    const { inputs, log, outcome } = step;
    const [latest] = list.items;
    if (inputs.deploymentId === 'latest') {
        if (!list.isRecognised)
            throw notRecognised('The list of deployments');
        if (latest === undefined)
            throw new Failure('no_deployment', `${outcome_nameOf(outcome)} has no deployments.`);
        outcome.status = latest.status;
        return latest.id;
    }
    const [running] = inProgressIn(list.items);
    if (running !== undefined) {
        outcome.status = running.status;
        log.info(`Deployment ${running.id} is in progress.`);
        return running.id;
    }
    return await awaitAppearance(step, list);
}
/**
 * Waits until a deployment appears, and returns its id; with `health-check-contains` until the
 * deadline, or until the text proves the latest one: then undefined.
 */
async function awaitAppearance(step, first) {
    const { inputs, outcome, api, clock, log, signal } = step;
    const hasProof = inputs.healthCheckContains !== undefined;
    const before = beforeFrom(first);
    const sinceMs = clock.now();
    const limitMs = Math.min(hasProof ? Infinity : APPEARANCE_MS, step.deadlineMs - sinceMs - LIST_POLL_MS);
    const isProvable = hasProof && first.items[0]?.status === 'finished';
    const limit = isProvable ? 'the text at the health check' : formatDuration(Math.max(0, limitMs));
    log.info(`No deployment is in progress; waiting for one to appear, or for ${limit}.`);
    const note = createNote(step);
    let health;
    try {
        for (let list = first;; list = await api.listDeployments(outcome.resourceId)) {
            const [appeared] = candidatesIn(before, list);
            if (appeared !== undefined) {
                log.info(`Deployment ${appeared.id} has appeared (${appeared.status}).`);
                return appeared.id;
            }
            const [latest] = list.items;
            const address = addressOf(step);
            if (hasProof && latest?.status === 'finished' && address !== undefined) {
                health = await requestHealth(step, address, signal);
                if (health.isHealthy)
                    return served(step, latest);
                note(health.key, `The app ${health.text}; requesting it again.`);
            }
            else if (clock.now() - sinceMs >= limitMs) {
                const none = list.isRecognised
                    ? 'none is shown'
                    : 'the list of deployments is not recognised';
                const known = latest === undefined ? none : `the latest is ${latest.id} (${latest.status})`;
                const what = `No deployment appeared within ${formatDuration(clock.now() - sinceMs)}; ${known}.`;
                throw new Failure('no_deployment', what, {
                    title: `No deployment of ${outcome_nameOf(outcome)} is in progress`,
                });
            }
            await api.pause(LIST_POLL_MS);
        }
    }
    catch (error) {
        if (!signal.aborted || !isFailure(error, 'timeout') || health === undefined)
            throw error;
        const what = `No deployment appeared before the deadline, and the app ${health.text}.`;
        throw unhealthy(step, what, health.isTextMissing);
    }
}
/** The text has proved the latest deployment: there is nothing to follow. */
function served({ outcome, clock }, { id, status }) {
    outcome.deploymentId = id;
    outcome.status = status;
    outcome.endedAtMs = clock.now();
    outcome.headline = `The app serves the required text; deployment ${id} is the latest`;
}

;// CONCATENATED MODULE: ./operations/operations.js





/**
 * Each works on one resource and fills the outcome of the step. Rejects with the `Failure` that
 * ends it.
 */
const operations = {
    deploy: deploy,
    start: lifecycle('start'),
    stop: lifecycle('stop'),
    restart: lifecycle('restart'),
    wait: wait,
    status: reads_status,
    list: list,
    logs: logs,
    env: env,
    check: check,
};

;// CONCATENATED MODULE: ./runner/sanitize/clean.js
// Removes or escapes control characters, terminal sequences and invisible characters, breaks
// workflow commands, and cuts text between characters. Pure.
// Terminal strings (OSC, DCS, SOS, PM, APC) up to their terminator, CSI sequences, and the choice
// of a character set. An unterminated one loses only its introducer, so that it cannot hide text.
// Introducers are excluded from the content, which keeps matching linear.
const TERMINAL_SEQUENCE = 
// oxlint-disable-next-line no-control-regex -- control characters are the subject
/(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[(-+][0-~]/g;
/**
 * Control characters, the line ends of Unicode, and invisible characters: zero-width and bidi
 * characters, variation selectors, tag characters, interlinear annotation.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gv;
/** The same within a log, where tabs and line feeds stay. */
const INVISIBLE_IN_LOG = /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\n]]/gv;
/** The invisible parts of an emoji: presentation, and joiners between its parts. */
const INSIDE_EMOJI = /(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gv;
/** The runner ends a line at each of these. */
const LINE_END = /\r\n?|\n/;
/** White space and the line ends of any reader, but not the byte order mark, which is invisible. */
const WHITE_SPACE = /[[\s\u0085]--\uFEFF]+/gv;
/** The visible text of these lines, as well-formed Unicode. Idempotent. */
function visibleText(lines) {
    return lines.replaceAll(TERMINAL_SEQUENCE, '').replaceAll(INVISIBLE_IN_LOG, '').toWellFormed();
}
/**
 * One well-formed line, with each run of white space as one space, and invisible characters as
 * `withInvisibleEscaped` shows them, so that names that differ only in them look different.
 * Idempotent.
 */
function visibleLine(text) {
    const line = text.replaceAll(WHITE_SPACE, ' ').replaceAll(INSIDE_EMOJI, '');
    return withInvisibleEscaped(line).toWellFormed().trim();
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
    return lines.replaceAll('##[', '## [');
}
/** The first `maxChars` characters (UTF-16 units), one less where a surrogate pair would be cut. */
function firstChars(text, maxChars) {
    return text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
}
/** At most `maxChars` characters (UTF-16 units), the last one `…` where something was cut. */
function clipped(text, maxChars) {
    return text.length <= maxChars ? text : `${firstChars(text, maxChars - 1)}…`;
}

;// CONCATENATED MODULE: ./runner/excerpt.js

/**
 * Error lines, with the meaningful lines after each: a place in the code, or the rest of the
 * message.
 */
const MAX_ERROR_LINES = 24;
const LINES_AFTER_ERROR = 2;
const excerpt_MAX_LINE_CHARS = 500;
const MAX_LAST_LINES = 20;
/**
 * Adds to `found` the first distinct ones of these clean lines that look like errors, each with
 * what follows it.
 */
function addErrorLines(found, lines) {
    let linesToAdd = 0;
    for (const line of lines) {
        if (found.length >= MAX_ERROR_LINES)
            return;
        const isError = isErrorLine(line);
        if (!isError && (linesToAdd === 0 || !isMeaningful(line)))
            continue;
        const kept = shortened(line);
        if (found.includes(kept))
            continue;
        linesToAdd = isError ? LINES_AFTER_ERROR : linesToAdd - 1;
        found.push(kept);
    }
}
/** The line that most likely names the cause; undefined if none looks like an error. */
function errorLine({ errorLines }) {
    // What has failed stands below this heading.
    return (errorLines.find((line) => isErrorLine(line) && !line.startsWith('Traceback ')) ?? errorLines[0]);
}
/**
 * The lines of a log that explain a failure, in its order: error lines, and after them the last
 * lines that are not blank, decoration or progress. A line `…` stands for a gap between the two.
 */
function excerptOf({ errorLines, tail, }) {
    const meaningful = tail.split('\n').filter(isMeaningful).map(shortened);
    const lastError = errorLines.at(-1);
    if (lastError === undefined)
        return meaningful.slice(-MAX_LAST_LINES);
    const after = meaningful.slice(meaningful.lastIndexOf(lastError) + 1);
    const isGap = after.length > MAX_LAST_LINES || !meaningful.includes(lastError);
    return [...errorLines, ...(isGap ? ['…'] : []), ...after.slice(-MAX_LAST_LINES)];
}
/**
 * The excerpt for this failure of one of the resources, and the log that it is from. Empty without
 * such a log.
 */
function explanationOf(failure, outcomes) {
    const source = failure.code === 'deployment_failed' ? 'build' : 'runtime';
    const failed = outcomes.find((outcome) => outcome.failure === failure);
    const log = failed?.logs.find((one) => one.source === source);
    return { source, excerpt: log === undefined ? [] : excerptOf(log) };
}
function shortened(line) {
    return clipped(line.trimEnd(), excerpt_MAX_LINE_CHARS);
}
/** Timestamps and step numbers that tools put before a line. */
const PREFIX = /^\s*(?:(?:\[\d[^\]]{0,40}\]|#\d{1,5}|\d[\d:.,TZ+/-]{0,40})\s+)*/;
/** Error lines of common tools: at the start of a line, or anywhere if unambiguous. */
const ERRORS = anyOf('', [
    /^npm (?:ERR!|error) \S/,
    /^[✘✗✖✕⨯❌]\uFE0F? *\S/, // esbuild, vite, next, jest, mocha
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
    /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
]);
const ERRORS_IN_ANY_CASE = anyOf('i', [
    /\b(?:command|module|package|file) not found\b|\bCannot find (?:module|package)\b|\bNo such file or directory\b|\bpermission denied\b/,
    /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|^Killed\b|\bOOMKilled\b/,
    /^(?:failed|failure)\b|\bfailed to \w|\b(?:build|compilation|deployment|command|script|step) failed\b/,
    /\bexit(?:ed)?(?: with)?(?: (?:code|status))?:? ?[1-9]\d*\b|\bnon-zero (?:code|exit)\b/,
]);
/** Lines that contain an error word but report no error. */
const NO_ERROR = anyOf('i', [
    /\b(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|exceptions?)\b/,
    /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])(?:\W|$)/,
    /\b(?:errors|failures|failed)["']?\s*[:=]\s*0(?:\W|$)/,
    /^(?:✓|✔|√|PASS\b|ok \d|npm (?:WARN|warn|notice)\b|warn(?:ing)?\b|\[WARN)/,
]);
/** One pattern is several times as fast as many, in a log that is full of errors. */
function anyOf(flags, patterns) {
    return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}
function isErrorLine(line) {
    const message = line.slice(PREFIX.exec(line)?.[0].length ?? 0);
    return ((ERRORS.test(message) || ERRORS_IN_ANY_CASE.test(message)) &&
        !NO_ERROR.test(line) &&
        !NO_ERROR.test(message));
}
const PERCENTAGE = /\d\s?%/;
/** A percentage is progress in a line with a bar, or without a word. */
const BAR_OR_NO_WORD = /[=#>.-]{5}|^\P{L}*$/u;
/** A bar of blocks, a frame of a spinner, pnpm's counter. */
const PROGRESS = /[█▓▒░━▰▱]{5}|^\s*[⠁-⣿]|^Progress: resolved \d/;
function isMeaningful(line) {
    // Two patterns: a combined one would take time quadratic in the length of the line.
    const isProgress = PROGRESS.test(line) || (PERCENTAGE.test(line) && BAR_OR_NO_WORD.test(line));
    return /[\p{L}\p{N}]/u.test(line) && !isProgress;
}

;// CONCATENATED MODULE: ./runner/annotation.js


/** The runner cuts an annotation at 4,096 characters. */
const MAX_ANNOTATION_CHARS = 4_000;
const MAX_CAUSE_CHARS = 2_500;
/** What happened, lines of the log, what it means, what to do, and the ids. */
function annotationOf(failure, report) {
    const { outcomes, sanitizers } = report;
    const failed = outcomes.find((outcome) => outcome.failure === failure);
    const cause = failure.message
        .split('\n')
        .map((line) => sanitizers.line(line, { maxChars: MAX_CAUSE_CHARS }));
    const { meaning } = failure.options;
    const more = outcomes.filter((outcome) => outcome.failure !== undefined && outcome !== failed).length;
    const ids = [
        ['error-code', failure.code],
        ['resource-id', failed?.resourceId],
        ['deployment-id', failed?.deploymentId],
    ].flatMap(([label, value]) => value === undefined || value === '' ? [] : [`${label}: ${value}`]);
    const after = [
        ...(meaning === undefined ? [] : [meaning]),
        ...(more === 0 ? [] : [`${pluralize(more, 'more resource')} failed: see the summary.`]),
        `What to do: ${failure.next}`,
        ids.join(' · '),
    ].map((line) => sanitizers.line(line));
    const { excerpt } = explanationOf(failure, outcomes);
    const lines = excerpt.slice(excerpt[0] === failure.message ? 1 : 0).map((line) => `  ${line}`);
    let leftChars = MAX_ANNOTATION_CHARS - [...cause, ...after].join('\n').length;
    const linesThatFit = lines.filter((line) => (leftChars -= line.length + 1) > 0);
    return [...cause, ...linesThatFit, ...after].join('\n').slice(0, MAX_ANNOTATION_CHARS);
}

;// CONCATENATED MODULE: ./runner/outputs.js
// The outputs: their values for what is known of each resource, and a writer.


/** Every output, in the order of action.yml (a test compares them). */
const OUTPUT_NAMES = [
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
/** The outputs for what is known by now. Those of one resource are empty for several. */
function outputsOf({ outcomes, failure, github, nowMs, isRunning, sanitizers, }) {
    const [first] = outcomes;
    const isSkipped = outcomes.every(({ skipped }) => skipped !== undefined) && failure === undefined;
    if (isSkipped)
        return { skipped: first?.skipped ?? '' };
    // Until the step has ended, what has not ended has no duration.
    const untilMs = isRunning ? undefined : nowMs;
    const rows = outcomes
        .filter(({ resourceId }) => resourceId !== '')
        .map((outcome) => rowOf(outcome, untilMs));
    const only = rows.length === 1 ? rows[0] : undefined;
    return {
        'deployment-id': sanitizers.output(only?.deploymentId ?? ''),
        status: sanitizers.output(worstOf(rows.filter(({ skipped }) => skipped === '').map(({ status }) => status))),
        'resource-status': sanitizers.output(only?.resourceStatus ?? ''),
        url: sanitizers.output(only?.url ?? ''),
        duration: String(only?.duration ?? ''),
        'error-code': sanitizers.output(failure?.code ?? ''),
        'log-file': only?.logFile ?? '',
        deployments: rows.length === 0 ? '' : sanitizers.json(JSON.stringify(rows)),
        resources: first?.resources === undefined ? '' : sanitizers.json(first.resources),
        'env-names': first?.envNames === undefined ? '' : sanitizers.json(first.envNames),
        'github-deployment-id': github.deploymentId(),
    };
}
/** An entry of the output `deployments`: unknown facts are empty, or null for the duration. */
function rowOf(outcome, untilMs) {
    const { acceptedAtMs, endedAtMs = untilMs, logs } = outcome;
    const log = logs.find(({ source }) => source === 'build') ?? logs[0];
    return {
        resourceId: outcome.resourceId,
        name: outcome.name ?? '',
        deploymentId: outcome.deploymentId ?? '',
        commit: outcome.commit ?? '',
        // Before it is known that the deployment is ours, its end is none.
        status: outcome.waitingFor === 'identification' ? '' : statusText(outcome.status),
        resourceStatus: statusText(outcome.resourceStatus),
        url: outcome.url ?? '',
        duration: acceptedAtMs === undefined || endedAtMs === undefined
            ? null
            : Math.round((endedAtMs - acceptedAtMs) / 1000),
        logFile: log?.file ?? '',
        errorCode: outcome.failure?.code ?? '',
        skipped: outcome.skipped ?? '',
        adopted: outcome.adopted ?? false,
    };
}
/**
 * A status as outputs show it: one of the five words, another harmless one as it is, else
 * `unknown`.
 */
function statusText(sent) {
    if (sent === undefined)
        return '';
    const status = normalizeStatus(sent);
    return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(status) ? status : 'unknown';
}
/** Any other word, and none, counts as `unknown`. */
const WORST_FIRST = [
    'failed',
    'cancelled',
    'unknown',
    'building',
    'queued',
    'finished',
];
/** `finished` only when all are. */
function worstOf(statuses) {
    const rank = (status) => WORST_FIRST.indexOf(WORST_FIRST.includes(status) ? status : 'unknown');
    return statuses.toSorted((a, b) => rank(a) - rank(b))[0] ?? '';
}
/**
 * Creates a function that writes every output, later those that changed. It never throws: it warns.
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
                warn(`The outputs cannot be written, so later steps cannot read them: ${errorMessage(error)}`);
            }
        }
    };
}

;// CONCATENATED MODULE: ./runner/summary.js
// The summary of a step as Markdown of bounded size: what happened and why, what to do, facts,
// tables and logs. Pure. Everything that others wrote is sanitized here.




/**
 * Below the runner's limit of 1 MiB, above which it drops a summary; secrets that it masks itself
 * may grow.
 */
const SUMMARY_BYTES = 900 * 1024;
/** The summary, below 1 MiB of UTF-8, with Windows line ends too. */
function summaryOf(report) {
    const status = report.isRunning ? unfinishedWork(report) : failureDetails(report);
    const text = [[headingOf(report)], ...status, ...warningsOf(report), ...tablesOf(report)];
    return linesThatFit([...text, ...logsOf(report, SUMMARY_BYTES - sizeOf(text.flat().join('\n')))]);
}
/** As much as there is room for; the most important comes first. */
function linesThatFit(blocks) {
    const end = '… The rest is left out: a summary has a limit of 1 MiB.';
    const shown = [];
    let leftBytes = SUMMARY_BYTES - sizeOf(`\n\n${end}\n`);
    for (const block of blocks.filter(({ length }) => length > 0)) {
        leftBytes -= sizeOf('\n');
        const cut = block.findIndex((line) => (leftBytes -= sizeOf(`${line}\n`)) < 0);
        shown.push((cut < 0 ? block : block.slice(0, cut)).join('\n'));
        if (cut >= 0)
            return `${[...shown, end].join('\n\n')}\n`;
    }
    return `${shown.join('\n\n')}\n`;
}
/** Longest cause in the heading; longer ones stand below it. */
const MAX_HEADING_CHARS = 200;
function headingOf({ outcomes, inputs, failure, isRunning, sanitizers }) {
    if (isRunning)
        return `## ⏳ ${inputs.operation} is in progress`;
    if (failure === undefined) {
        const isSkipped = outcomes.every(({ skipped }) => skipped !== undefined);
        const mark = isSkipped || outcomes.some(({ needsAttention }) => needsAttention) ? '⚠️' : '✅';
        return `## ${mark} ${sanitizers.text(headlineOf(outcomes))}`;
    }
    const { title, message } = failure;
    const failed = outcomes.filter((outcome) => outcome.failure !== undefined).map(outcome_nameOf);
    const count = `${failed.length} of ${outcomes.length} resources failed (${nameSome(failed)}): `;
    const heading = `## ❌ ${sanitizers.text((outcomes.length > 1 && failed.length > 0 ? count : '') + title)}`;
    // A message may only repeat the title, and a list stands below.
    if (message === `${title}.` || message.includes('\n'))
        return heading;
    const isLogLine = outcomes.some(({ logs }) => logs.some(({ errorLines }) => errorLines.includes(message)));
    const cause = sanitizers.line(message, { maxChars: MAX_HEADING_CHARS });
    if (isLogLine)
        return `${heading}: ${sanitizers.code(cause)}`;
    return sanitizers.line(message).length > MAX_HEADING_CHARS
        ? heading
        : `${heading}: ${sanitizers.text(cause)}`;
}
/** What a step has done that passed, in one line; parts may be untrusted. */
function headlineOf(outcomes) {
    const [only, ...others] = outcomes;
    if (only !== undefined && others.length === 0)
        return headlineOfOne(only);
    const skipped = outcomes.filter((outcome) => outcome.skipped !== undefined).length;
    const done = pluralize(outcomes.length - skipped, 'resource');
    if (skipped === outcomes.length)
        return `All ${pluralize(skipped, 'resource')} skipped`;
    return skipped === 0 ? `All ${done} done` : `${done} done, ${skipped} skipped`;
}
function headlineOfOne(outcome) {
    const { skipped, headline, deploymentId, acceptedAtMs, endedAtMs } = outcome;
    if (headline !== undefined)
        return headline;
    if (skipped !== undefined)
        return `${outcome_nameOf(outcome)} was skipped: ${skipped}`;
    const took = acceptedAtMs === undefined || endedAtMs === undefined
        ? ''
        : ` after ${formatDuration(endedAtMs - acceptedAtMs)}`;
    return deploymentId === undefined
        ? `${outcome_nameOf(outcome)}: done${took}`
        : `Deployment ${deploymentId} of ${outcome_nameOf(outcome)} finished${took}`;
}
/**
 * The cause where the heading is too short for it, the lines of the log that explain it, and what
 * to do.
 */
function failureDetails({ outcomes, failure, sanitizers }) {
    if (failure === undefined)
        return [];
    const { message, options } = failure;
    const lines = message.split('\n').map((line) => sanitizers.text(line));
    const isWhole = lines.length === 1 && sanitizers.line(message).length <= MAX_HEADING_CHARS;
    const { source, excerpt } = explanationOf(failure, outcomes);
    const quoted = excerpt.join('\n');
    return [
        ...(isWhole ? [] : [lines.length === 1 ? lines : lines.map((line) => `- ${line}`)]),
        ...(quoted === '' || quoted === message
            ? []
            : [[`**From the ${source} log**, untrusted:${sanitizers.block(quoted).trimEnd()}`]]),
        ...(options.meaning === undefined
            ? []
            : [[`**What it means:** ${sanitizers.text(options.meaning)}`]]),
        [
            `**What to do:** ${options.next === undefined ? failure.next : sanitizers.text(options.next)}`,
        ],
    ];
}
/** While the step runs: what continues at the service, or may, if the step is killed now. */
function unfinishedWork({ outcomes, sanitizers }) {
    const work = outcomes.flatMap((outcome) => {
        if (outcome.failure !== undefined)
            return [];
        if (isInProgress(outcome))
            return [[sanitizers.text(stillRunning(outcome))]];
        if (outcome.waitingFor !== 'answer' && outcome.waitingFor !== 'lost-post')
            return [];
        return [
            [`It is not known whether the request for ${sanitizers.text(outcome_nameOf(outcome))} was accepted.`],
        ];
    });
    const note = 'This summary was written while the step was running.';
    return [
        [`${note} If the step has ended, it was stopped before it could report the result.`],
        ...work,
    ];
}
function warningsOf({ outcomes, warnings, sanitizers }) {
    const items = [
        ...warnings.map((text) => sanitizers.text(text)),
        ...outcomes.flatMap((outcome) => {
            const of = outcomes.length > 1 ? `${sanitizers.text(outcome_nameOf(outcome))}: ` : '';
            return outcome.warnings.map((text) => of + sanitizers.text(text));
        }),
    ];
    return items.length === 0
        ? []
        : [[`**${pluralize(items.length, 'warning')}**`], items.map((item) => `- ${item}`)];
}
/** The facts of one resource, or a row for each of several; then the tables of the operations. */
function tablesOf(report) {
    const { outcomes, sanitizers } = report;
    const { run } = report.github;
    const [commit] = run.commits;
    const facts = [
        commit && `of ${commitLink(commit, report)}`,
        run.branch && `on ${sanitizers.text(run.branch)}`,
        run.actor && `by ${sanitizers.text(run.actor)}`,
    ].filter(Boolean);
    return [
        ...(outcomes.length > 1
            ? [tableOfMany(report)]
            : outcomes.map((outcome) => tableOf(factsOf(outcome, report)))),
        ...(facts.length === 0 ? [] : [[`Run ${facts.join(' ')}`]]),
        ...outcomes
            .flatMap(({ tables }) => tables)
            .flatMap(({ title, columns, rows }) => [
            [`### ${sanitizers.text(title)}`],
            tableOf([columns, ...rows].map((row) => row.map((cell) => cell && sanitizers.text(cell)))),
        ]),
    ];
}
/** Two columns of short lines, which fit a phone. */
function tableOfMany(report) {
    const rows = report.outcomes.map((outcome) => {
        const [[, resource] = [], ...facts] = factsOf(outcome, report);
        return [
            `${markOf(outcome)} ${resource}`,
            facts.map(([label, value]) => `${label}: ${value}`).join('<br>'),
        ];
    });
    return tableOf([['Resource', 'Result'], ...rows]);
}
function markOf({ failure, skipped, needsAttention, headline, endedAtMs }) {
    if (failure !== undefined)
        return '❌';
    if (skipped !== undefined || needsAttention)
        return '⚠️';
    return headline === undefined && endedAtMs === undefined ? '⏳' : '✅';
}
/** Labels, and values that are already Markdown; the resource comes first. */
function factsOf(outcome, report) {
    const { outcomes, sanitizers } = report;
    const { resourceId, name, deploymentId, adopted, status, resourceStatus, url, skipped } = outcome;
    const { acceptedAtMs, endedAtMs } = outcome;
    const id = resourceId === '' ? '' : sanitizers.code(resourceId);
    const adoption = adopted
        ? ' (adopted: found in the list after the answer to the request was lost)'
        : '';
    const failure = outcomes.length > 1 ? outcome.failure : report.failure;
    const cause = outcomes.length > 1 && failure !== undefined ? ` ${sanitizers.text(failure.message)}` : '';
    const duration = acceptedAtMs === undefined ? '' : formatDuration((endedAtMs ?? report.nowMs) - acceptedAtMs);
    const facts = [
        ['Resource', name === undefined ? id : `${sanitizers.text(name)} (${id})`],
        ['Deployment', deploymentId && sanitizers.code(deploymentId) + adoption],
        ['Status', status && sanitizers.text(status)],
        ['Resource status', resourceStatus && sanitizers.text(resourceStatus)],
        ['App', url && sanitizers.link(url)],
        [endedAtMs === undefined ? 'Duration so far' : 'Duration', duration],
        [
            status === 'finished' ? 'Deployed commit' : 'Commit',
            deploymentId && commitText(outcome, report),
        ],
        ...outcome.facts.map(({ label, value }) => [sanitizers.text(label), value && sanitizers.text(value)]),
        ['Skipped', skipped],
        ['Error code', failure && sanitizers.code(failure.code) + cause],
    ];
    return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}
/** The commit that the deployment shows; never that of the run in its place. */
function commitText({ commit }, report) {
    if (commit === undefined)
        return 'not shown by the service';
    const { commits } = report.github.run;
    const ours = commits.find((own) => own.startsWith(commit));
    if (ours !== undefined)
        return commitLink(ours, report);
    return (report.sanitizers.code(commit.slice(0, 7)) +
        (commits.length === 0 ? '' : ', not a commit of this run'));
}
function commitLink(commit, { github: { run }, sanitizers }) {
    const short = commit.slice(0, 7);
    return run.repositoryUrl
        ? sanitizers.link(`${run.repositoryUrl}/commit/${commit}`, short)
        : sanitizers.code(short);
}
/**
 * Cells are already Markdown; no rows, no table. The first row is the header: GitHub renders an
 * empty header as an empty row.
 */
function tableOf([header, ...rows]) {
    if (header === undefined)
        return [];
    return [header, header.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
/** Room for the sentence about lines that are left out, with the path of the file. */
const NOTE_BYTES = 1024;
/** Size in UTF-8 with Windows line ends, which the runner may write. */
function sizeOf(text) {
    return Buffer.byteLength(text) + (text.split('\n').length - 1);
}
function logsOf(report, maxBytes) {
    const isFailed = ({ failure }) => (failure === undefined ? 0 : 1);
    const outcomes = report.outcomes.toSorted((a, b) => isFailed(b) - isFailed(a));
    const logs = outcomes.flatMap((outcome) => outcome.logs.map((log) => ({ log, outcome })));
    return logs.map(({ log, outcome }) => [
        logSection(log, { outcome, report, maxBytes: maxBytes / logs.length }),
    ]);
}
function logSection({ source, tail, lineCount, file }, { outcome, report, maxBytes }) {
    const { sanitizers } = report;
    const of = report.outcomes.length > 1 ? ` of ${sanitizers.htmlCode(outcome_nameOf(outcome))}` : '';
    const title = `${source === 'build' ? 'Build' : 'Runtime'} log${of}, ${pluralize(lineCount, 'line')}`;
    const where = file === undefined
        ? ''
        : ` The whole log is in ${sanitizers.code(file)} (output \`log-file\`).`;
    const framed = (lines) => {
        const leftOut = lineCount - lines.length;
        const note = leftOut === 0 ? '' : ` ${pluralize(leftOut, 'earlier line')} left out.${where}`;
        // The blank lines around the block end the HTML, so that it is read as a block.
        const block = sanitizers.block(lines.join('\n'));
        return `<details>\n<summary>${title}</summary>\n\nUntrusted output.${note}${block}</details>`;
    };
    const lines = tail === '' ? [] : tail.split('\n');
    let leftBytes = maxBytes - NOTE_BYTES - sizeOf(framed(lines)) + sizeOf(tail);
    const start = lines.findLastIndex((line) => (leftBytes -= sizeOf(`${line}\n`)) < 0) + 1;
    return start === lines.length ? `${title}, not shown here.${where}` : framed(lines.slice(start));
}

;// CONCATENATED MODULE: ./publish.js
// Publishes what is known: outputs and summary at any time, and at the end the headline or the one
// error.







/**
 * Creates the publisher of one step. It never throws: if outputs or summary cannot be written, it
 * warns.
 */
function createPublisher(step) {
    const { host, outcomes, failures, stepLog, sanitizers, github } = step;
    const { clock, core } = host;
    const writeOutputs = createOutputWriter(core, (text) => stepLog.warn(text));
    function write(isRunning) {
        const report = {
            ...step,
            failure: failures[0],
            warnings: stepLog.warnings,
            nowMs: clock.now(),
            isRunning,
        };
        writeOutputs(outputsOf(report));
        try {
            host.writeSummary(summaryOf(report));
        }
        catch (error) {
            stepLog.warn(`The summary could not be written: ${errorMessage(error)}`);
        }
    }
    return {
        /** Writes outputs and summary of what is known by now. */
        save: () => write(true),
        /** Writes the result. */
        async publish() {
            const [failure] = failures;
            write(false);
            stepLog.end();
            printTables(outcomes, (text) => stepLog.info(text));
            if (failure === undefined) {
                stepLog.info(headlineOf(outcomes));
                for (const outcome of outcomes.filter(isInProgress))
                    stepLog.info(stillRunning(outcome));
            }
            else {
                core.error(annotationOf(failure, step), { title: sanitizers.line(failure.title) });
            }
            // The verdict stands; the record may hold up the step a little longer.
            host.setExitCode(failure === undefined ? 0 : 1);
            await github.finish({
                state: failure === undefined ? 'success' : (adviceFor(failure.code).githubState ?? 'error'),
                url: outcomes.length === 1 ? outcomes[0]?.url : undefined,
                description: failure?.title ?? headlineOf(outcomes),
                isCancelled: failure?.code === 'interrupted',
            });
            write(false);
        },
    };
}
/** Rows of a table in the step log; the summary and the outputs have more. */
const MAX_ROWS = 200;
function printTables(outcomes, info) {
    for (const outcome of outcomes) {
        const { facts, tables } = outcome;
        const of = outcomes.length > 1 ? `${outcome_nameOf(outcome)}: ` : '';
        for (const { label, value } of facts)
            info(`${of}${label}: ${value}`);
        for (const { title, columns, rows } of tables) {
            info(`${title} (${columns.join(', ')}):`);
            for (const cells of rows.slice(0, MAX_ROWS))
                info(`- ${cells.map((cell) => cell || '–').join(' | ')}`);
            if (rows.length > MAX_ROWS)
                info(`… and ${pluralize(rows.length - MAX_ROWS, 'more row')} in the summary`);
        }
    }
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(24);
;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./runner/github-api.js
// One request of the GitHub REST API, with its retries. The token goes to GITHUB_API_URL alone: no
// redirect is followed.


/**
 * GitHub did not do what was requested. The message is one or two sentences and may quote GitHub.
 */
class GitHubError extends Error {
    name = 'GitHubError';
    /**
     * The same request may succeed later. Without an answer of GitHub, it may also have been carried
     * out.
     */
    isTransient;
    /** From `Retry-After`. */
    retryAfterMs;
    constructor(message, { isTransient = true, retryAfterMs = 0 } = {}) {
        super(message);
        this.isTransient = isTransient;
        this.retryAfterMs = retryAfterMs;
    }
}
/** Longest time for all attempts, and the shortest wait between two. */
const ATTEMPTS_WITHIN_MS = 10_000;
const GAP_MS = 500;
/** Keeps Octokit's own warnings out of the step log. */
const QUIET = { debug() { }, info() { }, warn() { }, error() { } };
/**
 * Creates the API client; Octokit is loaded with the first request. `permission` is named when
 * GitHub refuses one.
 */
function createGitHubApi({ env, inputs, clock }, permission) {
    const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
    /**
     * Sends a request and resolves with the body of the answer. `route` continues
     * `/repos/{owner}/{repo}`, `fields` are parameters of path, query or body. By default three
     * attempts within 10 s, each of 3 s; a `Retry-After` is honoured if it fits. Rejects with a
     * {@link GitHubError}, or with the signal's reason.
     */
    return async (route, fields, { signal, attempts = 3, timeoutMs = 3_000, }) => {
        const endMs = clock.now() + ATTEMPTS_WITHIN_MS;
        const reason = new GitHubError(`GitHub did not answer within ${formatDuration(timeoutMs)}.`);
        for (let left = attempts - 1;; left -= 1) {
            const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, timeoutMs, { signal, reason });
            try {
                const { getOctokit } = await __nccwpck_require__.e(/* import() */ 767).then(__nccwpck_require__.bind(__nccwpck_require__, 767));
                const octokit = getOctokit(inputs.githubToken, {
                    baseUrl,
                    userAgent: 'deployment-service-action',
                });
                limit.signal.throwIfAborted();
                const request = { signal: limit.signal, redirect: 'error', log: QUIET };
                const repoRoute = route.replace(' ', ' /repos/{owner}/{repo}');
                const response = await octokit.request(repoRoute, {
                    ...fields,
                    owner,
                    repo,
                    request,
                });
                limit.signal.throwIfAborted(); // Octokit returns an empty body for a truncated response.
                return response.data;
            }
            catch (thrown) {
                signal.throwIfAborted();
                const error = limit.signal.aborted ? reason : gitHubError(thrown, permission);
                const waitMs = Math.max(GAP_MS, error.retryAfterMs);
                if (left === 0 || !error.isTransient || clock.now() + waitMs + timeoutMs > endMs)
                    throw error;
                await clock.sleep(waitMs, signal);
            }
            finally {
                limit.clear();
            }
        }
    };
}
/** A property of a value of unknown shape; undefined if there is none. */
function field(value, name) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
/**
 * A string or number field of an answer, as a string. Throws a {@link GitHubError} if it does not
 * match `pattern`.
 */
function textField(value, name, pattern) {
    const found = field(value, name);
    if ((typeof found === 'string' || typeof found === 'number') && pattern.test(String(found)))
        return String(found);
    throw new GitHubError(`GitHub's answer holds no readable "${name}".`);
}
/**
 * Converts what Octokit throws. Without a response, Octokit invents a status 500, so only
 * `response.status` is used.
 */
function gitHubError(error, permission) {
    const response = field(error, 'response');
    const status = field(response, 'status');
    if (typeof status !== 'number')
        return new GitHubError(`GitHub could not be reached (${errorMessage(error)}).`);
    const message = field(field(response, 'data'), 'message');
    const quoted = typeof message === 'string' && message !== '' ? ` (${message})` : '';
    const seconds = field(field(response, 'headers'), 'retry-after');
    const retryAfterMs = typeof seconds === 'string' && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : 0;
    const wait = retryAfterMs === 0 ? '' : `; it asks to wait ${formatDuration(retryAfterMs)}`;
    const isTransient = status >= 500 || status === 429 || retryAfterMs > 0;
    // GitHub answers 404, too, for what the token may not see.
    const isForbidden = !isTransient && [401, 403, 404].includes(status);
    const hint = isForbidden ? ` The job may lack the permission ${permission}.` : '';
    return new GitHubError(`GitHub answered ${status}${quoted}${wait}.${hint}`, {
        isTransient,
        retryAfterMs,
    });
}

;// CONCATENATED MODULE: ./runner/deployment-record.js
// github-environment: one GitHub deployment for the whole step; its errors do not affect the
// verdict.
//
//   begin     in the background: creates the record (one POST), then sets it in progress (three
//   attempts)
//   …         the step follows the deployment of the service, and its verdict is published
//   finish    + 3 s: the requests of the background are aborted if they are still without an answer
//             if the id is not known: looks for the record by its marker, since the answer to the
//             POST may be lost
//             sets the final state (three attempts)
//             + 15 s: gives up. In a cancelled step 1.5 s and 4.5 s, and one attempt





const ID = /^\d+$/;
/** GitHub's limit for a description. */
const MAX_DESCRIPTION_CHARS = 140;
/** A creation is sent only once; GitHub itself gives up a request after 10 s. */
const CREATE = { attempts: 1, timeoutMs: 10_000 };
/**
 * From the end of the step: the time for everything, and for the answers to requests of the
 * background.
 */
const FINISH = {
    usual: { totalMs: 15_000, backgroundMs: 3_000 },
    // A cancelled step must be gone within five seconds.
    cancelled: { totalMs: 4_500, backgroundMs: 1_500 },
};
/** Creates the record of a step; nothing is sent before `begin`. */
function createDeploymentRecord(options, run) {
    const { clock, sanitizers } = options;
    const { githubEnvironment: environment, resourceIds } = options.inputs;
    const request = createGitHubApi(options, 'deployments: write');
    const background = new AbortController();
    const ended = Promise.withResolvers();
    const marker = (0,external_node_crypto_namespaceObject.randomUUID)();
    let id = '';
    let isOpen = false;
    let closed;
    /**
     * The whole life of the record: created, in progress, and when the step has ended its final
     * state.
     */
    async function keep() {
        if (run.isFork || run.commit === undefined) {
            const why = run.isFork
                ? 'is for a fork, whose runs may not write to this repository'
                : 'names no commit';
            return options.info(`No deployment is recorded at GitHub: this run ${why}`);
        }
        const subject = resourceIds.length === 1 ? resourceIds.join('') : `${resourceIds.length} resources`;
        const description = sanitizers.line(`Deploying ${subject}`, {
            maxChars: MAX_DESCRIPTION_CHARS,
        });
        let failed;
        try {
            const deployment = {
                ref: run.commit,
                environment,
                description,
                payload: { marker },
                transient_environment: run.isPreview,
                // No merge of other branches, no required checks: the workflow has decided to deploy.
                auto_merge: false,
                required_contexts: [],
            };
            const created = await request('POST /deployments', deployment, {
                ...CREATE,
                signal: background.signal,
            });
            id = textField(created, 'id', ID);
            await setStatus({ state: 'in_progress', description }, { signal: background.signal });
        }
        catch (error) {
            // A creation that was refused ends it; one that was lost is looked up, and `in_progress` may
            // be missing.
            if (id === '' && !(error instanceof GitHubError && error.isTransient))
                throw error;
            failed = error;
        }
        const { end, signal } = await ended.promise;
        if (id === '') {
            const found = await find(signal);
            if (found === undefined)
                throw failed;
            id = textField(found, 'id', ID);
        }
        await setStatus(end, { signal, attempts: end.isCancelled ? 1 : 3 });
    }
    /** The deployment with our marker in its payload, among 100 of its commit and environment. */
    async function find(signal) {
        const fields = { sha: run.commit, environment, per_page: 100 };
        const data = await request('GET /deployments', fields, { signal, attempts: 1 });
        const items = Array.isArray(data) ? data : [];
        // GitHub returns a payload as it was sent, or as a JSON string.
        return items.find((item) => JSON.stringify(field(item, 'payload') ?? '').includes(marker));
    }
    async function setStatus({ state, description, url = '', }, sending) {
        const isSafe = addressProblem(url) === undefined && sanitizers.redact(url) === url;
        const status = {
            deployment_id: id,
            state,
            description: sanitizers.line(description, { maxChars: MAX_DESCRIPTION_CHARS }),
            log_url: run.runUrl,
            ...(isSafe && { environment_url: url }),
        };
        await request('POST /deployments/{deployment_id}/statuses', status, sending);
    }
    function warnOf(error) {
        const what = id === ''
            ? 'The deployment may not be recorded'
            : 'The deployment may be left without a final state';
        options.warn(`${what} at GitHub: ${errorMessage(error)}`);
    }
    return {
        /**
         * For github-environment: the service accepted a request. Creates the record in the background,
         * once per step.
         */
        begin() {
            if (environment === undefined || closed !== undefined)
                return;
            isOpen = true;
            closed = keep()
                .catch(warnOf)
                .finally(() => (isOpen = false));
        },
        /** The id of the record; empty when there is none, and until it is known. */
        deploymentId: () => id,
        /** True while a record exists, or may exist, without a final state. */
        hasOpenRecord: () => isOpen,
        /**
         * Sets the final state of the record; takes at most 15 s, 4.5 s in a cancelled step. Never
         * rejects.
         */
        async finish(end) {
            const { totalMs, backgroundMs } = end.isCancelled ? FINISH.cancelled : FINISH.usual;
            const reason = new GitHubError('GitHub did not answer in time.');
            const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, totalMs, { reason });
            const backgroundLimit = (0,clock_0/* withTimeLimit */.Bv)(clock, backgroundMs, { reason });
            backgroundLimit.signal.addEventListener('abort', () => background.abort(reason));
            ended.resolve({ end, signal: limit.signal });
            await closed;
            backgroundLimit.clear();
            limit.clear();
        },
    };
}

;// CONCATENATED MODULE: ./runner/github.js
// What a step has to do with GitHub: the facts of its run, skip-if-outdated, and the deployment
// record.




/** Reads the facts of the run; nothing is loaded or sent before it is needed. */
function createGitHub(options) {
    const { env } = options;
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
    const event = readEvent(env);
    const pullRequest = field(event, 'pull_request');
    // For a pull request GITHUB_SHA is a merge commit, on which GitHub shows no deployment, and
    // GITHUB_REF_NAME its ref; in a run that another one triggered they are those of the default
    // branch. The repository is null for a deleted fork.
    const head = field(pullRequest, 'head');
    const trigger = field(event, 'workflow_run');
    const sha = field(trigger, 'head_sha') ?? field(head, 'sha');
    const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
    const headRepository = field(trigger, 'head_repository') ?? field(head, 'repo');
    const isSha = (text) => typeof text === 'string' && /^[0-9a-f]{40}$/.test(text);
    /** What the summary shows of the run; untrusted text. */
    const run = {
        /**
         * The commits that the run is for: the head of its pull request or of the run that triggered
         * it, then GITHUB_SHA.
         */
        commits: [...new Set([sha, env['GITHUB_SHA']].filter(isSha))],
        branch: typeof branch === 'string' ? branch : env['GITHUB_REF_NAME'],
        actor: env['GITHUB_ACTOR'],
        /** Page of the repository at GitHub. */
        repositoryUrl: server && repository ? `${server}/${repository}` : undefined,
    };
    const isOwnCommit = (commit) => run.commits.some((own) => own.startsWith(commit));
    return {
        run,
        /** True for a commit of this run; `commit` may be cut to its first digits. */
        isOwnCommit,
        /** False for a short text that may be something else than a commit. */
        isCommit: (commit) => commit.length === 40 || isOwnCommit(commit),
        newerCommit: createBranchCheck(options),
        ...createDeploymentRecord(options, {
            commit: run.commits[0],
            isFork: (trigger ?? head) !== undefined && field(headRepository, 'full_name') !== repository,
            // A closed pull request was merged, or needs no preview any more.
            isPreview: field(pullRequest, 'state') === 'open',
            runUrl: `${run.repositoryUrl}/actions/runs/${env['GITHUB_RUN_ID']}`,
        }),
    };
}
/**
 * Creates the check of skip-if-outdated: the head of the branch if it is ahead of this run's
 * commit, else undefined. When in doubt, the commit is deployed. Rejects only with the reason of
 * the step's signal.
 */
function createBranchCheck(options) {
    const { env, signal } = options;
    const { GITHUB_EVENT_NAME: event = '', GITHUB_REF: ref = '', GITHUB_SHA: sha = '' } = env;
    const [, branch] = (event === 'push' && /^refs\/heads\/(.+)$/.exec(ref)) || [];
    const request = createGitHubApi(options, 'contents: read');
    let hasLogged = false;
    return async (log) => {
        if (branch === undefined) {
            const run = [event, ref].filter(Boolean).join(' on ');
            const note = `skip-if-outdated applies only to a push to a branch, and this run is none (${run}): deploying`;
            if (!hasLogged)
                log.info(note);
            hasLogged = true;
            return undefined;
        }
        try {
            const found = await request('GET /git/ref/{ref}', { ref: `heads/${branch}` }, { signal });
            const head = textField(field(found, 'object'), 'sha', /^[0-9a-f]{40,64}$/);
            if (head === sha)
                return undefined;
            // Only the first page has the list of changed files, which can be long.
            const fields = { basehead: `${sha}...${head}`, per_page: 1, page: 2 };
            const comparison = await request('GET /compare/{basehead}', fields, { signal });
            return textField(comparison, 'status', /^[a-z]+$/) === 'ahead' ? head : undefined;
        }
        catch (error) {
            signal.throwIfAborted();
            const what = `It is not known whether ${branch} has moved on, so this commit is deployed`;
            if (!hasLogged)
                log.warn(`${what}: ${errorMessage(error)}`);
            hasLogged = true;
            return undefined;
        }
    };
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

;// CONCATENATED MODULE: ./runner/input-readers.js
// Readers of input values: each returns the value of a text, or why it is invalid. All accept the
// default of their input.



/** Why a value is invalid, for a line that begins with the name of the input. */
class Invalid {
    reason;
    constructor(reason) {
        this.reason = reason;
    }
}
/** Longest quote of an invalid value. */
const input_readers_MAX_QUOTED_CHARS = 60;
/**
 * The invalid value is quoted, unless it may hold a secret: a user name or a query in an address.
 */
function mustBe(allowed, text, suggestion) {
    const value = clipped(text.replaceAll(/\r?\n/g, '↵'), input_readers_MAX_QUOTED_CHARS);
    const seen = /:\/\/.*[@?#]/.test(text) ? '' : `, not "${value}"`;
    return new Invalid(`must be ${allowed}${seen}${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`);
}
/** Masking a shorter value would mask unrelated text all over the job log. */
const SHORTEST_SECRET_CHARS = 8;
const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;
/** True for a key or token that can be masked and sent. */
function isSecret(value) {
    return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}
/**
 * The lines to mask, since the runner masks line by line; without a prefix that does not belong to
 * the key.
 */
function secretLines(secret) {
    const lines = secret.split(LINE_END).map((line) => line.trim().replace(/^bearer\s+/i, ''));
    return lines.filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}
function apiKey(text) {
    if (/^bearer(?:\s|$)/i.test(text))
        return new Invalid('must be the key alone, without "Bearer" before it');
    return text === '' || isSecret(text)
        ? text
        : new Invalid(`${SECRET_RULE}: is it cut off, or two lines?`);
}
const ADDRESS_RULES = {
    malformed: 'an address such as https://host/api/v1',
    insecure: 'an address with https: (http: is for loopback hosts only)',
    credentials: 'without a user name and password',
};
/** The API root without a slash at its end. */
function baseUrl(text) {
    if (text === '')
        return text;
    const problem = addressProblem(text);
    if (problem !== undefined)
        return mustBe(ADDRESS_RULES[problem], text);
    if (/[?#]/.test(text))
        return mustBe('without a query and a fragment', text);
    const { origin, pathname } = new URL(text);
    const path = pathname.replace(/\/+$/, '');
    return path === ''
        ? mustBe('the API root, which ends with its version', text, `${origin}/api/v1`)
        : origin + path;
}
/** A path on a domain of the resource, or an address. */
function healthCheck(text) {
    const isPath = /^\/(?!\/)[!-~]*$/.test(text) && !text.includes('\\');
    if (text === '')
        return undefined;
    return isPath || addressProblem(text) === undefined
        ? text
        : mustBe('a path such as /health, or an https: URL', text);
}
function id(text) {
    if (text === '')
        return undefined;
    const isValid = text.length <= 256 && !/^\.\.?$|[\s\p{Cc}]/u.test(text);
    return isValid
        ? text
        : mustBe('an id: up to 256 characters without white space and control characters', text);
}
/** A comma, a line end, or one of each. Two in a row leave an empty entry. */
const ID_SEPARATOR = /,[^\S\n]*\n|\n[^\S\n]*,|[,\n]/;
/** Ids without duplicates, which `note` names. */
function ids(text, { note }) {
    if (text === '')
        return [];
    const lines = text.replace(/\n$/, '');
    const entries = lines.split(ID_SEPARATOR).map((entry) => entry.trim());
    const emptyAt = entries.flatMap((entry, index) => (entry === '' ? [index + 1] : []));
    if (emptyAt.length > 0) {
        const word = lines.includes(',') ? 'entry' : 'line';
        return new Invalid(`${nameSome(emptyAt.map((at) => `${word} ${at} is empty`))}: is its variable set?`);
    }
    const unique = [...new Set(entries)];
    const repeated = unique.filter((entry) => entries.indexOf(entry) !== entries.lastIndexOf(entry));
    if (repeated.length > 0) {
        note(`resource-id names ${nameSome(repeated)} more than once; ${pluralize(unique.length, 'resource')} used`);
    }
    return entries.map(id).find((entry) => entry instanceof Invalid) ?? unique;
}
function optional(given) {
    return given === '' ? undefined : given;
}
/** Words with commas or white space between them. */
function words(given) {
    return [...new Set(given.split(/[\s,]+/).filter((word) => word !== ''))];
}
function flag(given) {
    const word = oneOf(['true', 'false'])(given.toLowerCase());
    return word instanceof Invalid ? word : word === 'true';
}
function oneOf(allowed) {
    const names = allowed.map(String);
    return (given) => allowed[names.indexOf(given)] ??
        mustBe(`one of ${names.join(', ')}`, given, nearest(given, names));
}
/** `fallback` is for an empty text. */
function countOr(fallback) {
    return (given) => {
        if (given === '')
            return fallback;
        return /^[1-9]\d{0,5}$/.test(given)
            ? Number(given)
            : mustBe('a whole number from 1 to 999999', given);
    };
}
/** Milliseconds. */
function duration(given) {
    const ms = parseDurationMs(given);
    return ms === undefined || ms === 0
        ? mustBe('a duration above 0 such as 90, 90s, 15m or 1h30m', given)
        : ms;
}
const FILTER_KEYS = ['type', 'status', 'name', 'catalogKey'];
/**
 * `key=glob` pairs with spaces between them; in a glob `*` matches any characters, `?` any single
 * one.
 */
function filter(given) {
    const conditions = [];
    for (const pair of given.split(/\s+/).filter((word) => word !== '')) {
        const [, name, glob] = /^([^=]*)=([^=].*(?<!,))$/.exec(pair) ?? [];
        const key = FILTER_KEYS.find((known) => known === name);
        if (key === undefined || glob === undefined) {
            return mustBe(`pairs such as type=app name=web-*, with the keys ${FILTER_KEYS.join(', ')}`, pair);
        }
        conditions.push({ key, glob });
    }
    return conditions;
}

;// CONCATENATED MODULE: ./runner/inputs.js

const OPERATIONS = [
    'deploy',
    'start',
    'stop',
    'restart',
    'wait',
    'status',
    'list',
    'logs',
    'env',
    'check',
];
const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const CHANGING = ['deploy', 'start', 'stop', 'restart'];
const FOLLOWING = [...CHANGING, 'wait'];
const WITH_SEVERAL = [...FOLLOWING, 'status'];
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'wait'];
/**
 * Every input, in the order of action.yml (a test compares them). GitHub gives the last two to
 * every step.
 */
const INPUT_TABLE = {
    operation: {
        name: 'operation',
        fallback: 'deploy',
        usedBy: OPERATIONS,
        read: oneOf(OPERATIONS),
    },
    baseUrl: {
        name: 'base-url',
        fallback: '',
        usedBy: OPERATIONS,
        hasEnv: true,
        read: baseUrl,
    },
    apiKey: { name: 'api-key', fallback: '', usedBy: OPERATIONS, hasEnv: true, read: apiKey },
    resourceIds: {
        name: 'resource-id',
        fallback: '',
        usedBy: ALL_BUT_LIST,
        isUntrimmed: true,
        read: ids,
    },
    deploymentId: {
        name: 'deployment-id',
        fallback: '',
        usedBy: ['wait', 'status'],
        read: id,
    },
    force: { name: 'force', fallback: 'false', usedBy: ['deploy'], read: flag },
    wait: { name: 'wait', fallback: 'true', usedBy: CHANGING, read: flag },
    timeoutMs: { name: 'timeout', fallback: '', usedBy: OPERATIONS, read: readTimeout },
    onBusy: {
        name: 'on-busy',
        fallback: 'wait',
        usedBy: CHANGING,
        read: oneOf(['wait', 'fail', 'skip']),
    },
    skipIfOutdated: {
        name: 'skip-if-outdated',
        fallback: 'false',
        usedBy: ['deploy'],
        read: flag,
    },
    requiredEnv: {
        name: 'required-env',
        fallback: '',
        usedBy: ['deploy', 'check'],
        read: words,
    },
    healthCheck: {
        name: 'health-check',
        fallback: '',
        usedBy: CHECKING_HEALTH,
        read: healthCheck,
    },
    healthCheckContains: {
        name: 'health-check-contains',
        fallback: '',
        usedBy: CHECKING_HEALTH,
        read: optional,
    },
    healthCheckTimeoutMs: {
        name: 'health-check-timeout',
        fallback: '3m',
        usedBy: CHECKING_HEALTH,
        read: duration,
    },
    maxParallel: {
        name: 'max-parallel',
        fallback: '',
        usedBy: WITH_SEVERAL,
        read: countOr(Infinity),
    },
    failFast: { name: 'fail-fast', fallback: 'true', usedBy: WITH_SEVERAL, read: flag },
    lines: {
        name: 'lines',
        fallback: '100',
        usedBy: [...FOLLOWING, 'logs'],
        read: oneOf([100, 500, 2000]),
    },
    filter: { name: 'filter', fallback: '', usedBy: ['list'], read: filter },
    buildLog: { name: 'build-log', fallback: 'true', usedBy: ['deploy', 'wait'], read: flag },
    githubEnvironment: {
        name: 'github-environment',
        fallback: '',
        usedBy: ['deploy'],
        read: optional,
    },
    concurrentJobs: {
        name: 'concurrent-jobs',
        fallback: '',
        usedBy: OPERATIONS,
        read: countOr(1),
    },
    githubToken: {
        name: 'github-token',
        fallback: '',
        usedBy: OPERATIONS,
        read: (text) => text,
    },
};
/** Reads and checks all inputs. Masks the key before anything else. */
function readInputs(host) {
    const secrets = [INPUT_TABLE.apiKey, INPUT_TABLE.githubToken].flatMap((row) => secretLines(givenText(host, row)));
    for (const secret of secrets)
        host.core.setSecret(secret);
    const problems = new Map();
    const notes = [];
    const unused = [];
    let operation = 'deploy';
    function refuse(name, reason) {
        if (!problems.has(name))
            problems.set(name, `${name} ${reason}`);
    }
    function read(row) {
        const text = givenText(host, row);
        if (text.includes('${{'))
            refuse(row.name, UNEVALUATED);
        const isUsed = row.usedBy.includes(operation) || problems.has('operation');
        if (!isUsed && !['', row.fallback].includes(text.toLowerCase()))
            unused.push(row.name);
        const reading = { operation, note: (note) => void notes.push(note) };
        const value = row.read(isUsed && text !== '' ? text : row.fallback, reading);
        if (!(value instanceof Invalid))
            return value;
        refuse(row.name, value.reason);
        return row.read(row.fallback, reading);
    }
    const values = {};
    for (const [key, row] of Object.entries(INPUT_TABLE)) {
        values[key] = read(row);
        if (key === 'operation')
            operation = OPERATIONS.find((name) => name === values[key]) ?? operation;
    }
    // Each value is what the reader of its row returns.
    // oxlint-disable-next-line no-unsafe-type-assertion
    const inputs = values;
    checkTogether(inputs, (of, isBroken, reason) => {
        if (isBroken && !of.some((name) => problems.has(name)))
            refuse(of[0], reason);
    });
    const warnings = unused.length === 0 ? [] : [`No effect with operation: ${operation}: ${unused.join(', ')}.`];
    return { inputs, problems: [...problems.values()], warnings, notes, secrets };
}
/** What must hold besides each value. */
function checkTogether(inputs, refuseIf) {
    const { operation, resourceIds, deploymentId = 'latest', githubEnvironment } = inputs;
    const hasCheck = inputs.healthCheck !== undefined;
    const hasRecord = githubEnvironment !== undefined;
    const isSeveral = resourceIds.length > 1;
    const hasOtherTimeout = inputs.healthCheckTimeoutMs !== duration(INPUT_TABLE.healthCheckTimeoutMs.fallback);
    refuseIf(['base-url'], inputs.baseUrl === '', `${NEEDED} DEPLOYMENT_SERVICE_BASE_URL`);
    refuseIf(['api-key'], inputs.apiKey === '', `${NEEDED} DEPLOYMENT_SERVICE_API_KEY. ${EMPTY_KEY}`);
    const needsId = operation !== 'list' && operation !== 'check';
    refuseIf(['resource-id', 'operation'], needsId && resourceIds.length === 0, 'is needed: the id of the resource');
    const takesOne = !WITH_SEVERAL.includes(operation);
    refuseIf(['resource-id', 'operation'], takesOne && isSeveral, `must be one id with operation: ${operation}`);
    const isOneId = isSeveral && deploymentId !== 'latest';
    refuseIf(['deployment-id', 'resource-id'], isOneId, 'must be latest when there are several resources');
    const endNeeded = 'must be true with health-check or github-environment, which need the end of the work';
    refuseIf(['wait', 'health-check', 'github-environment'], !inputs.wait && (hasCheck || hasRecord), endNeeded);
    const isAlone = !hasCheck && inputs.healthCheckContains !== undefined;
    refuseIf(['health-check-contains', 'health-check'], isAlone, 'needs health-check');
    refuseIf(['health-check-timeout', 'health-check'], !hasCheck && hasOtherTimeout, 'needs health-check');
    const isNowhere = inputs.requiredEnv.length > 0 && resourceIds.length === 0;
    refuseIf(['required-env', 'resource-id'], isNowhere, 'needs resource-id');
    const needsToken = inputs.skipIfOutdated || hasRecord;
    const hasToken = isSecret(inputs.githubToken);
    const who = 'for skip-if-outdated and github-environment';
    refuseIf(['github-token', 'github-environment'], needsToken && !hasToken, `${SECRET_RULE} ${who}`);
}
const NEEDED = 'is needed, as the input or as env';
const EMPTY_KEY = 'It is empty when the secret is not set, when the job lacks the environment that holds it, and in runs from forks and Dependabot, which get no secrets';
const UNEVALUATED = 'holds an expression that was not evaluated (${{): check its quotes, and whether it comes from a variable or from the default of an input of a reusable workflow or composite action';
function readTimeout(text, { operation }) {
    return duration(text || (FOLLOWING.includes(operation) ? '30m' : '2m'));
}
/** An input as given, else its environment variable; empty when neither is given. */
function givenText({ core, env }, row) {
    const text = core.getInput(row.name, { trimWhitespace: false });
    if (row.isUntrimmed === true && text.trim() !== '')
        return text;
    const variable = `DEPLOYMENT_SERVICE_${row.name.replace('-', '_').toUpperCase()}`;
    return text.trim() || ((row.hasEnv && env[variable]?.trim()) ?? '');
}

;// CONCATENATED MODULE: ./runner/sanitize/log-lines.js
// The lines of a log, piece by piece, cleaned, and as they are printed: the runner finds no
// workflow command in them.

/** The longest line that is shown, including the note about truncation. */
const log_lines_MAX_LINE_CHARS = 4096;
const ROOM_FOR_CUT_NOTE_CHARS = 40;
/**
 * Redacts, removes what is invisible, breaks workflow commands, and limits the length of a line, in
 * this order; each line end becomes a line feed. Idempotent, and the same for lines together as one
 * by one.
 */
function cleanLines(text, redactor) {
    const visible = redactor.redactVisible(text.replaceAll(/\r\n?/g, '\n'));
    return breakCommands(visible).split('\n').map(log_lines_shortened).join('\n');
}
function log_lines_shortened(line) {
    if (line.length <= log_lines_MAX_LINE_CHARS)
        return line;
    const kept = firstChars(line, log_lines_MAX_LINE_CHARS - ROOM_FOR_CUT_NOTE_CHARS);
    return `${kept} … (${line.length - kept.length} characters cut)`;
}
/**
 * Sanitizing a long log at once would need many times its size in memory, and hold up the deadline.
 */
const PIECE_CHARS = 64 * 1024;
/** The pieces of a long log: whole lines of some 64 KiB. */
function* piecesOf(text) {
    for (let start = 0, end = 0; start < text.length; start = end) {
        end = text.indexOf('\n', start + PIECE_CHARS) + 1 || text.length;
        yield text.slice(start, end);
    }
}
const LOOKS_LIKE_COMMAND = /::|## \[/;
/**
 * The text to print for clean lines, each with its line feed, at the beginning of a line of
 * standard output. Two independent measures against commands: a gutter before every line, and
 * `stop-commands` around what looks like one. The gutter's leading space keeps anchored problem
 * matchers from matching; its bar keeps `::` from the start of the line. `token` returns a new
 * unguessable string, so that no line, which was written before, can end `stop-commands`.
 */
function printable(lines, { label, token }) {
    const gutter = label === '' ? '  | ' : `  ${label} | `;
    const body = `${gutter}${lines.slice(0, -1).split('\n').join(`\n${gutter}`)}\n`;
    if (!LOOKS_LIKE_COMMAND.test(body))
        return body;
    const resume = token();
    return `::stop-commands::${resume}\n${body}::${resume}::\n`;
}

;// CONCATENATED MODULE: ./runner/sanitize/markdown.js
// Renders untrusted clean text in Markdown so that it has no effect: as code, as plain words, or as
// a checked link.

/** A plain word, with punctuation of the sentence around it; a dash between words. */
const PLAIN_WORD = /^(?:["'(]?[\p{L}\p{N}][\p{L}\p{N}\p{M}.,;?%'"()/+=-]*:?|[-–])$/u;
/**
 * A word in the punctuation of a sentence; a closing bracket belongs to the word if it is opened
 * there. Linear time.
 */
const IN_PUNCTUATION = /^(["'(]*)([^"'(.,;:)](?:.*\([^()]*\)|.*[^.,;:"')])?)([.,;:"')]*)$/u;
/** Plain words that GitHub would still render as links or references. */
const AUTOLINKED = /www\.|\bgh-\d|\b[0-9a-f]{7,40}\b/i;
/** What starts a list item; a full stop of ours may follow a number. */
const LIST_START = /^(?:-|\d+[.)]|\d+$)(?: |$)/;
/** Longer addresses are not linked. */
const MAX_URL_CHARS = 2048;
/**
 * A fenced code block whose fence is longer than any in the text. The blank lines around it end
 * preceding HTML.
 */
function fencedBlock(text) {
    const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1));
    return `\n\n${fence}text\n${text}\n${fence}\n\n`;
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
 * Plain words unchanged, any other as inline code without the punctuation around it. Escaping would
 * not help: GitHub finds mentions, references and emoji in the rendered text, after escapes are
 * resolved.
 */
function inertText(line) {
    const words = [];
    let openBrackets = 0;
    for (const word of line.split(' ')) {
        // The shape of a response, `{ok: boolean, settings: number}`, is one word.
        words.push(openBrackets > 0 ? `${words.pop()} ${word}` : word);
        openBrackets = Math.max(0, openBrackets + count(word, /[{[]/g) - count(word, /[}\]]/g));
    }
    const startsList = LIST_START.test(line);
    return words
        .map((word, index) => (index === 0 && startsList ? quoted(word) : inertWord(word)))
        .join(' ');
}
function inertWord(word) {
    return PLAIN_WORD.test(word) && !AUTOLINKED.test(word) ? word : quoted(word);
}
/** A word as code, without the punctuation around it. */
function quoted(word) {
    const [, before = '', inner = word, after = ''] = IN_PUNCTUATION.exec(word) ?? [];
    return before + inlineCode(inner) + after;
}
/** Code in a line of HTML, such as `<summary>`, where Markdown is not rendered. */
function htmlCode(line) {
    return `<code>${line.replaceAll(/[&<>"'|]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}
/**
 * The normalized address if it may be linked (`https:`, or `http:` on loopback, without user info),
 * else undefined.
 */
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

;// CONCATENATED MODULE: ./runner/sanitize/redact.js
// Finds secrets in text, also in encoded forms and with invisible characters inside. Works in
// addition to the runner's own masking.

const MASK = '***';
/** Creates a redactor for these secrets of printable ASCII characters; empty ones are ignored. */
function createRedactor(secrets) {
    // Longest first: a shorter one would match inside it and leave the rest.
    const given = secrets
        .filter((secret) => secret.trim() !== '')
        .toSorted((a, b) => b.length - a.length);
    const plain = given.map((secret) => secret.replaceAll(/./g, characterForms));
    const hexadecimal = given.map((secret) => Buffer.from(secret).toString('hex'));
    const base64 = given.flatMap((secret) => [0, 1, 2].map((shift) => base64Form(secret, shift)));
    // Host names, headers and some tools change the case of letters; base64 would be another text.
    const patterns = [redact_anyOf(plain, 'gi'), redact_anyOf(hexadecimal, 'gi'), redact_anyOf(base64, 'g')];
    function replaced(text) {
        return patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
    }
    function isHiding(text) {
        const visible = visibleText(text);
        return patterns.some((pattern) => visible.search(pattern) !== -1);
    }
    function redact(text) {
        const redacted = replaced(text);
        if (!isHiding(redacted))
            return redacted;
        return redacted
            .split(/(?<=\n)/)
            .map((line) => (isHiding(line) ? replaced(visibleText(line)) : line))
            .join('');
    }
    return {
        /**
         * Replaces every secret in each encoding by `***`. Of a line in which invisible characters
         * interrupt a secret, only the visible text stays. Takes linear time.
         */
        redact,
        /** The visible text of these lines, redacted. */
        redactVisible(lines) {
            // A terminal sequence could take the first character of a secret after it, or stand inside a
            // secret.
            return replaced(visibleText(replaced(lines)));
        },
    };
}
/** A pattern of these forms; without any it matches nothing. */
function redact_anyOf(forms, flags) {
    return new RegExp(forms.length === 0 ? '(?!)' : forms.join('|'), flags);
}
/**
 * Raw, URL-encoded or JSON-escaped. Encoders differ in which characters other than letters and
 * digits they encode, so each may be in any form.
 */
function characterForms(character) {
    if (/[a-z\d]/i.test(character))
        return character;
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    const raw = RegExp.escape(character);
    return String.raw `(?:\\(?:${raw}|u00${hex})|%${hex}|${raw})`;
}
/**
 * The characters of base64, in either alphabet, that depend only on the secret when it begins
 * `shift` bytes after a multiple of three; at the end of the encoded text also those with padding.
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
// The sanitizers for untrusted text: logs, names, messages, addresses. Every sink has its own, and
// untrusted text reaches a sink only through it.





/** A sentence with several ids of 300 characters, as some services send, is still whole. */
const DEFAULT_LINE_CHARS = 2_000;
/** Longest label: the gutter is printed before every line of a log. */
const MAX_LABEL_CHARS = 24;
const MAX_VALUE_CHARS = 500;
const sanitizers_MAX_TEXT_CHARS = 1_500;
/** `token` returns a new unguessable string for `stop-commands`; replaced in tests. */
function createSanitizers(options) {
    const redactor = createRedactor(options.secrets);
    const token = options.token ?? external_node_crypto_namespaceObject.randomUUID;
    const singleLine = (text) => breakCommands(visibleLine(redactor.redact(text)));
    const value = (text) => clipped(singleLine(text), MAX_VALUE_CHARS);
    function line(text, { maxChars = DEFAULT_LINE_CHARS } = {}) {
        return clipped(singleLine(text).replace(/^::/, ': :'), maxChars);
    }
    // Escapes would keep a secret from being found, so each text of a JSON value is redacted by
    // itself.
    function redactedPart(_name, part) {
        if (typeof part === 'string')
            return redactor.redact(part);
        if (typeof part !== 'object' || part === null || Array.isArray(part))
            return part;
        return Object.fromEntries(Object.entries(part).map(([name, inner]) => [redactor.redact(name), inner]));
    }
    return {
        /**
         * Replaces the secrets in all their forms and changes nothing else, for a file: the text may
         * contain commands and control characters, so never print it.
         */
        redact: (text) => redactor.redact(text),
        /**
         * One clean line for a message, an annotation or a fact: at most `maxChars` characters (default
         * 2,000), truncated with `…`. Safe to print at the beginning of a line: never a workflow
         * command.
         */
        line,
        /**
         * Whole lines of a log, each with its line end; a last one without gets one. `text` is for
         * excerpts, and for the summary through `block`. `printable` makes of it what is printed at the
         * beginning of a line of the step log, each line behind a gutter that shows the label.
         */
        log(lines) {
            const text = cleanLines(lines.endsWith('\n') ? lines : `${lines}\n`, redactor);
            return {
                text,
                printable: (label = '') => printable(text, { label: line(label, { maxChars: MAX_LABEL_CHARS }), token }),
            };
        },
        /**
         * Markdown: lines of a log, joined by line feeds, as a fenced code block with blank lines
         * around it. Lines that are clean stay as they are.
         */
        block: (lines) => fencedBlock(cleanLines(lines, redactor)),
        /** Markdown: a single value as inline code, also valid in a table cell. */
        code: (text) => inlineCode(value(text)),
        /**
         * Markdown: a name, or a sentence that quotes untrusted text; only words that are not plain
         * become inline code.
         */
        text: (text) => inertText(clipped(singleLine(text), sanitizers_MAX_TEXT_CHARS)),
        /** HTML: code in a line such as `<summary>`, where Markdown is not rendered. */
        htmlCode: (text) => htmlCode(value(text)),
        /**
         * Markdown: a link if the address may be linked (`https:`, or `http:` on loopback), else inline
         * code.
         */
        link(url, label) {
            // An address that cleaning would change is not linked.
            const target = singleLine(url) === url ? linkTarget(url) : undefined;
            if (target === undefined)
                return inlineCode(value(url));
            return markdownLink(target, label === undefined ? inlineCode(value(target)) : inertText(value(label)));
        },
        /**
         * The value of an output, redacted; '' if it is not one line of visible characters, which a
         * script could mistake.
         */
        output(text) {
            const redacted = redactor.redact(text);
            return withInvisibleEscaped(redacted) === redacted && redacted.isWellFormed() ? redacted : '';
        },
        /** The same JSON with every text in it redacted, and with invisible characters escaped. */
        json: (text) => withInvisibleEscaped(JSON.stringify(JSON.parse(text, redactedPart))),
    };
}

;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./runner/log-files.js
// The log files of one step, in a folder of its own: two steps of a job never write to the same
// file.



const MAX_FILE_NAME_CHARS = 100;
/**
 * Creates a function that adds redacted text to the file of a log and names the file in its record;
 * no file without RUNNER_TEMP. It never throws: the first error is passed to `warn`, and ends the
 * writing of files.
 */
function createLogFiles(env, warn) {
    const parent = env['RUNNER_TEMP'] ?? '';
    let isOff = parent === '';
    let folder;
    let count = 0;
    return (record, { resourceId, text }) => {
        try {
            if (isOff)
                return void delete record.file;
            folder ??= (0,external_node_fs_.mkdtempSync)((0,external_node_path_namespaceObject.join)(parent, 'deployment-logs-'));
            // Valid on any system; the number makes it unique.
            const name = resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
            record.file ??= (0,external_node_path_namespaceObject.join)(folder, `${(count += 1)}-${name}.${record.source}.log`);
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
// The step log: our lines and warnings, and the logs of builds and apps, which also go to files and
// to the outcome.






/** Room for a name before each line of one of several resources. */
const step_log_MAX_LABEL_CHARS = 60;
/** Limit of the end of a log in an outcome. */
const MAX_TAIL_CHARS = 128 * 1024;
/** Creates the log of one step. That files cannot be written is one warning. */
function createStepLog(options) {
    const { host, sanitizers, signal, severalResources } = options;
    const { core } = host;
    const warnings = [];
    const save = createLogFiles(host.env, warn);
    let group;
    /** One group per log; logs of several resources have labels in their gutters instead. */
    function setGroup(title) {
        if (severalResources || group === title)
            return;
        if (group !== undefined)
            core.endGroup();
        if (title !== undefined)
            core.startGroup(sanitizers.line(title));
        group = title;
    }
    function info(text) {
        setGroup(undefined);
        host.write(`${sanitizers.line(text)}\n`);
    }
    function annotate(text) {
        setGroup(undefined);
        core.warning(sanitizers.line(text));
    }
    function warn(text) {
        if (warnings.includes(text))
            return;
        warnings.push(text);
        annotate(text);
    }
    function forResource(outcome) {
        const { resourceId, logs } = outcome;
        const labelled = (text) => severalResources
            ? `${sanitizers.line(outcome_nameOf(outcome), { maxChars: step_log_MAX_LABEL_CHARS })}: ${text}`
            : text;
        const recordOf = (source) => logs.find((log) => log.source === source);
        function add(source, lines) {
            const record = recordOf(source) ?? {
                source,
                tail: '',
                lineCount: 0,
                errorLines: [],
            };
            if (record.lineCount === 0)
                logs.push(record);
            save(record, { resourceId, text: sanitizers.redact(lines) });
            const log = sanitizers.log(lines);
            const shown = log.text.slice(0, -1);
            const tail = record.lineCount === 0 ? shown : `${record.tail}\n${shown}`;
            record.lineCount += shown.split('\n').length;
            if (!options.showLogs)
                return;
            record.tail = lastLines(tail);
            addErrorLines(record.errorLines, shown.split('\n'));
            setGroup(`${source === 'build' ? 'Build' : 'Runtime'} log of ${outcome_nameOf(outcome)}`);
            host.write(log.printable(severalResources ? outcome_nameOf(outcome) : ''));
        }
        return {
            info: (text) => info(labelled(text)),
            /** An annotation, kept in the outcome. */
            warn(text) {
                outcome.warnings.push(text);
                annotate(labelled(text));
            },
            /**
             * Whole lines of a log, each with its line feed: printed unless logs are not shown, saved,
             * recorded in the outcome. Timers and signals have their turn between the pieces of a long
             * log. Rejects with the signal if it `mayBeCut`.
             */
            async lines(source, text, { mayBeCut = false } = {}) {
                for (const piece of piecesOf(text)) {
                    if (mayBeCut)
                        signal.throwIfAborted();
                    add(source, piece);
                    await (0,clock_0/* unlessAborted */.Wh)(host.flushed(), signal).catch(() => undefined);
                }
            },
            /** The beginning of a text of others, on one line: secrets go before it is cut. */
            quote: (text, maxChars) => sanitizers.line(oneLine(text), { maxChars }),
            /** The likely cause in a log; undefined if there is none, or if logs are not shown. */
            errorLine(source) {
                const record = recordOf(source);
                return record && errorLine(record);
            },
        };
    }
    return {
        info,
        /** Shown with debug logging only. */
        debug: (text) => core.debug(sanitizers.line(text)),
        /** An annotation, the first time that the step warns of this. */
        warn,
        /** Warnings of the step itself; those about a resource are in its outcome. */
        warnings: warnings,
        /** To be called once for each outcome. */
        forResource,
        /** Ends an open group. */
        end: () => setGroup(undefined),
    };
}
/** The end of a log that has grown too long, from the beginning of a line. */
function lastLines(tail) {
    return tail.length <= MAX_TAIL_CHARS
        ? tail
        : tail.slice(tail.indexOf('\n', tail.length - MAX_TAIL_CHARS) + 1);
}

;// CONCATENATED MODULE: ./main.js
// One step: reads the inputs, works on each resource, and publishes what became of it. The last
// place that catches errors.















/**
 * The runner kills a cancelled process after ten seconds; it is gone much sooner, with a GitHub
 * record a little later.
 */
const EXIT_WITHIN_MS = { usual: 1_900, withRecord: 4_900 };
/**
 * Runs the step and publishes its result. Never rejects; the exit code is 0 only after a verdict.
 */
async function main(host) {
    host.setExitCode(1);
    if (refusesNode(host))
        return;
    const read = readInputs(host);
    const { inputs } = read;
    const sanitizers = createSanitizers({ secrets: read.secrets });
    const outcomes = (inputs.resourceIds.length === 0 ? [''] : inputs.resourceIds).map(newOutcome);
    const stop = new AbortController();
    const reason = new Failure('timeout', 'The deadline was reached.');
    const { clock, env } = host;
    const limit = (0,clock_0/* withTimeLimit */.Bv)(clock, inputs.timeoutMs, { signal: stop.signal, reason });
    const stepLog = createStepLog({
        host,
        sanitizers,
        signal: limit.signal,
        showLogs: inputs.buildLog,
        severalResources: outcomes.length > 1,
    });
    const github = createGitHub({
        env,
        inputs,
        clock,
        sanitizers,
        signal: limit.signal,
        warn: (text) => stepLog.warn(text),
        info: (text) => stepLog.info(text),
    });
    const run = { host, inputs, outcomes, failures: [], stepLog, sanitizers, github };
    const publisher = createPublisher(run);
    const stopListening = listenForCancel(host, stop, () => github.hasOpenRecord());
    try {
        if (read.problems.length > 0) {
            run.failures.push(refusalOf(read));
        }
        else {
            for (const text of read.warnings)
                stepLog.warn(text);
            for (const text of read.notes)
                stepLog.info(text);
            await work(run, { save: publisher.save, signal: limit.signal });
            // A read whose sibling has failed may still be under way: nothing of it is news any more.
            stop.abort();
        }
        await publisher.publish();
    }
    catch (error) {
        stop.abort(error);
        run.failures.unshift(new Failure('internal', `${errorMessage(error)}.`));
        await publisher.publish();
    }
    finally {
        limit.clear();
        stopListening();
        // A hanging DNS query or an unread pipe would keep the process alive.
        host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS.usual);
    }
}
/**
 * Required by action.yml. GitHub's runners have it; some other runners, and act, take the Node of
 * the machine.
 */
const MIN_NODE_MAJOR = 24;
/**
 * Refuses a Node that is too old, with all outputs. Comes first, and uses nothing that only a newer
 * Node has.
 */
function refusesNode(host) {
    const { core, nodeVersion } = host;
    if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR)
        return false;
    const title = 'The action cannot run here';
    const cause = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}. Nothing was sent to the service.`;
    const next = `GitHub's runners bring it along from version 2.327.1 on; act takes the node that comes first on the PATH.`;
    core.error(`${cause}\nWhat to do: ${next}\nerror-code: internal`, { title });
    createOutputWriter(core, (text) => core.warning(text))({ 'error-code': 'internal' });
    try {
        host.writeSummary(`## ❌ ${title}\n\n${cause}\n\n**What to do:** ${next}\n`);
    }
    catch (error) {
        core.warning(`The summary could not be written: ${errorMessage(error)}`);
    }
    return true;
}
function refusalOf({ problems }) {
    const title = problems.length === 1
        ? 'An input cannot be accepted'
        : `${problems.length} inputs cannot be accepted`;
    return new Failure('invalid_input', problems.join('\n'), {
        title,
        meaning: 'Nothing was sent to the service.',
    });
}
/** Works on all resources, at most `max-parallel` at once; failures are in their outcomes, too. */
async function work(run, { save, signal }) {
    const { host, inputs, outcomes, failures, stepLog, github } = run;
    const { clock, random } = host;
    const means = { clock, random, signal, deadlineMs: clock.now() + inputs.timeoutMs };
    let activeResources = 0;
    const api = createApi({
        ...inputs,
        ...means,
        isDebug: host.core.isDebug(),
        activeResources: () => activeResources,
        info: (text) => stepLog.info(text),
        debug: (text) => stepLog.debug(text),
    });
    async function workOn(outcome) {
        const log = stepLog.forResource(outcome);
        const step = {
            ...means,
            outcome,
            inputs,
            api,
            log,
            github,
            save,
            isRerun: Number(host.env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1,
            mayStart() {
                // What a deployment has come to is known before the last lines of its log.
                const isFailed = ({ endedAtMs, status = '' }) => endedAtMs !== undefined && ['failed', 'cancelled'].includes(endingOf(status) ?? '');
                if (!inputs.failFast || (failures.length === 0 && !outcomes.some(isFailed)))
                    return true;
                outcome.skipped = 'fail-fast';
                return false;
            },
        };
        if (!step.mayStart())
            return;
        activeResources += 1;
        try {
            await operations[inputs.operation](step);
            if (outcomes.length > 1)
                log.info(headlineOf([outcome]));
        }
        catch (error) {
            const { timeoutMs } = inputs;
            outcome.failure = explain(outcome, error, {
                outage: api.outage(),
                timeoutMs,
                nowMs: clock.now(),
            });
            failures.push(outcome.failure);
            if (outcomes.length > 1)
                log.info(`failed: ${outcome.failure.message}`);
        }
        finally {
            activeResources -= 1;
            save();
        }
    }
    // The workers take their next resource from one queue.
    const queue = outcomes.values();
    const workers = Array.from({ length: Math.min(inputs.maxParallel, outcomes.length) }, async () => {
        for (const outcome of queue)
            await workOn(outcome);
    });
    try {
        await Promise.all(workers);
    }
    finally {
        api.dispose();
    }
}
/**
 * Aborts the step at the first cancel signal, and ends the process at the second or soon after the
 * first. A GitHub record gets its final state before. Returns a function that stops listening.
 */
function listenForCancel(host, stop, hasOpenRecord) {
    let isCancelled = false;
    return host.onCancel(() => {
        if (isCancelled && !hasOpenRecord())
            host.exit();
        isCancelled = true;
        // After the verdict only the record is open, and has no more time than in a cancelled step.
        stop.abort(new Failure('interrupted', 'The run was cancelled.'));
        host.setUnrefTimeout(() => host.exit(), hasOpenRecord() ? EXIT_WITHIN_MS.withRecord : EXIT_WITHIN_MS.usual);
    });
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
// The process and the runner behind one interface, so that tests can replace them.




/** Signals by which a run is cancelled: SIGINT and SIGTERM; on Windows SIGINT and SIGBREAK. */
const CANCEL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'];
/** The real process and runner. */
function systemHost() {
    // The step continues even if its log can no longer be written: verdict, outputs and summary do
    // not depend on it.
    process.stdout.off('error', ignore).on('error', ignore);
    let lastWrite = Promise.resolve();
    return {
        core: core_namespaceObject,
        env: process.env,
        nodeVersion: process.versions.node,
        clock: clock/* systemClock */.ml,
        random: Math.random,
        write(text) {
            // Writes complete in order, and each callback is called, even after an error. An empty write
            // would end a pipe on Windows. The promise is created outside the callback, which would
            // otherwise keep the text in memory.
            const { promise, resolve } = Promise.withResolvers();
            process.stdout.write(text, () => resolve());
            lastWrite = promise;
        },
        // At least one turn of the event loop, so that timers and signals are handled between the
        // pieces of a long log.
        flushed: () => lastWrite.then(() => (0,promises_.setImmediate)()),
        writeSummary(markdown) {
            const path = process.env['GITHUB_STEP_SUMMARY'];
            if (path === undefined || path === '')
                return;
            // Not emptied first: a step that is killed in between would leave nothing.
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
                process.execve?.(process.execPath, [process.execPath, '-e', `process.exitCode = ${process.exitCode ?? 0}`], {});
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
