import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { authorize, instance, operator, type Person, type Role } from '../../lib/server/auth/authorize.ts';
import { schema } from '../../lib/server/db/client.ts';
import { memoryDatabase } from '../../lib/server/db/memory.fixture.ts';
import { createProject } from '../../lib/server/projects.ts';
import { landingOf } from './landing.ts';

const administer = authorize(operator, instance, 'administer');

function demoAnd(projects: readonly { name: string; demo: boolean }[]) {
  const { db } = memoryDatabase();
  const ids = projects.map((project, at) => {
    const { id } = createProject(db, administer, project);
    // Two are made within one millisecond here, and seconds apart when the demo is loaded.
    db.update(schema.project).set({ createdAt: at }).where(eq(schema.project.id, id)).run();
    return id;
  });
  const personAs = (role: Role): Person => ({
    ...{ kind: 'person', id: 'ines', name: 'Ines', email: 'ines@x.example', admin: false },
    roles: new Map(ids.map((id) => [id, [role]]))
  });
  return { landing: (role: Role) => landingOf(db, personAs(role)) };
}

it('a lead of the demo begins in the project that tells its story, all others on the list of projects', () => {
  const demo = demoAnd([
    { name: 'Pages', demo: true },
    { name: 'Story', demo: true }
  ]);
  expect(demo.landing('lead')).toBe('/p/story');
  expect(demo.landing('annotator')).toBe('/');
});

it('a person who has a project of their own, or only one of the demo, begins on the list of projects', () => {
  const own = [
    { name: 'Story', demo: true },
    { name: 'Ours', demo: false }
  ];
  expect(demoAnd(own).landing('lead')).toBe('/');
  expect(demoAnd(own.slice(0, 1)).landing('lead')).toBe('/');
});
