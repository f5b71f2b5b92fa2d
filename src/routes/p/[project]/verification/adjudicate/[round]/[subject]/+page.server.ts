import { randomUUID } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { subjectName } from '$lib/components/verification/subject-name.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { readSubject } from '$lib/verification/adjudication/adjudication.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { verificationCrumbs } from '../../../crumbs.ts';
import { guidelineNumber } from '../../../guideline-number.ts';
import { guidelineFor } from '../../../guideline-page.ts';
import { roundAt } from '../../../round-of.ts';
import { orNull } from '../../../work-input.ts';
import { shownQueue } from '../queue-of.ts';
import { afterwards, decideHere } from './decision.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'adjudicate');
    const round = roundAt(db, grant, event.params.round);
    const { queue, ...view } = readSubject(db, grant, event.params.subject);
    return {
      fillsWindow: true,
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'workPlace').crumb({
          stage: 'adjudication',
          number: round.number,
          name: subjectName(view.qid, view.key)
        })
      }),
      view,
      queue: shownQueue(queue, event.url.searchParams),
      guideline: guidelineFor(db, grant, project.slug, guidelineNumber(db, grant, round), event.locals.language)
    };
  });

export const actions: Actions = {
  decide: async (event) => {
    const form = await event.request.formData();
    const keep = String(form.get('keep') ?? '');
    const typed = {
      basedOn: form.get('basedOn'),
      label: form.get('label'),
      keep: keep === 'yes' ? true : keep === 'no' ? false : null,
      wording: orNull(form.get('wording')),
      basis: 'own',
      sources: [],
      comment: String(form.get('comment') ?? '')
    };
    const done = await attempt(() => decideHere(event, { ...typed, seconds: null, idempotencyKey: randomUUID() }));
    if (!('kind' in done)) return fail(done.status, done.data);
    if (done.kind === 'decided') redirect(303, afterwards(event, done.next));
    const { theirs, diff, revision } = done;
    return fail(409, {
      refused: 'Another expert decided this after you opened this page.',
      problems: [],
      clash: { theirs, diff, revision }
    });
  }
};
