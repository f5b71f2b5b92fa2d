import type { PageServerLoad } from './$types';
import { metaEvaluations } from '$lib/alignment/accuracy/meta-evaluation.server.ts';
import { loadRubrics } from '$lib/scorer/suites/rubrics/rubrics.server.ts';
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
        { label: 'Alignment', href: `/p/${project.slug}/alignment` },
        { label: 'Meta-evaluation' }
      ],
      suites: metaEvaluations(db, grant)
    };
  });
