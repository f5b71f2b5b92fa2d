import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { truthQueue } from '$lib/studies/truth/truth.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { adjudicatorOf } from './adjudicator.ts';

/** Leads to the first item without an adjudicated label; says so if there is none. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant, number } = adjudicatorOf(event);
    const { study, items } = truthQueue(event.locals.db, grant, number);
    const open = items.find(({ adjudicated }) => !adjudicated);
    if (open) redirect(303, `${event.url.pathname}/${open.id}`);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'studyCrumbs').adjudication({ study: study.name }) }
      ],
      study,
      items: items.length,
      first: items[0] ? `${event.url.pathname}/${items[0].id}` : null
    };
  });
