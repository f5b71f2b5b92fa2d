import type { FigureWithoutN } from '../../stats/index.ts';
import { count } from '../../stats/writing/figures.ts';

/** A reported figure: a percentage or a mean of whole-number ratings, out of n. */
export type ReportedFigure = { kind: 'percentage' | 'mean'; value: number; decimals: number; n: number } & (
  | { kind: 'percentage' }
  | { kind: 'mean'; low: number; high: number }
);

const number = String.raw`([+\-−]?(?:\d+(?:[.,]\d+)?|[.,]\d+))`;
const outOf = String.raw`\s*(?:of|\/|out of)\s*(?:n\s*=\s*)?(\d{1,3}(?:,\d{3})+|\d+)`;
const named = String.raw`(?:mean|m|avg|average)\s*(?:of|=|:)?\s*`;
const scale = String.raw`(?:\s*(?:on|in|from|,)\s*([+\-−]?\d+)\s*(?:to|\.\.|–|-)\s*([+\-−]?\d+))?`;
const pattern = (source: string): RegExp => new RegExp(`^${source}$`, 'i');
const patterns = {
  percentage: pattern(String.raw`${number}\s*%${outOf}`),
  share: pattern(number + outOf),
  mean: pattern(named + number + outOf + scale),
  bare: pattern(String.raw`(?:${number}\s*%|${named}${number}${scale})`)
};

const most = { lines: 500, n: 1_000_000_000, decimals: 9, end: 1_000_000 };

/** The scale that a mean is of if a line does not say. */
const usual = { low: 1, high: 5 };

/** Lines that hold figures: not the empty ones and not those that begin with #; at most 500. */
export const reportedLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/[\u202f\u00a0]/g, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, most.lines);

/** A figure that does not say what it is out of; a reason if it cannot be one; null if the line is something else. */
export function readWithoutN(line: string): FigureWithoutN | string | null {
  const found = patterns.bare.exec(line);
  if (!found) return null;
  const digits = (found[1] ?? found[2]!).replace('−', '-').replace(',', '.');
  const decimals = digits.split('.')[1]?.length ?? 0;
  const value = Number(digits);
  if (decimals > most.decimals) return `At most ${most.decimals} decimal digits can be checked.`;
  if (found[1] !== undefined)
    return value < 0 || value > 100
      ? 'A percentage must be between 0 and 100.'
      : { kind: 'percentage', value, decimals };
  const ends = scaleIn(found[3], found[4]);
  return typeof ends === 'string' ? ends : { kind: 'mean', value, decimals, ...ends };
}

/** A figure and what it is out of; or, as a text, why the line is none. */
export function readFigure(line: string): ReportedFigure | string {
  const asPercentage = patterns.percentage.exec(line);
  const asMean = patterns.mean.exec(line);
  const asShare = patterns.share.exec(line);
  const found = asPercentage ?? asMean ?? asShare;
  if (!found) return 'Write a figure and its n: “87.1% of 200”, “.925 of 40” or “mean 3.27 of 15 on 1 to 4”.';
  const digits = found[1]!.replace('−', '-').replace(',', '.');
  const decimals = digits.split('.')[1]?.length ?? 0;
  const n = Number(found[2]!.replaceAll(',', ''));
  const value = Number(digits);
  if (n === 0) return 'The n of a figure must be 1 or more.';
  if (n > most.n) return `The n of a figure can be at most ${count(most.n)}.`;
  if (decimals > most.decimals) return `At most ${most.decimals} decimal digits can be checked.`;
  if (asMean) {
    const ends = scaleIn(asMean[3], asMean[4]);
    return typeof ends === 'string' ? ends : { kind: 'mean', value, decimals, n, ...ends };
  }
  if (asPercentage) {
    if (value < 0 || value > 100) return 'A percentage must be between 0 and 100.';
    return { kind: 'percentage', value, decimals, n };
  }
  if (value < 0 || value > 1) return 'A share must be between 0 and 1. Write “%” after a percentage and “mean” before a mean.'; // prettier-ignore
  if (decimals < 2) return 'A share with one digit is checked as a percentage: write “90% of 40”.';
  return { kind: 'percentage', value: Number((value * 100).toFixed(decimals - 2)), decimals: decimals - 2, n };
}

function scaleIn(from: string | undefined, to: string | undefined): { low: number; high: number } | string {
  const [low, high] = [from, to].map((end) => (end === undefined ? null : Number(end.replace('−', '-'))));
  const ends = { low: low ?? usual.low, high: high ?? usual.high };
  if (Math.max(-ends.low, ends.high) > most.end) return `The bounds of a scale can be at most ${count(most.end)}.`;
  if (ends.low < ends.high) return ends;
  return `A scale from ${ends.low} to ${ends.high} is empty: write the lower bound first.`;
}
