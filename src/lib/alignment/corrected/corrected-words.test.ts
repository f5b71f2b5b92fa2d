import { describe, expect, it } from 'vitest';
import type { ErrorCheck, ErrorRate } from './corrected-errors.ts';
import type { CorrectedOrder } from './corrected-order.ts';
import { correctionHead, correctionNotes, errorsInWords } from './corrected-words.ts';
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
    expect(correctionHead(of({}))).toBe(
      'People’s labels leave the order of the systems as it is; no two systems can be told apart'
    );
    expect(correctionHead(of({ orders: orders(order(['b', 'a', 'c'], ['b>c'])) }))).toBe(
      'By people’s labels a and b may change places; 1 of 3 pairs can be told apart'
    );
    expect(correctionHead(of({ orders: orders(order(['b', 'a', 'c'], ['b>a'])) }))).toMatch(
      /^By people’s labels a and b change places/
    );
  });

  it('falls back on Rogan–Gladen where no system has labels, and says what there is of one system or none', () => {
    expect(correctionHead(of({ orders: orders(order([]), order(['a', 'b'])) }))).toMatch(
      /the two can not be told apart$/
    );
    expect(correctionHead(of({ orders: orders(order(['a'])) }))).toBe('a: 80.0 by the judges, 70.0 by people’s labels');
    expect(correctionHead(of({ orders: orders(order([])) }))).toBe('No score can be corrected yet');
  });
});

describe('the notes below', () => {
  it('warn of errors that differ by system, with the figures', () => {
    expect(correctionNotes(of({ checks: [check('a', true), check('b', false)] }))).toEqual([
      {
        warns: true,
        text: 'The ensemble does not err alike on all systems: sensitivity on a .600 (n 20), on the others .950 (n 40), p .004. Rogan–Gladen supposes that it does, so go by PPI++.'
      }
    ]);
  });

  it('warn of what was not checked, and say so where all was and nothing found', () => {
    expect(texts({ checks: ['a', 'b', 'c'].map((name) => check(name, null)) })[0]).toContain('errs on each system as');
    expect(texts({ checks: [check('a', null), check('b', false)] })[0]).toContain(
      'errs on a as on the others is not fully checked'
    );
    expect(texts({ checks: [check('a', false)] })[0]).toContain('1 check, Holm');
  });

  it('say what intervals can not know, what is left out and what is taken for granted', () => {
    const errors = { ...of({}).errors, queries: 8, split: 2 };
    const systems = [system('a', { outside: 5, unanswered: 3 })];
    expect(texts({ fewQueries: true, unerring: ['a', 'b'], systems, errors, repeats: 3 })).toEqual([
      'People labelled in 8 queries: intervals by fewer than 20 are rough.',
      'On every labelled item of a and b people and the ensemble say the same. Errors that are too rare to be seen there are not in the interval of PPI++.',
      'The study did not draw from all reports: 5 of 40 items of a. They are taken to be like the others.',
      '3 items to which the ensemble gives no answer enter none of these scores.',
      'People are evenly split on 2 items: these count ½ in PPI++ and nothing in sensitivity and specificity.',
      'Of repeated answers the first counts, as in the study.'
    ]);
    expect(texts({ orders: orders(order(['a', 'b', 'c']), order(['a', 'c', 'b'])) })).toEqual([
      'Rogan–Gladen puts b and c in other places than PPI++.'
    ]);
    expect(texts({ by: { escalated: true } })).toEqual([
      'The ensemble was adopted for items on which enough of its judges agree; here its answer counts on all.'
    ]);
    expect(texts({})).toEqual([]);
  });

  it('give both errors with interval and n', () => {
    expect(errorsInWords(of({}).errors)).toBe(
      'Sensitivity .900 (.800 to .950, n 60), specificity .800 (.700 to .850, n 40)'
    );
  });
});
