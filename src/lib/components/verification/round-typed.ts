import type { Refused } from '../shared/refused.ts';

/** What the forms about a round's settings hold, as typed, so that a refusal gives it back unchanged. Shares are typed in percent. */
export interface TypedSettings {
  assignment: string;
  /** `userId domain`, a line per ticked box. */
  domains: string[];
  deadline: string;
  reading: string;
  limit: string;
  acceptNumber: string;
  risk: string;
  halfWidth: string;
  onReturn: string;
  keepUnnecessary: boolean;
}

/** What is wrong with a field, in words; undefined where nothing is. */
export type Wrong = (column: string) => string | undefined;

/** The reasons that a refusal gives, by field. */
export const wrongIn =
  (refused: Refused | null): Wrong =>
  (column) =>
    refused?.problems
      .filter((problem) => problem.column === column)
      .map(({ reason }) => reason)
      .join(' ') || undefined;
