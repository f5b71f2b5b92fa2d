import { guidelinePage } from './guideline-page.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: '4', title: '4', hint: 'would use it as it is', key: '4' },
  { label: '3', title: '3', hint: 'would use it after small changes', key: '3' },
  { label: '2', title: '2', hint: 'would use parts of it', key: '2' },
  { label: '1', title: '1', hint: 'would not use it', key: '1' }
];

/** How far a person would use a report as a whole, 1–4 (arXiv 2606.12871). */
export const userPreference: StudyKind = {
  name: 'user-preference',
  title: 'User preference, 1–4',
  about: 'People rate from 1 to 4 whether they would use a report as a whole.',
  units: 'report',
  whole: true,
  reports: 'one',
  question: 'Would you use this report for the query?',
  textTitle: null,
  options,
  scale: withRefusal({ level: 'ordinal', labels: ['1', '2', '3', '4'] }),
  judges: {
    from: 'nothing',
    why: 'Judges are not asked for a user’s preference: people are compared with one another.'
  },
  multiSelect: true,
  dimensions: false,
  guideline: guidelinePage(
    'A report as a whole: would you use it',
    `Imagine that you had asked the query for your own work and have an hour. Say whether you would use the report.

| Key | Answer | When |
| --- | --- | --- |
| 4 | As it is | You would hand it on or work from it today. |
| 3 | After small changes | Some cutting or checking, under an hour. |
| 2 | In parts | You would take passages or sources and write the rest yourself. |
| 1 | Not | You would start from nothing. |`,
    `- Answers the query with figures and sources, two sections too many. **3**.
- Good list of sources, conclusions that do not follow from them. **2**.
- Well written, on another question than was asked. **1**.
- Short, complete, says what is not known. **4**: length is no duty.`,
    `- Use all four answers; 3 is not the polite one.
- Ask what you would do with it, not how much work it must have been.`
  ),
  ...labelsAsTheyAre(options)
};
