import type { Project } from '$lib/server/projects.ts';

/** Where a page under Studies is; without `last` the list itself. */
export const studyCrumbs = (project: Project, last?: string) => [
  { label: 'Projects', href: '/' },
  { label: project.name, href: `/p/${project.slug}` },
  ...(last === undefined
    ? [{ label: 'Studies' }]
    : [{ label: 'Studies', href: `/p/${project.slug}/studies` }, { label: last }])
];
