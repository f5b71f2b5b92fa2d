import { messagesIn } from '$lib/messages/words.ts';
import type { PageServerLoad } from './$types';
import { surveyCounts } from '$lib/verification/proposals/survey/survey-counts.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'codingPage').title,
          href: `/p/${project.slug}/verification/coding`
        },
        { label: messagesIn(event.locals.language, 'codingCounts').title }
      ),
      counts: surveyCounts(event.locals.db, grant)
    };
  });
