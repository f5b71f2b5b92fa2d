import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { procedureState } from '$lib/alignment/declarations.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { kindByName } from '$lib/studies/kinds/index.ts';
import { scaleInWords } from '$lib/studies/label-scale.ts';
import { studyFacts } from '$lib/studies/study-facts.server.ts';
import { closeStudy, listStudies, studyProgress, type Study } from '$lib/studies/studies.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { studyCrumbs } from '../crumbs.ts';
import { askedStudy } from './asked.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, reading, study } = askedStudy(event, 'read-results');
    const { run, people, done, total } = listStudies(db, reading).find(({ id }) => id === study.id)!;
    // Nobody judges anything in a study of labels that were given elsewhere.
    if (run === null) redirect(303, `/p/${project.slug}/alignment/${study.number}`);
    const { number, name, metric, seed, overlap, reveal, guideline, status, createdAt, closedAt } = study;
    return {
      crumbs: studyCrumbs(project, name),
      study: { number, name, seed, overlap, reveal, guideline, status, createdAt, closedAt, people, done, total },
      metric: metricByName(metric).title,
      asked: askedIn(study),
      run: { number: run.number, name: run.name },
      facts: studyFacts(db, reading, study.id),
      progress: studyProgress(db, reading, study.id),
      sealed: procedureState(db, reading, study.id).sealed,
      created: event.url.searchParams.has('created'),
      closing: event.url.searchParams.has('close')
    };
  });

/** What people are asked, for the lead. */
function askedIn({ kind: name, settings }: Study) {
  const { title, scale } = kindByName(name ?? 'checklist-item');
  const besides = [
    ...(settings.dimensions ? ['points in five dimensions'] : []),
    ...(settings.multiSelect ? ['further acceptable answers'] : []),
    ...(settings.maskNames ? ['names of systems are masked'] : [])
  ];
  return { title, labels: scaleInWords(scale), besides: besides.join(', ') };
}

export const actions: Actions = {
  close: async (event) => {
    const done = await attempt(() => {
      const { grant, study } = askedStudy(event, 'manage');
      closeStudy(event.locals.db, grant, study.id);
      return { closed: true };
    });
    return 'closed' in done ? done : fail(done.status, done.data);
  }
};
