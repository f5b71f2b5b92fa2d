import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { withFreeKeys } from '$lib/components/shared/keys/own-keys.ts';
import { askedInWords } from '$lib/studies/own-work/asked-in-words.ts';
import { queryLabelIn } from '$lib/studies/judging/scored-query.server.ts';
import { adjudicateItem, openTruth } from '$lib/studies/truth/truth.server.ts';
import { adjudicatedText } from '$lib/studies/truth/adjudicated-text.server.ts';
import { newId } from '$lib/server/db/id.ts';
import { textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { labelledIn, rendered } from '../../../../../../rendered.ts';
import { adjudicatorOf } from '../adjudicator.ts';

/** One item: the report without its system, what was said under letters, and the form. */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant, number } = adjudicatorOf(event);
    const { db } = event.locals;
    const { kind, metric, ...opened } = openTruth(db, grant, number, event.params.item);
    const view = textsIn(event.locals.language, opened, ['title', 'hint']);
    const { question } = askedInWords(kind, metric, messagesIn(event.locals.language, 'studyTerms'));
    const { query, collectedAt, markdown, language, source } = adjudicatedText(db, grant, number, view.item);
    const { html, outline, facts } = await rendered(markdown);
    const titleOf = (label: string): string =>
      view.options.find((option) => option.label === label)?.title ??
      messagesIn(event.locals.language, 'judgeErrors').cannotJudge;
    const words = messagesIn(event.locals.language, 'studyCrumbs');
    const base = `/p/${project.slug}/studies/${number}/adjudicate`;
    const at = (id: string | null): string | null => id && `${base}/${id}`;
    return {
      fillsWindow: true,
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: words.adjudication({ study: view.study.name }), href: base },
        { label: words.item({ n: view.item.number }) }
      ],
      report: {
        html: labelledIn(event.locals.language, html),
        outline,
        language: facts.language || (language ?? ''),
        facts: { words: facts.words, tables: facts.tables, references: facts.references }
      },
      query,
      queryLabel: queryLabelIn(event.locals.language, null, collectedAt),
      study: view.study,
      item: {
        ...{ id: view.item.id, number: view.item.number, text: view.item.text, source },
        ...{ block: view.item.material.block ?? null, quotes: view.item.material.quotes ?? [] }
      },
      items: {
        all: view.items.length,
        done: view.items.filter(({ adjudicated }) => adjudicated).length,
        seats: view.items.map(({ id, adjudicated }) => ({
          v: adjudicated ? ('yes' as const) : ('open' as const),
          ...(id === view.item.id && { me: true })
        }))
      },
      question: question ?? '',
      options: withFreeKeys(view.options, 'label', event.locals.keys).map(({ label, title, hint, key }) => ({
        ...{ value: label, title, hint, key }
      })),
      labels: view.labels.map(({ letter, title, words }) => ({ letter, title, words })),
      chosen: view.decided?.label ?? view.unanimous,
      decided: view.decided && { ...view.decided, title: titleOf(view.decided.label) },
      revision: view.revision,
      key: newId(),
      previous: at(view.previous),
      next: at(view.next)
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => String(form.get(name) ?? '');
    const typed = { label: text('label'), reason: text('reason') };
    const done = await attempt(() => {
      const { grant, number } = adjudicatorOf(event);
      return adjudicateItem(event.locals.db, grant, {
        ...{ study: number, item: event.params.item, ...typed },
        ...{ basedOn: Number(text('revision')), idempotencyKey: text('key') || newId() }
      });
    });
    if (!('next' in done)) return fail(done.status, { ...done.data, ...typed });
    const list = event.url.pathname.slice(0, event.url.pathname.lastIndexOf('/'));
    redirect(303, done.next === null ? list : `${list}/${done.next}`);
  }
};
