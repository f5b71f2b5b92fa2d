import type { Actions, PageServerLoad } from './$types';
import { projectById } from '$lib/server/projects.ts';
import { answer } from '../../answer.ts';
import { readLink, useLink } from '../../one-time-link.ts';

export const load: PageServerLoad = ({ locals, params }) =>
  answer(() => {
    const link = readLink(locals, params.token, 'join');
    return {
      crumbs: [],
      project: projectById(locals.db, link.projectId!).name,
      role: link.role!,
      invited: { name: link.name, email: link.email ?? '' },
      signedInAs: locals.actor?.name ?? null
    };
  });

export const actions: Actions = { default: useLink('join') };
