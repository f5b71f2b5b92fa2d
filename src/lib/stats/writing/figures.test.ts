import { expect, it } from 'vitest';
import { boundsOutward, dollars, interval, lowerBound, percent, percentInterval, points } from './figures.ts';

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

it('rounds bounds that decide away from each other, and leaves alone those that are whole at three decimals', () => {
  expect(interval(0.8946, 0.9903)).toBe('.895 – .990');
  expect(boundsOutward(0.8946, 0.9903)).toBe('.894 – .991');
  expect(boundsOutward(-0.0436, 0.0436)).toBe('\u2212.044 – .044');
  expect(boundsOutward(0.1 + 0.2, 0.29)).toBe('.300 – .290');
  expect(boundsOutward(0.5, 1)).toBe('.500 – 1');
  expect(boundsOutward(null, 1)).toBe('–');
  expect(lowerBound(0.8499)).toBe('.849');
});

it('writes points with a minus sign, and nothing that rounds to 0 with one', () => {
  expect([-0.04, -0.06, -3, 0, null].map((value) => points(value))).toEqual([
    '0.0',
    '\u22120.1',
    '\u22123.0',
    '0.0',
    '–'
  ]);
  expect(points(-0.4, 0)).toBe('0');
});

it('writes the interval of a percentage in the unit of its value', () => {
  expect([percent(0.902), percentInterval(0.787, 0.961)]).toEqual(['90%', '79 – 96%']);
  expect(percentInterval(0.787, null)).toBe('–');
});
