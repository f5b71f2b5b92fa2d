import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { refuse } from '$lib/errors.ts';
import { listMembers } from '$lib/server/projects.ts';
import { reassign } from '$lib/verification/assignments/reassigning.server.ts';
import { roundBoard } from '$lib/verification/monitoring/board.server.ts';
import { reopenQuery } from '$lib/verification/release/finalise.server.ts';
import { markOf } from '$lib/verification/proposals/model-marks.ts';
import { modelMarks } from '$lib/verification/proposals/query-draft-adoption.server.ts';
import { readSubjects } from '$lib/verification/records/records.server.ts';
import { settleSubject } from '$lib/verification/records/settling.ts';
import { isBefore, type Stage, type WorkStage } from '$lib/verification/vocabulary/stages.ts';
import { wordDiff } from '$lib/verification/vocabulary/word-diff.ts';
import { editWording, wordingHistory } from '$lib/verification/vocabulary/wordings.server.ts';
import { answer, attempt } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { roundCrumb, verificationCrumbs } from '../../../../crumbs.ts';
import { roundHead, roundAt } from '../../../../round-of.ts';
import { doneAt, toldAt } from '../../../../told.ts';

const roleOf = {
  annotation: 'annotator',
  review: 'reviewer',
  inspection: 'reviewer',
  adjudication: 'adjudicator'
} as const;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const round = roundAt(db, grant, event.params.round);
    const row =
      roundBoard(db, grant, round.id).rows.find(({ qid }) => qid === event.params.qid) ?? refuse.notFound('query');
    const members = listMembers(db, grant);
    const marks = modelMarks(db, grant, row.qid);
    const nameOf = (id: string): string => members.find(({ userId }) => userId === id)?.name ?? 'somebody who has left';
    const canTake = (stage: WorkStage) =>
      members
        .filter(
          ({ roles, userId }) => roles.includes(roleOf[stage]) && !row.assignments.some((one) => one.userId === userId)
        )
        .map(({ userId, name }) => ({ userId, name }));
    return {
      crumbs: verificationCrumbs(project, roundCrumb(project, round), { label: row.qid }),
      told: toldAt(event.url),
      round: roundHead(round),
      query: {
        qid: row.qid,
        stage: row.stage,
        domain: row.domain,
        category: row.category,
        batch: row.batch,
        freeSlots: row.freeSlots
      },
      assignments: row.assignments.map((one) => ({
        ...one,
        takers: one.stage === row.stage ? canTake(one.stage) : null
      })),
      earlier: (['annotation', 'review', 'adjudication'] as const).filter((stage) => isBefore(stage, row.stage)),
      subjects: readSubjects(db, { roundQueryIds: [row.roundQueryId] }).map((subject) => {
        const settled = settleSubject(subject, round.settings);
        const against = (wording: string | null) => (wording === null ? null : wordDiff(subject.wording, wording));
        const { id, kind, key, origin, wording, revision, ratings, inspections, decision } = subject;
        return {
          ...{ id, kind, key, origin, wording, revision },
          mark: markOf(marks, subject),
          state: settled.state,
          conflicts: settled.conflicts.filter((one) => one !== 'incomplete'),
          history: revision > 1 ? wordingHistory(db, grant, round.id, id) : [],
          opinions: [
            ...ratings.flatMap((one) => [
              { ...said(one, 'annotation', nameOf), diff: against(one.wording) },
              ...(one.review
                ? [
                    {
                      ...said({ ...one.review, reasons: [] }, 'review', nameOf),
                      agrees: one.review.agrees,
                      diff: one.review.agrees ? null : against(one.review.wording)
                    }
                  ]
                : [])
            ]),
            ...inspections.map((one) => ({ ...said(one, 'inspection', nameOf), diff: against(one.wording) })),
            ...(decision
              ? [{ ...said({ ...decision, reasons: [] }, 'adjudication', nameOf), diff: against(decision.wording) }]
              : [])
          ]
        };
      })
    };
  });

function said(
  one: {
    id: string;
    userId: string;
    label: string;
    comment: string;
    reasons: string[];
    seconds: number | null;
    at: number;
  },
  stage: Exclude<Stage, 'done'>,
  nameOf: (id: string) => string
) {
  const { id, userId, label, comment, reasons, seconds, at } = one;
  return { id, stage, by: nameOf(userId), label, comment, reasons, seconds, at, agrees: null as boolean | null };
}

/** One act of the lead on this query; then the page again. */
async function act(
  event: RequestEvent,
  done: 'reassigned' | 'reopened' | 'reworded',
  work: (form: FormData, roundId: string) => unknown
) {
  const form = await event.request.formData();
  const taken = await attempt(() => {
    const { grant } = grantFor(event, 'manage');
    work(form, roundAt(event.locals.db, grant, event.params.round).id);
    return { acted: true };
  });
  if (!('acted' in taken)) return fail(taken.status, taken.data);
  redirect(303, doneAt(event.url, done));
}

const text = (form: FormData, name: string): string => String(form.get(name) ?? '');

export const actions: Actions = {
  reassign: (event) =>
    act(event, 'reassigned', (form) =>
      reassign(event.locals.db, grantFor(event, 'manage').grant, text(form, 'assignment'), text(form, 'to') || null)
    ),
  reopen: (event) =>
    act(event, 'reopened', (form, roundId) => {
      const stage = text(form, 'stage');
      if (stage !== 'annotation' && stage !== 'review' && stage !== 'adjudication')
        return refuse.invalid('Choose the stage that it is opened for.');
      return reopenQuery(event.locals.db, grantFor(event, 'manage').grant, { roundId, qid: event.params.qid, stage });
    }),
  reword: (event) =>
    act(event, 'reworded', (form, roundId) =>
      editWording(event.locals.db, grantFor(event, 'manage').grant, {
        roundId,
        subjectId: text(form, 'subject'),
        basedOn: Number(text(form, 'basedOn')),
        text: text(form, 'wording'),
        reason: text(form, 'reason')
      })
    )
};
