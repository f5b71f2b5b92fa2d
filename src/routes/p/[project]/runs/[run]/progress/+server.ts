import type { RequestHandler } from './$types';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { runInWords } from '../../../../../run-in-words.ts';

/** Progress that the run page requests every second while a run is under way. */
export const GET: RequestHandler = (event) =>
  answer(() => {
    const { grant } = grantFor(event, 'read-results');
    const run = runByNumber(event.locals.db, grant, Number(event.params.run));
    const { driver, language } = event.locals;
    return Response.json(runInWords(language, { progress: driver.progress(run.id), live: driver.live(run.id) }));
  });
