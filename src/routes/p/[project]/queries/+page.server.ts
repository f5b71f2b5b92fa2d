import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { noDomain, pageOfQueries, queryDomains } from '$lib/verification/benchmark/query-list.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor, personOf } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { db } = event.locals;
    const leads = may(personOf(event.locals), grant.resource, 'read-results');
    const sorts = ['position', 'qid', 'domain', 'category', 'items', 'criteria'];
    const address = {
      // How many reports a query has is for leads alone, and so is the order by it.
      sorts: leads ? [...sorts, 'reports'] : sorts,
      usual: 'position',
      filters: ['domain']
    };
    const question = askedList(event.url, address);
    const found = pageOfQueries(db, grant, question);
    const { queries, domains } = queryDomains(db, grant);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').queries }
      ],
      leads,
      all: queries,
      domains: domains.map(({ name, queries }) => ({ value: name ?? noDomain, label: name, queries })),
      list: listingOf(event.url, address, question, found),
      queries: found.rows.map(({ reports, ...query }) => ({ ...query, ...(leads && { reports }) })),
      versions: listVersions(db, grant).map(({ number, contentHash, queries, items, frozenAt }) => ({
        number,
        contentHash,
        queries,
        items,
        frozenAt
      }))
    };
  });
