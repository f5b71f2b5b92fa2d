import { escapeXml } from '../../../../alignment/charts/svg.ts';
import type { Metric } from '../../../../scorer/metric.ts';
import { loweringUnder } from '../../../../scorer/units/lowering.ts';
import type { VerdictLine } from '../../../../scorer/units/verdict-line.ts';
import { regionHtml } from '../../html/document-blocks.ts';
import { shownValue } from '../leaderboard-table.ts';
import type { RunResults } from '../run-files.server.ts';
import { dashReasonsHtml, grouped, countedHtml } from './leaderboard-html.ts';

/** Verdicts that lowered scores, by metric, system and query; all of them counted, those of the first reports kept. */
export interface LoweringVerdicts {
  of(metric: string, system: string, qid: string): { total: number; shown: readonly VerdictLine[] };
  /** Verdicts that are counted and not shown. */
  left: number;
}

/** A page with more of them would not open: verdicts.jsonl has all. */
const MOST_SHOWN = 20_000;

/** Collects the verdicts that lowered scores, as they are read one after the other. */
export function loweringVerdicts(
  metrics: readonly Metric[],
  verdicts: Iterable<VerdictLine>,
  most = MOST_SHOWN
): LoweringVerdicts {
  const lowers = new Map(metrics.map((metric) => [metric.name, loweringUnder(metric)]));
  const found = new Map<string, { total: number; shown: VerdictLine[] }>();
  let shown = 0;
  let left = 0;
  for (const line of verdicts) {
    if (!lowers.get(line.metric)?.(line)) continue;
    const key = JSON.stringify([line.metric, line.system, line.qid]);
    const own = found.get(key) ?? { total: 0, shown: [] };
    found.set(key, own);
    own.total++;
    if (shown >= most) left++;
    else {
      shown++;
      own.shown.push(line);
    }
  }
  return {
    left,
    of: (metric, system, qid) => found.get(JSON.stringify([metric, system, qid])) ?? { total: 0, shown: [] }
  };
}

type Scores = RunResults['scores'];

/** The reports of a metric: their scores by judge with n, then each report with the verdicts that lowered its score. */
export function reportsUnderMetric(
  metric: Metric,
  { scores, leaderboard }: Pick<RunResults, 'scores' | 'leaderboard'>,
  lowering: LoweringVerdicts
): string {
  const own = scores.filter((one) => one.metric === metric.name);
  const { min, max, better } = metric.scale;
  const digits = leaderboard.metrics.find(({ name }) => name === metric.name)?.digits ?? 1;
  const left =
    lowering.left === 0
      ? ''
      : `<p class="soft">${countedHtml(lowering.left, 'verdict')} of this run are counted and not shown here; verdicts.jsonl contains all.</p>`;
  return [
    `<p>${escapeXml(metric.question)} Scores from ${min} to ${max}; ${better} is better.</p>`,
    scoresHtml(metric.title, own, digits),
    `<h3>Verdicts that lowered scores</h3>`,
    '<p class="soft">Labels below the best of their scale, reported issues and errors; of ratings, every rating with its reason.</p>',
    left,
    `<div class="reports">\n${own.map((one) => reportHtml(one, lowering.of(metric.name, one.system, one.qid), digits)).join('\n')}\n</div>`
  ].join('\n');
}

const NOT_FINISHED = 'some judges have not judged the report';

function scoresHtml(title: string, own: Scores, digits: number): string {
  const judges = own[0]?.judges.map(({ judge }) => judge) ?? [];
  const cell = (score: { value: number | null; n: number } | null): string =>
    `<td class="num"><b>${shownValue(score?.value ?? null, digits)}</b><small>n&nbsp;${score?.n ?? 0}</small></td>`;
  const rows = own.map(
    ({ system, qid, ensemble, judges: each }) =>
      `<tr><th scope="row">${escapeXml(system)}</th><td>${escapeXml(qid)}</td>${cell(ensemble)}${judges.length < 2 ? '' : each.map(({ score }) => cell(score)).join('')}<td class="num">${ensemble?.unscored ?? 0}</td></tr>`
  );
  const reasons = own.flatMap(({ ensemble, judges: each }) => [
    ensemble === null ? NOT_FINISHED : ensemble.value === null ? ensemble.reason : null,
    ...(judges.length < 2
      ? []
      : each.map(({ score }) => (score === null || score.value !== null ? null : score.reason)))
  ]);
  const heads = [
    '<th scope="col">System</th><th scope="col">Query</th><th scope="col" class="num">Score</th>',
    ...(judges.length < 2
      ? []
      : judges.map((judge) => `<th scope="col" class="num"><code>${escapeXml(judge)}</code></th>`)),
    '<th scope="col" class="num">Unscored</th>'
  ];
  return [
    regionHtml(
      `Scores of reports: ${title}`,
      `<table>\n<caption>Scores of reports; n: units with a verdict</caption>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
    ),
    dashReasonsHtml(reasons)
  ].join('\n');
}

function reportHtml(
  { system, qid, ensemble }: Scores[number],
  { total, shown }: { total: number; shown: readonly VerdictLine[] },
  digits: number
): string {
  const score = `${shownValue(ensemble?.value ?? null, digits)} (n ${ensemble?.n ?? 0})`;
  const name = `<b>${escapeXml(system)}</b>, ${escapeXml(qid)}: ${score}`;
  if (total === 0) return `<p class="soft">${name}; no verdict lowered the score.</p>`;
  const more = total - shown.length;
  return [
    `<details class="report"><summary>${name}; ${countedHtml(total, 'verdict')}</summary>`,
    `<ul class="said">\n${shown.map(verdictHtml).join('\n')}\n</ul>`,
    ...(more > 0 ? [`<p class="soft">${grouped(more)} more, see verdicts.jsonl.</p>`] : []),
    '</details>'
  ].join('\n');
}

/** What was judged, its label, who gave it, the reason, and the words of the report that it rests on. */
const verdictHtml = ({ judge, repeat, label, item, itemText, rationale, evidence }: VerdictLine): string =>
  [
    `<li><span class="soft">${escapeXml(label ?? '')} · <code>${escapeXml(judge)}</code>${repeat > 0 ? `, repeat ${repeat}` : ''} · ${escapeXml(item)}</span>`,
    ...(itemText === '' ? [] : [`<p>${escapeXml(itemText)}</p>`]),
    ...(rationale === '' || rationale === itemText ? [] : [`<p class="soft">${escapeXml(rationale)}</p>`]),
    ...evidence.map(({ quote }) => `<p><q>${escapeXml(quote)}</q></p>`),
    '</li>'
  ].join('');
