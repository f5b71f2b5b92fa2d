import { verdictWordsIn } from '../../messages/rationale-text.ts';
import { clusteredRate, type Rate } from '../../scorer/leaderboard/figures/rate.ts';
import type { VerdictLabel } from '../../scorer/verdict.ts';
import { judgeErrors, type JudgeError } from '../labels/preference.ts';

/** One person's word on the judges of one unit, after the reveal. */
export interface RevealOpinion {
  itemId: string;
  qid: string;
  reportId: string;
  systems: string[];
  item: string;
  itemText: string;
  /** By pseudonym. */
  rater: string;
  /** The person's own blind label; null if it was taken back. */
  label: VerdictLabel | null;
  /** Whether they would rely on none of the judges. */
  wrong: boolean;
  error: JudgeError | null;
  note: string;
  at: number;
  /** Judges that were shown, in the run's order. */
  judges: JudgeErrorAnswer[];
}

export interface JudgeErrorAnswer {
  judgeId: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: VerdictLabel | null;
  rationale: string;
  quotes: string[];
  reason: string | null;
}

/** How many of the words on something say that all judges are wrong, and with what mistake. */
interface ErrorCount {
  rate: Rate;
  /** In the order of display; `other` if the person named no kind of mistake. */
  kinds: { error: JudgeError | 'other'; n: number }[];
}

interface ItemErrors extends ErrorCount {
  /** Query that the item belongs to; null for an item of the metric's own checklist, which is the same for every query. */
  qid: string | null;
  item: string;
  /** Wording if it is the same everywhere; null if each query has its own. */
  text: string | null;
}

interface JudgeErrorsTable {
  /** Of all words that people gave after the reveal; clustered by query. */
  all: ErrorCount;
  /** By judge: of the words on units that it answered, those that reject its answer with all others; by what it had answered. */
  judges: (ErrorCount & { judgeId: string; byLabel: { label: VerdictLabel; rate: Rate }[] })[];
  /** By query and item, most often wrong first; those that no person found wrong are left out. */
  items: ItemErrors[];
}

/**
 * Counts the opinions of people on the judges of one metric and prompt version.
 *
 * @param fixedItems Keys of the metric's own checklist. Only these are pooled over queries: any other id means something
 *   else in every query.
 */
export function judgeErrorTable(
  opinions: readonly RevealOpinion[],
  judgeIds: readonly string[],
  fixedItems: ReadonlySet<string> = new Set()
): JudgeErrorsTable {
  const keyOf = ({ qid, item, itemText }: RevealOpinion): string =>
    JSON.stringify(fixedItems.has(item) ? [item] : [item, qid, itemText]);
  return {
    all: countOf(opinions),
    judges: judgeIds.map((judgeId) => {
      const answered = opinions.flatMap((opinion) => {
        const said = opinion.judges.find((one) => one.judgeId === judgeId);
        return said && said.state === 'judged' && said.label !== null ? [{ opinion, label: said.label }] : [];
      });
      const labels = [...new Set(answered.map(({ label }) => label))].sort();
      return {
        judgeId,
        ...countOf(answered.map(({ opinion }) => opinion)),
        byLabel: labels.map((label) => ({
          label,
          rate: rateOf(answered.flatMap((one) => (one.label === label ? [one.opinion] : [])))
        }))
      };
    }),
    items: [...Map.groupBy(opinions, keyOf).values()]
      .map((own): ItemErrors => {
        const { item, qid } = own[0]!;
        const texts = new Set(own.map(({ itemText }) => itemText));
        return {
          qid: fixedItems.has(item) ? null : qid,
          item,
          text: texts.size === 1 ? own[0]!.itemText : null,
          ...countOf(own)
        };
      })
      .filter(({ rate }) => rate.k > 0)
      .sort(
        (a, b) =>
          b.rate.k - a.rate.k ||
          b.rate.k / b.rate.n - a.rate.k / a.rate.n ||
          byText(a.item, b.item) ||
          byText(a.qid ?? '', b.qid ?? '')
      )
  };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const rateOf = (opinions: readonly RevealOpinion[]): Rate =>
  clusteredRate(opinions.map(({ qid, wrong }) => ({ qid, k: wrong ? 1 : 0, n: 1 })));

function countOf(opinions: readonly RevealOpinion[]): ErrorCount {
  const wrong = opinions.filter((one) => one.wrong);
  const kinds = [...(Object.keys(judgeErrors) as JudgeError[]), 'other' as const].flatMap((error) => {
    const n = wrong.filter((one) => (one.error ?? 'other') === error).length;
    return n === 0 ? [] : [{ error, n }];
  });
  return { rate: rateOf(opinions), kinds };
}

/** A kind of mistake in English, for exports. */
export const errorInWords = (error: JudgeError | 'other'): string =>
  error === 'other' ? 'no kind named' : judgeErrors[error];

/** Which opinions are asked for: null leaves a field free. */
export interface OpinionFilter {
  error: string | null;
  item: string | null;
  query: string | null;
}

/** The opinions that found all judges wrong, of one kind of mistake, item or query. */
export const foundWrong = (
  opinions: readonly RevealOpinion[],
  { error, item, query }: OpinionFilter
): RevealOpinion[] =>
  opinions.filter(
    (one) =>
      one.wrong &&
      (error === null || (one.error ?? 'other') === error) &&
      (item === null || one.item === item) &&
      (query === null || one.qid === query)
  );

/** The mistake that an item’s judges make most often; the first in the order of display if several are as often. */
export const usualMistake = ({ kinds }: Pick<ItemErrors, 'kinds'>): JudgeError | 'other' =>
  kinds.toSorted((a, b) => b.n - a.n)[0]?.error ?? 'other';

/**
 * An opinion for a page, with its judges by name.
 *
 * @param language of the reader
 * @param nameOf The name that tells a judge apart from the others of its run
 */
export const opinionShown = (
  { itemId, qid, reportId, systems, item, itemText, rater, label, error, note, judges }: RevealOpinion,
  language: string,
  nameOf: (judgeId: string) => string
) => ({
  ...{ itemId, qid, reportId, systems, item, itemText, rater, label, note },
  error: error ?? 'other',
  judges: judges.map(({ judgeId, state, label: said, rationale, quotes, reason }) => ({
    ...{ name: nameOf(judgeId), state, label: said, quotes },
    rationale: verdictWordsIn(language)(state, reason ?? rationale)
  }))
});
