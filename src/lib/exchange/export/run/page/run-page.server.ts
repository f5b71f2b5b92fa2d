import { escapeXml } from '../../../../alignment/charts/svg.ts';
import { metricByName } from '../../../../scorer/suites/index.ts';
import { factListHtml, regionHtml } from '../../html/document-blocks.ts';
import { documentStyle } from '../../html/document-style.ts';
import { htmlPage } from '../../html/html-page.ts';
import { correctionTables } from '../correction-tables.ts';
import { runTable, type RunResults } from '../run-files.server.ts';
import { judgesHtml } from './judges-html.ts';
import { correctionHtml, grouped, leaderboardHtml } from './leaderboard-html.ts';
import { loweringVerdicts, reportsUnderMetric } from './report-scores-html.server.ts';
import { runPageStyle } from './run-page-style.ts';

type Summary = RunResults['summary'];

/**
 * A run as one HTML file: leaderboard, corrected scores, unscored units with their reasons, and for each metric and report the score with
 * the verdicts that lowered it.
 *
 * @param language of its text (BCP 47)
 */
export function writeRunHtml(results: RunResults, language: string): string {
  const { corrected, summary } = results;
  const metrics = summary.metrics.map(({ name }) => metricByName(name));
  const lowering = loweringVerdicts(metrics, results.verdicts);
  const table = runTable(results);
  const { run, reports, units } = summary;
  const title = `Run ${run.number}: ${run.name}`;
  const corrections = correctionTables(corrected);
  const sections = [
    { id: 'leaderboard', title: 'Leaderboard', html: leaderboardHtml({ ...table, title: 'Scores of systems' }) },
    ...corrections.map((one) => ({
      id: `corrected-${one.metric}`,
      title: `${one.title}, corrected`,
      html: correctionHtml(one)
    })),
    { id: 'judges', title: 'Judges', html: judgesHtml(summary.judges) },
    { id: 'unscored', title: 'Unscored units', html: unscoredHtml(summary) },
    ...metrics.map((metric) => ({
      id: `metric-${metric.name}`,
      title: metric.title,
      html: reportsUnderMetric(metric, results, lowering)
    }))
  ];
  const facts = [
    { term: 'State', value: run.state },
    ...(run.finishedAt === null ? [] : [{ term: 'Finished', value: run.finishedAt.slice(0, 10) }]),
    { term: 'Reports', value: grouped(reports) },
    {
      term: 'Units',
      value: `${grouped(units.judged)} judged, ${grouped(units.abstained)} abstained, ${grouped(units.unscored)} unscored`
    }
  ];
  return htmlPage({
    language,
    title,
    style: documentStyle + runPageStyle,
    body: `<main>
<header>
<h1>${escapeXml(title)}</h1>
${factListHtml(facts)}
<nav aria-label="Contents"><ul>
${sections.map((one) => `<li><a href="#${escapeXml(one.id)}">${escapeXml(one.title)}</a></li>`).join('\n')}
</ul></nav>
</header>
${sections
  .map(
    (one) =>
      `<section id="${escapeXml(one.id)}" aria-labelledby="${escapeXml(one.id)}-head">\n<h2 id="${escapeXml(one.id)}-head">${escapeXml(one.title)}</h2>\n${one.html}\n</section>`
  )
  .join('\n')}
</main>`
  });
}

function unscoredHtml({ unscored, units }: Pick<Summary, 'unscored' | 'units'>): string {
  if (unscored.length === 0)
    return `<p>Every unit has a verdict: ${grouped(units.judged)} judged, ${grouped(units.abstained)} abstained.</p>`;
  const rows = unscored.map(
    ({ metric, judge, reason, units: n, reports }) =>
      `<tr><th scope="row">${escapeXml(reason)}</th><td>${escapeXml(metric)}</td><td><code>${escapeXml(judge)}</code></td><td class="num">${grouped(n)}</td><td class="num">${grouped(reports)}</td></tr>`
  );
  return regionHtml(
    'Reasons of unscored units',
    `<table>\n<caption>Units without a verdict by reason</caption>\n<thead><tr><th scope="col">Reason</th><th scope="col">Metric</th><th scope="col">Judge</th><th scope="col" class="num">Units</th><th scope="col" class="num">Reports</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
  );
}
