import type { RequestHandler } from './$types';

/** For supervisors and tests: the server answers and the database can be read. */
export const GET: RequestHandler = ({ locals }) => {
  locals.db.get('select 1');
  return Response.json({ ok: true });
};
