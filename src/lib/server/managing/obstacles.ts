import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowList, type Rows } from './hanging.ts';
import type { Thing } from './managed-thing.ts';

/** Why a thing cannot be deleted: a decision in force, a ledger or a run rests on it; null where nothing stands against it. */
export const obstacleToDeletion = (tx: Db, thing: Thing, rows: Rows): string | null =>
  decisionInForce(tx, thing, rows) ?? ledgerEntry(tx, rows) ?? comparingRun(tx, thing);

interface DecisionRow {
  row: number;
  metric: string;
  adopts: number;
  studyId: string;
  study: number;
}

function decisionInForce(tx: Db, { projectId }: Thing, rows: Rows): string | null {
  const doomed = rows.get('adoption') ?? new Set<number>();
  const decisions = tx.all<DecisionRow>(
    sql`SELECT a.rowid AS row, a.metric AS metric, a.ensemble IS NOT NULL AND a.ensemble <> 'null' AS adopts, s.id AS studyId, s.number AS study
      FROM adoption a JOIN study s ON s.id = a.study_id WHERE a.project_id = ${projectId} ORDER BY a.decided_at DESC, a.rowid DESC`
  );
  // The newest of a metric is in force.
  for (const [metric, own] of Map.groupBy(decisions, (one) => one.metric)) {
    const [newest] = own as [DecisionRow];
    const first = `Withdraw the decision first: on the page of that study, record the decision to continue with annotators.`;
    if (!doomed.has(newest.row)) {
      if (newest.adopts === 1 && labelsOf(tx, newest.studyId, rows))
        return `The current adoption for ${metric} (study ${newest.study}) is based on its labels. ${first}`;
      continue;
    }
    if (newest.adopts === 1)
      return `The current adoption for ${metric} (study ${newest.study}) is based on it. ${first}`;
    const next = own.find(({ row }) => !doomed.has(row));
    if (next?.adopts === 1)
      return `It contains the decision that withdrew the ensemble of study ${next.study} for ${metric}; deleting it would reinstate that ensemble. Record a new decision on study ${next.study} first.`;
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
function ledgerEntry(tx: Db, rows: Rows): string | null {
  const entry = (table: string, of: string, by: string): { number: number; study: number } | undefined =>
    tx.get(
      sql`SELECT o.number AS number, s.number AS study FROM ${sql.raw(table)} e JOIN ${sql.raw(of)} o ON o.id = e.${sql.raw(by)}
        JOIN study s ON s.id = o.study_id WHERE e.rowid IN (SELECT value FROM json_each(${listOf(rows, table)}))
        AND o.rowid NOT IN (SELECT value FROM json_each(${listOf(rows, of)})) LIMIT 1`
    );
  const opening = entry('improvement_opening', 'improvement', 'improvement_id');
  if (opening)
    return `It used the held-out labels of improvement ${opening.number}, and such tests are counted. Delete it together with study ${opening.study}, to which the improvement belongs.`;
  const look = entry('anchor_look', 'anchor_set', 'set_id');
  return look
    ? `It is a check in the ledger of anchor set ${look.number}, which must stay complete. Delete it together with study ${look.study}, to which the set belongs.`
    : null;
}

function comparingRun(tx: Db, { kind, id, projectId }: Thing): string | null {
  if (kind !== 'system') return null;
  const run = tx.get<{ number: number }>(
    sql`SELECT r.number AS number FROM run r JOIN run_metric m ON m.run_id = r.id
      WHERE r.project_id = ${projectId} AND json_extract(m.settings, '$.baseline') = ${id} ORDER BY r.number LIMIT 1`
  );
  return run ? `It is the baseline of run ${run.number}. Delete that run first.` : null;
}

const listOf = (rows: Rows, table: string): SQL => sql`${rowList(rows.get(table) ?? [])}`;
