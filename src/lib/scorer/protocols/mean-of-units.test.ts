import { describe, expect, it } from 'vitest';
import type { Verdict } from '../verdict.ts';
import { scaleByValues } from '../unit-definition.ts';
import { meanOfUnits } from './mean-of-units.ts';

const scale = scaleByValues([
  { label: 'full', title: 'Full', value: 1 },
  { label: 'half', title: 'Half', value: 0.5 },
  { label: 'none', title: 'None', value: 0 },
  { label: 'n/a', title: 'Not applicable', value: null }
]);
const judged = (item: string, label: string): Verdict => ({
  item,
  state: 'judged',
  label,
  rationale: '',
  evidence: []
});

describe('meanOfUnits', () => {
  it('is the weighted mean over units with a value: (2 · 1 + 1 · ½) / 3', () => {
    const said = [judged('a', 'full'), judged('b', 'half'), judged('c', 'n/a')];
    const weights: Record<string, number> = { a: 2 };
    expect(meanOfUnits(scale, said, (item) => weights[item] ?? 1)).toMatchObject({ value: 2.5 / 3, n: 2 });
    expect(meanOfUnits(scale, said)).toMatchObject({ value: 0.75, n: 2 });
  });

  it('does not change with all weights multiplied', () => {
    const said = [judged('a', 'full'), judged('b', 'none')];
    expect(meanOfUnits(scale, said, () => 4)).toEqual(meanOfUnits(scale, said));
  });

  it('counts what has no label, and is null with the reason if nothing has a value', () => {
    const without: Verdict[] = [
      { item: 'a', state: 'abstained', label: null, rationale: '', evidence: [] },
      { item: 'b', state: 'unscored', label: null, rationale: '', evidence: [], reason: 'HTTP 500' }
    ];
    expect(meanOfUnits(scale, [...without, judged('c', 'n/a')])).toEqual({
      ...{ value: null, reason: 'No unit has a label with a value.', n: 0, abstained: 1, unscored: 1, figures: {} }
    });
    expect(() => meanOfUnits(scale, [judged('a', 'maybe')])).toThrow('"maybe" is not on the scale');
  });
});
