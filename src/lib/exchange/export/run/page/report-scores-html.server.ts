import { escapeXml } from '../../../../alignment/charts/svg.ts';
import type { Metric } from '../../../../scorer/metric.ts';
import { loweringUnder } from '../../../../scorer/units/lowering.ts';
import type { VerdictLine } from '../../../../scorer/units/verdict-line.ts';
import { regionHtml } from '../../html/document-blocks.ts';
import { libraryTextIn } from '../../../../messages/library-text.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { titleIn } from '../../../../scorer/suites/metric-words.ts';
import { suiteWith } from '../../../../scorer/suites/index.ts';
import { shownValue } from '../leaderboard/shown-value.ts';
import type { RunResults } from '../run-files.server.ts';
import { dashReasonsHtml } from './leaderboard-html.ts';

/** Verdicts that lowered scores, by metric, system and query; all of them counted, those of the first reports kept. */
interface LoweringVerdicts {
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

/**
 * The reports of a metric: their scores by judge with n, then each report with the verdicts that lowered its score.
 *
 * @param language of its text (BCP 47); labels, items and reasons of verdicts stay as they are
 */
export function reportsUnderMetric(
  metric: Metric,
  { scores, leaderboard }: Pick<RunResults, 'scores' | 'leaderboard'>,
  lowering: LoweringVerdicts,
  language: string
): string {
  const words = messagesIn(language, 'reportsOfRun');
  const own = scores.filter((one) => one.metric === metric.name);
  const { min, max, better } = metric.scale;
  const digits = leaderboard.metrics.find(({ name }) => name === metric.name)?.digits ?? 1;
  const left = lowering.left === 0 ? '' : `<p class="soft">${escapeXml(words.left({ n: lowering.left }))}</p>`;
  return [
    `<p>${escapeXml(words.scale({ question: questionIn(language, metric), min, max, better }))}</p>`,
    scoresHtml(titleIn(language, metric), own, digits, language),
    `<h3>${escapeXml(words.lowered)}</h3>`,
    `<p class="soft">${escapeXml(words.loweredMeans)}</p>`,
    left,
    `<div class="reports">\n${own.map((one) => reportHtml(one, lowering.of(metric.name, one.system, one.qid), digits, language)).join('\n')}\n</div>`
  ].join('\n');
}

/** Returns the question of a metric in a language. That of a rubric is its author’s. */
export const questionIn = (language: string, { name, question }: Pick<Metric, 'name' | 'question'>): string =>
  suiteWith(name) ? libraryTextIn(language)(question) : question;

function scoresHtml(title: string, own: Scores, digits: number, language: string): string {
  const words = messagesIn(language, 'reportsOfRun');
  const { system: systemHead } = messagesIn(language, 'leaderboardFile');
  const say = libraryTextIn(language);
  const said = (reason: string | null): string | null => (reason === null ? null : say(reason));
  const judges = own[0]?.judges.map(({ judge }) => judge) ?? [];
  const cell = (score: { value: number | null; n: number } | null): string =>
    `<td class="num"><b>${shownValue(score?.value ?? null, digits)}</b><small>n&nbsp;${score?.n ?? 0}</small></td>`;
  const rows = own.map(
    ({ system, qid, ensemble, judges: each }) =>
      `<tr><th scope="row">${escapeXml(system)}</th><td>${escapeXml(qid)}</td>${cell(ensemble)}${judges.length < 2 ? '' : each.map(({ score }) => cell(score)).join('')}<td class="num">${ensemble?.unscored ?? 0}</td></tr>`
  );
  const reasons = own.flatMap(({ ensemble, judges: each }) => [
    ensemble === null ? words.notFinished : ensemble.value === null ? said(ensemble.reason) : null,
    ...(judges.length < 2
      ? []
      : each.map(({ score }) => (score === null || score.value !== null ? null : said(score.reason))))
  ]);
  const heads = [
    `<th scope="col">${escapeXml(systemHead)}</th><th scope="col">${escapeXml(words.query)}</th><th scope="col" class="num">${escapeXml(words.score)}</th>`,
    ...(judges.length < 2
      ? []
      : judges.map((judge) => `<th scope="col" class="num"><code>${escapeXml(judge)}</code></th>`)),
    `<th scope="col" class="num">${escapeXml(words.unscored)}</th>`
  ];
  return [
    regionHtml(
      words.scores({ metric: title }),
      `<table>\n<caption>${escapeXml(words.scoresCaption)}</caption>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
    ),
    dashReasonsHtml(reasons, language)
  ].join('\n');
}

function reportHtml(
  { system, qid, ensemble }: Scores[number],
  { total, shown }: { total: number; shown: readonly VerdictLine[] },
  digits: number,
  language: string
): string {
  const words = messagesIn(language, 'reportsOfRun');
  // Values of these messages are HTML.
  const values = {
    system: `<b>${escapeXml(system)}</b>`,
    qid: escapeXml(qid),
    value: shownValue(ensemble?.value ?? null, digits),
    n: ensemble?.n ?? 0
  };
  if (total === 0) return `<p class="soft">${words.withoutVerdict(values)}</p>`;
  const more = total - shown.length;
  return [
    `<details class="report"><summary>${words.withVerdicts({ ...values, verdicts: total })}</summary>`,
    `<ul class="said">\n${shown.map((one) => verdictHtml(one, language)).join('\n')}\n</ul>`,
    ...(more > 0 ? [`<p class="soft">${escapeXml(words.more({ n: more }))}</p>`] : []),
    '</details>'
  ].join('\n');
}

/** Writes a verdict: the judged unit, its label, its judge, the reason, and the words of the report that it rests on. */
function verdictHtml(
  { judge, repeat, label, item, itemText, rationale, evidence }: VerdictLine,
  language: string
): string {
  const words = messagesIn(language, 'reportsOfRun');
  const values = {
    label: escapeXml(label ?? ''),
    judge: `<code>${escapeXml(judge)}</code>`,
    item: escapeXml(item)
  };
  const head = repeat > 0 ? words.verdictRepeat({ ...values, n: repeat }) : words.verdict(values);
  return [
    `<li><span class="soft">${head}</span>`,
    ...(itemText === '' ? [] : [`<p>${escapeXml(itemText)}</p>`]),
    ...(rationale === '' || rationale === itemText ? [] : [`<p class="soft">${escapeXml(rationale)}</p>`]),
    ...evidence.map(({ quote }) => `<p><q>${escapeXml(quote)}</q></p>`),
    '</li>'
  ].join('');
}
