import { agreementAt, agreementFigure, agreementWithOne, isLeftOut, withReference } from '../agreement/agreement.ts';
import { secondaryFigures, type BesideFigure } from '../agreement/beside.ts';
import { confusionOf, type ConfusionTable } from '../agreement/confusion.ts';
import { ensembleScore, type JudgeEnsemble } from './ensembles.ts';
import { beyondChance } from '../agreement/beyond-chance.ts';
import { share, shareWhere, type Confidence, type Figure } from '../units/figure.ts';
import { metricOf, NO_CATEGORY } from '../units/metric.ts';
import type { JudgeAnswer } from '../units/ratings.ts';
import { unequalSampling, type Observation, type Units, type Values } from '../units/units.ts';

/** How one ensemble does against the people of a study. Agreement is the primary figure of the scale, see `metricOf`. */
export interface CandidateFigures extends JudgeEnsemble {
  name: string;
  /** Units with at least one blind human label, and those of them on which the ensemble has a score. */
  asked: number;
  answered: number;
  coverage: Figure;
  /** Over the units that it answered. */
  agreement: Figure;
  /** The same over the units that every judge answered: the one to compare candidates by. */
  common: Figure;
  /** `agreement` weighted back to the run by 1 / inclusion probability. */
  weighted: Figure;
  /** With every single person's label: comparable with one person against another. */
  withOnePerson: Figure;
  strata: readonly { stratum: string; agreement: Figure }[];
  /** Items of `agreement` by what people (rows) and the ensemble (columns) say. */
  confusion: ConfusionTable;
  /** Beyond chance, over the items of `agreement`; its name is the metric's. On scores it is the agreement itself. */
  kappa: Figure;
  /** Null on a measured scale. */
  ac1: Figure | null;
  /**
   * Share of people's first label, and of their second, that it finds: the mean of the score and of 1 − score. An item on
   * which people are tied is half of each. Null unless there are two labels.
   */
  sensitivity: Figure | null;
  specificity: Figure | null;
  /** Further figures of its agreement on this scale, in the order of display. */
  beside: BesideFigure[];
  /** Asked units that are not in every figure, and why. */
  dropped: {
    /** No score: no judge of the ensemble gave a value. */
    abstained: string[];
    /** No score: a judge of the ensemble failed. */
    unscored: string[];
    /** Answered, but people are tied and the study leaves such items out. */
    splitHumans: string[];
  };
  /** Units that count partly, in every figure alike; on categories without order undecided judges agree with no person. */
  halved: {
    /** People are tied: each of their answers counts its share. */
    splitHumans: string[];
    /** The score is ½, half of either label; or no category, which counts as disagreement. */
    undecided: string[];
  };
}

/**
 * The judges that can be in a candidate: those with a label on at least one item. One that abstains from everything, such as
 * `rules` on questions of meaning, would make candidates without answers, and copies of those without it.
 */
export const answeringJudges = (units: Units): Units['judges'] =>
  units.judges.filter(({ labels }) => labels.some((label) => label !== null));

/** Units on which every judge that answers at all gave a label, and which a person has judged. */
export function commonUnits(units: Units): number[] {
  const answering = answeringJudges(units);
  if (answering.length === 0) return [];
  return askedUnits(units).filter((unit) => answering.every((judge) => judge.labels[unit] !== null));
}

export const askedUnits = (units: Units): number[] =>
  units.reference.flatMap((reference, unit) => (reference === null ? [] : [unit]));

/** The score that an ensemble gives each unit. */
export function scoresOf(units: Units, { judgeIds, rule }: JudgeEnsemble): Values {
  const judges = judgeIds.map((judgeId) => units.judges.find((judge) => judge.id === judgeId)!);
  return units.ids.map((_, unit) =>
    ensembleScore(
      rule,
      judges.map((judge) => judge.answers[unit]!),
      units.scale.level
    )
  );
}

/** Label of a score: the score itself, but null if it is ½ of yes and no, or no category. */
export const labelOfScore = ({ scale }: Units, score: number | null): number | null =>
  scale.level === 'nominal' && score === NO_CATEGORY
    ? null
    : scale.level !== 'binary' || score === null
      ? score
      : score === 0.5
        ? null
        : Number(score > 0.5);

export function candidateFigures(
  units: Units,
  ensemble: JudgeEnsemble,
  name: string,
  common: ReadonlySet<number>,
  confidence: Confidence = {}
): CandidateFigures {
  const judges = ensemble.judgeIds.map((judgeId) => units.judges.find((judge) => judge.id === judgeId)!);
  const answersAt = (unit: number): JudgeAnswer[] => judges.map((judge) => judge.answers[unit]!);
  const scores = scoresOf(units, ensemble);
  const asked = askedUnits(units);
  const answered = asked.filter((unit) => scores[unit] !== null);
  const silent = judges.some((judge) => judge.labels.every((label) => label === null));
  const pairs = withReference(units, scores);
  const found = (label: 0 | 1): Figure | null =>
    units.scale.level !== 'binary'
      ? null
      : share(
          units,
          pairs.flatMap(({ unit, a, b }): Observation[] => {
            const part = 1 - Math.abs(label - b);
            return part === 0 ? [] : [{ unit, value: 1 - Math.abs(label - a), ...(part < 1 ? { part } : {}) }];
          }),
          false,
          confidence.confidence
        );
  const ids = (of: readonly number[]): string[] => of.map((unit) => units.ids[unit]!);
  const agreement = agreementFigure(units, scores, confidence);
  // A part that is the whole has the figures of the whole: most studies have one stratum, equal chances and no gaps.
  const partly = (among: (unit: number) => boolean): Figure =>
    answered.every(among) ? agreement : agreementFigure(units, scores, confidence, { among });
  const onNames = metricOf(units.scale).kind === 'mean';

  return {
    ...ensemble,
    name,
    asked: asked.length,
    answered: answered.length,
    coverage: shareWhere(units, asked, (unit) => scores[unit] !== null, confidence),
    agreement,
    common: partly((unit) => !silent && common.has(unit)),
    weighted: unequalSampling(units) ? agreementFigure(units, scores, confidence, { weighted: true }) : agreement,
    withOnePerson: agreementWithOne(units, scores, confidence),
    strata: strataOf(units).map((stratum) => ({
      stratum,
      agreement: partly((unit) => units.strata[unit] === stratum)
    })),
    confusion: confusionOf(units, pairs),
    ...((onNames ? beyondChance(units, scores, confidence) : null) ?? { kappa: agreement, ac1: null }),
    sensitivity: found(1),
    specificity: found(0),
    beside: secondaryFigures(units, pairs, confidence),
    dropped: {
      abstained: ids(asked.filter((unit) => scores[unit] === null && !answersAt(unit).includes('unscored'))),
      unscored: ids(asked.filter((unit) => answersAt(unit).includes('unscored'))),
      splitHumans: ids(answered.filter((unit) => isLeftOut(units, unit)))
    },
    halved: {
      splitHumans: ids(answered.filter((unit) => units.split[unit] !== null && !isLeftOut(units, unit))),
      undecided: ids(answered.filter((unit) => labelOfScore(units, scores[unit]!) === null && !isLeftOut(units, unit)))
    }
  };
}

export const strataOf = (units: Units): string[] => [...new Set(units.strata)].sort();

/** Agreement of each unit with the people who judged it, if agreement is a mean over units. */
export const agreementsOf = (units: Units, scores: Values, ties: 'half' | 'leave-out'): Values =>
  units.ids.map((_, unit) => agreementAt(units, unit, scores[unit]!, ties));
