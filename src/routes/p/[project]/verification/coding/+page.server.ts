import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { codingRows } from '$lib/verification/proposals/survey/coding.server.ts';
import type { CodingKind } from '$lib/verification/proposals/survey/coding.ts';
import {
  answerOfRespondent,
  codeAnswer,
  codingPlace
} from '$lib/verification/proposals/survey/survey-coding.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../seen-values.ts';
import { verificationCrumbs } from '../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const labels = (kind: CodingKind) => codingRows(db, grant, kind).map(({ id, name }) => ({ id, name }));
    const place = codingPlace(db, grant, event.url.searchParams.get('answer'));
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'codingPage').title
      }),
      place: place && { ...place, seen: seenOf(place.answer.codes) },
      lists: { domain: labels('domain'), category: labels('category') },
      kept: event.url.searchParams.get('kept')
    };
  });

export const actions: Actions = {
  /** Keeps the codes of an answer and goes to the next one that lacks one. */
  code: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const ticked = (kind: CodingKind): string[] => form.getAll(kind).map(String);
      const respondent = String(form.get('respondent'));
      refuseUnseen(form, answerOfRespondent(event.locals.db, grant, respondent).codes);
      codeAnswer(event.locals.db, grant, String(form.get('answer')), {
        domain: ticked('domain'),
        category: ticked('category')
      });
      const next = codingPlace(event.locals.db, grant, respondent)?.nextUncoded ?? respondent;
      const words = new URLSearchParams({ answer: next, kept: respondent });
      return { to: `/p/${project.slug}/verification/coding?${words}` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  }
};
