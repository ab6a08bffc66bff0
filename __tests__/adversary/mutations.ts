// Rules of the action removed on purpose, one for each class of what an unknown service may do: drawn services have to
// notice each of them.
import type { Change } from '../explore/mutations.ts';

const STEPS = 'src/operations/steps';
const SUBMIT = `${STEPS}/submit`;
const WIRE = 'src/api/wire';

/** By class: ids, ownership, slow acceptance, logs, intermediaries, status words, lists, codes, gate, time, text. */
export const removedRules: readonly Change[] = [
  {
    name: 'an item without an id disappears from the list',
    file: `${WIRE}/deployment.ts`,
    find: "  return readItems(findList(body, ['deployments']), 'a list of deployments', {\n    read: (item) => readListed(item, note),\n    keyOf: ({ id }) => id,\n  });",
    replace:
      "  const all = readItems(findList(body, ['deployments']), 'a list of deployments', {\n    read: (item) => readListed(item, note),\n    keyOf: ({ id }) => id,\n  });\n  return { ...all, items: all.items.filter(isIdentified) };",
  },
  {
    name: 'only letters, digits, "_" and "-" make an id',
    file: 'src/api/model.ts',
    find: "return text !== '' && text !== '.' && text !== '..';",
    replace: 'return /^[A-Za-z0-9][\\w-]*$/.test(text);',
  },
  {
    name: 'a number is no id',
    file: `${WIRE}/envelope.ts`,
    find: 'const text = Number.isSafeInteger(value) ? String(value) : value;',
    replace: 'const text = value;',
  },
  {
    name: 'an id is not encoded in a path',
    file: 'src/api/route.ts',
    find: 'const encoded = encodeURIComponent(id.toWellFormed());',
    replace: 'const encoded = encodeURI(id.toWellFormed());',
  },
  {
    name: 'the innermost id of an acceptance wins',
    file: `${WIRE}/deployment.ts`,
    find: 'return (named ?? outermost)?.acceptance ?? {};',
    replace: 'return found.at(-1)?.acceptance ?? {};',
  },
  {
    name: 'a nested resource may be taken for the deployment',
    file: `${WIRE}/deployment.ts`,
    find: 'return isResourceLike(fields) ? undefined : firstOf',
    replace: 'return firstOf',
  },
  {
    name: 'the deployment that the service joined us to is not followed',
    file: `${SUBMIT}/submit-deployment.ts`,
    find: 'if (deploymentId !== undefined && known.inProgress.has(deploymentId)) {',
    replace: 'if (deploymentId !== undefined && known.inProgress.has(`${deploymentId}?`)) {',
  },
  {
    name: 'an old deployment that slides into the list counts as new',
    file: `${SUBMIT}/ownership.ts`,
    find: 'const above = items.slice(0, items.length - rest.length);',
    replace: 'const above = items.filter(({ id }) => (id === undefined ? rest.length === 0 : !known.ids.has(id)));',
  },
  {
    name: 'a deployment that had ended when first seen is ours at once',
    file: `${SUBMIT}/submit-deployment.ts`,
    find: "if (found.kind === 'ours' || found.kind === 'ambiguous') return",
    replace: "if (found.kind !== 'none' && found.kind !== 'unclear') return",
  },
  {
    name: 'one of two new deployments is taken for ours',
    file: `${SUBMIT}/ownership.ts`,
    find: 'if (deployments.length > 0 && others.length > 0) return',
    replace: 'if (deployments.length > 0 && others.length > 99) return',
  },
  {
    name: 'a list that has become empty shows that nothing was started',
    file: `${SUBMIT}/submit-deployment.ts`,
    find: 'if (items.length === 0 && known.ids.size > 0) reads -= 1;',
    replace: '',
  },
  {
    name: 'a request that a gateway lost is sent again after 15 s',
    file: `${SUBMIT}/submit-deployment.ts`,
    find: 'const LONG_SEARCH_MS = 90_000;',
    replace: 'const LONG_SEARCH_MS = 15_000;',
  },
  {
    name: 'a lost request is sent again at once',
    file: `${SUBMIT}/submit-deployment.ts`,
    find: 'if (reads >= READS && readAtMs - startedMs >= searchMs)',
    replace: 'if (reads >= 1)',
  },
  {
    name: 'a busy resource is skipped before the list was read for a lost request',
    file: `${SUBMIT}/request.ts`,
    find: 'if (loss !== undefined) {\n      const value',
    replace: "if (loss !== undefined && (sent.kind === 'lost' || request.onBusy === 'wait')) {\n      const value",
  },
  {
    name: 'the first deployment of an app is impossible where the list of none is a 404',
    file: `${STEPS}/resource.ts`,
    find: "if (isRefusal(list, 'not_found')) return { items: [], isComplete: false };",
    replace: '',
  },
  {
    name: 'entries of a log that come newest first are not reversed',
    file: `${WIRE}/log-text.ts`,
    find: 'const isReversed = isNewestFirst(list);',
    replace: 'const isReversed = isNewestFirst([]);',
  },
  {
    name: 'a log without its middle is printed again',
    file: `${STEPS}/log/log-cursor.ts`,
    find: 'if (isCertain(seen, now, overlap) && (isWhole || start - same <= length)) {',
    replace: 'if (overlap.length > seen.hashes.length) {',
  },
  {
    name: 'a log that is rewritten, or older than one seen, is printed from its beginning',
    file: `${STEPS}/log/log-cursor.ts`,
    find: 'return from(same, true);',
    replace: 'return from(0, true);',
  },
  {
    name: 'an unfinished last line is printed as it is',
    file: `${STEPS}/log/log-cursor.ts`,
    find: 'inserted + log.slice(startOf(lines, line), complete)',
    replace: 'inserted + log.slice(startOf(lines, line))',
  },
  {
    name: 'an unfinished last line is never printed',
    file: `${STEPS}/log/log-cursor.ts`,
    find: 'end: () => unfinished,',
    replace: "end: () => '',",
  },
  {
    name: 'JSON text inside of JSON is printed as it is',
    file: `${WIRE}/log-text.ts`,
    find: 'return Array.isArray(parsed) || hasLog(parsed) ? parsed : undefined;',
    replace: 'return hasLog(parsed) ? parsed : undefined;',
  },
  {
    name: 'phases of a log are not read',
    file: `${WIRE}/log-text.ts`,
    find: "const isGroup = !line && typeof entry === 'object' && (await collect(entry, lines, depth + 1));",
    replace: 'const isGroup = false;',
  },
  {
    name: 'pairs of time and text are not read',
    file: `${WIRE}/log-text.ts`,
    find: 'return isShort ? parts.findLast',
    replace: 'return !isShort ? parts.findLast',
  },
  {
    name: 'the last lines of a failed build are not fetched',
    file: `${STEPS}/await-deployment.ts`,
    find: "else if (status === 'failed' || log === undefined) await readLastLines();",
    replace: 'else if (log === undefined) await readLastLines();',
  },
  {
    name: 'a log under an unknown name is not reported',
    file: `${WIRE}/log.ts`,
    find: '  note(what, value);\n',
    replace: '',
  },
  {
    name: 'an unrecognised runtime log is empty',
    file: 'src/operations/logs.ts',
    find: "if (read.kind === 'unrecognised') {",
    replace: "if (read.kind === 'absent') {",
  },
  {
    name: 'a page with status 404 or 401 is a refusal of the service',
    file: 'src/api/classify-response.ts',
    find: "  if (status === 429) return new RefusedError(endpoint, { ...details, code: 'rate_limited', page: kindOfBody(body) });",
    replace:
      '  if (status >= 400) return new RefusedError(endpoint, { ...details, code: codeFor(status, undefined) });',
  },
  {
    name: 'a page with status 202 is an acceptance',
    file: `${WIRE}/deployment.ts`,
    find: 'const isPage = status === 202 ?',
    replace: 'const isPage = status >= 200 ? false : status === 202 ?',
  },
  {
    name: 'a compressed response is not read',
    file: 'src/api/http/exchange.ts',
    find: 'if (/^(?:x-)?gzip$|^deflate$/.test(encoding)) {',
    replace: "if (encoding === 'deflate') {",
  },
  {
    name: 'status words count in lower case alone',
    file: 'src/api/model.ts',
    find: 'const folded = status.trim().toLowerCase();',
    replace: 'const folded = status.trim();',
  },
  {
    name: 'the status of a resource counts as a whole, not by its first word',
    file: 'src/api/model.ts',
    find: "const [first = ''] = /\\p{L}+/u.exec(status ?? '') ?? [];",
    replace: "const first = status ?? '';",
  },
  {
    name: 'a status that nobody knows is an end',
    file: 'src/api/model.ts',
    find: "return status === 'finished' || status === 'failed' || status === 'cancelled';",
    replace: "return status !== 'queued' && status !== 'building' && status !== NO_STATUS;",
  },
  {
    name: 'the status before a restart is not compared with',
    file: `${STEPS}/settling.ts`,
    find: "hasChanged ||= state === 'transition' || (before !== undefined && status !== before);",
    replace: 'hasChanged = true;',
  },
  {
    name: 'a status counts when it is first read',
    file: `${STEPS}/settling.ts`,
    find: 'const STABLE_MS = 5_000;',
    replace: 'const STABLE_MS = 0;',
  },
  {
    name: 'a status that cannot be read is one that nobody knows',
    file: `${STEPS}/settling.ts`,
    find: "return nowMs - acceptedAtMs >= UNCHANGED_MS ? 'wrong' : undefined;\n    }",
    replace: "return nowMs - acceptedAtMs >= NO_CHANGE_MS ? 'unknown' : undefined;\n    }",
  },
  {
    name: 'a restart is accepted where other work keeps the resource busy',
    file: 'src/operations/lifecycle.ts',
    find: "if (action !== 'restart' || (await hasChanged())) return 'accepted';",
    replace: "return 'accepted';",
  },
  {
    name: 'a start, stop or restart whose response was lost is taken as accepted',
    file: 'src/operations/lifecycle.ts',
    find: "if (await hasChanged()) return 'accepted';",
    replace: "if ((await hasChanged()) || before !== undefined) return 'accepted';",
  },
  {
    name: 'the app is not read after its deployment',
    file: `${STEPS}/after-deployment.ts`,
    find: 'await awaitApp(task, { before: after.statusBefore, sharesTime: after.healthCheck !== undefined }, context);',
    replace: 'await Promise.resolve(awaitApp);',
  },
  {
    name: 'a crashed app passes with a warning',
    file: `${STEPS}/await-resource.ts`,
    find: "if (resourceStateOf(status) === 'broken') {",
    replace: "if (status === 'no such status') {",
  },
  {
    name: 'a list that reports more items is taken for all',
    file: `${WIRE}/paging.ts`,
    find: 'return all.some(([name, value]) => {',
    replace: 'return [].some(([name, value]: [string, unknown]) => {',
  },
  {
    name: 'the Link header of a list is not read',
    file: `${WIRE}/paging.ts`,
    find: 'return isComplete && !headersShowMore(headers, items.length);',
    replace: 'return isComplete || headersShowMore(headers, -1);',
  },
  {
    name: 'a name that is not in an incomplete list is missing',
    file: `${STEPS}/required-env.ts`,
    find: 'if (!isComplete) {',
    replace: 'if (items.length < 0 && !isComplete) {',
  },
  {
    name: 'a code of the service that equals one of ours is passed on as ours',
    file: 'src/api/errors.ts',
    find: 'return isOurs || !hasCodeForm',
    replace: 'return !hasCodeForm',
  },
  {
    name: 'an unknown 429 is sent again without Retry-After',
    file: 'src/api/errors.ts',
    find: "status === 429 && typeof code !== 'string' && retryAfterMs !== undefined",
    replace: "status === 429 && typeof code !== 'string'",
  },
  {
    name: 'Retry-After of a failure is ignored',
    file: 'src/api/retry.ts',
    find: 'return isPostponing ? error.retryAfterMs : undefined;',
    replace: 'return isPostponing ? undefined : undefined;',
  },
  {
    name: 'wait without an id judges the latest deployment',
    file: 'src/operations/wait.ts',
    find: 'if (inProgress === undefined) return await awaitNewDeployment(task, { list, healthCheck }, context);',
    replace:
      "if (inProgress === undefined && list.items[0]?.id !== undefined) return { deploymentId: list.items[0].id, ownership: 'latest' };\n  if (inProgress === undefined) return await awaitNewDeployment(task, { list, healthCheck }, context);",
  },
  {
    name: 'latest skips over an entry without an id',
    file: 'src/operations/wait.ts',
    find: 'const latest = latestOf(task, list);',
    replace: 'const latest = latestOf(task, { ...list, items: list.items.filter(isIdentified) });',
  },
  {
    name: 'the health check takes any answer',
    file: `${STEPS}/health-check.ts`,
    find: 'return isSuccess || (answer.status >= 300 && answer.status < 400);',
    replace: 'return isSuccess || answer.status >= 300;',
  },
  {
    name: 'a redirect may contain the text of the health check',
    file: `${STEPS}/health-check.ts`,
    find: 'if (contains !== undefined) return isSuccess && answer.body.includes(contains);',
    replace: 'if (contains !== undefined) return answer.body.includes(contains);',
  },
  {
    name: 'polls wait for a minute',
    file: 'src/api/pacing/pace.ts',
    find: 'gapMs: 2300, slowAfterMs: 17_000, slowGapMs: 2900',
    replace: 'gapMs: 60_000, slowAfterMs: 17_000, slowGapMs: 60_000',
  },
  {
    name: 'a detail that cannot be read ends the step',
    file: `${STEPS}/poll-deployment.ts`,
    find: 'return await pollList(once, read);',
    replace: 'throw read;',
  },
  {
    name: 'the deadline is ten seconds late',
    file: 'src/runner/step.ts',
    find: 'const limit = withDeadline(clock, plan.timeoutMs,',
    replace: 'const limit = withDeadline(clock, plan.timeoutMs + 10_000,',
  },
  {
    name: 'a response about another deployment is believed',
    file: `${WIRE}/envelope.ts`,
    find: 'if (all.some(({ fields }) => hasAny(fields, names.ids))) {',
    replace: 'if (all.length < 0) {',
  },
  {
    name: 'the key in another letter case is shown',
    file: 'src/runner/sanitize/redaction.ts',
    find: "...hex], 'gi'),",
    replace: "...hex], 'g'),",
  },
  {
    name: 'the key that terminal codes interrupt is shown in the log file',
    file: 'src/runner/sanitize/redacted-stream.ts',
    find: 'if (isPlain(redacted) || !hidesSecret(redacted, redactor)) return redacted;',
    replace: 'if (isPlain(redacted) || hidesSecret !== undefined) return redacted;',
  },
  {
    name: 'a log is printed without an end',
    file: 'src/runner/logs/log-capture.ts',
    find: 'export const MAX_PRINTED_BYTES = 8_000_000;',
    replace: 'export const MAX_PRINTED_BYTES = 80_000_000;',
  },
  {
    name: 'the output deployments is written at every poll',
    file: 'src/runner/outputs/output-writer.ts',
    find: "isNewState || (name !== 'deployments' && name !== 'duration')",
    replace: 'isNewState || written[name] !== outputs[name]',
  },
  {
    name: 'what is not recognised is reported at every poll',
    file: 'src/api/client.ts',
    find: 'if (shapes.includes(form)) return;',
    replace: '',
  },
  {
    name: 'what is not recognised is not reported',
    file: 'src/main.ts',
    find: "reporter.emit({ kind: 'warning', text: unrecognisedMessage(unrecognised) })",
    replace: "reporter.emit({ kind: 'note', text: unrecognisedMessage(unrecognised).slice(0, 1) })",
  },
  {
    name: 'a loopback domain is the address of the app wherever the service is',
    file: 'src/api/client.ts',
    find: 'if (isLoopback(new URL(baseUrl).hostname)) return found;',
    replace: 'if (baseUrl !== undefined) return found;',
  },
];
