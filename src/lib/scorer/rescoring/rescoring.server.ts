import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { leaderboard, type Leaderboard } from '../leaderboard/index.ts';
import { leaderboardOf, metricsIn, rowOf } from '../leaderboard/leaderboard.server.ts';
import type { Metric, PenaltyTable } from '../metric.ts';
import { reportScores, scoresUnder, type ReportScore } from '../runs/run-scores.server.ts';
import type { Run } from '../runs/runs.server.ts';
import type { MissingVerdictRule } from '../score.ts';
import { groupingOf } from '../suites/index.ts';
import { metricTitle } from '../suites/metric-words.ts';
import { otherRubric } from './other-rubric.ts';
import type { BeforeAfter, RescoredFigure, RescoredMetric, RescoredValue, ScoringRule } from './rescored.ts';

/** By which rules stored verdicts are combined instead of those of their run; an absent one stays as the run has it. */
interface Rescoring {
  /** By metric. */
  penalties?: Readonly<Record<string, PenaltyTable>>;
  missing?: MissingVerdictRule;
  /** The metric of another rubric over the same criteria, by the metric of the run. */
  rubrics?: Readonly<Record<string, Metric>>;
}

/**
 * Combines the stored verdicts of a run once more by other rules, beside the scores by the run's own. No judge is asked, and nothing is
 * stored: the scores of the run stay as they are.
 *
 * @returns the metrics whose rule differs, in the order of the run
 * @throws a refusal if no rule differs, or if a rubric asks for verdicts that the run does not have
 */
export function rescore(db: Db, grant: ProjectGrant<'read-results'>, run: Run, wish: Rescoring): RescoredMetric[] {
  const own = metricsIn(db, run);
  const missing = wish.missing ?? run.options.ensemble;
  const scores = reportScores(db, grant, run);
  const changed = own.flatMap((before) => {
    const after = metricUnder(before, wish, scores);
    return after === before && missing === run.options.ensemble ? [] : [{ before, after }];
  });
  if (changed.length === 0)
    return refuse.invalid(
      `Run ${run.number} already has these scores: none of the given rules differs from those of its metrics (${own.map(({ name }) => name).join(', ')}).`
    );
  const names = new Set(changed.map(({ before }) => before.name));
  const metrics = changed.map(({ after }) => after);
  const rescored = scoresUnder(db, grant, run, metrics, missing);
  const boards = {
    before: leaderboardOf(db, grant, run),
    after: leaderboard(rescored.map(rowOf), metrics, groupingOf(metrics), metricTitle)
  };
  return changed.map(({ before, after }) => ({
    name: before.name,
    title: before.title,
    digits: boards.after.metrics.find(({ name }) => name === before.name)!.digits,
    rule: { before: ruleOf(before, run.options.ensemble), after: ruleOf(after, missing) },
    systems: systemsUnder(before.name, boards),
    reports: reportsUnder(
      before.name,
      scores.filter(({ metric }) => names.has(metric)),
      rescored
    )
  }));
}

const ruleOf = ({ settings, title }: Metric, missing: MissingVerdictRule): ScoringRule => ({
  penalties: settings.penalties ?? null,
  missing,
  title
});

/** The metric under the given rules; the very same if none is for it. */
function metricUnder(metric: Metric, { penalties, rubrics }: Rescoring, scores: readonly ReportScore[]): Metric {
  const table = penalties?.[metric.name];
  const rubric = rubrics?.[metric.name];
  if (rubric !== undefined) {
    const qids = new Set(scores.flatMap((one) => (one.metric === metric.name ? [one.qid] : [])));
    return otherRubric(metric, rubric, [...qids]);
  }
  if (table === undefined || JSON.stringify(table) === JSON.stringify(metric.settings.penalties)) return metric;
  return { ...metric, settings: { ...metric.settings, penalties: table } };
}

function systemsUnder(metric: string, { before, after }: BeforeAfter<Leaderboard>): RescoredMetric['systems'] {
  const figureIn = (board: Leaderboard, system: string): RescoredFigure => {
    const score = board.systems.find((one) => one.system === system)?.scores[metric];
    if (!score) throw new Error(`rescore found no score of ${system} under ${metric}`);
    const { value, n, reason, interval, intervalReason, queries } = score;
    return { value, n, reason, interval, intervalReason, queries };
  };
  return before.systems
    .filter(({ scores }) => scores[metric] !== undefined)
    .map(({ system }) => ({ system, before: figureIn(before, system), after: figureIn(after, system) }));
}

const NOT_FINISHED = 'Some judges have not judged the report.';

function reportsUnder(
  metric: string,
  before: readonly ReportScore[],
  after: readonly ReportScore[]
): RescoredMetric['reports'] {
  const valueOf = (score: ReportScore | undefined): RescoredValue => ({
    value: score?.ensemble?.value ?? null,
    n: score?.ensemble?.n ?? 0,
    reason: score?.ensemble ? score.ensemble.reason : NOT_FINISHED
  });
  const later = new Map(after.map((one) => [JSON.stringify([one.metric, one.reportId]), one]));
  return before
    .filter((one) => one.metric === metric)
    .map((one) => ({
      system: one.system,
      qid: one.qid,
      before: valueOf(one),
      after: valueOf(later.get(JSON.stringify([metric, one.reportId])))
    }));
}
