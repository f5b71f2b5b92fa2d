import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../messages/words.ts';
import { labelChoices } from '../../verification/vocabulary/label-choices.ts';
import { adopted, decisionFault, decisionForm, merged, typedWording, type DecisionView } from './decision-form.ts';
import { formOf, missingIn, type RatedSubject } from './rating-form.ts';
import { missingInReview, type ReviewForm } from './work/review-work.svelte.ts';
import { subjectName } from './subject-name.ts';

const choices = labelChoices(messagesIn('en', 'verificationTerms'), messagesIn('en', 'ratingChoices'));
const say = messagesIn('en', 'adjudicate');
const missing = messagesIn('en', 'missingTexts');
const subject = (more: Partial<RatedSubject> = {}): RatedSubject => ({
  ...{ id: 's1', kind: 'item', key: 'c1', wording: 'Does the report name the wells?', wordingRevision: 1, basis: '/' },
  ...{
    asked: true,
    appended: false,
    rating: null,
    stale: false,
    again: false,
    draft: null,
    suggestions: [],
    questions: []
  },
  ...more
});

describe('the form of a rating', () => {
  const saying = (label: string, wording = '', comment = '') =>
    missingIn(formOf(subject({ draft: { label, wording, comment, reasons: [] } }), choices), choices, missing);

  it('wants nothing but a label if the label asks for no text', () => {
    expect(missingIn(formOf(subject(), choices), choices, missing)).toEqual({ label: 'Choose a rating.' });
    expect(saying('appropriate')).toEqual({});
  });

  it('wants a wording that differs, or a comment, exactly if the label asks for it', () => {
    expect(Object.keys(saying('needs-modification'))).toEqual(['wording']);
    expect(Object.keys(saying('needs-modification', 'Does the report name the wells?'))).toEqual(['wording']);
    expect(saying('needs-modification', 'Does the report name three wells?')).toEqual({});
    expect(Object.keys(saying('not-appropriate'))).toEqual(['comment']);
    expect(saying('valid-not-necessary', '', 'A detail.')).toEqual({});
  });

  it('opens with the draft before the rating, and counts a rating of an older wording as none', () => {
    const rating = { label: 'appropriate' as const, wording: null, comment: 'first', reasons: [] };
    expect(formOf(subject({ rating }), choices)).toMatchObject({ committed: 'appropriate', comment: 'first' });
    expect(formOf(subject({ rating, draft: { comment: 'second' } }), choices).comment).toBe('second');
    expect(formOf(subject({ rating, stale: true }), choices).committed).toBeNull();
  });
});

describe('the form of a review', () => {
  const form = (more: Partial<ReviewForm>): ReviewForm => ({
    subject: { id: 's1', kind: 'item', key: 'c1', wording: 'Are wells named?', appended: false, ratings: [] },
    rating: {
      ...{
        ratingId: 'r1',
        basis: '/',
        alias: 'A',
        label: 'needs-modification',
        wording: 'Are three wells named?',
        diff: null
      },
      ...{ comment: '', reasons: [], review: null, again: false, draft: null }
    },
    ...{ basis: '/', done: null, again: false, agrees: null, label: null, wording: '', comment: '' },
    ...more
  });

  it('is complete by agreeing alone', () => {
    expect(missingInReview(form({ agrees: true }), choices, missing)).toEqual({});
    expect(missingInReview(form({}), choices, missing)).toHaveProperty('agrees');
  });

  it('refuses to disagree with what the rating says itself', () => {
    const same = { agrees: false, label: 'needs-modification' as const, wording: 'Are three wells named?' };
    expect(missingInReview(form(same), choices, missing)).toHaveProperty('wording');
    expect(missingInReview(form({ ...same, wording: 'Are all four wells named?' }), choices, missing)).toEqual({});
    expect(missingInReview(form({ agrees: false }), choices, missing)).toHaveProperty('label');
  });
});

describe('the form of a decision', () => {
  const chip = (id: string, wording: string | null) => ({
    ...{
      id,
      by: { role: 'annotator' as const, letter: id },
      label: wording === null ? ('appropriate' as const) : ('needs-modification' as const),
      wording
    },
    ...{ diff: null, comment: '', reasons: [] }
  });
  const view: DecisionView = {
    ...{ subjectId: 's1', round: { number: 1, name: 'One', status: 'open' }, writable: true, qid: 'q', queryText: '' },
    ...{ domain: null, category: null, kind: 'item', key: 'c1', origin: 'benchmark', wording: 'Are wells named?' },
    ...{ siblings: [], state: 'open', conflicts: [], agreement: 0, prefilled: null, decision: null, revision: 0 },
    ...{ draft: null, next: null },
    chips: [chip('a', null), chip('b', 'Are three wells named?'), chip('c', 'Are wells named in 2024?')],
    wordingPairs: [
      { a: 'Are three wells named?', b: 'Are wells named in 2024?', diff: [], merged: 'Are three wells named in 2024?' }
    ]
  };
  const start = decisionForm(view);

  it('begins with nothing decided, and says so', () => {
    expect(start).toMatchObject({ label: null, basis: 'as-it-was', sources: [], keep: null });
    expect(decisionFault(view, start, say)).toBe('Choose the final label.');
  });

  it('names the one opinion that it adopts, and both that it merges', () => {
    expect(adopted(view, start, view.chips[1]!)).toMatchObject({ basis: 'adopted', sources: ['b'] });
    expect(adopted(view, start, view.chips[0]!)).toMatchObject({ basis: 'as-it-was', sources: [] });
    const both = merged(view, start, view.wordingPairs[0]!);
    expect(both).toMatchObject({ basis: 'merged', sources: ['b', 'c'], wording: 'Are three wells named in 2024?' });
    expect(decisionFault(view, both, say)).toBeNull();
  });

  it('follows the typed text: own words, another person’s after all, or as it was', () => {
    const typing = (wording: string) => typedWording(view, { ...start, wording });
    expect(typing('Are the wells listed?')).toMatchObject({ basis: 'own', sources: [] });
    expect(typing('Are three wells named?')).toMatchObject({ basis: 'adopted', sources: ['b'] });
    expect(typing('Are wells  named?')).toMatchObject({ basis: 'as-it-was', sources: [] });
  });

  it('asks for another wording if the label does, unless the item is dropped', () => {
    const reword = { ...start, label: 'needs-modification' as const };
    expect(decisionFault(view, reword, say)).toMatch(/a new wording/);
    expect(decisionFault(view, { ...reword, keep: false }, say)).toBeNull();
  });
});

it('an item is named once, whether or not its key begins with the query’s id', () => {
  expect(subjectName('water01', 'water01-3')).toBe('water01-3');
  expect(subjectName('water01', 'c3')).toBe('water01 c3');
  expect(subjectName('water01', null)).toBe('water01');
});
