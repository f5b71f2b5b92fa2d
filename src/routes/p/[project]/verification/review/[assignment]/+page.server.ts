import { joinSentences } from '$lib/messages/sentences.ts';
import { randomUUID } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { readReview } from '$lib/verification/work/reviews.server.ts';
import { roundByNumber } from '$lib/verification/rounds/rounds.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { workPlace } from '../../work-place.ts';
import { laterAction } from '../../rating-work.ts';
import { guidelineNumber } from '../../guideline-number.ts';
import { commitInput, finishedTo } from '../../review-work.ts';
import { orNull } from '../../work-input.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'review');
    const bundle = readReview(db, grant, event.params.assignment);
    const round = roundByNumber(db, grant, bundle.round.number);
    return {
      fillsWindow: true,
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'workPlace').crumb({
          stage: 'review',
          number: bundle.round.number,
          name: bundle.qid
        })
      }),
      place: workPlace(event, db, grant, project.slug, {
        stage: 'review',
        guideline: guidelineNumber(db, grant, round),
        query: bundle
      }),
      bundle
    };
  });

export const actions: Actions = {
  commit: async (event) => {
    const form = await event.request.formData();
    const agrees = form.get('agrees');
    const done = await attempt(() =>
      commitInput(event, {
        ratingId: form.get('ratingId'),
        agrees: agrees === null ? null : agrees === 'true',
        label: agrees === 'true' ? null : form.get('label'),
        wording: agrees === 'true' ? null : orNull(form.get('wording')),
        comment: String(form.get('comment') ?? ''),
        seconds: null,
        basis: form.get('basis') ?? undefined,
        idempotencyKey: randomUUID()
      })
    );
    if (!('left' in done)) {
      const { refused, problems } = done.data;
      return fail(done.status, {
        refused: joinSentences([refused, ...problems.map(({ reason }) => reason)]),
        problems
      });
    }
    redirect(303, event.url.pathname);
  },
  finish: async (event) => {
    const done = await attempt(() => ({ to: finishedTo(event) }));
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  },
  later: laterAction('review')
};
