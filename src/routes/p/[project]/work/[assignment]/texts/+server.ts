import type { RequestHandler } from './$types';
import { readAssignment } from '$lib/studies/queue.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { rendered } from '../../../../../rendered.ts';
import { besideOf } from '../bench.ts';

/** The texts of an assignment as HTML, the report first: for pages that were loaded without them. */
export const GET: RequestHandler = (event) =>
  answer(async () => {
    grantFor(event, 'annotate');
    const { report, beside } = readAssignment(event.locals.db, personOf(event.locals), event.params.assignment);
    const [{ html }, others] = await Promise.all([rendered(report.markdown), besideOf(beside, true)]);
    return Response.json([html, ...others.map((other) => other.html)]);
  });
