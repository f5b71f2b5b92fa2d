import { expect, it } from 'vitest';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { agreementOnItem } from './item-agreement.ts';

it('an item on which annotators are tied agrees by half with either answer, or has no agreement if ties are left out', () => {
  const tied = { value: 0.5, split: [0, 1] };
  expect(agreementOnItem(yesNo, 1, tied, 'half')).toBe(0.5);
  expect(agreementOnItem(yesNo, 1, tied, 'leave-out')).toBeNull();
  expect(agreementOnItem(yesNo, 1, { value: 1, split: null }, 'leave-out')).toBe(1);
});
