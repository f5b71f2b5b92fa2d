import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { withoutItems } from '$lib/alignment/items.ts';
import { answer } from '../../../../../answer.ts';
import { askedStudy, crumbsOf } from '../asked.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedStudy(event, 'read-results');
    const { issues } = withoutItems(asked.report);
    if (issues === null) return error(404, 'This study is not about issues that judges report.');
    const { selection } = asked.procedure;
    const chosen = selection.chosen === null ? null : selection.candidates[selection.chosen]!;
    return {
      crumbs: crumbsOf(asked, 'Reported issues'),
      study: { number: asked.study.number, name: asked.study.name },
      judged: issues.judged,
      valid: Math.round(issues.valid * 10) / 10,
      probed: issues.probed,
      reports: issues.reports,
      rows: issues.candidates.map((row, place) => ({
        ...row,
        place,
        chosen: chosen?.rule === row.rule && chosen.judgeIds.join() === row.judgeIds.join()
      })),
      missed: issues.missed
    };
  });
