import { expect, it } from 'vitest';
import {
  boundsOutward,
  dollars,
  interval,
  lowerBound,
  percent,
  percentInterval,
  points,
  proportion,
  upperBound
} from './figures.ts';

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

it('rounds halves away from 0, however their last binary digit was computed', () => {
  // As they are in memory, 0.9125 is a little below it, and 0.8125 less one digit was summed up in another order.
  expect(
    [0.9125, 0.9125000000000002, 0.8125, 0.8124999999999999, -0.8124999999999999].map((x) => proportion(x))
  ).toEqual(['.913', '.913', '.813', '.813', '\u2212.813']);
  expect([5.05, 6.449999999999999, 6.4499, -5.05].map((x) => points(x))).toEqual(['5.1', '6.5', '6.4', '\u22125.1']);
  expect([0.285, 0.145].map((x) => percent(x))).toEqual(['29%', '15%']);
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

it('writes only 0 and 1 like 0 and 1: values that would be rounded to them keep the digits that tell them apart', () => {
  const [noise, whole] = [1e-17, 1 - 1e-16];
  expect([0.9996, 0.99996, -0.9996, 1, whole, 0.0004, -0.00002, 0, noise].map((value) => proportion(value))).toEqual([
    ...['.9996', '.99996', '\u2212.9996', '1', '1', '.0004', '\u2212.00002', '.000', '.000']
  ]);
  expect([0.996, 0.004].map((value) => proportion(value, 2))).toEqual(['.996', '.004']);
  expect([0.996, 0.004, 1, 0, 0.99996].map((share) => percent(share))).toEqual([
    '99.6%',
    '0.4%',
    '100%',
    '0%',
    '99.996%'
  ]);
  expect(percentInterval(0.004, 0.996)).toBe('0.4 – 99.6%');
  expect(boundsOutward(0.0004, 0.9993)).toBe('.0004 – .9993');
  expect([lowerBound(0.9999), upperBound(0.99991), upperBound(0.8946)]).toEqual(['.999', '.99991', '.895']);
});
