import { expect, it } from 'vitest';
import { dollars } from './figures.ts';

it('writes small amounts of money with two digits that count, without the noise of binary numbers', () => {
  expect([0.0089, 0.00999, 0.0000123, 1e-9, 0].map(dollars)).toEqual([
    '$0.0089',
    '$0.01',
    '$0.000012',
    '$0.000000001',
    '$0.00'
  ]);
  expect([0.01, 12.345, 1234.5].map(dollars)).toEqual(['$0.01', '$12.35', '$1,235']);
});
