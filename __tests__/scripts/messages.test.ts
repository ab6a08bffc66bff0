// The page of all messages has every error code and every kind of event that says something.
import { expect, test } from '@jest/globals';
import { exampleEvents, messagesPage } from '../../scripts/messages.ts';
import { apiErrorCodes, ownErrorCodes } from '../../src/api/errors.ts';

test('has a row for every error code', () => {
  for (const code of [...apiErrorCodes, ...ownErrorCodes]) expect(messagesPage()).toContain(`| \`${code}\` |`);
});

test('has a message for every example, and no message with a missing value', () => {
  const page = messagesPage();
  for (const { kind } of exampleEvents) expect(page).toMatch(new RegExp(`\\| \`${kind}\` \\| \\S`));
  expect(page).not.toMatch(/undefined|\[object/);
});
