import { describe, expect, it } from 'vitest';
import { dimensionScore, passCounts } from './dimension-scores.ts';
import { fraction, fractionOfNumber } from './fraction.ts';
import { judged } from './judged.fixture.ts';
import { subtaskOutcome } from './subtask-outcome.ts';
import { preferenceLevel, userPreferenceOf, type WeighedOutcome } from './user-preference.ts';

/** Outcomes by importance; `groups` are those of P2. */
const level = (given: { P0?: number[]; P1?: number[]; P2?: number[]; groups?: number[][] }) => {
  const all = (importance: 'P0' | 'P1' | 'P2', values: number[] = [], group: string | null = null): WeighedOutcome[] =>
    values.map((value) => ({ importance, group, outcome: fractionOfNumber(value) }));
  return preferenceLevel([
    ...all('P0', given.P0),
    ...all('P1', given.P1),
    ...all('P2', given.P2),
    ...(given.groups ?? []).flatMap((values, at) => all('P2', values, `g${at}`))
  ]);
};

describe('Algorithm 1', () => {
  it.each([
    ['P0 = [0]', { P0: [0] }, 1],
    ['P0 = [.4], P1 = [.4]', { P0: [0.4], P1: [0.4] }, 1],
    ['P0 = [.5], P1 = [1, 0]', { P0: [0.5], P1: [1, 0] }, 2],
    ['P0 = [1], P1 = [.7], a group [0, 0]', { P0: [1], P1: [0.7], groups: [[0, 0]] }, 2],
    ['P1 = [.5, 1] alone', { P1: [0.5, 1] }, 3],
    ['all 1', { P0: [1], P1: [1], P2: [1], groups: [[1, 1]] }, 4]
  ])('%s gives its level', (_name, given, expected) => {
    expect(level(given).level).toBe(expected);
  });

  it('shows the means and conditions that decided', () => {
    expect(level({ P0: [1], P1: [0.7], groups: [[0, 0]] })).toEqual({
      level: 2,
      because:
        'Not 1 (c0 = 1, c1 = 0.35), and not 3: every member of the P2 groups has outcome 0; c1 = 0.35 is below 0.7.',
      c0: fraction(1),
      c1: fraction(7, 20),
      v1: true,
      v2: false
    });
    expect(level({ P0: [0] }).because).toBe('c0 = 0: every P0 subtask has outcome 0.');
    expect(level({ P0: [0.4], P1: [0.4] }).because).toBe('Both are below 0.5: c0 = 0.4, c1 = 0.4.');
    expect(level({ P1: [0.5, 0] }).because).toBe('c1 = 0.25 is below 0.3.');
    expect(level({ P0: [0.5], P1: [1, 0] }).because).toBe(
      'Not 1 (c0 = 0.5, c1 = 0.5), and not 3: a P1 subtask has outcome 0; c1 = 0.5 is below 0.7.'
    );
  });

  it('means over nothing are 1', () => {
    expect(level({ P2: [0.5] })).toMatchObject({ level: 3, c0: fraction(1), c1: fraction(1), v1: true, v2: true });
  });

  it('P2 outside groups counts for level 4 alone', () => {
    expect(level({ P0: [1], P1: [1], P2: [0] }).level).toBe(3);
    expect(level({ P0: [1], P1: [1], P2: [1] }).level).toBe(4);
  });

  it('a group counts once, by its mean, and one member above 0 in any group is enough', () => {
    // c1 = (1 + (0 + 1) / 2 + 0) / 3 = ½
    expect(level({ P1: [1], groups: [[0, 1], [0]] })).toMatchObject({ level: 2, c1: fraction(1, 2), v2: true });
    // c1 = (1 + 1 + 1 + 0) / 4 = ¾, v2 by the first group
    expect(level({ P1: [1, 1], groups: [[1], [0]] })).toMatchObject({ level: 3, c1: fraction(3, 4) });
  });

  it.each([
    ['c1 of exactly .3 is not below it', { P1: [0.1, 0.2, 0.6] }, 2],
    ['c1 of exactly .7 reaches level 3', { P1: [0.6, 0.7, 0.8] }, 3],
    ['c1 of exactly .7 from tenths reaches level 3', { P1: [0.1, 1, 1] }, 3],
    ['c0 of exactly .5 reaches level 3', { P0: [0.2, 0.8], P1: [1] }, 3],
    ['c0 just below .5 does not', { P0: [0.49], P1: [1] }, 2],
    ['c0 below .5 with c1 of .5 is not level 1', { P0: [0.1], P1: [0.5] }, 2]
  ])('%s', (_name, given, expected) => {
    expect(level(given).level).toBe(expected);
  });

  it('is exact if a mean of doubles misses the threshold', () => {
    const values = [0.7, 0.7, 0.7];
    expect(values.reduce((sum, value) => sum + value, 0) / 3).toBeLessThan(0.7);
    expect(level({ P1: values })).toMatchObject({ level: 3, c1: fraction(7, 10) });
  });

  it('checks level 4 first: a task of which every P0 is 1 and nothing else is asked', () => {
    expect(level({ P0: [1, 1] }).level).toBe(4);
    expect(() => preferenceLevel([])).toThrow('at least one outcome');
  });
});

describe('UserPref of a report', () => {
  it('of a whole task, computed by hand', () => {
    const task = [
      judged([1, 1], [9, 10], [1, 1], { key: 's1', importance: 'P0' }),
      judged([1, 2], [4, 5], 'no-rubric', { key: 's2', importance: 'P1' }),
      judged([1, 1], [1, 2], [1, 2], { key: 's3', importance: 'P1' }),
      judged([1, 1], 'absent', [1, 1], { key: 's4', importance: 'P2', group: 'a' }),
      judged([0, 1], 'skipped', 'skipped', { key: 's5', importance: 'P2', group: 'a' }),
      judged([1, 1], 'no-rubric', 'no-rubric', { key: 's6', importance: 'P2' })
    ];
    // o: (.9 + 1) / 2 = .95 · ½ · .8 = .4 · (½ + ½) / 2 = .5 · 1 · 0 · 1
    expect(task.map(({ parts }) => subtaskOutcome(parts))).toEqual([
      fraction(19, 20),
      fraction(2, 5),
      fraction(1, 2),
      fraction(1),
      fraction(0),
      fraction(1)
    ]);
    // Ins = (1 + ½ + 1 + 1 + 0 + 1) / 6; Fac = (.9 + ½·.8 + .5) / (1 + ½ + 1); Rat = (1 + .5 + 1) / 3
    expect(dimensionScore(task, 'ins').value).toEqual(fraction(3, 4));
    expect(dimensionScore(task, 'fac').value).toEqual(fraction(18, 25));
    expect(dimensionScore(task, 'rat').value).toEqual(fraction(5, 6));
    expect(passCounts(task)).toEqual({ passed: 2, decided: 6, open: 0 });
    // c0 = .95; c1 = (.4 + .5 + (1 + 0) / 2) / 3 = 1.4 / 3, below .7 and not below .3
    expect(userPreferenceOf(task)).toEqual({
      state: 'scored',
      level: 2,
      because: 'Not 1 (c0 = 0.95, c1 = 0.467), and not 3: c1 = 0.467 is below 0.7.',
      c0: fraction(19, 20),
      c1: fraction(7, 15),
      v1: true,
      v2: true
    });
  });

  it('is unscored as soon as one outcome is, and names the subtask', () => {
    const one = judged([1, 1], [1, 1], [1, 1], { key: 's1', importance: 'P0' });
    const open = judged([1, 1], 'unscored', [1, 1], { key: 's2', importance: 'P2' });
    expect(userPreferenceOf([one, open])).toEqual({
      ...{ state: 'unscored', level: null },
      reason: '1 subtask without an outcome: s2.'
    });
  });

  it('is undefined without subtasks, and if an importance is not rated', () => {
    expect(userPreferenceOf([])).toMatchObject({
      state: 'undefined',
      level: null,
      reason: 'The task has no subtasks.'
    });
    expect(userPreferenceOf([judged([1, 1]), judged([1, 1], 'no-rubric', 'no-rubric', { key: 's2' })])).toMatchObject({
      state: 'undefined',
      reason: 'The importance of 2 subtasks is not rated: s1, s2.'
    });
  });
});
