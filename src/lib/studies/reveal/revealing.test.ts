import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { commitPreference } from '../labels/preferences.server.ts';
import { readAssignment } from '../judging/queue.server.ts';
import { nextInStudy, waitingFor } from '../judging/waiting.server.ts';
import { revealAssignment, savePreferenceDraft } from './reveal.server.ts';
import { setUp, commit, judgeEverything, verdictsOn, judgeNext, key } from './revealing.fixture.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

describe('revealAssignment', () => {
  it('shows nothing before every item of the report is committed, and not after an undo', () => {
    const { db, ana } = setUp();
    const open = openAssignment(db, ana)!;
    expect(() => revealAssignment(db, annotating(ana), open.id)).toThrow(`${open.items.length} items are left`);
    for (const { id } of open.items) commit(db, ana, open.id, id, 'no');
    commit(db, ana, open.id, open.items[0]!.id, null);
    expect(readAssignment(db, ana, open.id).reveal.obstacle?.key).toBe('judgesAfterReport');
    expect(() => revealAssignment(db, annotating(ana), open.id)).toThrow('1 item is left');
    expect(db.select().from(schema.reveal).all()).toEqual([]);
    commit(db, ana, open.id, open.items[0]!.id, 'yes');
    expect(revealAssignment(db, annotating(ana), open.id).items).toHaveLength(open.items.length);
    expect(readAssignment(db, ana, open.id).reveal).toEqual({ policy: 'after-report', done: true, obstacle: null });
  });

  it('gives each judge’s verdict under an alias, with the abstained and the unscored as such', () => {
    const { db, ana } = setUp();
    const seen = new Set<string>();
    for (const id of judgeEverything(db, ana))
      for (const item of revealAssignment(db, annotating(ana), id).items) {
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
    const bytes = JSON.stringify(judgeEverything(db, ana).map((id) => revealAssignment(db, annotating(ana), id)));
    expect(bytes).toContain('some words');
    for (const secret of secrets) expect(bytes, secret).not.toContain(secret);
  });

  it('draws other aliases and another order for each unit, and keeps them', () => {
    const { db, ana } = setUp();
    const ids = judgeEverything(db, ana);
    const first = ids.map((id) => revealAssignment(db, annotating(ana), id));
    expect(ids.map((id) => revealAssignment(db, annotating(ana), id))).toEqual(first);
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
    revealAssignment(db, annotating(ana), id);
    const at = () => db.select().from(schema.assignment).where(eq(schema.assignment.id, id)).get()!.revealedAt;
    const first = at();
    revealAssignment(db, annotating(ana), id);
    expect(at()).toBe(first);
    const audit = db.select().from(schema.audit).where(eq(schema.audit.action, 'assignment.reveal')).all();
    expect(audit.map((row) => row.entityId)).toEqual([id]);
  });

  it('waits for the person’s last report if the study reveals at its end, and then fixes all their verdicts', () => {
    const { db, ana } = setUp({ reveal: 'at-end', sample: { items: 24 } });
    const first = judgeNext(db, ana);
    expect(() => revealAssignment(db, annotating(ana), first)).toThrow('all your reports');
    const rest = judgeEverything(db, ana);
    revealAssignment(db, annotating(ana), first);
    const other = readAssignment(db, ana, rest[0]!);
    expect(other.reveal.done).toBe(true);
    expect(() => commit(db, ana, other.id, other.items[0]!.id, 'no')).toThrow('you have seen');
    expect(revealAssignment(db, annotating(ana), rest[0]!).items[0]!.judges).toHaveLength(3);
  });

  it('leads from report to report if the study reveals at its end, and waits until each has a preference', () => {
    const { db, ana, study } = setUp({ reveal: 'at-end', sample: { items: 24 } });
    const ids = judgeEverything(db, ana);
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: ids[0], for: 'reveal' });
    expect(ids.map((id) => nextInStudy(db, ana, id))).toEqual(ids.map(() => null));
    revealAssignment(db, annotating(ana), ids[0]!);
    expect(ids.map((id) => nextInStudy(db, ana, id))).toEqual([...ids.slice(1), null]);
    for (const [i, id] of ids.entries()) {
      expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: ids[i], for: 'reveal' });
      const [item] = revealAssignment(db, annotating(ana), id).items;
      const wanted = { studyItemId: item!.id, choice: 'tie', reasons: [], note: '', idempotencyKey: key() } as const;
      commitPreference(db, annotating(ana), wanted);
    }
    expect(waitingFor(db, ana, study.id)).toBeNull();
  });

  it('shows judges only if labels differ in a study of differences', () => {
    const { db, ana } = setUp({ reveal: 'on-difference' });
    let [same, different] = [0, 0];
    for (const id of judgeEverything(db, ana))
      for (const item of revealAssignment(db, annotating(ana), id).items) {
        const labels = verdictsOn(db, item.id).flatMap((one) => one.label ?? []);
        const differ = labels.some((label) => label !== 'yes');
        if (differ) different++;
        else same++;
        expect(item.judges).toHaveLength(differ ? 3 : 0);
        if (!differ)
          expect(() =>
            commitPreference(db, annotating(ana), {
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
    expect(() => revealAssignment(db, annotating(ana), id!)).toThrow('does not show the verdicts of the judges');
    expect(db.select().from(schema.reveal).all()).toEqual([]);
  });
});

describe('what a preference is asked of', () => {
  it('is asked only if a judge gave reasons', () => {
    const { db, ana } = setUp();
    const [id] = judgeEverything(db, ana);
    const before = revealAssignment(db, annotating(ana), id!).items;
    expect(before.some(({ asksPreference }) => asksPreference)).toBe(true);
    db.update(schema.verdict).set({ rationale: '  ' }).run();
    expect(revealAssignment(db, annotating(ana), id!).items.map(({ asksPreference }) => asksPreference)).toEqual(
      before.map(() => false)
    );
  });

  it('never is code: what it says stands apart, under no alias, and cannot be preferred', () => {
    const { db, ana } = setUp();
    const [{ judgeId } = { judgeId: '' }] = db.select({ judgeId: schema.judge.id }).from(schema.judge).all();
    db.update(schema.judge).set({ spec: 'rules', provider: 'rules' }).where(eq(schema.judge.id, judgeId)).run();
    const items = judgeEverything(db, ana).flatMap((id) => revealAssignment(db, annotating(ana), id).items);
    const drawn = db.select({ aliases: schema.reveal.aliases }).from(schema.reveal).all();
    expect(drawn.flatMap(({ aliases }) => aliases).filter((one) => one.judgeId === judgeId)).toEqual([]);
    let apart = 0;
    for (const item of items) {
      const said = verdictsOn(db, item.id).find((one) => one.judgeId === judgeId)!;
      expect(item.judges.map(({ rationale }) => rationale)).not.toContain(said.rationale);
      expect(item.judges).toHaveLength(2);
      // An abstention says nothing that people could compare with.
      expect(item.code?.label ?? null).toBe(said.state === 'judged' ? said.label : null);
      if (item.code) apart += 1;
    }
    expect(apart).toBeGreaterThan(0);
  });
});

describe('a preference half given', () => {
  const half = { choice: 'judges' as const, reasons: ['clear', 'unknown'], error: null, note: 'Because it' };

  it('is there in another browser, in the aliases shown, and goes once the preference is committed', () => {
    const { db, ana } = setUp();
    const id = judgeNext(db, ana);
    const read = () => revealAssignment(db, annotating(ana), id).items[0]!;
    const item = read();
    expect(item.preferenceDraft).toBeNull();
    const [{ alias } = { alias: '' }] = item.judges.filter(({ state }) => state !== 'unscored');
    const draft = { studyItemId: item.id, ...half, aliases: [alias, 'none such'] };
    savePreferenceDraft(db, annotating(ana), { ...draft, basis: '/' });
    expect(read().preferenceDraft).toEqual({ ...half, reasons: ['clear'], aliases: [alias] });
    savePreferenceDraft(db, annotating(ana), { ...draft, aliases: [], reasons: [], note: '', basis: '/' });
    expect(read().preferenceDraft).toBeNull();
    savePreferenceDraft(db, annotating(ana), draft);
    const given = { studyItemId: item.id, choice: { aliases: [alias] }, reasons: [], note: '', idempotencyKey: key() };
    commitPreference(db, annotating(ana), given);
    expect(read()).toMatchObject({ preferenceDraft: null, preference: { aliases: [alias] } });
    // A page that has not seen the commit replaces nothing.
    expect(() => savePreferenceDraft(db, annotating(ana), { ...draft, basis: '/' })).toThrow();
    expect(read().preferenceDraft).toBeNull();
  });

  it('is stored for no other person, and not before the reveal', () => {
    const { db, ana, annotators } = setUp();
    const open = openAssignment(db, ana)!;
    const draft = { studyItemId: open.items[0]!.id, ...half, aliases: [] };
    expect(() => savePreferenceDraft(db, annotating(ana), draft)).toThrow('not shown yet');
    expect(() => savePreferenceDraft(db, annotating(annotators[1]!), draft)).toThrow('no such item');
  });
});
