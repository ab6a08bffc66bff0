// The shapes of the faults: each kind takes what it needs and what it may have, and nothing else.
import { describe, expect, test } from '@jest/globals';
import { PAGES } from '../../../emulator/faults/pages.ts';
import { FAULT_SHAPES, faultSchema } from '../../../emulator/faults/schema.ts';
import { createChecker } from '../../../emulator/schema/index.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Kind = keyof typeof FAULT_SHAPES;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
const kinds = Object.keys(FAULT_SHAPES) as Kind[];

/** Values that pass for the properties that some kind needs. */
const NEEDED = { intervalMs: 1, ms: 1, status: 302, location: '/', canary: 'x' };

function needsOf(kind: Kind): Readonly<Record<string, unknown>> {
  const shape = FAULT_SHAPES[kind];
  const names = 'needs' in shape ? Object.keys(shape.needs) : [];
  return Object.fromEntries(Object.entries(NEEDED).filter(([name]) => names.includes(name)));
}

test('every shape is a schema', () => {
  const ajv = new Ajv2020();
  for (const kind of kinds) {
    for (const aim of ['name', 'properties'] as const) expect(ajv.validateSchema(faultSchema(kind, aim))).toBe(true);
  }
});

describe.each(kinds)('a fault of the kind %s', (kind) => {
  const check = createChecker(faultSchema(kind, 'name'));
  const whole = { kind, on: '*', ...needsOf(kind) };

  test('passes with what it needs, and how often it hits', () => {
    expect(check(whole)).toMatchObject({ ok: true });
    for (const times of [1, 2, 'always']) expect(check({ ...whole, times, skip: 2 })).toMatchObject({ ok: true });
  });

  test('does not pass without any of it, nor with a property of another name', () => {
    for (const name of ['kind', 'on', ...Object.keys(needsOf(kind))]) {
      expect(check(Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name))).ok).toBe(false);
    }
    expect(check({ ...whole, colour: 'red' }).ok).toBe(false);
  });

  test('aimed at properties takes at least one of them', () => {
    const aimed = createChecker(faultSchema(kind, 'properties'));
    expect(aimed({ ...whole, on: { method: 'POST', keyName: 'ci' } }).ok).toBe(true);
    expect(aimed({ ...whole, on: {} }).ok).toBe(false);
    expect(aimed({ ...whole, on: '*' }).ok).toBe(false);
  });
});

test('every page of a fault can be named, and is answered with a status of HTTP', () => {
  const check = createChecker(faultSchema('html', 'name'));
  for (const [page, { status, body, type }] of Object.entries(PAGES)) {
    expect(check({ kind: 'html', on: '*', page })).toMatchObject({ ok: true });
    expect([status >= 200 && status < 600, body.length > 0, type.includes('charset=utf-8')]).toEqual([
      true,
      true,
      true,
    ]);
  }
  const checked = check({ kind: 'html', on: '*', page: 'none' });
  expect(checked.ok ? [] : checked.problems).toEqual([
    `page must be one of ${Object.keys(PAGES).join(', ')}, not "none"`,
  ]);
});
