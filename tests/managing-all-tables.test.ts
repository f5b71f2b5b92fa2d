import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorize, instance, operator } from '../src/lib/server/auth/authorize.ts';
import { verifyAudit } from '../src/lib/server/audit/audit-chain.ts';
import { openDatabase, type Db } from '../src/lib/server/db/client.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { archiveThing } from '../src/lib/server/managing/archiving.ts';
import { deleteThing, previewDeletion } from '../src/lib/server/managing/deleting.ts';
import { exportPerson } from '../src/lib/server/managing/person-export.ts';
import { tiesOf } from '../src/lib/server/managing/hanging.ts';
import { thingOf } from '../src/lib/server/managing/managed-thing.ts';
import { thingKindNames, thingKinds, type ThingKindName } from '../src/lib/server/managing/things.ts';

// Every table of the schema has one row here, tied to the rows of the others by all of its foreign keys: a table that is added
// later is deleted with what it hangs on, or fails one of these tests.

const admin = authorize(operator, instance, 'administer');

/** Tables of the instance: they belong to no project. */
const OF_INSTANCE = [
  ...['audit', 'deletion', 'deletion_row', 'user', 'session', 'known_place', 'inbox_read', 'api_token', 'api_answer'],
  'mail_choice',
  ...[
    'sign_in_try',
    'oidc_identity',
    'second_factor',
    'recovery_code',
    'sent_form',
    'setting',
    'page_content',
    'report_text'
  ]
];

/** Columns that name a row without a foreign key, with the reason. */
const LOOSE: Record<string, string> = {
  'audit.actor_id': 'the trail outlives accounts',
  'audit.entity_id': 'the trail outlives what it is about',
  'audit.project_id': 'the trail outlives projects',
  'batch.remote_id': 'an id of the provider’s',
  'deletion.entity_id': 'what it names is gone',
  'share_link.thing_id': 'one of several tables; a link whose page is gone shows nothing',
  'making_unit.source_id': 'one of several tables; a unit whose source is gone cannot be accepted any more'
};

/** Tables that keep what a person did after the account is deleted, under its pseudonym. */
const KEPT_OF_PERSON = [
  ...[
    'adjudication',
    'assignment',
    'assignment_move',
    'human_verdict',
    'invitation',
    'lead_flag',
    'preference',
    'query_involvement'
  ],
  ...[
    'rating',
    'reveal',
    'review',
    'study_question',
    'study_unblinding',
    'subject',
    'subject_wording',
    'survey_answer',
    'talk',
    'task_pick',
    'study_adjudication',
    'spot_check_answer'
  ],
  'verification_assignment',
  'crowd_place'
];

const tablesOf = (db: Db): string[] =>
  db
    .all<{ name: string }>(
      sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'`
    )
    .map(({ name }) => name);

const columnsOf = (db: Db, table: string): { name: string; type: string; pk: number }[] =>
  db.all(sql`SELECT name, type, pk FROM pragma_table_info(${table})`);

const rowsIn = (db: Db, table: string): number =>
  db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.raw(`"${table}"`)}`)!.n;

/** Tables whose rows cannot stay without a row of that one. */
function hangingOnTable(db: Db, table: string): Set<string> {
  const found = new Set([table]);
  const ties = tiesOf(db);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { child, parent } of ties) if (found.has(parent)) found.add(child);
  }
  return found;
}

let copy: Buffer;
beforeAll(() => {
  const { db, sqlite } = memoryDatabase();
  const ties = tiesOf(db);
  sqlite.pragma('foreign_keys = OFF');
  /** Returns a value for a column: the thing that it names, or the name of its table. */
  const valueOf = (table: string, name: string, type: string): string | number => {
    const tie = ties.find(({ child, from }) => child === table && from.includes(name));
    if (tie !== undefined) return valueOf(tie.parent, tie.to[tie.from.indexOf(name)]!, type);
    if (type !== 'TEXT') return 1;
    return columnsOf(db, table).find((one) => one.name === name)!.pk === 0 ? 'null' : `${table}-row`;
  };
  for (const table of tablesOf(db).filter((one) => !['audit', 'deletion', 'deletion_row'].includes(one))) {
    const columns = columnsOf(db, table);
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    // Triggers have made some rows already.
    sqlite
      .prepare(`INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(...columns.map(({ name, type }) => valueOf(table, name, type)));
  }
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  sqlite.exec('UPDATE report SET archived_at = NULL; UPDATE user SET erased_at = NULL, disabled_at = NULL');
  copy = sqlite.serialize();
});

const scene = () => openDatabase(':memory:', 'drizzle', copy);

const idOf = (kind: ThingKindName): string => `${thingKinds[kind].table}-row`;

const grantFor = (kind: ThingKindName) =>
  kind === 'account' ? admin : authorize(operator, { kind: 'project', id: 'project-row' }, 'manage');

function deleteOf(db: Db, kind: ThingKindName): void {
  const [grant, id] = [grantFor(kind), idOf(kind)];
  archiveThing(db, grant, kind, id);
  deleteThing(db, grant, kind, id, thingOf(db, grant, kind, id).name);
}

describe('every table', () => {
  it('hangs on a project by foreign keys, or is one of the instance', () => {
    const { db } = scene();
    const hanging = hangingOnTable(db, 'project');
    expect(
      tablesOf(db)
        .filter((table) => !hanging.has(table))
        .sort()
    ).toEqual([...OF_INSTANCE].sort());
  });

  it('names rows of others by foreign keys, but for those listed with a reason', () => {
    const { db } = scene();
    const tied = new Set(tiesOf(db).flatMap(({ child, from }) => from.map((one) => `${child}.${one}`)));
    const loose = tablesOf(db).flatMap((table) =>
      columnsOf(db, table).flatMap(({ name }) =>
        name.endsWith('_id') && !tied.has(`${table}.${name}`) ? [`${table}.${name}`] : []
      )
    );
    expect(loose.sort()).toEqual(Object.keys(LOOSE).sort());
  });

  it('of a project is empty once its only project is deleted', () => {
    const { db, sqlite } = scene();
    const own = [...hangingOnTable(db, 'project')];
    expect(own.filter((table) => rowsIn(db, table) === 0)).toEqual([]);
    deleteOf(db, 'project');
    expect(own.filter((table) => rowsIn(db, table) > 0)).toEqual([]);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  });

  it.each(thingKindNames.filter((kind) => kind !== 'account'))(
    '%s: leaves no row that names what was deleted',
    (kind) => {
      const { db, sqlite } = scene();
      expect(previewDeletion(db, grantFor(kind), kind, idOf(kind)).obstacle).toBeNull();
      deleteOf(db, kind);
      expect(rowsIn(db, thingKinds[kind].table)).toBe(0);
      expect(sqlite.pragma('foreign_key_check')).toEqual([]);
      expect(verifyAudit(db)).toMatchObject({ whole: true });
    }
  );
});

describe('a ledger', () => {
  it.each([
    ['improvement_opening', /such tests are counted.* with study 1/],
    ['anchor_look', /must stay complete.* with study 1/]
  ])('%s: its runs cannot be deleted alone, only with the study', (table, reason) => {
    const { db, sqlite } = scene();
    const row = sqlite.prepare('SELECT * FROM run').get() as Record<string, unknown>;
    const later = { ...row, id: 'later', number: 2, name: 'Later' };
    const columns = Object.keys(later);
    sqlite
      .prepare(`INSERT INTO run (${columns.join(', ')}) VALUES (${columns.map((one) => `@${one}`).join(', ')})`)
      .run(later);
    const trigger = sqlite.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(`${table}_no_update`) as {
      sql: string;
    };
    sqlite.exec(`DROP TRIGGER ${table}_no_update; UPDATE ${table} SET run_id = 'later'; ${trigger.sql}`);
    archiveThing(db, grantFor('run'), 'run', 'later');
    expect(() => deleteThing(db, grantFor('run'), 'run', 'later', 'Later')).toThrow(reason);
    deleteOf(db, 'study');
    deleteThing(db, grantFor('run'), 'run', 'later', 'Later');
    expect(rowsIn(db, table)).toBe(0);
  });
});

describe('the export of a person', () => {
  it('has rows of every table that refers to accounts, and no secret of any', () => {
    const { db, sqlite } = scene();
    sqlite.pragma('foreign_keys = OFF');
    const secrets: [table: string, column: string][] = [
      ...([
        ['user', 'password_hash'],
        ['api_token', 'hash'],
        ['invitation', 'token_hash'],
        ['session', 'id']
      ] as const),
      ['api_answer', 'key'],
      ['second_factor', 'secret'],
      ['recovery_code', 'hash']
    ].map(([table, column]) => [table!, column!]);
    for (const [table, column] of secrets) sqlite.exec(`UPDATE "${table}" SET "${column}" = 'zz-secret'`);
    for (const [table, column] of [
      ['preference', 'judge_ids'],
      ['reveal', 'aliases']
    ])
      sqlite.exec(`DROP TRIGGER IF EXISTS ${table}_no_update; UPDATE "${table}" SET "${column}" = '["zz-judge"]'`);
    const file = exportPerson(db, admin, 'user-row');
    const tables = Object.values(file.data).flatMap((section) => Object.keys(section));
    const ofPeople = new Set(tiesOf(db).flatMap(({ child, parent }) => (parent === 'user' ? [child] : [])));
    expect(tables.sort()).toEqual(
      [...ofPeople, 'verification_draft'].filter((one) => !['api_answer', 'recovery_code'].includes(one)).sort()
    );
    expect(file.data.other).toEqual({ talk: expect.any(Array) });
    expect(JSON.stringify(file)).not.toMatch(/zz-(secret|judge)/);
    expect(file.account).toMatchObject({ id: 'user-row', hasPassword: true });
    expect(db.get(sql`SELECT action, entity_id AS id FROM audit ORDER BY audit.id DESC LIMIT 1`)).toEqual({
      action: 'user.export',
      id: 'user-row'
    });
    expect(() => exportPerson(db, admin, 'no-such-person')).toThrow(/no such account/);
  });
});

describe('a deleted account', () => {
  it('leaves rows only in tables of what the person did, and its name in none', () => {
    const { db, sqlite } = scene();
    db.run(sql`UPDATE user SET admin = 0, name = 'Zyxwv Utsr', email = 'zyxwv@lab.example'`);
    db.run(sql`UPDATE invitation SET note = 'for Zyxwv Utsr'`);
    deleteOf(db, 'account');
    const ofPeople = tiesOf(db).filter(({ parent }) => parent === 'user');
    const kept = new Set(ofPeople.map(({ child }) => child).filter((table) => rowsIn(db, table) > 0));
    expect([...kept].sort()).toEqual([...KEPT_OF_PERSON].sort());
    expect(rowsIn(db, 'verification_draft')).toBe(0);
    const named = tablesOf(db).filter((table) =>
      /zyxwv/i.test(JSON.stringify(sqlite.prepare(`SELECT * FROM "${table}"`).all()))
    );
    expect(named).toEqual([]);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  });
});
