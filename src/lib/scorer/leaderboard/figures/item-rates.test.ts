import { describe, expect, it } from 'vitest';
import { itemRates } from './item-rates.ts';
import { ensemble, row, unit } from './rows.fixture.ts';

describe('pass rates by item', () => {
  const rows = [
    row('presentation', 'a', 'q1', 1, { score: ensemble(1, {}, [unit('p1', 1), unit('p2', 0.5)]) }),
    row('presentation', 'a', 'q2', 1, { score: ensemble(1, {}, [unit('p1', 0), unit('p2', null, 'abstained')]) }),
    row('presentation', 'a', 'q3', 1, { score: ensemble(1, {}, [unit('p2', null, 'unscored'), unit('p1', 1)]) }),
    row('presentation', 'a', 'q4', 1, { score: null }),
    row('presentation', 'b', 'q1', 1, { category: 'multi-agent', score: ensemble(1, {}, [unit('p1', 0)]) })
  ];

  it('are means over the reports judged on the item, each with its n, and with an interval from five queries on', () => {
    const [a, b] = itemRates(rows, ['p1', 'p2', 'p3']);
    expect(a).toMatchObject({ system: 'a', reports: 3 });
    expect(a?.items).toMatchObject([
      { item: 'p1', k: 2, n: 3, value: 2 / 3, abstained: 0, unscored: 0 },
      { item: 'p2', k: 0.5, n: 1, value: 0.5, abstained: 1, unscored: 1, interval: null },
      { item: 'p3', n: 0, value: null, interval: null }
    ]);
    expect(a?.items[0]?.interval).toBeNull();
    const [six] = itemRates(
      [0, 1].flatMap((at) => rows.map((one) => ({ ...one, system: 'a', qid: `${one.qid} ${at}` }))),
      ['p1']
    );
    expect(six?.items[0]?.interval?.[1]).toBeLessThanOrEqual(1);
    expect(b).toMatchObject({ system: 'b', category: 'multi-agent', items: [{ value: 0 }, { value: null }, {}] });
  });
});
