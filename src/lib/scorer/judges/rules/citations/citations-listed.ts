import { entriesByNumber } from '../../../report/structure/structure.ts';
import { authorName } from '../../../report/structure/author-names.ts';
import type { Citation, ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { abstain, allEntries, no, numbered, quoteAt, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { ruleWords } from '../reading/rule-words.ts';

/** A mark that was never filled in. */
const UNFILLED =
  /\[(?:citation needed|citation|source needed|ref(?:erence)? ?\?|\?{1,3}|#|待引用|需要引用|来源待补充?)\](?!\()|\]\([^()\s]{1,500}\)\[(?:…|\.{3})\]/i;

/** Every citation has its entry in the list (p4). */
export const citationsListed: Check = (report) => {
  const entries = allEntries(report);
  const { citations } = report;
  if (citations.length === 0) return abstain(entries.length === 0 ? ruleWords.bare : ruleWords.noCitationToList);
  const unfilled = report.lines.flatMap((text, at) =>
    report.code[at] !== true && UNFILLED.test(text) ? [at + 1] : []
  );
  if (unfilled.length > 0)
    return no(
      ruleWords.unfilledMarks({ n: unfilled.length }),
      unfilled.map((line) =>
        quoteAt(report, line, (report.offsets[line - 1] ?? 0) + (report.lines[line - 1] ?? '').search(UNFILLED))
      )
    );
  const marks = citations.filter(isMark);
  if (entries.length === 0) return withoutList(report, citations, marks);
  if (entries.some(({ number }) => number === null) && marks.some(({ numbers }) => numbers.length > 0))
    return againstUnnumbered(report, entries, marks);
  const byNumber = entriesByNumber(report);
  const missing = marks.filter(({ numbers }) => numbers.some((number) => !byNumber.has(number)));
  const unnamed = marks.filter(
    ({ author, numbers }) => author !== null && numbers.length === 0 && !isNamed(author, entries)
  );
  if (missing.length > 0) {
    const numbers = [
      ...new Set(missing.flatMap((citation) => citation.numbers.filter((number) => !byNumber.has(number))))
    ].sort((a, b) => a - b);
    return no(
      ruleWords.noSuchEntry({ n: missing.length, entries: numbered(numbers), n2: numbers.length }) + unlinked(entries),
      missing.map(({ line, start }) => quoteAt(report, line, start))
    );
  }
  if (unnamed.length > 0 && byNumber.size === 0)
    return no(
      ruleWords.authorsWithoutEntry({ n: unnamed.length }),
      unnamed.map(({ line, start }) => quoteAt(report, line, start))
    );
  const cited = new Set(marks.flatMap(({ numbers }) => numbers));
  const reused = [...byNumber].filter(([number, same]) => same.length > 1 && cited.has(number));
  if (reused.length > 0)
    return abstain(
      ruleWords.numbersOfSeveral({ entries: numbered(reused.map(([number]) => number)), n: reused.length }),
      reused.flatMap(([, same]) => same.map((entry) => quoteEntry(report, entry)))
    );
  if (marks.length === 0) return abstain(ruleWords.linksOnly);
  return yes((marks.length === 1 ? ruleWords.oneListed : ruleWords.allListed({ n: marks.length })) + unlinked(entries));
};

const isMark = ({ style }: Citation): boolean => style !== 'link' && style !== 'bare-url';

function withoutList(report: Structure, citations: readonly Citation[], marks: readonly Citation[]): ReturnType<Check> {
  const bare = marks.filter(({ style }) => style !== 'numbered-link');
  if (bare.length === 0)
    return abstain(
      citations.length === 1 ? ruleWords.oneLinkWithoutList : ruleWords.linksWithoutList({ n: citations.length })
    );
  return no(
    ruleWords.citationsWithoutList({ n: bare.length }),
    bare.map(({ line, start }) => quoteAt(report, line, start))
  );
}

function againstUnnumbered(
  report: Structure,
  entries: readonly ReferenceEntry[],
  marks: readonly Citation[]
): ReturnType<Check> {
  const beyond = marks.filter(({ numbers }) => Math.max(0, ...numbers) > entries.length);
  if (beyond.length > 0 && entries.every(({ number }) => number === null))
    return no(
      ruleWords.beyondList({
        n: beyond.reduce((most, { numbers }) => Math.max(most, ...numbers), 0),
        n2: entries.length
      }),
      beyond.map(({ line, start }) => quoteAt(report, line, start))
    );
  return abstain(ruleWords.unnumberedForCitations);
}

function isNamed(author: { name: string; year: string }, entries: readonly ReferenceEntry[]): boolean {
  const name = authorName(author.name);
  return entries.some(({ text }) => name.test(text));
}

/** Entries without an address are no fault by the wording of this item; a reader wants to know of them. */
function unlinked(entries: readonly ReferenceEntry[]): string {
  const without = entries.filter(({ url }) => url === null);
  if (without.length === 0) return '';
  const numbers = without.flatMap(({ number }) => (number === null ? [] : [number]));
  const n = without.length;
  return ` ${numbers.length > 0 ? ruleWords.unlinkedNumbers({ n, entries: numbered(numbers) }) : ruleWords.unlinked({ n })}`;
}
