import { describe, expect, it } from 'vitest';
import { dawidSkene, seededRandom } from '../../stats/index.ts';
import { agreementFigure } from '../agreement/agreement.ts';
import { judgeEnsembles } from '../ensembles/ensembles.ts';
import { ratedUnits } from '../units/units.ts';
import { sampleRatings, sampleScores, type SampleItem } from '../units/sample-ratings.fixture.ts';
import { consensusInWords, consensusOf, type Consensus } from './consensus.ts';
import { messagesIn } from '../../messages/words.ts';

const RIGHT = [0.92, 0.9, 0.88, 0.55];
const names = ['Ana', 'Ben', 'Cleo', 'Dan'];

/** Four annotators, of whom the last is careless, and two judges: one always says the truth, one is right in 80% of items. */
function world(seed: number, queries = 30, perQuery = 4) {
  const draw = seededRandom(seed);
  const truths = new Map<string, boolean>();
  const say = (truth: boolean, chance: number): string => (draw.unit() < chance === truth ? 'y' : 'n');
  const items = Array.from({ length: queries * perQuery }, (_, i): SampleItem => {
    const truth = draw.unit() < 0.6;
    const id = `i${String(i).padStart(4, '0')}`;
    truths.set(id, truth);
    return {
      id,
      query: `q${String(Math.floor(i / perQuery)).padStart(3, '0')}`,
      people: RIGHT.map((chance) => say(truth, chance)).join(''),
      judges: say(truth, 1) + say(truth, 0.8)
    };
  });
  const ratings = sampleRatings(names, ['true', 'half'], items);
  const systems = ratings.items.map((item, i) => ({ ...item, systemName: i % 2 === 0 ? 'Alder' : 'Birch' }));
  return { truths, ratings: { ...ratings, items: systems } };
}

function labelsIn(seed: number): { truths: boolean[]; people: number[][] } {
  const { truths, ratings } = world(seed);
  const units = ratedUnits(ratings);
  return {
    truths: units.ids.map((id) => truths.get(id)!),
    people: units.ids.map((_, u) => units.people.map(({ labels }) => labels[u]!))
  };
}

function consensusIn(seed: number, queries?: number): Consensus {
  const units = ratedUnits(world(seed, queries).ratings);
  return consensusOf(units, judgeEnsembles(units.judges.map(({ id }) => id)));
}
/** Judges in the order of their names: `half`, then `true`. */
const [HALF, TRUE] = [0, 1];

describe('in a world with one careless annotator', () => {
  it('the Dawid–Skene consensus is nearer the truth than the majority in at least 18 of 20 worlds, and never farther by a point', () => {
    let nearer = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { truths, people } = labelsIn(seed);
      const { posterior } = dawidSkene(people, [0, 1]);
      const wrong = (said: (unit: number) => number): number =>
        truths.reduce((sum, truth, unit) => sum + Math.abs(Number(truth) - said(unit)), 0) / truths.length;
      const consensus = wrong((unit) => Math.round(posterior![unit]![1]!));
      const majority = wrong((unit) => {
        const share = people[unit]!.reduce((sum, label) => sum + label, 0) / people[unit]!.length;
        return share === 0.5 ? 0.5 : Math.round(share);
      });
      if (consensus < majority) nearer++;
      expect(consensus).toBeLessThan(majority + 0.01);
    }
    expect(nearer).toBeGreaterThanOrEqual(18);
  });

  it('a judge that says the truth agrees more with the consensus than with the majority, and the difference has an interval', () => {
    const found = consensusIn(3, 100);
    const { majority, consensus, difference } = found.candidates[TRUE]!.all;
    expect(consensus.value!).toBeGreaterThan(majority.value! + 0.01);
    expect(difference.value).toBeCloseTo(consensus.value! - majority.value!, 12);
    expect(difference.low!).toBeGreaterThan(0);
    for (const { low, high, value, n, clusters } of [majority, consensus, difference]) {
      expect(low!).toBeLessThan(value!);
      expect(high!).toBeGreaterThan(value!);
      expect([n, clusters]).toEqual([400, 100]);
    }
  });

  it('counts items by how many of the run they stand for, and says so', () => {
    const { ratings } = world(3, 20);
    const items = ratings.items.map((item, i) => ({ ...item, inclusionProbability: i % 4 === 0 ? 1 : 1 / 8 }));
    const units = ratedUnits({ ...ratings, items });
    const { labels } = units.judges[HALF]!;
    const found = consensusOf(units, [{ judgeIds: [units.judges[HALF]!.id], rule: 'single' }]);
    const [{ all }] = found.candidates as [Consensus['candidates'][number]];
    const inRun = agreementFigure(units, labels, {}, { weighted: true });
    expect(all.majority).toMatchObject({ value: expect.closeTo(inRun.value!, 12) as number, n: 80, clusters: 20 });
    expect(inRun.value).not.toBeCloseTo(agreementFigure(units, labels, {}).value!, 3);
    expect(consensusInWords(found, { name: 'half', figures: all }, messagesIn('en', 'consensus'))).toContain(
      ', weighted to the run, n = 80 items'
    );
    // Few items stand for most of the run: the least error of such weights is that of the weighted agreement, too.
    const few = ratings.items.map((item, i) => ({ ...item, inclusionProbability: i % 16 === 0 ? 1 / 30 : 1 }));
    const heavy = ratedUnits({ ...ratings, items: few }, 'leave-out');
    const { low, high } = agreementFigure(heavy, labels, {}, { weighted: true });
    const again = consensusOf(heavy, [{ judgeIds: [heavy.judges[HALF]!.id], rule: 'single' }]).candidates[0]!.all;
    expect([again.majority.low, again.majority.high]).toEqual(
      [low, high].map((end) => expect.closeTo(end!, 6) as number)
    );
  });

  it('annotators have pseudonyms in the order of their estimated accuracy, which is near the planted one', () => {
    const found = consensusIn(5, 120);
    expect(found.annotators.map(({ name }) => name)).toEqual([
      'Annotator 1',
      'Annotator 2',
      'Annotator 3',
      'Annotator 4'
    ]);
    for (const [i, { accuracy, labelled }] of found.annotators.entries()) {
      expect(accuracy.value!).toBeCloseTo(RIGHT[i]!, 1);
      expect([labelled, accuracy.n]).toEqual([480, 480]);
      expect(accuracy.low!).toBeLessThan(RIGHT[i]!);
      expect(accuracy.high!).toBeGreaterThan(RIGHT[i]!);
    }
    expect(JSON.stringify(found)).not.toMatch(/Ana|Ben|Cleo|Dan/);
  });

  it('has figures for each system, whose items add up to all', () => {
    const found = consensusIn(7);
    expect(found.systems.map(({ name, items }) => [name, items.length])).toEqual([
      ['Alder', 60],
      ['Birch', 60]
    ]);
    const { all, bySystem } = found.candidates[HALF]!;
    const whole = bySystem.reduce((sum, { consensus }) => sum + consensus.value! * consensus.n, 0) / 120;
    expect(whole).toBeCloseTo(all.consensus.value!, 12);
    expect(found.items).toHaveLength(120);
  });

  it('covers the agreement with the truth more often by the consensus than by the majority', () => {
    let [byConsensus, byMajority] = [0, 0];
    for (let seed = 100; seed < 120; seed++) {
      const { consensus, majority } = consensusIn(seed).candidates[HALF]!.all;
      const holds = ({ low, high }: { low: number | null; high: number | null }): number =>
        Number(low! <= 0.8 && 0.8 <= high!);
      byConsensus += holds(consensus);
      byMajority += holds(majority);
    }
    expect(byConsensus).toBeGreaterThanOrEqual(17);
    expect(byConsensus).toBeGreaterThanOrEqual(byMajority);
  });
});

describe('there is no consensus', () => {
  const reasonOf = (people: readonly string[], items: readonly SampleItem[]): Consensus => {
    const units = ratedUnits(sampleRatings(people, ['j'], items));
    return consensusOf(units, [{ judgeIds: ['id-j'], rule: 'single' }]);
  };
  const many = (people: string, judges = 'y', n = 40): SampleItem[] =>
    Array.from({ length: n }, (_, i) => ({ id: `i${i}`, query: `q${i % 10}`, people, judges }));

  it.each([
    ['few-annotators', reasonOf(['A', 'B'], many('yy')), 'at least 3 annotators are needed'],
    [
      'few-labels',
      reasonOf(names, [
        ...many('yy--', 'y', 20),
        ...many('--yy', 'y', 20).map((one) => ({ ...one, id: `more-${one.id}` }))
      ]),
      'no item has 3 labels or more'
    ],
    ['few-items', reasonOf(names, many('yyyn', 'y', 19)), 'fewer than 20 items have 3 labels or more'],
    ['no-answers', reasonOf(names, many('yyyn', '-')), 'was labelled by every judge']
  ])('%s', (reason, found, words) => {
    expect(found).toMatchObject({ reason, candidates: [], annotators: [], items: [] });
    expect(consensusInWords(found, null, messagesIn('en', 'consensus'))).toContain(words);
  });

  it('on scores', () => {
    const scale = { level: 'ordinal', labels: ['1', '2', '3'] } as const;
    const items = Array.from({ length: 30 }, (_, i) => ({
      ...{ id: `i${i}`, query: `q${i % 6}`, people: ['1', '2', '2'], judges: ['2'] }
    }));
    const units = ratedUnits(sampleScores(scale, ['A', 'B', 'C'], ['j'], items));
    expect(consensusOf(units, [{ judgeIds: ['id-j'], rule: 'single' }]).reason).toBe('scores');
  });
});

it('unanimous annotators have no interval, and it is said why', () => {
  const items = Array.from({ length: 40 }, (_, i): SampleItem => {
    const label = i % 3 === 0 ? 'y' : 'n';
    return { id: `i${i}`, query: `q${i % 10}`, people: label.repeat(3), judges: label };
  });
  const units = ratedUnits(sampleRatings(['A', 'B', 'C'], ['j'], items));
  const { all } = consensusOf(units, [{ judgeIds: ['id-j'], rule: 'single' }]).candidates[0]!;
  expect(all.majority).toMatchObject({ value: 1, low: null, intervalReason: 'no-variation' });
  expect(all.consensus.value).toBeCloseTo(1, 9);
});
