/**
 * Table of contents. One statistic per file; each file says what it computes, by which formula, and when it is undefined.
 * Everything here is pure, imports nothing of ours, and answers `{ value: null, reason }` if the data do not determine
 * a value.
 */

// Shape of answers, scales, randomness
export * from './numbers/estimate.ts';
export * from './numbers/scale.ts';
export * from './numbers/rng.ts';
export * from './numbers/shuffle.ts';
export * from './numbers/quantile.ts';
export * from './numbers/without-rounding.ts';
export * from './clusters/clusters.ts';

// Two raters
export * from './agreement/coefficients/confusion.ts';
export * from './agreement/percent-agreement.ts';
export type { AgreementOptions, ChanceCorrected, TableOptions } from './agreement/coefficients/chance-corrected.ts';
export * from './agreement/coefficients/cohen-kappa.ts';
export * from './agreement/coefficients/scott-pi.ts';
export * from './agreement/coefficients/bennett-s.ts';
export * from './agreement/coefficients/gwet-ac1.ts';
export * from './classification/binary-metrics.ts';
export * from './classification/multiclass-metrics.ts';

// Many raters
export * from './agreement/coefficients/fleiss-kappa.ts';
export * from './agreement/coefficients/gwet-ac-many.ts';
export type { ManyRaters } from './agreement/coefficients/many-raters.ts';
export * from './agreement/coefficients/light-kappa.ts';
export * from './agreement/coefficients/krippendorff-alpha.ts';

// Measurements: correlation, reliability, ceiling
export * from './numbers/midranks.ts';
export { pearson, type Correlation } from './ranking/pearson.ts';
export * from './ranking/spearman.ts';
export type { PairCounts, TieSums } from './numbers/pair-counts.ts';
export * from './ranking/kendall.ts';
export * from './ranking/kendall-exact.ts';
export * from './agreement/pairwise-accuracy.ts';
export * from './ranking/williams-test.ts';
export * from './agreement/coefficients/icc.ts';
export * from './ranking/kendall-w.ts';
export * from './agreement/human-ceiling.ts';
export * from './classification/label-noise.ts';

// Proportions and their intervals
export type { Proportion } from './proportions/proportion.ts';
export * from './proportions/wilson.ts';
export * from './proportions/clopper-pearson.ts';
export * from './proportions/jeffreys.ts';
export * from './proportions/agresti-coull.ts';

// Differences and tests of paired data
export * from './proportions/newcombe.ts';
export * from './proportions/tango.ts';
export * from './significance/mcnemar.ts';
export * from './significance/bowker.ts';
export * from './significance/stuart-maxwell.ts';
export * from './significance/cochran-q.ts';
export * from './significance/wilcoxon.ts';
export * from './significance/t-test.ts';
export * from './significance/sign-test.ts';
export * from './significance/sign-flip.ts';
export * from './significance/fisher-exact.ts';
export * from './significance/adjust-p-values.ts';

// Sampling plans, sample sizes, power
export * from './planning/acceptance.ts';
export * from './planning/sample-size.ts';
export * from './numbers/design-effect.ts';
export * from './planning/lower-bound-power.ts';
export * from './planning/planned-interval.ts';
export * from './selection/planned-selection.ts';
export * from './planning/paired-power.ts';
export * from './planning/acceptance-plan.ts';
export * from './agreement/coefficients/spearman-brown.ts';

// Clusters and resampling
export * from './clusters/cluster-statistic.ts';
export * from './clusters/cluster-proportion.ts';
export * from './clusters/cluster-bounded-mean.ts';
export * from './clusters/two-way-jackknife.ts';
export { bootstrap, resample, type Bootstrap, type BootstrapOptions, type Resampled } from './bootstrap/bootstrap.ts';
export * from './bootstrap/cluster-bootstrap.ts';
export * from './bootstrap/cluster-bootstrap-table.ts';
export * from './bootstrap/bootstrap-table.ts';
export * from './numbers/sum-statistic.ts';
export * from './bootstrap/bootstrap-sums.ts';
export * from './agreement/coefficients/sum-statistics.ts';
export * from './bootstrap/table-statistics.ts';
export * from './bootstrap/bootstrap-chunks.ts';
export * from './bootstrap/resampled-sums.ts';
export * from './bootstrap/cell-statistics.ts';
export * from './clusters/cluster-jackknife.ts';
export * from './clusters/weighting-error.ts';
export * from './clusters/cluster-error-interval.ts';
export * from './bootstrap/basic-interval.ts';
export * from './bootstrap/bca-interval.ts';

// Preferences, rankings
export * from './biases/pairwise-preference.ts';
export * from './ranking/bradley-terry.ts';
export * from './ranking/elo.ts';
export { strengthDraws, type StrengthDraws } from './ranking/strength-draws.ts';

// Judges: bias, consistency, corrections, label models
export * from './biases/position-bias.ts';
export * from './biases/length-bias.ts';
export * from './biases/self-preference.ts';
export * from './agreement/test-retest.ts';
export * from './ranking/leaderboard-agreement.ts';
export * from './reported/consistent-counts.ts';
export * from './reported/nearest-counts.ts';
export * from './reported/consistent-denominators.ts';
export * from './classification/rogan-gladen.ts';
export * from './classification/ppi-mean.ts';
export * from './clusters/cluster-influence.ts';
export * from './clusters/cluster-ppi-mean.ts';
export * from './clusters/cluster-rogan-gladen.ts';
export * from './classification/dawid-skene.ts';

// Finding things: precision, recall, what was missed
export * from './clusters/cluster-retrieval.ts';
export * from './clusters/chapman.ts';
export * from './clusters/cluster-capture.ts';

// Looks at data that is still coming in
export * from './sequential/mixture-boundary.ts';
export * from './sequential/mean-sequence.ts';
export { bettingSequence, type BettingSequence } from './sequential/betting-sequence.ts';
export * from './sequential/rise-evidence.ts';
export * from './sequential/window-boundary.ts';
export * from './sequential/predictable-winner.ts';
export * from './sequential/running-mean.ts';
export * from './sequential/winner-sequence.ts';
export { sideOf, stoppedInterval, type StoppedStudy } from './sequential/stopped-interval.ts';
export * from './sequential/crossing-chance.ts';
export * from './sequential/group-boundaries.ts';
export * from './sequential/horizon-boundary.ts';

// Ensembles and their adoption
export * from './numbers/aggregate.ts';
export * from './selection/ensembles.ts';
export * from './agreement/either-agreement.ts';
export * from './selection/select-ensemble.ts';
export type { Contender } from './ranking/contenders.ts';
export * from './selection/selection-critical.ts';
export * from './ranking/behind-best.ts';
export * from './proportions/share-lower-bound.ts';
export * from './proportions/coefficient-bound.ts';
export * from './significance/alternative-annotator-test.ts';
export * from './planning/alternative-annotator-power.ts';
export * from './selection/selective-threshold.ts';

// Checking against reference values
export * from './cases/cases.ts';
export * from './cases/generated-ratings.ts';
