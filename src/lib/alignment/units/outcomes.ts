/** Outcomes of a study: recommended by the gates, and decided by a lead. */
export const outcomes = ['adopt', 'adopt-with-escalation', 'collect-more-labels', 'reject'] as const;
export type StudyOutcome = (typeof outcomes)[number];

export const adopts = (outcome: StudyOutcome): boolean => outcome === 'adopt' || outcome === 'adopt-with-escalation';

/** What follows from a study, in few words; `decided` is how a lead's own decision is put. */
export const studyOutcomeWords: Record<
  StudyOutcome,
  { lead: string; short: string; decided: string; means: string; tone: 'agree' | 'disagree' | 'warn' }
> = {
  adopt: {
    lead: 'Adopt.',
    short: 'adopted',
    decided: 'Adopt',
    means: 'The judges stand in for people.',
    tone: 'agree'
  },
  'adopt-with-escalation': {
    lead: 'Adopt with escalation.',
    short: 'adopted with escalation',
    decided: 'Adopt with escalation',
    means: 'They do where enough of them agree; a person judges the rest.',
    tone: 'agree'
  },
  'collect-more-labels': {
    lead: 'Collect more labels.',
    short: 'more labels wanted',
    decided: 'Collect more labels',
    means: 'Nothing is adopted until more is known.',
    tone: 'warn'
  },
  reject: {
    lead: 'Reject.',
    short: 'rejected',
    decided: 'Reject',
    means: 'People go on judging.',
    tone: 'disagree'
  }
};
