import { correctedScores } from '../../../alignment/corrected/corrected.server.ts';
import { leaderboardOf } from '../../../scorer/leaderboard/leaderboard.server.ts';
import { reportScores } from '../../../scorer/runs/run-scores.server.ts';
import { eachVerdictLine, unscoredReasons } from '../../../scorer/runs/run-verdicts.server.ts';
import { type CallOptions, OUTAGE_MINUTES } from '../../../scorer/runs/run-options.ts';
import { judgesOf, metricsOf, namedJudges, type Run } from '../../../scorer/runs/runs.server.ts';
import { runProgress } from '../../../scorer/runs/run-progress.server.ts';
import { isSelfJudging, madeItsOwn } from '../../../scorer/judges/self-judging.ts';
import { selfJudgingIn } from '../../../scorer/judges/self-judging.server.ts';
import { noticedIn } from '../../../scorer/report/shown/notices.ts';
import { noticesIn } from '../../../scorer/report/shown/text-notices.server.ts';
import { searchingIn } from '../../../scorer/web/pages/web-search.server.ts';
import { subsetIn } from '../../../scorer/runs/subset/run-subset.server.ts';
import type { VerdictLine } from '../../../scorer/units/verdict-line.ts';
import { modelsNamed } from '../../../scorer/judges/settings/roles.ts';
import { servedToVerdicts, servedVersions } from '../../../scorer/runs/served-versions.server.ts';
import type { ServedModel } from '../../../scorer/served-version.ts';
import { searchesIn } from '../../../scorer/search/run-searches.server.ts';
import { messagesIn } from '../../../messages/words.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { parquetOfLines } from '../../format/parquet/parquet-table.ts';
import { correctionTables } from './leaderboard/correction-tables.ts';
import { writeLatexTable } from './leaderboard/latex-table.ts';
import { writeLeaderboardCsv } from './leaderboard/leaderboard-csv.ts';
import { leaderboardTable, type LeaderboardTable } from './leaderboard/leaderboard-table.ts';
import { runNotes } from './run-notes.ts';
import { writeMarkdownTable } from './leaderboard/markdown-table.ts';
import { writeScoresCsv, type ScoreRow } from './scores-csv.ts';
import { systemLines } from '../../import/reports/system-lines.ts';
import { TOGETHER, writeSystemsCsv } from './systems-csv.ts';
import { verdictsJsonl, writeVerdictsJsonl } from './verdicts-jsonl.ts';

/** Everything that a finished run says, ready to be written down. */
export function resultsOf(db: Db, grant: ProjectGrant<'read-results'>, run: Run) {
  const scores = reportScores(db, grant, run);
  const board = leaderboardOf(db, grant, run);
  const { lines, calls, spend, tasks, state, failures } = runProgress(db, run.id);
  const served = servedVersions(db, grant, { runId: run.id });
  const sum = (state: 'judged' | 'abstained' | 'unscored'): number => lines.reduce((n, line) => n + line[state], 0);
  return {
    /** Read from the database whenever they are asked for. */
    verdicts: { [Symbol.iterator]: () => eachVerdictLine(db, grant, run) } as Iterable<VerdictLine>,
    scores,
    /** Model versions behind a score, by judge as the run names it. */
    servedTo: servedToScores(db, grant, run),
    leaderboard: board,
    corrected: correctedScores(db, grant, run),
    rule: run.options.ensemble,
    summary: {
      run: {
        number: run.number,
        name: run.name,
        state,
        failures,
        startedAt: iso(run.startedAt),
        finishedAt: iso(run.finishedAt)
      },
      metrics: metricsOf(db, run.id).map(({ metric, promptName, promptVersion, promptHash }) => ({
        name: metric,
        prompt: { name: promptName, version: promptVersion, hash: promptHash }
      })),
      judges: judgesOf(db, run.id).map(({ id, spec, fingerprint }) => ({
        ...{ spec, fingerprint },
        ...run.options.calls?.[spec],
        ...modelsOf(spec, run),
        served: served.filter(({ judgeId }) => judgeId === id).map(servedLine)
      })),
      ...(run.options.batches && { batches: run.options.batches }),
      outageMinutes: run.options.outageMinutes ?? OUTAGE_MINUTES,
      selfJudging: selfJudgingIn(db, run),
      /** Reports whose text speaks to the judges or holds hidden characters. */
      textNotices: noticesIn(db, run, 'all').reports.map(({ reportId: _id, ...notices }) => notices),
      webSearch: searchingIn(db, run),
      search: searchesIn(db, run),
      subset: subsetIn(db, run),
      reports: new Set(scores.map(({ reportId }) => reportId)).size,
      judged: tasks,
      units: { judged: sum('judged'), abstained: sum('abstained'), unscored: sum('unscored') },
      unscored: unscoredReasons(db, grant, run),
      calls,
      /** US dollars; `total` is null if the price of a call or a search is unknown. */
      spend: {
        total: spend.unpriced + spend.searches.unpriced > 0 ? null : spend.known,
        ...spend,
        lines: lines.map(({ metric, judge, cost }) => ({ metric, judge, cost }))
      },
      systems: systemLines(board)
    }
  };
}

export type RunResults = ReturnType<typeof resultsOf>;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The report of a run as one HTML file; `page/run-page.server.ts` writes it. */
export const RUN_REPORT = 'report.html';

/** The files of a run, by file name. */
export const runFiles = {
  'verdicts.jsonl': ({ verdicts, summary }: RunResults) =>
    writeVerdictsJsonl(verdicts, summary.selfJudging, summary.textNotices),
  'scores.csv': ({ scores, summary, servedTo }: RunResults) =>
    writeScoresCsv(scoreRows(summary.run.name, scores, summary, servedTo)),
  'systems.csv': ({ summary, rule }: RunResults) =>
    writeSystemsCsv(summary.run.name, summary.systems, { rule, selfJudging: summary.selfJudging }),
  'summary.json': ({ summary }: RunResults) => json(summary),
  'leaderboard.csv': (results: RunResults) => writeLeaderboardCsv(runTable(results, 'en')),
  'leaderboard.json': ({ summary, leaderboard, corrected }: RunResults) =>
    json({
      ...{ run: summary.run, prompts: summary.metrics, webSearch: summary.webSearch, selfJudging: summary.selfJudging },
      served: summary.judges.map(({ spec, fingerprint, served }) => ({ spec, fingerprint, served })),
      subset: summary.subset,
      ...leaderboard,
      corrected
    }),
  'leaderboard.md': (results: RunResults, language: string) => writeMarkdownTable(runTable(results, language)),
  'leaderboard.tex': (results: RunResults, language: string) => writeLatexTable(runTable(results, language))
} as const satisfies Record<string, (results: RunResults, language: string) => string>;

const VERDICTS = 'verdicts.parquet';

/** Names of all files of a run: the texts, and the verdicts as Parquet. */
export const runFileNames: readonly string[] = [...Object.keys(runFiles), VERDICTS];

/**
 * One file of a run, ready to be sent.
 *
 * @param name one of `runFileNames`
 * @param language of its text (BCP 47); files of data ignore it
 */
export const runFile = (name: string, results: RunResults, language: string): string | Promise<Uint8Array> =>
  name === VERDICTS
    ? parquetOfLines(runFiles['verdicts.jsonl'](results))
    : textFileOfRun(name as keyof typeof runFiles, results, language);

/** A text file of a run. @param language of a document (BCP 47) */
export const textFileOfRun = (name: keyof typeof runFiles, results: RunResults, language: string): string => {
  const inLanguage: (results: RunResults, language: string) => string = runFiles[name];
  return inLanguage(results, language);
};

/** The file of all verdicts in pieces, so that it is never held whole. */
export const verdictPieces = ({ verdicts, summary }: RunResults): Iterable<string> =>
  verdictsJsonl(verdicts, summary.selfJudging, summary.textNotices);

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The leaderboard of a run as a table. @param language of its text (BCP 47) */
export const runTable = ({ summary, leaderboard, corrected }: RunResults, language: string): LeaderboardTable =>
  leaderboardTable(titleOfRun(summary.run, language), leaderboard, {
    language,
    corrections: correctionTables(corrected, language),
    run: { state: summary.run.state, selfJudging: summary.selfJudging, notes: runNotes(summary, language) }
  });

/** Number and name of a run, as its files are titled. */
export const titleOfRun = ({ number, name }: Pick<Run, 'number' | 'name'>, language: string): string =>
  messagesIn(language, 'leaderboardFile').run({ number, name });

const servedToScores = (db: Db, grant: ProjectGrant<'read-results'>, run: Run) => {
  const servedTo = servedToVerdicts(db, grant, run.id);
  const ids = new Map(namedJudges(db, run).map(({ id, name }) => [name, id]));
  return (reportId: string, metric: string, judge: string): string[] =>
    servedTo({ reportId, metric, judgeId: ids.get(judge) ?? '' });
};

/** A model that was asked, with the versions that answered and when. */
const servedLine = ({ role, model, versions }: ServedModel) => ({
  ...{ role, model },
  versions: versions.map(({ version, backends, calls, reused, first, last }) => ({
    ...{ version, backends, calls, reused },
    ...{ first: iso(first), last: iso(last) }
  }))
});

/** The models that play roles of a judge, each with its deadline and tries. */
const modelsOf = (spec: string, { options }: Run): { models?: ({ spec: string } & Partial<CallOptions>)[] } => {
  const models = modelsNamed(spec);
  return models.length < 2 ? {} : { models: models.map((one) => ({ spec: one, ...options.calls?.[one] })) };
};

const scoreRows = (
  run: string,
  scores: RunResults['scores'],
  { selfJudging: found, textNotices }: Pick<RunResults['summary'], 'selfJudging' | 'textNotices'>,
  servedTo: RunResults['servedTo']
): ScoreRow[] => {
  const isNoticed = noticedIn(textNotices);
  return scores.flatMap(({ reportId, system, qid, metric, judges, ensemble }) => {
    const where = { run, system, qid, metric, textNotice: isNoticed(system, qid) };
    const own = judges.flatMap(({ judge, score }) =>
      score
        ? [
            {
              ...where,
              judge,
              ...score,
              judges: score.value === null ? 0 : 1,
              selfJudging: isSelfJudging(found, system, judge),
              madeItsOwn: madeItsOwn(found, { judge, metric, qid }),
              served: servedTo(reportId, metric, judge)
            }
          ]
        : []
    );
    return ensemble && judges.length > 1
      ? [
          ...own,
          {
            ...where,
            judge: TOGETHER,
            ...ensemble,
            selfJudging: isSelfJudging(found, system),
            madeItsOwn: own.some((one) => one.madeItsOwn),
            served: [...new Set(own.flatMap(({ served }) => served))]
          }
        ]
      : own;
  });
};
