import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { authorize, instance, operator } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { createProject } from '../../../server/projects.ts';
import { metricByName } from '../index.ts';
import { addRubric, listRubrics, readStoredRubric, rubricSuite } from './rubrics.server.ts';

const text = (
  title: string
) => `{"format":"voirdire-rubric/1","name":"kept","version":"1","title":"${title}","question":"q",
"aggregation":{"kind":"weighted-mean"},"criteria":[{"text":"a"}]}`;

it('a rubric is kept once, recorded, offered as a metric of its project alone, and read back word for word', () => {
  const { db } = memoryDatabase();
  const [first, second] = ['One', 'Two'].map((name) =>
    createProject(db, authorize(operator, instance, 'administer'), { name })
  );
  if (first === undefined || second === undefined) throw new Error('no projects');
  const grant = authorize(operator, { kind: 'project', id: first.id }, 'manage');
  expect(rubricSuite(db, first.id)).toBeNull();
  const added = [text('Kept'), text('Kept'), text('Kept, with other words')].map((one) => addRubric(db, grant, one));
  expect(added.map((one) => one.added)).toEqual([true, false, true]);
  const names = listRubrics(db, first.id).map(({ metric }) => metric);
  expect(new Set(names).size).toBe(2);
  expect(rubricSuite(db, first.id)?.metrics.map(({ name }) => name)).toEqual(names);
  expect(rubricSuite(db, second.id)).toBeNull();
  expect(metricByName(names[0] ?? '').protocol.unit).toMatchObject({
    kind: 'criterion',
    labels: ['yes', 'no'],
    scale: { level: 'binary' }
  });
  const reading = authorize(operator, grant.resource, 'read-results');
  expect(readStoredRubric(db, reading, names[0] ?? '').title).toBe('Kept');
  expect(readStoredRubric(db, reading, names[1] ?? '').title).toBe('Kept, with other words');
  const elsewhere = authorize(operator, { kind: 'project', id: second.id }, 'read-results');
  expect(() => readStoredRubric(db, elsewhere, names[0] ?? '')).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(db.select().from(schema.audit).where(eq(schema.audit.action, 'rubric.add')).all()).toHaveLength(2);
  expect(() => addRubric(db, grant, '{}', 'x.json')).toThrow('The rubric x.json cannot be used.');
});
