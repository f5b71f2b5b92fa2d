import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { momentIn } from '$lib/messages/dates.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { readAssignment } from '$lib/studies/judging/queue.server.ts';
import { putOffAssignment } from '$lib/studies/own-work/later.server.ts';
import { askStudyLead, ownQuestions } from '$lib/studies/own-work/questions.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';

/** A question to the lead on an item of one's own, and the way to do the report later. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'annotate');
    const { db, language } = event.locals;
    const person = personOf(event.locals);
    const open = readAssignment(db, person, event.params.assignment);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: open.study.name, href: `/p/${project.slug}/work/${open.id}` },
        { label: messagesIn(language, 'askLead').title }
      ],
      back: `/p/${project.slug}/work/${open.id}`,
      item: event.url.searchParams.get('item'),
      items: open.items.map(({ id, text }) => ({ id, text })),
      questions: ownQuestions(db, person, open.id).map((asked) => ({
        ...asked,
        when: momentIn(language, asked.askedAt)
      }))
    };
  });

export const actions: Actions = {
  ask: async (event) => {
    const form = await event.request.formData();
    const question = String(form.get('question') ?? '');
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'annotate');
      return askStudyLead(event.locals.db, grant, { studyItemId: String(form.get('item') ?? ''), question });
    });
    if (!('questionId' in done)) return fail(done.status, { ...done.data, question });
    redirect(303, event.url.pathname);
  },
  later: async (event) => {
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'annotate');
      const next = putOffAssignment(event.locals.db, grant, event.params.assignment);
      return { to: `/p/${project.slug}/work/${next}` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  }
};
