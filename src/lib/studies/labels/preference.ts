import type { Saying } from '../../messages/sayings.ts';
import { problemAt, worded, type Problem, fieldSays } from '../../errors.ts';
import type { Read } from '../../verification/work/draft-basis.ts';

/** Reasons that decide a preference, in the order of display. */
export const preferenceReasons = {
  exact: 'reads the item correctly',
  passages: 'quotes the right passages',
  clear: 'explains better',
  complete: 'leaves nothing out'
} as const;
export type PreferenceReason = keyof typeof preferenceReasons;

/** Where all judges are wrong: what went wrong, for those who write prompts; in the order of display. */
export const judgeErrors = {
  'too-lenient': 'accepts too little',
  'too-strict': 'demands more than the item asks',
  misread: 'misreads the item',
  overlooked: 'overlooks a passage',
  'made-up': 'relies on words that are not in the report',
  'other-topic': 'judges something else'
} as const;
export type JudgeError = keyof typeof judgeErrors;

/** Judges on which a person would rely: one judge or several jointly by alias, all alike, or none. */
export type PreferenceChoice = { aliases: readonly string[] } | 'tie' | 'none';

export interface PreferenceInput extends Read {
  studyItemId: string;
  choice: PreferenceChoice;
  reasons: readonly PreferenceReason[];
  /** Only with `none`. */
  error?: JudgeError | null;
  note: string;
  idempotencyKey: string;
}

/** A preference as far as it is chosen and typed; what is no choice of the form is left out when it is kept. */
export interface PreferenceDraftContent {
  choice: 'judges' | 'tie' | 'none';
  aliases: string[];
  reasons: string[];
  error: string | null;
  note: string;
}

const wrong = (column: string, wording: Saying, found?: string): Problem => problemAt(column, wording, found);

/** Faults of a preference, given the judges shown; `unscored` ones gave nothing to prefer. */
export function preferenceProblems(
  input: PreferenceInput,
  shown: readonly { alias: string; state: 'judged' | 'abstained' | 'unscored' }[]
): Problem[] {
  const { choice, reasons, error = null, note, idempotencyKey: key } = input;
  const problems: Problem[] = [];
  if (typeof choice === 'object' && Array.isArray(choice.aliases)) {
    if (choice.aliases.length === 0) problems.push(problemAt('choice', worded('chooseJudge')));
    if (new Set(choice.aliases).size !== choice.aliases.length) problems.push(problemAt('choice', worded('judgeOnce')));
    for (const alias of choice.aliases) {
      const judge = shown.find((one) => one.alias === alias);
      if (!judge) problems.push(problemAt('choice', worded('noSuchJudge'), String(alias)));
      else if (judge.state === 'unscored') problems.push(problemAt('choice', worded('judgeUnscored'), alias));
    }
  } else if (choice !== 'tie' && choice !== 'none') problems.push(problemAt('choice', worded('chooseJudges')));
  const known = Object.keys(preferenceReasons);
  if (
    !Array.isArray(reasons) ||
    !reasons.every((one) => known.includes(one)) ||
    new Set(reasons).size !== reasons.length
  )
    problems.push(wrong('reasons', fieldSays('fromOnce', { options: known })));
  if (error !== null && !Object.hasOwn(judgeErrors, error))
    problems.push(wrong('error', fieldSays('oneOf', { options: Object.keys(judgeErrors) }), String(error)));
  else if (error !== null && choice !== 'none') problems.push(problemAt('error', worded('errorWithNone'), error));
  if (typeof note !== 'string' || note.length > 10_000)
    problems.push(problemAt('note', worded('atMostCharacters', { most: 10_000 })));
  if (typeof key !== 'string' || key === '' || key.length > 100)
    problems.push(problemAt('idempotencyKey', worded('sendKey')));
  return problems;
}
