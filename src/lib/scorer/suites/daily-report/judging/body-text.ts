import { referenceTitle } from '../../../report/structure/reference-titles.ts';

const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/s;
const BOLD = /^(?:\*\*|__)(.+?)(?:\*\*|__)\s*:?$/;
const FENCE = /^ {0,3}(```|~~~)/;
const isReferences = (title: string): boolean => referenceTitle(title) === 'strong';

/**
 * The text of a report without its headings and its list of references: what a requirement can be satisfied by (arXiv 2606.12871,
 * appendix C). The list runs from its heading to the next heading of the same or a higher level. Lines in fenced code are text.
 */
export const bodyText = (markdown: string): string => {
  const kept: string[] = [];
  let within: number | null = null;
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const heading = fence === null ? HEADING.exec(line) : null;
    // A line in bold type alone is a heading as well.
    const bold = fence === null && heading === null ? BOLD.exec(line.trim()) : null;
    if (heading) {
      const level = heading[1]!.length;
      if (within !== null && level <= within) within = null;
      if (isReferences(heading[2]!)) within ??= level;
    } else if (bold) {
      if (isReferences(bold[1]!)) within ??= 7;
    } else if (within === null) kept.push(line);
  }
  return kept.join('\n');
};

const LINK = /!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,5}\)/g;
const NUMBERS =
  /(?:<sup>\s?)?(?:\[{1,2}|【)\^?\d[\d\s^,，、;；–—-]{0,80}(?:†[^】\n]{0,80})?(?:\]{1,2}|】)(?:\s?<\/sup>)?|<sup>[\d\s,–-]{1,80}<\/sup>/g;

/** The text as it is written, and as a quote may have it: links by their words, without marks of citations, without links. */
export const readingsOf = (body: string): string[] => {
  const shown = body.replace(LINK, '$1');
  return [...new Set([body, shown, shown.replace(NUMBERS, ' '), body.replace(LINK, ' ').replace(NUMBERS, ' ')])];
};
