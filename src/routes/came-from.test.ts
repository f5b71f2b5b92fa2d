import { expect, it } from 'vitest';
import { cameFrom } from './came-from.ts';

it.each([
  ['/p/demo/reports/r1?study=2&item=i1', '/p/demo/reports/r1?study=2&item=i1'],
  ['/p/other/reports/r1', null],
  ['//elsewhere.example/p/demo/', null],
  ['https://elsewhere.example/p/demo/reports', null],
  ['/p/demo/../../sign-out', null],
  [null, null]
])('a look page returns to %j only if it is of the same project', (next, to) => {
  const url = new URL('http://localhost/p/demo/studies/2/unblind');
  if (next !== null) url.searchParams.set('next', next);
  expect(cameFrom({ url, params: { project: 'demo' } })).toBe(to);
});
