import type { PenaltyTable } from '../../metric.ts';

/** arXiv 2510.14240, Table 3: contradictions in a report → score. */
export const consistencyPenalties: PenaltyTable = [
  { upTo: 0, score: 100 },
  { upTo: 2, score: 90 },
  { upTo: 4, score: 80 },
  { upTo: 6, score: 70 },
  { upTo: 8, score: 60 },
  { upTo: 10, score: 50 },
  { upTo: 12, score: 40 },
  { upTo: 14, score: 30 },
  { upTo: 17, score: 20 },
  { upTo: null, score: 10 }
];

/** arXiv 2510.14240, Table 5: claims without a fitting citation → score. It has the counts and scores of Table 3. */
export const citationAssociationPenalties: PenaltyTable = consistencyPenalties.map((row) => ({ ...row }));
