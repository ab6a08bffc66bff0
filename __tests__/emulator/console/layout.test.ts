// The frame of every page: head, navigation, statuses and tables.
import { describe, expect, test } from '@jest/globals';
import { html } from '../../../emulator/console/html.ts';
import { documentOf, isMovingStatus, statusBadge, table } from '../../../emulator/console/layout.ts';
import type { ConsolePage } from '../../../emulator/console/layout.ts';
import { view } from './view.ts';

describe('a status', () => {
  test.each(['queued', 'building', 'starting', 'stopping', 'restarting'])('%s changes soon', (status) => {
    expect([isMovingStatus(status), statusBadge(status).text]).toEqual([true, expect.stringContaining('moving')]);
  });

  test.each(['running', 'stopped', 'crashed', 'finished', 'degraded', ''])('%j stays', (status) => {
    expect(isMovingStatus(status)).toBe(false);
  });

  test.each([
    ['running', 'good'],
    ['funded', 'good'],
    ['crashed', 'bad'],
    ['revoked', 'bad'],
    ['stopped', 'quiet'],
  ])('%s has the tone %s', (status, tone) => {
    expect(statusBadge(status).text).toBe(`<span class="status ${tone}">${status}</span>`);
  });
});

describe('a table', () => {
  test('without rows is one sentence', () => {
    expect(table('Keys', ['Name'], { rows: [], empty: 'No key yet.' }).text).toBe('<p class="empty">No key yet.</p>');
  });

  test('has a label, a head for each column and its rows', () => {
    const { text } = table('Keys', ['Name', 'State'], {
      rows: [
        html`<tr>
          <td>ci</td>
        </tr>`,
      ],
      empty: '',
    });
    expect(text).toContain('role="region" aria-label="Keys" tabindex="0"');
    expect(text).toContain('<th scope="col">Name</th><th scope="col">State</th>');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('<tbody> <tr> <td>ci</td> </tr> </tbody>');
  });
});

describe('a document', () => {
  const page = (more: Partial<ConsolePage> = {}): ConsolePage => ({
    title: 'T',
    section: '/requests',
    body: html`<p>body</p>`,
    ...more,
  });

  test('marks the section that the page belongs to, and no other', () => {
    const current = /<a href="([^"]+)" aria-current="page">/g;
    const marked = (section: string): readonly string[] =>
      [...documentOf(page({ section }), view()).matchAll(current)].map(([, address = '']) => address);
    expect([marked('/requests'), marked('/'), marked('')]).toEqual([['/requests'], ['/'], []]);
  });

  test('is loaded again only where something moves', () => {
    expect(documentOf(page({ isMoving: true }), view())).toContain('http-equiv="refresh"');
    expect(documentOf(page({ isMoving: false }), view())).not.toContain('http-equiv="refresh"');
    expect(documentOf(page(), view())).not.toContain('http-equiv="refresh"');
  });

  test('shows wallet, dialect and the number of armed faults, and escapes its title', () => {
    const faults = [{ kind: 'hang', on: '*' } as const];
    const text = documentOf(page({ title: '<T>' }), view({ wallet: 'empty', dialect: 'bare', faults }));
    expect(text).toContain('<title>&lt;T&gt; · Deployment Service emulator</title>');
    expect(text).toContain('<span class="status bad">empty</span>');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('dialect bare · faults armed: 1');
  });
});
