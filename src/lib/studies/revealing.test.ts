import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { authorize, type Person } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { memoryDatabase } from '../server/db/memory.ts';
import { exampleRun } from './example-run.fixture.ts';
import { studyLabels, studyRaters } from './labels.server.ts';
import { longFormat } from './labels.ts';
import type { StudyInput } from './planning.ts';
import { commitPreference } from './preferences.server.ts';
import { nextAssignment, openAssignment, readAssignment } from './queue.server.ts';
import { revealAssignment, type RevealedItem } from './reveal.server.ts';
import { closeStudy, createStudy } from './studies.server.ts';
import { commitVerdict, reviseVerdict } from './verdicts.server.ts';

/** One annotator with all units by default, so that every kind of unit comes up. */
const setUp = (change: Partial<StudyInput> = {}) => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const [ana] = run.annotators;
  const study = createStudy(
    db,
    run.manage,
    run.input({ sample: { items: 60 }, people: [ana.id], overlap: 1, ...change })
  );
  return { db, study, ana, ...run };
};
let keys = 0;
const key = () => `reveal-${++keys}`;
const commit = (db: Db, person: Person, assignmentId: string, studyItemId: string, label: 'yes' | 'no' | null) =>
  commitVerdict(db, person, {
    assignmentId,
    studyItemId,
    label,
    note: 'why',
    passages: [],
    seconds: 2,
    idempotencyKey: key()
  });
const judgeNext = (db: Db, person: Person): string => {
  const open = openAssignment(db, person)!;
  for (const { id } of open.items) commit(db, person, open.id, id, 'yes');
  return open.id;
};
const judgeEverything = (db: Db, person: Person): string[] => {
  const ids: string[] = [];
  while (nextAssignment(db, person) !== null) ids.push(judgeNext(db, person));
  return ids;
};
const verdictsOn = (db: Db, studyItemId: string) =>
  db
    .select({
      judgeId: schema.verdict.judgeId,
      state: schema.verdict.state,
      label: schema.verdict.label,
      rationale: schema.verdict.rationale
    })
    .from(schema.studyItem)
    .innerJoin(
      schema.verdict,
      and(
        eq(schema.verdict.reportId, schema.studyItem.reportId),
        eq(schema.verdict.item, schema.studyItem.item),
        eq(schema.verdict.metric, 'coverage')
      )
    )
    .where(eq(schema.studyItem.id, studyItemId))
    .all();

describe('revealAssignment', () => {
  it('shows nothing before every item of the report is committed, and not after an undo', () => {
    const { db, ana } = setUp();
    const open = openAssignment(db, ana)!;
    expect(() => revealAssignment(db, ana, open.id)).toThrow(`${open.items.length} items are left`);
    for (const { id } of open.items) commit(db, ana, open.id, id, 'no');
    commit(db, ana, open.id, open.items[0]!.id, null);
    expect(readAssignment(db, ana, open.id).reveal.obstacle).toContain('1 item is left');
    expect(() => revealAssignment(db, ana, open.id)).toThrow('1 item is left');
    expect(db.select().from(schema.reveal).all()).toEqual([]);
    commit(db, ana, open.id, open.items[0]!.id, 'yes');
    expect(revealAssignment(db, ana, open.id).items).toHaveLength(open.items.length);
    expect(readAssignment(db, ana, open.id).reveal).toEqual({ policy: 'after-report', done: true, obstacle: null });
  });

  it('gives each judge’s verdict under an alias, with the abstained and the unscored as such', () => {
    const { db, ana } = setUp();
    const seen = new Set<string>();
    for (const id of judgeEverything(db, ana))
      for (const item of revealAssignment(db, ana, id).items) {
        const truth = verdictsOn(db, item.id);
        expect(item.judges).toHaveLength(3);
        for (const judge of item.judges) seen.add(judge.state);
        expect(item.judges.map((one) => `${one.state} ${one.label} ${one.rationale}`).sort()).toEqual(
          truth.map((one) => `${one.state} ${one.label} ${one.rationale}`).sort()
        );
        for (const one of item.judges)
          if (one.state === 'unscored')
            expect(one).toMatchObject({ label: null, reason: expect.stringContaining('reason-of') as string });
          else expect(one.quotes).toHaveLength(one.state === 'judged' ? 1 : 0);
      }
    expect(seen).toEqual(new Set(['judged', 'abstained', 'unscored']));
  });

  it('holds no judge and no system by name, model, fingerprint or id', () => {
    const { db, ana, secrets } = setUp();
    // The example's own rationales and reasons name their judges; a real judge's words are its own.
    db.update(schema.verdict)
      .set({ rationale: 'some words', evidence: [{ quote: 'some quote' }] })
      .run();
    db.update(schema.verdict).set({ reason: 'no reply' }).where(eq(schema.verdict.state, 'unscored')).run();
    const bytes = JSON.stringify(judgeEverything(db, ana).map((id) => revealAssignment(db, ana, id)));
    expect(bytes).toContain('some words');
    for (const secret of secrets) expect(bytes, secret).not.toContain(secret);
  });

  it('draws other aliases and another order for each unit, and keeps them', () => {
    const { db, ana } = setUp();
    const ids = judgeEverything(db, ana);
    const first = ids.map((id) => revealAssignment(db, ana, id));
    expect(ids.map((id) => revealAssignment(db, ana, id))).toEqual(first);
    const judgeOfAlias = db.select().from(schema.reveal).all();
    expect(judgeOfAlias).toHaveLength(60);
    for (const { aliases } of judgeOfAlias) expect(new Set(aliases.map((one) => one.alias)).size).toBe(3);
    const firstShown = judgeOfAlias.map((one) => one.aliases[0]!.judgeId);
    // Each judge is shown first on about 20 of 60 units; fewer than 6 has a chance below one in ten thousand.
    for (const judgeId of new Set(firstShown))
      expect(firstShown.filter((one) => one === judgeId).length).toBeGreaterThan(5);
    expect(new Set(firstShown).size).toBe(3);
    const aliasesOfOne = judgeOfAlias.map((one) => one.aliases.find(({ judgeId }) => judgeId === firstShown[0])!.alias);
    expect(new Set(aliasesOfOne).size).toBeGreaterThan(8);
  });

  it('sets the time of the reveal once, with one audit row', () => {
    const { db, ana } = setUp();
    const id = judgeNext(db, ana);
    revealAssignment(db, ana, id);
    const at = () => db.select().from(schema.assignment).where(eq(schema.assignment.id, id)).get()!.revealedAt;
    const first = at();
    revealAssignment(db, ana, id);
    expect(at()).toBe(first);
    const audit = db.select().from(schema.audit).where(eq(schema.audit.action, 'assignment.reveal')).all();
    expect(audit.map((row) => row.entityId)).toEqual([id]);
  });

  it('waits for the person’s last report where the study reveals at its end, and then fixes all their verdicts', () => {
    const { db, ana } = setUp({ reveal: 'at-end', sample: { items: 24 } });
    const first = judgeNext(db, ana);
    expect(() => revealAssignment(db, ana, first)).toThrow('all your reports');
    const rest = judgeEverything(db, ana);
    revealAssignment(db, ana, first);
    const other = readAssignment(db, ana, rest[0]!);
    expect(other.reveal.done).toBe(true);
    expect(() => commit(db, ana, other.id, other.items[0]!.id, 'no')).toThrow('you have seen');
    expect(revealAssignment(db, ana, rest[0]!).items[0]!.judges).toHaveLength(3);
  });

  it('shows judges only where labels differ in a study of differences', () => {
    const { db, ana } = setUp({ reveal: 'on-difference' });
    let [same, different] = [0, 0];
    for (const id of judgeEverything(db, ana))
      for (const item of revealAssignment(db, ana, id).items) {
        const labels = verdictsOn(db, item.id).flatMap((one) => one.label ?? []);
        const differ = labels.some((label) => label !== 'yes');
        if (differ) different++;
        else same++;
        expect(item.judges).toHaveLength(differ ? 3 : 0);
        if (!differ)
          expect(() =>
            commitPreference(db, ana, {
              studyItemId: item.id,
              choice: 'tie',
              reasons: [],
              note: '',
              idempotencyKey: key()
            })
          ).toThrow('No judges are shown');
      }
    expect(same).toBeGreaterThan(5);
    expect(different).toBeGreaterThan(5);
  });

  it('never shows judges in a study that says so', () => {
    const { db, ana } = setUp({ reveal: 'never', sample: { items: 12 } });
    const [id] = judgeEverything(db, ana);
    expect(() => revealAssignment(db, ana, id!)).toThrow('does not show what the judges said');
    expect(db.select().from(schema.reveal).all()).toEqual([]);
  });
});

describe('commitPreference', () => {
  const start = () => {
    const made = setUp();
    const { db, ana } = made;
    const items = judgeEverything(db, ana).flatMap((id) => revealAssignment(db, ana, id).items);
    const of = (state: 'judged' | 'abstained' | 'unscored') =>
      items.find((item) => item.judges.some((judge) => judge.state === state))!;
    const prefer = (item: RevealedItem, choice: { aliases: string[] } | 'tie' | 'none', idempotencyKey = key()) =>
      commitPreference(db, ana, {
        studyItemId: item.id,
        choice,
        reasons: ['clear', 'passages'],
        note: 'because',
        idempotencyKey
      });
    const stored = (item: RevealedItem) =>
      db.select().from(schema.preference).where(eq(schema.preference.studyItemId, item.id)).all();
    return { ...made, items, of, prefer, stored };
  };

  it('stores the judges behind the aliases, one or several, and gives aliases back', () => {
    const { db, items, prefer, stored, of } = start();
    const item = items.find((one) => one.judges.every((judge) => judge.state === 'judged'))!;
    const [first, second] = item.judges;
    expect(prefer(item, { aliases: [second!.alias, first!.alias] })).toMatchObject({ choice: 'judges', revision: 1 });
    const [row] = stored(item);
    const preferred = verdictsOn(db, item.id).filter((one) => row!.judgeIds.includes(one.judgeId));
    expect(preferred.map((one) => one.rationale).sort()).toEqual([first!.rationale, second!.rationale].sort());
    expect(
      prefer(of('abstained'), { aliases: [of('abstained').judges.find((one) => one.state === 'abstained')!.alias] })
        .choice
    ).toBe('judges');
  });

  it('appends a revision for a change of mind and one row for one key', () => {
    const { db, ana, items, prefer, stored } = start();
    const [item] = items;
    prefer(item!, 'tie', 'same-key');
    expect(prefer(item!, 'tie', 'same-key')).toMatchObject({ revision: 1 });
    expect(() => prefer(item!, 'none', 'same-key')).toThrow('another commit');
    prefer(item!, 'none');
    expect(stored(item!).map((row) => row.choice)).toEqual(['tie', 'none']);
    const assignmentId = db
      .select()
      .from(schema.assignmentItem)
      .where(eq(schema.assignmentItem.studyItemId, item!.id))
      .get()!.assignmentId;
    expect(revealAssignment(db, ana, assignmentId).items.find((one) => one.id === item!.id)!.preference).toMatchObject({
      choice: 'none',
      aliases: [],
      reasons: ['clear', 'passages'],
      revision: 2
    });
  });

  it('refuses unknown, repeated and unscored judges, an empty choice and reasons that are not offered', () => {
    const { db, ana, prefer, of } = start();
    const item = of('unscored');
    const failed = item.judges.find((judge) => judge.state === 'unscored')!;
    const sound = item.judges.find((judge) => judge.state === 'judged')!;
    expect(() => prefer(item, { aliases: [failed.alias] })).toThrow('not taken');
    expect(() => prefer(item, { aliases: [] })).toThrow('not taken');
    expect(() => prefer(item, { aliases: ['Z9'] })).toThrow('not taken');
    expect(() => prefer(item, { aliases: [sound.alias, sound.alias] })).toThrow('not taken');
    expect(() => prefer(item, 'all' as 'tie')).toThrow('not taken');
    expect(() =>
      commitPreference(db, ana, {
        studyItemId: item.id,
        choice: 'tie',
        reasons: ['mood' as 'exact'],
        note: '',
        idempotencyKey: key()
      })
    ).toThrow('not taken');
    expect(db.select().from(schema.preference).all()).toEqual([]);
  });

  it('is given by the person themselves, after the reveal, while the study is open', () => {
    const { db, study, ana, annotators, manage } = setUp({ sample: { items: 12 } });
    const open = openAssignment(db, ana)!;
    const input = {
      studyItemId: open.items[0]!.id,
      choice: 'tie',
      reasons: [],
      note: '',
      idempotencyKey: key()
    } as const;
    expect(() => commitPreference(db, ana, input)).toThrow('not shown yet');
    expect(() => commitPreference(db, annotators[1], input)).toThrow('no such item');
    judgeNext(db, ana);
    revealAssignment(db, ana, open.id);
    closeStudy(db, manage, study.id);
    expect(() => commitPreference(db, ana, input)).toThrow('The study is closed');
  });
});

describe('studyLabels', () => {
  it('gives the last blind verdict that stands, revisions apart, and judges as they are', () => {
    const { db, study, ana, read } = setUp({ sample: { items: 24 } });
    const open = openAssignment(db, ana)!;
    const [a, b] = open.items;
    commit(db, ana, open.id, a!.id, 'yes');
    commit(db, ana, open.id, a!.id, 'no');
    commit(db, ana, open.id, b!.id, 'yes');
    commit(db, ana, open.id, b!.id, null);
    const before = studyLabels(db, read, study.id);
    const unit = (id: string, units = before) => units.find((one) => one.itemId === id)!;
    expect(before).toHaveLength(24);
    expect(unit(a!.id).humans).toEqual([
      { userId: ana.id, label: 'no', acceptable: [], points: null, note: 'why', seconds: 2, revised: null }
    ]);
    expect(unit(b!.id).humans).toEqual([]);
    expect(unit(a!.id)).toMatchObject({ inclusionProbability: 0.4, preferences: [] });
    for (const one of before)
      expect(one.judges.map((judge) => judge.judgeId)).toEqual(
        studyRaters(db, read, study.id).judges.map((judge) => judge.judgeId)
      );

    for (const { id } of open.items) commit(db, ana, open.id, id, 'yes');
    const shown = revealAssignment(db, ana, open.id).items.find((one) => one.id === a!.id)!;
    const judged = shown.judges.find((judge) => judge.state === 'judged')!;
    commitPreference(db, ana, { studyItemId: a!.id, choice: 'tie', reasons: [], note: '', idempotencyKey: key() });
    commitPreference(db, ana, {
      studyItemId: a!.id,
      choice: { aliases: [judged.alias] },
      reasons: [],
      note: '',
      idempotencyKey: key()
    });
    reviseVerdict(db, ana, {
      assignmentId: open.id,
      studyItemId: a!.id,
      label: 'no',
      note: '',
      passages: [],
      seconds: null,
      idempotencyKey: key()
    });
    const after = unit(a!.id, studyLabels(db, read, study.id));
    expect(after.humans).toMatchObject([{ label: 'yes', revised: 'no' }]);
    expect(after.preferences).toHaveLength(1);
    expect(after.judges.find((one) => one.judgeId === after.preferences[0]!.judgeIds[0])!.rationale).toBe(
      judged.rationale
    );
  });

  it('is for leads of the study’s own project', () => {
    const { db, study, ana, lead, projectId, read } = setUp({ sample: { items: 6 } });
    const resource = { kind: 'project', id: projectId } as const;
    expect(() => authorize(ana, resource, 'read-results')).toThrow('for leads');
    expect(studyLabels(db, authorize(lead, resource, 'read-results'), study.id)).toHaveLength(6);
    const other = exampleRun(db);
    expect(() => studyLabels(db, other.read, study.id)).toThrow('no such study');
    expect(() => studyRaters(db, other.read, study.id)).toThrow('no such study');
    expect(studyRaters(db, read, study.id)).toMatchObject({
      people: [{ name: 'Ana' }],
      judges: [{ spec: 'scripted:ferrule' }, {}, {}]
    });
  });

  it('becomes one row per unit and rater', () => {
    const { db, study, ana, read } = setUp({ sample: { items: 12 } });
    const open = openAssignment(db, ana)!;
    commit(db, ana, open.id, open.items[0]!.id, 'no');
    const units = studyLabels(db, read, study.id);
    const { judges } = studyRaters(db, read, study.id);
    const nameOf = (id: string) => judges.find((one) => one.judgeId === id)?.spec ?? 'Ana';
    const rows = longFormat(units, nameOf);
    expect(rows).toHaveLength(12 * 3 + 1);
    expect(rows.filter((row) => row.rater_kind === 'human')).toMatchObject([
      { rater: 'Ana', label: 'no', explanation: 'why', preferred_by: '' }
    ]);
    for (const row of rows.filter((one) => one.state !== 'judged')) expect(row.label).toBe('');
  });
});
