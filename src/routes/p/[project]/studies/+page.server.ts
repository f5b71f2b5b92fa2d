import type { PageServerLoad } from './$types';
import { listRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { hasEnded } from '$lib/scorer/runs/run-state.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { studyCrumbs } from './crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const studies = listStudies(event.locals.db, grant);
    const runs = studies.length > 0 ? [] : listRuns(event.locals.db, grant);
    return {
      crumbs: studyCrumbs(project),
      runs: { all: runs.length, ended: runs.filter(hasEnded).length },
      studies: studies.map(
        ({ number, name, metric, run, file, items, people, done, total, reveal, status, createdAt, closedAt }) => ({
          number,
          name,
          metric: run ? metricByName(metric).title : metric,
          run,
          file,
          items,
          people,
          done,
          total,
          reveal,
          status,
          createdAt,
          closedAt
        })
      )
    };
  });
