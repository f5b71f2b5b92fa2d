import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { codingRows } from '$lib/verification/proposals/survey/coding.server.ts';
import { startOfDraft, type CodingKind } from '$lib/verification/proposals/survey/coding.ts';
import { addDraft } from '$lib/verification/proposals/query-drafts.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answerOfRespondent } from '$lib/verification/proposals/survey/survey-coding.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { fieldOf, namesToCode, typedDraft } from '../draft-input.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const respondent = event.url.searchParams.get('answer');
    const source = respondent === null ? null : answerOfRespondent(db, grant, respondent);
    const coded = (kind: CodingKind): string[] =>
      codingRows(db, grant, kind).flatMap(({ id, name }) => (source?.codes[kind].includes(id) ? [name] : []));
    const codes = { domain: coded('domain'), category: coded('category') };
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'draftRooms').drafts,
          href: `/p/${project.slug}/verification/drafts`
        },
        { label: messagesIn(event.locals.language, 'draftForm').title }
      ),
      source,
      names: namesToCode(db, grant),
      start: {
        qid: '',
        text: source?.question ?? '',
        domain: startOfDraft(codes.domain),
        category: startOfDraft(codes.category)
      },
      codes
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const typed = { ...typedDraft(form), qid: fieldOf(form, 'qid') };
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { qid } = addDraft(event.locals.db, grant, { ...typed, answerId: fieldOf(form, 'answer') || null });
      return { to: `/p/${project.slug}/verification/drafts/${encodeURIComponent(qid)}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, done.to);
  }
};
