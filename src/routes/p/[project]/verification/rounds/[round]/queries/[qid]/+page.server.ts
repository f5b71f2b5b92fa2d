import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { refuse } from '$lib/errors.ts';
import { reassign } from '$lib/verification/assignments/reassigning.server.ts';
import { queryDossier } from '$lib/verification/monitoring/query-dossier.server.ts';
import { reopenQuery } from '$lib/verification/release/finalise.server.ts';
import { isBefore } from '$lib/verification/vocabulary/stages.ts';
import { editWording } from '$lib/verification/vocabulary/wordings.server.ts';
import { answer, attempt } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { roundCrumb, verificationCrumbs } from '../../../../crumbs.ts';
import { roundHead, roundAt } from '../../../../round-of.ts';
import { doneAt, toldAt } from '../../../../told.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const { row, assignments, subjects } = queryDossier(db, grant, round, event.params.qid);
    const { qid, stage, domain, category, batch, freeSlots } = row;
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: qid
      }),
      told: toldAt(event),
      round: roundHead(round),
      query: { qid, stage, domain, category, batch, freeSlots },
      assignments,
      earlier: (['annotation', 'review', 'adjudication'] as const).filter((one) => isBefore(one, stage)),
      subjects
    };
  });

/** One act of the lead on this query; then the page again. */
async function act(
  event: RequestEvent,
  done: 'reassigned' | 'reopened' | 'reworded',
  work: (form: FormData, roundId: string) => unknown
) {
  const form = await event.request.formData();
  const taken = await attempt(() => {
    const { grant } = grantFor(event, 'manage');
    work(form, roundAt(event.locals.db, grant, event.params.round).id);
    return { acted: true };
  });
  if (!('acted' in taken)) {
    const typed = { subject: text(form, 'subject'), wording: text(form, 'wording'), reason: text(form, 'reason') };
    return fail(taken.status, { ...taken.data, typed });
  }
  redirect(303, doneAt(event.url, done));
}

const text = (form: FormData, name: string): string => String(form.get(name) ?? '');

export const actions: Actions = {
  reassign: (event) =>
    act(event, 'reassigned', (form) =>
      reassign(event.locals.db, grantFor(event, 'manage').grant, text(form, 'assignment'), text(form, 'to') || null)
    ),
  reopen: (event) =>
    act(event, 'reopened', (form, roundId) => {
      const stage = text(form, 'stage');
      if (stage !== 'annotation' && stage !== 'review' && stage !== 'adjudication')
        return refuse.invalid(leadSays('stageToReopen'));
      return reopenQuery(event.locals.db, grantFor(event, 'manage').grant, { roundId, qid: event.params.qid, stage });
    }),
  reword: (event) =>
    act(event, 'reworded', (form, roundId) =>
      editWording(event.locals.db, grantFor(event, 'manage').grant, {
        roundId,
        subjectId: text(form, 'subject'),
        basedOn: Number(text(form, 'basedOn')),
        text: text(form, 'wording'),
        reason: text(form, 'reason')
      })
    )
};
