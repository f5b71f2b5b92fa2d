import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { problemsIn, refuse, type Problem, worded } from '$lib/errors.ts';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { compareAnswers, importAnswers } from '$lib/verification/proposals/survey/survey.server.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { givenSurvey, type GivenSurvey } from './survey-form.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'manage');
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'draftRooms').survey,
          href: `/p/${project.slug}/verification/survey`
        },
        { label: messagesIn(event.locals.language, 'surveyImport').title }
      )
    };
  });

/** Reads a survey and compares it with what is here; nothing is stored. */
async function readSurvey(event: RequestEvent, given: GivenSurvey) {
  const { grant } = grantFor(event, 'manage');
  const parsed = await filesAside.parseSurveyCsv(given.bytes);
  const compared = parsed.ok ? compareAnswers(event.locals.db, grant, parsed.value) : null;
  const problems: Problem[] = parsed.ok ? compared!.problems : parsed.problems;
  return {
    read: {
      name: given.name,
      content: given.content,
      problems: problemsIn(event.locals.language, problems),
      notes: parsed.ok ? parsed.notes.map((note) => sayIn(event.locals.language, note)) : [],
      fresh: compared?.fresh.length ?? 0,
      unchanged: compared?.unchanged ?? 0,
      first: compared?.fresh.slice(0, 12) ?? []
    }
  };
}

export const actions: Actions = {
  read: async (event) => {
    const done = await attempt(async () => readSurvey(event, await givenSurvey(await event.request.formData())));
    return 'read' in done ? done : fail(done.status, done.data);
  },
  save: async (event) => {
    let given: GivenSurvey | null = null;
    const done = await attempt(async () => {
      const { project, grant } = grantFor(event, 'manage');
      given = await givenSurvey(await event.request.formData());
      const parsed = await filesAside.parseSurveyCsv(given.bytes);
      if (!parsed.ok) return refuse.invalid(worded('nothingImported'), parsed.problems);
      const { added } = importAnswers(event.locals.db, grant, parsed.value);
      return { to: `/p/${project.slug}/verification/survey?added=${added}` };
    });
    if ('to' in done) redirect(303, done.to);
    // Another lead may have imported meanwhile: the page shows the present contradictions.
    const again = given === null ? {} : await readSurvey(event, given);
    return fail(done.status, { ...done.data, ...again });
  }
};
