import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { ownStages, pageOfOwnQueries } from '$lib/verification/work/own-queries.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { askedList, listingOf } from '../../../../paging.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { pageOfStage } from '../rooms.ts';

const address = {
  sorts: ['time', 'qid', 'round', 'stage'],
  usual: '-time',
  filters: ['stage', 'state', 'round']
};

/** Queries that the person rated, reviewed or inspected. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'enter');
    const question = askedList(event.url, address);
    const found = pageOfOwnQueries(event.locals.db, grant, question);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'ownQueries').title
      }),
      stages: ownStages,
      list: listingOf(event.url, address, question, found),
      queries: found.rows.map((row) => ({ ...row, to: `${pageOfStage[row.stage]}/${row.assignmentId}` }))
    };
  });
