import type { PageServerLoad } from './$types';
import { listRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { hasEnded } from '$lib/scorer/runs/run-state.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { askedList, listingOf } from '../../../paging.ts';
import { studyCrumbs } from './crumbs.ts';
import { metricsToChoose, studiesAddress, studiesAsked } from './studies-asked.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const studies = listStudies(event.locals.db, grant);
    const question = askedList(event.url, studiesAddress);
    const found = studiesAsked(studies, question);
    const runs = studies.length > 0 ? [] : listRuns(event.locals.db, grant);
    return {
      crumbs: studyCrumbs(event.locals.language, project),
      runs: { all: runs.length, ended: runs.filter(hasEnded).length },
      all: studies.length,
      metrics: metricsToChoose(event.locals.language, studies),
      list: listingOf(event.url, studiesAddress, question, found),
      studies: found.rows.map(
        ({ number, name, metric, run, file, items, people, done, total, reveal, status, createdAt, closedAt }) => ({
          number,
          name,
          metric: run ? metricTitleIn(event.locals.language, metric) : metric,
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
