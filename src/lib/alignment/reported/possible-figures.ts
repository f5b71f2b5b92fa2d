import {
  consistentCounts,
  consistentDenominators,
  consistentSums,
  nearestCounts,
  nearestSums,
  type NearestCounts
} from '../../stats/index.ts';
import { count, many } from '../../stats/writing/figures.ts';
import { readFigure, readWithoutN, reportedLines, type ReportedFigure } from './reported-figure.ts';

const most = { shown: 6, listed: 1000, together: 999, inOneTable: 100 };

/** What is to be said of one line. */
export interface ReportedVerdict {
  line: string;
  figure: ReportedFigure | null;
  /** Null where the line could not be read, or does not say what the figure is out of. */
  possible: boolean | null;
  /** Counts, or sums of ratings, that the figure can stand for; where there are many, the first and the last. */
  counts: number[];
  /** How many there are; more than a thousand are not listed. */
  ways: number;
  /** What comes closest from below and above, where none is possible. */
  nearest: NearestCounts | null;
  /** The verdict in words; for a line that could not be read, why. */
  text: string;
}

/**
 * Reads figures as papers print them, one a line, and says of each whether it can have been counted: `87.1% of 200`,
 * `.925 of 40`, `mean 3.27 of 15 on 1 to 4`. Empty lines and lines that begin with # are passed over.
 *
 * @returns a verdict per line, in their order; at most 500 lines are read.
 */
export const possibleFigures = (text: string): ReportedVerdict[] => reportedLines(text).map(possibilityOf);

/** What figures without an n tell together. */
export interface Together {
  /** How many figures say nothing of what they are out of. */
  figures: number;
  /** Numbers up to 999 out of which all of them can have been counted, ascending. */
  denominators: number[];
  text: string;
}

/**
 * Out of how many all figures without an n can have been counted together: the rows of a table rest on the same reports,
 * so that their digits tell how many there were. `mean 3.137 on 1 to 5`, `6.1%`.
 *
 * @returns null where fewer than two lines are such figures; the first hundred of them are looked at.
 */
export function figuresTogether(text: string): Together | null {
  const found = reportedLines(text)
    .map(readWithoutN)
    .filter((figure) => figure !== null && typeof figure !== 'string')
    .slice(0, most.inOneTable);
  if (found.length < 2) return null;
  const denominators = consistentDenominators(found, most.together);
  const first = denominators.slice(0, most.shown).map(count);
  const more = denominators.length > most.shown ? ' and more' : '';
  const these = `The ${count(found.length)} figures without an n`;
  return {
    figures: found.length,
    denominators,
    text:
      denominators.length === 0
        ? `${these} are not compatible with any common n up to ${most.together}.`
        : `${these} can have been counted together out of ${first.join(', ')}${more}${denominators.length === 1 ? '' : `; of no number below ${first[0]}`}.`
  };
}

/** One line; see `possibleFigures`. */
export function possibilityOf(line: string): ReportedVerdict {
  const alone = readWithoutN(line);
  const read =
    alone === null
      ? readFigure(line)
      : typeof alone === 'string'
        ? alone
        : 'The figure has no n: add “of” and the number, or check all figures without n together.';
  if (typeof read === 'string')
    return { line, figure: null, possible: null, counts: [], ways: 0, nearest: null, text: read };
  const { value, n, decimals } = read;
  const ways = Math.floor(n / (read.kind === 'percentage' ? 100 : 1) / 10 ** decimals);
  if (ways > most.listed && (read.kind === 'percentage' || (value >= read.low && value <= read.high))) {
    const text = `Possible: with n = ${count(n)}, every figure with these digits has a count.`;
    return { line, figure: read, possible: true, counts: [], ways, nearest: null, text };
  }
  const all =
    ways > most.listed
      ? []
      : read.kind === 'percentage'
        ? consistentCounts(value, n, decimals)
        : consistentSums(value, n, decimals, read);
  const nearest = all.length > 0 ? null : read.kind === 'percentage' ? nearestCounts(value, n) : nearestSums(value, n, read); // prettier-ignore
  return {
    line,
    figure: read,
    possible: all.length > 0,
    counts: all.length <= most.shown ? all : [all[0]!, all.at(-1)!],
    ways: all.length,
    nearest,
    text: nearest ? impossible(read, nearest) : possible(read, all)
  };
}

const written = ({ kind, value, decimals }: ReportedFigure): string =>
  kind === 'percentage' ? `${value.toFixed(decimals)}\u202f%` : value.toFixed(decimals);

function possible(figure: ReportedFigure, all: readonly number[]): string {
  const one = (k: number): string =>
    figure.kind === 'percentage' ? `${count(k)} of ${count(figure.n)}` : `a sum of ${count(k)}`;
  const [first, last] = [all[0]!, all.at(-1)!];
  const ways =
    all.length === 1
      ? one(first)
      : all.length <= most.shown
        ? `${all.map(count).join(', ')}${figure.kind === 'percentage' ? ` of ${count(figure.n)}` : ', as sums,'}`
        : `${many(all.length, 'count')} from ${count(first)} to ${count(last)}`;
  return `Possible: ${ways} ${all.length === 1 ? 'gives' : 'give'} ${written(figure)}${scaleOf(figure)}.`;
}

function impossible(figure: ReportedFigure, { below, above }: NearestCounts): string {
  const digits = Math.max(figure.decimals, figure.kind === 'percentage' ? 1 : 2);
  const one = ({ count: k, value }: { count: number; value: number }): string =>
    figure.kind === 'percentage'
      ? `${count(k)} of ${count(figure.n)} is ${value.toFixed(digits)}\u202f%`
      : `a sum of ${count(k)} gives ${value.toFixed(digits)}`;
  const near = [below, above].filter((one) => one !== null).map(one);
  const what =
    figure.kind === 'percentage' ? `No count of ${count(figure.n)}` : `No sum of ${many(figure.n, 'rating')}`;
  return `Impossible. ${what} gives ${written(figure)}${scaleOf(figure)}: ${near.join(', ')}.`;
}

const scaleOf = (figure: ReportedFigure): string =>
  figure.kind === 'mean' ? ` on ${figure.low} to ${figure.high}` : '';
