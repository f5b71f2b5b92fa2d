import type { PageServerLoad } from './$types';
import { may } from '$lib/server/auth/authorize.ts';
import { nextWaiting, pageOfTopics, topicCounts } from '$lib/verification/topics/screening.server.ts';
import { topicStateNames } from '$lib/verification/topics/topics.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { askedList, listingOf } from '../../../../paging.ts';
import { verificationCrumbs } from '../crumbs.ts';

const address = {
  sorts: ['position', 'key', 'platform', 'date', 'comments', 'state'],
  usual: 'position',
  filters: ['state', 'platform']
};

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { db } = event.locals;
    const question = askedList(event.url, address);
    const found = pageOfTopics(db, grant, question);
    const { all, states, platforms } = topicCounts(db, grant);
    const person = personOf(event.locals);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'draftRooms').topics
      }),
      ...{ all, platforms },
      counts: { ...states },
      states: topicStateNames.map((value) => ({ value, n: states[value] })),
      list: listingOf(event.url, address, question, found),
      topics: found.rows,
      screens: may(person, grant.resource, 'review') || may(person, grant.resource, 'manage'),
      next: nextWaiting(db, grant, null)
    };
  });
