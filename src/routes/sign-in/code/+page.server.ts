import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';
import { setStepCookie, stepTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { endPending, pendingOf } from '$lib/server/auth/second-factor/pending.ts';
import { signInByCode } from '$lib/server/auth/second-factor/signed-in.ts';
import { attempt } from '../../answer.ts';
import { startSessionIn } from '../../enter.ts';

const nextOf = (url: URL): string => siteAddress(url.searchParams.get('next'));
const began = (url: URL): string => `/sign-in?${new URLSearchParams({ code: 'ended', next: nextOf(url) })}`;

export const load: PageServerLoad = (event) => {
  // Without a password before it, or after ten minutes, the sign-in begins anew.
  if (!pendingOf(event.locals.db, stepTokenOf(event))) redirect(303, began(event.url));
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const token = stepTokenOf(event);
    const { db } = event.locals;
    const userId = pendingOf(db, token);
    if (token === null || userId === null) redirect(303, began(event.url));
    const done = await attempt(() => {
      signInByCode(db, userId, String(form.get('code') ?? '').slice(0, 40));
      return { right: true };
    }, event);
    if (!('right' in done)) return fail(done.status, done.data);
    endPending(token);
    setStepCookie(event, null);
    startSessionIn(event, userId);
    redirect(303, nextOf(event.url));
  }
};
