import type { PageServerLoad } from './$types';
import { validationOfProject } from '$lib/exchange/export/alignment/validation.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { lines, embargoed } = validationOfProject(event.locals.db, grant);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').alignment, href: `/p/${project.slug}/alignment` },
        { label: messagesIn(event.locals.language, 'validationPage').title }
      ],
      embargoed,
      rows: lines.map(({ from, judge, row: { key, title, share, printed, holds, leftOut } }) => ({
        ...{ key, title, from, judge, printed, holds, leftOut },
        ...{ n: share.n, queries: share.clusters, value: share.value, interval: share.interval }
      }))
    };
  });
