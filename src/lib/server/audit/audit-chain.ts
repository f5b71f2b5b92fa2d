import { asc, desc, getTableColumns, gt, sql } from 'drizzle-orm';
import { builtOnce } from '../db/built-once.ts';
import { schema, type Db } from '../db/client.ts';
import { sha256 } from '../db/id.ts';

type Row = typeof schema.audit.$inferSelect;

/** State of the audit trail at a moment: number of rows, and the hash of the last. Keep it elsewhere. */
interface AuditAnchor {
  rows: number;
  hash: string;
}

/** Previous hash of the first row. */
export const noRow = '0'.repeat(64);

/** The columns of a row as they are stored, `detail` as the text of its JSON. */
export type ChainedRow = Omit<Row, 'detail' | 'hash'> & { detail: string };

/**
 * The hash of an audit row: SHA-256, in hexadecimal, of the UTF-8 JSON array of its columns in the order of the table, without
 * spaces, `detail` as text and the hash of the row before it last. A changed, inserted or removed row changes every hash after
 * it.
 */
export const hashOfRow = (row: ChainedRow): string =>
  sha256(
    JSON.stringify([
      ...[row.id, row.at, row.actorId, row.actorName, row.projectId],
      ...[row.action, row.entity, row.entityId, row.detail, row.previous]
    ])
  );

const lastRow = builtOnce((db) =>
  db
    .select({ rows: schema.audit.id, hash: schema.audit.hash })
    .from(schema.audit)
    .orderBy(desc(schema.audit.id))
    .limit(1)
    .prepare()
);

/** The present anchor of the audit trail. Rows are numbered from 1 without a gap, so the last number is their count. */
export const auditHead = (db: Db): AuditAnchor => lastRow(db).get() ?? { rows: 0, hash: noRow };

/** An anchor as people keep it: `12:4f0c…`. */
export const anchorInWords = ({ rows, hash }: AuditAnchor): string => `${rows}:${hash}`;

/** Reads an anchor back, or null if the text is none. */
export function parseAnchor(text: string): AuditAnchor | null {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  return found ? { rows: Number(found[1]), hash: found[2]! } : null;
}

type AuditCheck =
  | { whole: true; head: AuditAnchor }
  | { whole: false; head: AuditAnchor; row: number; problem: string };

const AT_ONCE = 1_000;

/**
 * Computes the chain anew, from the first row on.
 *
 * @param anchor noted earlier: the row of that number must have that hash still. Without one, rows that are missing at the end
 * are not noticed, nor a trail that was written anew as a whole
 * @returns the first row that is not what it was, and why
 */
export function verifyAudit(db: Db, anchor: AuditAnchor | null = null): AuditCheck {
  const head = auditHead(db);
  let last: AuditAnchor = { rows: 0, hash: noRow };
  const wrong = (row: number, problem: string): AuditCheck => ({ whole: false, head, row, problem });
  if (anchor?.rows === 0 && anchor.hash !== noRow) return wrong(0, 'The anchor has no row number.');
  for (;;) {
    const rows = db
      .select({ ...getTableColumns(schema.audit), detail: sql<string>`${schema.audit.detail}` })
      .from(schema.audit)
      .where(gt(schema.audit.id, last.rows))
      .orderBy(asc(schema.audit.id))
      .limit(AT_ONCE)
      .all();
    for (const row of rows) {
      const expected = last.rows + 1;
      if (row.id !== expected) return wrong(expected, `Row ${expected} is missing: the next row is ${row.id}.`);
      if (row.previous !== last.hash) return wrong(row.id, `Row ${row.id} does not match the previous row.`);
      if (row.hash !== hashOfRow(row)) return wrong(row.id, `Row ${row.id} was changed: its hash does not match.`);
      if (anchor?.rows === row.id && anchor.hash !== row.hash)
        return wrong(row.id, `The hash of row ${row.id} differs from the anchor: rows up to it were rewritten.`);
      last = { rows: row.id, hash: row.hash };
    }
    if (rows.length < AT_ONCE) break;
  }
  if (anchor && anchor.rows > last.rows)
    return wrong(last.rows + 1, `Row ${last.rows + 1} is missing: the anchor was taken at ${anchor.rows} rows.`);
  return { whole: true, head: last };
}
