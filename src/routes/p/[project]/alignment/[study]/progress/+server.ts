import { sayingsOf } from '$lib/messages/sayings.ts';
import type { RequestHandler } from './$types';
import { refuse } from '$lib/errors.ts';
import { answer } from '../../../../../answer.ts';
import { askedState } from '../asked.ts';

const leadSays = sayingsOf('leadRefusals');

/** How far the figures of a study are, in [0, 1]; null if nothing is being computed. */
export const GET: RequestHandler = (event) =>
  answer(() => {
    const asked = askedState(event, 'read-results');
    if (asked.state.embargoed) refuse.isClosed(leadSays('reportEmbargo'));
    return Response.json({
      share: event.locals.aside.progress(asked.reading, asked.study.id, { runId: asked.run?.id })
    });
  });
