import { entriesByNumber } from '../../../report/structure/structure.ts';
import type { ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { sourceKey } from '../../../report/structure/urls.ts';
import { abstain, allEntries, BARE, countNoun, no, numbered, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';

/** Every entry of the list is cited in the text (p3). */
export const entriesCited: Check = (report) => {
  const entries = allEntries(report);
  if (entries.length === 0)
    return abstain(
      report.citations.length === 0
        ? BARE
        : 'The report has no list of references, so there is no entry that could go uncited.'
    );
  if (report.citations.length === 0)
    return no(
      `The text cites nothing, so none of the ${countNoun(entries.length, 'entry', 'entries')} of the list is cited.`,
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
      `${uncited.length} of ${countNoun(entries.length, 'entry', 'entries')} ${uncited.length === 1 ? 'is' : 'are'} not cited in the text: ${numbered(numbers)}.`,
      uncited.map((entry) => quoteEntry(report, entry))
    );
  }
  const reused = [...entriesByNumber(report)].filter(([, same]) => same.length > 1).map(([number]) => number);
  const several = new Set(reused);
  if (reused.length > 0)
    return abstain(
      `${countNoun(reused.length, 'number')} stand${reused.length === 1 ? 's' : ''} for more than one entry (${numbered(reused)}), so it cannot be told which of them the text cites.`,
      entries.filter(({ number }) => several.has(number ?? -1)).map((entry) => quoteEntry(report, entry))
    );
  return yes(`All ${countNoun(entries.length, 'entry', 'entries')} of the list are cited in the text.`);
}

/** Entries without numbers are cited by a link to their address or by author and year. */
function byName(report: Structure, entries: readonly ReferenceEntry[]): ReturnType<Check> {
  if (report.citations.some(({ numbers }) => numbers.length > 0))
    return abstain(
      'The text cites by number and the list is not numbered throughout, so entries and citations cannot be paired.'
    );
  const linked = linkedSources(report);
  const authors = report.citations.flatMap(({ author }) => (author ? [author] : []));
  const open = entries.filter(
    (entry) =>
      !isLinked(entry, linked) &&
      !authors.some(({ name, year }) => entry.text.slice(0, 120).includes(name) && entry.text.includes(year))
  );
  if (open.length === 0)
    return yes(
      `All ${countNoun(entries.length, 'entry', 'entries')} of the list are cited in the text, by address or by author and year.`
    );
  return abstain(
    `${open.length} of ${countNoun(entries.length, 'entry', 'entries')} carry no number and are neither linked nor cited by author and year; whether the text means them takes a reader.`,
    open.map((entry) => quoteEntry(report, entry))
  );
}

function linkedSources(report: Structure): Set<string> {
  return new Set(report.citations.flatMap(({ url }) => (url === null ? [] : [sourceKey(url)])));
}

function isLinked(entry: ReferenceEntry, linked: ReadonlySet<string>): boolean {
  return entry.url !== null && linked.has(sourceKey(entry.url));
}
