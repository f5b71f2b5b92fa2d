import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { ENOUGH_CLUSTERS } from '../../stats/index.ts';
import { answeringJudges, askedUnits } from '../ensembles/candidates.ts';
import { metricOf, valueInWords } from '../units/metric.ts';
import { unequalSampling, type Units, withoutReference } from '../units/units.ts';

/** Warning that a reader needs before relying on the figures. */
export interface Warning {
  code:
    | 'few-queries'
    | 'no-queries'
    | 'unlabelled-items'
    | 'labels-without-value'
    | 'no-overlap'
    | 'split-people'
    | 'single-category'
    | 'rare-category'
    | 'silent-judge'
    | 'gaps'
    | 'unequal-sampling'
    | 'subsets-left-out';
  said: Saying;
  /** The same in English, for documents, exports and the command line. */
  text: string;
  /** Ids of the items it is about, if it is about items. */
  items: string[];
}

/** Whether items had unequal chances, so that figures as sampled and figures weighted to the run differ. */
export const sampledUnequally = ({ warnings }: { warnings: readonly Pick<Warning, 'code'>[] }): boolean =>
  warnings.some(({ code }) => code === 'unequal-sampling');

const say = sayingsOf('reportWarnings');

/** Below this share of the rarer label, κ says more about the share than about the judge. */
const RARE = 0.1;

/** @param withoutQueries whether each item is a cluster of its own because the labels name no queries */
export function warningsFor(
  units: Units,
  common: readonly number[],
  largestSubset: number,
  withoutQueries = false
): Warning[] {
  const warnings: Warning[] = [];
  const warn: Warn = (code, said, about = []) => {
    warnings.push({ code, said, text: sayIn('en', said), items: about.map((unit) => units.ids[unit]!) });
  };
  const asked = askedUnits(units);

  const { unlabelled, valueless } = withoutReference(units);
  if (unlabelled.length > 0)
    warn('unlabelled-items', say('unlabelled', { n: unlabelled.length, total: units.ids.length }), unlabelled);
  if (valueless.length > 0)
    warn('labels-without-value', say('valueless', { n: valueless.length, total: units.ids.length }), valueless);
  if (asked.length === 0) return warnings;

  const queries = new Set(asked.map((unit) => units.cluster[unit])).size;
  if (withoutQueries) warn('no-queries', say('noQueries'));
  else if (queries < ENOUGH_CLUSTERS) warn('few-queries', say('fewQueries', { n: queries, least: ENOUGH_CLUSTERS }));

  const overlap = asked.some((unit) => units.people.filter(({ labels }) => labels[unit] !== null).length > 1);
  if (!overlap) warn('no-overlap', say('noOverlap'));

  const split = asked.filter((unit) => units.split[unit] !== null);
  if (split.length > 0)
    warn('split-people', say(units.ties === 'half' ? 'tiesHalf' : 'tiesOut', { n: split.length }), split);

  skewed(units, asked, warn);

  for (const judge of units.judges)
    if (judge.labels.every((label) => label === null)) warn('silent-judge', say('silent', { judge: judge.name }));
  const gaps = asked.filter((unit) => !common.includes(unit));
  if (units.judges.length > 0 && gaps.length > 0)
    warn('gaps', say('gaps', { n: common.length, total: asked.length, left: gaps.length }), gaps);
  if (unequalSampling(units)) warn('unequal-sampling', say('unequal'));
  const answering = answeringJudges(units).length;
  if (largestSubset < answering)
    warn('subsets-left-out', say('subsets', { judges: answering, largest: largestSubset }));
  return warnings;
}

type Warn = (code: Warning['code'], said: Saying, about?: readonly number[]) => void;

/** Where nearly all references are the same label, figures beyond chance rest on the few others. */
function skewed(units: Units, asked: readonly number[], warn: Warn): void {
  const { scale } = units;
  const truth = asked.flatMap((unit) => units.truth[unit] ?? []);
  if (truth.length === 0) return;
  const counts = new Map<number, number>();
  for (const value of truth) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[most, times]] = [...counts].sort((a, b) => b[1] - a[1]) as [[number, number]];
  const others = truth.length - times;
  const onNames = metricOf(scale).kind === 'mean';
  const label = valueInWords(scale, most);
  if (others === 0) warn('single-category', say('single', { label, kappa: onNames ? 'plain' : 'weighted' }));
  else if (others < RARE * truth.length) {
    const found = { n: others, total: truth.length };
    if (!onNames) warn('rare-category', say('rareScores', { ...found, label }));
    else if (scale.level === 'binary')
      warn('rare-category', say('rareLabel', { ...found, label: valueInWords(scale, 1 - most) }));
    else warn('rare-category', say('rareOther', { ...found, label }));
  }
}
