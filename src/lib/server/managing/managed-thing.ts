import { sayingsOf } from '../../messages/sayings.ts';
import { sql, type SQL } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { Authorized, InstanceResource, ProjectGrant } from '../auth/authorize.ts';
import type { Db } from '../db/client.ts';
import { thingKinds, type ThingKind, type ThingKindName } from './things.ts';

const leadSays = sayingsOf('leadRefusals');

/** Leads manage what is in their project; accounts need an admin's grant. */
export type Manager = ProjectGrant<'manage'> | Authorized<InstanceResource, 'administer'>;

export interface Thing {
  kind: ThingKindName;
  id: string;
  /** Null for accounts. */
  projectId: string | null;
  /** Name that a person types before it is deleted. */
  name: string;
  label: string;
  /** Since when it is in the archive; null while it is not. */
  archivedAt: number | null;
}

/** The thing of that id, if it belongs to what the grant is about. */
export function thingOf(db: Db, grant: Manager, kind: ThingKindName, id: string): Thing {
  const [found] = selectThings(db, grant, kind, sql`t.id = ${id}`);
  return found ?? refuse.notFound(thingKinds[kind].noun);
}

/** Archived things of a kind, the newest first. */
export const archivedThings = (db: Db, grant: Manager, kind: ThingKindName): Thing[] =>
  selectThings(db, grant, kind, sql`${column(kind, 'archived')} IS NOT NULL${currentOnly(kind)}`);

/** Things of a kind by the name that a person types, or by their number: what the command line is given. */
export function thingNamed(db: Db, grant: Manager, kind: ThingKindName, text: string): Thing {
  const given = text.trim().normalize('NFC');
  const found = selectThings(
    db,
    grant,
    kind,
    isNumbered(kind) && /^\d{1,9}$/.test(given)
      ? sql`t.number = ${Number(given)}${ofScoring(kind)}`
      : kind === 'project'
        ? sql`t.slug = ${given}`
        : sql`(${column(kind, 'name')}) = ${given}${currentOnly(kind)}`
  );
  if (found.length > 1) return refuse.conflict(leadSays('severalNamed', { name: given }));
  return found[0] ?? refuse.notFound(`${thingKinds[kind].noun} ${given}`);
}

/** Names of all things of a kind, or their numbers, as `thingNamed` accepts them: in the order of their labels, numbers newest first. */
export function nameableThings(db: Db, grant: Manager, kind: ThingKindName): (string | number)[] {
  const things = selectThings(db, grant, kind, sql`true${currentOnly(kind)}${ofScoring(kind)}`);
  const key = isNumbered(kind) ? 'number' : kind === 'project' ? 'slug' : null;
  if (key === null) return things.map(({ name }) => name);
  const { table }: ThingKind = thingKinds[kind];
  const ids = new Set(things.map(({ id }) => id));
  return db
    .all<{ id: string; key: string | number }>(
      sql`SELECT id, ${sql.raw(key)} AS key FROM ${sql.raw(table)} ORDER BY ${sql.raw(key)} ${sql.raw(key === 'number' ? 'DESC' : 'ASC')}`
    )
    .flatMap((row) => (ids.has(row.id) ? [row.key] : []));
}

const isNumbered = (kind: ThingKindName): boolean =>
  kind === 'run' || kind === 'study' || kind === 'talk' || kind === 'spot-check';

/** Making runs have numbers of their own. */
const ofScoring = (kind: ThingKindName): SQL => (kind === 'run' ? sql` AND t.kind = 'scoring'` : sql``);

/** Of a report, its newest revision stands for all. */
const currentOnly = (kind: ThingKindName): SQL =>
  kind === 'report' ? sql` AND t.replaced_at IS NULL` : kind === 'account' ? sql` AND t.erased_at IS NULL` : sql``;

const column = (kind: ThingKindName, of: 'archived' | 'name'): SQL => {
  const { archived, name }: ThingKind = thingKinds[kind];
  return sql.raw(of === 'archived' ? `t.${archived}` : name);
};

function selectThings(db: Db, grant: Manager, kind: ThingKindName, where: SQL): Thing[] {
  const { resource } = grant;
  if (kind === 'account' && resource.kind !== 'instance') refuse.notPermitted(leadSays('accountsByAdmins'));
  const { table, project, name, label, archived }: ThingKind = thingKinds[kind];
  const mine = resource.kind === 'project' ? sql` AND ${sql.raw(project)} = ${resource.id}` : sql``;
  return db.all<Thing>(
    sql`SELECT ${kind} AS kind, t.id AS id, ${sql.raw(project)} AS projectId, ${sql.raw(name)} AS name, ${sql.raw(label)} AS label,
      t.${sql.raw(archived)} AS archivedAt FROM ${sql.raw(table)} t WHERE (${where})${mine}
      ORDER BY t.${sql.raw(archived)} DESC, label`
  );
}
