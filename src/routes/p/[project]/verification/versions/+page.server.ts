import type { PageServerLoad } from './$types';
import { listVersions } from '$lib/verification/versions.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    return {
      crumbs: verificationCrumbs(project, { label: 'Versions' }),
      versions: listVersions(event.locals.db, grant).map(({ number, contentHash, queries, items, frozenAt }) => ({
        number,
        contentHash,
        queries,
        items,
        frozenAt
      }))
    };
  });
