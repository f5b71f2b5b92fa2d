import { refuse } from '../lib/errors.ts';
import type { ProjectResource } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';

/** The project that was named; without a name the only one there is. */
export async function projectOf(db: Db, slug: string | undefined): Promise<ProjectResource> {
  const { operator } = await import('../lib/server/auth/authorize.ts');
  const { projectsOf } = await import('../lib/server/projects.ts');
  const { projectNamed } = await import('./project-named.ts');
  if (slug !== undefined) return { kind: 'project', id: projectNamed(db, slug).id };
  const all = projectsOf(db, operator);
  const [only] = all;
  return only && all.length === 1
    ? { kind: 'project', id: only.id }
    : refuse.invalid(
        `Specify the project with --project. Projects: ${all.map((one) => one.slug).join(', ') || 'none'}.`
      );
}
