import { sayIn } from '../../messages/say-in.ts';
import { describe, expect, it } from 'vitest';
import type { ErrorCheck, ErrorRate } from './corrected-errors.ts';
import type { CorrectedOrder } from './corrected-order.ts';
import { correctionHead, correctionNotes, errorsSaid } from './corrected-words.ts';
import type { CorrectedSystem } from './corrected.ts';

const figure = (value: number | null) => ({ value, low: null, high: null, reason: null });
const system = (name: string, over: Partial<CorrectedSystem> = {}): CorrectedSystem => ({
  ...{ system: name, units: 40, unanswered: 0, labelled: 10, queries: 20, outside: 0 },
  ...{ raw: figure(80), ppi: { ...figure(70), lambda: 1 }, roganGladen: figure(72) },
  ...over
});
const rate = (value: number, n: number): ErrorRate => ({ value, low: value - 0.1, high: value + 0.05, n });
const order = (systems: string[], apart: string[] = []): CorrectedOrder => ({
  systems,
  pairs: systems.flatMap((better, i) =>
    systems.slice(i + 1).map((worse) => ({
      ...{ better, worse, difference: 1, low: null, high: null, pAdjusted: 0.5 },
      distinguishable: apart.includes(`${better}>${worse}`)
    }))
  ),
  top: systems
});
type Words = Parameters<typeof correctionNotes>[0];
const of = (over: Partial<Words>): Words => ({
  systems: ['a', 'b', 'c'].map((name) => system(name)),
  errors: { sensitivity: rate(0.9, 60), specificity: rate(0.8, 40), split: 0, unanswered: 0, queries: 25 },
  ...{ checks: [], fewQueries: false, unerring: [], repeats: 1, by: { escalated: false } },
  orders: { raw: order(['a', 'b', 'c']), ppi: order(['a', 'b', 'c']), roganGladen: order(['a', 'b', 'c']) },
  ...over
});
const orders = (ppi: CorrectedOrder, roganGladen = ppi) => ({ raw: order(['a', 'b', 'c']), ppi, roganGladen });
const check = (name: string, differs: boolean | null): ErrorCheck => ({
  ...{ system: name, kind: 'sensitivity', own: rate(0.6, 20), others: rate(0.95, 40), difference: null },
  ...{ pAdjusted: differs === null ? null : 0.004, differs }
});
const texts = (over: Parameters<typeof of>[0]): string[] => correctionNotes(of(over)).map(({ text }) => text);

describe('the head over corrected scores', () => {
  it('says whether the order changes, and "may" unless the systems that swap can be told apart', () => {
    expect(sayIn('en', correctionHead(of({})))).toBe(
      'The correction by labels does not change the order of the systems; no two systems are distinguishable'
    );
    expect(sayIn('en', correctionHead(of({ orders: orders(order(['b', 'a', 'c'], ['b>c'])) })))).toBe(
      'After correction by labels, a and b may change places; 1 of 3 pairs of systems are distinguishable'
    );
    expect(sayIn('en', correctionHead(of({ orders: orders(order(['b', 'a', 'c'], ['b>a'])) })))).toMatch(
      /^After correction by labels, a and b change places/
    );
  });

  it('falls back on Rogan–Gladen if no system has labels, and says what there is of one system or none', () => {
    expect(sayIn('en', correctionHead(of({ orders: orders(order([]), order(['a', 'b'])) })))).toMatch(
      /no two systems are distinguishable$/
    );
    expect(sayIn('en', correctionHead(of({ orders: orders(order(['a'])) })))).toBe(
      'a: 80.0 as judged, 70.0 corrected by labels'
    );
    expect(sayIn('en', correctionHead(of({ orders: orders(order([])) })))).toBe('No score can be corrected yet');
  });
});

describe('the notes below', () => {
  it('warn of errors that differ by system, with the figures', () => {
    expect(correctionNotes(of({ checks: [check('a', true), check('b', false)] }))).toEqual([
      {
        warns: true,
        text: 'The error rates of the ensemble differ between systems: sensitivity on a .600 (n 20), on the others .950 (n 40), p .004. Rogan–Gladen assumes equal error rates, so use PPI++.'
      }
    ]);
  });

  it('warn of what was not checked, and say so if all was and nothing found', () => {
    expect(texts({ checks: ['a', 'b', 'c'].map((name) => check(name, null)) })[0]).toContain(
      'The error rates of the ensemble on each system and'
    );
    expect(texts({ checks: [check('a', null), check('b', false)] })[0]).toContain(
      'The error rates of the ensemble on a and on the others are not fully tested'
    );
    expect(texts({ checks: [check('a', false)] })[0]).toContain('1 check, Holm');
  });

  it('say what intervals cannot know, what is left out and what is taken for granted', () => {
    const errors = { ...of({}).errors, queries: 8, split: 2 };
    const systems = [system('a', { outside: 5, unanswered: 3 })];
    expect(texts({ fewQueries: true, unerring: ['a', 'b'], systems, errors, repeats: 3 })).toEqual([
      'Annotators labelled in 8 queries: with fewer than 20, intervals are approximate.',
      'On every labelled item of a and b annotators and the ensemble give equal labels. The interval of PPI++ does not include errors too rare to occur in this sample.',
      'The study did not sample from all reports: 5 of 40 items of a. They are assumed to resemble the others.',
      '3 items without a label from the ensemble are excluded from these scores.',
      'Annotators are tied on 2 items: each counts ½ in PPI++ and is excluded from sensitivity and specificity.',
      'If a judge answered repeatedly, the first answer counts, as in the study.'
    ]);
    expect(texts({ orders: orders(order(['a', 'b', 'c']), order(['a', 'c', 'b'])) })).toEqual([
      'Rogan–Gladen and PPI++ rank b and c differently.'
    ]);
    expect(texts({ by: { escalated: true } })).toEqual([
      'The ensemble was adopted only for items on which enough of its judges agree; these scores use its label on all items.'
    ]);
    expect(texts({})).toEqual([]);
  });

  it('give both errors with interval and n', () => {
    expect(sayIn('en', errorsSaid(of({}).errors))).toBe(
      'Sensitivity .900 (.800 to .950, n 60), specificity .800 (.700 to .850, n 40)'
    );
  });
});
