import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse } from '$lib/errors.ts';
import { acceptInvitation, readInvitation } from '$lib/server/auth/invitations.ts';
import { setSessionCookie } from '$lib/server/auth/session-cookie.ts';
import { startSession } from '$lib/server/auth/sessions.ts';
import { answer, attempt } from '../../answer.ts';

export const load: PageServerLoad = ({ locals, params }) =>
  answer(() => {
    if (readInvitation(locals.db, params.token).purpose !== 'set-up') refuse.linkUsed();
    return { crumbs: [] };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const input = {
      name: String(form.get('name') ?? ''),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? '')
    };
    const made = await attempt(() => {
      if (readInvitation(event.locals.db, event.params.token).purpose !== 'set-up') refuse.linkUsed();
      return acceptInvitation(event.locals.db, event.params.token, input);
    });
    if (!('userId' in made)) return fail(made.status, { ...made.data, name: input.name, email: input.email });
    setSessionCookie(event, startSession(event.locals.db, made.userId));
    redirect(303, '/');
  }
};
