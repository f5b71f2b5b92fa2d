import { randomInt } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { extendStudy, planExtension } from '$lib/studies/planning/extension.server.ts';
import { withCautions } from '$lib/studies/planning/plan-cautions.ts';
import { ableToJudge } from '$lib/studies/planning/plan-choices.server.ts';
import { studyMonitor } from '$lib/studies/monitoring/monitor.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { studyPageCrumbs } from '../../crumbs.ts';
import { refuseUnseen, seenOf } from '../../../../../seen-values.ts';
import { planInput, typedPlan, type TypedPlan } from '../../new/plan-form.ts';
import { askedStudy } from '../asked.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant, reading, study } = askedStudy(event, 'manage');
    if (study.status === 'closed') redirect(303, `/p/${project.slug}/studies/${study.number}`);
    const { people, batches } = studyMonitor(db, reading, study.id);
    return {
      crumbs: studyPageCrumbs(event.locals.language, project, study, 'extend'),
      study: { number: study.number, name: study.name, overlap: study.overlap },
      opened: procedureState(db, reading, study.id).embargoLift !== null,
      able: ableToJudge(db, grant),
      drawn: batches.reduce((sum, batch) => sum + batch.drawn, 0),
      seen: seenOf(batches.length),
      defaults: {
        sampling: 'one' as TypedPlan['sampling'],
        items: '',
        allAgree: '',
        someDiffer: '',
        by: 'category' as TypedPlan['by'],
        each: '',
        reports: '',
        perReport: '',
        people: people.map(({ userId }) => userId),
        seed: String(randomInt(1, 1_000_000))
      }
    };
  });

/** Reads the input like the form of a new study; all but the sample, the people and the seed is the study's. */
async function asked(event: RequestEvent) {
  const form = await event.request.formData();
  const typed = typedPlan(form);
  return {
    ...{ form, typed },
    input: () => {
      const { grant, reading, study } = askedStudy(event, 'manage');
      const { sample, people, seed } = planInput(typed, study.runId ?? '');
      return { grant, reading, study, input: { sample, people, seed } };
    }
  };
}

export const actions: Actions = {
  preview: async (event) => {
    const { typed, input: read } = await asked(event);
    const done = await attempt(() => {
      const { grant, study, input } = read();
      return { plan: withCautions(event.locals.language, planExtension(event.locals.db, grant, study.id, input)) };
    });
    return 'plan' in done ? { typed, plan: done.plan } : fail(done.status, { ...done.data, typed });
  },
  extend: async (event) => {
    const { form, typed, input: read } = await asked(event);
    const done = await attempt(() => {
      const { grant, reading, study, input } = read();
      refuseUnseen(form, studyMonitor(event.locals.db, reading, study.id).batches.length);
      return { batch: extendStudy(event.locals.db, grant, study.id, input) };
    });
    if (!('batch' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, `/p/${event.params.project}/studies/${event.params.study}?extended=${done.batch}`);
  }
};
