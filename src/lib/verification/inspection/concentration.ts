import { adjustPValues } from '../../stats/significance/adjust-p-values.ts';
import { fisherExact } from '../../stats/significance/fisher-exact.ts';
import { wilson } from '../../stats/proportions/wilson.ts';
import type { Proportion } from '../../stats/proportions/proportion.ts';

/** Factors in which disagreements may cluster: annotator and label of the rating, category or domain of the query, kind of subject. */
const factors = ['annotator', 'label', 'category', 'domain', 'kind'] as const;
type Factor = (typeof factors)[number];

interface ConcentrationUnit {
  disagrees: boolean;
  /** Empty for a query without category or domain. */
  levels: Record<Factor, string>;
}

/** One level of one factor against all the rest of the sample. */
export interface Concentration {
  factor: Factor;
  level: string;
  /** Disagreements of the inspected ratings at this level, with a Wilson interval at 95 %. */
  here: Proportion;
  elsewhere: Proportion;
  /** Two-sided p of Fisher's exact test, and after Holm over all levels of all factors. */
  p: number;
  adjusted: number;
  /** More disagreements than elsewhere, and not by chance at 5 % after Holm. */
  systematic: boolean;
}

/** Where disagreements gather, most telling first. Levels that hold the whole sample say nothing and are left out. */
export function concentrations(units: readonly ConcentrationUnit[]): Concentration[] {
  const all = units.filter(({ disagrees }) => disagrees).length;
  const rows = factors.flatMap((factor) => {
    const levels = [...new Set(units.map((unit) => unit.levels[factor]))].sort();
    return levels.flatMap((level) => {
      const members = units.filter((unit) => unit.levels[factor] === level);
      const k = members.filter(({ disagrees }) => disagrees).length;
      const rest = units.length - members.length;
      if (rest === 0) return [];
      return [
        {
          factor,
          level,
          here: wilson(k, members.length),
          elsewhere: wilson(all - k, rest),
          p: fisherExact(k, members.length, all - k, rest)
        }
      ];
    });
  });
  const adjusted = adjustPValues(
    rows.map(({ p }) => p),
    'holm'
  );
  return rows
    .map((row, i): Concentration => {
      const more = row.here.k * row.elsewhere.n > row.elsewhere.k * row.here.n;
      return { ...row, adjusted: adjusted[i]!, systematic: more && adjusted[i]! < 0.05 };
    })
    .sort((a, b) => a.p - b.p || b.here.k - a.here.k);
}
