import { escapeXml } from '../../../alignment/charts/svg.ts';
import type { CorrectedBy } from '../../../alignment/corrected/corrected.ts';
import { factListHtml, regionHtml } from '../html/document-blocks.ts';
import type { CorrectionTable } from '../run/leaderboard/correction-tables.ts';
import type { LeaderboardTable } from '../run/leaderboard/leaderboard-table.ts';
import { judgesHtml } from '../run/page/judges-html.ts';
import { joinSentences } from '../../../messages/sentences.ts';
import { documentLists } from '../../../messages/document-lists.ts';
import { messagesIn } from '../../../messages/words.ts';
import { changesIn } from '../run/leaderboard/correction-tables.ts';
import { ensembleTextIn } from '../../../alignment/report/ensemble-in-words.ts';
import { correctionHtml, grouped, leaderboardHtml } from '../run/page/leaderboard-html.ts';
import { indexFile, metricFile, type SiteCard, type SiteContent } from './site-content.ts';
import { pageLinks, sitePage, siteSection } from './site-frame.ts';

/** A page holds so many cells of the leaderboard at most, so that it stays below 200 KB. */
const MOST_CELLS = 700;

/** The leaderboard, adopted ensembles, cards and judges; further pages hold the systems that do not fit on the first. */
export function indexPages(content: SiteContent): { name: string; text: string }[] {
  const tables = pagesOfTable(content.table, Math.max(10, Math.floor(MOST_CELLS / content.table.columns.length)));
  const files = tables.map((_, at) => indexFile(at + 1));
  const { language } = content;
  const words = messagesIn(language, 'siteFile');
  const { scores } = messagesIn(language, 'runReport');
  const { corrected } = messagesIn(language, 'leaderboardFile');
  return tables.map((table, at) => ({
    name: files[at]!,
    text: sitePage(content, {
      title: words.leaderboard,
      at: files[at]!,
      body: [
        `<header>\n<h1>${escapeXml(words.leaderboard)}</h1>\n${factListHtml(factsOf(content))}\n</header>`,
        siteSection(
          'scores',
          words.scores,
          [
            leaderboardHtml({ ...table, title: scores, ...(at === 0 ? {} : { notes: [] }) }, (metric) =>
              metricFile(metric)
            ),
            pageLinks(files, at, words.leaderboardPages, language),
            `<p>${words.files({ file: '<a href="leaderboard.csv">leaderboard.csv</a>' })}</p>`
          ].join('\n')
        ),
        ...correctionsOf(table).map((one) =>
          siteSection(
            `corrected-${one.metric}`,
            corrected({ metric: one.title }),
            `${correctionHtml({ ...one, notes: [] })}\n<p><a href="${escapeXml(metricFile(one.metric))}">${escapeXml(words.correctionNotes({ metric: one.title }))}</a></p>`
          )
        ),
        ...(at === 0
          ? [
              siteSection('adoption', words.adoptions, adoptionHtml(content)),
              siteSection('judges', messagesIn(language, 'runReport').judges, judgesHtml(content.judges, language))
            ]
          : [])
      ].join('\n')
    })
  }));
}

function factsOf({ language, run, version }: SiteContent): { term: string; value: string }[] {
  const { number, name, state, pinned, finishedAt, reports } = run;
  const words = messagesIn(language, 'siteFile');
  const report = messagesIn(language, 'runReport');
  return [
    { term: words.run, value: words.runShown({ pinned: pinned ? 'yes' : 'no', number, name }) },
    ...(state === 'done' ? [] : [{ term: report.state, value: messagesIn(language, 'runState').state({ state }) }]),
    ...(finishedAt === null ? [] : [{ term: report.finished, value: finishedAt.slice(0, 10) }]),
    { term: report.reports, value: grouped(reports, language) },
    ...(version === null
      ? []
      : [{ term: words.dataset, value: words.version({ version: version.number, queries: version.queries }) }])
  ];
}

/** The corrected scores of the systems in a table; metrics without any are left out. */
export function correctionsOf({ corrections, groups }: LeaderboardTable): CorrectionTable[] {
  const systems = new Set(groups.flatMap(({ rows }) => rows.map(({ name }) => name)));
  return corrections
    .map((one) => ({ ...one, rows: one.rows.filter(({ system }) => systems.has(system)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** A table in pieces of so many systems, each with the titles of its groups. */
export function pagesOfTable(table: LeaderboardTable, most: number): LeaderboardTable[] {
  const rows = table.groups.flatMap((group) => group.rows.map((row) => ({ group, row })));
  const count = Math.max(1, Math.ceil(rows.length / most));
  return Array.from({ length: count }, (_, at) => {
    const part = rows.slice(at * most, (at + 1) * most);
    const groups = [...Map.groupBy(part, ({ group }) => group)];
    return { ...table, groups: groups.map(([group, own]) => ({ ...group, rows: own.map(({ row }) => row) })) };
  });
}

function adoptionHtml({ language, metrics, cards }: SiteContent): string {
  const words = messagesIn(language, 'siteFile');
  const rows = metrics.map(({ name, title, adoption }) => {
    const own = cards.filter(({ card }) => card.adoption.metric === name);
    return `<tr><th scope="row"><a href="${escapeXml(metricFile(name))}">${escapeXml(title)}</a></th><td>${escapeXml(adoption ? ensembleTextIn(language, adoption.ensemble) : '–')}</td><td>${escapeXml(adoptionState(adoption, language))}</td><td>${cardLinks(own, language) || '–'}</td></tr>`;
  });
  return regionHtml(
    words.adoptionsByMetric,
    `<table>\n<caption>${escapeXml(words.adoptionsCaption)}</caption>\n<thead><tr>${[words.metric, words.ensemble, words.adoption, words.cards].map((head) => `<th scope="col">${escapeXml(head)}</th>`).join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
  );
}

/** How the adoption of a metric stands, in a sentence or two. */
export function adoptionState(adoption: CorrectedBy | null, language: string): string {
  const words = messagesIn(language, 'siteFile');
  if (adoption === null) return words.notAdopted;
  const { study, decidedAt } = adoption;
  const changes = changesIn(language, adoption);
  return joinSentences([
    words.adopted({ ...study, day: new Date(decidedAt).toISOString().slice(0, 10) }),
    ...(changes === '' ? [] : [messagesIn(language, 'leaderboardFile').reopened({ changes })])
  ]);
}

/** Links to the cards with their states, as HTML; empty if there is none. */
export function cardLinks(cards: readonly SiteCard[], language: string): string {
  const words = messagesIn(language, 'siteFile');
  const links = cards.map(({ number, status, html, json }) =>
    words.cardFiles({
      state: status.state,
      card: `<a href="${escapeXml(html)}">${escapeXml(words.card({ number }))}</a>`,
      json: `<a href="${escapeXml(json)}" aria-label="${escapeXml(words.cardJson({ number }))}">${escapeXml(words.signedJson)}</a>`
    })
  );
  return documentLists(language).comma(links);
}
