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
  lists: true,
  ...labelsAsTheyAre(options)
};
