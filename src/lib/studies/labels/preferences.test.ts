import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { commitPreference } from './preferences.server.ts';
import { revealAssignment, type RevealedItem } from '../reveal/reveal.server.ts';
import { closeStudy } from '../planning/studies.server.ts';
import { setUp, judgeEverything, key, verdictsOn, judgeNext } from '../reveal/revealing.fixture.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

describe('commitPreference', () => {
  const start = () => {
    const made = setUp();
    const { db, ana } = made;
    const items = judgeEverything(db, ana).flatMap((id) => revealAssignment(db, annotating(ana), id).items);
    const of = (state: 'judged' | 'abstained' | 'unscored') =>
      items.find((item) => item.judges.some((judge) => judge.state === state))!;
    const prefer = (item: RevealedItem, choice: { aliases: string[] } | 'tie' | 'none', idempotencyKey = key()) =>
      commitPreference(db, annotating(ana), {
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
    expect(
      revealAssignment(db, annotating(ana), assignmentId).items.find((one) => one.id === item!.id)!.preference
    ).toMatchObject({
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
      commitPreference(db, annotating(ana), {
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
    expect(() => commitPreference(db, annotating(ana), input)).toThrow('not shown yet');
    expect(() => commitPreference(db, annotating(annotators[1]), input)).toThrow('no such item');
    judgeNext(db, ana);
    revealAssignment(db, annotating(ana), open.id);
    closeStudy(db, manage, study.id);
    expect(() => commitPreference(db, annotating(ana), input)).toThrow('The study is closed');
  });
});
