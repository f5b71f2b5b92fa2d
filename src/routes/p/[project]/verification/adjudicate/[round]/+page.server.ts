import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { roundHead, roundAt } from '../../round-of.ts';
import { adjudicationQueue } from '$lib/verification/adjudication/adjudication.server.ts';
import { shownQueue } from './queue-of.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'adjudicate');
    const round = roundAt(event.locals.db, grant, event.params.round);
    const queue = shownQueue(adjudicationQueue(event.locals.db, grant, round.id), event.url.searchParams);
    const [first] = queue.rows;
    if (first) redirect(303, `${event.url.pathname}/${first.subjectId}${event.url.search}`);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'adjudicationQueue').crumb({ number: round.number })
      }),
      round: roundHead(round),
      queue
    };
  });
