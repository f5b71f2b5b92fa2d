import { candidateFigures, askedUnits, commonUnits, strataOf, type CandidateFigures } from './candidates.ts';
import { scaleInWords, type LabelScale } from '../studies/label-scale.ts';
import { ceilingOf, type Ceiling } from './ceiling.ts';
import { countEnsembles, ensembleName, enumerateEnsembles, type Level } from './ensembles.ts';
import type { Figure } from './figure.ts';
import { metricOf, usualTarget } from './metric.ts';
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
} from './pairs.ts';
import { preferenceFigures, type PreferenceFigures } from './preferences.ts';
import type { Named, StudyRatings } from './ratings.ts';
import { recommend, type Recommendation } from './recommendation.ts';
import { unitsOf, type Units } from './units.ts';
import { warningsFor, type Warning } from './warnings.ts';

export interface AlignmentOptions {
  /** Resamples of each bootstrapped interval; default 1,000. */
  resamples?: number;
  /** Seed of the resampling; default 1. */
  seed?: number;
  /** Agreement to be reached by the lower end of the interval; default .90, on scores .80. */
  target?: number;
}

export interface Judged extends Named {
  /** Units of the study by what the judge gave. */
  labelled: number;
  /** A label that has no value on the scale. */
  withoutValue: string[];
  abstained: string[];
  unscored: string[];
}

/** How far judges and people of one study agree, and what follows for each ensemble of the judges. */
export interface AlignmentReport {
  method: {
    /** What the primary figure is, and what κ and Gwet’s coefficient between two raters are called. */
    metric: string;
    short: string;
    kappa: string;
    ac: string | null;
    scale: LabelScale;
    target: number;
    confidence: number;
    cluster: string;
    intervals: Record<Figure['interval'], string>;
    resamples: number;
    seed: number;
    notes: string[];
  };
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
  people: (Named & { labelled: number; withoutValue: string[] })[];
  judges: Judged[];
  candidates: CandidateFigures[];
  humans: HumanFigures;
  ceiling: Ceiling;
  judgePairs: PairFigures[];
  judgesWithPeople: PairFigures[];
  judgesWithMajority: PairFigures[];
  allJudgesAgree: Figure;
  either: EitherFigures[];
  preferences: PreferenceFigures;
  warnings: Warning[];
  recommendation: Recommendation;
}

/** Beyond so many candidates the largest ensembles are left out, with a warning. */
const MOST_CANDIDATES = 250;

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
  const { resamples = 1000, seed = 1, target = usualTarget(ratings.scale) } = options;
  if (!(target > 0 && target < 1)) throw new Error(`alignment requires a target between 0 and 1, got ${target}`);
  const units = unitsOf(ratings);
  const resampling = { resamples, seed };
  const common = commonUnits(units);
  const asked = askedUnits(units);
  const nameOf = (id: string): string => units.judges.find((judge) => judge.id === id)!.name;

  const { level } = units.scale;
  const largest = largestSubset(units.judges.length, level);
  const inCommon = new Set(common);
  const ensembles = enumerateEnsembles(
    units.judges.map((judge) => judge.id),
    largest,
    level
  );
  const candidates = ensembles.map((ensemble, i) => {
    const figures = candidateFigures(units, ensemble, ensembleName(ensemble, nameOf), inCommon, resampling);
    tell((0.8 * (i + 1)) / ensembles.length);
    return figures;
  });
  const humans = humanPairs(units, resampling);

  return {
    method: method(units.scale, resamples, seed, target),
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
    ceiling: ceilingOf(units, resampling),
    judgePairs: judgePairs(units, resampling),
    judgesWithPeople: judgesWithPeople(units, resampling),
    judgesWithMajority: judgesWithMajority(units, resampling),
    allJudgesAgree: allJudgesAgree(units),
    either: eitherJudge(units),
    preferences: preferenceFigures(units),
    warnings: warningsFor(units, common, largest),
    recommendation: recommend({
      candidates,
      judges: units.judges,
      people: humans.pooled,
      scale: units.scale,
      target,
      items: units.ids.length,
      rated: asked.length
    })
  };
}

/** The largest subsets of so many judges that are not too many to compare. */
export function largestSubset(judges: number, level: Level = 'binary'): number {
  let largest = judges;
  while (largest > 1 && countEnsembles(judges, largest, level) > MOST_CANDIDATES) largest--;
  return largest;
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

const method = (scale: LabelScale, resamples: number, seed: number, target: number): AlignmentReport['method'] => {
  const { name, short, kappa, ac, reference, kind } = metricOf(scale);
  return {
    metric: name,
    short,
    kappa,
    ac,
    scale,
    target,
    confidence: 0.95,
    cluster: 'query',
    intervals: {
      'wilson-effective': 'Wilson on the effective sample size, with the t quantile on queries − 1 degrees of freedom',
      wilson: 'the same with every item on its own, within one query',
      'cluster-bootstrap': 'percentile interval over resampled queries',
      bootstrap: 'percentile interval over resampled items, within one query'
    },
    resamples,
    seed,
    notes: [
      `Scale: ${scaleInWords(scale)}${scale.withoutValue?.length ? `; answers without a value on it (${scale.withoutValue.join(', ')}) are counted and enter no figure` : ''}.`,
      `Reference: ${reference}. Labels given after the reveal are not used.`,
      ...(kind === 'mean' ? onNames(scale) : onScores(scale)),
      'Common items: those with a blind label on which every judge gave a label. Candidates are compared on them; each candidate’s own items are given beside.',
      'Pooled figures of people beyond chance count each pair of labels in both orders, because neither person is the first.',
      'Weighted agreement: each item counts 1 / inclusion probability.',
      'Preferences were given after reading the judges’ rationales and are kept apart from blind agreement.',
      'The best of several candidates was chosen on the items it is measured by: the intervals of the candidates do not allow for that, the first gate does.'
    ]
  };
};

const SKIPPED = 'A judge that abstains is skipped for that item; a judge that failed leaves the item out.';

const onNames = ({ level }: LabelScale): string[] =>
  level === 'binary'
    ? [
        `Score of an ensemble: 0 to 1. ${SKIPPED}`,
        'Confusion table, sensitivity, specificity, Cohen’s κ (unweighted) and Gwet’s AC1: items on which people and ensemble are both decided (score and reference other than ½).',
        '“Either judge” is right wherever two judges differ on an item with two labels, so it is shown and never used to choose.'
      ]
    : [
        `Answer of an ensemble: by average, the side on which the mean of 1, ½ and 0 lies; by majority, what most judges say; a tie where neither decides. ${SKIPPED}`,
        'Confusion table, Cohen’s κ (unweighted) and Gwet’s AC1: items on which people are decided; a tie is an answer.',
        'Half for a tie: an answer that is a tie on one side and a side on the other counts ½. Without ties: items on which neither says tie.'
      ];

const onScores = ({ level }: LabelScale): string[] => [
  `Score of an ensemble: the mean or the median of its judges’ scores, not rounded. ${SKIPPED}`,
  'Quadratic-weighted κ: 1 less the mean squared difference over that of scores and references paired at random. It is 1 where they are equal everywhere, 0 where they are as far apart as by chance, and equals Cohen’s κ with weights 1 − (difference / range)² where both are labels.',
  `Beside it: exact agreement, agreement within ${level === 'ordinal' ? 'one step' : 'a tenth of the scale'}, the mean difference in the scale’s own numbers, linear-weighted κ, Spearman’s ρ, Kendall’s τ_b, Krippendorff’s α (${level}) and ICC(2,1). The coefficients among them are resampled less often where there are many items, at least 200 times.`,
  'The confusion table rounds what lies between two labels, halves upwards; measured scores are put into five equal ranges.'
];
