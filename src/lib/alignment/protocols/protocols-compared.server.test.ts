import { describe, expect, it } from 'vitest';
import { defaultRunOptions } from '../../scorer/runs/run-options.ts';
import { metricByName, metrics } from '../../scorer/suites/index.ts';
import { and, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { directRatingOf, protocolsCompared } from './protocols-compared.server.ts';
import { runAgain } from '../../studies/labels/second-run.fixture.ts';
import { judgeEverything, setUp } from '../../studies/reveal/revealing.fixture.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';

// People: q1 ¾ (a split counts ½), q2 0. The judge rules says ½ and ½, openai:m says 1 and 0.
const items: SampleItem[] = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
  { id: 'i2', query: 'q1', people: 'yn', judges: 'ny' },
  { id: 'i3', query: 'q2', people: 'nn', judges: 'nn' },
  { id: 'i4', query: 'q2', people: 'nn', judges: 'yn' }
];
const reports = ['report-q1', 'report-q2'];

function scene() {
  const { db } = memoryDatabase();
  const study = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items);
  reports.forEach((reportId, position) =>
    db.insert(schema.runReport).values({ runId: 'run-1', reportId, position }).run()
  );
  return { db, ...study, compared: () => protocolsCompared(db, study.reading, 'study') };
}

/** A run of direct ratings by one judge: for each report its ratings, one for each time that it was asked. */
function rate(db: Db, number: number, judgeId: string, ratings: readonly (readonly number[])[]): void {
  const runId = `run-${number}`;
  const { prompt } = metricByName(`${sampleMetric}-rating`);
  db.insert(schema.run)
    .values({
      ...{ id: runId, projectId: 'project', number, name: `Ratings ${number}`, versionId: 'version', status: 'done' },
      options: { ...defaultRunOptions, concurrency: 1, repeats: ratings[0]!.length },
      createdAt: number
    })
    .run();
  db.insert(schema.runMetric)
    .values({
      ...{ runId, metric: `${sampleMetric}-rating`, settings: {}, position: 0 },
      ...{ promptName: prompt.name, promptVersion: prompt.version, promptHash: prompt.hash }
    })
    .run();
  db.insert(schema.runJudge).values({ runId, judgeId, position: 0 }).run();
  ratings.forEach((given, position) => {
    const reportId = reports[position]!;
    db.insert(schema.runReport).values({ runId, reportId, position }).run();
    given.forEach((rating, repeat) =>
      db
        .insert(schema.verdict)
        .values({
          ...{ runId, reportId, judgeId, repeat, metric: `${sampleMetric}-rating`, item: 'rating', kind: 'rating' },
          ...{ state: 'judged', label: String(rating), rationale: '', evidence: [], at: number }
        })
        .run()
    );
  });
}

describe('the protocols of a study', () => {
  it('are compared for each judge that rated the reports in any run, in points', () => {
    const { db, compared } = scene();
    rate(db, 2, 'openai:m', [[8], [3]]);
    const found = compared();
    expect(found).toMatchObject({
      ...{ metric: sampleMetric, reports: 2, units: 4, why: null, run: { number: 1 } },
      direct: { metric: 'presentation-rating' }
    });
    expect(
      found.judges.map(({ judge, directRun, compared: both }) => [judge, directRun?.number, both?.reports])
    ).toEqual([
      ['rules', undefined, undefined],
      ['openai:m', 2, 2]
    ]);
    // Item by item 100 and 0 against 75 and 0; directly 80 and 30.
    const { distance, pairs, units } = found.judges[1]!.compared!;
    expect(distance.chosen.value).toBeCloseTo(12.5, 10);
    expect(distance.direct.value).toBeCloseTo(17.5, 10);
    expect([units, pairs.n]).toEqual([4, 0]);
    expect(found.judges[1]!.spread).toEqual({ chosen: null, direct: null });
  });

  it('take the newest ratings, and the spread from the newest run that asked more than once', () => {
    const { db, compared } = scene();
    rate(db, 2, 'openai:m', [
      [8, 6],
      [3, 3]
    ]);
    rate(db, 3, 'openai:m', [[10], [0]]);
    const [, judge] = compared().judges;
    expect(judge!.directRun).toMatchObject({ number: 3, name: 'Ratings 3' });
    expect(judge!.compared!.distance.direct.value).toBeCloseTo(12.5, 10);
    // Repeats 80, 60 and 30, 30: means 55 and 45.
    expect(judge!.spread.direct).toMatchObject({ repeats: 2, reports: 2, run: { number: 2 } });
    expect(judge!.spread.direct!.sdOfRunMeans).toBeCloseTo(Math.sqrt(50), 10);
    expect(judge!.spread.direct!.withinReportSd).toBeCloseTo(Math.sqrt(200) / 2, 10);
  });

  it('are compared for another run on the reports whose labels apply there', () => {
    const { db, read, study, ana, runId } = setUp();
    judgeEverything(db, ana);
    const again = runAgain(db, runId);
    const [first] = db.select().from(schema.verdict).where(eq(schema.verdict.runId, again.runId)).limit(1).all();
    const { verdict } = schema;
    db.delete(verdict)
      .where(and(eq(verdict.runId, again.runId), eq(verdict.reportId, first!.reportId)))
      .run();
    expect(protocolsCompared(db, read, study.id)).toMatchObject({ run: { number: 1 }, reports: 12, units: 60 });
    expect(protocolsCompared(db, read, study.id, again.runId)).toMatchObject({
      ...{ run: { number: 2 }, reports: 11, units: 55, why: null }
    });
  });

  it('are not compared if people were asked something else than the units of the metric', () => {
    const { db, compared } = scene();
    db.update(schema.study).set({ kind: 'user-preference' }).run();
    expect(compared()).toMatchObject({ judges: [], why: expect.stringContaining('do not define a score of a report') });
  });

  it('say why nothing can be compared', () => {
    const { db, compared } = scene();
    expect(compared().judges.every((judge) => judge.compared === null)).toBe(true);
    db.update(schema.study).set({ metric: 'depth' }).run();
    expect(compared().why).toContain('belong to no run');
    const { prompt } = metricByName('depth');
    db.update(schema.runMetric)
      .set({ metric: 'depth', promptName: prompt.name })
      .where(eq(schema.runMetric.runId, 'run-1'))
      .run();
    expect(compared().why).toBe('The labels of this study do not define a score of a report in Analysis depth.');
  });

  it('have a direct rating beside every metric of DeepEval, and none beside a direct rating', () => {
    const chosen = metrics.filter(({ protocol }) => protocol.unit.kind !== 'rating').map(({ name }) => name);
    expect(chosen.slice(0, 6).map((name) => directRatingOf(name)?.name)).toEqual(
      chosen.slice(0, 6).map((name) => `${name}-rating`)
    );
    expect(directRatingOf('coverage-rating')).toBeNull();
  });
});
