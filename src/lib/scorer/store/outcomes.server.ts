import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Db, schema, sqliteOf } from '../../server/db/client.ts';
import type { Verdict } from '../verdict.ts';
import { madeOutcomes } from './made-outcomes.server.ts';
import type { Outcomes } from './outcomes.ts';

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

/** Columns that all verdicts of a task have in common, and columns that each has of its own. */
const commonColumns = ['runId', 'reportId', 'metric', 'judgeId', 'repeat', 'at'] as const;
const ownColumns = [
  'kind',
  'item',
  'text',
  'state',
  'label',
  'rationale',
  'evidence',
  'detail',
  'reason',
  'prose'
] as const;

/** Rows that one statement takes. */
const MOST = 25;

const holes = (n: number): string => `(${Array(n).fill('?').join(', ')})`;

const statementFor = (rows: number): string => {
  const columns = getTableColumns(schema.verdict);
  const names = [...commonColumns, ...ownColumns].map((name) => columns[name].name).join(', ');
  const values = Array(rows).fill(holes(ownColumns.length)).join(', ');
  return `INSERT INTO verdict (${names}) SELECT * FROM (VALUES ${holes(commonColumns.length)}), (VALUES ${values})`;
};

const inJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Puts the verdicts of a task into the database, in their order. One statement takes many of them with what they have in
 * common given once: handing values over to SQLite takes longer than storing them.
 */
const verdictRows = (
  db: Db
): ((
  task: Pick<VerdictRow, (typeof commonColumns)[number]>,
  verdicts: readonly Pick<VerdictRow, (typeof ownColumns)[number]>[]
) => void) => {
  const sqlite = sqliteOf(db);
  const statements = Array.from({ length: MOST }, (_, n) => statementFor(n + 1));
  return (task, verdicts) => {
    const first = commonColumns.map((name) => task[name]);
    for (let from = 0; from < verdicts.length; from += MOST) {
      const some = verdicts.slice(from, from + MOST);
      const values: unknown[] = [...first];
      for (const { kind, item, text, state, label, rationale, evidence, detail, reason, prose } of some)
        values.push(kind, item, text, state, label, rationale, inJson(evidence), inJson(detail), reason, prose ? 1 : 0);
      sqlite.prepare(statements[some.length - 1]!).run(values);
    }
  };
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
