import { interval, percent, proportion } from '../../shared/format.ts';
import { ENOUGH_CLUSTERS } from '../../../stats/clusters/clusters.ts';
import { surelyBelow } from '../../../alignment/ensembles/candidate-order.ts';
import { reaches } from '../../../stats/numbers/without-rounding.ts';
import type { ShownFigure } from '../../../alignment/items/reasons.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { ListWriter } from '../../../messages/lists.ts';
import type { Words } from '../../../messages/message.ts';

/**
 * Heads of figures: what is seen, as a sentence that the intervals support. Two figures are said to differ only if
 * their intervals do not meet, which is stricter than a test of the difference; otherwise the sentence says "may", or
 * reports what was counted.
 */

/** Sentences of heads and the writer of lists in them, in the reader's language. */
export interface HeadlineWords {
  heads: Words<Messages['reportHeads']>;
  list: ListWriter;
}

type Measured = Pick<ShownFigure, 'value' | 'low' | 'high' | 'n'>;
interface NamedFigure {
  name: string;
  figure: Measured;
}

/** Headline of the page of the choice. */
export const choiceHead = (
  { selection }: { selection: { candidates: readonly unknown[] } },
  { heads }: HeadlineWords
): string => (selection.candidates.length > 1 ? heads.choice : heads.oneCandidate);

/** How many candidates reach the target as measured, of a sample with unequal chances in the sample. Whether one holds it after the selection is the verdict's to say. */
export function candidatesHead(
  common: readonly Measured[],
  target: number,
  unequal: boolean,
  { heads }: HeadlineWords
): string {
  const measured = common.filter(({ value }) => value !== null);
  if (measured.length === 0) return heads.noCandidate;
  const aim = { target: proportion(target, 2), unequal: unequal ? 'yes' : 'no' };
  const reach = measured.filter(({ value }) => reaches(value, target)).length;
  if (common.length === 1) return heads.onlyCandidate({ ...aim, reach: reach === 0 ? 'no' : 'yes' });
  const counted = { ...aim, n: measured.length, reach };
  return measured.length === common.length
    ? heads.candidates(counted)
    : heads.candidatesOf({ ...counted, total: common.length });
}

/** Judges against single people, beside people against one another. */
export function ratersHead(judges: readonly NamedFigure[], people: Measured, { heads, list }: HeadlineWords): string {
  const measured = judges.filter(({ figure }) => figure.value !== null);
  if (measured.length === 0) return heads.ratersUndefined;
  if (people.value === null) return heads.peopleUndefined;
  const less = measured.filter(({ figure }) => surelyBelow(figure, people)).map(({ name }) => name);
  const more = measured.filter(({ figure }) => surelyBelow(people, figure)).map(({ name }) => name);
  if (more.length + less.length === 0) return heads.ratersOverlap;
  return heads.raters({
    ...{ m: more.length, more: list(more), l: less.length, less: list(less) },
    both: more.length > 0 && less.length > 0 ? 'yes' : 'no',
    open: measured.length - less.length - more.length
  });
}

/** Errors of a candidate, in counts; names the more frequent kind only if the difference is certain. */
export function errorsHead(
  { labels, cells }: CountedTable,
  sensitivity: Measured | null,
  specificity: Measured | null,
  scale: CellKind,
  { heads }: HeadlineWords
): string {
  const total = cells.flat().reduce((sum, { items }) => sum + items, 0);
  if (total === 0) return heads.noError;
  if (sensitivity === null || specificity === null) return differencesHead(labels.length, cells, total, scale, heads);
  const [[, missed], [found]] = cells as [[Counted, Counted], [Counted, Counted]];
  const [yes, no] = labels as [string, string];
  const decided = cells
    .slice(0, 2)
    .flatMap((row) => row.slice(0, 2))
    .reduce((sum, { items }) => sum + items, 0);
  const [first, second] = [surelyBelow(sensitivity, specificity), surelyBelow(specificity, sensitivity)];
  return heads[yes === 'yes' ? 'strict' : 'reverse']({
    ...{ missed: missed.items, found: found.items, n: total, tied: total - decided, yes, no },
    worse: first ? 'first' : second ? 'second' : 'none'
  });
}

type CellKind = 'labels' | 'categories' | 'steps' | 'ranges';

interface Counted {
  items: number;
}
interface CountedTable {
  labels: readonly string[];
  cells: readonly (readonly Counted[])[];
}

/** In how many items a candidate says what people say, and in how many it is above and below on a scale with an order. */
function differencesHead(
  labels: number,
  cells: CountedTable['cells'],
  n: number,
  scale: CellKind,
  heads: HeadlineWords['heads']
): string {
  const square = cells.slice(0, labels);
  const sum = (test: (people: number, judges: number) => boolean): number =>
    square.reduce(
      (all, row, people) =>
        all + row.reduce((n, { items }, judges) => n + (judges < labels && test(people, judges) ? items : 0), 0),
      0
    );
  const same = sum((p, j) => p === j);
  if (scale === 'categories') return heads.sameCategory({ same, n });
  if (scale === 'labels') return heads.sameLabel({ same, n, opposite: sum((p, j) => Math.abs(p - j) === labels - 1) });
  return heads.sameStep({ cells: scale, same, n, lower: sum((p, j) => j < p), higher: sum((p, j) => j > p) });
}

/** Precision and recall of the chosen list of issues; null if the study is about nothing of the kind. */
export function issuesHead(
  issues: {
    candidates: readonly { judgeIds: readonly string[]; rule: string; precision: Measured; recall: Measured }[];
  } | null,
  chosen: { judgeIds: readonly string[]; rule: string } | null,
  { heads }: HeadlineWords
): string | null {
  if (issues === null) return null;
  const list = issues.candidates.find(
    ({ judgeIds, rule }) => chosen?.rule === rule && chosen.judgeIds.join() === judgeIds.join()
  );
  if (!list) return heads.issuesOpen;
  const { precision, recall } = list;
  return heads.issues({
    p: precision.value === null ? 'none' : 'known',
    precision: proportion(precision.value),
    pInterval: interval(precision.low, precision.high),
    pN: precision.n,
    r: recall.value === null ? 'none' : 'known',
    recall: proportion(recall.value),
    rInterval: interval(recall.low, recall.high),
    rN: recall.n
  });
}

/** How often two people, and two judges, said the same; on scores how large κ between them is. */
export function pairsHead(
  people: Measured,
  judges: readonly Measured[],
  short: string,
  { heads }: HeadlineWords
): string {
  const shares = judges.flatMap(({ value }) => (value === null ? [] : [value]));
  const onShares = short === 'agreement';
  const range = shares.length === 0 ? '' : spread(shares, (share) => proportion(share), heads);
  if (people.value === null) {
    if (shares.length === 0) return onShares ? heads.pairsNone : heads.kappaNone;
    return (onShares ? heads.pairsJudges : heads.kappaJudges)({ range });
  }
  const shown = {
    people: proportion(people.value),
    interval: people.low === null ? heads.noInterval : interval(people.low, people.high)
  };
  if (shares.length === 0) return (onShares ? heads.pairsPeople : heads.kappaPeople)(shown);
  return (onShares ? heads.pairsBoth : heads.kappaBoth)({ ...shown, range });
}

/** How often no choice between two judges would have helped. */
export function eitherHead(bothWrong: readonly Measured[], { heads }: HeadlineWords): string {
  const shares = bothWrong.flatMap(({ value }) => (value === null ? [] : [value]));
  if (shares.length === 0) return heads.eitherNone;
  if (Math.max(...shares) === 0) return heads.eitherNever;
  return heads.eitherWrong({ range: spread(shares, (share) => percent(share), heads) });
}

function spread(shares: readonly number[], write: (share: number) => string, heads: HeadlineWords['heads']): string {
  const [least, most] = [write(Math.min(...shares)), write(Math.max(...shares))];
  return least === most ? least : heads.range({ least, most });
}

/** Whether a candidate does worse if the judges differ. */
export function strataHead(
  strata: readonly { stratum: string; agreement: Measured }[],
  { heads }: HeadlineWords
): string {
  const of = (stratum: string): Measured | undefined => strata.find((one) => one.stratum === stratum)?.agreement;
  const [alike, apart] = [of('all-agree'), of('some-differ')];
  if (!alike || !apart || alike.value === null || apart.value === null) return heads.strataOne;
  const numbers = { apart: proportion(apart.value), alike: proportion(alike.value) };
  if (surelyBelow(apart, alike)) return heads.strataLower(numbers);
  if (surelyBelow(alike, apart)) return heads.strataHigher(numbers);
  return (apart.value === alike.value ? heads.strataEqual : heads.strataOverlap)(numbers);
}

/** Headline of preferences: the judges whose reasoning was preferred. */
export function preferencesHead(
  n: number,
  judges: readonly { name: string; sole: Measured & { count: number } }[],
  { heads }: HeadlineWords
): string {
  if (n === 0) return heads.noPreference;
  const [first, second] = [...judges].sort((a, b) => b.sole.count - a.sole.count);
  if (!first || first.sole.count === 0) return heads.noneAlone({ n });
  const most = { name: first.name, k: first.sole.count, n };
  if (!second || surelyBelow(second.sole, first.sole)) return heads.preferred({ ...most, overlap: 'no' });
  return second.sole.count === first.sole.count
    ? heads.preferredEqually({ ...most, other: second.name })
    : heads.preferred({ ...most, overlap: 'yes' });
}

interface Part {
  name: string;
  agreement: Measured;
}

/** Where agreement is least and where it is most, among the parts that have a figure. */
export function breakdownHead(categories: readonly Part[], queries: readonly Part[], { heads }: HeadlineWords): string {
  const measured = (parts: readonly Part[]): Part[] =>
    parts.filter(({ agreement }) => agreement.value !== null).sort((a, b) => a.agreement.value! - b.agreement.value!);
  const byCategory = measured(categories).length > 1;
  const parts = measured(byCategory ? categories : queries);
  const [least, most] = [parts[0], parts.at(-1)];
  if (!least || !most || parts.length < 2) return heads.breakdownNone;
  return heads.breakdown({
    ...{ least: proportion(least.agreement.value), leastName: least.name },
    ...{ most: proportion(most.agreement.value), mostName: most.name },
    ...{ n: parts.length, of: byCategory ? 'categories' : 'queries' },
    overlap: surelyBelow(least.agreement, most.agreement) ? 'no' : 'yes'
  });
}

interface Checked {
  name: string;
  length: { figure: Resampled };
  family: Resampled | null;
  position: { primacy: Resampled } | null;
}

type Resampled = Measured & Pick<ShownFigure, 'clusters'>;

/**
 * Which judges are biased: those whose whole interval is on one side of 0, from as many queries as resampling them wants. These
 * intervals allow for one check, not for many.
 */
export function checksHead(judges: readonly Checked[], { heads, list }: HeadlineWords): string {
  const side = (figure: Resampled | null | undefined, above: string, below: string): string[] => {
    if (!figure || figure.low === null || figure.high === null || figure.clusters < ENOUGH_CLUSTERS) return [];
    return figure.low > 0 ? [above] : figure.high < 0 ? [below] : [];
  };
  const found = judges.flatMap(({ name, length, family, position }) => {
    const biases = [
      ...side(length.figure, heads.longer, heads.shorter),
      ...side(family, heads.own, heads.others),
      ...side(position?.primacy, heads.first, heads.second)
    ];
    if (biases.length === 0) return [];
    return [heads.biased({ name, biases: list(biases) })];
  });
  if (found.length > 0) return found.reduce((before, after) => heads.next({ before, after }));
  const known = (figure: Measured | null | undefined): boolean => (figure?.value ?? null) !== null;
  return judges.some(
    ({ length, family, position }) => known(length.figure) || known(family) || known(position?.primacy)
  )
    ? heads.unbiased
    : heads.biasUndefined;
}
