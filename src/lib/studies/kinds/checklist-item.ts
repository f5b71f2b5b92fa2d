import { item } from '../../scorer/units/kinds/item.ts';
import { guidelinePage } from './guideline-page.ts';
import type { StudyKind } from './kind.ts';
import { studyOfUnit } from './unit-study.ts';

/** A yes/no question about one report: coverage and presentation (arXiv 2510.14240, appendix C). */
export const checklistItemKind: StudyKind = {
  ...studyOfUnit(item, null, 'checklist-item'),
  guideline: guidelinePage(
    'A question about a report: yes or no',
    `You see one report and, one after the other, questions that it should settle.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Yes | The report settles the question in full, in its own text. |
| 2 | No | It does not, or only in part, or it promises to and does not, or says that nothing is known without having tried. |

The question counts as it is worded. One that asks for an order that holds throughout (correct markup, one style of citation) is a yes only without exception. Read the whole report before the first answer: the place that settles a question is often not where its title suggests.`,
    `Question: *Does the report give the punctuality of each of the three bus operators in 2024?*

- “Fennline ran 91 % of its trips on time in 2024, Orla 88 %, Vell 84 %.” **Yes**: three operators, the year, numbers.
- “Fennline is the most punctual; the others lie below 90 %.” **No**: two of the three have no figure.
- “Punctuality figures are given in table 2”, and table 2 lists fares. **No**: announced and not delivered.
- “Orla publishes no figures; the regulator’s estimate is 88 % (2024). Fennline: 91 %, Vell: 84 %.” **Yes**: an estimate with its origin is an answer.`,
    `- A well written report is not therefore complete, nor a clumsy one incomplete.
- A source in the list of references does not answer for the text.
- Wrong facts are not asked here: “yes” means that the report settles the question, not that you checked it.`
  )
};
