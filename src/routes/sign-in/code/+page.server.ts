import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { setStepCookie, stepTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { endPending, pendingOf } from '$lib/server/auth/second-factor/pending.ts';
import { signInByCode } from '$lib/server/auth/second-factor/signed-in.ts';
import { attempt } from '../../answer.ts';
import { startSessionIn } from '../../enter.ts';

export const load: PageServerLoad = (event) => {
  // Without a password before it, or after ten minutes, the sign-in begins anew.
  if (!pendingOf(event.locals.db, stepTokenOf(event))) redirect(303, '/sign-in?code=ended');
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const token = stepTokenOf(event);
    const { db } = event.locals;
    const pending = pendingOf(db, token);
    if (token === null || !pending) redirect(303, '/sign-in?code=ended');
    const done = await attempt(() => {
      signInByCode(db, pending.userId, String(form.get('code') ?? '').slice(0, 40));
      return { right: true };
    }, event);
    if (!('right' in done)) return fail(done.status, done.data);
    endPending(token);
    setStepCookie(event, null);
    startSessionIn(event, pending.userId);
    redirect(303, pending.next);
  }
};
