import type { PageServerLoad } from './$types';
import { peopleCorrelations } from '$lib/alignment/reported/people-correlation.server.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { figureShown } from '../../leaderboard/figure-shown.ts';

/** Scores of reports by people and by judges, beside the correlations that publications print. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const say = libraryTextIn(event.locals.language);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').alignment, href: `/p/${project.slug}/alignment` },
        { label: messagesIn(event.locals.language, 'correlationPage').title }
      ],
      suites: peopleCorrelations(event.locals.db, grant).map(({ suite, title, source, table, embargoed }) => ({
        ...{ suite, title, source: say(source), embargoed },
        figure: figureShown(table, say, [], () => '')
      }))
    };
  });
