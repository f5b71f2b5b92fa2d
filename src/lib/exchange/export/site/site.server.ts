import { listCards, cardByNumber } from '../../../alignment/card/cards.server.ts';
import { adoptionInWords } from '../../../alignment/corrected/corrected.server.ts';
import { refuse } from '../../../errors.ts';
import { askedRun } from '../../../scorer/runs/run-state.ts';
import { statedRuns } from '../../../scorer/runs/run-state.server.ts';
import { metricByName } from '../../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { versionById } from '../../../verification/release/versions.server.ts';
import { libraryTextIn } from '../../../messages/library-text.ts';
import { titleIn } from '../../../scorer/suites/metric-words.ts';
import { questionIn } from '../run/page/report-scores-html.server.ts';
import { writeCardHtml } from '../card/card-html.ts';
import { writeLeaderboardCsv } from '../run/leaderboard/leaderboard-csv.ts';
import { resultsOf, runTable } from '../run/run-files.server.ts';
import type { SiteContent } from './site-content.ts';
import { indexPages } from './site-index.ts';
import { metricPages } from './site-metric.ts';

interface SiteFile {
  name: string;
  text: string;
}

/**
 * The files of a static leaderboard: pages without script, cards with their signed bundles, and the leaderboard as CSV. They depend on
 * the database alone: the same database gives the same bytes.
 *
 * @param number of the run; the pinned run, else the newest complete one, if absent
 * @param language of its text (BCP 47)
 * @throws a refusal if there is no such run
 */
export function siteFiles(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  project: string,
  { number = null, language = 'en' }: { number?: number | null; language?: string } = {}
): { run: number; runId: string; files: SiteFile[] } {
  const runs = statedRuns(db, grant);
  const run = askedRun(runs, number === null ? null : String(number));
  if (!run || (number !== null && run.number !== number))
    return number === null
      ? refuse.absent('leaderboard', 'the project has no complete run. Score reports first')
      : refuse.notFound('run');
  const results = resultsOf(db, grant, run);
  const { summary } = results;
  const say = libraryTextIn(language);
  const version = versionById(db, grant, run.versionId);
  const bundles: SiteFile[] = [];
  const cards = listCards(db, grant).map(({ number: card }) => {
    const { bundle, ...stored } = cardByNumber(db, grant, card);
    const name = `cards/${stored.card.adoption.metric}-${card}`;
    const [html, json] = [`${name}.html`, `${name}.json`];
    bundles.push(
      { name: html, text: writeCardHtml(stored.card, { ...stored.signed, sha256: stored.sha256 }, language) },
      { name: json, text: bundle }
    );
    return { ...stored, html, json };
  });
  const content: SiteContent = {
    language,
    project,
    run: {
      ...{ number: run.number, name: run.name, state: run.state, pinned: run.pinnedAt !== null },
      ...{ finishedAt: summary.run.finishedAt, reports: summary.reports }
    },
    version: version && { number: version.number, queries: version.queries },
    table: runTable(results, language),
    metrics: summary.metrics.map(({ name }) => {
      const metric = metricByName(name);
      const uncorrected = results.corrected.find(({ metric }) => metric === name)?.why ?? null;
      return {
        ...{ name, title: titleIn(language, metric), question: questionIn(language, metric), scale: metric.scale },
        adoption: adoptionInWords(db, grant, name),
        uncorrected: uncorrected === null ? null : say(uncorrected)
      };
    }),
    judges: summary.judges,
    cards
  };
  return {
    run: run.number,
    runId: run.id,
    files: [
      ...indexPages(content),
      ...content.metrics.flatMap((metric) => metricPages(content, metric)),
      ...bundles,
      { name: 'leaderboard.csv', text: writeLeaderboardCsv(runTable(results, 'en')) }
    ]
  };
}
