import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { withFreeKeys } from '$lib/components/shared/keys/own-keys.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { askedInWords } from '$lib/studies/own-work/asked-in-words.ts';
import { queryLabelIn } from '$lib/studies/judging/scored-query.server.ts';
import { adjudicateItem, openTruth } from '$lib/studies/truth/truth.server.ts';
import { adjudicatedText } from '$lib/studies/truth/adjudicated-text.server.ts';
import { newId } from '$lib/server/db/id.ts';
import { textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { textForPage, textLetters } from '../../../../work/[assignment]/assignment-page.ts';
import { adjudicatorOf } from '../adjudicator.ts';

/** One item: the report without its system, what was said under letters, and the form. */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant, number } = adjudicatorOf(event);
    const { db } = event.locals;
    const { kind, metric, ...opened } = openTruth(db, grant, number, event.params.item);
    const view = textsIn(event.locals.language, opened, ['title', 'hint']);
    const asked = askedInWords(kind, metric, messagesIn(event.locals.language, 'studyTerms'));
    const { query, collectedAt, texts, source } = adjudicatedText(db, grant, number, view.item);
    const letters = textLetters(texts.length);
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
      texts: await Promise.all(
        texts.map(async (text, i) => ({ title: letters[i]!, ...(await textForPage(event.locals.language, text, i)) }))
      ),
      query,
      queryLabel: queryLabelIn(event.locals.language, null, collectedAt),
      study: view.study,
      item: {
        ...{ id: view.item.id, number: view.item.number, text: view.item.text, source },
        ...{ block: view.item.material.block ?? null, quotes: view.item.material.quotes ?? [] }
      },
      items: progressIn(view),
      title: kind.units === 'report' ? asked.title : metricTitleIn(event.locals.language, metric),
      question: asked.question ?? '',
      options: withFreeKeys(view.options, 'label', event.locals.keys).map(({ label, title, hint, key }) => ({
        ...{ value: label, title, hint, key }
      })),
      // Of two reports the letters are those of the reports.
      labels: view.labels.map(({ letter, title, words, exchanged }, i) => ({
        ...{ letter: texts.length === 1 ? letter : String(i + 1), title, words, exchanged }
      })),
      chosen: view.decided?.label ?? view.unanimous,
      decided: view.decided && { ...view.decided, title: titleOf(view.decided.label) },
      revision: view.revision,
      key: newId(),
      previous: at(view.previous),
      next: at(view.next)
    };
  });

/** The study's items, as the row of seats shows them. */
const progressIn = ({ items, item }: Pick<ReturnType<typeof openTruth>, 'items' | 'item'>) => ({
  all: items.length,
  done: items.filter(({ adjudicated }) => adjudicated).length,
  seats: items.map(({ id, adjudicated }) => ({
    v: adjudicated ? ('yes' as const) : ('open' as const),
    ...(id === item.id && { me: true })
  }))
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
