/**
 * Why a person cannot judge a unit, to be chosen with one key if no text is needed; `other` wants a note. In the order
 * shown. A person who cannot judge answers with the label `CANNOT_JUDGE` and one of these as `reason`, or a note, or both.
 */
export const cannotJudgeReasons = {
  'no-expertise': 'I lack the expertise',
  language: 'I do not read the language well enough',
  'not-clear': 'The question is unclear, or asks two things',
  unreadable: 'The text is cut off or cannot be read',
  'too-little': 'There is too little information to decide',
  other: 'Something else: see the note'
} as const;

export type CannotJudgeReason = keyof typeof cannotJudgeReasons;

export const isCannotJudgeReason = (reason: unknown): reason is CannotJudgeReason =>
  typeof reason === 'string' && Object.hasOwn(cannotJudgeReasons, reason);

/** Whether a reason was given: one that speaks for itself, or words. */
export const saysWhy = (reason: string | null, note: string): boolean =>
  note.trim() !== '' || (isCannotJudgeReason(reason) && reason !== 'other');

/** Explanation of an answer in readable form: the chosen reason, then the note. */
export const explanationOf = (reason: string | null, note: string): string =>
  [isCannotJudgeReason(reason) && reason !== 'other' ? `${cannotJudgeReasons[reason]}.` : '', note]
    .filter((part) => part !== '')
    .join(' ');
