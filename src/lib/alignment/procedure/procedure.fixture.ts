import { seededRandom } from '../../stats/index.ts';
import { defaultAnalysisPlan, type AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { adoptionProcedure, type Procedure, type ProcedureFacts } from './procedure.ts';
import { judgeAnswerOf, type JudgeAnswer, type StudyRatings } from '../units/ratings.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';

export interface World {
  seed: number;
  queries: number;
  perQuery: number;
  people: number;
  /** How often each person, and each judge, says what is true. */
  right: number;
  judges: readonly number[];
}

/**
 * A study of a world in which it is known how often judges are right. Two systems answer every query, the first one better;
 * the longer report is the first one's on even queries.
 */
export function worldOf({ seed, queries, perQuery, people, right, judges }: World): StudyRatings {
  const draw = seededRandom(seed);
  const mark = (truth: boolean, chance: number): string => (draw.unit() < chance === truth ? 'y' : 'n');
  const ofSecond = (i: number): boolean => Math.floor(i / queries) % 2 === 1;
  const ratings = sampleRatings(
    Array.from({ length: people }, (_, i) => `H${i}`),
    judges.map((_, i) => `J${i}`),
    Array.from({ length: queries * perQuery }, (_, i) => {
      const truth = draw.unit() < (ofSecond(i) ? 0.35 : 0.75);
      return {
        id: `i${String(i).padStart(4, '0')}`,
        query: `q${String(i % queries).padStart(3, '0')}`,
        people: Array.from({ length: people }, () => mark(truth, right)).join(''),
        judges: judges.map((chance) => mark(truth, chance)).join('')
      };
    })
  );
  return {
    ...ratings,
    items: ratings.items.map((item, i) => ({
      ...item,
      systemName: ofSecond(i) ? 'Birch' : 'Alder',
      reportId: `${(i % queries) % 2 === Number(ofSecond(i)) ? 'long' : 'short'}-${item.qid}`
    }))
  };
}

/**
 * Facts of a study of which it is known how long its reports are, that no system is of a judge's maker, and that each judge
 * was asked twice and said the same.
 */
export function plainFacts(ratings: StudyRatings, times = 2): ProcedureFacts {
  const answersOf = (judgeId: string): [string, JudgeAnswer[]][] =>
    ratings.items.map((item) => {
      const verdict = item.judges.find((one) => one.judgeId === judgeId)!;
      return [item.itemId, Array.from({ length: times }, () => judgeAnswerOf(ratings.scale, verdict))];
    });
  return {
    metric: 'coverage',
    costs: Object.fromEntries(ratings.judges.map(({ id }, i) => [id, i + 1])),
    words: Object.fromEntries(
      ratings.items.map(({ reportId }) => [reportId, reportId.startsWith('long') ? 3000 : 1000])
    ),
    ownFamily: Object.fromEntries(ratings.judges.map(({ id }) => [id, []])),
    repeats: {
      answers: Object.fromEntries(ratings.judges.map(({ id }) => [id, Object.fromEntries(answersOf(id))])),
      code: []
    }
  };
}

/** The procedure by what is preregistered if nothing is, with the changes given, and quick. */
export const quickProcedure = (
  ratings: StudyRatings,
  change: Partial<AnalysisPlan> = {},
  facts = plainFacts(ratings),
  resamples = 100
): Procedure =>
  adoptionProcedure(ratings, { ...defaultAnalysisPlan(ratings.judges.map(({ id }) => id)), ...change }, facts, {
    resamples,
    seed: 1
  });
