import type { PageServerLoad } from './$types';
import { may } from '$lib/server/auth/authorize.ts';
import { projectsOf } from '$lib/server/projects.ts';
import { personOf } from './grants.ts';
import { studyQueue } from './my-queue.ts';
import { ownWork } from './p/[project]/verification/rooms.ts';

export const load: PageServerLoad = ({ locals }) => {
  const person = personOf(locals);
  const studies = studyQueue(locals.db, person, locals.language);
  return {
    crumbs: [],
    admin: person.admin,
    projects: projectsOf(locals.db, person).map((project) => ({
      slug: project.slug,
      name: project.name,
      description: project.description,
      demo: project.demo,
      roles: person.roles.get(project.id) ?? [],
      leads: may(person, { kind: 'project', id: project.id }, 'manage'),
      studies: studies.filter((study) => study.slug === project.slug),
      work: ownWork(locals.db, person, { kind: 'project', id: project.id }).filter(({ open, free }) => open + free > 0)
    }))
  };
};
