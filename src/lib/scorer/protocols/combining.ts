import type { MissingVerdictRule, EnsembleScore, EnsembleUnit, JudgeVerdicts, Score } from '../score.ts';
import type { Verdict } from '../verdict.ts';

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const meanFigures = (scores: readonly Score[]): Score['figures'] =>
  Object.fromEntries(
    Object.keys(scores[0]?.figures ?? {}).map((name) => [
      name,
      mean(scores.flatMap((score) => score.figures[name] ?? []))
    ])
  );

/** Names of the figures that a judge lacks because it failed. */
type FailedFigures = (score: Score, repeats: readonly Score[]) => ReadonlySet<string>;

/** All that it lacks, if any of its units has no verdict. */
export const failedFigures: FailedFigures = ({ unscored, figures }) =>
  new Set(unscored === 0 ? [] : Object.keys(figures).filter((name) => figures[name] === null));

const without = ({ figures, ...score }: Score, names: ReadonlySet<string>): Score => ({
  ...score,
  figures: Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, names.has(name) ? null : figure]))
});

/**
 * Figures of a report as means over judges. A judge that abstained is left out; one that found nothing to score has figures all
 * the same, such as a recall of 0. A figure that a judge lacks because it failed is unknown; under the rule `answered` it is
 * the mean of the others.
 */
const figuresOfJudges = (
  scores: readonly Score[],
  rule: MissingVerdictRule,
  failed: readonly ReadonlySet<string>[]
): Score['figures'] => {
  const answered = rule === 'answered';
  const judging = scores.filter(
    ({ value, abstained, unscored }) => value !== null || (abstained === 0 && !(answered && unscored > 0))
  );
  const means = meanFigures(judging.length > 0 ? judging : scores);
  if (answered) return means;
  return Object.fromEntries(
    Object.entries(means).map(([name, figure]) => [name, failed.some((names) => names.has(name)) ? null : figure])
  );
};

const sum = (scores: readonly Score[], of: (score: Score) => number): number =>
  scores.reduce((total, score) => total + of(score), 0);

/** One judge's score on one report: the mean over its repeats that have one. Counts of units are those of all repeats. */
export const meanOfRepeats = (
  repeats: JudgeVerdicts['repeats'],
  combine: (verdicts: readonly Verdict[]) => Score
): Score => meanOfScores(repeats.map(combine));

const meanOfScores = (scores: readonly Score[]): Score => {
  const [first] = scores;
  if (!first) throw new Error('meanOfRepeats requires at least one repeat');
  if (scores.length === 1) return first;
  const value = mean(scores.flatMap((score) => score.value ?? []));
  return {
    value,
    reason: value === null ? first.reason : null,
    n: sum(scores, (score) => score.n),
    abstained: sum(scores, (score) => score.abstained),
    unscored: sum(scores, (score) => score.unscored),
    figures: meanFigures(scores)
  };
};

/** Misuse of an ensemble: no judge, or a judge named twice. */
export const demandJudges = (judges: readonly JudgeVerdicts[]): void => {
  if (judges.length === 0) throw new Error('combineJudges requires at least one judge');
  if (new Set(judges.map(({ judge }) => judge)).size !== judges.length)
    throw new Error('combineJudges requires each judge once');
};

/**
 * The score of one report under an ensemble whose judges each find units of their own: the mean over judges of their own
 * scores (arXiv 2510.14240, section 4).
 *
 * A judge whose score is undefined because it abstained, or because there was nothing to judge, is skipped. A judge that
 * failed leaves the report unscored, because a mean over the others would depend on which server was down; under the rule
 * `answered` the others' mean stands, and `judges` says over how many.
 *
 * @param units Units that all judges share, if the protocol has such
 * @param failing Which figures a judge lacks because it failed
 */
export const meanOfJudges = (
  judges: readonly JudgeVerdicts[],
  combine: (verdicts: readonly Verdict[]) => Score,
  rule: MissingVerdictRule,
  units: EnsembleUnit[] = [],
  failing: FailedFigures = failedFigures
): EnsembleScore => {
  demandJudges(judges);
  const own = judges.map(({ judge, repeats }) => {
    const each = repeats.map(combine);
    const score = meanOfScores(each);
    const lacking = failing(score, each);
    return { judge, score: without(score, lacking), lacking };
  });
  const perJudge = own.map(({ judge, score }) => ({ judge, score }));
  const scores = perJudge.map(({ score }) => score);
  const failed = perJudge.filter(({ score }) => score.value === null && score.unscored > 0);
  const counted = scores.filter((score) => score.value !== null);
  const stands = failed.length === 0 || rule === 'answered';
  const value = stands ? mean(counted.flatMap((score) => score.value ?? [])) : null;
  const why = (failed[0]?.score ?? scores[0])?.reason ?? null;
  return {
    value,
    reason: value === null ? why : null,
    n: value === null ? 0 : sum(counted, (score) => score.n),
    judges: value === null ? 0 : counted.length,
    abstained: sum(scores, (score) => score.abstained),
    unscored: sum(scores, (score) => score.unscored),
    figures: figuresOfJudges(
      scores,
      rule,
      own.map(({ lacking }) => lacking)
    ),
    units,
    perJudge
  };
};
