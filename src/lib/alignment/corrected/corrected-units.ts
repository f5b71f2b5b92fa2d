import { type LabelScale, valueOnScale } from '../../studies/labels/label-scale.ts';
import type { UnitKind } from '../../scorer/verdict.ts';
import { unitNamed } from '../../scorer/suites/index.ts';
import { ensembleScore, type JudgeEnsemble } from '../ensembles/ensembles.ts';
import { judgeAnswerOf, referenceOf, type JudgeVerdict } from '../units/ratings.ts';

/** Whether the score of a report is the mean of its units of this kind. */
export const isMeanOfUnits = (kind: UnitKind): boolean => unitNamed(kind).uncorrected === null;

/**
 * The scale of a study's labels if they answer the units of which a score is the mean. Null if people were asked
 * something else on the reports of the metric: whether they would use one, or in which order they put them.
 */
export const scaleOfUnits = (kind: UnitKind, study: LabelScale): LabelScale | null =>
  isMeanOfUnits(kind) && study.level === 'binary' && study.labels.join() === 'yes,no' ? study : null;

/** Why scores made of units of this kind are not corrected. */
export const whyNoCorrection = (kind: UnitKind): string => unitNamed(kind).uncorrected ?? '';

/** Why values that are aggregated otherwise than by a mean over queries are not corrected. */
export const whyNoMean = (measure: string): string =>
  `Its value is ${measure}; labels can correct only a mean over queries.`;

type Given = Pick<JudgeVerdict, 'judgeId' | 'state' | 'label'>;

/** Score by the ensemble's rule from its own judges' answers, whatever others answered; null if it gives no score. */
export const scoreBy = (ensemble: JudgeEnsemble, scale: LabelScale, given: readonly Given[]): number | null =>
  ensembleScore(
    ensemble.rule,
    ensemble.judgeIds.map((id) =>
      judgeAnswerOf(
        scale,
        given.find(({ judgeId }) => judgeId === id)
      )
    ),
    scale.level
  );

/** Joint label of people on a unit, as the alignment report takes it; null if no person labelled it. */
export const saidByPeople = (scale: LabelScale, labels: readonly string[]): number | null =>
  referenceOf(
    scale,
    labels.flatMap((label) => valueOnScale(scale, label) ?? [])
  ).value;
