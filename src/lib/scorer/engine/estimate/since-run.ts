import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';

/** How the questions of a planned run stand to those of an earlier one. */
export interface SinceRun {
  /** Number of the earlier run. */
  run: number;
  /** Questions to models that the planned run has, equal ones counted once. */
  questions: number;
  /** Those that the earlier run did not ask, in these words. */
  fresh: number;
  /** Those that it asked without a usable answer. */
  unanswered: number;
  /** Whether the planned run takes answers of earlier runs. */
  taken: boolean;
}

/** “12 of 240 questions are new since run 3. The other 228 take its answers and cost nothing.” */
export function sinceInWords(
  { run, questions, fresh, unanswered, taken }: SinceRun,
  words: Words<Messages['sinceRun']>
): string {
  const rest = questions - fresh - unanswered;
  const counts = { fresh, questions, run: String(run) };
  const asked = unanswered === 0 ? words.fresh(counts) : words.freshAndUnanswered({ ...counts, unanswered });
  if (rest === 0) return asked;
  if (!taken) return `${asked} ${words.allAsked}`;
  return `${asked} ${rest === questions ? words.allTaken({ n: rest }) : words.othersTaken({ n: rest })}`;
}
