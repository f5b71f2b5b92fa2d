import { expect, it } from 'vitest';
import type { Person, Role } from '$lib/server/auth/authorize.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { schema } from '$lib/server/db/client.ts';
import { createStudy } from '$lib/studies/planning/studies.server.ts';
import { exampleRun } from '$lib/studies/planning/example-run.fixture.ts';
import { adjudicatorOf } from './adjudicator.ts';

it('an adjudicator who also views results adjudicates an open study, as one without that role does', () => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const { number } = createStudy(db, run.manage, run.input());
  const { slug } = db.select().from(schema.project).get()!;
  const numberFor = (roles: Role[]) => {
    const actor: Person = {
      ...{ kind: 'person', id: 'ada', name: 'Ada', email: '', admin: false },
      roles: new Map([[run.projectId, roles]])
    };
    return adjudicatorOf({
      locals: { db, actor } as unknown as App.Locals,
      params: { project: slug, study: String(number) }
    }).number;
  };
  expect(numberFor(['adjudicator'])).toBe(number);
  expect(numberFor(['adjudicator', 'viewer'])).toBe(number);
  expect(() => numberFor(['viewer'])).toThrow(/adjudicators/);
});
