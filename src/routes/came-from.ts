import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';

/** The page of the same project that led here and waits to be shown, from `next` in the address; null without one. */
export function cameFrom({ url, params }: { url: URL; params: { project?: string } }): string | null {
  const next = siteAddress(url.searchParams.get('next'));
  return next.startsWith(`/p/${params.project}/`) ? next : null;
}
