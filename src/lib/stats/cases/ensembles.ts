import { groupClusters } from '../clusters/clusters.ts';
import { agreementSet, eitherAgreement, scoreAgreement } from '../agreement/either-agreement.ts';
import { enumerateEnsembles, ensembleLabels, paretoFront, type Ensemble } from '../selection/ensembles.ts';
import type { Label } from '../numbers/estimate.ts';
import { allAgree, pairwiseAgreements } from '../agreement/percent-agreement.ts';
import { seededRandom } from '../numbers/rng.ts';
import { meanOverClusters, selectEnsemble } from '../selection/select-ensemble.ts';
import { optionalArgument, need, seedOf, type CaseArguments, type CaseFunction } from './arguments.ts';

type Scores = (number | null)[];

/** The ensembles of a case, each with the labels it gives and its cost: the sum of its judges'. */
const candidatesOf = (args: CaseArguments) => {
  const judges = need<Record<string, Scores>>(args, 'judges');
  const costs = optionalArgument<Record<string, number>>(args, 'cost', {});
  const names = Object.keys(judges);
  const cost = (e: Ensemble): number => e.judges.reduce((sum, j) => sum + (costs[names[j]!] ?? 0), 0);
  return enumerateEnsembles(names.length, 'binary').map((e) => ({
    judges: e.judges.map((j) => names[j]!),
    rule: e.rule,
    cost: cost(e),
    labels: ensembleLabels(e, Object.values(judges), 'binary') as Scores
  }));
};

/** Functions of the case format about sets of judges. */
export const ensembleCases = {
  seed000Agreement: (args) => {
    const human = need<Scores>(args, 'human');
    const judges = need<Record<string, Scores>>(args, 'judges');
    const names = Object.keys(judges);
    const all = Object.values(judges);
    const pair = need<[string, string]>(args, 'pair').map((name) => names.indexOf(name));
    const [first, second] = pair.map((j) => all[j]!) as [Scores, Scores];
    const either = eitherAgreement(human, first, second);
    const set = agreementSet(human, all);
    const mean = ensembleLabels({ judges: pair, rule: 'average' }, all, 'binary') as Scores;
    return {
      allJudgesAgree: allAgree(all).value,
      pairwise: Object.fromEntries(
        pairwiseAgreements(all).map((p) => [`${names[p.first]}-${names[p.second]}`, p.value])
      ),
      eitherAgreement: either.either.value,
      eitherGivenDisagreement: either.eitherGivenDisagreement.value,
      bothWrongRate: either.bothWrong.value,
      agreementOnConsensusOfPair: either.agreementOnConsensus.value,
      agreementSetSize: set.size,
      agreementOnAgreementSet: set.agreement.value,
      meanScoreAgreement: scoreAgreement(human, mean).value
    };
  },
  enumerateEnsembles: (args) => {
    const human = need<Scores>(args, 'human');
    const candidates = candidatesOf(args).map(({ labels, ...c }) => ({
      ...c,
      agreement: scoreAgreement(human, labels).value
    }));
    return {
      candidates,
      paretoFront: paretoFront(candidates).map((i) => [candidates[i]!.judges, candidates[i]!.rule])
    };
  },
  selectEnsemble: (args) => {
    const human = need<Scores>(args, 'human');
    const grouped = groupClusters(need<Label[]>(args, 'cluster'));
    const ensembles = candidatesOf(args);
    const selection = selectEnsemble(
      ensembles.map(({ labels, cost }) => {
        const right = labels.map((l, i) => (l === null || human[i] === null ? null : 1 - Math.abs(l - human[i]!)));
        return { cost, agreement: meanOverClusters(right, grouped) };
      }),
      grouped.names.length,
      {
        random: seededRandom(seedOf(args)),
        replicates: optionalArgument(args, 'B', 2000),
        lambdaPerCost: optionalArgument(args, 'lambdaPerCost', 0)
      }
    );
    const winner = selection.winner === null ? null : ensembles[selection.winner]!;
    return {
      candidates: selection.candidates.map((c, i) => ({
        ...c,
        judges: ensembles[i]!.judges,
        rule: ensembles[i]!.rule
      })),
      winner: winner && [winner.judges, winner.rule],
      naive: selection.value,
      optimism: selection.optimism,
      optimismCorrected: selection.optimismCorrected,
      bbc: selection.outOfBag,
      bbcLower: selection.outOfBagLower,
      oobUsed: selection.outOfBagUsed,
      reason: selection.reason
    };
  }
} as const satisfies Record<string, CaseFunction>;
