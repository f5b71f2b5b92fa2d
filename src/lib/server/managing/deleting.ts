import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { sql } from 'drizzle-orm';
import { problemAt, refuse } from '../../errors.ts';
import { record } from '../audit/audit.ts';
import { instance, may } from '../auth/authorize.ts';
import { sqliteOf, write, type Db } from '../db/client.ts';
import { newId } from '../db/id.ts';
import { removeUnused } from '../db/report-text.ts';
import { recordOf, workingOn } from './archiving.ts';
import { eraseAccount, leftOf } from './erasing.ts';
import { countHanging, hangingOn, rowList, looseTies, type HangingCount, type Rows } from './hanging.ts';
import { thingOf, type Manager, type Thing } from './managed-thing.ts';
import { obstacleToDeletion, type MetricWord } from './obstacles.ts';
import { editableName, originSteps } from './renaming.ts';
import { thingKinds, type ThingKindName } from './things.ts';

const leadSays = sayingsOf('leadRefusals');

/** For callers that show no sentence. */
const nameAlone: MetricWord = (name) => name;

/** Information for a person before a thing is deleted. */
interface DeletionPreview {
  /** Data that is deleted with it, by noun; empty if there is none. */
  hanging: HangingCount[];
  /** Why it cannot be deleted now, with what to do first; null if it can, once it is in the archive. */
  obstacle: Saying | null;
}

export function previewDeletion(
  db: Db,
  grant: Manager,
  kind: ThingKindName,
  id: string,
  metricWord = nameAlone
): DeletionPreview {
  const thing = thingOf(db, grant, kind, id);
  if (kind === 'account') return { hanging: leftOf(db, id), obstacle: forbidden(grant, thing) };
  const rows = hangingOn(db, kind, id);
  return {
    hanging: countHanging(rows, kind),
    obstacle: forbidden(grant, thing) ?? obstacleToDeletion(db, thing, rows, metricWord)
  };
}

/**
 * Deletes a thing permanently, with all data that depends on it. Only from the archive, and only after the person has typed its
 * name, so that no single click loses anything. The audit trail stays whole and records the deleted thing, the person and the
 * number of rows.
 *
 * @param typed the name of the thing as the person typed it
 * @throws a refusal if the name differs, the thing is not in the archive, or a decision in force rests on it
 */
export function deleteThing(
  db: Db,
  grant: Manager,
  kind: ThingKindName,
  id: string,
  typed: string,
  metricWord = nameAlone
): HangingCount[] {
  return withoutForeignKeys(db, () =>
    write(db, (tx) => {
      const thing = thingOf(tx, grant, kind, id);
      if (thing.archivedAt === null) refuse.conflict(leadSays('archiveFirst', { kind }));
      if (typed.trim().normalize('NFC') !== thing.name)
        refuse.invalid(leadSays('nothingDeleted'), [
          problemAt('typed', leadSays('typeName', { name: thing.name }), typed)
        ]);
      if (kind === 'account') {
        refuseIf(forbidden(grant, thing));
        const left = eraseAccount(tx, id);
        recordOf(tx, grant, thing, 'delete', { kept: countedIn(left) });
        return left;
      }
      const rows = hangingOn(tx, kind, id);
      refuseIf(forbidden(grant, thing) ?? obstacleToDeletion(tx, thing, rows, metricWord) ?? workingOn(tx, thing));
      const hanging = countHanging(rows, kind);
      endOrigins(tx, grant, thing);
      removeRows(tx, thing, rows);
      recordOf(tx, grant, thing, 'delete', { with: countedIn(hanging) });
      return hanging;
    })
  );
}

const countedIn = (counts: readonly HangingCount[]): string => counts.map(({ n, words }) => `${n} ${words}`).join(', ');

const refuseIf = (reason: Saying | null): void => {
  if (reason !== null) refuse.conflict(reason);
};

/** Ends what names a query or item as its origin's result, and notes it in the history of its draft. */
function endOrigins(tx: Db, { actor }: Manager, thing: Thing): void {
  const { kind, projectId } = thing;
  const named = editableName(tx, thing);
  if (kind === 'query')
    for (const { id } of tx.all<{ id: string }>(
      sql`SELECT id FROM query_draft WHERE project_id = ${projectId} AND qid = ${named} AND status = 'adopted'`
    ))
      record(tx, actor, {
        ...{ projectId, action: 'query-draft.drop', entity: 'query-draft', entityId: id },
        detail: { qid: named, deleted: named }
      });
  for (const step of originSteps(thing, named, null)) tx.run(step);
}

/** All foreign keys are followed before, so checking them again row by row would only read large tables many times. */
function withoutForeignKeys<T>(db: Db, work: () => T): T {
  const sqlite = sqliteOf(db);
  sqlite.pragma('foreign_keys = OFF');
  try {
    return work();
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}

function forbidden({ actor }: Manager, { kind }: Thing): Saying | null {
  return thingKinds[kind].deletedBy === 'admin' && !may(actor, instance, 'administer')
    ? leadSays('adminsDelete')
    : null;
}

/** Names the rows, which lets them pass the triggers; deletes them; and keeps on record that it was done. */
function removeRows(tx: Db, { kind, id }: Thing, rows: Rows): void {
  const deletionId = newId();
  const counts = Object.fromEntries([...rows].map(([table, { size }]) => [table, size]));
  const texts = rows.has('report')
    ? tx.all<{ sha256: string }>(
        sql`SELECT DISTINCT sha256 FROM report WHERE rowid IN (SELECT value FROM json_each(${rowList(rows.get('report')!)}))`
      )
    : [];
  tx.run(
    sql`INSERT INTO deletion (id, kind, entity_id, rows, started_at) VALUES (${deletionId}, ${kind}, ${id}, ${JSON.stringify(counts)}, ${Date.now()})`
  );
  for (const [table, numbers] of rows)
    tx.run(
      sql`INSERT INTO deletion_row (deletion_id, of_table, row) SELECT ${deletionId}, ${table}, value FROM json_each(${rowList(numbers)})`
    );
  for (const tie of looseTies) {
    const [child, column] = tie.split('.') as [string, string];
    const made = rows.get('made');
    if (made)
      tx.run(
        sql`UPDATE ${sql.raw(child)} SET ${sql.raw(column)} = NULL WHERE ${sql.raw(column)} IN
          (SELECT id FROM made WHERE rowid IN (SELECT value FROM json_each(${rowList(made)})))`
      );
  }
  for (const [table, numbers] of rows)
    tx.run(sql`DELETE FROM ${sql.raw(`"${table}"`)} WHERE rowid IN (SELECT value FROM json_each(${rowList(numbers)}))`);
  removeUnused(
    tx,
    texts.map(({ sha256 }) => sha256)
  );
  tx.run(sql`DELETE FROM deletion_row WHERE deletion_id = ${deletionId}`);
  tx.run(sql`UPDATE deletion SET finished_at = ${Date.now()} WHERE id = ${deletionId}`);
}
