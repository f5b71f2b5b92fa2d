import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { finaliseRound, previewFinalisation } from '$lib/verification/release/finalise.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { roundCrumb, verificationCrumbs } from '../../../crumbs.ts';
import { roundHead, roundAt } from '../../../round-of.ts';

const SHOWN = 60;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const { open, ...preview } = previewFinalisation(db, grant, round.id);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: messagesIn(event.locals.language, 'roundHead').finalise
      }),
      round: roundHead(round),
      preview,
      open: open.slice(0, SHOWN).map(({ subject: { id, qid, kind, key, wording, stage }, settled: { conflicts } }) => ({
        ...{ id, qid, kind, key, wording, stage, conflicts }
      })),
      opened: open.length,
      newest: listVersions(db, grant)[0]?.number ?? null
    };
  });

export const actions: Actions = {
  finalise: async (event) => {
    const includeOpen = (await event.request.formData()).get('includeOpen') !== null;
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const round = roundAt(event.locals.db, grant, event.params.round);
      return finaliseRound(event.locals.db, grant, round.id, { includeOpen });
    });
    if (!('version' in done)) return fail(done.status, done.data);
    redirect(
      303,
      `/p/${event.params.project}/verification/versions/${done.version.number}?${done.created ? 'made' : 'same'}`
    );
  }
};
