import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';

const options = [
  { label: 'supported', title: 'Supported', hint: 'the page says it', key: '1' },
  { label: 'partly', title: 'Partly', hint: 'the page says some of it, or less surely', key: '2' },
  { label: 'not', title: 'Not supported', hint: 'the page says nothing of it, or the opposite', key: '3' },
  { label: 'source-unusable', title: 'Source unusable', hint: 'no text from which one could tell', key: '4' }
];

const judged = new Map([
  ['supported', 'supported'],
  ['unsupported', 'not'],
  ['no-claim', 'no-claim'],
  ['source-unusable', 'source-unusable']
]);

/** Whether a cited page bears a claim out, in the very text that the judges read (arXiv 2510.14240, section 4.2). */
export const claimSupport: StudyKind = {
  name: 'claim-support',
  title: 'Claims and their sources',
  about: 'People compare a claim with the text of the page that it cites, as the judges read it.',
  units: 'claim',
  reports: 'one',
  question: 'Does the cited page bear the claim out?',
  textTitle: 'Claim',
  options,
  scale: withRefusal({
    level: 'ordinal',
    labels: ['not', 'partly', 'supported'],
    withoutValue: ['source-unusable', 'no-claim']
  }),
  judges: { from: 'label', read: (label) => judged.get(label) ?? null },
  multiSelect: true,
  dimensions: false,
  ...labelsAsTheyAre(options)
};
