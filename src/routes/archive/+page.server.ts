import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { archivedProjects } from '$lib/server/projects.ts';
import { answer } from '../answer.ts';
import { personOf } from '../grants.ts';

export const load: PageServerLoad = ({ locals }) =>
  answer(() => ({
    crumbs: [{ label: messagesIn(locals.language, 'archive').title }],
    projects: archivedProjects(locals.db, personOf(locals)).map(({ id, slug, name, archivedAt }) => ({
      ...{ id, slug, name },
      archivedAt: archivedAt!
    }))
  }));
