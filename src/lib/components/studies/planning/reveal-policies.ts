import type { RevealPolicy } from '../../../studies/planning/study-input.ts';

/** The policies in words, in the order in which they are offered. */
export const revealPolicyWords: readonly { value: RevealPolicy; label: string; means: string; short: string }[] = [
  {
    value: 'after-report',
    label: 'After each report',
    means:
      'Once a person has judged all their items of a report, they see what the judges said of it and say whom they prefer.',
    short: 'after each report'
  },
  {
    value: 'at-end',
    label: 'At the end',
    means:
      'A person sees the judges once all their items of the study are judged, so that no judge can sway a later verdict.',
    short: 'at the end'
  },
  {
    value: 'on-difference',
    label: 'Where somebody differs',
    means:
      'After each report a person sees the judges on those items only on which not all labels, their own among them, are the same.',
    short: 'where labels differ'
  },
  {
    value: 'never',
    label: 'Never',
    means:
      'People judge and see no judge: no preferences and no changed verdicts are collected, and the items stay blind for a later study.',
    short: 'never'
  }
];

export const revealInWords = (policy: RevealPolicy) => revealPolicyWords.find(({ value }) => value === policy)!;
