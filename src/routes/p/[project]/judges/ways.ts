import type { ProjectAccess } from '$lib/server/auth/authorize.ts';

interface Way {
  title: string;
  /** After the address of the project. */
  to: string;
  means: string;
  access: ProjectAccess;
  /** Says whether an adoption still holds: offered where one is open again. */
  evidence?: true;
}

/** What can be done with the judges of a project: pages under this one and elsewhere, in the order in which they are shown. */
export const ways: readonly Way[] = [
  {
    title: 'Agreement with annotators',
    to: '/alignment',
    means: 'Agreement of each judge and ensemble with the labels of a study, and adoption decisions',
    access: 'read-results'
  },
  {
    title: 'Compare judges',
    to: '/judges/compare',
    means: 'Judges of several runs on the same labels, with paired differences and flipped items',
    access: 'read-results',
    evidence: true
  },
  {
    title: 'Monitoring',
    to: '/judges/monitoring',
    means: 'Anchor sets on which adopted judges are asked again, with a ledger of every check',
    access: 'read-results',
    evidence: true
  },
  {
    title: 'Succession',
    to: '/judges/succession',
    means: 'Successors of the adopted judges: non-inferiority, change of scores, and both leaderboards',
    access: 'read-results',
    evidence: true
  },
  {
    title: 'Judge cards',
    to: '/judges/cards',
    means: 'Signed certificates of adopted judges, which anyone can verify without this server',
    access: 'read-results'
  },
  {
    title: 'Prompts',
    to: '/judges/prompts',
    means: 'Every prompt with its versions; edit a copy, preview it on a report, and let new runs choose it',
    access: 'manage'
  }
];
