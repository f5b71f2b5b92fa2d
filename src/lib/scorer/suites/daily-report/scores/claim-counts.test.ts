import { expect, it } from 'vitest';
import type { Verdict } from '../../../verdict.ts';
import { claimCounts } from './claim-counts.ts';

type Check = 'support' | 'conflict' | 'unknown' | null;

const claim = (label: string | null, checks: Check[], subtask: string | null = 's1'): Verdict => ({
  ...{ item: `${subtask}/claim-${label}-${checks.length}`, kind: 'daily-claim', rationale: '', evidence: [] },
  ...(label === null
    ? { state: 'unscored', label: null, reason: 'No reply.', rationale: '', evidence: [] }
    : { state: 'judged', label }),
  detail: {
    ...{ kind: 'daily-claim', subtask, fact: 'A fact.', place: null, from: 'text', queries: [] },
    references: checks.map((check) => ({ url: 'https://a.example/', outcome: null, check, quote: '' }))
  }
});

it('claims and pairs are counted with and without a reference, fallback, invented and unscored claims are not', () => {
  const verdicts = [
    claim('correct', ['support', 'unknown']),
    claim('incorrect', ['conflict']),
    claim('unknown', [null]),
    claim('correct', []),
    claim('unknown', []),
    claim('correct', ['support'], null),
    claim('not-in-report', ['support']),
    claim(null, ['support'])
  ];
  expect(claimCounts(verdicts)).toEqual({
    ...{
      claims: 5,
      correct: 2,
      citedClaims: 3,
      citedCorrect: 1,
      referencePairs: 4,
      referencesRead: 3,
      referencesSupport: 1
    }
  });
  expect(claimCounts([])).toMatchObject({ claims: 0, referencePairs: 0 });
});
