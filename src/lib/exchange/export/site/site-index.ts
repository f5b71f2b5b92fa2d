import { escapeXml } from '../../../alignment/charts/svg.ts';
import type { CorrectedBy } from '../../../alignment/corrected/corrected.ts';
import { factListHtml, regionHtml } from '../html/document-blocks.ts';
import type { CorrectionTable } from '../run/correction-tables.ts';
import type { LeaderboardTable } from '../run/leaderboard-table.ts';
import { judgesHtml } from '../run/page/judges-html.ts';
import { correctionHtml, grouped, leaderboardHtml } from '../run/page/leaderboard-html.ts';
import { indexFile, metricFile, type SiteCard, type SiteContent } from './site-content.ts';
import { pageLinks, sitePage, siteSection } from './site-frame.ts';

/** A page holds so many cells of the leaderboard at most, so that it stays below 200 KB. */
const MOST_CELLS = 700;

/** The leaderboard, adopted ensembles, cards and judges; further pages hold the systems that do not fit on the first. */
export function indexPages(content: SiteContent): { name: string; text: string }[] {
  const tables = pagesOfTable(content.table, Math.max(10, Math.floor(MOST_CELLS / content.table.columns.length)));
  const files = tables.map((_, at) => indexFile(at + 1));
  return tables.map((table, at) => ({
    name: files[at]!,
    text: sitePage(content, {
      title: 'Leaderboard',
      at: files[at]!,
      body: [
        `<header>\n<h1>Leaderboard</h1>\n${factListHtml(factsOf(content))}\n</header>`,
        siteSection(
          'scores',
          'Scores by the judges of the run',
          [
            leaderboardHtml({ ...table, title: 'Scores of systems', ...(at === 0 ? {} : { notes: [] }) }, (metric) =>
              metricFile(metric)
            ),
            pageLinks(files, at, 'Pages of the leaderboard'),
            '<p>Files: <a href="leaderboard.csv">leaderboard.csv</a></p>'
          ].join('\n')
        ),
        ...correctionsOf(table).map((one) =>
          siteSection(
            `corrected-${one.metric}`,
            `${one.title}, corrected by human labels`,
            `${correctionHtml({ ...one, notes: [] })}\n<p><a href="${escapeXml(metricFile(one.metric))}">Notes on the correction of ${escapeXml(one.title)}</a></p>`
          )
        ),
        ...(at === 0
          ? [
              siteSection('adoption', 'Adopted ensembles', adoptionHtml(content)),
              siteSection('judges', 'Judges', judgesHtml(content.judges))
            ]
          : [])
      ].join('\n')
    })
  }));
}

function factsOf({ run, version }: SiteContent): { term: string; value: string }[] {
  const { number, name, state, pinned, finishedAt, reports } = run;
  return [
    { term: 'Run', value: `${number}: ${name} (${pinned ? 'pinned' : 'newest complete run, not pinned'})` },
    ...(state === 'done' ? [] : [{ term: 'State', value: state }]),
    ...(finishedAt === null ? [] : [{ term: 'Finished', value: finishedAt.slice(0, 10) }]),
    { term: 'Reports', value: grouped(reports) },
    ...(version === null
      ? []
      : [{ term: 'Dataset', value: `version ${version.number}, ${grouped(version.queries)} queries` }])
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

function adoptionHtml({ metrics, cards }: SiteContent): string {
  const rows = metrics.map(({ name, title, adoption }) => {
    const own = cards.filter(({ card }) => card.adoption.metric === name);
    return `<tr><th scope="row"><a href="${escapeXml(metricFile(name))}">${escapeXml(title)}</a></th><td>${escapeXml(adoption?.ensemble ?? '–')}</td><td>${escapeXml(adoptionState(adoption))}</td><td>${own.map(cardLink).join(', ') || '–'}</td></tr>`;
  });
  return regionHtml(
    'Adopted ensembles by metric',
    `<table>\n<caption>Ensembles of judges that were adopted to replace human annotators</caption>\n<thead><tr><th scope="col">Metric</th><th scope="col">Ensemble</th><th scope="col">Adoption</th><th scope="col">Judge cards</th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
  );
}

/** How the adoption of a metric stands, in a sentence or two. */
export function adoptionState(adoption: CorrectedBy | null): string {
  if (adoption === null) return 'No ensemble is adopted.';
  const { study, decidedAt, changed } = adoption;
  const when = new Date(decidedAt).toISOString().slice(0, 10);
  const adopted = `Adopted in study ${study.number} (${study.name}) on ${when}.`;
  return changed.length === 0 ? adopted : `${adopted} The adoption is reopened: ${changed.join(' ')}`;
}

const STATES: Record<SiteCard['status']['state'], string> = {
  'in-force': 'in force',
  reopened: 'reopened',
  superseded: 'superseded'
};

export const cardLink = ({ number, status, html, json }: SiteCard): string =>
  `<a href="${escapeXml(html)}">Card ${number}</a> (${STATES[status.state]}, <a href="${escapeXml(json)}" aria-label="Card ${number} as signed JSON">signed JSON</a>)`;
