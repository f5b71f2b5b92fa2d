import { adjustPValues, type Adjustment } from '../significance/adjust-p-values.ts';
import { bowker, type ChiSquareTest } from '../significance/bowker.ts';
import { cochranQ } from '../significance/cochran-q.ts';
import type { Measurements } from '../numbers/estimate.ts';
import { mcnemar } from '../significance/mcnemar.ts';
import { newcombe, newcombePaired, type PairedCounts } from '../proportions/newcombe.ts';
import { signFlipTest } from '../significance/sign-flip.ts';
import { signTest } from '../significance/sign-test.ts';
import { stuartMaxwell } from '../significance/stuart-maxwell.ts';
import { tTest } from '../significance/t-test.ts';
import { tango } from '../proportions/tango.ts';
import { wilcoxonSignedRank } from '../significance/wilcoxon.ts';
import { optionalArgument, need, type CaseFunction } from './arguments.ts';

const shownTest = ({ value, df, p, reason }: ChiSquareTest): Record<string, unknown> => ({
  chi2: value,
  df,
  p,
  reason
});

const METHODS: readonly Adjustment[] = ['bonferroni', 'holm', 'hochberg', 'BH', 'BY'];

/** Functions of the case format about differences and tests. */
export const testCases = {
  diffProportionsCI: (args) => {
    const difference = newcombe(
      need(args, 'k1'),
      need(args, 'n1'),
      need(args, 'k2'),
      need(args, 'n2'),
      optionalArgument(args, 'confidence', 0.95)
    );
    return { diff: difference.value, newcombe: difference.interval, reason: difference.reason };
  },
  pairedProportionsCI: (args) => {
    const counts: PairedCounts = {
      both: need(args, 'both'),
      onlyFirst: need(args, 'onlyFirst'),
      onlySecond: need(args, 'onlySecond'),
      neither: need(args, 'neither')
    };
    const confidence = optionalArgument(args, 'confidence', 0.95);
    const difference = newcombePaired(counts, confidence);
    return {
      diff: difference.value,
      newcombe10: difference.interval,
      tango: tango(counts, confidence).interval,
      reason: difference.reason
    };
  },
  mcnemar: (args) => {
    const test = mcnemar(need(args, 'b'), need(args, 'c'));
    const { exactP, midP, p } = test;
    return { exactP, midP, chi2: test.chi2.value, p, chi2cc: test.chi2Corrected.value, pcc: test.pCorrected };
  },
  marginalTests: (args) => ({
    bowker: shownTest(bowker(need(args, 'table'))),
    stuartMaxwell: shownTest(stuartMaxwell(need(args, 'table')))
  }),
  cochranQ: (args) => {
    const test = cochranQ(need(args, 'x'));
    return { q: test.value, df: test.df, p: test.p, n: test.n, reason: test.reason };
  },
  pairedLocationTests: (args) => {
    const d = need<Measurements>(args, 'd');
    const ranks = wilcoxonSignedRank(d);
    const t = tTest(d);
    return {
      wilcoxonVplus: ranks.value,
      wilcoxonP: ranks.p,
      t: t.value,
      tP: t.p,
      signTestP: signTest(d).p,
      reason: ranks.reason ?? t.reason
    };
  },
  wilcoxonExact: (args) => {
    const test = wilcoxonSignedRank(need(args, 'd'), 'exact');
    return { wMin: test.value === null ? null : Math.min(test.plus, test.minus), p: test.p, reason: test.reason };
  },
  signFlipPermutationExact: (args) => {
    const test = signFlipTest(need(args, 'd'));
    return { p: test.value, reason: test.reason };
  },
  adjustPValues: (args) => Object.fromEntries(METHODS.map((method) => [method, adjustPValues(need(args, 'p'), method)]))
} as const satisfies Record<string, CaseFunction>;
