import { scoresOf } from '../ensembles/candidates.ts';
import { defaultAnalysisPlan, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import type { Units, Values } from '../units/units.ts';

export const analysisPlan: AnalysisPlan = defaultAnalysisPlan(['id-A', 'id-B']);
export const quick = { resamples: 100, seed: 1 };
/** Scores of one judge, as an ensemble of itself. */
export const single = (units: Units, judge = 'id-A'): Values => scoresOf(units, { judgeIds: [judge], rule: 'single' });
/** So many items, in turn of so many queries. */
export const many = (n: number, item: (i: number) => Omit<SampleItem, 'id' | 'query'>, queries = 10): SampleItem[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `i${String(i).padStart(3, '0')}`,
    query: `q${String(i % queries).padStart(2, '0')}`,
    ...item(i)
  }));
