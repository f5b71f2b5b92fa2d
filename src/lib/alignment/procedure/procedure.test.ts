import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAnalysisPlan, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Escalation } from '../ensembles/escalation.ts';
import { gateNames } from '../preregistration/gate-names.ts';
import type { Gate, GateState } from '../gates/gate.ts';
import { moreItems } from './needs.ts';
import { plainFacts, quickProcedure, worldOf } from './procedure.fixture.ts';
import { adoptionProcedure, type Procedure } from './procedure.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import { procedureOutcome } from './verdict.ts';
import { atMost, processorTime } from '../../../../tests/timing.ts';

const quick = { resamples: 300, seed: 1 };
const go = (ratings: StudyRatings, change: Partial<AnalysisPlan> = {}, facts = plainFacts(ratings)): Procedure =>
  quickProcedure(ratings, change, facts, quick.resamples);
const gate = (of: Procedure, name: Gate['name']): Gate => of.gates.find((one) => one.name === name)!;
const common = { seed: 1, queries: 40, perQuery: 8, people: 3, right: 0.97 };

describe('the choice', () => {
  // Two queries of two items: A is right on 3 of 4, B on 2, "any" on 3, "all" on 2, the average on 2.5.
  const small = sampleRatings(
    ['H'],
    ['A', 'B'],
    [
      { id: 'i1', query: 'q1', people: 'y', judges: 'yn' },
      { id: 'i2', query: 'q1', people: 'n', judges: 'nn' },
      { id: 'i3', query: 'q2', people: 'y', judges: 'yn' },
      { id: 'i4', query: 'q2', people: 'n', judges: 'yn', probability: 0.5 }
    ]
  );

  it('weighs items by what they stand for and takes the cheaper of equals', () => {
    const { selection } = go(small);
    const agreement = Object.fromEntries(selection.candidates.map(({ name, agreement: value }) => [name, value]));
    expect(agreement['A']).toBeCloseTo(3 / 5, 12);
    expect(agreement['B']).toBeCloseTo(3 / 5, 12);
    expect(agreement['A + B, average']).toBeCloseTo(3 / 5, 12);
    expect(selection.candidates[selection.chosen!]!.name).toBe('A');
    expect(selection.costUnit).toBe('dollars');
  });

  it('pays for agreement at λ: a dear judge that agrees more is left if the difference is worth less', () => {
    const ratings = worldOf({ ...common, judges: [0.9, 0.99] });
    const facts = { ...plainFacts(ratings), costs: { 'id-J0': 1, 'id-J1': 4 } };
    const chosen = (lambda: number): string => {
      const { selection } = go(ratings, { lambda }, facts);
      return selection.candidates[selection.chosen!]!.name;
    };
    expect(chosen(0)).toBe('J1');
    expect(chosen(0.1)).toBe('J0');
  });

  it('counts judges if a price is unknown, and does not apply λ to them', () => {
    const ratings = worldOf({ ...common, judges: [0.9, 0.99] });
    const { selection } = go(ratings, { lambda: 1 }, { ...plainFacts(ratings), costs: { 'id-J0': 1, 'id-J1': null } });
    expect(selection.costUnit).toBe('judges');
    expect(selection.candidates.map(({ cost }) => cost)).toEqual([1, 1, 2, 2, 2]);
    expect(selection.candidates[selection.chosen!]!.name).toBe('J1');
  });

  it('is corrected downwards for having been made, most if candidates are alike', () => {
    const { selection } = go(worldOf({ ...common, queries: 20, judges: [0.85, 0.85, 0.85, 0.85] }));
    expect(selection.corrected.value!).toBeLessThan(selection.naive.value!);
    expect(selection.corrected.low!).toBeLessThan(selection.naive.low!);
    const frequencies = selection.candidates.reduce((sum, { frequency }) => sum + frequency, 0);
    expect(frequencies).toBeCloseTo(1, 12);
  });

  it('has a cheapest candidate that is not worse by more than δ, and a larger δ never a dearer one', () => {
    const ratings = worldOf({ ...common, judges: [0.9, 0.93, 0.95] });
    const costOfCheapest = (delta: number): number => {
      const { selection } = go(ratings, { delta });
      const cheapest = selection.candidates[selection.cheapest!]!;
      expect(cheapest.behind!).toBeGreaterThanOrEqual(-delta - 1e-9);
      return cheapest.cost;
    };
    const costs = [0, 0.03, 0.1, 0.4].map(costOfCheapest);
    expect([...costs].sort((a, b) => b - a)).toEqual(costs);
  });

  it('has a cheaper candidate only if one costs less than the chosen one', () => {
    const ratings = worldOf({ ...common, judges: [0.95, 0.99] });
    for (const cost of [null, 0]) {
      const { selection, verdict } = go(
        ratings,
        { delta: 0.1 },
        { ...plainFacts(ratings), costs: { 'id-J0': cost, 'id-J1': cost } }
      );
      expect(selection.candidates[selection.chosen!]!.name).toBe('J1');
      expect(selection.candidates[0]).toMatchObject({ name: 'J0', notWorse: true });
      expect(selection.cheapest).toBe(selection.chosen);
      expect(verdict.text).not.toContain('costs less');
    }
  });

  it('compares agreement with δ, whatever λ says it is worth', () => {
    const ratings = worldOf({ ...common, judges: [0.9, 0.99] });
    const facts = { ...plainFacts(ratings), costs: { 'id-J0': 1, 'id-J1': 4 } };
    const [free, priced] = [0, 0.028].map((lambda) => go(ratings, { lambda }, facts).selection);
    const standing = (of: typeof free) => of!.candidates.map(({ behind, notWorse }) => ({ behind, notWorse }));
    expect(priced!.chosen).toBe(1);
    expect(standing(free)[0]!.notWorse).toBe(false);
    expect(standing(priced)).toEqual(standing(free));
  });

  it('leaves evenly split items out if that was preregistered', () => {
    const ratings = worldOf({ ...common, people: 2, judges: [0.95] });
    const split = ratings.items.filter(({ humans }) => humans[0]!.label !== humans[1]!.label).length;
    expect(split).toBeGreaterThan(5);
    expect(go(ratings).selection.units).toHaveLength(320);
    expect(go(ratings, { ties: 'leave-out' }).selection.units).toHaveLength(320 - split);
  });
});

describe('the procedure', () => {
  it('does not depend on the order of items, people or judges', () => {
    const ratings = worldOf({ ...common, queries: 15, judges: [0.9, 0.92] });
    const turned: StudyRatings = {
      ...ratings,
      people: [...ratings.people].reverse(),
      judges: [...ratings.judges].reverse(),
      items: [...ratings.items].reverse()
    };
    const facts = plainFacts(ratings);
    const analysisPlan = defaultAnalysisPlan(['id-J0', 'id-J1']);
    expect(adoptionProcedure(turned, analysisPlan, facts, quick)).toEqual(
      adoptionProcedure(ratings, analysisPlan, facts, quick)
    );
  });

  it('looks at the preregistered judges only', () => {
    const ratings = worldOf({ ...common, judges: [0.8, 0.99] });
    const { selection } = go(ratings, { judges: ['id-J0'] });
    expect(selection.candidates.map(({ name }) => name)).toEqual(['J0']);
  });

  it('says adopt if every gate is passed, with the corrected interval and the target', () => {
    const found = go(worldOf({ ...common, judges: [0.98, 0.98, 0.98] }));
    expect(found.verdict.outcome).toBe('adopt');
    expect(found.verdict.needs).toEqual([]);
    expect(found.verdict.text).toMatch(/^On coverage, the majority of J0, J1 and J2 can replace human annotators\./);
    expect(found.verdict.text).toMatch(/95% CI \[\.9\d\d, .*The default target for the lower bound was \.900\./);
    expect(found.verdict.text).not.toMatch(/[κτωε]|bootstrap/);
  });

  it('says collect more labels where they are few, how many and where', () => {
    const found = go(worldOf({ ...common, queries: 12, perQuery: 5, judges: [0.95] }));
    expect(found.verdict.outcome).toBe('collect-more-labels');
    const needs = new Map(found.verdict.needs.map(({ gate: name, more }) => [name, more]));
    expect(needs.get('queries')).toBe(8);
    expect(found.verdict.text).toContain('labels on reports of at least 8 more queries');
  });

  it('asks for a second annotator if none shares an item', () => {
    const found = go(worldOf({ ...common, people: 1, judges: [0.99] }));
    expect(found.verdict.outcome).toBe('collect-more-labels');
    expect(found.verdict.text).toContain('a second annotator’s labels on at least 30 more items');
  });

  it('says reject if the whole interval is below the target', () => {
    const found = go(worldOf({ ...common, judges: [0.65, 0.6] }));
    expect(gate(found, 'agreement').state).toBe('fail');
    expect(found.verdict.outcome).toBe('reject');
    expect(found.verdict.text).toMatch(
      /^On coverage, J0 should not replace human annotators, although it is the best candidate\./
    );
  });

  it('names a gate that was preregistered not to be required and is not passed', () => {
    const ratings = worldOf({ ...common, queries: 60, judges: [0.98] });
    const gates = gateNames.filter((name) => name !== 'consistency');
    const found = go(ratings, { gates }, plainFacts(ratings, 1));
    expect(found.verdict.outcome).toBe('adopt');
    expect(found.verdict.text).toContain('Not required and not passed: test–retest consistency.');
    expect(go(ratings, {}, plainFacts(ratings, 1)).verdict.outcome).toBe('collect-more-labels');
  });

  it('does not judge by a wider confidence less strictly', () => {
    const ratings = worldOf({ ...common, judges: [0.93] });
    const low = (confidence: number): number => gate(go(ratings, { confidence }), 'agreement').low!;
    expect(low(0.99)).toBeLessThan(low(0.9));
  });

  it('answers for studies without judges, people, items or common answers, and never with NaN', () => {
    const studies = [
      sampleRatings([], [], []),
      sampleRatings(['H'], [], [{ id: 'i', query: 'q', people: 'y', judges: '' }]),
      sampleRatings([], ['A'], [{ id: 'i', query: 'q', people: '', judges: 'y' }]),
      sampleRatings(['H'], ['A', 'B'], [{ id: 'i', query: 'q', people: 'y', judges: '-?' }]),
      sampleRatings(['H', 'G'], ['A', 'B'], [{ id: 'i', query: 'q', people: 'yn', judges: 'yn' }])
    ];
    for (const ratings of studies) {
      const found = go(ratings);
      expect(found.verdict.outcome).toBe('collect-more-labels');
      expect(JSON.stringify(found, (_, v: unknown) => (typeof v === 'number' && !Number.isFinite(v) ? 'NaN' : v))).not.toContain('"NaN"'); // prettier-ignore
    }
  });

  it('asks for scores, not for labels, if no judge answered an item', () => {
    const labelled = sampleRatings(['H'], [], [{ id: 'i', query: 'q', people: 'y', judges: '' }]);
    const failed = sampleRatings(['H'], ['A'], [{ id: 'i', query: 'q', people: 'y', judges: '?' }]);
    for (const ratings of [labelled, failed])
      expect(go(ratings).verdict.text).toMatch(/no candidate judge has answered an item .* Score its items/);
    const apart = sampleRatings(['H'], ['A', 'B'], [
      { id: 'i', query: 'q', people: 'y', judges: 'y?' },
      { id: 'j', query: 'r', people: 'y', judges: '?y' }
    ]); // prettier-ignore
    expect(go(apart).verdict.text).toContain('Collect labels on items that every judge answered.');
  });

  it('takes less than 300 ms of computing for 400 items, five people and five judges', () => {
    const ratings = worldOf({ ...common, perQuery: 10, people: 5, judges: [0.9, 0.9, 0.88, 0.9, 0.9] });
    const facts = plainFacts(ratings);
    const analysisPlan = defaultAnalysisPlan(ratings.judges.map(({ id }) => id));
    const times = [1, 2, 3].map((seed) =>
      processorTime(() => adoptionProcedure(ratings, analysisPlan, facts, { resamples: 2000, seed }))
    );
    expect(Math.min(...times)).toBeLessThan(atMost(300));
  });
});

describe('the outcome', () => {
  const escalation: Escalation = {
    ...{ judges: 3, of: 3, coverage: 0.8, covered: 80, clusters: 80, errors: 0 },
    ...{ upperBound: 0.04, confidence: 0.95, tolerated: 0.05 }
  };

  it('is escalation only if nothing but agreement is missed, and that is undecided, not failed', () => {
    const of = (agreement: GateState, bias: GateState): StudyOutcome =>
      procedureOutcome([bare('agreement', agreement), bare('bias', bias)], ['agreement', 'bias'], 0, escalation);
    expect(of('undecided', 'pass')).toBe('adopt-with-escalation');
    expect(of('fail', 'pass')).toBe('reject');
    expect(of('not-tested', 'pass')).toBe('collect-more-labels');
    expect(of('undecided', 'undecided')).toBe('collect-more-labels');
    expect(of('undecided', 'fail')).toBe('reject');
    expect(of('pass', 'pass')).toBe('adopt');
  });

  it('is not adoption if no required gate is passed', () => {
    expect(procedureOutcome([bare('agreement', 'pass'), bare('order', 'not-applicable')], ['order'], 0, null)).toBe('collect-more-labels'); // prettier-ignore
    expect(procedureOutcome([bare('agreement', 'pass')], [], 0, escalation)).toBe('collect-more-labels');
  });

  const state = fc.constantFrom<GateState>('pass', 'fail', 'undecided', 'not-tested', 'not-applicable');
  const bare = (name: Gate['name'], of: GateState): Gate => ({
    ...{ name, state: of, measure: '', value: null, low: null, high: null, threshold: 0, unit: 'share' },
    ...{ n: 0, clusters: 0, finding: '', said: [], parts: [], items: [] }
  });

  it('never gets better if a gate gets worse, and ignores gates that are not required', () => {
    const rank = ['adopt', 'collect-more-labels', 'reject'];
    fc.assert(
      fc.property(
        fc.array(state, { minLength: gateNames.length, maxLength: gateNames.length }),
        fc.nat(7),
        (states, at) => {
          const gates = gateNames.map((name, i) => bare(name, states[i]!));
          const failed = gates.map((one, i) => (i === at ? { ...one, state: 'fail' as const } : one));
          const before = procedureOutcome(gates, gateNames, 0, null);
          expect(rank.indexOf(procedureOutcome(failed, gateNames, 0, null))).toBeGreaterThanOrEqual(
            rank.indexOf(before)
          );
          const others = gateNames.filter((_, i) => i !== at);
          expect(procedureOutcome(failed, others, 0, null)).toBe(procedureOutcome(gates, others, 0, null));
        }
      )
    );
  });
});

describe('further items', () => {
  it('are so many that Wilson’s end would come to lie on the target', () => {
    // At .95 of 100 with the end at .88: reach .07/√(.88·.12) against .05/√(.9·.1).
    const factor = (0.07 / Math.sqrt(0.88 * 0.12) / (0.05 / Math.sqrt(0.09))) ** 2;
    expect(moreItems({ value: 0.95, low: 0.88, high: 0.98, threshold: 0.9, n: 100 })).toBe(
      Math.ceil(100 * factor) - 100
    );
  });

  it('settle a value below the target by its upper end, and are unknown on the target itself', () => {
    expect(moreItems({ value: 0.85, low: 0.7, high: 0.93, threshold: 0.9, n: 50 })!).toBeGreaterThan(50);
    expect(moreItems({ value: 0.9, low: 0.8, high: 0.95, threshold: 0.9, n: 50 })).toBeNull();
    expect(moreItems({ value: 0.9 - 1e-16, low: 0.8, high: 0.95, threshold: 0.9, n: 50 })).toBeNull();
    // Half as far as the end at 1: four times the items.
    expect(moreItems({ value: 0.8, low: 0.6, high: 1, threshold: 0.9, n: 50 })).toBe(150);
    expect(moreItems({ value: null, low: null, high: null, threshold: 0.9, n: 0 })).toBeNull();
  });
});
