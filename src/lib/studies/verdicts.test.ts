import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../server/db/client.ts';
import type { StudyInput } from './planning.ts';
import { nextAssignment, openAssignment, readAssignment } from './queue.server.ts';
import { revealAssignment } from './reveal.server.ts';
import { closeStudy } from './studies.server.ts';
import { commitVerdict, reviseVerdict, saveDraft } from './verdicts.server.ts';
import { nextInStudy } from './waiting.server.ts';
import { setUp, entry, rowsOf } from './judging.fixture.ts';

describe('commitVerdict', () => {
  const start = (change?: Partial<StudyInput>) => {
    const made = setUp(change);
    const [ana] = made.annotators;
    const open = openAssignment(made.db, ana)!;
    const at = (i: number) => ({ assignmentId: open.id, studyItemId: open.items[i]!.id });
    return { ...made, ana, open, at };
  };

  it('appends: a change and an undo are further rows, and the last one stands', () => {
    const { db, ana, open, at } = start();
    commitVerdict(db, ana, { ...at(0), ...entry('yes', { note: 'first', passages: [3] }) });
    commitVerdict(db, ana, { ...at(0), ...entry('no', { note: 'second', passages: [4, 5] }) });
    expect(readAssignment(db, ana, open.id).items[0]!.verdict).toMatchObject({
      label: 'no',
      note: 'second',
      passages: [4, 5],
      revision: 2
    });
    const undone = commitVerdict(db, ana, { ...at(0), ...entry(null) });
    expect(undone).toMatchObject({ verdict: null, left: { here: open.items.length } });
    const [item] = readAssignment(db, ana, open.id).items;
    expect(item).toMatchObject({ verdict: null, draft: { note: 'second', passages: [4, 5] } });
    expect(rowsOf(db, at(0).studyItemId).map((row) => row.label)).toEqual(['yes', 'no', null]);
    expect(() => commitVerdict(db, ana, { ...at(0), ...entry(null) })).toThrow('no verdict to take back');
  });

  it('answers the same key with the same row, also when only the time differs, and refuses it for anything else', () => {
    const { db, ana, at, annotators } = start();
    const first = { ...at(0), ...entry('yes', { note: 'once' }) };
    const once = commitVerdict(db, ana, first);
    const twice = commitVerdict(db, ana, { ...first, seconds: 99 });
    expect([once.repeated, twice.repeated]).toEqual([false, true]);
    expect(twice.verdict).toEqual(once.verdict);
    expect(rowsOf(db, first.studyItemId)).toHaveLength(1);
    expect(() => commitVerdict(db, ana, { ...first, label: 'no' })).toThrow('another commit');
    expect(() => commitVerdict(db, ana, { ...first, ...at(1) })).toThrow('another commit');
    const bens = openAssignment(db, annotators[1])!;
    const stolen = { ...first, assignmentId: bens.id, studyItemId: bens.items[0]!.id };
    expect(() => commitVerdict(db, annotators[1], stolen)).toThrow('another commit');
    expect(rowsOf(db, first.studyItemId)).toHaveLength(1);
  });

  it('takes yes, no or undo, and nothing that a browser could make up', () => {
    const { db, ana, at } = start();
    const bad = (change: Record<string, unknown>) => () =>
      commitVerdict(db, ana, { ...at(0), ...entry('yes'), ...change } as Parameters<typeof commitVerdict>[2]);
    expect(bad({ label: 'maybe' })).toThrow('not taken');
    expect(bad({ label: undefined })).toThrow('not taken');
    expect(bad({ note: 'x'.repeat(10_001) })).toThrow('not taken');
    expect(bad({ passages: [1.5] })).toThrow('not taken');
    expect(bad({ passages: 'all' })).toThrow('not taken');
    expect(bad({ idempotencyKey: '' })).toThrow('not taken');
    expect(bad({ studyItemId: 'elsewhere' })).toThrow('no such item');
    expect(rowsOf(db, at(0).studyItemId)).toEqual([]);
    commitVerdict(db, ana, { ...at(0), ...entry('yes', { seconds: -3 }) });
    expect(rowsOf(db, at(0).studyItemId)[0]!.seconds).toBeNull();
  });

  it('takes an item only in the assignment that holds it', () => {
    const { db, ana, open, at } = start();
    const other = nextInStudy(db, ana, open.id)!;
    expect(() => commitVerdict(db, ana, { ...at(0), assignmentId: other, ...entry('yes') })).toThrow('no such item');
  });

  it('writes one audit row with each row, in the same transaction, and tells no label in it', () => {
    const { db, ana, at } = start();
    const done = commitVerdict(db, ana, { ...at(0), ...entry('yes', { note: 'a note' }) });
    const audit = db.select().from(schema.audit).where(eq(schema.audit.action, 'blind-verdict.commit')).all();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      actorId: ana.id,
      detail: { item: at(0).studyItemId, revision: done.verdict!.revision }
    });
    expect(JSON.stringify(audit[0]!.detail)).not.toMatch(/yes|a note/);
    db.run("create trigger audit_down before insert on audit begin select raise(abort, 'no audit'); end");
    expect(() => commitVerdict(db, ana, { ...at(1), ...entry('yes') })).toThrow();
    expect(rowsOf(db, at(1).studyItemId)).toEqual([]);
  });

  it('drops the draft on commit, and keeps what was typed when the study was closed meanwhile', () => {
    const { db, ana, open, at, manage, study } = start();
    saveDraft(db, ana, { ...at(0), note: 'typing', passages: [1] });
    expect(readAssignment(db, ana, open.id).items[0]!.draft).toMatchObject({ note: 'typing', passages: [1] });
    const done = { ...at(0), ...entry('yes', { note: 'typed' }) };
    commitVerdict(db, ana, done);
    expect(readAssignment(db, ana, open.id).items[0]!.draft).toBeNull();
    closeStudy(db, manage, study.id);
    expect(() => commitVerdict(db, ana, { ...at(1), ...entry('no', { note: 'too late' }) })).toThrow(
      'The study is closed'
    );
    const late = readAssignment(db, ana, open.id).items[1]!;
    expect(late).toMatchObject({ verdict: null, draft: { note: 'too late', passages: [] } });
    expect(commitVerdict(db, ana, done).repeated).toBe(true);
    expect(nextAssignment(db, ana)).toBeNull();
  });

  it('does not let a draft stand over a newer verdict of the same person, as from a second tab', () => {
    const { db, ana, open, at } = start();
    saveDraft(db, ana, { ...at(0), note: 'first', passages: [], revision: 0 });
    const { verdict } = commitVerdict(db, ana, { ...at(0), ...entry('yes', { note: 'second' }) });
    saveDraft(db, ana, { ...at(0), note: 'late words of a tab that saw no verdict', passages: [], revision: 0 });
    expect(readAssignment(db, ana, open.id).items[0]).toMatchObject({ draft: null, revision: 1 });
    saveDraft(db, ana, { ...at(0), label: 'no', note: 'third', passages: [], revision: verdict!.revision });
    expect(readAssignment(db, ana, open.id).items[0]).toMatchObject({
      verdict: { label: 'yes', note: 'second' },
      draft: { label: 'no', note: 'third' }
    });
  });

  it('is over once the judges were shown: the blind verdict stays, a revision is stored apart', () => {
    const { db, ana, open, at } = start();
    expect(() => reviseVerdict(db, ana, { ...at(0), ...entry('no') })).toThrow('not shown yet');
    const first = { ...at(0), ...entry('yes') };
    commitVerdict(db, ana, first);
    for (let i = 1; i < open.items.length; i++) commitVerdict(db, ana, { ...at(i), ...entry('yes') });
    revealAssignment(db, ana, open.id);
    expect(() => commitVerdict(db, ana, { ...at(0), ...entry('no') })).toThrow('you have seen what the judges said');
    expect(() => commitVerdict(db, ana, { ...at(0), ...entry(null) })).toThrow('is closed');
    expect(commitVerdict(db, ana, first).repeated).toBe(true);
    const input = { ...at(0), ...entry('no', { note: 'persuaded' }) };
    const revised = reviseVerdict(db, ana, input);
    expect(reviseVerdict(db, ana, input)).toEqual(revised);
    const item = revealAssignment(db, ana, open.id).items.find(({ id }) => id === at(0).studyItemId);
    expect(item).toMatchObject({ own: { label: 'yes' }, revised: { label: 'no', note: 'persuaded' } });
    expect(rowsOf(db, at(0).studyItemId).map((row) => `${row.phase} ${row.label}`)).toEqual([
      'blind yes',
      'post-reveal no'
    ]);
  });

  it('stands for good: the database itself refuses to change or delete a verdict', () => {
    const { db, ana, at } = start();
    commitVerdict(db, ana, { ...at(0), ...entry('yes') });
    expect(() => db.update(schema.humanVerdict).set({ label: 'no' }).run()).toThrow();
    expect(() => db.delete(schema.humanVerdict).run()).toThrow();
  });
});
