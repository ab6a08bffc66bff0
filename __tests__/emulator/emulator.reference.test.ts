// The reference page names everything that the emulator reads and answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { HELP } from '../../emulator/cli/arguments.ts';
import { CONFIG_SCHEMA } from '../../emulator/config/schema.ts';
import { actions } from '../../emulator/control/routes.ts';
import { FAULT_SHAPES } from '../../emulator/faults/schema.ts';
import { dialects, unusualDialects } from '../../emulator/index.ts';

const page = (name: string): string => readFileSync(path.join(import.meta.dirname, '../../docs', name), 'utf8');
const reference = page('emulator-reference.md');

/** All names of properties in a JSON Schema, at any depth. */
function propertyNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'properties' && typeof value === 'object' && value !== null
      ? [...Object.keys(value), ...Object.values(value).flatMap(propertyNames)]
      : propertyNames(value),
  );
}

describe('the reference page', () => {
  test.each([
    ['key of the configuration', propertyNames(CONFIG_SCHEMA)],
    ['kind of fault', Object.keys(FAULT_SHAPES)],
    [
      'property of a fault',
      Object.values(FAULT_SHAPES).flatMap((shape) => Object.values(shape).flatMap((part: object) => Object.keys(part))),
    ],
    ['dialect', [...Object.keys(dialects), ...Object.keys(unusualDialects)]],
    ['request of the control API', Object.keys(actions)],
  ])('names every %s', (_what, names) => {
    const words = new Set(names);
    expect(words.size).toBeGreaterThan(4);
    expect([...words].filter((word) => !reference.includes(`\`${word}\``))).toEqual([]);
  });
});

test('the page of the emulator names every option of the command line', () => {
  const options = [...HELP.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
  expect(options.length).toBeGreaterThan(8);
  const text = page('emulator.md');
  expect(options.filter((option) => option !== '--url' && !text.includes(`\`${option}`))).toEqual([]);
});
