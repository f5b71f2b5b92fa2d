import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import {
  finaliseRound,
  previewFinalisation,
  type FinalisationPreview
} from '$lib/verification/release/finalise.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../../../seen-values.ts';
import { roundCrumb, verificationCrumbs } from '../../../crumbs.ts';
import { roundHead, roundAt } from '../../../round-of.ts';

const SHOWN = 60;

/** The state of a round that its lead sees before it is finalised. */
const shownOf = ({ unfinished, subjects, open }: FinalisationPreview): unknown[] => [
  ...[unfinished, subjects],
  open.map(({ subject }) => subject.id)
];

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const found = previewFinalisation(db, grant, round.id);
    const { open, ...preview } = found;
    return {
      crumbs: verificationCrumbs(event.locals.language, project, roundCrumb(event.locals.language, project, round), {
        label: messagesIn(event.locals.language, 'roundHead').finalise
      }),
      round: roundHead(round),
      preview,
      seen: seenOf(shownOf(found)),
      open: open.slice(0, SHOWN).map(({ subject: { id, qid, kind, key, wording, stage }, settled: { conflicts } }) => ({
        ...{ id, qid, kind, key, wording, stage, conflicts }
      })),
      opened: open.length,
      newest: listVersions(db, grant)[0]?.number ?? null
    };
  });

export const actions: Actions = {
  finalise: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const round = roundAt(event.locals.db, grant, event.params.round);
      if (round.status !== 'finalised')
        refuseUnseen(form, shownOf(previewFinalisation(event.locals.db, grant, round.id)));
      return finaliseRound(event.locals.db, grant, round.id, { includeOpen: form.get('includeOpen') !== null });
    });
    if (!('version' in done)) return fail(done.status, done.data);
    redirect(
      303,
      `/p/${event.params.project}/verification/versions/${done.version.number}?${done.created ? 'made' : 'same'}`
    );
  }
};
