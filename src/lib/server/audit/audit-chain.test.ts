import { describe, expect, it } from 'vitest';
import {
  anchorInWords,
  auditHead,
  hashOfRow,
  noRow,
  parseAnchor,
  verifyAudit,
  type ChainedRow
} from './audit-chain.ts';
import { record } from './audit.ts';
import { systemActor } from '../auth/authorize.ts';
import { write, type OpenDatabase } from '../db/client.ts';
import { sha256 } from '../db/id.ts';
import { memoryDatabase } from '../db/memory.fixture.ts';

/** A trail of some rows, and a hand that the database cannot hold: its triggers are gone. */
function trail(rows: number): OpenDatabase {
  const open = memoryDatabase();
  for (let i = 1; i <= rows; i++)
    write(open.db, (tx) =>
      record(tx, systemActor, {
        projectId: null,
        action: 'thing.change',
        entity: 'thing',
        entityId: `t${i}`,
        detail: { i, text: 'naïve \ud800 “quoted”', gone: undefined }
      })
    );
  return open;
}

function tampered(rows: number, sql: string): OpenDatabase {
  const open = trail(rows);
  open.sqlite.exec('DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete; DROP TRIGGER audit_chained;');
  open.sqlite.exec(sql);
  return open;
}

/** Recomputes the hash of every row from the first on, as an attacker who knows the rule would. */
function chainAnew({ sqlite }: OpenDatabase): void {
  let previous = noRow;
  const rows = sqlite
    .prepare(
      `select id, at, actor_id as actorId, actor_name as actorName, project_id as projectId, action, entity,
       entity_id as entityId, detail from audit order by id`
    )
    .all() as Omit<ChainedRow, 'previous'>[];
  for (const row of rows) {
    const hash = hashOfRow({ ...row, previous });
    sqlite.prepare('update audit set previous = ?, hash = ? where id = ?').run(previous, hash, row.id);
    previous = hash;
  }
}

describe('the audit trail', () => {
  it('is a chain from its first row to its head', () => {
    expect(auditHead(trail(0).db)).toEqual({ rows: 0, hash: noRow });
    const { db } = trail(7);
    expect(verifyAudit(db)).toEqual({ whole: true, head: auditHead(db) });
    expect(auditHead(db).rows).toBe(7);
  });

  it('has hashes that a reader can compute from the stored columns', () => {
    const { db, sqlite } = trail(1);
    const row = sqlite.prepare('select * from audit').get() as Record<string, unknown>;
    const { hash, previous, ...columns } = row;
    expect(sha256(JSON.stringify([...Object.values(columns), previous]))).toBe(hash);
    expect(auditHead(db)).toEqual({ rows: 1, hash });
  });

  it.each([
    ['another text', `update audit set detail = '{"i":0}' where id = 3`, 3, /was changed/],
    ['another time', 'update audit set at = at + 1 where id = 1', 1, /was changed/],
    ['another person', `update audit set actor_id = 'ana' where id = 5`, 5, /was changed/],
    ['spaces in its detail', `update audit set detail = detail || ' ' where id = 2`, 2, /was changed/],
    ['a row taken out', 'delete from audit where id = 4', 4, /Row 4 is missing/],
    ['the first row taken out', 'delete from audit where id = 1', 1, /Row 1 is missing/],
    ['a row hashed anew', `update audit set hash = '${'a'.repeat(64)}' where id = 2`, 2, /was changed/],
    [
      'two rows that have changed places',
      'update audit set id = 100 where id = 2; update audit set id = 2 where id = 3; update audit set id = 3 where id = 100',
      2,
      /does not match the previous/
    ]
  ])('with %s is refused at that row', (_, sql, row, problem) => {
    const check = verifyAudit(tampered(6, sql).db);
    expect(check).toMatchObject({ whole: false, row });
    expect(check.whole ? '' : check.problem).toMatch(problem);
  });

  it('shows to an anchor what the chain alone cannot: rows gone at its end, and a trail that was written anew', () => {
    const anchor = auditHead(trail(6).db);
    const cut = tampered(6, 'delete from audit where id > 4');
    expect(verifyAudit(cut.db).whole).toBe(true);
    expect(verifyAudit(cut.db, anchor)).toMatchObject({ whole: false, row: 5 });

    const before = trail(6);
    const noted = auditHead(before.db);
    before.sqlite.exec(`DROP TRIGGER audit_no_update; update audit set actor_name = 'somebody else' where id = 2`);
    chainAnew(before);
    expect(verifyAudit(before.db).whole).toBe(true);
    expect(verifyAudit(before.db, noted)).toMatchObject({
      whole: false,
      row: 6,
      problem: expect.stringMatching(/rewritten/)
    });
  });

  it('may grow after an anchor was noted', () => {
    const { db } = trail(3);
    const noted = auditHead(db);
    write(db, (tx) => record(tx, systemActor, { projectId: null, action: 'a', entity: 'e', entityId: 'i' }));
    expect(verifyAudit(db, noted)).toMatchObject({ whole: true, head: { rows: 4 } });
    expect(verifyAudit(db, { rows: 0, hash: noRow }).whole).toBe(true);
  });

  it('takes no row that does not follow from its last, also by the database itself', () => {
    const { sqlite } = trail(2);
    const insert = (id: number | null, previous: string): unknown =>
      sqlite
        .prepare(
          `insert or replace into audit (id, at, actor_name, action, entity, entity_id, detail, previous, hash)
           values (?, 1, 'x', 'a', 'e', 'i', '{}', ?, 'h')`
        )
        .run(id, previous);
    const { hash } = sqlite.prepare('select hash from audit where id = 2').get() as { hash: string };
    expect(() => insert(3, noRow)).toThrow(/follow from the last/);
    expect(() => insert(4, hash)).toThrow(/follow from the last/);
    expect(() => insert(2, hash)).toThrow(/follow from the last/);
    expect(() => insert(3, hash)).not.toThrow();
  });

  it('has an anchor that is kept as text and read back', () => {
    const head = auditHead(trail(2).db);
    expect(parseAnchor(anchorInWords(head))).toEqual(head);
    for (const text of ['', '2', `2:${'g'.repeat(64)}`, `-1:${'a'.repeat(64)}`, `2:${'a'.repeat(63)}`])
      expect(parseAnchor(text)).toBeNull();
  });
});
