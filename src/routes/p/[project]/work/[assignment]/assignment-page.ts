import type { RequestEvent } from '@sveltejs/kit';
import { htmlForPage } from '$lib/components/shared/html-in-page.ts';
import type { PageKeys } from '$lib/components/shared/keys/key-actions.ts';
import type { AssignmentPage } from '$lib/components/studies/judging/assignment-page.ts';
import { withFreeKeys } from '$lib/components/shared/keys/own-keys.ts';
import type { Blind, BlindAssignment, BlindText } from '$lib/studies/judging/blind/blind.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { askedInWords, dimensionsInWords, optionsInWords } from '$lib/studies/own-work/asked-in-words.ts';
import { kindByName, type Option } from '$lib/studies/kinds/index.ts';
import { findMetric } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { factsInWords } from '$lib/scorer/units/facts-in-words.ts';
import { labelledIn, rendered } from '../../../../rendered.ts';
import { textInData } from '../../../../texts-in-data.ts';

/** The answers in the reader's language, in the words of the metric if it has its own, with keys that the person's own leave free. */
export function optionsOf(
  { study: { kind, metric } }: Blind<BlindAssignment>,
  { language, keys }: { language: string; keys: PageKeys }
): Option[] {
  const asked = kindByName(kind, metric.name);
  const hints = asked.unit?.checklist ? findMetric(metric.name)?.hints : undefined;
  return withFreeKeys(optionsInWords(asked, metric.name, hints, messagesIn(language, 'studyTerms')), 'judging', keys);
}

/** Title of the question: the metric, or the kind of study if a report is judged as a whole. */
export function titleOf({ study }: Blind<BlindAssignment>, language: string): string {
  const kind = kindByName(study.kind, study.metric.name);
  if (kind.units !== 'report') return metricTitleIn(language, study.metric.name);
  return askedInWords(kind, study.metric.name, messagesIn(language, 'studyTerms')).title;
}

/** Letters of that many texts, from left to right. */
export const textLetters = (texts: number): string[] => ['A', 'B', 'C', 'D'].slice(0, texts);

/** Letters of the texts; none if there is one. */
export const letteredTexts = ({ beside }: Blind<BlindAssignment>): string[] =>
  beside.length === 0 ? [] : textLetters(beside.length + 1);

/** Questions of the kind of study, for the page. */
export function asksOf(open: Blind<BlindAssignment>, language: string) {
  const { study } = open;
  const kind = kindByName(study.kind, study.metric.name);
  const terms = messagesIn(language, 'studyTerms');
  const { question, textTitle } = askedInWords(kind, study.metric.name, terms);
  return {
    question,
    textTitle,
    dimensions: dimensionsInWords(study.dimensions, terms),
    multiSelect: study.multiSelect,
    ...(kind.lists && { lists: kind.lists }),
    titles: letteredTexts(open)
  };
}

/** Findings of a judge on parts of the report, in the reader's language. */
export const resultsIn = (language: string, results: Blind<BlindAssignment>['items'][number]['results']) =>
  results.map(({ text, title, facts }) => ({
    text,
    title: libraryTextIn(language)(title),
    facts: factsInWords(language, facts)
  }));

/** A request for a page, or for its data alone. */
type Asked = Pick<RequestEvent, 'isDataRequest' | 'locals'>;

/** The HTML of the `nth` text of the page, sent once: in the page, or in its data if only that is asked for. */
export const htmlOf = ({ isDataRequest, locals }: Asked, html: string, nth: number): string =>
  isDataRequest ? textInData(locals, html) : htmlForPage(html, nth);

/** The `nth` text of a page, from 0, in the reader's language. Anchors of each text are its own. */
export async function textForPage(language: string, text: BlindText, nth: number) {
  const { html, outline, facts } = await rendered(text.markdown);
  const own = nth === 0 ? '' : `t${nth + 1}-`;
  const labelled = labelledIn(language, html);
  return {
    html: own ? labelled.replaceAll(' id="', ` id="${own}`).replaceAll(' href="#', ` href="#${own}`) : labelled,
    language: facts.language || (text.language ?? ''),
    outline: outline.map((section) => ({ ...section, id: `${own}${section.id}` })),
    facts: { words: facts.words, tables: facts.tables, references: facts.references }
  };
}

/** All texts of an assignment, from left to right. */
export const assignmentTexts = ({ report, beside }: Blind<BlindAssignment>, event: Asked) =>
  Promise.all(
    [report, ...beside].map(async (text, nth) => {
      const shown = await textForPage(event.locals.language, text, nth);
      return { ...shown, html: htmlOf(event, shown.html, nth) };
    })
  );

/** The queue's own labels, a group per report, and which group this assignment is. */
export function queueGroups(open: Blind<BlindAssignment>): { queue: (string | null)[][]; group: number } {
  const groups = new Map<string, (string | null)[]>();
  for (const { assignmentId, label } of open.queue.seats) {
    const group = groups.get(assignmentId);
    if (group) group.push(label);
    else groups.set(assignmentId, [label]);
  }
  return { queue: [...groups.values()], group: [...groups.keys()].indexOf(open.id) };
}

/** When the person sees what the judges said: `now` is once all items of the assignment are judged. */
export function revealsOf({ id, training, reveal, queue }: Blind<BlindAssignment>): 'now' | 'later' | 'never' {
  if (training || reveal.policy === 'never') return 'never';
  const others = queue.seats.some(({ assignmentId, label }) => assignmentId !== id && label === null);
  return reveal.policy === 'at-end' && others ? 'later' : 'now';
}

/** Use of a verdict before and after it is committed, and what follows the last item, in sentences. */
export function becomesOf(open: Blind<BlindAssignment>, language: string): AssignmentPage['becomes'] {
  const say = messagesIn(language, 'judgingPage');
  if (open.training)
    return { open: say.trainingOpen, committed: say.trainingCommitted, complete: say.trainingComplete };
  const [reveals, atEnd] = [revealsOf(open), open.reveal.policy === 'at-end'];
  const changes = { reveals: atEnd ? 'later' : reveals };
  return {
    open: say.open({ ...changes, texts: open.beside.length }),
    committed: say.committed(changes),
    complete: say.complete({ reveals: atEnd && reveals === 'now' ? 'all' : reveals })
  };
}
