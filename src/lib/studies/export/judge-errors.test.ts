import { describe, expect, it } from 'vitest';
import {
  errorInWords,
  foundWrong,
  judgeErrorTable,
  opinionShown,
  type RevealOpinion,
  usualMistake
} from './judge-errors.ts';

const judge = (judgeId: string, label: string | null): RevealOpinion['judges'][number] => ({
  ...{ judgeId, label, state: label === null ? 'abstained' : 'judged' },
  ...{ rationale: 'because', quotes: [], reason: null }
});
const opinion = (change: Partial<RevealOpinion>): RevealOpinion => ({
  ...{ itemId: 'i', qid: 'q1', reportId: 'r', systems: ['heron'], item: 'c1', itemText: 'Is it there?' },
  ...{ rater: 'rater-1', label: 'yes', wrong: false, error: null, note: '', at: 0 },
  judges: [judge('a', 'no'), judge('b', 'no')],
  ...change
});

/** Ten words: three say that all judges are wrong, two of them on items of two queries that share the id c1. */
const ten = [
  opinion({ wrong: true, error: 'overlooked' }),
  opinion({ wrong: true, qid: 'q2', itemText: 'Is that there?', error: 'overlooked' }),
  opinion({ wrong: true, item: 'c2', judges: [judge('a', 'yes'), judge('b', null)] }),
  ...Array.from({ length: 7 }, (_, i) =>
    opinion({
      qid: i % 2 === 0 ? 'q1' : 'q2',
      item: i < 2 ? 'c1' : 'c3',
      judges: [judge('a', 'yes'), judge('b', 'no')]
    })
  )
];

describe('the table of judges’ errors', () => {
  const table = judgeErrorTable(ten, ['a', 'b']);

  it('counts words, not units, with the kinds of mistake that were named', () => {
    expect(table.all.rate).toMatchObject({ k: 3, n: 10, value: 0.3, queries: 2 });
    expect(table.all.kinds).toEqual([
      { error: 'overlooked', n: 2 },
      { error: 'other', n: 1 }
    ]);
    expect(errorInWords('other')).toBe('no kind named');
  });

  it('holds against a judge only what it answered, and says what it had answered', () => {
    const [a, b] = table.judges;
    expect(a).toMatchObject({ judgeId: 'a', rate: { k: 3, n: 10 } });
    expect(a!.byLabel.map(({ label, rate }) => [label, rate.k, rate.n])).toEqual([
      ['no', 2, 2],
      ['yes', 1, 8]
    ]);
    expect(b!.rate).toMatchObject({ k: 2, n: 9 });
  });

  it('keeps items of different queries that share an id apart, and leaves out those that no person found wrong', () => {
    expect(table.items.map(({ qid, item, text, rate }) => [qid, item, text, rate.k, rate.n])).toEqual([
      ['q2', 'c1', 'Is that there?', 1, 1],
      ['q1', 'c2', 'Is it there?', 1, 1],
      ['q1', 'c1', 'Is it there?', 1, 2]
    ]);
  });

  it('keeps them apart even if their wording is the same', () => {
    const same = [opinion({ wrong: true }), opinion({ qid: 'q2', wrong: true })];
    expect(judgeErrorTable(same, []).items.map(({ qid, rate }) => [qid, rate.k, rate.n])).toEqual([
      ['q1', 1, 1],
      ['q2', 1, 1]
    ]);
  });

  it('keeps claims of two reports on one query apart by their wording', () => {
    const claims = [opinion({ wrong: true }), opinion({ reportId: 's', itemText: 'Another claim.', wrong: false })];
    expect(judgeErrorTable(claims, []).items.map(({ rate }) => [rate.k, rate.n])).toEqual([[1, 1]]);
  });

  it('pools an item of the metric’s own checklist over queries: it asks the same of every report', () => {
    const { items } = judgeErrorTable(ten, [], new Set(['c1', 'c2', 'c3']));
    expect(items.map(({ qid, item, rate }) => [qid, item, rate.k, rate.n, rate.queries])).toEqual([
      [null, 'c1', 2, 4, 2],
      [null, 'c2', 1, 1, 1]
    ]);
  });

  it('has no share and no interval if there is no opinion', () => {
    const none = judgeErrorTable([], ['a']);
    expect(none.all.rate).toMatchObject({ k: 0, n: 0, value: null, interval: null });
    expect(none.judges[0]).toMatchObject({ byLabel: [], kinds: [] });
  });
});

describe('the opinions behind the table', () => {
  const free = { error: null, item: null, query: null };
  const places = (change: Partial<Record<keyof typeof free, string>>) =>
    foundWrong(ten, { ...free, ...change }).map((one) => ten.indexOf(one));

  it('are those that found all judges wrong, of the mistake, item and query that are asked for', () => {
    expect(places({})).toEqual([0, 1, 2]);
    expect(places({ error: 'overlooked' })).toEqual([0, 1]);
    expect(places({ error: 'other' })).toEqual([2]);
    expect(places({ item: 'c1', query: 'q2' })).toEqual([1]);
    expect(places({ item: 'c3' })).toEqual([]);
  });

  it('are told with the judges’ names and, of a judge without an answer, with the reason in place of a rationale', () => {
    const silent = { ...judge('b', null), rationale: '', reason: 'Timed out' };
    const told = opinionShown(
      opinion({ wrong: true, judges: [judge('a', 'no'), silent] }),
      'en',
      (id) => `Judge ${id}`
    );
    expect(told).toMatchObject({ error: 'other', rater: 'rater-1', label: 'yes' });
    expect(told.judges.map(({ name, rationale }) => [name, rationale])).toEqual([
      ['Judge a', 'because'],
      ['Judge b', 'Timed out']
    ]);
  });

  it('name the most frequent mistake of an item, the first in the order of display if two are as frequent', () => {
    expect(usualMistake({ kinds: [{ error: 'too-strict', n: 1 }, { error: 'misread', n: 2 }] })).toBe('misread'); // prettier-ignore
    expect(usualMistake({ kinds: [{ error: 'too-strict', n: 2 }, { error: 'misread', n: 2 }] })).toBe('too-strict'); // prettier-ignore
    expect(usualMistake({ kinds: [] })).toBe('other');
  });
});
