import { redirect } from '@sveltejs/kit';
import { studyAccuracy } from '$lib/alignment/accuracy/study-accuracy.server.ts';
import { askedState } from '../asked.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; study?: string };
  url: URL;
}

/** The study of the address with its figures against adjudicated labels; who has not looked at it yet is led to where one does. */
export function accuracyAsked(event: Asked) {
  const asked = askedState(event, 'read-results');
  const { project, study, state, reading } = asked;
  if (state.embargoed)
    redirect(
      303,
      `/p/${project.slug}/alignment/${study.number}/unblind?next=${encodeURIComponent(event.url.pathname)}`
    );
  return { asked, project, study, reading, accuracy: studyAccuracy(event.locals.db, reading, study.id) };
}
