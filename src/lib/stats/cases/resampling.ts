import { basicInterval } from '../bootstrap/basic-interval.ts';
import { bcaInterval } from '../bootstrap/bca-interval.ts';
import { bennettSFromTable } from '../agreement/coefficients/bennett-s.ts';
import { bootstrap, type Resampled } from '../bootstrap/bootstrap.ts';
import { bootstrapTable } from '../bootstrap/bootstrap-table.ts';
import { agreementOfCells, kappaOfCells, tauBOfCells, type CellStatistic } from '../bootstrap/cell-statistics.ts';
import { cohenKappa } from '../agreement/coefficients/cohen-kappa.ts';
import type { Label, Ratings } from '../numbers/estimate.ts';
import { gwetACFromTable } from '../agreement/coefficients/gwet-ac1.ts';
import { pearson } from '../ranking/pearson.ts';
import { seededRandom } from '../numbers/rng.ts';
import { scaleCodes } from '../numbers/scale.ts';
import { scottPiFromTable } from '../agreement/coefficients/scott-pi.ts';
import { spearman } from '../ranking/spearman.ts';
import { optionalArgument, need, seedOf, type CaseFunction } from './arguments.ts';

const cellStatistic = (name: string, categories: readonly Label[]): CellStatistic | null => {
  if (name === 'unweightedKappa' || name === 'kappa') return kappaOfCells(categories, 'unweighted');
  if (name === 'linearKappa') return kappaOfCells(categories, 'linear');
  if (name === 'quadraticKappa') return kappaOfCells(categories, 'quadratic');
  if (name === 'percentAgreement') return agreementOfCells(categories.length);
  if (name === 'tauB') return tauBOfCells(categories.length);
  const k = categories.length;
  const full = { scottPi: scottPiFromTable, gwetAC1: gwetACFromTable, bennettS: bennettSFromTable }[name];
  return full
    ? (cells) =>
        full(
          categories.map((_, i) => Array.from(cells).slice(i * k, i * k + k)),
          { categories }
        ).value
    : null;
};

const onItems = (name: string, a: Ratings, b: Ratings, categories: readonly Label[]): Resampled => {
  const ofCells = cellStatistic(name, categories);
  if (ofCells) {
    const [x, y] = [scaleCodes(a, categories), scaleCodes(b, categories)];
    const k = categories.length;
    return (drawn) => {
      const cells = new Float64Array(k * k);
      for (const i of drawn) cells[x[i]! * k + y[i]!]!++;
      return ofCells(cells);
    };
  }
  const correlation = { pearson, spearman }[name];
  if (!correlation) throw new Error(`No statistic to resample is named "${name}"`);
  return (drawn) => {
    const pick = (values: Ratings): number[] => Array.from(drawn, (i) => values[i] as number);
    return correlation(pick(a), pick(b)).value;
  };
};

/** Functions of the case format about resampling. */
export const resamplingCases = {
  bootstrapCI: (args) => {
    const name = need<string>(args, 'statistic');
    const categories = optionalArgument<Label[]>(args, 'categories', []);
    const options = {
      random: seededRandom(seedOf(args)),
      replicates: optionalArgument(args, 'B', 2000),
      confidence: optionalArgument(args, 'confidence', 0.95)
    };
    if ('table' in args) {
      const statistic = cellStatistic(name, categories);
      if (!statistic) throw new Error(`No statistic of a table is named "${name}"`);
      const boot = bootstrapTable(need<number[][]>(args, 'table').flat(), statistic, options, 'single-category');
      return { estimate: boot.value, percentile: boot.interval, basic: basicInterval(boot), reason: boot.reason };
    }
    const [all, others] = [need<Ratings>(args, 'a'), need<Ratings>(args, 'b')];
    const kept = Array.from(all, (_, i) => i).filter((i) => all[i] !== null && others[i] !== null);
    const [a, b] = [kept.map((i) => all[i]!), kept.map((i) => others[i]!)];
    const statistic = onItems(name, a, b, categories);
    const reason =
      categories.length > 0 ? cohenKappa(a, b, { categories }).reason : pearson(a as number[], b as number[]).reason;
    const boot = bootstrap(kept.length, statistic, options, reason);
    const bca = bcaInterval(boot, kept.length, statistic);
    return {
      estimate: boot.value,
      bootMean: boot.mean,
      bootSE: boot.se,
      first3: Array.from(boot.replicates.subarray(0, 3)),
      percentile: boot.interval,
      basic: basicInterval(boot),
      bca: {
        z0: bca.z0,
        a: bca.acceleration,
        alpha1: bca.levels?.[0] ?? null,
        alpha2: bca.levels?.[1] ?? null,
        low: bca.interval?.[0] ?? null,
        high: bca.interval?.[1] ?? null
      },
      bcaCI: bca.interval,
      redrawn: boot.redrawn,
      reason: boot.reason ?? boot.intervalReason
    };
  }
} as const satisfies Record<string, CaseFunction>;
