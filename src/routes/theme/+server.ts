import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';

export const POST: RequestHandler = async ({ cookies, request }) => {
  const form = await request.formData().catch(() => null);
  const theme = form?.get('theme') ?? 'system';
  if (theme === 'light' || theme === 'dark')
    cookies.set('theme', theme, {
      path: '/',
      maxAge: 365 * 24 * 60 * 60,
      httpOnly: true,
      sameSite: 'lax',
      secure: false
    });
  else cookies.delete('theme', { path: '/' });
  redirect(303, '/account');
};
