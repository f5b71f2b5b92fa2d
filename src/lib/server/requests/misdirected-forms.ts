/** Names of actions that no page has, and that a look-up among actions would find in every object. */
const isInherited = (name: string): boolean => name === 'default' || name in {};

/**
 * The status with which a posted form is refused that SvelteKit would hand to something else than an action, or whose type no action can
 * read: both end as faults of the server, which strangers could cause at will. Null for other requests.
 */
export function misdirectedForm(request: Request, url: URL): 404 | 415 | null {
  if (request.method !== 'POST') return null;
  const action = [...url.searchParams.keys()].find((name) => name.startsWith('/'));
  if (action !== undefined && isInherited(action.slice(1))) return 404;
  return /^text\/plain\b/i.test(request.headers.get('content-type') ?? '') ? 415 : null;
}
