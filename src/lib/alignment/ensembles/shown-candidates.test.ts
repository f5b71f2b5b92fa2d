import { describe, expect, it } from 'vitest';
import { candidatePlace, placeOfChosen, placeToOpen, shownPlaces } from './shown-candidates.ts';
import type { Selection } from './selection.ts';

const candidate = (value: number | null, ...judgeIds: string[]) => ({
  ...{ rule: judgeIds.length === 1 ? ('single' as const) : ('majority' as const), judgeIds },
  common: { value, low: null, high: null }
});
const report = { candidates: [candidate(0.7, 'a'), candidate(0.9, 'b'), candidate(0.8, 'a', 'b', 'c')] };

describe('the place of an ensemble', () => {
  it('is found whatever the order of its judges, and null for none and for another', () => {
    expect(candidatePlace(report, { rule: 'majority', judgeIds: ['c', 'a', 'b'] })).toBe(2);
    expect(candidatePlace(report, { rule: 'any', judgeIds: ['a', 'b', 'c'] })).toBeNull();
    expect(candidatePlace(report, null)).toBeNull();
  });

  it('of the chosen one is that in the report, also if the procedure lists them in another order', () => {
    const selection = { candidates: [...report.candidates].reverse(), chosen: 0 } as unknown as Selection;
    expect(placeOfChosen(report, { selection })).toBe(2);
    expect(placeOfChosen(report, { selection: { ...selection, chosen: null } })).toBeNull();
  });
});

describe('the candidate to look into', () => {
  it('is the one asked for, else the chosen one, else the first', () => {
    expect(placeToOpen(report, '2', 1)).toBe(2);
    expect(placeToOpen(report, null, 1)).toBe(1);
    expect(placeToOpen(report, null, null)).toBe(0);
    expect(placeToOpen({ candidates: [] }, '0', null)).toBeNull();
  });

  it('is never one that there is not', () => {
    for (const asked of ['3', '-1', '1.5', '99999', 'length', ' 2', '']) expect(placeToOpen(report, asked, 1)).toBe(1);
  });
});

it('of many candidates the best 24 are shown, and those that must not be missing', () => {
  const candidates = Array.from({ length: 30 }, (_, at) => candidate(at / 30, `j${at}`));
  expect(shownPlaces({ candidates }, [])).toEqual(Array.from({ length: 24 }, (_, at) => 29 - at));
  expect(shownPlaces({ candidates }, [2, null, 29])).toHaveLength(25);
  expect(shownPlaces({ candidates }, [2, null, 29]).at(-1)).toBe(2);
});
