import { messagesIn } from '$lib/messages/words.ts';
import type { Project } from '$lib/server/projects.ts';

/** Pages under Studies that are named for themselves, and not for what they show. */
type StudyPage = 'new' | 'extend' | 'quality' | 'protocol' | 'errors' | 'guideline' | 'questions' | 'look';
interface Crumb {
  label: string;
  href?: string;
}

/** Where a page under Studies is; without `last` the list itself. */
export function studyCrumbs(language: string, project: Project, last?: string): Crumb[] {
  const words = messagesIn(language, 'studyCrumbs');
  const before = [{ label: project.name, href: `/p/${project.slug}` }];
  return last === undefined
    ? [...before, { label: words.studies }]
    : [...before, { label: words.studies, href: `/p/${project.slug}/studies` }, { label: last }];
}

/** Where a page about one study is. */
export const studyPageCrumbs = (
  language: string,
  project: Project,
  study: { number: number; name: string },
  page: StudyPage
): Crumb[] => [
  ...studyCrumbs(language, project, study.name).slice(0, -1),
  { label: study.name, href: `/p/${project.slug}/studies/${study.number}` },
  { label: studyPageName(language, page) }
];

export const studyPageName = (language: string, page: StudyPage): string =>
  messagesIn(language, 'studyCrumbs').page({ page });
