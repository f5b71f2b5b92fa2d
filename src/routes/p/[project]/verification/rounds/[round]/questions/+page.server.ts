import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { answerFlag, listFlags } from '$lib/verification/work/flags.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { roundCrumb, verificationCrumbs } from '../../../crumbs.ts';
import { roundHead, roundAt } from '../../../round-of.ts';
import { doneAt, toldAt } from '../../../told.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(event.locals.db, grant, event.params.round);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: messagesIn(event.locals.language, 'roundHead').questions
      }),
      told: toldAt(event),
      round: roundHead(round),
      flags: listFlags(event.locals.db, grant, round.id)
    };
  });

export const actions: Actions = {
  answer: async (event) => {
    const form = await event.request.formData();
    const id = String(form.get('id') ?? '');
    const text = String(form.get('answer') ?? '');
    const done = await attempt(() => {
      answerFlag(event.locals.db, grantFor(event, 'manage').grant, id, {
        answer: text,
        seen: Number(form.get('seen')) || null
      });
      return { answered: id };
    });
    if (!('answered' in done)) return fail(done.status, { ...done.data, id, text });
    redirect(303, doneAt(event.url, 'answered'));
  }
};
