// The page of all messages has every error code and every kind of event that says something.
import { expect, test } from '@jest/globals';
import { exampleEvents, messagesPage } from '../../scripts/messages.ts';
import { apiErrorCodes, ownErrorCodes } from '../../src/api/errors.ts';

test('every error code has a row', () => {
  for (const code of [...apiErrorCodes, ...ownErrorCodes]) expect(messagesPage()).toContain(`| \`${code}\` |`);
});

test('no example is without a sentence, and no sentence holds a value that is missing', () => {
  const page = messagesPage();
  for (const { kind } of exampleEvents) expect(page).toMatch(new RegExp(`\\| \`${kind}\` \\| \\S`));
  expect(page).not.toMatch(/undefined|\[object/);
});
