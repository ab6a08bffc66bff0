// Lists that are one page of several, recognised by fields beside them or by headers.
import { describe, expect, test } from '@jest/globals';
import { isWhole, readDeployments } from '../../../src/api/wire/index.ts';

const ignore = (): void => undefined;
const items = [{ id: 'dep_2' }, { id: 'dep_1' }];
const isComplete = (body: unknown) => readDeployments(body, ignore).isComplete;

describe('a list', () => {
  test.each([
    { total: 3 },
    { totalCount: '120' },
    { total_pages: 2 },
    { hasMore: true },
    { has_next_page: true },
    { hasMore: 1 },
    { has_more: 'yes' },
    { more: '/resources?page=2' },
    { incomplete_results: true },
    { '@odata.count': 9 },
    { truncated: true },
    { isLast: false },
    { next: 'https://host/api/v1/resources?page=2' },
    { next: 2 },
    { nextPage: 2 },
    { next_page: 'https://host/api/v1/resources?page=2' },
    { '@odata.nextLink': 'https://host/resources?$skip=2' },
    { LastEvaluatedKey: { id: 'dep_1' } },
    { totalSize: 7 },
    { nextCursor: 'abc' },
    { next_page_token: 'abc' },
    { cursor: 'abc' },
    { pagination: { total: 3 } },
    { meta: { hasMore: true } },
    { meta: { pagination: { next_page: 2 } } },
    { meta: { page: { 'current-page': 1, 'last-page': 3 } } },
    {
      links: [
        { rel: 'self', href: '/resources' },
        { rel: 'next', href: '/resources?page=2' },
      ],
    },
    { pageInfo: { hasNextPage: true, endCursor: 'abc' } },
    { links: { next: '/resources?page=2' } },
    { _links: { next: { href: '/resources?page=2' } } },
  ])('is incomplete when it comes with %j', (beside) => {
    expect(isComplete({ deployments: items, ...beside })).toBe(false);
    expect(isComplete({ ok: true, data: { deployments: items, ...beside } })).toBe(false);
    expect(isComplete({ ok: true, data: items, ...beside })).toBe(false);
  });

  test.each([
    { total: 2 },
    { count: 2 },
    { totalPages: 1 },
    { hasMore: false },
    { hasMore: 0, cursor: 'abc' },
    { has_more: 'no' },
    { incomplete_results: false },
    { '@odata.count': 2 },
    { next: null },
    { nextPage: null },
    { next_page: false },
    { meta: { pagination: { next_page: null, total: 2 } } },
    { links: [{ rel: 'self', href: '/resources' }] },
    { next: '' },
    { nextCursor: null },
    { nextRunAt: '2026-03-01T10:00:00Z' },
    { pageInfo: { hasNextPage: false, endCursor: 'abc' } },
    { links: { self: '/resources', next: null } },
    { message: 'more' },
  ])('is complete when it comes with %j', (beside) => {
    expect(isComplete({ deployments: items, ...beside })).toBe(true);
  });

  test('is incomplete when it is null beside a total', () => {
    expect(isComplete({ deployments: null, total: 3 })).toBe(false);
    expect(isComplete({ deployments: null, meta: { total: 0 } })).toBe(true);
  });

  test('is complete as a bare array', () => {
    expect(isComplete(items)).toBe(true);
  });
});

describe('response headers', () => {
  test.each([
    { link: '<https://host/x?page=2>; rel="next"' },
    { link: '<https://host/x?page=1>; rel="prev", <https://host/x?page=3>; rel="next"' },
    { link: '</x?page=2>; rel=next' },
    { 'x-total-count': '3' },
    { 'x-pagination-total-count': '3' },
    { 'x-next-page': '2' },
    { 'x-total-pages': '2' },
    { 'next-range': 'id ]dep_1..; max=2' },
    { 'x-has-more': 'true' },
    { 'content-range': 'items 0-1/3' },
  ])('show that there are more items: %j', (headers) => {
    expect(isWhole({ items, isComplete: true }, headers)).toBe(false);
  });

  test.each([
    {},
    { link: '<https://host/docs>; rel="help"' },
    { link: '<https://host/next>; rel="self"' },
    { 'x-total-count': '2' },
    { 'x-total-count': 'many' },
    { 'x-next-page': '' },
    { 'x-nextjs-cache': 'HIT' },
    { 'content-range': 'items 0-1/*' },
  ])('do not show whether there are more: %j', (headers) => {
    expect(isWhole({ items, isComplete: true }, headers)).toBe(true);
  });
});
