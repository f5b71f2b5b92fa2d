import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { newId } from '../../server/db/id.ts';
import { exampleRun } from '../../studies/planning/example-run.fixture.ts';
import type { ImportedStudy, ImportedStudyItem } from '../../studies/labels/imported.ts';
import { importStudies } from '../../studies/labels/imported-studies.server.ts';
import { labelFit } from '../../studies/labels/label-fit.server.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import { comparedRuns } from '../comparison/compared-runs.server.ts';
import { recordAdoption } from './adoptions.server.ts';
import { currentAdoption } from './decisions.server.ts';

const quick = { resamples: 20 };
const columns = { item: 'item', label: 'label', cluster: 'query', system: 'system' };

interface Place {
  qid: string;
  system: string;
  item: string;
}

/** Verdicts of the first judge of the example run, as labels of two people in a file; `named` gives the file's name for an item. */
const fileOf = (db: Db, runId: string, named: (place: Place, at: number) => Place): ImportedStudy => {
  const { verdict, report, query, system, runJudge } = schema;
  const rows = db
    .select({ qid: query.qid, system: system.name, item: verdict.item, label: verdict.label })
    .from(verdict)
    .innerJoin(runJudge, and(eq(runJudge.runId, verdict.runId), eq(runJudge.judgeId, verdict.judgeId)))
    .innerJoin(report, eq(report.id, verdict.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(and(eq(verdict.runId, runId), eq(verdict.metric, 'coverage'), eq(runJudge.position, 0)))
    .all();
  return {
    ...{ name: 'From a spreadsheet', metric: 'coverage', file: 'labels.csv', columns },
    scale: { level: 'binary', labels: ['Yes', 'No'] },
    raters: [
      { name: 'Ann', judge: false },
      { name: 'Bob', judge: false }
    ],
    items: rows.map(({ label, ...place }, at): ImportedStudyItem => {
      const { qid: cluster, ...there } = named(place, at);
      const said = label === 'yes' ? 'Yes' : 'No';
      return { ...there, cluster, category: null, stratum: null, inclusionProbability: 1, labels: [said, said] };
    })
  };
};

const open = (named: (place: Place, at: number) => Place = (place) => place, change: Partial<ImportedStudy> = {}) => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const [study] = importStudies(db, run.manage, [{ ...fileOf(db, run.runId, named), ...change }]);
  liftEmbargo(db, run.manage, study!.id);
  return { db, ...run, study: study! };
};

describe('labels from a file with the judges of a run', () => {
  it('are found by query, system and the key or the wording of the item', () => {
    const { db, read, study, runId } = open((place, at) =>
      at % 2 === 0 ? place : { ...place, item: ` does the report settle  point ${place.item} of ${place.qid}?` }
    );
    expect(labelFit(db, read, study.id, runId)).toEqual({ total: 60, apply: 60, excluded: [] });
    const { header, report } = studyProcedure(db, read, study.id, { ...quick, runId });
    expect(header).toMatchObject({ run: { number: 1 }, file: 'labels.csv', carriedOver: { from: null } });
    const [first, second] = header.judges.map(({ judgeId }) =>
      report.candidates.find(({ judgeIds, rule }) => rule === 'single' && judgeIds[0] === judgeId)!
    );
    expect(first!.agreement).toMatchObject({ value: 1, n: 60 });
    expect(second!.agreement.value).toBeGreaterThan(0.5);
    expect(second!.agreement.value).toBeLessThan(1);
  });

  it('count what does not apply, by its reason, and never use it', () => {
    const { db, read, study, runId } = open((place, at) =>
      at === 0
        ? { ...place, qid: 'q9' }
        : at === 1
          ? { ...place, system: 'another' }
          : at === 2
            ? { ...place, item: 'Does it settle something else?' }
            : at === 3
              ? { ...place, system: '' }
              : place
    );
    const fit = labelFit(db, read, study.id, runId);
    expect(fit).toMatchObject({ total: 60, apply: 56 });
    expect(Object.fromEntries(fit.excluded.map(({ reason, n }) => [reason, n]))).toEqual({
      'report-missing': 2,
      item: 1,
      unnamed: 1
    });
    expect(studyProcedure(db, read, study.id, { ...quick, runId }).report.scope.items).toHaveLength(56);
  });

  it('are about the revision of a report that was the newest when they came', () => {
    const { db, read, study, runId } = open();
    const [changed] = db.select().from(schema.report).limit(1).all();
    db.update(schema.report)
      .set({ replacedAt: study.createdAt - 1 })
      .where(eq(schema.report.id, changed!.id))
      .run();
    expect(labelFit(db, read, study.id, runId)).toEqual({
      ...{ total: 60, apply: 55 },
      excluded: [{ reason: 'report', n: 5 }]
    });
    // A text that replaced it after the labels had come is not what they are about either, but the run judged the old one.
    db.update(schema.report)
      .set({ replacedAt: study.createdAt + 1 })
      .where(eq(schema.report.id, changed!.id))
      .run();
    expect(labelFit(db, read, study.id, runId)).toMatchObject({ apply: 60 });
  });

  it('apply nowhere if the file names no query, or the run scores another metric', () => {
    const { cluster: _, ...without } = columns;
    const unnamed = open(undefined, { columns: without });
    expect(labelFit(unnamed.db, unnamed.read, unnamed.study.id, unnamed.runId)).toMatchObject({
      ...{ apply: 0, excluded: [{ reason: 'unnamed', n: 60 }] }
    });
    const other = open(undefined, { metric: 'coherence' });
    expect(() => studyProcedure(other.db, other.read, other.study.id, { ...quick, runId: other.runId })).toThrow(
      '0 of 60 labelled items still apply; excluded: the run does not score the metric (60)'
    );
    expect(() => labelFit(other.db, other.read, other.study.id, newId())).toThrow('no such run');
  });

  it('lead to an adoption of that run’s judges, and without a run to none', () => {
    const { db, read, manage, study, runId } = open();
    const { header } = studyProcedure(db, read, study.id, { ...quick, runId });
    const judgeIds = [header.judges[0]!.judgeId];
    const input = { studyId: study.id, metric: 'coverage', outcome: 'adopt', judgeIds, rule: 'single', reason: 'They agree.' }; // prettier-ignore
    expect(() => recordAdoption(db, manage, input, quick)).toThrow('choose that run');
    recordAdoption(db, manage, { ...input, runId }, quick);
    expect(currentAdoption(db, read, 'coverage')).toMatchObject({ runId, ensemble: { judges: [{ judgeId: judgeIds[0] }] } }); // prettier-ignore
    expect(comparedRuns(db, read, study.number, { runs: [1] })).toMatchObject({ asked: 60, runs: [{ fit: { apply: 60 } }] }); // prettier-ignore
  });
});
