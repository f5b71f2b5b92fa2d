import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { listMembers } from '$lib/server/projects.ts';
import { listQueries } from '$lib/verification/benchmark/benchmark.server.ts';
import { changeSettings } from '$lib/verification/rounds/rounds.server.ts';
import { settleAnew } from '$lib/verification/work/progress.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../../../seen-values.ts';
import { roundCrumb, verificationCrumbs } from '../../../crumbs.ts';
import { changesOf, settingsTypedIn, typedOf } from '../../../round-form.ts';
import { roundHead, roundAt } from '../../../round-of.ts';
import { doneAt, toldAt } from '../../../told.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const { overlap, handOut, batchSize, seed } = round.settings;
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: messagesIn(event.locals.language, 'roundHead').settings
      }),
      told: toldAt(event),
      round: roundHead(round),
      typed: typedOf(round.settings),
      seen: seenOf(round.settings),
      fixed: { overlap, handOut, batchSize, seed },
      domains: [...new Set(listQueries(db, grant).flatMap(({ domain }) => (domain ? [domain] : [])))].sort(),
      annotators: listMembers(db, grant)
        .filter(({ roles }) => roles.includes('annotator'))
        .map(({ userId, name }) => ({ userId, name }))
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const [typed, seen] = [settingsTypedIn(form), String(form.get('seen') ?? '')];
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const round = roundAt(event.locals.db, grant, event.params.round);
      refuseUnseen(form, round.settings);
      const changed = changeSettings(event.locals.db, grant, round.id, changesOf(typed));
      settleAnew(event.locals.db, grant);
      return changed;
    });
    if (!('settings' in done)) return fail(done.status, { ...done.data, typed, seen });
    redirect(303, doneAt(event.url, 'settings'));
  }
};
