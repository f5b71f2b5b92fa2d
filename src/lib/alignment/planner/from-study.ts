import {
  clusterProportion,
  iccOfDesignEffect,
  krippendorffAlpha,
  quantile,
  type ClusterProportion
} from '../../stats/index.ts';
import { count, interval, many, percent, proportion } from '../../stats/writing/figures.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { metricOf } from '../units/metric.ts';
import { undecidedCandidates } from './contenders.ts';
import { mostFrequentLabels, type MajorityUnit } from './majority.ts';
import type { PlannerName } from './inputs.ts';

/** What a study tells a plan, and in words what each number rests on. */
export interface KnownFromStudy {
  known: Partial<Record<PlannerName, number>>;
  said: { name: PlannerName; text: string }[];
  /** Numbers that the study has and the plan does not take, with the reason, as sentences. */
  notTaken: string[];
}

/**
 * What a study that was judged tells about the next one: agreement and its design effect, how often two judges differ in
 * being right, how far people agree, how long they take.
 *
 * Of several judges the one that agrees most stands for agreement, which flatters it a little. Labels are compared as
 * names; where people are evenly split, each of their answers counts ½. Scores (labels that are numbers) tell no agreement
 * of this kind, so that only sizes and times are taken from them.
 *
 * @param scale of the labels; without one, labels that are all numbers are taken for scores.
 * @param embargoed no lead has unblinded the labels: nothing of them is told.
 * @param target the preregistered one; null where nothing is preregistered.
 */
export function fromStudy(
  units: readonly MajorityUnit[],
  judges: readonly { id: string; name: string }[],
  {
    embargoed,
    target,
    overlap,
    scale
  }: { embargoed: boolean; target: number | null; overlap: number; scale?: LabelScale }
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

  const best = embargoed || !named ? [] : rankedJudges(rated, judges);
  const [first, second] = best;
  if (first && first.agreement.value !== null) {
    const { value, n, clusters, interval: ends } = first.agreement;
    tell('p', value, `${first.name} agrees with annotators on ${proportion(value)} of items (${ends ? `95% CI ${interval(ends[0], ends[1])}, ` : ''}n ${count(n)} in ${many(clusters, 'query', 'queries')}), the highest of ${many(judges.length, 'judge')}`); // prettier-ignore
  }
  if (size !== null) tell('perQuery', size, `${many(inSample.length, 'item')} in ${many(queries, 'query', 'queries')}`);
  const effect = first?.agreement.designEffect ?? null;
  const icc = effect === null || size === null ? null : iccOfDesignEffect(effect, Math.max(1, size)).value;
  if (effect !== null && icc !== null)
    tell('icc', icc, `with an observed design effect of ${effect.toFixed(2)}${effect < 1 ? ', below 1: items of a query are not correlated' : ''}`); // prettier-ignore
  const inRun = Math.round(units.reduce((sum, { inclusionProbability }) => sum + 1 / inclusionProbability, 0));
  if (units.length > 0) tell('run', inRun, `the sample represents ${many(inRun, 'item')}`);
  if (first && second) {
    const both = discordance(rated, first.id, second.id);
    if (both !== null) {
      const words = `on ${count(both.n)} items ${first.name} alone is right on ${count(both.first)}, ${second.name} alone on ${count(both.second)}`;
      tell('first', both.first / both.n, words);
      tell('second', both.second / both.n, words);
      if (both.first + both.second > 0)
        tell('discordant', (both.first + both.second) / both.n, `the two differ on ${count(both.first + both.second)} of ${count(both.n)}`); // prettier-ignore
    }
  }
  const among = embargoed || !named ? null : undecidedCandidates(rated, best.map(({ id }) => id), rightnessOf); // prettier-ignore
  if (among !== null) {
    tell('contenders', among.count, `${many(among.count, 'candidate')} of ${count(among.candidates)} (single judges and majorities) ${among.count === 1 ? 'is' : 'are'} not significantly behind the best`); // prettier-ignore
    if (among.count > 1)
      tell('alike', among.correlation, `with a critical value of ${among.critical.toFixed(2)} in this study`);
  } else if (best.length === 1) tell('contenders', 1, 'one judge');
  if (target !== null) {
    tell('target', target, 'as preregistered for the study');
    tell('least', target, 'the target preregistered for the study');
  }
  const people = overlap > 0 ? overlap : Math.max(0, ...rated.map(({ humans }) => humans.length));
  if (people > 0) tell('people', people, `${many(people, 'person', 'people')} on each item of the study`);
  if (!embargoed && named) tellOfPeople(rated, tell, several);
  const seconds = labels.flatMap((one) => (one.seconds !== null && one.seconds > 0 ? [one.seconds] : []));
  const median = quantile(seconds, 0.5).value;
  if (median !== null)
    tell('seconds', Math.max(1, Math.round(median)), `median of ${many(seconds.length, 'label')} with a recorded time`);
  const notTaken = several
    ? [
        `Inter-annotator agreement is not taken from this study, because the planned test assumes two labels and the study has ${scale.labels.length} categories.`
      ]
    : [];
  return { known, said, notTaken };
}

interface RankedJudge {
  id: string;
  name: string;
  agreement: ClusterProportion;
}

/** Judges by agreement with people, the highest first; those without a label are left out. */
function rankedJudges(units: readonly MajorityUnit[], judges: readonly { id: string; name: string }[]): RankedJudge[] {
  return judges
    .map(({ id, name }) => {
      const seen = units.flatMap((unit) => {
        const right = rightness(unit, id);
        return right === null ? [] : [{ unit, right }];
      });
      const agreement = clusterProportion(
        seen.map(({ right }) => right),
        seen.map(({ unit }) => unit.queryId),
        { weights: seen.map(({ unit }) => 1 / unit.inclusionProbability) }
      );
      return { id, name, agreement };
    })
    .filter(({ agreement }) => agreement.value !== null)
    .sort((a, b) => b.agreement.value! - a.agreement.value!);
}

/** 1 where the judge says what most people say, ½ where they are split and some say it, else 0; null without a label. */
function rightness(unit: MajorityUnit, judgeId: string): number | null {
  const label = unit.judges.find((one) => one.judgeId === judgeId)?.label ?? null;
  return label === null ? null : rightnessOf(unit, label);
}

function rightnessOf(unit: MajorityUnit, label: string): number {
  const most = mostFrequentLabels(unit.humans.map((one) => one.label));
  return most.includes(label) ? 1 / most.length : 0;
}

function discordance(
  units: readonly MajorityUnit[],
  a: string,
  b: string
): { n: number; first: number; second: number } | null {
  const found = { n: 0, first: 0, second: 0 };
  for (const unit of units) {
    const [ofA, ofB] = [rightness(unit, a), rightness(unit, b)];
    if (ofA === null || ofB === null || !Number.isInteger(ofA + ofB) || (ofA % 1) + (ofB % 1) > 0) continue;
    found.n++;
    if (ofA > ofB) found.first++;
    if (ofB > ofA) found.second++;
  }
  return found.n === 0 ? null : found;
}

function tellOfPeople(
  units: readonly MajorityUnit[],
  tell: (name: PlannerName, value: number, text: string) => void,
  several: boolean
): void {
  const shared = units.filter(({ humans }) => humans.length > 1).map(({ humans }) => humans.map(({ label }) => label));
  if (shared.length === 0) return;
  let pairs = 0;
  let equal = 0;
  for (const own of shared)
    for (const [i, one] of own.entries())
      for (const other of own.slice(i + 1)) {
        pairs++;
        if (one === other) equal++;
      }
  const width = Math.max(...shared.map((own) => own.length));
  const { value } = krippendorffAlpha(
    shared.map((own) => Array.from({ length: width }, (_, i) => own[i] ?? null)),
    { categories: [...new Set(shared.flat())].sort(), metric: 'nominal' }
  );
  const on = `on ${many(shared.length, 'item')} labelled by two or more annotators`;
  if (value !== null) tell('single', Math.max(0, value), `Krippendorff’s α ${proportion(value, 2)} ${on}`);
  if (!several)
    tell('between', Math.max(0.5, equal / pairs), `${count(equal)} of ${many(pairs, 'pair')} of labels are equal (${percent(equal / pairs, 0)}), ${on}`); // prettier-ignore
}
