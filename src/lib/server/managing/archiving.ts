import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../audit/audit.ts';
import { authorize, instance } from '../auth/authorize.ts';
import { disablePerson, enablePerson } from '../auth/accounts/standing.ts';
import { write, type Db } from '../db/client.ts';
import { thingOf, type Manager, type Thing } from './managed-thing.ts';
import { thingKinds, type ThingKindName } from './things.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Puts a thing into the archive: lists and choices no longer show it, dependent data stays, and `restoreThing` undoes it. Runs
 * and figures that rest on it keep it. Archiving twice changes nothing. The archive of accounts are closed accounts.
 *
 * @throws a refusal if a person or process works on it now
 */
export function archiveThing(db: Db, grant: Manager, kind: ThingKindName, id: string): Thing {
  if (kind === 'account') {
    const { name } = thingOf(db, grant, kind, id);
    disablePerson(db, authorize(grant.actor, instance, 'administer'), id);
    return { ...thingOf(db, grant, kind, id), name };
  }
  return write(db, (tx) => {
    const thing = thingOf(tx, grant, kind, id);
    if (thing.archivedAt !== null) return thing;
    const reason = workingOn(tx, thing);
    if (reason !== null) refuse.conflict(reason);
    const at = nextMoment(tx);
    for (const step of archiveSteps(thing, at)) tx.run(step);
    recordOf(tx, grant, thing, 'archive');
    return { ...thing, archivedAt: at };
  });
}

/** Takes a thing out of the archive, with what went there together with it. */
export function restoreThing(db: Db, grant: Manager, kind: ThingKindName, id: string): Thing {
  if (kind === 'account') {
    enablePerson(db, authorize(grant.actor, instance, 'administer'), id);
    return thingOf(db, grant, kind, id);
  }
  return write(db, (tx) => {
    const thing = thingOf(tx, grant, kind, id);
    if (thing.archivedAt === null) return thing;
    const above = archivedAbove(tx, thing);
    if (above !== null) refuse.conflict(leadSays('aboveArchived', { name: above }));
    const inspected = inspectedWithout(tx, thing, thing.archivedAt);
    if (inspected !== null) refuse.conflict(inspected);
    for (const step of restoreSteps(thing, thing.archivedAt)) tx.run(step);
    recordOf(tx, grant, thing, 'restore');
    return { ...thing, archivedAt: null };
  });
}

/** The audit row of an act on a thing, under its kind. */
export const recordOf = (
  tx: Db,
  { actor }: Manager,
  { kind, id, projectId, label }: Thing,
  verb: string,
  detail: Record<string, unknown> = {}
): void =>
  record(tx, actor, {
    projectId,
    // The audit names accounts by their id: an e-mail written there could never be erased.
    ...(kind === 'account'
      ? { action: `user.${verb}`, entity: 'user', detail }
      : { action: `${kind}.${verb}`, entity: kind, detail: { [thingKinds[kind].noun]: label, ...detail } }),
    entityId: id
  });

/** Later than every other time in the archive: what went there together has one time, and nothing else has it. */
function nextMoment(tx: Db): number {
  const { last } = tx.get<{ last: number | null }>(
    sql`SELECT max(last) AS last FROM (SELECT max(archived_at) AS last FROM report UNION ALL SELECT max(archived_at) FROM query
      UNION ALL SELECT max(archived_at) FROM system UNION ALL SELECT max(archived_at) FROM checklist_item)`
  )!;
  return Math.max(Date.now(), (last ?? 0) + 1);
}

/** Why a thing cannot go into the archive now; null if it can. */
export function workingOn(tx: Db, { kind, id, label }: Thing): Saying | null {
  const running = (of: ReturnType<typeof sql>): string | undefined =>
    tx.get<{ name: string }>(
      sql`SELECT name FROM run WHERE (status IN ('waiting', 'running') OR coalesce(lease_until, 0) > ${Date.now()}) AND ${of}`
    )?.name;
  if (kind === 'run' && running(sql`id = ${id}`) !== undefined)
    return leadSays('runWorking', { thing: { recognised: label } });
  if (kind === 'project') {
    const name = running(sql`project_id = ${id}`);
    if (name !== undefined) return leadSays('projectRunWorking', { run: name });
  }
  if (kind === 'study' && tx.get(sql`SELECT 1 FROM study WHERE id = ${id} AND status = 'open'`) !== undefined)
    return leadSays('studyOpenStill', { thing: { recognised: label } });
  if (
    kind === 'spot-check' &&
    tx.get(sql`SELECT 1 FROM spot_check WHERE id = ${id} AND closed_at IS NULL`) !== undefined
  )
    return leadSays('spotCheckOpenStill', { thing: { recognised: label } });
  return null;
}

/** Archived thing to which a thing belongs; null if there is none. */
function archivedAbove(tx: Db, { kind, id }: Thing): string | null {
  const above = {
    report: sql`SELECT 'The system ' || s.name AS name FROM report r JOIN system s ON s.id = r.system_id
        WHERE r.id = ${id} AND s.archived_at IS NOT NULL
      UNION ALL SELECT 'The query ' || q.qid FROM report r JOIN query q ON q.id = r.query_id
        WHERE r.id = ${id} AND q.archived_at IS NOT NULL`,
    item: sql`SELECT 'The query ' || q.qid AS name FROM checklist_item i JOIN query q ON q.id = i.query_id
        WHERE i.id = ${id} AND q.archived_at IS NOT NULL`
  };
  const question = kind === 'report' || kind === 'item' ? above[kind] : null;
  return question === null ? null : (tx.get<{ name: string }>(question)?.name ?? null);
}

/** Why a query stays in the archive for now: an open inspection drew from its batch without it, and would let it pass. */
function inspectedWithout(tx: Db, { kind, id, name }: Thing, archivedAt: number): Saying | null {
  if (kind !== 'query') return null;
  const open = tx.get(
    sql`SELECT 1 FROM inspection i JOIN round_query h ON h.batch_id = i.batch_id
      WHERE h.query_id = ${id} AND h.stage = 'inspection' AND i.status = 'open' AND i.drawn_at > ${archivedAt}`
  );
  return open === undefined ? null : leadSays('underInspection', { qid: name });
}

const reportsOf = (column: 'system_id' | 'query_id', id: string): ReturnType<typeof sql> =>
  sql`${sql.raw(column)} = ${id}`;

/** Revisions of a report are archived and restored together. */
const revisionsOf = (id: string): ReturnType<typeof sql> =>
  sql`EXISTS (SELECT 1 FROM report mine WHERE mine.id = ${id} AND mine.system_id = report.system_id AND mine.query_id = report.query_id)`;

function archiveSteps({ kind, id }: Thing, at: number): ReturnType<typeof sql>[] {
  const hide = (where: ReturnType<typeof sql>) =>
    sql`UPDATE report SET archived_at = ${at} WHERE archived_at IS NULL AND ${where}`;
  switch (kind) {
    case 'query':
      return [
        sql`UPDATE query SET archived_at = ${at}, retired_at = coalesce(retired_at, ${at}) WHERE id = ${id}`,
        hide(reportsOf('query_id', id))
      ];
    case 'item':
      return [
        sql`UPDATE checklist_item SET archived_at = ${at}, retired_at = coalesce(retired_at, ${at}) WHERE id = ${id}`
      ];
    case 'system':
      return [sql`UPDATE system SET archived_at = ${at} WHERE id = ${id}`, hide(reportsOf('system_id', id))];
    case 'report':
      return [hide(revisionsOf(id))];
    case 'run':
      return [sql`UPDATE run SET archived_at = ${at}, pinned_at = NULL WHERE id = ${id}`];
    default:
      return [sql`UPDATE ${sql.raw(thingKinds[kind].table)} SET archived_at = ${at} WHERE id = ${id}`];
  }
}

function restoreSteps({ kind, id }: Thing, at: number): ReturnType<typeof sql>[] {
  const show = (where: ReturnType<typeof sql>) =>
    sql`UPDATE report SET archived_at = NULL WHERE archived_at = ${at} AND ${where}`;
  switch (kind) {
    case 'query':
      return [
        sql`UPDATE query SET archived_at = NULL, retired_at = nullif(retired_at, ${at}) WHERE id = ${id}`,
        show(reportsOf('query_id', id))
      ];
    case 'item':
      return [
        sql`UPDATE checklist_item SET archived_at = NULL, retired_at = nullif(retired_at, ${at}) WHERE id = ${id}`
      ];
    case 'system':
      return [sql`UPDATE system SET archived_at = NULL WHERE id = ${id}`, show(reportsOf('system_id', id))];
    case 'report':
      return [sql`UPDATE report SET archived_at = NULL WHERE ${revisionsOf(id)}`];
    default:
      return [sql`UPDATE ${sql.raw(thingKinds[kind].table)} SET archived_at = NULL WHERE id = ${id}`];
  }
}
