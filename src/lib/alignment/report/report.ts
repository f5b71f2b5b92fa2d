import {
  answeringJudges,
  askedUnits,
  candidateFigures,
  commonUnits,
  strataOf,
  type CandidateFigures
} from '../ensembles/candidates.ts';
import { ceilingOf, type Ceiling } from '../agreement/ceiling.ts';
import { consensusOf, type Consensus } from '../consensus/consensus.ts';
import { ensembleName, judgeEnsembles, largestSubset, type JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { Figure } from '../units/figure.ts';
import { issueFigures, type IssueFigures } from '../ensembles/issue-figures.ts';
import { methodOf, type Method } from '../units/method.ts';
import { usualTarget } from '../units/metric.ts';
import {
  allJudgesAgree,
  eitherJudge,
  humanPairs,
  judgePairs,
  judgesWithMajority,
  judgesWithPeople,
  type EitherFigures,
  type HumanFigures,
  type PairFigures
} from '../agreement/pairs.ts';
import { preferenceFigures, type PreferenceFigures } from '../agreement/judges/preferences.ts';
import type { NamedRater, StudyRatings } from '../units/ratings.ts';
import { recommend, type Recommendation } from '../procedure/recommendation.ts';
import { ratedUnits, type TieRule, type Units, unequalSampling, withoutReference } from '../units/units.ts';
import { warningsFor, type Warning } from '../procedure/warnings.ts';

export interface AlignmentOptions {
  /** Resamples of each bootstrapped interval; default 1,000. */
  resamples?: number;
  /** Seed of the resampling; default 1. */
  seed?: number;
  /** Agreement to be reached by the lower end of the interval; default .90, on scores .80. */
  target?: number;
  /** How figures against people treat an item on which they are tied; default `half`. */
  ties?: TieRule;
}

interface Judged extends NamedRater {
  /** Units of the study by what the judge gave. */
  labelled: number;
  /** A label that has no value on the scale. */
  withoutValue: string[];
  abstained: string[];
  unscored: string[];
}

/** How far judges and people of one study agree, and what follows for each ensemble of the judges. */
export interface AlignmentReport {
  method: Method;
  scope: {
    /** All units of the study. */
    items: string[];
    /** Those with a blind label, and the queries that they come from. */
    rated: string[];
    queries: number;
    /** Those with a blind label on which every judge that answers at all gave a label. */
    common: string[];
    /** Blind labels given. */
    labels: number;
    /** Most labels on one unit, and on how many units there are two or more. */
    mostPeople: number;
    overlapping: number;
    strata: { stratum: string; items: number; rated: number; standsFor: number }[];
  };
  people: (NamedRater & { labelled: number; withoutValue: string[] })[];
  judges: Judged[];
  candidates: CandidateFigures[];
  humans: HumanFigures;
  ceiling: Ceiling;
  /** Candidates beside annotators who are weighted by how they agree. */
  consensus: Consensus;
  judgePairs: PairFigures[];
  judgesWithPeople: PairFigures[];
  judgesWithMajority: PairFigures[];
  allJudgesAgree: Figure;
  either: EitherFigures[];
  preferences: PreferenceFigures;
  /** Quality of the judges' lists of issues as lists; null if the units are none. */
  issues: IssueFigures | null;
  warnings: Warning[];
  recommendation: Recommendation;
}

/**
 * Computes the whole report from ratings alone; equal ratings, resamples and seed give an equal report.
 *
 * @param tell told after each candidate about which share of the work is done, in [0, 1].
 */
export function alignment(
  ratings: StudyRatings,
  options: AlignmentOptions = {},
  tell: (share: number) => void = () => {}
): AlignmentReport {
  const { resamples = 1000, seed = 1, target = usualTarget(ratings.scale), ties = 'half' } = options;
  if (!(target > 0 && target < 1)) throw new Error(`alignment requires a target between 0 and 1, got ${target}`);
  const units = ratedUnits(ratings, ties);
  const common = commonUnits(units);
  const asked = askedUnits(units);
  const nameOf = (id: string): string => units.judges.find((judge) => judge.id === id)!.name;

  const { level } = units.scale;
  const answering = answeringJudges(units);
  const largest = largestSubset(answering.length, level);
  const inCommon = new Set(common);
  const ensembles = judgeEnsembles(
    answering.map((judge) => judge.id),
    largest,
    level
  );
  const candidates = ensembles.map((ensemble, i) => {
    const figures = candidateFigures(units, ensemble, ensembleName(ensemble, nameOf), inCommon);
    tell((0.8 * (i + 1)) / ensembles.length);
    return figures;
  });
  const humans = humanPairs(units);

  return {
    method: methodOf(units.scale, {
      ...{ resamples, seed, target, ties },
      ...{ candidates: candidates.length, preferences: units.preferences.length }
    }),
    scope: scopeOf(units, asked, common),
    people: units.people.map(({ id, name, labels, withoutValue }) => ({
      id,
      name,
      labelled: labels.filter((label) => label !== null).length,
      withoutValue: withoutValue.map((unit) => units.ids[unit]!)
    })),
    judges: units.judges.map(({ id, name, answers, labels, withoutValue }) => ({
      id,
      name,
      labelled: labels.filter((label) => label !== null).length,
      withoutValue: withoutValue.map((unit) => units.ids[unit]!),
      abstained: units.ids.filter((_, unit) => answers[unit] === 'abstained'),
      unscored: units.ids.filter((_, unit) => answers[unit] === 'unscored')
    })),
    candidates,
    humans,
    ceiling: ceilingOf(units),
    consensus: consensusOf(units, ensembles),
    judgePairs: judgePairs(units),
    judgesWithPeople: judgesWithPeople(units),
    judgesWithMajority: judgesWithMajority(units),
    allJudgesAgree: allJudgesAgree(units),
    either: eitherJudge(units),
    preferences: preferenceFigures(units),
    issues: ratings.issues ? issueFigures(units, ratings.issues, issueEnsembles(units)) : null,
    warnings: warningsFor(units, common, largest, ratings.withoutQueries),
    recommendation: recommend({
      candidates,
      judges: units.judges,
      people: humans.pooled,
      scale: units.scale,
      items: units.ids.length,
      rated: asked.length,
      valueless: withoutReference(units).valueless.length,
      unequal: unequalSampling(units)
    })
  };
}

function scopeOf(units: Units, asked: readonly number[], common: readonly number[]): AlignmentReport['scope'] {
  const labels = asked.map((unit) => units.people.filter((person) => person.labels[unit] !== null).length);
  const isRated = new Set(asked);
  return {
    items: [...units.ids],
    rated: asked.map((unit) => units.ids[unit]!),
    queries: new Set(asked.map((unit) => units.cluster[unit])).size,
    common: common.map((unit) => units.ids[unit]!),
    labels: labels.reduce((sum, n) => sum + n, 0),
    mostPeople: Math.max(0, ...labels),
    overlapping: labels.filter((n) => n > 1).length,
    strata: strataOf(units).map((stratum) => {
      const inside = units.ids.flatMap((_, unit) => (units.strata[unit] === stratum ? [unit] : []));
      return {
        stratum,
        items: inside.length,
        rated: inside.filter((unit) => isRated.has(unit)).length,
        standsFor: inside.reduce((sum, unit) => sum + units.weights[unit]!, 0)
      };
    })
  };
}

/** Lists of issues have figures also if their judge claims nothing of what it does not list, and so has no labels. */
const issueEnsembles = (units: Units): JudgeEnsemble[] =>
  judgeEnsembles(
    units.judges.map(({ id }) => id),
    largestSubset(units.judges.length, units.scale.level),
    units.scale.level
  );
