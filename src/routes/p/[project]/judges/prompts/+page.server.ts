import type { PageServerLoad } from './$types';
import { promptsOfProject } from '$lib/scorer/prompts/prompt-list.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

/** The prompts of all suites, with the versions that ship with the program and those of the project. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Judges', href: `/p/${project.slug}/judges` },
        { label: 'Prompts' }
      ],
      suites: promptsOfProject(event.locals.db, grant)
    };
  });
