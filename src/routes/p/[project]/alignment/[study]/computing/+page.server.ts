import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { siteAddress } from '$lib/server/auth/sign-in/site-address.ts';
import { answer } from '../../../../../answer.ts';
import { alignmentAddress, askedState, crumbsOf } from '../asked.ts';

/** Where one waits for figures that take long; it leads on to where one was going. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedState(event, 'read-results');
    const here = alignmentAddress(asked);
    if (asked.state.embargoed) redirect(303, alignmentAddress(asked, '/unblind'));
    const wanted = siteAddress(event.url.searchParams.get('to'));
    const path = `/p/${asked.project.slug}/alignment/${asked.study.number}`;
    const to = wanted === path || wanted.startsWith(`${path}/`) || wanted.startsWith(`${path}?`) ? wanted : here;
    const figures = event.locals.aside.figures(asked.reading, asked.study.id, { runId: asked.run?.id });
    if (figures.ready) redirect(303, to);
    return {
      crumbs: crumbsOf(asked, event.locals.language, messagesIn(event.locals.language, 'computingPage').crumb),
      study: { number: asked.study.number, name: asked.study.name },
      labels: asked.state.labels,
      share: figures.share(),
      to
    };
  });
