import { sql } from 'drizzle-orm';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Db } from '../db/client.ts';
import { rowNouns, thingKinds, type ThingKindName } from './things.ts';

/** Rows by table, as `rowid`s. */
export type Rows = ReadonlyMap<string, ReadonlySet<number>>;

/** A foreign key: rows of `child` hang on the row of `parent` that they name. */
interface Tie {
  child: string;
  parent: string;
  from: string[];
  to: string[];
}

/** Columns that only say where something came from: they are emptied, and the row stays. */
export const looseTies = ['clarification.made_id', 'draft_item.made_id'] as const;

const isLoose = ({ child, from }: Tie): boolean =>
  from.length === 1 && (looseTies as readonly string[]).includes(`${child}.${from[0]}`);

/** Data that depends on a thing, as people count it; tables without a noun of their own are counted together. */
export interface HangingCount {
  n: number;
  words: string;
  /** The message by which pages word it. */
  of: keyof Messages['hanging'];
}

/**
 * Rows that cannot stay without the thing, itself included: those that name it by a foreign key, those that name these, and so on.
 * Of a report, all of its revisions; of a pair of reports, the whole pair; of a talk, all that was drafted from it.
 */
export function hangingOn(db: Db, kind: ThingKindName, id: string): Rows {
  const rows = new Map<string, Set<number>>();
  const add = (table: string, found: readonly number[]): boolean => {
    const known = rows.get(table) ?? new Set<number>();
    const before = known.size;
    for (const row of found) known.add(row);
    if (known.size > 0) rows.set(table, known);
    return known.size > before;
  };
  add(thingKinds[kind].table, rootsOf(db, kind, id));
  const ties = tiesOf(db).filter((tie) => !isLoose(tie));
  const waiting = new Set(rows.keys());
  // A set that grows while it is walked: a table that gets more rows is walked again.
  for (const parent of waiting) {
    waiting.delete(parent);
    for (const tie of ties)
      if (tie.parent === parent && add(tie.child, childrenOf(db, tie, rows.get(parent)!))) waiting.add(tie.child);
    const own = rowList(rows.get(parent)!);
    // Upwards: a unit of several reports is none without one of them, and work without items is none.
    if (parent === 'study_item_report' && add('study_item', upFrom(db, own))) waiting.add('study_item');
    if (kind === 'talk' && (parent === 'talk' || parent === 'made') && add('making_unit', madeFrom(db, parent, own)))
      waiting.add('making_unit');
    if (parent === 'assignment_item' && add('assignment', emptied(db, own))) waiting.add('assignment');
  }
  return rows;
}

/** Counts of what hangs on a thing, without the thing itself. */
export function countHanging(rows: Rows, kind: ThingKindName): HangingCount[] {
  const { table } = thingKinds[kind];
  const named = rowNouns.flatMap(({ tables, one, many, of: noun }): HangingCount[] => {
    const n = tables.reduce((sum, of) => sum + (rows.get(of)?.size ?? 0) - (of === table ? 1 : 0), 0);
    return n > 0 ? [{ n, words: n === 1 ? one : many, of: noun }] : [];
  });
  const known = new Set([table, ...rowNouns.flatMap(({ tables }) => tables)]);
  const others = [...rows].reduce((sum, [of, { size }]) => sum + (known.has(of) ? 0 : size), 0);
  return others > 0
    ? [...named, { n: others, words: others === 1 ? 'other record' : 'other records', of: 'other' }]
    : named;
}

/** All foreign keys of the database, composite ones as one. */
export function tiesOf(db: Db): Tie[] {
  const tables = db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'`
  );
  return tables.flatMap(({ name: child }) => {
    const parts = db.all<{ id: number; parent: string; own: string; other: string }>(
      sql`SELECT id, "table" AS parent, "from" AS own, "to" AS other FROM pragma_foreign_key_list(${child}) ORDER BY id, seq`
    );
    const ties = new Map<number, Tie>();
    for (const { id, parent, own, other } of parts) {
      const tie = ties.get(id) ?? { child, parent, from: [], to: [] };
      tie.from.push(own);
      tie.to.push(other);
      ties.set(id, tie);
    }
    return [...ties.values()];
  });
}

/** Row numbers as a parameter: a list of them can be longer than the parameters of a statement. */
export const rowList = (rows: Iterable<number>): string => JSON.stringify([...rows]);

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const rowsOf = (db: Db, query: ReturnType<typeof sql>): number[] =>
  db.all<{ row: number }>(query).map(({ row }) => row);

const childrenOf = (db: Db, { child, parent, from, to }: Tie, of: ReadonlySet<number>): number[] => {
  const columns = (prefix: string, list: readonly string[]): string =>
    list.map((one) => `${prefix}.${name(one)}`).join(', ');
  return rowsOf(
    db,
    sql`SELECT c.rowid AS row FROM ${sql.raw(name(child))} c WHERE (${sql.raw(columns('c', from))}) IN
      (SELECT ${sql.raw(columns('p', to))} FROM ${sql.raw(name(parent))} p WHERE p.rowid IN (SELECT value FROM json_each(${rowList(of)})))`
  );
};

const upFrom = (db: Db, rows: string): number[] =>
  rowsOf(
    db,
    sql`SELECT i.rowid AS row FROM study_item i JOIN study_item_report r ON r.study_item_id = i.id
      WHERE r.rowid IN (SELECT value FROM json_each(${rows}))`
  );

/** Units of making runs that are about a talk or a drafted piece, which they name by kind and id. */
const madeFrom = (db: Db, source: 'talk' | 'made', rows: string): number[] =>
  rowsOf(
    db,
    sql`SELECT u.rowid AS row FROM making_unit u WHERE u.source = ${source} AND u.source_id IN
      (SELECT s.id FROM ${sql.raw(source)} s WHERE s.rowid IN (SELECT value FROM json_each(${rows})))`
  );

const emptied = (db: Db, rows: string): number[] =>
  rowsOf(
    db,
    sql`SELECT a.rowid AS row FROM assignment a WHERE EXISTS
        (SELECT 1 FROM assignment_item i WHERE i.assignment_id = a.id)
      AND NOT EXISTS (SELECT 1 FROM assignment_item i WHERE i.assignment_id = a.id
        AND i.rowid NOT IN (SELECT value FROM json_each(${rows})))`
  );

const rootsOf = (db: Db, kind: ThingKindName, id: string): number[] =>
  kind === 'report'
    ? rowsOf(
        db,
        sql`SELECT r.rowid AS row FROM report r JOIN report mine ON mine.system_id = r.system_id AND mine.query_id = r.query_id
          WHERE mine.id = ${id}`
      )
    : rowsOf(db, sql`SELECT t.rowid AS row FROM ${sql.raw(name(thingKinds[kind].table))} t WHERE t.id = ${id}`);
