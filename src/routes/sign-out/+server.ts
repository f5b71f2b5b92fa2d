import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { endSession, sessionCookie } from '$lib/server/auth/sessions.ts';

export const POST: RequestHandler = ({ cookies, locals }) => {
  const token = cookies.get(sessionCookie);
  if (token) endSession(locals.db, token);
  cookies.delete(sessionCookie, { path: '/' });
  redirect(303, '/sign-in');
};
