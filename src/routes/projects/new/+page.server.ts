import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { addRole, createProject } from '$lib/server/projects.ts';
import { authorize } from '$lib/server/auth/authorize.ts';
import { attempt } from '../../answer.ts';
import { adminGrant, personOf } from '../../grants.ts';

export const load: PageServerLoad = ({ locals }) => ({
  crumbs: [{ label: messagesIn(locals.language, 'newProject').title }]
});

export const actions: Actions = {
  default: async ({ locals, request }) => {
    const form = await request.formData();
    const name = String(form.get('name') ?? '');
    const description = String(form.get('description') ?? '');
    const made = await attempt(() => {
      const project = createProject(locals.db, adminGrant(locals), { name, description });
      const me = personOf(locals);
      addRole(locals.db, authorize(me, { kind: 'project', id: project.id }, 'manage'), me.id, 'lead');
      return project;
    });
    if (!('slug' in made)) return fail(made.status, { ...made.data, name, description });
    redirect(303, `/p/${made.slug}`);
  }
};
