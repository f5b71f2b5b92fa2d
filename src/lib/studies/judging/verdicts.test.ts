import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import type { StudyInput } from '../planning/study-input.ts';
import { nextStudyAssignment, readAssignment } from './queue.server.ts';
import { revealAssignment } from '../reveal/reveal.server.ts';
import { closeStudy } from '../planning/studies.server.ts';
import { commitVerdict, reviseVerdict, saveVerdictDraft } from './verdicts.server.ts';
import { nextInStudy } from './waiting.server.ts';
import { setUp, entry, rowsOf } from './judging.fixture.ts';
import { annotating, openAssignment } from './annotating.fixture.ts';

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
    commitVerdict(db, annotating(ana), { ...at(0), ...entry('yes', { note: 'first', passages: [3] }) });
    commitVerdict(db, annotating(ana), { ...at(0), ...entry('no', { note: 'second', passages: [4, 5] }) });
    expect(readAssignment(db, ana, open.id).items[0]!.verdict).toMatchObject({
      label: 'no',
      note: 'second',
      passages: [4, 5],
      revision: 2
    });
    const undone = commitVerdict(db, annotating(ana), { ...at(0), ...entry(null) });
    expect(undone).toMatchObject({ verdict: null, left: { here: open.items.length } });
    const [item] = readAssignment(db, ana, open.id).items;
    expect(item).toMatchObject({ verdict: null, draft: { note: 'second', passages: [4, 5] } });
    expect(rowsOf(db, at(0).studyItemId).map((row) => row.label)).toEqual(['yes', 'no', null]);
    commitVerdict(db, annotating(ana), { ...at(0), ...entry('no', { seconds: 1 }) });
    // Time on the item: a correction in a second is no answer in a second.
    expect(rowsOf(db, at(0).studyItemId).map((row) => row.seconds)).toEqual([4, 8, 8, 9]);
    commitVerdict(db, annotating(ana), { ...at(0), ...entry(null) });
    expect(() => commitVerdict(db, annotating(ana), { ...at(0), ...entry(null) })).toThrow('no verdict to take back');
  });

  it('answers the same key with the same row, also when only the time differs, and refuses it for anything else', () => {
    const { db, ana, at, annotators } = start();
    const first = { ...at(0), ...entry('yes', { note: 'once' }) };
    const once = commitVerdict(db, annotating(ana), first);
    const twice = commitVerdict(db, annotating(ana), { ...first, seconds: 99 });
    expect([once.repeated, twice.repeated]).toEqual([false, true]);
    expect(twice.verdict).toEqual(once.verdict);
    expect(rowsOf(db, first.studyItemId)).toHaveLength(1);
    expect(() => commitVerdict(db, annotating(ana), { ...first, label: 'no' })).toThrow('another commit');
    expect(() => commitVerdict(db, annotating(ana), { ...first, ...at(1) })).toThrow('another commit');
    const bens = openAssignment(db, annotators[1])!;
    const stolen = { ...first, assignmentId: bens.id, studyItemId: bens.items[0]!.id };
    expect(() => commitVerdict(db, annotating(annotators[1]), stolen)).toThrow('another commit');
    expect(rowsOf(db, first.studyItemId)).toHaveLength(1);
  });

  it('takes yes, no or undo, and nothing that a browser could make up', () => {
    const { db, ana, at } = start();
    const bad = (change: Record<string, unknown>) => () =>
      commitVerdict(db, annotating(ana), { ...at(0), ...entry('yes'), ...change } as Parameters<
        typeof commitVerdict
      >[2]);
    expect(bad({ label: 'maybe' })).toThrow('not taken');
    expect(bad({ label: undefined })).toThrow('not taken');
    expect(bad({ note: 'x'.repeat(10_001) })).toThrow('not taken');
    expect(bad({ passages: [1.5] })).toThrow('not taken');
    expect(bad({ passages: 'all' })).toThrow('not taken');
    expect(bad({ idempotencyKey: '' })).toThrow('not taken');
    expect(bad({ studyItemId: 'elsewhere' })).toThrow('no such item');
    expect(rowsOf(db, at(0).studyItemId)).toEqual([]);
    commitVerdict(db, annotating(ana), { ...at(0), ...entry('yes', { seconds: -3 }) });
    expect(rowsOf(db, at(0).studyItemId)[0]!.seconds).toBeNull();
  });

  it('takes an item only in the assignment that holds it', () => {
    const { db, ana, open, at } = start();
    const other = nextInStudy(db, ana, open.id)!;
    expect(() => commitVerdict(db, annotating(ana), { ...at(0), assignmentId: other, ...entry('yes') })).toThrow(
      'no such item'
    );
  });

  it('writes one audit row with each row, in the same transaction, and tells no label in it', () => {
    const { db, ana, at } = start();
    const done = commitVerdict(db, annotating(ana), { ...at(0), ...entry('yes', { note: 'a note' }) });
    const audit = db.select().from(schema.audit).where(eq(schema.audit.action, 'blind-verdict.commit')).all();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      actorId: ana.id,
      detail: { item: at(0).studyItemId, revision: done.verdict!.revision }
    });
    expect(JSON.stringify(audit[0]!.detail)).not.toMatch(/yes|a note/);
    db.run("create trigger audit_down before insert on audit begin select raise(abort, 'no audit'); end");
    expect(() => commitVerdict(db, annotating(ana), { ...at(1), ...entry('yes') })).toThrow();
    expect(rowsOf(db, at(1).studyItemId)).toEqual([]);
  });

  it('drops the draft on commit, and keeps what was typed when the study was closed meanwhile', () => {
    const { db, ana, open, at, manage, study } = start();
    saveVerdictDraft(db, annotating(ana), { ...at(0), note: 'typing', passages: [1] });
    expect(readAssignment(db, ana, open.id).items[0]!.draft).toMatchObject({ note: 'typing', passages: [1] });
    const done = { ...at(0), ...entry('yes', { note: 'typed' }) };
    commitVerdict(db, annotating(ana), done);
    expect(readAssignment(db, ana, open.id).items[0]!.draft).toBeNull();
    closeStudy(db, manage, study.id);
    expect(() => commitVerdict(db, annotating(ana), { ...at(1), ...entry('no', { note: 'too late' }) })).toThrow(
      'The study is closed'
    );
    const late = readAssignment(db, ana, open.id).items[1]!;
    expect(late).toMatchObject({ verdict: null, draft: { note: 'too late', passages: [] } });
    expect(commitVerdict(db, annotating(ana), done).repeated).toBe(true);
    expect(nextStudyAssignment(db, ana)).toBeNull();
  });

  it('does not let a second tab draft or commit over what it has never shown', () => {
    const { db, ana, open, at } = start();
    const item = () => readAssignment(db, ana, open.id).items[0]!;
    const draft = (note: string, basis: string, ...writers: string[]) =>
      saveVerdictDraft(db, annotating(ana), { ...at(0), note, passages: [], basis, writers });
    const commit = (label: string, basis: string, writer: string, change = {}) =>
      commitVerdict(db, annotating(ana), { ...at(0), ...entry(label, change), basis, writers: [writer] });

    const opened = item().basis;
    const drafted = draft('words of the first tab', opened, 'first');
    expect(() => draft('words of the second tab', opened, 'second')).toThrow('in another tab');
    expect(() => commit('no', opened, 'second')).toThrow('in another tab');
    expect(item()).toMatchObject({ verdict: null, draft: { note: 'words of the first tab' }, basis: drafted });
    // Its own words it may change, also if the answer to its last draft never arrived; the same words are no conflict.
    draft('more words of the first tab', opened, 'first');
    draft('more words of the first tab', opened, 'second');
    draft('taken up from the first tab', opened, 'third', 'first');

    const { verdict } = commit('yes', item().basis, 'second', { note: 'second', idempotencyKey: 'key-of-the-second' });
    expect(verdict).toMatchObject({ label: 'yes' });
    expect(() => commit('no', opened, 'third')).toThrow('in another tab');
    expect(() => draft('late words of a tab that saw no verdict', opened, 'third')).toThrow('in another tab');
    expect(item()).toMatchObject({ draft: null, revision: 1, verdict: { label: 'yes' } });
    // A page knows the state that its own commit made before the answer arrives.
    draft('third', 'key-of-the-second/', 'second');
    expect(commit('no', 'key-of-the-second/', 'second').verdict).toMatchObject({ revision: 2, label: 'no' });
  });

  it('may be taken back and changed by the page that committed it, without a word from the server between', () => {
    const { db, ana, at } = start();
    const send = (label: string | null, key: string, basis: string) =>
      commitVerdict(db, annotating(ana), {
        ...at(0),
        ...entry('yes'),
        label,
        idempotencyKey: key,
        basis,
        writers: ['page']
      });
    send('yes', 'key-1', '/');
    send(null, 'key-2', 'key-1/');
    expect(
      saveVerdictDraft(db, annotating(ana), { ...at(0), note: 'n', passages: [], basis: 'key-2/', writers: ['page'] })
    ).toMatch(/^key-2\/\d+$/);
    expect(send('no', 'key-3', 'key-2/').verdict).toMatchObject({ revision: 3, label: 'no' });
  });

  it('is over once the judges were shown: the blind verdict stays, a revision is stored apart', () => {
    const { db, ana, open, at } = start();
    expect(() => reviseVerdict(db, annotating(ana), { ...at(0), ...entry('no') })).toThrow('not shown yet');
    const first = { ...at(0), ...entry('yes') };
    commitVerdict(db, annotating(ana), first);
    for (let i = 1; i < open.items.length; i++) commitVerdict(db, annotating(ana), { ...at(i), ...entry('yes') });
    revealAssignment(db, annotating(ana), open.id);
    expect(() => commitVerdict(db, annotating(ana), { ...at(0), ...entry('no') })).toThrow(
      'you have seen the judges’ verdicts'
    );
    expect(() => commitVerdict(db, annotating(ana), { ...at(0), ...entry(null) })).toThrow('is closed');
    expect(commitVerdict(db, annotating(ana), first).repeated).toBe(true);
    const input = { ...at(0), ...entry('no', { note: 'persuaded' }) };
    const revised = reviseVerdict(db, annotating(ana), input);
    expect(reviseVerdict(db, annotating(ana), input)).toEqual(revised);
    const item = revealAssignment(db, annotating(ana), open.id).items.find(({ id }) => id === at(0).studyItemId);
    expect(item).toMatchObject({ own: { label: 'yes' }, revised: { label: 'no', note: 'persuaded' } });
    expect(rowsOf(db, at(0).studyItemId).map((row) => `${row.phase} ${row.label}`)).toEqual([
      'blind yes',
      'post-reveal no'
    ]);
  });

  it('stands for good: the database itself refuses to change or delete a verdict', () => {
    const { db, ana, at } = start();
    commitVerdict(db, annotating(ana), { ...at(0), ...entry('yes') });
    expect(() => db.update(schema.humanVerdict).set({ label: 'no' }).run()).toThrow();
    expect(() => db.delete(schema.humanVerdict).run()).toThrow();
  });
});
