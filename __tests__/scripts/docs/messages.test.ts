// The page of all messages has every error code and every kind of event that is logged.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { exampleEvents, messagesPage } from '../../../scripts/docs/messages.ts';
import { apiErrorCodes, ownErrorCodes } from '../../../src/api/errors.ts';

const page = messagesPage(join(import.meta.dirname, '../../..'));

test('has a row for every error code', () => {
  for (const code of [...apiErrorCodes, ...ownErrorCodes]) expect(page).toContain(`| \`${code}\` |`);
});

test('has a message for every example, and no message with a missing value', () => {
  for (const { kind } of exampleEvents) expect(page).toMatch(new RegExp(`\\| \`${kind}\` \\| \\S`));
  expect(page).not.toMatch(/undefined|\[object/);
});
