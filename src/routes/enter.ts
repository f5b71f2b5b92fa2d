import { redirect, type RequestEvent } from '@sveltejs/kit';
import { deviceTokenOf, setDeviceCookie, setSessionCookie, setStepCookie } from '$lib/server/auth/sign-in/cookies.ts';
import { noteSignIn } from '$lib/server/auth/sign-in/known-places.ts';
import { startSession } from '$lib/server/auth/sign-in/sessions.ts';
import { keepPending } from '$lib/server/auth/second-factor/pending.ts';
import { hasSecondFactor } from '$lib/server/auth/sign-in/has-second-factor.ts';
import { write } from '$lib/server/db/client.ts';
import { visitorOf } from './visitor.ts';

/** Asks a person who has proved the first factor for the code of the second. No session begins before it. @param next on this site */
export function askForCode(event: RequestEvent, userId: string, next: string): never {
  setStepCookie(event, keepPending(event.locals.db, userId));
  redirect(303, `/sign-in/code?${new URLSearchParams({ next })}`);
}

/** Starts the session of a person who has proved who they are, by all factors that their account has. */
export function startSessionIn(event: RequestEvent, userId: string): void {
  const now = Date.now();
  const { address, userAgent } = visitorOf(event);
  const from = { device: deviceTokenOf(event), address };
  const { db } = event.locals;
  setDeviceCookie(
    event,
    write(db, (tx) => noteSignIn(tx, userId, from, now))
  );
  setSessionCookie(event, startSession(db, userId, now, userAgent));
}

/** The same after a link or an identity provider, which are one factor. */
export function enterOrAsk(event: RequestEvent, userId: string, next: string): void {
  if (hasSecondFactor(event.locals.db, userId)) askForCode(event, userId, next);
  startSessionIn(event, userId);
}
