import { sayingsOf, type Saying } from '../../messages/sayings.ts';

const leadSays = sayingsOf('leadRefusals');
/** Topics from which tasks are made: a post with its comments (arXiv 2606.12871, section 3.2), and what people said of it. */

/** Why people reject a topic (appendix A.1 of the paper). */
export const screeningReasonNames = ['unsafe', 'too-narrow', 'ambiguous', 'not-suitable'] as const;
export type ScreeningReason = (typeof screeningReasonNames)[number];

export const topicStateNames = ['waiting', 'accepted', 'rejected'] as const;
export type TopicState = (typeof topicStateNames)[number];

export interface TopicComment {
  text: string;
  /** How many people said or liked it; null if the source does not tell. */
  count: number | null;
}

/** Content of a topic: it never changes after its import. */
export interface TopicContent {
  /** Id, unique in the project: tasks name it. */
  key: string;
  platform: string;
  /** Address of the post, http or https. */
  url: string | null;
  /** ISO date, or date and time, of the post. */
  date: string | null;
  /** BCP 47, if known. */
  language: string | null;
  text: string;
  comments: TopicComment[];
}

export interface ImportedTopic extends TopicContent {
  state: TopicState;
  /** Given for rejected topics alone. */
  reason: ScreeningReason | null;
  /** Note of the person; '' for none. */
  note: string;
}

/** Fault of a decision, or null: a rejection needs a reason, and no other decision has one. */
export function screeningFault(state: TopicState, reason: ScreeningReason | null): Saying | null {
  if (state === 'rejected' && reason === null)
    return leadSays('topicNeedsReason', { reasons: screeningReasonNames.join(', ') });
  if (state !== 'rejected' && reason !== null) return leadSays('topicNoReason');
  return null;
}

/** The content alone, in one order of its fields. */
export const topicContent = ({ key, platform, url, date, language, text, comments }: TopicContent): TopicContent => ({
  ...{ key, platform, url, date, language, text },
  comments: comments.map(({ text: words, count }) => ({ text: words, count }))
});
