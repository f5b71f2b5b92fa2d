import { describe, expect, it } from 'vitest';
import { yesNo } from '../../studies/labels/label-scale.ts';
import type { RatedItem, StudyRatings } from '../units/ratings.ts';
import { compareJudges } from './compare.ts';

type Mark = 'y' | 'n' | '-';
/** One item a row: query, what people say, what each judge says. */
const ratingsOf = (
  rows: readonly [query: string, people: string, judges: string][],
  judges: string[]
): StudyRatings => ({
  scale: yesNo,
  people: [...'pqr'].map((id) => ({ id, name: id })),
  judges: judges.map((id) => ({ id, name: id })),
  items: rows.map(([qid, people, said], i): RatedItem => {
    const label = (mark: Mark) => (mark === 'y' ? 'yes' : 'no');
    return {
      ...{
        itemId: `i${i}`,
        reportId: `r${i}`,
        queryId: qid,
        qid,
        category: null,
        systemName: 's',
        item: `i${i}`,
        text: ''
      },
      ...{ stratum: 'all', inclusionProbability: 1, preferences: [] },
      humans: [...people].map((mark, at) => ({
        userId: 'pqr'[at]!,
        label: label(mark as Mark),
        note: '',
        seconds: null
      })),
      judges: [...said].flatMap((mark, at) =>
        mark === '-'
          ? []
          : [{ judgeId: judges[at]!, state: 'judged' as const, label: label(mark as Mark), rationale: '' }]
      )
    };
  })
});

describe('compareJudges', () => {
  it('compares judges on the items that all of them labelled, and pairs the difference by item', () => {
    const { asked, compared, queries, judges } = compareJudges(
      ratingsOf(
        [
          ['q1', 'yyy', 'yn'],
          ['q1', 'yyn', 'yy'],
          ['q2', 'nnn', 'ny'],
          ['q2', 'yyy', 'ny'],
          ['q3', 'nnn', 'nn'],
          ['q3', 'yyy', 'y-']
        ],
        ['old', 'new']
      ),
      'old',
      'half'
    );
    expect({ asked, compared, queries }).toEqual({ asked: 6, compared: ['i0', 'i1', 'i2', 'i3', 'i4'], queries: 3 });
    const [old, fresh] = judges;
    expect(old).toMatchObject({ id: 'old', answered: 6, agreement: { value: 0.8, n: 5 }, difference: null, flips: [] });
    expect(fresh).toMatchObject({ id: 'new', answered: 5, agreement: { value: 0.6, n: 5 } });
    expect(fresh!.difference!.value).toBeCloseTo(-0.2, 12);
    expect(fresh!.flips).toEqual([
      { itemId: 'i0', from: 1, to: 0, towards: 'away' },
      { itemId: 'i2', from: 0, to: 1, towards: 'away' },
      { itemId: 'i3', from: 0, to: 1, towards: 'people' }
    ]);
  });

  it('gives the paired difference the jackknife interval by query, worked out by hand', () => {
    // Differences by query: −1, 0, 0, +1/2 over 1, 1, 1, 2 items: the mean is 0 of 5 items.
    const rows: [string, string, string][] = [
      ['q1', 'yyy', 'yn'],
      ['q2', 'yyy', 'yy'],
      ['q3', 'nnn', 'nn'],
      ['q4', 'yyy', 'ny'],
      ['q4', 'nnn', 'nn']
    ];
    const { judges } = compareJudges(ratingsOf(rows, ['old', 'new']), 'old', 'half');
    const { value, low, high, n, clusters } = judges[1]!.difference!;
    expect({ value, n, clusters }).toEqual({ value: 0, n: 5, clusters: 4 });
    const without = [1 / 4, 0, 0, -1 / 3];
    const mean = without.reduce((a, b) => a + b) / 4;
    const se = Math.sqrt((3 / 4) * without.reduce((sum, one) => sum + (one - mean) ** 2, 0));
    // Wilson's form between −1 and 1 with the t quantile on 3 degrees of freedom, 3.18245.
    const [t, effective] = [3.182446, 0.25 / (se / 2) ** 2];
    const half = (t * Math.sqrt(0.25 / effective + t ** 2 / (4 * effective ** 2))) / (1 + t ** 2 / effective);
    expect(high!).toBeCloseTo(2 * half, 5);
    expect(low!).toBeCloseTo(-2 * half, 5);
  });

  it('weights both figures to the run if items had unequal chances, as the verdict on candidates does', () => {
    const given = ratingsOf(
      [
        ['q1', 'yyy', 'yy'],
        ['q2', 'yyy', 'yn'],
        ['q3', 'nnn', 'nn']
      ],
      ['old', 'new']
    );
    const items = given.items.map((item, i) => ({ ...item, inclusionProbability: i === 1 ? 1 : 1 / 2 }));
    const found = compareJudges({ ...given, items }, 'old', 'half');
    expect(found.weighted).toBe(true);
    // One of three items, which stands for one of five.
    expect(found.judges[1]!.agreement).toMatchObject({ value: 4 / 5, n: 3 });
    expect(found.judges[1]!.difference).toMatchObject({ value: -1 / 5, n: 3 });
    expect(compareJudges(given, 'old', 'half').weighted).toBe(false);
  });

  it('leaves a judge that labelled nothing out, and refuses a reference that is none of the judges', () => {
    const ratings = ratingsOf(
      [
        ['q1', 'yyy', 'y-'],
        ['q2', 'nnn', 'n-']
      ],
      ['old', 'new']
    );
    expect(compareJudges(ratings, 'old', 'half')).toMatchObject({
      compared: ['i0', 'i1'],
      silent: ['new'],
      judges: [{ id: 'old' }]
    });
    expect(() => compareJudges(ratings, 'other', 'half')).toThrow('requires other among the judges');
  });

  it('says of labels on both sides of people’s, equally far from it, that neither is nearer, on any scale', () => {
    const given = ratingsOf([['q1', 'y', 'yy']], ['old', 'new']);
    const [item] = given.items;
    const towards = (unit: number) =>
      compareJudges(
        {
          ...given,
          scale: { level: 'interval', low: 0, high: 10 * unit },
          items: [
            {
              ...item!,
              humans: [{ ...item!.humans[0]!, label: String(3 * unit) }],
              judges: item!.judges.map((judge, at) => ({ ...judge, label: String([1, 5][at]! * unit) }))
            }
          ]
        },
        'old',
        'half'
      ).judges[1]!.flips[0]!.towards;
    expect([towards(1), towards(0.1)]).toEqual(['neither', 'neither']);
  });

  it('takes the difference of quadratic κ on scores, which is that of the two figures', () => {
    const scale = { level: 'ordinal', labels: ['1', '2', '3', '4'] } as const;
    const { items, ...rest } = ratingsOf(
      Array.from({ length: 12 }, (_, i) => [`q${i % 6}`, 'y', 'yy']),
      ['old', 'new']
    );
    const scored: StudyRatings = {
      ...rest,
      scale,
      items: items.map((item, i) => ({
        ...item,
        inclusionProbability: i < 6 ? 1 : 1 / 3,
        humans: [{ ...item.humans[0]!, label: String((i % 4) + 1) }],
        judges: item.judges.map((judge, at) => ({ ...judge, label: String(Math.min(4, (i % (4 - at)) + 1)) }))
      }))
    };
    const [old, fresh] = compareJudges(scored, 'old', 'half').judges;
    expect(old!.agreement.value).toBe(1);
    expect(fresh!.difference!.value).toBeCloseTo(fresh!.agreement.value! - 1, 12);
    expect(fresh!.difference!.n).toBe(12);
    expect(fresh!.flips.every(({ towards }) => towards === 'away')).toBe(true);
  });
});
