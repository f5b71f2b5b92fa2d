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
export function sinceInWords({ run, questions, fresh, unanswered, taken }: SinceRun): string {
  const number = (n: number): string => n.toLocaleString('en');
  const rest = questions - fresh - unanswered;
  const asked = `${fresh === 0 ? 'None' : number(fresh)} of ${number(questions)} ${questions === 1 ? 'question' : 'questions'} ${fresh > 1 ? 'are' : 'is'} new since run ${run}${unanswered === 0 ? '' : `, and ${number(unanswered)} had no usable answer there`}.`;
  if (rest === 0) return asked;
  return taken
    ? `${asked} ${rest === questions ? 'All' : 'The other'} ${number(rest)} ${rest === 1 ? 'takes' : 'take'} its answers and ${rest === 1 ? 'costs' : 'cost'} nothing.`
    : `${asked} All are asked, because this run takes no earlier answers.`;
}
