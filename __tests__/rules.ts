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
        'A wait that has lasted five seconds says what it is for and how long it may last.',
      'always/unrecognised':
        'If a reply has an unknown form, the user sees it unchanged and the step concludes ' +
        'nothing from it.',
      'always/warn-if-needed':
        'A reply in an unknown form causes a warning only where the result or an input ' +
        'hinges on it.',
      'always/warn-once': {
        says:
          'Trouble of the step itself, such as outputs that cannot be written, causes one ' +
          'warning, however often it occurs.',
        provedBy: '__tests__/runner/step-log.test.ts',
      },
      'always/no-rerun-advice':
        'While a deployment may still be running, no message suggests running the job again.',
      'always/exit-code':
        'A step passes only with a verdict. Otherwise it exits with code 1 and exactly one ' +
        'error annotation.',
    },
  },
  {
    title: 'Untrusted text and secrets',
    rules: {
      'text/key-target': {
        says:
          'The API key is sent to `base-url` only: neither the app nor the OpenAPI ' +
          'description gets it.',
        provedBy: '__tests__/api/client.test.ts',
      },
      'text/key-hidden':
        'The API key, in any form that `text/redaction-forms` names, appears in no log, ' +
        'summary, annotation, output or file.',
      'text/key-in-output': 'An output whose value would be the key shows `***`.',
      'text/redaction-forms': {
        says:
          'A secret of any length is recognised, ignoring letter case, as it is, URL-encoded, ' +
          'JSON-escaped (with `\\/` and `\\u002b`, too), in hexadecimal, and in base64 of either ' +
          'alphabet, wherever it begins.',
        provedBy: '__tests__/runner/sanitize/redact.test.ts',
      },
      'text/redact-before-cut': 'Untrusted text is redacted before it is shortened.',
      'text/redact-before-fold':
        'Untrusted text is redacted before control characters and line ends are folded.',
      'text/part': {
        says:
          'Text that may go on loses what could be the beginning of a secret: the end of a cut ' +
          'body, and a last line without its end.',
        provedBy: '__tests__/api/http.test.ts',
      },
      'text/last-resort': {
        says:
          'An error that nothing has foreseen prints a constant sentence, never its own ' +
          'message.',
        provedBy: '__tests__/steps/publish.test.ts',
      },
      'text/no-commands': 'No untrusted text runs as a workflow command or formats the step log.',
      'text/inert':
        'In the summary and in annotations, untrusted text is plain: no Markdown, HTML, links ' +
        'or mentions. A run of more than 20 backticks is shortened.',
      'text/links': {
        says: 'Only validated addresses become links.',
        provedBy: '__tests__/runner/summary.limits.test.ts',
      },
      'text/outputs':
        'Outputs hold no untrusted text except ids, words, addresses and JSON. Unless it is ' +
        'JSON, a value with quotes, a backtick or any of `$\\;&|<>` is left empty, and an id ' +
        'with `(`.',
    },
  },
  {
    title: 'Inputs',
    rules: {
      'inputs/environment':
        'An empty `base-url` or `api-key` is taken from its `DEPLOYMENT_SERVICE_…` variable.',
      'inputs/masked-first': {
        says: 'The key is masked before anything is printed.',
        provedBy: '__tests__/runner/inputs.test.ts',
      },
      'inputs/all-at-once':
        'A step with invalid inputs sends nothing. One error lists them all, one per line.',
      'inputs/title':
        'The title of that error names the first invalid input and counts the others.',
      'inputs/allowed-values': 'The error for an invalid value says what is allowed.',
      'inputs/not-quoted':
        'A value above 60 characters, or an address with `@`, `?` or `#`, is not quoted.',
      'inputs/unevaluated': 'An input that still contains `${{` is refused.',
      'inputs/base-url':
        '`base-url` is an `https:` address with a path, without user info, query or ' +
        'fragment. `http:` is for loopback only.',
      'inputs/base-url-slash': 'Slashes at the end of `base-url` are ignored.',
      'inputs/base-url-missing':
        'The error for a missing `base-url` also names its environment variable, and why it may ' +
        'be empty.',
      'inputs/api-key': '`api-key` has at least eight printable ASCII characters.',
      'inputs/api-key-bearer': 'An `api-key` that starts with `Bearer ` is refused.',
      'inputs/api-key-empty':
        "The error for an empty key names three causes: the secret isn't set, the job lacks " +
        'its environment, or the run comes from a fork or Dependabot.',
      'inputs/resource-id-missing':
        'Every operation except `list` and `check` needs a `resource-id`. The error says why it ' +
        'may be empty.',
      'inputs/resource-id-form':
        "An id has up to 256 characters and isn't `.` or `..`. A comma or white space within " +
        'it is refused; the error says that a step has one resource, and names the matrix.',
      'inputs/resource-id-encoded': 'Ids are percent-encoded in every path.',
      'inputs/timeout':
        'A duration is written as `90`, `90s`, `15m` or `1h30m`, and is above zero.',
      'inputs/timeout-default': 'The default deadline is 30 minutes.',
      'inputs/timeout-reading': 'Operations that only read have a default deadline of two minutes.',
      'inputs/counts': '`concurrent-jobs` is a whole number from 1.',
      'inputs/lines':
        '`lines` of `logs` is 100, 500 or 2000. The error for another number names all three.',
      'inputs/certificates':
        '`NODE_TLS_REJECT_UNAUTHORIZED: 0`, which turns off certificate checks, causes one ' +
        'warning.',
      'inputs/health-check':
        '`health-check` is a path or an `https:` address; `http:` is for loopback only.',
      'inputs/health-check-alone':
        '`health-check-contains` and `health-check-timeout` need `health-check`.',
      'inputs/wait-needed':
        '`wait: false` allows no health check, which needs the end of the work.',
      'inputs/unused':
        "Inputs that the operation doesn't use are named in one warning, except those with " +
        'their default and `concurrent-jobs`.',
    },
  },
  {
    title: 'Outputs',
    rules: {
      'outputs/always':
        'A fact is written to the outputs as soon as it is known, however the step ends.',
      'outputs/killed': 'A step that is killed has already written what it knew.',
      'outputs/url':
        '`url` is the first domain of the resource, with `https://` except for loopback.',
      'outputs/status-word':
        'An unknown status is passed on if it is short plain text. Otherwise the output is ' +
        '`unknown`.',
      'outputs/duration-lost': 'After a lost answer, the duration counts from its request.',
      'outputs/status-confirmed':
        'No final status is published before it is certain whose deployment it is.',
      'outputs/error-code': {
        says:
          'A code of the service becomes `error-code` if it is a plain word and not one ' +
          "of the action's own. Otherwise it is `service_error`.",
        provedBy: '__tests__/api/classify.test.ts',
      },
      'outputs/unwritable': {
        says:
          "An output file or summary that cannot be written is a warning and doesn't " +
          'change the result.',
        provedBy: '__tests__/steps/publish.test.ts',
      },
      'outputs/warnings': {
        says: 'Every warning is repeated in the summary.',
        provedBy: '__tests__/runner/step-log.test.ts',
      },
    },
  },
  {
    title: 'Deploy: before the request',
    rules: {
      'deploy/before':
        'The resource and its deployments are read together before the request, and the names ' +
        'of its variables only if `required-env` asks for them.',
      'deploy/required-env': 'Names in `required-env` must exist before anything is changed.',
      'deploy/missing-env':
        'A missing variable ends the step with `missing_env`, and nothing is deployed.',
      'deploy/env-unread':
        'Without a readable list of variables, `required-env` keeps the step from deploying.',
      'deploy/list-unread': 'Nothing is deployed while the list of deployments cannot be read.',
      'deploy/no-access': 'An unknown resource or a refused key ends the step before the request.',
      'deploy/resource-unread':
        'A resource that cannot be read for other reasons delays the request by at most 15 ' +
        'seconds; only a rate limit is waited out.',
      'deploy/list-missing':
        'If a known resource has no list (404), it counts as having no deployments.',
      'deploy/list-unknown-repeat':
        'If the list from before was not recognised, a lost request is not repeated.',
      'deploy/list-unknown-ours':
        'If the list from before was not recognised, the list identifies our deployment only ' +
        'while that is in progress.',
      'deploy/read-anew':
        'The list from before is read again after a busy or rate-limited request, right ' +
        'before the next one.',
    },
  },
  {
    title: 'Deploy: the request',
    rules: {
      'deploy/accepted':
        'A 2xx with JSON or an empty body, or a 202 with up to 200 characters that are not ' +
        'HTML, means accepted, for every kind of request.',
      'deploy/ok-false': 'A 2xx answer with `ok: false` is the error that it describes.',
      'deploy/force': '`force` asks for a build without cache.',
      'deploy/unsent': 'A request that never left the runner is retried for 60 seconds.',
      'deploy/refused': 'Any other 4xx of the API ends the step at once with that error.',
      'deploy/refused-page':
        "A redirect, or a 4xx page that isn't from the API, ends the step at once. The error " +
        'names host, status and title of the page.',
    },
  },
  {
    title: 'Deploy: which deployment is ours',
    rules: {
      'deploy/id':
        'The deployment is named by `deploymentId` in any spelling, by the id of an object ' +
        '`deployment`, or by the `id` of the answer itself.',
      'deploy/id-others':
        "Neither the resource's own id nor an id under another name counts as the " +
        "deployment's.",
      'deploy/id-joined':
        'If the answer names a deployment that was already running, the request has joined ' +
        'it. The log says so.',
      'deploy/id-old':
        "A deployment in the list from before that had ended isn't ours, even if the answer " +
        'names it.',
      'deploy/id-unknown':
        'An id that stays invisible for 15 seconds, by detail and by list, is dropped. Then ' +
        'the list is searched.',
      'deploy/id-late':
        "An id may take up to 15 seconds to be shown. A rate-limited read doesn't count as a " +
        'miss.',
      'deploy/list-confirmed':
        'A deployment found in the list is confirmed by another read 15 seconds after the ' +
        'answer. There is no verdict before.',
      'deploy/list-statuses': 'The error names each deployment that may be ours, with its status.',
      'deploy/list-two': 'Two new deployments in the list are `ambiguous`.',
      'deploy/list-second': 'A second new deployment at the confirmation is `ambiguous`.',
      'deploy/list-end-below': 'A new deployment below ours at the last read is `ambiguous`.',
      'deploy/list-end-above':
        "A new deployment above ours after the confirmation is somebody else's.",
      'deploy/list-end-commit':
        'If it shows the commit of this run, and ours another one, both are `ambiguous`.',
      'deploy/list-missed':
        "A deployment found in the list is still followed after a read that doesn't show it.",
      'deploy/nothing-new':
        'If nothing new appears for 90 seconds with nothing in progress, the outcome is ' +
        'unknown.',
      'deploy/service-sentence':
        "If the outcome is unknown, the error quotes the sentence in the service's answer.",
      'deploy/no-wait': 'With `wait: false` the step passes once the request is accepted.',
      'deploy/no-wait-search':
        'With `wait: false` and no id in the answer, the list is searched for 15 seconds. ' +
        'The step passes either way, unless several new ones appear after a lost answer.',
    },
  },
  {
    title: 'Deploy: polling',
    rules: {
      'deploy/poll-times':
        'The first poll comes 1.1 seconds after acceptance, the next ones every 2.4 seconds.',
      'deploy/poll-to-end':
        'A deployment is polled until its status is final, by its detail or by the list, ' +
        'whichever can be read.',
      'deploy/poll-once': 'A poll reads the detail once, and the list at most once.',
      'deploy/deleted':
        'A deployment in progress that three polls over 15 seconds no longer show is `not_found`, ' +
        'if the list is complete.',
      'deploy/detail-unread':
        'The list supplies the status whenever the detail is unreadable or has none.',
      'deploy/last-line':
        'New log lines are printed as they come, each once, and the last before the step ' +
        'reports the end.',
      'deploy/unfinished-line': 'A last line without a line end is printed when the step ends.',
    },
  },
  {
    title: 'Deploy: afterwards',
    rules: {
      'deploy/late-log':
        'After `finished`, the log is read once more while the app is judged, for lines that ' +
        'came late.',
      'deploy/deadline-after':
        "Once a status is final, the deadline can't change the result: cutting short the " +
        'judgement of the app is one warning.',
      'deploy/deadline-health': 'A deadline during the health check is `unhealthy`.',
      'deploy/ended-sentence': 'A deployment that has ended is never said to continue.',
      'deploy/commit':
        'Log, summary and the output `commit` name the commit that a deployment shows.',
      'deploy/commit-short':
        'A short commit counts if it has at least seven digits and begins a commit of this ' +
        'run.',
      'deploy/commit-form': 'No other short text counts as a commit.',
      'deploy/commit-of-run': {
        says:
          'The commit of a run is its `head_sha` for `workflow_run`, the head and the merge ' +
          'commit for a pull request.',
        provedBy: '__tests__/runner/github.run.test.ts',
      },
      'deploy/commit-other':
        "A commit that isn't of this run is one note in the log and one in the summary.",
      'deploy/commit-run':
        "The summary names the run's commit as such, and as what was deployed only if the " +
        'service or the health check shows it.',
    },
  },
  {
    title: 'Deploy: a lost answer',
    rules: {
      'deploy/lost-kinds':
        'An answer is lost if it was cut off, timed out, or is a 5xx, a 408, or a 2xx that ' +
        '`deploy/accepted` does not name.',
      'deploy/lost-adopted':
        'One new deployment in progress is adopted, with one warning that it could be ' +
        "somebody else's.",
      'deploy/lost-followed': 'An adopted deployment decides the step like any other.',
      'deploy/lost-search': 'The search for a lost request reads the list every 2.4 seconds.',
      'deploy/lost-retry-after':
        '`Retry-After` of a 5xx answer is honoured before the list is read.',
      'deploy/lost-ended':
        'A new deployment that had ended when it was first seen leaves the outcome unknown.',
      'deploy/lost-below': 'A new deployment below older ones leaves the outcome unknown.',
      'deploy/lost-two': 'Two new deployments are `ambiguous`.',
      'deploy/lost-confirmed':
        'An adopted deployment is confirmed by later reads of the list, too.',
      'deploy/lost-repeat-error':
        'After an error that the API itself reported, the request is repeated once 15 ' +
        'seconds have shown nothing new.',
      'deploy/lost-repeat':
        'After any other loss the request is repeated once 90 seconds have shown nothing new.',
      'deploy/lost-once':
        'A request is repeated once at most, and the summary says so. If it is lost again and ' +
        'nothing is new, the outcome is unknown.',
      'deploy/lost-reads':
        'The repetition needs three reads of the list that worked and that show an entry ' +
        'from before, or any three if there was none.',
      'deploy/lost-other-work':
        'Work in progress may hide our deployment, so the time starts anew when that work ' +
        'has ended.',
      'deploy/lost-blocked':
        "After a busy or rate-limited repetition the search goes on, and the repetition isn't " +
        'used up.',
      'deploy/lost-deadline':
        'If the deadline or a rate limit ends the search, the outcome is unknown.',
      'deploy/lost-not-hidden':
        "A later refusal doesn't hide that the lost request may have been accepted.",
    },
  },
  {
    title: 'How a deployment ends',
    rules: {
      'ends/failed':
        'These beginnings of a status mean `deployment_failed`: `abort`, `crash`, `err`, ' +
        '`fail`, `reject`, `timed`, `timeout`.',
      'ends/cancelled':
        'These beginnings of a status mean `deployment_cancelled`: `cancel`, `skip`, ' +
        '`supersed`.',
      'ends/still-going':
        'A word that also holds `request`, `pending`, `retry` or `progress`, or that ends in ' +
        '`ing`, is not an end.',
      'ends/unknown-word':
        'Any unknown status counts as in progress. At the deadline the error says that the ' +
        "action doesn't know it.",
      'ends/unknown-in-list':
        'In a list, an unknown status counts as in progress for the newest entry only.',
      'ends/replaced':
        'If ours was cancelled and a newer one exists, the error names that and advises ' +
        'against a re-run.',
      'ends/verdict-stays':
        'The first final status is the verdict, whatever the service shows later.',
      'ends/late-form':
        'Parts of a log that hold no text are shown as JSON once the deployment has ended.',
      'ends/cause-log':
        'The cause of a failure is the error line of its log; the summary shows a given ' +
        'reason, too.',
      'ends/log-growing':
        'After a failure the log is read every two seconds while it grows, and the step log ' +
        'says why.',
      'ends/log-limit':
        'A log that keeps growing after a failure is awaited for 15 seconds at most.',
      'ends/cause-field':
        'Without an error line, the cause is what a field for errors says: a sentence rather ' +
        'than a code.',
      'ends/cause-json': 'An error line that is a JSON object is quoted by its message.',
      'ends/cause-failed':
        'Without either, the cause is the last log line with `failed` or `failure`.',
      'ends/cause-none': 'If there is no cause, the error says that the service names none.',
      'ends/log-unread':
        'A log that cannot be read to its end after a failure is one warning, and no text ' +
        'claims to show it.',
      'ends/no-log':
        'Without a cause, the error also says if the reply holds no log that is recognised.',
      'ends/log-hidden':
        "`build-log: false` keeps the log and the service's own words about the error out of " +
        'the message.',
    },
  },
  {
    title: 'The app after a finished deployment',
    rules: {
      'app/up': 'The step passes immediately if the app is up and healthy.',
      'app/as-before':
        'An app that is asleep, unknown or unhealthy as before passes at once. The headline ' +
        'says that it is unchanged.',
      'app/down-as-before':
        'An app that is exited, dead, down or offline as before passes with one warning.',
      'app/asleep':
        'An app that has become asleep or unknown passes with one warning after two reads 5 ' +
        'seconds apart.',
      'app/moving':
        'An app that is still unhealthy, starting, stopping or updating after 60 seconds ' +
        'passes with one warning.',
      'app/unreadable':
        'An app passes with one warning if two reads 20 seconds apart fail, or if it has shown ' +
        'no status for 60 seconds.',
      'app/down':
        'An app that has gone down is `not_running` after two reads 20 seconds apart. Its ' +
        'runtime log is shown.',
      'app/first-down':
        'After the first deployment, an app that is still down after 60 seconds is `not_running`.',
      'app/first-asleep':
        'After the first deployment, an app that is asleep is a warning, also if it was before.',
      'app/crash-loop':
        'An app that has come back to `restarting` from another status is `not_running` after ' +
        'three minutes, also if it is starting then.',
      'app/crashed-before':
        'An app that had crashed before and is still crashed after 60 seconds is ' +
        '`not_running`.',
      'app/restarting': 'An app that restarts for three minutes is `not_running`.',
      'app/recovers': 'An app that recovers within its time passes. It is read every 3 seconds.',
      'app/no-status':
        'If the service never shows a status of the app, the step passes without a warning.',
      'app/first-word': 'Only the first word of a status decides what it means.',
      'app/one-bad-read': "One refused read of the app doesn't end its judgement.",
      'app/after-counts':
        'Replies after the end decide, even if the one before was not recognised.',
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
        'The app is requested again until it answers well or `health-check-timeout` has ' +
        'passed.',
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
        'The domain may come with the first deployment, so the check waits for it for its ' +
        'usual time.',
      'health/operations': '`start`, `restart` and `follow` run the health check, too.',
    },
  },
  {
    title: 'Start, stop and restart',
    rules: {
      'lifecycle/goal-up': '`start` and `restart` end when the resource is up.',
      'lifecycle/goal-stopped': '`stop` ends when the resource is asleep or down.',
      'lifecycle/confirmed':
        'After a change, the wanted state counts only if it is still there two seconds later.',
      'lifecycle/change':
        'Any difference from the status before is a change, except a time that goes on.',
      'lifecycle/stop-crashed': '`stop` passes for an app that had crashed and still shows that.',
      'lifecycle/stop-killed': '`stop` passes for an app that was killed.',
      'lifecycle/wrong-state': 'Another settled state is `not_running` after 20 seconds.',
      'lifecycle/wrong-after-stop':
        'After `stop`, another settled state is `not_running` after 5 seconds.',
      'lifecycle/unknown-word':
        'After a change, an unknown status that holds for 20 seconds passes with a warning. On ' +
        'the way to the wanted state it is no obstacle.',
      'lifecycle/no-status': 'If the service shows no status, the step passes with a warning.',
      'lifecycle/already': '`start` and `stop` that find the wanted state pass after 5 seconds.',
      'lifecycle/restart-unseen':
        'A `restart` without any change passes after 20 seconds, with a note, if the app is up ' +
        'or its status unknown.',
      'lifecycle/no-change':
        "If nothing changes for three minutes and the state isn't the wanted one, the step " +
        'is `not_running`.',
      'lifecycle/refused-already':
        'If a 409 (not `busy`) finds a `start` or `stop` already done, it passes with a note; ' +
        'if it is under way, it is followed.',
      'lifecycle/refused': "Another 409 that isn't `busy` fails.",
      'lifecycle/lost-again':
        'If a lost request changes nothing within 5 seconds, it is sent again, which can do no ' +
        'harm.',
      'lifecycle/lost-effect': 'A lost request that changed the status is not sent again.',
      'lifecycle/lost-twice':
        'If the answer is lost twice without a change, the outcome is unknown.',
      'lifecycle/lost-busy':
        'A busy resource after a lost request means that the request was accepted. A warning ' +
        'says so if nothing changes.',
      'lifecycle/server-error': "A failure of the service isn't taken for a busy resource.",
      'lifecycle/no-wait': 'With `wait: false` the step passes once the request is accepted.',
      'lifecycle/forbidden': 'A key without the right ends the step at once.',
    },
  },
  {
    title: 'Follow',
    rules: {
      'follow/by-id': '`follow` follows a deployment to its end and sends no POST.',
      'follow/finished-only': '`follow` passes only if the deployment finished.',
      'follow/absent':
        'An id that neither detail nor list shows for 15 seconds is `not_found`; for 60 if ' +
        'the detail fails.',
      'follow/app': 'If the deployment was still in progress, the app is judged as after `deploy`.',
      'follow/old-app':
        'If the deployment had ended before, an app that is down, crashed or unhealthy ' +
        'causes one warning.',
      'follow/latest':
        '`latest` is the newest deployment, ended or not. The headline says if it had ended ' +
        'before.',
      'follow/in-progress': 'Without an id, the deployment in progress is followed.',
      'follow/appears':
        'Without an id and with none in progress, `follow` follows the first new deployment ' +
        'within two minutes.',
      'follow/none':
        'If none appears in time, the step fails with `no_deployment`. It names the newest ' +
        'one and suggests `latest`.',
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
        "The summary doesn't make a failed deployment, or an app that is down, look like a " +
        'success.',
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
    },
  },
  {
    title: 'Busy resources',
    rules: {
      'busy/free':
        'While the resource is busy, the list is read every 4 seconds. The request is sent ' +
        'again when the other work has ended.',
      'busy/unseen':
        'If no such work is visible, the request is sent again after 2 to 5 seconds, growing to ' +
        '15, with one read of the list each.',
      'busy/page':
        'A 409 that is not from the API counts as busy while the list shows work in progress.',
      'busy/anyway':
        'Even while other work is visible, the request is sent again every 30 seconds.',
      'busy/fail': '`on-busy: fail` ends the step at once.',
      'busy/too-late': 'If too little time is left for another attempt, the step ends at once.',
      'busy/who': 'The log and the error name the work in the way.',
      'busy/repeated': 'The wait is logged when its reason changes, otherwise once a minute.',
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
      'limit/growing': 'Without `Retry-After` the waits grow. They are logged once a minute.',
      'limit/pace-returns':
        "A single 429 doesn't slow down a job that is alone on its key: its next two " +
        'polls come within 5 seconds each.',
      'limit/logged': 'A wait for the rate limit is logged with its length.',
      'limit/too-late':
        'If the limit lasts beyond the deadline, the step gives up at once with the code of the ' +
        'limit.',
      'limit/after-end': "A rate limit after the final status doesn't hold up the step.",
      'limit/check': '`check` waits for the rate limit and then reads the rest.',
    },
  },
  {
    title: 'Requests',
    rules: {
      'requests/retried':
        'Reads are repeated after lost connections, timeouts, 5xx answers and replies that ' +
        "aren't from the API.",
      'requests/ok-false':
        'A read answered by 2xx with `ok: false` is repeated for as long as a page would be. ' +
        'Then the error has its code.',
      'requests/backoff':
        'Repeated reads are at most 5 seconds apart until the API has answered, even with an ' +
        'error; later up to about 15 seconds.',
      'requests/outage':
        'An outage of five seconds or more is one line at its beginning, another if it lasts ' +
        'longer than that says, and one at its end. The step survives it.',
      'requests/outage-short': 'A shorter outage is not logged.',
      'requests/correct':
        'After a 4xx that no other rule names, the advice is to correct the request. The error ' +
        "keeps the service's code and sentence.",
      'requests/timeout':
        'A request has 30 seconds. After a slow reply the next poll waits as long as the ' +
        'reply took, up to 26 seconds.',
      'requests/unreachable':
        "If the host, or the service behind a gateway, doesn't answer at all, the step gives up " +
        'after 60 seconds.',
      'requests/first-pages':
        'Before the first answer of the API, pages are given up after 10 seconds. The error ' +
        'names the host and says that `base-url` ends with the version.',
      'requests/later-pages':
        'After the first answer of the API, pages are given up after 60 seconds.',
      'requests/redirect': 'Redirects are not followed. The error names the host they lead to.',
      'requests/no-retry':
        'A revoked key ends the step at once. The error says what continues at the service.',
      'requests/shared-pace':
        'With more than four `concurrent-jobs`, the gap between polls is 0.6 seconds for each ' +
        'of them.',
      'requests/last-poll': 'One last poll comes right before the deadline.',
      'requests/proxy': {
        says:
          'Requests go through the proxy of the runner. A proxy that refuses, or whose ' +
          'address cannot be read, is named without its credentials.',
        provedBy: '__tests__/api/http.test.ts',
      },
    },
  },
  {
    title: 'Deadline and cancelled runs',
    rules: {
      'deadline/whole-step': '`timeout` limits the whole step, whatever hangs.',
      'deadline/in-progress':
        'At the deadline, the error names the deployment that is still running, its last ' +
        'status, the time waited, and how to follow it.',
      'deadline/unidentified': 'Between acceptance and identification, the outcome is unknown.',
      'deadline/may-continue':
        'During an outage, a deployment "may continue": no read shows that it does.',
      'deadline/outage':
        'If the service was unreachable at the deadline, the title and the first sentence ' +
        'say so. The code stays `timeout`.',
      'deadline/in-the-way':
        'If an obstacle kept the work from starting, the deadline has the code of that obstacle.',
      'cancel/nothing': 'A run cancelled before the request says that nothing was requested.',
      'cancel/unknown':
        "A run cancelled before the answer, or after a lost one, says that the outcome isn't " +
        'known.',
      'cancel/continues':
        'A run cancelled during the work says that the deployment continues, and only then.',
      'cancel/log': 'A cancelled step keeps its log file and outputs.',
    },
  },
  {
    title: 'Logs',
    rules: {
      'log/forms':
        'A build log may be text, a list of texts or of objects, nested lists, or JSON ' +
        'within a text.',
      'log/hidden': 'Lines that the service marks as hidden are left out.',
      'log/moved':
        'If the beginning of a log is gone, printing goes on after the lines that are known.',
      'log/null': 'A log that is `null` is empty.',
      'log/newest-first':
        'A log that grows at its beginning is printed in time order from then on. The step ' +
        'log says so once.',
      'log/rewritten':
        "A log that doesn't continue what was printed is printed whole, and the step log says so.",
      'log/window': 'After that, only lines that the last reading did not hold are printed.',
      'log/other-lines':
        'If all lines are others again, nothing more is printed until the end, and then the ' +
        'whole log once.',
      'log/debug':
        'With debug logging, every request is one line: method, path, status, time and shape.',
      'log/folder': {
        says: 'Log files stand in one folder per step below `RUNNER_TEMP`.',
        provedBy: '__tests__/runner/step-log.test.ts',
      },
    },
  },
  {
    title: 'Summary',
    rules: {
      'summary/running': 'A running step never shows ✅ for what is in progress.',
      'summary/commit-none': 'A commit that the service does not show has no row.',
      'summary/version-before':
        'After a failed deployment, an app that is up as before is said to run the previous ' +
        'version.',
    },
  },
  {
    title: 'Bounds',
    rules: {
      'bounds/summary': {
        says: "The summary never exceeds the runner's limit of 1 MiB.",
        provedBy: '__tests__/runner/summary.limits.test.ts',
      },
      'bounds/long-log':
        'A log of several megabytes is printed once and in order, and its file is complete.',
      'bounds/linear':
        'Work on a reply grows in proportion to its length, whatever its lines. At the ' +
        'deadline of any operation printing stops, and one line says so; the file gets the ' +
        'whole log.',
      'bounds/too-large':
        'A reply of more than 16 MB is neither shown nor requested again. The list then ' +
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
