import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { answerStudyQuestion, listStudyQuestions } from '$lib/studies/own-work/questions.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { studyPageName } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

/** Questions of annotators while judging blind, and the lead's answers. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant, study } = askedStudy(event, 'manage');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: study.name, href: `/p/${project.slug}/studies/${study.number}` },
        { label: studyPageName(event.locals.language, 'questions') }
      ],
      name: study.name,
      closed: study.status === 'closed',
      questions: listStudyQuestions(event.locals.db, grant, study.id)
    };
  });

export const actions: Actions = {
  answer: async (event) => {
    const form = await event.request.formData();
    const id = String(form.get('id') ?? '');
    const text = String(form.get('answer') ?? '');
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const seen = Number(form.get('seen')) || null;
      answerStudyQuestion(event.locals.db, grant, id, { answer: text, to: form.has('all') ? 'all' : 'asker', seen });
      return { answered: id };
    });
    if (!('answered' in done)) return fail(done.status, { ...done.data, id, text });
    redirect(303, event.url.pathname);
  }
};
