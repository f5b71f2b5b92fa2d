import { describe, expect, it } from 'vitest';
import { compareProtocols, inPoints, peopleScore, spreadOf, type ComparedReport } from './protocols-compared.ts';

const report = (qid: string, people: number, chosen: number, direct: number): ComparedReport => ({
  ...{ qid, system: 'heron', people, units: 3, chosen, direct }
});

// q1: people 80 > 60 > 40; chosen 90, 70, 30 in that order; direct 70, 70, 80: ties the first two and turns the third.
// q2: people tie; chosen ties, direct does not. q3 has one report only.
const reports = [
  report('q1', 80, 90, 70),
  report('q1', 60, 70, 70),
  report('q1', 40, 30, 80),
  report('q2', 50, 40, 50),
  report('q2', 50, 40, 60),
  report('q3', 100, 90, 80)
];

describe('protocols compared on the same reports', () => {
  it('count pairs of reports on one query that are ordered, or tied, as people do', () => {
    const { pairs } = compareProtocols(reports);
    expect(pairs).toMatchObject({ n: 4, queries: 2, ties: { people: 1, chosen: 1, direct: 1 } });
    expect(pairs.chosen.value).toBe(1);
    expect(pairs.direct.value).toBe(0);
    expect(pairs.difference).toMatchObject({ value: 1, low: null, p: null });
    expect(pairs.difference.reason).toBe('There is no variance between queries.');
  });

  it('measure the distance from people in points, with an interval by query, by hand', () => {
    const { distance } = compareProtocols(reports);
    // Chosen 10 10 10 | 10 10 | 10; direct 10 10 40 | 0 10 | 20.
    expect(distance).toMatchObject({ n: 6, queries: 3, chosen: { value: 10, low: null } });
    expect(distance.direct.value).toBeCloseTo(15, 12);
    expect(distance.difference.value).toBeCloseTo(-5, 12);
    // Influences of the direct one: (60 − 45)/6, (10 − 30)/6, (20 − 15)/6; se² = 3/2 · Σ.
    const se = Math.sqrt((3 / 2) * ((15 / 6) ** 2 + (20 / 6) ** 2 + (5 / 6) ** 2));
    expect(distance.difference.high! - distance.difference.low!).toBeCloseTo(2 * 4.302653 * se, 4);
  });

  it('compare nothing if there is nothing, and say so', () => {
    expect(compareProtocols([])).toMatchObject({
      reports: 0,
      pairs: { n: 0, chosen: { value: null, reason: 'No query has two reports with both scores.' } },
      distance: { n: 0, direct: { value: null } }
    });
    const one = compareProtocols([report('q1', 10, 20, 30), report('q1', 20, 30, 20)]);
    expect(one.distance.chosen).toMatchObject({ value: 10, low: null, reason: 'One query shows no spread.' });
    expect(one.pairs).toMatchObject({ chosen: { value: 1 }, direct: { value: 0 } });
  });

  it('do not depend on the order of the reports', () => {
    const [here, back] = [reports, [...reports].reverse()].map(compareProtocols);
    expect(back!.pairs).toEqual(here!.pairs);
    expect(back!.distance.difference.value).toBeCloseTo(here!.distance.difference.value!, 12);
  });
});

describe('the parts of the comparison', () => {
  it('people’s score weighs each unit by the inverse of its chance', () => {
    expect(peopleScore([{ value: 1, inclusion: 0.25 }, { value: 0, inclusion: 0.5 }, { value: 0.5, inclusion: 0.5 }])).toBe(62.5); // prettier-ignore
    expect(peopleScore([])).toBeNull();
  });

  it('points run from 0 to 100 on every scale', () => {
    expect(inPoints(7, { min: 0, max: 10, better: 'higher' })).toBeCloseTo(70, 12);
    expect(inPoints(1, { min: 0, max: 4, better: 'lower' })).toBe(75);
  });

  it('the spread is that of run means and that within reports', () => {
    // Run means 50 and 60: SD √50; within: |40 − 60|/√2 and |60 − 60|/√2, of which the mean is √50.
    const spread = spreadOf([
      [40, 60],
      [60, 60],
      [10, null]
    ]);
    expect(spread).toMatchObject({ repeats: 2, reports: 2 });
    expect(spread!.sdOfRunMeans).toBeCloseTo(Math.sqrt(50), 10);
    expect(spread!.withinReportSd).toBeCloseTo(Math.sqrt(50), 10);
    expect(spreadOf([[40], [null, 3]])).toBeNull();
  });
});
