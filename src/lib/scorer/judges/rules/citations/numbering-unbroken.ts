import { entriesByNumber } from '../../../report/structure/structure.ts';
import type { Citation, ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { sourceKey } from '../../../report/structure/urls.ts';
import { abstain, allEntries, no, numbered, quoteAt, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { inOneClause, inOneList, ruleWords } from '../reading/rule-words.ts';

/** More missing numbers than this, and the number beyond the list is no citation but a slip or a figure. */
const FEW = 20;

/** Numbers of citations run without gaps and duplicates (p10). */
export const numberingUnbroken: Check = (report) => {
  const entries = allEntries(report);
  const byNumber = entriesByNumber(report);
  const cited = report.citations.filter(({ numbers }) => numbers.length > 0);
  if (byNumber.size === 0 && cited.length === 0) return yes(ruleWords.notNumbered);
  if (byNumber.size === 0) return withoutNumberedList(report, cited);

  const numbers = [...byNumber.keys()].sort((a, b) => a - b);
  const highest = numbers.at(-1)!;
  const faults: string[] = [];
  let quotes: string[] = [];
  const gaps = gapsIn(numbers);
  if (gaps.length > 0) {
    faults.push(ruleWords.listSkips({ entries: numbered(gaps) }));
    quotes = quotes.concat(beside(report, entries, gaps));
  }
  const skipped = gapsIn(cited.flatMap(({ numbers }) => numbers).concat(numbers)).filter((gap) => gap > highest);
  if (skipped.length > 0 && skipped.length <= FEW) {
    faults.push(ruleWords.citationsSkip({ entries: numbered(skipped) }));
    quotes = quotes.concat(
      cited
        .filter(({ numbers }) => numbers.some((number) => number > highest))
        .map(({ line, start }) => quoteAt(report, line, start))
    );
  }
  const reused = [...byNumber].filter(([, same]) => new Set(same.map(identity)).size > 1);
  if (reused.length > 0) {
    faults.push(ruleWords.severalSources({ entries: numbered(reused.map(([number]) => number)), n: reused.length }));
    quotes = quotes.concat(reused.flatMap(([, same]) => same.slice(0, 2).map((entry) => quoteEntry(report, entry))));
  }
  const doubled = doubles(entries);
  if (doubled.length > 0) {
    const pairs = doubled.map((same) => same.map(({ number }) => `[${number ?? ''}]`).join(' = '));
    const shown = inOneList(pairs.slice(0, 4));
    const entries = pairs.length > 4 ? ruleWords.moreEntries({ entries: shown, n: pairs.length - 4 }) : shown;
    faults.push(ruleWords.severalNumbers({ n: doubled.length, entries }));
    quotes = quotes.concat(doubled.flatMap((same) => same.slice(0, 2).map((entry) => quoteEntry(report, entry))));
  }
  if (faults.length > 0) return no(ruleWords.inNumbering({ faults: inOneClause(faults) }), quotes);
  return yes(
    numbers.length === 1 ? ruleWords.oneNumber({ n: highest }) : ruleWords.unbroken({ n: numbers[0]!, n2: highest })
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
      ruleWords.linksToSeveral({ entries: numbered(reused), n: reused.length }),
      quote(cited.filter((citation) => citation.numbers.some((number) => several.has(number))))
    );
  if (gaps.length > 0)
    return no(
      ruleWords.citedNumbersSkip({ entries: numbered(gaps) }),
      quote(cited.filter((citation) => citation.numbers.some((number) => number - 1 === gaps[0])))
    );
  return abstain(ruleWords.duplicatesUnknown, quote(cited.slice(0, 2)));
}
