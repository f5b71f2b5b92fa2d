import { expect, it } from 'vitest';
import { archiveThing } from '$lib/server/managing/archiving.ts';
import { scene } from '$lib/verification/rounds/project.fixture.server.ts';
import { grantFor } from './grants.ts';

it('members of a project in the archive are told so; its leads still enter, and others learn of no project', () => {
  const { db, project, lead, as } = scene();
  const { db: elsewhere, as: stranger } = scene(db);
  const asked = (actor: ReturnType<typeof as>) => () =>
    grantFor({ locals: { db: elsewhere, actor } as App.Locals, params: { project: project.slug } }, 'enter');
  const [annotator, viewer] = [as('annotator'), as('viewer')];
  expect(asked(annotator)().project.id).toBe(project.id);
  archiveThing(db, lead, 'project', project.id);
  for (const member of [annotator, viewer])
    expect(asked(member)).toThrow('The project is in the archive. A lead of it can restore it.');
  expect(asked(as('lead'))().project.id).toBe(project.id);
  expect(asked(stranger('annotator'))).toThrow('There is no such project');
});
