import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { protocolsCompared } from '$lib/alignment/protocols/protocols-compared.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { alignmentAddress, askedState, crumbsOf } from '../asked.ts';
import { textsIn } from '$lib/messages/library-text.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedState(event, 'read-results');
    if (asked.state.embargoed) redirect(303, alignmentAddress(asked, '/unblind'));
    return {
      crumbs: crumbsOf(asked, event.locals.language, messagesIn(event.locals.language, 'protocolsPage').crumb),
      study: { number: asked.study.number, name: asked.study.name },
      compared: textsIn(
        event.locals.language,
        protocolsCompared(event.locals.db, asked.reading, asked.study.id, asked.run?.id),
        ['title', 'rejected', 'why', 'reason']
      )
    };
  });
