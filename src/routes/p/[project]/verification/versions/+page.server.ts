import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { may } from '$lib/server/auth/authorize.ts';
import { freezeVersion, listVersions } from '$lib/verification/release/versions.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'versions').versions
      }),
      lead: may(personOf(event.locals), grant.resource, 'manage'),
      versions: listVersions(event.locals.db, grant).map(({ number, contentHash, queries, items, frozenAt }) => ({
        number,
        contentHash,
        queries,
        items,
        frozenAt
      }))
    };
  });

export const actions: Actions = {
  /** Freezes queries and checklists as they are; the same content as an older version is that version. */
  freeze: async (event) => {
    const done = await attempt(() => freezeVersion(event.locals.db, grantFor(event, 'manage').grant));
    if (!('version' in done)) return fail(done.status, done.data);
    redirect(303, `${event.url.pathname}/${done.version.number}?${done.created ? 'frozen' : 'same'}`);
  }
};
