import { messagesIn } from '$lib/messages/words.ts';
import type { Project } from '$lib/server/projects.ts';

interface Crumb {
  label: string;
  href?: string;
}

/** Where a page under Verification is; `more` are the pages between it and the room. */
export function verificationCrumbs(language: string, project: Project, ...more: Crumb[]): Crumb[] {
  const label = messagesIn(language, 'rooms').verification;
  return [
    { label: project.name, href: `/p/${project.slug}` },
    more.length === 0 ? { label } : { label, href: `/p/${project.slug}/verification` },
    ...more
  ];
}

/** A round's own page among the crumbs. */
export const roundCrumb = (language: string, project: Project, round: { number: number; name: string }): Crumb => ({
  label: messagesIn(language, 'roundHead').title({ number: round.number, name: round.name }),
  href: `/p/${project.slug}/verification/rounds/${round.number}`
});
