import { error, redirect } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import type { RequestHandler } from './$types';
import { refuse, worded } from '$lib/errors.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { log } from '$lib/server/log.ts';
import { keepFlow } from '$lib/server/auth/oidc/oidc-flows.ts';
import { beginOidc } from '$lib/server/auth/oidc/oidc-provider.ts';
import { oidcSettings } from '$lib/server/auth/oidc/oidc-settings.ts';
import { reserveTry } from '$lib/server/auth/sign-in/tries.ts';
import { networkOf } from '$lib/server/auth/sign-in/known-places.ts';
import { providerTokenOf, setProviderCookie } from '$lib/server/auth/sign-in/cookies.ts';
import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';
import { answer } from '../../answer.ts';
import { visitorOf } from '../../visitor.ts';

/** Sends the browser to the identity provider. It begins a sign-in of this browser and changes nothing. */
export const GET: RequestHandler = (event) =>
  answer(async () => {
    const settings = oidcSettings(env) ?? refuse.isMissing(worded('noProvider'));
    reserveTry(event.locals.db, [{ of: ['oidc', networkOf(visitorOf(event).address)], limit: 100 }], Date.now());
    const next = siteAddress(event.url.searchParams.get('next'));
    const invitation = event.url.searchParams.get('invitation')?.slice(0, 100) ?? null;
    const callback = `${event.url.origin}/sign-in/oidc/callback`;
    const begun = await beginOidc(settings, callback, { next, invitation }).catch((cause: unknown) => {
      log().warn({ err: cause }, 'The identity provider did not answer');
      error(503, { message: sayIn(event.locals.language, worded('oidcUnreachable', { name: settings.name })) });
    });
    setProviderCookie(event, keepFlow(begun.flow, providerTokenOf(event)));
    redirect(303, begun.address);
  });
