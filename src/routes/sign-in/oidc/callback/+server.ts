import { redirect } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import type { RequestEvent, RequestHandler } from './$types';
import { refuse, worded } from '$lib/errors.ts';
import { log } from '$lib/server/log.ts';
import { providerAccount } from '$lib/server/auth/oidc/oidc-account.ts';
import { takeFlow } from '$lib/server/auth/oidc/oidc-flows.ts';
import type { OidcFlow } from '$lib/server/auth/oidc/oidc-provider.ts';
import { finishOidc } from '$lib/server/auth/oidc/oidc-provider.ts';
import { oidcSettings } from '$lib/server/auth/oidc/oidc-settings.ts';
import { providerTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';
import { answer } from '../../../answer.ts';
import { enterOrAsk } from '../../../enter.ts';

/** Leads back to where a sign-in begins, with the reason; those who are signed in, and those with an invitation, get the reason alone. */
function failed({ locals }: RequestEvent, flow: OidcFlow | null): never {
  if (locals.actor || flow?.invitation) return refuse.notPermitted(worded('oidcFailed'));
  redirect(303, `/sign-in?provider=failed&next=${encodeURIComponent(siteAddress(flow?.next ?? null))}`);
}

/** Where the provider sends the browser back. Only the browser that began a sign-in can end it, and once. */
export const GET: RequestHandler = (event) =>
  answer(async () => {
    const settings = oidcSettings(env) ?? refuse.isMissing(worded('noProvider'));
    const flow = takeFlow(providerTokenOf(event), event.url.searchParams.get('state'));
    if (!flow) return failed(event, null);
    const callback = new URL(`${event.url.origin}${event.url.pathname}${event.url.search}`);
    const claims = await finishOidc(settings, callback, flow).catch((cause: unknown) => {
      log().warn({ err: cause }, 'A sign-in at the identity provider was refused');
      return failed(event, flow);
    });
    const { db } = event.locals;
    const { userId } = providerAccount(db, claims, flow);
    enterOrAsk(event, userId, siteAddress(flow.next));
    redirect(303, siteAddress(flow.next));
  });
