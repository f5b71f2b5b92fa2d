import { redirect } from '@sveltejs/kit';
import { askedState } from '../asked.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; study?: string };
  url: URL;
}

/** The study of the address with its figures against adjudicated labels; who has not looked at it yet is led to where one does. */
export async function accuracyAsked(event: Asked) {
  const asked = askedState(event, 'read-results');
  const { project, study, state, reading } = asked;
  if (state.embargoed)
    redirect(
      303,
      `/p/${project.slug}/alignment/${study.number}/unblind?next=${encodeURIComponent(event.url.pathname)}`
    );
  // A study can have some 100,000 labels: another thread reads them.
  const accuracy = await event.locals.aside.ask('study-accuracy', reading, study.id);
  return { asked, project, study, reading, accuracy };
}
