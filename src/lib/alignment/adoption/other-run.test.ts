import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { runAgain } from '../../studies/labels/second-run.fixture.ts';
import { judgeEverything, setUp } from '../../studies/reveal/revealing.fixture.ts';
import { liftEmbargo, preregister } from '../preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import { alignmentReport } from '../report/report.server.ts';
import { recordAdoption } from './adoptions.server.ts';
import { currentAdoption } from './decisions.server.ts';

const quick = { resamples: 20 };

/** Ana says yes to all 60 items; in a second run the first judge comes in a new version that says yes as well. */
function judgedAgain() {
  const world = setUp();
  judgeEverything(world.db, world.ana);
  const again = runAgain(world.db, world.runId, ({ judge }) => (judge === 0 ? 'yes' : undefined));
  return { ...world, again };
}

describe('the report of a study with the judges of another run', () => {
  it('compares the labels with what that run’s judges said, and says where they come from', () => {
    const { db, read, study, again } = judgedAgain();
    const { header, report } = alignmentReport(db, read, study.id, { ...quick, runId: again.runId });
    expect(header).toMatchObject({
      run: { number: 2, name: 'Second run' },
      carriedOver: { from: { number: 1, name: 'First run' }, fit: { total: 60, apply: 60, excluded: [] } }
    });
    const single = (of: typeof report) =>
      of.candidates.find(({ judgeIds, rule }) => rule === 'single' && judgeIds[0] === again.judgeId);
    expect(single(report)?.agreement).toMatchObject({ value: 1, n: 60 });
    const own = alignmentReport(db, read, study.id, quick);
    expect(own.header.carriedOver).toBeUndefined();
    expect(single(own.report)).toBeUndefined();
    expect(alignmentReport(db, read, study.id, { ...quick, runId: study.runId! })).toEqual(own);
  });

  it('is refused with counts if no label applies', () => {
    const { db, read, study, again } = judgedAgain();
    db.delete(schema.verdict).where(eq(schema.verdict.runId, again.runId)).run();
    expect(() => alignmentReport(db, read, study.id, { ...quick, runId: again.runId })).toThrow(
      'The labels of this study do not apply to this run: 0 of 60 labelled items still apply; excluded: the run does not judge the report (60).'
    );
  });
});

describe('a decision on the judges of another run', () => {
  it('adopts them by what was preregistered of the study, records the run and how many labels applied, and says if the run is late', () => {
    const { db, read, manage, study, again } = judgedAgain();
    const own = studyProcedure(db, read, study.id, quick);
    const [first, second, third] = own.header.judges.map(({ judgeId }) => judgeId);
    const analysisPlan = { ...defaultAnalysisPlan([first!, second!]), target: 0.7, floor: 0.6 };
    preregister(db, manage, study.id, { ...typedAs(analysisPlan), reason: '' });
    liftEmbargo(db, manage, study.id);
    const late = { createdAt: Date.now() + 1 };
    db.update(schema.run).set(late).where(eq(schema.run.id, again.runId)).run();
    const there = studyProcedure(db, read, study.id, { ...quick, runId: again.runId });
    expect(there.procedure.verdict.text).toContain('Run 2 was started after the labels had been unblinded.');
    expect(own.procedure.verdict.text).not.toContain('was started after');
    // The numbers hold for the new judge; the judge that the plan left out stays out.
    expect(there.procedure.analysisPlan).toEqual({ ...analysisPlan, judges: [again.judgeId, second] });
    expect(there.procedure.analysisPlan.judges).not.toContain(third);

    const input = {
      ...{ studyId: study.id, metric: study.metric, outcome: 'adopt', judgeIds: [again.judgeId], rule: 'single' },
      reason: 'The new version agrees as well.'
    };
    expect(() => recordAdoption(db, manage, input, quick)).toThrow('No decision was recorded.');
    recordAdoption(db, manage, { ...input, runId: again.runId, seen: there.procedureHash }, quick);
    expect(currentAdoption(db, read, study.metric)).toMatchObject({
      runId: again.runId,
      ensemble: { judges: [{ judgeId: again.judgeId }] },
      figures: { candidate: { agreement: { value: 1, n: 60 } } }
    });
    const [entry] = db.select().from(schema.audit).where(eq(schema.audit.action, 'ensemble.adopt')).all();
    expect(entry?.detail).toMatchObject({ run: 2, labels: { total: 60, apply: 60, excluded: [] } });
  });
});
