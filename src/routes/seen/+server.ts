import type { RequestHandler } from './$types';

/** An open page reports its reader. The hooks have already renewed the session. */
export const POST: RequestHandler = () => new Response(null, { status: 204 });
