import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { storeText } from '../../server/db/report-text.ts';
import { everyKindRun, metricOf } from '../planning/every-kind.fixture.ts';
import { createStudy } from '../planning/studies.server.ts';
import type { NamedStudyKind } from '../kinds/index.ts';
import { judgeEverything, setUp } from '../reveal/revealing.fixture.ts';
import { fitInWords } from './label-fit.ts';
import { labelFit } from './label-fit.server.ts';
import { studyLabels, studyRaters } from './labels.server.ts';
import { runAgain } from './second-run.fixture.ts';

/** Ana labels all 60 items; the new judge of the second run says no to everything. */
function labelled() {
  const world = setUp();
  judgeEverything(world.db, world.ana);
  return { ...world, again: runAgain(world.db, world.runId, ({ judge }) => (judge === 0 ? 'no' : undefined)) };
}

/** Writes another dataset version, and lets a run rest on it. */
function editVersion(
  db: Db,
  runId: string,
  edit: (query: { qid: string; text: string; items: { key: string; text: string }[] }) => object
): void {
  const version = db.select().from(schema.datasetVersion).get()!;
  const content = { queries: version.content.queries.map((query) => ({ ...query, ...edit(query) })) };
  const id = newId();
  db.insert(schema.datasetVersion)
    .values({ ...version, id, number: 2, contentHash: sha256(id), content })
    .run();
  db.update(schema.run).set({ versionId: id }).where(eq(schema.run.id, runId)).run();
}

describe('labels of a study and another run', () => {
  it('apply to every item that the other run judged unchanged, with its judges in place of the first ones', () => {
    const { db, study, read, again } = labelled();
    const [own, there] = [studyLabels(db, read, study.id), studyLabels(db, read, study.id, { runId: again.runId })];
    expect(labelFit(db, read, study.id, again.runId)).toEqual({ total: 60, apply: 60, excluded: [] });
    expect(there.map(({ itemId, humans }) => [itemId, humans])).toEqual(
      own.map(({ itemId, humans }) => [itemId, humans])
    );
    expect(studyRaters(db, read, study.id, { runId: again.runId }).judges[0]!.judgeId).toBe(again.judgeId);
    for (const [i, unit] of there.entries()) {
      expect(unit.judges.map(({ judgeId }) => judgeId)).toEqual([
        again.judgeId,
        ...own[i]!.judges.slice(1).map(({ judgeId }) => judgeId)
      ]);
      expect(unit.judges[0]).toMatchObject({ state: 'judged', label: 'no' });
      expect(unit.judges.slice(1)).toEqual(own[i]!.judges.slice(1));
    }
  });

  it('do not apply if the wording of an item or of a query changed; both are counted', () => {
    const { db, study, read, again } = labelled();
    editVersion(db, again.runId, ({ qid, text, items }) => ({
      text: qid === 'q1' ? `${text} Since 2020.` : text,
      items: items.map((item) => (qid !== 'q1' && item.key === 'c' ? { ...item, text: `${item.text} Fully?` } : item))
    }));
    const fit = labelFit(db, read, study.id, again.runId);
    expect(fit).toEqual({
      ...{ total: 60, apply: 36 },
      excluded: [
        { reason: 'query', n: 15 },
        { reason: 'wording', n: 9 }
      ]
    });
    expect(fitInWords(fit)).toBe(
      '36 of 60 labelled items still apply; excluded: the wording of the query changed (15) and the wording of the item changed (9)'
    );
    const used = studyLabels(db, read, study.id, { runId: again.runId });
    expect(used).toHaveLength(36);
    expect(used.filter(({ qid, item }) => qid === 'q1' || item === 'c')).toEqual([]);
    expect(labelFit(db, read, study.id, study.runId!).apply).toBe(60);
  });

  it('do not apply if a date fills the wording otherwise', () => {
    const { db, study, read, again } = labelled();
    editVersion(db, again.runId, ({ qid, items }) => ({
      items: items.map((item) =>
        qid === 'q2' && item.key === 'a' ? { ...item, text: 'Is it of {{current_year}}?' } : item
      )
    }));
    expect(labelFit(db, read, study.id, again.runId).excluded).toEqual([{ reason: 'wording', n: 3 }]);
    db.update(schema.studyItem).set({ text: 'Is it of 2023?' }).where(eq(schema.studyItem.item, 'a')).run();
    expect(labelFit(db, read, study.id, again.runId).excluded).toEqual([{ reason: 'wording', n: 9 }]);
  });

  it('follow a report that was imported again with the same text, not one whose text changed or that is gone', () => {
    const { db, study, read, again } = labelled();
    db.run('drop index report_system_query');
    const [same, changed, gone] = db.select().from(schema.report).all();
    const { verdict, report } = schema;
    const move = (from: typeof same, text: string | null): void => {
      const ofRun = and(eq(verdict.runId, again.runId), eq(verdict.reportId, from!.id));
      if (text === null) {
        db.delete(verdict).where(ofRun).run();
        return;
      }
      const id = newId();
      db.insert(report)
        .values({ ...from!, id, sha256: text === '' ? from!.sha256 : storeText(db, text).hash })
        .run();
      db.update(verdict).set({ reportId: id }).where(ofRun).run();
    };
    move(same, '');
    move(changed, '# Another text');
    move(gone, null);
    expect(labelFit(db, read, study.id, again.runId)).toEqual({
      ...{ total: 60, apply: 50 },
      excluded: [
        { reason: 'report-missing', n: 5 },
        { reason: 'report', n: 5 }
      ]
    });
    const units = studyLabels(db, read, study.id, { runId: again.runId });
    const moved = units.filter(({ reportId }) => reportId === same!.id);
    expect(moved).toHaveLength(5);
    for (const { judges } of moved) expect(judges[0]).toMatchObject({ judgeId: again.judgeId, label: 'no' });
  });

  it('leave an item to a judge that did not answer it as unscored, and an item that no judge was asked out', () => {
    const { db, study, read, again } = labelled();
    const { verdict } = schema;
    const [one] = db.select().from(schema.report).all();
    const at = (item: string) =>
      and(eq(verdict.runId, again.runId), eq(verdict.reportId, one!.id), eq(verdict.item, item));
    db.delete(verdict)
      .where(and(at('a'), eq(verdict.judgeId, again.judgeId)))
      .run();
    db.delete(verdict).where(at('b')).run();
    expect(labelFit(db, read, study.id, again.runId).excluded).toEqual([{ reason: 'item', n: 1 }]);
    const units = studyLabels(db, read, study.id, { runId: again.runId });
    const unit = units.find(({ reportId, item }) => reportId === one!.id && item === 'a')!;
    expect(unit.judges[0]).toMatchObject({ judgeId: again.judgeId, state: 'unscored', label: null });
    expect(units.every(({ judges }) => judges.length === 3)).toBe(true);
  });

  it('are refused for a run of another project, and counted as none for a run that does not score the metric', () => {
    const { db, study, read, again } = labelled();
    const other = setUp();
    expect(() => labelFit(db, read, study.id, other.runId)).toThrow('no such run');
    expect(() => studyLabels(db, read, study.id, { runId: other.runId })).toThrow('no such run');
    db.delete(schema.runMetric)
      .where(and(eq(schema.runMetric.runId, again.runId), eq(schema.runMetric.metric, 'coverage')))
      .run();
    expect(labelFit(db, read, study.id, again.runId).excluded).toEqual([{ reason: 'metric', n: 60 }]);
    expect(studyLabels(db, read, study.id, { runId: again.runId })).toEqual([]);
  });
});

/** A study of the kind over a run with units of every kind, scored again; how many of its items fit, without labels of people. */
function unitsElsewhere(kind: NamedStudyKind, change: (db: Db, runId: string) => void = () => {}) {
  const { db } = memoryDatabase();
  const run = everyKindRun(db);
  const people = run.annotators.map(({ id }) => id);
  const study = createStudy(
    db,
    run.manage,
    run.input({ kind, metric: metricOf[kind], sample: { items: 4 }, people, overlap: 1, reveal: 'never' })
  );
  const again = runAgain(db, run.runId);
  change(db, again.runId);
  return {
    own: studyLabels(db, run.read, study.id),
    there: studyLabels(db, run.read, study.id, { runId: again.runId })
  };
}

describe('kinds of study and another run', () => {
  it.each(['checklist-item', 'preference', 'claim-support', 'score', 'ranking', 'user-preference'] as const)(
    '%s: every unit that was judged again unchanged is answered as the first run answered it',
    (kind) => {
      const { own, there } = unitsElsewhere(kind);
      const said = (units: typeof own) =>
        units.map(({ itemId, judges }) => [itemId, judges.map(({ state, label }) => [state, label])]);
      expect(own.length).toBeGreaterThan(0);
      expect(said(there)).toEqual(said(own));
    }
  );

  it('claim-support: a page whose content changed, or that was not read, takes its claims out', () => {
    const other = (db: Db, runId: string): void => {
      db.insert(schema.pageContent)
        .values({ hash: sha256('Other'), text: 'Other', at: 1 })
        .run();
      db.update(schema.pageFetch)
        .set({ contentHash: sha256('Other') })
        .where(eq(schema.pageFetch.runId, runId))
        .run();
    };
    expect(unitsElsewhere('claim-support', other).there).toEqual([]);
    const gone = (db: Db, runId: string): void =>
      void db.delete(schema.pageFetch).where(eq(schema.pageFetch.runId, runId)).run();
    expect(unitsElsewhere('claim-support', gone).there).toEqual([]);
  });

  it('preference: another baseline takes every comparison out', () => {
    const other = (db: Db, runId: string): void => {
      const system = db.select().from(schema.system).where(eq(schema.system.name, 'system-aurora')).get()!;
      db.update(schema.runMetric)
        .set({ settings: { baseline: system.id } })
        .where(and(eq(schema.runMetric.runId, runId), eq(schema.runMetric.metric, 'depth')))
        .run();
    };
    const { own, there } = unitsElsewhere('preference', other);
    expect(own.length).toBeGreaterThan(0);
    expect(there).toEqual([]);
  });

  it('issue-validity: issues of one run are never carried over to the judges of another', () => {
    const { own, there } = unitsElsewhere('issue-validity');
    expect(own.length).toBeGreaterThan(0);
    expect(there).toEqual([]);
  });
});
