import { libraryTextIn, reasonsInWords } from '$lib/messages/library-text.ts';
import type { viewsBeside } from '$lib/scorer/leaderboard/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';

/** The other views of a leaderboard in a language, with the addresses of the systems. */
export function besideInWords(
  views: ReturnType<typeof viewsBeside>,
  hrefOf: (system: string) => string,
  language: string
) {
  const say = libraryTextIn(language);
  return views.map(({ name, measure, rows, ...one }) => ({
    ...one,
    ...{ name, title: metricTitleIn(language, name), measure: say(measure) },
    rows: reasonsInWords(language, rows).map(({ beside, ...row }) => ({
      ...{ ...row, href: hrefOf(row.system) },
      beside: beside.map((view) => ({ ...view, title: say(view.title), counted: say(view.counted) }))
    }))
  }));
}
