import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';

/** Outcomes of a study: recommended by the gates, and decided by a lead. */
export const outcomes = ['adopt', 'adopt-with-escalation', 'collect-more-labels', 'reject'] as const;
export type StudyOutcome = (typeof outcomes)[number];

export const adopts = (outcome: StudyOutcome): boolean => outcome === 'adopt' || outcome === 'adopt-with-escalation';

/** Tone of a badge that names the outcome. */
export const outcomeTones: Record<StudyOutcome, 'agree' | 'disagree' | 'warn'> = {
  adopt: 'agree',
  'adopt-with-escalation': 'agree',
  'collect-more-labels': 'warn',
  reject: 'disagree'
};

/** Outcome of a study in few words; `decided` is the wording of a lead's own decision. */
export const studyOutcomeWords = (
  words: Words<Messages['outcomes']>
): Record<StudyOutcome, { lead: string; short: string; decided: string; means: string }> => ({
  adopt: { lead: words.leadAdopt, short: words.shortAdopt, decided: words.adopt, means: words.meansAdopt },
  'adopt-with-escalation': {
    lead: words.leadEscalation,
    short: words.shortEscalation,
    decided: words.escalation,
    means: words.meansEscalation
  },
  'collect-more-labels': {
    lead: words.leadCollect,
    short: words.shortCollect,
    decided: words.collect,
    means: words.meansCollect
  },
  reject: { lead: words.leadReject, short: words.shortReject, decided: words.reject, means: words.meansReject }
});
