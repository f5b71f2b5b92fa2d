import { entriesByNumber } from '../../../report/structure/structure.ts';
import { authorName } from '../../../report/structure/author-names.ts';
import type { ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { sourceKey } from '../../../report/structure/urls.ts';
import { abstain, allEntries, no, numbered, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { ruleWords } from '../reading/rule-words.ts';

/** Every entry of the list is cited in the text (p3). */
export const entriesCited: Check = (report) => {
  const entries = allEntries(report);
  if (entries.length === 0) return abstain(report.citations.length === 0 ? ruleWords.bare : ruleWords.noEntryToCite);
  if (report.citations.length === 0)
    return no(
      entries.length === 1 ? ruleWords.oneEntryUncited : ruleWords.noneCited({ n: entries.length }),
      entries.map((entry) => quoteEntry(report, entry))
    );
  return entries.every((entry) => entry.number !== null) ? byNumber(report, entries) : byName(report, entries);
};

function byNumber(report: Structure, entries: readonly ReferenceEntry[]): ReturnType<Check> {
  const cited = new Set(report.citations.flatMap(({ numbers }) => numbers));
  const linked = linkedSources(report);
  const uncited = entries.filter((entry) => !cited.has(entry.number ?? -1) && !isLinked(entry, linked));
  if (uncited.length > 0) {
    const numbers = [...new Set(uncited.map(({ number }) => number ?? 0))];
    return no(
      entries.length === 1
        ? ruleWords.oneUncited({ entries: numbered(numbers) })
        : ruleWords.uncited({ n: uncited.length, n2: entries.length, entries: numbered(numbers) }),
      uncited.map((entry) => quoteEntry(report, entry))
    );
  }
  const reused = [...entriesByNumber(report)].filter(([, same]) => same.length > 1).map(([number]) => number);
  const several = new Set(reused);
  if (reused.length > 0)
    return abstain(
      ruleWords.reusedNumbers({ n: reused.length, entries: numbered(reused) }),
      entries.filter(({ number }) => several.has(number ?? -1)).map((entry) => quoteEntry(report, entry))
    );
  return yes(entries.length === 1 ? ruleWords.oneCited : ruleWords.allCited({ n: entries.length }));
}

/** Entries without numbers are cited by a link to their address or by author and year. */
function byName(report: Structure, entries: readonly ReferenceEntry[]): ReturnType<Check> {
  if (report.citations.some(({ numbers }) => numbers.length > 0)) return abstain(ruleWords.unnumberedForEntries);
  const linked = linkedSources(report);
  const authors = report.citations.flatMap(({ author }) =>
    author ? [{ name: authorName(author.name), year: author.year }] : []
  );
  const open = entries.filter(
    (entry) =>
      !isLinked(entry, linked) &&
      !authors.some(({ name, year }) => name.test(entry.text.slice(0, 120)) && entry.text.includes(year))
  );
  if (open.length === 0)
    return yes(entries.length === 1 ? ruleWords.oneCitedByName : ruleWords.allCitedByName({ n: entries.length }));
  return abstain(
    ruleWords.notPaired({ n: open.length, n2: entries.length }),
    open.map((entry) => quoteEntry(report, entry))
  );
}

function linkedSources(report: Structure): Set<string> {
  return new Set(report.citations.flatMap(({ url }) => (url === null ? [] : [sourceKey(url)])));
}

function isLinked(entry: ReferenceEntry, linked: ReadonlySet<string>): boolean {
  return entry.url !== null && linked.has(sourceKey(entry.url));
}
