import { arrangeRows } from '$lib/server/lists/arrange-rows.ts';
import type { ListPage, ListQuestion } from '$lib/server/lists/list-question.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import type { StudyRow } from '$lib/studies/planning/studies.server.ts';

/** How lists of studies are asked for, on the page of studies and on that of alignment. */
export const studiesAddress = {
  sorts: ['number', 'name', 'metric', 'run', 'items', 'people', 'done', 'state'],
  usual: '-number',
  filters: ['metric', 'state'],
  size: 25
};

export const studiesAsked = (studies: readonly StudyRow[], question: ListQuestion): ListPage<StudyRow> =>
  arrangeRows(studies, question, {
    text: ({ number, name, metric, run, file }) => [String(number), name, metric, run?.name ?? null, file],
    orders: {
      number: ({ number }) => number,
      name: ({ name }) => name,
      metric: ({ metric }) => metric,
      run: ({ run }) => run?.number ?? null,
      items: ({ items }) => items,
      people: ({ people }) => people,
      // The share of blind labels, so that studies of any size compare.
      done: ({ done, total }) => (total === 0 ? null : done / total),
      state: ({ status }) => status
    },
    filters: {
      metric: ({ metric }, chosen) => metric === chosen,
      state: ({ status }, chosen) => status === chosen
    }
  });

/** The metrics of studies, to choose from, in a language. */
export const metricsToChoose = (
  language: string,
  studies: readonly Pick<StudyRow, 'metric'>[]
): { name: string; title: string }[] =>
  [...new Set(studies.map(({ metric }) => metric))]
    .toSorted()
    .map((name) => ({ name, title: metricTitleIn(language, name) }));
