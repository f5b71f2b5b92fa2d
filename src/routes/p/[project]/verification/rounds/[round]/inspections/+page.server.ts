import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { passesUpTo } from '$lib/verification/inspection/inspection-plan.ts';
import { listBatches, startInspection } from '$lib/verification/inspection/inspections.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { roundCrumb, verificationCrumbs } from '../../../crumbs.ts';
import { roundHead, roundAt } from '../../../round-of.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(event.locals.db, grant, event.params.round);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: messagesIn(event.locals.language, 'roundHead').inspections
      }),
      round: roundHead(round),
      batches: listBatches(event.locals.db, grant, round.id).map((batch) => ({
        ...batch,
        passesUpTo: batch.plan ? passesUpTo(batch.plan) : null
      }))
    };
  });

export const actions: Actions = {
  start: async (event) => {
    const batch = String((await event.request.formData()).get('batch') ?? '');
    const done = await attempt(() => startInspection(event.locals.db, grantFor(event, 'manage').grant, batch));
    if (!('drawn' in done)) return fail(done.status, { ...done.data, batch });
    redirect(303, `${event.url.pathname}/${done.id}?done=drawn`);
  }
};
