import type { LayoutServerLoad } from './$types';
import { readingPlaceOf } from '$lib/studies/judging/reading-place.server.ts';
import { answer } from '../../../../answer.ts';
import { languageOf } from '$lib/stats/writing/language-of.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { queryLabelIn } from '$lib/studies/judging/scored-query.server.ts';
import { asksOf, letteredTexts, queueGroups, assignmentTexts } from './assignment-page.ts';
import { assignmentOf } from './open-assignment.ts';

/** The texts of an assignment, which stay where they are when the judges are shown. */
export const load: LayoutServerLoad = (event) =>
  answer(async () => {
    const { project } = grantFor(event, 'annotate');
    const { db } = event.locals;
    const open = assignmentOf(event.locals, event.params.assignment);
    const [report, ...beside] = await assignmentTexts(open, event);
    return {
      texts: {
        id: open.id,
        titles: letteredTexts(open),
        outlined:
          asksOf(open, event.locals.language).textTitle === null && open.items.some(({ verdict }) => verdict === null),
        query: {
          label: queryLabelIn(event.locals.language, queueGroups(open).group + 1, open.collectedAt),
          text: open.query,
          language: languageOf(open.query)
        },
        report: report!,
        beside,
        guidelineHref: `/p/${project.slug}/studies/${open.study.number}/guideline`,
        place: readingPlaceOf(db, personOf(event.locals), open.id)
      }
    };
  });
