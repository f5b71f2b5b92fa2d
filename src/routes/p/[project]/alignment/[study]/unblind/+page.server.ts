import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { analysisPlanInWords } from '$lib/alignment/preregistration/analysis-plan-words.ts';
import { planWordsIn } from '$lib/alignment/preregistration/plan-words.ts';
import { liftEmbargo } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { reportJudgeNames } from '$lib/alignment/report/report.server.ts';
import { studyRaters } from '$lib/studies/labels/labels.server.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { isBlinded, unblind } from '$lib/studies/labels/unblinding.server.ts';
import { cameFrom } from '../../../../../came-from.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { alignmentAddress, askedState, crumbsOf } from '../asked.ts';
import { procedureSteps, whenPreregistered } from '../steps.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedState(event, 'read-results');
    const { state, study, reading } = asked;
    if (!state.embargoed) redirect(303, cameFrom(event) ?? alignmentAddress(asked));
    const { db, language } = event.locals;
    const names = reportJudgeNames(studyRaters(db, reading, study.id).judges);
    const [analysisPlan] = state.preregistrations;
    const row = listStudies(db, reading, { archived: true }).find(({ id }) => id === study.id);
    return {
      crumbs: crumbsOf(asked, language, messagesIn(language, 'unblindPage').crumb),
      study: { number: study.number, name: study.name, metric: study.metric, status: study.status },
      steps: procedureSteps(db, asked, 'unblind', language),
      done: row?.done ?? 0,
      total: row?.total ?? 0,
      early: isBlinded(db, reading, study.id),
      analysisPlan: analysisPlan
        ? {
            by: analysisPlan.by,
            at: analysisPlan.at,
            when: whenPreregistered(analysisPlan, messagesIn(language, 'preregistered')),
            words: analysisPlanInWords(
              analysisPlan.analysisPlan,
              (id) => names.find((judge) => judge.id === id)?.name ?? id,
              planWordsIn(language),
              analysisPlan.assumed
            )
          }
        : null
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const reason = String((await event.request.formData()).get('reason') ?? '');
    const done = await attempt(() => {
      const { db } = event.locals;
      const asked = askedState(event, 'manage');
      const { grant } = grantFor(event, 'manage');
      if (isBlinded(db, grant, asked.study.id)) unblind(db, grant, asked.study.id, reason);
      liftEmbargo(db, grant, asked.study.id);
      return { to: cameFrom(event) ?? alignmentAddress(asked) };
    });
    if ('to' in done) redirect(303, done.to);
    return fail(done.status, { ...done.data, reason });
  }
};
