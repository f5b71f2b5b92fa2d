import type { RequestHandler } from './$types';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { commitVerdict } from '$lib/studies/verdicts.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { readVerdict } from '../verdict-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(() =>
    onDisk(event.locals.db, () => {
      grantFor(event, 'annotate');
      const done = commitVerdict(event.locals.db, personOf(event.locals), {
        assignmentId: event.params.assignment,
        ...readVerdict(body)
      });
      return Response.json({
        revision: done.verdict?.revision ?? null,
        left: done.left,
        ...(done.feedback && { feedback: done.feedback })
      });
    })
  );
};
