import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../verdict.ts';
import { scoreChecklist, combineChecklists } from './checklist.ts';

/** `y`, `n`, `a` (abstained), `u` (unscored), one letter for each item. */
const verdicts = (letters: string): Verdict[] =>
  [...letters].map((letter, at): Verdict => {
    const said = { item: `i${at + 1}`, rationale: '', evidence: [] } as const;
    if (letter === 'a') return { ...said, evidence: [], state: 'abstained', label: null };
    if (letter === 'u') return { ...said, evidence: [], state: 'unscored', label: null, reason: 'HTTP 500' };
    return { ...said, evidence: [], state: 'judged', label: letter === 'y' ? 'yes' : 'no' };
  });
const ensemble = (...letters: string[]) =>
  combineChecklists(letters.map((one, at) => ({ judge: `j${at + 1}`, repeats: [verdicts(one)] })));

describe('combine', () => {
  it('is 100 times passed over judged', () => {
    expect(scoreChecklist(verdicts('yyny'))).toEqual({
      value: 75,
      reason: null,
      n: 4,
      abstained: 0,
      unscored: 0,
      figures: { passed: 3 }
    });
  });

  it('leaves abstained and unscored units out of the value and counts them', () => {
    expect(scoreChecklist(verdicts('yyanuu'))).toEqual({
      value: 200 / 3,
      reason: null,
      n: 3,
      abstained: 1,
      unscored: 2,
      figures: { passed: 2 }
    });
  });

  it.each([
    ['', 'There was no item to judge.'],
    ['aa', 'The judge abstained from every item.'],
    ['uu', 'No item has a valid verdict.'],
    ['au', 'Every item was either abstained from or left without a valid verdict.']
  ])('is null with the reason if nothing was judged (%j)', (letters, reason) => {
    expect(scoreChecklist(verdicts(letters))).toMatchObject({ value: null, reason, n: 0 });
  });

  it('does not depend on the order of the verdicts', () => {
    expect(scoreChecklist(verdicts('yyanu').reverse())).toEqual(scoreChecklist(verdicts('yyanu')));
  });
});

describe('combineJudges', () => {
  it('is the mean of the judges’ scores if no judge abstains', () => {
    const result = ensemble('yyyn', 'ynnn');
    expect(result.value).toBe((75 + 25) / 2);
    expect(result.perJudge.map((one) => one.score.value)).toEqual([75, 25]);
    expect(result.n).toBe(4);
  });

  it('skips an abstention for its unit only', () => {
    const result = ensemble('ya', 'nn');
    expect(result.units).toEqual([
      { item: 'i1', state: 'judged', value: 0.5, judges: 2 },
      { item: 'i2', state: 'judged', value: 0, judges: 1 }
    ]);
    expect(result.value).toBe(25);
  });

  it('leaves a unit with a failed judge unscored, though another judge answered', () => {
    const result = ensemble('yy', 'yu');
    expect(result).toMatchObject({ value: 100, n: 1, unscored: 1, abstained: 0 });
    expect(result.units[1]).toEqual({ item: 'i2', state: 'unscored', value: null, judges: 0 });
  });

  it('counts a unit from which all abstain as abstained', () => {
    expect(ensemble('ya', 'na')).toMatchObject({ value: 50, n: 1, abstained: 1, unscored: 0 });
  });

  it('is null with a reason if no unit has a value', () => {
    expect(ensemble('au', 'aa')).toMatchObject({
      value: null,
      reason: 'Every item was either abstained from or left without a valid verdict.'
    });
  });

  it('matches units by item, not by position', () => {
    const reversed = combineChecklists([
      { judge: 'a', repeats: [verdicts('yn')] },
      { judge: 'b', repeats: [verdicts('yn').reverse()] }
    ]);
    expect(reversed.value).toBe(50);
    expect(reversed.units.map((unit) => unit.value)).toEqual([1, 0]);
  });

  it('does not depend on the order of the judges', () => {
    const letters = fc.array(fc.constantFrom('y', 'n', 'a', 'u'), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(letters, letters, letters, (...judges) => {
        const strings = judges.map((one) => one.join(''));
        const [there, back] = [ensemble(...strings), ensemble(...strings.toReversed())];
        expect(back.value).toEqual(there.value);
        expect(back.units).toEqual(there.units);
      }),
      { seed: 7 }
    );
  });

  it('refuses misuse: no judge, a judge twice, other items', () => {
    expect(() => combineChecklists([])).toThrow('requires at least one judge');
    const one = { judge: 'a', repeats: [verdicts('y')] };
    expect(() => combineChecklists([one, one])).toThrow('requires each judge once');
    expect(() => combineChecklists([one, { judge: 'b', repeats: [verdicts('yy')] }])).toThrow('the same items');
    expect(() => combineChecklists([{ judge: 'b', repeats: [verdicts('yy')] }, one])).toThrow('the same items');
  });
});
