import type { LayoutServerLoad } from './$types';
import { readingPlaceOf } from '$lib/studies/judging/reading-place.server.ts';
import { answer } from '../../../../answer.ts';
import { languageOf } from '$lib/stats/writing/language-of.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { labelledIn, rendered } from '../../../../rendered.ts';
import { queryLabelIn } from '$lib/studies/judging/scored-query.server.ts';
import { asksOf, factsOf, letteredTexts, textsBeside, queueGroups, htmlOf } from './assignment-page.ts';
import { assignmentOf } from './open-assignment.ts';

/** The texts of an assignment, which stay where they are when the judges are shown. */
export const load: LayoutServerLoad = (event) =>
  answer(async () => {
    const { project } = grantFor(event, 'annotate');
    const { db } = event.locals;
    const open = assignmentOf(event.locals, event.params.assignment);
    const { html, outline, facts } = await rendered(open.report.markdown);
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
        report: {
          html: htmlOf(event, labelledIn(event.locals.language, html), 0),
          outline,
          language: facts.language || (open.report.language ?? ''),
          facts: factsOf(facts)
        },
        beside: await textsBeside(open.beside, event),
        guidelineHref: `/p/${project.slug}/studies/${open.study.number}/guideline`,
        place: readingPlaceOf(db, personOf(event.locals), open.id)
      }
    };
  });
