import type { RequestHandler } from './$types';

/** An open page says that somebody is there. What a request that may write does to a session has been done by the hooks. */
export const POST: RequestHandler = () => new Response(null, { status: 204 });
