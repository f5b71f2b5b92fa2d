import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { isOfRun } from '../../studies/study/study-of-run.server.ts';
import { insertSampleStudy } from '../units/sample-study.fixture.ts';
import { procedureFacts } from './procedure-facts.server.ts';

it('the facts of a study hold the length of every report of its run, however many were counted before', () => {
  const { db } = memoryDatabase();
  const items = Array.from({ length: 45 }, (_, i) => ({ id: `i${i}`, query: `q${i}`, people: 'y', judges: 'y' }));
  const { reading } = insertSampleStudy(db, ['ann'], ['rules'], items);
  items.forEach(({ query }, position) =>
    db
      .insert(schema.runReport)
      .values({ runId: 'run-1', reportId: `report-${query}`, position })
      .run()
  );
  const study = db.select().from(schema.study).where(eq(schema.study.id, 'study')).get()!;
  if (!isOfRun(study)) throw new Error('the sample study requires a run');
  expect(db.select().from(schema.reportLength).all()).toEqual([]);
  const { words } = procedureFacts(db, reading, study, yesNo);
  expect(Object.keys(words)).toHaveLength(45);
  expect(procedureFacts(db, reading, study, yesNo).words).toEqual(words);
});
