/**
 * Table of contents. One statistic per file; each file says what it computes, by which formula, and when it is undefined.
 * Everything here is pure, imports nothing of ours, and answers `{ value: null, reason }` where the data do not determine
 * a value.
 */

// Shape of answers, scales, randomness
export * from './estimate.ts';
export * from './scale.ts';
export * from './rng.ts';
export * from './quantile.ts';
export * from './clusters.ts';

// Two raters
export * from './confusion.ts';
export * from './percent-agreement.ts';
export type { AgreementOptions, ChanceCorrected, TableOptions } from './chance-corrected.ts';
export * from './cohen-kappa.ts';
export * from './scott-pi.ts';
export * from './bennett-s.ts';
export * from './gwet-ac1.ts';
export * from './binary-metrics.ts';
export * from './multiclass-metrics.ts';

// Many raters
export * from './fleiss-kappa.ts';
export * from './gwet-ac-many.ts';
export type { ManyRaters } from './many-raters.ts';
export * from './light-kappa.ts';
export * from './krippendorff-alpha.ts';

// Measurements: correlation, reliability, ceiling
export * from './midranks.ts';
export { pearson, type Correlation } from './pearson.ts';
export * from './spearman.ts';
export type { PairCounts, TieSums } from './pair-counts.ts';
export * from './kendall.ts';
export * from './kendall-exact.ts';
export * from './pairwise-accuracy.ts';
export * from './williams-test.ts';
export * from './icc.ts';
export * from './kendall-w.ts';
export * from './human-ceiling.ts';
export * from './label-noise.ts';

// Proportions and their intervals
export type { Proportion } from './proportion.ts';
export * from './wilson.ts';
export * from './clopper-pearson.ts';
export * from './jeffreys.ts';
export * from './agresti-coull.ts';

// Differences and tests of paired data
export * from './newcombe.ts';
export * from './tango.ts';
export * from './mcnemar.ts';
export * from './bowker.ts';
export * from './stuart-maxwell.ts';
export * from './cochran-q.ts';
export * from './wilcoxon.ts';
export * from './t-test.ts';
export * from './sign-test.ts';
export * from './sign-flip.ts';
export * from './fisher-exact.ts';
export * from './adjust-p-values.ts';

// Sampling plans, sample sizes, power
export * from './acceptance.ts';
export * from './sample-size.ts';
export * from './design-effect.ts';
export * from './lower-bound-power.ts';
export * from './planned-interval.ts';
export * from './planned-selection.ts';
export * from './paired-power.ts';
export * from './acceptance-plan.ts';
export * from './spearman-brown.ts';

// Clusters and resampling
export * from './cluster-statistic.ts';
export * from './cluster-proportion.ts';
export * from './cluster-bounded-mean.ts';
export * from './two-way-jackknife.ts';
export { bootstrap, resample, type Bootstrap, type BootstrapOptions, type Resampled } from './bootstrap.ts';
export * from './cluster-bootstrap.ts';
export * from './cluster-bootstrap-table.ts';
export * from './bootstrap-table.ts';
export * from './bootstrap-sums.ts';
export * from './sum-statistics.ts';
export * from './table-statistics.ts';
export * from './bootstrap-chunks.ts';
export * from './resampled-sums.ts';
export * from './cell-statistics.ts';
export * from './cluster-jackknife.ts';
export * from './basic-interval.ts';
export * from './bca-interval.ts';

// Preferences, rankings
export * from './pairwise-preference.ts';
export * from './bradley-terry.ts';
export * from './elo.ts';

// Judges: bias, consistency, corrections, label models
export * from './position-bias.ts';
export * from './length-bias.ts';
export * from './self-preference.ts';
export * from './self-consistency.ts';
export * from './leaderboard-agreement.ts';
export * from './consistent-counts.ts';
export * from './nearest-counts.ts';
export * from './consistent-denominators.ts';
export * from './rogan-gladen.ts';
export * from './ppi-mean.ts';
export * from './cluster-influence.ts';
export * from './cluster-ppi-mean.ts';
export * from './cluster-rogan-gladen.ts';
export * from './dawid-skene.ts';

// Finding things: precision, recall, what was missed
export * from './cluster-retrieval.ts';
export * from './chapman.ts';
export * from './cluster-capture.ts';

// Ensembles and their adoption
export * from './aggregate.ts';
export * from './ensembles.ts';
export * from './either-agreement.ts';
export * from './select-ensemble.ts';
export type { Contender } from './contenders.ts';
export * from './selection-critical.ts';
export * from './behind-best.ts';
export * from './share-lower-bound.ts';
export * from './coefficient-bound.ts';
export * from './alternative-annotator-test.ts';
export * from './alternative-annotator-power.ts';
export * from './selective-threshold.ts';

// Checking against reference values
export * from './cases.ts';
export * from './generated-ratings.ts';
