import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowList, type Rows } from './hanging.ts';
import type { Thing } from './managed-thing.ts';

const leadSays = sayingsOf('leadRefusals');

/** A metric within a sentence, by its name, in the language of the reader. Callers have it from the scorer, which this domain does not import. */
export type MetricWord = (name: string) => string;

/** Why a thing cannot be deleted: a decision in force, a ledger, a run or a mark of the benchmark rests on it; null if nothing stands against it. */
export const obstacleToDeletion = (tx: Db, thing: Thing, rows: Rows, metricWord: MetricWord): Saying | null =>
  decisionInForce(tx, thing, rows, metricWord) ??
  ledgerEntry(tx, rows) ??
  comparingRun(tx, thing) ??
  draftsInUse(tx, thing, rows) ??
  inspected(tx, rows);

interface DecisionRow {
  row: number;
  metric: string;
  adopts: number;
  studyId: string;
  study: number;
}

function decisionInForce(tx: Db, { projectId }: Thing, rows: Rows, metricWord: MetricWord): Saying | null {
  const doomed = rows.get('adoption') ?? new Set<number>();
  const decisions = tx.all<DecisionRow>(
    sql`SELECT a.rowid AS row, a.metric AS metric, a.ensemble IS NOT NULL AND a.ensemble <> 'null' AS adopts, s.id AS studyId, s.number AS study
      FROM adoption a JOIN study s ON s.id = a.study_id WHERE a.project_id = ${projectId} ORDER BY a.rowid DESC`
  );
  // The newest of a metric is in force.
  for (const [name, own] of Map.groupBy(decisions, (one) => one.metric)) {
    const metric = metricWord(name);
    const [newest] = own as [DecisionRow];
    if (!doomed.has(newest.row)) {
      if (newest.adopts === 1 && labelsOf(tx, newest.studyId, rows))
        return leadSays('adoptionLabels', { metric, number: newest.study });
      continue;
    }
    if (newest.adopts === 1) return leadSays('adoptionRests', { metric, number: newest.study });
    const next = own.find(({ row }) => !doomed.has(row));
    if (next?.adopts === 1) return leadSays('withdrawalRests', { metric, number: next.study });
  }
  return null;
}

/** Whether items of a study are among the rows while the study stays. */
const labelsOf = (tx: Db, studyId: string, rows: Rows): boolean =>
  tx.get(
    sql`SELECT 1 FROM study_item WHERE study_id = ${studyId} AND rowid IN (SELECT value FROM json_each(${listOf(rows, 'study_item')})) LIMIT 1`
  ) !== undefined;

/**
 * Openings of sealed labels and checks of anchor items are counted: to delete one of them alone would allow one more try, or hide
 * a check that found drift. They go with the study on which all of them rest.
 */
function ledgerEntry(tx: Db, rows: Rows): Saying | null {
  const entry = (table: string, of: string, by: string): { number: number; study: number } | undefined =>
    tx.get(
      sql`SELECT o.number AS number, s.number AS study FROM ${sql.raw(table)} e JOIN ${sql.raw(of)} o ON o.id = e.${sql.raw(by)}
        JOIN study s ON s.id = o.study_id WHERE e.rowid IN (SELECT value FROM json_each(${listOf(rows, table)}))
        AND o.rowid NOT IN (SELECT value FROM json_each(${listOf(rows, of)})) LIMIT 1`
    );
  const opening = entry('improvement_opening', 'improvement', 'improvement_id');
  if (opening) return leadSays('openingCounted', opening);
  const look = entry('anchor_look', 'anchor_set', 'set_id');
  return look ? leadSays('checkCounted', look) : null;
}

function comparingRun(tx: Db, { kind, id, projectId }: Thing): Saying | null {
  if (kind !== 'system') return null;
  const run = tx.get<{ number: number }>(
    sql`SELECT r.number AS number FROM run r JOIN run_metric m ON m.run_id = r.id
      WHERE r.project_id = ${projectId} AND json_extract(m.settings, '$.baseline') = ${id} ORDER BY r.number LIMIT 1`
  );
  return run ? leadSays('baselineOfRun', run) : null;
}

/**
 * Items, subtasks and queries of the benchmark keep the mark that a model drafted them, which is read from the accepted piece. Those of
 * query drafts have it themselves.
 */
function draftsInUse(tx: Db, { kind }: Thing, rows: Rows): Saying | null {
  if (kind !== 'run' && kind !== 'talk') return null;
  const { n } = tx.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM made m JOIN making_unit u ON u.id = m.unit_id JOIN run_metric r ON r.run_id = m.run_id
      WHERE m.rowid IN (SELECT value FROM json_each(${listOf(rows, 'made')})) AND m.decision = 'accepted' AND m.placed IS NOT NULL
      AND (u.source IN ('survey', 'talk', 'topic') OR (u.source = 'query' AND r.metric IN ('checklist', 'subtasks')))`
  )!;
  return n > 0 ? leadSays('draftsInBenchmark', { n, kind }) : null;
}

/** An open inspection ends, and its gate decides, once everything that it drew is rated. */
function inspected(tx: Db, rows: Rows): Saying | null {
  const drawn = tx.get<{ qid: string }>(
    sql`SELECT q.qid AS qid FROM inspection_unit u JOIN inspection i ON i.id = u.inspection_id JOIN subject s ON s.id = u.subject_id
      JOIN round_query h ON h.id = s.round_query_id JOIN query q ON q.id = h.query_id
      WHERE i.status = 'open' AND u.rowid IN (SELECT value FROM json_each(${listOf(rows, 'inspection_unit')}))
      AND i.rowid NOT IN (SELECT value FROM json_each(${listOf(rows, 'inspection')})) LIMIT 1`
  );
  return drawn ? leadSays('underInspection', drawn) : null;
}

const listOf = (rows: Rows, table: string): SQL => sql`${rowList(rows.get(table) ?? [])}`;
