import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { isLanguage } from '$lib/messages/languages.ts';
import { chooseLanguage } from '$lib/server/auth/accounts/accounts.ts';
import { setLanguageCookie } from '$lib/server/auth/sign-in/cookies.ts';
import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';

/** The language of the pages: kept with the account, or by a cookie for visitors who are not signed in. */
export const POST: RequestHandler = async (event) => {
  const form = await event.request.formData().catch(() => null);
  const wanted = form?.get('language') ?? null;
  const { actor, db } = event.locals;
  if (wanted !== null) {
    const language = isLanguage(wanted) ? wanted : null;
    if (actor) chooseLanguage(db, actor, language);
    // A choice of the account that leaves it to the browser leaves none behind on this device.
    if (!actor || !language) setLanguageCookie(event, language);
  }
  const next = form?.get('next');
  redirect(303, siteAddress(typeof next === 'string' ? next : null));
};
