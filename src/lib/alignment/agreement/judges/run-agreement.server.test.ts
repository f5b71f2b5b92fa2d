import { expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { alignmentReport } from '../../report/report.server.ts';
import { runAgreement } from './run-agreement.server.ts';
import { insertSampleStudy, sampleMetric } from '../../units/sample-study.fixture.ts';

it('judges are compared on every unit that the run scored, not only on those sampled for people', () => {
  const { db } = memoryDatabase();
  const study = insertSampleStudy(
    db,
    ['ann'],
    ['a', 'b'],
    [
      { id: 'i1', query: 'q1', people: 'y', judges: 'yy' },
      { id: 'i2', query: 'q2', people: 'n', judges: 'nn' }
    ]
  );
  // Two items that were not sampled: on one the judges differ, on the other one of them failed.
  for (const [item, labels] of Object.entries({ i3: ['yes', 'no'], i4: ['yes', null] }))
    labels.forEach((label, at) =>
      db
        .insert(schema.verdict)
        .values({
          ...{ runId: 'run-1', reportId: 'report-q1', metric: sampleMetric, judgeId: ['a', 'b'][at]!, item, label },
          ...{ state: label === null ? 'unscored' : 'judged', rationale: '', evidence: [], at: 1 },
          reason: label === null ? 'HTTP 500' : null
        })
        .run()
    );
  expect(alignmentReport(db, study.reading, study.studyId).report.allJudgesAgree).toMatchObject({ value: 1, n: 2 });
  const found = runAgreement(db, study.reading, study.studyId)!;
  expect(found).toMatchObject({ units: 4, queries: 2, all: { value: 2 / 3, n: 3, clusters: 2 } });
  expect(found.pairs).toMatchObject([{ a: { name: 'a' }, b: { name: 'b' }, equal: { value: 2 / 3, n: 3 } }]);
  expect(found.all.low).toBeLessThan(2 / 3);
});
