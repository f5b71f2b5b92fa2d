import { expect, it } from 'vitest';
import { metricByName } from '../../scorer/suites/index.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { yesNo, type LabelScale } from '../../studies/labels/label-scale.ts';
import type { Rule } from '../ensembles/ensembles.ts';
import { insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { reportsOfBoth } from './ensemble-scores.server.ts';

const judges = ['a', 'b', 'c'];

/** Two reports that three judges judged; one of them fails on an item. */
const scored = (scale: LabelScale = yesNo) => {
  const { db } = memoryDatabase();
  insertSampleStudy(db, ['ann'], judges, [
    { id: 'i1', query: 'q1', people: 'y', judges: 'ynn' },
    { id: 'i2', query: 'q1', people: 'y', judges: 'nyn' },
    { id: 'i3', query: 'q1', people: 'y', judges: 'yyn' },
    { id: 'i4', query: 'q2', people: 'y', judges: 'yyy' },
    { id: 'i5', query: 'q2', people: 'y', judges: 'nn?' }
  ]); // prettier-ignore
  for (const [position, { id: reportId }] of db.select().from(schema.report).all().entries())
    db.insert(schema.runReport).values({ runId: 'run-1', reportId, position }).run();
  const run = { id: 'run-1' };
  return (rule: Rule) =>
    reportsOfBoth(db, metricByName(sampleMetric), scale, {
      adopted: { run, ensemble: { rule, judgeIds: judges } },
      candidate: { run, ensemble: { rule: 'single', judgeIds: ['a'] } }
    });
};

it('items are combined by the rule as adopted, not by the mean of the judges: a majority of one in three items', () => {
  const of = scored();
  const first = (rule: Rule) => of(rule).reports.find(({ query }) => query === 'q1')!.adopted;
  expect(of('majority').combined).toBe('items');
  expect(first('majority')).toBeCloseTo(1 / 3, 12);
  expect(first('average')).toBeCloseTo(4 / 9, 12);
  expect(first('any')).toBe(1);
  expect(first('all')).toBe(0);
});

it('both sides are compared on the items that both answered, and a failed judge leaves its item out', () => {
  const second = scored()('majority').reports.find(({ query }) => query === 'q2')!;
  expect(second).toMatchObject({ system: 'Tern', adopted: 1, candidate: 1 });
});

it('if people were asked something else than the items, the judges’ scores of a report are combined', () => {
  const points: LabelScale = { level: 'interval', low: 0, high: 2 };
  const { combined, reports } = scored(points)('median');
  expect(combined).toBe('scores');
  // Of three items a and b pass two each, and c none; the median is two of three.
  expect(reports.find(({ query }) => query === 'q1')!.adopted).toBeCloseTo(2 / 3, 12);
});
