import { describe, expect, it } from 'vitest';
import { clusterProbability, levelWithError } from '../../stats/numbers/clustered-draws.fixture.ts';
import { seededRandom } from '../../stats/index.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { sampleRatings, sampleScores } from '../units/sample-ratings.fixture.ts';
import { ratedUnits, type Units } from '../units/units.ts';
import { biasGate, type BiasFacts } from './bias.ts';
import type { Orders } from '../units/ratings.ts';
import type { Gate, GatePart } from './gate.ts';
import { analysisPlan, single } from './gates.fixture.ts';
import { sized } from '../../../../tests/timing.ts';

/** On each query a long report by system Own and a short one by Other, with so many items each; people say no. */
const study = (
  queries: number,
  perReport: number,
  yes: (long: boolean, query: number, item: number) => boolean
): Units => {
  const items = Array.from({ length: queries }, (_, q) =>
    [true, false].flatMap((long) =>
      Array.from({ length: perReport }, (_, i) => ({
        id: `${q} ${long ? 'long' : 'short'} ${i}`,
        query: `q${String(q).padStart(3, '0')}`,
        people: 'n',
        judges: yes(long, q, i) ? 'y' : 'n'
      }))
    )
  ).flat();
  const ratings = sampleRatings(['H'], ['A'], items);
  return ratedUnits({
    ...ratings,
    items: ratings.items.map((item) => {
      const long = item.itemId.includes('long');
      return { ...item, reportId: `${item.qid} ${long ? 'long' : 'short'}`, systemName: long ? 'Own' : 'Other' };
    })
  });
};
/** The same study with other answers of the judge. */
const answered = (units: Units, yes: (unit: number) => boolean): Units => {
  const labels = units.ids.map((_, unit) => Number(yes(unit)));
  return { ...units, judges: units.judges.map((judge) => ({ ...judge, labels, answers: labels })) };
};
const wordsOf = (units: Units): BiasFacts['words'] =>
  Object.fromEntries(units.reports.map((report) => [report, report.endsWith('long') ? 3000 : 1000]));
const gateOf = (units: Units, facts: Partial<BiasFacts> = {}, change: Partial<typeof analysisPlan> = {}): Gate =>
  biasGate(
    units,
    single(units),
    { words: wordsOf(units), ownFamily: ['Own'], ...facts },
    { ...analysisPlan, ...change }
  );
const part = ({ parts }: Gate, name: string): GatePart => parts.find((one) => one.name.startsWith(name))!;

describe('bias', () => {
  it('is within every margin with plenty of evidence, each shown with interval, margin, items and queries', () => {
    const gate = gateOf(study(80, 5, () => false));
    expect(gate).toMatchObject({ state: 'pass', unit: 'equivalence', value: 0 });
    expect(gate.parts.map(({ name, state, threshold, n, clusters }) => [name, state, threshold, n, clusters])).toEqual([
      ['Severity', 'pass', 0.05, 800, 80],
      ['Position', 'not-applicable', 0.1, 0, 0],
      ['Length', 'pass', 0.1, 80, 80],
      ['Self-preference', 'pass', 0.1, 80, 80]
    ]);
    for (const { state, low, high } of gate.parts) if (state === 'pass') expect(high! - low!).toBeGreaterThan(0);
    expect(gate.finding).toBe(
      'Within the margin: severity, length and self-preference. Position bias does not apply: this scale has no positions.'
    );
  });

  it('is undecided with little evidence, though judges and people never differ', () => {
    expect(gateOf(study(10, 5, () => false)).state).toBe('undecided');
    expect(gateOf(study(1, 1, () => false)).state).toBe('undecided');
    const alone = study(80, 5, () => false);
    expect(gateOf({ ...alone, reports: alone.reports.map((report) => report.slice(0, 4)) }).state).toBe('not-tested');
  });

  it('of severity is found if the judge says yes too often, and in its direction', () => {
    const gate = gateOf(study(60, 5, (_, query, item) => (query + item) % 4 === 0));
    expect(part(gate, 'Severity')).toMatchObject({ state: 'fail', value: 0.25 });
    expect(part(gate, 'Length').state).toBe('pass');
    expect(gate).toMatchObject({ state: 'fail', value: 0.25, threshold: 0.05 });
    expect(gate.finding).toMatch(/^Judges are more lenient than annotators \(\.250, margin ±\.050\)\./);
  });

  it('for length and own maker is found if the judge is kinder to the long reports of one system', () => {
    const gate = gateOf(study(60, 5, (long) => long));
    expect(part(gate, 'Length')).toMatchObject({ state: 'fail', value: 1, n: 60, clusters: 60 });
    expect(part(gate, 'Self-preference')).toMatchObject({ state: 'fail', value: 1 });
    const other = gateOf(
      study(60, 5, (long) => long),
      { ownFamily: ['Other'] }
    );
    expect(part(other, 'Self-preference').value).toBe(-1);
  });

  it('is that of the run, if items on which judges differ were drawn more often', () => {
    const drawn = (units: Units): Units => ({
      ...units,
      weights: units.ids.map((id) => (id.endsWith('0') ? 1 : 6))
    });
    const severe = gateOf(drawn(study(60, 5, (_, _query, item) => item === 0)));
    expect(part(severe, 'Severity').value).toBeCloseTo(1 / 25, 12);
    const kinder = gateOf(drawn(study(60, 5, (long, _, item) => long && item === 0)));
    for (const name of ['Length', 'Self-preference']) expect(part(kinder, name).value).toBeCloseTo(1 / 25, 12);
  });

  it('of own maker has nothing to check without such a system, and is not tested if makers are unknown', () => {
    const units = study(80, 5, () => false);
    expect(part(gateOf(units, { ownFamily: [] }), 'Self')).toMatchObject({ state: 'not-applicable', value: null });
    expect(gateOf(units, { ownFamily: [] }).state).toBe('pass');
    expect(gateOf(units, { ownFamily: [], unknownFamily: ['Other'] })).toMatchObject({ state: 'not-tested' });
    expect(gateOf(units, { ownFamily: [], unknownFamily: ['Other'] }).finding).toContain(
      'the maker of Other is unknown'
    );
    expect(gateOf(units, { ownFamily: null }).state).toBe('not-tested');
    expect(part(gateOf(units, { ownFamily: ['Own', 'Other'] }), 'Self').state).toBe('not-tested');
  });

  it('for length is not tested if lengths are unknown or equal', () => {
    const units = study(80, 5, () => false);
    expect(gateOf(units, { words: {} })).toMatchObject({ state: 'not-tested' });
    const equal = Object.fromEntries(units.reports.map((report) => [report, 2000]));
    expect(part(gateOf(units, { words: equal }), 'Length').state).toBe('not-tested');
  });

  it('is in shares of the scale: the same scores from 0 to 10 and from 0 to 100', () => {
    const of = (factor: number): Gate => {
      const scale: LabelScale = { level: 'interval', low: 0, high: 10 * factor };
      const units = ratedUnits(
        sampleScores(scale, ['H'], ['A'], Array.from({ length: 500 }, (_, i) => ({
          id: `i${i}`, query: `q${i % 100}`, people: [(i % 9) * factor], judges: [((i % 9) + (i % 3) * 0.1) * factor]
        })))
      ); // prettier-ignore
      return gateOf(units, { words: {}, ownFamily: [] });
    };
    const [one, ten] = [part(of(1), 'Severity'), part(of(10), 'Severity')];
    expect(one.value).toBeCloseTo((0.1 * 167 + 0.2 * 166) / 5000, 12);
    expect(ten.high).toBeCloseTo(one.high!, 9);
    expect(one.state).toBe('pass');
  });

  const preference: LabelScale = { level: 'preference', labels: ['A', 'tie', 'B'] };
  const compared = (n: number) =>
    ratedUnits(
      sampleScores(preference, ['H'], ['A', 'B'], Array.from({ length: n }, (_, i) => ({
        id: `i${String(i).padStart(3, '0')}`, query: `q${i % 80}`, people: [i % 2 ? 'A' : 'B'], judges: i % 2 ? ['A', 'A'] : ['B', 'B']
      })))
    ); // prettier-ignore

  it('of position is checked for each judge of the ensemble from both orders, and not tested without them', () => {
    const units = compared(320);
    const same: Record<string, Orders> = Object.fromEntries(units.ids.map((id, i) => [id, i % 2 ? [1, 1] : [0, 0]]));
    const first: Record<string, Orders> = Object.fromEntries(units.ids.map((id, i) => [id, i % 3 ? [1, 0] : [1, 1]]));
    const judges = units.judges.map(({ id, name }) => ({ id, name }));
    const gate = gateOf(units, { ownFamily: [], orders: { 'id-A': same, 'id-B': first }, judges });
    expect(part(gate, 'Position, A')).toMatchObject({ state: 'pass', value: 0, n: 320, clusters: 80 });
    expect(part(gate, 'Position, B').state).toBe('fail');
    expect(gate.finding).toMatch(/^B favours the text shown first/);
    expect(part(gateOf(units, { ownFamily: [] }), 'Position').state).toBe('not-tested');
    expect(part(gateOf(units, { ownFamily: [], judges, orders: {} }), 'Position, A').state).toBe('not-tested');
  });

  it('beyond severity’s margin is passed in at most 5 % of studies with correlated errors', () => {
    const trials = sized(300, 100);
    for (const [icc, perReport] of [
      [0, 5],
      [0.3, 5],
      [0.3, 10]
    ] as const) {
      // prettier-ignore
      const random = seededRandom(20 + perReport + 10 * icc);
      const plain = study(60, perReport, () => false);
      let passed = 0;
      for (let trial = 0; trial < trials; trial++) {
        const errs = Array.from({ length: 60 }, () => clusterProbability(random, 0.0501, icc));
        const units = answered(plain, (unit) => random.unit() < errs[plain.cluster[unit]!]!);
        if (part(gateOf(units, { words: {} }), 'Severity').state === 'pass') passed++;
      }
      expect(passed / trials, `${icc}, ${perReport}`).toBeLessThanOrEqual(levelWithError(0.05, trials));
    }
  });

  it('beyond the margins for length and own maker is passed in at most 5 % of studies', () => {
    const random = seededRandom(31);
    const trials = sized(300, 100);
    const plain = study(60, 5, () => false);
    let passed = 0;
    for (let trial = 0; trial < trials; trial++) {
      const units = answered(plain, (unit) => random.unit() < (plain.systems[unit] === 'Own' ? 0.1501 : 0.05));
      if (part(gateOf(units), 'Length').state === 'pass') passed++;
    }
    expect(passed / trials).toBeLessThanOrEqual(levelWithError(0.05, trials));
  });
});
