// What the action promises, one rule per key, in the order in which a reader needs them. Rows of
// `__tests__/steps` cite the keys; `npm run docs` makes docs/maintainers/contract.md of this table.

/** A rule that another suite proves; that file names the key. */
interface RuleOfSuite {
  readonly says: string;
  readonly provedBy: `__tests__/${string}.test.ts`;
}

export interface RuleSection {
  readonly title: string;
  /** A plain text is proved by a row that cites its key. */
  readonly rules: Readonly<Record<`${string}/${string}`, string | RuleOfSuite>>;
}

export const RULE_SECTIONS = [
  {
    title: 'Above all',
    rules: {
      'always/safe':
        'No fault of the service leads to a second deployment, a green step without a ' +
        'verdict, or a wait without an end.',
      'always/no-silent-wait':
        'A wait of five seconds or more, whatever for, says what it is for and until ' +
        'when: once it has lasted five seconds, when its reason changes, and once a ' +
        'minute.',
      'always/unrecognised':
        'If a reply has an unknown form, the step concludes nothing from it. What a ' +
        'deployment shows and is not read is printed, as `ends/whole-reply` limits it.',
      'always/warn-if-needed':
        'A reply in an unknown form causes a warning only where the result or an input ' +
        'hinges on it.',
      'always/warn-once': {
        says:
          'Trouble of the step itself, such as outputs that cannot be written, causes ' +
          'one warning, however often it occurs.',
        provedBy: '__tests__/report/step-log.test.ts',
      },
      'always/no-rerun-advice':
        'While a deployment may still be running, no message suggests running the job again.',
      'always/exit-code':
        'A step passes only with a verdict. Otherwise it exits with code 1 and exactly ' +
        'one error annotation.',
      'always/in-progress':
        'A deployment is in progress until it has ended. Work in progress is the ' +
        'newest entry that was not cancelled, as long as that is in progress.',
      'always/from-the-api':
        'A reply is from the API if it is JSON, and an error has `error.code`. ' +
        'Anything else is a page, whatever its status.',
      'always/absent':
        'A deployment is absent if neither detail nor list showed it at three polls ' +
        'over 15 seconds that the API answered; a 404 of the API is an answer.',
    },
  },
  {
    title: 'Untrusted text and secrets',
    rules: {
      'text/key-target': {
        says:
          'The API key is sent to `base-url` only: neither the app nor the OpenAPI ' +
          'description gets it.',
        provedBy: '__tests__/service/client.test.ts',
      },
      'text/key-hidden':
        'The API key, in any form that `text/redaction-forms` names, appears in no ' +
        'log, summary, annotation, output or file.',
      'text/key-in-output': 'An output whose value would be the key shows `***`.',
      'text/redaction-forms':
        'A secret of any length is recognised, ignoring letter case, as it is, ' +
        'URL-encoded, JSON-escaped (with `\\/` and `\\u002b`, and twice, too), in hexadecimal, and ' +
        'in base64 of either alphabet, wherever it begins.',
      'text/redact-before-cut': 'Untrusted text is redacted before it is shortened.',
      'text/redact-before-fold':
        'Untrusted text is redacted before and after terminal sequences and invisible ' +
        'characters are removed, and before line ends are folded.',
      'text/part':
        'Text that may go on loses what could be the beginning of a secret: the end of ' +
        'a cut body, and a last line without its end.',
      'text/last-resort': {
        says:
          'An error that nothing has foreseen prints a constant sentence, never its own ' +
          'message.',
        provedBy: '__tests__/steps/publish.test.ts',
      },
      'text/no-commands': 'No untrusted text runs as a workflow command or formats the step log.',
      'text/inert':
        'In the summary and in annotations, untrusted text is plain: no Markdown, ' +
        'HTML, links or mentions. A run of more than 20 backticks is shortened.',
      'text/links': {
        says: 'Only validated addresses become links.',
        provedBy: '__tests__/report/summary.limits.test.ts',
      },
      'text/outputs':
        'Outputs hold no untrusted text except ids, words, addresses and JSON. Unless ' +
        'it is JSON, a value with quotes, a backtick or any of `$\\;&|<>` is left ' +
        'empty, and an id with `(`. A status has only health and numbers in brackets.',
    },
  },
  {
    title: 'Inputs',
    rules: {
      'inputs/environment':
        'An empty `base-url` or `api-key` is taken from its `DEPLOYMENT_SERVICE_…` variable.',
      'inputs/masked-first': {
        says: 'The key is masked before anything is printed.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/all-at-once':
        'A step with invalid inputs sends nothing. One error lists them all, one per line.',
      'inputs/title':
        'The title of that error names the first invalid input and counts the others.',
      'inputs/allowed-values': {
        says: 'The error for an invalid value says what is allowed.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/not-quoted':
        'A value above 60 characters, or an address with `@`, `?` or `#`, is not quoted.',
      'inputs/unevaluated': {
        says: 'An input that still contains `${{` is refused.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/base-url': {
        says:
          '`base-url` is an `https:` address with a path, without user info, query or ' +
          'fragment. `http:` is for loopback only.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/base-url-slash': 'Slashes at the end of `base-url` are ignored.',
      'inputs/base-url-missing':
        'The error for a missing `base-url` also names its environment variable, and ' +
        'why it may be empty.',
      'inputs/api-key': {
        says: '`api-key` has at least eight printable ASCII characters.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/api-key-bearer': {
        says: 'An `api-key` that starts with `Bearer ` is refused.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/api-key-empty':
        "The error for an empty key names three causes: the secret isn't set, the job " +
        'lacks its environment, or the run comes from a fork or Dependabot.',
      'inputs/resource-id-missing':
        'Every operation except `list` and `check` needs a `resource-id`. The error ' +
        'says why it may be empty.',
      'inputs/resource-id-form': {
        says:
          "An id has up to 256 characters and isn't `.` or `..`. A comma or white space " +
          'within it is refused; the error says that a step has one resource, and names ' +
          'the matrix.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/resource-id-encoded': 'Ids are percent-encoded in every path.',
      'inputs/timeout':
        'A duration is written as `90`, `90s`, `15m` or `1h30m`, and is above zero.',
      'inputs/timeout-default': {
        says: 'The default deadline is 30 minutes.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/timeout-reading': 'Operations that only read have a default deadline of two minutes.',
      'inputs/counts': {
        says: '`concurrent-jobs` is a whole number from 1.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/lines':
        '`lines` of `logs` is 100, 500 or 2000. The error for another number names all three.',
      'inputs/certificates':
        '`NODE_TLS_REJECT_UNAUTHORIZED: 0`, which turns off certificate checks, causes ' +
        'one warning.',
      'inputs/health-check': {
        says: '`health-check` is a path or an `https:` address; `http:` is for loopback only.',
        provedBy: '__tests__/inputs/read.test.ts',
      },
      'inputs/health-check-alone':
        '`health-check-contains` and `health-check-timeout` need `health-check`.',
      'inputs/wait-needed':
        '`wait: false` allows no health check, which needs the end of the work.',
      'inputs/unused':
        "Inputs that the operation doesn't use are named in one warning, except those " +
        'with their default and `concurrent-jobs`.',
      'inputs/length': 'An input above 10,000 characters is refused.',
    },
  },
  {
    title: 'Outputs',
    rules: {
      'outputs/always':
        'A fact is written to the outputs as soon as it is known, however the step ends.',
      'outputs/killed': 'A step that is killed has already written what it knew.',
      'outputs/url':
        '`url` is the first domain of the resource, without a slash at its end, with ' +
        '`https://` except for loopback.',
      'outputs/status-word':
        'An unknown status is passed on if it is short plain text. Otherwise the ' +
        'output is `unknown`.',
      'outputs/duration-lost': 'After a lost answer, the duration counts from its request.',
      'outputs/status-confirmed':
        'No final status is published before it is certain whose deployment it is.',
      'outputs/error-code': {
        says:
          'A code of the service becomes `error-code` if it is a plain word and not one ' +
          "of the action's own. Otherwise it is `service_error`.",
        provedBy: '__tests__/service/answer.test.ts',
      },
      'outputs/unwritable': {
        says:
          "An output file or summary that cannot be written is a warning and doesn't " +
          'change the result.',
        provedBy: '__tests__/steps/publish.test.ts',
      },
      'outputs/warnings': {
        says: 'Every warning is repeated in the summary.',
        provedBy: '__tests__/report/step-log.test.ts',
      },
      'outputs/duration': '`duration` counts from the acceptance to when the end was first seen.',
    },
  },
  {
    title: 'What is read of a reply',
    rules: {
      'reads/names': 'Names of fields are compared ignoring case, `_` and `-`.',
      'reads/wrapper':
        'A reply is read from the object itself, from `data`, or from the noun ' +
        '(`deployment`, `resource`) in either.',
      'reads/list':
        'A list is the array under `deployments` or `resources`, `items` or `data`, or ' +
        'the reply itself, if every entry has an id.',
      'reads/log': {
        says:
          'A build log is under `log`, `logs`, `buildLog`, `buildLogs`, `output`, ' +
          '`lines` or `entries` of the deployment, else beside it.',
        provedBy: '__tests__/service/replies.test.ts',
      },
      'reads/unread-log':
        'A log in another form is printed as JSON in the same way, once the deployment ' +
        'has ended.',
      'reads/domains': {
        says:
          'Domains are `domains`, `domain`, `fqdn`, `url`, `urls` or `hosts` of the ' +
          'resource or beside it: texts, or objects that name one.',
        provedBy: '__tests__/service/replies.test.ts',
      },
      'reads/env': {
        says:
          'Names of variables are texts, objects with `name` or `key`, or the keys of a ' +
          'map, under `env`, `environmentVariables` or another usual name, or in the ' +
          'bare array.',
        provedBy: '__tests__/service/replies.test.ts',
      },
      'reads/ids': {
        says:
          'An id is text or a number; `uuid`, `deploymentId` or `deploymentUuid` is read where ' +
          '`id` is, and goes before a number. A reply without any id is about what its path names.',
        provedBy: '__tests__/service/replies.test.ts',
      },
      'reads/first': {
        says: 'Of several names for one part, the first that holds something readable counts.',
        provedBy: '__tests__/service/replies.test.ts',
      },
    },
  },
  {
    title: 'Deploy: before the request',
    rules: {
      'deploy/before':
        'The resource and its deployments are read together before the request, and ' +
        'the names of its variables only if `required-env` asks for them.',
      'deploy/required-env': 'Names in `required-env` must exist before anything is changed.',
      'deploy/missing-env':
        'A missing variable ends the step with `missing_env`, and nothing is deployed.',
      'deploy/env-unread':
        'Without a readable list of variables, `required-env` keeps the step from deploying.',
      'deploy/list-unread': 'Nothing is deployed while the list of deployments cannot be read.',
      'deploy/no-access': 'An unknown resource or a refused key ends the step before the request.',
      'deploy/resource-unread':
        'The resource is read along with the list, for up to 10 seconds; a rate limit ' +
        'is waited out. After work in the way has ended it is read again.',
      'deploy/list-missing':
        'If a known resource has no list (404), it counts as having no deployments.',
      'deploy/list-unknown-ours':
        'If the list from before was not recognised, only an id in the answer ' +
        'identifies ours; without one the outcome is unknown, with `wait: false` a ' +
        'warning.',
      'deploy/read-anew':
        'After a busy or rate-limited request, the list read right before the next one ' +
        'is the list from before.',
    },
  },
  {
    title: 'Deploy: the request',
    rules: {
      'deploy/accepted':
        'A 2xx with JSON or an empty body, or a 202 with up to 200 characters that are ' +
        'not HTML, means accepted, for every kind of request.',
      'deploy/ok-false': 'A 2xx answer with `ok: false` is the error that it describes.',
      'deploy/force': '`force` asks for a build without cache.',
      'deploy/unsent': 'A request that never left the runner is retried for 60 seconds.',
      'deploy/refused': 'Any other 4xx of the API ends the step at once with that error.',
      'deploy/refused-page':
        "A redirect, or a 4xx page that isn't from the API, ends the step at once. The " +
        'error names host, status and title of the page.',
      'deploy/not-app':
        "If the request is refused for a resource that isn't an app (other than by " +
        '401, 402, 403, 408, 409, 429), the error says that only apps are deployed, ' +
        'and which operations it has.',
    },
  },
  {
    title: 'Deploy: which deployment is ours',
    rules: {
      'deploy/id':
        'The deployment is named by `deploymentId` or `deploymentUuid`, by the `id` of ' +
        'an object `deployment`, or by the `id` of the answer or of its `data`.',
      'deploy/id-others':
        "Neither the resource's own id nor an id under another name counts as the " +
        "deployment's.",
      'deploy/id-joined':
        'If the answer names a deployment that was listed before and had not ended, ' +
        'the request has joined it: one warning, unless that shows the commit of this ' +
        'run.',
      'deploy/id-old':
        'A deployment that had ended before is not ours, even if the answer names it. ' +
        'The list is searched, and the error names it.',
      'deploy/id-unknown': 'An id that stays absent is dropped. Then the list is searched.',
      'deploy/list-confirmed':
        'A deployment found in the list is ours once a later read shows it as the only ' +
        'new one: 15 seconds after the answer, or 5 if it has finished.',
      'deploy/list-statuses': 'The error names each deployment that may be ours, with its status.',
      'deploy/list-two': 'Two new deployments in the list are `ambiguous`.',
      'deploy/list-second':
        'A second new deployment at the confirmation is `ambiguous`; later ones are ' +
        "somebody else's.",
      'deploy/nothing-new':
        'If good reads over 60 seconds without an outage show no new id and no work in ' +
        'progress, the outcome is unknown. Work that prolongs this is named.',
      'deploy/service-sentence':
        "If the outcome is unknown, the error quotes the sentence in the service's answer.",
      'deploy/no-wait':
        'With `wait: false` the step passes once the request is accepted. Without an ' +
        'id the list is read for 15 seconds at most; unless exactly one is new, it ' +
        'warns.',
      'deploy/list-cut':
        'A list that shows none of the entries from before, if there were any, neither ' +
        'identifies nor misses a deployment. The error names its newest entry.',
      'deploy/ours':
        'Without an id in the answer, ours is the only entry, at any place, that was ' +
        'not in the list before.',
      'deploy/list-unconfirmed':
        'Before that there is no verdict. If no read confirms it within 60 seconds of ' +
        'its end, the outcome is unknown.',
    },
  },
  {
    title: 'Deploy: polling',
    rules: {
      'deploy/poll-times':
        'The first poll comes 1.1 seconds after acceptance, the next ones every 2.4 seconds.',
      'deploy/poll-to-end':
        'A deployment is polled until its status is final, by its detail or by the ' +
        'list, whichever can be read.',
      'deploy/poll-once': 'A poll reads the detail once, and the list at most once.',
      'deploy/deleted': 'A deployment in progress that becomes absent is `not_found`.',
      'deploy/detail-unread':
        'The list supplies the status whenever the detail is unreadable, forbidden or ' +
        'has none.',
      'deploy/last-line':
        'New log lines are printed as they come, each once, and the last before the ' +
        'step reports the end.',
      'deploy/unfinished-line': 'A last line without a line end is printed when the step ends.',
    },
  },
  {
    title: 'Deploy: afterwards',
    rules: {
      'deploy/late-log':
        'After `finished`, the log is read once more while the app is judged, for ' +
        'lines that came late.',
      'deploy/deadline-after':
        'Once a deployment is known as ours and has ended, neither deadline, failed ' +
        'read nor revoked key changes the result: cutting short the judgement of the ' +
        'app is one warning.',
      'deploy/deadline-health': 'A deadline during the health check is `unhealthy`.',
      'deploy/ended-sentence': 'A deployment that has ended is never said to continue.',
      'deploy/commit':
        'Log, summary and the output `commit` name the commit that a deployment shows.',
      'deploy/commit-short':
        'A short commit counts if it has at least seven digits and begins a commit of ' +
        'this run.',
      'deploy/commit-form': 'No other short text counts as a commit.',
      'deploy/commit-of-run': {
        says:
          'The commit of a run is its `head_sha` for `workflow_run`, the head and the ' +
          'merge commit for a pull request.',
        provedBy: '__tests__/runner/run-facts.test.ts',
      },
      'deploy/commit-other':
        "On `push` and `workflow_run`, a commit that isn't of this run is a warning, " +
        "unless `health-check-contains` has passed with the run's commit in its text. " +
        'For other events it is a note.',
      'deploy/commit-run':
        "The summary names the run's commit as such, and as what was deployed only if " +
        'the service or the health check shows it.',
    },
  },
  {
    title: 'Deploy: a lost answer',
    rules: {
      'deploy/lost-kinds':
        'An answer is lost if it was cut off, timed out, or is a 5xx, a 408, or a 2xx ' +
        'that `deploy/accepted` does not name.',
      'deploy/lost-adopted':
        'One new deployment in progress is adopted, with one warning that it could be ' +
        "somebody else's.",
      'deploy/lost-followed': 'An adopted deployment decides the step like any other.',
      'deploy/lost-ended':
        'A new deployment that had ended when it was first seen leaves the outcome unknown.',
      'deploy/lost-confirmed':
        'An adopted deployment is confirmed by a read 15 seconds after it was first ' +
        'seen, with `wait: false`, too.',
      'deploy/lost-repeat':
        'The request is repeated once when reads over 90 seconds without an outage, ' +
        'all of them good, show no work in progress and, at any place, no new id.',
      'deploy/lost-once':
        'A request is repeated once at most, and the summary says so. If it is lost ' +
        'again and nothing is new, the outcome is unknown.',
      'deploy/lost-reads':
        'A read is good if it shows an entry from before. If the list from before was ' +
        'empty, missing or not recognised, the request is not repeated.',
      'deploy/lost-blocked':
        'A repetition that is answered busy or rate-limited is not used up; the search ' +
        'and its 90 seconds start anew.',
      'deploy/lost-deadline':
        'If the deadline or a rate limit ends the search, the outcome is unknown.',
      'deploy/lost-not-hidden':
        "A later refusal doesn't hide that the lost request may have been accepted.",
      'deploy/lost-in-the-way':
        'While work in progress keeps a lost request from being repeated, log and ' +
        'error name that work.',
      'deploy/lost-unsure':
        'If reads over 90 seconds show no entry from before, or a new one only below ' +
        'older ones, the outcome is unknown.',
    },
  },
  {
    title: 'How a deployment ends',
    rules: {
      'ends/failed':
        'The whole status is `failed`, `failure`, `error`, `errored`, `crashed`, ' +
        '`aborted`, `rejected` or `timed_out`, in any letter case, with `-` or a space ' +
        'for `_`: `deployment_failed`.',
      'ends/cancelled':
        'The whole status is `cancelled`, `canceled`, `cancelled_by_user`, `skipped` ' +
        'or `superseded`: `deployment_cancelled`.',
      'ends/unknown-word':
        'Any unknown status counts as in progress. At the deadline the error says that ' +
        "the action doesn't know it.",
      'ends/replaced':
        'If ours was cancelled and a newer one exists, the error names that and ' +
        'advises against a re-run.',
      'ends/verdict-stays':
        'The first final status is the verdict, whatever the service shows later.',
      'ends/cause-log':
        'The cause of a failure is the error line of its log; the summary shows a ' +
        'given reason, too.',
      'ends/log-growing':
        'After a failure the log, if there is one, is read every two seconds until a ' +
        'cause is named or a reason given, and nothing more has come.',
      'ends/log-limit': 'After a failure the log is read for 10 seconds at most.',
      'ends/cause-field':
        'Without an error line, the cause is what `error`, `errorMessage`, ' +
        '`failureReason` or `statusReason` says: a text, or an object with `message`.',
      'ends/cause-json': 'An error line that is a JSON object is quoted by its message.',
      'ends/cause-failed':
        'Without either, the cause is the last log line with `failed` or `failure`.',
      'ends/cause-none':
        'Without a cause, the error says that the service names none, or that its log ' +
        'was not recognised.',
      'ends/log-unread':
        'A log that cannot be read to its end after a failure is one warning, and no ' +
        'text claims to show it.',
      'ends/log-hidden':
        "`build-log: false` keeps the log and the service's own words about the error " +
        'out of the message.',
      'ends/whole-reply':
        'If a failed deployment shows no log that is read, its reply is printed as ' +
        'JSON, up to 200 lines, and not with `build-log: false`.',
      'ends/whole-reply-parts':
        'Left out of it, and counted, are hidden parts and members named like env, ' +
        'var, secret, token, pass, key, cred, config, setting, arg, auth, hook, dsn, ' +
        'cert, cookie, header.',
    },
  },
  {
    title: 'The app after a finished deployment',
    rules: {
      'app/up': 'The step passes immediately if the app is up and healthy.',
      'app/as-before':
        'After an earlier finished deployment, an app that shows nothing but its state ' +
        'from before (asleep, unknown, unhealthy, down) for 20 seconds passes; one ' +
        'warning if down.',
      'app/moving':
        'An app that is asleep, unknown, unhealthy, starting, stopping or updating 60 ' +
        'seconds after the end passes with one warning, which says for how long.',
      'app/unreadable':
        'An app that cannot be read, or shows no status any more, passes with one ' +
        'warning after 60 seconds.',
      'app/down':
        'An app that 60 seconds after the end is down, crashed or restarting, or was ' +
        'so twice with another state between, is `not_running`; its runtime log is ' +
        'shown.',
      'app/restarting':
        'But an app whose only bad time is one unbroken `restarting` that still goes ' +
        'on has three minutes.',
      'app/recovers': 'An app that recovers within its time passes. It is read every 3 seconds.',
      'app/no-status':
        'If the service never shows a status of the app, the step passes without a ' +
        'warning; after its first deployment only once it has shown none for 20 seconds.',
      'app/first-word': 'Only the first word of a status decides what it means.',
      'app/alternates':
        'An app that alternates between states is one line a minute, and the error ' +
        'says that it keeps restarting.',
      'app/before':
        '`follow` knows no state from before, unless the deployment was in progress at ' +
        'the first read.',
    },
  },
  {
    title: 'Health check',
    rules: {
      'health/status':
        'Without a text to look for, the app must answer 2xx or 3xx. Redirects are not ' +
        'followed.',
      'health/wrong-status': "The right text under a wrong status doesn't pass.",
      'health/retried':
        'The app is requested again until it answers well or `health-check-timeout` ' +
        'has passed.',
      'health/timeout': 'The app has three minutes by default. Then the step is `unhealthy`.',
      'health/no-answer':
        'An app that gives no answer at all is `unhealthy`, and the error says why.',
      'health/text': 'With `health-check-contains` the answer must contain that text.',
      'health/text-named':
        'A failed check names the text that was missing and quotes what the app answered.',
      'health/text-hidden': 'With `build-log: false` no answer of the app is quoted.',
      'health/error-quoted': 'The last 4xx or 5xx answer of a failed check is quoted.',
      'health/text-start': 'The text must stand within the first 64 KiB of the body.',
      'health/text-redirect': 'A redirect never counts as the text.',
      'health/no-domain':
        'A path for a deployed resource without a domain is refused before anything is ' +
        'changed.',
      'health/new-domain':
        'The domain may come with the first deployment, so the check waits for it for ' +
        'its usual time.',
      'health/operations': '`start`, `restart` and `follow` run the health check, too.',
    },
  },
  {
    title: 'Start, stop and restart',
    rules: {
      'lifecycle/goal-up': '`start` and `restart` end when the resource is up.',
      'lifecycle/goal-stopped': '`stop` ends when the resource is asleep, down or killed.',
      'lifecycle/confirmed':
        'After a change, the wanted state counts only if it is still there two seconds later.',
      'lifecycle/change':
        'Any difference from the status before is a change, except a time that goes on.',
      'lifecycle/stop-crashed': '`stop` passes for an app that had crashed and still shows that.',
      'lifecycle/wrong-state':
        'After a change, another settled state that holds for 60 seconds is `not_running`.',
      'lifecycle/unknown-word':
        'After a change, an unknown status that holds for 60 seconds passes with a warning.',
      'lifecycle/no-status':
        'If the service shows no status for 60 seconds, the step passes with a warning.',
      'lifecycle/already': '`start` and `stop` that find the wanted state pass after 5 seconds.',
      'lifecycle/restart-unseen':
        'A `restart` without any change passes after 20 seconds, with a note, if the ' +
        'app is up or its status unknown.',
      'lifecycle/loop':
        'After `start` and `restart`, an app that keeps restarting is `not_running` as after ' +
        'a deployment.',
      'lifecycle/no-change':
        "If nothing changes for three minutes and the state isn't the wanted one, the " +
        'step is `not_running`.',
      'lifecycle/refused': 'A 409 that is not `busy` fails.',
      'lifecycle/lost-again':
        'After a lost answer the status is read for 5 seconds. A change or `busy` ' +
        'means accepted (a warning if nothing changes then, or with `wait: false`); ' +
        'otherwise the request is sent once more.',
      'lifecycle/lost-twice':
        'If the answer is lost twice without a change, the outcome is unknown.',
      'lifecycle/no-wait': 'With `wait: false` the step passes once the request is accepted.',
      'lifecycle/forbidden': 'A key without the right ends the step at once.',
      'lifecycle/unhealthy':
        'After a change, `unhealthy` that holds for 60 seconds passes with one warning.',
    },
  },
  {
    title: 'Follow',
    rules: {
      'follow/by-id': '`follow` follows a deployment to its end and sends no POST.',
      'follow/finished-only': '`follow` passes only if the deployment finished.',
      'follow/absent': 'An id that is absent is `not_found`.',
      'follow/app':
        'With an id other than `latest`, or if the deployment was in progress, the app ' +
        'is judged as after `deploy`.',
      'follow/old-app':
        'After a `latest` that had ended before, an app that is down, crashed or ' +
        'unhealthy causes one warning.',
      'follow/latest':
        '`latest` is the newest deployment, ended or not. If it had ended before, the ' +
        'headline says so; on `push` and `workflow_run` that is a warning, unless the ' +
        "run's commit is shown or proved.",
      'follow/in-progress':
        'Without an id, the newest deployment that was not cancelled is followed if it ' +
        'is in progress, never one below it.',
      'follow/appears':
        'Otherwise `follow` follows the first new deployment within two minutes; of ' +
        'several, the newest that was not cancelled.',
      'follow/none':
        'If none appears in time, the step fails with `no_deployment`. It names the ' +
        'newest one and suggests `latest`.',
      'follow/list-missing':
        "If the list couldn't be read before, only a deployment in progress counts as new.",
    },
  },
  {
    title: 'Operations that read',
    rules: {
      'status/once':
        '`status` reads once, by default the newest deployment, and passes whatever it finds.',
      'status/failed':
        "The summary doesn't make a failed deployment, or an app that is down, look " +
        'like a success.',
      'status/by-id': '`status` reads the deployment with the given id.',
      'status/absent': 'An unknown `deployment-id` is `not_found`.',
      'status/none': 'A resource without deployments passes.',
      'list/table':
        '`list` shows every resource with its fields, as a table and as the output ' +
        '`resources`.',
      'logs/lines': '`logs` always asks for a number of lines, 100 by default.',
      'env/names': '`env` lists the names of variables, never values.',
      'check/changes-nothing':
        '`check` changes nothing. It shows key, resource, work in progress and ' +
        '`required-env`.',
      'check/no-resource': '`check` works without a resource.',
      'check/scope':
        '`check` says that only a deployment can show whether the key has the scope `deploy`.',
      'check/fails':
        'If the service can be read, `check` fails only for the key, the resource and ' +
        '`required-env`.',
      'check/rows': "What `check` cannot read or doesn't recognise is a row of its table.",
      'check/paths':
        "`check` says which paths of the action the API's description, if it lists " +
        "any, doesn't hold.",
      'check/not-app':
        '`check` warns that only apps are deployed, if the resource is a database, ' +
        'worker or service.',
    },
  },
  {
    title: 'Busy resources',
    rules: {
      'busy/free':
        'While a resource is busy, the list is read every 5 seconds (usual gap, if ' +
        'longer). The request follows when no work is left there, else every third ' +
        'time.',
      'busy/fail': '`on-busy: fail` ends the step at once.',
      'busy/too-late': 'If too little time is left for another attempt, the step ends at once.',
      'busy/who':
        'The log and the error name the work in the way. If it shows the commit of ' +
        'this run, they point to `operation: follow`.',
      'busy/sentence': 'The log quotes the sentence of the service about a busy resource.',
    },
  },
  {
    title: 'Rate limits',
    rules: {
      'limit/retry-after':
        'A rate-limited request is sent again after `Retry-After` and up to a second more.',
      'limit/retry-after-past':
        '`Retry-After: 0` or a date in the past never makes requests quicker than usual.',
      'limit/page': 'A 429 without JSON is a rate limit, too.',
      'limit/unknown-code':
        'A 429 with an unknown code is sent again only if it has `Retry-After`.',
      'limit/growing': 'Without `Retry-After` the waits grow.',
      'limit/pace-returns':
        "A single 429 doesn't slow down a job that is alone on its key: its next two " +
        'polls come within 5 seconds each.',
      'limit/too-late':
        'If the limit lasts beyond the deadline, the step gives up at once with the ' +
        'code of the limit.',
      'limit/after-end':
        'After the final status, a rate limit is waited for, with a line, only by the ' +
        'confirmation (60 seconds), the app (its time) and a missing domain.',
      'limit/check': '`check` waits for the rate limit and then reads the rest.',
      'limit/slow':
        'After a second 429 within a minute, polls are at least 10 seconds apart for a ' +
        'minute.',
    },
  },
  {
    title: 'Requests',
    rules: {
      'requests/retried':
        'Reads are repeated after lost connections, timeouts, 5xx answers and replies ' +
        "that aren't from the API.",
      'requests/ok-false':
        'A read answered by 2xx with `ok: false` is repeated for as long as a page ' +
        'would be. Then the error has its code.',
      'requests/backoff':
        'Repeated reads are at most 5 seconds apart until the API has answered, even ' +
        'with an error; later up to about 15 seconds.',
      'requests/outage':
        'An outage of five seconds or more is logged like any wait. If its beginning ' +
        'was, so is its end. The step survives it.',
      'requests/correct':
        'After a 4xx that no other rule names, the advice is to correct the request. ' +
        "The error keeps the service's code and sentence.",
      'requests/timeout':
        'A request has 30 seconds. After a slow reply the next poll waits as long as ' +
        'the reply took, up to 26 seconds.',
      'requests/unreachable':
        "If the host, or the service behind a gateway, doesn't answer at all, the step " +
        'gives up after 60 seconds.',
      'requests/first-pages':
        'Before the first answer of the API, pages are given up after 10 seconds. The ' +
        'error names the host and says that `base-url` ends with the version.',
      'requests/later-pages':
        'After the first answer of the API, pages are given up after 60 seconds.',
      'requests/redirect': 'Redirects are not followed. The error names the host they lead to.',
      'requests/no-retry':
        'Before the end of a deployment, a revoked key ends the step at once. The ' +
        'error says what continues at the service.',
      'requests/shared-pace':
        'With more than four `concurrent-jobs`, the gap between polls is 0.6 seconds ' +
        'for each of them.',
      'requests/last-poll': 'One last poll comes right before the deadline.',
      'requests/proxy': {
        says:
          'Requests go through the proxy of the runner. A proxy that refuses, or whose ' +
          'address cannot be read, is named without its credentials.',
        provedBy: '__tests__/service/http.test.ts',
      },
      'requests/wrong-base-url':
        'A 404 before the first good answer says that `base-url` must end with the ' +
        'version, unless its address does.',
    },
  },
  {
    title: 'Deadline and cancelled runs',
    rules: {
      'deadline/whole-step': '`timeout` limits the whole step, whatever hangs.',
      'deadline/in-progress':
        'At the deadline, the error names the deployment that is still running, its ' +
        'last status, the time waited, and how to follow it.',
      'deadline/unidentified': 'Between acceptance and identification, the outcome is unknown.',
      'deadline/may-continue':
        'During an outage, a deployment "may continue": no read shows that it does.',
      'deadline/outage':
        'If the service was unreachable at the deadline, the title and the first ' +
        'sentence say so. The code stays `timeout`.',
      'deadline/in-the-way':
        'If an obstacle kept the work from starting, the deadline has the code of that ' +
        'obstacle.',
      'cancel/nothing': 'A run cancelled before the request says that nothing was requested.',
      'cancel/unknown':
        'A run cancelled before the answer, or after a lost one, says that the outcome ' +
        "isn't known.",
      'cancel/continues':
        'A run cancelled during the work says that the deployment continues, and only then.',
      'cancel/log': 'A cancelled step keeps its log file and outputs.',
    },
  },
  {
    title: 'Logs',
    rules: {
      'log/forms':
        'A build log may be text, a list of texts or of objects, an object with such ' +
        '`lines`, or JSON of such objects within a text.',
      'log/hidden': 'Lines that the service marks as hidden are left out.',
      'log/moved':
        'If the beginning of a log is gone, printing goes on after the last place of ' +
        'the last five printed lines (all, if fewer), provided that what stands before ' +
        'it is the end of what was printed.',
      'log/null': 'A log that is `null` is empty.',
      'log/rewritten':
        "A log that doesn't continue what was printed is told in one sentence, and " +
        'printed whole once the deployment has ended. A reading that is only a ' +
        'beginning of what was printed adds nothing.',
      'log/debug':
        'With debug logging, every request is one line: method, path, status, time and shape.',
      'log/folder': {
        says: 'Log files stand in one folder per step below `RUNNER_TEMP`.',
        provedBy: '__tests__/report/step-log.test.ts',
      },
    },
  },
  {
    title: 'Step log',
    rules: {
      'step-log/plain':
        'The lines of a log stand in the step log behind the gutter as they come, ' +
        'without groups around them.',
      'step-log/status':
        'The status of a deployment is one line when it changes, and once a minute.',
      'step-log/last-line':
        'The last line says what was deployed, how long it took, the state of the app ' +
        'and its address. No other line repeats it.',
      'step-log/title':
        'The title of the error annotation names the resource (60 characters at most) ' +
        'and the cause, 120 in all; with `build-log: false` no cause.',
      'step-log/log-file': 'No text points to a log file that is not there.',
      'step-log/empty-log': 'A build log without lines is called empty.',
    },
  },
  {
    title: 'Summary',
    rules: {
      'summary/running': 'A running step never shows ✅ for what is in progress.',
      'summary/commit-none': 'A commit that the service does not show has no row.',
      'summary/version-before':
        'After a failed deployment, an app that is up as before is said to run the ' +
        'previous version.',
      'summary/order':
        'The summary shows headline, cause, excerpt, meaning, advice, table and log in ' +
        'this order, and nothing twice.',
      'summary/app-down':
        'An app that was up before and is down after a failed deployment is named ' +
        'right after the headline.',
      'summary/runtime-lines': 'Lines of the runtime log are labelled as such.',
      'summary/advice':
        'A hanging build is not sent to the runtime log, and a 404 for a resource just ' +
        'read does not blame `resource-id`.',
    },
  },
  {
    title: 'Bounds',
    rules: {
      'bounds/summary': {
        says: "The summary never exceeds the runner's limit of 1 MiB.",
        provedBy: '__tests__/report/summary.limits.test.ts',
      },
      'bounds/long-log':
        'A log of several megabytes is printed once and in order, and its file is complete.',
      'bounds/linear':
        'Work on a reply grows in proportion to its length, whatever its lines. At the ' +
        'deadline of any operation printing stops, and one line says so; the file gets ' +
        'the whole log.',
      'bounds/too-large':
        'A reply above 8 MiB is neither shown nor requested again. The list then ' +
        'supplies the status.',
      'bounds/exit': {
        says:
          'The process ends soon after the result, whatever still hangs: a name lookup, ' +
          'a pipe that nobody reads.',
        provedBy: '__tests__/bundle/bundle.test.ts',
      },
      'bounds/old-node': {
        says:
          'On a Node older than 24 the action says so in one sentence and still writes ' +
          'its outputs.',
        provedBy: '__tests__/bundle/bundle.test.ts',
      },
    },
  },
] as const satisfies readonly RuleSection[];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** The key of a rule, such as `wait/latest`. */
export type Rule = KeysOf<(typeof RULE_SECTIONS)[number]['rules']>;
