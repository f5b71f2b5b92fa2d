import type { RequestHandler } from './$types';
import { makingRunByNumber } from '$lib/scorer/making/making-runs.server.ts';
import { answer } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { runInWords } from '../../../../../../run-in-words.ts';

/** How far a making run is: asked for every second while it is under way. */
export const GET: RequestHandler = (event) =>
  answer(() => {
    const { grant } = grantFor(event, 'manage');
    const run = makingRunByNumber(event.locals.db, grant, Number(event.params.making));
    const { driver, language } = event.locals;
    return Response.json(runInWords(language, { progress: driver.progress(run.id), live: driver.live(run.id) }));
  });
