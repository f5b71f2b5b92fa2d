import type { PageOutcome } from '../../scorer/page.ts';

/** What a judge found of a part of what people are asked about, in words. */
export interface ShownResult {
  text: string;
  title: string;
  facts: { term: string; value: string }[];
}

/** What a unit brings along besides its wording. All of it is shown to people. */
export interface ItemMaterial {
  /** Words of the report that an issue rests on. */
  quotes?: string[];
  /** Number of the block in which a claim stands. */
  block?: number;
  /** What a judge found of its parts, where people answer knowing that. */
  results?: ShownResult[];
  /** The cited page as it was fetched for the judges; `content` names its text. */
  source?: { url: string; title: string | null; content: string; outcome: PageOutcome };
}
