import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { liftEmbargo, procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { isBlinded, unblind, unblindings } from '$lib/studies/labels/unblinding.server.ts';
import { cameFrom } from '../../../../../came-from.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { studyPageCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

/** Before the reason is given, this page holds counts only. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, reading, grant, study } = askedStudy(event, 'manage');
    const state = procedureState(db, reading, study.id);
    if (!isBlinded(db, grant, study.id))
      redirect(303, cameFrom(event) ?? itemsOf(project.slug, study.number, state.labels));
    const { done, total } = listStudies(db, reading, { archived: true }).find(({ id }) => id === study.id)!;
    return {
      crumbs: studyPageCrumbs(event.locals.language, project, study, 'look'),
      study: { number: study.number, name: study.name, done, total },
      analysisPlan: state.preregistrations.length > 0,
      embargoed: state.embargoed,
      unblindings: unblindings(db, reading, study.id)
    };
  });

/** Before the first label there are no labels to show beside the verdicts of judges. */
const itemsOf = (slug: string, number: number, labels: number): string =>
  labels === 0 ? `/p/${slug}/studies/${number}` : `/p/${slug}/alignment/${number}/items`;

export const actions: Actions = {
  default: async (event) => {
    const reason = String((await event.request.formData()).get('reason') ?? '');
    const done = await attempt(() => {
      const { db } = event.locals;
      const { project, grant, reading, study } = askedStudy(event, 'manage');
      unblind(db, grant, study.id, reason);
      // Items show what the figures are made of: unblinding them lifts the embargo.
      const { embargoed, labels } = procedureState(db, reading, study.id);
      if (embargoed) liftEmbargo(db, grant, study.id);
      return { to: cameFrom(event) ?? itemsOf(project.slug, study.number, labels) };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, reason });
    redirect(303, done.to);
  }
};
