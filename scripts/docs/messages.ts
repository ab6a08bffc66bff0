// The page of all messages, docs/messages.md, made from the tables in the code and from every other sentence in it.
import { apiErrorCodes, ConnectionLostError, ownErrorCodes } from '../../src/api/errors.ts';
import type { StepEvent } from '../../src/operations/operation.ts';
import { adviceFor } from '../../src/runner/error-advice.ts';
import { eventMessage, stillRunningMessages, unchangedMessage } from '../../src/runner/event-messages.ts';
import { refusedReport } from '../../src/runner/plan.ts';
import { unexpectedErrorReport } from '../../src/runner/unexpected-error.ts';
import { findSentences, textOf } from './sentences.ts';
import { shownToNobody } from './unseen-texts.ts';

const resourceId = 'app_shop';
const deploymentId = 'dep_7';
const service = 'https://host/api/v1';
const outcome = { resourceId, deploymentId, name: 'shop', resourceStatus: 'stopped', stillRunning: true };
const endpoint = { method: 'GET', path: `/resources/${resourceId}`, resourceId } as const;
const blocker = { id: 'dep_6', status: 'building', seenForMs: 61_000 };
const accepted = { kind: 'accepted', resourceId, deploymentId } as const;

/** One event for each sentence of the step log. */
export const exampleEvents: readonly StepEvent[] = [
  { kind: 'posting', resourceId, action: 'deploy' },
  { kind: 'waiting', resourceId, afterMs: 4_000, leftMs: 1_700_000, blocker },
  { kind: 'waiting', resourceId, afterMs: 4_000, leftMs: 1_700_000, blocker: undefined },
  { kind: 'retrying', error: new ConnectionLostError('the connection was lost', endpoint), afterMs: 2_000, attempt: 1 },
  { ...accepted, ownership: 'response' },
  { ...accepted, ownership: 'joined' },
  { ...accepted, ownership: 'list' },
  { ...accepted, ownership: 'adopted' },
  { ...accepted, ownership: 'asked' },
  { ...accepted, ownership: 'latest' },
  { ...accepted, ownership: 'in-progress' },
  { ...accepted, ownership: 'appeared' },
  { ...accepted, deploymentId: undefined, ownership: 'list' },
  { kind: 'requested', resourceId },
  { kind: 'found', resourceId, deploymentId, status: 'building' },
  { kind: 'status', resourceId, deploymentId, status: 'building', elapsedMs: 12_000 },
  { kind: 'resource', resourceId, status: 'running', url: '' },
  { kind: 'checking', resourceId, url: 'https://shop.example.com/health' },
  { kind: 'healthy', resourceId, answer: 'https://shop.example.com/health answered 200' },
  { kind: 'failed', resourceId, errorCode: 'busy', cause: 'The resource is busy.' },
  { kind: 'skipped', resourceId, why: 'outdated', detail: 'main has moved on' },
];

/** What happened, for the codes that are reported before or beside the work on a resource. */
const ownHeadlines: Readonly<Record<string, string | undefined>> = {
  invalid_input: refusedReport([{ name: 'timeout', reason: 'must be a duration' }]).headline,
  internal: unexpectedErrorReport(new Error('a defect')).headline,
};

/** The page as Markdown; `root` is the folder of the project. */
export function messagesPage(root: string): string {
  const tables = tablesPage();
  return [tables, ...sentenceLists(root, tables), ''].join('\n\n');
}

function tablesPage(): string {
  const codes = [...apiErrorCodes, ...ownErrorCodes];
  return [
    '# Messages',
    'Made by `npm run docs` from the sources. A test provokes every sentence of this page. Values in tables are examples.',
    '## Errors',
    'The error annotation of a failed step has this title. It has what happened, the cause, what to do, and the ids.',
    table(
      ['error-code', 'title', 'what happened', 'what to do'],
      codes.map((code) => {
        const { title, headline, nextStep } = adviceFor(code);
        return [`\`${code}\``, title, ownHeadlines[code] ?? headline(outcome, 'shop', 'deploy'), nextStep];
      }),
    ),
    `Any other code of the service: ${adviceFor({ serviceCode: 'code' }).nextStep}`,
    '## Work that continues',
    ...stillRunningMessages([outcome, { resourceId, stillRunning: true }], (value) => `\`${value}\``),
    '## Step log',
    table(
      ['event', 'line'],
      [
        ...exampleEvents.map((event) => [`\`${event.kind}\``, eventMessage(event, service) ?? '']),
        [
          '`status`, unchanged',
          unchangedMessage({ kind: 'status', ...outcome, status: 'building', elapsedMs: 95_000 }, 1_705_000),
        ],
      ],
    ),
  ].join('\n\n');
}

/** The parts of the sources, and what their sentences are about. A folder inside another stands before it. */
const parts: readonly (readonly [folder: string, title: string])[] = [
  ['src/runner/github/', 'GitHub'],
  ['src/runner/summary/', 'Summary'],
  ['src/runner/', 'Inputs, step log and annotations'],
  ['src/operations/', 'What an operation has seen and done'],
  ['src/', 'What the service or the connection answered'],
];

/** Every sentence, or part of one, that the tables do not have. */
function sentenceLists(root: string, tables: string): string[] {
  const others = findSentences(root)
    .map((sentence) => ({ ...sentence, text: textOf(sentence) }))
    .filter(({ text }) => !Object.hasOwn(shownToNobody, text) && !tables.includes(text.replaceAll('|', '\\|')));
  const titleOf = (file: string) => parts.find(([folder]) => file.startsWith(folder))?.[1];
  return [
    '## All other sentences',
    'Sentences and parts of sentences, as the sources have them; … stands for a value or for another part.',
    ...parts.flatMap(([, title]) => [
      `### ${title}`,
      ['```text', ...others.filter(({ file }) => titleOf(file) === title).map(({ text }) => text.trim()), '```'].join(
        '\n',
      ),
    ]),
  ];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
