import type { PageServerLoad } from './$types';
import { fillDates, isoDate } from '$lib/scorer/placeholders.ts';
import { locateQuote } from '$lib/scorer/report/render.ts';
import { verdictsOfReport } from '$lib/scorer/run-results.server.ts';
import { metricsOf, runsOfReport } from '$lib/scorer/runs.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
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
        html,
        outline,
        language: query.language ?? facts.language,
        facts: { words: facts.words, tables: facts.tables, references: facts.references }
      },
      runs: runs.map(({ number, name }) => ({ number, name })),
      run: run?.number ?? null,
      metrics: metrics.map((name) => ({ name, title: metricByName(name).title })),
      metric: metric ?? null,
      units:
        run && metric
          ? verdictsOfReport(db, grant, run, report.id, metric).map(({ item, verdicts }) => ({
              item,
              text: fillDates(wording.get(item) ?? item, date),
              verdicts: verdicts.map(({ judge, verdict }) => ({
                judge,
                state: verdict.state,
                label: verdict.label,
                words: verdict.state === 'unscored' ? verdict.reason : verdict.rationale,
                quotes: verdict.evidence.map(({ quote }) => ({
                  text: quote,
                  block: locateQuote(blocks, quote)?.block ?? null
                }))
              }))
            }))
          : []
    };
  });
