import type { RequestEvent } from '@sveltejs/kit';
import { htmlForPage } from '$lib/components/shared/html-in-page.ts';
import type { Blind, BlindAssignment, BlindText } from '$lib/studies/judging/blind/blind.ts';
import { kindByName, type Option } from '$lib/studies/kinds/index.ts';
import { findMetric } from '$lib/scorer/suites/index.ts';
import { rendered } from '../../../../rendered.ts';
import { textInData } from '../../../../texts-in-data.ts';

/** The answers, in the words of the metric where it has its own. */
export function optionsOf({ study: { kind, metric } }: Blind<BlindAssignment>): readonly Option[] {
  const { options, unit } = kindByName(kind, metric.name);
  const hints = unit?.checklist ? findMetric(metric.name)?.hints : undefined;
  return options.map((option) => ({ ...option, hint: hints?.[option.label] ?? option.hint }));
}

/** What the question belongs to: the metric, or the kind of study where a report is judged as a whole. */
export function titleOf({ study }: Blind<BlindAssignment>): string {
  const { units, title } = kindByName(study.kind, study.metric.name);
  return units === 'report' ? title : study.metric.title;
}

/** What the kind of study asks, for the page. */
export function asksOf({ study, beside }: Blind<BlindAssignment>) {
  const { question, textTitle, lists } = kindByName(study.kind, study.metric.name);
  const letters = ['A', 'B', 'C', 'D'];
  return {
    question,
    textTitle,
    dimensions: study.dimensions,
    multiSelect: study.multiSelect,
    ...(lists && { lists }),
    titles: beside.length === 0 ? [] : letters.slice(0, beside.length + 1)
  };
}

/** A request for a page, or for its data alone. */
type Asked = Pick<RequestEvent, 'isDataRequest' | 'locals'>;

/** The HTML of the `nth` text of the page, sent once: in the page, or in its data where only that is asked for. */
export const htmlOf = ({ isDataRequest, locals }: Asked, html: string, nth: number): string =>
  isDataRequest ? textInData(locals, html) : htmlForPage(html, nth);

/** Texts to the right of the first. Anchors of each text are its own. */
export const textsBeside = (texts: readonly BlindText[], event: Asked) =>
  Promise.all(
    texts.map(async ({ markdown, language }, i) => {
      const { html, facts } = await rendered(markdown);
      const own = html.replaceAll(' id="', ` id="t${i + 2}-`).replaceAll(' href="#', ` href="#t${i + 2}-`);
      return { html: htmlOf(event, own, i + 1), language: facts.language || (language ?? '') };
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

/** When the person sees what the judges said. */
export const revealsOf = ({ training, reveal }: Blind<BlindAssignment>): 'now' | 'later' | 'never' =>
  training || reveal.policy === 'never' ? 'never' : reveal.policy === 'at-end' ? 'later' : 'now';

/** What becomes of a verdict before and after it is committed, in a sentence. */
export function becomesOf(open: Blind<BlindAssignment>): { open: string; committed: string } {
  const when = revealsOf(open);
  if (open.training) return { open: 'Training items do not count.', committed: 'Nobody counts it.' };
  return {
    open: {
      never: 'Your verdict is kept; judges are not shown in this study.',
      later: 'You can change a verdict until the end of the study; then you see what the judges said.',
      now: 'You can change a verdict until all items of this report are committed and you choose to see the judges.'
    }[when],
    committed:
      when === 'never'
        ? 'Committed. You can change it until the study is closed.'
        : 'Committed. You can change it until you look at what the judges said.'
  };
}
