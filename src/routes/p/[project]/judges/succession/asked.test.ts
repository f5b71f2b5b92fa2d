import { expect, it } from 'vitest';
import { askedComparison, writtenMargin } from './asked.ts';

it('writes each margin as it was typed: 7 points were 7.000000000000001 in the field and in addresses', () => {
  for (const typed of ['7', '14', '5.5', '0.1', '29']) {
    const { margin } = askedComparison(new URLSearchParams({ margin: typed }));
    expect(writtenMargin(margin!)).toBe(typed);
  }
});
