import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { decide } from '$lib/alignment/adoptions.server.ts';
import { readCandidate } from '$lib/components/alignment/candidate-value.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { addressOf, askedState, askedStudy, crumbsOf } from '../asked.ts';
import { decisionForm } from '../choices.ts';
import { stepsOf } from '../steps.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedStudy(event, 'manage');
    const { verdict } = asked.procedure;
    return {
      crumbs: crumbsOf(asked, 'Record a decision'),
      study: { number: asked.study.number, name: asked.study.name, metric: asked.study.metric },
      steps: stepsOf(event.locals.db, asked, 'decide'),
      verdict: { outcome: verdict.outcome, text: verdict.text },
      form: decisionForm(asked)
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const typed = (name: string): string => String(form.get(name) ?? '');
    const kept = {
      outcome: typed('outcome'),
      candidate: typed('candidate'),
      reason: typed('reason'),
      acknowledged: form.has('acknowledged')
    };
    const done = await attempt(() => {
      const asked = askedState(event, 'manage');
      const { outcome, reason, acknowledged } = kept;
      const made = decide(event.locals.db, asked.grant, {
        studyId: asked.study.id,
        metric: asked.study.metric,
        outcome,
        ...readCandidate(kept.candidate),
        reason,
        acknowledged,
        seen: typed('seen')
      });
      return { to: `${addressOf(asked)}?decided=${made.id}#decisions` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, ...kept });
    redirect(303, done.to);
  }
};
