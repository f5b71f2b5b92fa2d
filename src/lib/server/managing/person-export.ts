import { eq, inArray, is, or, sql } from 'drizzle-orm';
import { getTableConfig, SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { refuse } from '../../errors.ts';
import { record } from '../audit/audit.ts';
import type { Authorized, InstanceResource } from '../auth/authorize.ts';
import { schema, write, type Db } from '../db/client.ts';

/** Sections of the file by table; a table that none of them names is in `other`. */
const sections = {
  memberships: ['membership'],
  labels: [
    ...['human_verdict', 'preference', 'study_adjudication', 'spot_check_answer', 'task_pick'],
    ...['rating', 'review', 'adjudication', 'survey_answer', 'subject', 'subject_wording']
  ],
  drafts: ['draft', 'preference_draft', 'verification_draft'],
  notes: ['study_question', 'lead_flag', 'reading_place', 'inbox_read', 'mail_choice', 'mail'],
  work: ['assignment', 'assignment_move', 'verification_assignment', 'query_involvement', 'reveal', 'study_unblinding'],
  access: [
    'session',
    'api_token',
    'known_place',
    'invitation',
    'crowd_place',
    'crowd_participant',
    'oidc_identity',
    'second_factor'
  ]
} as const;

type Section = keyof typeof sections | 'other';

/**
 * Columns that stay on the server: hashes by which access is recognised, and aliases and ids of judges, which would tell an annotator
 * which judge wrote a verdict. A table with `*` stays as a whole.
 */
const withheld: Readonly<Record<string, readonly string[]>> = {
  session: ['id'],
  api_token: ['hash'],
  api_answer: ['*'],
  recovery_code: ['*'],
  second_factor: ['secret'],
  invitation: ['tokenHash'],
  known_place: ['place'],
  preference: ['judgeIds'],
  reveal: ['aliases']
};

/** Of a row that two people share: the column of the other one, with notes that may be about another person. */
const aboutOthers: readonly string[] = ['invitation.created_by'];

type Row = Record<string, unknown>;

interface PersonExport {
  format: 'voirdire-person';
  version: 1;
  exportedAt: string;
  account: Row;
  /** Rows of the person by section and table; names of tables are those of the database. */
  data: Record<Section, Record<string, Row[]>>;
  /** Entries of the audit trail by the person and about their account, oldest first. */
  audit: Row[];
}

/**
 * Everything that is stored about a person, without secrets: account, memberships, labels, drafts, notes, sessions, and entries of the
 * audit trail. Every table that refers to accounts is read, so that a new table is not forgotten. The export is recorded.
 */
export function exportPerson(
  db: Db,
  grant: Authorized<InstanceResource, 'administer'>,
  userId: string,
  now = Date.now()
): PersonExport {
  return write(db, (tx) => {
    const found = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get() ?? refuse.notFound('account');
    const { passwordHash, ...account } = found;
    const data: PersonExport['data'] = {
      ...{ memberships: {}, labels: {}, drafts: {}, notes: {}, work: {}, access: {}, other: {} }
    };
    for (const { name, table, columns } of tablesOfPeople()) {
      const rows = tx
        .select()
        .from(table)
        .where(or(...columns.map((column) => eq(column, userId))))
        .all() as Row[];
      if (rows.length > 0) data[sectionOf(name)][name] = rows.map((row) => without(row, withheld[name] ?? []));
    }
    const drafts = verificationDraftsOf(tx, userId);
    if (drafts.length > 0) data.drafts['verification_draft'] = drafts;
    const audit = auditOf(tx, userId);
    record(tx, grant.actor, { projectId: null, action: 'user.export', entity: 'user', entityId: userId });
    return {
      ...{ format: 'voirdire-person', version: 1, exportedAt: new Date(now).toISOString() },
      ...{ account: { ...account, hasPassword: passwordHash !== null }, data, audit }
    };
  });
}

const sectionOf = (table: string): Section =>
  (Object.keys(sections) as (keyof typeof sections)[]).find((one) =>
    (sections[one] as readonly string[]).includes(table)
  ) ?? 'other';

const without = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));

/** Tables with columns that refer to accounts, as the schema declares them. */
function tablesOfPeople(): { name: string; table: SQLiteTable; columns: SQLiteColumn[] }[] {
  return Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { name, foreignKeys } = getTableConfig(table);
    if (withheld[name]?.includes('*')) return [];
    const columns = foreignKeys.flatMap((key) => {
      const { columns: from, foreignTable } = key.reference();
      const [column] = from;
      return foreignTable === schema.user && column && !aboutOthers.includes(`${name}.${column.name}`) ? [column] : [];
    });
    return columns.length > 0 ? [{ name, table, columns }] : [];
  });
}

/** Drafts of verification belong to an assignment rather than to a person. */
const verificationDraftsOf = (tx: Db, userId: string): Row[] =>
  tx
    .select()
    .from(schema.verificationDraft)
    .where(
      inArray(
        schema.verificationDraft.assignmentId,
        sql`(SELECT id FROM verification_assignment WHERE user_id = ${userId})`
      )
    )
    .all();

const auditOf = (tx: Db, userId: string): Row[] =>
  tx
    .select()
    .from(schema.audit)
    .where(
      or(
        eq(schema.audit.actorId, userId),
        sql`${schema.audit.entity} = 'user' AND ${schema.audit.entityId} = ${userId}`
      )
    )
    .orderBy(schema.audit.id)
    .all()
    .map(({ id, at, actorId, projectId, action, entity, entityId, detail }) => ({
      ...{ id, at, by: actorId === userId ? 'this person' : actorId === null ? 'system' : 'another person' },
      ...{ projectId, action, entity, entityId, detail }
    }));
