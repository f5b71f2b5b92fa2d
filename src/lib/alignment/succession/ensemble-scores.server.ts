import { eq } from 'drizzle-orm';
import type { Metric } from '../../scorer/metric.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { reportValues } from '../../studies/units/judge-labels.server.ts';
import { unitsOfEnsemble } from '../corrected/corrected.server.ts';
import { scaleOfUnits, scoreBy } from '../corrected/corrected-units.ts';
import { ensembleScore, type JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { ScoredReport } from './bridge.ts';

/** An ensemble and the run in which it judged. */
interface Side {
  run: { id: string };
  ensemble: JudgeEnsemble;
}

export interface BothSides {
  adopted: Side;
  candidate: Side;
}

/**
 * Reports that two ensembles scored, each with its score by the ensemble's own rule, in shares of the metric's scale.
 *
 * `items`: if a score is the mean of the items that people label, each item is combined by the rule, and a report's score is the
 * mean of the items that both ensembles answered. `scores`: elsewhere the judges' scores of a report are combined, by their median
 * if that is the rule, else by their mean.
 */
export function reportsOfBoth(
  db: Db,
  metric: Metric,
  scale: LabelScale,
  { adopted, candidate }: BothSides
): { combined: 'items' | 'scores'; reports: ScoredReport[] } {
  const ofUnits = scaleOfUnits(metric.protocol.unit.kind, scale);
  const scoresOf = (side: Side) => (ofUnits ? itemScores(db, metric, ofUnits, side) : wholeScores(db, metric, side));
  const [before, now] = [scoresOf(adopted), scoresOf(candidate)];
  const about = reportsNamed(db, adopted.run.id);
  return {
    combined: ofUnits ? 'items' : 'scores',
    reports: [...before].flatMap(([reportId, then]): ScoredReport[] => {
      const [later, of] = [now.get(reportId), about.get(reportId)];
      const both = [...then.keys()].filter((item) => later?.has(item));
      if (!later || !of || both.length === 0) return [];
      const meanOf = (scores: ReadonlyMap<string, number>): number =>
        both.reduce((sum, item) => sum + scores.get(item)!, 0) / both.length;
      return [{ ...of, adopted: meanOf(then), candidate: meanOf(later) }];
    })
  };
}

/** Scores in shares of the scale, by report and item. */
type Scores = Map<string, Map<string, number>>;

function itemScores(db: Db, metric: Metric, scale: LabelScale, { run, ensemble }: Side): Scores {
  const scores: Scores = new Map();
  for (const { reportId, item, given } of unitsOfEnsemble(db, run, metric.name, ensemble.judgeIds)) {
    const score = scoreBy(ensemble, scale, given);
    if (score !== null) scores.set(reportId, (scores.get(reportId) ?? new Map<string, number>()).set(item, score));
  }
  return scores;
}

/** A report as its only item; none if a judge gave no score. */
function wholeScores(db: Db, { name, scale: { min, max } }: Metric, { run, ensemble }: Side): Scores {
  return new Map(
    [...reportValues(db, run.id, name)].flatMap(([reportId, values]) => {
      const answers = ensemble.judgeIds.map((id) => values.get(id) ?? 'unscored');
      const score = ensembleScore(ensemble.rule === 'median' ? 'median' : 'average', answers, 'interval');
      return score === null ? [] : [[reportId, new Map([['', (score - min) / (max - min)]])] as const];
    })
  );
}

/** Query and system of each report of a run's project: a baseline is compared without being judged. */
function reportsNamed(db: Db, runId: string): Map<string, { query: string; system: string }> {
  const { report, query, system } = schema;
  return new Map(
    db
      .select({ id: report.id, query: query.id, system: system.name })
      .from(report)
      .innerJoin(query, eq(query.id, report.queryId))
      .innerJoin(system, eq(system.id, report.systemId))
      .innerJoin(schema.run, eq(schema.run.projectId, report.projectId))
      .where(eq(schema.run.id, runId))
      .all()
      .map(({ id, ...of }) => [id, of])
  );
}
