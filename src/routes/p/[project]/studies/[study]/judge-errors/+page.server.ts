import type { PageServerLoad } from './$types';
import { closedLabels } from '$lib/alignment/adoption/embargo.server.ts';
import { textsIn } from '$lib/messages/library-text.ts';
import { judgeNames } from '$lib/scorer/runs/runs.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import {
  foundWrong,
  judgeErrorTable,
  type OpinionFilter,
  opinionShown,
  usualMistake
} from '$lib/studies/export/judge-errors.ts';
import { type StudyOpinions, studyOpinions } from '$lib/studies/export/judge-errors.server.ts';
import { kindOfStudy } from '$lib/studies/kinds/index.ts';
import { isOfRun } from '$lib/studies/study/study-of-run.server.ts';
import { answer } from '../../../../../answer.ts';
import { pageOf } from '../../../../../paging.ts';
import { studyPageCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

const ON_A_PAGE = 20;
const MOST_ITEMS = 50;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, reading, study } = askedStudy(event, 'read-results');
    const { number, name, reveal } = study;
    const common = {
      crumbs: studyPageCrumbs(event.locals.language, project, study, 'errors'),
      study: { number, name, reveal }
    };
    const kept = isOfRun(study) ? closedLabels(db, reading, study.id) : 'elsewhere';
    if (kept !== null) return { ...common, kept, told: null };
    const asked = event.url.searchParams;
    const only = { error: asked.get('error'), item: asked.get('item'), query: asked.get('query') };
    const { options } = kindOfStudy(study);
    return {
      ...common,
      kept: null,
      told: {
        options: textsIn(
          event.locals.language,
          options.map(({ label, title }) => ({ label, title })),
          ['title']
        ),
        ...toldOf(studyOpinions(db, reading, study.id), only, asked.get('page'), event.locals.language)
      }
    };
  });

/** How often all judges were wrong, by judge and by item, and a page of the opinions that say so. */
function toldOf(
  { metric, prompt, judges, opinions }: StudyOpinions,
  only: OpinionFilter,
  page: string | null,
  language: string
) {
  const { items: fixed } = metricByName(metric);
  const names = judgeNames(judges);
  const nameOf = (id: string): string => names[judges.findIndex(({ judgeId }) => judgeId === id)] ?? id;
  const ids = judges.map(({ judgeId }) => judgeId);
  const { all, items, ...table } = judgeErrorTable(opinions, ids, new Set(fixed?.map(({ key }) => key)));
  const { rows, total, ...paged } = pageOf(foundWrong(opinions, only), page, ON_A_PAGE);
  return {
    ...{ metric: metricWordIn(language, metric), prompt, all, only },
    kinds: all.kinds,
    judges: table.judges.map(({ judgeId, ...rest }) => ({ name: nameOf(judgeId), ...rest })),
    items: items.slice(0, MOST_ITEMS).map(({ kinds, ...item }) => ({ ...item, mostly: usualMistake({ kinds }) })),
    moreItems: Math.max(0, items.length - MOST_ITEMS),
    examples: rows.map((one) => opinionShown(one, language, nameOf)),
    matching: total,
    ...paged
  };
}
