import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { attentionForJudges } from './attention.server.ts';

const judge = 'openai:gpt-5';
const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** A project that has adopted a judge of OpenAI's, served `gpt-5-2025-08-07` in the run. */
const adopted = () => {
  const { db } = memoryDatabase();
  const study = insertSampleStudy(db, ['ann', 'bob'], [judge], [
    { id: 'i1', query: 'q1', people: 'yy', judges: 'y' },
    { id: 'i2', query: 'q2', people: 'nn', judges: 'n' }
  ]); // prettier-ignore
  db.update(schema.judge).set({ provider: 'openai', model: 'gpt-5' }).where(eq(schema.judge.id, judge)).run();
  insertCall(db, 'gpt-5-2025-08-07', at('2026-11-01'));
  liftEmbargo(db, study.managing, 'study');
  const input = { studyId: 'study', metric: sampleMetric, outcome: 'adopt', judgeIds: [judge], rule: 'single' };
  recordAdoption(db, study.managing, { ...input, reason: 'Agrees.' }, { resamples: 10 });
  return { db, due: (day: string) => attentionForJudges(db, study.reading, at(day), 'en') };
};

const insertCall = (db: Db, modelVersion: string, when: number): void =>
  void db
    .insert(schema.call)
    .values({
      ...{ runId: 'run-1', reportId: 'report-q1', metric: sampleMetric, judgeId: judge, key: modelVersion },
      ...{ outcome: 'reply', attempts: 1, cached: false, modelVersion, milliseconds: 1, at: when }
    })
    .run();

it('an adopted judge that ends is due from eight weeks before its end on, and named as ended afterwards', () => {
  const { due } = adopted();
  expect(due('2026-10-15')).toEqual([]);
  expect(due('2026-10-17')).toMatchObject([{ kind: 'ends', fact: 'gpt-5 ends on 11 Dec 2026, in 55 days' }]);
  expect(due('2026-11-23')).toMatchObject([
    {
      fact: 'gpt-5 ends on 11 Dec 2026, in 18 days',
      reason: `${judge} is adopted for presentation and organization. Compare successors on the existing labels.`
    }
  ]);
  expect(due('2026-12-12')).toMatchObject([{ kind: 'ended', fact: 'gpt-5 ended on 11 Dec 2026' }]);
});

it('a served version that changed comes first, with the calls on each side and the page to decide on', () => {
  const { db, due } = adopted();
  insertCall(db, 'gpt-5-2025-11-01', at('2026-11-05'));
  expect(due('2026-11-23')[0]).toEqual({
    kind: 'changed',
    fact: 'A judge adopted for Presentation and organization was served another model version',
    reason: `${judge} was served another model version: 1 call by gpt-5-2025-08-07 until 1 Nov 2026 and 1 call by gpt-5-2025-11-01 since 5 Nov 2026. The adoption is re-opened.`,
    metric: sampleMetric,
    action: { label: 'Review adoption', href: `/judges#reopened-${sampleMetric}` }
  });
});
