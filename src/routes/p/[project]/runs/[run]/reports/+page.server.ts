import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { reportScores } from '$lib/scorer/runs/run-scores.server.ts';
import { metricsIn } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { metricsTitledIn } from '$lib/scorer/suites/metric-words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { pageOf } from '../../../../../paging.ts';

const PAGE = 50;

/** Every report of a run, fifty a page, with its score under each metric. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const run = runByNumber(db, grant, Number(event.params.run));
    const words = messagesIn(event.locals.language, 'runReports');
    const say = libraryTextIn(event.locals.language);
    const metrics = metricsIn(db, run);
    const scores = reportScores(db, grant, run);
    const asked = event.url.searchParams;
    const system = asked.get('system') ?? '';
    const sorted = metrics.some(({ name }) => name === asked.get('sort')) ? asked.get('sort')! : '';
    const reports = new Map<string, { reportId: string; qid: string; system: string; cells: Cell[] }>();
    for (const score of scores) {
      if (system !== '' && score.system !== system) continue;
      const { reportId, qid } = score;
      const row = reports.get(reportId) ?? {
        reportId,
        qid,
        system: score.system,
        cells: metrics.map(() => null as unknown as Cell)
      };
      const at = metrics.findIndex(({ name }) => name === score.metric);
      const { ensemble } = score;
      row.cells[at] = {
        value: ensemble?.value ?? null,
        why: ensemble ? ensemble.reason && say(ensemble.reason) : words.unfinished,
        unscored: ensemble?.unscored ?? 0
      };
      reports.set(reportId, row);
    }
    const at = metrics.findIndex(({ name }) => name === sorted);
    const rows = [...reports.values()];
    // The lowest first: those are the ones to look at.
    if (at !== -1) rows.sort((a, b) => (a.cells[at]?.value ?? Infinity) - (b.cells[at]?.value ?? Infinity));
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: words.runs, href: `/p/${project.slug}/runs` },
        { label: words.run({ number: String(run.number) }), href: `/p/${project.slug}/runs/${run.number}` },
        { label: words.crumb }
      ],
      run: { number: run.number, name: run.name },
      metrics: metricsTitledIn(event.locals.language, metrics).map(({ name, title, scale }) => ({
        name,
        title,
        scale
      })),
      systems: [...new Set(scores.map((score) => score.system))],
      system,
      sorted,
      ...pageOf(rows, asked.get('page'), PAGE)
    };
  });

interface Cell {
  value: number | null;
  why: string | null;
  unscored: number;
}
