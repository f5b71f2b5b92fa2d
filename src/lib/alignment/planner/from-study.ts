import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  clusterProportion,
  iccOfDesignEffect,
  krippendorffAlpha,
  quantile,
  type ClusterProportion
} from '../../stats/index.ts';
import { interval, percent, proportion } from '../../stats/writing/figures.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import { metricOf } from '../units/metric.ts';
import { undecidedCandidates } from './contenders.ts';
import { mostFrequentLabels, type MajorityUnit } from './majority.ts';
import type { PlannerName } from './inputs.ts';

type SourceWords = Words<Messages['plannerSources']>;

/** Numbers that a study gives a plan, and in words the basis of each. */
export interface KnownFromStudy {
  known: Partial<Record<PlannerName, number>>;
  said: { name: PlannerName; text: string }[];
  /** Numbers that the study has and the plan does not take, with the reason, as sentences. */
  notTaken: string[];
}

/** Preregistered numbers that a plan takes over. */
type PlanTaken = Pick<AnalysisPlan, 'target' | 'confidence' | 'epsilon'>;

/**
 * Estimates from a judged study for the next one: agreement and its design effect, how often two judges differ in being right,
 * how far people agree, how long they take.
 *
 * Of several judges the one with the highest agreement counts, which overstates agreement a little. Labels are compared as
 * names; if people are tied, each of their answers counts ½. All shares are weighted to the run. Scores (labels that are numbers) give no agreement of this kind,
 * and the target of their study is one of weighted κ, so that only sizes, times, confidence and ε are taken from them.
 *
 * @param scale of the labels; without one, labels that are all numbers are taken for scores.
 * @param embargoed no lead has unblinded the labels: no figure is taken from them.
 * @param analysisPlan as preregistered, so that the plan speaks of the same gates; null if nothing is.
 */
export function fromStudy(
  units: readonly MajorityUnit[],
  judges: readonly { id: string; name: string }[],
  {
    embargoed,
    analysisPlan,
    overlap,
    scale
  }: { embargoed: boolean; analysisPlan: PlanTaken | null; overlap: number; scale?: LabelScale },
  words: SourceWords
): KnownFromStudy {
  const known: KnownFromStudy['known'] = {};
  const said: KnownFromStudy['said'] = [];
  const tell = (name: PlannerName, value: number, text: string): void => {
    known[name] = value;
    said.push({ name, text });
  };
  const labels = units.flatMap(({ humans }) => humans);
  const rated = units.filter(({ humans }) => humans.length > 0);
  const named = scale
    ? metricOf(scale).kind === 'mean'
    : labels.some(({ label }) => !/^[+-]?[\d.]+$/.test(label.trim()));
  const several = scale?.level === 'nominal';
  const inSample = !embargoed && rated.length > 0 ? rated : units;
  const queries = new Set(inSample.map(({ queryId }) => queryId)).size;
  const size = queries === 0 ? null : inSample.length / queries;

  const weighted = new Set(rated.map(({ inclusionProbability }) => inclusionProbability)).size > 1 ? 'yes' : 'no';
  const best = embargoed || !named ? [] : rankedJudges(rated, judges);
  const [first, second] = best;
  if (first && first.agreement.value !== null) {
    const { value, n, clusters, interval: ends } = first.agreement;
    tell(
      'p',
      value,
      words.agreement({
        ...{ judge: first.name, value: proportion(value), n, queries: clusters, judges: judges.length, weighted },
        interval: ends ? interval(ends[0], ends[1]) : 'none'
      })
    );
  }
  if (size !== null) tell('perQuery', size, words.itemsInQueries({ items: inSample.length, queries }));
  const effect = first?.clustering ?? null;
  const icc = effect === null || size === null ? null : iccOfDesignEffect(effect, Math.max(1, size)).value;
  if (effect !== null && icc !== null)
    tell('icc', icc, words.effect({ effect: effect.toFixed(2), below: effect < 1 ? 'yes' : 'no' }));
  const inRun = Math.round(units.reduce((sum, { inclusionProbability }) => sum + 1 / inclusionProbability, 0));
  if (units.length > 0) tell('run', inRun, words.represents({ n: inRun }));
  if (first && second) {
    const both = discordance(rated, first.id, second.id);
    if (both !== null) {
      const alone = words.onlyRight({
        ...{ n: both.n, first: first.name, a: both.first.n, second: second.name, b: both.second.n },
        weighted
      });
      tell('first', both.first.share, alone);
      tell('second', both.second.share, alone);
      const differ = both.first.n + both.second.n;
      if (differ > 0)
        tell('discordant', both.first.share + both.second.share, words.differ({ n: differ, total: both.n, weighted }));
    }
  }
  const among = embargoed || !named ? null : undecidedCandidates(rated, best.map(({ id }) => id), rightnessOf); // prettier-ignore
  if (among !== null) {
    tell('contenders', among.count, words.contenders({ n: among.count, total: among.candidates }));
    if (among.count > 1) tell('alike', among.correlation, words.critical({ critical: among.critical.toFixed(2) }));
  } else if (best.length === 1) tell('contenders', 1, words.oneJudge);
  if (analysisPlan !== null) {
    for (const name of [...(named ? (['target'] as const) : []), 'confidence', 'epsilon'] as const)
      tell(name, analysisPlan[name], words.asPreregistered);
    if (named) tell('least', analysisPlan.target, words.preregisteredTarget);
  }
  const people = overlap > 0 ? overlap : Math.max(0, ...rated.map(({ humans }) => humans.length));
  if (people > 0) tell('people', people, words.people({ n: people }));
  if (!embargoed && named) tellOfPeople(rated, tell, { several, weighted }, words);
  const seconds = labels.flatMap((one) => (one.seconds !== null && one.seconds > 0 ? [one.seconds] : []));
  const median = quantile(seconds, 0.5).value;
  if (median !== null) tell('seconds', Math.max(1, Math.round(median)), words.median({ n: seconds.length }));
  const notTaken = [
    ...(several ? [words.severalCategories({ n: scale.labels.length })] : []),
    ...(analysisPlan !== null && !named ? [words.targetOfKappa({ target: proportion(analysisPlan.target) })] : [])
  ];
  return { known, said, notTaken };
}

interface RankedJudge {
  id: string;
  name: string;
  agreement: ClusterProportion;
  /** Variance of the agreement over that of independent items with the same chances; null if it is undefined. */
  clustering: number | null;
}

/** Judges by agreement with people, the highest first; those without a label are left out. */
function rankedJudges(units: readonly MajorityUnit[], judges: readonly { id: string; name: string }[]): RankedJudge[] {
  return judges
    .map(({ id, name }) => {
      const seen = units.flatMap((unit) => {
        const right = rightness(unit, id);
        return right === null ? [] : [{ unit, right }];
      });
      const inClusters = (clusterOf: (unit: MajorityUnit, at: number) => string | number): ClusterProportion =>
        clusterProportion(
          seen.map(({ right }) => right),
          seen.map(({ unit }, at) => clusterOf(unit, at)),
          { weights: seen.map(({ unit }) => 1 / unit.inclusionProbability) }
        );
      const agreement = inClusters(({ queryId }) => queryId);
      const { designEffect: independent } = inClusters((_, at) => at);
      const { designEffect } = agreement;
      return { id, name, agreement, clustering: designEffect && independent ? designEffect / independent : null };
    })
    .filter(({ agreement }) => agreement.value !== null)
    .sort((a, b) => b.agreement.value! - a.agreement.value!);
}

/** 1 if the judge says what most people say, ½ if they are split and some say it, else 0; null without a label. */
function rightness(unit: MajorityUnit, judgeId: string): number | null {
  const label = unit.judges.find((one) => one.judgeId === judgeId)?.label ?? null;
  return label === null ? null : rightnessOf(unit, label);
}

function rightnessOf(unit: MajorityUnit, label: string): number {
  const most = mostFrequentLabels(unit.humans.map((one) => one.label));
  return most.includes(label) ? 1 / most.length : 0;
}

/** Number of items, and their share of the run. */
interface Counted {
  n: number;
  share: number;
}

function discordance(
  units: readonly MajorityUnit[],
  a: string,
  b: string
): { n: number; first: Counted; second: Counted } | null {
  const found = { n: 0, first: { n: 0, share: 0 }, second: { n: 0, share: 0 } };
  let all = 0;
  for (const unit of units) {
    const [ofA, ofB] = [rightness(unit, a), rightness(unit, b)];
    if (ofA === null || ofB === null || !Number.isInteger(ofA + ofB) || (ofA % 1) + (ofB % 1) > 0) continue;
    const weight = 1 / unit.inclusionProbability;
    found.n++;
    all += weight;
    if (ofA === ofB) continue;
    const alone = ofA > ofB ? found.first : found.second;
    alone.n++;
    alone.share += weight;
  }
  if (found.n === 0) return null;
  for (const alone of [found.first, found.second]) alone.share /= all;
  return found;
}

function tellOfPeople(
  units: readonly MajorityUnit[],
  tell: (name: PlannerName, value: number, text: string) => void,
  { several, weighted }: { several: boolean; weighted: 'yes' | 'no' },
  words: SourceWords
): void {
  const overlapping = units.filter(({ humans }) => humans.length > 1);
  const shared = overlapping.map(({ humans }) => humans.map(({ label }) => label));
  if (shared.length === 0) return;
  const pairs = overlapping.flatMap(({ humans, inclusionProbability }) =>
    humans.flatMap(({ label }, i) =>
      humans.slice(i + 1).map((other) => ({ equal: label === other.label, weight: 1 / inclusionProbability }))
    )
  );
  const weightOf = (of: typeof pairs): number => of.reduce((sum, { weight }) => sum + weight, 0);
  const same = pairs.filter(({ equal }) => equal);
  const equal = weightOf(same) / weightOf(pairs);
  const width = Math.max(...shared.map((own) => own.length));
  const { value } = krippendorffAlpha(
    shared.map((own) => Array.from({ length: width }, (_, i) => own[i] ?? null)),
    { categories: [...new Set(shared.flat())].sort(), metric: 'nominal' }
  );
  const n = shared.length;
  if (value !== null) tell('single', Math.max(0, value), words.alpha({ alpha: proportion(value, 2), n, weighted }));
  if (!several)
    tell(
      'between',
      Math.max(0.5, equal),
      words.equal({ equal: same.length, pairs: pairs.length, percent: percent(equal, 0), n, weighted })
    );
}
