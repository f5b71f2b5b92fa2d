import { guidelinePage } from './guideline-page.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: 'valid', title: 'Valid', hint: 'the report does have this issue', key: '1' },
  { label: 'not-valid', title: 'Not valid', hint: 'it is not an issue, or it is not in the report', key: '2' },
  { label: 'unclear', title: 'Unclear', hint: 'can be read both ways', key: '3' }
];

/**
 * Whether an issue that some judge reported is one: contradictions and missing citations (LiveResearchBench,
 * arXiv 2510.14240, appendix C). Issues of all judges that are about the same passages are one unit. A judge that reports it
 * says that it is valid; one that does not, that it is not.
 */
export const issueValidity: StudyKind = {
  name: 'issue-validity',
  title: 'Validity of reported issues',
  about:
    'Issues of all judges are merged if they quote the same passages. People see each merged issue once, its quotes highlighted, and say whether it is one.',
  units: 'issue',
  reports: 'one',
  question: 'Is this a real issue?',
  textTitle: 'Reported',
  options,
  scale: withRefusal({ level: 'binary', labels: ['valid', 'not-valid'], withoutValue: ['unclear'] }),
  judges: { from: 'issues', reported: 'valid', notReported: 'not-valid' },
  multiSelect: true,
  dimensions: false,
  guideline: guidelinePage(
    'A reported fault: is it one',
    `You see one reported fault of the report. Its quotes are marked in the text. Say whether the report does have this fault.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Valid | The report has this fault, as described. |
| 2 | Not valid | It is no fault, or it is not in the report, or the quotes say something else in their context. |
| 3 | Unclear | The passage can fairly be read both ways. |

Go to each quote and read the paragraph around it before you answer.`,
    `Reported contradiction: *The market is given as 4.1 billion and as 5.6 billion.*

- First passage: “4.1 billion in 2022”; second: “5.6 billion in 2024”. **Not valid**: different years.
- First: “4.1 billion in 2024, worldwide”; second: “the world market of 2024, 5.6 billion”. **Valid**.
- First: “4.1 billion”; second: “about 5.6 billion including services”, and nothing says whether the first includes them. **Unclear**.

Reported missing citation: *“Most cities changed their tariffs” has no source.*

- The next sentence continues the thought and cites. **Not valid** if the citation plainly covers both.
- The paragraph has no citation and the claim is neither common knowledge nor the author’s own reckoning. **Valid**.`,
    `- A report can quote two sources that contradict each other: that is no contradiction of the report if it says so.
- Do not look for other faults: the question is about this one.
- A fault that is there but described wrongly is not valid as reported: say so in the note.`
  ),
  ...labelsAsTheyAre(options)
};
