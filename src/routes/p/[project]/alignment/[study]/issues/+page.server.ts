import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { withoutItems } from '$lib/alignment/items/items.ts';
import { chosenIn } from '$lib/alignment/ensembles/selection.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { askedAlignment, crumbsOf } from '../asked.ts';

/** Beyond so many, lists of low F1 are in the files only; single judges and the chosen ensemble are always shown. */
const MOST_LISTS = 16;

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { issues } = withoutItems(asked.report);
    // A study of another kind has no lists of issues; its report is the page that was meant.
    if (issues === null) redirect(303, event.url.pathname.replace(/\/issues$/, ''));
    const chosen = chosenIn(asked.procedure.selection);
    const rows = issues.candidates
      .map((row, place) => ({
        ...row,
        place,
        name: ensembleInFewWordsIn(event.locals.language, row, asked.report.judges),
        chosen: chosen?.rule === row.rule && chosen.judgeIds.join() === row.judgeIds.join()
      }))
      .sort((a, b) => (b.f1.value ?? -1) - (a.f1.value ?? -1) || a.place - b.place);
    return {
      crumbs: crumbsOf(asked, event.locals.language, messagesIn(event.locals.language, 'issuesPage').title),
      study: { number: asked.study.number, name: asked.study.name },
      judged: issues.judged,
      valid: Math.round(issues.valid * 10) / 10,
      probed: issues.probed,
      reports: issues.reports,
      lists: rows.length,
      rows: rows.filter((row, i) => i < MOST_LISTS || row.rule === 'single' || row.chosen),
      missed: issues.missed.map((pair) => ({ ...pair, b: libraryTextIn(event.locals.language)(pair.b) }))
    };
  });
