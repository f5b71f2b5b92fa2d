import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { respondToQuestion } from '$lib/verification/proposals/made-decisions.server.ts';
import { askedQueries, questionCounts } from '$lib/verification/proposals/query-questions.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { fieldOf } from '../drafts/draft-input.ts';
import { shownQuestion } from '../shown-question.ts';

/** Queries on one page. */
const QUERIES = 20;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { searchParams } = event.url;
    const qid = searchParams.get('qid') ?? '';
    const asked = askedQueries(event.locals.db, grant, qid || undefined);
    const counts = questionCounts(asked);
    const show = searchParams.get('show') === 'all' || counts.open === 0 ? 'all' : 'open';
    const wanted = asked.filter(({ questions }) => show === 'all' || questions.some(({ status }) => status === 'open'));
    const pages = Math.max(1, Math.ceil(wanted.length / QUERIES));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1));
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'modelQuestions').title
      }),
      ...{ counts, show, page, pages, qid },
      queries: wanted
        .slice((page - 1) * QUERIES, page * QUERIES)
        .map(({ id, qid: name, text, revision, fixed, questions }) => ({
          ...{ id, qid: name, text, revision, fixed: fixed && sayIn(event.locals.language, fixed) },
          questions: questions
            .filter(({ status }) => show === 'all' || status === 'open')
            .map((one) => shownQuestion(one, revision))
        }))
    };
  });

export const actions: Actions = {
  respond: async (event) => {
    const form = await event.request.formData();
    const [id, kind, response] = [fieldOf(form, 'question'), fieldOf(form, 'kind'), fieldOf(form, 'response')];
    const text = fieldOf(form, 'text');
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      respondToQuestion(
        event.locals.db,
        grant,
        id,
        kind === 'edited'
          ? { kind, response, text, basedOn: Number(fieldOf(form, 'basedOn')) }
          : { kind: kind === 'dismissed' ? kind : 'answered', response }
      );
      return { ok: true as const };
    });
    if (!('ok' in done))
      return fail(done.status, { ...done.data, at: id, typed: { response, text: kind === 'edited' ? text : null } });
    redirect(303, `${event.url.pathname}${inView(event.url.searchParams)}`);
  }
};

/** The part of the questions in view. */
function inView(given: URLSearchParams): string {
  const kept = new URLSearchParams([...given].filter(([name]) => ['show', 'page', 'qid'].includes(name)));
  return kept.size > 0 ? `?${kept}` : '';
}
