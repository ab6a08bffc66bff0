// Every sentence in the sources is provoked by a step, or by a suite that is named; a new one fails here until it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { findSentences, isIn, textOf } from '../scripts/docs/sentences.ts';
import { shownToNobody } from '../scripts/docs/unseen-texts.ts';
import { provokedElsewhere } from './support/messages/exceptions.ts';
import { readingSteps } from './support/messages/reading-steps.ts';
import { githubSteps, inputSteps, runnerSteps } from './support/messages/runner-steps.ts';
import type { Seen } from './support/messages/service.ts';
import { failing, logging } from './support/messages/steps.ts';
import { workingSteps } from './support/messages/working-steps.ts';

const root = join(import.meta.dirname, '..');
const sentences = findSentences(root);
const texts = new Set(sentences.map(textOf));
const steps = [
  ...logging,
  ...[failing, readingSteps, workingSteps, inputSteps, githubSteps, runnerSteps].flatMap<() => Promise<Seen>>(
    Object.values,
  ),
];

/** Everything that was shown, in single lines. */
const lines = new Set<string>();

function remember({ log, annotations, pages }: Seen): void {
  const shown = [
    log.replaceAll('%0A', '\n'),
    ...annotations.flatMap(({ title, message }) => [title, message]),
    ...pages,
  ];
  for (const line of shown.join('\n').split('\n')) lines.add(line);
}

beforeAll(async () => {
  for (const run of steps) remember(await run());
});

const ofSteps = sentences.filter(
  (sentence) => !Object.hasOwn(provokedElsewhere, textOf(sentence)) && !Object.hasOwn(shownToNobody, textOf(sentence)),
);

test.each(ofSteps.map((sentence) => [textOf(sentence), sentence.file, sentence] as const))(
  'is shown by a step: %s (%s)',
  (_, file, sentence) => {
    expect([...lines].some((line) => isIn(line, sentence))).toBe(true);
    expect(file).toMatch(/^src\//);
  },
);

describe('an exception', () => {
  test.each(Object.entries(provokedElsewhere))('is expected by a suite: %s', (text, [suite, quote]) => {
    expect([...texts]).toContain(text);
    expect(text.replaceAll('…', ' … ')).toContain(quote.trim() === quote ? quote : quote.trim());
    expect(readFileSync(join(root, '__tests__', suite), 'utf8')).toContain(quote);
  });

  test.each(Object.keys(shownToNobody))('is shown by no step, and is still in the sources: %j', (text) => {
    expect([...texts]).toContain(text);
    expect([...lines].filter((line) => line.includes(text))).toEqual([]);
  });
});
