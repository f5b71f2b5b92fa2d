/** Lists that a survey's answers and the queries made of them are coded into. A project can change them; these are where it starts. */
export type CodingKind = 'domain' | 'category';

/** The seven domains and the task categories of LiveResearchBench (section 3.2 and appendix I). */
export const usualLabels: Readonly<Record<CodingKind, readonly string[]>> = {
  domain: [
    'Science & Technology',
    'Economy & Business',
    'Health & Wellbeing',
    'Law & Governance',
    'Society & Culture',
    'Education & Knowledge',
    'Media & Entertainment'
  ],
  category: [
    'Topic understanding',
    'Wide information search',
    'Top rankings',
    'Market analysis',
    'Technical support',
    'Decision support',
    'Policy & regulation',
    'Literature review',
    'Topic exploration',
    'Pros & cons',
    'Competitive analysis'
  ]
};

export const codingKinds = ['domain', 'category'] as const satisfies readonly CodingKind[];

/**
 * Initial domain or category of a draft made from an answer: that of the answer if it has exactly one; if it has several, none
 * (empty), since a query has one and a person has to choose.
 */
export const startOfDraft = (names: readonly string[]): string => (names.length === 1 ? names[0]! : '');

/** A target for each label in proportion to its answers, summing to `total` exactly: largest remainders. */
export function proportionalTargets(counts: readonly number[], total: number): number[] {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all === 0) return counts.map(() => 0);
  const exact = counts.map((n) => (n / all) * total);
  const targets = exact.map(Math.floor);
  const left = total - targets.reduce((sum, n) => sum + n, 0);
  const order = exact.map((_, i) => i).sort((a, b) => exact[b]! - targets[b]! - (exact[a]! - targets[a]!) || a - b);
  for (const i of order.slice(0, left)) targets[i]! += 1;
  return targets;
}
