import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { deleteSessionCookie, sessionTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { endSession } from '$lib/server/auth/sign-in/sessions.ts';

export const POST: RequestHandler = (event) => {
  const token = sessionTokenOf(event);
  if (token) endSession(event.locals.db, token);
  deleteSessionCookie(event);
  redirect(303, '/sign-in');
};
