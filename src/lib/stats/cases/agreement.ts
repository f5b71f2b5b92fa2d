import { bennettSFromTable } from '../agreement/coefficients/bennett-s.ts';
import { binaryMetrics } from '../classification/binary-metrics.ts';
import type { ChanceCorrected, TableOptions } from '../agreement/coefficients/chance-corrected.ts';
import { cohenKappaFromTable, type CohenKappa } from '../agreement/coefficients/cohen-kappa.ts';
import { confusion, confusionFromCounts, type Confusion } from '../agreement/coefficients/confusion.ts';
import { ratio, type Label, type Ratings } from '../numbers/estimate.ts';
import { fleissKappa, fleissKappaFromCounts } from '../agreement/coefficients/fleiss-kappa.ts';
import { gwetACMany } from '../agreement/coefficients/gwet-ac-many.ts';
import { gwetACFromTable } from '../agreement/coefficients/gwet-ac1.ts';
import { krippendorffAlpha, type AlphaMetric } from '../agreement/coefficients/krippendorff-alpha.ts';
import { lightKappa } from '../agreement/coefficients/light-kappa.ts';
import { multiclassMetrics } from '../classification/multiclass-metrics.ts';
import { scottPiFromTable } from '../agreement/coefficients/scott-pi.ts';
import type { WeightScheme } from '../numbers/scale.ts';
import { flat, optionalArgument, need, type CaseFunction } from './arguments.ts';

const SCHEMES: readonly WeightScheme[] = ['unweighted', 'linear', 'quadratic'];

const perScheme = (f: (weights: WeightScheme) => unknown): Record<string, unknown> =>
  Object.fromEntries(SCHEMES.map((weights) => [weights, f(weights)]));

const shownKappa = ({ value, po, pe, se, se0, interval }: CohenKappa): Record<string, unknown> => ({
  kappa: value,
  po,
  pe,
  se,
  se0,
  ci95: interval
});

const kappas = (table: Confusion): Record<string, unknown> => {
  const options = { categories: table.categories };
  const hits = table.counts.reduce((sum, row, k) => sum + row[k]!, 0);
  return {
    n: table.n,
    dropped: table.dropped,
    percentAgreement: ratio(hits, table.n).value,
    table: table.counts,
    reason: cohenKappaFromTable(table.counts, options).reason,
    ...perScheme((weights) => shownKappa(cohenKappaFromTable(table.counts, { ...options, weights })))
  };
};

const byScheme = (counts: number[][], options: TableOptions): Record<string, unknown> =>
  perScheme((weights) => {
    const value = (of: (c: number[][], o: TableOptions) => ChanceCorrected) => of(counts, { ...options, weights });
    const gwet = value(gwetACFromTable);
    return {
      gwetAC: gwet.value,
      gwetSE: [gwet.se],
      scottPi: value(scottPiFromTable).value,
      bennettS: value(bennettSFromTable).value,
      cohenKappa: value(cohenKappaFromTable).value
    };
  });

/** Functions of the case format about agreement of categories. */
export const agreementCases = {
  cohenKappa: (args) => kappas(confusion(need<Ratings>(args, 'a'), need(args, 'b'), need<Label[]>(args, 'categories'))),
  cohenKappaFromTable: (args) =>
    kappas(confusionFromCounts(need(args, 'table'), optionalArgument(args, 'categories', undefined))),
  agreementFromTable: (args) => {
    const counts = need<number[][]>(args, 'table');
    const options = { categories: optionalArgument<Label[] | undefined>(args, 'categories', undefined) };
    const table = confusionFromCounts(counts, options.categories);
    const hits = counts.reduce((sum, row, k) => sum + row[k]!, 0);
    return {
      n: table.n,
      ...flat({
        percentAgreement: ratio(hits, table.n, 'no-pairs'),
        cohenKappa: cohenKappaFromTable(counts, options),
        scottPi: scottPiFromTable(counts, options),
        bennettS: bennettSFromTable(counts, options),
        gwetAC1: gwetACFromTable(counts, options)
      }),
      ...byScheme(counts, options)
    };
  },
  multiRaterAgreement: (args) => {
    const units = need<Ratings[]>(args, 'units');
    const categories = need<Label[]>(args, 'categories');
    const raters = Math.max(0, ...units.map((u) => u.length));
    const columns = Array.from({ length: raters }, (_, r) => units.map((u) => u[r] ?? null));
    return {
      ...perScheme((weights) => {
        const gwet = gwetACMany(units, { categories, weights });
        const fleiss = fleissKappa(units, { categories, weights });
        return { gwetAC: gwet.value, gwetSE: gwet.se, fleissKappa: fleiss.value, fleissSE: fleiss.se };
      }),
      reason: fleissKappa(units, { categories }).reason,
      lightKappa: lightKappa(columns, { categories }).value
    };
  },
  fleissKappaFromCounts: (args) => {
    const kappa = fleissKappaFromCounts(need(args, 'counts'));
    return { kappa: kappa.value, se: kappa.se, reason: kappa.reason };
  },
  krippendorffAlpha: (args) => {
    const units = need<Ratings[]>(args, 'units');
    const categories = need<Label[]>(args, 'categories');
    const numeric = categories.every((c) => typeof c === 'number');
    const metrics: AlphaMetric[] = ['nominal', 'ordinal'];
    if (numeric) metrics.push('interval');
    if (numeric && categories.every((c) => (c as number) >= 0)) metrics.push('ratio');
    return flat(
      Object.fromEntries(metrics.map((metric) => [metric, krippendorffAlpha(units, { categories, metric })]))
    );
  },
  binaryMetrics: (args) => {
    const m = binaryMetrics(need(args, 'truth'), need(args, 'pred'), { positive: need<Label>(args, 'positive') });
    const { n, dropped, tp, fp, fn, tn, ...measures } = m;
    return { n, dropped, tp, fp, fn, tn, ...flat(measures) };
  },
  multiclassMetrics: (args) => {
    const m = multiclassMetrics(need(args, 'truth'), need(args, 'pred'), need<Label[]>(args, 'labels'));
    const { accuracy, macroF1, weightedF1, mcc, balancedAccuracy, kappa } = m;
    return {
      n: m.table.n,
      confusion: m.table.counts,
      perClass: {
        precision: m.perClass.map((c) => c.precision.value),
        recall: m.perClass.map((c) => c.recall.value),
        f1: m.perClass.map((c) => c.f1.value),
        support: m.perClass.map((c) => c.support)
      },
      ...flat({ accuracy, macroF1, weightedF1, mcc, balancedAccuracy, kappa })
    };
  }
} as const satisfies Record<string, CaseFunction>;
