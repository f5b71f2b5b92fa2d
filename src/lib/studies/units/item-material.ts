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
  /** Words of the report that an issue rests on. */
  quotes?: string[];
  /** Number of the block in which a claim stands. */
  block?: number;
  /** Findings of a judge on its parts, if people answer knowing them. */
  results?: ShownResult[];
  /** The cited page as it was fetched for the judges; `content` names its text. */
  source?: { url: string; title: string | null; content: string; outcome: PageOutcome };
}
