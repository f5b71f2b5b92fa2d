interface Placed {
  text: string;
  /** Number of the block in which the words stand; null if they are not found. */
  block: number | null;
}

interface Verdict {
  name: string;
  label: string | null;
  /** Note or rationale. */
  words: string;
  /** Label after a change following the reveal. */
  revised: string | null;
  /** Numbers of the blocks that it relies on. */
  passages: number[];
}

/** An item of a study with the verdicts on it, its words found in the report. */
export interface OpenedOnPage {
  study: { number: number; name: string };
  text: string;
  quotes: Placed[];
  block: number | null;
  source: { url: string; title: string | null; content: string } | null;
  several: boolean;
  options: { label: string; title: string }[];
  /** `shown`: systems of several reports in the order of letters in which the person saw them. */
  people: (Verdict & { shown: string[] })[];
  judges: (Verdict & { state: 'judged' | 'abstained' | 'unscored'; quotes: Placed[] })[];
}

/** Marks in the report: words of the item and of judges, and the blocks that support verdicts. */
export function marksOf({ text, quotes, block, source, several, people, judges }: OpenedOnPage): {
  quotes: Placed[];
  /** Blocks on which a verdict rests. */
  blocks: number[];
  /** The passage to begin with; null if nothing leads into this report. */
  first: number | null;
} {
  const words = [
    ...quotes,
    ...(block === null ? [] : [{ text, block }]),
    ...(source ? [] : judges.flatMap((one) => one.quotes))
  ];
  const quoted = words.flatMap((one) => one.block ?? []);
  // Passages of a comparison belong to one of several texts.
  const blocks = [...new Set([...quoted, ...(several ? [] : people.flatMap(({ passages }) => passages))])];
  return { quotes: words, blocks, first: block ?? blocks[0] ?? null };
}
