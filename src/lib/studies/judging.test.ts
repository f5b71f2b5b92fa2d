import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Label } from '../scorer/pipeline.ts';
import type { Person } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { memoryDatabase } from '../server/db/memory.ts';
import type { VerdictInput } from './blind.ts';
import { exampleRun } from './example-run.fixture.ts';
import type { StudyInput } from './planning.ts';
import { myStudies, nextAssignment, openAssignment, readAssignment } from './queue.server.ts';
import { revealAssignment } from './reveal.server.ts';
import { closeStudy, createStudy } from './studies.server.ts';
import { commitVerdict, reviseVerdict, saveDraft } from './verdicts.server.ts';
import { nextInStudy, ownMedianSeconds, waitingFor } from './waiting.server.ts';

const setUp = (change: Partial<StudyInput> = {}) => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const study = createStudy(db, run.manage, run.input(change));
  return { db, study, ...run };
};
let keys = 0;
const entry = (label: Label | null, change: Partial<VerdictInput> = {}): VerdictInput => ({
  label,
  note: '',
  passages: [],
  seconds: 4,
  idempotencyKey: `key-${++keys}`,
  ...change
});
const judgeAll = (db: Db, person: Person, assignmentId: string, label: Label = 'yes') => {
  for (const { id } of readAssignment(db, person, assignmentId).items)
    commitVerdict(db, person, { assignmentId, studyItemId: id, ...entry(label) });
};
const rowsOf = (db: Db, studyItemId: string) =>
  db.select().from(schema.humanVerdict).where(eq(schema.humanVerdict.studyItemId, studyItemId)).all();

describe('what an annotator gets before the reveal', () => {
  it('holds, byte for byte, no system, judge, verdict, rationale, report id, stratum or other person', () => {
    const { db, secrets, annotators, lead, projectId } = setUp();
    const [ana, ben] = annotators;
    const bens = openAssignment(db, ben)!;
    commitVerdict(db, ben, {
      assignmentId: bens.id,
      studyItemId: bens.items[0]!.id,
      ...entry('no', { note: 'words of Ben' })
    });
    let bytes = JSON.stringify(myStudies(db, ana));
    for (let next = nextAssignment(db, ana); next !== null; next = nextAssignment(db, ana)) {
      bytes += JSON.stringify(openAssignment(db, ana, next));
      for (const { id } of readAssignment(db, ana, next).items) {
        const input = { assignmentId: next, studyItemId: id, ...entry('yes', { note: 'words of Ana' }) };
        saveDraft(db, ana, input);
        bytes += JSON.stringify([commitVerdict(db, ana, input), readAssignment(db, ana, next)]);
      }
      bytes += JSON.stringify([waitingFor(db, ana, ''), nextInStudy(db, ana, next)]);
    }
    expect(bytes).toContain('words of Ana');
    expect(bytes).toContain('Does the report settle point');
    const hidden = [
      ...secrets,
      ben.id,
      lead.id,
      bens.id,
      projectId,
      'words of Ben',
      'all-agree',
      'some-differ',
      'inclusion'
    ];
    for (const secret of hidden) expect(bytes, secret).not.toContain(secret);
  });

  it('is what the judges saw: the query of the scored version, not as edited later', () => {
    const { db, annotators } = setUp();
    const open = openAssignment(db, annotators[0])!;
    expect(open.query).toMatch(/^What is to be known of q\d\?$/);
    expect(open.report).toMatchObject({ language: 'en', markdown: expect.stringContaining('# On q') as string });
    expect(open.study.metric.title).toBe('Coverage');
  });

  it('gives each item an id that can not be traced to an order of creation or a unit', () => {
    const { db, annotators } = setUp();
    const ids = openAssignment(db, annotators[0])!.queue.seats.map((seat) => seat.id);
    expect(ids.every((id) => /^[\w-]{16}$/.test(id))).toBe(true);
    expect([...ids].sort()).not.toEqual(ids);
  });
});

describe('openAssignment', () => {
  it('shows only one’s own; another person’s is as absent as one that never was', () => {
    const { db, annotators, lead, admin, outsider } = setUp();
    const [ana, ben] = annotators;
    const anas = openAssignment(db, ana)!;
    for (const other of [ben, lead, admin, outsider]) {
      expect(() => openAssignment(db, other, anas.id)).toThrow('There is no such assignment here.');
      expect(() => openAssignment(db, other, 'never-was')).toThrow('There is no such assignment here.');
      expect(() => revealAssignment(db, other, anas.id)).toThrow('no such assignment');
      const input = { assignmentId: anas.id, studyItemId: anas.items[0]!.id, ...entry('yes') };
      expect(() => commitVerdict(db, other, input)).toThrow('no such assignment');
      expect(() => saveDraft(db, other, input)).toThrow('no such assignment');
    }
    expect(myStudies(db, lead)).toEqual([]);
  });

  it('is closed to an annotator who has become lead or admin, or is one no more', () => {
    const { db, annotators, projectId } = setUp();
    const [ana] = annotators;
    const { id } = openAssignment(db, ana)!;
    const promoted: Person = { ...ana, roles: new Map([[projectId, ['annotator', 'lead']]]) };
    expect(() => openAssignment(db, promoted, id)).toThrow('not be blind');
    expect(() => openAssignment(db, { ...ana, admin: true }, id)).toThrow('not be blind');
    expect(myStudies(db, promoted)).toEqual([]);
    expect(openAssignment(db, promoted)).toBeNull();
    expect(() => openAssignment(db, { ...ana, roles: new Map() }, id)).toThrow('no such assignment');
  });

  it('goes through the whole queue, in order, until nothing is left', () => {
    const { db, annotators } = setUp();
    const [ana] = annotators;
    const seen: string[] = [];
    for (let open = openAssignment(db, ana); open !== null; open = openAssignment(db, ana)) {
      expect(
        open.queue.seats.slice(open.queue.position, open.queue.position + open.items.length).map((s) => s.id)
      ).toEqual(open.items.map((item) => item.id));
      expect(open.queue.done).toBe(seen.length);
      judgeAll(db, ana, open.id);
      seen.push(...open.items.map((item) => item.id));
    }
    const [mine] = myStudies(db, ana);
    expect(mine).toMatchObject({ done: seen.length, total: seen.length });
    expect(seen).toHaveLength(mine!.total);
    expect(nextAssignment(db, ana)).toBeNull();
  });

  it('says what waits: verdicts, then the judges of the reports done', () => {
    const { db, annotators, study } = setUp();
    const [ana] = annotators;
    const first = openAssignment(db, ana)!;
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: first.id, for: 'verdicts' });
    judgeAll(db, ana, first.id);
    const next = nextInStudy(db, ana, first.id)!;
    expect(next).not.toBe(first.id);
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: next, for: 'verdicts' });
    for (let id = nextAssignment(db, ana); id !== null; id = nextAssignment(db, ana)) judgeAll(db, ana, id);
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: first.id, for: 'reveal' });
  });

  it('knows the person’s own median time, of what stands', () => {
    const { db, annotators, study } = setUp();
    const [ana] = annotators;
    expect(ownMedianSeconds(db, ana, study.id)).toBeNull();
    const open = openAssignment(db, ana)!;
    const commit = (i: number, label: Label | null, seconds: number) =>
      commitVerdict(db, ana, { assignmentId: open.id, studyItemId: open.items[i]!.id, ...entry(label, { seconds }) });
    commit(0, 'yes', 100);
    commit(0, 'no', 6);
    commit(1, 'yes', 10);
    expect(ownMedianSeconds(db, ana, study.id)).toBe(8);
    commit(1, null, 1);
    expect(ownMedianSeconds(db, ana, study.id)).toBe(6);
  });

  it('records the first opening only, and fetching ahead not at all', () => {
    const { db, annotators } = setUp();
    const [ana] = annotators;
    const id = nextAssignment(db, ana)!;
    const opened = () => db.select().from(schema.audit).where(eq(schema.audit.action, 'assignment.open')).all();
    readAssignment(db, ana, id);
    expect(opened()).toHaveLength(0);
    openAssignment(db, ana, id);
    openAssignment(db, ana, id);
    expect(opened()).toHaveLength(1);
  });
});

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
