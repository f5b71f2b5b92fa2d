import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import {
  consistentCounts,
  consistentDenominators,
  consistentSums,
  nearestCounts,
  nearestSums,
  type NearestCounts
} from '../../stats/index.ts';
import { count } from '../../stats/writing/figures.ts';
import { readFigure, readWithoutN, reportedLines, type ReportedFigure } from './reported-figure.ts';

type VerdictWords = Words<Messages['figureVerdicts']>;

const most = { shown: 6, listed: 1000, together: 999, inOneTable: 100 };

/** Verdict on one line. */
interface ReportedVerdict {
  line: string;
  figure: ReportedFigure | null;
  /** Null if the line could not be read, or does not say what the figure is out of. */
  possible: boolean | null;
  /** Counts, or sums of ratings, that the figure can stand for; if there are many, the first and the last. */
  counts: number[];
  /** How many there are; more than a thousand are not listed. */
  ways: number;
  /** The closest counts from below and above, if none is possible. */
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
export const possibleFigures = (text: string, words: VerdictWords): ReportedVerdict[] =>
  reportedLines(text).map((line) => possibilityOf(line, words));

/** Joint finding on figures without an n. */
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
 * @returns null if fewer than two lines are such figures; the first hundred of them are looked at.
 */
export function figuresTogether(text: string, words: VerdictWords): Together | null {
  const found = reportedLines(text)
    .map(readWithoutN)
    .filter((figure) => figure !== null && typeof figure !== 'string')
    .slice(0, most.inOneTable);
  if (found.length < 2) return null;
  const denominators = consistentDenominators(found, most.together);
  const first = denominators.slice(0, most.shown).map(count);
  const told = { figures: found.length, list: first.join(', ') };
  return {
    figures: found.length,
    denominators,
    text:
      denominators.length === 0
        ? words.noCommon({ figures: found.length, most: most.together })
        : denominators.length === 1
          ? words.commonOne(told)
          : words.common({ ...told, first: first[0]!, more: denominators.length > most.shown ? 'yes' : 'no' })
  };
}

/** One line; see `possibleFigures`. */
export function possibilityOf(line: string, words: VerdictWords): ReportedVerdict {
  const alone = readWithoutN(line);
  const read = alone === null ? readFigure(line) : typeof alone === 'string' ? alone : words.noN;
  if (typeof read === 'string')
    return { line, figure: null, possible: null, counts: [], ways: 0, nearest: null, text: read };
  const { value, n, decimals } = read;
  const ways = Math.floor(n / (read.kind === 'percentage' ? 100 : 1) / 10 ** decimals);
  if (ways > most.listed && (read.kind === 'percentage' || (value >= read.low && value <= read.high))) {
    const text = words.always({ n });
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
    text: nearest ? impossible(read, nearest, words) : possible(read, all, words)
  };
}

const written = ({ kind, value, decimals }: ReportedFigure): string =>
  kind === 'percentage' ? `${value.toFixed(decimals)}%` : value.toFixed(decimals);

/** A figure as messages name it; percentages have no scale. */
const figureIn = (figure: ReportedFigure) => ({
  ...{ kind: figure.kind, n: figure.n, figure: written(figure) },
  ...(figure.kind === 'mean' ? { low: figure.low, high: figure.high } : { low: '', high: '' })
});

function possible(figure: ReportedFigure, all: readonly number[], words: VerdictWords): string {
  const told = figureIn(figure);
  const [first, last] = [all[0]!, all.at(-1)!];
  if (all.length === 1) return words.one({ ...told, first });
  return all.length <= most.shown
    ? words.some({ ...told, list: all.map(count).join(', ') })
    : words.many({ ...told, ways: all.length, first, last });
}

function impossible(figure: ReportedFigure, { below, above }: NearestCounts, words: VerdictWords): string {
  const digits = Math.max(figure.decimals, figure.kind === 'percentage' ? 1 : 2);
  const near = [below, above]
    .filter((one) => one !== null)
    .map(({ count: k, value }) =>
      words.near({
        ...{ kind: figure.kind, count: k, n: figure.n },
        value: `${value.toFixed(digits)}${figure.kind === 'percentage' ? '%' : ''}`
      })
    );
  return words.impossible({ ...figureIn(figure), near: near.join(', ') });
}
