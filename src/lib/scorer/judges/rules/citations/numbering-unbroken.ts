import { entriesByNumber } from '../../../report/structure/structure.ts';
import type { Citation, ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { sourceKey } from '../../../report/structure/urls.ts';
import { abstain, allEntries, countNoun, no, numbered, quoteAt, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';

/** More missing numbers than this, and the number beyond the list is no citation but a slip or a figure. */
const FEW = 20;

/** Numbers of citations run without gaps and duplicates (p10). */
export const numberingUnbroken: Check = (report) => {
  const entries = allEntries(report);
  const byNumber = entriesByNumber(report);
  const cited = report.citations.filter(({ numbers }) => numbers.length > 0);
  if (byNumber.size === 0 && cited.length === 0) return yes('The citations are not numbered, which passes.');
  if (byNumber.size === 0) return withoutNumberedList(report, cited);

  const numbers = [...byNumber.keys()].sort((a, b) => a - b);
  const highest = numbers.at(-1)!;
  const faults: string[] = [];
  let quotes: string[] = [];
  const gaps = gapsIn(numbers);
  if (gaps.length > 0) {
    faults.push(`the list skips ${numbered(gaps)}`);
    quotes = quotes.concat(beside(report, entries, gaps));
  }
  const skipped = gapsIn(cited.flatMap(({ numbers }) => numbers).concat(numbers)).filter((gap) => gap > highest);
  if (skipped.length > 0 && skipped.length <= FEW) {
    faults.push(`the citations go on past the end of the list and skip ${numbered(skipped)}`);
    quotes = quotes.concat(
      cited
        .filter(({ numbers }) => numbers.some((number) => number > highest))
        .map(({ line, start }) => quoteAt(report, line, start))
    );
  }
  const reused = [...byNumber].filter(([, same]) => new Set(same.map(identity)).size > 1);
  if (reused.length > 0) {
    faults.push(
      `${numbered(reused.map(([number]) => number))} stand${reused.length === 1 ? 's' : ''} for different sources`
    );
    quotes = quotes.concat(reused.flatMap(([, same]) => same.slice(0, 2).map((entry) => quoteEntry(report, entry))));
  }
  const doubled = doubles(entries);
  if (doubled.length > 0) {
    const pairs = doubled.map((same) => same.map(({ number }) => `[${number ?? ''}]`).join(' = '));
    const more = pairs.length > 4 ? ` and ${pairs.length - 4} more` : '';
    faults.push(
      `${countNoun(doubled.length, 'source')} ${doubled.length === 1 ? 'has' : 'have'} more than one number (${pairs.slice(0, 4).join(', ')}${more})`
    );
    quotes = quotes.concat(doubled.flatMap((same) => same.slice(0, 2).map((entry) => quoteEntry(report, entry))));
  }
  if (faults.length > 0) return no(`In the numbering ${faults.join('; ')}.`, quotes);
  return yes(
    `The list runs from [${numbers[0]!}] to [${highest}] without a gap, each number for one source and each source under one number.`
  );
};

/** Numbers missing between 1 and the highest; a list that counts from 0 misses nothing. */
function gapsIn(numbers: readonly number[]): number[] {
  const present = new Set(numbers);
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  const gaps: number[] = [];
  for (let number = 1; number < last && gaps.length < 1000; number++) if (!present.has(number)) gaps.push(number);
  return gaps;
}

/** The entries on both sides of the first gaps. */
function beside(report: Structure, entries: readonly ReferenceEntry[], gaps: readonly number[]): string[] {
  const sorted = entries.filter(({ number }) => number !== null).sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  return gaps.slice(0, 2).flatMap((gap) => {
    const after = sorted.find(({ number }) => (number ?? 0) > gap);
    const before = sorted.findLast(({ number }) => (number ?? 0) < gap);
    return [before, after].flatMap((entry) => (entry ? [quoteEntry(report, entry)] : []));
  });
}

const identity = (entry: ReferenceEntry): string =>
  entry.url !== null
    ? sourceKey(entry.url)
    : entry.text
        .toLowerCase()
        .replace(/[^\p{L}\d]+/gu, ' ')
        .trim();

/** Entries with different numbers and the same address. */
function doubles(entries: readonly ReferenceEntry[]): ReferenceEntry[][] {
  const bySource = new Map<string, ReferenceEntry[]>();
  for (const entry of entries) {
    if (entry.number === null || entry.url === null) continue;
    const same = bySource.get(sourceKey(entry.url));
    if (!same) bySource.set(sourceKey(entry.url), [entry]);
    else if (!same.some(({ number }) => number === entry.number)) same.push(entry);
  }
  return [...bySource.values()].filter((same) => same.length > 1);
}

/** Without a list only the citations themselves can be checked. */
function withoutNumberedList(report: Structure, cited: readonly Citation[]): ReturnType<Check> {
  const numbers = new Set(cited.flatMap((citation) => citation.numbers));
  const gaps = gapsIn([...numbers]);
  const quote = (some: readonly Citation[]) => some.map(({ line, start }) => quoteAt(report, line, start));
  const targets = new Map<number, Set<string>>();
  for (const {
    numbers: [number],
    url
  } of cited) {
    if (number === undefined || url === null) continue;
    const known = targets.get(number) ?? new Set<string>();
    targets.set(number, known.add(sourceKey(url)));
  }
  const reused = [...targets].filter(([, urls]) => urls.size > 1).map(([number]) => number);
  const several = new Set(reused);
  if (reused.length > 0)
    return no(
      `There is no numbered list, and ${numbered(reused)} link${reused.length === 1 ? 's' : ''} to different sources.`,
      quote(cited.filter((citation) => citation.numbers.some((number) => several.has(number))))
    );
  if (gaps.length > 0)
    return no(
      `There is no numbered list, and the numbers cited in the text skip ${numbered(gaps)}.`,
      quote(cited.filter((citation) => citation.numbers.some((number) => number - 1 === gaps[0])))
    );
  return abstain(
    'The numbers cited in the text have no gap, but there is no numbered list that could show duplicates.',
    quote(cited.slice(0, 2))
  );
}
