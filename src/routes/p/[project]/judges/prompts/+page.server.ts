import type { PageServerLoad } from './$types';
import { textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { promptsOfProject } from '$lib/scorer/prompts/prompt-list.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { promptTitleIn } from './prompt-title.ts';

/** The prompts of all suites, with the versions that ship with the program and those of the project. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, language } = event.locals;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').judges, href: `/p/${project.slug}/judges` },
        { label: messagesIn(language, 'prompts').title }
      ],
      suites: textsIn(language, promptsOfProject(db, grant), ['title', 'about']).map((suite) => ({
        ...suite,
        metrics: suite.metrics.map((metric) => ({
          ...metric,
          title: promptTitleIn(language, metric.name)
        }))
      }))
    };
  });
