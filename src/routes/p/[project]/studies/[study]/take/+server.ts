import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { takeWork } from '$lib/studies/judging/leases/leases.server.ts';
import { studyToJudge } from '$lib/studies/judging/queue.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';

/** Takes over the next report that waits or was left, and opens it. Where there is none any more, back to the queue. */
export const POST: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'annotate');
    const person = personOf(event.locals);
    const study = studyToJudge(event.locals.db, person, project.id, Number(event.params.study));
    const taken = takeWork(event.locals.db, grant, study);
    redirect(303, taken === null ? `/p/${project.slug}` : `/p/${project.slug}/work/${taken}`);
  });
