import type { Citation, CitationStyle, Structure } from '../../report/structure.ts';
import { abstain, BARE, count, no, quoteAt, yes } from './finding.ts';
import type { Check } from './finding.ts';

type Family = CitationStyle | 'lenticular';
const NAMES: Record<Family, string> = {
  bracket: 'numbers in brackets',
  lenticular: 'numbers in 【】',
  'numbered-link': 'linked numbers',
  'reference-link': 'links by reference number',
  superscript: 'superscript numbers',
  footnote: 'footnote marks',
  'author-year': 'author and year',
  link: 'links in words',
  'bare-url': 'bare URLs'
};

/** One style of citation throughout (p6). */
export const oneCitationStyle: Check = (report) => {
  const citations = report.citations.filter((citation) => !repeatsNumber(report, citation));
  if (citations.length === 0)
    return abstain(
      report.references.length === 0 && report.citations.length === 0
        ? BARE
        : 'The text cites nothing, so there is no style to compare.'
    );
  const families = group(citations);
  const links = families.get('link') ?? [];
  const urls = families.get('bare-url') ?? [];
  const marks = [...families].filter(([family]) => family !== 'link' && family !== 'bare-url');
  if (marks.length > 1) {
    const rare =
      marks.every(([, members]) => members.length === 1) ||
      marks.some(([family, members]) => family === 'superscript' && members.length < 2);
    return (rare ? abstain : no)(
      `The text cites in ${marks.length} styles: ${listed(marks)}.${rare ? ' That is too few to tell a second style from a slip.' : ''}`,
      samples(report, marks)
    );
  }
  const [mark] = marks;
  if (mark) return beside(report, mark, links, urls);
  if (links.length > 0 && urls.length > 0)
    return abstain(
      `The text cites by ${listed([...families])}; whether the URLs are citations or content takes a reader.`,
      samples(report, [...families])
    );
  return yes(`All ${count(citations.length, 'citation')} are ${links.length > 0 ? NAMES.link : NAMES['bare-url']}.`);
};

/** One style of marks, with links or URLs beside them. */
function beside(report: Structure, mark: [Family, Citation[]], links: Citation[], urls: Citation[]): ReturnType<Check> {
  const [family, marks] = mark;
  const both: [Family, Citation[]][] = [mark, ['link', links]];
  if (links.length > 0) {
    const joined = links.filter((link) => followedByMark(report, link, marks)).length;
    if (joined === links.length && joined >= marks.length && urls.length === 0)
      return yes(`All ${count(joined, 'citation')} are written alike: a link in words with its number behind it.`);
    if (links.length >= 3 && links.length * 10 >= marks.length)
      return no(
        `The text mixes styles: ${listed(both)}${joined > 0 ? `, of which ${joined} stand together as one citation` : ''}.`,
        samples(report, [
          [family, marks.filter((one) => !links.some((link) => link.line === one.line))],
          ['link', links]
        ])
      );
    return abstain(
      `The text cites by ${listed(both)}; whether the ${links.length === 1 ? 'link is a citation' : 'links are citations'} or content takes a reader.`,
      samples(report, [['link', links]])
    );
  }
  if (urls.length > 0)
    return abstain(
      `The text has ${listed([mark, ['bare-url', urls]])}; whether the URLs are citations or content takes a reader.`,
      samples(report, [['bare-url', urls]])
    );
  return yes(`All ${count(marks.length, 'citation')} are written in one style: ${NAMES[family]}.`);
}

function group(citations: readonly Citation[]): Map<Family, Citation[]> {
  const families = new Map<Family, Citation[]>();
  for (const citation of citations) {
    const family: Family = citation.raw.startsWith('【') ? 'lenticular' : citation.style;
    const members = families.get(family);
    if (members) members.push(citation);
    else families.set(family, [citation]);
  }
  return families;
}

/** `Smith et al. (2021) [4]` is one citation by number; a name in the sentence is no style. */
function repeatsNumber(report: Structure, citation: Citation): boolean {
  if (citation.style !== 'author-year') return false;
  if (citation.author?.narrative === true && report.citations.some(({ numbers }) => numbers.length > 0)) return true;
  return report.citations.some(
    ({ line, numbers, start }) =>
      line === citation.line && numbers.length > 0 && start >= citation.end && start - citation.end < 60
  );
}

function followedByMark(report: Structure, link: Citation, marks: readonly Citation[]): boolean {
  return marks.some(
    ({ start, line }) =>
      line === link.line && start >= link.end && /^[\s,;)）]{0,3}$/.test(report.text.slice(link.end, start))
  );
}

function listed(families: readonly [Family, Citation[]][]): string {
  return families.map(([family, members]) => `${NAMES[family]} (${members.length})`).join(', ');
}

function samples(report: Structure, families: readonly [Family, Citation[]][]): string[] {
  return families.flatMap(([, members]) => members.slice(0, 2).map(({ line, start }) => quoteAt(report, line, start)));
}
