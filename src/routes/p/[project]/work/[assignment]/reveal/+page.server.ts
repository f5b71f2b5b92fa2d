import { fail, redirect } from '@sveltejs/kit';
import { languageOf } from '$lib/stats/writing/language-of.ts';
import { randomUUID } from 'node:crypto';
import type { Actions, PageServerLoad } from './$types';
import { verdictWordsIn } from '$lib/messages/rationale-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { locateQuote } from '$lib/scorer/report/html/locate.ts';
import { cannotJudgeReasons } from '$lib/studies/judging/cannot-judge.ts';
import type { BlindItem } from '$lib/studies/judging/blind/blind.ts';
import { choicesInWords, preferenceInWords } from '$lib/studies/own-work/asked-in-words.ts';
import { commitPreference, revealAssignment, type AliasedVerdict } from '$lib/studies/reveal/reveal.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { rendered } from '../../../../../rendered.ts';
import { asksOf, queueGroups, optionsOf, titleOf } from '../assignment-page.ts';
import { pageBlocks, sourceOf } from '../likely.ts';
import { nextAhead } from '../next-ahead.ts';
import { assignmentOf } from '../open-assignment.ts';
import { preferenceAnswered } from '../preference-input.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'annotate');
    const { db } = event.locals;
    const open = assignmentOf(event.locals, event.params.assignment);
    if (!open.reveal.done) redirect(303, `/p/${project.slug}/work/${open.id}`);
    const shown = revealAssignment(db, grant, open.id);
    const { blocks } = await rendered(open.report.markdown);
    const { queue, group } = queueGroups(open);
    const { language } = event.locals;
    const say = messagesIn(language, 'judgingPage');
    const asks = asksOf(open, language);
    const terms = messagesIn(language, 'studyTerms');
    const reasons = choicesInWords(cannotJudgeReasons, terms.cannotJudge);
    // Of a claim judges quote the page that it cites.
    const placeOf = ({ source }: BlindItem, quote: string): number | null =>
      locateQuote(source ? pageBlocks(source.text) : blocks, quote)?.block ?? null;
    const itemOf = (id: string) => open.items.find((item) => item.id === id)!;
    const wordsOf = (id: string, { state, label, rationale, reason, quotes }: Omit<AliasedVerdict, 'alias'>) => ({
      ...{ state, label },
      rationale: verdictWordsIn(language)(state, reason ?? rationale),
      quotes: quotes.map((text) => ({ text, block: placeOf(itemOf(id), text) }))
    });
    return {
      fillsWindow: true,
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: open.study.name },
        { label: say.revealed({ n: group + 1, total: queue.length, texts: asks.titles.length }) }
      ],
      assignment: {
        id: open.id,
        metricTitle: titleOf(open, language),
        options: optionsOf(open, event.locals),
        asks,
        preference: preferenceInWords(terms),
        done: open.queue.done,
        total: open.queue.total,
        items: shown.items.map(({ id, text, own, revised, revisedBasis, judges, code, ...given }) => ({
          id,
          text,
          language: languageOf(text),
          quotes: itemOf(id).quotes,
          block: itemOf(id).block,
          source: sourceOf(itemOf(id)),
          mine: { ...own, reason: reasons.find(({ name }) => name === own.reason)?.words ?? null },
          revised: revised?.label ?? null,
          revisedBasis,
          hiddenWhy: given.shown ? null : say.hiddenWhy,
          preference: given.preference,
          preferenceDraft: given.preferenceDraft,
          asksPreference: given.asksPreference,
          judges: judges.map((judge) => ({ alias: judge.alias, ...wordsOf(id, judge) })),
          code: code && wordsOf(id, code)
        }))
      },
      first: Math.max(0, Number(event.url.searchParams.get('item') ?? 1) - 1) || 0,
      next: nextAhead(event.locals, open.id)
    };
  });

export const actions: Actions = {
  /** For browsers without scripts; with them, the page posts to `prefer`. */
  prefer: async (event) => {
    const form = await event.request.formData();
    const item = Number(event.url.searchParams.get('item') ?? 1);
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'annotate');
      const given = preferenceAnswered(form, randomUUID());
      if (given) commitPreference(event.locals.db, grant, given);
      return { saved: true };
    });
    if (!('saved' in done)) return fail(done.status, done.data);
    redirect(303, `${event.url.pathname}?item=${item + 1}`);
  }
};
