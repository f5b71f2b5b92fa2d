import type { RequestEvent } from '@sveltejs/kit';
import { sessionCookie } from './sessions.ts';

export function setSessionCookie(event: RequestEvent, session: { token: string; expiresAt: number }): void {
  event.cookies.set(sessionCookie, session.token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: event.url.protocol === 'https:',
    expires: new Date(session.expiresAt)
  });
}
