import type { Datasheet } from '../../../verification/release/datasheet.ts';

/** A datasheet with the version that it is of. */
export interface VersionSheet {
  version: { number: number; contentHash: string; queries: number; items: number; frozenAt: string };
  /** Title, version and hash of each rubric of the project. */
  rubrics: readonly { title: string; version: string; hash: string }[];
  /** Number of the version before it; null for the first. */
  previous: number | null;
  /** Number of changes against it. */
  changes: number;
  /** Null if no round made the version. */
  finalisation: { round: number; roundName: string; at: number; datasheet: Datasheet } | null;
}
