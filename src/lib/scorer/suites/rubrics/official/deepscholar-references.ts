/**
 * DeepScholar-Bench, reference coverage: important citations found among a report's documents.
 * Source: guestrin-lab/deepscholar-bench@6ff05aa, eval/evaluator/reference_coverage.py:80-169; similarity: Python's
 * difflib.SequenceMatcher.ratio().
 */

const stopWords = new Set(['the', 'a', 'an', 'and', 'or', 'but', 'in', 'on', 'at', 'to', 'for', 'of', 'with', 'by']);

/** Words of a title that count: lower case, no punctuation, no stop word, none of two letters or fewer. */
function titleWords(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s]/gu, ' ')
    .split(/\s+/u);
  return words.filter((word) => word.length > 2 && !stopWords.has(word)).join(' ');
}

/** Positions of each character of `text`; those of popular ones are left out from 200 characters on, as difflib does. */
function positions(text: readonly string[]): Map<string, number[]> {
  const at = new Map<string, number[]>();
  text.forEach((character, k) => at.set(character, [...(at.get(character) ?? []), k]));
  if (text.length >= 200)
    for (const [character, all] of at) if (all.length > Math.floor(text.length / 100) + 1) at.delete(character);
  return at;
}

/** 2 · matching characters / all characters, by longest common blocks (Ratcliff and Obershelp); 1 for two empty texts. */
export function sequenceRatio(one: string, two: string): number {
  const [a, b] = [[...one], [...two]];
  if (a.length + b.length === 0) return 1;
  const at = positions(b);
  const longest = (aLow: number, aHigh: number, bLow: number, bHigh: number) => {
    let best = { a: aLow, b: bLow, size: 0 };
    let lengths = new Map<number, number>();
    for (let i = aLow; i < aHigh; i += 1) {
      const next = new Map<number, number>();
      for (const j of at.get(a[i] ?? '') ?? []) {
        if (j < bLow || j >= bHigh) continue;
        const size = (lengths.get(j - 1) ?? 0) + 1;
        next.set(j, size);
        if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
      }
      lengths = next;
    }
    while (best.a > aLow && best.b > bLow && a[best.a - 1] === b[best.b - 1])
      best = { a: best.a - 1, b: best.b - 1, size: best.size + 1 };
    while (best.a + best.size < aHigh && best.b + best.size < bHigh && a[best.a + best.size] === b[best.b + best.size])
      best = { ...best, size: best.size + 1 };
    return best;
  };
  const matching = (aLow: number, aHigh: number, bLow: number, bHigh: number): number => {
    const block = longest(aLow, aHigh, bLow, bHigh);
    if (block.size === 0) return 0;
    return (
      block.size +
      matching(aLow, block.a, bLow, block.b) +
      matching(block.a + block.size, aHigh, block.b + block.size, bHigh)
    );
  };
  return (2 * matching(0, a.length, 0, b.length)) / (a.length + b.length);
}

const arxivId = (text: string) => /(\d{4}\.\d{4,5})/u.exec(text)?.[1] ?? null;

export interface ImportantCitation {
  title: string;
  arxiv_link: string;
}
export interface CitedDocument {
  title: string;
  sent: string;
}

/** Whether a document is the citation: its arXiv id stands in title or snippet, or the titles are more than .8 alike. */
export function isCitation(citation: ImportantCitation, document: CitedDocument): boolean {
  const id = arxivId(citation.arxiv_link);
  if (id !== null && (document.title.includes(id) || document.sent.includes(id))) return true;
  const [one, two] = [titleWords(citation.title), titleWords(document.title)];
  return one !== '' && two !== '' && sequenceRatio(one, two) > 0.8;
}

/** Share of important citations found; 0 if there are none. */
export function referenceCoverage(
  important: readonly ImportantCitation[],
  documents: readonly CitedDocument[]
): number {
  if (important.length === 0) return 0;
  return important.filter((one) => documents.some((document) => isCitation(one, document))).length / important.length;
}
