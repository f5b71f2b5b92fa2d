import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { env } from '$env/dynamic/private';
import { hasAdmin } from '$lib/server/auth/accounts/invitations.ts';
import { oidcSettings } from '$lib/server/auth/oidc/oidc-settings.ts';
import { worded } from '$lib/errors.ts';
import { offeredLanguages } from '$lib/messages/languages.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import {
  deviceTokenOf,
  languageCookieOf,
  setDeviceCookie,
  setSessionCookie
} from '$lib/server/auth/sign-in/cookies.ts';
import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';
import { readSession } from '$lib/server/auth/sign-in/sessions.ts';
import { signIn } from '$lib/server/auth/sign-in/sign-in.ts';
import { attempt } from '../answer.ts';
import { askForCode } from '../enter.ts';
import { visitorOf } from '../visitor.ts';
import { landingOf } from './landing.ts';

const nextOf = (url: URL): string => siteAddress(url.searchParams.get('next'));

export const load: PageServerLoad = (event) => {
  const { locals, url } = event;
  if (locals.actor) redirect(303, nextOf(url));
  const provider = oidcSettings(env)?.name ?? null;
  const next = nextOf(url);
  const isBack = provider !== null && url.searchParams.get('provider') === 'failed';
  const reason = isBack ? worded('oidcFailed') : url.searchParams.get('code') === 'ended' && worded('codeStepEnded');
  return {
    ...{ languages: offeredLanguages, chosen: languageCookieOf(event) ?? null, provider, next },
    hasAdmin: hasAdmin(locals.db),
    /** Why a sign-in that was begun has to begin again: with the provider, or at the step of the code. */
    failed: reason ? sayIn(locals.language, reason) : null
  };
};

export const actions: Actions = {
  default: async (event: RequestEvent) => {
    const form = await event.request.formData();
    const email = String(form.get('email') ?? '');
    const password = String(form.get('password') ?? '');
    const done = await attempt(
      () => signIn(event.locals.db, { email, password, device: deviceTokenOf(event), ...visitorOf(event) }),
      event
    );
    if ('code' in done) askForCode(event, done.userId, nextOf(event.url));
    if (!('token' in done)) return fail(done.status, { ...done.data, email: email.slice(0, 254) });
    setSessionCookie(event, done);
    setDeviceCookie(event, done.device);
    const next = nextOf(event.url);
    const person = next === '/' ? readSession(event.locals.db, done.token)?.person : undefined;
    redirect(303, person ? landingOf(event.locals.db, person) : next);
  }
};
