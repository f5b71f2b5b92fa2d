import { libraryTextIn, reasonsInWords, textsIn } from '$lib/messages/library-text.ts';
import { rationaleTextIn, verdictWordsIn } from '$lib/messages/rationale-text.ts';
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
 * Verdicts of judges on a report in a language: titles of labels, facts, reasons of missing verdicts, and rationales of code. Texts of judges
 * and labels of rubrics stay as they are.
 */
export function viewInWords(view: VerdictView, language: string, metric: string): VerdictView<FactInWords> {
  const titled = suiteWith(metric) ? textsIn(language, view, ['title', 'heading', 'about', 'note']) : view;
  return withReasons(withIssues(withFacts(titled, language), language), language) as VerdictView<FactInWords>;
}

/** Code explains the issues that it finds; those of other judges are their words. */
function withIssues(view: VerdictView, language: string): VerdictView {
  if (view.kind !== 'issues') return view;
  const say = rationaleTextIn(language);
  return {
    ...view,
    judges: view.judges.map(({ count, issues }) => ({
      count,
      issues: issues.map((issue) => ({ ...issue, text: say(issue.text) }))
    }))
  };
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

/** `words` of a verdict are its reason if it is unscored, else its rationale. */
function withReasons(data: unknown, language: string): unknown {
  if (Array.isArray(data)) return data.map((one) => withReasons(one, language));
  if (typeof data !== 'object' || data === null) return data;
  const inside = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withReasons(value, language)]));
  const { state, words } = inside;
  if (typeof state !== 'string' || typeof words !== 'string') return inside;
  return { ...inside, words: verdictWordsIn(language)(state, words) };
}
