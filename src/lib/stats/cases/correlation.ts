import type { Measurements } from '../numbers/estimate.ts';
import { completePairs } from '../numbers/complete-pairs.ts';
import { humanCeiling } from '../agreement/human-ceiling.ts';
import { icc } from '../agreement/coefficients/icc.ts';
import { kendallExact } from '../ranking/kendall-exact.ts';
import { kendallW } from '../ranking/kendall-w.ts';
import { kendall } from '../ranking/kendall.ts';
import { midranks } from '../numbers/midranks.ts';
import { tieCalibratedAccuracy } from '../agreement/pairwise-accuracy.ts';
import { pearson } from '../ranking/pearson.ts';
import { spearman } from '../ranking/spearman.ts';
import { williamsTest } from '../ranking/williams-test.ts';
import { need, type CaseFunction } from './arguments.ts';

/** 1 − 6Σd²/(n(n² − 1)): what the formula without ties gives, which cases list to show that it is off under ties. */
const withoutTies = (x: Measurements, y: Measurements): number | null => {
  const { x: a, y: b, n } = completePairs('correlations', x, y);
  const rank = midranks(b);
  const squares = midranks(a).reduce((sum, r, i) => sum + (r - rank[i]!) ** 2, 0);
  return n < 2 ? null : 1 - (6 * squares) / (n * (n * n - 1));
};

/** Functions of the case format about measurements. */
export const correlationCases = {
  correlations: (args) => {
    const x = need<Measurements>(args, 'x');
    const y = need<Measurements>(args, 'y');
    const r = pearson(x, y);
    const rho = spearman(x, y);
    const pairs = kendall(x, y);
    return {
      n: r.n,
      dropped: r.dropped,
      reason: r.reason,
      pearson: r.value,
      pearsonP: r.p,
      pearsonCI95: r.interval,
      spearman: rho.value,
      spearmanP: rho.p,
      spearmanCI95BonettWright: rho.interval,
      spearmanNoTieFormula: withoutTies(x, y),
      kendallPAsymptotic: pairs.p,
      kendall: {
        tauA: pairs.tauA.value,
        tauB: pairs.tauB.value,
        tauC: pairs.tauC.value,
        gamma: pairs.gamma.value,
        somersDyx: pairs.somersDyx.value,
        pairAccWithTies: pairs.pairAccuracy.value,
        concordant: pairs.concordant,
        discordant: pairs.discordant,
        tiesX: pairs.tiesX,
        tiesY: pairs.tiesY,
        tiesBoth: pairs.tiesBoth
      }
    };
  },
  kendallExactP: (args) => {
    const { value, p, reason } = kendallExact(need(args, 'x'), need(args, 'y'));
    return { tau: value, p, reason };
  },
  pairwiseAccuracyTieCalibrated: (args) => {
    const best = tieCalibratedAccuracy(need(args, 'human'), need(args, 'metric'));
    return { acc0: best.withoutTies, bestEpsilon: best.epsilon, bestAcc: best.value, reason: best.reason };
  },
  williamsTest: (args) => {
    const test = williamsTest(need(args, 'r12'), need(args, 'r13'), need(args, 'r23'), need(args, 'n'));
    return { t: test.value, pTwoSided: test.p, reason: test.reason };
  },
  icc: (args) => {
    const { items, raters, dropped, ...forms } = icc(need(args, 'x'));
    const values = Object.fromEntries(Object.entries(forms).map(([name, e]) => [name, e.value]));
    return { ...values, items, raters, dropped, reason: forms.icc1.reason };
  },
  kendallW: (args) => {
    const w = kendallW(need(args, 'raters'));
    return { w: w.value, chi2: w.chi2, df: w.df, p: w.p, reason: w.reason };
  },
  humanCeiling: (args) => {
    const ceiling = humanCeiling(need<Measurements[]>(args, 'humans'), need<Measurements>(args, 'judge'));
    return {
      leaveOneOutHuman: ceiling.humans.map((e) => e.value),
      judgeVsSameOthers: ceiling.judge.map((e) => e.value),
      meanHuman: ceiling.meanHuman.value,
      meanJudge: ceiling.meanJudge.value,
      judgeVsMeanOfAll: ceiling.judgeVersusAll.value,
      icc2k: ceiling.reliability.value,
      reason: ceiling.meanHuman.reason
    };
  }
} as const satisfies Record<string, CaseFunction>;
