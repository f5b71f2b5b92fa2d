import type { PageServerLoad } from './$types';
import { validationOfProject } from '$lib/exchange/export/alignment/validation.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { lines, embargoed } = validationOfProject(event.locals.db, grant);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Alignment', href: `/p/${project.slug}/alignment` },
        { label: 'Human validation' }
      ],
      embargoed,
      rows: lines.map(({ from, judge, row: { key, title, share, printed, holds, leftOut } }) => ({
        ...{ key, title, from, judge, printed, holds, leftOut },
        ...{ n: share.n, queries: share.clusters, value: share.value, interval: share.interval }
      }))
    };
  });
