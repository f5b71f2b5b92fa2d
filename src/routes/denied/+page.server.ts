import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { projectsOf } from '$lib/server/projects.ts';
import { REFUSAL } from '../refusing.ts';

function inWords(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

/** A path of this server; null if it is none. */
const pathIn = (text: string | null): string | null => (text !== null && /^\/(?![/\\])/.test(text) ? text : null);

/** The page behind every refusal of the guard; it says only what this person may know. */
export const load: PageServerLoad = ({ locals, url, request }) => {
  const { errorTitle } = messagesIn(locals.language, 'frame');
  const words = messagesIn(locals.language, 'denied');
  const said = request.headers.get(REFUSAL);
  if (said !== null) {
    const title = errorTitle({ status: url.searchParams.get('status') ?? '' });
    return {
      said: { title, message: inWords(said), back: pathIn(url.searchParams.get('back')) },
      hidden: true,
      project: null,
      annotates: false,
      crumbs: [{ label: title }]
    };
  }
  const hidden = url.searchParams.get('status') !== '403';
  const slug = url.searchParams.get('project');
  const project = locals.actor ? projectsOf(locals.db, locals.actor).find((p) => p.slug === slug) : undefined;
  const annotates =
    project !== undefined &&
    locals.actor !== null &&
    may(locals.actor, { kind: 'project', id: project.id }, 'annotate');
  return {
    said: null,
    hidden,
    project: hidden || !project ? null : { name: project.name, slug: project.slug },
    annotates,
    crumbs: [{ label: hidden ? words.hidden : words.closed }]
  };
};
