/**
 * Values of a run's scores, as pure functions of its reports' scores: no database, no clock, no randomness. Every value
 * stands with the number it rests on and an interval clustered by query, because reports and items nest in queries.
 */

// Inputs
export type { Origin, RankedMetric, ReportRow } from './figures/rows.ts';

// Values and their intervals
export type { SeriesDifference, SeriesFigure } from './figures/series.ts';
export { clusteredRate, type Rate } from './figures/rate.ts';
export { LEAST_QUERIES } from './figures/enough.ts';

export type { View } from './aggregation/aggregate.ts';
export { aggregationOf, aggregatorOf } from './aggregation/aggregation.ts';
export { pooledRatio, type Summand } from './aggregation/pooled-ratio.ts';

// The table: systems, groups, averages, best, games
export * from './table.ts';
export * from './caveats.ts';
export * from './views.ts';
export { standingsOf, type JudgeValue, type SystemScore } from './system-scores.ts';
export type { VersusBest } from './figures/versus-best.ts';
export type { Games } from './figures/games.ts';
export * from './correlations.ts';

// Single metrics
export * from './figures/item-rates.ts';

// Repeats
export * from './figures/repeat-spread.ts';

// Length
export * from './figures/report-length.ts';
export * from './figures/length-distribution.ts';

// Two sides
export * from './compare-units.ts';
export * from './compare-scores.ts';
