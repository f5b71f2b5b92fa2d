import type { Cookies, RequestEvent } from '@sveltejs/kit';
import { knownFor } from './known-places.ts';

/**
 * The name of one of our cookies. Over https it begins with `__Host-`, so that browsers take it from this very host only,
 * and only with `Secure` and the path `/`: no neighbouring subdomain can set it.
 */
export const cookieName = (
  name: 'voirdire_session' | 'voirdire_device' | 'voirdire_step' | 'voirdire_provider' | 'theme' | 'language',
  { protocol }: Pick<URL, 'protocol'>
): string => (protocol === 'https:' ? `__Host-${name}` : name);

type Asked = Pick<RequestEvent, 'cookies' | 'url'>;

const optionsOf = (url: URL): Parameters<Cookies['serialize']>[2] => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: url.protocol === 'https:'
});

/** The token of the session that a browser brings, if any. */
export const sessionTokenOf = ({ cookies, url }: Asked): string | null =>
  cookies.get(cookieName('voirdire_session', url)) ?? null;

export function setSessionCookie({ cookies, url }: Asked, session: { token: string; expiresAt: number }): void {
  cookies.set(cookieName('voirdire_session', url), session.token, {
    ...optionsOf(url),
    expires: new Date(session.expiresAt)
  });
}

export function deleteSessionCookie({ cookies, url }: Asked): void {
  cookies.delete(cookieName('voirdire_session', url), optionsOf(url));
}

/** The token by which this device is known to those who have signed in on it, if it has one. */
export const deviceTokenOf = ({ cookies, url }: Asked): string | null =>
  cookies.get(cookieName('voirdire_device', url)) ?? null;

export function setDeviceCookie({ cookies, url }: Asked, device: string): void {
  cookies.set(cookieName('voirdire_device', url), device, { ...optionsOf(url), maxAge: knownFor / 1000 });
}

/** The token of a sign-in that waits for the code of a second factor, for ten minutes. */
export const stepTokenOf = ({ cookies, url }: Asked): string | null =>
  cookies.get(cookieName('voirdire_step', url)) ?? null;

export function setStepCookie({ cookies, url }: Asked, token: string | null): void {
  const name = cookieName('voirdire_step', url);
  if (token === null) cookies.delete(name, optionsOf(url));
  else cookies.set(name, token, { ...optionsOf(url), maxAge: 600 });
}

/** The token of the sign-ins that a browser has begun at the identity provider. It outlasts each of them, because other tabs may have begun more. */
export const providerTokenOf = ({ cookies, url }: Asked): string | null =>
  cookies.get(cookieName('voirdire_provider', url)) ?? null;

export function setProviderCookie({ cookies, url }: Asked, token: string): void {
  cookies.set(cookieName('voirdire_provider', url), token, { ...optionsOf(url), maxAge: 600 });
}

/** The look that a person chose on this device, for a year; null for the system's. */
export function setThemeCookie({ cookies, url }: Asked, theme: 'light' | 'dark' | null): void {
  const name = cookieName('theme', url);
  if (theme) cookies.set(name, theme, { ...optionsOf(url), maxAge: 365 * 24 * 60 * 60 });
  else cookies.delete(name, optionsOf(url));
}

export const themeOf = ({ cookies, url }: Asked): string | undefined => cookies.get(cookieName('theme', url));

/** Sets the language of a visitor who is not signed in, on this device and for a year; null for the browser's. */
export function setLanguageCookie({ cookies, url }: Asked, language: string | null): void {
  const name = cookieName('language', url);
  if (language) cookies.set(name, language, { ...optionsOf(url), maxAge: 365 * 24 * 60 * 60 });
  else cookies.delete(name, optionsOf(url));
}

export const languageCookieOf = ({ cookies, url }: Asked): string | undefined =>
  cookies.get(cookieName('language', url));
