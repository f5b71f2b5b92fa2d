import type { PageServerLoad } from './$types';
import { correctedScores } from '$lib/alignment/corrected/corrected.server.ts';
import { filesOfRun } from '$lib/exchange/export/run/run-figures.server.ts';
import { selfJudgingSaid } from '$lib/scorer/judges/self-judging.ts';
import { selfJudgingIn } from '$lib/scorer/judges/self-judging.server.ts';
import { suiteTables } from '$lib/scorer/leaderboard/figure-source.server.ts';
import {
  caveatsOf,
  LEAST_QUERIES,
  metricCorrelations,
  repeatSpread,
  viewsBeside
} from '$lib/scorer/leaderboard/index.ts';
import { leaderboardOf, metricsIn } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { lengthFigures } from '$lib/scorer/leaderboard/run-lengths.server.ts';
import { reportScores } from '$lib/scorer/runs/run-scores.server.ts';
import { libraryTextIn, reasonsInWords } from '$lib/messages/library-text.ts';
import { paragraphIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { askedRun } from '$lib/scorer/runs/run-state.ts';
import { statedRuns, verdictGaps } from '$lib/scorer/runs/run-state.server.ts';
import { baselineOf, judgeNames, judgesOf, metricsOf, type Run } from '$lib/scorer/runs/runs.server.ts';
import type { Db } from '$lib/server/db/client.ts';
import { readCitedPages } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { allUnreached } from '$lib/scorer/web/pages/pages.server.ts';
import { versionById } from '$lib/verification/release/versions.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { besideInWords } from './beside-in-words.ts';
import { boardOf, reportsOfSystem } from './board.ts';
import { correctedOf } from './corrected.ts';
import { figureShown } from './figure-shown.ts';

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const asked = event.url.searchParams;
    const runs = statedRuns(db, grant);
    const run = askedRun(runs, asked.get('run'));
    const crumbs = [
      { label: project.name, href: `/p/${project.slug}` },
      { label: messagesIn(language, 'leaderboardPage').title }
    ];
    const chips = runs.map((one) => ({
      ...{ number: one.number, name: one.name, state: one.state, pinned: one.pinnedAt !== null }
    }));
    if (!run) return { crumbs, board: null, runs: chips };
    const { number, name, state, origin, pinnedAt } = run;
    const metrics = metricsIn(db, run);
    const board = leaderboardOf(db, grant, run);
    const systems = board.systems.map(({ system }) => system);
    const hrefOf = reportsOfSystem(project.slug, run);
    const version = versionById(db, grant, run.versionId);
    const scores = reportScores(db, grant, run);
    const against = metrics.find((metric) => metric.name === asked.get('against')) ?? metrics[0];
    const tables = suiteTables(db, grant, run);
    return {
      crumbs,
      runs: chips,
      run: {
        number,
        name,
        state,
        origin,
        pinnedAt,
        ensemble: run.options.ensemble,
        gaps: verdictGaps(db, grant, run, runs)
      },
      version: version && { number: version.number, queries: version.queries },
      judges: judgeNames(judgesOf(db, run.id)),
      selfJudging: selfJudgingSaid(selfJudgingIn(db, run)).map((note) => paragraphIn(language, note)),
      board: boardOf(board, { sort: asked.get('sort') ?? '', baseline: baselineOf(db, run.id), hrefOf, language }),
      caveats: { ...caveatsOf(board), least: LEAST_QUERIES },
      prompts: promptsOf(db, run),
      beside: besideInWords(viewsBeside(board, metrics), hrefOf, language),
      corrected: correctedOf(correctedScores(db, grant, run), hrefOf, language),
      figures: tables.map((table) => figureShown(table, libraryTextIn(language), systems, hrefOf)),
      cites: readCitedPages(metrics) ? { unreached: allUnreached(db, grant, run) } : null,
      spread: repeatSpread(scores),
      repeats: run.options.repeats,
      correlations:
        metrics.length > 1 && systems.length > 2 ? reasonsInWords(language, metricCorrelations(board)) : null,
      metrics: metrics.map(({ name: metric, scale }) => ({
        name: metric,
        title: metricTitleIn(language, metric),
        scale
      })),
      lengths: lengthsInWords(await lengthFigures(db, grant, run, against), language),
      files: filesOfRun(tables)
    };
  });

/** Prompts of a run, each once: metrics of one suite may share one. */
const promptsOf = (db: Db, { id }: Pick<Run, 'id'>): string[] => [
  ...new Set(metricsOf(db, id).map(({ promptName, promptVersion }) => `${promptName}@${promptVersion}`))
];

type Lengths = Awaited<ReturnType<typeof lengthFigures>>;

const lengthsInWords = ({ against, ...lengths }: Lengths, language: string): Lengths => ({
  ...lengths,
  tokenizer: libraryTextIn(language)(lengths.tokenizer),
  against: against && { ...reasonsInWords(language, against), title: metricTitleIn(language, against.name) }
});
