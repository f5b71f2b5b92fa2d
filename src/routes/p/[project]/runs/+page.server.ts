import type { PageServerLoad } from './$types';
import { listRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Runs' }
      ],
      runs: listRuns(event.locals.db, grant).map(
        ({ number, name, state, supersededBy, metrics, judges, tasksDone, tasks, unscored, createdAt }) => ({
          number,
          name,
          state,
          supersededBy,
          metrics,
          judges,
          tasksDone,
          tasks,
          unscored,
          createdAt
        })
      )
    };
  });
