import { interval, many, percent, proportion } from '../../shared/format.ts';
import { ENOUGH_CLUSTERS } from '../../../stats/clusters/clusters.ts';
import { surelyBelow } from '../../../alignment/ensembles/candidate-order.ts';
import type { ShownFigure } from '../../../alignment/items/reasons.ts';
import { capital, listed, numberWord } from '../../../alignment/report/words.ts';

/**
 * Heads of figures: what is seen, as a sentence that the intervals support. Two figures are said to differ only where
 * their intervals do not meet, which is stricter than a test of the difference; otherwise the sentence says "may", or
 * reports what was counted.
 */

type Measured = Pick<ShownFigure, 'value' | 'low' | 'high' | 'n'>;
interface NamedFigure {
  name: string;
  figure: Measured;
}

/** How many candidates reach the target as measured. Whether one holds it after the selection is the verdict's to say. */
export function candidatesHead(common: readonly Measured[], target: number): string {
  const measured = common.filter(({ value }) => value !== null);
  if (measured.length === 0) return 'No candidate can be compared yet';
  const aim = `the target of ${proportion(target, 2)}`;
  const reach = measured.filter(({ value }) => value! >= target).length;
  if (common.length === 1)
    return `The only candidate ${reach === 0 ? 'is below' : 'reaches'} ${aim}, before correction`;
  const some = capital(numberWord(measured.length));
  const all =
    measured.length === common.length ? `${some} candidates` : `${some} of ${common.length} candidates can be compared`;
  return `${all}; ${reach === 0 ? 'none reaches' : `${numberWord(reach)} ${reach === 1 ? 'reaches' : 'reach'}`} ${aim}, before correction for selection`;
}

/** Judges against single people, beside people against one another. */
export function ratersHead(judges: readonly NamedFigure[], people: Measured): string {
  const measured = judges.filter(({ figure }) => figure.value !== null);
  if (measured.length === 0) return 'Agreement of judges with annotators is undefined';
  if (people.value === null) return 'Inter-annotator agreement is undefined: no item has labels from two annotators';
  const less = measured.filter(({ figure }) => surelyBelow(figure, people)).map(({ name }) => name);
  const more = measured.filter(({ figure }) => surelyBelow(people, figure)).map(({ name }) => name);
  const open = measured.length - less.length - more.length;
  const parts = [
    more.length > 0 ? `${listed(more)} ${agree(more)} with annotators more than annotators agree with each other` : '',
    less.length > 0 ? `${listed(less)} ${agree(less)} with annotators less than annotators agree with each other` : ''
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'The interval of every judge overlaps that of inter-annotator agreement';
  if (open > 0)
    parts.push(
      open === 1
        ? 'the interval of the other overlaps that of inter-annotator agreement'
        : 'the intervals of the others overlap that of inter-annotator agreement'
    );
  return parts.join('; ');
}

const agree = (names: readonly string[]): string => (names.length === 1 ? 'agrees' : 'agree');

/** What a candidate gets wrong, in counts; which kind it gets wrong more often only where that is sure. */
export function errorsHead(
  { labels, cells }: CountedTable,
  sensitivity: Measured | null,
  specificity: Measured | null,
  scale: 'labels' | 'categories' | 'steps' | 'ranges' = 'steps'
): string {
  const total = cells.flat().reduce((sum, { items }) => sum + items, 0);
  if (total === 0) return 'No item has an untied label from both annotators and judges';
  if (sensitivity === null || specificity === null) return differencesHead(labels.length, cells, total, scale);
  const [[, missed], [found]] = cells as [[Counted, Counted], [Counted, Counted]];
  const [yes, no] = labels as [string, string];
  const decided = cells
    .slice(0, 2)
    .flatMap((row) => row.slice(0, 2))
    .reduce((sum, { items }) => sum + items, 0);
  const tied = decided < total ? `, one side tied on ${total - decided}` : '';
  const counts =
    yes === 'yes'
      ? `Too strict on ${missed.items} and too lenient on ${found.items} of ${many(total, 'item')}${tied}`
      : `“${no}” for annotators’ “${yes}” on ${missed.items}, the reverse on ${found.items} of ${many(total, 'item')}${tied}`;
  const named = (label: string): string => (yes === 'yes' ? `a ${label}` : `“${label}”`);
  if (surelyBelow(sensitivity, specificity)) return `${counts}: ${named(yes)} is missed more often than ${named(no)}`;
  if (surelyBelow(specificity, sensitivity)) return `${counts}: ${named(no)} is missed more often than ${named(yes)}`;
  return counts;
}

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
  total: number,
  scale: 'labels' | 'categories' | 'steps' | 'ranges'
): string {
  const square = cells.slice(0, labels);
  const sum = (test: (people: number, judges: number) => boolean): number =>
    square.reduce(
      (all, row, people) =>
        all + row.reduce((n, { items }, judges) => n + (judges < labels && test(people, judges) ? items : 0), 0),
      0
    );
  const same = `${{ ranges: 'Same range', categories: 'Same category', labels: 'Same label', steps: 'Same label' }[scale]} as annotators on ${sum((p, j) => p === j)} of ${many(total, 'item')}`;
  if (scale === 'categories') return same;
  const last = labels - 1;
  return scale === 'labels'
    ? `${same}, the opposite side on ${sum((p, j) => Math.abs(p - j) === last)}`
    : `${same}, lower on ${sum((p, j) => j < p)}, higher on ${sum((p, j) => j > p)}`;
}

/** Precision and recall of the chosen list of issues; null where the study is about nothing of the kind. */
export function issuesHead(
  issues: {
    candidates: readonly { judgeIds: readonly string[]; rule: string; precision: Measured; recall: Measured }[];
  } | null,
  chosen: { judgeIds: readonly string[]; rule: string } | null
): string | null {
  if (issues === null) return null;
  const list = issues.candidates.find(
    ({ judgeIds, rule }) => chosen?.rule === rule && chosen.judgeIds.join() === judgeIds.join()
  );
  const written = (name: string, { value, low, high, n }: Measured): string =>
    value === null ? `${name} undefined` : `${name} ${proportion(value)} ${interval(low, high)}, n = ${n}`;
  return list
    ? `Selected list of issues: ${written('precision', list.precision)}; ${written('recall', list.recall)}`
    : 'Precision and recall of each list of issues';
}

/** How often two people, and two judges, said the same; on scores how large κ between them is. */
export function pairsHead(people: Measured, judges: readonly Measured[], short = 'agreement'): string {
  const shares = judges.flatMap(({ value }) => (value === null ? [] : [value]));
  const range = spread(shares, (share) => proportion(share));
  if (short !== 'agreement') return coefficientsHead(people, shares, range, short);
  if (people.value === null)
    return shares.length === 0
      ? 'Pairwise agreement is undefined: no item has labels from two raters'
      : `Pairwise agreement of judges ${range}; inter-annotator agreement is undefined`;
  const two = `Inter-annotator agreement ${proportion(people.value)} (${people.low === null ? 'no interval' : interval(people.low, people.high)})`;
  return shares.length === 0 ? two : `${two}; pairwise agreement of judges ${range}`;
}

function coefficientsHead(people: Measured, judges: readonly number[], range: string, short: string): string {
  const name = capital(short);
  const ofJudges = judges.length === 0 ? '' : `between judges ${range}`;
  if (people.value === null)
    return judges.length === 0
      ? 'Pairwise agreement is undefined: fewer than two raters'
      : `${name} ${ofJudges}; between annotators undefined`;
  const ofPeople = `${name} between annotators ${proportion(people.value)} (${people.low === null ? 'no interval' : interval(people.low, people.high)})`;
  return judges.length === 0 ? ofPeople : `${ofPeople}, ${ofJudges}`;
}

/** How often no choice between two judges would have helped. */
export function eitherHead(bothWrong: readonly Measured[]): string {
  const shares = bothWrong.flatMap(({ value }) => (value === null ? [] : [value]));
  if (shares.length === 0) return 'Fewer than two judges labelled an item with a blind label';
  const worst = Math.max(...shares);
  if (worst === 0) return 'No two judges were wrong on the same item';
  return `Two judges were both wrong on ${spread(shares, (share) => percent(share))} of items`;
}

function spread(shares: readonly number[], write: (share: number) => string): string {
  const [least, most] = [write(Math.min(...shares)), write(Math.max(...shares))];
  return least === most ? least : `${least} to ${most}`;
}

/** Whether a candidate does worse where the judges differ. */
export function strataHead(strata: readonly { stratum: string; agreement: Measured }[]): string {
  const of = (stratum: string): Measured | undefined => strata.find((one) => one.stratum === stratum)?.agreement;
  const [alike, apart] = [of('all-agree'), of('some-differ')];
  if (!alike || !apart || alike.value === null || apart.value === null)
    return 'Only one stratum has labels, so strata cannot be compared';
  const numbers = `${proportion(apart.value)} against ${proportion(alike.value)}`;
  if (surelyBelow(apart, alike)) return `Agreement is lower on items on which judges differ: ${numbers}`;
  if (surelyBelow(alike, apart)) return `Agreement is higher on items on which judges differ: ${numbers}`;
  if (apart.value === alike.value) return `Agreement is equal on items on which judges differ: ${numbers}`;
  return `Agreement is ${proportion(apart.value)} on items on which judges differ and ${proportion(alike.value)} on the others; the intervals overlap`;
}

/** Whose reasoning was preferred. */
export function preferencesHead(
  n: number,
  judges: readonly { name: string; sole: Measured & { count: number } }[]
): string {
  if (n === 0) return 'No preference has been recorded';
  const [first, second] = [...judges].sort((a, b) => b.sole.count - a.sole.count);
  if (!first || first.sole.count === 0) return `None of ${many(n, 'preference')} was for one judge alone`;
  const most = `${first.name} was preferred alone most often, ${first.sole.count} of ${many(n, 'time')}`;
  if (!second || surelyBelow(second.sole, first.sole)) return most;
  return second.sole.count === first.sole.count
    ? `${first.name} and ${second.name} were preferred alone equally often, ${first.sole.count} of ${many(n, 'time')} each`
    : `${most}; the intervals overlap`;
}

interface Part {
  name: string;
  agreement: Measured;
}

/** Where agreement is least and where it is most, among the parts that have a figure. */
export function breakdownHead(categories: readonly Part[], queries: readonly Part[]): string {
  const measured = (parts: readonly Part[]): Part[] =>
    parts.filter(({ agreement }) => agreement.value !== null).sort((a, b) => a.agreement.value! - b.agreement.value!);
  const [parts, noun] =
    measured(categories).length > 1
      ? [measured(categories), 'categories']
      : [measured(queries), queries.length === 1 ? 'query' : 'queries'];
  const [least, most] = [parts[0], parts.at(-1)];
  if (!least || !most || parts.length < 2) return 'Fewer than two categories or queries have a figure';
  const range = `${proportion(least.agreement.value)} (${least.name}) to ${proportion(most.agreement.value)} (${most.name})`;
  return `From ${range} over ${parts.length} ${noun}${surelyBelow(least.agreement, most.agreement) ? '' : '; the intervals overlap'}`;
}

interface Checked {
  name: string;
  length: { figure: Resampled };
  family: Resampled | null;
  position: { primacy: Resampled } | null;
}

type Resampled = Measured & Pick<ShownFigure, 'clusters'>;

/**
 * Which judges are biased: where the whole interval is on one side of 0, from as many queries as resampling them wants. These
 * intervals allow for one check, not for many.
 */
export function checksHead(judges: readonly Checked[]): string {
  const side = (figure: Resampled | null | undefined): 1 | -1 | 0 => {
    if (!figure || figure.low === null || figure.high === null || figure.clusters < ENOUGH_CLUSTERS) return 0;
    return figure.low > 0 ? 1 : figure.high < 0 ? -1 : 0;
  };
  const found = judges.flatMap(({ name, length, family, position }) => {
    const what = [
      {
        1: 'favours longer reports more than annotators do',
        '-1': 'disfavours longer reports more than annotators do'
      }[String(side(length.figure)) as '1' | '-1'],
      { 1: 'favours systems of its own maker', '-1': 'disfavours systems of its own maker' }[
        String(side(family)) as '1' | '-1'
      ],
      { 1: 'favours the text shown first', '-1': 'favours the text shown second' }[
        String(side(position?.primacy)) as '1' | '-1'
      ]
    ].filter((word) => word !== undefined);
    return what.length === 0 ? [] : [`${name} ${listed(what)}`];
  });
  if (found.length > 0) return found.join('; ');
  const known = (figure: Measured | null | undefined): boolean => (figure?.value ?? null) !== null;
  return judges.some(
    ({ length, family, position }) => known(length.figure) || known(family) || known(position?.primacy)
  )
    ? 'No judge shows a significant bias by length, maker or position'
    : 'Biases by length, maker and position are undefined for every judge';
}
