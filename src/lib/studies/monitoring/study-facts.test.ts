import { expect, it } from 'vitest';
import { isRefusal } from '../../errors.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import { planStudy } from '../planning/planning.server.ts';
import { studyFacts } from './study-facts.server.ts';
import { createStudy } from '../planning/studies.server.ts';

it('says of a study what its plan said, and who made it', () => {
  const { db } = memoryDatabase();
  const { projectId, read, input, lead } = exampleRun(db);
  const manage = authorize(lead, { kind: 'project', id: projectId }, 'manage');
  const { sampled, people } = planStudy(db, manage, input());
  const study = createStudy(db, manage, input());
  const facts = studyFacts(db, read, study.id);
  expect(facts).toMatchObject({ maker: lead.name, items: sampled.units, someDiffer: sampled.someDiffer, revealed: 0 });
  expect(facts.reports).toBe(12);
  expect(facts.handedOut).toBe(people.reduce((sum, { reports }) => sum + reports, 0));
});

it('names no person if the command line made the study', () => {
  const { db } = memoryDatabase();
  const { manage, read, input } = exampleRun(db);
  expect(studyFacts(db, read, createStudy(db, manage, input()).id).maker).toBeNull();
});

it('does not know the study of another project', () => {
  const { db } = memoryDatabase();
  const { manage, input } = exampleRun(db);
  const other = exampleRun(db);
  const study = createStudy(db, manage, input());
  const reading = authorize(other.lead, { kind: 'project', id: other.projectId }, 'read-results');
  expect(() => studyFacts(db, reading, study.id)).toThrow(
    expect.toSatisfy((e: unknown) => isRefusal(e) && e.code === 'not-found')
  );
});
