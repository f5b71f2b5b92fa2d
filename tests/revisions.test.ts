import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { reportRevisions } from '../src/lib/scorer/report/revisions/report-revisions.server.ts';
import { wordsChanged } from '../src/lib/scorer/report/revisions/words-changed.ts';
import { archiveThing } from '../src/lib/server/managing/archiving.ts';
import { labelFit } from '../src/lib/studies/labels/label-fit.server.ts';
import { studyLabels } from '../src/lib/studies/labels/labels.server.ts';
import { runAgain } from '../src/lib/studies/labels/second-run.fixture.ts';
import { judgeEverything, setUp } from '../src/lib/studies/reveal/revealing.fixture.ts';
import { importReports, listReports } from '../src/lib/verification/benchmark/reports.server.ts';

const original = '# On q1\n\nA first paragraph.\n\nA second paragraph.';
const corrected = '# On q1\n\nA first paragraph, corrected in 2025.\n\nA paragraph.';

/** A labelled study of run 1; then the first report on q1 is corrected twice, and run 2 judges the second text. */
function revised() {
  const world = setUp();
  const { db, manage, read, ana, runId } = world;
  judgeEverything(db, ana);
  const { id, system } = listReports(db, read, { qid: 'q1' })[0]!;
  const correct = (markdown: string): string => {
    const report = { system, qid: 'q1', markdown, source: 'fixed.md', collectedAt: null, queryText: null };
    importReports(db, manage, [report], { corrected: true });
    return listReports(db, read, { qid: 'q1' }).find((one) => one.system === system)!.id;
  };
  db.run(sql`INSERT INTO run_report SELECT ${runId}, id, row_number() OVER () FROM report`);
  const second = correct(corrected);
  const again = runAgain(db, runId);
  const judge = (run: string, text: string, inPlaceOf: string): void => {
    for (const table of ['run_report', 'verdict'])
      db.run(sql`UPDATE ${sql.raw(table)} SET report_id = ${text} WHERE run_id = ${run} AND report_id = ${inPlaceOf}`);
  };
  judge(again.runId, second, id);
  return { ...world, id, second, again, correct, judge };
}

describe('the revisions of a report', () => {
  it('are told with who imported them, the words changed, and the runs and studies that rest on each text', () => {
    const { db, read, id, second, correct, study } = revised();
    const third = correct(original);
    const revisions = reportRevisions(db, read, second);
    expect(revisions.map(({ id: one, revision }) => [one, revision])).toEqual([
      [third, 3],
      [second, 2],
      [id, 1]
    ]);
    expect(revisions.map(({ runs, studies }) => [runs, studies])).toEqual([
      [[], []],
      [[2], []],
      [[1], [study.number]]
    ]);
    // “corrected”, “in”, “2025” came, “second” went; and back again.
    expect(revisions.map(({ changed }) => changed)).toEqual([{ added: 1, removed: 3 }, { added: 3, removed: 1 }, null]);
    expect(revisions.map(({ importedBy }) => importedBy)).toEqual(['command line', 'command line', null]);
    expect(reportRevisions(db, read, id)).toEqual(revisions);
  });

  it('leave out runs in the archive', () => {
    const { db, manage, read, id, second, again } = revised();
    archiveThing(db, manage, 'run', again.runId);
    expect(reportRevisions(db, read, id).find((one) => one.id === second)!.runs).toEqual([]);
  });

  it('are refused to a project that does not have the report', () => {
    const [mine, other] = [revised(), setUp()];
    expect(() => reportRevisions(other.db, other.read, mine.id)).toThrow(/no such report/);
  });

  it('keep their labels: those on one text apply to each run that judged this text, and to no run of another', () => {
    const { db, read, study, again, second, id, correct, judge } = revised();
    expect(labelFit(db, read, study.id, again.runId)).toEqual({
      ...{ total: 60, apply: 55 },
      excluded: [{ reason: 'report', n: 5 }]
    });
    expect(studyLabels(db, read, study.id, { runId: again.runId }).map(({ reportId }) => reportId)).not.toContain(id);
    // The third revision brings the first text back: the labels on it apply again, though it is another revision.
    judge(again.runId, correct(original), second);
    expect(labelFit(db, read, study.id, again.runId)).toEqual({ total: 60, apply: 60, excluded: [] });
    expect(labelFit(db, read, study.id, study.runId!)).toMatchObject({ total: 60, apply: 60 });
  });
});

describe('words changed', () => {
  it('are counted wherever they stand: 2 of 5 came, 1 of 4 went', () => {
    expect(wordsChanged('the heat is high', 'is the heat very low')).toEqual({ added: 2, removed: 1 });
  });

  it('are none if words only moved, and each one if there was no text', () => {
    expect(wordsChanged('a b c', 'c a b')).toEqual({ added: 0, removed: 0 });
    expect(wordsChanged('', 'a b c')).toEqual({ added: 3, removed: 0 });
    expect(wordsChanged('a b c', '')).toEqual({ added: 0, removed: 3 });
  });

  it('are characters in Chinese', () => {
    expect(wordsChanged('热浪很强', '热浪很弱，2024')).toEqual({ added: 2, removed: 1 });
  });

  it('turn round with the order of the texts', () => {
    const [there, back] = [wordsChanged(original, corrected), wordsChanged(corrected, original)];
    expect(there).toEqual({ added: back.removed, removed: back.added });
  });
});
