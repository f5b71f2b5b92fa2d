import { candidateFigures, askedUnits, commonUnits, strataOf, type CandidateFigures } from './candidates.ts';
import { countEnsembles, ensembleName, enumerateEnsembles } from './ensembles.ts';
import type { Figure } from './figure.ts';
import {
  allJudgesAgree,
  eitherJudge,
  humanPairs,
  judgePairs,
  judgesWithMajority,
  judgesWithPeople,
  type EitherFigures,
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
  /** Agreement to be reached by the lower end of the interval; default .90. */
  target?: number;
}

export interface Judged extends Named {
  /** Units of the study by what the judge gave. */
  labelled: number;
  abstained: string[];
  unscored: string[];
}

/** How far judges and people of one study agree, and what follows for each ensemble of the judges. */
export interface AlignmentReport {
  method: {
    metric: string;
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
  people: (Named & { labelled: number })[];
  judges: Judged[];
  candidates: CandidateFigures[];
  humans: { pairs: PairFigures[]; pooled: PairFigures };
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

/** Computes the whole report from ratings alone; equal ratings, resamples and seed give an equal report. */
export function alignment(ratings: StudyRatings, options: AlignmentOptions = {}): AlignmentReport {
  const { resamples = 1000, seed = 1, target = 0.9 } = options;
  if (!(target > 0 && target < 1)) throw new Error(`alignment requires a target between 0 and 1, got ${target}`);
  const units = unitsOf(ratings);
  const resampling = { resamples, seed };
  const common = commonUnits(units);
  const asked = askedUnits(units);
  const nameOf = (id: string): string => units.judges.find((judge) => judge.id === id)!.name;

  const largest = largestSubset(units.judges.length);
  const inCommon = new Set(common);
  const candidates = enumerateEnsembles(
    units.judges.map((judge) => judge.id),
    largest
  ).map((ensemble) => candidateFigures(units, ensemble, ensembleName(ensemble, nameOf), inCommon, resampling));
  const humans = humanPairs(units, resampling);

  return {
    method: method(resamples, seed, target),
    scope: scopeOf(units, asked, common),
    people: units.people.map(({ id, name, labels }) => ({
      id,
      name,
      labelled: labels.filter((l) => l !== null).length
    })),
    judges: units.judges.map(({ id, name, answers, labels }) => ({
      id,
      name,
      labelled: labels.filter((label) => label !== null).length,
      abstained: units.ids.filter((_, unit) => answers[unit] === 'abstained'),
      unscored: units.ids.filter((_, unit) => answers[unit] === 'unscored')
    })),
    candidates,
    humans,
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
      target,
      items: units.ids.length,
      rated: asked.length
    })
  };
}

/** The largest subsets of so many judges that are not too many to compare. */
export function largestSubset(judges: number): number {
  let largest = judges;
  while (largest > 1 && countEnsembles(judges, largest) > MOST_CANDIDATES) largest--;
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

const method = (resamples: number, seed: number, target: number): AlignmentReport['method'] => ({
  metric: 'mean of 1 − |score − reference|',
  target,
  confidence: 0.95,
  cluster: 'query',
  intervals: {
    'wilson-effective': 'Wilson on the effective sample size, with the t quantile on queries − 1 degrees of freedom',
    'cluster-bootstrap': 'percentile interval over resampled queries'
  },
  resamples,
  seed,
  notes: [
    'Reference: the majority of the blind labels of an item; ½ where people are evenly split. Labels given after the reveal are not used.',
    'Score of an ensemble: 0 (no) to 1 (yes). A judge that abstains is skipped for that item; a judge that failed leaves the item out.',
    'Common items: those with a blind label on which every judge gave a label. Candidates are compared on them; each candidate’s own items are given beside.',
    'Confusion table, sensitivity, specificity, Cohen’s κ (unweighted) and Gwet’s AC1: items on which people and ensemble are both decided (score and reference other than ½).',
    'Pooled κ and AC1 of people count each pair of labels in both orders, because neither person is the first.',
    'Weighted agreement: each item counts 1 / inclusion probability.',
    '“Either judge” is right wherever two judges differ on a yes/no item, so it is shown and never used to choose.',
    'Preferences were given after reading the judges’ rationales and are kept apart from blind agreement.',
    'The best of several candidates was chosen on the items it is measured by: the intervals of the candidates do not allow for that, the first gate does.'
  ]
});
