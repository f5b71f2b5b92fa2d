import type { PageServerLoad } from './$types';
import { may } from '$lib/server/auth/authorize.ts';
import { projectsOf } from '$lib/server/projects.ts';

/** The page behind every refusal of the guard; it says only what this person may know. */
export const load: PageServerLoad = ({ locals, url }) => {
  const hidden = url.searchParams.get('status') !== '403';
  const slug = url.searchParams.get('project');
  const project = locals.actor ? projectsOf(locals.db, locals.actor).find((p) => p.slug === slug) : undefined;
  const annotates =
    project !== undefined &&
    locals.actor !== null &&
    may(locals.actor, { kind: 'project', id: project.id }, 'annotate');
  return {
    hidden,
    project: hidden || !project ? null : { name: project.name, slug: project.slug },
    annotates,
    crumbs: [{ label: hidden ? 'Nothing here' : 'Not open to you' }]
  };
};
