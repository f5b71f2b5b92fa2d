import { describe, expect, it } from 'vitest';
import { citationErrors, citationTables } from './citation-errors.ts';
import { ensemble, row } from '../../leaderboard/figures/rows.fixture.ts';

const counts = {
  urls: 10,
  e1: 1,
  e1Paper: 3,
  serverErrors: 1,
  resets: 0,
  timeouts: 1,
  e2: 2,
  read: 7,
  pairs: 20,
  checked: 12,
  e3: 4,
  blocked: 2
};
const report = (
  system: string,
  qid: string,
  figures: Record<string, number | null>,
  taskCategory: string | null = 'market analysis'
) => row('citation-accuracy', system, qid, 0, { taskCategory, score: ensemble(7, { figures }) });
const none = { ...counts, urls: 0, e1: 0, e1Paper: 0, e2: 0, read: 0, pairs: 0, checked: 0, e3: 0, blocked: 0 };

describe('citation errors', () => {
  it('are means for each report and ratios of sums with their own denominators', () => {
    const two = [
      report('a', 'q1', counts),
      report('a', 'q2', {
        ...counts,
        urls: 30,
        e1: 5,
        e1Paper: 5,
        serverErrors: 2,
        e2: 0,
        read: 25,
        checked: 28,
        e3: 12
      })
    ];
    const [found] = citationErrors(two);
    expect(found).toMatchObject({
      n: 2,
      withoutUrls: 0,
      perReport: {
        urls: { value: 20 },
        e1: { value: 3 },
        e1Paper: { value: 4 },
        serverErrors: { value: 1.5, n: 2 },
        resets: { value: 0 },
        timeouts: { value: 1 },
        e2: { value: 1 },
        e3: { value: 8 },
        total: { value: 12 },
        totalPaper: { value: 13 }
      },
      rates: {
        e1: { k: 6, n: 40, value: 0.15, queries: 2 },
        e1Paper: { k: 8, n: 40, value: 0.2 },
        serverErrors: { k: 3, n: 40, value: 0.075 },
        resets: { k: 0, n: 40, value: 0 },
        timeouts: { k: 2, n: 40, value: 0.05 },
        blocked: { k: 4, n: 40, value: 0.1 },
        e2: { k: 2, n: 32, value: 0.0625 },
        e3: { k: 16, n: 40, value: 0.4 }
      }
    });
    const [six] = citationErrors([0, 1, 2].flatMap((at) => two.map((one) => ({ ...one, qid: `${one.qid} ${at}` }))));
    expect(six?.rates.e3.interval?.[0]).toBeGreaterThanOrEqual(0);
    expect(six?.perReport.e1.interval?.[0]).toBeGreaterThanOrEqual(0);
  });

  it('of a report without URLs are undefined and change no mean and no rate', () => {
    const [alone] = citationErrors([report('a', 'q1', none), report('a', 'q2', none)]);
    expect(alone).toMatchObject({
      n: 0,
      withoutUrls: 2,
      perReport: { total: { value: null, reason: 'No report cites a URL.' } },
      rates: { e1: { value: null, n: 0 }, e2: { value: null }, e3: { value: null } }
    });
    const undefinedScore = row('citation-accuracy', 'a', 'q3', null, {
      score: ensemble(null, { figures: none, unscored: 0, reason: 'The report cites no URL.' })
    });
    const [mixed] = citationErrors([report('a', 'q1', counts), report('a', 'q2', none), undefinedScore]);
    expect(mixed).toMatchObject({ n: 1, withoutUrls: 2, unscored: 0, perReport: { total: { value: 7 } } });
  });

  it('have no rate if nothing could be read or checked', () => {
    const [found] = citationErrors([report('a', 'q1', { ...counts, read: 0, e2: 0, checked: 0, e3: 0 })]);
    expect(found?.rates).toMatchObject({ e1: { value: 0.1 }, e2: { value: null, n: 0 }, e3: { value: null, n: 0 } });
  });

  it('keep E1 of reports none of whose pages could be read, though their score is undefined', () => {
    const figures = { ...counts, e1: 0, e1Paper: 10, e2: 0, read: 0, checked: 0, e3: 0, blocked: 10 };
    const blocked = row('citation-accuracy', 'a', 'q1', null, {
      score: ensemble(null, { figures, unscored: 0, reason: 'None of the cited pages could be read.' })
    });
    expect(citationErrors([blocked])).toMatchObject([
      { n: 1, unscored: 0, perReport: { e1Paper: { value: 10, n: 1 } }, rates: { blocked: { k: 10, n: 10 } } }
    ]);
  });

  it('have no E2, E3 and total if the judges abstain from them', () => {
    const figures = { ...counts, e2: null, read: null, checked: null, e3: null };
    const rules = row('citation-accuracy', 'a', 'q1', null, { score: ensemble(null, { figures, unscored: 0 }) });
    const [found] = citationErrors([rules, report('a', 'q2', counts)]);
    expect(found).toMatchObject({
      n: 2,
      perReport: { e1: { value: 1, n: 2 }, e2: { value: 2, n: 1 }, total: { value: 7, n: 1 } },
      rates: { e1: { n: 20 }, e3: { k: 4, n: 12 } }
    });
    expect(citationErrors([rules])[0]?.perReport.total).toMatchObject({
      value: null,
      reason: 'The judges do not say.'
    });
  });

  it('say in how many reports some unit has no verdict', () => {
    const some = row('citation-accuracy', 'a', 'q1', 60, { score: ensemble(60, { figures: counts, unscored: 2 }) });
    expect(citationErrors([some, report('a', 'q2', counts)])).toMatchObject([{ n: 2, incomplete: 1, unscored: 0 }]);
  });

  it('do not take a report that failed before its URLs were known for one without URLs', () => {
    const failed = row('citation-accuracy', 'a', 'q1', null, { score: ensemble(null, { figures: none }) });
    expect(citationErrors([failed])).toMatchObject([
      { n: 0, withoutUrls: 0, unscored: 1, perReport: { e1: { value: null, reason: 'No report has a score.' } } }
    ]);
  });

  it('count reports that failed or are not finished apart', () => {
    const failed = row('citation-accuracy', 'a', 'q2', null, { score: ensemble(null, { figures: { urls: 4 } }) });
    const pending = row('citation-accuracy', 'a', 'q3', null, { score: null });
    expect(citationErrors([report('a', 'q1', counts), failed, pending])).toMatchObject([
      { n: 1, unscored: 1, pending: 1, withoutUrls: 0 }
    ]);
  });

  it('stand by kind of task, as in Table 7', () => {
    const rows = [
      report('a', 'q1', counts),
      report('b', 'q1', { ...counts, e3: 10 }),
      report('a', 'q2', { ...counts, e3: 0 }, 'wide info search'),
      report('a', 'q3', counts, null)
    ];
    expect(
      citationTables(rows).map((table) => [
        table.taskCategory,
        table.systems.map(({ system, perReport }) => [system, perReport.e3.value])
      ])
    ).toEqual([
      [
        'market analysis',
        [
          ['a', 4],
          ['b', 10]
        ]
      ],
      ['wide info search', [['a', 0]]],
      [null, [['a', 4]]]
    ]);
  });
});
