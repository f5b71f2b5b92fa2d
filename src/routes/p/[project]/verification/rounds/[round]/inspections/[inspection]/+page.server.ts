import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { passesUpTo } from '$lib/verification/inspection/inspection-plan.ts';
import { inspectionReport, noteInspection } from '$lib/verification/inspection/inspections.server.ts';
import { answer, attempt } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../../../../seen-values.ts';
import { roundCrumb, verificationCrumbs } from '../../../../crumbs.ts';
import { roundHead, roundAt } from '../../../../round-of.ts';
import { doneAt, toldAt } from '../../../../told.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const report = inspectionReport(db, grant, event.params.inspection);
    const title = messagesIn(event.locals.language, 'inspectionPage').title({
      number: report.number,
      batch: report.batch
    });
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: title
      }),
      told: toldAt(event),
      round: roundHead(round),
      title,
      report,
      seen: seenOf(report.note),
      passesUpTo: passesUpTo(report.plan)
    };
  });

export const actions: Actions = {
  note: async (event) => {
    const form = await event.request.formData();
    const [note, seen] = [String(form.get('note') ?? ''), String(form.get('seen') ?? '')];
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const { inspection } = event.params;
      refuseUnseen(form, inspectionReport(event.locals.db, grant, inspection).note);
      noteInspection(event.locals.db, grant, inspection, note);
      return { noted: true };
    });
    if (!('noted' in done)) return fail(done.status, { ...done.data, note, seen });
    redirect(303, doneAt(event.url, 'noted'));
  }
};
