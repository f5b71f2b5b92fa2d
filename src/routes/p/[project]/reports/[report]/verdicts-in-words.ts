import { type LibraryText, libraryTextIn, noticeTextIn, reasonsInWords, textsIn } from '$lib/messages/library-text.ts';
import type { readReportVerdicts } from '$lib/scorer/runs/report-verdicts.server.ts';
import { suiteWith } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { type FactInWords, factsInWords } from '$lib/scorer/units/facts-in-words.ts';
import type { VerdictView } from '$lib/scorer/units/verdict-view.ts';

type Figures = NonNullable<ReturnType<typeof readReportVerdicts>['figures']>;

/** Scores of one report in a language: the metric's title, meanings of figures, and reasons for missing ones. */
export function scoresInWords({ meanings, ...figures }: Figures, language: string, metric: string): Figures {
  const say = libraryTextIn(language);
  return {
    ...reasonsInWords(language, figures),
    title: metricTitleIn(language, metric),
    meanings: Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [name, say(meaning)]))
  };
}

/**
 * Verdicts of judges on a report in a language: titles of labels, facts, and reasons of missing verdicts. Texts of judges and labels of
 * rubrics stay as they are.
 */
export function viewInWords(view: VerdictView, language: string, metric: string): VerdictView<FactInWords> {
  const titled = suiteWith(metric) ? textsIn(language, view, ['title', 'heading', 'about', 'note']) : view;
  return withReasons(withFacts(titled, language), noticeTextIn(language)) as VerdictView<FactInWords>;
}

function withFacts(view: VerdictView, language: string): VerdictView<FactInWords> {
  if (view.kind !== 'items') return view;
  return {
    ...view,
    units: view.units.map((unit) => ({
      ...unit,
      verdicts: unit.verdicts.map(({ facts, ...said }) => ({
        ...said,
        ...(facts && { facts: factsInWords(language, facts) })
      }))
    }))
  };
}

/** `words` of a verdict are its reason if it is unscored, else the judge's own. */
function withReasons(data: unknown, say: LibraryText): unknown {
  if (Array.isArray(data)) return data.map((one) => withReasons(one, say));
  if (typeof data !== 'object' || data === null) return data;
  const inside = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withReasons(value, say)]));
  const { state, words } = inside;
  return state === 'unscored' && typeof words === 'string' ? { ...inside, words: say(words) } : inside;
}
