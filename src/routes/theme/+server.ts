import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { setThemeCookie } from '$lib/server/auth/sign-in/cookies.ts';

export const POST: RequestHandler = async (event) => {
  const form = await event.request.formData().catch(() => null);
  const theme = form?.get('theme');
  setThemeCookie(event, theme === 'light' || theme === 'dark' ? theme : null);
  redirect(303, '/account');
};
