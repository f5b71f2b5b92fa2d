import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { pageOfRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';

const address = {
  sorts: ['number', 'name', 'state', 'unscored', 'planned'],
  usual: '-number',
  filters: ['state'],
  size: 25
};

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const words = messagesIn(event.locals.language, 'runList');
    const question = askedList(event.url, address);
    const found = pageOfRuns(event.locals.db, grant, question);
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: words.title }],
      all: found.all,
      states: found.states,
      list: listingOf(event.url, address, question, found),
      runs: found.rows.map(
        ({ number, name, state, pinnedAt, supersededBy, metrics, judges, tasksDone, tasks, unscored, createdAt }) => ({
          pinned: pinnedAt !== null,
          number,
          name,
          state,
          supersededBy,
          metrics: metrics.map((metric) => metricTitleIn(event.locals.language, metric)),
          judges,
          tasksDone,
          tasks,
          unscored,
          createdAt
        })
      )
    };
  });
