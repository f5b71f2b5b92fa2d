import type { PageServerLoad, PageServerLoadEvent } from './$types';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { refuse } from '$lib/errors.ts';
import { compareInRuns, suiteComparison } from '$lib/scorer/leaderboard/comparison.server.ts';
import { differingSettings } from '$lib/scorer/runs/asked-of-judges.server.ts';
import { furthestApart, type ScoreComparison, type UnitComparison, unitsThat } from '$lib/scorer/leaderboard/index.ts';
import type { FigureTable } from '$lib/scorer/figure-table.ts';
import type { Metric } from '$lib/scorer/metric.ts';
import { servedVersions } from '$lib/scorer/runs/served-versions.server.ts';
import { compareServed } from '$lib/scorer/served-version.ts';
import { defaultRun } from '$lib/scorer/runs/run-state.ts';
import { statedRuns } from '$lib/scorer/runs/run-state.server.ts';
import type { Run } from '$lib/scorer/runs/runs.server.ts';
import { metricsTitledIn, metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { wordingUnder } from '$lib/scorer/runs/texts/item-wording.ts';
import { getVersion, versionById } from '$lib/verification/release/versions.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { pageOf } from '../../../paging.ts';
import { figureShown } from '../leaderboard/figure-shown.ts';

const PAGE = 50;

/** Two systems of one run, or one run against another on the same systems: report by report, and item by item. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const asked = event.url.searchParams;
    const runs = statedRuns(db, grant);
    const numbered = (name: string) => runs.find(({ number }) => number === Number(asked.get(name)));
    const run =
      numbered('run') ??
      defaultRun(runs.filter(({ status }) => status === 'done')) ??
      refuse.notFound('run to compare');
    const other = runs.find(({ id }) => id === numbered('with')?.id && id !== run.id);
    const wanted = { metric: asked.get('metric'), a: asked.get('a'), b: asked.get('b') };
    const { systems, metrics, metric, a, b, scores, units } = compareInRuns(db, grant, { run, other, ...wanted });
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        {
          label: messagesIn(event.locals.language, 'rooms').leaderboard,
          href: `/p/${project.slug}/leaderboard?run=${run.number}`
        },
        { label: messagesIn(event.locals.language, 'compare').title }
      ],
      runs: runs.map(({ number, name }) => ({ number, name })),
      run: run.number,
      other: other?.number ?? null,
      served: other
        ? compareServed(servedVersions(db, grant, { runId: run.id }), servedVersions(db, grant, { runId: other.id }))
        : [],
      settings: other && metric ? differingSettings(db, metric.name, run, other) : [],
      revised: other ? scores.pairs.filter(({ reportId }) => reportId.a !== reportId.b).length : 0,
      systems,
      // Of two runs, the sides are the runs.
      ...(other ? { a: libraryTextIn(language)(a), b: libraryTextIn(language)(b) } : { a, b }),
      metrics: metricsTitledIn(language, metrics).map(({ name, title }) => ({ name, title })),
      metric: metric ? { name: metric.name, title: metricTitleIn(language, metric.name), scale: metric.scale } : null,
      scores: { ...scores, measure: libraryTextIn(language)(scores.measure), pairs: null },
      apart: furthestApart(scores.pairs, PAGE),
      tables: other
        ? []
        : suiteComparison(db, grant, run, { a, b }).map((table) => shownTable(table, language, project.slug, run)),
      units:
        metric && units
          ? { counts: units.counts, a: units.a, b: units.b, ...listedUnits(event, { run, metric, scores, units }) }
          : null
    };
  });

/** A suite's comparison, its longest part cut: the files have all of it. */
function shownTable(table: FigureTable, language: string, slug: string, run: Run) {
  const hrefOf = ({ report, block }: { report: string; block: number | null }): string =>
    `/p/${slug}/reports/${report}?run=${run.number}${block === null ? '' : `#p${block}`}`;
  const rows = table.rows.slice(0, PAGE);
  return {
    ...figureShown({ ...table, rows }, libraryTextIn(language), [], String, hrefOf),
    left: table.rows.length - rows.length
  };
}

/** The items of the outcome that the address asks for, a page of them, with their wording and the reports of both sides. */
function listedUnits(
  event: PageServerLoadEvent,
  { run, metric, scores, units }: { run: Run; metric: Metric; scores: ScoreComparison; units: UnitComparison }
) {
  const { grant } = grantFor(event, 'read-results');
  const { db } = event.locals;
  const asked = event.url.searchParams;
  const outcome = asked.get('units') ?? '';
  const version = versionById(db, grant, run.versionId);
  const wordingOf = wordingUnder(metric, version ? getVersion(db, grant, version.number).content.queries : []);
  const reportsOf = new Map(scores.pairs.map((pair) => [`${pair.system.a} ${pair.qid}`, pair.reportId]));
  const { rows, ...paged } = pageOf(unitsThat(units, outcome), asked.get('page'), PAGE);
  return {
    wanted: outcome,
    ...paged,
    listed: rows.map((unit) => ({
      ...unit,
      text: wordingOf(unit.qid, unit.item),
      reports: reportsOf.get(`${unit.system} ${unit.qid}`) ?? null
    }))
  };
}
