import type { Citation, CitationStyle, Structure } from '../../../report/structure/parts.ts';
import { clusters } from '../reading/clusters.ts';
import type { Cluster } from '../reading/clusters.ts';
import { abstain, no, quoteAt, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { inOneList, ruleWords } from '../reading/rule-words.ts';

type Family = CitationStyle | 'lenticular';
const NAMES: Record<Family, string> = {
  bracket: ruleWords.bracket,
  lenticular: ruleWords.lenticular,
  'numbered-link': ruleWords.numberedLink,
  'reference-link': ruleWords.referenceLink,
  superscript: ruleWords.superscript,
  footnote: ruleWords.footnote,
  'author-year': ruleWords.authorYear,
  link: ruleWords.link,
  'bare-url': ruleWords.bareUrl
};

/** One style of citation throughout (p6). */
export const oneCitationStyle: Check = (report) => {
  const beside = namesBesideNumbers(report.citations);
  const citations = report.citations.filter((citation) => !beside.has(citation));
  if (citations.length === 0)
    return abstain(
      report.references.length === 0 && report.citations.length === 0 ? ruleWords.bare : ruleWords.noStyle
    );
  const families = group(citations);
  const links = families.get('link') ?? [];
  const urls = families.get('bare-url') ?? [];
  const marks = [...families].filter(([family]) => family !== 'link' && family !== 'bare-url');
  if (marks.length > 1) {
    const sizes = marks.map(([, members]) => members.length);
    const all = sizes.reduce((sum, n) => sum + n, 0);
    const odd = all - Math.max(...sizes);
    const rare = all === sizes.length || odd * 20 < all;
    return (rare ? abstain : no)(
      ruleWords.styles({ n: marks.length, styles: listed(marks) }) + (rare ? ` ${ruleWords.secondStyleRare}` : ''),
      samples(report, marks)
    );
  }
  const [mark] = marks;
  if (mark) return withLinks(report, mark, links, urls);
  if (links.length > 0 && urls.length > 0)
    return abstain(ruleWords.linksAndUrls({ styles: listed([...families]) }), samples(report, [...families]));
  return yes(ruleWords.oneStyleOnly({ styles: listed([...families]) }));
};

/** One style of marks, with links or URLs beside them. */
function withLinks(
  report: Structure,
  mark: [Family, Citation[]],
  links: Citation[],
  urls: Citation[]
): ReturnType<Check> {
  const [family, marks] = mark;
  if (links.length > 0) return besideLinks(report, mark, links, urls);
  if (urls.length > 0)
    return abstain(
      ruleWords.marksAndUrls({ styles: listed([mark, ['bare-url', urls]]) }),
      samples(report, [['bare-url', urls]])
    );
  return yes(
    marks.length === 1
      ? ruleWords.oneCitation({ style: NAMES[family] })
      : ruleWords.oneStyle({ n: marks.length, style: NAMES[family] })
  );
}

/** A link with a number behind it is one citation; what matters is whether all are written like that. */
function besideLinks(
  report: Structure,
  mark: [Family, Citation[]],
  links: Citation[],
  urls: Citation[]
): ReturnType<Check> {
  const places = clusters(report, mark[1]);
  const ends = new Map(links.map((link) => [link.end, link]));
  const withNumber = new Set<Citation>();
  const loneMarks: Cluster[] = [];
  const joined = places.filter((place) => {
    const gap = [0, 1, 2, 3].find(
      (width) => ends.has(place.start - width) && isGap(report.text.slice(place.start - width, place.start))
    );
    const link = gap === undefined ? undefined : ends.get(place.start - gap);
    if (link) withNumber.add(link);
    else loneMarks.push(place);
    return link !== undefined;
  });
  const loneLinks = links.filter((link) => !withNumber.has(link));
  const forms = [joined.length, loneLinks.length, loneMarks.length];
  const all = forms.reduce((sum, n) => sum + n, 0);
  const odd = all - Math.max(...forms);
  const quotes = [...loneMarks.slice(0, 2), ...loneLinks.slice(0, 2), ...joined.slice(0, 2)].map(({ line, start }) =>
    quoteAt(report, line, start)
  );
  const tally = { n: loneMarks.length, n2: loneLinks.length, n3: joined.length };
  if (odd === 0 && urls.length === 0 && joined.length > 0)
    return yes(all === 1 ? ruleWords.oneNumberedLink : ruleWords.writtenAlike({ n: all }));
  if (links.length >= 3 && odd * 20 >= all) return no(ruleWords.mixedStyles(tally), quotes);
  return abstain(ruleWords.perhapsSecondStyle(tally), quotes);
}

const isGap = (text: string): boolean => /^[\s,;()（）]*$/.test(text);

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
function namesBesideNumbers(citations: readonly Citation[]): Set<Citation> {
  const beside = new Set<Citation>();
  const numbered = citations.some(({ numbers }) => numbers.length > 0);
  let name: Citation | null = null;
  for (const citation of citations) {
    if (citation.author) {
      name = citation;
      if (citation.author.narrative && numbered) beside.add(citation);
    } else if (name && citation.numbers.length > 0) {
      if (name.line === citation.line && citation.start - name.end < 60) beside.add(name);
      name = null;
    }
  }
  return beside;
}

function listed(families: readonly [Family, Citation[]][]): string {
  return inOneList(families.map(([family, { length: n }]) => ruleWords.styleCount({ style: NAMES[family], n })));
}

function samples(report: Structure, families: readonly [Family, Citation[]][]): string[] {
  return families.flatMap(([, members]) => members.slice(0, 2).map(({ line, start }) => quoteAt(report, line, start)));
}
