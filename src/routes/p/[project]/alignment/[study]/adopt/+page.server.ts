import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { adopt } from '$lib/alignment/adoptions.server.ts';
import { readCandidate } from '$lib/components/alignment/candidate-value.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { askedStudy, crumbsOf } from '../asked.ts';
import { decisionForm } from '../choices.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedStudy(event, 'manage');
    return {
      crumbs: crumbsOf(asked, 'Record a decision'),
      study: { number: asked.study.number, name: asked.study.name, metric: asked.study.metric },
      recommendation: asked.report.recommendation.text,
      form: decisionForm(asked)
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const typed = (name: string): string => String(form.get(name) ?? '');
    const done = await attempt(() => {
      const { grant, study } = askedStudy(event, 'manage');
      return adopt(event.locals.db, grant, {
        studyId: study.id,
        metric: study.metric,
        ...readCandidate(typed('candidate')),
        reason: typed('reason'),
        seen: typed('seen')
      });
    });
    if (!('id' in done))
      return fail(done.status, { ...done.data, reason: typed('reason'), candidate: typed('candidate') });
    redirect(303, `/p/${event.params.project}/alignment/${event.params.study}?decided=${done.id}#decisions`);
  }
};
