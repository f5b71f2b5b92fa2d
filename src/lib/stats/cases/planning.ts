import {
  acceptanceProbability,
  acceptanceProbabilityOfRate,
  hypergeometricUpperBound,
  operatingCharacteristic,
  zeroAcceptanceSampleSize
} from '../planning/acceptance.ts';
import { agrestiCoull } from '../proportions/agresti-coull.ts';
import { clopperPearson } from '../proportions/clopper-pearson.ts';
import { jeffreys } from '../proportions/jeffreys.ts';
import { mcnemarExactPower, minSuccessesForLowerBound, sampleSizeProportion } from '../planning/sample-size.ts';
import { wilson } from '../proportions/wilson.ts';
import { optionalArgument, need, type CaseFunction } from './arguments.ts';

const INTERVALS = { wilson, clopperPearson, jeffreys, agrestiCoull };

/** Functions of the case format about sampling plans, sample sizes and power. */
export const planningCases = {
  acceptanceProbability: (args) => {
    const lot = need<number>(args, 'lot');
    const defects = need<number>(args, 'defects');
    const plan = { lot, sample: need<number>(args, 'sample'), acceptNumber: need<number>(args, 'acceptNumber') };
    return {
      pHypergeometric: acceptanceProbability(plan, defects),
      pBinomial: acceptanceProbabilityOfRate(plan, defects / lot)
    };
  },
  ocCurve: (args) => ({
    pAccept: operatingCharacteristic(
      { lot: need(args, 'lot'), sample: need(args, 'sample'), acceptNumber: need(args, 'acceptNumber') },
      need(args, 'defects')
    )
  }),
  zeroAcceptanceSampleSize: (args) => ({
    n: need<(number | null)[]>(args, 'lot').map((lot) =>
      zeroAcceptanceSampleSize(lot, need(args, 'ltpd'), need(args, 'beta'))
    )
  }),
  hypergeometricUpperBound: (args) => ({
    maxDefects: need<number[]>(args, 'found').map((found) =>
      hypergeometricUpperBound(
        need(args, 'lot'),
        need(args, 'sample'),
        found,
        optionalArgument(args, 'confidence', 0.95)
      )
    )
  }),
  sampleSizeProportion: (args) => ({
    n: need<(number | null)[]>(args, 'lots').map((lot) =>
      sampleSizeProportion(need(args, 'halfWidth'), {
        p: optionalArgument(args, 'p', 0.5),
        confidence: optionalArgument(args, 'confidence', 0.95),
        lot
      })
    )
  }),
  minSuccessesForLowerBound: (args) => {
    const method = optionalArgument<keyof typeof INTERVALS>(args, 'method', 'wilson');
    return {
      k: need<number[]>(args, 'n').map((n) =>
        minSuccessesForLowerBound(
          n,
          need(args, 'target'),
          optionalArgument(args, 'confidence', 0.95),
          INTERVALS[method]
        )
      )
    };
  },
  mcnemarExactPower: (args) => ({
    power: need<number[]>(args, 'n').map((n) =>
      mcnemarExactPower(need(args, 'p10'), need(args, 'p01'), n, optionalArgument(args, 'alpha', 0.05))
    )
  })
} as const satisfies Record<string, CaseFunction>;
