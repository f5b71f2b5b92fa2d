import { share, type Confidence, type Figure } from '../units/figure.ts';
import { figuresOfPairs } from '../units/coefficients.ts';
import { coefficient } from '../units/jackknife.ts';
import { sameOnScale, scaleRange, stepOf, withinStep } from '../units/metric.ts';
import { pairedScores, type ScorePair } from '../units/paired-scores.ts';
import type { Units } from '../units/units.ts';

/** A figure shown beside the primary one, because no single number says how far two sides agree. */
export interface BesideFigure {
  key: BesideKey;
  name: string;
  /** A share, a coefficient up to 1, or a distance in the scale's own numbers. */
  unit: 'share' | 'coefficient' | 'distance';
  figure: Figure;
}

export type BesideKey =
  | 'half-tie'
  | 'ties-excluded'
  | 'exact'
  | 'within-step'
  | 'mean-difference'
  | 'linear-kappa'
  | 'spearman'
  | 'kendall'
  | 'alpha'
  | 'icc';

/**
 * Secondary figures beside the primary one on this scale, in the order of display. For yes and no, and for categories without
 * order, the table shows them.
 *
 * @param bothWays the pairs for coefficients, in which neither side is the first and each appears in both orders.
 */
export function secondaryFigures(
  units: Units,
  pairs: readonly ScorePair[],
  confidence: Confidence,
  bothWays = pairs
): BesideFigure[] {
  const { scale } = units;
  const mean = (key: BesideKey, name: string, of: (pair: ScorePair) => number | null): BesideFigure => ({
    key,
    name,
    unit: 'share',
    figure: share(
      units,
      pairs.flatMap((pair) => {
        const value = of(pair);
        return value === null ? [] : [{ unit: pair.unit, value }];
      }),
      false,
      confidence.confidence
    )
  });
  if (scale.level === 'binary' || scale.level === 'nominal') return [];
  if (scale.level === 'preference') {
    const [, tie] = scale.labels;
    // Where people are tied each of their answers counts its share, as in the agreement.
    const over = ({ b, tied = [b] }: ScorePair, of: (answer: number) => number): number =>
      tied.reduce((sum, answer) => sum + of(answer), 0) / tied.length;
    return [
      mean('half-tie', `Half for “${tie}” against a side`, (pair) => over(pair, (b) => 1 - Math.abs(pair.a - b))),
      mean('ties-excluded', `Without “${tie}” on either side`, (pair) =>
        [pair.a, ...(pair.tied ?? [pair.b])].includes(0.5) ? null : over(pair, (b) => Number(pair.a === b))
      )
    ];
  }
  const figures = figuresOfPairs(
    units,
    bothWays,
    (different) => {
      const paired = pairedScores(different);
      return {
        meanDifference: { of: paired.meanDifference, range: [0, scaleRange(scale)] },
        linearKappa: coefficient(paired.linearKappa),
        spearman: coefficient(paired.spearman),
        kendall: coefficient(paired.kendallTauB),
        alpha: coefficient(scale.level === 'ordinal' ? paired.alphaOrdinal : paired.alphaInterval),
        icc: coefficient(paired.icc)
      };
    },
    confidence,
    pairs.length
  );
  const step = stepOf(scale);
  return [
    mean('exact', 'Exactly the same', ({ a, b }) => Number(sameOnScale(scale, a, b))),
    mean('within-step', `Within ${step === 1 ? 'one' : step}`, ({ a, b }) => Number(withinStep(scale, a, b))),
    { key: 'mean-difference', name: 'Mean absolute difference', unit: 'distance', figure: figures.meanDifference },
    { key: 'linear-kappa', name: 'Linear-weighted κ', unit: 'coefficient', figure: figures.linearKappa },
    { key: 'spearman', name: 'Spearman’s ρ', unit: 'coefficient', figure: figures.spearman },
    { key: 'kendall', name: 'Kendall’s τ_b', unit: 'coefficient', figure: figures.kendall },
    { key: 'alpha', name: `Krippendorff’s α, ${scale.level}`, unit: 'coefficient', figure: figures.alpha },
    { key: 'icc', name: 'ICC(2,1), absolute agreement', unit: 'coefficient', figure: figures.icc }
  ];
}
