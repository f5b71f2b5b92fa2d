import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { LabelDemands } from './labels.ts';
import { cleanWording, sameWording } from './wording.ts';

export type MissingWords = Words<Messages['missingTexts']>;

/** Missing input of a label by field, with the reason. Empty if nothing is missing. */
export function missingTexts<Sentence>(
  demands: LabelDemands,
  /** The wording as it stands. */
  current: string,
  given: { wording: string | null; comment: string },
  say: Readonly<Record<'writeWording' | 'sameWording' | 'giveReason', Sentence>>
): { wording?: Sentence; comment?: Sentence } {
  const wording = cleanWording(given.wording ?? '');
  return {
    ...(demands.wording === 'required' &&
      (wording === '' ? { wording: say.writeWording } : sameWording(wording, current) && { wording: say.sameWording })),
    ...(demands.comment === 'required' && cleanWording(given.comment) === '' && { comment: say.giveReason })
  };
}
