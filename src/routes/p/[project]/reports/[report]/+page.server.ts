import { redirect } from '@sveltejs/kit';
import type { PageServerLoad, PageServerLoadEvent as RequestEvent } from './$types';
import { libraryTextIn, textsIn } from '$lib/messages/library-text.ts';
import { verdictWordsIn } from '$lib/messages/rationale-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { closedLabels } from '$lib/alignment/adoption/embargo.server.ts';
import { procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { refuse } from '$lib/errors.ts';
import { collectionOfReport } from '$lib/exchange/import/collected/collected-reports.server.ts';
import { fillDates, isoDate } from '$lib/scorer/runs/texts/placeholders.ts';
import { noticesOf, noticeWords } from '$lib/scorer/report/shown/notices.ts';
import { locateQuote } from '$lib/scorer/report/html/locate.ts';
import { withMarks } from '$lib/scorer/report/marks.ts';
import { metricsIn } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import type { Metric } from '$lib/scorer/metric.ts';
import { traceOfReport } from '$lib/scorer/report/report-traces.server.ts';
import { reportRevisions } from '$lib/scorer/report/revisions/report-revisions.server.ts';
import { readReportVerdicts } from '$lib/scorer/runs/report-verdicts.server.ts';
import { runsOfReport } from '$lib/scorer/runs/runs.server.ts';
import { wordingUnder } from '$lib/scorer/runs/texts/item-wording.ts';
import { metricsTitledIn } from '$lib/scorer/suites/metric-words.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { judgedItems } from '$lib/studies/reveal/judged-items.server.ts';
import { openItem } from '$lib/studies/reveal/opened-item.server.ts';
import { studyByNumber, type Study } from '$lib/studies/planning/studies.server.ts';
import { getQuery } from '$lib/verification/benchmark/benchmark.server.ts';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { labelledIn, rendered } from '../../../../rendered.ts';
import { figureShown } from '../../leaderboard/figure-shown.ts';
import { scoresInWords, viewInWords } from './verdicts-in-words.ts';

/**
 * `judged` in the address, of a figure's link, asks for the first item that people have judged under that run and metric, or for
 * the one that it names; if there is none, the metric is shown.
 */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const { report, query, system } = getReport(db, grant, event.params.report);
    const { html, blocks, outline, facts } = await rendered(report.markdown);
    const locate = (quote: string) => locateQuote(blocks, quote);
    const asked = event.url.searchParams;
    const study = studyAsked(event, grant);
    const runs = runsOfReport(db, grant, report.id);
    const run =
      runs.find((one) => (study ? one.id === study.runId : one.number === Number(asked.get('run')))) ?? runs[0];
    const metrics = run ? metricsIn(db, run) : [];
    const metric = metrics.find(({ name }) => name === (study?.metric ?? asked.get('metric'))) ?? metrics[0];
    const date = report.collectedAt ?? isoDate(report.importedAt);
    const judged = run && metric ? itemsJudged(event, grant, { run, metric, reportId: report.id }) : [];
    if (!study) leadToJudged(event, judged);
    const { items } = getQuery(db, grant, query.qid);
    const wordingOf = (of: Metric) => (key: string) =>
      fillDates(wordingUnder(of, [{ qid: query.qid, items }])(query.qid, key), date);
    const read =
      run && metric
        ? readReportVerdicts(db, grant, { run, metric, reportId: report.id }, wordingOf(metric), locate)
        : null;
    const itemId = asked.get('item');
    return {
      fillsWindow: true,
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        reportsOf(language, project.slug, system.name),
        { label: messagesIn(language, 'reportPage').title({ system: system.name, qid: query.qid }) }
      ],
      manage: `report/${report.id}`,
      system: system.name,
      qid: query.qid,
      query: fillDates(query.text, date),
      collectedAt: report.collectedAt,
      ...originOf(event, project.id, report.id),
      revisions: revisionsShown(event, grant, report),
      report: {
        html: labelledIn(event.locals.language, withMarks(html, read?.marks ?? [])),
        outline,
        language: facts.language || (query.language ?? ''),
        facts: { words: facts.words, tables: facts.tables, references: facts.references }
      },
      runs: runs.map(({ number, name }) => ({ number, name })),
      run: run?.number ?? null,
      metrics: metricsTitledIn(language, metrics).map(({ name, title }) => ({ name, title })),
      metric: metric?.name ?? null,
      asked: run && metric && run.origin === 'scored' ? `?run=${run.number}&metric=${metric.name}` : null,
      figures: read?.figures && metric ? scoresInWords(read.figures, language, metric.name) : null,
      tables: (read?.tables ?? []).map((table) => figureShown(table, libraryTextIn(language), [], String)),
      view: read?.view && metric ? viewInWords(read.view, language, metric.name) : null,
      judged: judged.map((one) => linkTo(one, itemId)),
      notices: noticeWords(noticesOf(report.markdown) ?? { hidden: 0, spelled: [], addresses: [] }).map(
        libraryTextIn(language)
      ),
      opened: study && itemId ? openedItem(event, grant, study, { itemId, reportId: report.id }, locate) : null
    };
  });

/** Work of the system on the report, and how the report was collected, as far as these are known. */
const originOf = ({ locals: { db } }: RequestEvent, projectId: string, reportId: string) => ({
  trace: traceOfReport(db, reportId),
  collected: collectionOfReport(db, projectId, reportId)
});

const reportsOf = (language: string, slug: string, system: string) => ({
  label: messagesIn(language, 'rooms').reports,
  href: `/p/${slug}/reports?system=${encodeURIComponent(system)}`
});

/** All texts of a report that was corrected; null of one that never was. */
function revisionsShown(
  { locals: { db } }: RequestEvent,
  grant: ProjectGrant<'read-results'>,
  { id, revision, replacedAt }: { id: string; revision: number; replacedAt: number | null }
) {
  if (revision === 1 && replacedAt === null) return null;
  return { open: id, revisions: reportRevisions(db, grant, id) };
}

type Judged = ReturnType<typeof judgedItems>;

const linkTo = ({ id, text, study: { number, name } }: Judged[number], open: string | null) => ({
  ...{ text, study: number, name, current: id === open },
  href: `?study=${number}&item=${id}`
});

/** The items on the report that people have judged, without those under embargo. */
const itemsJudged = (
  { locals: { db } }: RequestEvent,
  grant: ProjectGrant<'read-results'>,
  { run, metric, reportId }: { run: { id: string }; metric: { name: string }; reportId: string }
): Judged =>
  judgedItems(db, grant, { runId: run.id, metric: metric.name, reportId }).filter(
    ({ study }) => !procedureState(db, grant, study.id).embargoed
  );

/** Leads to the item that `judged` in the address asks for, if people have judged one. */
function leadToJudged({ url }: RequestEvent, judged: Judged): void {
  const cell = url.searchParams.get('judged');
  if (cell === null) return;
  const item = cell === '' ? judged[0] : judged.find(({ unit }) => unit === cell);
  if (item) redirect(303, `${url.pathname}?study=${item.study.number}&item=${item.id}`);
}

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
  const closed = closedLabels(db, grant, study.id);
  if (closed !== null)
    redirect(303, `${home}/${closed === 'embargoed' ? 'alignment' : 'studies'}/${study.number}/unblind${back}`);
  const item = openItem(db, grant, study, asked);
  const placed = (text: string) => ({ text, block: locate(text)?.block ?? null });
  return {
    ...item,
    options: textsIn(event.locals.language, item.options, ['title']),
    study: { number: study.number, name: study.name },
    quotes: item.quotes.map(placed),
    judges: item.judges.map(({ quotes, words, ...judge }) => ({
      ...judge,
      words: verdictWordsIn(event.locals.language)(judge.state, words),
      // Of a claim judges quote the page that it cites.
      quotes: item.source ? quotes.map((text) => ({ text, block: null })) : quotes.map(placed)
    }))
  };
}
