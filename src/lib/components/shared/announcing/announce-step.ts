import { joinSentences } from '../../../messages/sentences.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { announce } from './announce.ts';

type HeardStep =
  | 'accepted'
  | 'rejected'
  | 'reworded'
  | 'answered'
  | 'dismissed'
  | 'edited'
  | 'left'
  | 'right'
  | 'saved';

/** Tells screen readers what a key or button decided, and how much is left. The next thing is read by its focus or its page’s title. */
export const announceStep = (say: Words<Messages['stepsHeard']>, did: HeardStep, left?: number): void =>
  announce(joinSentences([say.did({ did }), ...(left === undefined ? [] : [say.left({ left })])]));
