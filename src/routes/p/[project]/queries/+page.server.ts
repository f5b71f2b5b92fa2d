import type { PageServerLoad } from './$types';
import { may } from '$lib/server/auth/authorize.ts';
import { listQueries } from '$lib/verification/benchmark/benchmark.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Queries' }
      ],
      leads: may(personOf(event.locals), grant.resource, 'read-results'),
      queries: listQueries(event.locals.db, grant).map(
        ({ qid, text, domain, category, origin, items, criteria, reports }) => ({
          qid,
          text,
          domain,
          category,
          origin,
          items,
          criteria,
          reports
        })
      ),
      versions: listVersions(event.locals.db, grant).map(({ number, contentHash, queries, items, frozenAt }) => ({
        number,
        contentHash,
        queries,
        items,
        frozenAt
      }))
    };
  });
