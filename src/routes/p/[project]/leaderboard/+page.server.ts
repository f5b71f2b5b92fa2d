import type { PageServerLoad } from './$types';
import {
  LEAST_QUERIES,
  lengthAndScore,
  lengthDistributions,
  metricCorrelations,
  repeatSpread,
  type LengthAndScore
} from '$lib/scorer/leaderboard/index.ts';
import { correctedScores } from '$lib/alignment/corrected/corrected.server.ts';
import { leaderboardOf, metricsIn, rowOf } from '$lib/scorer/leaderboard/leaderboard.server.ts';
import { lengthsOf } from '$lib/scorer/report/lengths/report-lengths.server.ts';
import { tokensOf } from '$lib/scorer/report/lengths/report-tokens.server.ts';
import { TOKENIZER } from '$lib/scorer/report/lengths/tokenizer.server.ts';
import { figureFiles, suiteFigures } from '$lib/exchange/export/run/run-figures.server.ts';
import { figureSource } from '$lib/scorer/leaderboard/figure-source.server.ts';
import { runFiles } from '$lib/exchange/export/run/run-files.server.ts';
import { allUnreached } from '$lib/scorer/web/pages/pages.server.ts';
import { selfJudgingNotes } from '$lib/scorer/judges/self-judging.ts';
import { selfJudgingIn } from '$lib/scorer/judges/self-judging.server.ts';
import { reportScores } from '$lib/scorer/runs/run-scores.server.ts';
import { defaultRun, failuresInWords } from '$lib/scorer/runs/run-state.ts';
import { failuresOf, statedRuns, supersededBy } from '$lib/scorer/runs/run-state.server.ts';
import { judgeNames, judgesOf, metricsOf } from '$lib/scorer/runs/runs.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { boardOf } from './board.ts';
import { correctedOf } from './corrected.ts';
import { figureShown } from './figure-shown.ts';
import { unitNamed } from '$lib/scorer/suites/index.ts';

/** More points than this hide one another, and weigh more than the rest of the page. */
const MOST_POINTS = 500;

/** The figures rest on all points; of very many, each so-and-so-manieth is drawn. */
const drawn = (figure: LengthAndScore): LengthAndScore & { n: number } => {
  const step = Math.ceil(figure.points.length / MOST_POINTS);
  return { ...figure, n: figure.points.length, points: figure.points.filter((_, at) => at % step === 0) };
};

const measure = { of: 'bare', unit: 'words' } as const;

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const asked = event.url.searchParams;
    const runs = statedRuns(db, grant);
    const run = runs.find(({ number }) => number === Number(asked.get('run'))) ?? defaultRun(runs);
    const crumbs = [{ label: project.name, href: `/p/${project.slug}` }, { label: 'Leaderboard' }];
    if (!run) return { crumbs, board: null, runs: [] };
    const metrics = metricsIn(db, run);
    const scores = reportScores(db, grant, run);
    const board = leaderboardOf(db, grant, run);
    const systems = listSystems(db, grant);
    const baselineId = metrics.find(({ protocol }) => protocol.compares)?.settings.baseline;
    const baseline = systems.find(({ id }) => id === baselineId)?.name ?? null;
    const runHref = `/p/${project.slug}/runs/${run.number}`;
    const hrefOf = (system: string): string => `${runHref}/reports?system=${encodeURIComponent(system)}`;
    const rowsOf = (metric: string) => scores.filter((score) => score.metric === metric).map(rowOf);
    const cites = metrics.some(({ protocol }) => unitNamed(protocol.unit.kind).pages);
    const source = figureSource(db, grant, run);
    const lengths = lengthsOf(db, grant, run);
    const tokens = await tokensOf(db, grant, run, 'some');
    const everyReport = new Map(scores.map((score) => [score.reportId, score]));
    const lengthRows = [...everyReport.values()].flatMap((row) => {
      const length = lengths.get(row.reportId);
      return length ? [{ ...row, length, tokens: tokens.get(row.reportId) ?? null }] : [];
    });
    const lengthsIn = (unit: 'words' | 'tokens') => {
      const bare = lengthDistributions(lengthRows, 'system', { of: 'bare', unit });
      return lengthDistributions(lengthRows, 'system', { of: 'full', unit }).map(({ name, box }, at) => ({
        name: name ?? '',
        full: box,
        bare: bare[at]!.box
      }));
    };
    const against = metrics.find(({ name }) => name === asked.get('against')) ?? metrics[0];
    const version = listVersions(db, grant).find(({ id }) => id === run.versionId);
    const everySystem = board.systems;
    return {
      crumbs,
      runs: runs.map(({ number, name, state }) => ({ number, name, state })),
      run: {
        number: run.number,
        name: run.name,
        state: run.state,
        failures: run.state === 'incomplete' ? failuresInWords(failuresOf(db, run.id)) : null,
        supersededBy: supersededBy(db, run, runs),
        ensemble: run.options.ensemble,
        origin: run.origin
      },
      version: version ? { number: version.number, queries: version.queries } : null,
      judges: judgeNames(judgesOf(db, run.id)),
      selfJudging: selfJudgingNotes(selfJudgingIn(db, run)),
      board: boardOf(board, { sort: asked.get('sort') ?? '', baseline, hrefOf }),
      corrected: correctedOf(correctedScores(db, grant, run), hrefOf),
      prompts: metricsOf(db, run.id).map(({ promptName, promptVersion }) => `${promptName}@${promptVersion}`),
      least: LEAST_QUERIES,
      below: everySystem.some(({ scores: own }) =>
        Object.values(own).some(({ value, queries }) => value !== null && queries < LEAST_QUERIES)
      ),
      ownUnits: everySystem.some(({ scores: own }) => Object.values(own).some(({ meanOfOwn }) => meanOfOwn === false)),
      beside: board.metrics.flatMap(({ name, title, measure, unit }) => {
        const rows = everySystem.flatMap(({ system, scores: own }) => {
          const cell = own[name];
          if (!cell || cell.beside.length === 0) return [];
          const { value, reason, interval, n, queries, reports, beside } = cell;
          return [{ system, href: hrefOf(system), value, reason, interval, n, queries, reports, beside }];
        });
        // Where every report has the same checklist, the pooled share says the same as the mean.
        const same = metrics.find((metric) => metric.name === name)?.items !== null;
        return !same && rows.some(({ value }) => value !== null) ? [{ name, title, measure, unit, rows }] : [];
      }),
      few: everySystem.some(({ scores: own }) => Object.values(own).some(({ fewQueries }) => fewQueries)),
      figures: suiteFigures(metrics).flatMap((figure) => {
        const table = figure.table(source);
        return table
          ? [
              figureShown(
                table,
                everySystem.map(({ system }) => system),
                hrefOf
              )
            ]
          : [];
      }),
      cites: cites ? { unreached: allUnreached(db, grant, run) } : null,
      counted: Math.min(lengths.size, tokens.size),
      tokenizer: TOKENIZER,
      reports: everyReport.size,
      spread: repeatSpread(scores),
      repeats: run.options.repeats,
      correlations: metrics.length > 1 && everySystem.length > 2 ? metricCorrelations(board) : null,
      metrics: metrics.map(({ name, title, scale }) => ({ name, title, scale })),
      lengths: lengthsIn('words').map(({ name, full, bare }) => {
        const inTokens = lengthsIn('tokens').find((one) => one.name === name);
        return {
          name,
          full,
          bare,
          tokens: inTokens ? { full: inTokens.full.median, bare: inTokens.bare.median } : null
        };
      }),
      against: against
        ? {
            name: against.name,
            title: against.title,
            scale: against.scale,
            ...drawn(lengthAndScore(lengthRows, rowsOf(against.name), measure))
          }
        : null,
      files: [...Object.keys(runFiles), ...figureFiles(db, run)].filter((file) => file.startsWith('leaderboard')),
      figureFiles: Object.groupBy(
        figureFiles(db, run).filter((file) => !file.startsWith('leaderboard')),
        (file) => file.split('.')[0]!
      )
    };
  });
