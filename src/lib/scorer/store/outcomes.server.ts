import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, schema } from '../../server/db/client.ts';
import type { Verdict } from '../verdict.ts';
import { madeOutcomes } from './made-outcomes.server.ts';
import type { Outcomes } from './outcomes.ts';
import { verdictRows } from './verdict-rows.server.ts';

const hole = sql.placeholder;

/** The results of a run, by its kind. */
export const outcomesOf = (db: Db, runId: string): Outcomes => {
  const { run } = schema;
  const kind = db.select({ kind: run.kind }).from(run).where(eq(run.id, runId)).get()?.kind;
  return kind === 'making' ? madeOutcomes(db, runId) : verdictOutcomes(db, runId);
};

type VerdictRow = typeof schema.verdict.$inferSelect;

const toVerdict = (row: VerdictRow): Verdict => {
  const { item, kind, text, rationale, evidence, detail, prose } = row;
  const unit = {
    item,
    ...(kind !== 'item' && { kind }),
    ...(text !== null && { text }),
    ...(detail !== null && { detail }),
    ...(prose && { prose: true as const })
  };
  if (row.state === 'unscored')
    return { ...unit, state: 'unscored', label: null, rationale: '', evidence: [], reason: row.reason ?? '' };
  if (row.state === 'abstained') return { ...unit, state: 'abstained', label: null, rationale, evidence };
  return { ...unit, state: 'judged', label: row.label ?? '', rationale, evidence };
};

const verdictOutcomes = (db: Db, runId: string): Outcomes => {
  const { judge, verdict } = schema;
  const finished = db
    .selectDistinct({
      ...{ report: verdict.reportId, metric: verdict.metric, judge: judge.fingerprint, repeat: verdict.repeat }
    })
    .from(verdict)
    .innerJoin(judge, eq(judge.id, verdict.judgeId))
    .where(eq(verdict.runId, runId))
    .prepare();
  const read = db
    .select()
    .from(verdict)
    .where(
      and(
        eq(verdict.runId, runId),
        eq(verdict.reportId, hole('about')),
        eq(verdict.metric, hole('metric')),
        eq(verdict.judgeId, hole('judgeId')),
        eq(verdict.repeat, hole('repeat'))
      )
    )
    .orderBy(asc(sql`${verdict}.rowid`))
    .prepare();
  const put = verdictRows(db);
  return {
    about: (reportId) => ({ reportId, unitId: null }),
    finished: () => finished.all(),
    read: (task) => read.all({ ...task }).map(toVerdict),
    put({ about, ...task }, verdicts) {
      const rows = verdicts.map((one) => ({
        kind: one.kind ?? 'item',
        item: one.item,
        text: one.text ?? null,
        state: one.state,
        label: one.label,
        rationale: one.rationale,
        evidence: [...one.evidence],
        detail: one.detail ?? null,
        reason: one.state === 'unscored' ? one.reason : null,
        prose: one.prose === true
      }));
      put({ runId, reportId: about, ...task }, rows);
    }
  };
};
