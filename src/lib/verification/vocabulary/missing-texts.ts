import type { LabelDemands } from './labels.ts';
import { cleanWording, sameWording } from './wording.ts';

/** What a label asks for and is not there, by field, with the reason. Empty where nothing is missing. */
export function missingTexts(
  demands: LabelDemands,
  /** The wording as it stands. */
  current: string,
  given: { wording: string | null; comment: string }
): { wording?: string; comment?: string } {
  const wording = cleanWording(given.wording ?? '');
  return {
    ...(demands.wording === 'required' &&
      (wording === ''
        ? { wording: 'Write a better wording.' }
        : sameWording(wording, current) && { wording: 'This is the current wording. Change it.' })),
    ...(demands.comment === 'required' &&
      cleanWording(given.comment) === '' && { comment: 'Give a reason in a comment.' })
  };
}
