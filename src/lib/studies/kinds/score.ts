import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const hints: Record<number, string> = { 0: 'worthless', 5: 'halfway', 10: 'nothing to wish for' };
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
  question: 'How many points does this report deserve?',
  textTitle: null,
  options,
  scale: withRefusal({ level: 'interval', low: 0, high: 10 }),
  judges: { from: 'label', read: (label) => (/^(?:\d|10)$/.test(label) ? label : null) },
  multiSelect: false,
  dimensions: false,
  ...labelsAsTheyAre(options)
};
