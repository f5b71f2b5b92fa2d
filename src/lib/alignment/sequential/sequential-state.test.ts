import { describe, expect, it } from 'vitest';
import { defaultAnalysisPlan, readAnalysisPlan, typedAs, changesBetween } from '../preregistration/analysis-plan.ts';
import { planWordsIn } from '../preregistration/plan-words.ts';
import { declaredLooks, sequentialPlanInWords, type SequentialPlan } from '../preregistration/sequential-plan.ts';
import { adoptionProcedure, type Procedure } from '../procedure/procedure.ts';
import { plainFacts, worldOf } from '../procedure/procedure.fixture.ts';
import { firstGuess } from './sequential-state.ts';
import { progressInWords } from './sequential-words.ts';
import { stoppingBoundary, type LookTaken } from './stopping-boundary.ts';

const always: SequentialPlan = { rule: 'always-valid', maximum: 60, looks: 0 };
const pocock: SequentialPlan = { rule: 'pocock', maximum: 50, looks: 5 };
const look = (queries: number): LookTaken => ({ queries, labels: 5 * queries, by: 'Ines', at: queries });

function procedureWith(plan: SequentialPlan, queries: number, right: number, looks: LookTaken[] = []): Procedure {
  const ratings = worldOf({
    seed: 5,
    queries,
    perQuery: 6,
    people: 3,
    right: 0.99,
    judges: [right, right, right - 0.05]
  });
  const complete = [...new Set(ratings.items.map(({ qid }) => qid))];
  const analysisPlan = { ...defaultAnalysisPlan(ratings.judges.map(({ id }) => id)), target: 0.85, floor: 0.8, sequential: plan }; // prettier-ignore
  return adoptionProcedure(ratings, analysisPlan, { ...plainFacts(ratings), sequential: { complete, looks } }, { resamples: 50, seed: 1 }); // prettier-ignore
}
const gateOf = ({ gates }: Procedure) => gates.find(({ name }) => name === 'agreement')!;

describe('the gate of agreement under a sequential plan', () => {
  it('passes by the plan’s own bound as soon as a look decides, and says after how many queries', () => {
    const made = procedureWith(always, 40, 0.98);
    const gate = gateOf(made);
    expect(made.sequential).toMatchObject({ decision: 'adopt', mayStop: true, queries: 40 });
    expect(made.sequential!.at!).toBeGreaterThanOrEqual(15);
    expect(gate.state).toBe('pass');
    expect(made.sequential!.low!).toBeGreaterThan(0.85);
    expect(gate).toMatchObject(made.sequential!.interval!);
    expect(gate).toMatchObject({ value: 1, high: 1 });
    expect(gate.low!).toBeGreaterThan(made.sequential!.low!);
    expect(made.verdict.text).toContain('The interval accounts for stopping at this look.');
    expect(gate.finding).toContain(`After ${made.sequential!.at} complete queries of at most 60`);
    expect(made.verdict.text).toContain('by the preregistered sequential plan (always-valid');
  });

  it('fails if every candidate lies below the target, and is open before the first look', () => {
    const failed = procedureWith(always, 40, 0.6);
    expect(gateOf(failed)).toMatchObject({ state: 'fail' });
    expect(failed.sequential!.interval!.high).toBe(failed.sequential!.high);
    expect(failed.sequential!.high!).toBeLessThan(0.85);
    const early = procedureWith(always, 12, 0.98);
    expect(gateOf(early)).toMatchObject({ state: 'undecided', low: null });
    expect(early.sequential).toMatchObject({
      decision: 'go-on',
      mayStop: false,
      at: null,
      next: 15,
      left: 48,
      interval: null
    });
    expect(gateOf(early).finding).toContain('the first look of the always-valid plan has not been reached');
  });

  it('of planned looks decides at those only', () => {
    expect(declaredLooks(pocock)).toEqual([10, 20, 30, 40, 50]);
    const made = procedureWith(pocock, 24, 0.98);
    expect(made.sequential).toMatchObject({ due: 2, next: 30 });
    expect([10, 20]).toContain(made.sequential!.at);
  });

  it('counts a first look that the plan does not name and computes the boundaries anew', () => {
    const plain = stoppingBoundary(pocock, { taken: [], complete: 30, risk: 0.025 });
    const seen = stoppingBoundary(pocock, { taken: [look(14)], complete: 30, risk: 0.025 });
    expect(plain.boundary(10)).toBeCloseTo(2.413, 2);
    expect(seen).toMatchObject({ unplanned: 'corrected', extra: [14] });
    expect(seen.boundary(10)).toBeGreaterThan(plain.boundary(10));
    expect(plain.boundary(14)).toBe(Infinity);
    expect(procedureWith(pocock, 30, 0.98, [look(14)]).verdict.text).toContain(
      'The figures were unblinded after 14 complete queries, which was not a planned look; the Pocock boundaries were recomputed'
    );
  });

  it('says that a second unplanned look, or labelling beyond the maximum after one, cannot be corrected, and stays open', () => {
    const twice = procedureWith(pocock, 30, 0.98, [look(14), look(17)]);
    expect(twice.sequential!.unplanned).toBe('uncorrectable');
    expect(gateOf(twice).state).toBe('undecided');
    expect(twice.verdict.text).toContain('This cannot be corrected');
    expect(stoppingBoundary(pocock, { taken: [look(50)], complete: 55, risk: 0.025 }).unplanned).toBe('uncorrectable');
    expect(stoppingBoundary(always, { taken: [look(20)], complete: 70, risk: 0.025 }).unplanned).toBe('none');
  });
});

describe('a sequential plan', () => {
  const typed = typedAs(defaultAnalysisPlan(['a']));
  const read = (rule: string, maximum: string, looks = '5') =>
    readAnalysisPlan({ ...typed, sequential: { rule, maximum, looks } }, ['a']);

  it('is read from what was typed, refused with the field, and absent if it is fixed', () => {
    expect(read('pocock', '100')).toMatchObject({ analysisPlan: { sequential: { rule: 'pocock', maximum: 100, looks: 5 } } }); // prettier-ignore
    expect(read('always-valid', '60')).toMatchObject({ analysisPlan: { sequential: always } });
    expect(read('fixed', '')).not.toHaveProperty('analysisPlan.sequential');
    expect(read('always-valid', '10')).toMatchObject({ problems: [{ column: 'maximum' }] });
    expect(read('pocock', '20', '9')).toMatchObject({ problems: [{ column: 'looks' }] });
    expect(read('whenever', '20')).toMatchObject({ problems: [{ column: 'stopping' }] });
  });

  it('is a change of the preregistration, also if it is withdrawn', () => {
    const plain = defaultAnalysisPlan(['a']);
    expect(changesBetween(plain, { ...plain, sequential: always })).toEqual(['sequential']);
    expect(changesBetween({ ...plain, sequential: always }, plain)).toEqual(['sequential']);
    expect(changesBetween({ ...plain, sequential: always }, { ...plain, sequential: { ...always, maximum: 70 } })).toEqual(['sequential']); // prettier-ignore
    expect(sequentialPlanInWords(pocock, planWordsIn('en').stopping)).toContain(
      'at 5 looks, after 10, 20, 30, 40, 50 queries (Pocock)'
    );
  });

  it('tells people neither a figure nor a direction', () => {
    const state = { plan: always, queries: 31, next: null, mayStop: true };
    expect(progressInWords(state)).toBe('31 of at most 60 queries complete. The study may stop.');
    expect(progressInWords({ ...state, next: 32, mayStop: false })).toBe('31 of at most 60 queries complete. Next look after 32.'); // prettier-ignore
  });

  it('begins with all judges by majority, or the nearest to it', () => {
    expect(firstGuess([{ judgeIds: ['a'], rule: 'single' }])).toBe(0);
    const two = ['average', 'any', 'all'].map((rule) => ({ judgeIds: ['a', 'b'], rule }) as const);
    expect(firstGuess([{ judgeIds: ['a'], rule: 'single' }, ...(two as never[])])).toBe(1);
  });
});
