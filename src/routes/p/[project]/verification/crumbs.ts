import type { Project } from '$lib/server/projects.ts';

interface Crumb {
  label: string;
  href?: string;
}

/** Where a page under Verification is; `more` are the pages between it and the room. */
export const verificationCrumbs = (project: Project, ...more: Crumb[]): Crumb[] => [
  { label: project.name, href: `/p/${project.slug}` },
  more.length === 0 ? { label: 'Verification' } : { label: 'Verification', href: `/p/${project.slug}/verification` },
  ...more
];

/** A round's own page among the crumbs. */
export const roundCrumb = (project: Project, round: { number: number; name: string }): Crumb => ({
  label: `Round ${round.number}, ${round.name}`,
  href: `/p/${project.slug}/verification/rounds/${round.number}`
});
