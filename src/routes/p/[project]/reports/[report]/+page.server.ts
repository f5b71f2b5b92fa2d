import { redirect } from '@sveltejs/kit';
import type { PageServerLoad, PageServerLoadEvent as RequestEvent } from './$types';
import { procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { refuse } from '$lib/errors.ts';
import { fillDates, isoDate } from '$lib/scorer/runs/texts/placeholders.ts';
import { noticesOf, noticeWords } from '$lib/scorer/report/shown/notices.ts';
import { locateQuote } from '$lib/scorer/report/html/locate.ts';
import { withMarks } from '$lib/scorer/report/marks.ts';
import { reportFigures } from '$lib/scorer/runs/run-scores.server.ts';
import { verdictsOfReport } from '$lib/scorer/runs/run-verdicts.server.ts';
import { metricsOf, runsOfReport } from '$lib/scorer/runs/runs.server.ts';
import { metricByName, scaleOfUnit } from '$lib/scorer/suites/index.ts';
import { verdictView } from '$lib/scorer/units/verdict-view.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { judgedItems } from '$lib/studies/reveal/judged-items.server.ts';
import { openItem } from '$lib/studies/reveal/opened-item.server.ts';
import { studyByNumber, type Study } from '$lib/studies/planning/studies.server.ts';
import { isBlinded } from '$lib/studies/labels/unblinding.server.ts';
import { getQuery } from '$lib/verification/benchmark/benchmark.server.ts';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { rendered } from '../../../../rendered.ts';

/**
 * `judged` in the address, of a figure's link, asks for the first item that people have judged under that run and metric, or for
 * the one that it names; where there is none, the metric is shown.
 */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const { report, query, system } = getReport(db, grant, event.params.report);
    const { html, blocks, outline, facts } = await rendered(report.markdown);
    const asked = event.url.searchParams;
    const runs = runsOfReport(db, grant, report.id);
    const study = studyAsked(event, grant);
    const run =
      runs.find((one) => (study ? one.id === study.runId : one.number === Number(asked.get('run')))) ?? runs[0];
    const metrics = run ? metricsOf(db, run.id).map(({ metric }) => metric) : [];
    const metric = metrics.find((name) => name === (study?.metric ?? asked.get('metric'))) ?? metrics[0];
    const items = metric ? (metricByName(metric).items ?? getQuery(db, grant, query.qid).items) : [];
    const wording = new Map(items.map(({ key, text }) => [key, text]));
    const date = report.collectedAt ?? isoDate(report.importedAt);
    const said = run && metric ? verdictsOfReport(db, grant, run, report.id, metric) : [];
    const { view, marks } = verdictView(
      said,
      (item) => fillDates(wording.get(item) ?? item, date),
      (quote) => locateQuote(blocks, quote),
      metric ? scaleOfUnit(metricByName(metric).protocol.unit) : null,
      (metric && metricByName(metric).dimensions) || null
    );
    const itemId = asked.get('item');
    const judged =
      run && metric
        ? judgedItems(db, grant, { runId: run.id, metric, reportId: report.id }).filter(
            (item) => !procedureState(db, grant, item.study.id).embargoed
          )
        : [];
    const cell = asked.get('judged');
    if (cell !== null && !study) {
      const item = cell === '' ? judged[0] : judged.find(({ unit }) => unit === cell);
      if (item) redirect(303, `${event.url.pathname}?study=${item.study.number}&item=${item.id}`);
    }
    return {
      fillsWindow: true,
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
      view: said.length > 0 ? view : null,
      judged: judged.map(({ id, text, study: { number, name } }) => ({
        ...{ text, study: number, name, current: id === itemId },
        href: `?study=${number}&item=${id}`
      })),
      notices: noticeWords(noticesOf(report.markdown) ?? { hidden: 0, spelled: [], addresses: [] }),
      opened:
        study && itemId
          ? openedItem(event, grant, study, { itemId, reportId: report.id }, (quote) => locateQuote(blocks, quote))
          : null
    };
  });

/** The study whose item is asked for: its run and its metric are shown. */
function studyAsked(event: RequestEvent, grant: ProjectGrant<'read-results'>): Study | null {
  const number = event.url.searchParams.get('study');
  if (number === null) return null;
  return /^[1-9]\d{0,8}$/.test(number)
    ? studyByNumber(event.locals.db, grant, Number(number))
    : refuse.notFound('study');
}

/** The item with what people and judges say of it; who may not see that yet is led to where one says why one looks. */
function openedItem(
  event: RequestEvent,
  grant: ProjectGrant<'read-results'>,
  study: Study,
  asked: { itemId: string; reportId: string },
  locate: (quote: string) => { block: number } | null
) {
  const { db } = event.locals;
  const home = `/p/${event.params.project}`;
  const back = `?next=${encodeURIComponent(event.url.pathname + event.url.search)}`;
  if (procedureState(db, grant, study.id).embargoed) redirect(303, `${home}/alignment/${study.number}/unblind${back}`);
  if (isBlinded(db, grant, study.id)) redirect(303, `${home}/studies/${study.number}/unblind${back}`);
  const item = openItem(db, grant, study, asked);
  const placed = (text: string) => ({ text, block: locate(text)?.block ?? null });
  return {
    ...item,
    study: { number: study.number, name: study.name },
    quotes: item.quotes.map(placed),
    judges: item.judges.map(({ quotes, ...judge }) => ({
      ...judge,
      // Of a claim judges quote the page that it cites.
      quotes: item.source ? quotes.map((text) => ({ text, block: null })) : quotes.map(placed)
    }))
  };
}
