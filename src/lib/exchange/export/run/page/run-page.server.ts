import { escapeXml } from '../../../../alignment/charts/svg.ts';
import { metricByName } from '../../../../scorer/suites/index.ts';
import { factListHtml, regionHtml } from '../../html/document-blocks.ts';
import { documentStyle } from '../../html/document-style.ts';
import { htmlPage } from '../../html/html-page.ts';
import { libraryTextIn } from '../../../../messages/library-text.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { metricTitleIn, titleIn } from '../../../../scorer/suites/metric-words.ts';
import { runTable, type RunResults, titleOfRun } from '../run-files.server.ts';
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
  const { summary } = results;
  const words = messagesIn(language, 'runReport');
  const metrics = summary.metrics.map(({ name }) => metricByName(name));
  const lowering = loweringVerdicts(metrics, results.verdicts);
  const table = runTable(results, language);
  const { run, reports, units } = summary;
  const title = titleOfRun(run, language);
  const sections = [
    { id: 'leaderboard', title: words.leaderboard, html: leaderboardHtml({ ...table, title: words.scores }) },
    ...table.corrections.map((one) => ({
      id: `corrected-${one.metric}`,
      title: words.correctedShort({ metric: one.title }),
      html: correctionHtml(one)
    })),
    { id: 'judges', title: words.judges, html: judgesHtml(summary.judges, language) },
    { id: 'unscored', title: words.unscored, html: unscoredHtml(summary, language) },
    ...metrics.map((metric) => ({
      id: `metric-${metric.name}`,
      title: titleIn(language, metric),
      html: reportsUnderMetric(metric, results, lowering, language)
    }))
  ];
  const facts = [
    { term: words.state, value: messagesIn(language, 'runState').state({ state: run.state }) },
    ...(run.finishedAt === null ? [] : [{ term: words.finished, value: run.finishedAt.slice(0, 10) }]),
    { term: words.reports, value: grouped(reports, language) },
    { term: words.units, value: words.unitCounts(units) }
  ];
  return htmlPage({
    language,
    title,
    style: documentStyle + runPageStyle,
    body: `<main>
<header>
<h1>${escapeXml(title)}</h1>
${factListHtml(facts)}
<nav aria-label="${escapeXml(messagesIn(language, 'documentParts').contents)}"><ul>
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

function unscoredHtml({ unscored, units }: Pick<Summary, 'unscored' | 'units'>, language: string): string {
  const words = messagesIn(language, 'runReport');
  const say = libraryTextIn(language);
  if (unscored.length === 0) return `<p>${escapeXml(words.noneUnscored(units))}</p>`;
  const rows = unscored.map(
    ({ metric, judge, reason, units: n, reports }) =>
      `<tr><th scope="row">${escapeXml(say(reason))}</th><td>${escapeXml(metricTitleIn(language, metric))}</td><td><code>${escapeXml(judge)}</code></td><td class="num">${grouped(n, language)}</td><td class="num">${grouped(reports, language)}</td></tr>`
  );
  const head = (text: string, isNumber = false): string =>
    `<th scope="col"${isNumber ? ' class="num"' : ''}>${escapeXml(text)}</th>`;
  return regionHtml(
    words.unscoredReasons,
    `<table>\n<caption>${escapeXml(words.unscoredByReason)}</caption>\n<thead><tr>${head(words.reason)}${head(words.metric)}${head(words.judge)}${head(words.units, true)}${head(words.reports, true)}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
  );
}
