import { guidelinePage } from './guideline-page.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const hints: Record<number, string> = { 0: 'worthless', 5: 'halfway', 10: 'nothing to improve' };
const options = Array.from({ length: 11 }, (_, points) => ({
  label: String(points),
  title: String(points),
  hint: hints[points] ?? '',
  // Ten has no key of its own among the digits.
  key: points === 10 ? 'x' : String(points)
}));

/** Points 0–10 for a report, averaged over people (arXiv 2509.01396). */
export const scoreKind: StudyKind = {
  name: 'score',
  title: 'Score, 0–10',
  about: 'Several people give a report 0 to 10 points; their mean stands for it.',
  units: 'rating',
  whole: true,
  reports: 'one',
  question: 'How well does this report answer the query? (0–10)',
  textTitle: null,
  options,
  scale: withRefusal({ level: 'interval', low: 0, high: 10 }),
  judges: { from: 'label', read: (label) => (/^(?:\d|10)$/.test(label) ? label : null) },
  multiSelect: false,
  dimensions: false,
  guideline: guidelinePage(
    'Points for a report, 0 to 10',
    `Give the report as many points as it deserves on the question of this study. Keys 0 to 9; x gives 10.

| Points | When |
| --- | --- |
| 0 | Worthless for the query. |
| 3 | Some of it helps; more of it misleads or is missing. |
| 5 | Helps as much as it misleads or leaves out. |
| 8 | Good; what is missing is small. |
| 10 | Nothing to wish for. |`,
    `- Covers two of four things that were asked, both well sourced. **5**.
- Covers all four, one with a figure that nothing supports. **7**.
- Fluent throughout and answers another query. **1**.
- Covers all four, weighs the sources, says what is not known. **9** or **10**.`,
    `- Use the whole range: a study in which everything is a 7 tells nothing.
- Keep your measure. Look back at what you gave before, not at how tired you are.
- Points are for this question of the study, not for taste.`
  ),
  ...labelsAsTheyAre(options)
};
