import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { pageText } from '$lib/scorer/web/pages/pages.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

/** The text of a cited page as judges read it. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'citedPage').title }
      ],
      hash: event.params.hash,
      text: pageText(event.locals.db, grant, event.params.hash)
    };
  });
