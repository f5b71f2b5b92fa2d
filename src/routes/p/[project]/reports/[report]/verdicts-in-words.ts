import { libraryTextIn, reasonsInWords, textsIn } from '$lib/messages/library-text.ts';
import type { readReportVerdicts } from '$lib/scorer/runs/report-verdicts.server.ts';
import { suiteWith } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import type { VerdictView } from '$lib/scorer/units/verdict-view.ts';

type Figures = NonNullable<ReturnType<typeof readReportVerdicts>['figures']>;

/** Scores of one report in a language: what they are of, what their figures mean, and why there is none. */
export function scoresInWords({ meanings, ...figures }: Figures, language: string, metric: string): Figures {
  const say = libraryTextIn(language);
  return {
    ...reasonsInWords(language, figures),
    title: metricTitleIn(language, metric),
    meanings: Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [name, say(meaning)]))
  };
}

/** What judges say of a report in a language: titles of labels, and reasons without a verdict. What a judge wrote stays, and so do labels of rubrics. */
export const viewInWords = (view: VerdictView, language: string, metric: string): VerdictView =>
  textsIn(language, view, suiteWith(metric) ? ['title', 'heading', 'about', 'words', 'note', 'term'] : ['words']);
