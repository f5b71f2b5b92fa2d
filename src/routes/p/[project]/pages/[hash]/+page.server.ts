import type { PageServerLoad } from './$types';
import { pageText } from '$lib/scorer/web/pages/pages.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

/** The text of a cited page as judges read it. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: 'A cited page' }],
      hash: event.params.hash,
      text: pageText(event.locals.db, grant, event.params.hash)
    };
  });
