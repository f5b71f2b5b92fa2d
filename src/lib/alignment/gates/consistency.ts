import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { ensembleScore, type JudgeEnsemble } from '../ensembles/ensembles.ts';
import { stepOf, withinStep } from '../units/metric.ts';
import type { JudgeAnswer } from '../units/ratings.ts';
import type { Observation, Units } from '../units/units.ts';
import { boundedShare, surelyReaches, type Gate } from './gate.ts';
import { withFinding } from './said.ts';
import { idsOf } from './words.ts';
import { lowerBound, proportion } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');

/** Answers of judges to repeated questions. */
export interface RepeatFacts {
  /** Answers of each judge to each item in the order asked, by judge id and item id; the first is the one that counts. */
  answers: Readonly<Record<string, Readonly<Record<string, readonly JudgeAnswer[]>>>>;
  /** Judges made of code, which answer the same every time. */
  code: readonly string[];
}

/** Whether two answers to one question are the same; measured scores, if they are within one step. */
const alike = (scale: LabelScale, one: number, other: number): boolean =>
  scale.level === 'interval' ? withinStep(scale, one, other) : one === other;

/** Of each item that was asked more than once, the share of pairs of answers on which the ensemble says the same. */
export function repeatsAlike(units: Units, { judgeIds, rule }: JudgeEnsemble, facts: RepeatFacts): Observation[] {
  const { scale } = units;
  const asked = judgeIds.filter((id) => !facts.code.includes(id));
  if (asked.length === 0) return [];
  const ofCode = new Map(units.judges.map(({ id, answers }) => [id, answers]));
  return units.ids.flatMap((id, unit): Observation[] => {
    const repeats = Math.min(...asked.map((judge) => facts.answers[judge]?.[id]?.length ?? 0));
    const scores = Array.from({ length: repeats }, (_, r) =>
      ensembleScore(
        rule,
        judgeIds.map((judge) =>
          facts.code.includes(judge) ? ofCode.get(judge)![unit]! : facts.answers[judge]![id]![r]!
        ),
        scale.level
      )
    ).filter((score) => score !== null);
    if (scores.length < 2) return [];
    let [same, pairs] = [0, 0];
    for (let i = 0; i < scores.length; i++)
      for (let j = i + 1; j < scores.length; j++) {
        pairs++;
        if (alike(scale, scores[i]!, scores[j]!)) same++;
      }
    return [{ unit, value: same / pairs }];
  });
}

/**
 * Test–retest consistency: share of pairs of repeats on which the ensemble gives the same answer, over all items of the
 * study that were asked again. Passed if the lower end of its interval, clustered by query, reaches the threshold.
 */
export function consistencyGate(
  units: Units,
  ensemble: JudgeEnsemble,
  facts: RepeatFacts,
  analysisPlan: AnalysisPlan
): Gate {
  const { scale } = units;
  const { level } = scale;
  const asked = ensemble.judgeIds.filter((id) => !facts.code.includes(id));
  const observations = repeatsAlike(units, ensemble, facts);
  const { value, low, high, n, clusters } = boundedShare(units, observations, analysisPlan.confidence);
  return {
    name: 'consistency',
    state:
      asked.length === 0
        ? 'not-applicable'
        : value === null
          ? 'not-tested'
          : surelyReaches(low, high, analysisPlan.consistency),
    measure: `Test–retest consistency: share of repeated questions with ${level === 'interval' ? `answers within ${stepOf(scale)}` : 'the same answer'}`,
    value,
    low,
    high,
    threshold: analysisPlan.consistency,
    unit: 'share',
    n,
    clusters,
    ...withFinding(consistencySaid({ value, low, n, clusters }, asked.length === 0, scale)),
    parts: [],
    items: idsOf(
      units,
      observations.map(({ unit }) => unit)
    )
  };
}

function consistencySaid(
  { value, low, n, clusters }: Pick<Gate, 'value' | 'low' | 'n' | 'clusters'>,
  codeOnly: boolean,
  scale: LabelScale
): Saying {
  if (codeOnly) return finding('codeOnly');
  if (value === null) return finding('noRepeat');
  const of = {
    ...{ kind: scale.level === 'interval' ? 'within' : 'same', step: String(stepOf(scale)) },
    ...{ value: proportion(value), n }
  };
  return low === null
    ? finding('consistencyNoBound', of)
    : finding('consistency', { ...of, low: lowerBound(low), queries: clusters });
}
