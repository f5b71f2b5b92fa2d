import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import {
  annotatorWatch,
  disagreements,
  roundAgreement,
  roundBoard,
  roundThroughput
} from '$lib/verification/monitoring/board.server.ts';
import { listBatches } from '$lib/verification/inspection/inspections.server.ts';
import { readSubjects } from '$lib/verification/records/records.server.ts';
import { pauseRound } from '$lib/verification/rounds/rounds.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { askedList, listingOf, pageOf } from '../../../../../paging.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { roundHead, roundAt } from '../../round-of.ts';
import { doneAt, toldAt } from '../../told.ts';
import { nextSteps } from './next-steps.ts';

const differAddress = { sorts: ['agreement'], usual: 'agreement', size: 12, prefix: 'differ-' };

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const subjects = readSubjects(db, { roundId: round.id });
    const board = roundBoard(db, grant, round.id, subjects);
    const { people, stages } = roundThroughput(db, grant, round.id);
    const asked = askedList(event.url, differAddress);
    const shown = pageOf(disagreements(db, grant, round.id, subjects), String(asked.page), asked.size);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'roundHead').short({ number: round.number })
      }),
      told: toldAt(event),
      round: roundHead(round),
      overlap: round.settings.overlap,
      steps: nextSteps(
        { board, lines: stages, batches: listBatches(db, grant, round.id, subjects) },
        messagesIn(event.locals.language, 'roundSteps')
      ),
      inStage: board.inStage,
      rows: board.rows
        .filter(({ isAskedFor }) => isAskedFor)
        .map(({ qid, domain, stage, openFlags, conflicts, freeSlots, assignments }) => ({
          qid,
          domain,
          stage,
          flagged: openFlags > 0,
          conflicts,
          freeSlots,
          with: assignments.filter((one) => one.stage === stage && one.status === 'open').map(({ name }) => name)
        })),
      people,
      lines: stages,
      agreement: roundAgreement(db, grant, round.id, subjects),
      watch: annotatorWatch(db, grant, round.id, subjects).map(({ userId, name, drift, pace }) => ({
        userId,
        name,
        drift,
        pace
      })),
      differ: shown.rows.map(({ subject: { id, qid, kind, key, wording }, conflicts, agreement }) => ({
        id,
        qid,
        kind,
        key,
        wording,
        conflicts,
        agreement
      })),
      differing: listingOf(event.url, differAddress, asked, shown)
    };
  });

export const actions: Actions = {
  state: async (event) => {
    const paused = (await event.request.formData()).get('paused') === 'yes';
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      pauseRound(event.locals.db, grant, roundAt(event.locals.db, grant, event.params.round).id, paused);
      return { changed: true };
    });
    if (!('changed' in done)) return fail(done.status, done.data);
    redirect(303, doneAt(event.url, paused ? 'paused' : 'resumed'));
  }
};
