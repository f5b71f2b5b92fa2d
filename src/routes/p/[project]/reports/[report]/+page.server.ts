import type { PageServerLoad } from './$types';
import { fillDates, isoDate } from '$lib/scorer/placeholders.ts';
import { locateQuote } from '$lib/scorer/report/render.ts';
import { withMarks } from '$lib/scorer/report/marks.ts';
import { reportFigures } from '$lib/scorer/run-scores.server.ts';
import { verdictsOfReport } from '$lib/scorer/run-verdicts.server.ts';
import { metricsOf, runsOfReport } from '$lib/scorer/runs.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { verdictView } from '$lib/scorer/verdict-view.ts';
import { getQuery } from '$lib/verification/benchmark.server.ts';
import { getReport } from '$lib/verification/reports.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { rendered } from '../../../../rendered.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const { report, query, system } = getReport(db, grant, event.params.report);
    const { html, blocks, outline, facts } = rendered(report.markdown);
    const asked = event.url.searchParams;
    const runs = runsOfReport(db, grant, report.id);
    const run = runs.find(({ number }) => number === Number(asked.get('run'))) ?? runs[0];
    const metrics = run ? metricsOf(db, run.id).map(({ metric }) => metric) : [];
    const metric = metrics.find((name) => name === asked.get('metric')) ?? metrics[0];
    const items = metric ? (metricByName(metric).items ?? getQuery(db, grant, query.qid).items) : [];
    const wording = new Map(items.map(({ key, text }) => [key, text]));
    const date = report.collectedAt ?? isoDate(report.importedAt);
    const said = run && metric ? verdictsOfReport(db, grant, run, report.id, metric) : [];
    const { view, marks } = verdictView(
      said,
      (item) => fillDates(wording.get(item) ?? item, date),
      (quote) => locateQuote(blocks, quote)
    );
    return {
      bench: true,
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Reports', href: `/p/${project.slug}/reports?system=${encodeURIComponent(system.name)}` },
        { label: `${system.name} on ${query.qid}` }
      ],
      system: system.name,
      qid: query.qid,
      query: fillDates(query.text, date),
      collectedAt: report.collectedAt,
      report: {
        html: withMarks(html, marks),
        outline,
        language: query.language ?? facts.language,
        facts: { words: facts.words, tables: facts.tables, references: facts.references }
      },
      runs: runs.map(({ number, name }) => ({ number, name })),
      run: run?.number ?? null,
      metrics: metrics.map((name) => ({ name, title: metricByName(name).title })),
      metric: metric ?? null,
      figures: run && metric ? reportFigures(db, grant, run, report.id, metric) : null,
      view: said.length > 0 ? view : null
    };
  });
