// The tables of the test service: a row that could never answer a request is an error, not ignored.
import { describe, expect, test } from '@jest/globals';
import { parseRows } from './service-table.ts';

describe('a table of the test service', () => {
  test.each([
    'resource running',
    '20s list none',
    '5s–10s detail dep_2 ×2 cut',
    '0s–30s down',
    'cap 3',
    'POST {"id":"req_77"}\nreq_77 building',
    'list job_7 building\njob_7 building',
    'restart 202\n+3s resource running',
  ])('may hold: %s', (table) => expect(parseRows(table)).toHaveLength(table.split('\n').length));

  test.each([
    ['depp_2 building', '"depp_2"'],
    ['dep_2building', '"dep_2building"'],
    ['lst none', '"lst"'],
    ['detail lst cut', '"detail lst"'],
    ['Resource running', '"Resource"'],
    ['post 202', '"post"'],
    ['20 dep_2 finished', '"20"'],
    ['app_api/list none', '"app_api/list"'],
    ['POST {"id":"req_77"}\nreq_78 building', '"req_78"'],
    ['+3s resource running', 'no change stands above'],
    ['dep_2 502 page', '"detail dep_2"'],
  ])('may not hold: %s', (table, problem) => expect(() => parseRows(table)).toThrow(problem));
});
