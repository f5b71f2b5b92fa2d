import type { ProjectAccess } from '$lib/server/auth/authorize.ts';

interface Way {
  /** Its title and what it is for, in the messages `way` and `wayAbout` of the page. */
  way: 'agreement' | 'compare' | 'monitoring' | 'succession' | 'cards' | 'prompts';
  /** After the address of the project. */
  to: string;
  access: ProjectAccess;
  /** Says whether an adoption still holds: offered if one is open again. */
  evidence?: true;
}

/** Actions on the judges of a project: pages under this one and elsewhere, in the order in which they are shown. */
export const ways: readonly Way[] = [
  { way: 'agreement', to: '/alignment', access: 'read-results' },
  { way: 'compare', to: '/judges/compare', access: 'read-results', evidence: true },
  { way: 'monitoring', to: '/judges/monitoring', access: 'read-results', evidence: true },
  { way: 'succession', to: '/judges/succession', access: 'read-results', evidence: true },
  { way: 'cards', to: '/judges/cards', access: 'read-results' },
  { way: 'prompts', to: '/judges/prompts', access: 'manage' }
];
