import { describe, expect, it } from 'vitest';
import { errorInWords, judgeErrorTable, type Opinion } from './judge-errors.ts';

const judge = (judgeId: string, label: string | null): Opinion['judges'][number] => ({
  ...{ judgeId, label, state: label === null ? 'abstained' : 'judged' },
  ...{ rationale: 'because', quotes: [], reason: null }
});
const opinion = (change: Partial<Opinion>): Opinion => ({
  ...{ itemId: 'i', qid: 'q1', reportId: 'r', systems: ['heron'], item: 'c1', itemText: 'Is it there?' },
  ...{ rater: 'rater-1', label: 'yes', wrong: false, error: null, note: '', at: 0 },
  judges: [judge('a', 'no'), judge('b', 'no')],
  ...change
});

/** Ten words: three say that all judges are wrong, two of them on one item of two queries. */
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

  it('puts first the item that was most often wrong, and leaves out those that nobody found wrong', () => {
    expect(table.items.map(({ item, text, rate }) => [item, text, rate.k, rate.n])).toEqual([
      ['c1', null, 2, 4],
      ['c2', 'Is it there?', 1, 1]
    ]);
  });

  it('has no share and no interval where nobody said anything', () => {
    const none = judgeErrorTable([], ['a']);
    expect(none.all.rate).toMatchObject({ k: 0, n: 0, value: null, interval: null });
    expect(none.judges[0]).toMatchObject({ byLabel: [], kinds: [] });
  });
});
