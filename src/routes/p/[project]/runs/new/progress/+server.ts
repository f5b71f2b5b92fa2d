import type { RequestHandler } from './$types';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { estimateName } from '../estimate-name.ts';

/** How far the estimate of a form is, in [0, 1]; null if none is under way. */
export const GET: RequestHandler = (event) =>
  answer(() => {
    const { grant } = grantFor(event, 'manage');
    const name = estimateName(grant, event.url.searchParams.get('once') ?? '');
    return Response.json({ share: event.locals.aside.estimateProgress(name) });
  });
