import type { PageServerLoad } from './$types';
import { drawnChart, type ChartName } from '$lib/alignment/charts/chart.ts';
import { chartOf } from '$lib/alignment/charts/of-report.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { choiceHead } from '$lib/components/alignment/report/headlines.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { askedAlignment, crumbsOf } from '../asked.ts';
import { headlineWordsIn } from '../heads-in.ts';
import { notesFor } from '../notes.ts';
import { shownChoice } from '../shown-procedure.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import type { Method } from '$lib/alignment/units/method.ts';

/** Charts of the choice; the others are tables of other pages. */
const charts: readonly ChartName[] = ['front', 'characteristic', 'frequencies'];

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { header, report, procedure } = asked;
    const { language } = event.locals;
    return {
      crumbs: crumbsOf(asked, language, messagesIn(language, 'choicePage').title),
      study: { number: asked.study.number, name: asked.study.name },
      short: report.method.short,
      method: methodIn(language, report.method),
      onScores: metricOf(report.method.scale).kind === 'kappa',
      prompt: header.prompt,
      versions: header.judges.map(({ spec, fingerprint }) => ({ spec, fingerprint })),
      says: notesFor(report, messagesIn(language, 'reportNotes')).choice,
      head: choiceHead(procedure, headlineWordsIn(language)),
      choice: shownChoice(procedure, report.judges, language),
      charts: charts
        .map((name) => chartOf(name, report, procedure, language))
        .filter((chart) => chart !== null)
        .map(drawnChart)
    };
  });

/** Methods in the reader’s language; reports and exports have them in English. */
function methodIn(language: string, { metric, kappa, ac, intervals, notes, ...method }: Method): Method {
  const say = libraryTextIn(language);
  return {
    ...method,
    ...{ metric: say(metric), kappa: say(kappa), ac: ac && say(ac), notes: notes.map(say) },
    intervals: {
      ...intervals,
      'wilson-effective': say(intervals['wilson-effective']),
      jackknife: say(intervals.jackknife)
    }
  };
}
