import type { PageServerLoad } from './$types';
import { metaEvaluations } from '$lib/alignment/accuracy/meta-evaluation.server.ts';
import { loadRubrics } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

/** Accuracy and cost of each judge against labels that are held to be true, and ratings of users beside computed ones. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    loadRubrics(db);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').alignment, href: `/p/${project.slug}/alignment` },
        { label: messagesIn(event.locals.language, 'metaPage').title }
      ],
      suites: metaEvaluations(db, grant, event.locals.language)
    };
  });
