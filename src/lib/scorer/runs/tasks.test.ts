import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { RunDriver } from './driving/driver.server.ts';
import { planned, scene, sourcesOf, yes } from './runs.fixture.ts';
import { samplesOf, tasksOf } from './tasks.server.ts';

describe('the tasks of a run', () => {
  const given = scene();
  const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
  const run = planned(given, driver);
  const texts = new Map(
    given.db
      .select({ id: schema.report.id, markdown: reportMarkdown })
      .from(schema.report)
      .all()
      .map(({ id, markdown }) => [id, markdown])
  );

  it('hold the texts of their reports, read at once or later, also if they are copied or written down', () => {
    const samples = samplesOf(given.db, run);
    expect(samples).toHaveLength(4);
    for (const { report } of samples) {
      const { id, markdown } = report;
      expect(markdown).toBe(texts.get(id));
      expect({ ...report }).toEqual({ id, markdown, collectedAt: null });
      expect(JSON.parse(JSON.stringify(report))).toEqual({ id, markdown, collectedAt: null });
    }
  });

  it('come in the order of their reports’ ids, samples in that in which they were chosen', () => {
    const judges = [driver.judge({ provider: 'scripted', model: 'yes' })];
    const ids = tasksOf(given.db, run, judges).map(({ sample }) => sample.report.id);
    expect(ids).toEqual([...given.reportIds].sort());
    expect(samplesOf(given.db, run).map(({ report }) => report.id)).toEqual(given.reportIds);
  });

  it('of one report follow each other under all metrics, so that it is read once for all of them', () => {
    const two = planned(given, driver, { metrics: ['presentation', 'consistency'] });
    const judges = [driver.judge({ provider: 'scripted', model: 'yes' })];
    const ids = [...given.reportIds].sort();
    expect(tasksOf(given.db, two, judges).map(({ sample, metric }) => [sample.report.id, metric.name])).toEqual(
      ids.flatMap((id) => [
        [id, 'presentation'],
        [id, 'consistency']
      ])
    );
  });
});
