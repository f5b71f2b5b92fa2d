/**
 * DEER, measured part: claims compared with cited pages, and the ten-point figures made of them.
 * Source: hanjanghoon/DEER@f81bd9c, run_information_verification.py:67-122, info_verification/eval_metrics.py:83-300,
 * claim_verifier.py:198-209.
 */
import type { DeerFigures, DeerFigure } from './deer.ts';
import {
  givenScore,
  fieldsOf,
  meanOrNull,
  numberOf,
  roundTo,
  sum,
  type OfficialScore,
  undefinedScore
} from './numbers.ts';

/** 10 · (1 − (H − 1/n) / (1 − 1/n)) with H = Σ p²; 0 for fewer than two references. */
export function diversity(citations: readonly number[]): number {
  const used = citations.filter((count) => count > 0);
  const [n, total] = [used.length, sum(used)];
  if (n <= 1) return 0;
  const concentration = sum(used.map((count) => (count / total) ** 2));
  return 10 * (1 - (concentration - 1 / n) / (1 - 1 / n));
}

export interface DeerClaim {
  type: string;
  numeric: boolean;
  verifications: readonly { url: string; result: string; reliable: boolean }[];
}

/** An address without blanks, backticks and fragment. */
export function plainUrl(url: string): string {
  return url.replace(/[\s`]/gu, '').replace(/#.*$/u, '');
}

const share = (count: number, of: number) => (of === 0 ? 0 : count / of);

/** Figures of one report's claims; an empty denominator gives 0. */
export function measureClaims(
  references: Record<string, string>,
  claims: readonly DeerClaim[]
): OfficialScore<{ integrity: Record<string, Record<string, number>>; sufficiency: Record<string, unknown> }> {
  if (claims.length === 0) return undefinedScore('there are no claims');
  const ofType = (types: string) => claims.filter((claim) => types.includes(claim.type));
  const external = ofType('ABC');
  /** The best verdict of a claim: one supporting page is enough. */
  const isSupported = (claim: DeerClaim) => claim.verifications.some((one) => one.result === 'supported');
  const checks = external.flatMap((claim) => claim.verifications.map((one) => ({ ...one, url: plainUrl(one.url) })));
  const supports = checks.filter((one) => one.result === 'supported');
  const distinct = (of: readonly { url: string }[]) => new Set(of.map((one) => one.url));
  const used = [...distinct(checks)];
  const listed = new Set(Object.values(references).map(plainUrl)).size;
  const perReference = (of: readonly { url: string }[]) =>
    used.map((url) => of.filter((one) => one.url === url).length);
  const counts = perReference(checks);
  const centre = meanOrNull(counts) ?? 0;
  const spread = Math.sqrt(meanOrNull(counts.map((count) => (count - centre) ** 2)) ?? 0);
  const numeric = external.filter((claim) => claim.numeric);
  const information = external.filter(isSupported).length + ofType('DE').length;
  const failed = distinct(checks.filter((one) => one.result === 'error')).size;
  const reliable = distinct(supports.filter((one) => one.reliable)).size;
  const supported = distinct(supports).size;
  return givenScore({
    integrity: {
      claim_factuality: {
        claim_accuracy: share(information, ofType('ABCDE').length),
        external_claim_accuracy: share(external.filter(isSupported).length, external.length),
        external_numeric_claim_accuracy: share(numeric.filter(isSupported).length, numeric.length)
      },
      citation_validity: { citation_accuracy: share(supports.length, checks.length) },
      reference_accuracy: {
        supported_per_shown: share(supported, listed),
        supported_per_used: share(supported, used.length),
        used_per_shown: share(used.length, listed)
      },
      reference_quality: {
        reproducibility: used.length === 0 ? 0 : 1 - failed / used.length,
        reliability: share(reliable, used.length)
      },
      reference_diversity: {
        unique_reference: share(used.length, listed),
        citations_CV: share(spread, centre),
        diversity_hhi: diversity(perReference(supports))
      }
    },
    sufficiency: {
      source_support: {
        verified_claims_ratio: share(claims.length - ofType('C').length, claims.length),
        externally_verifiable_claims_ratio: share(ofType('AB').length, external.length),
        average_citations_per_claim: share(checks.length, ofType('AB').length)
      },
      information,
      citations: supports.length,
      references: supported
    }
  });
}

const ratioPoints = (ratio: number) => roundTo(10 * Math.max(0, Math.min(1, ratio)), 2);
const countPoints = (count: number, step: number) =>
  count === 0 ? 0 : Math.min(Math.floor((count - 1) / step) + 1, 10);

/** Which figure of which criterion is scored, and how: as a share, on ten points already, or as a count by steps. */
const scored: Record<string, Record<string, Record<string, 'ratio' | 'points'> | { step: number }>> = {
  integrity: {
    claim_factuality: { external_claim_accuracy: 'ratio' },
    citation_validity: { citation_accuracy: 'ratio' },
    reference_accuracy: { supported_per_shown: 'ratio' },
    reference_quality: { reproducibility: 'ratio', reliability: 'ratio' },
    reference_diversity: { diversity_hhi: 'points' }
  },
  sufficiency: {
    source_support: { externally_verifiable_claims_ratio: 'ratio' },
    information: { step: 15 },
    citations: { step: 10 },
    references: { step: 4 }
  }
};

/** `fact/SID.json`: ten-point figures, criteria and dimensions. A missing figure leaves its criterion out. */
export function scoreMeasured(
  metrics: unknown
): DeerFigures & { scores: Record<string, Record<string, Record<string, number>>> } {
  const scores: Record<string, Record<string, Record<string, number>>> = {};
  const criteria_avgs: DeerFigures['criteria_avgs'] = {};
  const score_avgs: DeerFigures['score_avgs'] = {};
  for (const [dimension, criteria] of Object.entries(scored)) {
    const given = fieldsOf(fieldsOf(metrics)[dimension]);
    const of: Record<string, Record<string, number>> = {};
    for (const [criterion, rule] of Object.entries(criteria)) {
      const own: Record<string, number> = {};
      if ('step' in rule) {
        const count = numberOf(given[criterion]);
        if (count !== null) own[criterion] = countPoints(count, rule.step as number);
      } else {
        for (const [name, how] of Object.entries(rule)) {
          const value = numberOf(fieldsOf(given[criterion])[name]);
          if (value !== null) own[name] = how === 'ratio' ? ratioPoints(value) : roundTo(value, 2);
        }
      }
      of[criterion] = own;
    }
    const filled = Object.entries(of).filter(([, own]) => Object.keys(own).length > 0);
    const averages = filled.map(([name, own]) => [name, roundTo(meanOrNull(Object.values(own)) ?? 0, 2)] as const);
    const overall = meanOrNull(averages.map(([, value]) => value));
    scores[dimension] = of;
    criteria_avgs[dimension] = Object.fromEntries(averages);
    score_avgs[dimension] = overall === null ? 'N/A' : (roundTo(overall, 2) satisfies DeerFigure);
  }
  return { scores, criteria_avgs, score_avgs };
}
