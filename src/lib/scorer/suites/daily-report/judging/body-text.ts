const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/s;
const BOLD = /^(?:\*\*|__)(.+?)(?:\*\*|__)\s*:?$/;
const REFERENCES =
  /^[\d.\s*_]*(?:references?|sources?|bibliography|works cited|citations|参考文献|参考资料|参考来源|引用来源|来源)[\s:：*_#]*$/iu;
const FENCE = /^ {0,3}(```|~~~)/;

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
      if (REFERENCES.test(heading[2]!)) within ??= level;
    } else if (bold) {
      if (REFERENCES.test(bold[1]!)) within ??= 7;
    } else if (within === null) kept.push(line);
  }
  return kept.join('\n');
};
