import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { acceptInvitation, readInvitation } from '$lib/server/auth/invitations.ts';
import { setSessionCookie } from '$lib/server/auth/session-cookie.ts';
import { startSession } from '$lib/server/auth/sessions.ts';
import { projectById } from '$lib/server/projects.ts';
import { answer, attempt } from '../../answer.ts';

export const load: PageServerLoad = ({ locals, params }) =>
  answer(() => {
    const link = readInvitation(locals.db, params.token);
    if (link.purpose !== 'join') refuse.linkUsed();
    return {
      crumbs: [],
      project: projectById(locals.db, link.projectId!).name,
      role: link.role!,
      signedInAs: locals.actor?.name ?? null
    };
  });

export const actions: Actions = {
  /** A new person makes an account. */
  default: async (event) => {
    const form = await event.request.formData();
    const input = {
      name: String(form.get('name') ?? ''),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? '')
    };
    const { db, actor } = event.locals;
    const made = await attempt(() => {
      if (readInvitation(db, event.params.token).purpose !== 'join') refuse.linkUsed();
      return acceptInvitation(db, event.params.token, actor ? { userId: actor.id } : input);
    });
    if (!('userId' in made)) return fail(made.status, { ...made.data, name: input.name, email: input.email });
    if (!actor) setSessionCookie(event, startSession(db, made.userId));
    redirect(303, `/p/${projectById(db, made.projectId!).slug}`);
  }
};
