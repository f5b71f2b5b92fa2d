import { fail, redirect } from '@sveltejs/kit';
import { randomUUID } from 'node:crypto';
import type { Actions, PageServerLoad } from './$types';
import { isRefusal, refuse, worded } from '$lib/errors.ts';
import { languageOf } from '$lib/stats/writing/language-of.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { choicesInWords } from '$lib/studies/own-work/asked-in-words.ts';
import { cannotJudgeReasons } from '$lib/studies/judging/cannot-judge.ts';
import { revealAssignment } from '$lib/studies/reveal/reveal.server.ts';
import { commitVerdict, saveVerdictDraft } from '$lib/studies/judging/verdicts.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { rendered } from '../../../../rendered.ts';
import { givenAnswer } from './given-answer.ts';
import { asksOf, becomesOf, queueGroups, optionsOf, resultsIn, revealsOf, titleOf } from './assignment-page.ts';
import { hintsOf, keysOf } from './page-keys.ts';
import { likelyFor, sourceOf } from './likely.ts';
import { listedPassages } from './listed-passages.ts';
import { nextAhead } from './next-ahead.ts';
import { assignmentOf } from './open-assignment.ts';
import { answerIn, partsIn, readVerdictDraft, readVerdict } from './verdict-input.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project } = grantFor(event, 'annotate');
    const open = assignmentOf(event.locals, event.params.assignment);
    const at = open.items.findIndex(({ id }) => id === event.url.searchParams.get('at'));
    if (open.reveal.done) redirect(303, `/p/${project.slug}/work/${open.id}/reveal${at < 0 ? '' : `?item=${at + 1}`}`);
    const report = await rendered(open.report.markdown);
    const { queue, group } = queueGroups(open);
    const { language } = event.locals;
    const say = messagesIn(language, 'judgingPage');
    const asks = asksOf(open, language);
    const options = optionsOf(open, event.locals);
    // A question that is the same for every report has no words to look for.
    const ownWords = asks.question === null || asks.textTitle !== null;
    const next = nextAhead(event.locals, open.id);
    return {
      fillsWindow: true,
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: open.study.name },
        { label: say.report({ n: group + 1, total: queue.length, texts: asks.titles.length }) }
      ],
      study: open.study.number,
      closed: open.study.status === 'closed',
      paused: open.study.status === 'paused',
      assignment: {
        id: open.id,
        first: at < 0 ? null : at,
        metricTitle: titleOf(open, language),
        options,
        asks,
        items: open.items.map((item) => ({
          id: item.id,
          text: item.text,
          language: languageOf(item.text),
          quotes: item.quotes,
          block: item.block,
          source: sourceOf(item),
          results: resultsIn(language, item.results),
          likely: likelyFor(item, ownWords, report),
          feedback: item.feedback,
          ...givenAnswer(open, item)
        })),
        training: open.training,
        reasons: choicesInWords(cannotJudgeReasons, messagesIn(language, 'studyTerms').cannotJudge),
        becomes: becomesOf(open, language),
        keys: keysOf({ asks, options, likely: ownWords, keys: event.locals.keys }, messagesIn(language, 'judgingKeys')),
        hints: hintsOf(
          { asks, options, likely: ownWords, keys: event.locals.keys },
          messagesIn(language, 'judgingKeys')
        ),
        guideline: open.study.guideline,
        queue,
        group,
        reveals: revealsOf(open),
        next
      }
    };
  });

export const actions: Actions = {
  /** For browsers without scripts; with them, the page posts to `commit`. */
  commit: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'annotate');
      const assignmentId = event.params.assignment;
      const input = {
        ...{ studyItemId: form.get('studyItemId'), note: form.get('note') ?? '', passages: [] },
        ...answerIn(form)
      };
      const draft = readVerdictDraft({ ...input, ...partsIn(form), basis: form.get('basis') ?? undefined });
      const keep = (basis?: string): string =>
        saveVerdictDraft(event.locals.db, grant, { assignmentId, ...draft, basis });
      let basis: string;
      try {
        basis = keep(draft.basis);
      } catch (e) {
        // Where the answer is refused, the page comes back with what was typed.
        if (isRefusal(e) && e.code === 'overtaken') keep();
        throw e;
      }
      if (input.label === null) refuse.invalid(worded('chooseAnswer'));
      const verdict = readVerdict({ ...input, seconds: null, idempotencyKey: randomUUID(), basis });
      const locate = await listedPassages(event.locals, grant, { assignmentId, note: verdict.note });
      return commitVerdict(event.locals.db, grant, { assignmentId, ...verdict }, locate);
    });
    if (!('left' in done)) return fail(done.status, done.data);
    redirect(303, event.url.pathname);
  },
  reveal: async (event) => {
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'annotate');
      revealAssignment(event.locals.db, grant, event.params.assignment);
      return { revealed: true };
    });
    if (!('revealed' in done)) return fail(done.status, done.data);
    redirect(303, `${event.url.pathname}/reveal`);
  }
};
