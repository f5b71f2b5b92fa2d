import type { PageOutcome } from '../../scorer/page.ts';
import type { UnitFact } from '../../scorer/unit-definition.ts';

/** Finding of a judge on a part of the judged thing, in words. */
export interface ShownResult {
  text: string;
  title: string;
  /** In no language: pages say them in that of the reader. */
  facts: UnitFact[];
}

/** Material of a unit besides its wording. All of it is shown to people. */
export interface ItemMaterial {
  /** Further words on a criterion, as its rubric explains it to judges. */
  explanation?: string;
  /** Words of the report that an issue rests on. */
  quotes?: string[];
  /** Number of the block in which a claim stands. */
  block?: number;
  /** Findings of a judge on its parts, if people answer knowing them. */
  results?: ShownResult[];
  /** The cited page as it was fetched for the judges; `content` names its text. */
  source?: { url: string; title: string | null; content: string; outcome: PageOutcome };
}

/** The wording of an item as annotators and adjudicators read it, with its explanation below. */
export const shownWording = ({ text, material }: { text: string; material: ItemMaterial }): string =>
  material.explanation === undefined ? text : `${text}\n\n${material.explanation}`;
