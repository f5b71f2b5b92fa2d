import { type PageOutcome, pageOutcomes } from '../../scorer/page.ts';
import { pageOutcomeWords as wordsOf } from '../../scorer/web/outcomes.ts';

/** Labels of units in words for people. */

export const shownOutcome = (outcome: PageOutcome | null): string =>
  outcome === null ? 'not fetched' : wordsOf(outcome);

export const sourceWords = (label: string | null): string => {
  if (label === 'relevant') return 'on the topic';
  if (label === 'irrelevant') return 'off the topic (E2)';
  if (label === 'unreachable') return 'unreachable (E1)';
  const outcome = pageOutcomes.find((one) => one === label);
  return outcome ? wordsOf(outcome) : (label ?? '');
};

const claims: Record<string, string> = {
  supported: 'supported',
  unsupported: 'not supported (E3)',
  'no-claim': 'claims nothing that could be checked',
  'source-unusable': 'not checked: the source was not read'
};
export const claimWords = (label: string | null): string => claims[label ?? ''] ?? label ?? '';

/** Several judges on one unit: once where they say the same, else each with its name. */
export const together = (verdicts: readonly { judge: string }[], words: readonly string[]): string =>
  new Set(words).size === 1
    ? (words[0] ?? '')
    : verdicts.map(({ judge }, at) => `${judge}: ${words[at] ?? ''}`).join(' · ');

/** Names of figures (`Score.figures`) at the head of a column. */
export const figureWords: Record<string, string> = {
  passed: 'Passed',
  issues: 'Issues',
  grounded: 'Grounded',
  groundedScore: 'Score, grounded only',
  urls: 'URLs',
  e1: 'E1 strict',
  e1Paper: 'E1 as in the paper',
  serverErrors: '5xx',
  resets: 'Connection reset',
  timeouts: 'Timed out',
  e2: 'E2',
  e3: 'E3',
  read: 'Pages read',
  pairs: 'Claims with a citation',
  checked: 'Checked',
  blocked: 'Could not be read',
  report: 'This report',
  baseline: 'Baseline',
  consistent: 'Consistent in both orders',
  outcome: 'Outcome',
  orderWins: 'Orders won',
  orderLosses: 'Orders lost',
  subtasks: 'Subtasks',
  insAbove: 'Σ ins',
  insBelow: 'Judged on ins',
  facAbove: 'Σ ins · fac',
  facBelow: 'Σ ins with fac',
  facAbsent: 'No claim',
  ratAbove: 'Σ ins · rat',
  ratBelow: 'Σ ins with rat',
  ratAbsent: 'No paragraph',
  decided: 'Decided',
  preference: 'UserPref',
  claims: 'Claims',
  correct: 'Correct',
  citedClaims: 'Claims with a reference',
  citedCorrect: 'Correct with a reference',
  referencePairs: 'Claim and reference',
  referencesRead: 'References read',
  referencesSupport: 'References that support'
};
