import { ENOUGH_CLUSTERS } from '../../stats/index.ts';
import { answeringJudges, askedUnits } from '../ensembles/candidates.ts';
import { metricOf, valueInWords } from '../units/metric.ts';
import { unequalSampling, type Units } from '../units/units.ts';

/** What a reader has to know before believing the figures. */
export interface Warning {
  code:
    | 'few-queries'
    | 'unlabelled-items'
    | 'no-overlap'
    | 'split-people'
    | 'single-category'
    | 'rare-category'
    | 'silent-judge'
    | 'gaps'
    | 'unequal-sampling'
    | 'subsets-left-out';
  text: string;
  /** Ids of the items it is about, where it is about items. */
  items: string[];
}

/** Below this share of the rarer label, κ says more about the share than about the judge. */
const RARE = 0.1;

export function warningsFor(units: Units, common: readonly number[], largestSubset: number): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: Warning['code'], text: string, about: readonly number[] = []): void => {
    warnings.push({ code, text, items: about.map((unit) => units.ids[unit]!) });
  };
  const asked = askedUnits(units);
  const all = units.ids.map((_, unit) => unit);

  const unlabelled = all.filter((unit) => units.reference[unit] === null);
  if (unlabelled.length > 0)
    warn('unlabelled-items', `${unlabelled.length} of ${all.length} items have no blind label yet.`, unlabelled);
  if (asked.length === 0) return warnings;

  const queries = new Set(asked.map((unit) => units.cluster[unit])).size;
  if (queries < ENOUGH_CLUSTERS)
    warn(
      'few-queries',
      `The labelled items come from ${queries} ${queries === 1 ? 'query' : 'queries'}. Below ${ENOUGH_CLUSTERS}, intervals by query are not reliable.`
    );

  const overlap = asked.some((unit) => units.people.filter(({ labels }) => labels[unit] !== null).length > 1);
  if (!overlap)
    warn('no-overlap', 'No item was labelled by two annotators, so inter-annotator agreement is undefined.');

  const split = asked.filter((unit) => units.split[unit] !== null);
  if (split.length > 0)
    warn(
      'split-people',
      `On ${split.length} ${split.length === 1 ? 'item' : 'items'} annotators are tied. ${units.ties === 'half' ? 'Each tied label counts its share in every figure.' : 'As preregistered, figures of agreement with annotators exclude them.'}`,
      split
    );

  skewed(units, asked, warn);

  for (const judge of units.judges)
    if (judge.labels.every((label) => label === null))
      warn('silent-judge', `${judge.name} gave no label. It is excluded from all candidates.`);
  const gaps = asked.filter((unit) => !common.includes(unit));
  if (gaps.length > 0)
    warn(
      'gaps',
      `Candidates are compared on the ${common.length} of ${asked.length} labelled items that every judge answered; the other ${gaps.length} count only in the candidate’s own figures.`,
      gaps
    );
  if (unequalSampling(units))
    warn(
      'unequal-sampling',
      'Items were sampled with unequal probabilities. Unweighted agreement describes the sample; weighted agreement describes the run.'
    );
  const answering = answeringJudges(units).length;
  if (largestSubset < answering)
    warn('subsets-left-out', `With ${answering} judges, only ensembles of up to ${largestSubset} were computed.`);
  return warnings;
}

/** Where nearly all references are the same label, figures beyond chance rest on the few others. */
function skewed(units: Units, asked: readonly number[], warn: (code: Warning['code'], text: string) => void): void {
  const { scale } = units;
  const truth = asked.flatMap((unit) => units.truth[unit] ?? []);
  if (truth.length === 0) return;
  const counts = new Map<number, number>();
  for (const value of truth) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[most, times]] = [...counts].sort((a, b) => b[1] - a[1]) as [[number, number]];
  const others = truth.length - times;
  const word = valueInWords(scale, most);
  const kappa = metricOf(scale).kind === 'mean' ? 'κ' : 'quadratic-weighted κ';
  if (others === 0)
    warn(
      'single-category',
      `Annotators say ${word} to every item, so ${kappa} cannot distinguish a judge that reads from one that always gives the same label.`
    );
  else if (others < RARE * truth.length)
    warn(
      'rare-category',
      metricOf(scale).kind === 'mean'
        ? `Annotators say ${scale.level === 'binary' ? valueInWords(scale, 1 - most) : `something other than ${word}`} to ${others} of ${truth.length} items only. κ is low under such marginals even if agreement is high; read AC1 as well.`
        : `Annotators say something other than ${word} to ${others} of ${truth.length} items only: ${kappa} depends on them. Read the mean difference as well.`
    );
}
