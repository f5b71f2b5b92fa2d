import { guidelinePage } from './guideline-page.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: 'listed', title: 'Issues listed', hint: 'each with its passages', key: '1' },
  { label: 'none', title: 'No issue', hint: 'the report has none', key: '2' }
];

/**
 * The issues of a report as people list them, without any judge's list: a probe of what all judges miss. Once the study is closed
 * its issues are merged with those of the judges, and a study of reported issues asks about all of them.
 */
export const issueSearch: StudyKind = {
  name: 'issue-search',
  title: 'Issues listed by annotators',
  about:
    'Annotators read a report and list its issues themselves, with their passages. Close the study before you plan one on the validity of reported issues: that study then includes these issues and measures recall against them.',
  units: 'report',
  whole: true,
  reports: 'one',
  question: 'Which issues does this report have?',
  textTitle: null,
  options,
  scale: withRefusal({ level: 'binary', labels: ['listed', 'none'] }),
  judges: {
    from: 'nothing',
    why: 'Judges’ lists are compared with these in a study on the validity of reported issues.'
  },
  multiSelect: false,
  dimensions: false,
  lists: 'listed',
  onlyWhere: 'issue',
  guideline: guidelinePage(
    'A report: list its issues',
    `You see one report and list every issue of the kind that the study names: contradictions within the report, or claims without a fitting citation.

| Key | Answer | When |
| --- | --- | --- |
| 1 | Issues listed | Your list has at least one issue. |
| 2 | No issue | You read the whole report and found none. |

Select a passage in the report and choose “Add the selected passage”. It appears in your list on a line that begins with “>”. Write what is wrong on the line below. Leave an empty line between two issues. A contradiction needs both of its passages.`,
    `- The summary gives the market of 2024 as 4.1 billion, section 3 as 5.6 billion. **Issues listed**: “> The market was worth 4.1 billion in 2024.”, “> In 2024 the market reached 5.6 billion.”, and below them “Two sizes of the same market.”
- The same report also gives two different founding years of the operator. **Issues listed**: an empty line, then the second issue in the same form.
- “Most cities changed their tariffs.” has no citation, and the study is about citations. **Issues listed**: “> Most cities changed their tariffs.”, “No source.”
- You have read everything, tables included, and found nothing. **No issue**.`,
    `- List as many issues as you find: the study measures which issues the judges miss.
- Read the tables and the summary too. Contradictions often lie between a summary and a section.
- One issue is one entry. Do not list the same contradiction twice because it appears in two places.`
  ),
  ...labelsAsTheyAre(options)
};
