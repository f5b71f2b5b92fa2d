import { expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

it('writes values with a minus sign, and none that rounds to 0 as negative', () => {
  expect([-0.1, -0.0004, -0.0006, 0.25, null].map((value) => shownValue(value, 3))).toEqual([
    ...['\u22120.100', '0.000', '\u22120.001', '0.250', '–']
  ]);
  expect(shownValue(-0.4, 0)).toBe('0');
});
