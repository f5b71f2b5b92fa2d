import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { promptsOfProject } from '$lib/scorer/prompts/prompt-list.server.ts';
import { metricsTitledIn } from '$lib/scorer/suites/metric-words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

/** The prompts of all suites, with the versions that ship with the program and those of the project. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').judges, href: `/p/${project.slug}/judges` },
        { label: messagesIn(event.locals.language, 'prompts').title }
      ],
      suites: promptsOfProject(event.locals.db, grant).map((suite) => ({
        ...suite,
        metrics: metricsTitledIn(event.locals.language, suite.metrics)
      }))
    };
  });
