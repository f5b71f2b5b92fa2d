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
    means: 'The judges replace annotators.',
    tone: 'agree'
  },
  'adopt-with-escalation': {
    lead: 'Adopt with escalation.',
    short: 'adopted with escalation',
    decided: 'Adopt with escalation',
    means: 'The judges replace annotators on items on which enough of them agree; annotators judge the rest.',
    tone: 'agree'
  },
  'collect-more-labels': {
    lead: 'Collect more labels.',
    short: 'more labels needed',
    decided: 'Collect more labels',
    means: 'No ensemble is adopted until more labels are committed.',
    tone: 'warn'
  },
  reject: {
    lead: 'Reject.',
    short: 'rejected',
    decided: 'Reject',
    means: 'Annotators continue to judge.',
    tone: 'disagree'
  }
};
