import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { alignment } from '../src/lib/alignment/report/report.ts';
import { studyRatingsOf } from '../src/lib/alignment/report/report.server.ts';
import { isRefusal } from '../src/lib/errors.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { schema, type Db } from '../src/lib/server/db/client.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { everyKindRun } from '../src/lib/studies/planning/every-kind.fixture.ts';
import { studyKinds } from '../src/lib/studies/kinds/index.ts';
import { inReport, listProblems, readListedIssues } from '../src/lib/studies/units/listed-issues.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { closeStudy, createStudy } from '../src/lib/studies/planning/studies.server.ts';
import { studyUnits } from '../src/lib/studies/units/units.server.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';

const markdown = '# Rain\n\nRain fell on 12 days.\n\nIt rained on 14 days.\n\nNothing else fell.';

describe('a list of issues', () => {
  const list =
    '> rain fell on 12 days\n> It rained on 14 days.\nTwo numbers of days.\n\nA remark.\n\n> Nothing else fell.';

  it('is read issue by issue, with passages in their places and remarks below', () => {
    expect(readListedIssues(list, inReport(markdown))).toEqual([
      {
        text: 'Two numbers of days.',
        evidence: [
          { quote: 'rain fell on 12 days', place: { block: 1, start: 0, end: 20 } },
          { quote: 'It rained on 14 days.', place: { block: 2, start: 0, end: 20 } }
        ]
      },
      { text: '', evidence: [{ quote: 'Nothing else fell.', place: { block: 3, start: 0, end: 17 } }] }
    ]);
  });

  it('is refused if it is empty, if a passage is not in the report, and if a contradiction has one passage', () => {
    expect(listProblems(readListedIssues(list, inReport(markdown)), 1)).toEqual([]);
    expect(listProblems(readListedIssues('A remark.', inReport(markdown)), 1)).toMatchObject([
      { reason: expect.stringContaining('at least one') }
    ]);
    expect(listProblems(readListedIssues(list, inReport(markdown)), 2)).toMatchObject([
      { reason: expect.stringContaining('Issue 2 lies between') }
    ]);
    expect(listProblems(readListedIssues('> Snow fell.', inReport(markdown)), 1)).toMatchObject([
      { column: 'note', reason: expect.stringContaining('not in the report'), found: 'Snow fell.' }
    ]);
  });
});

let keys = 0;
function answer(db: Db, person: Person, studyId: string, of: (n: number) => { label: string; note?: string }): void {
  let n = 0;
  for (let id = nextStudyAssignment(db, person, studyId); id !== null; id = nextStudyAssignment(db, person, studyId))
    for (const { id: studyItemId } of openAssignment(db, person, id)!.items)
      commitVerdict(db, annotating(person), {
        ...{ assignmentId: id, studyItemId, note: '', passages: [], seconds: 1, idempotencyKey: `probe-${++keys}` },
        ...of(n++)
      });
}

describe('issues that people list themselves', () => {
  /** Every judge reports two issues of each of 12 reports, one passage each. */
  const setUp = () => {
    const { db } = memoryDatabase();
    const example = everyKindRun(db);
    const [ana, ben] = example.annotators;
    const run = db.select().from(schema.run).where(eq(schema.run.id, example.runId)).get()!;
    const probe = createStudy(
      db,
      example.manage,
      example.input({
        ...{ kind: 'issue-search', metric: 'consistency', sample: { items: 6 }, people: [ana.id], overlap: 1 },
        reveal: 'never'
      })
    );
    const units = () => studyUnits(db, run, 'consistency', studyKinds['issue-validity']);
    return { db, example, ana, ben, probe, units };
  };
  const both = { label: 'listed', note: '> A first paragraph.\n> A second paragraph.\nThey clash.' };

  it('join the judges’ issues once their study is closed, and each judge answers for them', () => {
    const { db, example, ana, ben, probe, units } = setUp();
    answer(db, ana, probe.id, () => both);
    expect(units()).toHaveLength(24);
    closeStudy(db, example.manage, probe.id);
    // Both passages make another contradiction than each of the two that judges report alone.
    expect(units()).toHaveLength(30);
    const study = createStudy(
      db,
      example.manage,
      example.input({
        ...{ kind: 'issue-validity', metric: 'consistency', sample: { items: 30 }, people: [ben.id], overlap: 1 }
      })
    );
    answer(db, ben, study.id, () => ({ label: 'valid' }));
    const ratings = studyRatingsOf(db, example.read, study.id);
    expect(ratings.issues!.probed).toHaveLength(6);
    const { issues } = alignment(ratings, { resamples: 20 });
    expect(issues).toMatchObject({ judged: 30, probed: 6, reports: { complete: 12, all: 12 } });
    for (const { probed, recall } of issues!.candidates) {
      expect(probed!.value).toBe(0);
      expect(recall.value).toBeCloseTo(24 / 30, 12);
    }
    for (const item of ratings.items.filter(({ itemId }) => ratings.issues!.probed.includes(itemId))) {
      expect(item.text).toBe('They clash.');
      expect(item.judges.map(({ state, label }) => [state, label])).toEqual(Array(3).fill(['judged', 'not-valid']));
    }
  });

  it('are merged with what judges report of the same passages', () => {
    const { db, example, ana, probe, units } = setUp();
    db.update(schema.verdict)
      .set({
        evidence: [1, 2].map((block) => ({ quote: '', place: { block, start: 0, end: 17 } }))
      })
      .where(eq(schema.verdict.kind, 'issue'))
      .run();
    expect(units()).toHaveLength(12);
    answer(db, ana, probe.id, () => both);
    closeStudy(db, example.manage, probe.id);
    expect(units()).toHaveLength(12);
  });

  it('are refused with the reason if a list is none, and what was typed is kept as a draft', () => {
    const { db, ana, probe } = setUp();
    const id = nextStudyAssignment(db, ana, probe.id)!;
    const studyItemId = openAssignment(db, ana, id)!.items[0]!.id;
    const commit = (label: string, note: string) => () =>
      commitVerdict(db, annotating(ana), {
        ...{ assignmentId: id, studyItemId, label, note, passages: [], seconds: 1, idempotencyKey: `none-${++keys}` }
      });
    const refusedIn = (column: string) =>
      expect.toSatisfy((e: unknown) => isRefusal(e) && e.problems[0]?.column === column);
    expect(commit('listed', 'It clashes.')).toThrow(refusedIn('note'));
    expect(openAssignment(db, ana, id)!.items[0]!.draft).toMatchObject({ note: 'It clashes.' });
    expect(commit('listed', '> A first paragraph.')).toThrow(refusedIn('note'));
    expect(commit('none', both.note)).toThrow(refusedIn('label'));
    expect(commit('none', 'Read twice.')().verdict).toMatchObject({ label: 'none' });
  });
});
