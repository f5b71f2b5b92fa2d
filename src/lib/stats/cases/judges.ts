import { aggregateRatings } from '../numbers/aggregate.ts';
import { alternativeAnnotatorTest } from '../significance/alternative-annotator-test.ts';
import { bradleyTerry } from '../ranking/bradley-terry.ts';
import { consistentCounts } from '../reported/consistent-counts.ts';
import { dawidSkene } from '../classification/dawid-skene.ts';
import { elo } from '../ranking/elo.ts';
import type { Label, Measurements, Ratings } from '../numbers/estimate.ts';
import { lengthBias } from '../biases/length-bias.ts';
import {
  preferenceAgreement,
  swapAverage,
  winRate,
  type Preferences,
  type SwappedScores
} from '../biases/pairwise-preference.ts';
import { positionBias } from '../biases/position-bias.ts';
import { ppiMean, type PpiMean } from '../classification/ppi-mean.ts';
import { roganGladen } from '../classification/rogan-gladen.ts';
import { selectiveThreshold } from '../selection/selective-threshold.ts';
import { testRetest } from '../agreement/test-retest.ts';
import { leaderboardStability, selfPreference } from '../biases/self-preference.ts';
import { flat, optionalArgument, need, type CaseFunction } from './arguments.ts';

const shownPpi = ({ lambda, value, se, interval }: PpiMean): Record<string, unknown> => ({
  lam: lambda,
  theta: value,
  se,
  ci: interval
});

/** The four metrics of arXiv 2508.15804's table of two judges, in its order. */
const METRICS = ['precision', 'recall', 'matchRate', 'factual'] as const;

/** Functions of the case format about judges: preferences, rankings, bias, repeats, corrections. */
export const judgeCases = {
  pairwiseAgreement: (args) => {
    const judge = need<Preferences>(args, 'judge');
    const human = need<Preferences>(args, 'human');
    const agreement = preferenceAgreement(judge, human);
    const wins = winRate(judge);
    return {
      n: agreement.n,
      ...flat({ strict: agreement.strict, halfTies: agreement.halfTies, excludingTies: agreement.excludingTies }),
      nExcludingTies: agreement.nExcludingTies,
      judgeWinRateTiesExcluded: wins.tiesExcluded.value,
      judgeWinRateTiesHalf: wins.tiesHalf.value,
      tieRateJudge: wins.tieRate.value,
      tieRateHuman: winRate(human).tieRate.value,
      kappaNominal: agreement.kappa.value
    };
  },
  positionBias: (args) => {
    const bias = positionBias(need(args, 'orderAB'), need(args, 'orderBA'));
    return {
      n: bias.n,
      consistency: bias.consistency.value,
      primacyFlips: bias.primacyFlips,
      recencyFlips: bias.recencyFlips,
      tieMixed: bias.tieMixed,
      biasScore: bias.bias.value,
      signTestP: bias.signTestP,
      consistencyCI: bias.consistency.interval,
      reason: bias.bias.reason
    };
  },
  swapAveragedVerdicts: (args) => {
    const verdicts = need<SwappedScores[]>(args, 'pairs').map((pair) =>
      swapAverage(pair, optionalArgument(args, 'tieWithin', 1))
    );
    const wins = winRate(verdicts.map((v) => v.verdict)).tiesExcluded;
    return { verdicts, winRateA: wins.value, reason: wins.reason };
  },
  bradleyTerry: (args) => {
    const { abilities, reason } = bradleyTerry(need(args, 'wins'));
    return { logAbility: abilities, reason };
  },
  eloSoft: (args) => {
    const games = need<{ a: number; b: number; c: number }[]>(args, 'games').map(({ a, b, c }) => ({
      a,
      b,
      outcome: c
    }));
    const options = { k: optionalArgument(args, 'k', 32), initial: optionalArgument(args, 'initial', 1200) };
    return { ratings: elo(games, need(args, 'players'), options) };
  },
  altTest: (args) => {
    const humans = need<Record<string, Record<string, Label | null>>>(args, 'humans');
    const judge = need<Record<string, Label | null>>(args, 'judge');
    const names = Object.keys(humans);
    const items = [...new Set([judge, ...Object.values(humans)].flatMap((labels) => Object.keys(labels)))];
    const along = (labels: Record<string, Label | null>): Ratings => items.map((item) => labels[item] ?? null);
    const test = alternativeAnnotatorTest(
      names.map((name) => along(humans[name]!)),
      along(judge),
      {
        scoring: optionalArgument(args, 'scoring', 'accuracy') === 'accuracy' ? 'accuracy' : 'neg-rmse',
        epsilon: need(args, 'epsilon'),
        q: optionalArgument(args, 'q', 0.05),
        minHumansPerItem: optionalArgument(args, 'minHumansPerItem', 2),
        minItemsPerHuman: optionalArgument(args, 'minItemsPerHuman', 30),
        below30: 't'
      }
    );
    return {
      annotators: test.annotators.map((a) => ({ ...a, annotator: names[a.annotator] })),
      winningRate: test.value,
      advantageProbability: test.advantageProbability,
      passes: test.passes,
      reason: test.reason
    };
  },
  ppiMean: (args) => {
    const given = [
      need<number[]>(args, 'human'),
      need<number[]>(args, 'judgeOnHuman'),
      need<number[]>(args, 'judgeUnlabelled')
    ] as const;
    const options = { confidence: 1 - optionalArgument(args, 'alpha', 0.05) };
    const tuned = ppiMean(...given, options);
    return {
      tuned: shownPpi(tuned),
      lambda1: shownPpi(ppiMean(...given, { ...options, lambda: 1 })),
      classical: shownPpi(ppiMean(...given, { ...options, lambda: 0 })),
      reason: tuned.reason
    };
  },
  roganGladen: (args) => {
    const corrected = roganGladen(
      {
        p: need(args, 'p'),
        specificity: need(args, 'specificity'),
        sensitivity: need(args, 'sensitivity'),
        n: need(args, 'n'),
        m0: need(args, 'm0'),
        m1: need(args, 'm1')
      },
      1 - optionalArgument(args, 'alpha', 0.05)
    );
    return { theta: corrected.value, ci: corrected.interval, reason: corrected.reason };
  },
  dawidSkene: (args) => {
    const categories = optionalArgument<Label[]>(args, 'categories', ['no', 'yes']);
    const model = dawidSkene(need<Ratings[]>(args, 'units'), categories, optionalArgument(args, 'iterations', 30));
    const diagonal = (c: number): number[] | null => model.confusion?.map((rater) => rater[c]![c]!) ?? null;
    return {
      posterior: model.posterior,
      posteriorYes: model.posterior?.map((row) => row[1]) ?? null,
      prior: model.prior,
      raterSensitivity: diagonal(1),
      raterSpecificity: diagonal(0),
      reason: model.reason
    };
  },
  lengthBias: (args) => {
    const bias = lengthBias(need(args, 'judgePref'), need(args, 'humanPref'), need(args, 'lengthDiff'));
    return flat({
      spearmanJudgeLength: bias.judge,
      spearmanHumanLength: bias.human,
      excess: bias.excess,
      spearmanJudgeHuman: bias.judgeHuman,
      partialSpearmanGivenLength: bias.judgeHumanGivenLength
    });
  },
  judgeSensitivity: (args) => {
    const systems = need<string[]>(args, 'systems');
    const own = need<string>(args, 'ownFamilyOfA');
    const a = need<Record<string, number[]>>(args, 'judgeA');
    const b = need<Record<string, number[]>>(args, 'judgeB');
    const metrics = a[systems[0]!]?.length ?? 0;
    return Object.fromEntries(
      Array.from({ length: metrics }, (_, m) => {
        const scores = systems.map((s) => ({ a: a[s]![m]!, b: b[s]![m]!, own: s === own }));
        const stability = leaderboardStability(
          scores.map((s) => s.a),
          scores.map((s) => s.b)
        );
        const shown = {
          tauB: stability.value,
          rankingIdentical: stability.identical,
          selfPreferenceDiD: selfPreference(scores).value,
          judgeBLower: scores.map((s) => s.b < s.a)
        };
        return [METRICS[m] ?? `metric${m}`, shown];
      })
    );
  },
  consistentCounts: (args) => ({
    counts: need<[number, number, number][]>(args, 'reported').map((reported) => consistentCounts(...reported))
  }),
  selfConsistency: (args) => {
    const c = testRetest(need<Measurements[]>(args, 'repeats'));
    return {
      ...flat({
        pairwiseAgreement: c.pairAgreement,
        allEqualRate: c.allEqual,
        sdOfRunMeans: c.sdOfRunMeans,
        meanWithinItemSD: c.withinItemSd,
        krippendorffInterval: c.alpha
      }),
      runMeans: c.runMeans
    };
  },
  aggregateRatings: (args) => ({ rows: need<Measurements[]>(args, 'rows').map(aggregateRatings) }),
  selectiveThreshold: (args) => {
    const found = selectiveThreshold(need(args, 'confidence'), need(args, 'correct'), {
      alpha: need(args, 'alpha'),
      delta: optionalArgument(args, 'delta', 0.1),
      minItems: optionalArgument(args, 'minN', 30)
    });
    const { value, coverage, errors, upperBound, reason } = found;
    return { threshold: value, coverage, errors, upperBound, reason };
  }
} as const satisfies Record<string, CaseFunction>;
