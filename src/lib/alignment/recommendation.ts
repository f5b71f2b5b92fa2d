import type { CandidateFigures } from './candidates.ts';
import type { Figure } from './figure.ts';
import { counted, figure as share, listed } from './gates/words.ts';
import type { PairFigures } from './pairs.ts';
import type { LabelScale } from '../studies/label-scale.ts';
import { metricOf, valueInWords } from './metric.ts';
import type { Named } from './ratings.ts';
import { ENOUGH_CLUSTERS } from '../stats/index.ts';

/** Where the best ensemble stands against the target that was set for it. */
export type Standing =
  /** Nothing to compare: no item has both a human label and the answers of the judges. */
  | 'nothing-to-compare'
  /** No interval: the items come from fewer than two queries. */
  | 'no-interval'
  /** The measured agreement itself is below the target. */
  | 'below-target'
  /** The measured agreement reaches the target, the lower end of its interval does not. */
  | 'not-shown'
  /** The lower end reaches the target, from fewer queries than an interval by query needs. */
  | 'few-queries'
  /** The lower end reaches the target. */
  | 'reached';

export interface Recommendation {
  standing: Standing;
  /** The candidate with the highest agreement on common units: its place among the candidates. */
  best: number | null;
  /** Candidates whose agreement equals that of the best. */
  equals: number[];
  /** How many items would put the lower end on the target if agreement and clustering stayed as they are. */
  itemsNeeded: number | null;
  /** What was found, and what has to be kept in mind with it; `text` is both. */
  finding: string;
  caveats: string;
  text: string;
}

export interface Evidence {
  candidates: readonly CandidateFigures[];
  judges: readonly Named[];
  people: PairFigures;
  target: number;
  scale: LabelScale;
  /** Units of the study, and those of them with a blind label. */
  items: number;
  rated: number;
}

/** What the figures say about adopting, in one paragraph, computed from nothing but the figures. */
export function recommend(evidence: Evidence): Recommendation {
  const { candidates, target, items, rated } = evidence;
  const best = highest(candidates);
  const candidate = best === null ? undefined : candidates[best];
  if (best === null || candidate === undefined || candidate.common.value === null)
    return {
      standing: 'nothing-to-compare',
      best: null,
      equals: [],
      itemsNeeded: null,
      ...inTwo([nothing(evidence)], [])
    };

  const figure = candidate.common;
  const value = candidate.common.value;
  const standing = standingOf(figure, target);
  const equals = candidates.flatMap((other, i) => (i !== best && other.common.value === value ? [i] : []));
  const { kind, kappa } = metricOf(evidence.scale);
  const itemsNeeded = standing === 'not-shown' ? itemsFor(figure, value, target, kind === 'mean') : null;
  const words = inWords(candidate, evidence.judges, evidence.scale);
  const what = kind === 'mean' ? '' : `${kappa} `;
  const compared = candidates.filter(({ common }) => common.value !== null).length;
  const finding = [
    `${capital(words)} ${compared > 1 ? `agrees most with people among ${compared} candidates` : candidates.length > 1 ? 'is the only candidate that can be compared' : 'is the only candidate'}: ${what}${share(value)}${range(figure)} on the ${counted(figure.n, 'item')} in ${counted(figure.clusters, 'query')} that every judge${compared < candidates.length ? ' with any label' : ''} answered.`,
    equals.length > 0
      ? `${counted(equals.length, 'other candidate')} ${equals.length === 1 ? 'agrees' : 'agree'} as much; the one with the fewest judges is named.`
      : '',
    verdict(standing, figure, target, itemsNeeded),
    ceiling(candidate, evidence.people, what)
  ];
  const caveats = [
    compared > 1
      ? 'The best of several candidates looks better than it is, because it was chosen on the items it is measured by; the interval does not allow for that.'
      : '',
    figure.clusters < ENOUGH_CLUSTERS
      ? `With ${counted(figure.clusters, 'query')} intervals by query are not reliable; ${ENOUGH_CLUSTERS} or more are needed.`
      : '',
    rated < items ? `${items - rated} of the ${counted(items, 'item')} have no blind label yet.` : ''
  ];
  return { standing, best, equals, itemsNeeded, ...inTwo(finding, caveats) };
}

function inTwo(
  finding: readonly string[],
  caveats: readonly string[]
): Pick<Recommendation, 'finding' | 'caveats' | 'text'> {
  const joined = (sentences: readonly string[]): string => sentences.filter((sentence) => sentence !== '').join(' ');
  return { finding: joined(finding), caveats: joined(caveats), text: joined([...finding, ...caveats]) };
}

/** The first of the candidates with the highest agreement on common units: fewer judges before more, then by name. */
function highest(candidates: readonly CandidateFigures[]): number | null {
  let best: number | null = null;
  let most = -Infinity;
  for (const [i, { common }] of candidates.entries())
    if (common.value !== null && common.value > most) [best, most] = [i, common.value];
  return best;
}

function standingOf(figure: Figure, target: number): Standing {
  if (figure.value === null) return 'nothing-to-compare';
  if (figure.value < target) return 'below-target';
  if (figure.low === null) return 'no-interval';
  if (figure.low < target) return 'not-shown';
  return figure.clusters < ENOUGH_CLUSTERS ? 'few-queries' : 'reached';
}

function verdict(standing: Standing, figure: Figure, target: number, itemsNeeded: number | null): string {
  switch (standing) {
    case 'below-target':
      return `That is below the target of ${share(target)}: on these data no candidate may stand in for people.`;
    case 'no-interval':
      return `That reaches the target of ${share(target)}, but with the items of one query no interval can be given.`;
    case 'not-shown':
      return `The lower end does not reach the target of ${share(target)}, so it is not shown that it may stand in for people.${itemsNeeded === null ? '' : ` At the same agreement about ${counted(itemsNeeded, 'item')} would show it.`}`;
    case 'few-queries':
    case 'reached':
      return `The lower end, ${share(figure.low!)}, reaches the target of ${share(target)}.`;
    case 'nothing-to-compare':
      return '';
  }
}

function ceiling(candidate: CandidateFigures, { agreement: between }: PairFigures, what: string): string {
  const judge = candidate.withOnePerson;
  if (between.value === null)
    return between.n === 0
      ? 'No item was judged by two people, so there is no agreement between people to compare with.'
      : 'What people say varies too little for a figure of their agreement with one another.';
  const amount = (of: Figure, value: number): string =>
    `${what === '' ? 'in ' : `at ${what}`}${share(value)}${range(of)}`;
  const two = `two people agree with each other ${amount(between, between.value)}`;
  if (judge.value === null) return `${capital(two)}.`;
  const more = judge.value >= between.value;
  const how =
    what === ''
      ? more
        ? 'at least as often as'
        : 'less often than'
      : more
        ? 'at least as closely as'
        : 'less closely than';
  return `It agrees with a single person ${amount(judge, judge.value)}, ${how} ${two}.`;
}

function nothing({ judges, rated, items }: Evidence): string {
  if (items === 0) return 'The study has no items.';
  if (judges.length === 0) return 'The run of this study has no judges.';
  if (rated === 0)
    return `Nobody has judged an item of this study yet (${counted(items, 'item')}). Agreement can be computed as soon as the first blind label is committed.`;
  return `No item with a blind label (${counted(rated, 'item')}) has a label from every judge, so the candidates can not be compared. Look at the judges that abstained or failed.`;
}

/** Items at which the lower end at this agreement, and with this loss to clustering, would be the target. */
function itemsFor(figure: Figure, value: number, target: number, ofShares: boolean): number | null {
  if (figure.low === null || value <= target) return null;
  // The width of the interval goes with 1/√n: scale n by the square of how much too wide it is, for shares on Wilson's scale.
  const reach = (p: number): number => (value - p) / (ofShares ? Math.sqrt(p * (1 - p)) : 1);
  const needed = Math.ceil(figure.n * (reach(figure.low) / reach(target)) ** 2);
  return Number.isFinite(needed) && needed > figure.n ? needed : null;
}

/** `the majority of A, B and C`. */
export function inWords(
  candidate: Pick<CandidateFigures, 'judgeIds' | 'rule'>,
  judges: readonly Named[],
  scale: LabelScale
): string {
  const positive = scale.level === 'binary' ? valueInWords(scale, 1) : '';
  const names = listed(candidate.judgeIds.map((id) => judges.find((judge) => judge.id === id)?.name ?? id));
  switch (candidate.rule) {
    case 'single':
      return names;
    case 'average':
      return `the average of ${names}`;
    case 'majority':
      return `the majority of ${names}`;
    case 'any':
      return `a “${positive}” from any of ${names}`;
    case 'all':
      return `a “${positive}” from all of ${names}`;
    case 'median':
      return `the median of ${names}`;
  }
}

const range = ({ low, high }: Figure): string =>
  low === null || high === null ? '' : ` (95 % interval ${share(low)} – ${share(high)})`;
const capital = (text: string): string =>
  text.startsWith('the ') || text.startsWith('a ') || text.startsWith('two ')
    ? text[0]!.toUpperCase() + text.slice(1)
    : text;
