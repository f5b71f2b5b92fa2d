import type { Verdict } from '../../../verdict.ts';
import { claimLabels } from '../units.ts';

/** Counts of claims that were verified, and of pairs of a claim and a page that the report cites for it. */
export const claimFigures = {
  claims: 'claims that were verified',
  correct: 'of these, correct',
  citedClaims: 'verified claims with a reference',
  citedCorrect: 'of these, correct',
  referencePairs: 'pairs of a verified claim and a reference',
  referencesRead: 'of these, the page could be read and judged',
  referencesSupport: 'of these, the page supports the claim'
} as const;

const isVerified = (label: string): boolean => (claimLabels as readonly string[]).includes(label);

/** Claims of the fallback rubric are not verified, and claims without a valid verdict are unscored: neither is counted. */
export function claimCounts(verdicts: readonly Verdict[]): Record<keyof typeof claimFigures, number> {
  const claims = verdicts.flatMap((one) =>
    one.state === 'judged' && one.detail?.kind === 'daily-claim' && one.detail.subtask !== null && isVerified(one.label)
      ? [{ correct: one.label === 'correct', references: one.detail.references }]
      : []
  );
  const cited = claims.filter(({ references }) => references.length > 0);
  const pairs = cited.flatMap(({ references }) => references);
  const correctIn = (of: typeof claims): number => of.filter(({ correct }) => correct).length;
  return {
    claims: claims.length,
    correct: correctIn(claims),
    citedClaims: cited.length,
    citedCorrect: correctIn(cited),
    referencePairs: pairs.length,
    referencesRead: pairs.filter(({ check }) => check !== null).length,
    referencesSupport: pairs.filter(({ check }) => check === 'support').length
  };
}
