import { agreementRank } from '../ensembles/candidate-order.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { Figure } from '../units/figure.ts';
import { counted } from '../gates/words.ts';
import type { PairFigures } from '../agreement/pairs.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { metricOf, valueInWords } from '../units/metric.ts';
import type { NamedRater } from '../units/ratings.ts';
import { ENOUGH_CLUSTERS } from '../../stats/index.ts';
import { proportion as share } from '../../stats/writing/figures.ts';

export interface Recommendation {
  /** The candidate with the highest agreement on common units: its place among the candidates. */
  best: number | null;
  /** Candidates whose agreement equals that of the best. */
  equals: number[];
  /** The finding, and its caveats; `text` is both. */
  finding: string;
  caveats: string;
  text: string;
}

interface RecommendationBasis {
  candidates: readonly CandidateFigures[];
  judges: readonly NamedRater[];
  people: PairFigures;
  scale: LabelScale;
  /** Units of the study, those of them with a blind label on the scale, and those with labels alone that have no value there. */
  items: number;
  rated: number;
  valueless: number;
  /** Whether items had unequal chances, so that these figures are of the sample and not of the run. */
  unequal: boolean;
}

/** Which ensemble agrees most with people as measured, in one paragraph. Whether it reaches a target is for the verdict alone,
 * which corrects for the selection. */
export function recommend(evidence: RecommendationBasis): Recommendation {
  const { candidates, items, rated, valueless } = evidence;
  const unlabelled = items - rated - valueless;
  const best = highest(candidates);
  const candidate = best === null ? undefined : candidates[best];
  if (best === null || candidate === undefined || candidate.common.value === null)
    return {
      best: null,
      equals: [],
      ...inTwo([nothing(evidence)], [])
    };

  const figure = candidate.common;
  const value = candidate.common.value;
  const rank = agreementRank(value);
  const equals = candidates.flatMap(({ common }, i) =>
    i !== best && common.value !== null && agreementRank(common.value) === rank ? [i] : []
  );
  const { kind, kappa } = metricOf(evidence.scale);
  const words = sayIn('en', ensembleSaid(candidate, evidence.judges, evidence.scale));
  const what = kind === 'mean' ? '' : `${kappa} `;
  const compared = candidates.filter(({ common }) => common.value !== null).length;
  const finding = [
    `${capital(words)} ${compared > 1 ? `has the highest agreement with annotators among ${compared} candidates` : candidates.length > 1 ? 'is the only candidate that can be compared' : 'is the only candidate'}: ${what}${share(value)}, ${evidence.unequal ? 'as sampled and not weighted to the run' : 'as measured'}, on the ${counted(figure.n, 'item')} in ${counted(figure.clusters, 'query')} labelled by every judge${compared < candidates.length ? ' with any label' : ''}.`,
    equals.length > 0
      ? `${counted(equals.length, 'other candidate')} ${equals.length === 1 ? 'agrees' : 'agree'} equally; the ensemble with the fewest judges is named.`
      : '',
    ceiling(candidate, evidence.people, what, evidence.unequal)
  ];
  const caveats = [
    compared > 1
      ? 'The best of several candidates was selected on the items it is measured on, so this figure is too high; the verdict corrects it.'
      : '',
    figure.clusters < ENOUGH_CLUSTERS
      ? `With ${counted(figure.clusters, 'query')} intervals by query are not reliable; ${ENOUGH_CLUSTERS} or more are needed.`
      : '',
    unlabelled > 0
      ? `${unlabelled} of the ${counted(items, 'item')} ${unlabelled === 1 ? 'has' : 'have'} no blind label yet.`
      : '',
    valueless > 0
      ? `${valueless} of the ${counted(items, 'item')} ${valueless === 1 ? 'has' : 'have'} only labels without a value.`
      : ''
  ];
  return { best, equals, ...inTwo(finding, caveats) };
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
  for (const [i, { common }] of candidates.entries()) {
    const rank = common.value === null ? -Infinity : agreementRank(common.value);
    if (rank > most) [best, most] = [i, rank];
  }
  return best;
}

function ceiling(
  candidate: CandidateFigures,
  { agreement: between }: PairFigures,
  what: string,
  unequal: boolean
): string {
  const judge = candidate.withOnePerson;
  if (between.value === null)
    return between.n === 0
      ? 'No item was labelled by two annotators, so inter-annotator agreement is undefined.'
      : 'The labels vary too little for a figure of inter-annotator agreement.';
  const amount = (of: Figure, value: number): string =>
    `${what === '' ? 'in ' : `at ${what}`}${share(value)} (n ${of.n})`;
  const two = `two annotators agree with each other ${amount(between, between.value)}`;
  const within = unequal ? 'In the sample, ' : '';
  if (judge.value === null) return `${capital(`${within}${two}`)}.`;
  const more = agreementRank(judge.value) >= agreementRank(between.value);
  const how =
    what === ''
      ? more
        ? 'at least as often as'
        : 'less often than'
      : more
        ? 'at least as closely as'
        : 'less closely than';
  return `${within === '' ? 'It' : `${within}it`} agrees with a single annotator ${amount(judge, judge.value)}, ${how} ${two}.`;
}

function nothing({ judges, rated, valueless, items, candidates }: RecommendationBasis): string {
  if (items === 0) return 'The study has no items.';
  if (judges.length === 0) return 'The run of this study has no judges.';
  if (rated === 0 && valueless > 0)
    return `No label of annotators has a value on the scale (${valueless} of ${counted(items, 'item')} labelled). Agreement is computed once the first blind label with a value is committed.`;
  if (rated === 0)
    return `No annotator has labelled an item of this study (${counted(items, 'item')}). Agreement is computed once the first blind label is committed.`;
  const compared = Math.max(0, ...candidates.map(({ common }) => common.n));
  if (compared > 0)
    return `The labels on the ${counted(compared, 'item')} labelled by annotators and every judge vary too little for a figure of agreement.`;
  return `No item with a blind label (${counted(rated, 'item')}) has a label from every judge, so the candidates cannot be compared. Check the judges that abstained or failed.`;
}

const phrase = sayingsOf('verdictText');
const ofSeveral = { average: 'averageOf', majority: 'majorityOf', median: 'medianOf' } as const;

/** The ensemble as a phrase: `the majority of A, B and C`. */
export function ensembleSaid(
  { judgeIds, rule }: Pick<CandidateFigures, 'judgeIds' | 'rule'>,
  raters: readonly NamedRater[],
  scale: LabelScale
): Saying {
  const judges = judgeIds.map((id) => raters.find((judge) => judge.id === id)?.name ?? id);
  if (rule === 'single') return phrase('oneJudge', { judges });
  if (rule !== 'any' && rule !== 'all') return phrase(ofSeveral[rule], { judges });
  return phrase(rule === 'any' ? 'anyOf' : 'allOf', { judges, label: valueInWords(scale, 1) });
}

const capital = (text: string): string =>
  text.startsWith('the ') || text.startsWith('a ') || text.startsWith('two ')
    ? text[0]!.toUpperCase() + text.slice(1)
    : text;
