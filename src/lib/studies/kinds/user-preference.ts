import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: '4', title: '4', hint: 'would use it as it is', key: '4' },
  { label: '3', title: '3', hint: 'would use it after small changes', key: '3' },
  { label: '2', title: '2', hint: 'would take parts of it', key: '2' },
  { label: '1', title: '1', hint: 'would not use it', key: '1' }
];

/** How far a person would use a report as a whole, 1–4 (arXiv 2606.12871). */
export const userPreference: StudyKind = {
  name: 'user-preference',
  title: 'User preference, 1–4',
  about: 'People say of a report as a whole how far they would use it, from 1 to 4.',
  units: 'report',
  whole: true,
  reports: 'one',
  question: 'How far would you use this report for the query?',
  textTitle: null,
  options,
  scale: withRefusal({ level: 'ordinal', labels: ['1', '2', '3', '4'] }),
  judges: {
    from: 'nothing',
    why: 'Judges are not asked for a user’s preference: people are compared with one another.'
  },
  multiSelect: true,
  dimensions: false,
  ...labelsAsTheyAre(options)
};
