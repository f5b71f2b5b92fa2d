import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { isRefusal } from '$lib/errors.ts';
import { siteAddress } from '$lib/server/auth/site-address.ts';
import { signIn } from '$lib/server/auth/sign-in.ts';
import { setSessionCookie } from '$lib/server/auth/cookies.ts';

const nextOf = (url: URL): string => siteAddress(url.searchParams.get('next'));

export const load: PageServerLoad = ({ locals, url }) => {
  if (locals.actor) redirect(303, nextOf(url));
  return { crumbs: [] };
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const email = String(form.get('email') ?? '');
    try {
      const session = await signIn(event.locals.db, {
        email,
        password: String(form.get('password') ?? ''),
        address: event.getClientAddress()
      });
      setSessionCookie(event, session);
    } catch (e) {
      if (isRefusal(e)) return fail(e.code === 'too-many-tries' ? 429 : 400, { email, refused: e.message });
      throw e;
    }
    redirect(303, nextOf(event.url));
  }
};
