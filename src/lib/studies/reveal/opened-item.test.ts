import { describe, expect, it } from 'vitest';
import { judgedItems } from './judged-items.server.ts';
import { openItem } from './opened-item.server.ts';
import { wholeItemId } from './ranked-pairs.ts';
import { commit, judgeEverything, setUp, verdictsOn } from './revealing.fixture.ts';
import { studyKinds } from '../kinds/index.ts';
import { everyKindRun, metricOf } from '../planning/every-kind.fixture.ts';
import { createStudy } from '../planning/studies.server.ts';
import { judgeAll } from '../judging/judging.fixture.ts';
import { namesOfReports } from '../study/system-names.server.ts';
import { copiesOf } from '../../server/db/memory.fixture.ts';
import { schema } from '../../server/db/client.ts';
import { openAssignment } from '../judging/annotating.fixture.ts';

describe('openItem', () => {
  it('refuses a study that is still blind, whatever is there already', () => {
    const { db, ana, study, read } = setUp();
    const open = openAssignment(db, ana)!;
    for (const { id } of open.items) commit(db, ana, open.id, id, 'no');
    const [item] = db.select().from(schema.studyItem).all();
    expect(() => openItem(db, read, study, { itemId: item!.id, reportId: item!.reportId })).toThrow(
      'The items of this study are closed: labelling is not complete'
    );
  });

  it('gives people’s and judges’ verdicts on one item, and passages and quotes with them', () => {
    const { db, ana, study, read } = setUp();
    judgeEverything(db, ana);
    for (const { id, reportId, text } of db.select().from(schema.studyItem).all()) {
      const opened = openItem(db, read, study, { itemId: id, reportId });
      expect(opened.text).toBe(text);
      expect(opened.people).toMatchObject([
        { name: ana.name, label: 'yes', words: 'why', revised: null, passages: [] }
      ]);
      const truth = verdictsOn(db, id);
      expect(opened.judges.map(({ state, label }) => `${state} ${label}`).sort()).toEqual(
        truth.map(({ state, label }) => `${state} ${label}`).sort()
      );
      expect(opened.judges.filter(({ state }) => state === 'judged').every(({ quotes }) => quotes.length === 1)).toBe(
        true
      );
      expect(new Set(opened.judges.map(({ name }) => name)).size).toBe(opened.judges.length);
    }
  });

  it('says which report of two each person saw as A and as B', () => {
    const { db, ...run } = copiesOf(everyKindRun)();
    const kind = studyKinds.preference;
    const people = run.annotators.slice(0, 2);
    const ids = people.map((one) => one.id);
    const plan = run.input({ kind: 'preference', metric: metricOf.preference, sample: { items: 8 }, people: ids });
    const study = createStudy(db, run.manage, plan);
    // All prefer report A.
    const preferred = kind.options[0]!.label;
    for (const person of people)
      for (let open = openAssignment(db, person); open; open = openAssignment(db, person))
        judgeAll(db, person, open.id, preferred);
    const seen = db
      .select()
      .from(schema.studyItem)
      .all()
      .flatMap(({ id, reportId }) => {
        const { system } = namesOfReports(db, [reportId])[0]!;
        return openItem(db, run.read, study, { itemId: id, reportId }).people.map(({ label, shown }) => {
          expect(new Set(shown).size).toBe(2);
          expect(shown.indexOf(system) === 0).toBe(label === kind.kept(preferred, [0, 1]));
          return shown.indexOf(system);
        });
      });
    expect(new Set(seen)).toEqual(new Set([0, 1]));
  });

  it('finds no item of another report or study', () => {
    const { db, ana, study, read } = setUp();
    judgeEverything(db, ana);
    const items = db.select().from(schema.studyItem).all();
    const other = items.find(({ reportId }) => reportId !== items[0]!.reportId)!;
    expect(() => openItem(db, read, study, { itemId: items[0]!.id, reportId: other.reportId })).toThrow('no such item');
    expect(() => openItem(db, read, study, { itemId: 'x'.repeat(16), reportId: other.reportId })).toThrow(
      'no such item'
    );
  });
});

describe('judgedItems', () => {
  it('names the items of a report that annotators have judged under a metric of a run, once the study is open to this person', () => {
    const { db, ana, study, read } = setUp();
    const items = db.select().from(schema.studyItem).all();
    const [{ runId, metric, number }] = db.select().from(schema.study).all() as [typeof schema.study.$inferSelect];
    const asked = { runId: runId!, metric, reportId: items[0]!.reportId };
    const open = openAssignment(db, ana)!;
    commit(db, ana, open.id, open.items[0]!.id, 'no');
    expect(judgedItems(db, read, asked)).toEqual([]);
    judgeEverything(db, ana);
    const there = judgedItems(db, read, asked);
    expect(there.map(({ id }) => id).sort()).toEqual(
      items.flatMap(({ id, reportId }) => (reportId === asked.reportId ? [id] : [])).sort()
    );
    expect(there[0]).toMatchObject({ study: { id: study.id, number } });
    for (const { id, unit } of there) expect(unit).toBe(items.find((item) => item.id === id)!.unitKey);
    expect(new Set(there.map(({ unit }) => unit)).size).toBe(there.length);
    expect(judgedItems(db, read, { ...asked, metric: 'depth' })).toEqual([]);
    expect(judgedItems(db, read, { ...asked, runId: 'x'.repeat(16) })).toEqual([]);
  });
});

describe('wholeItemId', () => {
  it('leads from a pair of a ranking to the ranking, and leaves other ids as they are', () => {
    expect(wholeItemId('oFfX0SYDowSZ3wKl-12')).toBe('oFfX0SYDowSZ3wKl');
    expect(wholeItemId('oFfX0SYDowSZ3-12')).toBe('oFfX0SYDowSZ3-12');
    expect(wholeItemId('6_MrDkWzya1oep6R')).toBe('6_MrDkWzya1oep6R');
  });
});
