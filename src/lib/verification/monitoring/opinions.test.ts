import { describe, expect, it } from 'vitest';
import type { DecisionRecord, RatingRecord, ReviewRecord } from '../records/records.ts';
import { opinionsOn } from './opinions.ts';

const rating: RatingRecord = {
  ...{ id: 'r1', userId: 'ada', label: 'appropriate', wording: null, comment: '', reasons: ['vague'] },
  ...{ seconds: 12, at: 1, wordingRevision: 1, review: null }
};
const review: ReviewRecord = {
  ...{ id: 'v1', userId: 'bo', agrees: true, label: 'appropriate', wording: 'Is it cold?', comment: 'Yes.' },
  ...{ seconds: 5, at: 2 }
};
const decision = {
  ...{ id: 'd1', revision: 1, userId: 'cy', label: 'appropriate', keep: true, wording: 'Is it warm?' },
  ...{ basis: 'as-it-was', sources: [], comment: '', seconds: null, at: 4 }
} as const satisfies DecisionRecord;
const nothing = { wording: 'Is it warm?', ratings: [], inspections: [], decision: null };
const nameOf = (id: string): string => id.toUpperCase();

describe('what was said of a subject', () => {
  it('is told in the order of the stages, each review after its rating', () => {
    const second = { ...rating, id: 'r2', userId: 'di' };
    const said = opinionsOn(
      {
        ...nothing,
        ratings: [{ ...rating, review }, second],
        inspections: [{ ...rating, id: 'i1', userId: 'ed', drawn: [] }],
        decision
      },
      nameOf
    );
    expect(said.map(({ stage, id, by }) => `${stage} ${id} ${by}`)).toEqual([
      'annotation r1 ADA',
      'review v1 BO',
      'annotation r2 DI',
      'inspection i1 ED',
      'adjudication d1 CY'
    ]);
    expect(said.map(({ reasons }) => reasons)).toEqual([['vague'], [], ['vague'], ['vague'], []]);
  });

  it('shows a proposed wording beside the present one, of a review only if it disagrees', () => {
    const diffs = (change: Partial<RatingRecord>) =>
      opinionsOn({ ...nothing, ratings: [{ ...rating, ...change }] }, nameOf).map(({ agrees, diff }) => [
        agrees,
        diff?.filter(({ kind }) => kind === 'added').map(({ text }) => text) ?? null
      ]);
    expect(diffs({ wording: 'Is it hot?', review })).toEqual([
      [null, ['hot']],
      [true, null]
    ]);
    expect(diffs({ review: { ...review, agrees: false } })).toEqual([
      [null, null],
      [false, ['cold']]
    ]);
  });

  it('is nothing of a subject without a rating', () => {
    expect(opinionsOn(nothing, nameOf)).toEqual([]);
  });
});
