import { getTableColumns } from 'drizzle-orm';
import { type Db, schema, sqliteOf } from '../../server/db/client.ts';

type Row = typeof schema.verdict.$inferSelect;

/** What all verdicts of a task have in common, and what each has of its own. */
const common = ['runId', 'reportId', 'metric', 'judgeId', 'repeat', 'at'] as const;
const own = ['kind', 'item', 'text', 'state', 'label', 'rationale', 'evidence', 'detail', 'reason', 'prose'] as const;

/** Rows that one statement takes. */
const MOST = 25;

const holes = (n: number): string => `(${Array(n).fill('?').join(', ')})`;

const statementFor = (rows: number): string => {
  const columns = getTableColumns(schema.verdict);
  const names = [...common, ...own].map((name) => columns[name].name).join(', ');
  const values = Array(rows).fill(holes(own.length)).join(', ');
  return `INSERT INTO verdict (${names}) SELECT * FROM (VALUES ${holes(common.length)}), (VALUES ${values})`;
};

const inJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Puts the verdicts of a task into the database, in their order. One statement takes many of them with what they have in
 * common given once: handing values over to SQLite takes longer than storing them.
 */
export const verdictRows = (
  db: Db
): ((task: Pick<Row, (typeof common)[number]>, verdicts: readonly Pick<Row, (typeof own)[number]>[]) => void) => {
  const sqlite = sqliteOf(db);
  const statements = Array.from({ length: MOST }, (_, n) => statementFor(n + 1));
  return (task, verdicts) => {
    const first = common.map((name) => task[name]);
    for (let from = 0; from < verdicts.length; from += MOST) {
      const some = verdicts.slice(from, from + MOST);
      const values: unknown[] = [...first];
      for (const { kind, item, text, state, label, rationale, evidence, detail, reason, prose } of some)
        values.push(kind, item, text, state, label, rationale, inJson(evidence), inJson(detail), reason, prose ? 1 : 0);
      sqlite.prepare(statements[some.length - 1]!).run(values);
    }
  };
};
