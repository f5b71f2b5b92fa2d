import { cohenKappa } from '../../stats/agreement/coefficients/cohen-kappa.ts';
import type { Estimate, Interval } from '../../stats/numbers/estimate.ts';
import type { Proportion } from '../../stats/proportions/proportion.ts';
import { quantile } from '../../stats/numbers/quantile.ts';
import type { WeightScheme } from '../../stats/numbers/scale.ts';
import { wilson } from '../../stats/proportions/wilson.ts';
import { leastSeconds } from '../../verification/monitoring/pace.ts';
import { CANNOT_JUDGE, type StudyKind } from '../kinds/index.ts';
import { valueOnScale, type LabelScale } from '../labels/label-scale.ts';
import type { Purpose } from '../planning/purposes/purposes.ts';
import { longestStreak, type Streak } from './quality-streak.ts';

/** One answer of a person in a study, as it stands; of whatever purpose. */
export interface GivenAnswer {
  studyItemId: string;
  purpose: Purpose;
  qid: string;
  system: string;
  /** Text of the question. */
  text: string;
  /** As the study's kind keeps it. */
  label: string;
  /** The same in the words of the texts as they stood: always the left one is a streak, whichever report it was. */
  shown: string;
  /** The person's first answer; it differs from the last if they changed it. */
  first: string;
  /** Why they cannot judge, as chosen; null otherwise. */
  reason: string | null;
  seconds: number | null;
  /** Words that have to be read for this item alone, and words of texts that are judged as a whole. */
  words: number;
  wholeWords: number;
  /** ms. */
  at: number;
  /** The right answer if one is known. */
  known: string | null;
  /** Of a repeat: the item of the sample that it is. */
  of: string | null;
}

interface TimeQuartiles {
  n: number;
  q1: number;
  median: number;
  q3: number;
}

interface FastAnswer {
  qid: string;
  system: string;
  text: string;
  seconds: number;
  /** Shortest time in which it can be read. */
  least: number;
}

export interface PersonQuality {
  /** Items of the sample that are judged. */
  judged: number;
  pace: { timed: number; untimed: number; seconds: TimeQuartiles | null; tooFast: Proportion; fastest: FastAnswer[] };
  streak: Streak;
  /** Right at the first try. */
  training: Proportion;
  gold: Proportion;
  attention: Proportion;
  repeats: SelfAgreement;
  cannot: { share: Proportion; reasons: { reason: string | null; n: number }[] };
  warnings: QualityWarning[];
}

/** How far a person's answers on the same items agree with one another. */
interface SelfAgreement {
  /** Items judged twice; of a ranking its pairs of reports. */
  same: Proportion;
  /** Cohen's κ of the first answers with the second ones; weights as the scale has them. */
  kappa: Estimate & { interval: Interval | null; n: number; weights: WeightScheme };
}

/** Signs that a lead may want to check; none is proof of anything, and none is ever shown to the person. */
type QualityWarning = 'too-fast' | 'streak' | 'gold' | 'attention' | 'repeats' | 'cannot-judge';

/** Faster than the fastest reading by so much is still skimming, if whole texts are compared. */
const SKIMMING = 5;
const SHOWN = 10;
/** A share that is good enough: a warning says that it is lower, and not by chance (Wilson, 95 %). */
const GOOD = 0.9;
const LEAST_STREAK = 8;
const RARE = 0.01;
const MANY_FAST = 0.1;
const MANY_CANNOT = 0.2;
const FEWEST = 3;

/** Shortest time in seconds in which an item can be read and answered: 8 words a second, whole texts skimmed at 40. */
export const leastTime = ({ words, wholeWords }: Pick<GivenAnswer, 'words' | 'wholeWords'>): number =>
  leastSeconds(words + wholeWords / SKIMMING);

/**
 * Measures how carefully a person works. Times and runs count everything but training: all of it looks alike.
 *
 * @param answers of one person, in any order
 */
export function qualityOf(answers: readonly GivenAnswer[], kind: Pick<StudyKind, 'scale' | 'reports'>): PersonQuality {
  const inTime = [...answers].sort((a, b) => a.at - b.at);
  const real = inTime.filter(({ purpose }) => purpose !== 'training');
  const sample = real.filter(({ purpose }) => purpose === 'sample');
  const of = (purpose: Purpose) => inTime.filter((one) => one.purpose === purpose);
  const right = (own: readonly GivenAnswer[], said: (one: GivenAnswer) => string): Proportion =>
    wilson(own.filter((one) => said(one) === one.known).length, own.length);
  const cannot = sample.filter(({ label }) => label === CANNOT_JUDGE);
  const quality = {
    judged: sample.length,
    pace: paceOf(real),
    streak: longestStreak(real.map(({ shown }) => shown)),
    training: right(of('training'), ({ first }) => first),
    gold: right(of('gold'), ({ label }) => label),
    attention: right(of('attention'), ({ label }) => label),
    repeats: selfAgreement(sample, of('repeat'), kind),
    cannot: {
      share: wilson(cannot.length, sample.length),
      reasons: [...Map.groupBy(cannot, ({ reason }) => reason)]
        .map(([reason, own]) => ({ reason, n: own.length }))
        .sort((a, b) => b.n - a.n)
    }
  };
  return { ...quality, warnings: warningsOf(quality) };
}

function paceOf(answers: readonly GivenAnswer[]): PersonQuality['pace'] {
  const timed = answers.filter((one): one is GivenAnswer & { seconds: number } => one.seconds !== null);
  const fast = timed.filter((one) => one.seconds < leastTime(one));
  const seconds = timed.map((one) => one.seconds);
  const at = (p: number): number => quantile(seconds, p).value!;
  return {
    timed: timed.length,
    untimed: answers.length - timed.length,
    seconds: timed.length === 0 ? null : { n: timed.length, q1: at(0.25), median: at(0.5), q3: at(0.75) },
    tooFast: wilson(fast.length, timed.length),
    fastest: fast
      .map((one) => ({ qid: one.qid, system: one.system, text: one.text, seconds: one.seconds, least: leastTime(one) }))
      .sort((a, b) => a.seconds / a.least - b.seconds / b.least)
      .slice(0, SHOWN)
  };
}

/** Answers that say nothing on the scale (“cannot judge”) can be the same as well; κ leaves them out. */
function selfAgreement(
  sample: readonly GivenAnswer[],
  again: readonly GivenAnswer[],
  { scale, places }: Pick<StudyKind, 'scale' | 'places'>
): SelfAgreement {
  const first = new Map(sample.map(({ studyItemId, label }) => [studyItemId, label]));
  const twice = again.flatMap(({ of, label }): [string, string][] => {
    const before = of === null ? undefined : first.get(of);
    if (before === undefined) return [];
    if (places === undefined) return [[before, label]];
    const [a, b] = [before, label].map((one) => places(one, one.split(',').length));
    return a && b && a.length === b.length ? a.map((one, i) => [one, b[i]!]) : [[before, label]];
  });
  const onScale = twice.filter((pair) => pair.every((label) => hasValue(scale, label)));
  const { categories, weights } = categoriesOf(scale);
  const [a, b] = [0, 1].map((i) => onScale.map((pair) => (scale.level === 'interval' ? Number(pair[i]) : pair[i]!)));
  const { value, reason, interval, n } = cohenKappa(a!, b!, { categories, weights });
  const estimate: Estimate = value === null ? { value, reason } : { value };
  return {
    same: wilson(twice.filter(([one, other]) => one === other).length, twice.length),
    kappa: { ...estimate, interval, n, weights }
  };
}

const hasValue = (scale: LabelScale, label: string): boolean => {
  if (scale.withoutValue?.includes(label)) return false;
  return valueOnScale(scale, label) !== null;
};

const categoriesOf = (scale: LabelScale): { categories: readonly (string | number)[]; weights: WeightScheme } =>
  scale.level === 'interval'
    ? {
        categories: Array.from({ length: scale.high - scale.low + 1 }, (_, i) => scale.low + i),
        weights: 'quadratic'
      }
    : { categories: scale.labels, weights: scale.level === 'ordinal' ? 'quadratic' : 'unweighted' };

function warningsOf(quality: Omit<PersonQuality, 'warnings'>): QualityWarning[] {
  const { pace, streak, gold, attention, repeats, cannot } = quality;
  const low = ({ n, interval }: Proportion): boolean => n >= FEWEST && interval !== null && interval[1] < GOOD;
  const many = ({ k, n }: Proportion, share: number): boolean => k >= FEWEST && k > share * n;
  const found: Record<QualityWarning, boolean> = {
    'too-fast': many(pace.tooFast, MANY_FAST),
    streak: streak.length >= LEAST_STREAK && streak.chance !== null && streak.chance < RARE,
    gold: low(gold),
    attention: attention.n > attention.k,
    repeats: low(repeats.same),
    'cannot-judge': many(cannot.share, MANY_CANNOT)
  };
  return (Object.keys(found) as QualityWarning[]).filter((name) => found[name]);
}
