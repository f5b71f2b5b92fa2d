import { may, type Person } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { projectsOf } from '$lib/server/projects.ts';

/**
 * Where a person begins who signs in without having asked for a page: on the list of projects. In the demo, a lead begins in the
 * project that tells its story, which is the one made last.
 */
export function landingOf(db: Db, person: Person): string {
  const projects = projectsOf(db, person);
  if (projects.length < 2 || !projects.every(({ demo }) => demo)) return '/';
  const [last] = projects
    .filter(({ id }) => may(person, { kind: 'project', id }, 'manage'))
    .sort((a, b) => b.createdAt - a.createdAt);
  return last ? `/p/${last.slug}` : '/';
}
