import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { rankingByNumber } from '$lib/scorer/making/task-ranking.server.ts';
import { refuse } from '$lib/errors.ts';
import { pickQueue, pickTask } from '$lib/verification/proposals/talks/task-picks.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { verificationCrumbs } from '../../../crumbs.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'annotate');
    const { db } = event.locals;
    const run = rankingByNumber(db, grant, Number(event.params.making));
    const again = event.url.searchParams.get('again') ?? undefined;
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'rankingCompare').title
      }),
      queue: pickQueue(db, grant, run.id, again)
    };
  });

export const actions: Actions = {
  pick: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'annotate');
      const { db } = event.locals;
      const run = rankingByNumber(db, grant, Number(event.params.making));
      const side = String(form.get('side') ?? '');
      if (side !== 'left' && side !== 'right') return refuse.invalid(leadSays('comparisonNotSaved'));
      pickTask(db, grant, run.id, String(form.get('pair') ?? ''), side);
      return { done: true };
    });
    if (!('done' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  }
};
